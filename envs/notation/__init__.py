"""Positions as text: any moment of a game, written and read.

Imports `common` and `rulesets`.
"""
