"""Plans valued again: the better half of them, in twice as many fresh deals, round after round.

The largest of many noisy means is overrated, and what is found best on some deals is often not the
best. More deals help, but most plans need none: they are clearly worse. So after the first deals
only the better half of a probe's plans stays, with those that somebody judged plays and the best of
each side of the decision. In every round the values are those of its fresh deals alone, so that
nothing is valued on what it was picked by. A plan that has left keeps its distance to the best of
those that stay, as it was when it left.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from shugi.agents.plans.shares import PlanShares
from shugi.agents.plans.values import better_half, found_deals
from shugi.envs.common.arrays import F32, F64, I64
from shugi.training.lab.measure import slack_of
from shugi.training.lab.valued_probes import ClassValues, value_probes

ENOUGH = 0.1
"""Rounds end when the slack is at most this share of the baseline's regret."""
PLAYED = 0.05
"""A plan stays that somebody judged plays as often."""
Kept = list[I64]


def is_sure(values: ClassValues, played: Mapping[str, PlanShares]) -> bool:
    """Whether the slack is so small beside the regret of the first of ``played`` that more deals
    would change little."""
    valued = value_probes(values, choices=played)
    if not valued:
        return True
    first = next(iter(played.values()))
    return slack_of(valued) <= ENOUGH * float(valued.regret(first.chosen).mean())


def staying(values: ClassValues, kept: Kept | None, played: Sequence[PlanShares]) -> Kept:
    """For each probe the plans, by number, that are valued again.

    Args:
        values: what is known of all plans.
        kept: those valued again last; None: all plans.
        played: what the agents judged do.
    """
    stays = []
    for probe, (own, act) in enumerate(zip(values.values, values.act, strict=True)):
        means = means_of(own)
        now = np.arange(len(means)) if kept is None else kept[probe]
        stay = {*now[better_half(means[now], 2)].tolist()}
        for side in (act, ~act):
            stay.add(int(np.where(side, means, -np.inf).argmax()))
        for one in played:
            stay |= {*np.flatnonzero(one.chosen[probe] >= PLAYED).tolist()}
        stays.append(np.array(sorted(stay), np.int64))
    return stays


def means_of(values: F32) -> F64:
    """(plans,) over the deals found for all plans; zero where there is none."""
    dealt = found_deals(values).astype(np.float64)
    return dealt.mean(axis=1) if dealt.shape[1] else np.zeros(len(values))


def mark_of_kept(kept: Kept) -> str:
    """A checksum of which plans stay: files of one round are of one mark."""
    mark = 0
    for own in kept:
        mark = zlib.crc32(np.append(own, -1).tobytes(), mark)
    return f"{mark:08x}"


def fresh(keys: NDArray[np.uint64], number: int) -> NDArray[np.uint64]:
    """Keys of a round's deals."""
    return np.array(
        [
            np.random.SeedSequence([int(key), number]).generate_state(1, np.uint64)[0]
            for key in keys
        ],
        np.uint64,
    )


def with_round(values: ClassValues, kept: Kept, found: F32) -> ClassValues:
    """The values by the fresh deals of a round.

    Args:
        values: those before it.
        kept: which plans of each probe it valued.
        found: (plans, deals) of all of them, one probe after another.
    """
    fresh_values, first = [], 0
    for own, its in zip(values.values, kept, strict=True):
        fresh_values.append(_fill(own, its, found[first : first + len(its)]))
        first += len(its)
    return replace(values, values=fresh_values)


def _fill(before: F32, kept: I64, found: F32) -> F32:
    """(plans, deals): those found, and the others at their distance to the best of these."""
    means = means_of(before)
    best = int(means[kept].argmax())
    away = (means - means[kept[best]]).astype(np.float32)
    values: F32 = found[best] + away[:, None]
    values[kept] = found
    return values
