"""Who plays better: duplicate matches, intervals, ladders and their pages.

Imports ``terminal`` and ``run``.
"""
