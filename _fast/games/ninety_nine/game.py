"""Ninety-Nine: its options, what it fixes among the others, and what cannot be combined."""

from shugi._fast.games.tricks.options import FIELDS, MODES, PACK, READS, USUAL
from shugi._fast.tables.game import Conflict, Game, Need, need
from shugi._fast.tables.option import BOOL, rows
from shugi._fast.tables.option_types import Choice

OPTIONS = rows(
    "Ninety-Nine",
    ("first_trump", Choice(("diamonds", "none")), "diamonds", "ninety-nine 7.9", "the first trump"),
    (
        "offer_mode",
        Choice(("simultaneous", "sequential")),
        "simultaneous",
        "ninety-nine 7.1",
        "declarations are offered at once, or in turn",
    ),
    ("premiums", BOOL, True, "ninety-nine 3", "declarations and revelations"),
    (
        "tie",
        Choice(("shared", "extra_nine")),
        "shared",
        "ninety-nine 7.4",
        "equal totals at the end",
    ),
    (
        "race_trump",
        Choice(("continue", "reset")),
        "continue",
        "ninety-nine 7.5",
        "the trump of a new game",
    ),
    ("show_bids_at_end", BOOL, True, "ninety-nine 7.6", "all bids are shown after the hand"),
    games=("ninety_nine",),
)
CONFLICTS: tuple[Conflict, ...] = (
    ("mode", lambda o, d: o["mode"] not in ("nine_hands", "race"), MODES),
    (
        "match_hands",
        lambda o, d: o["match_hands"] % 9,
        "everybody deals as often: take a multiple of 9",
    ),
)
NEEDS: tuple[Need, ...] = (
    need("games_to_win", "target", mode="race"),
    (
        ("race_trump",),
        lambda o, d: o["mode"] == "race" and o["games_to_win"] > 1,
        "set mode: race, and games_to_win to more than 1",
    ),
    need("match_hands", "tie", mode="nine_hands"),
)

GAME = Game(
    "Ninety-Nine",
    6,
    # a chip is half a unit: what a player has over the mean of the two others
    USUAL | {"mode": "nine_hands", "games_to_win": 3, "match_hands": 9, "shugi_value": 500},
    FIELDS,
    frozenset(("plays_cards",)),
    CONFLICTS,
    NEEDS,
    (OPTIONS,),
    reads=(*READS, "match_hands"),
    pack=lambda o: PACK,
    units={"nine_hands": ("points", "points"), "race": ("games", "points")},
    counts={"win_tsumo": "bids_made", "draw_noten": "no_bid_made_by_anybody"},
    ends=("bid made: seat", "no bid made"),
)
