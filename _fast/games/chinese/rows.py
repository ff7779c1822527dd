"""Rows of the observation that the regional games fill; what a game does not have is zero."""

from shugi._fast.tables.row import SEATS, Behind

# fmt: off
GLOBALS: Behind = {
    "ukeire_tiles": (
        ("wilds_held", 1, 4, "own wildcards"),
        ("wilds_unseen", 1, 4, "wildcards in the wall or in others' hands"),
        ("wild_drawn", 1, 1, "the tile just drawn is a wildcard"),
        ("kan_tiles_held", 1, 4, "own tiles that can be laid aside as kans (Wuhan)"),
        ("kan_tiles_unseen", 1, 4, "these in the wall or in others' hands"),
        ("kan_tile_drawn", 1, 1, "the tile just drawn is one"),
        ("floats", 1, 2, "own running float chain"),
        ("missed_win", 1, 1, "own: a win was passed since the own turn"),
        ("missed_call", 1, 1, "own: a call was passed since the own turn"),
        ("missed_doubles", 1, 4, "own: doubles of the win passed plus one (Kawuxing)"),
        ("forfeited", 1, 1, "own: no win in this hand any more"),
        ("offer", 1, 1, "a win outside the own turn is offered; if deciding"),
        ("stays", 1, 3, "hands in a row that the dealer kept the deal before this one, at most 3"),
        ("stay_sum", 1, 8, "multipliers of these stays (Xiamen)"),
        ("first_discard", 1, 1, "the dealer's first discard has not been passed yet"),
        ("series", 1, 4, "kans of the running series over all seats (Kawuxing)"),
        ("kan_discard", 1, 1, "the discard ended a turn with a kan"),
        ("last_draws", 1, 4, "of the last four tiles, drawn so far (Wuhan)"),
        ("fed_by", SEATS - 1, 3, "own open sets made from the discards of each opponent"),
        ("fed_to", SEATS - 1, 3, "open sets of each opponent made from own discards"),
        ("wilds_discarded", SEATS, 4, "wildcards in the river, by seat"),
        ("kan_streak", SEATS, 4, "own kans in a row, by seat; not after an opponent's wildcard"),
        ("kan_tiles", SEATS, 4, "kan tiles laid aside or discarded, by seat"),
        ("wild_kans", SEATS, 4, "wildcards laid aside or discarded as kans, by seat"),
        ("seasons", SEATS, 4, "seasons laid down, by seat"),
        ("plants", SEATS, 4, "plants laid down, by seat"),
        ("covered_kans", SEATS, 4, "closed kans that lie face down, by seat"),
        ("float_round", SEATS, 1, "whose discarded wildcard restricts the others"),
        ("first_disclosed", SEATS, 1, "who disclosed first"),
        ("honour_run", SEATS, 10, "discards, if all of them were honours, by seat (ten honours)"),
    ),
}
