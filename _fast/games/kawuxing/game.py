"""Kawuxing: its options, what it fixes among the others, and what cannot be combined."""

from shugi._fast.games.chinese.options import FIELDS, READS, USUAL, removed_suit
from shugi._fast.tables.game import WITH_PAIRS, Conflict, Game, Need, need
from shugi._fast.tables.option import BOOL, rows
from shugi._fast.tables.option_types import Choice, Int

OPTIONS = rows(
    "Kawuxing",
    ("max_doubles", Int(1, 99, 10), 3, "kawuxing 4", "most doubles that count"),
    (
        "double_dragon_exception",
        BOOL,
        False,
        "kawuxing 5",
        "one more for double dragon seven pairs",
    ),
    ("disclosure", BOOL, True, "kawuxing 3.5", "ready hands may be disclosed"),
    (
        "disclose_mode",
        Choice(("full", "waiting_part")),
        "full",
        "kawuxing 3.5",
        "what is shown of them",
    ),
    (
        "kong_after_disclosure",
        Choice(("if_waits_unchanged", "never")),
        "if_waits_unchanged",
        "kawuxing 7.5",
        "kans of a disclosed hand",
    ),
    (
        "disclosed_discarder_exempt",
        BOOL,
        False,
        "kawuxing 7.6",
        "who disclosed pays one share only",
    ),
    ("lone_tile_includes_all_pung", BOOL, False, "kawuxing 7.2", "Lone Tile takes All Pung in"),
    (
        "kong_chain_needs_supplement_tile",
        BOOL,
        True,
        "kawuxing 7.1",
        "a series of kans goes on with the supplement only",
    ),
    ("discards_attributed", BOOL, True, "kawuxing 3.6", "who discarded what is seen"),
    ("resting_player", BOOL, False, "kawuxing 2", "four people, of whom one rests"),
    ("unit", Int(1, 1000, 10), 1, "kawuxing 8", "what a unit is worth"),
    games=("kawuxing",),
)
CONFLICTS: tuple[Conflict, ...] = (
    (
        "removed_suit",
        lambda o, d: o["removed_suit"] == "none",
        "Kawuxing is played with two suits; set removed_suit: m, p or s",
    ),
)
NEEDS: tuple[Need, ...] = (
    need("disclose_mode", "kong_after_disclosure", "disclosed_discarder_exempt", disclosure=True),
    (
        ("double_dragon_exception",),
        lambda o, d: o["max_doubles"] < 4,
        "the hand has four doubles, and all count; set max_doubles: 3 or less",
    ),
)

GAME = Game(
    "Kawuxing",
    4,
    USUAL
    | {
        "tile_set": "dragons_120",
        "dead_wall_size": 0,
        "chii": False,
        "multi_ron": "double",
        "removed_suit": "m",
        "start_chips": None,
    },
    FIELDS | {"forms": WITH_PAIRS},
    frozenset(("regional",)),
    CONFLICTS,
    NEEDS,
    (OPTIONS,),
    reads=(*READS, "false_wins", "removed_suit"),
    left_out=removed_suit,
)
