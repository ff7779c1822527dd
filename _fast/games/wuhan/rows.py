"""Rows of the observation that Wuhan alone fills."""

from shugi._fast.tables.row import Behind

# fmt: off
PLANES: Behind = {
    "win_draw": (
        ("ukeire_258", 1, 1,
         "Wuhan, between turns: kinds that lower the shanten to a hand with a 258 pair"),
        ("keeps_258", 1, 1, "Wuhan, own turn: discards that keep this shanten"),
        ("closer_258", 1, 20,
         "Wuhan, own turn: for each of these discards, unseen tiles that then lower it"),
    ),
}
GLOBALS: Behind = {
    "honour_run": (
        ("shanten_258", 8, 1,
         "Wuhan: to sets and a 258 pair, with one wildcard at most; places as of 'shanten'"),
    ),
}
BLOCKS = {"pair_258": ("ukeire_258", "keeps_258", "closer_258", "shanten_258")}
