from collections.abc import Sequence
from typing import Protocol, Self, final

import numpy as np
from numpy.typing import NDArray

from shugi._fast.view.layouts import Layout

PLAYERS: dict[str, int]
"""What the engine plays by itself."""

class _Games(Protocol):
    """What a ``Batch`` tells of its size."""

    n: int
    seats: int
    layout: Layout

@final
class Learners:
    """One learner's seat in each game of a batch; ``Batch.turn`` plays the other seats.

    Every array is a view that ``begin``, ``Batch.turn`` and ``Batch.resume`` rewrite.

    Args:
        batch: that they will sit in.
        players: of each seat after the learner's a name of ``PLAYERS``, or None: the caller asks an
            agent of his own.
        most_steps: an episode is cut after so many decisions of the learner; None: never.
        illegal_reward: what an illegal action of the learner adds to its reward.
    """

    n: int
    seats: int
    key: int
    """Of random players, which draw a pure function of it and of the game's state."""
    seat: NDArray[np.int8]  # (n,) the learner's
    actions: NDArray[np.uint8]  # (n,) yours to write: what is played next
    mask: NDArray[np.int8]  # (n, 128) the learner's legal actions; layout.idle where it is over
    reward: NDArray[np.float32]  # (n,) since the learner's last decision
    total: NDArray[np.float64]  # (n,) of the episode
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    illegal: NDArray[np.bool_]  # (n,) the episode was ended by an illegal action
    over: NDArray[np.bool_]  # (n,) the episode has ended, told or not
    fresh: NDArray[np.bool_]  # (n,) the next episode is another game's
    outside: NDArray[np.bool_]  # (n,) an agent of the caller decides; ``Batch.resume`` goes on

    def __new__(
        cls,
        batch: _Games,
        players: Sequence[str | None],
        *,
        most_steps: int | None = None,
        illegal_reward: float = -1.0,
    ) -> Self: ...
    def begin(self, i: int, seat: int) -> None:
        """Game ``i`` of the batch was started, or goes on, with the learner at ``seat``."""
