"""What the others are likely to hold: re-deals that look like hands in play.

A re-deal in which every arrangement is equally likely gives the others hands as poor as at the
start, however late it is, and lets hands in riichi wait too often for what they have discarded. How
hands really are by then is learned from a few hundred hands of the rule baseline; their last
discards are asked about on top (``Batch.redeal_likely``). What was learned of the package's rule
sets comes with it, in ``beliefs.npz``; ``python tools/likely_hands.py`` learns it again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.batch.batch import BELIEF_SHAPE, Batch
from shugi._fast.core.tiles import kind_of
from shugi._fast.rules.compile import Rules
from shugi.envs.common.arrays import F32, F64

DEALT = ("likely", "any")  # how hands that nobody knows are dealt again; see `hands_of`
FILE = Path(str(resources.files("shugi.agents"))) / "beliefs.npz"
GAMES, STEPS, EVERY = 128, 480, 12
AGAIN, PART = 2, 2  # times that likely hands are counted, and in which part of the positions
RIICHI = BELIEF_SHAPE[1] - 1  # hands in riichi: in the place of a number of melds
STRENGTH = 3.0  # hands of each kind that are taken as seen among those dealt and those in play


@dataclass(frozen=True)
class Belief:
    """How likely hands are dealt again; the arguments of ``Batch.redeal_likely``."""

    weights: F32
    steps: int = 120
    looks: int = 20
    depth: int = 3
    doubt: float = 0.1

    def told(self) -> dict[str, Any]:
        """What ``Batch.redeal_all`` and ``redeal_likely`` are told."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def redeal(self, batch: Batch, game: int, seat: int, key: int) -> None:
        """Deal a game of a batch again.

        Args:
            batch: that the game is in.
            game: its number.
            seat: whose view stays as it is.
            key: of the deal.

        Raises:
            RuntimeError: no deal is found.
        """
        batch.redeal_likely(game, seat, key, **self.told())


@dataclass(frozen=True)
class HandsStay:
    """Others keep the hands that they have; only the wall is dealt again.

    What a plan gains then depends on what its seat cannot see. Averaged over many positions of
    play, that is right whatever hands in play are like; of a single position it is not.
    """

    def told(self) -> dict[str, Any]:
        """What ``Batch.redeal_all`` is told."""
        return {"hands": False}


Hands = Belief | HandsStay
"""How the others' hands are dealt again, where it is not any that is possible."""


def hands_of(dealt: str, rules: Rules) -> Hands | None:
    """What deals the others' hands again.

    Args:
        dealt: "likely", as hands in play are; "any" that is possible, all alike; "play": they stay.
    """
    if dealt == "play":
        return HandsStay()
    return belief_of(rules) if dealt == "likely" else None


def belief_of(rules: Rules) -> Belief | None:
    """What the rule baseline's play under these rules teaches; None for card games.

    Of rules that do not come with the package it is learnt now, in some seconds, once for each.
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
def _weights(key: _Key) -> F32:
    kept = kept_weights().get(key_of(key.rules))
    return learn_weights(key.rules) if kept is None else kept


def key_of(rules: Rules) -> str:
    """Under which rules are kept."""
    return f"{rules.hash:016x}"


@lru_cache(maxsize=1)
def kept_weights() -> dict[str, F32]:
    """What comes with the package, by ``key_of``."""
    with np.load(FILE, allow_pickle=False) as file:
        return dict(file)


def learn_weights(rules: Rules) -> F32:
    """``BELIEF_SHAPE``, as ``Batch.redeal_likely`` takes them, from the rule baseline's play."""
    sample = Sample(rules)
    weights = log_ratio(*sample.hands())
    for _ in range(AGAIN):  # the discards that are asked about favour some distances too
        told = Belief(weights.astype(np.float32))
        weights = weights + log_ratio(*sample.hands(told, PART))
    return weights.astype(np.float32)


def log_ratio(played: F64, dealt: F64) -> F64:
    """The log of each place's share among hands in play over that among hands dealt again.

    Where few hands were seen, the share over all numbers of melds of that turn counts too; of hands
    in riichi, that over all turns.
    """
    found: F64 = np.log(_shares(played)) - np.log(_shares(dealt))
    return found


def _shares(counts: F64) -> F64:
    usual, riichi = counts[:, :RIICHI], counts[:, RIICHI:]
    known = [
        some + STRENGTH * _normal(some.sum(axis=axis, keepdims=True) + 0.5)
        for some, axis in ((usual, 1), (riichi, 0))
    ]
    return _normal(np.concatenate(known, axis=1))


def _normal(counts: F64) -> F64:
    found: F64 = counts / counts.sum(axis=2, keepdims=True)
    return found


def unseen(state: dict[str, Any], seat: int) -> list[int]:
    """The seats whose hands one does not see."""
    others = enumerate(state["seats"])
    aside = seat, state.get("resting")
    return [p for p, other in others if p not in aside and other["riichi"] != "open"]


class Sample:
    """Positions of the baseline's play, at which the others' hands may be dealt again.

    Args:
        games: played at once.
        steps: decisions of each.
    """

    def __init__(self, rules: Rules, games: int = GAMES, steps: int = STEPS, seed: int = 1) -> None:
        self.batch = Batch(rules, games * steps // EVERY, auto_reset=False)
        self.keys = np.random.default_rng(seed).integers(0, 2**63, self.batch.n, np.uint64)
        self.seats = np.full(self.batch.n, -1, np.int8)
        self.hidden: list[tuple[int, int, tuple[int, int, int]]] = []
        """Position, seat and place of each hand that is not seen."""
        batch, actions, at = Batch(rules, games, seed), np.zeros(games, np.uint8), 0
        for step in range(steps):
            for game in range(step % EVERY, games, EVERY):
                state = batch.state(game)
                if state["phase"] != "own":
                    continue
                self.batch.copy_from(batch, [game], [at])
                self.seats[at] = batch.seat[game]
                for p in unseen(state, int(batch.seat[game])):
                    self.hidden.append((at, p, batch.hand_place(game, p)))
                at += 1
            batch.baseline(actions)
            batch.step(actions)

    def hands(self, belief: Belief | None = None, part: int = 1) -> tuple[F64, F64]:
        """``BELIEF_SHAPE`` each: how many hands there are in play, and when dealt again.

        Args:
            belief: by which they are dealt; None: all that is possible is equally likely.
            part: one position of so many counts.
        """
        again, seats = self.batch.clone(), np.full_like(self.seats, -1)
        seats[::part] = self.seats[::part]
        told = {} if belief is None else belief.told()
        found = again.redeal_all(seats, self.keys, **told)
        played, dealt = np.zeros(BELIEF_SHAPE), np.zeros(BELIEF_SHAPE)
        for at, p, place in self.hidden:
            if found[at]:
                played[place] += 1
                dealt[again.hand_place(at, p)] += 1
        return played, dealt


def kinds_of(codes: Iterable[int]) -> set[int]:
    """Kinds of some tiles."""
    return {kind for code in codes if (kind := kind_of(code)) is not None}
