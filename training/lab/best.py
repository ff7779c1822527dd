"""The best plan, found on some deals: an agent's, or what surely beats it.

The largest of a dozen noisy means is often the noisiest. A plan that a good player chose is a
better guess unless another beats it by some standard errors of the paired difference. How many, and
whose plans to start from, is itself found by trying: what does best at the even probes is used at
the odd ones, and the other way round. So nothing is valued on what it was picked by, and the value
found is never too large on average.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from shugi.training.lab.probe_value import ProbeValue
from shugi.training.lab.ranking import Floats

MARGINS = np.array([0.5, 1.0, 1.5, 2.0, 3.0])  # standard errors by which a start must be beaten

Picked = NDArray[np.int64]


def find(
    probes: Sequence[ProbeValue],
    allowed: Sequence[NDArray[np.bool_]],
    starts: Sequence[Picked],
    more: Sequence[Picked] = (),
) -> Picked:
    """The plans that do best.

    Args:
        probes: valued; their ``parts`` and deals are used.
        allowed: for each probe (plans,) among which.
        starts: (probes,) plans to start from, of each agent; -1 where it has none.
        more: (probes, parts) plans found elsewhere, which may do best as well.

    Returns:
        (probes, parts) for each part a plan found on the deals outside it.
    """
    plain = np.array(
        [
            np.where(own, one.outside, -np.inf).argmax(axis=1)
            for one, own in zip(probes, allowed, strict=True)
        ]
    )
    ways = [plain, *more]
    for start in starts:
        rows = [
            _left_for_better(one, own, int(first)) if first >= 0 else None
            for one, own, first in zip(probes, allowed, start, strict=True)
        ]
        for margin in range(len(MARGINS) + 1):
            ways.append(
                np.array(
                    [
                        plain[row] if found is None else found[margin]
                        for row, found in enumerate(rows)
                    ]
                )
            )
    return _crossed(probes, np.stack(ways))


def _left_for_better(one: ProbeValue, allowed: NDArray[np.bool_], start: int) -> Picked:
    """(margins + 1, parts) the plan that beats ``start`` by most beyond the margin, or ``start``;
    the last row never leaves it."""
    off = one.deals - one.deals[start]  # (plans, deals)
    weight = one.weight * ~one.inside  # (parts, deals)
    weight = weight / weight.sum(axis=1, keepdims=True)
    mean = weight @ off.T
    spread = weight**2 @ (off**2).T - 2 * mean * (weight**2 @ off.T)
    alike = (weight**2).sum(axis=1, keepdims=True)
    spread = np.maximum(spread + mean**2 * alike, 0.0)
    error = np.sqrt(spread / np.maximum(1 - alike, 1e-12))
    ahead = np.where(allowed, mean - MARGINS[:, None, None] * error, -np.inf)
    ahead[:, :, start] = 0.0
    kept = np.full((1, len(one.parts)), start)
    return np.concatenate([ahead.argmax(axis=2), kept])


def _crossed(probes: Sequence[ProbeValue], ways: Picked) -> Picked:
    """Of (ways, probes, parts) plans, at even probes those of the way that does best at odd ones,
    and the reverse."""
    parts = np.arange(ways.shape[2])
    value: Floats = np.array(
        [one.parts[parts, ways[:, row]].mean(axis=1) for row, one in enumerate(probes)]
    )  # (probes, ways)
    odd = np.arange(len(probes)) % 2 == 1
    found: Picked = ways[0].copy()
    for own in (odd, ~odd):
        if (~own).any():
            found[own] = ways[value[~own].mean(axis=0).argmax()][own]
    return found
