"""Hangzhou mahjong: its options, what it fixes among the others, and what cannot be combined."""

from shugi._fast.games.chinese.options import FIELDS, FLOATS, FLOW, READS, USUAL
from shugi._fast.tables.game import ANY, WITH_PAIRS, Conflict, Game, Need, need
from shugi._fast.tables.option import BOOL, rows
from shugi._fast.tables.option_types import Choice, Int, OneOf

OPTIONS = rows(
    "Hangzhou",
    ("permanent_fortune", BOOL, False, "hangzhou 8", "the four Whites are the wildcards"),
    ("wall_only", BOOL, False, "hangzhou 8", "wins by own tile only"),
    ("rob_min_level", OneOf((2, 3)), 3, "hangzhou 3.3", "stay level from which kans are robbed"),
    (
        "clean_seven_pairs_on_claim",
        BOOL,
        True,
        "hangzhou 4",
        "seven pairs without a wildcard double again on a claimed tile too",
    ),
    (
        "wild_eye_across_readings",
        BOOL,
        False,
        "hangzhou 4",
        "a wild eye of one reading doubles seven pairs of another",
    ),
    (
        "float_second_half_liability",
        BOOL,
        False,
        "hangzhou 5",
        "who fed a floating player's claim pays what it added",
    ),
    (
        "float_liability_split",
        BOOL,
        False,
        "hangzhou 5",
        "three sets pay for the hand before a claim, who fed the claim for the rest",
    ),
    ("liability", BOOL, True, "hangzhou 3.7", "three sets from one player make him pay for all"),
    ("liability_on_claim", BOOL, False, "hangzhou 5", "also for wins on a discard"),
    ("liability_on_rob", BOOL, False, "hangzhou 7.9", "also for robbed kans"),
    (
        "liability_restriction",
        Choice(
            (
                "none",
                "nonbanker_third_forbidden",
                "nonbanker_three_chows_forbidden",
                "max_two_always",
            )
        ),
        "none",
        "hangzhou 8",
        "third sets from one player that are forbidden",
    ),
    (
        "liability_restriction_when",
        Choice(("always", "level3", "level2up")),
        "always",
        "hangzhou 8",
        "stay levels at which they are",
    ),
    ("missed_pung_rule", BOOL, False, "hangzhou 7.16", "a pon passed is barred until the own turn"),
    ("missed_win_rule", BOOL, False, "hangzhou 7.16", "a win passed is barred until the own turn"),
    (
        "ten_honours",
        Choice(("off", "ladder", "wild_eye")),
        "off",
        "hangzhou 8",
        "ten honours discarded and nothing else win",
    ),
    (
        "ten_honours_claim",
        Choice(("counts", "breaks")),
        "counts",
        "hangzhou 7.14",
        "whether one that was claimed still counts",
    ),
    (
        "instant_third_stay",
        Choice(("off", "doubles", "high", "both")),
        "off",
        "hangzhou 8",
        "dice of the deal that set the stay level to 3",
    ),
    ("instant_third_min", Int(2, 12, 12), 10, "hangzhou 8", "sum that counts as high"),
    (
        "level_counts",
        Choice(("hands", "completed_stays")),
        "hands",
        "hangzhou 7.1",
        "what the stay level counts",
    ),
    (
        "float_round_bars_fill_kong",
        BOOL,
        True,
        "hangzhou 7.5",
        "no added kan for the others either",
    ),
    (
        "white_is_honour_by",
        Choice(("identity", "face")),
        "identity",
        "hangzhou 7.13",
        "when a White counts among ten honours",
    ),
    games=("hangzhou",),
)
CONFLICTS: tuple[Conflict, ...] = (
    (
        "permanent_fortune",
        lambda o, d: o["permanent_fortune"] and o["white_is_honour_by"] != "identity",
        "every White is a wildcard then; set white_is_honour_by: identity",
    ),
    (
        "float_second_half_liability",
        lambda o, d: o["float_second_half_liability"] and not o["floater_may_claim"],
        "needs floater_may_claim: true",
    ),
    (
        "float_liability_split",
        lambda o, d: o["float_liability_split"] and not o["float_second_half_liability"],
        "needs float_second_half_liability: true",
    ),
)
NEEDS: tuple[Need, ...] = (
    need(
        *("rob_min_level", "clean_seven_pairs_on_claim", "missed_win_rule", "wild_eye_claim_rule"),
        why="wins are by own tile only",
        wall_only=False,
    ),
    need("liability_on_claim", "liability_on_rob", liability=True, wall_only=False),
    need("float_liability_split", liability=True),
    need("liability_restriction_when", liability_restriction=ANY),
    need("ten_honours_claim", "white_is_honour_by", ten_honours=("ladder", "wild_eye")),
    need("instant_third_min", instant_third_stay=("high", "both")),
)

GAME = Game(
    "Hangzhou mahjong",
    1,
    USUAL | {"players": 4, "tile_set": "full_136", "dead_wall_size": 20},
    FIELDS | {"forms": WITH_PAIRS},
    frozenset(("regional", "turns_indicator", "floats")),
    CONFLICTS,
    NEEDS,
    (FLOW, OPTIONS),
    reads=(*READS, *FLOATS, "false_wins", "start_chips", "kong_after_claim"),
)
