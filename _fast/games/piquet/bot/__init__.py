"""The baseline in Piquet, and the deals that it imagines.

Imports the games, view and bots.
"""
