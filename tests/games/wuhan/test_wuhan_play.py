"""Wuhan as it is played: the flow against the slow reference."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from tests.games.chinese.words import CLAIMS, claims_of
from tests.games.wuhan.games import (
    KAN_TILE,
    PRESETS,
    VERBS,
    WILD,
    Lively,
    SetTable,
    View,
    settlement,
    tile_choices,
    walked,
)
from tests.games.wuhan.reference import wuhan_play

# ---- legality


def engine_actions(batch: Batch, i: int, view: View) -> set[str]:
    names = {"win": "win", "nuki": "", "kan_closed": "kong_closed ", "kan_added": "kong_added "}
    found = set()
    for action in batch.legal_actions(i):
        if action < 64:
            found.add(f"discard {view.face(action)}")
        elif action == VERBS["win"]:
            found.add("win")
        else:
            verb = next(name for name, number in VERBS.items() if number == action)
            for code in chosen(batch, i, action):
                if verb == "nuki":
                    found.add("kong_wild" if code == WILD else f"kong_tile {view.face(code)}")
                else:
                    found.add(names[verb] + view.face(code))
    return found


def chosen(batch: Batch, i: int, verb: int) -> list[int]:
    codes = tile_choices(batch, i, verb)
    if verb != VERBS["nuki"]:
        return codes
    held = {code for code in batch.state(i)["seats"][batch.seat[i]]["hand"] if code >= KAN_TILE}
    if len(held) > 1:
        assert set(codes) == held
    return sorted(held)


def compare(preset: str, n: int, seed: int, steps: int, **options: Any) -> Counter[str]:
    _, game, changes = PRESETS[preset]
    seen: Counter[str] = Counter()
    for batch in walked(preset, n, seed, steps, **options):
        for i in range(n):
            state = batch.state(i)
            view = View(state, game, changes | options)
            if state["phase"] == "own":
                turn = view.turn(state["actor"], own=True)
                expected = wuhan_play.own_actions(view.options, view.table, turn)
                assert engine_actions(batch, i, view) == set(expected), state
                seen.update(word.split()[0] for word in expected)
            elif state["phase"] == "offer":
                turn = view.turn(state["actor"], own=True)
                expected = wuhan_play.own_actions(view.options, view.table, turn, last=True)
                assert sorted(expected) == ["pass", "win"]
                assert set(batch.legal_actions(i)) == {VERBS["win"], VERBS["pass"]}
                seen["last"] += 1
            elif state["phase"] == "claim":
                compare_claims(state, view, seen)
    return seen


def compare_claims(state: dict[str, Any], view: View, seen: Counter[str]) -> None:
    giver, tile = state["discarder"], view.face(state["discard"])
    rob = state["robbing"] is not None
    for seat in range(len(state["seats"])):
        if seat == giver:
            continue
        turn = view.turn(seat, own=False)
        expected = wuhan_play.claims(view.options, view.table, turn, tile, giver, rob=rob)
        found = claims_of(state["option"][seat])
        assert found == set(expected), (seat, state)
        seen.update(f"claim {name}" for name in found)
        seen["robbed"] += rob and "win" in found


@pytest.mark.parametrize("preset", PRESETS)
def test_legal_actions_as_the_reference_has_them(preset: str) -> None:
    seen = compare(preset, 6, 5, 400)
    wanted = {"win", "kong_tile", "kong_wild", "kong_closed", "discard"}
    wanted |= {"claim win", "claim pung", "claim chow_mid"}
    assert wanted - seen.keys() <= {"kong_closed", "win", "claim win"}, seen


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_many_legal_actions_as_the_reference_has_them(preset: str) -> None:
    seen = compare(preset, 20, 6, 4000)
    wanted = {"win", "kong_tile", "kong_wild", "kong_closed", "kong_added", "discard"}
    assert wanted | {f"claim {name}" for name in CLAIMS} <= seen.keys(), seen


# ---- payments


def compare_payments(preset: str, n: int, seed: int, steps: int, **options: Any) -> Counter[str]:
    """Each win's payment and each next banker as the reference has them; what was seen of them."""
    name, game, changes = PRESETS[preset]
    play = Lively(name, n, seed, **options)
    batch = play.batch
    before: dict[int, dict[str, Any]] = {}
    bankers = [batch.state(i)["dealer"] for i in range(n)]
    seen: Counter[str] = Counter()
    for _ in range(steps):
        play.choose()
        for i in map(int, np.flatnonzero(play.actions == VERBS["win"])):
            before[i] = batch.state(i)
        batch.step(play.actions)
        for i in map(int, np.flatnonzero(batch.hand_done)):
            after = batch.state(i)
            last, banker, bankers[i] = after["last"], bankers[i], after["dealer"]
            if batch.done[i]:
                continue
            view = View(before[i] if last["how"] == "win" else after, game, changes | options)
            winner, moved = None, [0] * len(last["points"])
            if last["how"] == "win":
                (winner,) = last["winners"]
                moved, value, liable = settlement(view, winner, last["by"][winner])
                seen.update(value.patterns or ["small"])
                seen["liable"] += liable is not None
            assert last["points"] == moved
            following = wuhan_play.next_banker(view.options, banker, winner)
            assert after["dealer"] == following
            seen.update([last["how"]] + (["stays"] if following == banker else []))
    return seen


@pytest.mark.parametrize("preset", PRESETS)
def test_payments_as_the_reference_has_them(preset: str) -> None:
    seen = compare_payments(preset, 60, 9, 1500)
    assert {"draw", "small", "all_pung", "kong_bloom", "liable", "stays"} <= seen.keys(), seen


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_many_payments_as_the_reference_has_them(preset: str) -> None:
    seen = compare_payments(preset, 200, 10, 8000)
    assert {"small", "kong_bloom", "robbing_kong", "liable", "stays"} <= seen.keys(), seen


# ---- the reference again, each option changed

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"min_points": 0}),
    ("classic", {"min_points": 32}),
    ("classic", {"min_rule": "fan"}),
    ("classic", {"min_rule": "fan", "min_fan": 4}),
    ("classic", {"minimum_scope": "any", "min_points": 16}),
    ("classic", {"caps": [10, 20, 30, 40], "min_points": 0}),
    ("classic", {"last_tiles_pattern": False}),
    ("classic", {"big_self_draw_factor": 2, "big_discard_factor": 2}),
    ("classic", {"one_suit_gold": True}),
    ("classic", {"rob_counts_as_discard": False}),
    ("classic", {"shapeless_258_has_pair": True}),
    ("classic", {"indicator_in_reserve": True}),
    ("classic", {"kong_limit": "until_reserve"}),
    ("classic", {"kong_after_claim": False}),
    ("classic", {"next_banker": "winner", "draw_banker": "rotate"}),
    ("classic", {"opening_fan_mode": "per_meld", "min_points": 0}),
    ("three_players", {"removed_suit": "s"}),
    ("three_players", {"min_points": 32}),
    ("three_players", {"one_suit_gold": False, "minimum_scope": "every"}),
]


@pytest.mark.parametrize(("preset", "options"), OPTIONS)
def test_options_as_the_reference_has_them(preset: str, options: dict[str, Any]) -> None:
    compare(preset, 6, 15, 150, **options)
    assert compare_payments(preset, 40, 16, 800, **options)["small"]


# ---- rules of the flow, on set walls; 2p makes 3p the wildcard

# seat 1 takes the 9s of seat 0 and waits for 6m and 9m
WAITER = ["9s", "99s7z45556789p78m"]
# seat 1 takes the 9s and later adds the fourth; seat 2 takes the 2m of seat 1 and waits for it
ROBBER = ["9s", "99s2m147m258s1234z", "34m45556789p78s1z"]


def robbed_table(**options: Any) -> SetTable:
    table = SetTable(ROBBER, "4z1p1p9s", **options)
    table.act("9s")
    table.claim(1, "pon")
    table.act("2m")
    table.claim(2, "chi_low")
    table.act("1z")
    table.drop_until(1, "own")
    table.act("kan_added", "9s")
    return table


def waiting_table(discard: str = "7z", **options: Any) -> SetTable:
    table = SetTable(WAITER, **options)
    table.act("9s")
    table.claim(1, "pon")
    table.act({"7z": "1k"}.get(discard, discard))
    return table


def test_the_indicator_names_the_wildcard_and_stays_what_it_is() -> None:
    table = SetTable(["6z6z7z5z"], indicator="4z")
    state = table.state
    assert state["dora"] == [30] and Counter(state["wall"])[WILD] == 4
    assert Counter(state["seats"][0]["hand"]) >= Counter([WILD, WILD, KAN_TILE, 31])
    red = SetTable(["6z7z"], indicator="7z").state
    assert red["dora"] == [33] and Counter(red["wall"])[KAN_TILE] == 3
    assert Counter(red["wall"])[WILD] == 4


def test_peel_tiles() -> None:
    state = SetTable(["1m9m2m7z"], indicator="1m", name="wuhan+peel").state
    assert state["dora"] == [0]
    count = Counter(state["wall"])
    assert (count[KAN_TILE], count[KAN_TILE + 1], count[WILD], count[33]) == (3, 4, 4, 4)
    assert {KAN_TILE, KAN_TILE + 1, WILD, 33} <= set(state["seats"][0]["hand"])


def test_green_dragons_are_kong_tiles_too() -> None:
    state = SetTable(["7z6z5z"], indicator="4z", name="wuhan+red_green").state
    assert {KAN_TILE, KAN_TILE + 1, WILD} <= set(state["seats"][0]["hand"])


def test_a_discarded_kong_tile_brings_no_supplement_and_is_not_claimed() -> None:
    table = SetTable(["7z", "77z"])
    head = table.state["head"]
    table.act("1k")
    state = table.state
    assert (state["phase"], state["actor"], state["head"]) == ("own", 1, head + 1)
    assert state["seats"][0]["river"] == [KAN_TILE] and not state["drawn_rinshan"]


def test_tiles_laid_aside_bring_supplements() -> None:
    table = SetTable(["7z3p1m"], "9p8p7p")
    table.act("nuki")
    assert table.state["phase"] == "kan" and table.legal == {"1k", "1w"}
    table.act("1w")
    state = table.state
    assert (state["seats"][0]["aside"], state["drawn"], state["actor"]) == ([WILD], 16, 0)
    assert state["drawn_rinshan"]
    table.act("nuki")
    state = table.state
    assert (state["seats"][0]["aside"], state["drawn"]) == ([WILD, KAN_TILE], 15)
    assert "nuki" not in table.legal


def test_no_kong_tile_is_laid_aside_when_the_last_four_would_not_stay() -> None:
    for limit, allowed in (("keep_last_four", False), ("until_reserve", True)):
        table = SetTable([], last="7z1s1s1s1s", kong_limit=limit)
        while table.live > 4:
            table.drop()
        assert table.state["drawn"] == KAN_TILE
        assert ("nuki" in table.legal) is allowed


def test_a_supplement_blooms_also_in_the_turn_of_a_claim() -> None:
    table = SetTable(WAITER, "4z9m", kong_after_claim=True)
    table.act("9s")
    table.claim(1, "pon")
    table.act("nuki", "win")
    assert table.points == [-80, 240, -80, -80]
    table = SetTable(WAITER, "4z9m", kong_after_claim=False)
    table.act("9s")
    table.claim(1, "pon")
    assert "nuki" not in table.legal


def test_the_last_four_tiles_are_drawn_one_each() -> None:
    table = waiting_table(last="1s1s1s9m")
    assert table.drop_until(1, "offer") == 68
    state = table.state
    assert table.legal == {"win", "pass"} and state["tail"] == state["head"]
    before = table.batch.save(0)
    moved, value, _ = settlement(View(state, "wuhan", {"min_points": 0}), 1, "tsumo")
    assert value.patterns == ("last_tiles",)
    table.act("win")
    assert table.points == moved
    table.batch.load(0, before)
    table.act("pass")
    assert table.state["hand_no"] == 2 and table.points == [0, 0, 0, 0]


def test_the_last_tiles_need_not_be_a_pattern() -> None:
    options = {"min_points": 0, "last_tiles_pattern": False}
    table = waiting_table(last="1s1s1s9m", **options)
    table.drop_until(1, "offer")
    moved, value, _ = settlement(View(table.state, "wuhan", options), 1, "tsumo")
    assert value.patterns == ()
    table.act("win")
    assert table.points == moved


def test_a_robbed_player_pays_for_all() -> None:
    table = robbed_table()
    assert table.state["phase"] == "claim" and table.legal == {"win", "pass"}
    table.act("win")
    assert table.points == [0, -200, 200, 0]
    assert table.state["dealer"] == 1


def test_a_kan_that_is_not_robbed_stands() -> None:
    table = robbed_table()
    table.act("pass")
    state = table.state
    assert state["seats"][1]["melds"][0]["type"] == "kakan"
    assert state["actor"] == 1 and state["drawn_rinshan"]


def test_nobody_pays_more_than_he_has() -> None:
    table = robbed_table(start_chips=70)
    table.act("win")
    assert table.points == [0, -70, 70, 0]
    assert table.scores == [70, 0, 140, 70]


def test_who_deals_next() -> None:
    table = robbed_table(next_banker="winner")
    table.act("win")
    assert table.state["dealer"] == 2
    for rule, banker in (("stay", 0), ("rotate", 1)):
        table = SetTable([], draw_banker=rule)
        while table.state["hand_no"] == 1:
            table.drop()
        state = table.state
        assert (state["dealer"], state["honba"]) == (banker, 1 - banker)


def test_a_game_has_as_many_hands_as_the_rules_say() -> None:
    table = SetTable([], match_hands=2)
    while table.state["phase"] != "over":
        table.drop()
    assert table.state["hand_no"] == 2
