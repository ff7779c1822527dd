"""What a seat can see: sight, observations, and dealing again what it cannot see.

Imports the games and rules.
"""
