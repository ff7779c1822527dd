"""Rows of the observation that Kawuxing alone fills."""

from shugi._fast.tables.row import SEATS, Behind

# fmt: off
GLOBALS: Behind = {
    "missed_call": (
        ("missed_doubles", 1, 4, "own: doubles of the win passed plus one (Kawuxing)"),
    ),
    "first_discard": (
        ("series", 1, 4, "kans of the running series over all seats (Kawuxing)"),
    ),
    "float_round": (
        ("first_disclosed", SEATS, 1, "who disclosed first"),
    ),
}
