"""Distilling roll-outs: plans are played out where decisions matter, and the policy learns of it.

Until the budget is spent, in rounds:

    collect   play goes on, and one decision of each hand is kept at which riichi, a kan, a float
              (whatever the config lists) is possible
    value     its likelier plans are played out to the hand's end from re-dealt copies
    learn     the policy is drawn to policy before * exp(value / temperature) at these decisions,
              and held where it was at others

A run leaves its state in its folder: the games and the values of each round, and, after each
round, the policy. One that was killed goes on from there, and one limited in rounds ends exactly
as if it had not been.
"""

import copy
import itertools
import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from shugi.agents.base import AUTO, INT8
from shugi.agents.checkpoint import (
    FILE_NAME,
    CheckpointError,
    Description,
    NoCritic,
    Trained,
    check_finite,
    load_critic,
    load_policy,
    save_networks,
)
from shugi.agents.grammar import STUDENT
from shugi.agents.model import Critic, Policy
from shugi.agents.network import Network
from shugi.envs.common.arrays import F32, F64, I64, Rng
from shugi.envs.gains import prices_of
from shugi.training.cluster.work import LocalWorkers, Workers
from shugi.training.distil.dataset import DistillationSet, Gains, mean_of
from shugi.training.distil.distil_run import DecisionPool, DistilRun, FoundDecisions
from shugi.training.distil.jobs import Part, PlanValueJob, chance, check_students
from shugi.training.distil.rounds import (
    UNREADABLE,
    RoundFiles,
    fingerprint,
    fit_name,
    pack,
    positions_of,
    round_name,
    unpack,
    values_name,
)
from shugi.training.distil.value_fit import PlanValueFit
from shugi.training.distil.valuing import ValuedPlans
from shugi.training.run.metrics import Metrics
from shugi.training.run.model_card import write_card
from shugi.training.run.sets import names_of, split
from shugi.training.run.state import pack_games, unpack_games
from shugi.training.terminal.progress import Meter

STATE_NAME = "distil.pt"
AT_ONCE = 64  # decisions valued between two looks at the clock
LOOK = 16  # decisions of every game, the same while collecting
COLLECTING = 0.2  # of the time that is left when a round begins: for its first step, at most
LEARNING = 0.1  # of the time that is left when a round begins: for its last step
LAST = 0.8  # of the time: no round begins later


class Stopped(Exception):
    """Somebody asked to stop; the work since the last save is lost."""


class DistilSource(NamedTuple):
    """What is distilled; it is left as it is."""

    policy: Policy
    critic: Critic | None
    """Saved beside the policy, and asked at a horizon; None: there is none."""
    about: Description
    """What it says of itself."""


def load_source(path: Path) -> DistilSource:
    """What a checkpoint holds. Raises: CheckpointError."""
    policy, about = load_policy(path, to_train=True)
    try:
        return DistilSource(policy, load_critic(path, about), about)
    except NoCritic:
        return DistilSource(policy, None, about)


class Distiller:
    """A run of distillation.

    Args:
        run: what it depends on.
        source: what it starts from.
        folder: of the run, which has to be there when it runs.
        meter: where progress is shown.
        workers: who value decisions; this process by default.

    Raises:
        CheckpointError: a folder of ``run.also`` has no positions, or damaged ones.
        ConfigError: fewer positions than rule sets, or a rule set has no student that is asked for.
        NoCritic: a horizon is asked for, and there is no critic.
    """

    model_name = FILE_NAME
    state_name = STATE_NAME

    def __init__(
        self,
        run: DistilRun,
        source: DistilSource,
        folder: Path,
        meter: Meter,
        workers: Workers | None = None,
    ) -> None:
        if run.config.horizon and source.critic is None:
            raise NoCritic(
                "horizon: the policy's checkpoint keeps no critic; distil a run's folder"
            )
        if run.config.continuation == STUDENT:
            check_students(run.sets)
        torch.set_num_threads(max(1, run.threads // 2))
        self.settings, self.config, self.about = run, run.config, source.about
        self.folder, self.meter = folder, meter
        # the policy learns in the precision in which it plays, where torch has that
        self.matmul = AUTO if run.precision == INT8 else run.precision
        self.workers = workers or LocalWorkers(run.threads)
        self.before, self.critic = copy.deepcopy(source.policy).cpu(), source.critic
        self.policy = copy.deepcopy(self.before)
        self._playing: Network | None = None
        self.files = RoundFiles(folder, fingerprint(self.before))
        self.names = names_of(run.sets)
        self.pools = [
            DecisionPool(run, number, positions)
            for number, positions in enumerate(
                split(run.config.positions, run.shares or [1.0] * len(run.sets))
            )
        ]
        self.unit = prices_of(run.sets[0], run.slope).unit
        self.rounds = 0  # rounds done
        self.seconds = 0.0  # of earlier lives of this run
        self.done = False
        self.started = time.monotonic()
        self.earlier = [FoundDecisions.none() for _ in self.pools]
        for other, numbers in run.also.items():
            for k, number in enumerate(numbers):
                self.earlier[number] = self.earlier[number].plus(positions_of(other, k))
        self._begin_from(self.earlier)

    def _begin_from(self, found: Sequence[FoundDecisions]) -> None:
        for pool, own in zip(self.pools, found, strict=True):
            pool.found = own

    @property
    def positions(self) -> int:
        """Decisions so far, of all rule sets."""
        return sum(len(pool.found.choices) for pool in self.pools)

    # ---- the run

    def run(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """Distil until the budget is spent, from where the folder's state says.

        Args:
            stop: asked every few seconds; true ends the run early.

        Returns:
            whether the budget was spent; either way everything is saved.

        Raises:
            CheckpointError: the state in the folder is damaged, or of another run.
            AgentError: the decisions asked for hardly ever come up.
        """
        if self.files.has(STATE_NAME):
            self._resume()
        metrics = Metrics(self.folder, self.about.update + self.rounds)
        try:
            self._save()
            while not self.done and self.spent() < (LAST if self.rounds else 1.0):
                values = self._round(stop)
                self.rounds += 1
                metrics.write(self.about.update + self.rounds, "distil", values)
                self._save()
            self.done = True
            self._save()
            self.meter.show("distil", 1.0, {})
        except Stopped:
            pass
        finally:
            metrics.close()
        return self.done

    def elapsed(self) -> float:
        """Seconds of this run, its earlier lives included."""
        return self.seconds + time.monotonic() - self.started

    def spent(self, within: float = 0.0) -> float:
        """Share of the budget that is spent, by the limit that is nearer; 1 or more: all.

        Args:
            within: share of the present round that is done.
        """
        shares = [0.0]
        if self.config.minutes is not None:
            shares.append(self.elapsed() / (60 * self.config.minutes))
        if self.config.rounds is not None:
            shares.append((self.rounds + within) / self.config.rounds)
        return max(shares)

    def _round(self, stop: Callable[[], bool]) -> dict[str, float]:
        number, before = self.rounds + 1, [pool.found for pool in self.pools]
        seconds, errors = np.zeros(3), []
        for left, pool in zip(range(len(self.pools), 0, -1), self.pools, strict=True):
            began = time.monotonic()
            end = self.elapsed() + (self._until(LEARNING) - self.elapsed()) / left
            choices, anchors = self._collect_round(pool, number, end, stop)
            collected = time.monotonic()
            values = self._value_round(pool, number, choices, end, stop)
            seconds[:2] += collected - began, time.monotonic() - collected
            errors.append(values.error)
            pool.found = pool.found.plus(FoundDecisions(choices, anchors, values))
        began = time.monotonic()
        try:
            learnt = self._learn(number, stop)
        except Stopped:
            self._begin_from(before)  # the round goes on after a restart
            raise
        error = np.concatenate(errors)
        seconds[2] = time.monotonic() - began
        return {
            "positions": sum(len(np.unique(pool.found.values.position)) for pool in self.pools),
            "plans": sum(len(pool.found.values.value) for pool in self.pools),
            "error": float(np.mean(error)) if len(error) else math.nan,
            "collect_s": seconds[0],
            "value_s": seconds[1],
            "learn_s": seconds[2],
            **learnt,
        }

    def _show(
        self, doing: str, within: float, numbers: dict[str, str], pool: DecisionPool | None = None
    ) -> None:
        """Args: pool: whose turn it is; None: the turn of all."""
        if pool is not None and len(self.pools) > 1:
            within = 0.9 * pool.number / len(self.pools) + within / len(self.pools)
            numbers = {"rules": self.names[pool.number], **numbers}
        self.meter.show(doing, self.spent(within), {"round": str(self.rounds + 1), **numbers})

    def _player(self) -> Network:
        """The policy as it is now, at play."""
        if self._playing is None or self._playing.policy is not self.policy:
            self._playing = Network(
                self.policy, "policy", sample=True, precision=self.settings.precision
            )
        return self._playing

    # ---- collect

    def _collect_round(
        self, pool: DecisionPool, number: int, end: float, stop: Callable[[], bool]
    ) -> tuple[list[bytes], list[bytes]]:
        """The decisions of a round, from its file if it has one."""
        name, collector = round_name(number, pool.number), pool.collector
        if not self.files.has(name):
            self._collect(pool, number, end, stop)
            kept = collector.chosen(pool.positions)
            anchors = collector.kept_anchors[: round(self.config.anchor_ratio * len(kept))]
            games = pack_games(collector.batch)
            self.files.save(name, choices=pack(kept), anchors=pack(anchors), games=games)
        state = self.files.load(name)
        unpack_games(collector.batch, state["games"])
        return unpack(state["choices"]), unpack(state["anchors"])

    def _collect(
        self, pool: DecisionPool, number: int, end: float, stop: Callable[[], bool]
    ) -> None:
        collector, wanted = pool.collector, pool.positions
        collector.begin()
        rng, player = chance(pool.number, self.settings.seed, number, 0), self._player()
        limit = self.elapsed() + COLLECTING * (end - self.elapsed())
        least = min(AT_ONCE, wanted)
        while (count := collector.found(wanted)) < wanted:
            if self.elapsed() >= limit and count >= least:
                break
            if stop():
                raise Stopped
            for _ in range(LOOK):
                collector.step(player, rng)
            self._show("collect", 0.0, {"decisions": f"{count:,}/{wanted:,}"}, pool)

    # ---- value

    def _value_round(
        self,
        pool: DecisionPool,
        number: int,
        choices: Sequence[bytes],
        limit: float,
        stop: Callable[[], bool],
    ) -> ValuedPlans:
        """What the plans of these decisions are worth, as far as the time allows."""
        name = values_name(number, pool.number)
        values, first, whole = self._load_values(name)
        if whole:
            return values
        begun_at = first
        job = PlanValueJob(self.settings, pool.number, self.policy, self.critic, number)
        starts = range(first, len(choices), AT_ONCE)
        parts = (Part(start, choices[start : start + AT_ONCE]) for start in starts)
        saved = began = time.monotonic()
        with closing(self.workers.run(job, parts)) as valued:
            while first < len(choices) and (first == 0 or self.elapsed() < limit):
                values = values.plus(next(valued))
                first = min(first + AT_ONCE, len(choices))
                speed = (first - begun_at) / max(time.monotonic() - began, 1e-9)
                asked = stop()
                if asked or time.monotonic() - saved >= self.settings.save_seconds:
                    self._save_values(name, values, first)
                    saved = time.monotonic()
                if asked:
                    raise Stopped
                within = 0.9 * first / len(choices)
                numbers = {"decisions": f"{first:,}/{len(choices):,}", "a second": f"{speed:.0f}"}
                self._show("value", within, numbers, pool)
        self._save_values(name, values, first, whole=True)
        return values

    def _load_values(self, name: str) -> tuple[ValuedPlans, int, bool]:
        """What ``_save_values`` kept, if anything."""
        if not self.files.has(name):
            return ValuedPlans.none(), 0, False
        state = self.files.load(name)
        if state["seconds"] > self.elapsed():
            self.seconds, self.started = state["seconds"], time.monotonic()
        return ValuedPlans.of_dict(state["values"]), state["next"], bool(state.get("whole"))

    def _until(self, left: float) -> float:
        """When a step ends, in seconds of the run, so that a share ``left`` of the rest remains."""
        if self.config.minutes is None:
            return math.inf
        whole = 60 * self.config.minutes
        return whole - left * max(whole - self.elapsed(), 0.3 * whole)

    def _save_values(self, name: str, found: ValuedPlans, first: int, whole: bool = False) -> None:
        """Args: whole: nothing more is to be valued, by the time or as all are."""
        values, seconds = found.as_dict(), self.elapsed()
        self.files.save(name, values=values, next=first, whole=whole, seconds=seconds)

    # ---- learn

    def _learn(self, number: int, stop: Callable[[], bool]) -> dict[str, float]:
        """Learn from everything valued so far. The policy changes at the end only."""
        config, rng = self.config, np.random.default_rng([self.settings.seed, number, -1 % 2**32])
        lessons = [pool.lesson for pool in self.pools]
        dataset = DistillationSet(lessons, self.before, config, self.matmul, self.settings.threads)
        held, learnt = self._split(dataset)
        if not len(learnt):
            return {}
        numbers = self._set_targets(number, dataset, learnt, stop)
        policy = copy.deepcopy(self.policy)
        adam = torch.optim.Adam(policy.parameters(), eps=1e-5, fused=True)
        sums = np.zeros(2)
        for step, roots in enumerate(_minibatches(rng, learnt, config.minibatch, config.steps)):
            if stop():
                raise Stopped
            rate = 0.1 + 0.45 * (1 + math.cos(math.pi * step / config.steps))
            adam.param_groups[0]["lr"] = config.learning_rate * rate
            sums += self._step(dataset, policy, adam, roots, rng)
            self._show("learn", 0.9 + 0.1 * step / config.steps, {})
        self.policy = policy = blend_weights(self.policy, policy, config.blend)
        loss, pull = sums / config.steps
        numbers |= {"loss": float(loss), "kl_anchors": float(pull)}
        gains = dataset.gains(policy)
        for where, roots in (("", held), ("_learnt", learnt)):
            for name, how, mean, error in self._gains(dataset, gains, roots):
                numbers[f"{name}gain_{how}{where}"] = mean
                numbers[f"{name}gain_{how}{where}_error"] = error
        return numbers

    def _gains(
        self, dataset: DistillationSet, gains: Gains, roots: I64
    ) -> Iterator[tuple[str, str, float, float]]:
        """What the policy gains at some roots, for each rule set in its own unit."""
        for number, name in enumerate(self.names):
            own = roots[dataset.set_of[roots] == number]
            prefix = f"{name}/" if len(self.names) > 1 else ""
            for how, each in gains.items():
                yield prefix, how, *mean_of(each[own])

    def _set_targets(
        self, number: int, dataset: DistillationSet, learnt: I64, stop: Callable[[], bool]
    ) -> dict[str, float]:
        """Set the targets by the values, or by a network that is fitted to those of all positions.

        Returns: what share of them it explains.
        """
        if not self.config.value_epochs:
            dataset.set_targets(dataset.values.value, dataset.values.error)
            return {}
        explained, values = self._fit_values(number, dataset, learnt, stop)
        dataset.set_targets(values, np.zeros(len(values), np.float32))
        return {"explained": explained}

    def _fit_values(
        self, number: int, dataset: DistillationSet, learnt: I64, stop: Callable[[], bool]
    ) -> tuple[float, F32]:
        """What share of the values a fitted network explains, and what it says of every plan; from
        the round's file if it has one."""
        name, epochs = fit_name(number), self.config.value_epochs
        if self.files.has(name):
            state = self.files.load(name)
            if state["epochs"] == epochs and len(state["values"]) == len(dataset.root):
                return state["explained"], state["values"].numpy()

        def pause(done: float) -> None:
            if stop():
                raise Stopped
            self._show("fit values", 0.9, {"done": f"{done:.0%}"})

        rng = np.random.default_rng([self.settings.seed, number, -2 % 2**32])
        torch.manual_seed(int(rng.integers(2**62)))
        fit = PlanValueFit(dataset, self.before)
        explained = fit.fit(learnt, epochs, rng, pause)
        values = fit.values()
        kept = torch.from_numpy(values)
        self.files.save(name, epochs=epochs, explained=explained, values=kept)
        return explained, values

    def _split(self, dataset: DistillationSet) -> tuple[I64, I64]:
        """Roots held out, and those that are learnt from; a position stays what it is."""
        held = np.zeros(dataset.roots, np.bool_)
        for pool in self.pools:
            own = np.flatnonzero(dataset.set_of[: dataset.roots] == pool.number)
            count = 1 + max(len(pool.found.choices), 1)
            shares = chance(pool.number, self.settings.seed, 7).random(count)
            held[own] = shares[dataset.own_position[own]] < self.config.held_out
        return np.flatnonzero(held), np.flatnonzero(~held)

    def _step(
        self, dataset: DistillationSet, policy: Policy, adam: torch.optim.Adam, roots: I64, rng: Rng
    ) -> F64:
        wanted = round(len(roots) * max(self.config.anchor_ratio, 1)) if self.config.kl else 0
        others = rng.choice(dataset.anchors, min(len(dataset.anchors), wanted), replace=False)
        loss, pull = dataset.losses(policy, roots, np.sort(others))
        adam.zero_grad(set_to_none=True)
        (loss + self.config.kl * pull).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0, error_if_nonfinite=True)
        adam.step()
        return np.array([float(loss.detach()), float(pull.detach())])

    # ---- saving

    def description(self) -> Description:
        distil = asdict(self.config) | {"source": self.files.origin, "positions": self.positions}
        first, *others = self.settings.sets
        return replace(
            self.about,
            rules_name=first.name,
            rules_hash=first.hash,
            rules_options=first.options,
            others=[Trained(rules.name, rules.hash, rules.options) for rules in others],
            training=self.about.training | {"distil": distil},
            update=self.about.update + self.rounds,
        )

    def _save(self) -> None:
        """Write the networks for playing, then what the rounds so far have come to."""
        save_networks(self.folder / FILE_NAME, self.policy, self.critic, self.description())
        write_card(self.folder, self.description())
        self.files.save(
            STATE_NAME,
            config=json.dumps(asdict(self.config)),
            rounds=self.rounds,
            done=self.done,
            seconds=self.elapsed(),
            policy=self.policy.state_dict(),
        )

    def _resume(self) -> None:
        state = self.files.load(STATE_NAME)
        self._begin_from(self.earlier)
        try:
            rounds = int(state["rounds"])
            for number, pool in itertools.product(range(1, rounds + 1), self.pools):
                choices, anchors = self._collect_round(pool, number, math.inf, lambda: False)
                name = values_name(number, pool.number)
                values = ValuedPlans.of_dict(self.files.load(name)["values"])
                pool.found = pool.found.plus(FoundDecisions(choices, anchors, values))
            self.policy.load_state_dict(state["policy"])
            check_finite(self.policy.state_dict(), self.folder / STATE_NAME)
        except UNREADABLE as error:
            raise CheckpointError(
                f"{self.folder}: its {STATE_NAME} does not fit this run ({error})"
            ) from error
        self.rounds, self.done = rounds, bool(state["done"])
        self.seconds, self.started = float(state["seconds"]), time.monotonic()
        if self.done and self.spent() < LAST:
            self.done = False  # the budget was raised


def blend_weights(before: Policy, after: Policy, share: float) -> Policy:
    """A policy whose weights lie between those of two others.

    Args:
        before: the policy before; it stays as it is.
        after: the policy after; it stays as it is.
        share: of ``after``, 0 to 1; with 1 ``after`` itself is returned.
    """
    if share == 1:
        return after
    blended = copy.deepcopy(after)
    with torch.no_grad():
        for weight, old in zip(blended.parameters(), before.parameters(), strict=True):
            weight.mul_(share).add_(old, alpha=1 - share)
    return blended


def _minibatches(rng: Rng, rows: I64, size: int, count: int) -> Iterator[I64]:
    """So many minibatches of ``rows``, pass after pass in a random order; each is ascending."""
    while count > 0:
        order = rng.permutation(rows)
        for first in range(0, len(order), size)[:count]:
            yield np.sort(order[first : first + size])
            count -= 1
