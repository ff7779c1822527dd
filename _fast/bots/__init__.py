"""The baseline player, and what it thinks of a hand.

Imports the games and view.
"""
