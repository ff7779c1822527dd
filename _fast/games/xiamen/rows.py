"""Rows of the observation that Xiamen alone fills."""

from shugi._fast.tables.row import SEATS, Behind

# fmt: off
GLOBALS: Behind = {
    "missed_call": (
        ("forfeited", 1, 1, "own: no win in this hand any more"),
    ),
    "stays": (
        ("stay_sum", 1, 8, "multipliers of these stays (Xiamen)"),
        ("first_discard", 1, 1, "the dealer's first discard has not been passed yet"),
    ),
    "kan_streak": (
        ("seasons", SEATS, 4, "seasons laid down, by seat"),
        ("plants", SEATS, 4, "plants laid down, by seat"),
    ),
}
