"""Whole games on disk, and a page that shows one.

Imports `common`, `notation` and `drawing`.
"""
