"""The last tricks with open cards, solved exactly, as a measure of the engine and its baselines."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import style
from shugi._fast.core.card_actions import CARD_NAMES, CARD_SUITS, card_action_id, card_action_name
from shugi.envs import load_rules
from shugi.envs.drawing.render_cards import known_cards
from tests.games.tricks.reference.options import options_of
from tests.games.tricks.reference.solver import Ending, PiquetSolver, Tricks, TrickSolver
from tests.support.bot_games import answers

PRESETS = ("modern", "old", "parlett", "century17")
LAST = 5  # tricks that are solved


def names(cards: list[int]) -> frozenset[str]:
    return frozenset(CARD_NAMES[card] for card in cards)


def take(batch: Batch, card: str) -> None:
    batch.step_one(0, card_action_id(card))


def leader_of(state: dict[str, Any]) -> int:
    """Who led the running trick, or is about to lead."""
    running = any(one["trick"] is not None for one in state["seats"])
    return int(state["leader" if running else "actor"])


def legal(batch: Batch) -> list[str]:
    return [card_action_name(action) for action in batch.legal_actions(0)]


# ---- Piquet


def piquet(preset: str) -> Batch:
    name = "piquet" if preset == "modern" else f"piquet+{preset}"
    return Batch(load_rules(name, mode="single_hand"), 1, forced=False, auto_reset=False)


def ending_of(state: dict[str, Any]) -> Ending:
    """The engine's position for the solver, the elder first."""
    table, elder = state["piquet"], state["piquet"]["elder"]
    order = (elder, 1 - elder)
    seats = [state["seats"][seat] for seat in order]
    on_table = [CARD_NAMES[one["trick"]] for one in seats if one["trick"] is not None]
    return Ending(
        (names(seats[0]["hand"]), names(seats[1]["hand"])),
        order.index(leader_of(state)),
        (seats[0]["tricks"], seats[1]["tricks"]),
        (table["made"][order[0]], table["made"][order[1]]),
        table["repic"] is not None or table["pic"] is not None,
        on_table[0] if on_table else None,
    )


def endings(preset: str, hands: int, slips: float) -> Iterator[tuple[Batch, Random]]:
    """Hands just before their last tricks, after play by the baseline with slips."""
    batch = piquet(preset)
    for seed in range(hands):
        rng = Random(seed)
        batch.reset([seed])
        while batch.seat[0] >= 0:
            state = batch.state(0)
            tricks = sum(one["tricks"] for one in state["seats"])
            if state["stage"] == "play" and tricks == 12 - LAST:
                yield batch, rng
                break
            slip = rng.random() < slips
            action = rng.choice(batch.legal_actions(0)) if slip else answers(batch, style())[0]
            batch.step_one(0, int(action))


@pytest.mark.parametrize("preset", PRESETS)
def test_best_play_makes_in_the_engine_what_the_solver_says(preset: str) -> None:
    """To the point: leads, tricks, the last one, pic, cards and capot."""
    values = set()
    for batch, rng in endings(preset, 25, slips=0.3):
        solved = PiquetSolver(options_of("piquet", {"preset": preset, "mode": "single_hand"}))
        start = ending_of(batch.state(0))
        value = solved.value(start)
        elder = batch.state(0)["piquet"]["elder"]
        while batch.seat[0] >= 0:
            ending = ending_of(batch.state(0))
            assert batch.seat[0] == (elder, 1 - elder)[ending.mover]
            assert set(solved.values(ending)) == set(legal(batch))
            take(batch, rng.choice(solved.best(ending)))
        before = start.scores[0] - start.scores[1]
        assert batch.chips[0, elder] - before == value
        values.add(value)
    assert len(values) > 10


def losses(preset: str, hands: int) -> tuple[list[int], list[int], float]:
    """What the baseline's cards cost against the best one, all cards open.

    Returns:
        The losses where it knows the other's hand, those where it has to guess, and the mean loss
        of a card taken at random.
    """
    sure, guessed, chance = list[int](), list[int](), list[float]()
    for batch, _ in endings(preset, hands, slips=0.1):
        solved = PiquetSolver(options_of("piquet", {"preset": preset, "mode": "single_hand"}))
        elder = batch.state(0)["piquet"]["elder"]
        while batch.seat[0] >= 0:
            state, seat = batch.state(0), int(batch.seat[0])
            ending = ending_of(state)
            values, best = solved.values(ending), solved.value(ending)
            sign = 1 if seat == elder else -1
            card = card_action_name(int(answers(batch, style())[0]))
            if len(values) > 1:
                loss = sign * (best - values[card])
                other = state["seats"][1 - seat]["hand"]
                known = known_cards(state, batch.rules, 1 - seat, seat, "hand")
                (sure if known == other else guessed).append(loss)
                chance.append(float(np.mean([sign * (best - v) for v in values.values()])))
            take(batch, card)
    assert min(sure + guessed) >= 0  # nothing is better than the best
    return sure, guessed, float(np.mean(chance))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_baseline_plays_its_last_tricks_nearly_as_well_as_can_be(preset: str) -> None:
    sure, guessed, chance = losses(preset, 50)
    assert len(sure) > 40 and len(guessed) > 100
    assert np.count_nonzero(sure) < 0.08 * len(sure)
    assert np.mean(sure) < 0.2 * chance
    assert np.mean(guessed) < 0.4 * chance


# ---- Ninety-Nine


def tricks_of(state: dict[str, Any], seats: int) -> Tricks:
    leader = leader_of(state)
    order = [(leader + k) % seats for k in range(seats)]
    laid = [state["seats"][seat]["trick"] for seat in order]
    return Tricks(
        tuple(names(one["hand"]) for one in state["seats"]),
        leader,
        tuple(one["tricks"] for one in state["seats"]),
        tuple(CARD_NAMES[card] for card in laid if card is not None),
    )


@pytest.mark.parametrize("first_trump", ["diamonds", "none"])
def test_a_seat_that_keeps_its_value_gets_no_less(first_trump: str) -> None:
    """Of tricks nearest to its bid, against two baselines, from the last four tricks on."""
    rules = load_rules("ninety_nine", first_trump=first_trump)
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    made = 0
    for seed in range(20):
        batch.reset([seed])
        while sum(one["tricks"] for one in batch.state(0)["seats"]) < 5:
            batch.step_one(0, int(answers(batch, style())[0]))
        state, seat = batch.state(0), seed % 3
        bid = sum((3, 2, 1, 0)[card // 9] for card in state["seats"][seat]["aside"])
        trump = None if state["trump"] is None else CARD_SUITS[state["trump"]]

        def measure(won: Any, seat: int = seat, bid: int = bid) -> float:
            return -float(abs(won[seat] - bid))

        solved = TrickSolver(seat, trump, measure)
        sure = solved.value(tricks_of(state, 3))
        while not batch.hand_done[0]:
            moment = tricks_of(batch.state(0), 3)
            assert moment.mover == batch.seat[0]
            values = solved.values(moment)
            assert set(values) == set(legal(batch))
            card = card_action_name(int(answers(batch, style())[0]))
            if moment.mover == seat:
                card = max(values, key=lambda one: values[one])
            take(batch, card)
        won = {
            int(line["payee"]): line["points"]
            for line in batch.ledger(0)
            if line["reason"] == "tricks"
        }
        reached = measure([won.get(p, 0) for p in range(3)])
        assert reached >= sure
        made += reached == 0
    assert 0 < made < 20
