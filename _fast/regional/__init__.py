"""Chinese games: what they share, and a folder for each.

Imports core, shape and flow; never another game.
"""
