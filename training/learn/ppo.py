"""Masked PPO with a pull to a reference policy, on the batch engine: the updates of a run.

    play      many games at once; at some tables earlier policies or scripts hold some seats
    credit    advantages over each seat's own decisions of a hand; the critic sees all tiles
    learn     clipped policy gradient + normalised entropy - KL to a reference that is refreshed
              now and then; cross-entropy of the critic with two-hot returns

One update is one buffer of play and the passes over it. In the warm start teachers play, and the
policy imitates them.
"""

import math
from collections.abc import Callable

import numpy as np
import torch

from shugi.agents.checkpoint import Description, Trained
from shugi.envs.common.arrays import I64, Rng
from shugi.training.learn.budget import Budget
from shugi.training.learn.buffer import LEARNER
from shugi.training.learn.credit import Credit
from shugi.training.learn.learner import Decisions, Learner
from shugi.training.learn.mixture import Stakes
from shugi.training.learn.play import Actors, RolloutRequest, RunPlan
from shugi.training.learn.pool import Pool
from shugi.training.learn.scores import Scores
from shugi.training.learn.segments import DoubleBuffer
from shugi.training.run.config import between


class Updater:
    """Plays, credits and learns.

    Args:
        plan: the run's config and rule sets.
        stakes: what its games are played for.
        learner: its networks.
        actors: who plays.
        pool: earlier policies.
        budget: how far the run is.
        rng: the chance of the run.
    """

    def __init__(
        self,
        plan: RunPlan,
        stakes: Stakes,
        learner: Learner,
        actors: Actors,
        pool: Pool,
        budget: Budget,
        rng: Rng,
    ) -> None:
        self.config, self.sets = plan.config, plan.sets
        self.learner, self.actors, self.pool = learner, actors, pool
        self.budget, self.rng = budget, rng
        self.credit = Credit(self.config, learner, stakes)
        self.scores = Scores(stakes, pool, len(self.config.opponents.styles))
        found = [
            Decisions(plan.buffer(actors.columns), learner.device)
            for _ in range(2 if self.config.overlap else 1)
        ]
        self.segments, learner.decisions = DoubleBuffer(found), found[0]

    # ---- PPO

    def begin(self) -> None:
        """PPO begins, with what the policy is now as its reference and first snapshot."""
        self.budget.begin_ppo()
        self.learner.update_reference()
        self.learner.policy_adam.state.clear()
        self.add_snapshot()
        self.segments.forget()
        self.actors.reseat(self.scripted())

    def improve(self) -> dict[str, float]:
        """One update of PPO; what metrics say of it."""
        progress = self.budget.progress()
        request = RolloutRequest(
            imitated=False,
            floor=between(self.config.ppo.rare_floor, progress),
            scripted=self.scripted(),
            started=between(self.config.start_states.share, progress),
        )

        def play(decisions: Decisions) -> dict[str, float]:
            segments = self.actors.play(request, decisions.buffer)
            ages = [segment.age for segment in segments]
            metrics = {
                "rare_floor": request.floor,
                "age": float(np.mean(ages)),
                "oldest": max(ages),
            }
            ended = [(segment.finished, segment.in_play) for segment in segments]
            return self.scores.judge(ended) | metrics

        with self.segments.next(self._sync_policy, play) as (self.learner.decisions, metrics):
            values = self._improved(progress) | metrics
        self._keep_up()
        return values

    def _improved(self, progress: float) -> dict[str, float]:
        """Learn from a segment that the policy has played."""
        buffer, config = self.learner.decisions.buffer, self.config
        own_rows = np.flatnonzero(buffer.flat(buffer.player) == LEARNER)
        self.budget.count += len(own_rows)
        rows, values = self.credit.assign(own_rows, config.ppo.gae_lambda, config.segments > 0)
        values |= {"entropy": 0.0}
        if len(rows):  # a handful of games may all have gone to others
            values |= self._learn(own_rows, rows, progress)
        return values

    def _learn(self, own_rows: I64, rows: I64, progress: float) -> dict[str, float]:
        """Learn from ``rows``, those of the learner's ``own_rows`` whose credit is known."""
        config, learner = self.config.ppo, self.learner
        values = self.credit.set_advantages(rows)
        reference = learner.referred(torch.from_numpy(own_rows))
        place = torch.zeros(len(learner.decisions.action), dtype=torch.int64)
        place[own_rows] = torch.arange(len(own_rows))
        place = place.to(learner.device)
        rate = between(config.learning_rate, progress)
        minibatches = learner.minibatches(rows, config.minibatch, config.epochs, self.rng)
        learnt, value_loss = learner.side_by_side(
            lambda: learner.learn_policy(
                minibatches,
                lambda chosen: reference.index_select(0, place.index_select(0, chosen)),
                progress,
            ),
            lambda: learner.learn_values(minibatches, rate),
        )
        return values | learnt | {"value_loss": value_loss}

    def _sync_policy(self) -> None:
        """The policy as it is now plays from now on."""
        self.actors.sync_policy(self.learner.policy)

    def scripted(self) -> float:
        """The share of new games with scripted players, now."""
        return between(self.config.opponents.scripted, self.budget.progress())

    # ---- now and then

    def _keep_up(self) -> None:
        """The reference becomes the policy, a snapshot joins the pool."""
        updates = self.budget.update + 1
        if updates % self.config.ppo.refresh_reference == 0:
            self.learner.update_reference()
        if updates % self.config.opponents.snapshot_every == 0:
            self.add_snapshot()

    def add_snapshot(self) -> None:
        """The policy joins the pool, and others of the pool play."""
        self.pool.add(self.learner.policy, self.description())
        self.pool.refresh(self.rng)
        self.actors.seat(self.pool.policies())

    def description(self) -> Description:
        """What the networks are now, for a checkpoint."""
        first, *others = self.sets
        return Description(
            model=self.learner.policy.config,
            rules_name=first.name,
            rules_hash=first.hash,
            rules_options=first.options,
            others=[Trained(rules.name, rules.hash, rules.options) for rules in others],
            training=self.config.as_dict(),
            decisions=self.budget.count,
            update=self.budget.update,
        )

    # ---- the warm start

    def imitate(self) -> dict[str, float]:
        """One update of the warm start; what metrics say of it."""
        config = self.config.imitation
        own = between(config.own, self.budget.progress())
        started = self.config.start_states.imitated
        request = RolloutRequest(imitated=True, noise=config.noise, own=own, started=started)

        def play(decisions: Decisions) -> dict[str, float]:
            self.actors.play(request, decisions.buffer)
            return {}

        sync: Callable[[], None] = self._sync_policy if own > 0 else _nothing
        with self.segments.next(sync, play) as (self.learner.decisions, _):
            return self._imitated()

    def _imitated(self) -> dict[str, float]:
        """Learn from a segment that the teacher has played."""
        config, learner = self.config.imitation, self.learner
        everything = np.arange(len(learner.decisions.host["label"]))
        self.budget.count += len(everything)
        known, explained = self.credit.assign(everything, lam=1.0)
        swing = 1 + math.cos(math.pi * self.budget.progress())
        rate = config.learning_rate * (0.1 + 0.45 * swing)
        minibatches = learner.minibatches(known, config.minibatch, config.epochs, self.rng)
        (policy_loss, agreed), value_loss = learner.side_by_side(
            lambda: learner.learn_labels(minibatches, rate),
            lambda: learner.learn_values(minibatches, rate),
        )
        return {
            "agreement": agreed,
            "policy_loss": policy_loss,
            "value_loss": value_loss,
            "learning_rate": rate,
            **explained,
        }


def _nothing() -> None:
    """The teacher plays alone: the policy need not be ready to."""
