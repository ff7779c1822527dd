"""What the likelier plans are worth, by play-outs."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import torch
from torch import Tensor

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import TILE_ACTIONS
from shugi.agents.base import Agent, Observation
from shugi.agents.plans.plan import Plan, plans_of
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.shares import plan_shares
from shugi.agents.plans.values import better, found_deals, paired_differences
from shugi.agents.scripted import Baseline
from shugi.envs.common.arrays import F32, I64, U8, Bools, Rng
from shugi.envs.seat import SKIP
from shugi.training.decisions.classes import DecisionClass

ADVISERS = (None, "efficiency", "silent")  # styles whose discards are valued


@dataclass
class ValuedPlans:
    """Plans of positions, and what re-dealt copies of the position say of them; one row each."""

    position: I64  # (m,) ascending
    first: U8  # (m,) a discard or a verb
    second: U8  # (m,) the tile the verb asks for; SKIP where it asks for none
    value: F32  # (m,) mean over the deals, less the mean of the position's plans
    error: F32  # (m,) standard error of ``value``

    @classmethod
    def none(cls) -> Self:
        byte, real = np.zeros(0, np.uint8), np.zeros(0, np.float32)
        return cls(np.zeros(0, np.int64), byte, byte, real, real)

    def plus(self, other: Self, shift: int = 0) -> Self:
        """These and those of ``other``, whose positions come ``shift`` later."""
        columns = {
            f.name: np.concatenate([getattr(self, f.name), getattr(other, f.name)])
            for f in fields(self)
        }
        columns["position"][len(self.position) :] += shift
        return type(self)(**columns)

    def as_dict(self) -> dict[str, Tensor]:
        return {f.name: torch.from_numpy(getattr(self, f.name)) for f in fields(self)}

    @classmethod
    def of_dict(cls, stored: dict[str, Tensor]) -> Self:
        return cls(**{f.name: stored[f.name].numpy() for f in fields(cls)})


def summary(plans: Sequence[Sequence[Plan]], found: Sequence[F32], first: int = 0) -> ValuedPlans:
    """What playouts say of the plans of some positions.

    The same deals stand for all plans of a position, so what a deal is worth to all of them alike
    is taken off before the error is worked out.

    Args:
        plans: of each position.
        found: (plans, deals) of each, as ``Playouts.values`` gives them.
        first: number of the first position.
    """
    rows: list[tuple[int, int, int, float, float]] = []
    for p, (own, values) in enumerate(zip(plans, found, strict=True), start=first):
        dealt = found_deals(values)
        if dealt.shape[1] < 2 or len(own) < 2:
            continue
        apart = paired_differences(dealt, dealt.mean(axis=0))
        for plan, value, wrong in zip(own, *apart, strict=True):
            rows.append((p, plan[0], plan[1] if len(plan) > 1 else SKIP, value, wrong))
    if not rows:
        return ValuedPlans.none()
    position, one, two, value, error = zip(*rows, strict=True)
    return ValuedPlans(
        np.array(position, np.int64),
        np.array(one, np.uint8),
        np.array(two, np.uint8),
        np.array(value, np.float32),
        np.array(error, np.float32),
    )


class Valuer:
    """Values the likelier plans of positions by playouts.

    Args:
        playouts: that play them out.
        candidates: plans of a position: the likeliest ones. Beside them come the likeliest of
            every verb, of each class's act, and what the baseline would do and would discard,
            however little the policy thinks of these.
        classes: of the decisions.
        recheck_factor: where another plan looks better than the likeliest one, the two or three in
            question are played out in so many times as many deals, fresh ones, and only these
            count; less than 1: nowhere.
        random_plans: plans beside those, drawn at random from the others.
    """

    def __init__(
        self,
        playouts: Playouts,
        candidates: int,
        classes: Sequence[DecisionClass],
        recheck_factor: int = 0,
        random_plans: int = 0,
    ) -> None:
        self.playouts, self.candidates, self.classes = playouts, candidates, classes
        self.recheck_factor, self.random_plans = recheck_factor, random_plans

    def values(self, games: Batch, agent: Agent, rng: Rng, first: int = 0) -> ValuedPlans:
        """Value the likelier plans of all ``games``.

        Args:
            games: n positions; they stay as they are.
            agent: says which plans are the likelier ones.
            rng: the chance of the agent, of the re-deals and of whoever plays on.
            first: number of the first position, for ``ValuedPlans.position``.

        Returns:
            a row for each valued plan, in the unit of the playouts' ``worth``. A position with
            fewer than two plans, or than two deals that were found, has none.
        """
        rows = np.arange(games.n)
        everything = plans_of(games, rows)
        chances = plan_shares(agent, games, everything, rng, least=-1.0).preferred
        advised = advised_plans(games, everything, rng)
        plans: list[list[Plan]] = []
        likeliest = []
        for i, (own, chance) in enumerate(zip(everything, chances, strict=True)):
            acts = [one.act(games, i, own) for one in self.classes]
            chosen = likelier(own, chance, self.candidates, acts, advised[i])
            plans.append(with_random(chosen, own, self.random_plans, rng))
            likeliest.append(plans[-1].index(own[int(chance.argmax())]))
        keys = rng.integers(0, 2**63, games.n, np.uint64)
        found = self.playouts.values(games, rows, plans, keys, rng)
        if self.recheck_factor > 0:
            self._recheck(games, plans, likeliest, found, rng)
        return summary(plans, found, first)

    def _recheck(
        self,
        games: Batch,
        plans: list[list[Plan]],
        likeliest: Sequence[int],
        found: list[F32],
        rng: Rng,
    ) -> None:
        """Put plans in question and their values in fresh deals in the place of what was found."""
        open_ = [in_question(values, own) for values, own in zip(found, likeliest, strict=True)]
        some = np.array([i for i, own in enumerate(open_) if own], np.int64)
        if not len(some):
            return
        fewer = [[plans[i][k] for k in open_[i]] for i in some]
        deals = self.recheck_factor * self.playouts.deals
        keys = rng.integers(0, 2**63, len(some), np.uint64)
        fresh = self.playouts.values(games, some, fewer, keys, rng, deals)
        for i, own, values in zip(some, fewer, fresh, strict=True):
            plans[i], found[i] = own, values


def with_random(chosen: list[Plan], plans: Sequence[Plan], count: int, rng: Rng) -> list[Plan]:
    """Some plans and a few random ones of the others.

    Args:
        chosen: plans that are there in any case, all of them among ``plans``.
        plans: all plans of a position.
        count: the most that are drawn of the others.
        rng: the chance of the draw.

    Returns:
        ``chosen`` and those drawn, in the order of ``plans``.
    """
    rest = [plan for plan in plans if plan not in chosen]
    if not count or not rest:
        return chosen
    drawn = rng.choice(len(rest), min(count, len(rest)), replace=False)
    kept = {*chosen, *(rest[int(k)] for k in drawn)}
    return [plan for plan in plans if plan in kept]


def in_question(values: F32, likeliest: int) -> list[int]:
    """The likeliest plan and the one or two that look best, if those look better than it.

    Args:
        values: (plans, deals) of a position; NaN for a deal that was not found.
        likeliest: which of the plans is the likeliest.

    Returns:
        ascending numbers of plans; empty where no plan looks better by more than its standard
        error, or where fewer than two deals were found.
    """
    best = better(found_deals(values), likeliest, most=2)
    return sorted({likeliest, *best}) if best else []


def advised_plans(games: Batch, plans: Sequence[Sequence[Plan]], rng: Rng) -> list[list[Plan]]:
    """What the rule baseline would do in every game, and what some styles would discard.

    Args:
        games: n positions; they stay as they are.
        plans: of each of them.
        rng: the chance of the styles.

    Returns:
        plans of each game: the baseline's, then a discard of each of ``ADVISERS`` where a discard
        is legal. The same plan may come twice.
    """
    does = plan_shares(Baseline(), games, plans, rng).chosen
    advised = [[own[int(share.argmax())]] for own, share in zip(plans, does, strict=True)]
    mask = games.legal()
    mask[:, TILE_ACTIONS:] = 0
    rows = np.flatnonzero(mask.any(axis=1))
    if len(rows):
        for style in ADVISERS:
            actions = Baseline(style).act(Observation(games, rows, mask[rows]), rng)
            for i, action in zip(rows, actions, strict=True):
                advised[i].append((int(action),))
    return advised


def likelier(
    plans: Sequence[Plan],
    chance: F32,
    count: int,
    acts: Sequence[Bools] = (),
    also: Sequence[Plan] = (),
) -> list[Plan]:
    """The ``count`` likeliest plans and some more, in the order of ``plans``.

    The likeliest plan of every verb is among them too.

    Args:
        plans: of a position.
        chance: (plans,) how likely each is.
        count: how many of the likeliest are kept.
        acts: (plans,) bool each; the likeliest plan of those that are true is kept.
        also: plans that are kept in any case.
    """
    order = [int(i) for i in np.argsort(-chance, kind="stable")]
    chosen = {*order[:count], *(i for i, plan in enumerate(plans) if plan in also)}
    verbs = {plan[0] for plan in plans if plan[0] >= TILE_ACTIONS}
    chosen |= {next(i for i in order if plans[i][0] == verb) for verb in verbs}
    chosen |= {next(i for i in order if act[i]) for act in acts if act.any()}
    return [plans[i] for i in sorted(chosen)]
