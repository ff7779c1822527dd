"""What an option, a field of the state and a game are: headers, checks and pages follow.

Imports nothing of the engine.
"""
