"""What every rule set must survive: random legal play, with every promise of the engine checked."""

from __future__ import annotations

import numpy as np
import pytest

from shugi._fast.batch.batch import TALLY, Batch
from shugi._fast.core.tiles import parse_tiles
from shugi.envs import format_position, load_rules
from tests.support.hidden import nothing_leaks
from tests.support.rule_sets import PAIRS, RULE_SETS
from tests.support.tables import tiles_of
from tests.support.walk import (
    ledger_balances,
    masks_are_the_rules,
    nothing_is_lost,
    values_round_trip,
)

VARIANTS = list(RULE_SETS)
GAMES = 40
SLOW_GAMES = 10_000


def play(batch: Batch, decisions: int, seed: int = 0) -> list[tuple[int, ...]]:
    """Random legal play; the actions taken, row by row."""
    actions = np.zeros(batch.n, np.uint8)
    taken = []
    for k in range(decisions):
        batch.sample(actions, seed + k)
        taken.append(tuple(int(a) for a in actions))
        batch.step(actions)
        assert not batch.status.any()
    return taken


@pytest.mark.parametrize("name", VARIANTS + PAIRS)
def test_tiles_points_and_masks(name: str) -> None:
    rules = load_rules(name)
    batch = Batch(rules, GAMES, seed=11)
    actions = np.zeros(GAMES, np.uint8)
    for k in range(150):
        batch.sample(actions, k)
        batch.step(actions)
        for i in range(0, GAMES, 8):
            nothing_is_lost(batch, i)
            masks_are_the_rules(batch, i)


@pytest.mark.parametrize("name", VARIANTS)
def test_same_seed_same_game(name: str) -> None:
    rules = load_rules(name)
    runs = []
    for n, threads in ((6, 1), (6, 2), (13, 1)):
        batch = Batch(rules, n, threads=threads)
        batch.reset(np.arange(n, dtype=np.uint64) + 5)
        taken = play(batch, 400)
        runs.append([row[:6] for row in taken])
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.parametrize("name", VARIANTS)
def test_clone_save_and_load_go_on_alike(name: str) -> None:
    rules = load_rules(name)
    batch = Batch(rules, 8, seed=3, auto_reset=False)
    actions = np.zeros(8, np.uint8)
    for k in range(60):
        batch.sample(actions, k)
        batch.step(actions)
        if k % 10:
            continue
        clone = batch.clone()
        loaded = Batch(rules, 8, auto_reset=False)
        for i in range(8):
            loaded.load(i, batch.save(i))
        for j in range(25):
            for each in (clone, loaded):
                each.sample(actions, 1000 + j)
                each.step(actions)
            assert [clone.save(i) for i in range(8)] == [loaded.save(i) for i in range(8)]


@pytest.mark.parametrize("name", VARIANTS)
def test_states_as_values_round_trip(name: str) -> None:
    rules = load_rules(name)
    batch = Batch(rules, 4, seed=9)
    actions = np.zeros(4, np.uint8)
    for k in range(200):
        batch.sample(actions, k)
        batch.step(actions)
        for i in range(4):
            values_round_trip(batch, i)


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_hidden_leaks(name: str) -> None:
    for forced in (True, False):
        nothing_leaks(load_rules(name), forced)


@pytest.mark.parametrize("name", VARIANTS)
def test_rewards_sum_to_the_result(name: str) -> None:
    rules = load_rules(name)
    n = 12
    batch = Batch(rules, n, seed=4, tally=True)
    actions = np.zeros(n, np.uint8)
    sums = np.zeros((n, rules.seats))
    paid = np.zeros((n, rules.seats), np.int64)
    finished = 0
    chips = slice(TALLY.index("chips_win"), None)
    for k in range(60_000):  # random play seldom ends a game that lasts until somebody busts
        if k >= 6000 and finished >= n:
            break
        batch.sample(actions, k)
        batch.step(actions)
        sums += batch.reward
        for i in np.flatnonzero(batch.done):
            np.testing.assert_allclose(sums[i], batch.final_result[i], atol=1e-3)
            if rules.options["placement"] != "none" or rules.options["cherry"]:  # chips alone
                np.testing.assert_array_equal(
                    batch.tally[i, :, chips].sum(axis=1) - paid[i],
                    np.round(batch.final_result[i]),
                )
            paid[i] = batch.tally[i, :, chips].sum(axis=1)
            sums[i] = 0
            finished += 1
    assert finished >= n


@pytest.mark.parametrize("name", VARIANTS)
def test_ledgers_sum_to_zero(name: str) -> None:
    rules = load_rules(name)
    batch = Batch(rules, 30, seed=8, auto_reset=False)
    actions = np.zeros(30, np.uint8)
    hands = 0
    # the end of a game pays too, and a game of one hand has no other hand
    one_hand = rules.options.get("mode") == "single_hand"
    for step in range(1200):
        if hands > 300:  # Piquet's baseline thinks long
            break
        if (batch.seat < 0).all():
            batch.reset(np.arange(30) + 100 * step)
        batch.baseline(actions)
        batch.step(actions)
        for i in np.flatnonzero(batch.hand_done & (one_hand | ~batch.done)):
            hands += 1
            ledger_balances(batch, int(i))
            assert all(line["points"] or line["chips"] for line in batch.ledger(i))
    assert hands > 100


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_ten_thousand_games(name: str) -> None:
    n = 500
    rules = load_rules(name)
    batch = Batch(rules, n, seed=77, threads=2, tally=True)
    actions = np.zeros(n, np.uint8)
    k = finished = 0
    while finished < SLOW_GAMES:
        batch.sample(actions, k)
        batch.step(actions)
        assert not batch.status.any()
        finished += int(batch.done.sum())
        k += 1
        if k % 500 == 0:
            for i in range(0, n, 25):
                assert tiles_of(batch.state(i), rules) == rules.tiles, format_position(batch, i)
    assert batch.tally[:, :, TALLY.index("chips_win") :].sum() == 0


def test_a_seat_that_wins_on_the_wall_order() -> None:
    """A chosen wall is dealt as it stands."""
    rules = load_rules("sanma_base")
    batch = Batch(rules, 1)
    wall = list(rules.tiles)
    batch.set_wall(0, wall)
    assert sorted(batch.state(0)["seats"][0]["hand"]) == sorted(wall[:13] + [wall[39]])
    assert parse_tiles("1m")[0] == wall[0]
