"""The baseline in card games.

Imports the games, view and bots.
"""
