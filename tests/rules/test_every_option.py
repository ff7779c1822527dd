"""An option that is accepted does something, in every rule set: play or a score tells it apart.

A *case* is a rule set, one of its options and another value. It must be refused with a reason, or a
witness must find a difference: games played by the baseline and at random under both rule sets,
random won hands scored under both, questions about places and rounds, and the scenes that
test_options.py has for the option. The quick test asks for each option once in each game, in a rule
set drawn by the option's name; the slow one asks for all.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.games.riichi import score
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.options import OPTIONS, RulesError
from shugi._fast.tables.option import Option
from shugi._fast.tables.option_types import (
    FIVES,
    Choice,
    Fives,
    Int,
    Ints,
    Kind,
    OneOf,
    Places,
    Subset,
)
from shugi._fast.view.layouts import layout_of
from shugi.commands.bench import playing
from shugi.envs.rulesets.rules import load_rules
from tests.games.chinese import test_regional_options as regional_options
from tests.games.riichi.reference.random_hands import random_case
from tests.hand_values.hands import random_hand
from tests.hand_values.ours import case_of as four_case
from tests.rules.scenes import WRONG, scenes, told
from tests.rules.test_options import FLIPS, Witness, played

RULE_SETS = playing()
GAMES_AT_ONCE, STEPS = 48, 240
WATCHED = (512, 150)
# random play of cards costs little, and only whole games tell how they end
WHOLE_GAMES = {"ninety_nine": (1024, 700), "piquet": (256, 700)} | dict.fromkeys(
    ("rematch", "tie_first", "tie_second", "game_length"), (24, 1500)
)
HANDS = 120
GAMES_TRIED = tuple(dict.fromkeys(load_rules(name).game for name in RULE_SETS))
CAME_LATER = {"riichi_tenhou+chip_room"}  # the draws of options stay those that they were
# where one of them alone comes too seldom
RARE_HERE = {
    ("shouhai_mighty", "furiten_riichi"): "open riichi on a wait that was discarded",
    ("shouhai_mighty", "riichi_kan"): "a closed kan in riichi beside the almighty",
    ("hangzhou+online", "draw_increments_stay"): "a drawn hand, and then a win of its banker",
    ("wuhan+three_players", "rob_counts_as_discard"): "a robbed kan",
    ("riichi_mjsoul", "kazoe"): "thirteen han",
}
UNTRIED = {"game", "chip_events"}  # one of them is no option of a rule set, one a program
# too rare for play, and its scenes fit few decks: the same code plays all rule sets
RARE: dict[str, str] = {
    "nuki_ends_rinshan": "a flower right after a kan, and a win on its replacement",
    "kan_needs_indicator": "four kans turn four indicators: it counts where fewer lie ready",
    "kokushi_ankan_ron": "orphans that wait for the tile of a closed kan",
    "nagashi_mangan": "a whole hand of terminals and honours",
    "abortive_four_kans": "four kans of two players",
    "bingo_counts_riichi_tile": "a bingo with the very tile that declared riichi",
    "bingo_vs_ron": "a bingo and a ron on one discard",
    "renhou_han": "a ron before the own first draw",
    "local_renkou": "triplets in a row, in a hand that may win",
    "open_kan_dora": "a discard right after an open kan that is claimed, or a win before it",
    "bust_loaded_per_winner": "two winners of one discard, and the first takes all that is left",
    "pocchi_choice_timing": "the joker drawn in riichi while the ura lies under a gold five",
    "home_run_includes_gc": "a Grand Cross, and a win in home run mode in the same hand",
    "bird_luck_yaku": "one kind of luck that alone makes up the yaku which birds ask for",
    "guns_in_melds": "a gun in a meld of who pays for birds",
    "chinroutou_chiitoi": "seven pairs of terminals alone",
    "min_rule": "three doubles are eight points: both ways ask the same until a number changes",
}


def groups(option: Option, value: Any) -> list[list[Any]]:
    """Other values of an option. Of a group one must do something: each word, any number."""
    found = list(others(option, value))
    if isinstance(option.type, Int | Ints | OneOf) and not isinstance(value, bool):
        return [found] if found else []
    return [[one] for one in found]


def others(option: Option, value: Any) -> Iterator[Any]:
    """All words of a choice; of numbers those beside the value, and the ends."""
    kind = option.type
    if isinstance(value, bool):
        yield not value
    elif isinstance(kind, Choice | OneOf):
        yield from (other for other in kind.values if other != value)
    elif isinstance(kind, Int):
        yield from whole(kind, value)
    elif isinstance(kind, Places):
        yield [30, 0, -30] if value != [30, 0, -30] else [10, 0, -10]
    elif isinstance(kind, Ints):
        for place in range(min(2, len(value or []))):
            yield [kind.low if i == place else n for i, n in enumerate(value)]
    elif isinstance(kind, Fives):
        yield {five: 2 for five in FIVES[1:]}
    elif isinstance(kind, Subset):
        yield from ([w for w in kind.words if (w in value) != (w == word)] for word in kind.words)
    elif isinstance(kind, Kind):
        yield "9s" if value != "9s" else "9p"


def whole(kind: Int, value: int | None) -> Iterator[int | None]:
    start = kind.low if value is None else value
    near = [kind.low, start + kind.step, start - kind.step, 2 * start, kind.high]
    yield from dict.fromkeys(n for n in near if kind.low <= n <= kind.high and n != value)
    if kind.none and value is not None:
        yield None


# ------------------------------------------------------------------------------------- witnesses


def watched(left: Rules, right: Rules) -> str:
    """What players see in the same games, where none of it is a number made of the rules."""
    games, steps = WATCHED
    one, other = Batch(left, games, seed=1), Batch(right, games, seed=1)
    eyes = Eyes(one), Eyes(other)
    careful, drawn = np.zeros(games, np.uint8), np.zeros(games, np.uint8)
    for step in range(steps):
        pairs = zip(*(eye.look() for eye in eyes), strict=True)
        if any(not np.array_equal(a, b) for a, b in pairs):
            return f"what is seen after {step} decisions"
        one.sample(drawn, step)
        if "plays_cards" not in left.traits:
            one.baseline(careful)
        mixed = np.where(np.arange(games) % 5 == step % 5, drawn, careful)
        actions = drawn if "plays_cards" in left.traits else mixed
        one.step(actions)
        other.step(actions)
    return ""


class Eyes:
    """The planes and the history of who decides."""

    def __init__(self, batch: Batch) -> None:
        self.batch, layout = batch, layout_of(batch.rules)
        self.planes = np.zeros((batch.n, layout.planes, layout.places), np.uint8)
        self.globals = np.zeros((batch.n, layout.globals), np.float32)
        self.history = np.zeros((batch.n, layout.history), np.uint16)

    def look(self) -> tuple[np.ndarray, np.ndarray]:
        self.batch.observe(self.planes, self.globals, self.history)
        return self.planes, self.history


def won_hands(rules: Rules) -> Iterator[dict[str, Any]]:
    rng = Random(f"every option of {rules.name}")
    for _ in range(HANDS):
        yield four_case(random_hand(rng)) if rules.seats == 4 else random_case(rng, rules.options)


def scored(left: Rules, right: Rules) -> str:
    """The first random won hand that is worth something else."""
    if left.game != "riichi" or left.seats != right.seats:
        return ""
    for source in (left, right):
        for case in won_hands(source):
            one, other = (told(lambda r: score.score_win(r, case), r) for r in (left, right))  # noqa: B023
            if one != other:
                return "a won hand"
    return ""


def asked(left: Rules, right: Rules) -> str:
    if left.game != "riichi":
        return ""
    total = left.options["start_points"] * left.seats
    ends = ([60000, 32000], [47500, 42500], [30000, 0], [40000, 34000], [41000, 39000])
    rows = [[*two, total - sum(two)] for two in ends]
    rows.append([total // left.seats - 1000] * 3)  # sticks lie on the table
    rows += [[0, total, 0], [total // 2, 0, total // 2]]
    for points in rows:
        places = points + [0] * (left.seats - 3)
        if told(placed(places), left) != told(placed(places), right):
            return "places"
        for name, repeats in product(("E1", "E3", "S3", "S4", "W3"), (False, True)):
            ends = ended(name, places, repeats)
            if told(ends, left) != told(ends, right):
                return "the end of the game"
    return ""


def placed(points: list[int]) -> Callable[[Rules], Any]:
    none = [0] * len(points)
    return lambda rules: (
        told(lambda r: score.placement(r, points), rules),
        told(lambda r: score.final_result(r, points, none), rules),
        told(lambda r: score.final_result(r, points, none, last_winner=2), rules),
        told(lambda r: score.final_result(r, points, [1, -1, *none[2:]]), rules),
    )


def ended(name: str, points: list[int], repeats: bool) -> Callable[[Rules], Any]:
    return lambda rules: [
        score.game_ends(rules, name, points, dealer_repeats=repeats, aborted=aborted)
        for aborted in (False, True)
    ]


def difference(left: Rules, right: Rules, option: str) -> str:
    """How the two can be told apart; "" where nothing was found."""
    if left == right:
        return "no other value"
    ways = ("random",) if "plays_cards" in left.traits else ("random", "baseline")
    for by in ways:
        if found := played(left, right, by, 16, 60):
            return found
    first = (watched,) if "plays_cards" in left.traits else (asked, scored)
    for witness in first:
        if found := witness(left, right):
            return found
    for scene in scenes(left.game, option):
        if shown(scene, left, right):
            return "a scene"
    for by in reversed(ways):
        games, steps = WHOLE_GAMES.get(option, WHOLE_GAMES.get(left.game, (GAMES_AT_ONCE, STEPS)))
        if found := played(left, right, by, games, steps):
            return found
    if left.reads("furiten_riichi"):
        return played(left, right, "baseline", 2 * GAMES_AT_ONCE, 2 * STEPS)
    return watched(left, right)


def shown(scene: Witness, left: Rules, right: Rules) -> bool:
    """A scene tells them apart; false where their tiles or players are not those of the scene."""
    try:
        return bool(scene(left, right))
    except WRONG:
        return False


# ------------------------------------------------------------------------------------- the grid


def cases(name: str) -> Iterator[tuple[Option, list[Any]]]:
    rules = load_rules(name)
    for option in OPTIONS.values():
        if rules.game in option.games and option.name not in UNTRIED:
            for group in groups(option, rules.options[option.name]):
                yield option, group


def accepted(name: str, option: Option, value: Any) -> Rules | None:
    try:
        return load_rules(name, **{option.name: value})
    except RulesError as error:
        assert all(text for _, text in error.problems)
        return None


def silent(name: str, option: Option, values: list[Any]) -> bool:
    """Some of the values are accepted, and nothing tells any of those apart."""
    taken = [rules for value in values if (rules := accepted(name, option, value))]
    left = load_rules(name)
    return bool(taken) and not any(difference(left, rules, option.name) for rules in taken)


def tried(name: str, option: Option) -> bool:
    return option.name not in RARE and (name, option.name) not in RARE_HERE


def drawn_once(game: str) -> Iterator[tuple[str, Option, list[Any]]]:
    names = [name for name in RULE_SETS if load_rules(name).game == game and name not in CAME_LATER]
    for option in OPTIONS.values():
        if game not in option.games or option.name in UNTRIED:
            continue
        name = names[zlib.crc32(option.name.encode()) % len(names)]
        found = groups(option, load_rules(name).options[option.name])
        if found:
            yield name, option, found[zlib.crc32(option.name[::-1].encode()) % len(found)]


@pytest.mark.parametrize("game", GAMES_TRIED)
def test_each_option_does_something_or_is_refused(game: str) -> None:
    found = [
        f"{name} {option.name}={values}"
        for name, option, values in drawn_once(game)
        if tried(name, option) and silent(name, option, values)
    ]
    assert not found


@pytest.mark.slow
@pytest.mark.parametrize("name", [one for one in RULE_SETS if load_rules(one).game in GAMES_TRIED])
def test_every_option_of_every_rule_set_does_something_or_is_refused(name: str) -> None:
    found = [
        f"{option.name}={values}"
        for option, values in cases(name)
        if tried(name, option) and silent(name, option, values)
    ]
    assert not found


def test_what_is_rare_has_a_scene() -> None:
    """What play does not come to is shown by a scene, in one rule set at least."""
    flips = (*FLIPS, *regional_options.FLIPS)
    assert {flip.key for flip in flips} >= RARE.keys()


@pytest.mark.parametrize(
    ("name", "option", "value", "missing"),
    [
        ("super_bingo", "kiriage", True, "points_table"),
        ("sanma_base", "tulip_gold", 3, "tulip: true"),
        ("sanma_base", "call_priority", "kan_over_pon", "tile_set"),
        ("super_bingo", "rainbow_value", 5, "rainbow_sevens: true"),
        ("crazy_cherry", "tsumo_loss", True, "cherry"),
        ("riichi_tenhou", "tsumo_loss", False, "four players"),
        ("sanma_base", "points_table", "north_bisection", "tsumo_loss: false"),
        ("super_bingo", "uma", [30, 0, -30], "placement: none"),
        ("riichi_tenhou", "min_fu", 30, "points_table: shouhai"),
        ("toriuchi", "chip_otafuku", 1, "local_otafuku: true"),
    ],
)
def test_what_nothing_reads_is_refused(name: str, option: str, value: Any, missing: str) -> None:
    with pytest.raises(RulesError, match=missing):
        load_rules(name, **{option: value})
    # as it was, or as it usually is, it may be said all the same
    assert load_rules(name, **{option: load_rules(name).options[option]}) == load_rules(name)


def test_a_rule_file_is_told_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("base: sanma_base\noptions: {tulip_gold: 3}\n", encoding="utf-8")
    with pytest.raises(RulesError, match="nothing reads it: set tulip: true"):
        load_rules(path)
