"""Playing many games and keeping what a learner needs: decisions, time first.

``Segment`` holds T decisions of each of n games; ``Rollout`` fills it. What a seat gained is cut
at its own decisions and at hand ends, in two kinds: chips, and thousands of points. The units of
a regional game are the money of their game, as chips are, and count as such.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.actions import ACTION_COUNT
from shugi._fast.batch import Batch
from shugi._fast.layouts import TILES, Layout
from shugi._fast.rules import Rules
from shugi.envs.gains import Gains

LEARNER = 0  # the player whose decisions are learnt from


class Segment:
    """T decisions of each of n games; (t, n, ...) arrays, written in place and used again."""

    def __init__(self, steps: int, n: int, seats: int, layout: Layout = TILES) -> None:
        shape = (steps, n)
        self.steps, self.n = steps, n
        self.planes = np.zeros((*shape, layout.planes, layout.places), np.uint8)
        self.globals = np.zeros((*shape, layout.globals), np.float32)
        self.oracle = np.zeros((*shape, layout.oracle_planes, layout.places), np.uint8)
        self.mask = np.zeros((*shape, ACTION_COUNT), np.uint8)
        self.seat = np.zeros(shape, np.int8)
        self.player = np.zeros(shape, np.int8)  # index of who plays that seat
        self.action = np.zeros(shape, np.uint8)
        self.label = np.zeros(shape, np.uint8)  # what is imitated, if anything is
        self.log_prob = np.zeros(shape, np.float32)  # of the action, when it was drawn
        self.reward = np.zeros((*shape, 2), np.float32)
        self.ended = np.zeros(shape, np.bool_)
        self.end_reward = np.zeros((*shape, seats, 2), np.float32)

    def flat(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array of the segment with time and games as one axis."""
        return array.reshape(self.steps * self.n, *array.shape[2:])


Choose = Callable[[int], None]


@dataclass
class Finished:
    """Hands that ended while a segment was played."""

    player: NDArray[np.int8]  # (h, seats) who held each seat
    gain: NDArray[np.float32]  # (h, seats, 2)


class Rollout:
    """Games in play, and who sits where.

    Args:
        rules: the rule set.
        n: games.
        seed: of the deals.
        threads: of the engine.
    """

    def __init__(self, rules: Rules, n: int, seed: int, threads: int) -> None:
        self.batch = Batch(rules, n, seed, threads=min(threads, n), expected=True)
        self.gains = Gains(self.batch)
        self.seating = np.zeros((n, self.batch.seats), np.int8)  # index of the player of each seat
        self.hand_gain = np.zeros((n, self.batch.seats, 2), np.float32)

    def play(
        self,
        segment: Segment,
        choose: Choose,
        reseat: Callable[[NDArray[np.int64]], None] | None = None,
        oracle: bool = True,
    ) -> Finished:
        """Fill ``segment``.

        Args:
            choose: given a time t, writes ``segment.action[t]`` from what stands there.
            reseat: given the rows whose game ended, may change ``seating`` for the next one.
            oracle: write what the seats cannot see, too.
        """
        batch, rows = self.batch, np.arange(self.batch.n)
        players, gains = [], []
        for t in range(segment.steps):
            segment.seat[t] = batch.seat
            segment.player[t] = self.seating[rows, batch.seat]
            batch.legal(segment.mask[t])
            batch.observe(segment.planes[t], segment.globals[t])
            if oracle:
                batch.observe_oracle(segment.oracle[t])
            segment.reward[t] = self.gains.of_actor()
            self.hand_gain[rows, batch.seat] += segment.reward[t]
            choose(t)
            batch.step(segment.action[t])
            self._check()
            segment.ended[t] = batch.hand_done
            segment.end_reward[t] = self.gains.at_hand_end()
            over = np.flatnonzero(batch.hand_done)
            if len(over):
                players.append(self.seating[over])
                gains.append(self.hand_gain[over] + segment.end_reward[t, over])
                self.hand_gain[over] = 0.0
            ended = np.flatnonzero(batch.done)
            if len(ended) and reseat is not None:
                reseat(ended)
        seats = self.batch.seats
        return Finished(
            np.concatenate(players) if players else np.zeros((0, seats), np.int8),
            np.concatenate(gains) if gains else np.zeros((0, seats, 2), np.float32),
        )

    def _check(self) -> None:
        if self.batch.status.any():
            i = int(np.flatnonzero(self.batch.status)[0])
            raise RuntimeError(
                f"game {i} refused an action or broke (status {self.batch.status[i]}); "
                f"its legal actions: {self.batch.legal_actions(i)}"
            )
