"""Worked examples of the rules as data files, and the runner that checks them.

A file is ``{"examples": [{"id", "family", "addons", "kind", "input", "expected", ...}]}``; ``kind``
decides the form of ``input`` and ``expected`` (``runner.KINDS``).
"""
