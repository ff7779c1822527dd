"""The decks that a rule set may begin with, before special copies."""

TILE_SETS: dict[str, dict[str, int]] = {
    # kinds in the notation of core/tiles.pyx: copies of each
    "sanma_108": {"19m123456789p123456789s1234567z": 4},
    "shouhai_112": {"19m123456789p123456789s1234567z": 4, "1f": 4},
    "toriuchi_112": {"19m123456789p23456789s1234567z": 4, "1s": 8},
    "super_bingo_112": {"12345689p12345689s1234567z": 4, "7p7s": 8, "1f": 4},
    "full_136": {"123456789m123456789p123456789s1234567z": 4},
    "flowers_144": {"123456789m123456789p123456789s1234567z": 4, "1234e1234h": 1},
    "none": {},
    "dragons_120": {"123456789m123456789p123456789s567z": 4},
}
