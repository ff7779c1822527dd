"""The baseline player, its styles, and its guesses of hidden hands.

Imports the games and view.
"""
