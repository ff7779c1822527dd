"""The decision lab: how well agents choose where a decision is a real one.

Imports ``terminal``, ``decisions``, ``run`` and ``judge``.
"""
