"""Every option changes play: each is flipped once, and a witness must find another outcome.

A witness is the engine's own baseline playing the same seeded games under both rule sets, until
something differs; where that takes too long, a won hand, a payment, or a hand played from a wall
that was laid for the purpose.  ``flips.yaml`` has the flips that need no function of their own.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
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
from tests.games.riichi.cases import case
from tests.golden import positions
from tests.support.one_game import left_of
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
    return played(left, right, "baseline", GAMES, STEPS)


def played(left: Rules, right: Rules, by: str, games: int, steps: int) -> str:
    """Where the same games first differ; "" if nowhere."""
    if left.seats != right.seats:
        return "seats"
    one, other = Batch(left, games, seed=1), Batch(right, games, seed=1)
    actions = np.zeros(games, np.uint8)
    for step in range(steps):
        for name in SEEN:
            if not np.array_equal(getattr(one, name), getattr(other, name)):
                return f"{name} after {step} decisions"
        if not np.array_equal(one.legal(), other.legal()):
            return f"legal actions after {step} decisions"
        one.baseline(actions) if by == "baseline" else one.sample(actions, step)
        one.step(actions)
        other.step(actions)
    return ""


def answers(question: Callable[[Rules], Any]) -> Witness:
    """The answers of the two rule sets to a question, if they differ."""

    def witness(left: Rules, right: Rules) -> str:
        one, other = question(left), question(right)
        return "" if one == other else f"{one} / {other}"

    return witness


def win(hand: str, tile: str, **changes: Any) -> Witness:
    """What a hand is worth; winning it may also be forbidden."""
    loser = {"loser": 2} if changes.get("win_by", "ron") == "ron" else {}
    won = case(hand, tile, **(loser | changes))

    def worth(rules: Rules) -> Any:
        try:
            told = score.score_win(rules, won)
        except ValueError:
            return None
        asked = ("points_delta", "shugi_delta", "yaku", "yakuman", "next")
        return {key: told[key] for key in asked}

    return answers(worth)


def may_be_drawn(**case: Any) -> Witness:
    """Whether a drawn hand may be won."""
    drawn = {"dealer": 0, "winner": 1, "win_by": "tsumo"} | case
    return answers(lambda rules: score.may_win(rules, drawn))


def ron_allowed(hand: str, tile: str) -> Witness:
    """Whether a ron on the tile is legal, with neither riichi nor luck."""
    return answers(lambda rules: score.may_win(rules, case(hand, tile, loser=2)))


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
        rest = left_of(rules, *self.hands, self.draws, self.end)
        front = parse_tiles("".join(self.hands) + self.draws)
        return [*front, *sorted(rest.elements()), *parse_tiles(self.end)]

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


WITNESSES: dict[str, Callable[[Any], Witness]] = {
    "win": lambda case: win(**case),
    "may_be_drawn": lambda case: may_be_drawn(**case),
    "ron_allowed": lambda case: ron_allowed(**case),
    "seven_discarded": seven_discarded,
    "laid": lambda name: Laid(**WRITTEN["walls"][name]),
    "score": lambda call: scorer_says(*call),
}


def scorer_says(name: str, *given: Any) -> Witness:
    """The answer of a function of the scorer; a mapping at the end is its arguments by name."""
    named = given[-1] if isinstance(given[-1], dict) else {}
    plain = given[: len(given) - bool(named)]
    return answers(lambda rules: getattr(score, name)(rules, *plain, **named))


def written_flip(base: str, row: dict[str, Any]) -> Flip:
    """The first entry of a row is the option; the rest, its witness and its company."""
    (key, value), *rest = row.items()
    said = dict(rest)
    witness = next((name for name in said if name in WITNESSES), None)
    found = WITNESSES[witness](said.pop(witness)) if witness else baseline_play
    return Flip(key, value, base, found, **said)


def only_outside_discards() -> Laid:
    """Player 0 draws and discards nothing but terminals and honours."""
    inside = [f"{rank}{suit}" for suit in "ps" for rank in "2346782346782346782346785550"]
    outside = [tile for tile in ("1m", "9m", "1p", "9p", "1s", "9s") for _ in range(4)]
    outside += [f"{rank}z" for rank in "1234567" for _ in range(4)]
    hands = tuple("".join(inside[13 * seat : 13 * seat + 13]) for seat in range(3))
    own, others = outside[:19], inside[39:] + outside[19:]
    draws = [own.pop() if turn % 3 == 0 else others.pop() for turn in range(55)]
    return Laid(hands, "".join(draws))


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


PINFU_DRAWN = case("11m3445789s456p", "2s")
FLOWERS = {"tulip_hand": "677889p123s11z333z", "removed_flowers": 2, "wall_from_end": "1f,1z;7p,7p"}
LAST_DRAW = {"riichi_min_live_draws": 0}
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


def furiten_riichi(rules: Rules) -> bool:
    hand = {"hand": "23456p234678s99p", "own_discards": "1p"}
    return positions.riichi_legal(rules, hand, action_id("open_riichi"))


def bingo_lines(rules: Rules) -> list[Any]:
    return [
        score.bingo_line(rules, "1z7p7s7p", 0, [2]),
        score.bingo_line(rules, "1z7p1p2p3p4p6p7p1s2s3s4s6s7s", 0, [7]),
    ]


# name of the rules, the option, its other value, what is asked
ASKED: list[tuple[str, str, Any, Callable[[Rules], Any]]] = [
    ("super_bingo", "furiten_riichi", "forbidden", furiten_riichi),
    ("super_bingo", "flower_tier_up", True, lambda rules: score.play_tulip(rules, FLOWERS)),
    ("super_bingo", "bingo_called_tiles", "both", bingo_lines),
    ("super_bingo", "bingo_called_tiles", "none", bingo_lines),
    ("super_bingo+home_run+grand_cross", "home_run_includes_gc", True, crossed_before),
    ("flying_fish", "bust_loaded_per_winner", True, second_busts),
    ("far_flying_fish", "open_hand_riichi", False, may_declare),
    ("far_flying_fish", "confirmed_yaku_for_closed_riichi", "none", may_declare),
    ("shouhai_mighty", "min_fu", 20, lambda rules: score.score_win(rules, PINFU_DRAWN)["fu"]),
]
WRITTEN = yaml.safe_load(Path(__file__).with_name("flips.yaml").read_text(encoding="utf-8"))
FLIPS = [
    *(written_flip(base, row) for base, rows in WRITTEN["flips"].items() for row in rows),
    *(Flip(key, value, base, answers(asked)) for base, key, value, asked in ASKED),
    Flip("chombo_points", 4000, "shouhai_mighty", answers(fined), FINED),
    Flip("chombo_chips", 3, "toriuchi", answers(fined), FINED),
    Flip("nagashi_mangan", False, witness=only_outside_discards()),
    Flip("cherry", True, "super_bingo", also=NO_POINTS),
    Flip("confirmed_excludes_luck", False, "far_flying_fish", answers(one_tile_left), LAST_DRAW),
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
