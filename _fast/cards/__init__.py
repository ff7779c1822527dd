"""Card games: dealing and tricks, and a folder for each.

Imports core and flow; never another game.
"""
