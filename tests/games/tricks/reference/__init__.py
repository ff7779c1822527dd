"""A slow, plain reference of the two card games, written from their texts alone."""
