"""Deals in which hands are near wins, so that what is rare at a table is met within few hands."""

from collections import Counter
from random import Random
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import kind_of
from shugi._fast.rules.compile import Rules

HONOURS = 27
FULL = 3  # tiles of a set


class Pile:
    """The tiles that are not dealt yet."""

    def __init__(self, rng: Random, tiles: list[int]) -> None:
        self.rng, self.left = rng, Counter(tiles)

    def take(self, kind: int, n: int = 1) -> list[int]:
        """As many tiles of the kind, special ones first or last; none where there are too few."""
        copies = [code for code in self.left.elements() if kind_of(code) == kind]
        found = self.rng.sample(copies, n) if len(copies) >= n else []
        self.left -= Counter(found)
        return found

    def any(self) -> int:
        code = self.rng.choice(list(self.left.elements()))
        self.left -= Counter([code])
        return code

    def set(self, kinds: list[int], n: int) -> list[int]:
        """A triplet, pair or run of the kinds; empty where the first try does not fit."""
        kind = self.rng.choice(kinds)
        if n == FULL and kind < HONOURS and kind % 9 < 7 and self.rng.random() < 0.5:
            run = [self.take(kind + step) for step in range(FULL)]
            if all(run):
                return sum(run, [])
            self.left += Counter(sum(run, []))
            return []
        return self.take(kind, n)

    def loose(self, n: int) -> list[int]:
        """Tiles without a kind, flowers and the like, as many as there are."""
        found = [code for code in self.left.elements() if kind_of(code) is None]
        found = self.rng.sample(found, min(n, len(found)))
        self.left -= Counter(found)
        return found


def near_hand(pile: Pile, size: int) -> list[int]:
    """Sets and pairs of few kinds, one or two tiles at random."""
    rng = pile.rng
    kinds = sorted({kind for code in pile.left if (kind := kind_of(code)) is not None})
    suits = {kind // 9 for kind in kinds}
    chosen = rng.sample(sorted(suits), min(len(suits), rng.choice((1, 2, 3, 4))))
    among = [kind for kind in kinds if kind // 9 in chosen]
    pairs, hand = rng.random() < 0.15, pile.loose(rng.choice((0, 0, 0, 0, 0, 2, 8)))
    for _ in range(60):
        n = 2 if pairs else rng.choice((FULL, FULL, FULL, 2))
        if len(hand) + n <= size - rng.choice((0, 0, 1)):
            hand += pile.set(among, n)
    return hand + [pile.any() for _ in range(size - len(hand))]


def near_wall(rng: Random, rules: Rules) -> list[int]:
    """The whole deck in the order of the deal."""
    pile, fields = Pile(rng, list(rules.tiles)), rules.fields()
    wall: list[int] = []
    for _ in range(fields["at_table"]):
        wall += near_hand(pile, fields["hand_size"])
    rest = list(pile.left.elements())
    rng.shuffle(rest)
    return wall + rest


def deal_near(batch: Batch, i: int, rng: Random) -> None:
    """Begin a hand of game ``i`` with such a wall, anywhere in a game."""
    rules = batch.rules
    places: dict[str, Any] = {"dealer": rng.randrange(rules.seats)}
    if rules.game == "riichi":
        lasts = rules.options["game_length"] not in ("until_bust", "fixed_hands")
        round_ = rng.randrange(2) * rules.seats if lasts else 0
        honba = 0 if rules.options["cherry"] else rng.choice((0, 0, 1, 3, 7))
        sticks = 0 if rules.options["cherry"] else rng.choice((0, 0, 1, 2))
        places |= {"round": round_ + places["dealer"], "honba": honba, "sticks": sticks}
        if not rules.options["cherry"]:
            start = rules.fields()["start_points"]
            points = [rng.choice((1000, 2000, 5000, start)) for _ in range(rules.seats - 1)]
            total = rules.seats * start - rules.options["riichi_cost"] * sticks
            places["scores"] = [total - sum(points), *points]
    else:
        places["honba"] = rng.choice((0, 0, 1, 2, 3))
    batch.set_wall(i, near_wall(rng, rules), **places)
