"""Whether a state that was not played can be: field by field.

Imports the games.
"""
