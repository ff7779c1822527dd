"""Random tiles out of one deck: sets and pairs for a hand, then everything around it."""

import random
from collections import Counter
from typing import Any

from tests.games.riichi.reference.deck import deck_of
from tests.games.riichi.reference.notation import DECK_KINDS, SUITS, kind

Hand = tuple[list[tuple[str, list[str]]], list[str]]  # melds and concealed kinds, 14 in all
ASIDE = {"flower": ["1f", "5m"], "bingo": ["1b", "2b"], "19m": ["1m", "9m"]}


class Builder:
    """Draws sets and pairs from a deck until a hand is complete."""

    def __init__(self, rng: random.Random, options: dict[str, Any]) -> None:
        self.rng = rng
        self.options = options
        self.deck = deck_of(options)
        self.kinds = DECK_KINDS[options["tile_set"]]
        self.left = Counter(kind(tile) for tile in self.deck)
        for seven in ("7p", "7s"):  # now and then one too many
            if options["seven_limit"] is not None and rng.random() < 0.95:
                self.left[seven] = min(self.left[seven], options["seven_limit"])

    def take(self, kinds: list[str]) -> bool:
        if any(self.left[k] < n for k, n in Counter(kinds).items()):
            return False
        self.left -= Counter(kinds)
        return True

    def pick(self, among: list[str], size: int, run: bool) -> list[str] | None:
        """A set or pair of kinds out of ``among``; None when the first try does not fit."""
        first = self.rng.choice(among)
        if not run:
            return [first] * size if self.take([first] * size) else None
        if first not in SUITS["p"][:7] + SUITS["s"][:7]:
            return None
        chosen = [f"{int(first[0]) + i}{first[1]}" for i in range(3)]
        fits = all(k in among for k in chosen)
        return chosen if fits and self.take(chosen) else None

    def sets(self, among: list[str], n: int, runs: float) -> list[list[str]]:
        """``n`` sets out of ``among``; ``runs`` is the share of runs tried."""
        found: list[list[str]] = []
        for _ in range(200):
            if len(found) == n:
                return found
            one = self.pick(among, 3, self.rng.random() < runs)
            found += [one] if one else []
        return found + self.sets(list(self.kinds), n - len(found), 0.5)

    def pair(self, among: list[str]) -> list[str]:
        for _ in range(200):
            one = self.pick(among, 2, run=False)
            if one:
                return one
        return self.pair(list(self.kinds))

    def standard(
        self,
        first: list[list[str]],
        among: list[str],
        runs: float,
        pair: list[str],
        kans: float,
        called: float | None = None,
    ) -> Hand:
        """Sets (the given ones first) and a pair; ``called``: the share of triplets called."""
        sets = first + self.sets(among, 4 - len(first), runs)
        openness = self.rng.choice((0.0, 0.0, 0.0, 0.5, 1.0)) if called is None else called
        melds, concealed = [], self.pair(pair)
        for one in sets:
            meld = self.meld(one, openness, kans)
            if meld:
                melds.append(meld)
            else:
                concealed += one
        return melds, concealed

    def meld(self, one: list[str], openness: float, kans: float) -> tuple[str, list[str]] | None:
        if len(set(one)) > 1:
            return ("gc", one) if len(one) == 4 else None
        if self.rng.random() < kans and self.take([one[0]]):
            open_kan = self.rng.random() < openness
            return (self.rng.choice(("daiminkan", "kakan")) if open_kan else "ankan"), one + [
                one[0]
            ]
        return ("pon", one) if self.rng.random() < openness else None


class Pool:
    """The tiles of the deck that are not dealt yet."""

    def __init__(self, rng: random.Random, deck: list[str]) -> None:
        self.rng = rng
        self.left = rng.sample(deck, len(deck))

    def tile(self, of: str) -> str:
        return self.left.pop(next(i for i, tile in enumerate(self.left) if kind(tile) == of))

    def text(self, kinds: list[str]) -> str:
        return "".join(self.tile(of) for of in kinds)

    def any(self) -> str:
        return self.left.pop()

    def take(self, tile: str) -> bool:
        if tile not in self.left:
            return False
        self.left.remove(tile)
        return True

    def set_aside(self, options: dict[str, Any]) -> list[str]:
        """Bonus tiles of the winner."""
        kinds = ASIDE.get(options["nuki_tile"], [options["nuki_tile"]])
        tried = range(self.rng.choice((0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4)))
        chosen = [kinds[0] if len(kinds) == 1 else self.rng.choice(kinds) for _ in tried]
        return [tile for tile in chosen if self.take(tile)]

    def stacks(self) -> str:
        """Stacks from the wall's end; sometimes the front one has only its bottom tile."""
        n = self.rng.randint(0, 12) if self.rng.random() < 0.3 else self.rng.randint(0, 30)
        stacks = [f"{self.any()},{self.any()}" for _ in range(min(n, len(self.left) // 2 - 1))]
        if self.rng.random() < 0.5:
            stacks.append(f"-,{self.any()}")
        return ";".join(stacks)
