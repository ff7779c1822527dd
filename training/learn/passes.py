"""How networks are asked: in parts, by several threads."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import torch
from torch import Tensor

from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi.agents.model import Critic, Policy, precision
from shugi.envs.common.arrays import F32, I64
from shugi.training.run.config import ConfigError, TrainConfig

CHUNK = 4096  # decisions per forward pass where nothing is learnt
PIECE = 256  # the same while playing
GPU_CHUNK = 65536  # on a GPU, for both


class Inference:
    """Forward passes of the networks of a run.

    Args:
        config: of the run.
        policy: any network of the run; it knows what the networks are told of rules.
        rules: that games are played by, as the ``lot`` of a buffer numbers them.
        device: where the networks are.
        workers: threads; None: the caller's alone.
    """

    def __init__(
        self,
        config: TrainConfig,
        policy: Policy,
        rules: Sequence[Rules],
        device: torch.device,
        workers: ThreadPoolExecutor | None,
    ) -> None:
        self.device, self.workers, self.game_rules = device, workers, list(rules)
        self.rules = policy.trunk.values_of(rules).to(device)
        self.threads, self._precision = config.threads, config.network.precision
        self.in_engine = self._precision == "auto" and device.type == "cpu"  # acts in int8
        self.learns_in_engine = self._precision != "bf16" and device.type == "cpu"

    def terms(self, network: Policy | Critic, lot: Tensor) -> Tensor:
        """What a network makes of the rules, by decision; one row if there is one rule set."""
        terms = network.trunk.terms(self.rules)
        return terms if len(terms) == 1 else terms[lot]

    def in_parts(self, of: Callable[[Tensor], Tensor], rows: Tensor, size: int) -> Tensor:
        """What ``of`` finds for ``rows``, worked out in parts by all threads.

        Args:
            of: gives a tensor with a row for each of the rows it is given.
            rows: (k,) decisions.
            size: rows of a part on a CPU; on a GPU parts have ``GPU_CHUNK``.

        Returns:
            the parts' results as one tensor of k rows.
        """
        parts = torch.split(rows, size if self.device.type == "cpu" else GPU_CHUNK)
        found = map(of, parts) if self.workers is None else self.workers.map(of, parts)
        return torch.cat(list(found))

    def by_lot(self, of: Callable[[int, I64], None], lots: I64) -> None:
        """Call ``of`` with a lot and places in ``lots`` that hold it, for all, by all threads."""
        share = -(-len(lots) // self.threads) or 1
        places = [(0, np.arange(len(lots)))]
        if len(self.game_rules) > 1:
            places = [(int(lot), np.flatnonzero(lots == lot)) for lot in np.unique(lots)]
        parts = [
            (lot, own[i : i + share]) for lot, own in places for i in range(0, len(own), share)
        ]
        each = map if self.workers is None else self.workers.map
        list(each(lambda part: of(*part), parts))

    def said(self, ask: Callable[[int, I64], F32], lots: I64) -> Tensor:
        """(k, 128) float32 log-policy that networks in the engine say, by all threads.

        Args:
            ask: given a lot and places in ``lots`` that hold it, what is said there.
            lots: (k,) of the decisions.
        """
        log_policy = np.empty((len(lots), ACTION_COUNT), np.float32)

        def of(lot: int, at: I64) -> None:
            log_policy[at] = ask(lot, at)

        self.by_lot(of, lots)
        return torch.from_numpy(log_policy)

    def precision(self) -> AbstractContextManager[Any]:
        return precision(self._precision, self.device.type)


def threads_of(count: int) -> ThreadPoolExecutor:
    """Threads that use as many cores inside a product as this one does.

    A new thread would take all cores for its first products, and sum them in another order:
    a resumed run would not end as the whole run.
    """
    inside = (torch.get_num_threads(),)
    return ThreadPoolExecutor(count, initializer=torch.set_num_threads, initargs=inside)


def device_of(name: str) -> torch.device:
    """The device of "auto", "cpu" or "cuda". Raises: ConfigError when there is no GPU."""
    found = torch.cuda.is_available()
    if name == "cuda" and not found:
        raise ConfigError("device: cuda, but torch sees no GPU here; auto takes the CPU then")
    return torch.device("cuda" if found and name != "cpu" else "cpu")
