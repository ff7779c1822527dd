"""Records of games that the rule baseline played, with a mistake now and then."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi.envs.records.record import Record, Recorder
from shugi.envs.rulesets.rules import load_rules


def recorded(
    rules: str, decisions: int, seed: int = 3, chance: float = 0.2, forced: bool = True
) -> Record:
    """A game as far as so many decisions; ``chance`` of them are any that is legal."""
    batch = Batch(load_rules(rules), 1, forced=forced, auto_reset=False)
    batch.reset(np.array([seed], np.uint64))
    recorder = Recorder(batch, 0, [f"player {seat}" for seat in range(batch.seats)])
    rng, actions = np.random.default_rng(seed), np.zeros(1, np.uint8)
    for _ in range(decisions):
        if batch.seat[0] < 0:
            break
        batch.baseline(actions)
        legal = batch.legal_actions(0)
        action = int(rng.choice(legal)) if rng.random() < chance else int(actions[0])
        recorder.add(action)
        batch.step_one(0, action)
    return recorder.record


def odd_game(
    name: str, seed: int, agents: Sequence[str] = (), **options: Any
) -> tuple[Batch, Record]:
    """A whole game, mostly by the baseline, with random moves for what it never does."""
    batch = Batch(load_rules(name, **options), 1, auto_reset=False)
    batch.reset(np.array([seed], np.uint64))
    recorder, action = Recorder(batch, 0, agents), np.zeros(1, np.uint8)
    rng = np.random.default_rng(seed)
    wild = rng.choice([0.0, 0.05, 0.3])
    while batch.seat[0] >= 0:
        if rng.random() < wild:
            batch.sample(action, int(rng.integers(2**40)))
        else:
            batch.baseline(action)
        recorder.add(int(action[0]))
        batch.step(action)
    return batch, recorder.record
