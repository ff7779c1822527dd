"""Playouts distilled: plans are valued where decisions matter, and a policy learns of it.

Imports ``terminal``, ``decisions`` and ``run``.
"""
