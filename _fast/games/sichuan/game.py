"""Sichuan: its options, what it fixes among the others, and what cannot be combined."""

from shugi._fast.games.chinese.options import FIELDS, READS, USUAL
from shugi._fast.tables.game import WITH_PAIRS, Conflict, Game
from shugi._fast.tables.option import BOOL, rows
from shugi._fast.tables.option_types import Choice, Subset

HONOURS = "1234567z"
MOST_DOUBLES = 12
EXTRA = (
    "generals",
    "golden_hook",
    "dragon_pairs",
    "blessing",
    "terminals",
    "concealed",
    "middle",
    "last_tile",
)

OPTIONS = rows(
    "Sichuan",
    (
        "exchange",
        Choice(("off", "dice", "right", "across", "left")),
        "dice",
        "sichuan 3.1",
        "where three tiles go before the hand",
    ),
    (
        "extra_fans",
        Subset(EXTRA),
        ["generals", "golden_hook", "dragon_pairs", "blessing"],
        "sichuan 4.2",
        "fans that not every table knows",
    ),
    (
        "drawn_win",
        Choice(("plain", "base", "double")),
        "base",
        "sichuan 5.1",
        "what a drawn win adds: a unit from each payer, or a double",
    ),
    ("kan_handed_on", BOOL, True, "sichuan 5.3", "a win on the discard after a kan takes its pay"),
    ("kan_given_back", BOOL, True, "sichuan 5.4", "who is not ready at the end returns kan pay"),
    games=("sichuan",),
)
CONFLICTS: tuple[Conflict, ...] = (
    (
        "max_doubles",
        lambda o, d: o["max_doubles"] > MOST_DOUBLES,
        f"a flower pig pays the cap; set max_doubles: {MOST_DOUBLES} or less",
    ),
)
GAME = Game(
    "Sichuan",
    7,
    USUAL
    | {
        "players": 4,
        "tile_set": "full_136",
        "dead_wall_size": 0,
        "chii": False,
        "multi_ron": "double",
        "start_chips": None,
        "closed_kong_hidden": False,
        "max_doubles": 4,
    },
    FIELDS | {"forms": WITH_PAIRS},
    frozenset(("regional",)),
    CONFLICTS,
    tables=(OPTIONS,),
    reads=(*READS, "max_doubles", "unit"),
    left_out=lambda options: HONOURS,
    offers={1: ("gift", "to give a tile away"), 2: ("void", "to name a void suit by its 1")},
)
