"""A whole training run, in its folder.

    warm start   the networks imitate a teacher, the critic learns the returns of that play
    then, until the budget is spent: play, credit, learn (``ppo``)

Everything a run depends on is in its state, which is saved between updates: a run that was killed
goes on from there, and one limited in decisions ends exactly as if it had not been.
"""

import copy
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from shugi._fast.rules.compile import Rules
from shugi.agents.checkpoint import FILE_NAME, CheckpointError, check_finite, save_networks
from shugi.training.cluster.work import Workers
from shugi.training.distil.distil_run import DistilRun
from shugi.training.distil.distiller import Distiller, DistilSource
from shugi.training.learn.acting import BehaviourPolicy
from shugi.training.learn.actors import ActorPlan, LocalActors
from shugi.training.learn.beginning import begin_from_weights
from shugi.training.learn.budget import DONE, IMITATION, PPO, Budget
from shugi.training.learn.learner import Learner
from shugi.training.learn.mixture import Stakes, model_of
from shugi.training.learn.passes import Inference
from shugi.training.learn.play import Actors
from shugi.training.learn.pool import Pool
from shugi.training.learn.ppo import Updater
from shugi.training.run.config import TrainConfig
from shugi.training.run.metrics import Metrics
from shugi.training.run.model_card import write_card
from shugi.training.run.sets import names_of
from shugi.training.run.state import STATE_NAME, load_state, save_state
from shugi.training.terminal.progress import Meter


class Trainer:
    """A training run.

    Args:
        config: its settings.
        rules: the rule set, compiled, or all rule sets of the mixture.
        folder: the run's folder; it exists.
        meter: where progress is shown.
        workers: who plays for the actors; None: this process.

    Raises:
        ConfigError: rule sets that one network cannot play, fewer games than rule sets, nothing
            to randomise, acts that do not exist, no such device.
    """

    model_name = FILE_NAME
    state_name = STATE_NAME

    def __init__(
        self,
        config: TrainConfig,
        rules: Rules | Sequence[Rules],
        folder: Path,
        meter: Meter,
        workers: Workers | None = None,
    ) -> None:
        # Threads of our own over whole pieces of work, not torch's inside every small product:
        # those wait for each other in busy loops, most of the time where the machine is shared.
        torch.set_num_threads(config.inside)
        torch.manual_seed(config.seed)
        self.sets = [rules] if isinstance(rules, Rules) else list(rules)
        self.distilling = self._distil_run(config) if config.distil.wanted else None
        self.config, self.folder, self.meter, self.workers = config, folder, meter, workers
        self.rng = np.random.default_rng(config.seed)
        self.plan = ActorPlan(config, self.sets)
        lots, names = self.plan.lots, names_of(self.sets)
        self.hashes = [f"{lot.rules.hash & (2**64 - 1):016x}" for lot in lots]
        model = model_of(config, self.sets, lots)
        self.learner = Learner(config, model, [lot.rules for lot in lots])
        self.policy, self.critic = self.learner.policy, self.learner.critic
        if config.network.weights and not (folder / STATE_NAME).exists():
            begin_from_weights(self.learner, model)
        self.actors, self.budget = self._actors(), Budget(config)
        self.pool = Pool(folder / "snapshots", config.opponents)
        self.stakes = Stakes(lots, names, config.reward.chips_per_1000_points)
        self.updater = Updater(
            self.plan, self.stakes, self.learner, self.actors, self.pool, self.budget, self.rng
        )

    def _actors(self) -> Actors:
        """Who plays the run's games."""
        config, learner = self.config, self.learner
        if self.workers is not None or config.segments:
            from shugi.training.learn.cluster_actors import ActorJob, ClusterActors

            return ClusterActors(ActorJob(self.plan, self.policy.config), self.workers)
        if not config.overlap:
            acting = BehaviourPolicy(self.policy, learner.passes)
            return LocalActors(self.plan, acting, config.threads)
        # while the policy learns, whoever plays has threads and a policy of its own
        passes = Inference(config, self.policy, learner.passes.game_rules, learner.device, None)
        acting = BehaviourPolicy(copy.deepcopy(self.policy), passes)
        return LocalActors(self.plan, acting, max(1, config.threads // 2))

    @property
    def phase(self) -> str:
        return self.budget.phase

    @property
    def update(self) -> int:
        """Updates done."""
        return self.budget.update

    @property
    def count(self) -> int:
        """Decisions of the learner, or of the teacher."""
        return self.budget.count

    # ---- the run

    def run(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """Train until the budget is spent.

        Args:
            stop: asked after every update; true ends the run early.

        Returns:
            whether the budget was spent; either way everything is saved.
        """
        metrics = Metrics(self.folder, self.update)
        saved = time.monotonic()
        try:
            if self.phase == PPO and not self.pool.snapshots:
                self.updater.begin()
            while self.phase != DONE and not stop():
                self.advance(metrics)
                if time.monotonic() - saved >= self.config.checkpoint_seconds:
                    self.save()
                    saved = time.monotonic()
            self.save()
        finally:
            metrics.close()
        if self.phase == DONE and self.distilling is not None:
            return self._distil(self.distilling, stop)
        return self.phase == DONE

    def advance(self, metrics: Metrics) -> None:
        """One update."""
        before, began = self.count, time.monotonic()
        phase, updater = self.phase, self.updater
        values = updater.imitate() if phase == IMITATION else updater.improve()
        self.budget.update += 1
        values["decisions"] = self.count
        values["decisions_per_s"] = (self.count - before) / (time.monotonic() - began)
        metrics.write(self.update, phase, values)
        self._show(phase, values)
        if self.budget.next_phase():
            updater.begin()

    def _show(self, phase: str, values: dict[str, float]) -> None:
        numbers = {"decisions/s": f"{values['decisions_per_s']:,.0f}"}
        if phase == IMITATION:
            numbers["agreement"] = f"{values['agreement']:.1%}"
        else:
            numbers["v scripts"] = self.updater.scores.shown()
            numbers["entropy"] = f"{values['entropy']:.3f}"
        self.meter.show(phase, self.budget.spent(), numbers)

    def _distil(self, run: DistilRun, stop: Callable[[], bool]) -> bool:
        """The last phase: distil what the run has come to, in its folder; whether it finished."""
        source = DistilSource(self.policy, self.critic, self.updater.description())
        return Distiller(run, source, self.folder, self.meter, self.workers).run(stop)

    def _distil_run(self, config: TrainConfig) -> DistilRun:
        """Raises: ConfigError."""
        return DistilRun(
            config.distil,
            self.sets,
            config.seed,
            config.threads,
            config.reward.chips_per_1000_points,
            config.network.precision,
            config.checkpoint_seconds,
            [entry.share for entry in config.sets],
        )

    # ---- saving

    def save(self) -> None:
        """Write the networks for playing, then everything for going on."""
        about = self.updater.description()
        save_networks(self.folder / FILE_NAME, self.policy, self.critic, about)
        write_card(self.folder, about)
        save_state(self.folder, self.state())
        self.pool.forget()

    def state(self) -> dict[str, Any]:
        """Everything for going on: tensors and plain values only."""
        return {
            "config": json.dumps(self.config.as_dict()),
            "rules_hash": self.hashes,
            "counters": json.dumps(self.budget.state()),
            "against_scripted": self.updater.scores.against_scripted.tolist(),
            "rng": json.dumps(self.rng.bit_generator.state),
            **self.learner.state(),
            "actors": self.actors.states(),
            **self.pool.state(),
        }

    def resume(self) -> None:
        """Go on from the folder's state.

        Raises:
            CheckpointError: there is none, it is damaged, or it is of other rules.
        """
        state = load_state(self.folder)
        try:
            self._restore(state)
        except (LookupError, RuntimeError, TypeError, ValueError, AttributeError) as error:
            raise CheckpointError(
                f"{self.folder}: its state does not fit this run ({error})"
            ) from error

    def _restore(self, state: dict[str, Any]) -> None:
        if state["rules_hash"] != self.hashes:
            names = ", ".join(names_of(self.sets))
            raise CheckpointError(f"the run is of other rules than {names!r} is now")
        self.budget.restore(json.loads(state["counters"]))
        self.updater.scores.against_scripted[:] = state["against_scripted"]
        self.rng.bit_generator.state = json.loads(state["rng"])
        self.learner.restore(state)
        for network in (self.policy, self.critic):
            check_finite(network.state_dict(), self.folder / STATE_NAME)
        self.actors.restore(state["actors"])
        self.pool.restore(state)
        self.actors.seat(self.pool.policies())
