"""Every option changes play: each is flipped once, and a witness must find another outcome.

A witness is the engine's own baseline playing the same seeded games under both rule sets, until
something differs; where that takes too long, a won hand, a payment, or a hand played from a wall
that was laid for the purpose.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.games.riichi import score
from shugi._fast.games.riichi.chip_event_list import entries
from shugi._fast.rules.compile import RULE_ROWS, Rules, RulesError
from shugi._fast.rules.options import GAMES as GAMES_PLAYED
from shugi._fast.rules.options import OPTIONS
from shugi._fast.tables.option_types import Choice
from shugi.envs import load_position
from shugi.envs.rulesets.rules import load_rules
from tests.golden import positions
from tests.support.rule_sets import mostly_allowed

Witness = Callable[[Rules, Rules], str]

GAMES, STEPS = 256, 1500
# the regional games have their options flipped in the tests of their play
READ = [option for name, option in OPTIONS.items() if "riichi" in option.games and name != "game"]
DRAWN = ("chip_events: tsumo", 2 / 50)
CAME_LATE = (
    *("nuki_ends_rinshan", "bust_loaded_per_winner", "wild_eye_across_readings"),
    *("float_liability_split", "north_wind", "abortive_four_winds", "abortive_four_riichi"),
    *("abortive_triple_ron", "abort_plays_on", "pao_whole_hand", "extra_indicators"),
    *("east_passes_on", "extension_repeats", "keishiki_fifth_copy.wait_if_melded"),
    *("pao_ron.whole", "pocchi_when.ippatsu", "nuki_tile.19m"),
    *("no_claim_win_with_gold.wall_only", "false_wins.allowed", "missed_ron.chombo"),
    *("chombo_points", "chombo_chips"),
)
SEEN = ("seat", "hand_done", "done", "points", "chips", "reward", "final_result", "final_rank")


# -------------------------------------------------------------------------------------- witnesses


def baseline_play(left: Rules, right: Rules) -> str:
    """Where the same games first differ when the baseline of ``left`` plays both; "" if nowhere."""
    a, b = Batch(left, GAMES, seed=1), Batch(right, GAMES, seed=1)
    actions = np.zeros(GAMES, np.uint8)
    for step in range(STEPS):
        for name in SEEN:
            if not np.array_equal(getattr(a, name), getattr(b, name)):
                return f"{name} after {step} decisions"
        if not np.array_equal(a.legal(), b.legal()):
            return f"legal actions after {step} decisions"
        a.baseline(actions)
        a.step(actions)
        b.step(actions)
    return ""


def answers(question: Callable[[Rules], Any]) -> Witness:
    """The answers of the two rule sets to a question, if they differ."""

    def witness(left: Rules, right: Rules) -> str:
        one, other = question(left), question(right)
        return "" if one == other else f"{one} / {other}"

    return witness


def win(hand: str, tile: str, **case: Any) -> Witness:
    """What a hand is worth; winning it may also be forbidden."""
    case = {
        "dealer": 0,
        "winner": 1,
        "win_by": "ron",
        "loser": 2,
        "hand": hand,
        "win_tile": tile,
    } | case
    if case["win_by"] != "ron":
        del case["loser"]

    def worth(rules: Rules) -> Any:
        try:
            told = score.score_win(rules, case)
        except ValueError:
            return None
        return {
            key: told[key] for key in ("points_delta", "shugi_delta", "yaku", "yakuman", "next")
        }

    return answers(worth)


def may_be_drawn(**case: Any) -> Witness:
    """Whether a drawn hand may be won."""
    drawn = {"dealer": 0, "winner": 1, "win_by": "tsumo"} | case
    return answers(lambda rules: score.may_win(rules, drawn))


def ron_allowed(hand: str, tile: str) -> Witness:
    """Whether a ron on the tile is legal, with neither riichi nor luck."""
    case = {"dealer": 0, "winner": 1, "win_by": "ron", "loser": 2, "hand": hand, "win_tile": tile}
    return answers(lambda rules: score.may_win(rules, case))


DEALT_INTO_OPEN_RIICHI = win(
    "234456p6784533s",
    "6s",
    riichi="open",
    flags={"open_dealin": True},
    sticks=1,
    scores=[30000, 29000, 30000],
    dora_indicators="1z",
    ura_indicators="2z",
    wall_from_end="7p,1s;1z,3p;8s,9p;2z,1z",
)


def seven_discarded(hand: str) -> Witness:
    """Whether the hand wins on the other end of its 4-7 wait when its 7p is a discard."""
    case = {"hand": hand, "own_discards": "7p"}
    return answers(lambda rules: positions.ron_legal(rules, case, parse_tiles("4p")[0]))


@dataclass(frozen=True)
class Laid:
    """A hand played from a laid wall; both rule sets must go another way.

    Player 0 deals.  ``draws`` are the first live draws, ``end`` lies at the wall's end, the tiles
    between are in code order.
    ``verbs`` are the actions each player takes when they are legal, the first one first; otherwise
    a player passes, or discards the tile just drawn if that is legal, else the lowest one.
    """

    hands: tuple[str, ...]
    draws: str
    verbs: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    end: str = ""

    def __call__(self, left: Rules, right: Rules) -> str:
        one, other = self.play(left), self.play(right)
        if one == other:
            return ""
        return next((f"{a} / {b}" for a, b in zip(one, other, strict=False) if a != b), "length")

    def play(self, rules: Rules) -> list[Any]:
        batch = Batch(rules, 1, auto_reset=False, episode="hand")
        batch.set_wall(0, self.wall(rules))
        trace: list[Any] = []
        while not batch.hand_done[0]:
            legal = batch.legal_actions(0)
            trace.append((int(batch.seat[0]), legal, batch.state(0)["dora"]))
            batch.step_one(0, self.choose(batch, legal))
        return [*trace, batch.ledger(0), batch.scores(0)]

    def wall(self, rules: Rules) -> list[int]:
        front = parse_tiles("".join(self.hands)) + parse_tiles(self.draws)
        end = parse_tiles(self.end)
        rest = Counter(rules.tiles)
        rest.subtract(front + end)
        assert min(rest.values()) >= 0, "more tiles than the deck has"
        return [*front, *sorted(rest.elements()), *end]

    def choose(self, batch: Batch, legal: list[int]) -> int:
        wanted = [action_id(verb) for verb in self.verbs.get(int(batch.seat[0]), ())]
        wanted += [action_id("pass"), batch.state(0)["drawn"]]
        return next((action for action in wanted if action in legal), legal[0])


# ------------------------------------------------------------------------------------- the flips


@dataclass(frozen=True)
class Flip:
    """One option changed; ``also`` is set on both sides, ``needs`` on the changed side alone."""

    key: str
    value: Any
    base: str = "sanma_base"
    witness: Witness = baseline_play
    also: Mapping[str, Any] = field(default_factory=dict)
    needs: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[Rules, Rules]:
        changed = {**self.also, **self.needs, self.key: self.value}
        return load_rules(self.base, **self.also), load_rules(self.base, **changed)

    def __str__(self) -> str:
        return f"{self.key}={self.value}"


def sanma(*flips: tuple[str, Any]) -> list[Flip]:
    return [Flip(key, value) for key, value in flips]


def bingo(*flips: tuple[str, Any]) -> list[Flip]:
    return [Flip(key, value, "super_bingo") for key, value in flips]


NO_PLACEMENT = {"placement": "none", "shugi_value": 0}
BIG_DEAD_WALL = {"dead_wall_size": 18, "dead_wall_refill": False}
# two closed kans each: the fourth ends the hand
FOUR_KANS = Laid(
    ("1111p2222p9m9s567z", "3333p4444p1m1s567z", "66778899p66778s"),
    "1z",
    {0: ("kan_closed",), 1: ("kan_closed",)},
)
# player 0 discards 7p, which player 1 may pon and player 2 may kan
KAN_OR_PON = Laid(
    ("123468p12468s1z2z", "77p1239p1239s567z", "777p1469p1469s3z4z"),
    "7p",
    {1: ("pon",), 2: ("kan_open",)},
)
# player 0 waits for North in riichi and lets two be set aside by player 1
NORTH_MISSED = Laid(
    ("123456789p123s4z", "1m9m1p9p1s9s123567z4z", "1m9m2468p2468s567z"),
    "9m4z8s",
    {0: ("riichi",), 1: ("nuki",)},
)
# player 0 feeds all three dragon sets, then player 1 draws the winning 4p
FED_DRAGONS = Laid(
    ("1m9m2468p2468s123z", "556677z23p99s119m", "1m9m2468p2468s123z"),
    "5z1z6z2z7z3z8s4p",
    {1: ("win", "pon")},
)
# a kan of 3p takes the readings with 345p away but leaves the waits 6s 9s
KAN_IN_RIICHI = Laid(
    ("333444555p678s9s", "19m19p19s1234567z", "1m9m2468p2468s567z"),
    "1z2z3z3p",
    {0: ("riichi", "kan_closed")},
)
# player 1 declares a closed kan of the tile that the orphans of player 0 wait for
KAN_OF_EAST = Laid(
    ("19m19p19s2345677z", "1111z2468p24689s", "1m9m2468p2468s567z"),
    "3p3s",
    {1: ("kan_closed",)},
)
# player 0 is dealt the four winds
FOUR_WINDS = Laid(
    ("1234z456778p999s", "12224678s1133p", "1134668p11s567z"), "2p", {0: ("grand_cross",)}
)
GOLD_WINDS = Laid(
    ("123z4zg456778p999s", "12224678s1133p", "1134668p11s567z"), "2p", {0: ("grand_cross",)}
)
# player 0 draws the joker in riichi on 5p, while the gold 5p is the hidden ura indicator
JOKER = Laid(
    ("46p11123456789s", "12346789p23467z", "12346789p23467z"),
    "9p7z1z5zo",
    {0: ("win", "riichi")},
    end="1z5pg2z2z3z3z4z4z6z6z",
)
# player 0 makes a closed kan, is given a flower for it, and then the winning 6p
FLOWER_AFTER_KAN = Laid(
    ("1111p234s678s99p8p", "2389p1289s12344z", "2349p1346s12355z"),
    "7p",
    {0: ("kan_closed", "win")},
    end="6p1f",
)
# player 1 makes an open kan, draws 5z and discards it; player 2 may pon that
OPEN_KAN = Laid(
    ("19m2468p2468s123z", "9m13579p1379s777z", "19m2468p2468s155z"),
    "7z",
    {1: ("kan_open",)},
    end="5z",
)


def only_outside_discards() -> Laid:
    """Player 0 draws and discards nothing but terminals and honours."""
    inside = [f"{rank}{suit}" for suit in "ps" for rank in "2346782346782346782346785550"]
    outside = [tile for tile in ("1m", "9m", "1p", "9p", "1s", "9s") for _ in range(4)]
    outside += [f"{rank}z" for rank in "1234567" for _ in range(4)]
    hands = tuple("".join(inside[13 * seat : 13 * seat + 13]) for seat in range(3))
    own, others = outside[:19], inside[39:] + outside[19:]
    draws = [own.pop() if turn % 3 == 0 else others.pop() for turn in range(55)]
    return Laid(hands, "".join(draws))


JUNK = "19m19p19s1234567z"
# everybody draws an East and discards it
SAME_WINDS = Laid(("2468m2468p24689s",) * 4, "1z1z1z1z")
# everybody is dealt a ready hand
FOUR_RIICHI = Laid(
    ("123m456m789m12p99s", "123p456p789p12m88s", "123s456s789s12p77z", "234m567m234s66678p"),
    "1z2z3z4z",
    {seat: ("riichi",) for seat in range(4)},
)
# player 0 discards the 5p that the three others wait for
TRIPLE_RON = Laid(
    (JUNK, "234567m34p678s22s", "345678m34p567s33s", "456234m34p456s88s"),
    "5p",
    {seat: ("win",) for seat in (1, 2, 3)},
)
NORTHS = win("444z123p456s78s99m", "9s", round_wind="4z")
# who is liable for the dragons, in a hand that is all honours too
DRAGONS_AND_HONOURS = win(
    "1122z", "2z", melds=[["pon", "555z"], ["pon", "666z"], ["pon", "777z"]], pao={"daisangen": 0}
)

# a yaku only by being the last tile
LATE_BUT_LUCKY = may_be_drawn(
    hand="123s45s99m",
    melds=[["pon", "2p2p2p"], ["pon", "9p9p9p"]],
    win_tile="6s",
    flags={"haitei": True},
)
# the kan of 2p, made first, is part of no yaku
CALL_BEFORE_GREEN = may_be_drawn(
    hand="123s45s99m", melds=[["pon", "999p"], ["pon", "666z"]], win_tile="3s"
)
KAN_BEFORE_GREEN = may_be_drawn(
    hand="123s45s99m", melds=[["ankan", "2p2p2p2p"], ["pon", "6z6z6z"]], win_tile="6s"
)
ALL_EIGHT_BIRDS = win("1111111s23s99p23s", "1s", riichi="closed")
THIRTEEN_HAN = win("123456789s1122z", "2z", riichi="closed", dora_indicators="1z1z")


def placed(*scores: int) -> Witness:
    """The chips between the places."""
    return answers(lambda rules: score.placement(rules, list(scores)))


RIICHI_YAKUMAN = {
    "win_by": "tsumo",
    "winner": 0,
    "riichi": "closed",
    "dora_indicators": "1z",
    "ura_indicators": "1z",
    "wall_from_end": "6p,1z;7s,2z",
}

NANASHI = ("179p179s1234567z", "7p")
YAKUMAN_WITH_BINGO = win(*NANASHI, bingo_in_hand={"1b": 1}, wall_from_end="7p,1z")
DEATH = win("667788p456s22s34s", "5s", riichi="closed", wall_from_end="7pd,1z")
# the winner is in home run mode, both payers bust with the bases loaded
WALK_OFF = win(
    "46p5pg777p234s67s22s",
    "8s",
    win_by="tsumo",
    winner=0,
    riichi="closed",
    scores=[80000, 6000, 4000],
    markers=["H", "B", "B"],
)
NO_POINTS = {
    key: value
    for key, value in load_rules("super_bingo+cherry").options.items()
    if key != "cherry" and value != load_rules("super_bingo").options[key]
}


def crossed_before(rules: Rules) -> Any:
    """Chips of a win in home run mode after a Grand Cross of the same hand."""
    batch = load_position(
        f"rules {rules.name} home_run_includes_gc="
        f"{json.dumps(rules.options['home_run_includes_gc'])} | turn own 0 | "
        "seat0 hand=46p5pg777p234s67s22s+8s marker=1 | seat1 hand=1289p1289s12344z | "
        "seat2 hand=1349p1346s12355z"
    )
    line = {"reason": "grand_cross", "payer": 1, "payee": 0, "chips": 10}
    batch.set_state(0, batch.state(0) | {"ledger": [line]})
    batch.step_one(0, action_id("win"))
    return batch.state(0)["last"]["chips"]


ONE_SIDED = {"hand": "12345677s66z", "melds": [["pon", "999p"]]}  # a yaku on 6z alone


def open_hand_won(**case: Any) -> Witness:
    """A ron on the side that has a yaku, or by open riichi on the other."""
    return win(ONE_SIDED["hand"], "7s", melds=ONE_SIDED["melds"], **case)


def may_declare(rules: Rules) -> list[bool]:
    asked = [action_id(verb) for verb in ("riichi", "open_riichi")]
    return [positions.riichi_legal(rules, ONE_SIDED, verb) for verb in asked]


def one_tile_left(rules: Rules) -> list[int]:
    """What the same hand may do on its own turn when only one tile is still to be drawn."""
    state, pool = positions.table(rules, ONE_SIDED, "none")
    positions.fill_others(state, pool, set())
    seats = state["seats"]
    seats[positions.ASKED]["hand"] += pool.fill(1, set())
    left = len(rules.tiles) - rules.options["dead_wall_size"] - 1
    left -= sum(len(seat["hand"]) for seat in seats) + 3
    for k, seat in enumerate(seats):
        seat["river"] = pool.fill(left // 3 + (k < left % 3), set())
    return positions.play(rules, state).legal_actions(0)


def second_busts(rules: Rules) -> int:
    """What the first of two winners is paid, when the payer has points left for him alone."""
    batch = load_position(
        f"rules {rules.name} bust_loaded_per_winner="
        f"{json.dumps(rules.options['bust_loaded_per_winner'])} | score 2000 30000 28000 | "
        "turn claim discard=8s from=0 | dora 9m | seat0 hand=19m1288p1299s123z river=8s | "
        "seat1 hand=234567p45688s22p | seat2 hand=67s345p33p999p melds=pon(7z7z'7z)<0"
    )
    batch.step_one(0, action_id("win"))
    batch.step_one(0, action_id("win"))
    return batch.state(0)["last"]["chips"]


FLYING_FISH = [
    *(
        Flip(key, value, "flying_fish")
        for key, value in (
            ("honba_rule", "base"),
            ("rematch", True),
            ("bust_shugi_per_1000", 2),
            ("demekin", False),
            ("demekin_snake_eyes", 2),
            ("demekin_reroll_doubles", False),
            ("home_run_markers", False),
            ("multiplier_conditions", ["home_run", "ippatsu"]),
            ("walkoff_shared", True),
            ("honba_multiplier", True),
            ("placement", "none"),
            ("placement_second", 12),
            ("placement_third", 20),
            ("chip_ippatsu", 1),
            ("chip_ura", 1),
            ("chip_red", 1),
            ("chip_yakuman_ron", 10),
            ("chip_yakuman_tsumo", 5),
        )
    ),
    Flip("bust_loaded_per_winner", True, "flying_fish", witness=answers(second_busts)),
    Flip("honba_multiplier_step", 2, "fierce_flying_fish"),
    Flip("chip_gold", 2, "far_flying_fish"),
    Flip("gold_dora", 1, "far_flying_fish"),
    Flip(
        "next_dealer_on_double_ron",
        "dealer_if_winner",
        "flying_fish",
        witness=answers(
            lambda rules: score.after_hand(rules, "E1", [20000] * 3, end="win", winners=[2, 0])
        ),
    ),
    Flip(
        "tie_first",
        "start_order",
        "flying_fish",
        witness=answers(lambda rules: score.placement(rules, [30000, 0, 30000], last_winner=2)),
    ),
    Flip(
        "tie_second",
        "start_order",
        "flying_fish",
        witness=answers(lambda rules: score.placement(rules, [0, 60000, 0])),
    ),
    Flip(
        "open_hand_riichi",
        False,
        "far_flying_fish",
        witness=answers(may_declare),
    ),
    Flip(
        "open_hand_riichi_han",
        1,
        "far_flying_fish",
        witness=open_hand_won(riichi="closed", sticks=1),
    ),
    Flip(
        "open_hand_open_riichi_han",
        2,
        "far_flying_fish",
        witness=open_hand_won(riichi="open", sticks=1),
    ),
    Flip(
        "confirmed_yaku_for_closed_riichi",
        "none",
        "far_flying_fish",
        witness=answers(may_declare),
    ),
    Flip(
        "confirmed_excludes_luck",
        False,
        "far_flying_fish",
        witness=answers(one_tile_left),
        also={"riichi_min_live_draws": 0},
    ),
]
# the dealer may make a closed kan at once
KAN_BY_THE_DEALER = Laid(
    ("1111p2468p19m24z", "1m468p369s1234z9s", "1m678p147s12334z"),
    "4z",
    {0: ("kan_closed",)},
)
SIX_WAITS = win("11m3445789s456p", "2s", riichi="closed", sticks=1)
FURITEN_RIICHI = win(
    "11m3445789s456p",
    "2s",
    win_by="tsumo",
    riichi="open",
    flags={"furiten_open": True},
    sticks=1,
)
FOUR_PONS = [["pon", 3 * tile] for tile in ("2p", "5s", "8s", "3z")]
HALF_FLUSH_PAIRS = win("1199p33p55p11z2z7z", "2z")
PINFU_DRAWN = {"dealer": 0, "winner": 1, "win_by": "tsumo", "win_tile": "2s"} | {
    "hand": "11m3445789s456p"
}
ALMIGHTY_ORPHANS = win("19m19p19s123456z", "3z")
LUCKY = win(
    "456p678s234s99p6p",
    "7p",
    riichi="closed",
    sticks=1,
    flags={"ippatsu": True},
    removed_tiles=3,
    dora_indicators="8p1f",
    ura_indicators="3s8p",
)

FINED = {"false_wins": "allowed", "chombo_points": 5000}


def fined(rules: Rules) -> list[Any]:
    """What a ready hand pays that declares a win on the first tile that completes nothing."""
    batch = Batch(rules, GAMES, seed=1)
    actions = np.zeros(GAMES, np.uint8)
    for _ in range(STEPS):
        batch.baseline(actions)
        false = np.flatnonzero(batch.legal()[:, action_id("win")] & (actions != action_id("win")))
        if len(false):
            batch.step_one(int(false[0]), action_id("win"))
            return batch.ledger(int(false[0]))
        batch.step(actions)
    raise AssertionError("nobody could declare a wrong win")


FLIPS = [
    *sanma(
        ("red_fives", {"5p": 1}),
        ("gold_fives", {"5s": 1}),
        ("shiro_pocchi", True),
        ("nuki_tile", "none"),
        ("nuki_tile", "19m"),
        ("nuki_forced", True),
        ("nuki_rinshan", False),
        ("nuki_breaks_ippatsu", False),
        ("nuki_breaks_first_turn", False),
        ("nuki_indicator_doubles", False),
        ("hand_size", 10),
        ("dead_wall_size", 16),
        ("max_kan_indicators", 1),
        ("chii", True),
        ("kuikae", "allowed"),
        ("call_on_last_discard", True),
        ("multi_ron", "head_bump"),
        ("must_win", "closed_riichi"),
        ("must_win", "always"),
        ("open_riichi", True),
        ("furiten_riichi", "forbidden"),
        ("riichi_min_points", 10000),
        ("riichi_min_live_draws", 3),
        ("riichi_cost", 2000),
        ("riichi_kan", "none"),
        ("open_tanyao", False),
        ("atozuke", False),
        ("min_yaku_han", 2),
        ("chiitoi_duplicates", True),
        ("orphan_hand", "nanashi"),
        ("kazoe", False),
        ("chanta_han", [3, 1]),
        ("noten_total", 3000),
        ("abortive_kyuushu", False),
        ("points_table", "no_fu"),
        ("points_table", "shouhai"),
        ("tsumo_loss", False),
        ("kiriage", True),
        ("honba_ron", 300),
        ("honba_tsumo", 500),
        ("renchan", "win"),
        ("renchan", "winner_deals"),
        ("east_passes_on", True),
        ("game_length", "east"),
        ("game_length", "until_bust"),
        ("game_length", "fixed_hands"),
        ("start_points", 25000),
        ("target_points", 45000),
        ("extension", "none"),
        ("bust", False),
        ("bust_below", 10000),
        ("bust_at_zero", True),
        ("agari_yame", "none"),
        ("uma", [30, 0, -30]),
        ("oka", 30000),
    ),
    *bingo(
        ("gold_dora", 2),
        ("north_role", "yakuhai"),
        ("rinshan_tiles", 10),
        ("open_riichi_extra_han", 2),
        ("chiitoi_quad_han", [2, 8, "yakuman"]),
        ("chinitsu_chiitoi", "han"),
        ("seven_limit", None),
        ("pocchi_when", "ippatsu"),
        ("pocchi_reveal_flower", True),
        ("bingo_wins", False),
        ("bingo_value", "mangan"),
        ("bingo_value", "baiman"),
        ("bingo_value", "sanbaiman"),
        ("bingo_value", "yakuman"),
        ("bingo_counts_riichi_tile", True),
        ("bingo_adds_tile", True),
        ("bingo_vs_ron", "bingo_first"),
        ("discard_row_length", 5),
        ("tulip", False),
        ("tulip_gold", 2),
        ("tulip_ura", 2),
        ("tulip_kazoe", 3),
        ("tulip_yakuman", 60),
        ("tulip_flower", 4),
        ("tulip_tier_up_hits", 4),
        ("tulip_life_ippatsu", 2),
        ("tulip_life_sanbaiman", 2),
        ("tulip_tier3_factor", 3),
        ("yakuman_tier", "riichi_plus_one"),
        ("placement", "none"),
        ("placement_third_base", 60),
        ("placement_second_base", 12),
    ),
    # flips that need company
    Flip("points_table", "north_bisection", needs={"tsumo_loss": False}),
    Flip("tsumo_loss", True, "super_bingo"),
    Flip("tsumo_loss", True, "shouhai_mighty"),
    Flip("false_wins", "allowed", "shouhai_mighty", needs={"chombo_points": 5000}),
    Flip("missed_ron", "chombo", "shouhai_mighty", also=FINED),
    Flip("chombo_points", 4000, "shouhai_mighty", witness=answers(fined), also=FINED),
    Flip("chombo_chips", 3, "toriuchi", witness=answers(fined), also=FINED),
    Flip(
        "tile_set",
        "super_bingo_112",
        also={"tile_set": "shouhai_112", "nuki_tile": "flower", "orphan_hand": "nanashi"},
    ),
    Flip("nuki_tile", "4z", also={"nuki_tile": "none"}),
    Flip("dead_wall_refill", False, also={"dead_wall_size": 18}),
    Flip("replacement_source", "live", also={**BIG_DEAD_WALL, "rinshan_tiles": 0}),
    Flip("kan_needs_indicator", True, also={"max_kan_indicators": 0}),
    Flip(
        "draw_to_indicator",
        True,
        also={"dead_wall_size": 10, "dead_wall_refill": False, "max_kan_indicators": 0},
        needs={"dead_wall_size": 0},
    ),
    Flip("furiten_riichi", "open_only", also={"open_riichi": True}),
    Flip(
        "furiten_riichi",
        "forbidden",
        "super_bingo",
        witness=answers(
            lambda rules: positions.riichi_legal(
                rules,
                {"hand": "23456p234678s99p", "own_discards": "1p"},
                action_id("open_riichi"),
            )
        ),
    ),
    Flip("match_hands", 5, also={"game_length": "fixed_hands"}),
    Flip("shugi_value", 2000, "super_bingo", also=NO_PLACEMENT),
    # rare things, by a hand or a question
    Flip(
        "keishiki_fifth_copy",
        "wait",
        witness=answers(lambda rules: score.waits_of(rules, "1111z123456p789s")),
    ),
    Flip(
        "keishiki_fifth_copy",
        "no_wait",
        witness=answers(
            lambda rules: score.waits_of(rules, "13s55p123p789s", [["ankan", "2s2s2s2s"]])
        ),
    ),
    Flip("double_variants", False, witness=win("19m19p19s1234567z", "5z")),
    Flip("max_yakuman", 1, witness=win("19m19p19s1234567z", "5z")),
    Flip("renhou_han", 5, witness=win("234456p6784533s", "6s", flags={"renhou": True})),
    Flip("junchan_han", [4, 2], witness=win("123789p12399s12s", "3s")),
    Flip(
        "chinroutou_chiitoi",
        True,
        "super_bingo",
        witness=win("1111p9999p1111s9s", "9s", wall_from_end="2z,2z"),
    ),
    Flip(
        "yakuman_tier",
        "add",
        "super_bingo",
        witness=win("222p444p777p888s6z", "6z", **RIICHI_YAKUMAN),
    ),
    Flip(
        "flower_tier_up",
        True,
        "super_bingo",
        witness=answers(
            lambda rules: score.play_tulip(
                rules,
                {
                    "tulip_hand": "677889p123s11z333z",
                    "removed_flowers": 2,
                    "wall_from_end": "1f,1z;7p,7p",
                },
            )
        ),
    ),
    *(
        Flip("seven_furiten", value, "super_bingo", witness=seven_discarded(hand))
        for value, hand in (
            ("any_ryanmen", "5677p234456789s"),
            ("literal_4_only", "23456p234s456s99s"),
            ("off", "11156p456567s99s"),
        )
    ),
    *(
        Flip(
            "bingo_called_tiles",
            value,
            "super_bingo",
            witness=answers(
                lambda rules: [
                    score.bingo_line(rules, "1z7p7s7p", 0, [2]),
                    score.bingo_line(rules, "1z7p1p2p3p4p6p7s1s2s3s4s6s7p", 0, [7]),
                ]
            ),
        )
        for value in ("both", "none")
    ),
    Flip(
        "extension_repeats",
        False,
        witness=answers(
            lambda rules: score.game_ends(rules, "W1", [25000, 40000, 40000], dealer_repeats=True)
        ),
    ),
    Flip("extra_indicators", 1, "riichi_tenhou", also={"max_kan_indicators": 3}),
    Flip(
        "extension",
        "unlimited",
        witness=answers(
            lambda rules: score.game_ends(rules, "W3", [39000, 38000, 28000], dealer_repeats=False)
        ),
    ),
    Flip(
        "placement_third_cap",
        75,
        "super_bingo",
        witness=answers(lambda rules: score.placement(rules, [60000, 32000, -2000])),
    ),
    Flip(
        "placement_second_line",
        33000,
        "super_bingo",
        witness=answers(lambda rules: score.placement(rules, [40000, 34000, 16000])),
    ),
    Flip(
        "placement_second_cap",
        8,
        "super_bingo",
        witness=answers(lambda rules: score.placement(rules, [41000, 39000, 10000])),
    ),
    # the baseline never deals into a hand it is shown
    *(
        Flip(key, value, "super_bingo", witness=DEALT_INTO_OPEN_RIICHI)
        for key, value in (
            ("open_riichi_deal_in", "none"),
            ("open_riichi_deal_in_kind", "points_only"),
        )
    ),
    # rare things, by a laid wall
    Flip("nuki_pass_furiten", False, witness=NORTH_MISSED),
    Flip("call_priority", "head_bump", "super_bingo", witness=KAN_OR_PON),
    Flip("riichi_kan", "strict", witness=KAN_IN_RIICHI),
    Flip("open_kan_dora", "after_pass", witness=OPEN_KAN),
    Flip("open_kan_dora", "immediate", witness=OPEN_KAN),
    Flip("kokushi_ankan_ron", False, witness=KAN_OF_EAST),
    Flip("pocchi_choice_timing", "after_ura", "super_bingo", witness=JOKER),
    Flip("nagashi_mangan", False, witness=only_outside_discards()),
    Flip("abortive_four_kans", False, witness=FOUR_KANS),
    Flip("pao", [], witness=FED_DRAGONS),
    Flip("pao_ron", "whole", witness=DRAGONS_AND_HONOURS),
    Flip("nuki_ends_rinshan", True, "super_bingo", witness=FLOWER_AFTER_KAN),
    Flip("players", 4, needs={"uma": [20, 10, -10, -20]}),
    Flip("north_wind", False, "riichi_tenhou", witness=NORTHS),
    Flip("abortive_four_winds", False, "riichi_tenhou", witness=SAME_WINDS),
    Flip("abortive_four_riichi", False, "riichi_tenhou", witness=FOUR_RIICHI),
    Flip("abortive_triple_ron", False, "riichi_tenhou", witness=TRIPLE_RON),
    Flip("pao_whole_hand", False, "riichi_tenhou", witness=DRAGONS_AND_HONOURS),
    Flip(
        "abort_plays_on",
        False,
        "riichi_tenhou",
        witness=answers(
            lambda rules: score.game_ends(
                rules, "S4", [20000, 20000, 20000, 40000], dealer_repeats=True, aborted=True
            )
        ),
    ),
    # Toriuchi
    *(
        Flip(key, value, "toriuchi")
        for key, value in (
            ("atozuke_scope", "open_only"),
            ("chip_tanyao", 2),
            ("chip_red", 2),
            ("chip_ippatsu", 0),
            ("chip_ura", 3),
            ("chip_bust", 0),
            ("shugi", False),
            ("bird_tile", "9s"),
            ("gun_tile", "1z"),
            ("guns_in_melds", False),
            ("bird_min_yaku", 3),
            ("bird_luck_yaku", []),
            ("settle", "literal"),
            ("floating_uma_line", 30000),
            ("floating_uma_chips", 5),
            ("placement", "none"),
        )
    ),
    Flip(
        "atozuke_luck_counts",
        True,
        "toriuchi",
        also={"first_call_must_serve": False},
        witness=LATE_BUT_LUCKY,
    ),
    Flip("first_call_must_serve", False, "toriuchi", witness=CALL_BEFORE_GREEN),
    Flip("first_call_counts_ankan", True, "toriuchi", witness=KAN_BEFORE_GREEN),
    Flip("tile_set", "toriuchi_112", also={"nuki_tile": "none"}),
    Flip("settle_unit", 1000, "toriuchi", witness=placed(52500, 41000, 11500)),
    Flip("round_half", "down", "toriuchi", witness=placed(47500, 42500, 15000)),
    *(
        Flip(key, value, "toriuchi", witness=ALL_EIGHT_BIRDS)
        for key, value in (
            ("yakuman_all_birds", False),
            ("bird_yakuman_qualifies", False),
            ("chip_yakuman_ron", 7),
        )
    ),
    Flip(
        "chip_yakuman_tsumo",
        4,
        "toriuchi",
        witness=win("1111111s23s99p23s", "1s", win_by="tsumo"),
    ),
    Flip("chip_kazoe", True, "toriuchi", witness=THIRTEEN_HAN),
    # the chip add-ons of Super Bingo
    *bingo(("rainbow_sevens", True), ("home_run_markers", True)),
    *bingo(("pocchi_reveal_choice", "decision")),
    Flip("rainbow_value", 15, "super_bingo+rainbow_sevens"),
    Flip("nuki_tile", "bingo", "super_bingo", needs={"seven_rush": "normal"}),
    Flip("seven_rush", "normal", "super_bingo", needs={"nuki_tile": "bingo"}),
    Flip("seven_rush", "deluxe", "super_bingo+seven_rush", needs={"rinshan_tiles": 12}),
    Flip("bingo_tiles_need_riichi", False, "super_bingo+seven_rush", witness=YAKUMAN_WITH_BINGO),
    Flip("walkoff_shared", False, "super_bingo+home_run", witness=WALK_OFF),
    Flip("multiplier_conditions", ["home_run"], "super_bingo+home_run", witness=WALK_OFF),
    Flip(
        "home_run_includes_gc",
        True,
        "super_bingo+home_run+grand_cross",
        witness=answers(crossed_before),
    ),
    Flip("cherry", True, "super_bingo", also=NO_POINTS),
    Flip("cherry_dealer_column", False, "super_bingo+cherry"),
    Flip("cherry_sign_without_tulip", True, "super_bingo+cherry"),
    Flip("cherry_yakuman_bonus", False, "super_bingo+cherry", witness=win(*NANASHI)),
    Flip("death_reveal_scores", True, "super_bingo+cherry", witness=DEATH),
    *FLYING_FISH,
    # Shouhai Mighty
    Flip("almighty", 1, also={"keishiki_fifth_copy": "no_wait"}, needs={"hand_size": 12}),
    Flip("kan_gives_almighty", True, "shouhai_mighty", witness=KAN_BY_THE_DEALER),
    Flip("extra_5m", True, "shouhai_mighty"),
    *(
        Flip(key, value, "shouhai_mighty", witness=witness)
        for key, value, witness in (
            ("open_riichi_furiten_han", None, FURITEN_RIICHI),
            ("otafuku_free_waits", 5, SIX_WAITS),
            ("local_otafuku", False, SIX_WAITS),
            ("chip_otafuku", 2, SIX_WAITS),
            ("shugi", False, SIX_WAITS),
            ("local_yonchoro", False, win("222p34p567s789s9m", "9m", riichi="closed", sticks=1)),
            ("local_sanpukou", False, win("333z44z678s1m", "1m", melds=[["pon", "2z2z2z"]])),
            ("local_renkou", False, win("222p333p44p678s9m", "9m", riichi="closed", sticks=1)),
            ("local_mu", False, win("", "5z", melds=FOUR_PONS)),
            ("mu_counts_ankan", True, win("", "5z", melds=[*FOUR_PONS[1:], ["ankan", "3p" * 4]])),
            ("pao", [], win("", "5z", melds=FOUR_PONS, pao={"mu": 0})),
            ("local_manzu_honitsu", False, win("19m1122334455z", "1m")),
            ("local_daisharin", False, win("113355778899p", "2p")),
            ("closed_honitsu_chiitoi", "none", HALF_FLUSH_PAIRS),
            ("limit_yaku_mode", "additive", HALF_FLUSH_PAIRS),
            ("renhou_limit", "none", win("11m3445789s456p", "1m", flags={"renhou": True})),
            ("min_fu", 20, answers(lambda rules: score.score_win(rules, PINFU_DRAWN)["fu"])),
            (
                "fu_extension",
                "cap_50",
                answers(lambda rules: score.hand_points(rules, han=2, fu=60, dealer=True)),
            ),
            ("otafuku_with_yakuman", False, ALMIGHTY_ORPHANS),
            ("chip_yakuman_ron", 7, ALMIGHTY_ORPHANS),
            ("chip_bust", 3, ALMIGHTY_ORPHANS),
            ("chip_yakuman_tsumo", 7, win("19m19p19s123456z", "3z", win_by="tsumo")),
            ("chip_ippatsu", 2, LUCKY),
            ("chip_ura", 2, LUCKY),
            ("chip_kandora", 2, LUCKY),
            ("chip_kandora_initial", True, LUCKY),
            ("chip_kazoe", True, LUCKY),
        )
    ),
    # the calling add-ons of Super Bingo
    Flip("grand_cross", True, "super_bingo", witness=FOUR_WINDS),
    Flip("gold_north", False, "super_bingo+grand_cross"),
    Flip("gc_shugi", 15, "super_bingo+grand_cross", witness=FOUR_WINDS),
    Flip("gc_gold_shugi", 30, "super_bingo+grand_cross", witness=GOLD_WINDS),
    Flip(
        "gc_counts_as_kan",
        True,
        "super_bingo+grand_cross",
        witness=win(
            "234s8s",
            "8s",
            melds=[["gc", "1z2z3z4z"], ["ankan", "1p1p1p1p"], ["ankan", "9p9p9p9p"]],
        ),
    ),
    Flip("atama", True, "super_bingo"),
    Flip(
        "atama_yakuman_guarantee",
        "won_tile",
        "super_bingo+atama",
        witness=ron_allowed("11145s5sg0s888s333p", "4s"),
    ),
    Flip(
        "atama_bingo",
        "riichi",
        "super_bingo+atama",
        witness=win("1133p2244s3355z8s", "", win_by="bingo", riichi="closed", win_tile=None),
    ),
    Flip(
        "atama_open_suuankou",
        True,
        "super_bingo+atama",
        witness=win("79p179s123456z", "7z", melds=[["atama", "1p1p"]]),
    ),
    Flip("orochi_needs_seven", True, "super_bingo+atama", witness=win("112233445566z7z", "7z")),
    Flip("chip_events", [{"name": "drawn", "when": ["tsumo"], "chips": 2}], "super_bingo"),
]


@pytest.mark.parametrize("flip", FLIPS, ids=str)
def test_flip_changes_play(flip: Flip) -> None:
    assert flip.witness(*flip.sides), f"{flip} changes nothing"


def test_options_that_came_late_say_nothing_unless_they_are_used() -> None:
    """Networks that were trained before them read the rules as they did."""
    for game in GAMES_PLAYED:
        rules = Rules(game, {"game": game})
        said = dict(zip(rules.entries, rules.vector.tolist(), strict=True))
        assert [said[name] for name in CAME_LATE] == [0] * len(CAME_LATE)


def test_every_option_is_flipped() -> None:
    assert {flip.key for flip in FLIPS} == {option.name for option in READ}


def test_every_choice_is_on_one_side_of_a_flip() -> None:
    tried = {
        (key, value)
        for flip in FLIPS
        for rules in flip.sides
        for key, value in rules.options.items()
        if key == flip.key and isinstance(value, str)
    }
    choices = {
        (option.name, value)
        for option in READ
        if isinstance(option.type, Choice)
        for value in option.type.values
    }
    # flowers are set aside where the deck has them, and only there
    untried = {("nuki_tile", "flower"), ("tile_set", "sanma_108")}
    decks = {("tile_set", deck) for deck in ("full_136", "flowers_144", "dragons_120", "none")}
    assert choices - tried <= untried | decks  # decks of the regional games


@pytest.mark.parametrize("flip", FLIPS, ids=str)
def test_flip_changes_hash_and_rule_vector(flip: Flip) -> None:
    left, right = flip.sides
    assert left != right and left.hash != right.hash
    keys = {flip.key, *flip.needs}
    if flip.key == "chip_events":  # their entries have names of their own
        assert [entries(side.options[flip.key]) for side in (left, right)] == [[], [DRAWN]]
        assert right.entries == (*left.entries, DRAWN[0])
        assert right.vector.tolist() == [*left.vector.tolist(), np.float32(DRAWN[1])]
        return
    if flip.key in ("tile_set", "seven_rush", "extra_5m"):
        keys |= {"deck", "aside"}
    changed = np.flatnonzero(left.vector != right.vector)
    rows = [row for row in RULE_ROWS if any(0 <= i - row["offset"] < row["size"] for i in changed)]
    assert rows and {row["name"] for row in rows} <= keys


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["sanma_base", "super_bingo"]), mostly_allowed(most=6), st.integers(0, 2**32)
)
def test_whatever_is_accepted_can_be_played(name: str, options: dict[str, Any], seed: int) -> None:
    try:
        rules = load_rules(name, **options)
    except RulesError:
        return
    games = 16
    batch = Batch(rules, games, seed=seed)
    careful, wild = np.zeros(games, np.uint8), np.zeros(games, np.uint8)
    for step in range(200):
        batch.baseline(careful)
        batch.sample(wild, seed + step)
        batch.step(wild if step % 4 == 0 else careful)
        assert not batch.status.any()
    for game in range(games):
        on_table = batch.state(game)["sticks"] * rules.options["riichi_cost"]
        assert sum(batch.scores(game)) + on_table == rules.seats * rules.options["start_points"]
