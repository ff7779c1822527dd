"""Positions at which a decision is a real choice, found in play, and what its plans are worth."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT, TILE_ACTIONS
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, AgentError, Observation, fill_actions, preferences
from shugi.agents.plans import Plan, plans_of
from shugi.agents.playouts import Playouts
from shugi.agents.scripted import Baseline
from shugi.envs.seat import SKIP
from shugi.training.decisions.classes import DISTILLED, DecisionClass, class_named

RARE = 400  # decisions for each choice wanted: no class is waited for any longer
NEVER = 50_000  # decisions: a class that has not come up in so many is none of this game

ADVISERS = (None, "efficiency", "silent")  # styles whose discards are valued


def classes_among(rules: Rules, names: Sequence[str]) -> list[DecisionClass]:
    """Those of the named classes that a rule set has.

    Raises:
        AgentError: a class that does not exist, or the rule set has none of them.
    """
    wanted = [class_named(name, DISTILLED) for name in names]
    found = [one for one in wanted if one.needs(rules)]
    if not found:
        has = ", ".join(one.name for one in DISTILLED if one.needs(rules)) or "none"
        raise AgentError(
            f"{rules.name!r} has no decisions of the classes {', '.join(names)}; it has {has}"
        )
    return found


class ChoiceCollector:
    """Plays on and on, and keeps a choice of each hand and class, and some other decisions.

    The choice that is kept of a hand is any of the hand's, each as likely.

    Args:
        rules: of the games.
        games: played at once.
        self_play_share: share of the games that the policy plays at every seat.
        players: play the rest of the games, each all seats of an equal share of them.
        classes: of decisions.
        anchor_ratio: other decisions of the policy's games that are kept for each choice.
        seed: of the deals.
        threads: of the engine.
    """

    def __init__(
        self,
        rules: Rules,
        games: int,
        self_play_share: float,
        players: Sequence[Agent],
        classes: Sequence[DecisionClass],
        anchor_ratio: float,
        seed: int,
        threads: int = 1,
    ) -> None:
        self.batch = Batch(rules, games, seed, threads=min(threads, games))
        self.classes, self.anchor_ratio = tuple(classes), anchor_ratio
        rows = np.arange(games)
        self.self_play = rows < round(self_play_share * games)
        self.tables = [
            (player, np.flatnonzero(~self.self_play & (rows % len(players) == i)))
            for i, player in enumerate(players)
        ]
        self.mask = np.zeros((games, ACTION_COUNT), np.uint8)
        self.begin()

    def begin(self) -> None:
        """Forget what was kept; the games go on."""
        shape = (len(self.classes), self.batch.n)
        self.kept: list[list[bytes]] = [[] for _ in self.classes]  # games at choices, by class
        self.kept_anchors: list[bytes] = []
        self.seen = np.zeros(shape, np.int64)  # choices of the hand so far
        self.held = np.full(shape, b"", object)  # those of the hand in play which may be kept
        self.decisions = 0

    def found(self, wanted: int) -> int:
        """How many of so many wanted choices there are, the same number of every class.

        A class that hardly ever comes up leaves its share to the others.

        Raises:
            AgentError: none of the classes comes up.
        """
        hopeless = self.decisions > RARE * wanted + 50 * RARE
        most = self.decisions > NEVER
        counts = [len(kept) for kept in self.kept]
        if most and not any(counts):
            raise AgentError(
                f"{self.batch.rules.name}: no decision of the classes "
                f"{', '.join(one.name for one in self.classes)} in {self.decisions:,}"
            )
        share = -(-wanted // len(counts))
        open_ = [count for count in counts if count < share and not (most and not count)]
        if not open_ or hopeless:
            return min(wanted, sum(counts))
        return min(wanted - 1, sum(min(count, share) for count in counts))

    def chosen(self, wanted: int) -> list[bytes]:
        """The choices, at most ``wanted``: of each class in turn, as long as it has any."""
        turns = itertools.chain(*itertools.zip_longest(*self.kept))
        return list(itertools.islice((game for game in turns if game is not None), wanted))

    def step(self, policy: Agent, rng: np.random.Generator) -> None:
        """Play one decision of every game."""
        batch, mask = self.batch, self.mask
        batch.legal(mask)
        choice = np.zeros((len(self.classes), batch.n), np.bool_)
        for one, row in zip(self.classes, choice, strict=True):
            row[one.asked(batch, mask)] = True
        self.seen += choice
        for row, i in np.argwhere(choice & (rng.random(choice.shape) * self.seen < 1)):
            self.held[row, i] = batch.save(int(i))
        wanted = int(self.anchor_ratio * sum(map(len, self.kept))) - len(self.kept_anchors)
        usual = np.flatnonzero(self.self_play & ~choice.any(axis=0))
        if wanted > 0 and len(usual):
            drawn = rng.choice(usual, min(wanted, len(usual)), replace=False)
            self.kept_anchors += [batch.save(int(i)) for i in np.sort(drawn)]
        batch.step(self._actions(policy, mask, rng))
        for row, i in np.argwhere(batch.hand_done & (self.seen > 0)):
            self.kept[row].append(self.held[row, i])
        self.seen[:, batch.hand_done] = 0
        self.decisions += batch.n

    def _actions(
        self, policy: Agent, mask: NDArray[np.uint8], rng: np.random.Generator
    ) -> NDArray[np.uint8]:
        actions = np.zeros(self.batch.n, np.uint8)
        asked = ((policy, np.flatnonzero(self.self_play)), *self.tables)
        fill_actions(self.batch, asked, mask, actions, rng)
        return actions


@dataclass
class ValuedPlans:
    """Plans of positions, and what re-dealt copies of the position say of them; one row each."""

    position: NDArray[np.int64]  # (m,) ascending
    first: NDArray[np.uint8]  # (m,) a discard or a verb
    second: NDArray[np.uint8]  # (m,) the tile the verb asks for; SKIP where it asks for none
    value: NDArray[np.float32]  # (m,) mean over the deals, less the mean of the position's plans
    error: NDArray[np.float32]  # (m,) standard error of ``value``

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


def summary(
    plans: Sequence[Sequence[Plan]], found: Sequence[NDArray[np.float32]], first: int = 0
) -> ValuedPlans:
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
        dealt = values[:, ~np.isnan(values).any(axis=0)]
        if dealt.shape[1] < 2 or len(own) < 2:
            continue
        apart = dealt - dealt.mean(axis=0)
        error = apart.std(axis=1, ddof=1) / np.sqrt(dealt.shape[1])
        for plan, value, wrong in zip(own, apart.mean(axis=1), error, strict=True):
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
        self.deals, self.recheck_factor, self.random_plans = (
            playouts.deals,
            recheck_factor,
            random_plans,
        )

    def values(
        self, games: Batch, agent: Agent, rng: np.random.Generator, first: int = 0
    ) -> ValuedPlans:
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
        chances = plan_chances(games, everything, agent, rng)
        advised = advised_plans(games, everything, rng)
        plans: list[list[Plan]] = []
        likeliest = []
        for i, (own, chance) in enumerate(zip(everything, chances, strict=True)):
            acts = [one.act(games, i, own) for one in self.classes]
            chosen = likelier(own, chance, self.candidates, acts, advised[i])
            plans.append(with_random(chosen, own, self.random_plans, rng))
            likeliest.append(plans[-1].index(own[int(chance.argmax())]))
        keys = rng.integers(0, 2**63, games.n, np.uint64)
        self.playouts.deals = self.deals
        found = self.playouts.values(games, rows, plans, keys, rng)
        if self.recheck_factor > 0:
            self._recheck(games, plans, likeliest, found, rng)
        return summary(plans, found, first)

    def _recheck(
        self,
        games: Batch,
        plans: list[list[Plan]],
        likeliest: Sequence[int],
        found: list[NDArray[np.float32]],
        rng: np.random.Generator,
    ) -> None:
        """Put plans in question and their values in fresh deals in the place of what was found."""
        open_ = [in_question(values, own) for values, own in zip(found, likeliest, strict=True)]
        some = np.array([i for i, own in enumerate(open_) if own], np.int64)
        if not len(some):
            return
        fewer = [[plans[i][k] for k in open_[i]] for i in some]
        self.playouts.deals = self.recheck_factor * self.deals
        fresh = rng.integers(0, 2**63, len(some), np.uint64)
        better = self.playouts.values(games, some, fewer, fresh, rng)
        for i, own, values in zip(some, fewer, better, strict=True):
            plans[i], found[i] = own, values


def with_random(
    chosen: list[Plan], plans: Sequence[Plan], count: int, rng: np.random.Generator
) -> list[Plan]:
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


def in_question(values: NDArray[np.float32], likeliest: int) -> list[int]:
    """The likeliest plan and the one or two that look best, if those look better than it.

    Args:
        values: (plans, deals) of a position; NaN for a deal that was not found.
        likeliest: which of the plans is the likeliest.

    Returns:
        ascending numbers of plans; empty where no plan looks better by more than its standard
        error, or where fewer than two deals were found.
    """
    dealt = values[:, ~np.isnan(values).any(axis=0)]
    if dealt.shape[1] < 2:
        return []
    gained = dealt - dealt[likeliest]
    mean = gained.mean(axis=1)
    error = gained.std(axis=1, ddof=1) / np.sqrt(dealt.shape[1])
    best = [int(k) for k in np.argsort(-mean, kind="stable")[:2] if mean[k] > error[k]]
    return sorted({likeliest, *best}) if best else []


def advised_plans(
    games: Batch, plans: Sequence[Sequence[Plan]], rng: np.random.Generator
) -> list[list[Plan]]:
    """What the rule baseline would do in every game, and what some styles would discard.

    Args:
        games: n positions; they stay as they are.
        plans: of each of them.
        rng: the chance of the styles.

    Returns:
        plans of each game: the baseline's, then a discard of each of ``ADVISERS`` where a discard
        is legal. The same plan may come twice.
    """
    found = [
        [own[int(chance.argmax())]]
        for own, chance in zip(plans, plan_chances(games, plans, Baseline(), rng), strict=True)
    ]
    mask = games.legal()
    mask[:, TILE_ACTIONS:] = 0
    rows = np.flatnonzero(mask.any(axis=1))
    if len(rows):
        for style in ADVISERS:
            seen = Observation(games, rows)
            actions = Baseline(style).act(seen, mask[rows], games.seat[rows], rng)
            for i, action in zip(rows, actions, strict=True):
                found[i].append((int(action),))
    return found


def plan_chances(
    games: Batch, plans: Sequence[Sequence[Plan]], agent: Agent, rng: np.random.Generator
) -> list[NDArray[np.float64]]:
    """How likely an agent is to choose each plan of every game.

    Of a plan of two steps the product of both probabilities counts.

    Args:
        games: n positions; they stay as they are.
        plans: of each of them.
        agent: asked as if it sat there.
        rng: the agent's chance.

    Returns:
        for each game (plans,) float64 probabilities.
    """
    at_once = _preferred(games, agent, rng)
    steps = sorted({(i, plan[0]) for i, own in enumerate(plans) for plan in own if len(plan) > 1})
    then = {}
    if steps:
        then = dict(zip(steps, _preferred(_after(games, steps), agent, rng), strict=True))
    return [
        np.array(
            [
                at_once[i, plan[0]] * (then[i, plan[0]][plan[1]] if len(plan) > 1 else 1.0)
                for plan in own
            ],
            np.float64,
        )
        for i, own in enumerate(plans)
    ]


def likelier(
    plans: Sequence[Plan],
    chance: NDArray[np.float64],
    count: int,
    acts: Sequence[NDArray[np.bool_]] = (),
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
    kept = {*order[:count], *(i for i, plan in enumerate(plans) if plan in also)}
    verbs = {plan[0] for plan in plans if plan[0] >= TILE_ACTIONS}
    kept |= {next(i for i in order if plans[i][0] == verb) for verb in verbs}
    kept |= {next(i for i in order if act[i]) for act in acts if act.any()}
    return [plans[i] for i in sorted(kept)]


def unpacked(rules: Rules, games: Sequence[bytes], threads: int = 1) -> Batch:
    """Saved games as a batch.

    Args:
        rules: of the games.
        games: each as ``Batch.save`` gives it; without any, the batch has one new game.
        threads: of the engine.

    Raises:
        ValueError: games of other rules.
    """
    batch = Batch(rules, max(len(games), 1), threads=threads, auto_reset=False)
    for i, game in enumerate(games):
        batch.load(i, game)
    return batch


def _after(games: Batch, steps: Sequence[tuple[int, int]]) -> Batch:
    """Copies of games, each after one more action."""
    after = games.clone(np.array([i for i, _ in steps], np.int64))
    after.step(np.array([action for _, action in steps], np.uint8))
    return after


def _preferred(games: Batch, agent: Agent, rng: np.random.Generator) -> NDArray[np.float32]:
    return preferences(agent, Observation(games), games.legal(), games.seat, rng)
