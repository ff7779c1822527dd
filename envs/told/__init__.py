"""Hands that were played elsewhere, as logs tell them, and what the rules say of them.

Imports `common`, `notation` and `records`.
"""
