"""Piquet: exchange, declarations, play, and the score of a partie.

Imports core, flow and games/tricks.
"""
