"""Wuhan as it is played: random play of all presets, and the flow against the slow reference."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from shugi._fast.actions import action_id
from shugi._fast.batch import Batch
from tests.reference.wild import wuhan_play
from tests.wuhan_games import (
    CALLS,
    KONG_TILE,
    PRESETS,
    VERBS,
    WILD,
    Lively,
    View,
    settlement,
    tile_choices,
    walked,
)

CAN = ("win", "kong_open", "pung", "chow_low", "chow_mid", "chow_high")  # by bit of the options


# ---- random play


def tiles_of(state: dict[str, Any]) -> list[int]:
    found = list(state["wall"][state["head"] :])
    for seat in state["seats"]:
        found += seat["hand"] + seat["aside"]
        found += [tile for meld in seat["melds"] for tile in meld["tiles"]]
        found += [t for t, f in zip(seat["river"], seat["river_flags"], strict=True) if not f & 4]
    return sorted(found)


@pytest.mark.parametrize("preset", PRESETS)
def test_random_play_comes_to_its_end(preset: str) -> None:
    """Nobody is stuck, no tile is lost, every payment sums to zero."""
    play = Lively(PRESETS[preset][0], 24, seed=3)
    seen: Counter[str] = Counter()
    size = play.batch.rules.seats
    for _ in range(1500):
        play.step()
        for i in np.flatnonzero(play.batch.hand_done & ~play.batch.done):
            lines, last = play.batch.ledger(i), play.batch.state(i)["last"]
            seen[last["how"] + (last["by"] if last["how"] == "win" else "")] += 1
            assert sum(last["points"]) == 0 and len(last["points"]) == size
            net = [0] * size
            for line in lines:
                net[line["payer"]] -= line["points"]
                net[line["payee"]] += line["points"]
            assert net == last["points"]
        for i in range(0, 24, 5):
            state = play.batch.state(i)
            assert tiles_of(state) == sorted(state["wall"])
            assert sum(play.batch.scores(i)) == 0
            sizes = [len(held["hand"]) + 3 * len(held["melds"]) for held in state["seats"]]
            full = {"own": 1, "kan": 1, "claim": 0}.get(state["phase"])
            if full is None:  # the last four tiles stay where they were drawn
                full = 4 - (state["tail"] - state["head"])
            assert sum(sizes) == 13 * size + full and sizes[state["turn"]] == 13 + (full > 0)
        seen["games"] += int(play.batch.done.sum())
    assert seen["wintsumo"] > 5 and seen["winron"] > 5 and seen["draw"] > 5 and seen["games"], seen


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
    held = {code for code in batch.state(i)["seats"][batch.seat[i]]["hand"] if code >= KONG_TILE}
    if len(held) > 1:
        assert set(codes) == held
    return sorted(held)


def compare(preset: str, n: int, seed: int, steps: int, **options: Any) -> Counter[str]:
    _, game, changes = PRESETS[preset]
    seen: Counter[str] = Counter()
    for play, _ in walked(preset, n, seed, steps, **options):
        for i in range(n):
            state = play.batch.state(i)
            view = View(state, game, changes | options)
            if state["phase"] == "own":
                turn = view.turn(state["actor"], own=True)
                expected = wuhan_play.own_actions(view.options, view.table, turn)
                assert engine_actions(play.batch, i, view) == set(expected), state
                seen.update(word.split()[0] for word in expected)
            elif state["phase"] == "offer":
                turn = view.turn(state["actor"], own=True)
                expected = wuhan_play.own_actions(view.options, view.table, turn, last=True)
                assert sorted(expected) == ["pass", "win"]
                assert set(play.batch.legal_actions(i)) == {VERBS["win"], VERBS["pass"]}
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
        found = {name for bit, name in enumerate(CAN) if state["option"][seat] >> bit & 1}
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
    assert wanted | {f"claim {name}" for name in CAN} <= seen.keys(), seen


# ---- payments


def compare_payments(preset: str, n: int, seed: int, steps: int, **options: Any) -> Counter[str]:
    """Each win's payment and the next banker as the reference has them; what was seen of them."""
    name, game, changes = PRESETS[preset]
    play = Lively(name, n, seed, **options)
    before: dict[int, dict[str, Any]] = {}
    seen: Counter[str] = Counter()
    for _ in range(steps):
        play.choose()
        for i in np.flatnonzero(play.actions == VERBS["win"]):
            before[i] = play.batch.state(i)
        play.batch.step(play.actions)
        for i in np.flatnonzero(play.batch.hand_done & ~play.batch.done):
            after = play.batch.state(i)
            last = after["last"]
            view = View(before[i] if last["how"] == "win" else after, game, changes | options)
            winner = None
            if last["how"] == "win":
                (winner,) = last["winners"]
                moved, value, liable = settlement(view, winner, last["by"])
                assert last["points"] == moved, before[i]
                seen.update(value.patterns or ["small"])
                seen["liable"] += liable is not None
            else:
                seen["draw"] += 1
                assert last["points"] == [0] * len(last["points"])
            if winner is not None:
                banker = wuhan_play.next_banker(view.options, view.table.banker, winner)
                assert after["dealer"] == banker
                seen["stays"] += banker == view.table.banker
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
