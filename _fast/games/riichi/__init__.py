"""Riichi games: their turns, yaku, points, chips, and what a win of theirs pays.

Imports core, shape and flow.
"""
