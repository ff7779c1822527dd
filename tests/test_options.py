"""Every option changes play: each is flipped once, and a witness must find another outcome.

A witness is the engine's own baseline playing the same seeded games under both rule sets, until
something differs; where that takes too long, a won hand, a payment, or a hand played from a wall
that was laid for the purpose.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shugi._fast import score
from shugi._fast.actions import action_id
from shugi._fast.batch import Batch
from shugi._fast.option_types import Choice
from shugi._fast.options import OPTIONS
from shugi._fast.rules import RULE_ROWS, Rules, RulesError
from shugi._fast.tiles import parse_tiles
from shugi.envs.rules import load_rules
from tests.golden import positions
from tests.rule_sets import mostly_allowed

Witness = Callable[[Rules, Rules], str]

GAMES, STEPS = 256, 1500
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


def may_be_won(hand: str, tile: str) -> Witness:
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

    hands: tuple[str, str, str]
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
    return Laid((hands[0], hands[1], hands[2]), "".join(draws))


RIICHI_YAKUMAN = {
    "win_by": "tsumo",
    "winner": 0,
    "riichi": "closed",
    "dora_indicators": "1z",
    "ura_indicators": "1z",
    "wall_from_end": "6p,1z;7s,2z",
}

FLIPS = [
    *sanma(
        ("red_fives", {"5p": 1}),
        ("gold_fives", {"5s": 1}),
        ("shiro_pocchi", True),
        ("nuki_tile", "none"),
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
        ("points_table", "north_bisection"),
        ("tsumo_loss", False),
        ("kiriage", True),
        ("honba_ron", 300),
        ("honba_tsumo", 500),
        ("renchan", "win"),
        ("renchan", "winner_deals"),
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
    Flip("match_hands", 5, also={"game_length": "fixed_hands"}),
    Flip("shugi_value", 2000, "super_bingo", also=NO_PLACEMENT),
    # rare things, by a hand or a question
    Flip(
        "keishiki_fifth_copy",
        False,
        witness=answers(lambda rules: score.waits_of(rules, "1111z123456p789s")),
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
    Flip("riichi_kan", "waits_only", witness=KAN_IN_RIICHI),
    Flip("open_kan_dora", "after_pass", witness=OPEN_KAN),
    Flip("open_kan_dora", "immediate", witness=OPEN_KAN),
    Flip("kokushi_ankan_ron", False, witness=KAN_OF_EAST),
    Flip("pocchi_choice_timing", "after_ura", "super_bingo", witness=JOKER),
    Flip("nagashi_mangan", False, witness=only_outside_discards()),
    Flip("abortive_four_kans", False, witness=FOUR_KANS),
    Flip("pao", [], witness=FED_DRAGONS),
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
        witness=may_be_won("11145s5sg0s888s333p", "4s"),
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
]


@pytest.mark.parametrize("flip", FLIPS, ids=str)
def test_flip_changes_play(flip: Flip) -> None:
    assert flip.witness(*flip.sides), f"{flip} changes nothing"


def test_every_option_is_flipped() -> None:
    assert {flip.key for flip in FLIPS} == set(OPTIONS)


def test_every_choice_is_on_one_side_of_a_flip() -> None:
    tried = {
        (key, value)
        for flip in FLIPS
        for rules in flip.sides
        for key, value in rules.options.items()
        if key == flip.key and isinstance(value, str)
    }
    choices = {
        (name, value)
        for name, option in OPTIONS.items()
        if isinstance(option.type, Choice)
        for value in option.type.values
    }
    # flowers are set aside where the deck has them, and only there
    assert choices - tried <= {("nuki_tile", "flower"), ("tile_set", "sanma_108")}


@pytest.mark.parametrize("flip", FLIPS, ids=str)
def test_flip_changes_hash_and_rule_vector(flip: Flip) -> None:
    left, right = flip.sides
    assert left != right and left.hash != right.hash
    keys = {flip.key, *flip.needs}
    if flip.key == "tile_set":
        keys |= {"deck", "flowers"}
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
