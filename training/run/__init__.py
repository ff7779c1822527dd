"""A run on disk: its settings, its folder, its state, its metrics, and the model card it ends as.

Imports ``terminal`` and ``decisions``.
"""
