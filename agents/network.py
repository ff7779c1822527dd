"""An agent that plays what a trained network says."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.net.policy import MASKED, EnginePolicy
from shugi._fast.rules.compile import Rules
from shugi.agents.base import AUTO, INT8, AgentError, Observation, check_precision
from shugi.agents.checkpoint import find, load_policy, warn_of_other_rules
from shugi.agents.engine_policy import engine_policy
from shugi.agents.model import Policy, precision
from shugi.envs.common.arrays import F32, I64, U8, Bools, Rng

SEEDS = 2**63  # of the engine's draws


class Network:
    """Plays a policy.

    In the engine a drawn action is a function of the game's state and of one number of the caller's
    generator for all that are asked about: neither how many these are nor the threads of the batch
    change it.

    Args:
        policy: the network.
        name: what tables and reports call it.
        sample: draw from the policy; otherwise the likeliest action is taken.
        precision: of its matrix products. "int8": the engine evaluates it on the processor, which
            is several times faster than torch and chooses another action about once in 500
            decisions. "fp32", "bf16": torch does. "auto": the engine where the policy is on the
            processor; torch on another device, see ``shugi.agents.model.precision``.

    Raises:
        AgentError: a precision that does not exist.
    """

    def __init__(
        self, policy: Policy, name: str, sample: bool = False, precision: str = AUTO
    ) -> None:
        check_precision(precision)
        self.policy = policy.eval()
        self._weights = tuple(policy.parameters())
        self.device = self._weights[0].device
        self.name = name
        self.sample = sample
        on_processor = self.device.type == "cpu"
        self.precision = INT8 if precision == AUTO and on_processor else precision
        self.torch_precision = AUTO if self.precision == INT8 else precision  # where torch is asked
        self._terms: tuple[tuple[object, ...], Tensor] | None = None
        self._engines: dict[int, EnginePolicy] = {}  # by rule set
        self._folded: list[int] = []  # versions of the weights within them

    @property
    def in_engine(self) -> bool:
        """Whether the engine evaluates it."""
        return self.precision == INT8

    @classmethod
    def load(
        cls, path: Path, rules: Rules | None = None, sample: bool = False, precision: str = AUTO
    ) -> "Network":
        """The policy of a checkpoint; warns if ``rules`` are not its own.

        Args:
            path: of the file, or of a run folder.
            rules: what it is going to play; None: that is not known.
            sample: draw from the policy; otherwise the likeliest action is taken.
            precision: as of ``Network``.

        Raises:
            CheckpointError: missing, cut short, foreign, made for another layout, or for
                another family of games than ``rules``.
        """
        policy, about = load_policy(find(path))
        if rules is not None:
            about.check_layout(rules, path)
            warn_of_other_rules(about.trained, rules, path)
        name = str(path) + (":sample" if sample else "")
        return cls(policy, name, sample, precision)

    def act(self, seen: Observation, rng: Rng) -> U8:
        self._check(seen)
        if self.in_engine:
            return self._act_in_engine(seen, rng)
        return self._pick(self._by_torch(seen), rng)

    def preferences(self, seen: Observation, rng: Rng) -> F32:
        """(k, 128) the policy itself, drawn from or not, in the precision that it plays in."""
        self._check(seen)
        if not self.in_engine:
            found: F32 = self._by_torch(seen).exp().numpy()
            return found
        batch, plain = seen.batch, as_the_rules_allow(seen)
        said = np.full((batch.n, ACTION_COUNT), MASKED, np.float32)
        self._ask_engine(seen, plain, np.empty(batch.n, np.uint8), log_policy=said)
        if len(seen) < batch.n:
            said = said[seen.rows]
        if not plain.all():
            said[~plain] = self._log_policy_in_engine(seen.part(~plain))
        return np.exp(said, out=said)

    def _check(self, seen: Observation) -> None:
        if seen.layout.name != self.policy.config.layout:
            raise AgentError(
                f"{self.name} is a network for {self.policy.config.layout}; "
                f"{seen.rules.name!r} is played with {seen.layout.name}"
            )

    def _pick(self, log_policy: Tensor, rng: Rng) -> U8:
        index = draw(log_policy.exp(), rng) if self.sample else log_policy.argmax(dim=1)
        actions: U8 = index.to(torch.uint8).numpy()
        return actions

    def _act_in_engine(self, seen: Observation, rng: Rng) -> U8:
        """What ``act`` says, by the engine."""
        plain = as_the_rules_allow(seen)
        actions = np.zeros(seen.batch.n, np.uint8)
        seed = int(rng.integers(SEEDS)) if self.sample else None
        self._ask_engine(seen, plain, actions, seed=seed)
        actions = actions[seen.rows]
        if not plain.all():
            told = torch.from_numpy(self._log_policy_in_engine(seen.part(~plain)))
            actions[~plain] = self._pick(told, rng)
        return actions

    def _ask_engine(
        self,
        seen: Observation,
        plain: Bools,
        actions: U8,
        seed: int | None = None,
        log_policy: F32 | None = None,
    ) -> None:
        """``Batch.policy`` where nothing is barred; from what was kept, if it reads no more."""
        batch, engine = seen.batch, self.engine_of(seen.batch.rules)
        kept = seen.kept if seen.kept is not None and seen.kept.hold(engine.blocks) else None
        batch.policy(
            engine,
            actions,
            seed=seed,
            where=_where(batch, seen.rows[plain]),
            log_policy=log_policy,
            planes=None if kept is None else kept.planes,
            globals_=None if kept is None else kept.globals,
            first=0 if kept is None else kept.first,
        )

    def _log_policy_in_engine(self, seen: Observation) -> F32:
        """Log-probabilities by the engine where the mask is narrower than the rules'."""
        arrays = map(np.ascontiguousarray, (seen.planes, seen.globals, seen.mask))
        return self.engine_of(seen.rules).log_policy(*arrays)

    def _by_torch(self, seen: Observation) -> Tensor:
        return self.log_policy(seen.planes, seen.globals, self.terms_of([seen.rules]), seen.mask)

    def log_policy(self, planes: U8, numbers: F32, terms: Tensor, mask: U8) -> Tensor:
        """(k, 128) log-probabilities by torch, of observations as ``Batch.observe`` writes them.

        A network that the engine plays is evaluated in torch's own precision here.

        Args:
            planes: (k, planes, places) uint8.
            numbers: (k, globals) float32.
            terms: of ``terms_of``, a row for each observation or one for all.
            mask: (k, 128) uint8, nonzero where legal.
        """
        arrays = (planes, numbers, mask)
        seen, numbers_, legal = (torch.from_numpy(array).to(self.device) for array in arrays)
        with torch.inference_mode(), precision(self.torch_precision, self.device.type):
            found: Tensor = self.policy(seen, numbers_, terms, legal)
        return found.cpu()

    def engine_of(self, rules: Rules) -> EnginePolicy:
        """The policy as the engine evaluates it: for ``Batch.policy`` under these rules.

        Made once for each rule set, and again when the weights have changed.
        """
        versions = [weight._version for weight in self._weights]
        if versions != self._folded:
            self._engines, self._folded = {}, versions
        engine = self._engines.get(rules.hash)
        if engine is None:
            # listed first: another thread may add its own meanwhile
            like = [*self._engines.values(), None][0]
            engine = self._engines[rules.hash] = engine_policy(self.policy, rules, like=like)
        return engine

    def terms_of(self, rules: Sequence[Rules]) -> Tensor:
        """(len(rules), n): what the policy makes of the rules alone.

        Worked out once, and again when the weights have changed.
        """
        trunk = self.policy.trunk
        weights = (trunk.rules.weight._version, trunk.film.weight._version)
        key = (self.torch_precision, weights, tuple(one.hash for one in rules))
        if self._terms is None or self._terms[0] != key:
            with torch.inference_mode(), precision(self.torch_precision, self.device.type):
                self._terms = key, self.policy.of_rules(rules)
        return self._terms[1]


def as_the_rules_allow(seen: Observation) -> Bools:
    """(k,) where the mask bars nothing that is legal."""
    if seen.unbarred:
        return np.ones(len(seen), np.bool_)
    same: Bools = ((seen.mask != 0) == (seen.legal() != 0)).all(axis=1)
    return same


def _where(batch: Batch, rows: I64) -> Bools | None:
    """(n,) true for these games; None for all of them."""
    if len(rows) == batch.n:
        return None
    where = np.zeros(batch.n, np.bool_)
    where[rows] = True
    return where


def draw(probabilities: Tensor, rng: Rng) -> Tensor:
    """(k,) int64: one index of each row of ``probabilities`` (k, a), which need not sum to one."""
    below = probabilities.cumsum(dim=1)
    mark = torch.from_numpy(rng.random((len(below), 1), np.float32)) * below[:, -1:]
    # strictly above: a step of zero, an illegal action, is never the first to pass the mark
    return (below > mark).to(torch.uint8).argmax(dim=1)
