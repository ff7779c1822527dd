"""The baseline in Chinese games.

Imports the games, view and bots.
"""
