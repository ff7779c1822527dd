"""The baseline in riichi games, and what it thinks of a hand.

Imports the games, view and bots.
"""
