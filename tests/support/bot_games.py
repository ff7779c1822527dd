"""Games of the rule baseline against itself, for its tests."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import STYLES, BotStyle, style
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, Observation
from shugi.envs import load_rules
from shugi.envs.seat import as_rules


def answers(batch: Batch, who: BotStyle) -> np.ndarray:
    actions = np.zeros(batch.n, np.uint8)
    batch.baseline(actions, who)
    return actions


def positions(
    players: Sequence[BotStyle], rules: str, n: int, steps: int, seed: int, **changes: Any
) -> Iterator[Batch]:
    """Batches before a decision, from games with slips, so that odd positions come up.

    Each of the players plays 50 steps at every seat, then it is the next one's turn.
    """
    batch = Batch(load_rules(rules, **changes), n, seed=seed)
    for step in range(steps):
        yield batch
        batch.step(answers(batch, players[step // 50 % len(players)]))


def duplicate(
    rules: str, mine: BotStyle, theirs: BotStyle, walls: int, **changes: Any
) -> tuple[float, float]:
    """Mean result of one seat of `mine` per wall, seats rotated, and its standard error."""
    loaded = load_rules(rules, **changes)
    seats = loaded.seats
    batch = Batch(loaded, walls * seats, auto_reset=False)
    batch.reset(np.repeat(np.arange(1, walls + 1, dtype=np.uint64), seats))
    mine_at = np.tile(np.arange(seats), walls)
    actions = np.zeros(batch.n, np.uint8)
    while (batch.seat >= 0).any():
        batch.baseline(actions, mine, batch.seat == mine_at)
        batch.baseline(actions, theirs, (batch.seat >= 0) & (batch.seat != mine_at))
        batch.step(actions)
    results = batch.final_result[np.arange(batch.n), mine_at].reshape(walls, seats).mean(1)
    return float(results.mean()), float(results.std(ddof=1) / walls**0.5)


def must_answer_by_the_rules(batches: Iterator[Batch]) -> None:
    """Each batch is answered in another style, with actions that are legal."""
    for step, batch in enumerate(batches):
        actions = answers(batch, style(list(STYLES)[step % len(STYLES)]))
        assert batch.legal()[np.arange(batch.n), actions].all()
        assert not batch.status.any()


def must_not_look_at_what_is_hidden(batches: Iterator[Batch], who: BotStyle) -> None:
    """Every fifth batch is answered the same after what the seat cannot see was dealt again."""
    for step, batch in enumerate(batches):
        if step % 5:
            continue
        other = batch.clone()
        for i in range(batch.n):
            other.redeal(i, int(batch.seat[i]), step)
        assert np.array_equal(answers(batch, who), answers(other, who))


def must_answer_the_same(batches: Iterator[Batch], *styles: BotStyle) -> None:
    """Every tenth batch is answered the same again, and with its games in another order."""
    for step, batch in enumerate(batches):
        if step % 10:
            continue
        order = np.arange(batch.n)[::-1].copy()
        for who in styles:
            first = answers(batch, who)
            assert np.array_equal(first, answers(batch, who))
            assert np.array_equal(first[order], answers(batch.clone(order), who))


def differs(batches: Iterator[Batch], one: BotStyle, other: BotStyle) -> bool:
    """Whether two styles ever answer otherwise."""
    return any((answers(batch, one) != answers(batch, other)).any() for batch in batches)


def midway(rules: Rules | str, n: int, steps: int = 60, seed: int = 3, **options: Any) -> Batch:
    """Games that the baseline has brought into the middle of things."""
    return led_on(Batch(as_rules(rules), n, seed, **options), steps)


def led_on(batch: Batch, steps: int) -> Batch:
    """The same games after so many steps of the baseline, in which nothing goes wrong."""
    actions = np.zeros(batch.n, np.uint8)
    for _ in range(steps):
        batch.baseline(actions)
        batch.step(actions)
        assert not batch.status.any()
    return batch


def play_beside(bot: Agent, rules: Rules, seed: int, seats: Sequence[int] = (0, 1)) -> int:
    """A game of a bot at some seats and the baseline at the others; how often the bot decided."""
    rng, decided, chosen = np.random.default_rng(0), 0, np.zeros(1, np.uint8)
    batch = Batch(rules, 1, auto_reset=False)
    batch.reset(np.array([seed], np.uint64))
    while batch.seat[0] >= 0:
        if batch.seat[0] in seats:
            chosen = bot.act(Observation(batch), rng)
            decided += 1
        else:
            batch.baseline(chosen)
        batch.step_one(0, int(chosen[0]))
    return decided
