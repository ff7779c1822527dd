"""Masked PPO with a pull to a reference policy, on the batch engine: a whole training run.

    warm start   the networks imitate a teacher, the critic learns the returns of that play
    then, until the budget is spent:
      play       many games at once; at some tables earlier policies or scripts hold some seats
      credit     advantages over each seat's own decisions of a hand; the critic sees all tiles
      learn      clipped policy gradient + normalised entropy - KL to a reference that is
                 refreshed now and then; cross-entropy of the critic with two-hot returns

One update is one buffer of play and the passes over it. Everything a run depends on is in its
state, which is saved between updates: a run that was killed goes on from there, and one limited
in decisions ends exactly as if it had not been.
"""

import copy
import json
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from shugi._fast.rules.compile import Rules
from shugi.agents.checkpoint import (
    FILE_NAME,
    CheckpointError,
    Description,
    Trained,
    check_finite,
    save_networks,
)
from shugi.agents.model_config import ModelConfig
from shugi.agents.network import Network
from shugi.envs.gains import CHIPS, POINTS, prices_of
from shugi.training.cluster.group import Group, SingleProcess, means
from shugi.training.cluster.work import Workers
from shugi.training.distil.distiller import Distiller, check_unit
from shugi.training.learn.acting import BehaviourPolicy
from shugi.training.learn.actors import (
    ActorPlan,
    Actors,
    LocalActors,
    RolloutInfo,
    RolloutRequest,
    State,
)
from shugi.training.learn.beginning import init_from
from shugi.training.learn.imitation import agreement
from shugi.training.learn.learner import Decisions, Learner
from shugi.training.learn.mixture import common_layout, kinds_of, reach_of
from shugi.training.learn.passes import CHUNK, Inference
from shugi.training.learn.pool import Pool
from shugi.training.learn.returns import (
    explained_variance,
    normalise,
    seat_advantages,
)
from shugi.training.learn.rollout import LEARNER, FinishedHands
from shugi.training.learn.segments import DoubleBuffer
from shugi.training.learn.standing import learn_standing
from shugi.training.run.config import ConfigError, TrainConfig, between
from shugi.training.run.metrics import Metrics
from shugi.training.run.model_card import write_card
from shugi.training.run.scale import robust_scale
from shugi.training.run.sets import RuleSetGames, names_of
from shugi.training.run.state import STATE_NAME, load_state, save_state
from shugi.training.terminal.progress import Meter

IMITATION, PPO, DONE = "imitation", "ppo", "done"
KEEP = 0.98  # of a running mean, per 100 hands


class Trainer:
    """A training run.

    Args:
        config: its settings.
        rules: the rule set, compiled, or all rule sets of the mixture.
        folder: the run's folder; it exists.
        meter: where progress is shown.
        workers: who plays for the actors; None: this process.
        group: processes that learn together, each with a share of the actors and a folder of its
            own, of which the first one's is kept; None: this one alone.

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
        group: Group | None = None,
    ) -> None:
        # Threads of our own over whole pieces of work, not torch's inside every small product:
        # those wait for each other in busy loops, most of the time where the machine is shared.
        torch.set_num_threads(config.inside)
        torch.manual_seed(config.seed)
        self.sets = [rules] if isinstance(rules, Rules) else list(rules)
        if config.distil.wanted:
            check_unit(config.distil, len(self.sets))
        self.config, self.folder, self.meter = config, folder, meter
        self.workers, self.group = workers, group or SingleProcess()
        self.rng = np.random.default_rng(config.seed)
        self.names = names_of(self.sets)
        self.troupe = ActorPlan(config, self.sets)
        self.lots = lots = self.troupe.lots
        model = _model(config, self.sets, lots)
        self.learner = Learner(config, model, [lot.rules for lot in lots], self.group)
        self.policy, self.critic = self.learner.policy, self.learner.critic
        if config.network.weights and not (folder / self.state_name).exists():
            with_critic = init_from(self.learner, model, config.network.weights)
            if not with_critic and not config.imitation.wanted:
                raise ConfigError(
                    f"network.weights: {config.network.weights} keeps no critic of this run's "
                    "shape, and PPO cannot begin without one. Set imitation.decisions and "
                    "imitation.teacher, for instance to the same agent: the critic learns then"
                )
        self.actors = self._actors()
        found = [
            Decisions(self.troupe.buffer(self.actors.columns), self.learner.device)
            for _ in range(2 if config.overlap else 1)
        ]
        self.segments, self.learner.decisions = DoubleBuffer(found), found[0]
        slope = config.reward.chips_per_1000_points
        worths = [prices_of(lot.rules, slope, lot.standing) for lot in lots]
        self.prices = np.array([[w.chip, w.kilopoint] for w in worths], np.float32)
        self.entry_of = np.array([lot.entry for lot in lots])
        self.plain = np.array([not lot.randomised for lot in lots])
        self.pool = Pool(folder / "snapshots", config.opponents)
        self.styles = len(config.opponents.styles)
        self.phase = IMITATION if config.imitation.wanted else PPO
        self.update = 0  # updates done
        self.count = 0  # decisions of the learner, or of the teacher
        self.seconds = 0.0  # of earlier lives of this run
        self.ppo_from = (0, 0.0)  # decisions and seconds when PPO began
        # running means for each rule set: what a hand brings at tables with scripts
        self.against_scripted = np.full(len(self.sets), math.nan)
        self.started = time.monotonic()

    def _actors(self) -> Actors:
        """Who plays the run's games, or this process' share of them."""
        config, learner, workers = self.config, self.learner, self.workers
        own = range(self.group.rank, config.actors, self.group.size)
        if workers is not None or config.segments:
            from shugi.training.learn.cluster_actors import ActorJob, ClusterActors

            return ClusterActors(ActorJob(self.troupe, self.policy.config), workers, own)
        if not config.overlap:
            acting = BehaviourPolicy(self.policy, learner.passes)
            return LocalActors(self.troupe, acting, own, config.threads)
        # while the policy learns, whoever plays has threads and a policy of its own
        passes = Inference(config, self.policy, learner.passes.game_rules, learner.device, None)
        acting = BehaviourPolicy(copy.deepcopy(self.policy), passes)
        return LocalActors(self.troupe, acting, own, max(1, config.threads // 2))

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
                self._begin_ppo()
            while self.phase != DONE and not self.group.agreed(stop()):
                self.advance(metrics)
                if self.group.agreed(time.monotonic() - saved >= self.config.checkpoint_seconds):
                    self.save()
                    saved = time.monotonic()
            self.save()
        finally:
            metrics.close()
        if self.phase == DONE and self.config.distil.wanted:
            return self._distil(stop)
        return self.phase == DONE

    def advance(self, metrics: Metrics) -> None:
        """One update."""
        before, began = self.count, time.monotonic()
        phase = self.phase
        self.learner.advised = self.config.network.advice and phase == PPO
        values = means(self.group, self._imitate() if phase == IMITATION else self._improve())
        self.update += 1
        values["decisions"] = self.count
        values["decisions_per_s"] = (self.count - before) / (time.monotonic() - began)
        metrics.write(self.update, phase, values)
        self._show(phase, values)
        self._next_phase()

    def _distil(self, stop: Callable[[], bool]) -> bool:
        """The last phase: distil what the run has come to, in its folder; whether it finished."""
        if self.group.rank:
            return True  # one process is enough for it
        config = self.config
        distiller = Distiller(
            config.distil,
            self.sets,
            self.policy,
            self.critic,
            self.description(),
            self.folder,
            self.meter,
            config.seed,
            config.threads,
            config.reward.chips_per_1000_points,
            config.network.precision,
            config.checkpoint_seconds,
            shares=[entry.share for entry in config.sets],
            workers=self.workers,
        )
        return distiller.run(stop)

    def elapsed(self) -> float:
        """Seconds of training, earlier lives of the run included."""
        return self.group.agreed(self.seconds + time.monotonic() - self.started)

    def _spent(
        self, minutes: float | None, decisions: int | None, since: tuple[int, float]
    ) -> float:
        """The share of a budget that is spent, by the limit that is nearer; 1 or more: all."""
        count, seconds = since
        shares = [0.0]
        if minutes is not None:
            shares.append((self.elapsed() - seconds) / max(60 * minutes - seconds, 1e-9))
        if decisions is not None:
            shares.append((self.count - count) / max(decisions - count, 1))
        return max(shares)

    def progress(self) -> float:
        """0 to 1 within the phase."""
        if self.phase == IMITATION:
            own = self._spent(
                self.config.imitation.minutes, self.config.imitation.decisions, (0, 0)
            )
            return min(
                1.0, max(own, self._spent(self.config.minutes, self.config.decisions, (0, 0)))
            )
        return min(1.0, self._spent(self.config.minutes, self.config.decisions, self.ppo_from))

    def _next_phase(self) -> None:
        if self.progress() < 1:
            return
        whole = self._spent(self.config.minutes, self.config.decisions, (0, 0.0))
        if self.phase == IMITATION and whole < 1:
            self.phase = PPO
            self._begin_ppo()
        else:
            self.phase = DONE

    def _begin_ppo(self) -> None:
        self.ppo_from = (self.count, self.elapsed())
        self.learner.update_reference()
        self.learner.policy_adam.state.clear()
        self._add_snapshot()
        self.segments.forget()
        self.actors.reseat(self._scripted())

    def _show(self, phase: str, values: dict[str, float]) -> None:
        numbers = {"decisions/s": f"{values['decisions_per_s']:,.0f}"}
        if phase == IMITATION:
            numbers["agreement"] = f"{values['agreement']:.1%}"
        else:
            ahead = self.against_scripted
            numbers["v scripts"] = (
                f"{ahead[0]:+.2f} a hand"
                if len(ahead) == 1
                else f"ahead in {(ahead > 0).sum()} of {len(ahead)}"
            )
            numbers["entropy"] = f"{values['entropy']:.3f}"
        whole = self._spent(self.config.minutes, self.config.decisions, (0, 0.0))
        self.meter.show(phase, whole, numbers)

    # ---- the warm start

    def _imitate(self) -> dict[str, float]:
        config = self.config.imitation
        own = between(config.own, self.progress())
        started = self.config.start_states.imitated
        order = RolloutRequest(imitated=True, noise=config.noise, own=own, started=started)

        def play(decisions: Decisions) -> dict[str, float]:
            self.actors.play(order, decisions.buffer)
            return {}

        fold = self._fold if own > 0 else _nothing
        with self.segments.next(fold, play) as (self.learner.decisions, _):
            return self._imitated()

    def _fold(self) -> None:
        """The policy as it is now plays from now on."""
        self.actors.sync_policy(self.policy)

    def _imitated(self) -> dict[str, float]:
        """Learn from a segment that the teacher has played."""
        config, learner = self.config.imitation, self.learner
        label = learner.decisions.host["label"]
        self.count += sum(self.group.gathered(len(label)))
        everything = np.arange(len(label))
        known, explained = self._credit(everything, lam=1.0)
        some = torch.from_numpy(everything[-CHUNK:])
        agreed = agreement(learner.log_policy(self.policy, some).cpu(), label[some])
        rate = config.learning_rate * (0.1 + 0.45 * (1 + math.cos(math.pi * self.progress())))
        minibatches = learner.minibatches(known, config.minibatch, config.epochs, self._order())
        policy_loss, value_loss = learner.side_by_side(
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

    # ---- PPO

    def _improve(self) -> dict[str, float]:
        done = self.progress()
        order = RolloutRequest(
            imitated=False,
            advised=self.learner.advised,
            floor=between(self.config.ppo.rare_floor, done),
            scripted=self._scripted(),
            started=between(self.config.start_states.share, done),
        )

        def play(decisions: Decisions) -> dict[str, float]:
            played = self.group.gathered(self.actors.play(order, decisions.buffer))
            segments = [segment for part in played for segment in part]
            ages = [segment.age for segment in segments]
            found = {"rare_floor": order.floor, "age": float(np.mean(ages)), "oldest": max(ages)}
            return self._judge(segments) | found

        with self.segments.next(self._fold, play) as (self.learner.decisions, found):
            values = self._improved(done) | found
        self._update_reference()
        return values

    def _improved(self, done: float) -> dict[str, float]:
        """Learn from a segment that the policy has played."""
        buffer = self.learner.decisions.buffer
        learner = np.flatnonzero(buffer.flat(buffer.player) == LEARNER)
        self.count += sum(self.group.gathered(len(learner)))
        rows, values = self._credit(learner, self.config.ppo.gae_lambda, self.config.segments > 0)
        values |= {"entropy": 0.0}
        if min(self.group.gathered(len(rows))):  # a handful of games may all have gone to others
            values |= self._learn(learner, rows, done)
        return values

    def _learn(
        self, learner: NDArray[np.int64], rows: NDArray[np.int64], done: float
    ) -> dict[str, float]:
        """Learn from ``rows``, those of the ``learner``'s decisions whose credit is known."""
        config, network = self.config.ppo, self.learner
        values = self._set_advantages(rows)
        reference = network.referred(torch.from_numpy(learner))
        place = torch.zeros(len(network.decisions.action), dtype=torch.int64)
        place[learner] = torch.arange(len(learner))
        place = place.to(network.device)
        rate = between(config.learning_rate, done)
        minibatches = network.minibatches(rows, config.minibatch, config.epochs, self._order())
        learnt, value_loss = network.side_by_side(
            lambda: network.learn_policy(
                minibatches, lambda chosen: reference[place[chosen]], done
            ),
            lambda: network.learn_values(minibatches, rate),
        )
        return values | learnt | {"value_loss": value_loss}

    def _order(self) -> np.random.Generator:
        """The chance of the order of decisions: each process has other ones."""
        if self.group.size == 1:
            return self.rng
        return np.random.default_rng([int(self.rng.integers(2**63)), self.group.rank])

    def _judge(self, segments: Sequence[RolloutInfo]) -> dict[str, float]:
        """How the learner did in the hands that ended, at the tables where scripts sat."""
        for segment in segments:
            gain = self._worth(segment.finished)
            self.pool.count(segment.finished, gain, 1 + self.styles, segment.in_play)
        finished = FinishedHands.joined([segment.finished for segment in segments])
        gain, styles = self._worth(finished), self.styles
        scripted = (finished.player > LEARNER) & (finished.player <= styles)
        mine = (finished.player == LEARNER) & scripted.any(axis=1, keepdims=True)
        mine &= self.plain[finished.lot, None]
        entry = self.entry_of[finished.lot]
        found: dict[str, float] = {"hands": len(gain)}
        for number, prefix in enumerate(self._prefixes()):
            chosen = gain[mine & (entry == number)[:, None]]
            if len(chosen):
                before, keep = self.against_scripted[number], KEEP ** (len(chosen) / 100)
                mean = float(chosen.mean())
                self.against_scripted[number] = (
                    mean if math.isnan(before) else keep * before + (1 - keep) * mean
                )
            found[f"{prefix}hands"] = int((entry == number).sum())
            found[f"{prefix}chips_v_scripted"] = self.against_scripted[number]
        return found

    def _worth(self, finished: FinishedHands) -> NDArray[np.float32]:
        """(h, seats) what hands brought."""
        found: NDArray[np.float32] = finished.gain * self.prices[finished.lot][:, None]
        worth: NDArray[np.float32] = found.sum(axis=-1)
        return worth

    def _prefixes(self) -> list[str]:
        """What begins the names of each rule set's metrics; nothing where there is one only."""
        return [f"{name}/" for name in self.names] if len(self.names) > 1 else [""]

    def _scripted(self) -> float:
        """The share of new games with scripted players, now."""
        return between(self.config.opponents.scripted, self.progress())

    def _update_reference(self) -> None:
        """Now and then the reference becomes the policy, and a snapshot joins the pool."""
        done = self.update + 1
        if done % self.config.ppo.refresh_reference == 0:
            self.learner.update_reference()
        if done % self.config.opponents.snapshot_every == 0:
            self._add_snapshot()
        every = self.config.reward.relearn_standing
        if every and self.config.reward.by_standing and done % every == 0:
            self._relearn_standings()

    def _add_snapshot(self) -> None:
        """The policy joins the pool, and others of the pool play."""
        self.pool.add(self.policy, self.description())
        self.pool.refresh(self.rng)
        self.actors.seat(self.pool.policies())

    def _relearn_standings(self) -> None:
        """What a hand's end is worth to whoever plays as the policy does now."""
        games, threads = self.config.reward.standing_games, self.config.threads
        player = Network(copy.deepcopy(self.policy), "policy", sample=True)
        seed = int(self.rng.integers(2**31))
        self.actors.value_by(
            [learn_standing(rules, games, seed, player, threads)[0] for rules in self.sets]
        )

    # ---- credit and learning, for both phases

    def _credit(
        self, rows: NDArray[np.int64], lam: float, aged: bool = False
    ) -> tuple[NDArray[np.int64], dict[str, float]]:
        """Values, advantages and targets of the decisions ``rows``.

        Args:
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
        found = seat_advantages(
            seat.reshape(buffer.steps, buffer.n),
            buffer.reward,
            value.reshape(buffer.steps, buffer.n, 2),
            buffer.ended,
            buffer.end_reward,
            lam,
            None if ratio is None else ratio.reshape(buffer.steps, buffer.n),
        )
        self.raw_advantage = buffer.flat(found.advantage)
        target = buffer.flat(found.target)
        d.target.copy_(torch.from_numpy(target))
        known = rows[buffer.flat(found.known)[rows]]
        explained = {} if ratio is None else {"distrust": float(1 - ratio[rows].clip(max=1).mean())}
        for prefix, own in zip(self._prefixes(), self._by_entry(known), strict=True):
            for name, kind in (("chips", CHIPS), ("points", POINTS)):
                share = explained_variance(value[own, kind], target[own, kind])
                explained[f"{prefix}explained_{name}"] = share
        return known, explained

    def _ratio(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """How much likelier each action of ``rows`` is now than when it was played; 1 elsewhere."""
        d, picks = self.learner.decisions, torch.from_numpy(rows)
        now = self.learner.log_policy(self.policy, picks).cpu()
        action, then = (d.host[name][picks] for name in ("action", "log_prob"))
        found = np.ones(len(d.host["action"]), np.float32)
        found[rows] = (now.gather(1, action.long()[:, None]).squeeze(1) - then).exp().numpy()
        return found

    def _by_entry(self, rows: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """Those of the decisions ``rows`` that belong to each rule set."""
        if len(self.sets) == 1:
            return [rows]
        buffer = self.learner.decisions.buffer
        entry = self.entry_of[buffer.flat(buffer.lot)[rows]]
        return [rows[entry == number] for number in range(len(self.sets))]

    def _set_advantages(self, rows: NDArray[np.int64]) -> dict[str, float]:
        """What ``rows`` are learnt with: each rule set and each copy of it has its own scale."""
        buffer = self.learner.decisions.buffer
        lots = buffer.flat(buffer.lot)[rows]
        scales, mass, lost = (np.zeros(len(self.prices)) for _ in range(3))
        by_lot = {lot: rows[lots == lot] for lot in np.unique(lots)}
        totals = {
            lot: (self.raw_advantage[own] * self.prices[lot]).sum(axis=-1)
            for lot, own in by_lot.items()
        }
        own_scales = {lot: robust_scale(total) for lot, total in totals.items()}
        for lot, scale in means(self.group, own_scales).items():
            scales[lot] = scale
        for lot, own in by_lot.items():
            limit = self.config.ppo.advantage_limit
            # a float of Python: NumPy's would turn advantages into doubles
            clipped, share = normalise(totals[lot], float(scales[lot]), limit)
            self.learner.decisions.advantage[torch.from_numpy(own)] = torch.from_numpy(clipped).to(
                self.learner.device
            )
            mass[lot] = np.abs(clipped).sum() / (1 - share)
            lost[lot] = mass[lot] * share
        found = {"clipped_mass": lost.sum() / max(mass.sum(), 1e-9)}
        for number, prefix in enumerate(self._prefixes()):
            own_lots = (self.entry_of == number) & (mass > 0)
            found[f"{prefix}clipped_mass"] = lost[own_lots].sum() / max(mass[own_lots].sum(), 1e-9)
            if own_lots.any():
                found[f"{prefix}advantage_scale"] = scales[own_lots].mean()
        return found

    # ---- saving

    def description(self) -> Description:
        return Description(
            model=self.policy.config,
            rules_name=self.sets[0].name,
            rules_hash=self.sets[0].hash,
            rules_options=self.sets[0].options,
            others=[Trained(rules.name, rules.hash, rules.options) for rules in self.sets[1:]],
            training=self.config.as_dict(),
            decisions=self.count,
            update=self.update,
        )

    def save(self) -> None:
        """Write the networks for playing, then everything for going on."""
        state = self.state()
        if self.group.rank == 0:
            save_networks(self.folder / FILE_NAME, self.policy, self.critic, self.description())
            write_card(self.folder, self.description())
            save_state(self.folder, state)
        self.pool.forget()

    def state(self) -> dict[str, Any]:
        """Everything for going on: tensors and plain values only."""
        counters = [self.phase, self.update, self.count, self.elapsed(), self.ppo_from]
        return {
            "config": json.dumps(self.config.as_dict()),
            "rules_hash": self._hashes(),
            "counters": json.dumps(counters),
            "against_scripted": self.against_scripted.tolist(),
            "rng": json.dumps(self.rng.bit_generator.state),
            **self.learner.state(),
            "actors": self._states(),
            **self.pool.state(),
        }

    def _states(self) -> list[State]:
        """Of all actors, by number: each process has every so many-th."""
        parts = self.group.gathered(self.actors.states())
        return [state for one in zip(*parts, strict=True) for state in one]

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

    def _hashes(self) -> list[str]:
        """Of the rules of all games, randomised ones too."""
        return [f"{lot.rules.hash & (2**64 - 1):016x}" for lot in self.lots]

    def _restore(self, state: dict[str, Any]) -> None:
        if state["rules_hash"] != self._hashes():
            names = ", ".join(self.names)
            raise CheckpointError(f"the run is of other rules than {names!r} is now")
        counters = json.loads(state["counters"])
        self.phase, self.update, self.count, self.seconds = counters[:4]
        self.ppo_from = (counters[4][0], counters[4][1])
        self.started = time.monotonic()
        self.against_scripted[:] = state["against_scripted"]
        self.rng.bit_generator.state = json.loads(state["rng"])
        self.learner.restore(state)
        for network in (self.policy, self.critic):
            check_finite(network.state_dict(), self.folder / STATE_NAME)
        self.actors.restore(state["actors"][self.group.rank :: self.group.size])
        self.pool.restore(state)
        self.actors.seat(self.pool.policies())
        if self.phase == DONE and self.progress() < 1:
            self.phase = PPO  # the budget was raised


def _model(config: TrainConfig, sets: Sequence[Rules], lots: Sequence[RuleSetGames]) -> ModelConfig:
    network, critic, reach = config.network, config.critic, reach_of(lots)
    return ModelConfig(
        network.hidden,
        network.channels,
        last=network.last,
        kinds=kinds_of(sets),
        advice=network.advice,
        chip_range=critic.chip_range or reach[0],
        point_range=critic.point_range or reach[1],
        layout=common_layout(sets).name,
        rule_vector=network.rule_vector,
        rule_entries=tuple(dict.fromkeys(entry for rules in sets for entry in rules.entries)),
        critic_hidden=critic.hidden,
        oracle=critic.oracle,
        two_hot=critic.two_hot,
        standing=all(lot.standing is not None for lot in lots),
    )


def _nothing() -> None:
    """The teacher plays alone: the policy need not be ready to."""
