"""Weights follow what they read and choose by name, whatever order that has in this version.

A file of weights keeps the names of the planes, numbers and actions that its columns stand for.
What has come since then counts as zero, and an action that a network has never seen is one that
it does not take while it has another. Where training goes on, its logit is one that moves.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import Names
from shugi.envs.common.arrays import F32

UNLEARNT = -1e4  # the logit of an action that came later: far below those that were learnt
UNTRIED = -4.0  # ... where training goes on: rare in most positions, and a gradient reaches it


class Axis(NamedTuple):
    """One dimension of a weight, and what its places stand for."""

    dim: int
    there: Sequence[str]
    """In the file."""
    here: Sequence[str]
    """In this version."""
    new: float = 0.0
    """What a place without a name in the file gets."""


def remap(weight: Tensor, axis: Axis) -> Tensor:
    """A weight of a file with its places as they lie in this version."""
    if tuple(axis.there) == tuple(axis.here):
        return weight
    place = {name: i for i, name in enumerate(axis.there) if name}
    known = [(i, place[name]) for i, name in enumerate(axis.here) if name in place]
    shape = list(weight.shape)
    shape[axis.dim] = len(axis.here)
    found = weight.new_full(shape, axis.new)
    to, come = (torch.tensor([pair[k] for pair in known], dtype=torch.long) for k in (0, 1))
    return found.index_copy_(axis.dim, to, weight.index_select(axis.dim, come))


def unfreeze_actions(bias: Tensor, actions: Sequence[str]) -> Tensor:
    """The bias of a policy's head, with logits that training can move for actions never seen.

    Args:
        bias: (actions,) as it was loaded to play, maybe saved at half precision since.
        actions: their names; what has none is no action, and stays.
    """
    named = torch.tensor([bool(name) for name in actions])
    return torch.where(named & (bias < UNLEARNT / 2), UNTRIED, bias)


def axes_of(there: Names, here: Names) -> dict[str, Axis]:
    """The dimension whose places have names, by weight of a policy or a critic."""
    return {
        "trunk.kinds.linear.weight": Axis(1, there.planes, here.planes),
        "trunk.cells.weight": Axis(1, there.planes, here.planes),
        "trunk.hidden_cells.weight": Axis(1, there.oracle, here.oracle),
        "trunk.numbers.weight": Axis(1, there.numbers, here.numbers),
        "head.weight": Axis(0, there.actions, here.actions),
        "head.bias": Axis(0, there.actions, here.actions, UNLEARNT),
    }


def axes_of_rules(there: Sequence[str], here: Sequence[str]) -> dict[str, Axis]:
    """The dimension of the numbers of the rules, by weight."""
    return {f"trunk.{layer}.weight": Axis(1, there, here) for layer in ("rules", "film")}


def axes_of_kinds(there: tuple[int, int], here: tuple[int, int], channels: int) -> dict[str, Axis]:
    """The dimension of the kinds of tiles, by weight.

    Args:
        there: the first kind and one past the last, in the file.
        here: those of this version.
        channels: features of each kind.
    """
    old, new = ([str(kind) for kind in range(*some)] for some in (there, here))
    wide = [[f"{kind}/{i}" for kind in some for i in range(channels)] for some in (old, new)]
    return {"trunk.which": Axis(0, old, new), "trunk.tiles.weight": Axis(1, wide[0], wide[1])}


@lru_cache(maxsize=64)  # an agent asks at every decision
def rule_values(rules: Rules, entries: tuple[str, ...]) -> F32:
    """(len(entries),) those numbers of a rule set; zero for what it does not have."""
    known = dict(zip(rules.entries, rules.vector.tolist(), strict=True))
    return np.array([known.get(entry, 0.0) for entry in entries], np.float32)


def names_in(header: Mapping[str, Any]) -> Names:
    """The names that a file keeps. Raises: KeyError, TypeError or ValueError if it keeps none."""
    parts = Names(*(tuple(header["names"][part]) for part in Names._fields))
    for names in parts:
        used = [name for name in names if name]
        if not all(isinstance(name, str) for name in names) or len(set(used)) < len(used):
            raise ValueError("names must be texts, each of them once")
    return parts


def missing_rows(there: Names, here: Names) -> list[str]:
    """What a network reads that this version does not show any more."""
    shown = [frozenset(names) for names in here[:3]]
    reads = zip(there[:3], shown, strict=True)
    return [name for old, new in reads for name in old if name not in new]
