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
import hashlib
import itertools
import json
import math
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from shugi._fast.rules.compile import Rules
from shugi.agents.base import AUTO, INT8
from shugi.agents.checkpoint import (
    FILE_NAME,
    CheckpointError,
    Description,
    Trained,
    check_finite,
    save_networks,
)
from shugi.agents.model import Critic, Policy
from shugi.agents.network import Network
from shugi.envs.gains import prices_of
from shugi.training.cluster.work import LocalWorkers, Workers
from shugi.training.distil.dataset import DistillationSet, Gains, mean_of
from shugi.training.distil.ground import ROOM, SEVERAL, Ground, Positions
from shugi.training.distil.value_fit import PlanValueFit
from shugi.training.distil.valuing import Part, ValuedPlans, chance
from shugi.training.run.config import ConfigError
from shugi.training.run.distil_config import DistilConfig
from shugi.training.run.metrics import Metrics
from shugi.training.run.model_card import write_card
from shugi.training.run.sets import names_of, split
from shugi.training.run.state import load_state, pack_games, save_state, unpack_games
from shugi.training.terminal.progress import Meter

STATE_NAME = "distil.pt"
MOST_BYTES = 4_000_000_000  # of the games of one round, unpacked
UNREADABLE = (LookupError, RuntimeError, TypeError, ValueError, AttributeError)
AT_ONCE = 64  # decisions valued between two looks at the clock
LOOK = 16  # decisions of every game, the same while collecting
COLLECTING = 0.2  # of the time that is left when a round begins: for its first step, at most
LEARNING = 0.1  # of the time that is left when a round begins: for its last step
LAST = 0.8  # of the time: no round begins later


def positions_of(folder: Path, ground: int = 0) -> Positions:
    """The positions of all rounds of a run, as far as they were valued.

    Args:
        ground: of which of the run's rule sets.

    Raises:
        CheckpointError: there are none, or they cannot be read.
    """
    found = Positions.none()
    for number in itertools.count(1):
        if not (folder / _values_name(number, ground)).exists():
            break
        names = _round_name(number, ground), _values_name(number, ground)
        state, valued = (load_state(folder, name) for name in names)
        try:
            choices, anchors = _unpack(state["choices"]), _unpack(state["anchors"])
            values = ValuedPlans.of_dict(valued["values"])
            found = found.plus(Positions(choices[: valued["next"]], anchors, values))
        except (*UNREADABLE, zlib.error) as error:
            raise CheckpointError(f"{folder}: its positions cannot be read ({error})") from error
    if not found.choices:
        raise CheckpointError(f"{folder} holds no positions that were valued; give a distil run")
    return found


class Stopped(Exception):
    """Somebody asked to stop; the work since the last save is lost."""


class Distiller:
    """A run of distillation.

    Args:
        config: its settings.
        rules: the rule set, compiled; or several.
        policy: what it starts from; left as it is.
        critic: what is saved beside the policy, if anything is.
        about: what the source says of itself.
        folder: the run's folder, which has to be there when it runs.
        meter: where progress is shown.
        seed: of everything random.
        threads: for the engine and for torch.
        slope: chips per 1000 points, where these count; by default what a standing is worth.
        matmul: precision of networks at play, as ``make_agent`` takes it; the policy learns in the
            same where torch has it.
        save_seconds: between two saves while plans are valued.
        also: folders of other runs, from whose positions it learns too, and for each of their rule
            sets in turn which of this run's it is.
        shares: of the decisions of each rule set, in proportion; by default all alike.
        workers: who value decisions; this process by default.

    Raises:
        CheckpointError: a folder of ``also`` has no positions, or damaged ones.
        ConfigError: a temperature in chips for several rule sets, or fewer positions than those.
    """

    model_name = FILE_NAME
    state_name = STATE_NAME

    def __init__(
        self,
        config: DistilConfig,
        rules: Rules | Sequence[Rules],
        policy: Policy,
        critic: Critic | None,
        about: Description,
        folder: Path,
        meter: Meter,
        seed: int = 1,
        threads: int = 1,
        slope: float | None = None,
        matmul: str = AUTO,
        save_seconds: float = 30.0,
        also: Mapping[Path, Sequence[int]] = MappingProxyType({}),
        shares: Sequence[float] | None = None,
        workers: Workers | None = None,
    ) -> None:
        torch.set_num_threads(max(1, threads // 2))
        sets = [rules] if isinstance(rules, Rules) else list(rules)
        check_unit(config, len(sets))
        self.config, self.about = config, about
        self.folder, self.meter, self.seed, self.threads = folder, meter, seed, threads
        self.at_play, self.matmul = matmul, AUTO if matmul == INT8 else matmul
        self.save_seconds, self.workers = save_seconds, workers or LocalWorkers(threads)
        self.before, self.critic = copy.deepcopy(policy).cpu(), critic
        self.policy = copy.deepcopy(self.before)
        self._playing: Network | None = None
        self.origin = fingerprint(self.before)
        positions = split(config.positions, shares or [1.0] * len(sets))
        self.sets, self.names = sets, names_of(sets)
        room = ROOM if len(sets) == 1 else SEVERAL
        self.grounds = [
            Ground(config, one, k, count, room, seed, threads, slope, matmul)
            for k, (one, count) in enumerate(zip(sets, positions, strict=True))
        ]
        self.unit = prices_of(sets[0], slope).unit
        self.rounds = 0  # rounds done
        self.seconds = 0.0  # of earlier lives of this run
        self.done = False
        self.started = time.monotonic()
        self.earlier = [Positions.none() for _ in self.grounds]
        for other, numbers in also.items():
            for k, number in enumerate(numbers):
                self.earlier[number] = self.earlier[number].plus(positions_of(other, k))
        self._begin_from(self.earlier)

    def _begin_from(self, found: Sequence[Positions]) -> None:
        for ground, own in zip(self.grounds, found, strict=True):
            ground.found = own

    @property
    def positions(self) -> int:
        """Decisions so far, of all rule sets."""
        return sum(len(ground.found.choices) for ground in self.grounds)

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
        if (self.folder / STATE_NAME).exists():
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
        number, before = self.rounds + 1, [ground.found for ground in self.grounds]
        seconds, errors = np.zeros(3), []
        for left, ground in zip(range(len(self.grounds), 0, -1), self.grounds, strict=True):
            began = time.monotonic()
            end = self.elapsed() + (self._until(LEARNING) - self.elapsed()) / left
            choices, anchors = self._collected(ground, number, end, stop)
            collected = time.monotonic()
            values = self._valued(ground, number, choices, end, stop)
            seconds[:2] += collected - began, time.monotonic() - collected
            errors.append(values.error)
            ground.found = ground.found.plus(Positions(choices, anchors, values))
        began = time.monotonic()
        try:
            learnt = self._learn(number, stop)
        except Stopped:
            self._begin_from(before)  # the round goes on after a restart
            raise
        error = np.concatenate(errors)
        seconds[2] = time.monotonic() - began
        return {
            "positions": sum(len(np.unique(g.found.values.position)) for g in self.grounds),
            "plans": sum(len(g.found.values.value) for g in self.grounds),
            "error": float(np.mean(error)) if len(error) else math.nan,
            "collect_s": seconds[0],
            "value_s": seconds[1],
            "learn_s": seconds[2],
            **learnt,
        }

    def _show(
        self, doing: str, within: float, numbers: dict[str, str], ground: Ground | None = None
    ) -> None:
        """Args: ground: whose turn it is; None: the turn of all."""
        if ground is not None and len(self.grounds) > 1:
            within = 0.9 * ground.number / len(self.grounds) + within / len(self.grounds)
            numbers = {"rules": self.names[ground.number], **numbers}
        self.meter.show(doing, self.spent(within), {"round": str(self.rounds + 1), **numbers})

    def _player(self) -> Network:
        """The policy as it is now, at play."""
        if self._playing is None or self._playing.policy is not self.policy:
            self._playing = Network(self.policy, "policy", sample=True, precision=self.at_play)
        return self._playing

    # ---- collect

    def _collected(
        self, ground: Ground, number: int, end: float, stop: Callable[[], bool]
    ) -> tuple[list[bytes], list[bytes]]:
        """The decisions of a round, from its file if it has one."""
        name, collector = _round_name(number, ground.number), ground.collector
        if not (self.folder / name).exists():
            self._collect(ground, number, end, stop)
            kept = collector.chosen(ground.positions)
            anchors = collector.kept_anchors[: round(self.config.anchor_ratio * len(kept))]
            fresh = {
                "origin": self.origin,
                "choices": _pack(kept),
                "anchors": _pack(anchors),
                "games": pack_games(collector.batch),
            }
            save_state(self.folder, fresh, name)
        state = load_state(self.folder, name)
        self._check(state, name)
        unpack_games(collector.batch, state["games"])
        return _unpack(state["choices"]), _unpack(state["anchors"])

    def _collect(self, ground: Ground, number: int, end: float, stop: Callable[[], bool]) -> None:
        collector, wanted = ground.collector, ground.positions
        collector.begin()
        rng, player = chance(ground.number, self.seed, number, 0), self._player()
        limit = self.elapsed() + COLLECTING * (end - self.elapsed())
        least = min(AT_ONCE, wanted)
        while (found := collector.found(wanted)) < wanted:
            if self.elapsed() >= limit and found >= least:
                break
            if stop():
                raise Stopped
            for _ in range(LOOK):
                collector.step(player, rng)
            self._show("collect", 0.0, {"decisions": f"{found:,}/{wanted:,}"}, ground)

    # ---- value

    def _valued(
        self,
        ground: Ground,
        number: int,
        choices: Sequence[bytes],
        limit: float,
        stop: Callable[[], bool],
    ) -> ValuedPlans:
        """What the plans of these decisions are worth, as far as the time allows."""
        name = _values_name(number, ground.number)
        found, first = ValuedPlans.none(), 0
        if (self.folder / name).exists():
            state = load_state(self.folder, name)
            self._check(state, name)
            found, first = ValuedPlans.of_dict(state["values"]), state["next"]
            if state["seconds"] > self.elapsed():
                self.seconds, self.started = state["seconds"], time.monotonic()
            if state.get("whole"):
                return found
        job, begun_at = ground.job(self.policy, number), first
        starts = range(first, len(choices), AT_ONCE)
        parts = (Part(start, choices[start : start + AT_ONCE]) for start in starts)
        saved = began = time.monotonic()
        with closing(self.workers.run(job, parts)) as valued:
            while first < len(choices) and (first == 0 or self.elapsed() < limit):
                found = found.plus(next(valued))
                first = min(first + AT_ONCE, len(choices))
                speed = (first - begun_at) / max(time.monotonic() - began, 1e-9)
                asked = stop()
                if asked or time.monotonic() - saved >= self.save_seconds:
                    self._save_values(name, found, first)
                    saved = time.monotonic()
                if asked:
                    raise Stopped
                within = 0.9 * first / len(choices)
                numbers = {"decisions": f"{first:,}/{len(choices):,}", "a second": f"{speed:.0f}"}
                self._show("value", within, numbers, ground)
        self._save_values(name, found, first, whole=True)
        return found

    def _until(self, left: float) -> float:
        """Seconds of the run when a step has to end that leaves such a share of what is left."""
        if self.config.minutes is None:
            return math.inf
        whole = 60 * self.config.minutes
        return whole - left * max(whole - self.elapsed(), 0.3 * whole)

    def _save_values(self, name: str, found: ValuedPlans, first: int, whole: bool = False) -> None:
        """Args: whole: nothing more is to be valued, by the time or as all are."""
        save_state(
            self.folder,
            {
                "origin": self.origin,
                "values": found.as_dict(),
                "next": first,
                "whole": whole,
                "seconds": self.elapsed(),
            },
            name,
        )

    # ---- learn

    def _learn(self, number: int, stop: Callable[[], bool]) -> dict[str, float]:
        """Learn from everything valued so far. The policy changes at the end only."""
        config, rng = self.config, np.random.default_rng([self.seed, number, -1 % 2**32])
        lessons = [ground.lesson for ground in self.grounds]
        dataset = DistillationSet(lessons, self.before, config, self.matmul, self.threads)
        held, learnt = self._split(dataset)
        if not len(learnt):
            return {}
        numbers = self._set_targets(number, dataset, learnt, stop)
        policy = copy.deepcopy(self.policy)
        adam = torch.optim.Adam(policy.parameters(), eps=1e-5)
        sums = np.zeros(2)
        for step, roots in enumerate(_minibatches(rng, learnt, config.minibatch, config.steps)):
            if stop():
                raise Stopped
            rate = 0.1 + 0.45 * (1 + math.cos(math.pi * step / config.steps))
            adam.param_groups[0]["lr"] = config.learning_rate * rate
            sums += self._step(dataset, policy, adam, roots, rng)
            self._show("learn", 0.9 + 0.1 * step / config.steps, {})
        self.policy = policy = blended(self.policy, policy, config.blend)
        loss, pull = sums / config.steps
        numbers |= {"loss": float(loss), "kl_anchors": float(pull)}
        gains = dataset.gains(policy)
        for where, roots in (("", held), ("_learnt", learnt)):
            for name, how, mean, error in self._gains(dataset, gains, roots):
                numbers[f"{name}gain_{how}{where}"] = mean
                numbers[f"{name}gain_{how}{where}_error"] = error
        return numbers

    def _gains(
        self, dataset: DistillationSet, gains: Gains, roots: NDArray[np.int64]
    ) -> Iterator[tuple[str, str, float, float]]:
        """What the policy gains at some roots, for each rule set in its own unit."""
        for number, name in enumerate(self.names):
            own = roots[dataset.set_of[roots] == number]
            prefix = f"{name}/" if len(self.names) > 1 else ""
            for how, each in gains.items():
                yield prefix, how, *mean_of(each[own])

    def _set_targets(
        self,
        number: int,
        dataset: DistillationSet,
        learnt: NDArray[np.int64],
        stop: Callable[[], bool],
    ) -> dict[str, float]:
        """Set the targets by the values, or by a network that is fitted to those of all positions.

        Returns: what share of them it explains.
        """
        if not self.config.value_epochs:
            dataset.set_targets(dataset.values.value, dataset.values.error)
            return {}
        explained, values = self._fitted(number, dataset, learnt, stop)
        dataset.set_targets(values, np.zeros(len(values), np.float32))
        return {"explained": explained}

    def _fitted(
        self,
        number: int,
        dataset: DistillationSet,
        learnt: NDArray[np.int64],
        stop: Callable[[], bool],
    ) -> tuple[float, NDArray[np.float32]]:
        """What share of the values a fitted network explains, and what it says of every plan; from
        the round's file if it has one."""
        name, epochs = _fit_name(number), self.config.value_epochs
        if (self.folder / name).exists():
            state = load_state(self.folder, name)
            self._check(state, name)
            if state["epochs"] == epochs and len(state["values"]) == len(dataset.root):
                return state["explained"], state["values"].numpy()

        def pause(done: float) -> None:
            if stop():
                raise Stopped
            self._show("fit values", 0.9, {"done": f"{done:.0%}"})

        rng = np.random.default_rng([self.seed, number, -2 % 2**32])
        torch.manual_seed(int(rng.integers(2**62)))
        fit = PlanValueFit(dataset, self.before)
        explained = fit.fit(learnt, epochs, rng, pause)
        values = fit.values()
        told = {"epochs": epochs, "explained": explained, "values": torch.from_numpy(values)}
        save_state(self.folder, {"origin": self.origin, **told}, name)
        return explained, values

    def _split(self, dataset: DistillationSet) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Roots held out, and those that are learnt from; a position stays what it is."""
        held = np.zeros(dataset.roots, np.bool_)
        for ground in self.grounds:
            own = np.flatnonzero(dataset.set_of[: dataset.roots] == ground.number)
            shares = chance(ground.number, self.seed, 7).random(
                1 + max(len(ground.found.choices), 1)
            )
            held[own] = shares[dataset.own_position[own]] < self.config.held_out
        return np.flatnonzero(held), np.flatnonzero(~held)

    def _step(
        self,
        dataset: DistillationSet,
        policy: Policy,
        adam: torch.optim.Adam,
        roots: NDArray[np.int64],
        rng: np.random.Generator,
    ) -> NDArray[np.float64]:
        wanted = round(len(roots) * max(self.config.anchor_ratio, 1)) if self.config.kl else 0
        others = rng.choice(dataset.anchors, min(len(dataset.anchors), wanted), replace=False)
        loss, pull = dataset.losses(policy, roots, np.sort(others), rng)
        adam.zero_grad(set_to_none=True)
        (loss + self.config.kl * pull).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0, error_if_nonfinite=True)
        adam.step()
        return np.array([float(loss.detach()), float(pull.detach())])

    # ---- saving

    def description(self) -> Description:
        distil = asdict(self.config) | {"source": self.origin, "positions": self.positions}
        first, *others = self.sets
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
        save_state(
            self.folder,
            {
                "origin": self.origin,
                "config": json.dumps(asdict(self.config)),
                "rounds": self.rounds,
                "done": self.done,
                "seconds": self.elapsed(),
                "policy": self.policy.state_dict(),
            },
            STATE_NAME,
        )

    def _resume(self) -> None:
        state = load_state(self.folder, STATE_NAME)
        self._check(state, STATE_NAME)
        self._begin_from(self.earlier)
        try:
            rounds = int(state["rounds"])
            for number, ground in itertools.product(range(1, rounds + 1), self.grounds):
                choices, anchors = self._collected(ground, number, math.inf, lambda: False)
                name = _values_name(number, ground.number)
                values = ValuedPlans.of_dict(load_state(self.folder, name)["values"])
                ground.found = ground.found.plus(Positions(choices, anchors, values))
            self.policy.load_state_dict(state["policy"])
            check_finite(self.policy.state_dict(), self.folder / STATE_NAME)
        except (*UNREADABLE, zlib.error) as error:
            raise CheckpointError(
                f"{self.folder}: its {STATE_NAME} does not fit this run ({error})"
            ) from error
        self.rounds, self.done = rounds, bool(state["done"])
        self.seconds, self.started = float(state["seconds"]), time.monotonic()
        if self.done and self.spent() < LAST:
            self.done = False  # the budget was raised

    def _check(self, state: dict[str, Any], name: str) -> None:
        if state.get("origin") != self.origin:
            raise CheckpointError(
                f"{self.folder / name}: of another policy than the one to be distilled; "
                "give a folder of its own, or remove the distil*.pt files to begin anew"
            )


def check_unit(config: DistilConfig, sets: int) -> None:
    """Raises: ConfigError for one temperature in the chips of several rule sets."""
    if sets > 1 and config.temperature_unit != "spread":
        raise ConfigError(
            f"distil: {sets} rule sets have chips of different worth; set temperature_unit: spread"
        )


def blended(before: Policy, after: Policy, share: float) -> Policy:
    """A policy whose weights lie between those of two others.

    Args:
        before: the policy before; it stays as it is.
        after: the policy after; it stays as it is.
        share: of ``after``, 0 to 1; with 1 ``after`` itself is returned.
    """
    if share == 1:
        return after
    found = copy.deepcopy(after)
    with torch.no_grad():
        for weight, old in zip(found.parameters(), before.parameters(), strict=True):
            weight.mul_(share).add_(old, alpha=1 - share)
    return found


def fingerprint(policy: Policy) -> str:
    """A short name for the weights of a policy."""
    found = hashlib.sha256()
    for name, weight in sorted(policy.state_dict().items()):
        found.update(name.encode())
        found.update(weight.contiguous().numpy().tobytes())
    return found.hexdigest()[:16]


def _round_name(number: int, ground: int) -> str:
    return f"distil-{number:02d}{_mark(ground)}.pt"


def _values_name(number: int, ground: int) -> str:
    return f"distil-{number:02d}{_mark(ground)}-values.pt"


def _fit_name(number: int) -> str:
    return f"distil-{number:02d}-fit.pt"


def _mark(ground: int) -> str:
    """Of the files of a rule set; the first one has none."""
    return f"-of-{ground + 1}" if ground else ""


def _minibatches(
    rng: np.random.Generator, rows: NDArray[np.int64], size: int, count: int
) -> Iterator[NDArray[np.int64]]:
    """So many minibatches of ``rows``, pass after pass in a random order; each is ascending."""
    while count > 0:
        order = rng.permutation(rows)
        for first in range(0, len(order), size)[:count]:
            yield np.sort(order[first : first + size])
            count -= 1


def _pack(games: Sequence[bytes]) -> dict[str, Tensor]:
    data = np.frombuffer(zlib.compress(b"".join(games), 1), np.uint8).copy()
    sizes = np.array([len(game) for game in games], np.int64)
    return {"bytes": torch.from_numpy(data), "sizes": torch.from_numpy(sizes)}


def _unpack(packed: dict[str, Tensor]) -> list[bytes]:
    sizes = packed["sizes"].tolist()
    total = sum(sizes)
    if not 0 <= total <= MOST_BYTES:
        raise ValueError(f"{total:,} bytes of games are too many")
    inflater = zlib.decompressobj()
    data = inflater.decompress(packed["bytes"].numpy().tobytes(), total + 1)
    if len(data) != total:
        raise ValueError("the games are of other sizes than they should be")
    ends = itertools.accumulate(sizes)
    return [data[end - size : end] for end, size in zip(ends, sizes, strict=True)]
