"""What the others are likely to hold: re-deals that look like hands in play.

A re-deal in which every arrangement is equally likely gives the others hands as poor as at the
start, however late it is. How far from ready hands really are by then is learned from a few hundred
hands of the rule baseline; their last discards are asked about on top (``Batch.redeal_likely``).
So is what hands in riichi wait for: at random they wait too often for what they have discarded.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import BELIEF_SHAPE, Batch
from shugi._fast.core.tiles import TILE_ROWS
from shugi._fast.rules.compile import Rules

GAMES, STEPS, EVERY = 128, 480, 8
AGAIN, RARELY = 2, 24  # times that likely hands are counted, and how often these are looked at
RIICHI = BELIEF_SHAPE[1] - 1  # hands in riichi: in the place of a number of melds
KIND = {code: kind for code, _, kind, _ in TILE_ROWS if kind is not None}
STRENGTH = 3.0  # hands of each kind that are taken as seen among those dealt and those in play


@dataclass(frozen=True)
class Belief:
    """How likely hands are dealt again; the arguments of ``Batch.redeal_likely``."""

    weights: NDArray[np.float32]
    steps: int = 120
    looks: int = 20
    depth: int = 3
    doubt: float = 0.1

    def told(self) -> dict[str, Any]:
        """What ``Batch.redeal_all`` and ``redeal_likely`` are told."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def redeal(self, batch: Batch, game: int, seat: int, key: int) -> None:
        """Raises: RuntimeError when no deal is found."""
        batch.redeal_likely(game, seat, key, **self.told())


def belief_of(rules: Rules) -> Belief | None:
    """What the rule baseline's play under these rules teaches; None for card games.

    Takes part of a second, once for each rule set.
    """
    return None if "plays_cards" in rules.traits else Belief(_weights(_Key(rules)))


class _Key:
    """Rules by what they are."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return self.rules.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.rules.hash == other.rules.hash


@lru_cache(maxsize=64)
def _weights(key: _Key) -> NDArray[np.float32]:
    weights = log_ratio(*count_hands(key.rules))
    for _ in range(AGAIN):  # the discards that are asked about favour some distances too
        told = Belief(weights.astype(np.float32))
        weights = weights + log_ratio(*count_hands(key.rules, every=RARELY, belief=told))
    return weights.astype(np.float32)


def log_ratio(played: NDArray[np.float64], dealt: NDArray[np.float64]) -> NDArray[np.float64]:
    """By shanten: log of the share among hands in play over that among hands dealt again.

    Where few hands were seen, the share over all numbers of melds of that turn counts too; of hands
    in riichi, that over all turns.
    """
    found: NDArray[np.float64] = np.log(_shares(played)) - np.log(_shares(dealt))
    return found


def _shares(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    usual, riichi = counts[:, :RIICHI], counts[:, RIICHI:]
    known = [
        some + STRENGTH * _normal(some.sum(axis=axis, keepdims=True) + 0.5)
        for some, axis in ((usual, 1), (riichi, 0))
    ]
    return _normal(np.concatenate(known, axis=1))


def _normal(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = counts / counts.sum(axis=2, keepdims=True)
    return found


def count_hands(
    rules: Rules,
    games: int = GAMES,
    steps: int = STEPS,
    seed: int = 1,
    every: int = EVERY,
    belief: Belief | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """``BELIEF_SHAPE`` each: hands of the others in the baseline's play, and when dealt again.

    Args:
        every: steps between two looks at a game.
        belief: by which they are dealt; None: all that is possible is equally likely.
    """
    batch, actions = Batch(rules, games, seed), np.zeros(games, np.uint8)
    again = Batch(rules, 1)
    keys = np.random.default_rng(seed)
    played, dealt = np.zeros(BELIEF_SHAPE), np.zeros(BELIEF_SHAPE)
    for step in range(steps):
        for game in range(step % every, games, every):
            state, seat = batch.state(game), int(batch.seat[game])
            if state["phase"] != "own":
                continue
            again.copy_from(batch, [game], [0])
            deal = again.redeal if belief is None else partial(belief.redeal, again)
            try:
                deal(0, seat, int(keys.integers(2**63)))
            except RuntimeError:
                continue
            for p, other in enumerate(state["seats"]):
                if p == seat or p == state.get("resting") or other["riichi"] == "open":
                    continue
                played[batch.hand_place(game, p)] += 1
                dealt[again.hand_place(0, p)] += 1
        batch.baseline(actions)
        batch.step(actions)
    return played, dealt


def kinds_of(codes: Iterable[int]) -> set[int]:
    """Kinds of some tiles."""
    return {KIND[code] for code in codes if code in KIND}
