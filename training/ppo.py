"""Masked PPO with a pull to a reference policy, on the batch engine: a whole training run.

    warm start   the networks imitate the rule baseline, the critic learns the returns of its play
    then, until the budget is spent:
      play       many games at once; at some tables earlier policies or scripts hold some seats
      credit     advantages over each seat's own decisions of a hand; the critic sees all tiles
      learn      clipped policy gradient + normalised entropy - KL to a reference that is
                 refreshed now and then; cross-entropy of the critic with two-hot returns

One update is one segment of play and the passes over it. Everything a run depends on is in its
state, which is saved between updates: a run that was killed goes on from there, and one limited
in decisions ends exactly as if it had not been.
"""

import copy
import itertools
import json
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from shugi._fast.actions import ACTION_COUNT
from shugi._fast.layouts import layout_of
from shugi._fast.rules import Rules
from shugi.agents.base import Agent, Observation
from shugi.agents.checkpoint import FILE_NAME, CheckpointError, Description, save_networks
from shugi.agents.model import Critic, ModelConfig, Policy, precision, two_hot
from shugi.agents.network import draw
from shugi.agents.scripted import Baseline
from shugi.envs.gains import CHIPS, POINTS
from shugi.training.checkpoint import STATE_NAME, load_state, pack_games, save_state, unpack_games
from shugi.training.config import TrainConfig
from shugi.training.distil import last_phase
from shugi.training.imitation import agreement, imitation_loss, teacher
from shugi.training.opponents import Opponents, Pool, Snapshot
from shugi.training.progress import Meter, Metrics
from shugi.training.returns import explained_variance, normalise, robust_scale, seat_advantages
from shugi.training.rollout import LEARNER, Finished, Rollout, Segment

IMITATION, PPO, DONE = "imitation", "ppo", "done"
RARE = ("pass", "riichi", "open_riichi", "kan_closed", "kan_added", "kan_open", "pon")
CHUNK = 4096  # decisions per forward pass where nothing is learnt
PIECE = 256  # the same while playing
KEEP = 0.98  # of a running mean, per 100 hands

Portions = list[list[Tensor]]  # rows of the minibatches of each pass
A = TypeVar("A")
B = TypeVar("B")


class Decisions:
    """A segment as flat tensors that share its memory, and what is learnt of its decisions."""

    def __init__(self, segment: Segment) -> None:
        self.planes = torch.from_numpy(segment.flat(segment.planes))
        self.globals = torch.from_numpy(segment.flat(segment.globals))
        self.oracle = torch.from_numpy(segment.flat(segment.oracle))
        self.mask = torch.from_numpy(segment.flat(segment.mask))
        self.action = torch.from_numpy(segment.flat(segment.action))
        self.label = torch.from_numpy(segment.flat(segment.label))
        self.log_prob = torch.from_numpy(segment.flat(segment.log_prob))
        self.advantage = torch.zeros(len(self.action))
        self.target = torch.zeros(len(self.action), 2)


class Trainer:
    """A training run.

    Args:
        config: its settings.
        rules: the rule set, compiled.
        folder: the run's folder; it exists.
        meter: where progress is shown.
    """

    model_name = FILE_NAME
    state_name = STATE_NAME

    def __init__(self, config: TrainConfig, rules: Rules, folder: Path, meter: Meter) -> None:
        # Threads of our own over whole pieces of work, not torch's inside every small product:
        # those wait for each other in busy loops, most of the time where the machine is shared.
        torch.set_num_threads(max(1, config.threads // 2))
        torch.manual_seed(config.seed)
        self.config, self.rules, self.folder, self.meter = config, rules, folder, meter
        self.rng = np.random.default_rng(config.seed)
        network = config.network
        layout = layout_of(rules)
        model = ModelConfig(
            network.hidden, network.channels, _kinds(rules), network.advice, layout=layout.name
        )
        self.policy, self.critic = Policy(model), Critic(model)
        self.reference = copy.deepcopy(self.policy)
        self.policy_adam = torch.optim.Adam(self.policy.parameters(), eps=1e-5, fused=True)
        self.critic_adam = torch.optim.Adam(self.critic.parameters(), eps=1e-5, fused=True)
        self.rollout = Rollout(rules, config.games, config.seed, config.threads)
        self.segment = Segment(config.steps, config.games, rules.seats, layout)
        self.decisions = Decisions(self.segment)
        pool = Pool(folder / "snapshots", config.opponents.newest, config.opponents.old)
        styles: list[Agent] = [_style(name) for name in config.opponents.styles]
        self.opponents = Opponents(config.opponents, pool, styles)
        self.baseline = Baseline()
        self.workers = ThreadPoolExecutor(config.threads) if config.threads > 1 else None
        self.rare = torch.zeros(ACTION_COUNT)
        self.rare[layout.ids_of(RARE)] = 1.0
        self.phase = IMITATION if config.imitation.wanted else PPO
        self.update = 0  # updates done
        self.count = 0  # decisions of the learner, or of the teacher
        self.seconds = 0.0  # of earlier lives of this run
        self.ppo_from = (0, 0.0)  # decisions and seconds when PPO began
        self.against_scripted = math.nan  # running mean: chips per hand at tables with scripts
        self.started = time.monotonic()

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
            if self.phase == PPO and not self.opponents.pool.snapshots:
                self._begin_ppo()
            while self.phase != DONE and not stop():
                before, began = self.count, time.monotonic()
                phase = self.phase
                values = self._imitate() if phase == IMITATION else self._improve()
                self.update += 1
                values["decisions"] = self.count
                values["decisions_per_s"] = (self.count - before) / (time.monotonic() - began)
                metrics.write(self.update, phase, values)
                self._show(phase, values)
                self._next_phase()
                if time.monotonic() - saved >= self.config.checkpoint_seconds:
                    self.save()
                    saved = time.monotonic()
            self.save()
        finally:
            metrics.close()
        if self.phase == DONE and self.config.distil.wanted:
            return last_phase(self, stop)
        return self.phase == DONE

    def elapsed(self) -> float:
        """Seconds of training, earlier lives of the run included."""
        return self.seconds + time.monotonic() - self.started

    def _spent(
        self, minutes: float | None, decisions: int | None, since: tuple[int, float]
    ) -> float:
        """The share of a budget that is spent, by the limit that is nearer; 1 or more: all."""
        shares = [0.0]
        if minutes is not None:
            shares.append((self.elapsed() - since[1]) / max(60 * minutes - since[1], 1e-9))
        if decisions is not None:
            shares.append((self.count - since[0]) / max(decisions - since[0], 1))
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
        self.reference.load_state_dict(self.policy.state_dict())
        self.policy_adam.state.clear()
        self.opponents.pool.add(self.policy, self._description())
        self.opponents.refresh(self.rng)
        self._reseat(np.arange(self.config.games))

    def _show(self, phase: str, values: dict[str, float]) -> None:
        numbers = {"decisions/s": f"{values['decisions_per_s']:,.0f}"}
        if phase == IMITATION:
            numbers["agreement"] = f"{values['agreement']:.1%}"
        else:
            numbers["v scripts"] = f"{self.against_scripted:+.2f} a hand"
            numbers["entropy"] = f"{values['entropy']:.3f}"
        whole = self._spent(self.config.minutes, self.config.decisions, (0, 0.0))
        self.meter.show(phase, whole, numbers)

    # ---- the warm start

    def _imitate(self) -> dict[str, float]:
        config, segment = self.config.imitation, self.segment
        self.rollout.play(segment, teacher(self.rollout, segment, config.noise, self.rng))
        self.count += segment.steps * segment.n
        everything = np.arange(segment.steps * segment.n)
        known, explained = self._credit(everything, lam=1.0)
        d = self.decisions
        some = torch.from_numpy(everything[-CHUNK:])
        agreed = agreement(self._log_policy(self.policy, some), d.label[some])
        rate = config.learning_rate * (0.1 + 0.45 * (1 + math.cos(math.pi * self.progress())))
        portions = self._portions(known, config.minibatch, config.epochs)
        policy_loss, value_loss = self._side_by_side(
            lambda: self._learn_labels(portions, rate), lambda: self._learn_values(portions, rate)
        )
        return {
            "agreement": agreed,
            "policy_loss": policy_loss,
            "value_loss": value_loss,
            "learning_rate": rate,
            **explained,
        }

    def _learn_labels(self, passes: Portions, rate: float) -> float:
        d, losses = self.decisions, []
        for rows in itertools.chain(*passes):
            with self._precision():
                log_policy = self.policy(d.planes[rows], d.globals[rows], d.mask[rows])
            smoothing = self.config.imitation.smoothing
            loss = imitation_loss(log_policy, d.mask[rows], d.label[rows], smoothing)
            self._step(self.policy, self.policy_adam, loss, rate)
            losses.append(float(loss.detach()))
        return float(np.mean(losses))

    # ---- PPO

    def _improve(self) -> dict[str, float]:
        config = self.config.ppo
        done = self.progress()
        floor = _between(config.rare_floor, done)
        finished = self.rollout.play(self.segment, lambda t: self._choose(t, floor), self._reseat)
        learner = np.flatnonzero(self.segment.flat(self.segment.player) == LEARNER)
        self.count += len(learner)
        rows, values = self._credit(learner, config.gae_lambda)
        values |= self._judge(finished) | {"rare_floor": floor, "entropy": 0.0}
        if len(rows):  # a handful of games may all have gone to others
            values |= self._learn(learner, rows, done)
        self._look_back()
        return values

    def _learn(
        self, learner: NDArray[np.int64], rows: NDArray[np.int64], done: float
    ) -> dict[str, float]:
        """Learn from ``rows``, those of the ``learner``'s decisions whose credit is known."""
        config = self.config.ppo
        values = self._set_advantages(rows)
        reference = self._log_policy(self.reference, torch.from_numpy(learner))
        place = torch.zeros(len(self.decisions.action), dtype=torch.int64)
        place[learner] = torch.arange(len(learner))
        rate = _between(config.learning_rate, done)
        portions = self._portions(rows, config.minibatch, config.epochs)
        learnt, value_loss = self._side_by_side(
            lambda: self._learn_policy(portions, lambda chosen: reference[place[chosen]], done),
            lambda: self._learn_values(portions, rate),
        )
        return values | learnt | {"value_loss": value_loss}

    def _choose(self, t: int, floor: float) -> None:
        """Draw the learner's actions at time ``t``, and let everyone else act."""
        segment = self.segment
        rows = np.flatnonzero(segment.player[t] == LEARNER)
        if len(rows):
            if self.config.network.advice:
                self._ask_baseline(t, rows)
            asked = torch.from_numpy(t * segment.n + rows)
            log_policy = self._log_policy(self.policy, asked, PIECE)
            mask = self.decisions.mask[asked]
            chance = log_policy.exp()
            if floor > 0:
                chance = with_floor(chance, mask, self.rare, floor)
            action = draw(chance, self.rng)
            segment.action[t, rows] = action.numpy()
            segment.log_prob[t, rows] = chance.gather(1, action[:, None]).squeeze(1).log().numpy()
        self.opponents.act(self.rollout, segment, t, self.rng)

    def _ask_baseline(self, t: int, rows: NDArray[np.int64]) -> None:
        segment = self.segment
        seen = Observation(self.rollout.batch, rows)
        segment.label[t, rows] = self.baseline.act(
            seen, segment.mask[t, rows], segment.seat[t, rows], self.rng
        )

    def _advice(self, rows: Tensor) -> Tensor | None:
        """What the policy is told at the decisions ``rows``; nothing during the warm start."""
        told = self.config.network.advice and self.phase == PPO
        return self.decisions.label[rows] if told else None

    def _learn_policy(
        self, passes: Portions, reference: Callable[[Tensor], Tensor], done: float
    ) -> dict[str, float]:
        """Several passes over the decisions, fewer when the policy has moved too far."""
        config = self.config.ppo
        rate = _between(config.learning_rate, done)
        seen: list[dict[str, float]] = []
        count = 0
        for portions in passes:
            first = len(seen)
            for chosen in portions:
                loss, numbers = self._policy_loss(chosen, reference(chosen), done)
                self._step(self.policy, self.policy_adam, loss, rate)
                seen.append(numbers)
            count += 1
            if np.mean([numbers["kl_behaviour"] for numbers in seen[first:]]) > config.target_kl:
                break
        means = {name: float(np.mean([s[name] for s in seen])) for name in seen[0]}
        return means | {"learning_rate": rate, "passes": count}

    def _policy_loss(
        self, rows: Tensor, reference: Tensor, done: float
    ) -> tuple[Tensor, dict[str, float]]:
        config, d = self.config.ppo, self.decisions
        mask, advantage = d.mask[rows], d.advantage[rows]
        with self._precision():
            log_policy = self.policy(d.planes[rows], d.globals[rows], mask, self._advice(rows))
        moved = log_policy.gather(1, d.action[rows].long()[:, None]).squeeze(1) - d.log_prob[rows]
        ratio = moved.exp()
        clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
        gain = torch.minimum(ratio * advantage, clipped * advantage).mean()
        chance = log_policy.exp()
        # a forced win that opens a hand is asked for alone
        choices = mask.sum(1).clamp(min=2).float()
        entropy = (-(chance * log_policy).sum(1) / choices.log()).mean()
        kl = (chance * (log_policy - reference)).sum(1).mean()
        loss = -gain - _between(config.entropy, done) * entropy + _between(config.kl, done) * kl
        with torch.no_grad():
            numbers = {
                "policy_gain": float(gain),
                "entropy": float(entropy),
                "kl_reference": float(kl),
                "kl_behaviour": float((ratio - 1 - moved).mean()),
                "clip_share": float(((ratio - 1).abs() > config.clip).float().mean()),
            }
        return loss, numbers

    def _judge(self, finished: Finished) -> dict[str, float]:
        """How the learner did in the hands that ended, at the tables where scripts sat."""
        worth = self.config.reward.chips_per_1000_points
        self.opponents.count(finished, worth)
        gain = finished.gain[..., CHIPS] + worth * finished.gain[..., POINTS]
        styles = len(self.opponents.styles)
        scripted = (finished.player > LEARNER) & (finished.player <= styles)
        mine = (finished.player == LEARNER) & scripted.any(axis=1, keepdims=True)
        if mine.any():
            mean, keep = float(gain[mine].mean()), KEEP ** (int(mine.sum()) / 100)
            known = not math.isnan(self.against_scripted)
            self.against_scripted = (
                keep * self.against_scripted + (1 - keep) * mean if known else mean
            )
        return {"hands": len(gain), "chips_v_scripted": self.against_scripted}

    def _reseat(self, rows: NDArray[np.int64]) -> None:
        scripted = _between(self.config.opponents.scripted, self.progress())
        self.opponents.reseat(rows, self.rollout.seating, scripted, self.rng)

    def _look_back(self) -> None:
        """Now and then the reference becomes the policy, and a snapshot joins the pool."""
        done = self.update + 1
        if done % self.config.ppo.refresh_reference == 0:
            self.reference.load_state_dict(self.policy.state_dict())
        if done % self.config.opponents.snapshot_every == 0:
            self.opponents.pool.add(self.policy, self._description())
            self.opponents.refresh(self.rng)

    # ---- credit and learning, for both phases

    def _credit(
        self, rows: NDArray[np.int64], lam: float
    ) -> tuple[NDArray[np.int64], dict[str, float]]:
        """Values, advantages and targets of the decisions ``rows``.

        Returns:
            those of them whose credit is known, and how well the critic foresaw it.
        """
        segment, d = self.segment, self.decisions
        value = np.zeros((segment.steps * segment.n, 2), np.float32)
        value[rows] = self._values(torch.from_numpy(rows)).numpy()
        seat = np.full(segment.steps * segment.n, -1, np.int8)
        seat[rows] = segment.flat(segment.seat)[rows]
        found = seat_advantages(
            seat.reshape(segment.steps, segment.n),
            segment.reward,
            value.reshape(segment.steps, segment.n, 2),
            segment.ended,
            segment.end_reward,
            lam,
        )
        self.raw_advantage = segment.flat(found.advantage)
        target = segment.flat(found.target)
        d.target.copy_(torch.from_numpy(target))
        known = rows[segment.flat(found.known)[rows]]
        return known, {
            f"explained_{name}": explained_variance(value[known, kind], target[known, kind])
            for name, kind in (("chips", CHIPS), ("points", POINTS))
        }

    def _set_advantages(self, rows: NDArray[np.int64]) -> dict[str, float]:
        worth = self.config.reward.chips_per_1000_points
        total = self.raw_advantage[rows, CHIPS] + worth * self.raw_advantage[rows, POINTS]
        scale = robust_scale(total)
        clipped, lost = normalise(total, scale, self.config.ppo.advantage_limit)
        self.decisions.advantage[torch.from_numpy(rows)] = torch.from_numpy(clipped)
        return {"advantage_scale": scale, "clipped_mass": lost}

    def _side_by_side(self, of_policy: Callable[[], A], of_critic: Callable[[], B]) -> tuple[A, B]:
        """Both networks learn at once; they share nothing."""
        if self.workers is None:
            return of_policy(), of_critic()
        policy, critic = self.workers.submit(of_policy), self.workers.submit(of_critic)
        return policy.result(), critic.result()

    def _learn_values(self, passes: Portions, rate: float) -> float:
        d, losses = self.decisions, []
        for rows in itertools.chain(*passes):
            with self._precision():
                logits = self.critic(d.planes[rows], d.globals[rows], d.oracle[rows])
            bins = self.critic.bins
            target = torch.stack([two_hot(d.target[rows, k], bins[k]) for k in (CHIPS, POINTS)], 1)
            loss = -(target * logits.log_softmax(-1)).sum(-1).mean()
            self._step(self.critic, self.critic_adam, loss, rate)
            losses.append(float(loss.detach()))
        return float(np.mean(losses))

    def _step(
        self, network: torch.nn.Module, adam: torch.optim.Adam, loss: Tensor, rate: float
    ) -> None:
        adam.param_groups[0]["lr"] = rate
        adam.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(
            network.parameters(), self.config.ppo.grad_clip, error_if_nonfinite=True
        )
        adam.step()

    def _portions(self, rows: NDArray[np.int64], size: int, passes: int) -> Portions:
        """``rows`` in another order for each pass, cut into minibatches."""
        orders = [torch.from_numpy(self.rng.permutation(rows)) for _ in range(passes)]
        return [list(torch.split(order, size)) for order in orders]

    def _values(self, rows: Tensor) -> Tensor:
        d = self.decisions

        def of(part: Tensor) -> Tensor:
            with torch.inference_mode(), self._precision():
                logits = self.critic(d.planes[part], d.globals[part], d.oracle[part])
                return self.critic.value(logits)

        return self._in_parts(of, rows, CHUNK)

    def _log_policy(self, policy: Policy, rows: Tensor, size: int = CHUNK) -> Tensor:
        d = self.decisions

        def of(part: Tensor) -> Tensor:
            with torch.inference_mode(), self._precision():
                seen = (d.planes[part], d.globals[part], d.mask[part])
                return policy(*seen, self._advice(part))  # type: ignore[no-any-return]

        return self._in_parts(of, rows, size)

    def _in_parts(self, of: Callable[[Tensor], Tensor], rows: Tensor, size: int) -> Tensor:
        """What ``of`` finds for ``rows``, worked out in parts by all threads."""
        parts = torch.split(rows, size)
        found = map(of, parts) if self.workers is None else self.workers.map(of, parts)
        return torch.cat(list(found))

    def _precision(self) -> AbstractContextManager[Any]:
        return precision(self.config.network.precision)

    # ---- saving

    def _description(self) -> Description:
        return Description(
            model=self.policy.config,
            rules_name=self.rules.name,
            rules_hash=self.rules.hash,
            rules_options=self.rules.options,
            training=self.config.as_dict(),
            decisions=self.count,
            update=self.update,
        )

    def save(self) -> None:
        """Write the networks for playing, then everything for going on."""
        save_networks(self.folder / FILE_NAME, self.policy, self.critic, self._description())
        gains, pool = self.rollout.gains, self.opponents.pool
        save_state(
            self.folder,
            {
                "config": json.dumps(self.config.as_dict()),
                "rules_hash": f"{self.rules.hash:016x}",
                "counters": json.dumps(
                    [self.phase, self.update, self.count, self.elapsed(), self.ppo_from]
                ),
                "against_scripted": self.against_scripted,
                "rng": json.dumps(self.rng.bit_generator.state),
                "policy": self.policy.state_dict(),
                "critic": self.critic.state_dict(),
                "reference": self.reference.state_dict(),
                "policy_adam": self.policy_adam.state_dict(),
                "critic_adam": self.critic_adam.state_dict(),
                "games": pack_games(self.rollout.batch),
                "credited": torch.from_numpy(gains.credited),
                "over": torch.from_numpy(gains.over),
                "seating": torch.from_numpy(self.rollout.seating),
                "hand_gain": torch.from_numpy(self.rollout.hand_gain),
                "pool": [(s.update, s.share) for s in pool.snapshots],
                "in_play": [s.update for s in self.opponents.in_play],
            },
        )
        pool.forget(besides=self.opponents.in_play)

    def resume(self) -> None:
        """Go on from the folder's state.

        Raises:
            CheckpointError: there is none, it is damaged, or it is of other rules.
        """
        state = load_state(self.folder)
        try:
            self._restore(state)
        except (KeyError, RuntimeError, TypeError, ValueError) as error:
            raise CheckpointError(
                f"{self.folder}: its state does not fit this run ({error})"
            ) from error

    def _restore(self, state: dict[str, Any]) -> None:
        if state["rules_hash"] != f"{self.rules.hash:016x}":
            raise CheckpointError(f"the run is of other rules than {self.rules.name!r} is now")
        counters = json.loads(state["counters"])
        self.phase, self.update, self.count, self.seconds = counters[:4]
        self.ppo_from = (counters[4][0], counters[4][1])
        self.started = time.monotonic()
        self.against_scripted = state["against_scripted"]
        self.rng.bit_generator.state = json.loads(state["rng"])
        for name in ("policy", "critic", "reference", "policy_adam", "critic_adam"):
            getattr(self, name).load_state_dict(state[name])
        unpack_games(self.rollout.batch, state["games"])
        self.rollout.gains.credited[:] = state["credited"].numpy()
        self.rollout.gains.over[:] = state["over"].numpy()
        self.rollout.seating[:] = state["seating"].numpy()
        self.rollout.hand_gain[:] = state["hand_gain"].numpy()
        pool = self.opponents.pool
        pool.snapshots = [Snapshot(update, share) for update, share in state["pool"]]
        playing = {s.update: s for s in pool.snapshots}
        # one that left the pool while in play still has its file, and plays on
        self.opponents.seat_snapshots([playing.get(u, Snapshot(u)) for u in state["in_play"]])
        if self.phase == DONE and self.progress() < 1:
            self.phase = PPO  # the budget was raised


def with_floor(chance: Tensor, mask: Tensor, rare: Tensor, floor: float) -> Tensor:
    """The policy with ``floor`` of its probability moved evenly to the rare acts that are legal.

    Args:
        chance: (b, 128) probabilities.
        mask: (b, 128), nonzero where legal.
        rare: (128,) 1 for a rare act.
    """
    legal = (mask != 0) * rare
    count = legal.sum(1, keepdim=True)
    mixed = (1 - floor) * chance + floor * legal / count.clamp(min=1)
    return torch.where(count > 0, mixed, chance)


def _between(pair: tuple[float, float], done: float) -> float:
    return pair[0] + (pair[1] - pair[0]) * done


def _kinds(rules: Rules) -> tuple[int, int]:
    """The shortest run of kinds, or of cards, that holds all of a deck's."""
    place_of = layout_of(rules).place_of
    kinds = [kind for kind in map(place_of, rules.tiles) if kind is not None]
    return min(kinds), max(kinds) + 1


def _style(name: str) -> Baseline:
    return Baseline(None if name == "baseline" else name)
