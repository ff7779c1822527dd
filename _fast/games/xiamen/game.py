"""Xiamen mahjong: its options, and what it fixes among the others."""

from shugi._fast.games.chinese.options import FIELDS, FLOATS, READS, USUAL
from shugi._fast.tables.game import Game, Need, need
from shugi._fast.tables.option import BOOL, rows
from shugi._fast.tables.option_types import Choice, OneOf, Widened

OPTIONS = rows(
    "Xiamen",
    (
        "multipliers",
        Choice(("xiamen", "quanzhou")),
        "xiamen",
        "xiamen 4",
        "what the wins multiply by",
    ),
    (
        "banker_base_growth",
        Choice(("double", "plus1", "plus_multiplier")),
        "double",
        "xiamen 5",
        "how the banker's base grows while he stays",
    ),
    (
        "added_kong_as_closed_pung",
        BOOL,
        False,
        "xiamen 8",
        "water of an added kan: of a closed pon",
    ),
    ("open_pung_as_closed", BOOL, False, "xiamen 8", "water of an open pon: of a closed one"),
    ("flower_set_bonus", BOOL, True, "xiamen 4", "four seasons or plants are eight water"),
    ("rob_gold", BOOL, True, "xiamen 3.1", "the indicator may complete a dealt hand"),
    ("heavenly_bonus", BOOL, True, "xiamen 4", "a dealt win counts more than a drawn one"),
    ("earthly_bonus", BOOL, True, "xiamen 4", "so does a win on the banker's first discard"),
    ("eight_flowers_win", BOOL, False, "xiamen 4", "the eighth flower wins at once"),
    ("base_scale", OneOf((1, 5, 8)), 1, "xiamen 8", "what the bases are multiplied by"),
    (
        "no_claim_win_with_gold",
        Widened(("off", "discards", "wall_only")),
        "off",
        "xiamen 3.4",
        "with a gold in hand: no win on a discard, or none but with a tile of the wall",
    ),
    (
        "float_round_claim_win",
        BOOL,
        False,
        "xiamen 3.5",
        "the others may win on discards meanwhile",
    ),
    (
        "missed_win_or_pung_rule",
        BOOL,
        False,
        "xiamen 8",
        "a win, pon or kan passed is barred until the own turn",
    ),
    ("required_float", BOOL, False, "xiamen 8", "three golds in hand win by knock or float only"),
    ("false_float_forfeits", BOOL, False, "xiamen 8", "a gold discarded without a float bars wins"),
    ("follow_honours", BOOL, True, "xiamen 3.3", "single honours follow those discarded"),
    ("honour_rule_counts_claimed", BOOL, True, "xiamen 7.11", "also those that were claimed"),
    ("honour_rule_exempts_gold", BOOL, True, "xiamen 7.21", "a gold may be discarded all the same"),
    (
        "opening_order",
        Choice(("knock_first", "rob_first")),
        "knock_first",
        "xiamen 7.2",
        "three golds dealt against robbing the gold",
    ),
    (
        "knock_time",
        Choice(("at_draw", "own_last_turn")),
        "at_draw",
        "xiamen 7.3",
        "when three golds knock at the end",
    ),
    (
        "knock_counts_triplets",
        BOOL,
        True,
        "xiamen 7.4",
        "a knock's water counts concealed triplets",
    ),
    ("robbed_tile_is_open", BOOL, False, "xiamen 7.9", "a pon completed by a robbed tile is open"),
    (
        "gold_sets_water",
        Choice(("max", "natural_only")),
        "max",
        "xiamen 7.10",
        "water of a pon that holds a gold",
    ),
    (
        "indicator_in_dead_wall",
        BOOL,
        True,
        "xiamen 7.1",
        "the indicator is one of the last sixteen",
    ),
    games=("xiamen",),
)
NEEDS: tuple[Need, ...] = (
    need(
        *("wild_eye_claim_rule", "robbed_tile_is_open"),
        why="only a hand with a gold asks it",
        no_claim_win_with_gold=("off", "discards"),
    ),
    need("opening_order", rob_gold=True),
    need("honour_rule_counts_claimed", "honour_rule_exempts_gold", follow_honours=True),
)

GAME = Game(
    "Xiamen mahjong",
    2,
    USUAL
    | {
        "players": 4,
        "tile_set": "flowers_144",
        "hand_size": 16,
        "dead_wall_size": 16,
        "closed_kong_hidden": False,
        "start_chips": None,
    },
    FIELDS,
    frozenset(("regional", "turns_indicator", "floats")),
    needs=NEEDS,
    tables=(OPTIONS,),
    reads=(*READS, *FLOATS, "false_wins", "kong_after_claim", "next_banker"),
    earlier={"xiamen+strict": {"no_claim_win_with_gold": "discards"}},
)
