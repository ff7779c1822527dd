"""The networks of a run, where they are, and single steps of learning on the decisions kept."""

import copy
import itertools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor

from shugi._fast.net.lists import PositionLists
from shugi._fast.net.losses import LabelLoss, Loss, PreferenceLoss, ValueLoss
from shugi._fast.net.policy import EnginePolicy
from shugi._fast.rules.compile import Rules
from shugi.agents.engine_learner import NetworkLearner
from shugi.agents.engine_policy import engine_critics, engine_policies
from shugi.agents.model import Critic, Policy, log_policy_of
from shugi.agents.model_config import ModelConfig
from shugi.envs.common.arrays import F32, F64, I64, Rng
from shugi.training.learn.buffer import RolloutBuffer
from shugi.training.learn.losses import (
    NUMBERS,
    PlayedDecisions,
    Weights,
    agreement,
    engine_policy_loss,
    label_loss,
    policy_loss,
    preference_loss,
)
from shugi.training.learn.passes import CHUNK, GPU_CHUNK, Inference, device_of, threads_of
from shugi.training.run.config import TrainConfig, between

Minibatches = list[list[Tensor]]  # rows of the minibatches of each pass
A = TypeVar("A")
B = TypeVar("B")


class Decisions:
    """A buffer as flat tensors, and what is learnt of its decisions.

    On a CPU they share the buffer's memory, and what was seen stays in its lists. On a GPU they are
    copies, made by ``upload``; ``host`` shares the memory there too.

    Args:
        buffer: what is played.
        device: where it is learnt from.
        copied: whether to copy; by default, if the device is no CPU.
    """

    SHARED = ("lot", "mask", "action", "label", "log_prob", "preference")
    lot: Tensor
    mask: Tensor
    action: Tensor
    label: Tensor
    log_prob: Tensor
    preference: Tensor
    planes: Tensor
    globals: Tensor
    oracle: Tensor

    def __init__(
        self, buffer: RolloutBuffer, device: torch.device, copied: bool | None = None
    ) -> None:
        self.buffer, self.device = buffer, device
        self.host = {
            name: torch.from_numpy(buffer.flat(getattr(buffer, name))) for name in self.SHARED
        }
        self.copied = device.type != "cpu" if copied is None else copied
        for name, tensor in self.host.items():
            own = torch.zeros_like(tensor, device=device) if self.copied else tensor
            setattr(self, name, own)
        count = buffer.steps * buffer.n
        self.advantage = torch.zeros(count, device=device)
        self.target = torch.zeros(count, 2, device=device)

    def upload(self) -> None:
        """Bring what was played to where it is learnt from."""
        if not self.copied:
            return
        for name, tensor in self.host.items():
            getattr(self, name).copy_(tensor)
        planes, numbers, oracle = (upload_lists(one, self.device) for one in self.buffer.lists)
        places = self.buffer.layout.places
        self.planes, self.globals = planes.view(len(planes), -1, places), numbers
        self.oracle = oracle.view(len(oracle), -1, places)

    def logits(self, network: Policy, rows: Tensor, terms: Tensor) -> Tensor:
        """What a policy says of some decisions.

        Args:
            network: the policy.
            rows: (k,) int64 decisions, numbered as in ``RolloutBuffer.flat``.
            terms: (k, 3 * hidden) what the policy makes of the rules; or one row for all.

        Returns:
            (k, 128) logits.
        """
        if not self.copied:
            kept = self.buffer.kept(rows.numpy())
            return network.kept_logits(kept, terms, self.mask[rows])
        return network.logits(self.planes[rows], self.globals[rows], terms)

    def critic(self, network: Critic, rows: Tensor, terms: Tensor) -> Tensor:
        """What a critic says of some decisions.

        Args:
            network: the critic.
            rows: (k,) int64 decisions, numbered as in ``RolloutBuffer.flat``.
            terms: (k, 3 * hidden) what the critic makes of the rules; or one row for all.

        Returns:
            (k, 2, bins) logits: chips, then thousands of points; (k, 2, 1) of plain heads.
        """
        if not self.copied:
            return network.kept(self.buffer.kept(rows.numpy()), terms)
        found: Tensor = network(self.planes[rows], self.globals[rows], terms, self.oracle[rows])
        return found


def upload_lists(lists: PositionLists, device: torch.device) -> Tensor:
    """(len(lists), width) on a device, which writes the zeros: a tenth of the bytes travel."""
    lengths, places, values = lists.entries()
    dtype = torch.from_numpy(values[:0]).dtype
    dense = torch.zeros(len(lists), lists.width, dtype=dtype, device=device)
    starts = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    for first in range(0, len(lists), GPU_CHUNK):
        counts = torch.from_numpy(lengths[first : first + GPU_CHUNK].astype(np.int64)).to(device)
        at = slice(*starts[[first, first + len(counts)]].tolist())
        rows = torch.arange(first, first + len(counts), device=device)
        rows = torch.repeat_interleave(rows, counts, output_size=at.stop - at.start)
        columns = torch.from_numpy(places[at].astype(np.int32)).to(device).long()
        dense[rows, columns] = torch.from_numpy(values[at]).to(device)
    return dense


class Learner:
    """Policy, critic and reference policy, with their optimisers.

    Args:
        config: of the run.
        model: shape of the networks.
        rules: that games are played by, as the ``lot`` of a buffer numbers them.
    """

    decisions: Decisions
    """What is learnt from now."""

    def __init__(self, config: TrainConfig, model: ModelConfig, rules: Sequence[Rules]) -> None:
        self.config = config
        self.device = device_of(config.device)
        self.policy, self.critic = Policy(model).to(self.device), Critic(model).to(self.device)
        self.reference = copy.deepcopy(self.policy)
        self.policy_adam = torch.optim.Adam(self.policy.parameters(), eps=1e-5, fused=True)
        self.critic_adam = torch.optim.Adam(self.critic.parameters(), eps=1e-5, fused=True)
        self._told: list[EnginePolicy] = []  # the reference, by lot
        # a GPU is kept busy by one thread
        several = config.threads > 1 and self.device.type == "cpu"
        self.workers = threads_of(config.threads) if several else None
        self.passes = Inference(config, self.policy, rules, self.device, self.workers)
        self.taught: dict[torch.nn.Module, NetworkLearner] = {}  # by the engine
        if self.passes.learns_in_engine:
            networks = (self.policy, self.critic)
            self.taught = {network: NetworkLearner(network, len(rules)) for network in networks}

    # ---- what the networks say

    def update_reference(self) -> None:
        """The reference becomes the policy as it is."""
        self.reference.load_state_dict(self.policy.state_dict())
        self._told = []

    def referred(self, rows: Tensor) -> Tensor:
        """(k, 128) log-policy of the reference, at decisions that were uploaded."""
        if not self.passes.in_engine:
            return self.log_policy(self.reference, rows)
        told = self._told = self._told or engine_policies(self.reference, self.passes.game_rules)
        buffer, own = self.decisions.buffer, rows.numpy()
        return self.passes.said(
            lambda lot, at: buffer.log_policy_of(told[lot], own[at]),
            buffer.flat(buffer.lot)[own],
        )

    def log_policy(self, policy: Policy, rows: Tensor) -> Tensor:
        """(k, 128) of any policy, at decisions that were uploaded."""

        def of(part: Tensor) -> Tensor:
            with torch.inference_mode(), self.passes.precision():
                return log_policy_of(self._asked(policy, part), self.decisions.mask[part])

        return self.passes.in_parts(of, rows.to(self.device), CHUNK)

    def values(self, rows: Tensor) -> F32:
        """(k, 2) what the critic expects: chips, thousands of points."""
        if self.passes.in_engine:
            return self._valued_by_engine(rows.numpy())

        def of(part: Tensor) -> Tensor:
            with torch.inference_mode(), self.passes.precision():
                return self.critic.value(self._valued(self.critic, part))

        found = self.passes.in_parts(of, rows.to(self.device), CHUNK)
        values: F32 = found.cpu().numpy()
        return values

    def _valued_by_engine(self, rows: I64) -> F32:
        critics = engine_critics(self.critic, self.passes.game_rules)
        buffer, found = self.decisions.buffer, np.empty((len(rows), 2), np.float32)

        def of(lot: int, at: I64) -> None:
            found[at] = buffer.values_of(critics[lot], rows[at])

        self.passes.by_lot(of, buffer.flat(buffer.lot)[rows])
        return found

    def _asked(self, policy: Policy, rows: Tensor) -> Tensor:
        """(k, 128) logits at decisions that were uploaded."""
        terms = self.passes.terms(policy, self.decisions.lot[rows])
        return self.decisions.logits(policy, rows, terms)

    def _valued(self, critic: Critic, rows: Tensor) -> Tensor:
        """What a critic says of decisions that were uploaded."""
        terms = self.passes.terms(critic, self.decisions.lot[rows])
        return self.decisions.critic(critic, rows, terms)

    # ---- learning

    def minibatches(self, rows: I64, size: int, passes: int, rng: Rng) -> Minibatches:
        """Decisions in another order for each pass, cut into minibatches.

        Args:
            rows: (k,) int64 decisions.
            size: decisions of a minibatch; the last one may have fewer.
            passes: how often every decision comes.
            rng: the chance of the orders.
        """
        orders = [torch.from_numpy(rng.permutation(rows)).to(self.device) for _ in range(passes)]
        return [list(torch.split(order, size)) for order in orders]

    def side_by_side(self, of_policy: Callable[[], A], of_critic: Callable[[], B]) -> tuple[A, B]:
        """Both networks learn at once; they share nothing."""
        if self.workers is None:
            return of_policy(), of_critic()
        policy, critic = self.workers.submit(of_policy), self.workers.submit(of_critic)
        return policy.result(), critic.result()

    def learn_labels(self, passes: Minibatches, rate: float) -> tuple[float, float]:
        """Imitate the labels, or the preferences if there are any.

        Args:
            passes: rows of minibatches.
            rate: the learning rate.

        Returns:
            the mean loss, and the agreement: the share of decisions whose likeliest action was
            the label when the first pass came to them.
        """
        losses, agreed = list[float](), list[float]()
        for rows in itertools.chain(*passes):
            loss, share = self._label_loss(rows)
            self.step(self.policy, self.policy_adam, loss, rate)
            losses.append(float(loss.detach()))
            agreed.append(share * len(rows))
        first = passes[0]
        count = max(1, sum(len(rows) for rows in first))
        return float(np.mean(losses)), sum(agreed[: len(first)]) / count

    def _label_loss(self, rows: Tensor) -> tuple[Tensor, float]:
        """The loss, and the share of decisions whose likeliest action is the label."""
        d, smoothing = self.decisions, self.config.imitation.smoothing
        preferred = d.buffer.preferred
        mask, wanted = (
            own.index_select(0, rows) for own in (d.mask, d.preference if preferred else d.label)
        )
        if self.taught:
            kind = PreferenceLoss if preferred else LabelLoss
            given = kind(mask.numpy(), wanted.numpy(), smoothing)
            loss, means = self._by_engine(self.policy, rows, given)
            return loss, float(means[1])
        with self.passes.precision():
            logits = self._asked(self.policy, rows)
        loss = (preference_loss if preferred else label_loss)(logits, mask, wanted, smoothing)
        label = d.label.index_select(0, rows)
        return loss, agreement(log_policy_of(logits.detach(), mask), label)

    def _by_engine(self, network: Policy | Critic, rows: Tensor, loss: Loss) -> tuple[Tensor, F64]:
        """A loss at decisions, whose gradients the engine works out, and what it counts."""
        buffer, own = self.decisions.buffer, rows.numpy()
        lots = buffer.flat(buffer.lot)[own].astype(np.int32)
        return self.taught[network].loss(buffer.kept(own), lots, self.passes.rules, loss)

    def learn_values(self, passes: Minibatches, rate: float) -> float:
        """Teach the critic the targets; returns the mean loss."""
        losses = list[float]()
        for rows in itertools.chain(*passes):
            loss = self._value_loss(rows)
            self.step(self.critic, self.critic_adam, loss, rate)
            losses.append(float(loss.detach()))
        return float(np.mean(losses))

    def _value_loss(self, rows: Tensor) -> Tensor:
        target = self.decisions.target.index_select(0, rows)
        if self.taught:
            loss = ValueLoss(target.numpy(), self.critic.units.numpy())
            return self._by_engine(self.critic, rows, loss)[0]
        with self.passes.precision():
            logits = self._valued(self.critic, rows)
        return self.critic.loss(logits, target)

    def learn_policy(
        self, passes: Minibatches, reference: Callable[[Tensor], Tensor], progress: float
    ) -> dict[str, float]:
        """Several passes over the decisions, fewer when the policy has moved too far.

        Args:
            reference: gives the reference's log-policy at decisions.
            progress: how much of the run is over.
        """
        config = self.config.ppo
        rate = between(config.learning_rate, progress)
        seen: list[dict[str, float]] = []
        count = 0
        for minibatches in passes:
            first = len(seen)
            for chosen in minibatches:
                loss, numbers = self._policy_loss(chosen, reference(chosen), progress)
                self.step(self.policy, self.policy_adam, loss, rate)
                seen.append(numbers)
            count += 1
            moved = float(np.mean([numbers["kl_behaviour"] for numbers in seen[first:]]))
            if moved > config.target_kl:
                break
        means = {name: float(np.mean([s[name] for s in seen])) for name in seen[0]}
        return means | {"learning_rate": rate, "passes": count}

    def _policy_loss(
        self, rows: Tensor, reference: Tensor, progress: float
    ) -> tuple[Tensor, dict[str, float]]:
        config, d = self.config.ppo, self.decisions
        mask, action, log_prob, advantage = (
            own.index_select(0, rows) for own in (d.mask, d.action, d.log_prob, d.advantage)
        )
        played = PlayedDecisions(mask, action, log_prob, advantage, reference)
        weights = Weights(
            config.clip, between(config.entropy, progress), between(config.kl, progress)
        )
        if self.taught:
            given = engine_policy_loss(played, weights)
            loss, means = self._by_engine(self.policy, rows, given)
            return loss, dict(zip(NUMBERS, means.tolist(), strict=True))
        with self.passes.precision():
            logits = self._asked(self.policy, rows)
        return policy_loss(logits, played, weights)

    def step(
        self, network: torch.nn.Module, adam: torch.optim.Adam, loss: Tensor, rate: float
    ) -> None:
        """Take one step of an optimiser, with the gradient's norm clipped.

        Args:
            network: whose weights are changed.
            adam: its optimiser.
            loss: a scalar.
            rate: the learning rate of this step.

        Raises:
            RuntimeError: the norm of the gradient is not finite.
        """
        adam.param_groups[0]["lr"] = rate
        adam.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(
            network.parameters(), self.config.ppo.grad_clip, error_if_nonfinite=True
        )
        adam.step()

    # ---- saving

    PARTS = ("policy", "critic", "reference", "policy_adam", "critic_adam")

    def state(self) -> dict[str, Any]:
        """What a run needs to go on."""
        return {name: getattr(self, name).state_dict() for name in self.PARTS}

    def restore(self, state: dict[str, Any]) -> None:
        for name in self.PARTS:
            getattr(self, name).load_state_dict(state[name])
        self._told = []
