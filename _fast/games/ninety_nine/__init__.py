"""Ninety-Nine: bids, offers, tricks, and the score.

Imports core, flow and games/tricks.
"""
