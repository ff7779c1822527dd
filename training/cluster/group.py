"""Processes that learn together: what they agree on, and networks whose gradients they share."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import numpy as np
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

T = TypeVar("T")
K = TypeVar("K")


class Group(Protocol):
    """All of them do the same steps in the same order; whoever asks waits for the others."""

    rank: int
    """Which one this is; the first, 0, writes the run's files."""
    size: int

    def apart(self) -> "Group":
        """The same processes, for another thread of each."""
        ...

    def through(self, module: torch.nn.Module) -> torch.nn.Module:
        """The module, with gradients that are the mean of all."""
        ...

    def agreed(self, value: T) -> T:
        """What the first one says."""
        ...

    def gathered(self, value: T) -> list[T]:
        """What each of them says."""
        ...


class SingleProcess:
    """One process."""

    rank, size = 0, 1

    def apart(self) -> "SingleProcess":
        return self

    def through(self, module: torch.nn.Module) -> torch.nn.Module:
        return module

    def agreed(self, value: T) -> T:
        return value

    def gathered(self, value: T) -> list[T]:
        return [value]


class Together:
    """Processes of torch's default group, which somebody has made.

    Args:
        of: a group of them; None: all.
    """

    def __init__(self, of: dist.ProcessGroup | None = None) -> None:
        self._of = of
        self.rank, self.size = dist.get_rank(), dist.get_world_size()

    def apart(self) -> "Together":
        return Together(dist.new_group())

    def through(self, module: torch.nn.Module) -> torch.nn.Module:
        # of a network that is not told the baseline's move those weights are in no loss
        return DistributedDataParallel(
            module, process_group=self._of, broadcast_buffers=False, find_unused_parameters=True
        )

    def agreed(self, value: T) -> T:
        box = [value]
        dist.broadcast_object_list(box, src=0, group=self._of)
        return box[0]

    def gathered(self, value: T) -> list[T]:
        found: list[Any] = [None] * self.size
        dist.all_gather_object(found, value, group=self._of)
        return found


def means(group: Group, numbers: Mapping[K, float]) -> dict[K, float]:
    """The mean of what each process has, by name; of those that have it."""
    found = group.gathered(dict(numbers))
    if len(found) == 1:
        return found[0]
    names = dict.fromkeys(name for one in found for name in one)
    return {name: float(np.mean([one[name] for one in found if name in one])) for name in names}


def parts_of(group: Group, count: int, size: int) -> list[int]:
    """How ``count`` decisions are cut into minibatches of ``size``.

    Several processes cut theirs into as many as the one that has most, since each step needs all of
    them. Where one process has fewer decisions than that, there are as many minibatches as it has
    decisions.

    Args:
        group: the processes; each calls this with a count of its own.
        count: decisions of this process.
        size: decisions of a minibatch; none has more where the process is alone.

    Returns:
        how many decisions each minibatch of this process has; they add up to ``count``.
    """
    counts = group.gathered(count)
    if len(counts) == 1:
        return [min(size, count - first) for first in range(0, count, size)]
    parts = min(-(-max(counts) // size), *counts)
    return [count // parts + (k < count % parts) for k in range(parts)]
