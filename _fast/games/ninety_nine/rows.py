"""Rows of the observation that Ninety-Nine alone fills."""

from shugi._fast.tables.row import CARD_SEATS, Behind

CARD_GLOBALS: Behind = {
    "stage": (
        ("bid", CARD_SEATS, 9, "what the cards laid aside bid, as far as known, by seat"),
        ("bid_known", CARD_SEATS, 1, "the seat's whole bid is known"),
        ("bid_needs", CARD_SEATS, 9, "tricks that a known bid still wants; negative: too many"),
        ("offer", CARD_SEATS * 3, 1, "none, declare, reveal, once it is told, by seat"),
        ("premium", CARD_SEATS, 1, "whose offer took effect"),
        ("race_games", CARD_SEATS, 3, "games of the race won"),
    ),
}
