"""Rows of the observation that several regional games fill; in others they are zero."""

from shugi._fast.tables.row import SEATS, Behind

# fmt: off
GLOBALS: Behind = {
    "ukeire_tiles": (
        ("wilds_held", 1, 4, "own wildcards"),
        ("wilds_unseen", 1, 4, "wildcards in the wall or in others' hands"),
        ("wild_drawn", 1, 1, "the tile just drawn is a wildcard"),
        ("floats", 1, 2, "own running float chain"),
        ("missed_win", 1, 1, "own: a win was passed since the own turn"),
        ("missed_call", 1, 1, "own: a call was passed since the own turn"),
        ("offer", 1, 1,
         "asked outside the own turn, if deciding: a win; in Sichuan the gifts, the void suit"),
        ("stays", 1, 3, "hands in a row that the dealer kept the deal before this one, at most 3"),
        ("kan_discard", 1, 1, "the discard ended a turn with a kan"),
        ("fed_by", SEATS - 1, 3, "own open sets made from the discards of each opponent"),
        ("fed_to", SEATS - 1, 3, "open sets of each opponent made from own discards"),
        ("wilds_discarded", SEATS, 4, "wildcards in the river, by seat"),
        ("kan_streak", SEATS, 4, "own kans in a row, by seat; not after an opponent's wildcard"),
        ("covered_kans", SEATS, 4, "closed kans that lie face down, by seat"),
        ("float_round", SEATS, 1, "whose discarded wildcard restricts the others"),
    ),
}
