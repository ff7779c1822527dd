"""An agent that plays what a trained network says."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from shugi._fast.net.policy import EnginePolicy
from shugi._fast.rules.compile import Rules
from shugi.agents.base import AgentError, Observation
from shugi.agents.checkpoint import find, load_policy, warn_of_other_rules
from shugi.agents.engine_policy import engine_policy
from shugi.agents.model import Policy, precision
from shugi.agents.scripted import Baseline

INT8 = "int8"  # a precision: evaluated by the engine


class Network:
    """Plays a policy.

    Args:
        policy: the network.
        name: what tables and reports call it.
        sample: draw from the policy; otherwise the likeliest action is taken.
        precision: of its matrix products, see ``shugi.agents.model.precision``; "int8": the engine
            evaluates it on the processor, which is several times faster than torch and chooses
            another action about once in 500 decisions.
    """

    def __init__(
        self, policy: Policy, name: str, sample: bool = False, precision: str = "auto"
    ) -> None:
        self.policy = policy.eval()
        self.device = next(policy.parameters()).device
        self.name = name
        self.sample = sample
        self.precision = precision
        self.adviser = Baseline()
        self._terms: tuple[tuple[object, ...], Tensor] | None = None
        self._engine: tuple[tuple[object, ...], EnginePolicy] | None = None

    @classmethod
    def load(
        cls,
        path: Path,
        rules: Rules | None = None,
        sample: bool = False,
        precision: str = "auto",
    ) -> "Network":
        """The policy of a checkpoint file or of a run folder; warns if ``rules`` are not its own.

        Raises:
            CheckpointError: missing, cut short, foreign, made for another layout, or for
                another family of games than ``rules``.
        """
        policy, about = load_policy(find(path))
        if rules is not None:
            about.check_layout(rules, path)
            warn_of_other_rules(about.trained, rules, path, depth=1)
        name = str(path) + (":sample" if sample else "")
        return cls(policy, name, sample, precision)

    def act(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        log_policy = self._log_policy(observation, mask, seat, rng)
        if self.sample:
            chosen = draw(log_policy.exp(), rng)
        else:
            chosen = log_policy.argmax(dim=1)
        return chosen.to(torch.uint8).numpy()

    def preferences(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.float32]:
        """(k, 128) the policy itself, drawn from or not."""
        found: NDArray[np.float32] = self._log_policy(observation, mask, seat, rng).exp().numpy()
        return found

    def _log_policy(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> Tensor:
        if observation.layout.name != self.policy.config.layout:
            raise AgentError(
                f"{self.name} is a network for {self.policy.config.layout}; "
                f"{observation.batch.rules.name!r} is played with {observation.layout.name}"
            )
        advice = None
        if self.policy.config.advice:
            advice = self.adviser.act(observation, mask, seat, rng)
        if self.precision == INT8:
            return self._in_engine(observation, mask, advice)
        terms = self.terms_of([observation.rules])
        return self.log_policy(observation.planes, observation.globals, terms, mask, advice)

    def log_policy(
        self,
        planes: NDArray[np.uint8],
        numbers: NDArray[np.float32],
        terms: Tensor,
        mask: NDArray[np.uint8],
        advice: NDArray[np.uint8] | None,
    ) -> Tensor:
        """(k, 128) log-probabilities, from observations as ``Batch.observe`` writes them.

        ``terms``: of ``terms_of``, a row for each observation or one for all.
        """
        arrays = (planes, numbers, mask)
        seen, numbers_, legal = (torch.from_numpy(array).to(self.device) for array in arrays)
        told = None if advice is None else torch.from_numpy(advice).to(self.device)
        with torch.inference_mode(), precision(self.precision, self.device.type):
            found: Tensor = self.policy(seen, numbers_, terms, legal, told)
        return found.cpu()

    def _in_engine(
        self, observation: Observation, mask: NDArray[np.uint8], advice: NDArray[np.uint8] | None
    ) -> Tensor:
        arrays = (observation.planes, observation.globals, mask)
        planes, numbers, legal = map(np.ascontiguousarray, arrays)
        network = self.engine_of(observation.rules)
        return torch.from_numpy(network.log_policy(planes, numbers, legal, advice))

    def engine_of(self, rules: Rules) -> EnginePolicy:
        """The policy as the engine evaluates it: for ``Batch.policy`` under these rules.

        Made once, and again when the weights have changed.
        """
        key = (rules.hash, *(weight._version for weight in self.policy.parameters()))
        if self._engine is None or self._engine[0] != key:
            self._engine = key, engine_policy(self.policy, rules)
        return self._engine[1]

    def terms_of(self, rules: Sequence[Rules]) -> Tensor:
        """(len(rules), n): what the policy makes of the rules alone.

        Worked out once, and again when the weights have changed.
        """
        trunk = self.policy.trunk
        weights = (trunk.rules.weight._version, trunk.film.weight._version)
        key = (self.precision, weights, tuple(one.hash for one in rules))
        if self._terms is None or self._terms[0] != key:
            with torch.inference_mode(), precision(self.precision, self.device.type):
                self._terms = key, self.policy.of_rules(rules)
        return self._terms[1]


def draw(probabilities: Tensor, rng: np.random.Generator) -> Tensor:
    """(k,) int64: one index of each row of ``probabilities`` (k, a), which need not sum to one."""
    below = probabilities.cumsum(dim=1)
    mark = torch.from_numpy(rng.random((len(below), 1), np.float32)) * below[:, -1:]
    # strictly above: a step of zero, an illegal action, is never the first to pass the mark
    return (below > mark).to(torch.uint8).argmax(dim=1)
