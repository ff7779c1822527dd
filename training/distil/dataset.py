"""From what plans are worth to what a policy learns: targets, and how far it is from them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.net.lists import PositionLists
from shugi._fast.rules.compile import Rules
from shugi.agents.base import AgentError
from shugi.agents.engine_learner import NetworkLearner
from shugi.agents.model import Policy, log_policy_of, precision
from shugi.agents.sums import SparsePositions
from shugi.envs.common.arrays import F32, F64, I64, U8
from shugi.envs.observation import Observation
from shugi.envs.seat import SKIP
from shugi.training.distil.valuing import ValuedPlans
from shugi.training.run.distil_config import DistilConfig
from shugi.training.run.scale import robust_scale

Gains = dict[str, F32]
"""(roots,) each: what a policy gains over the one before, by how it plays."""

PIECE = 4096  # decisions that are looked at, or asked about without learning, at once


class Seen(NamedTuple):
    """What a policy is given at decisions, but for rules."""

    kept: SparsePositions
    mask: Tensor


class TrainingPlans(NamedTuple):
    """Decisions of one rule set, and what plans of them are worth.

    ``choices`` are games at the decisions that ``values`` are of, ``anchors`` games at others, both
    as ``Batch.save`` gives them.
    """

    rules: Rules
    choices: Sequence[bytes]
    anchors: Sequence[bytes]
    values: ValuedPlans


class DistillationSet:
    """Decisions as a policy sees them, and, once ``set_targets`` was told what plans are worth,
    where it shall go there.

    The rows are games: first the valued decisions ("roots") of all rule sets, then what is asked
    after each of their verbs that asks for a tile ("follows"), then the other decisions.

    Args:
        lessons: one for each rule set. Of a decision all that the seat could do are plans here;
            those that were not valued have NaN.
        before: the policy that the targets start from.
        config: temperature, noise and the like.
        matmul: precision of the matrix products.
        threads: of the engine.

    Raises:
        AgentError: a plan was valued that is not legal in its position.
    """

    def __init__(
        self,
        lessons: Sequence[TrainingPlans],
        before: Policy,
        config: DistilConfig,
        matmul: str = "auto",
        threads: int = 1,
    ) -> None:
        self.rules, self.config, self.matmul = [lesson.rules for lesson in lessons], config, matmul
        firsts = np.cumsum([0, *(len(lesson.choices) for lesson in lessons)])
        values = ValuedPlans.none()
        for lesson, first in zip(lessons, firsts, strict=False):
            values = values.plus(lesson.values, int(first))
        self.positions, root = np.unique(values.position, return_inverse=True)
        two_steps = values.second != SKIP
        pairs = np.stack([root, values.first.astype(np.int64)], axis=1)
        follows = np.unique(pairs[two_steps], axis=0)
        self.roots, self.follows = len(self.positions), len(follows)
        self.follow_root, self.follow_verb = follows[:, 0], follows[:, 1]
        of_root = np.searchsorted(firsts, self.positions, side="right") - 1
        self.own_position = self.positions - firsts[of_root]
        """(roots,) number of the decision among the choices of its rule set."""
        anchors = np.repeat(np.arange(len(lessons)), [len(lesson.anchors) for lesson in lessons])
        self.set_of = np.concatenate([of_root, of_root[self.follow_root], anchors])
        """(rows,) which of the rule sets each row is of."""
        self.place = np.zeros(len(self.set_of), np.int64)
        self.games = [self._games(k, lesson, threads) for k, lesson in enumerate(lessons)]
        self.threads = threads
        self._learner: NetworkLearner | None = None
        self.seen = self._looked_at()
        self.root, self.row, self.values = self._all_plans(root, values)
        self.known = ~np.isnan(self.values.value)
        self.spread = self._spreads()
        self.log_before = self.log_policy(before, np.arange(len(self.set_of)))
        self.chance_before = self.plan_chances(self.log_before)

    def _games(self, number: int, lesson: TrainingPlans, threads: int) -> Batch:
        """The games of the rows of one rule set, in their order; ``place`` says where each is."""
        rows = np.flatnonzero(self.set_of == number)
        self.place[rows] = np.arange(len(rows))
        games = Batch(lesson.rules, max(len(rows), 1), threads=threads, auto_reset=False)
        others = iter(lesson.anchors)
        for i, row in enumerate(rows):
            if row < self.roots:
                games.load(i, lesson.choices[self.own_position[row]])
            elif row < self.roots + self.follows:
                follow = row - self.roots
                games.copy_from(games, [int(self.place[self.follow_root[follow]])], [i])
                games.step_one(i, int(self.follow_verb[follow]))
            else:
                games.load(i, next(others))
        return games

    def _spreads(self) -> F64:
        """(rule sets,) how far the values of plans lie apart, in the unit of the rule set."""
        of_plan = self.set_of[self.root]
        own = (self.values.value[self.known & (of_plan == k)] for k in range(len(self.rules)))
        return np.array([robust_scale(values) for values in own])

    def by_set(self, rows: I64) -> Iterator[tuple[I64, Batch, I64]]:
        """Rows by rule set: which of ``rows`` are its own, its games, and where in these they
        stand."""
        sets = self.set_of[rows]
        for number in np.unique(sets):
            own = np.flatnonzero(sets == number)
            yield own, self.games[number], self.place[rows[own]]

    def legal(self, rows: I64) -> U8:
        """(rows, 128) the action masks."""
        found = np.zeros((len(rows), ACTION_COUNT), np.uint8)
        for own, games, places in self.by_set(rows):
            found[own] = games.clone(places).legal()
        return found

    def _all_plans(
        self, valued_root: NDArray[np.intp], valued: ValuedPlans
    ) -> tuple[I64, I64, ValuedPlans]:
        """The plans of the roots, in order: its root, the row of its second step (-1: it has
        none), and what it is worth."""
        legal = self.legal(np.arange(self.roots + self.follows))
        at_root = legal[: self.roots]
        at_root[self.follow_root, self.follow_verb] = 0  # with a tile they are plans
        root, action = np.nonzero(at_root)
        follow, tile = np.nonzero(legal[self.roots :])
        root = np.concatenate([root, self.follow_root[follow]])
        first = np.concatenate([action, self.follow_verb[follow]]).astype(np.uint8)
        second = np.concatenate([np.full(len(action), SKIP), tile]).astype(np.uint8)
        row = np.concatenate([np.full(len(action), -1), self.roots + follow])
        order = np.lexsort((second, first, root))
        root, first, second, row = root[order], first[order], second[order], row[order]
        known, keys = _keys(valued_root, valued.first, valued.second), _keys(root, first, second)
        place = np.minimum(np.searchsorted(keys, known), len(keys) - 1)
        if len(known) and (keys[place] != known).any():
            raise AgentError(
                "plans were valued that are not legal in their positions: the files are damaged, "
                "or the engine has changed since; distil into a new folder"
            )
        value = np.full(len(root), np.nan, np.float32)
        error = value.copy()
        value[place], error[place] = valued.value, valued.error
        return root, row, ValuedPlans(self.positions[root], first, second, value, error)

    @property
    def anchors(self) -> I64:
        """Rows of the other decisions."""
        return np.arange(self.roots + self.follows, len(self.set_of))

    # ---- what a policy makes of the rows

    def _looked_at(self) -> Seen:
        """What a policy is given at all rows, but for rules."""
        layout = self.games[0].layout
        kept_planes = PositionLists(layout.planes * layout.places)
        kept_numbers = PositionLists(layout.globals, np.float32)
        mask = np.zeros((len(self.set_of), ACTION_COUNT), np.uint8)
        for first in range(0, len(self.set_of), PIECE):
            rows = np.arange(first, min(first + PIECE, len(self.set_of)))
            planes = np.zeros((len(rows), layout.planes, layout.places), np.uint8)
            numbers = np.zeros((len(rows), layout.globals), np.float32)
            for own, all_games, places in self.by_set(rows):
                seen = Observation(all_games.clone(places))
                planes[own], numbers[own], mask[rows[own]] = seen.planes, seen.globals, seen.mask
            kept_planes.append(planes)
            kept_numbers.append(numbers)
        everything = SparsePositions(kept_planes, kept_numbers, np.arange(len(self.set_of)))
        return Seen(everything, torch.from_numpy(mask))

    def see(self, rows: I64) -> Seen:
        """What a policy is given at some rows, but for rules."""
        return Seen(replace(self.seen.kept, picks=rows), self.seen.mask[torch.from_numpy(rows)])

    def ask(self, policy: Policy, rows: I64) -> Tensor:
        """What a policy says at some rows: the engine works it out, and gradients through it.

        Args:
            policy: on the CPU.
            rows: (k,) int64.

        Returns:
            (k, 128) log-probabilities.
        """
        seen = self.see(rows)
        if self.matmul == "bf16":
            with precision(self.matmul):
                terms = policy.of_rules(self.rules)[torch.from_numpy(self.set_of[rows])]
                return policy.kept(seen.kept, terms, seen.mask)
        if self._learner is None or self._learner.network is not policy:
            self._learner = NetworkLearner(policy, len(self.rules), self.threads)
        lots, values = self.set_of[rows].astype(np.int32), policy.trunk.values_of(self.rules)
        logits = self._learner.logits(seen.kept, lots, values, seen.mask.numpy())
        return log_policy_of(logits, seen.mask)

    def log_policy(self, policy: Policy, rows: I64) -> Tensor:
        """(rows, 128) log-probabilities; nothing is learnt from them."""
        parts = []
        for first in range(0, len(rows), PIECE):
            with torch.inference_mode():
                parts.append(self.ask(policy, rows[first : first + PIECE]))
        return torch.cat(parts).clone() if parts else torch.zeros(0, ACTION_COUNT)

    def plan_chances(self, log_policy: Tensor) -> F32:
        """(m,) how likely each plan is; ``log_policy`` of the roots and the follows."""
        own = log_policy.numpy()
        chance = own[self.root, self.values.first]
        two = self.row >= 0
        chance[two] += own[self.row[two], self.values.second[two]]
        found: F32 = np.exp(chance)
        return found

    # ---- targets

    def set_targets(self, value: F32, error: F32) -> None:
        """Set the targets.

        Args:
            value: (m,) what each plan is worth, or NaN.
            error: (m,) standard error of that.
        """
        self.value, self.error = value, error
        self.log_target = self.targets(self.usual_temperatures())
        self.log_careful = self.targets(self.temperatures())

    def advantages(self, value: F32) -> F32:
        """(m,) what each plan gains over the policy before, among those with a value; the others
        gain nothing."""
        known = ~np.isnan(value)
        chance = np.where(known, np.maximum(self.chance_before, 1e-9), 0)
        usual = self._sums(chance * np.nan_to_num(value)) / self._sums(chance)
        found: F32 = np.where(known, value - usual[self.root], 0).astype(np.float32)
        return found

    def usual_temperatures(self) -> F64:
        """(roots,) the temperature of each decision, in the unit of its rule set."""
        by_spread = self.config.temperature_unit == "spread"
        of_set = self.spread if by_spread else np.ones(len(self.rules))
        found: F64 = of_set[self.set_of[: self.roots]] * self.config.temperature
        return found

    def temperatures(self) -> F64:
        """(roots,) the temperature of each decision: at least ``noise`` standard errors."""
        known = ~np.isnan(self.error)
        count = np.bincount(self.root[known], minlength=self.roots)
        error = np.sqrt(self._sums(np.nan_to_num(self.error) ** 2) / np.maximum(count, 1))
        return np.maximum(self.usual_temperatures(), self.config.noise * error)

    def targets(self, temperatures: F64) -> Tensor:
        """(roots + follows, 128): log of policy before * exp(advantage / temperature).

        That is meant of plans. The target of a tile is the share of its plan among those of its
        verb; the target of a verb is the sum over its tiles. Plans that were not valued count as
        no better and no worse than the policy before.
        """
        tilt = torch.zeros(self.roots + self.follows, ACTION_COUNT)
        gained = self.advantages(self.value)
        lift = torch.from_numpy((gained / temperatures[self.root]).astype(np.float32))
        first = torch.from_numpy(self.values.first.astype(np.int64))
        second = torch.from_numpy(self.values.second.astype(np.int64))
        two = torch.from_numpy(self.row >= 0)
        row, root = torch.from_numpy(self.row), torch.from_numpy(self.root)
        tilt[row[two], second[two]] = lift[two]
        tilt[root[~two], first[~two]] = lift[~two]
        tilted = self.log_before[self.roots : self.roots + self.follows] + tilt[self.roots :]
        verbs = torch.from_numpy(self.follow_root), torch.from_numpy(self.follow_verb)
        tilt[verbs] = tilted.logsumexp(dim=1)
        return (self.log_before[: len(tilt)] + tilt).log_softmax(dim=1)

    def _sums(self, numbers: F32) -> F64:
        found = np.zeros(self.roots, np.float64)
        np.add.at(found, self.root, numbers)
        return found

    # ---- losses

    def rows_of(self, roots: I64) -> tuple[I64, I64, I64]:
        """Where each root stands among ``roots`` (-1: nowhere), which follows are theirs, and
        the rows of both."""
        place = np.full(self.roots, -1)
        place[roots] = np.arange(len(roots))
        its = np.flatnonzero(place[self.follow_root] >= 0)
        return place, its, np.concatenate([roots, self.roots + its])

    def losses(self, policy: Policy, roots: I64, others: I64) -> tuple[Tensor, Tensor]:
        """How far a policy is from the targets, and from the policy before elsewhere.

        All rows are asked at once, and gradients go through both losses.

        Args:
            policy: that learns.
            roots: (r,) int64 numbers of roots; whole plans are counted, with their follows.
            others: (o,) int64 rows of other decisions (``anchors``).

        Returns:
            the mean divergence over ``roots`` from the targets, and the mean over ``others`` from
            the policy before, 0 without any; scalars, in nats.
        """
        place, its, rows = self.rows_of(roots)
        rows = np.concatenate([rows, others])
        log_policy = self.ask(policy, rows)
        valued = len(rows) - len(others)
        pull = divergence(self.log_before[torch.from_numpy(others)], log_policy[valued:])
        loss = self._from_targets(log_policy[:valued], place, its, rows[:valued])
        return loss, pull.sum() / max(len(others), 1)

    def _from_targets(self, log_policy: Tensor, place: I64, its: I64, rows: I64) -> Tensor:
        """Arguments but the first as ``rows_of`` gives them."""
        roots = len(rows) - len(its)
        parent = torch.from_numpy(place[self.follow_root[its]])
        verb, of = torch.from_numpy(self.follow_verb[its]), torch.from_numpy(rows)

        def whole(log_of: Tensor, log_from: Tensor) -> Tensor:
            apart, weight = divergence(log_of, log_from), log_of[parent, verb].exp()
            found: Tensor = apart[:roots].sum() + (weight * apart[roots:]).sum()
            return found / roots

        # reverse: noise of the values averages out; forward: plans without a chance are found too
        return whole(log_policy, self.log_target[of]) + whole(self.log_careful[of], log_policy)

    # ---- what was gained

    def gains(self, policy: Policy) -> Gains:
        """What the policy gains over the one before at each root, by what playouts say of it.

        Returns:
            "sampled", actions drawn from both policies; "likeliest", both play their likeliest
            plan among the valued.
        """
        log_after = self.log_policy(policy, np.arange(self.roots + self.follows))
        after, before = self.plan_chances(log_after), self.chance_before
        value = self.advantages(self.values.value)
        drawn = self._sums((after - before) * value)
        likeliest = self._of_likeliest(after, value) - self._of_likeliest(before, value)
        return {"sampled": drawn, "likeliest": likeliest}

    def _of_likeliest(self, chance: F32, value: F32) -> F32:
        # the last one of each root is its likeliest of those with a value
        order = np.lexsort((chance, self.known, self.root))
        last = np.flatnonzero(np.append(np.diff(self.root[order]) > 0, True))
        found: F32 = value[order[last]]
        return found


def divergence(log_of: Tensor, log_from: Tensor) -> Tensor:
    """(b,) KL(of || from) of rows of log-probabilities; masked actions have no part."""
    return (log_of.exp() * (log_of - log_from)).sum(dim=1)


def _keys(root: NDArray[np.intp], first: U8, second: U8) -> I64:
    """One number for each plan, ascending as plans are sorted."""
    found: I64 = root.astype(np.int64) * 65536 + first.astype(np.int64) * 256 + second
    return found


def mean_of(numbers: F32) -> tuple[float, float]:
    """The mean of some numbers, and its standard error."""
    if not len(numbers):
        return float("nan"), float("nan")
    spread = float(numbers.std(ddof=1)) if len(numbers) > 1 else float("nan")
    return float(numbers.mean()), spread / float(np.sqrt(len(numbers)))
