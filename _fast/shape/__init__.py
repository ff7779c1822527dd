"""Hands as numbers: shanten, waits, readings; no rule of any game.

Imports core.
"""
