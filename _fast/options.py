"""Every option of a rule set, as one table.

``OPTIONS`` is the only source: `rules.Rules` checks values by it, fills the engine's struct from
it, hashes and encodes them by it; rule files, ``shugi rules`` and the docs read it too.
The defaults are plain sanma.  A section such as "sanma 3.3" or "bingo 4.1" names the paragraph of
the rule texts (Sanma base rules, Super Bingo Sanma) that the option comes from.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from shugi._fast.option_types import (
    Bool,
    Choice,
    DeckName,
    Fives,
    Int,
    Ints,
    Subset,
    ValueType,
    show,
)

SEATS = 3
TILE_SETS: dict[str, dict[str, int]] = {
    # kinds in the notation of tiles.pyx: copies of each
    "sanma_108": {"19m123456789p123456789s1234567z": 4},
    "sanma_flowers_112": {"19m123456789p123456789s1234567z": 4, "1f": 4},
    "super_bingo_112": {"12345689p12345689s1234567z": 4, "7p7s": 8, "1f": 4},
}


class RulesError(ValueError):
    """A rule set that cannot be played: each problem with the option it concerns ("" for none)."""

    def __init__(self, problems: Iterable[tuple[str, str]]) -> None:
        self.problems = list(problems)
        super().__init__(
            "\n".join(f"{key}: {text}" if key else text for key, text in self.problems)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)


@dataclass(frozen=True)
class Option:
    name: str
    type: ValueType
    default: Any
    family: str
    section: str
    meaning: str
    fields: tuple[str, ...]  # of Rules in state.pxd

    def check(self, value: object) -> Any:
        """``value`` in canonical form. Raises: ValueError with what is allowed."""
        try:
            return self.type.check(value)
        except ValueError as error:
            raise ValueError(f"{error}; allowed: {self.type.allowed}") from None


_NO_FIELDS = ("tile_set", "red_fives", "gold_fives")
_OTHER_FIELDS = {
    "pao": ("pao_daisangen", "pao_daisuushii"),
    "shugi_value": ("shugi_value_milli",),
}


def _rows(family: str, *rows: tuple[str, ValueType, Any, str, str]) -> list[Option]:
    return [
        Option(
            name,
            type_,
            default,
            family,
            section,
            meaning,
            () if name in _NO_FIELDS else _OTHER_FIELDS.get(name, (name,)),
        )
        for name, type_, default, section, meaning in rows
    ]


_BOOL = Bool()
_HAN = Int(0, 13, 13)
_PAYMENT = Int(0, 100_000, 10_000, step=100)
_SCORE = Int(0, 1_000_000, 50_000, step=100)
_CHIPS = Int(0, 1000, 50)
_LIMITS = Choice(("mangan", "haneman", "baiman", "sanbaiman", "yakuman"), codes=(4, 6, 8, 11, 13))

_TILES = _rows(
    "tiles",
    (
        "tile_set",
        DeckName(tuple(TILE_SETS)),
        "sanma_108",
        "sanma 1",
        "the deck before special copies",
    ),
    ("red_fives", Fives(), {"5p": 1, "5s": 1}, "sanma 1", "plain fives that are red"),
    ("gold_fives", Fives(), {}, "bingo 1", "plain fives that are gold"),
    ("gold_dora", _HAN, 1, "bingo 4.1", "dora of a gold tile"),
    ("shiro_pocchi", _BOOL, False, "bingo 3", "one White is a joker when drawn in riichi"),
)
_TILES_SET_ASIDE = _rows(
    "tiles set aside",
    (
        "nuki_tile",
        Choice(("none", "4z", "flower"), later={"bingo": "the Seven Rush add-on"}),
        "4z",
        "sanma 3.1",
        "tile that is set aside and replaced",
    ),
    ("nuki_forced", _BOOL, False, "bingo 3", "it is set aside at once, before anything else"),
    ("nuki_rinshan", _BOOL, True, "sanma 4", "a win on its replacement counts rinshan"),
    ("nuki_breaks_ippatsu", _BOOL, True, "sanma 3.5", "setting it aside ends everybody's ippatsu"),
    ("nuki_breaks_first_turn", _BOOL, True, "sanma 3.5", "... and everybody's first turn"),
    ("nuki_pass_furiten", _BOOL, True, "sanma 8.7", "not winning on it makes furiten"),
    ("nuki_indicator_doubles", _BOOL, True, "sanma 4", "indicators that point at it add dora"),
    (
        "north_role",
        Choice(("guest", "yakuhai")),
        "guest",
        "sanma 4",
        "is a triplet of North a yaku",
    ),
)
_WALL = _rows(
    "wall",
    ("hand_size", Int(7, 16, 16, step=3), 13, "sanma 2", "tiles of a hand before the draw"),
    ("dead_wall_size", Int(0, 60, 20), 14, "sanma 2", "tiles at the end that are not drawn"),
    (
        "dead_wall_refill",
        _BOOL,
        True,
        "sanma 2",
        "each replacement takes a tile off the live wall's end",
    ),
    ("rinshan_tiles", Int(0, 30, 20), 8, "sanma 2", "replacement tiles"),
    (
        "replacement_source",
        Choice(("rinshan", "live")),
        "rinshan",
        "sanma 2",
        "where replacements come from: set apart, or the end of the live wall",
    ),
    ("max_kan_indicators", Int(0, 4, 4), 4, "sanma 2", "most indicators that kans turn"),
    ("kan_needs_indicator", _BOOL, False, "bingo 2", "no kan without a new indicator"),
    (
        "draw_to_indicator",
        _BOOL,
        False,
        "bingo 2",
        "no dead wall: play goes on up to the indicator",
    ),
)
_CALLS = _rows(
    "calls",
    ("chii", _BOOL, False, "sanma 3.2", "runs may be called from the player before"),
    (
        "kuikae",
        Choice(("forbidden", "allowed")),
        "forbidden",
        "sanma 3.1",
        "discarding the kind just called",
    ),
    (
        "call_priority",
        Choice(("kan_over_pon", "head_bump")),
        "head_bump",
        "sanma 3.2",
        "who gets a tile that a kan and a pon both claim: the kan, or the next in turn",
    ),
    ("call_on_last_discard", _BOOL, False, "sanma 3.2", "the last discard may be called"),
    (
        "multi_ron",
        Choice(("double", "head_bump")),
        "double",
        "sanma 3.2",
        "two winners on one discard: both, or the next in turn",
    ),
    (
        "must_win",
        Choice(("never", "closed_riichi", "always")),
        "never",
        "sanma 3.6",
        "when a win may not be declined",
    ),
)
_RIICHI = _rows(
    "riichi",
    ("open_riichi", _BOOL, False, "bingo 3", "riichi with the hand shown"),
    ("open_riichi_extra_han", _HAN, 1, "bingo 4.1", "han that open riichi adds to riichi"),
    (
        "open_riichi_deal_in",
        Choice(("none", "yakuman")),
        "none",
        "bingo 4.1",
        "least value of a ron by open riichi off a player not in riichi",
    ),
    (
        "open_riichi_deal_in_kind",
        Choice(("real", "points_only")),
        "real",
        "bingo 8.9",
        "that yakuman counts for chips, or for points only",
    ),
    (
        "furiten_riichi",
        Choice(("allowed", "open_only", "forbidden")),
        "allowed",
        "sanma 3.3",
        "riichi in furiten",
    ),
    (
        "riichi_min_points",
        Int(0, 100_000, 10_000, step=100),
        1000,
        "sanma 3.3",
        "points that riichi needs",
    ),
    ("riichi_min_live_draws", Int(0, 10, 4), 1, "sanma 3.3", "own draws that must still come"),
    ("riichi_cost", _PAYMENT, 1000, "sanma 3.3", "points of a riichi stick"),
    (
        "riichi_kan",
        Choice(("strict", "waits_only", "none")),
        "strict",
        "sanma 3.4",
        "closed kan in riichi: readings unchanged, waits unchanged, never",
    ),
    (
        "keishiki_fifth_copy",
        _BOOL,
        True,
        "sanma 3.3",
        "a wait of which the own hand holds every copy is a wait",
    ),
)
_YAKU = _rows(
    "yaku",
    ("open_tanyao", _BOOL, True, "sanma 4", "tanyao with an open hand"),
    ("atozuke", _BOOL, True, "sanma 9", "an open hand may get its yaku late"),
    (
        "min_yaku_han",
        Int(1, 13, 4),
        1,
        "sanma 4",
        "han of yaku, dora not counted, that a win needs",
    ),
    (
        "chiitoi_duplicates",
        _BOOL,
        False,
        "sanma 4",
        "four equal tiles are two pairs of seven pairs",
    ),
    (
        "chiitoi_quad_han",
        Ints(("one", "two", "three"), 0, 13, 13, words={"yakuman": -1}, none=True),
        None,
        "bingo 4.1",
        "han of seven pairs with one, two, three quadruples; null: as without",
    ),
    (
        "chinitsu_chiitoi",
        Choice(("yakuman", "han")),
        "han",
        "bingo 4.1",
        "seven pairs in one suit: a yakuman of its own, or chinitsu",
    ),
    (
        "chinroutou_chiitoi",
        _BOOL,
        False,
        "bingo 8.23",
        "seven pairs of terminals count as chinroutou",
    ),
    (
        "orphan_hand",
        Choice(("kokushi", "nanashi")),
        "kokushi",
        "bingo 4.1",
        "the hand of thirteen orphans",
    ),
    ("double_variants", _BOOL, True, "sanma 4", "the rare forms of some yakuman count double"),
    ("kazoe", _BOOL, True, "sanma 4", "13 han without a yakuman count as one"),
    (
        "max_yakuman",
        Int(1, 20, 6, none=True),
        None,
        "sanma 9",
        "most yakuman units of a hand; null: no limit",
    ),
    ("renhou_han", _HAN, 0, "bingo 4.1", "han of a ron before the own first draw; 0: no yaku"),
    ("chanta_han", Ints(("closed", "open"), 0, 13, 13), [2, 1], "bingo 4.1", "han of chanta"),
    ("junchan_han", Ints(("closed", "open"), 0, 13, 13), [3, 2], "bingo 4.1", "han of junchan"),
    ("kokushi_ankan_ron", _BOOL, True, "sanma 3.5", "the orphan hand may rob a closed kan"),
    (
        "open_kan_dora",
        Choice(("on_discard", "after_pass", "immediate")),
        "on_discard",
        "sanma 3.5",
        "when an open or added kan's indicator turns",
    ),
)
_DRAWS = _rows(
    "draws",
    (
        "nagashi_mangan",
        _BOOL,
        True,
        "sanma 4",
        "only terminals and honours discarded: a mangan at the draw",
    ),
    (
        "noten_total",
        Int(0, 100_000, 4000, step=200),
        2000,
        "sanma 7",
        "points moved at an exhaustive draw",
    ),
    (
        "abortive_kyuushu",
        _BOOL,
        True,
        "sanma 3.1",
        "nine kinds of terminals and honours may end the hand",
    ),
    ("abortive_four_kans", _BOOL, True, "sanma 7", "four kans of several players end the hand"),
)
_POINTS = _rows(
    "points",
    (
        "points_table",
        Choice(("mjs", "no_fu", "shouhai", "north_bisection")),
        "mjs",
        "sanma 5",
        "how han and fu become points",
    ),
    (
        "tsumo_loss",
        _BOOL,
        True,
        "sanma 5",
        "mjs: nobody pays the missing fourth player's share of a tsumo",
    ),
    ("kiriage", _BOOL, False, "sanma 5", "4 han 30 fu and 3 han 60 fu are a mangan"),
    ("honba_ron", _PAYMENT, 200, "sanma 5", "points of a honba on a ron"),
    ("honba_tsumo", _PAYMENT, 100, "sanma 5", "points of a honba from each on a tsumo"),
    (
        "pao",
        Subset(("daisangen", "daisuushii")),
        ["daisangen", "daisuushii"],
        "sanma 5",
        "yakuman that make who fed the last set liable",
    ),
)
_MATCH = _rows(
    "match",
    (
        "renchan",
        Choice(("tenpai", "win", "winner_deals")),
        "tenpai",
        "sanma 7",
        "the dealer repeats on a win or ready at the draw, on a win, or the winner deals next",
    ),
    (
        "game_length",
        Choice(("hanchan", "east", "until_bust", "fixed_hands")),
        "hanchan",
        "sanma 7",
        "East and South, East, until somebody busts, or match_hands hands",
    ),
    ("match_hands", Int(1, 1000, 16), 12, "bingo 8.36", "hands of game_length fixed_hands"),
    ("start_points", _SCORE, 35000, "sanma 7", "points at the start"),
    (
        "target_points",
        _SCORE,
        40000,
        "sanma 7",
        "points that end the game after the last round; the return",
    ),
    (
        "extension",
        Choice(("one_round", "unlimited", "none")),
        "one_round",
        "sanma 7",
        "rounds played on while nobody has the target",
    ),
    ("bust", _BOOL, True, "sanma 7", "a player who busts ends the game"),
    (
        "bust_below",
        Int(-1_000_000, 1_000_000, 50_000, step=100),
        0,
        "sanma 7",
        "below this a player busts",
    ),
    ("bust_at_zero", _BOOL, False, "sanma 7", "so does a player with exactly 0"),
    (
        "agari_yame",
        Choice(("auto", "none")),
        "auto",
        "sanma 7",
        "a leading dealer ends the last hand's repeats",
    ),
    (
        "uma",
        Ints(("first", "second", "third"), -1000, 1000, 50, total=0, none=True),
        [20, 0, -20],
        "sanma 7",
        "thousands between the places at the end",
    ),
    (
        "oka",
        Int(0, 1_000_000, 50_000, step=100),
        15000,
        "sanma 7",
        "points that the first place gets at the end",
    ),
    (
        "shugi_value",
        Int(0, 1_000_000, 5000),
        0,
        "sanma 6",
        "thousandths of the result's unit that a chip is worth",
    ),
)
_SEVENS_AND_THE_JOKER = _rows(
    "sevens and the joker",
    (
        "seven_limit",
        Int(3, 8, 8, none=True),
        None,
        "bingo 3",
        "most sevens of a suit in a ready hand",
    ),
    (
        "seven_furiten",
        Choice(("pure_ryanmen", "any_ryanmen", "literal_4_only", "off")),
        "off",
        "bingo 8.8",
        "when an own discard of the 7 of a 4-7 wait does not make furiten",
    ),
    (
        "pocchi_choice_timing",
        Choice(("at_win", "after_ura")),
        "at_win",
        "bingo 8.15",
        "the joker is named before or after the ura is seen",
    ),
    (
        "pocchi_reveal_flower",
        _BOOL,
        False,
        "bingo 8.14",
        "a joker revealed by the tulip may be a flower",
    ),
)
_BINGO = _rows(
    "bingo",
    ("bingo_wins", _BOOL, False, "bingo 4.3", "sevens discarded in riichi win"),
    ("bingo_value", _LIMITS, "haneman", "bingo 4.3", "what such a win is worth"),
    ("bingo_counts_riichi_tile", _BOOL, False, "bingo 8.2", "the tile that declares riichi counts"),
    ("bingo_adds_tile", _BOOL, False, "bingo 8.4", "the last seven joins the tulip hand"),
    (
        "bingo_vs_ron",
        Choice(("ron_first", "bingo_first")),
        "ron_first",
        "bingo 8.5",
        "which comes first",
    ),
    (
        "bingo_called_tiles",
        Choice(("streak_only", "both", "none")),
        "streak_only",
        "bingo 8.6",
        "sevens called away count for three in a row, for lines too, or not",
    ),
    ("discard_row_length", Int(3, 20, 6), 6, "bingo 8.7", "tiles in a row of the discards"),
)
_TULIP = _rows(
    "tulip",
    ("tulip", _BOOL, False, "bingo 6.1", "a riichi or yakuman win reveals the wall for chips"),
    ("tulip_gold", _CHIPS, 1, "bingo 6.1", "chips of a gold tile"),
    ("tulip_ura", _CHIPS, 1, "bingo 6.1", "chips of an ura dora"),
    ("tulip_kazoe", _CHIPS, 2, "bingo 6.1", "chips of a counted yakuman"),
    ("tulip_yakuman", _CHIPS, 50, "bingo 6.1", "chips of a real yakuman unit"),
    (
        "tulip_flower",
        _CHIPS,
        3,
        "bingo 6.1",
        "chips of a revealed flower, for each flower set aside",
    ),
    (
        "tulip_tier_up_hits",
        Int(1, 16, 6),
        6,
        "bingo 6.1",
        "tiles hit by one reveal that raise the tier",
    ),
    ("tulip_life_ippatsu", Int(0, 10, 2), 1, "bingo 6.1", "misses that ippatsu survives"),
    (
        "tulip_life_sanbaiman",
        Int(0, 10, 2),
        1,
        "bingo 6.1",
        "misses that a sanbaiman or more survives",
    ),
    ("tulip_tier3_factor", Int(1, 10, 2), 2, "bingo 6.1", "what the third tier multiplies by"),
    (
        "yakuman_tier",
        Choice(("max", "riichi_plus_one", "add")),
        "max",
        "bingo 8.10",
        "starting tier of a yakuman that also holds sevens",
    ),
    ("flower_tier_up", _BOOL, False, "bingo 8.13", "a revealed flower may raise the tier"),
)
_PLACEMENT = _rows(
    "placement",
    (
        "placement",
        Choice(("none", "super_bingo")),
        "none",
        "bingo 7",
        "chips between the places at the end",
    ),
    ("placement_third_base", _CHIPS, 50, "bingo 7", "chips from the third place to the first"),
    ("placement_third_cap", _CHIPS, 80, "bingo 7", "most that the third place pays"),
    (
        "placement_second_line",
        _SCORE,
        35000,
        "bingo 7",
        "points from which the second place is paid",
    ),
    ("placement_second_cap", _CHIPS, 20, "bingo 7", "most that the second place gets"),
    ("placement_second_base", _CHIPS, 10, "bingo 7", "chips from a second place below that line"),
)

OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        *_TILES,
        *_TILES_SET_ASIDE,
        *_WALL,
        *_CALLS,
        *_RIICHI,
        *_YAKU,
        *_DRAWS,
        *_POINTS,
        *_MATCH,
        *_SEVENS_AND_THE_JOKER,
        *_BINGO,
        *_TULIP,
        *_PLACEMENT,
    )
}


def option_table(name: str = "", values: Mapping[str, Any] | None = None) -> str:
    """The options as a Markdown table; with the values that the rule set ``name`` has, if given."""
    heads = ["option", "family", "values", "plain sanma", "meaning", "rule text"]
    if values is not None:
        heads.insert(3, name)
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for option in OPTIONS.values() if values is None else map(OPTIONS.__getitem__, values):
        cells = [
            f"`{option.name}`",
            option.family,
            option.type.allowed,
            f"`{show(option.default)}`",
            option.meaning,
            option.section,
        ]
        if values is not None:
            cells.insert(3, f"`{show(values[option.name])}`")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
