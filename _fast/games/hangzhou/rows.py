"""Rows of the observation that Hangzhou alone fills."""

from shugi._fast.tables.row import SEATS, Behind

# fmt: off
GLOBALS: Behind = {
    "float_round": (
        ("honour_run", SEATS, 10, "discards, if all of them were honours, by seat (ten honours)"),
    ),
}
