"""Piquet's baseline: legal, blind, better than chance, and its single decisions."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch import Batch
from shugi._fast.bots import STYLES, BotStyle, style
from shugi._fast.card_actions import CARD_NAMES, card_action_id, card_action_name
from shugi.envs import load_rules
from tests.bot_games import answers, duplicate
from tests.piquet_games import PRESETS, Pair, engine_action, pack_of
from tests.reference.cards.cards import ordered
from tests.reference.cards.piquet_sight import sight

PLAYERS = (style(noise=0.1), style("plain", noise=0.3), style(defence=0, noise=0.2))


def positions(rules: str, n: int, steps: int, seed: int, **changes: Any) -> Iterator[Batch]:
    """Batches before a decision, from games with slips, so that odd positions come up."""
    batch = Batch(load_rules(rules, **changes), n, seed=seed)
    for step in range(steps):
        yield batch
        batch.step(answers(batch, PLAYERS[step // 50 % len(PLAYERS)]))


# ---- the rules of play


@pytest.mark.parametrize("rules", PRESETS)
def test_every_answer_is_legal(rules: str) -> None:
    for step, batch in enumerate(positions(rules, 16, 200, seed=5)):
        actions = answers(batch, style(list(STYLES)[step % len(STYLES)]))
        assert batch.legal()[np.arange(batch.n), actions].all()
        assert not batch.status.any()


@pytest.mark.parametrize("changes", [{"partial_combinations": True}, {"show_scored": False}])
def test_every_answer_is_legal_under_other_options(changes: dict[str, Any]) -> None:
    for batch in positions("piquet", 16, 150, seed=6, **changes):
        assert batch.legal()[np.arange(batch.n), answers(batch, style())].all()


def test_answers_are_the_same_every_time_and_in_every_batch() -> None:
    order = np.arange(8)[::-1].copy()
    for step, batch in enumerate(positions("piquet", 8, 120, seed=8)):
        if step % 10:
            continue
        for who in (style(), style(noise=0.5)):
            first = answers(batch, who)
            assert np.array_equal(first, answers(batch, who))
            assert np.array_equal(first[order], answers(batch.clone(order), who))


# ---- blindness: the same hand with two hidden cards in each other's place

Log = list[tuple[str, int, str]]  # phase, seat, action


def exchanged(log: Log, swap: dict[str, str]) -> list[str]:
    """The actions with other cards laid out, in increasing order again."""
    found: list[str] = []
    picks: list[str] = []
    for i, (phase, seat, action) in enumerate(log):
        if phase != "exchange" or action == "STOP":
            found.append(action)
            continue
        picks.append(swap.get(action, action))
        if i + 1 == len(log) or log[i + 1][:2] != (phase, seat) or log[i + 1][2] == "STOP":
            found += ordered(picks)
            picks = []
    return found


def replayed(
    changes: dict[str, Any], pack: list[int], log: Log, swap: dict[str, str]
) -> Pair | None:
    codes = {engine_action(one): engine_action(other) for one, other in swap.items()}
    pair = Pair(changes, 1, pack=[codes.get(card, card) for card in pack])
    for action in exchanged(log, swap):
        decision = pair.game.decision
        if decision is None or action not in decision.actions:
            return None
        pair.step(action)
    return pair


def hidden_swaps(pair: Pair, seat: int, rng: Random) -> Iterator[dict[str, str]]:
    """A card of the other's hand and one that he has laid out or that lies in the talon."""
    table = pair.state.table
    knows = sight(table, seat)
    drawn = {*table.drawn[0], *table.drawn[1]}
    free = {*knows.unseen} - {*knows.opponent_had, *knows.opponent_has}
    held = sorted(free & table.hands[1 - seat])
    gone = sorted(free & {*table.laid_out[1 - seat], *(card for card in table.talon)} - {*held})
    for _ in range(4):
        if held and set(gone) - drawn | set(gone):
            one, other = rng.choice(held), rng.choice(gone)
            yield {one: other, other: one}


def seat_of(pair: Pair) -> int:
    """The reference's seat (elder 0) of who decides."""
    return pair.state.elder ^ pair.game.decision.seat


@pytest.mark.parametrize("preset", ["modern", "old", "parlett", "century17"])
def test_answers_depend_on_nothing_hidden(preset: str) -> None:
    rng = Random(preset)
    changes = {"preset": preset, "mode": "single_hand"}
    compared = 0
    for _ in range(12):
        pair = Pair(changes, 1)
        pack = list(pair.rules.tiles)
        rng.shuffle(pack)
        pair = Pair(changes, 1, pack=pack)
        log: Log = []
        while (decision := pair.game.decision) is not None:
            by_id = {engine_action(action): action for action in decision.actions}
            who = style() if rng.random() < 0.8 else style(noise=1)
            action = by_id[int(answers(pair.batch, who)[0])]
            if len(by_id) > 1 and rng.random() < 0.4:
                compared += same_answer_elsewhere(pair, changes, pack, log, rng)
            log.append((decision.phase, decision.seat, action))
            pair.step(action)
    assert compared > 40


def same_answer_elsewhere(
    pair: Pair, changes: dict[str, Any], pack: list[int], log: Log, rng: Random
) -> int:
    compared = 0
    seat = seat_of(pair)
    for swap in hidden_swaps(pair, seat, rng):
        other = replayed(changes, pack, log, swap)
        if other is None or other.game.decision != pair.game.decision:
            continue
        if sight(other.state.table, seat) != sight(pair.state.table, seat):
            continue
        for who in (style(), style("plain")):
            assert answers(other.batch, who)[0] == answers(pair.batch, who)[0]
        compared += 1
    return compared


# ---- strength


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("name", ["baseline", "plain"])
def test_it_beats_random_play(rules: str, name: str) -> None:
    mean, error = duplicate(f"{rules}", style(name), style(noise=1), 10)
    assert mean > 3 * error


def test_guesses_beat_counting_alone() -> None:
    mean, error = duplicate("piquet", style(), style("plain"), 16)
    assert mean > 3 * error


@pytest.mark.parametrize("parameter", ["value", "defence", "lookahead"])
def test_the_weights_bend_the_play(parameter: str) -> None:
    other = style("baseline", **{parameter: 0.0})
    assert any(
        (answers(batch, style()) != answers(batch, other)).any()
        for batch in positions("piquet", 32, 120, seed=9)
    )


# ---- single decisions


def table(elder: str, younger: str = "", talon: str = "", **changes: Any) -> Batch:
    """A hand just dealt; seat 1 is the elder."""
    rules = load_rules("piquet", mode="single_hand", **changes)
    batch = Batch(rules, 1, auto_reset=False)
    batch.set_wall(0, pack_of(f"{elder} {younger} {talon}", rules))
    return batch


def decide(batch: Batch, who: BotStyle | None = None) -> str:
    return card_action_name(int(answers(batch, who or style())[0]))


def take(batch: Batch, text: str) -> Batch:
    for word in text.split():
        batch.step_one(0, card_action_id(word))
    return batch


def laid_out(batch: Batch, who: BotStyle | None = None) -> set[str]:
    """What the seat to exchange lays out."""
    seat, found = batch.seat[0], set[str]()
    while batch.seat[0] == seat and (word := decide(batch, who)) in CARD_NAMES:
        found.add(word)
        take(batch, word)
    return found
