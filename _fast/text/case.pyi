"""What a hand in plain Python values may say, whatever the game."""

MELD_TYPES: dict[str, int]
