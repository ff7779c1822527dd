"""What is kept of games in play until it is learnt from: decisions, time first, and ended hands.

What a seat gained is cut at its own decisions and at hand ends, in two kinds: chips, and thousands
of points. The units of a regional game are the money of their game, as chips are, and count as
such. Where a rule set has a standing, its change counts with them at a hand's end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.net.critic import EngineCritic
from shugi._fast.net.lists import PositionLists
from shugi._fast.net.policy import EnginePolicy
from shugi._fast.view.layouts import LAYOUTS, TILES, Layout
from shugi.agents.sums import SparsePositions
from shugi.envs.common.arrays import F32, I8, I64, U8

LEARNER = 0  # the player whose decisions are learnt from
ABSENT = -1  # the player of a seat that a rule set does not have


class RolloutBuffer:
    """T decisions of each of n games; (t, n, ...) arrays, written in place and used again.

    Nobody gains anything at a seat that a game does not have. What the seats see is kept as lists
    of what is not zero: a quarter of the bytes, and what the first layer of a network has to look
    at.

    A buffer can be pickled: of the legal actions a bit each goes along.

    Args:
        steps: decisions of each game.
        n: games.
        seats: the largest number of seats of any game.
        layout: of what the seats see.
        preferred: whether there is room for a teacher's preferences.
    """

    LISTS = ("kept_planes", "kept_globals", "kept_oracle")
    BY_DECISION = (
        "lot",
        "seat",
        "player",
        "action",
        "label",
        "log_prob",
        "reward",
        "ended",
        "end_reward",
    )

    def __init__(
        self, steps: int, n: int, seats: int, layout: Layout = TILES, preferred: bool = False
    ) -> None:
        shape = (steps, n)
        self.steps, self.n, self.seats, self.layout = steps, n, seats, layout
        # of all times so far, a row for each decision
        self.kept_planes, self.kept_globals, self.kept_oracle = lists_of(layout)
        self.mask = np.zeros((*shape, ACTION_COUNT), np.uint8)
        self.lot = np.zeros(shape, np.int64)  # which of the rollout's games
        self.seat = np.zeros(shape, np.int8)
        self.player = np.zeros(shape, np.int8)  # index of who plays that seat
        self.action = np.zeros(shape, np.uint8)
        self.label = np.zeros(shape, np.uint8)  # what is imitated, if anything is
        # how much each action is preferred by who is imitated; no wider than 0 if nobody asks
        self.preference = np.zeros((*shape, ACTION_COUNT if preferred else 0), np.float32)
        self.log_prob = np.zeros(shape, np.float32)  # of the action, when it was drawn
        self.reward = np.zeros((*shape, 2), np.float32)
        self.ended = np.zeros(shape, np.bool_)
        self.end_reward = np.zeros((*shape, seats, 2), np.float32)

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = {name: getattr(self, name) for name in (*self.LISTS, *self.BY_DECISION)}
        ended = np.flatnonzero(self.flat(self.ended))  # nobody gains anything elsewhere
        arrays["end_reward"] = self.flat(self.end_reward)[ended]
        if self.preferred:
            arrays["preference"] = self.preference[self.mask != 0]
        shape = (self.steps, self.n, self.seats, self.layout.name, self.preferred)
        return _unpickled, (shape, arrays, np.packbits(self.mask, axis=-1))

    @property
    def preferred(self) -> bool:
        """Whether it holds preferences."""
        return self.preference.size > 0

    def imitate_no_more(self) -> None:
        """Give up the room for preferences."""
        self.preference = np.zeros((self.steps, self.n, 0), np.float32)

    def clear(self) -> None:
        """Forget what was seen."""
        for name in self.LISTS:
            getattr(self, name).clear()

    @property
    def lists(self) -> tuple[PositionLists, PositionLists, PositionLists]:
        """What is kept: planes, globals and what is hidden."""
        return self.kept_planes, self.kept_globals, self.kept_oracle

    def seen(self, rows: I64) -> tuple[U8, F32]:
        """Planes and globals at decisions, numbered as in ``flat``, as ``Batch.observe`` writes
        them."""
        shape = len(rows), self.layout.planes, self.layout.places
        planes: U8 = self.kept_planes.dense(rows).reshape(shape)
        numbers: F32 = self.kept_globals.dense(rows)
        return planes, numbers

    def kept(self, rows: I64) -> SparsePositions:
        """What was seen at decisions, numbered as in ``flat``."""
        oracle = self.kept_oracle if len(self.kept_oracle) else None
        return SparsePositions(self.kept_planes, self.kept_globals, rows, oracle)

    def log_policy_of(self, network: EnginePolicy, rows: I64) -> F32:
        """What a network in the engine says of some decisions.

        Args:
            network: folded for the rules of all these decisions.
            rows: (k,) int64 decisions, numbered as in ``flat``.

        Returns:
            (k, 128) float32 log-policy.
        """
        lists = (self.kept_planes, self.kept_globals)
        return network.log_policy_kept(*lists, rows, self.flat(self.mask)[rows])

    def values_of(self, network: EngineCritic, rows: I64) -> F32:
        """(k, 2) what a critic in the engine expects at some decisions; arguments as of
        ``log_policy_of``."""
        oracle = self.kept_oracle if network.oracle else None
        return network.values_kept(self.kept_planes, self.kept_globals, oracle, rows)

    def join(self, parts: Sequence["RolloutBuffer"]) -> None:
        """Become what several buffers of as many steps hold, side by side."""
        self.clear()
        if not parts[0].preferred:
            self.imitate_no_more()
        for name in ("mask", "preference", *self.BY_DECISION):
            arrays = [getattr(part, name) for part in parts]
            np.concatenate(arrays, axis=1, out=getattr(self, name))
        for name in self.LISTS:
            own = getattr(self, name)
            for t in range(self.steps):
                for part in parts:
                    lists, at = getattr(part, name), t * part.n
                    if len(lists):
                        own.extend(lists, np.arange(at, at + part.n))

    def flat(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array of the buffer with time and games as one axis."""
        return array.reshape(self.steps * self.n, *array.shape[2:])


def lists_of(layout: Layout) -> tuple[PositionLists, PositionLists, PositionLists]:
    """Room for what seats see: planes, globals, and the planes of what is hidden."""
    return (
        PositionLists(layout.planes * layout.places),
        PositionLists(layout.globals, np.float32),
        PositionLists(layout.oracle_planes * layout.places),
    )


def _unpickled(
    shape: tuple[int, int, int, str, bool], arrays: dict[str, Any], mask: U8
) -> RolloutBuffer:
    steps, n, seats, layout, preferred = shape
    buffer = RolloutBuffer(steps, n, seats, LAYOUTS[layout], preferred)
    for name, array in arrays.items():
        if name not in ("end_reward", "preference"):
            setattr(buffer, name, array)
    buffer.mask[:] = np.unpackbits(mask, axis=-1)[..., :ACTION_COUNT]
    buffer.flat(buffer.end_reward)[np.flatnonzero(buffer.flat(buffer.ended))] = arrays["end_reward"]
    if preferred:
        buffer.preference[buffer.mask != 0] = arrays["preference"]
    return buffer


@dataclass
class FinishedHands:
    """Hands that ended while a buffer was played, but for those from kept positions."""

    player: I8  # (h, seats) who held each seat
    gain: F32  # (h, seats, 2)
    lot: I64  # (h,) which of the rollout's games it was

    @classmethod
    def joined(cls, parts: Sequence["FinishedHands"]) -> "FinishedHands":
        """The hands of several buffers."""
        names = ("player", "gain", "lot")
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
