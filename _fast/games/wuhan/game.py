"""Wuhan mahjong: its options, what it fixes among the others, and what cannot be combined."""

from shugi._fast.games.chinese.options import FIELDS, READS, USUAL, removed_suit
from shugi._fast.tables.game import Conflict, Game, Need, Options, need
from shugi._fast.tables.option import BOOL, DECK, rows
from shugi._fast.tables.option_types import Choice, Int, Ints, OneOf

PLAYERS = rows(
    "match",
    ("players", Int(2, 4, 4), 3, "wuhan 1", "three or four players", DECK),
    games=("riichi", "wuhan"),
)
OPTIONS = rows(
    "Wuhan",
    (
        "kong_tile_mode",
        Choice(("classic", "hongzhong_facai", "pizi")),
        "classic",
        "wuhan 8",
        "tiles that are laid aside as kans: Red, Red and Green, or the indicator and the one below",
    ),
    (
        "opening_fan_mode",
        Choice(("once", "per_meld")),
        "once",
        "wuhan 5",
        "doubles for having opened, or for each opening",
    ),
    ("min_points", OneOf((0, 8, 16, 32)), 8, "wuhan 5", "least that a win must be worth"),
    ("min_rule", Choice(("points", "fan")), "points", "wuhan 5", "what the minimum counts"),
    ("min_fan", OneOf((3, 4)), 3, "wuhan 5", "least doubles, where it counts those"),
    (
        "minimum_scope",
        Choice(("every", "any")),
        "every",
        "wuhan 5",
        "losers of whom the minimum is asked",
    ),
    (
        "caps",
        Ints(("cap", "gold", "sun", "triple_sun"), 0, 100_000, 500, optional=2),
        [300, 400, 500, 600],
        "wuhan 5",
        "most that a loser pays",
    ),
    (
        "last_tiles_pattern",
        BOOL,
        True,
        "wuhan 3.3",
        "a win with one of the last four tiles is a pattern of its own",
    ),
    ("big_self_draw_factor", OneOf((1.5, 2)), 1.5, "wuhan 5", "a drawn big win, times"),
    ("big_discard_factor", OneOf((1.5, 2)), 1.5, "wuhan 5", "the discarder of a big win, times"),
    ("one_suit_gold", BOOL, False, "wuhan 5", "wind and 258 hands are paid in gold at once"),
    ("rob_counts_as_discard", BOOL, True, "wuhan 7.3", "a robbed player pays as a discarder"),
    ("shapeless_258_has_pair", BOOL, False, "wuhan 7.5", "a 258 hand without sets has a 258 pair"),
    ("indicator_in_reserve", BOOL, False, "wuhan 7.6", "the indicator is one of the last ten"),
    (
        "kong_limit",
        Choice(("keep_last_four", "until_reserve")),
        "keep_last_four",
        "wuhan 7.7",
        "how long kans are allowed",
    ),
    ("draw_banker", Choice(("stay", "rotate")), "stay", "wuhan 7.9", "who deals after a draw"),
    games=("wuhan",),
)
CONFLICTS: tuple[Conflict, ...] = (
    (
        "players",
        lambda o, d: o["players"] < 3,
        "Wuhan mahjong is played by three or four; set players: 4, or 3 with removed_suit",
    ),
    (
        "removed_suit",
        lambda o, d: (o["players"] == 3) != (o["removed_suit"] != "none"),
        "three players, and only they, play without a suit; set players and removed_suit together",
    ),
    (
        "kong_tile_mode",
        lambda o, d: o["players"] == 3 and o["kong_tile_mode"] != "classic",
        "three players play the classic game; set kong_tile_mode: classic",
    ),
    (
        "opening_fan_mode",
        lambda o, d: o["players"] == 3 and o["opening_fan_mode"] != "once",
        "three players count an opening once; set opening_fan_mode: once",
    ),
    (
        "last_tiles_pattern",
        lambda o, d: o["players"] == 3 and o["last_tiles_pattern"],
        "three players have no last four tiles; set last_tiles_pattern: false",
    ),
    (
        "caps",
        lambda o, d: not 0 < o["caps"][0] <= o["caps"][1],
        "the gold must be worth at least the cap, and the cap more than nothing",
    ),
    (
        "caps",
        lambda o, d: o["players"] == 4 and not o["caps"][1] <= o["caps"][2] <= o["caps"][3],
        "four players have a cap, gold, sun and triple sun, none less than the one before",
    ),
    (
        "caps",
        lambda o, d: o["players"] == 3 and any(o["caps"][2:]),
        "three players have a cap and gold, but no suns; give two numbers",
    ),
)
NEEDS: tuple[Need, ...] = (
    need("kong_limit", why="three players have no last four tiles", players=4),
    need("min_fan", min_rule="fan"),
    need("min_points", min_rule="points"),
    (
        ("minimum_scope",),
        lambda o, d: o["min_rule"] == "fan" or o["min_points"],
        "nothing is asked of a win; set min_points, or min_rule: fan",
    ),
)


def kan_min_live(options: Options) -> int:
    """Four players keep the last four tiles from kans."""
    return 5 if options["players"] == 4 and options["kong_limit"] == "keep_last_four" else 1


def left_out(options: Options) -> str:
    """Without a suit East goes too (wuhan section 1)."""
    suit = removed_suit(options)
    return f"{suit}1z" if suit else ""


GAME = Game(
    "Wuhan mahjong",
    3,
    USUAL
    | {
        "players": 4,
        "tile_set": "full_136",
        "dead_wall_size": 11,
        "kong_after_claim": True,
        "start_chips": None,
    },
    FIELDS | {"kan_min_live": kan_min_live},
    frozenset(("regional", "turns_indicator")),
    CONFLICTS,
    NEEDS,
    (PLAYERS, OPTIONS),
    reads=(*READS, "start_chips", "removed_suit", "kong_after_claim", "next_banker"),
    left_out=left_out,
    # each loser pays up to the highest cap
    most_chips=lambda o: max(1000.0, float((o["players"] - 1) * max(o["caps"]))),
)
