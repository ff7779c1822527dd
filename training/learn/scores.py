"""How the learner does in the hands that end while it plays."""

import math
from collections.abc import Sequence

import numpy as np

from shugi.envs.common.arrays import F32
from shugi.training.learn.buffer import LEARNER, FinishedHands
from shugi.training.learn.mixture import Stakes
from shugi.training.learn.pool import Pool

KEEP = 0.98  # of a running mean, per 100 hands


class Scores:
    """Running means for each rule set: what a hand brings at tables with scripts.

    Args:
        stakes: what the games are played for.
        pool: is told how snapshots did.
        styles: how many scripted players there are.
    """

    def __init__(self, stakes: Stakes, pool: Pool, styles: int) -> None:
        self.stakes, self.pool, self.styles = stakes, pool, styles
        self.against_scripted = np.full(len(stakes.prefixes), math.nan)

    def judge(self, segments: Sequence[tuple[FinishedHands, Sequence[int]]]) -> dict[str, float]:
        """Count the hands that ended; those at the tables where scripts sat make the means.

        Args:
            segments: of each its hands, and the updates of the snapshots that played.

        Returns:
            what metrics say of them.
        """
        for hands, in_play in segments:
            self.pool.count(hands, self._worth(hands), 1 + self.styles, in_play)
        finished = FinishedHands.joined([hands for hands, _ in segments])
        gain, styles = self._worth(finished), self.styles
        scripted = (finished.player > LEARNER) & (finished.player <= styles)
        mine = (finished.player == LEARNER) & scripted.any(axis=1, keepdims=True)
        scores: dict[str, float] = {"hands": len(gain)}
        for number, prefix in enumerate(self.stakes.prefixes):
            own = finished.lot == number
            self._count(number, gain[mine & own[:, None]])
            scores[f"{prefix}hands"] = int(own.sum())
            scores[f"{prefix}chips_v_scripted"] = self.against_scripted[number]
        return scores

    def _count(self, number: int, gain: F32) -> None:
        if not len(gain):
            return
        before, keep, mean = self.against_scripted[number], KEEP ** (len(gain) / 100), gain.mean()
        self.against_scripted[number] = (
            float(mean) if math.isnan(before) else keep * before + (1 - keep) * float(mean)
        )

    def _worth(self, finished: FinishedHands) -> F32:
        """(h, seats) what hands brought."""
        found: F32 = finished.gain * self.stakes.prices[finished.lot][:, None]
        worth: F32 = found.sum(axis=-1)
        return worth

    def shown(self) -> str:
        """A few words for whoever watches."""
        ahead = self.against_scripted
        if len(ahead) == 1:
            return f"{ahead[0]:+.2f} a hand"
        return f"ahead in {(ahead > 0).sum()} of {len(ahead)}"
