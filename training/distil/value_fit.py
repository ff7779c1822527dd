"""What plans are worth, learnt over many positions: what playouts say of a single one is noisy."""

import copy
import math
from collections.abc import Callable, Iterator

import numpy as np
import torch
from torch import Tensor, nn

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT, TILE_ACTIONS, action_id
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import ARGUMENTS
from shugi.agents.model import Policy, TileHead, precision
from shugi.agents.plans.plan import forced_tiles
from shugi.agents.sums import SparsePositions
from shugi.envs.common.arrays import F32, I64, U8, Bools, Rng
from shugi.envs.seat import SKIP
from shugi.training.distil.dataset import DistillationSet

DECLARING = tuple(action_id(name) for name in ("riichi", "open_riichi"))
ASIDE = 0.1  # of the decisions: they say which pass was the best
NO_CODE = ARGUMENTS - 1  # of no tile
DROPPED = 0.1  # of the features, in each step
DECAY = 0.01
LEARNING_RATE = 1e-3  # at the start; falls to a fiftieth along a cosine
PIECE = 1024  # decisions that are appraised at once
MINIBATCH = 64  # decisions; with hundreds a few passes are too few steps


class PlanValueNet(nn.Module):
    """What a seat sees before and after a plan -> what the plan is worth, up to something that all
    plans of the position share. Its features begin as those of a policy."""

    rules: Tensor

    def __init__(self, policy: Policy, rules: Rules) -> None:
        super().__init__()
        self.trunk = copy.deepcopy(policy.trunk)
        self.register_buffer("rules", self.trunk.values_of([rules]), persistent=False)
        self.tiles = TileHead(policy.config)
        self.drop = nn.Dropout(DROPPED)
        self.head = nn.Linear(policy.config.features, ACTION_COUNT + ARGUMENTS)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(
        self,
        kept: SparsePositions,
        count: int,
        of: Tensor,
        tile: Tensor,
        verb: Tensor,
        melded: Tensor,
    ) -> Tensor:
        """(plans,) float32.

        Args:
            kept: the positions, and behind them what each plan makes of its own.
            count: how many positions there are.
            of: (plans,) which position it is a plan of.
            tile: (plans,) code of its discard.
            verb: (plans,) its first action, 0 for any discard.
            melded: (plans,) code of the tile of its kan.
        """
        asked = torch.zeros(count, ACTION_COUNT, dtype=torch.uint8)
        asked[of, tile] = 1
        features, of_tiles = self._read(kept, self.trunk.terms(self.rules), asked)
        scores = self.head(self.drop(features[count:])).float()
        of_verbs = scores.gather(1, torch.stack([verb, ACTION_COUNT + melded], 1)).sum(1)
        worth: Tensor = of_verbs + of_tiles[of, tile]
        return worth

    def _read(self, kept: SparsePositions, terms: Tensor, asked: Tensor) -> tuple[Tensor, Tensor]:
        """(b, n) features of all positions; (k, 64) what the discards, whose codes are asked for
        in (k, 128), are worth in the first ones."""
        count = len(asked)
        features = self.trunk.kept(kept, terms)
        hidden = self.drop(features[:count])
        return features, self.tiles.kept(hidden, kept.first(count), self.trunk, asked)


class PlanValueFit:
    """Networks that are fitted to what playouts say of plans, one for each rule set.

    One network for many rule sets fits few of them in a few passes. A network looks at the
    position, where the discard may be dangerous, and at what the seat sees after it: what the hand
    waits for then. A declaration with a single possible tile is looked at after that tile. A plan
    that ends otherwise, such as a kan, whose replacement tile nobody knows yet, is judged by the
    position before it and by the tile of the kan. Only differences between the plans of a
    position count.

    Args:
        dataset: the positions and what playouts say of their plans.
        before: a policy; its features are where the networks start from.
    """

    def __init__(self, dataset: DistillationSet, before: Policy) -> None:
        self.dataset = dataset
        self.networks = [PlanValueNet(before, rules) for rules in dataset.rules]
        values = dataset.values
        self.spread = np.array([_spread(values.value[own]) for own in self._by_set()], np.float32)
        self.begin = np.searchsorted(dataset.root, np.arange(dataset.roots + 1))
        second = self._tiles_after()
        discard = values.first < TILE_ACTIONS
        declared = np.isin(values.first, DECLARING) & (second != SKIP)
        self.first = np.where(discard | declared, values.first, SKIP).astype(np.uint8)
        self.second = np.where(declared, second, SKIP).astype(np.uint8)
        self.verb = torch.from_numpy(np.where(discard, 0, values.first).astype(np.int64))
        tile = np.where(declared, second, np.where(discard, values.first, NO_CODE))
        self.tile = torch.from_numpy(tile.astype(np.int64))
        melded = np.where(declared | (second == SKIP), NO_CODE, second)
        self.melded = torch.from_numpy(melded.astype(np.int64))

    def _tiles_after(self) -> U8:
        """(m,) the tile that follows the verb of each plan, chosen or forced; SKIP: none."""
        values = self.dataset.values
        tiles = values.second.copy()
        open_ = np.flatnonzero((values.first >= TILE_ACTIONS) & (tiles == SKIP))
        for own, games, places in self.dataset.by_set(self.dataset.root[open_]):
            tiles[open_[own]] = forced_tiles(games, places, values.first[open_[own]])
        return tiles

    def _by_set(self) -> list[I64]:
        """The plans of each rule set."""
        sets = self.dataset.set_of[self.dataset.root]
        return [np.flatnonzero(sets == k) for k in range(len(self.dataset.rules))]

    def _spread_of(self, plans: I64) -> F32:
        """(plans,) the spread of the values of their rule sets."""
        found: F32 = self.spread[self.dataset.set_of[self.dataset.root[plans]]]
        return found

    def fit(self, roots: I64, passes: int, rng: Rng, pause: Callable[[float], None]) -> float:
        """Learn from some roots; each network is what it was after its best pass.

        Args:
            pause: told after each step which share is done; may raise.

        Returns:
            share of the variance of the values that they explain where they have not learnt.
        """
        asides, before = [], 0
        for network, own in self._own(roots):
            order = rng.permutation(own)
            aside, learnt = np.split(order, [max(1, round(ASIDE * len(order)))])
            asides.append(np.sort(aside))
            for done in self._learn(network, learnt, asides[-1], passes, rng):
                pause((before + done * len(own)) / len(roots))
            before += len(own)
        return self.explained(np.concatenate(asides))

    def _own(self, roots: I64) -> Iterator[tuple[PlanValueNet, I64]]:
        """Roots by rule set, and its network."""
        for number, network in enumerate(self.networks):
            own = roots[self.dataset.set_of[roots] == number]
            if len(own):
                yield network, own

    def _learn(
        self, network: PlanValueNet, learnt: I64, aside: I64, passes: int, rng: Rng
    ) -> Iterator[float]:
        """After each step: which share is done."""
        adam = torch.optim.AdamW(network.parameters(), eps=1e-5, weight_decay=DECAY, fused=True)
        steps = passes * -(-len(learnt) // MINIBATCH)
        best, best_weights, step = -math.inf, copy.deepcopy(network.state_dict()), 0
        for _ in range(passes):
            order = rng.permutation(learnt)
            for first in range(0, len(order), MINIBATCH):
                rate = 0.02 + 0.49 * (1 + math.cos(math.pi * step / steps))
                adam.param_groups[0]["lr"] = LEARNING_RATE * rate
                self._step(network, adam, np.sort(order[first : first + MINIBATCH]))
                step += 1
                yield step / steps
            if (found := self.explained(aside)) > best:
                best, best_weights = found, copy.deepcopy(network.state_dict())
        network.load_state_dict(best_weights)

    def _step(self, network: PlanValueNet, adam: torch.optim.Optimizer, roots: I64) -> None:
        network.train()
        found, plans = self._values_of(network, roots, self.dataset.known)
        spread = self._spread_of(plans)
        value = torch.from_numpy(self.dataset.values.value[plans] / spread)
        error = torch.from_numpy(self.dataset.values.error[plans] / spread)
        loss = ((found - value).square() / (1 + error.square())).mean()
        adam.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0, error_if_nonfinite=True)
        adam.step()

    def _values_of(
        self, network: PlanValueNet, roots: I64, asked: Bools | None = None
    ) -> tuple[Tensor, I64]:
        """What plans of some roots of one rule set are worth, in spreads, and which plans they are.

        Args:
            asked: those wanted; None: all.
        """
        counts = self.begin[roots + 1] - self.begin[roots]
        starts = np.repeat(self.begin[roots] - np.cumsum(counts) + counts, counts)
        plans, place = starts + np.arange(counts.sum()), np.repeat(np.arange(len(roots)), counts)
        if asked is not None:
            plans, place = plans[asked[plans]], place[asked[plans]]
        of, counts = torch.from_numpy(place), np.bincount(place, minlength=len(roots))
        kept = self.dataset.see(roots).kept.plus(self._after(plans))
        with precision(self.dataset.matmul):
            worth = network(
                kept, len(roots), of, self.tile[plans], self.verb[plans], self.melded[plans]
            )
        mean = torch.zeros(len(roots)).index_add(0, of, worth) / torch.from_numpy(counts)
        return worth - mean[of], plans

    def _after(self, plans: I64) -> SparsePositions:
        """What the seats that had to decide see after their plans."""
        layout, count = self.dataset.games[0].layout, len(plans)
        planes = np.zeros((count, layout.planes, layout.places), np.uint8)
        numbers = np.zeros((count, layout.globals), np.float32)
        for own, games, places in self.dataset.by_set(self.dataset.root[plans]):
            # nothing is played beyond the discard
            after = Batch(games.rules, len(own), forced=False, auto_reset=False)
            after.copy_from(games, places, np.arange(len(own)))
            seats = after.seat.copy()
            after.step(self.first[plans[own]])
            after.step(self.second[plans[own]])
            seen, told = np.zeros_like(planes[own]), np.zeros_like(numbers[own])
            after.observe(seen, told, None, seats)
            planes[own], numbers[own] = seen, told
        return SparsePositions.of(planes, numbers)

    def values(self) -> F32:
        """(m,) what each plan is worth, those without playouts too, less their position's mean."""
        values = np.zeros(len(self.dataset.root), np.float32)
        for network, roots in self._pieces(np.arange(self.dataset.roots)):
            with torch.inference_mode():
                its, plans = self._values_of(network, roots)
            values[plans] = its.numpy() * self._spread_of(plans)
        return values

    def explained(self, roots: I64) -> float:
        """Share of the variance of the values that the networks explain at some roots."""
        left = whole = 0.0
        for network, own in self._pieces(roots):
            with torch.inference_mode():
                found, plans = self._values_of(network, own, self.dataset.known)
            value = self.dataset.values.value[plans] / self._spread_of(plans)
            left += float(np.square(found.numpy() - value).sum())
            whole += float(np.square(value).sum())
        return 1 - left / max(whole, 1e-9)

    def _pieces(self, roots: I64) -> Iterator[tuple[PlanValueNet, I64]]:
        """So many roots of a rule set as are appraised at once, and its network."""
        for network, own in self._own(roots):
            network.eval()
            for first in range(0, len(own), PIECE):
                yield network, own[first : first + PIECE]


def _spread(values: F32) -> float:
    known = values[~np.isnan(values)]
    return max(float(known.std()), 1e-6) if len(known) else 1.0
