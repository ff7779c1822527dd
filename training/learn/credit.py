"""Credit: what the critic expects of decisions, and what came of them."""

import numpy as np
import torch

from shugi.envs.common.arrays import F32, I64
from shugi.envs.gains import CHIPS, POINTS
from shugi.training.learn.learner import Learner
from shugi.training.learn.mixture import Stakes
from shugi.training.learn.returns import explained_variance, normalise, seat_advantages
from shugi.training.run.config import TrainConfig
from shugi.training.run.scale import robust_scale


class Credit:
    """Gives decisions their advantages and targets.

    Args:
        config: of the run.
        learner: its networks, and the decisions that are learnt from.
        stakes: what the games are played for.
    """

    def __init__(self, config: TrainConfig, learner: Learner, stakes: Stakes) -> None:
        self.limit, self.learner, self.stakes = config.ppo.advantage_limit, learner, stakes

    def assign(self, rows: I64, lam: float, aged: bool = False) -> tuple[I64, dict[str, float]]:
        """Values, advantages and targets of the decisions ``rows``.

        Args:
            rows: (k,) int64 decisions, numbered as in ``RolloutBuffer.flat``.
            lam: the lambda of the estimates, in [0, 1].
            aged: whoever played may be an older policy than the one that learns.

        Returns:
            those of them whose credit is known, and how well the critic foresaw it.
        """
        d = self.learner.decisions
        buffer = d.buffer
        d.upload()
        value = np.zeros((buffer.steps * buffer.n, 2), np.float32)
        value[rows] = self.learner.values(torch.from_numpy(rows))
        seat = np.full(buffer.steps * buffer.n, -1, np.int8)
        seat[rows] = buffer.flat(buffer.seat)[rows]
        ratio = self._ratio(rows) if aged else None
        credit = seat_advantages(
            seat.reshape(buffer.steps, buffer.n),
            buffer.reward,
            value.reshape(buffer.steps, buffer.n, 2),
            buffer.ended,
            buffer.end_reward,
            lam,
            None if ratio is None else ratio.reshape(buffer.steps, buffer.n),
        )
        self.raw_advantage = buffer.flat(credit.advantage)
        target = buffer.flat(credit.target)
        d.target.copy_(torch.from_numpy(target))
        known = rows[buffer.flat(credit.known)[rows]]
        explained = {} if ratio is None else {"distrust": float(1 - ratio[rows].clip(max=1).mean())}
        for prefix, own in zip(self.stakes.prefixes, self.by_set(known), strict=True):
            for name, kind in (("chips", CHIPS), ("points", POINTS)):
                share = explained_variance(value[own, kind], target[own, kind])
                explained[f"{prefix}explained_{name}"] = share
        return known, explained

    def _ratio(self, rows: I64) -> F32:
        """How much likelier each action of ``rows`` is now than when it was played; 1 elsewhere."""
        d, picks = self.learner.decisions, torch.from_numpy(rows)
        now = self.learner.log_policy(self.learner.policy, picks).cpu()
        action, then = (d.host[name][picks] for name in ("action", "log_prob"))
        found = np.ones(len(d.host["action"]), np.float32)
        found[rows] = (now.gather(1, action.long()[:, None]).squeeze(1) - then).exp().numpy()
        return found

    def by_set(self, rows: I64) -> list[I64]:
        """Those of the decisions ``rows`` that belong to each rule set."""
        if len(self.stakes.prefixes) == 1:
            return [rows]
        buffer = self.learner.decisions.buffer
        lots = buffer.flat(buffer.lot)[rows]
        return [rows[lots == number] for number in range(len(self.stakes.prefixes))]

    def set_advantages(self, rows: I64) -> dict[str, float]:
        """What ``rows`` are learnt with: each rule set has its own scale."""
        mass, lost = np.zeros((2, len(self.stakes.prefixes)))
        metrics: dict[str, float] = {}
        for number, (prefix, own) in enumerate(
            zip(self.stakes.prefixes, self.by_set(rows), strict=True)
        ):
            if len(own):
                total = (self.raw_advantage[own] * self.stakes.prices[number]).sum(axis=-1)
                scale = robust_scale(total)
                clipped, share = normalise(total, scale, self.limit)
                self.learner.decisions.advantage[torch.from_numpy(own)] = torch.from_numpy(
                    clipped
                ).to(self.learner.device)
                mass[number] = np.abs(clipped).sum() / (1 - share)
                lost[number] = mass[number] * share
                metrics[f"{prefix}advantage_scale"] = scale
            metrics[f"{prefix}clipped_mass"] = lost[number] / max(mass[number], 1e-9)
        return metrics | {"clipped_mass": lost.sum() / max(mass.sum(), 1e-9)}
