"""Hands as numbers: distance from ready, waits, readings; no rule of any game.

Imports core.
"""
