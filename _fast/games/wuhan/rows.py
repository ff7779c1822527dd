"""Rows of the observation that Wuhan alone fills."""

from shugi._fast.tables.row import SEATS, Behind

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
    "wild_drawn": (
        ("kan_tiles_held", 1, 4, "own tiles that can be laid aside as kans (Wuhan)"),
        ("kan_tiles_unseen", 1, 4, "these in the wall or in others' hands"),
        ("kan_tile_drawn", 1, 1, "the tile just drawn is one"),
    ),
    "kan_discard": (
        ("last_draws", 1, 4, "of the last four tiles, drawn so far (Wuhan)"),
    ),
    "kan_streak": (
        ("kan_tiles", SEATS, 4, "kan tiles laid aside or discarded, by seat"),
        ("wild_kans", SEATS, 4, "wildcards laid aside or discarded as kans, by seat"),
    ),
    "honour_run": (
        ("shanten_258", 8, 1,
         "Wuhan: to sets and a 258 pair, with one wildcard at most; places as of 'shanten'"),
    ),
}
BLOCKS = {"pair_258": ("ukeire_258", "keeps_258", "closer_258", "shanten_258")}
