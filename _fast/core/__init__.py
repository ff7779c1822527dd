"""What a game is made of: the state, tiles, cards, the wall, random streams, action ids.

Imports nothing of the engine.
"""
