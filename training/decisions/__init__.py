"""Decisions that are a real choice: their classes, and the numbers by which they are told apart.

Imports nothing of ``training``.
"""
