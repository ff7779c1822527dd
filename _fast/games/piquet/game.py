"""Piquet: its options, what it fixes among the others, and what cannot be combined."""

from shugi._fast.games.tricks.options import BOTH, FIELDS, MODES, PACK, READS, USUAL
from shugi._fast.tables.game import Conflict, Game, Need, Options, need
from shugi._fast.tables.option import BOOL, rows
from shugi._fast.tables.option_types import Choice, Int, OneOf

OPTIONS = rows(
    "Piquet",
    ("cards", OneOf((32, 36)), 32, "piquet 1", "cards of the pack"),
    ("elder_exchange_max", OneOf((5, 8)), 5, "piquet 3", "cards that the elder may exchange"),
    ("elder_peek", BOOL, True, "piquet 3", "the elder sees what he leaves of his share"),
    ("younger_exchange_min", OneOf((0, 1)), 1, "piquet 3", "cards that the younger must exchange"),
    (
        "younger_peek",
        Choice(("private", "public_or_not")),
        "private",
        "piquet 3",
        "the younger sees what he leaves, or may turn it up for both",
    ),
    ("elder_open_talon", BOOL, True, "piquet 3", "the elder may open it by naming his first suit"),
    ("own_discards_visible", BOOL, False, "piquet 8", "own discards may be looked at"),
    (
        "carte_blanche_sequence",
        Choice(("full", "simple")),
        "full",
        "piquet 3",
        "the elder's carte blanche is shown after the younger's discards, or at once",
    ),
    (
        "point_rule",
        Choice(("count", "old")),
        "count",
        "piquet 4",
        "the point counts cards, or pips",
    ),
    (
        "sequence_announce",
        Choice(("together", "length_then_top")),
        "together",
        "piquet 8",
        "how a sequence is announced",
    ),
    (
        "set_announce",
        Choice(("together", "count_then_rank")),
        "together",
        "piquet 8",
        "how a set is announced",
    ),
    (
        "extras_limit",
        Choice(("not_stronger", "none")),
        "not_stronger",
        "piquet 3",
        "further combinations that may be counted",
    ),
    ("extras", Choice(("ask", "auto")), "ask", "piquet 7.14", "asked for, or counted at once"),
    (
        "play_points",
        Choice(("every_card", "ten_or_higher")),
        "every_card",
        "piquet 4",
        "cards that count in the play",
    ),
    ("last_trick_needs_ten", BOOL, False, "piquet 8", "the last trick counts with a ten or higher"),
    ("capot_last_point", BOOL, True, "piquet 7.15", "a capot counts the last trick's point too"),
    ("six_deals_first_choice", BOOL, False, "piquet 2", "the higher cut chooses who deals first"),
    (
        "trick_pile_visible",
        Choice(("last_only", "all")),
        "last_only",
        "piquet 8",
        "tricks that may be looked at",
    ),
    ("elder_point", Choice(("any", "longest")), "any", "piquet 7.1", "suits he may declare"),
    ("partial_combinations", BOOL, False, "piquet 7.3", "a part of a combination may be declared"),
    ("show_scored", BOOL, True, "piquet 7.4", "what is scored is shown"),
    (
        "next_game_dealer",
        Choice(("alternate", "redraw")),
        "alternate",
        "piquet 7.9",
        "who deals first in the next game",
    ),
    ("max_extensions", Int(0, 99, 5), 5, "piquet 7.11", "pairs of deals after a tie of six"),
    games=("piquet",),
)
CONFLICTS: tuple[Conflict, ...] = (
    ("mode", lambda o, d: o["mode"] in ("nine_hands", "race"), MODES),
    (
        "target",
        lambda o, d: o["target"] not in (100, 150, 200),
        "a game of Piquet goes to 100, 150 or 200",
    ),
    (
        "elder_exchange_max",
        lambda o, d: o["elder_exchange_max"] == 8 and o["cards"] == 32,
        "takes the whole talon of 32 cards; set cards: 36 or elder_exchange_max: 5",
    ),
)
NEEDS: tuple[Need, ...] = (
    need("games_to_win", mode="match"),
    need("target", mode=("match", "game")),
    (
        ("next_game_dealer",),
        lambda o, d: o["mode"] == "match" and o["games_to_win"] > 1,
        "set mode: match, and games_to_win to more than 1",
    ),
    need("six_deals_first_choice", "max_extensions", mode="six_deals"),
)


def pack(options: Options) -> list[int]:
    """There are no sixes but in the pack of 36."""
    return [card for card in PACK if options["cards"] == 36 or card % 9]


GAME = Game(
    "Piquet",
    5,
    USUAL | {"players": 2, "shugi_value": 1000},
    FIELDS,
    frozenset(("plays_cards",)),
    CONFLICTS,
    NEEDS,
    (BOTH, OPTIONS),
    reads=READS,
    pack=pack,
    units={
        "match": ("matches", "points"),
        "game": ("games", "points"),
        "six_deals": ("points", "points"),
        "single_hand": ("points", "points"),
    },
    counts={"win_tsumo": "hands_won", "draw_noten": "hands_drawn"},
    ends=("more points: seat", "equal points"),
)
