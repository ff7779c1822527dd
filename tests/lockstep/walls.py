"""Walls for rounds: shuffled, or laid so that what is rare comes up."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

HONOURS = range(27, 34)
WINDS = range(27, 31)
ORPHANS = (0, 8, 9, 17, 18, 26, *HONOURS)
HAND = 13


class Pool:
    """Tiles of a deck, taken by kind; ids 0-135, four of each kind."""

    def __init__(self, tiles: Sequence[int], rng: random.Random) -> None:
        self.rng = rng
        self.left = list(tiles)
        rng.shuffle(self.left)

    def take(self, kind: int) -> list[int]:
        """A tile of the kind, or nothing where none is left."""
        for tile in self.left:
            if tile // 4 == kind:
                self.left.remove(tile)
                return [tile]
        return []

    def take_all(self, kinds: Sequence[int]) -> list[int]:
        return [tile for kind in kinds for tile in self.take(kind)]


def runs(pool: Pool) -> list[int]:
    hand = []
    for _ in range(3):
        first = 9 * pool.rng.randrange(3) + pool.rng.randrange(7)
        hand += pool.take_all([first, first + 1, first + 2])
    return hand


def ready(pool: Pool, seat: int) -> list[int]:
    """Three sets and more: everybody is soon in riichi, and waits overlap."""
    low = 9 * pool.rng.randrange(3) + 3
    return runs(pool) + pool.take_all([low, low, low + 1, low + 2])


def same_wait(pool: Pool, seat: int) -> list[int]:
    """Three hands that wait for 2p and 5p, and one that has them."""
    if seat == 0:
        return pool.take_all([10, 13])
    pair = pool.rng.randrange(18, 34)
    return pool.take_all([11, 12, pair, pair]) + runs(pool)


def honours(pool: Pool, seat: int) -> list[int]:
    """Pairs of dragons or winds in one hand, the other copies in the others': fed yakuman."""
    kinds = HONOURS[4:] if pool.rng.random() < 0.5 else WINDS
    return pool.take_all([kind for kind in kinds for _ in range(2 if seat == 0 else 1)])


def same_wind(pool: Pool, seat: int) -> list[int]:
    """One wind in every hand, of use to nobody."""
    pair = pool.rng.randrange(27)
    return pool.take(WINDS[0]) + pool.take_all([pair, pair]) + runs(pool)


def kans(pool: Pool, seat: int) -> list[int]:
    """Triplets whose fourth copies are still to come."""
    kinds = pool.rng.sample(range(34), 3)
    return pool.take_all([kind for kind in kinds for _ in range(3)])


def orphans(pool: Pool, seat: int) -> list[int]:
    """Nine kinds and more of terminals and honours."""
    return pool.take_all(pool.rng.sample(ORPHANS, 11))


THEMES: tuple[Callable[[Pool, int], list[int]], ...] = (
    ready,
    same_wait,
    honours,
    same_wind,
    kans,
    orphans,
)


def shuffled(tiles: Sequence[int], rng: random.Random) -> list[int]:
    wall = list(tiles)
    rng.shuffle(wall)
    return wall


def laid(tiles: Sequence[int], rng: random.Random, players: int) -> list[int]:
    """A wall whose hands follow one theme; hand by hand, then the draws."""
    pool, theme = Pool(tiles, rng), rng.choice(THEMES)
    hands = [theme(pool, seat)[:HAND] for seat in range(players)]
    for hand in hands:
        while len(hand) < HAND:
            hand.append(pool.left.pop())
    return [tile for hand in hands for tile in hand] + shuffled(pool.left, rng)
