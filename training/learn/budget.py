"""What a run may spend and has spent, and the phase that follows from it."""

import time
from collections.abc import Sequence
from typing import Any

from shugi.training.run.config import ImitationConfig, TrainConfig

IMITATION, PPO, DONE = "imitation", "ppo", "done"


class Budget:
    """Counts decisions, updates and time.

    Args:
        config: of the run, with its limits.
    """

    def __init__(self, config: TrainConfig) -> None:
        self.config = config
        self.phase = IMITATION if config.imitation.wanted else PPO
        self.update = 0  # updates done
        self.count = 0  # decisions of the learner, or of the teacher
        self.seconds = 0.0  # of earlier lives of this run
        self.ppo_from = (0, 0.0)  # decisions and seconds when PPO began
        self.started = time.monotonic()

    def elapsed(self) -> float:
        """Seconds of training, earlier lives of the run included."""
        return self.seconds + time.monotonic() - self.started

    def spent(
        self,
        limits: TrainConfig | ImitationConfig | None = None,
        since: tuple[int, float] = (0, 0.0),
    ) -> float:
        """The share of a budget that is spent, by the limit that is nearer; 1 or more: all.

        Args:
            limits: has ``minutes`` and ``decisions``, either may be None; None: the run's config.
            since: decisions and seconds when it began.
        """
        limits, (count, seconds), shares = limits or self.config, since, [0.0]
        if limits.minutes is not None:
            shares.append((self.elapsed() - seconds) / max(60 * limits.minutes - seconds, 1e-9))
        if limits.decisions is not None:
            shares.append((self.count - count) / max(limits.decisions - count, 1))
        return max(shares)

    def progress(self) -> float:
        """0 to 1 within the phase."""
        if self.phase == IMITATION:
            return min(1.0, max(self.spent(self.config.imitation), self.spent()))
        return min(1.0, self.spent(since=self.ppo_from))

    def next_phase(self) -> bool:
        """Go on to the next phase if this one is over; whether PPO begins."""
        if self.progress() < 1:
            return False
        begins = self.phase == IMITATION and self.spent() < 1
        self.phase = PPO if begins else DONE
        return begins

    def begin_ppo(self) -> None:
        """What is spent from now on is PPO's."""
        self.ppo_from = (self.count, self.elapsed())

    def state(self) -> list[Any]:
        """Plain values only."""
        return [self.phase, self.update, self.count, self.elapsed(), self.ppo_from]

    def restore(self, state: Sequence[Any]) -> None:
        self.phase, self.update, self.count, self.seconds = state[:4]
        self.ppo_from = (state[4][0], state[4][1])
        self.started = time.monotonic()
        if self.phase == DONE and self.progress() < 1:
            self.phase = PPO  # the budget was raised
