"""Wuhan: what won hands are worth and who pays, against the slow reference."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from shugi._fast.core.tiles import parse_tiles
from shugi._fast.games.wuhan.score import CASE, FLAGS, PLAYER, kan_tiles, score, waits, wildcard
from shugi.envs.rulesets.rules import load_rules, written_rules
from tests.games.chinese.golden import melds, rules_of, tiles
from tests.games.chinese.reference.examples import answer, differences, wuhan_hand
from tests.games.chinese.reference.options import CHOICES, options_of
from tests.games.chinese.reference.random_cases import random_case
from tests.games.wuhan.golden import case_of, hand_of, win
from tests.games.wuhan.reference import wuhan

Given = dict[str, Any]
RULES = load_rules("wuhan")
COMMON: dict[str, tuple[Any, ...]] = {
    "min_points": CHOICES["min_points"],
    "min_rule": CHOICES["min_rule"],
    "min_fan": CHOICES["min_fan"],
    "minimum_scope": CHOICES["minimum_scope"],
    "big_self_draw_factor": CHOICES["big_self_draw_factor"],
    "big_discard_factor": CHOICES["big_discard_factor"],
    "one_suit_gold": (False, True),
    "rob_counts_as_discard": (False, True),
    "shapeless_258_has_pair": (False, True),
}
CHANGES = {
    "wuhan": COMMON
    | {
        "kong_tile_mode": CHOICES["kong_tile_mode"],
        "opening_fan_mode": CHOICES["opening_fan_mode"],
        "caps": ([300, 400, 500, 600], [400, 500, 600, 800], [20, 30, 40, 50]),
        "last_tiles_pattern": (False, True),
    },
    "wuhan3": COMMON | {"removed_suit": ("m", "p", "s"), "caps": ([300, 400], [20, 40])},
}
HAND = {
    "dealer": 0,
    "winner": 3,
    "win_by": "ron",
    "loser": 1,
    "hand": "123m456p7898s",
    "win_tile": "8s",
    "melds": [["chi", "234m"]],
    "wildcard": "3s",
    "players": [{"opened": 1}, {"opened": 1}, {"opened": 1, "kan_tiles": 1, "wild_kans": 1}, {}],
}
ONE_SUIT = HAND | {
    "hand": "1199m",
    "win_tile": "9m",
    "melds": [["pon", "222m"], ["chi", "456m"], ["pon", "777m"]],
    "fed_by": [0, 2, 0],
    "options": {"min_points": 0},
}


def random_changes(rng: Random, game: str) -> Given:
    if rng.random() < 0.4:
        return {}
    found = {k: rng.choice(values) for k, values in CHANGES[game].items() if rng.random() < 0.3}
    return found | ({"min_points": 32} if rng.random() < 0.5 else {})


def tiles_used(given: Given) -> Counter[int]:
    texts = [given["concealed_before_win"], given["winning_tile"], *given["melds"]]
    text = " ".join(re.sub("[a-z_]{2,}", "", text) for text in texts)
    return Counter(parse_tiles(tiles(text + given["indicator"])))


def random_wins(seed: int, cases: int) -> Any:
    """Cases that the deck allows: a spoilt hand may hold a fifth tile of a kind."""
    rng = Random(seed)
    for _ in range(cases):
        game = rng.choice(("wuhan", "wuhan", "wuhan3"))
        case = random_case(rng, game, "win", random_changes(rng, game))
        if max(tiles_used(case["input"]).values()) <= 4:
            yield rng, case


def compare_wins(seed: int, cases: int) -> Counter[str]:
    """Compares; returns how often each pattern was in a legal win."""
    seen: Counter[str] = Counter()
    for _, case in random_wins(seed, cases):
        expected = answer(case)
        found = win(rules_of(case), case["input"], {})
        assert not differences(expected, found) and found.keys() == expected.keys(), case
        if expected["legal"]:
            seen.update(expected["patterns"] or ["small"])
            seen.update(["hard"] if expected["hard"] else [])
        elif "raw_amounts" in expected:
            seen["below the minimum"] += 1
    return seen


def test_wins_as_the_reference_has_them() -> None:
    seen = compare_wins(1, 1200)
    assert len(seen) == 11 and min(seen.values()) > 2, seen


@pytest.mark.slow
def test_many_wins_as_the_reference_has_them() -> None:
    assert min(compare_wins(2, 100_000).values()) > 200


@pytest.mark.slow
def test_gold_at_once_beside_the_sun() -> None:
    """A reading with fewer patterns may be paid better."""
    for _, case in random_wins(6, 30_000):
        case["options"] |= {"one_suit_gold": True, "min_points": 0}
        if case["game"] == "wuhan":
            assert not differences(answer(case), win(rules_of(case), case["input"], {})), case


def compare_waits(seed: int, cases: int) -> int:
    """Compares; returns how many hands were ready."""
    ready = 0
    for _, case in random_wins(seed, cases):
        given, options = case["input"], options_of(case["game"], case["options"])
        changed = {"min_points": options["min_points"] if "min_points" in case["options"] else 0}
        expected = wuhan.waits(options | changed, wuhan_hand(options, given))
        found = waits(rules_of(case), hand_of(given))
        assert found == sorted((tiles(kind) for kind in expected), key=order), case
        ready += bool(found)
    return ready


def order(tile: str) -> tuple[int, str]:
    return "mpsz".index(tile[1]), tile[0]


def test_waits_as_the_reference_has_them() -> None:
    assert compare_waits(3, 150) > 50


@pytest.mark.slow
def test_many_waits_as_the_reference_has_them() -> None:
    assert compare_waits(4, 10_000) > 3_000


def test_liability_as_the_reference_has_it() -> None:
    """A third opening of one suit, an unready discarder, a robbed player, in this order."""
    seen: Counter[int | None] = Counter()
    for rng, case in random_wins(5, 1200):
        given, options = case["input"], options_of(case["game"], case["options"])
        hand = wuhan_hand(options, given)
        others = [seat for seat in range(len(given["players"])) if seat != given["winner"]]
        opened = [meld._replace(giver=rng.choice(others)) for meld in hand.melds if meld.is_open]
        closed = [meld for meld in hand.melds if not meld.is_open]
        ready = rng.random() < 0.5
        asked = case_of(given) | {
            "fed_by": [meld.giver for meld in opened],
            "discarder_ready": ready,
        }
        found = score(rules_of(case), asked)
        if not found["legal"]:
            continue
        fed = wuhan.Win(**{**vars(hand), "melds": (*opened, *closed)})
        value = wuhan.Value(tuple(found["patterns"]), found["hard"], {})
        expected = wuhan.liable(fed, value, ready)
        assert found["liable"] == expected, case
        payers = {line["payer"] for line in found["ledger"]}
        assert payers == ({expected} if expected is not None else set(others))
        assert sum(found["points_delta"]) == 0
        seen[0 if expected is not None else None] += 1
    assert min(seen.values()) > 40


def test_a_ledger_says_who_pays_for_whom() -> None:
    found = score(RULES, ONE_SUIT)
    assert found["liable"] == 0 and found["points_delta"] == [-500, 0, 0, 500]
    assert [(line["reason"], line["points"]) for line in found["ledger"]] == [
        ("win", 80),
        ("pao", 420),
    ]
    shared = score(RULES, {key: value for key, value in ONE_SUIT.items() if key != "fed_by"})
    assert shared["liable"] is None and shared["points_delta"] == [-80, -120, -300, 500]


# ---- indicators


@pytest.mark.parametrize("mode", CHOICES["kong_tile_mode"])
def test_indicators_as_the_reference_has_them(mode: str) -> None:
    changes = {"kong_tile_mode": mode}
    rules, options = written_rules("wuhan", changes), options_of("wuhan", changes)
    for kind in wuhan.deck_of(options):
        assert wildcard(rules, tiles(kind)) == tiles(wuhan.laizi_of(options, kind))
        expected = sorted(tiles(k) for k in wuhan.kan_tiles(options, kind))
        assert sorted(kan_tiles(rules, tiles(kind))) == expected


@pytest.mark.parametrize("suit", "mps")
def test_indicators_with_three_players(suit: str) -> None:
    rules = load_rules("wuhan+three_players", removed_suit=suit)
    options = options_of("wuhan3", {"removed_suit": suit})
    for kind in wuhan.deck_of(options):
        assert wildcard(rules, tiles(kind)) == tiles(wuhan.laizi_of(options, kind))


# ---- the door


def test_other_wrong_input_is_refused() -> None:
    with pytest.raises(ValueError, match="is not Wuhan"):
        score(load_rules("sanma_base"), HAND)
    with pytest.raises(ValueError, match="loser must be"):
        score(RULES, HAND | {"loser": None})
    with pytest.raises(ValueError, match="a hand must be a dict"):
        score(RULES, [])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="has no tile 1m"):
        wildcard(load_rules("wuhan+three_players"), "1m")
    with pytest.raises(ValueError, match="unknown key 'win_tile'"):
        waits(RULES, {"win_tile": "8s"})


def test_what_is_not_legal() -> None:
    closed = score(RULES, HAND | {"melds": [], "hand": "123m456p78923s22p"})
    assert (closed["legal"], closed["raw"], closed["points_delta"]) == (False, None, None)
    claimed = score(RULES, HAND | {"hand": "123m456p7988s", "wildcard": "8s"})
    assert not claimed["legal"]
    low = score(RULES, HAND | {"options": {"min_points": 32}})
    assert (low["legal"], low["points_delta"], low["ledger"]) == (False, None, [])
    assert low["raw"] == {"0": 16, "1": 16, "2": 64}


def test_the_schema_names_what_is_read() -> None:
    read = HAND | {
        "flags": {},
        "indicator": "2s",
        "options": {},
        "fed_by": [],
        "discarder_ready": 1,
    }
    assert {row[0] for row in CASE} == read.keys()
    names = {name for player in HAND["players"] for name in player}  # type: ignore[attr-defined]
    assert names <= {row[0] for row in PLAYER}
    for name, by, _ in FLAGS:
        way = {"win_by": by, "loser": 1 if by == "ron" else None}
        plain, flagged = (score(RULES, HAND | way | {"flags": {name: on}}) for on in (False, True))
        assert len(flagged["patterns"]) == len(plain["patterns"]) + 1
        assert melds(["chow 234m"]) == HAND["melds"]


# triplets without a 2, 5 or 8 between them: only the two wildcards can be a 258 pair
LONE_PAIR = HAND | {
    "win_by": "tsumo",
    "loser": None,
    "melds": [["pon", "111m"]],
    "win_tile": "6m",
    "flags": {"rinshan": True},
    "options": {"min_points": 0},
}


@pytest.mark.parametrize(
    ("wild", "patterns", "hard"),
    [
        # of the hand's own suit: a 258 pair inside Pure One Suit
        ("5m", ["all_pung", "kong_bloom", "pure_one_suit"], True),
        # of another suit: at its face it is a 258 pair, but then the suit is not pure
        ("5s", ["all_pung", "kong_bloom"], True),
        # no 258 face: any pair, which lets Kong Bloom go
        ("9m", ["all_pung", "pure_one_suit"], True),
        ("4s", ["all_pung", "pure_one_suit"], False),
    ],
)
def test_a_pair_of_two_wildcards(wild: str, patterns: list[str], hard: bool) -> None:
    """The source: two wildcards are a pair of 2, 5, 8 only by their face (wuhan 4.4)."""
    case = LONE_PAIR | {"hand": f"333444m66m{wild}{wild}", "wildcard": wild}
    found = score(RULES, case)
    assert (found["legal"], found["patterns"], found["hard"]) == (True, patterns, hard)


def test_a_small_win_needs_the_face_of_its_two_wildcards() -> None:
    """Robbed of every pattern, two wildcards are one too many whatever they show."""
    small = LONE_PAIR | {"melds": [["chi", "789p"]], "flags": {}, "win_tile": "6m"}
    for wild in ("5s", "4s"):
        hand = {"hand": f"333444m66m{wild}{wild}", "wildcard": wild}
        assert not score(RULES, small | hand)["legal"]
    bloom = small | {"flags": {"rinshan": True}}
    legal = {
        wild: score(RULES, bloom | {"hand": f"333444m66m{wild}{wild}", "wildcard": wild})["legal"]
        for wild in ("5s", "4s")
    }
    assert legal == {"5s": True, "4s": False}
