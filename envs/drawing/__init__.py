"""A table as text, as pixels and as SVG.

Imports `common` and `notation`, for the words of tiles, cards and phases.
"""
