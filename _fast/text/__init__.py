"""Positions as dictionaries: reading, writing, and what is wrong with one.

Imports the games and check.
"""
