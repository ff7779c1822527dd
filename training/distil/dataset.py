"""From what plans are worth to what a policy learns: targets, and how far it is from them."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi.agents.base import AgentError
from shugi.agents.model import Policy, precision
from shugi.agents.scripted import Baseline
from shugi.envs.observation import Observation
from shugi.envs.seat import SKIP
from shugi.training.distil.choices import Values
from shugi.training.run.config import DistilConfig

PIECE = 1024  # decisions per forward pass where nothing is learnt


class DistillationSet:
    """Decisions as a policy sees them, and, once ``set_targets`` was told what plans are worth,
    where it shall go there.

    The rows are games: first the valued decisions ("roots"), then what is asked after each of
    their verbs that asks for a tile ("follows"), then the other decisions.

    Args:
        rules: of the games.
        choices: games at the decisions that ``values`` are of, as ``Batch.save`` gives them.
        anchors: games at other decisions.
        values: of some plans of each; all that the seat could do are plans here, and those that
            were not valued have NaN.
        before: the policy that the targets start from.
        config: temperature, noise and the like.
        matmul: precision of the matrix products.
        threads: of the engine.

    Raises:
        AgentError: a plan was valued that is not legal in its position.
    """

    def __init__(
        self,
        rules: Rules,
        choices: Sequence[bytes],
        anchors: Sequence[bytes],
        values: Values,
        before: Policy,
        config: DistilConfig,
        matmul: str = "auto",
        threads: int = 1,
    ) -> None:
        self.rules, self.config, self.matmul = rules, config, matmul
        self.positions, root = np.unique(values.position, return_inverse=True)
        two_steps = values.second != SKIP
        pairs = np.stack([root, values.first.astype(np.int64)], axis=1)
        follows = np.unique(pairs[two_steps], axis=0)
        self.roots, self.follows = len(self.positions), len(follows)
        self.follow_root, self.follow_verb = follows[:, 0], follows[:, 1]
        self.games = self._games(choices, anchors, threads)
        self.root, self.row, self.values = self._all_plans(root, values)
        self.known = ~np.isnan(self.values.value)
        self.valued = np.flatnonzero(self.known)  # ascending by root; each root has some
        self.first_valued = np.searchsorted(self.root[self.valued], np.arange(self.roots + 1))
        self.adviser = Baseline() if before.config.advice else None
        self.log_before = self.log_policy(before, np.arange(self.games.n))
        self.chance_before = self.plan_chances(self.log_before)

    def _games(self, choices: Sequence[bytes], anchors: Sequence[bytes], threads: int) -> Batch:
        n = self.roots + self.follows + len(anchors)
        games = Batch(self.rules, max(n, 1), threads=threads, auto_reset=False)
        for row, position in enumerate(self.positions):
            games.load(row, choices[position])
        for row, (root, verb) in enumerate(
            zip(self.follow_root, self.follow_verb, strict=True), start=self.roots
        ):
            games.copy_from(games, [int(root)], [row])
            games.step_one(row, int(verb))
        for row, game in enumerate(anchors, start=self.roots + self.follows):
            games.load(row, game)
        return games

    def _all_plans(
        self, valued_root: NDArray[np.intp], valued: Values
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], Values]:
        """Of every plan of the roots, in order: its root, the row of its second step (-1: it has
        none), and what it is worth."""
        legal = self.games.legal()[: self.roots + self.follows]
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
        return root, row, Values(self.positions[root], first, second, value, error)

    @property
    def anchors(self) -> NDArray[np.int64]:
        """Rows of the other decisions."""
        return np.arange(self.roots + self.follows, self.games.n)

    # ---- what a policy makes of the rows

    def see(self, rows: NDArray[np.int64]) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
        """Planes, globals, mask and advice of some rows: what a policy is given, but for rules."""
        games = self.games.clone(rows)
        seen, mask = Observation(games), games.legal()
        advice = None
        if self.adviser is not None:
            rng = np.random.default_rng(0)  # the baseline uses none
            advice = torch.from_numpy(self.adviser.act(seen, mask, games.seat, rng))
        planes, numbers = torch.from_numpy(seen.planes), torch.from_numpy(seen.globals)
        return planes, numbers, torch.from_numpy(mask), advice

    def ask(
        self, policy: Policy, planes: Tensor, numbers: Tensor, mask: Tensor, advice: Tensor | None
    ) -> Tensor:
        """(rows, 128) log-probabilities of a policy that is given what ``see`` found."""
        found: Tensor = policy(planes, numbers, policy.of_rules([self.rules]), mask, advice)
        return found

    def log_policy(self, policy: Policy, rows: NDArray[np.int64]) -> Tensor:
        """(rows, 128) log-probabilities; nothing is learnt from them."""
        parts = []
        for first in range(0, len(rows), PIECE):
            with torch.inference_mode(), precision(self.matmul):
                parts.append(self.ask(policy, *self.see(rows[first : first + PIECE])))
        return torch.cat(parts).clone() if parts else torch.zeros(0, ACTION_COUNT)

    def plan_chances(self, log_policy: Tensor) -> NDArray[np.float32]:
        """(m,) how likely each plan is; ``log_policy`` of the roots and the follows."""
        own = log_policy.numpy()
        chance = own[self.root, self.values.first]
        two = self.row >= 0
        chance[two] += own[self.row[two], self.values.second[two]]
        found: NDArray[np.float32] = np.exp(chance)
        return found

    # ---- targets

    def set_targets(self, value: NDArray[np.float32], error: NDArray[np.float32]) -> None:
        """Set the targets.

        Args:
            value: (m,) what each plan is worth, or NaN.
            error: (m,) standard error of that.
        """
        self.value, self.error = value, error
        self.log_target = self.targets(np.full(self.roots, self.config.temperature))
        self.log_careful = self.targets(self.temperatures())

    def advantages(self, value: NDArray[np.float32]) -> NDArray[np.float32]:
        """(m,) what each plan gains over the policy before, among those with a value; the others
        gain nothing."""
        known = ~np.isnan(value)
        chance = np.where(known, np.maximum(self.chance_before, 1e-9), 0)
        usual = self._sums(chance * np.nan_to_num(value)) / self._sums(chance)
        found: NDArray[np.float32] = np.where(known, value - usual[self.root], 0).astype(np.float32)
        return found

    def temperatures(self) -> NDArray[np.float64]:
        """(roots,) the temperature of each decision: at least ``noise`` standard errors."""
        known = ~np.isnan(self.error)
        count = np.bincount(self.root[known], minlength=self.roots)
        error = np.sqrt(self._sums(np.nan_to_num(self.error) ** 2) / np.maximum(count, 1))
        return np.maximum(self.config.temperature, self.config.noise * error)

    def targets(self, temperatures: NDArray[np.float64]) -> Tensor:
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

    def _sums(self, numbers: NDArray[np.float32]) -> NDArray[np.float64]:
        found = np.zeros(self.roots, np.float64)
        np.add.at(found, self.root, numbers)
        return found

    # ---- losses

    def rows_of(
        self, roots: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Where each root stands among ``roots`` (-1: nowhere), which follows are theirs, and
        the rows of both."""
        place = np.full(self.roots, -1)
        place[roots] = np.arange(len(roots))
        its = np.flatnonzero(place[self.follow_root] >= 0)
        return place, its, np.concatenate([roots, self.roots + its])

    def corrupted(
        self, advice: Tensor | None, roots: NDArray[np.int64], rng: np.random.Generator
    ) -> Tensor | None:
        """The advice of some roots, and behind it that of other rows; at a share of the roots it
        is the first step of any plan that was valued."""
        if advice is None or not self.config.corrupted_advice:
            return advice
        some = np.flatnonzero(rng.random(len(roots)) < self.config.corrupted_advice)
        first, stop = self.first_valued[roots[some]], self.first_valued[roots[some] + 1]
        drawn = self.valued[rng.integers(first, stop)]
        told = advice.clone()
        told[torch.from_numpy(some)] = torch.from_numpy(self.values.first[drawn])
        return told

    def loss(self, policy: Policy, roots: NDArray[np.int64], rng: np.random.Generator) -> Tensor:
        """Mean divergence of the policy from the targets of some roots, whole plans counted."""
        place, its, rows = self.rows_of(roots)
        planes, numbers, mask, advice = self.see(rows)
        told = self.corrupted(advice, roots, rng)
        with precision(self.matmul):
            log_policy = self.ask(policy, planes, numbers, mask, told)
        parent = torch.from_numpy(place[self.follow_root[its]])
        verb, of = torch.from_numpy(self.follow_verb[its]), torch.from_numpy(rows)

        def whole(log_of: Tensor, log_from: Tensor) -> Tensor:
            apart, weight = divergence(log_of, log_from), log_of[parent, verb].exp()
            found: Tensor = apart[: len(roots)].sum() + (weight * apart[len(roots) :]).sum()
            return found / len(roots)

        loss = torch.zeros(())
        if self.config.projection in ("reverse", "both"):
            loss = loss + whole(log_policy, self.log_target[of])
        if self.config.projection in ("forward", "both"):
            loss = loss + whole(self.log_careful[of], log_policy)
        return loss

    def pull(self, policy: Policy, rows: NDArray[np.int64]) -> Tensor:
        """Mean divergence from the policy before at some of the other decisions."""
        with precision(self.matmul):
            log_policy = self.ask(policy, *self.see(rows))
        return divergence(self.log_before[torch.from_numpy(rows)], log_policy).mean()

    # ---- what was gained

    def gain(self, policy: Policy, roots: NDArray[np.int64]) -> dict[str, tuple[float, float]]:
        """What the policy gains over the one before at some roots, by what playouts say of them.

        Returns:
            mean and standard error per decision: "sampled", actions drawn from both policies;
            "likeliest", both play their likeliest plan among the valued.
        """
        log_after = self.log_policy(policy, np.arange(self.roots + self.follows))
        after, before = self.plan_chances(log_after), self.chance_before
        value = self.advantages(self.values.value)
        drawn = (self._sums((after - before) * value))[roots]
        likeliest = (self._of_likeliest(after, value) - self._of_likeliest(before, value))[roots]
        return {"sampled": _mean(drawn), "likeliest": _mean(likeliest)}

    def _of_likeliest(
        self, chance: NDArray[np.float32], value: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        # the last one of each root is its likeliest of those with a value
        order = np.lexsort((chance, self.known, self.root))
        last = np.flatnonzero(np.append(np.diff(self.root[order]) > 0, True))
        found: NDArray[np.float32] = value[order[last]]
        return found


def divergence(log_of: Tensor, log_from: Tensor) -> Tensor:
    """(b,) KL(of || from) of rows of log-probabilities; masked actions have no part."""
    return (log_of.exp() * (log_of - log_from)).sum(dim=1)


def _keys(
    root: NDArray[np.intp], first: NDArray[np.uint8], second: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """One number for each plan, ascending as plans are sorted."""
    found: NDArray[np.int64] = root.astype(np.int64) * 65536 + first.astype(np.int64) * 256 + second
    return found


def _mean(numbers: NDArray[np.float64] | NDArray[np.float32]) -> tuple[float, float]:
    if not len(numbers):
        return float("nan"), float("nan")
    spread = float(numbers.std(ddof=1)) if len(numbers) > 1 else float("nan")
    return float(numbers.mean()), spread / float(np.sqrt(len(numbers)))
