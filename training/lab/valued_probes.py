"""Probes valued: the deals of each split, so that what is best is found and valued on other deals.

Whoever picks the best of noisy means and takes its own mean for its value overrates it. So what is
best is found on some deals and valued on the others, in turns. And whoever picks the largest of
many noisy means often picks a worse plan than a good player would: so the plans of the agents
judged are what another plan must beat, by some standard errors of the paired difference. How many,
and whose plans to start from, is itself found by trying: what does best at the even probes is used
at the odd ones, and the other way round. So the value found is never too large on average.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from types import MappingProxyType

import numpy as np

from shugi.agents.plans.plan import Plan
from shugi.agents.plans.shares import PlanShares
from shugi.agents.plans.values import found_deals
from shugi.envs.common.arrays import F32, F64, I64, Bools
from shugi.training.lab.probe_value import ProbeValue, means_in, standard_errors

PARTS = 4
MARGINS = np.array([0.5, 1.0, 1.5, 2.0, 3.0])  # standard errors by which a start must be beaten
LEAST_DEALS = 4  # of a probe that is valued: two in each half
Picked = I64


@dataclass(frozen=True)
class ClassValues:
    """What the plans of the probes of one class of decisions are worth."""

    name: str
    unit: str
    values: Sequence[F32]
    """For each probe (plans, deals); NaN where a deal is missing."""
    act: Sequence[Bools]
    """For each probe (plans,): which of them do what the class is about; some do, some do not."""
    strata: Mapping[str, F64] = field(default_factory=dict)
    """Turn, wait width, value, ...: (probes,) each."""
    sources: Sequence[str] = ()
    """For each probe whose play it comes from; empty where that is not known."""
    plans: Sequence[Sequence[Plan]] = ()
    """Of each probe, in the order of its values; empty where only numbers are wanted."""

    def __len__(self) -> int:
        return len(self.values)


# --------------------------------------------------------------------------------- probe by probe


@dataclass(frozen=True)
class Valued:
    """The probes of a class that had deals enough."""

    source: ClassValues
    probes: list[ProbeValue]

    def __len__(self) -> int:
        return len(self.probes)

    @property
    def index(self) -> I64:
        """The numbers of the probes in ``source``; the arrays below have a row for each of them."""
        return np.array([one.probe for one in self.probes], np.int64)

    @property
    def difference(self) -> F64:
        """(probes,) dQ."""
        return np.array([one.difference for one in self.probes])

    def regret(self, shares: Sequence[F32]) -> F64:
        """(probes,) what is lost against the best by playing plans in these shares."""
        return np.array([one.loss(shares[one.probe]) for one in self.probes])

    @cached_property
    def always(self) -> F64:
        """(probes,) what is lost by acting, in the best way."""
        return np.array([one.value - one.value_of(one.best_act) for one in self.probes])

    @cached_property
    def never(self) -> F64:
        """(probes,) what is lost by doing the best of the rest."""
        return np.array([one.value - one.value_of(one.best_other) for one in self.probes])

    def side_regret(self, acts: F64) -> F64:
        """(probes,) what is lost by acting so often (probes,), each side in the best way."""
        found: F64 = acts * self.always + (1 - acts) * self.never
        return found

    def act_share(self, shares: Sequence[F32]) -> F64:
        """(probes,) how much of the shares lies on plans that act."""
        act = self.source.act
        return np.array([float(shares[one.probe][act[one.probe]].sum()) for one in self.probes])

    def stratum(self, name: str) -> F64:
        """(probes,)"""
        return np.asarray(self.source.strata[name], np.float64)[self.index]


def value_probes(
    source: ClassValues,
    parts: int | None = None,
    choices: Mapping[str, PlanShares] = MappingProxyType({}),
) -> Valued:
    """Split the deals of each probe and find the best plans.

    A deal missing for one plan is left out for all, so that plans are compared on the same deals.
    Probes with fewer than two deals in a part are left out.

    Args:
        parts: what is best is found on all but one of them and valued on that one. ``PARTS`` by
            default, or as many as leave two deals for each.
        choices: by agent, whose plans are what another must beat; without any, the best plan is
            the one with the largest mean.

    Raises:
        ValueError: arrays that do not fit together, or a probe where all plans act or none does.
    """
    if parts is None:
        deals = max((values.shape[-1] for values in source.values), default=0)
        parts = max(2, min(PARTS, deals // 2))
    if parts < 2:
        raise ValueError(f"parts must be at least 2, not {parts}")
    valued = []
    for probe in range(len(source)):
        _check_probe(source, probe)
        one = _value_probe(probe, source.values[probe], source.act[probe], parts)
        if one is not None:
            valued.append(one)
    return Valued(source, _with_best(source, valued, choices) if choices and valued else valued)


def _with_best(
    source: ClassValues, probes: list[ProbeValue], choices: Mapping[str, PlanShares]
) -> list[ProbeValue]:
    """The best plans found again, with the agents' plans to start from."""
    check_shares(source, choices)
    sides = []
    for acts in (True, False):
        allowed = [source.act[one.probe] == acts for one in probes]
        starts = [_favourites(probes, one.preferred, allowed) for one in choices.values()]
        sides.append(_find(probes, allowed, starts))
    every = [np.ones(len(source.act[one.probe]), np.bool_) for one in probes]
    starts = [_favourites(probes, one.chosen, every) for one in choices.values()]
    whole = _find(probes, every, starts, sides)
    return [
        replace(one, best=whole[row], best_act=sides[0][row], best_other=sides[1][row])
        for row, one in enumerate(probes)
    ]


def _find(
    probes: Sequence[ProbeValue],
    allowed: Sequence[Bools],
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
            np.where(own, probe.outside, -np.inf).argmax(axis=1)
            for probe, own in zip(probes, allowed, strict=True)
        ]
    )
    ways = [plain, *more]
    for start in starts:
        rows = [
            _left_for_better(probe, own, int(first)) if first >= 0 else None
            for probe, own, first in zip(probes, allowed, start, strict=True)
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
    return _cross(probes, np.stack(ways))


def _left_for_better(one: ProbeValue, allowed: Bools, start: int) -> Picked:
    """(margins + 1, parts) the plan that beats ``start`` by most beyond the margin, or ``start``;
    the last row never leaves it."""
    off = one.deals - one.deals[start]  # (plans, deals)
    outside = ~one.inside  # (parts, deals)
    weight = outside / outside.sum(axis=1, keepdims=True)
    mean = weight @ off.T
    spread = weight**2 @ (off**2).T - 2 * mean * (weight**2 @ off.T)
    alike = (weight**2).sum(axis=1, keepdims=True)
    spread = np.maximum(spread + mean**2 * alike, 0.0)
    error = np.sqrt(spread / np.maximum(1 - alike, 1e-12))
    ahead = np.where(allowed, mean - MARGINS[:, None, None] * error, -np.inf)
    ahead[:, :, start] = 0.0
    kept = np.full((1, len(one.parts)), start)
    return np.concatenate([ahead.argmax(axis=2), kept])


def _cross(probes: Sequence[ProbeValue], ways: Picked) -> Picked:
    """The plans, of (ways, probes, parts), at even probes of the way that does best at odd ones,
    and the reverse."""
    parts = np.arange(ways.shape[2])
    value: F64 = np.array(
        [one.parts[parts, ways[:, row]].mean(axis=1) for row, one in enumerate(probes)]
    )  # (probes, ways)
    odd = np.arange(len(probes)) % 2 == 1
    found: Picked = ways[0].copy()
    for own in (odd, ~odd):
        if (~own).any():
            found[own] = ways[value[~own].mean(axis=0).argmax()][own]
    return found


def _favourites(
    probes: Sequence[ProbeValue], shares: Sequence[F32], allowed: Sequence[Bools]
) -> I64:
    """(probes,) of the plans allowed the one with the largest share, or -1 where none has any."""
    found = []
    for one, own in zip(probes, allowed, strict=True):
        share = np.where(own, shares[one.probe], 0.0)
        found.append(int(share.argmax()) if share.any() else -1)
    return np.array(found, np.int64)


def check_shares(source: ClassValues, choices: Mapping[str, PlanShares]) -> None:
    """Raises: ValueError when an agent's shares do not fit the plans."""
    for agent, kind in product(choices, ("chosen", "preferred")):
        shares = getattr(choices[agent], kind)
        if len(shares) != len(source):
            raise ValueError(f"{agent}: {kind} has {len(shares)} of {len(source)} probes")
        for probe, share in enumerate(shares):
            if share.shape != source.act[probe].shape or abs(float(share.sum()) - 1) > 1e-3:
                raise ValueError(
                    f"{agent}, {source.name}, probe {probe}: {kind} must be "
                    f"{len(source.act[probe])} shares with sum 1, not {share}"
                )


def _check_probe(source: ClassValues, probe: int) -> None:
    values, act = source.values[probe], source.act[probe]
    if values.ndim != 2 or act.shape != values.shape[:1]:
        raise ValueError(
            f"{source.name}, probe {probe}: values must be (plans, deals) and act (plans,), not "
            f"{values.shape} and {act.shape}"
        )
    if act.all() or not act.any():
        raise ValueError(
            f"{source.name}, probe {probe}: {int(act.sum())} of {len(act)} plans act; that is no "
            "choice"
        )


def _value_probe(probe: int, values: F32, act: Bools, parts: int) -> ProbeValue | None:
    deals = found_deals(values).astype(np.float64)
    if deals.shape[1] < 2 * parts:
        return None
    inside = np.arange(deals.shape[1]) % parts == np.arange(parts)[:, None]  # (parts, deals)
    outside, means = means_in(deals, ~inside), deals.mean(axis=1)
    act_now = int(np.where(act, means, -np.inf).argmax())
    other_now = int(np.where(act, -np.inf, means).argmax())
    return ProbeValue(
        probe,
        means,
        standard_errors(deals - deals[means.argmax()]),
        means_in(deals, inside),
        outside.argmax(axis=1),
        np.where(act, outside, -np.inf).argmax(axis=1),
        np.where(act, -np.inf, outside).argmax(axis=1),
        deals,
        inside,
        float(standard_errors((deals[act_now] - deals[other_now])[None])[0]),
    )
