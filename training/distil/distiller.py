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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from shugi._fast.rules.compile import Rules
from shugi.agents.base import AUTO, INT8, Agent
from shugi.agents.beliefs import belief_of
from shugi.agents.checkpoint import (
    FILE_NAME,
    CheckpointError,
    Description,
    NoCritic,
    check_finite,
    save_networks,
)
from shugi.agents.engine_policy import engine_critic
from shugi.agents.model import Critic, Policy
from shugi.agents.network import Network
from shugi.agents.playouts import Playouts
from shugi.agents.scripted import Baseline
from shugi.agents.spec import make_agent
from shugi.envs.gains import prices_of
from shugi.training.distil.choices import Collector, Valuer, Values, classes_among, unpacked
from shugi.training.distil.dataset import DistillationSet
from shugi.training.distil.value_fit import PlanValueFit
from shugi.training.run.config import DistilConfig
from shugi.training.run.metrics import Metrics
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
ROOM = 4096  # games that playouts play at once


class Positions(NamedTuple):
    """Decisions that were sought out, and what plans of them are worth."""

    choices: list[bytes]
    anchors: list[bytes]
    values: Values

    @classmethod
    def none(cls) -> "Positions":
        return cls([], [], Values.none())

    def plus(self, other: "Positions") -> "Positions":
        values = self.values.plus(other.values, len(self.choices))
        return Positions(self.choices + other.choices, self.anchors + other.anchors, values)


def positions_of(folder: Path) -> Positions:
    """The positions of all rounds of a run, as far as they were valued.

    Raises:
        CheckpointError: there are none, or they cannot be read.
    """
    found = Positions.none()
    for number in itertools.count(1):
        if not (folder / _values_name(number)).exists():
            break
        state, valued = (load_state(folder, of(number)) for of in (_round_name, _values_name))
        try:
            choices, anchors = _unpack(state["choices"]), _unpack(state["anchors"])
            values = Values.of_dict(valued["values"])
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
        rules: the rule set, compiled.
        policy: what it starts from; left as it is.
        critic: what is saved beside the policy, if anything is, and asked at a horizon.
        about: what the source says of itself.
        folder: the run's folder, which has to be there when it runs.
        meter: where progress is shown.
        seed: of everything random.
        threads: for the engine and for torch.
        slope: chips per 1000 points, where these count; by default what a standing is worth.
        matmul: precision of networks at play, as ``make_agent`` takes it; the policy learns in the
            same where torch has it.
        save_seconds: between two saves while plans are valued.
        also: folders of other runs for these rules, from whose positions it learns too.

    Raises:
        CheckpointError: a folder of ``also`` has no positions, or damaged ones.
        NoCritic: a horizon is asked for, and there is no critic.
    """

    model_name = FILE_NAME
    state_name = STATE_NAME

    def __init__(
        self,
        config: DistilConfig,
        rules: Rules,
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
        also: Sequence[Path] = (),
    ) -> None:
        torch.set_num_threads(max(1, threads // 2))
        self.config, self.rules, self.about = config, rules, about
        self.folder, self.meter, self.seed, self.threads = folder, meter, seed, threads
        self.at_play, self.matmul = matmul, AUTO if matmul == INT8 else matmul
        self.save_seconds = save_seconds
        self.before, self.critic = copy.deepcopy(policy).cpu(), critic
        self.policy = copy.deepcopy(self.before)
        self._players: dict[bool, Network] = {}  # by whether they draw
        self.origin = fingerprint(self.before)
        classes = classes_among(rules, config.classes)
        players = [make_agent(name, rules, matmul) for name in config.players]
        self.collector = Collector(
            rules,
            config.games,
            config.self_play_share,
            players,
            classes,
            config.anchor_ratio,
            seed,
            threads,
        )
        room = max(ROOM, config.candidates + 128)
        belief = belief_of(rules) if config.dealt == "likely" else None
        worth = None if slope is None else prices_of(rules, slope)
        ahead = self._ahead(critic)
        self.playouts = Playouts(
            rules, Baseline(), config.deals, threads, worth, room, belief, **ahead
        )
        self.unit = self.playouts.worth.unit
        self.valuer = Valuer(
            self.playouts, config.candidates, classes, config.recheck_factor, config.random_plans
        )
        self.rounds = 0  # rounds done
        self.seconds = 0.0  # of earlier lives of this run
        self.done = False
        self.started = time.monotonic()
        self.earlier = Positions.none()
        for other in also:
            self.earlier = self.earlier.plus(positions_of(other))
        self.found = self.earlier  # and those of all rounds

    def _ahead(self, critic: Critic | None) -> dict[str, Any]:
        """How far playouts go, as they are told."""
        if not self.config.horizon:
            return {}
        if critic is None:
            raise NoCritic(
                "horizon: the policy's checkpoint keeps no critic; distil a run's folder"
            )
        return {"critic": engine_critic(critic, self.rules), "horizon": self.config.horizon}

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
        number, began = self.rounds + 1, time.monotonic()
        choices, anchors = self._collected(number, stop)
        collected = time.monotonic()
        values = self._valued(number, choices, stop)
        valued = time.monotonic()
        before, self.found = self.found, self.found.plus(Positions(choices, anchors, values))
        try:
            learnt = self._learn(number, stop)
        except Stopped:
            self.found = before  # the round goes on after a restart
            raise
        return {
            "positions": len(np.unique(self.found.values.position)),
            "plans": len(self.found.values.value),
            "error": float(np.mean(values.error)) if len(values.error) else math.nan,
            "collect_s": collected - began,
            "value_s": valued - collected,
            "learn_s": time.monotonic() - valued,
            **learnt,
        }

    def _show(self, doing: str, within: float, numbers: dict[str, str]) -> None:
        self.meter.show(doing, self.spent(within), {"round": str(self.rounds + 1), **numbers})

    def _player(self, sample: bool) -> Network:
        """The policy as it is now, at play."""
        found = self._players.get(sample)
        if found is None or found.policy is not self.policy:
            found = self._players[sample] = Network(self.policy, "policy", sample, self.at_play)
        return found

    # ---- collect

    def _collected(self, number: int, stop: Callable[[], bool]) -> tuple[list[bytes], list[bytes]]:
        """The decisions of a round, from its file if it has one."""
        name = _round_name(number)
        if not (self.folder / name).exists():
            self._collect(number, stop)
            kept = self.collector.chosen(self.config.positions)
            anchors = self.collector.kept_anchors[: round(self.config.anchor_ratio * len(kept))]
            fresh = {
                "origin": self.origin,
                "choices": _pack(kept),
                "anchors": _pack(anchors),
                "games": pack_games(self.collector.batch),
            }
            save_state(self.folder, fresh, name)
        state = load_state(self.folder, name)
        self._check(state, name)
        unpack_games(self.collector.batch, state["games"])
        return _unpack(state["choices"]), _unpack(state["anchors"])

    def _collect(self, number: int, stop: Callable[[], bool]) -> None:
        self.collector.begin()
        rng, player = self._rng(number, 0), self._player(sample=True)
        limit = self._until(1 - COLLECTING)
        wanted, least = self.config.positions, min(AT_ONCE, self.config.positions)
        while (found := self.collector.found(wanted)) < wanted:
            if self.elapsed() >= limit and found >= least:
                break
            if stop():
                raise Stopped
            for _ in range(LOOK):
                self.collector.step(player, rng)
            self._show("collect", 0.0, {"decisions": f"{found:,}/{wanted:,}"})

    def _rng(self, number: int, purpose: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, number, purpose])

    # ---- value

    def _valued(self, number: int, choices: Sequence[bytes], stop: Callable[[], bool]) -> Values:
        """What the plans of these decisions are worth, as far as the time allows."""
        name = _values_name(number)
        found, first = Values.none(), 0
        if (self.folder / name).exists():
            state = load_state(self.folder, name)
            self._check(state, name)
            found, first = Values.of_dict(state["values"]), state["next"]
            self.seconds, self.started = state["seconds"], time.monotonic()
        if self.config.continuation == "policy":
            self.playouts.policy = self._player(sample=False)
        limit = self._until(LEARNING)
        saved = began = time.monotonic()
        begun_at = first
        while first < len(choices) and (first == 0 or self.elapsed() < limit):
            part = choices[first : first + AT_ONCE]
            found = found.plus(self._values_of(part, number, first))
            first += len(part)
            speed = (first - begun_at) / max(time.monotonic() - began, 1e-9)
            asked = stop()
            if asked or time.monotonic() - saved >= self.save_seconds:
                self._save_values(name, found, first)
                saved = time.monotonic()
            if asked:
                raise Stopped
            within = 0.9 * first / len(choices)
            numbers = {"decisions": f"{first:,}/{len(choices):,}", "a second": f"{speed:.0f}"}
            self._show("value", within, numbers)
        self._save_values(name, found, first)
        return found

    def _values_of(self, part: Sequence[bytes], number: int, first: int) -> Values:
        games = unpacked(self.rules, part)
        agent: Agent = self._player(sample=False)
        return self.valuer.values(games, agent, self._rng(number, 1 + first), first)

    def _until(self, left: float) -> float:
        """Seconds of the run when a step has to end that leaves such a share of what is left."""
        if self.config.minutes is None:
            return math.inf
        whole = 60 * self.config.minutes
        return whole - left * max(whole - self.elapsed(), 0.3 * whole)

    def _save_values(self, name: str, found: Values, first: int) -> None:
        save_state(
            self.folder,
            {
                "origin": self.origin,
                "values": found.as_dict(),
                "next": first,
                "seconds": self.elapsed(),
            },
            name,
        )

    # ---- learn

    def _learn(self, number: int, stop: Callable[[], bool]) -> dict[str, float]:
        """Learn from everything valued so far. The policy changes at the end only."""
        config, rng = self.config, self._rng(number, -1 % 2**32)
        dataset = DistillationSet(
            self.rules,
            *self.found,
            self.before,
            config,
            self.matmul,
            self.threads,
        )
        held, learnt = self._split(dataset)
        if not len(learnt):
            return {}
        numbers = self._set_targets(dataset, learnt, rng, stop)
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
        self.policy = policy
        loss, pull = sums / config.steps
        numbers |= {"loss": float(loss), "kl_anchors": float(pull)}
        gained = {"": dataset.gain(policy, held), "_learnt": dataset.gain(policy, learnt)}
        for where, found in gained.items():
            for how, (mean, error) in found.items():
                numbers[f"gain_{how}{where}"], numbers[f"gain_{how}{where}_error"] = mean, error
        return numbers

    def _set_targets(
        self,
        dataset: DistillationSet,
        learnt: NDArray[np.int64],
        rng: np.random.Generator,
        stop: Callable[[], bool],
    ) -> dict[str, float]:
        """Set the targets by the values, or by a network that is fitted to those of all positions.

        Returns: what share of them it explains.
        """
        config = self.config
        if not config.value_epochs:
            dataset.set_targets(dataset.values.value, dataset.values.error)
            return {}

        def pause(done: float) -> None:
            if stop():
                raise Stopped
            self._show("fit values", 0.9, {"done": f"{done:.0%}"})

        torch.manual_seed(int(rng.integers(2**62)))
        fit = PlanValueFit(dataset, self.before)
        explained = fit.fit(learnt, config.value_epochs, rng, pause)
        dataset.set_targets(fit.values(), np.zeros(len(dataset.root), np.float32))
        return {"explained": explained}

    def _split(self, dataset: DistillationSet) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Roots held out, and those that are learnt from; a position stays what it is."""
        part = np.random.default_rng([self.seed, 7]).random(1 + max(len(self.found.choices), 1))
        held = part[dataset.positions] < self.config.held_out
        return np.flatnonzero(held), np.flatnonzero(~held)

    def _step(
        self,
        dataset: DistillationSet,
        policy: Policy,
        adam: torch.optim.Adam,
        roots: NDArray[np.int64],
        rng: np.random.Generator,
    ) -> NDArray[np.float64]:
        loss = dataset.loss(policy, roots, rng)
        pull = torch.zeros(())
        if self.config.kl and len(dataset.anchors):
            count = min(len(dataset.anchors), round(len(roots) * max(self.config.anchor_ratio, 1)))
            pull = dataset.pull(policy, np.sort(rng.choice(dataset.anchors, count, replace=False)))
        adam.zero_grad(set_to_none=True)
        (loss + self.config.kl * pull).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0, error_if_nonfinite=True)
        adam.step()
        return np.array([float(loss.detach()), float(pull.detach())])

    # ---- saving

    def description(self) -> Description:
        distil = asdict(self.config) | {"source": self.origin, "positions": len(self.found.choices)}
        return replace(
            self.about,
            training=self.about.training | {"distil": distil},
            update=self.about.update + self.rounds,
        )

    def _save(self) -> None:
        """Write the networks for playing, then what the rounds so far have come to."""
        save_networks(self.folder / FILE_NAME, self.policy, self.critic, self.description())
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
        self.found = self.earlier
        try:
            rounds = int(state["rounds"])
            for number in range(1, rounds + 1):
                choices, anchors = self._collected(number, lambda: False)
                values = Values.of_dict(load_state(self.folder, _values_name(number))["values"])
                self.found = self.found.plus(Positions(choices, anchors, values))
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


def fingerprint(policy: Policy) -> str:
    """A short name for the weights of a policy."""
    found = hashlib.sha256()
    for name, weight in sorted(policy.state_dict().items()):
        found.update(name.encode())
        found.update(weight.contiguous().numpy().tobytes())
    return found.hexdigest()[:16]


def _round_name(number: int) -> str:
    return f"distil-{number:02d}.pt"


def _values_name(number: int) -> str:
    return f"distil-{number:02d}-values.pt"


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
