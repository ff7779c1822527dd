"""Rows of the observation that Piquet alone fills."""

from shugi._fast.tables.row import Behind

# fmt: off
CARD_PLANES: Behind = {
    "master": (
        ("picked", 1, 1, "own cards picked so far for the exchange"),
        ("asked", 1, 1, "cards of the further combination that is asked about"),
        ("own_said", 3, 1, "cards of what the own seat declared or compared, by category"),
    ),
}
CARD_GLOBALS: Behind = {
    "stage": (
        ("elder", 3, 1, "who is the elder"),
        ("blank", 3, 1, "claimed a carte blanche, by seat"),
        ("made", 3, 30, "points entered in this hand, by seat"),
        ("games", 3, 2, "games of the match won, by seat"),
        ("repic", 3, 1, "whose repic it is"),
        ("pic", 3, 1, "whose pic it is"),
        ("blank_count", 1, 8, "cards that the blank elder will exchange"),
        ("talon_up", 1, 1, "what is left of the talon lies open"),
        ("bound", 4, 1, "suit of the first lead, named when it was opened: C H S D"),
        ("deals", 1, 6, "hands of this game or six deals that are over"),
        ("extensions", 1, 5, "pairs of deals added to the six"),
        ("late", 1, 1, "the first card is led: the younger counts, or has counted"),
        ("exchange", 2, 8, "least and most cards of the own exchange; if deciding"),
        ("category", 3, 1, "point, sequence or sets is spoken of; if deciding"),
        ("verdict", 15, 1,
         "by category: declared and open, nothing declared, good, not good, equal"),
        ("elder_cards", 3, 8, "by category: cards of what the elder declared, as far as told"),
        ("elder_top", 3, 9, "by category: its top card or rank plus one (6 = 0)"),
        ("elder_pips", 1, 80, "pips of his point"),
        ("younger_cards", 3, 8, "by category: cards of what the younger counted"),
        ("younger_top", 3, 9, "by category: its top card or rank plus one"),
        ("younger_pips", 1, 80, "pips of his point"),
        ("told", 3, 30, "points of the declarations counted aloud, by seat"),
    ),
}
