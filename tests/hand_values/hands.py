"""Random won hands, weighted towards what is rare at a table; tiles are ids 0-135.

Every hand is physically possible: all tiles, indicators included, come out of one deck.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

HONOURS = tuple(range(27, 34))
WINDS, DRAGONS = HONOURS[:4], HONOURS[4:]
TERMINALS = (0, 8, 9, 17, 18, 26)
ORPHANS = (*TERMINALS, *HONOURS)
GREENS = (19, 20, 21, 23, 25, 32)
ALL = tuple(range(34))
CLOSED_MELD = "ankan"
KANS = ("daiminkan", "kakan", CLOSED_MELD)


@dataclass
class Called:
    type: str
    tiles: list[int]


@dataclass
class WonHand:
    concealed: list[int]
    """Without the winning tile."""
    win_tile: int
    melds: list[Called]
    by: str
    winner: int
    dealer: int
    loser: int | None
    wind: int
    riichi: bool = False
    flags: set[str] = field(default_factory=set)
    dora: list[int] = field(default_factory=list)
    ura: list[int] = field(default_factory=list)
    honba: int = 0
    sticks: int = 0

    @property
    def closed(self) -> bool:
        return all(meld.type == CLOSED_MELD for meld in self.melds)


class OutOfTiles(Exception):
    """The deck has no such tile left: another hand is tried."""


class Deck:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.left = {kind: rng.sample(range(4 * kind, 4 * kind + 4), 4) for kind in ALL}

    def take(self, kind: int) -> int:
        if not self.left[kind]:
            raise OutOfTiles
        return self.left[kind].pop()

    def take_all(self, kinds: Sequence[int]) -> list[int]:
        return [self.take(kind) for kind in kinds]

    def any(self, n: int) -> list[int]:
        tiles = [tile for tiles in self.left.values() for tile in tiles]
        return self.rng.sample(tiles, n)


def themes(rng: random.Random) -> tuple[Sequence[int], float]:
    """Kinds that the sets and the pair are made of, and the share of runs."""
    first, low = 9 * rng.randrange(3), rng.randrange(7)
    suit = tuple(range(first, first + 9))
    neighbours = [kind for kind in range(27) if low <= kind % 9 <= low + 2]
    return rng.choice(
        [
            *[(ALL, share) for share in (0.0, 0.5, 0.8, 1.0) for _ in range(3)],
            (suit, 0.5),
            (suit, 0.9),
            ((*suit, *HONOURS), 0.5),
            (ORPHANS, 0.5),
            (TERMINALS, 0.3),
            (HONOURS, 0.0),
            ((*WINDS, *suit), 0.2),
            ((*DRAGONS, *suit), 0.4),
            (GREENS, 0.2),
            ([kind for kind in range(27) if 0 < kind % 9 < 8], 0.8),
            (neighbours, 0.4),
        ]
    )


def random_set(deck: Deck, among: Sequence[int], runs: float) -> list[int]:
    """Kinds of a run or a triplet."""
    kind = deck.rng.choice(among)
    if kind < 27 and deck.rng.random() < runs:
        low = kind - kind % 9 + min(kind % 9, 6)
        return [low, low + 1, low + 2]
    return [kind] * 3


def call(deck: Deck, kinds: list[int]) -> Called:
    if kinds[0] != kinds[1]:
        return Called("chi", deck.take_all(kinds))
    type_ = deck.rng.choice(("pon", "pon", *KANS, CLOSED_MELD))
    return Called(type_, deck.take_all(kinds if type_ == "pon" else [*kinds, kinds[0]]))


def standard(deck: Deck) -> tuple[list[int], list[Called]]:
    among, runs = themes(deck.rng)
    rate = deck.rng.choice((0.0, 0.0, 0.2, 0.5, 0.9))
    sets = [random_set(deck, among, runs) for _ in range(4)]
    if deck.rng.random() < 0.15:
        sets[1] = list(sets[0])
    if deck.rng.random() < 0.1 and sets[0][0] != sets[0][1]:
        step = deck.rng.choice((3, 9))
        low = sets[0][0] % step if step == 9 else sets[0][0] - sets[0][0] % 9
        sets[:3] = [[low + step * i + j for j in range(3)] for i in range(3)]
    if deck.rng.random() < 0.06:
        kinds = deck.rng.choice((DRAGONS, WINDS))
        sets[: len(kinds)] = [[kind] * 3 for kind in kinds]
    concealed, melds = deck.take_all([deck.rng.choice(among)] * 2), []
    for kinds in sets:
        if deck.rng.random() < rate:
            melds.append(call(deck, kinds))
        else:
            concealed += deck.take_all(kinds)
    return concealed, melds


def pairs(deck: Deck) -> tuple[list[int], list[Called]]:
    among = sorted(set(themes(deck.rng)[0]))
    if len(among) < 7:
        among = list(ALL)
    kinds = deck.rng.sample(among, 7)
    return deck.take_all([kind for kind in kinds for _ in range(2)]), []


def orphans(deck: Deck) -> tuple[list[int], list[Called]]:
    return deck.take_all([*ORPHANS, deck.rng.choice(ORPHANS)]), []


def nine_gates(deck: Deck) -> tuple[list[int], list[Called]]:
    low = 9 * deck.rng.randrange(3)
    ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, deck.rng.randrange(9)]
    return deck.take_all([low + rank for rank in ranks]), []


SHAPES = (standard,) * 16 + (pairs,) * 3 + (orphans, nine_gates)


def random_flags(rng: random.Random, hand: WonHand) -> set[str]:
    """What may have happened around this win."""
    kinds = [tile // 4 for tile in (*hand.concealed, *(t for m in hand.melds for t in m.tiles))]
    kan = any(meld.type in KANS for meld in hand.melds)
    likely = rng.random() < 0.3
    if hand.by == "tsumo":
        first = not hand.melds and not hand.riichi and rng.random() < 0.02
        if first:
            return {"tenhou" if hand.winner == hand.dealer else "chiihou"}
        luck = ({"rinshan"} if kan else {"haitei"}) if likely else set()
    else:
        robbed = hand.win_tile // 4 not in kinds
        luck = ({"chankan"} if robbed and rng.random() < 0.5 else {"houtei"}) if likely else set()
    if hand.riichi:
        luck |= {"double_riichi"} if rng.random() < 0.1 else set()
        luck |= {"ippatsu"} if rng.random() < 0.3 and "rinshan" not in luck else set()
    return luck


def random_hand(rng: random.Random) -> WonHand:
    while True:
        try:
            return _random_hand(rng)
        except OutOfTiles:
            continue


def _random_hand(rng: random.Random) -> WonHand:
    deck = Deck(rng)
    concealed, melds = rng.choice(SHAPES)(deck)
    win_tile = concealed.pop(rng.randrange(len(concealed)))
    winner, dealer = rng.randrange(4), rng.randrange(4)
    by = rng.choice(("ron", "tsumo"))
    loser = rng.choice([seat for seat in range(4) if seat != winner]) if by == "ron" else None
    hand = WonHand(concealed, win_tile, melds, by, winner, dealer, loser, rng.randrange(3))
    hand.riichi = hand.closed and rng.random() < 0.5
    hand.flags = random_flags(rng, hand)
    n = 1 + sum(meld.type in KANS for meld in melds)
    indicators = deck.any(2 * n)
    hand.dora, hand.ura = indicators[:n], indicators[n:] if hand.riichi else []
    hand.honba, hand.sticks = rng.choice((0, 0, 1, 3)), rng.choice((0, 1, 4)) + hand.riichi
    return hand
