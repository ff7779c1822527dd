"""The slow reference of the wildcard family: the worked examples, and agreement with itself."""

import itertools
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.chinese.reference import shapes
from tests.games.chinese.reference.examples import KINDS as EXAMPLE_KINDS
from tests.games.chinese.reference.examples import answer, differences
from tests.games.chinese.reference.options import CHOICES, DEFAULTS, PRESETS, options_of
from tests.games.chinese.reference.random_cases import CASES, random_case, random_counts
from tests.games.chinese.reference.tiles import (
    INDEX,
    KINDS,
    counts_of,
    parse,
    parse_meld,
    suit_of,
    text_of,
    wild_of,
)
from tests.games.hangzhou.reference import hangzhou
from tests.games.kawuxing.reference import kawuxing
from tests.games.wuhan.reference import wuhan
from tests.games.xiamen.reference import xiamen
from tests.support.worked_examples import example_tests

GOLDEN = Path(__file__).parents[2] / "golden"
EXAMPLES = {
    example["id"]: example
    for family in ("hangzhou", "xiamen", "wuhan", "kawuxing")
    for example in json.loads((GOLDEN / f"{family}.json").read_text("utf-8"))["examples"]
}
HAND_SIZES = (13, 14, 16, 17)
HANDS = 400
MOMENTS: tuple[tuple[str, ...], ...] = ((), ("kong_supplement",))


# -- the worked examples -------------------------------------------------------------------------


test_example, test_a_changed_example_is_noticed = example_tests(EXAMPLES, answer, differences)


def test_every_kind_has_examples() -> None:
    assert {(e["game"], e["kind"]) for e in EXAMPLES.values()} == set(EXAMPLE_KINDS)


# -- shapes: two ways ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", HAND_SIZES)
@pytest.mark.parametrize("wilds", range(5))
def test_substitution_and_layouts_agree(size: int, wilds: int) -> None:
    """Completeness of 14 and 17 tiles, all waits of 13 and 16."""
    rng, positive = Random(100 * size + wilds), 0
    for _ in range(HANDS if size % 3 == 2 else HANDS // 5):
        counts, wild = random_counts(rng, size, wilds)
        if size % 3 == 2:
            found = shapes.complete(counts, wild)
            assert found == bool(shapes.readings(counts, wild)), (text_of_counts(counts), wild)
        else:
            ready = shapes.waits(counts, wild)
            laid = [k for k in KINDS if shapes.readings(shapes.plus(counts, k), wild)]
            assert ready == laid, (text_of_counts(counts), wild)
            found = bool(ready)
        positive += found
    assert positive


@pytest.mark.parametrize("wilds", range(3))
def test_substitution_of_whole_hands(wilds: int) -> None:
    """Every kind in the place of every wildcard, without the division into suits."""
    rng = Random(wilds)
    for _ in range(60):
        counts, wild = random_counts(rng, 14, wilds)
        whole = any(shapes.complete(c, 0) for c in shapes.substituted(counts, wild))
        assert shapes.complete(counts, wild) == whole
        pairs = any(all(n % 2 == 0 for n in c) for c in shapes.substituted(counts, wild))
        assert shapes.all_pairs(counts, wild) == pairs


def test_readings_use_each_tile_once() -> None:
    rng = Random(5)
    for _ in range(HANDS):
        counts, wild = random_counts(rng, 14, rng.randrange(5))
        found = shapes.readings(counts, wild)
        assert len(set(found)) == len(found)
        for reading in found:
            assert counts_of(kind for part in reading for kind in part.natural) == counts
            assert sum(part.wilds for part in reading) == wild
            assert [part.form for part in reading].count("pair") == 1 and len(reading) == 5


def text_of_counts(counts: tuple[int, ...]) -> str:
    return text_of(kind for kind, n in zip(KINDS, counts, strict=True) for _ in range(n))


@pytest.mark.parametrize("size", (13, 16))
def test_lone_wildcards_wait_for_everything(size: int) -> None:
    """Wild-eye and gold-float states are those in which every tile wins, strangers included."""
    rng, met = Random(size), 0
    for _ in range(3 * HANDS):
        counts, wild = random_counts(rng, size, rng.randint(1, 3))
        stranger = next((k for k in "ESWNRGB" if not counts[INDEX[k]]), None)
        if stranger is None:
            continue
        if size == 13:
            state = hangzhou.wild_eye(hangzhou.Hand(counts, wild))
            after = shapes.plus(counts, stranger)
            wins = hangzhou.is_complete(after, wild, ())
            every = shapes.waits(counts, wild, pairs=True)
        else:
            state = xiamen.float_state(xiamen.Hand(counts, wild))
            wins = shapes.complete(shapes.plus(counts, stranger), wild)
            every = shapes.waits(counts, wild)
        assert state == wins, (text_of_counts(counts), wild)
        assert not state or every == list(KINDS)
        met += state
    assert met > 10


# -- settlements ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "kind"), CASES)
def test_payments_sum_to_zero(game: str, kind: str) -> None:
    rng, paid = Random(7), 0
    presets = [*PRESETS[game], None]
    presets = [p for p in presets if p != "three_players" or game == "wuhan3"]
    for _ in range(HANDS):
        preset = rng.choice(presets)
        case = random_case(rng, game, kind, {"preset": preset} if preset else {})
        deltas = answer(case).get("deltas")
        if deltas:
            winner = case["input"].get("winner")
            assert sum(deltas) == 0, case
            assert winner is None or all(n <= 0 for i, n in enumerate(deltas) if i != winner)
            paid += any(deltas)
    assert paid > HANDS // 5 or kind == "win_multiplier"


def test_water_by_substitution() -> None:
    """The golds as ordinary tiles give the water of the layouts, where nothing is claimed."""
    rng, options, met = Random(11), options_of("xiamen"), 0
    while met < 60:
        given = random_case(rng, "xiamen", "score")["input"]
        if given["source"] != "own" or given["award"] in xiamen.SHAPELESS:
            continue
        wild = wild_of(given["indicator"])
        hand = xiamen.hand_of(parse(given["concealed_before_win"]), wild)
        tile = given["winning_tile"]
        whole = xiamen.with_tile(hand, tile, wild)
        if whole.golds > 2:
            continue
        found = [
            xiamen.reading_water(options, reading, None)
            for counts in shapes.substituted(whole.plain, whole.golds)
            for reading in shapes.readings(counts, 0)
        ]
        expected = max(found) + whole.golds if found else None
        assert xiamen.water(options, hand, wild, tile, "own", given["award"]) == expected, given
        met += bool(found)


def test_hangzhou_by_substitution() -> None:
    """The shape factor is the best of the hands that the fortunes can stand for."""
    rng, options, met = Random(12), options_of("hangzhou"), 0
    while met < 60:
        counts, wild = random_counts(rng, 14, rng.randrange(3))
        factors = hangzhou.shape_factors(options, counts, wild, "own")
        fours = 2 ** sum(n == 4 for n in counts)
        pairs = any(all(n % 2 == 0 for n in c) for c in shapes.substituted(counts, wild))
        sets = any(shapes.complete(c, 0) for c in shapes.substituted(counts, wild))
        assert factors.get("sets", 0) == sets
        assert factors.get("pairs", 0) == pairs * (2 if wild else 4) * fours
        met += sets or pairs


def test_wuhan_waits_are_the_tiles_that_win() -> None:
    """The ready test and the value of a hand agree, and no wait breaks the rules of a win."""
    rng, ready = Random(13), 0
    for _ in range(60):
        given = random_case(rng, "wuhan", "win", {"min_points": 0})["input"]
        options = options_of("wuhan", {"min_points": 0})
        win = replace(wuhan_win_of(given), source="own", situations=(), giver=None)
        found = wuhan.waits(options, win)
        ready += bool(found)
        assert not found or win.players[win.winner].open
        assert not {"R"} & {*found}
        shaped = shapes.waits(
            counts_of(kind for kind in win.concealed if kind != win.laizi),
            list(win.concealed).count(win.laizi),
        )
        free = bool(wuhan.tile_patterns(win))
        assert free or set(found) - {win.laizi} <= set(shaped)
    assert ready > 10


def test_wuhan_hardness() -> None:
    """A hand without a wildcard is hard, a small win has at most one, and every winner opened."""
    rng, soft = Random(15), 0
    for _ in range(HANDS):
        given = random_case(rng, "wuhan", "win")["input"]
        win = wuhan_win_of(given)
        for value in wuhan.values(options_of("wuhan"), win):
            assert value.hard or win.wilds
            assert value.patterns or win.wilds <= 1
            assert wuhan.own_fan(options_of("wuhan"), win.players[win.winner]) >= 1
            soft += not value.hard
    assert soft > 20


def wuhan_win_of(given: dict[str, Any]) -> wuhan.Win:
    players = [wuhan.Player(**player) for player in given["players"]]
    melds = tuple(parse_meld(text) for text in given["melds"])
    return wuhan.Win(
        parse(given["concealed_before_win"]),
        given["winning_tile"],
        given["laizi"],
        given["winner"],
        given["banker"],
        players,
        melds,
        given["source"],
        tuple(given["situation"]),
        given["from_seat"],
    )


def test_kawuxing_claims_need_a_pattern() -> None:
    rng, options = Random(14), options_of("kawuxing")
    for _ in range(HANDS):
        case = random_case(rng, "kawuxing", "win")
        given = answer(case)
        if given["legal"]:
            assert given["patterns"] or case["input"]["source"] == "own"
            assert given["doubles"] <= options["max_doubles"]
            total = sum(kawuxing.DOUBLES[p] for p in given["patterns"])
            assert given["doubles"] >= min(3, total)


# -- options -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", DEFAULTS)
def test_options(game: str) -> None:
    for preset in PRESETS[game]:
        options = options_of(game, {"preset": preset})
        assert set(options) == set(DEFAULTS[game])
        assert all(v in CHOICES[k] for k, v in options.items() if k in CHOICES)
    for wrong in ({"preset": "none"}, {"no_option": 1}, {"match_hand": 1}):
        with pytest.raises(ValueError, match=r"has no"):
            options_of(game, wrong)


def test_three_player_preset() -> None:
    assert options_of("wuhan", {"preset": "three_players"}) == options_of("wuhan3")


def literal_ways(win: wuhan.Win) -> set[tuple[tuple[str, ...], bool]]:
    """Patterns of sets and a pair and of a supplement, each wildcard replaced by each kind."""
    found = set()
    chow = any(meld.form == "chow" for meld in win.melds)
    bloom = "kong_supplement" in win.situations
    for used in itertools.combinations_with_replacement(KINDS, win.wilds):
        whole = counts_of([k for k in win.kinds if k != win.laizi] + list(used))
        tiles = {k for k, n in zip(KINDS, whole, strict=True) if n} | set(win.melded)
        pure = len({suit_of(k) for k in tiles}) == 1 and None not in {suit_of(k) for k in tiles}
        for reading in shapes.readings(whole, 0):
            pair = reading[-1].kind
            real = win.plain[INDEX[pair]] > 0 or pair == win.laizi
            good = pair in wuhan.TWO_FIVE_EIGHT and real
            pungs = not chow and all(part.form != "run" for part in reading)
            held = {"all_pung": pungs, "kong_bloom": bloom and good, "pure_one_suit": pure}
            names = [name for name, holds in held.items() if holds]
            names = names if {*names} & {"all_pung", "pure_one_suit"} or good else []
            if names or (good and win.wilds <= 1):
                found.add((tuple(names), set(used) <= {win.laizi}))
    return found


def undominated(ways: set[tuple[tuple[str, ...], bool]]) -> set[tuple[tuple[str, ...], bool]]:
    """The ways than which no other has more patterns and is as hard."""
    return {
        way
        for way in ways
        if not any({*way[0]} <= {*o[0]} and way[1] <= o[1] for o in ways - {way})
    }


def test_wuhan_by_substitution() -> None:
    """The shaped ways to count a hand of up to two wildcards, on a supplement or not."""
    rng, options, met = Random(16), options_of("wuhan", {"min_points": 0}), 0
    while met < 60:
        given = random_case(rng, "wuhan", "win")["input"]
        win = replace(wuhan_win_of(given), source="own", situations=rng.choice(MOMENTS), giver=None)
        if win.wilds > 2 or not win.players[win.winner].open or win.kongs & set(win.kinds):
            continue
        if wuhan.tile_patterns(win):
            continue
        mine = {(tuple(sorted(names)), hard) for names, hard in wuhan.ways(options, win)}
        assert undominated(mine) == undominated(literal_ways(win)), given
        met += bool(mine)


@pytest.mark.slow
def test_many_hands() -> None:
    """A hundred thousand hands of 14 and 17 tiles with 0 to 4 wildcards, both ways."""
    rng = Random(100_000)
    for _ in range(100_000):
        counts, wild = random_counts(rng, rng.choice((14, 17)), rng.randrange(5))
        assert shapes.complete(counts, wild) == bool(shapes.readings(counts, wild))
