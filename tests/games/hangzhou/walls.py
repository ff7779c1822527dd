"""Hangzhou walls in which the hands are dealt near wild eyes and kans, so that they come up."""

from collections import Counter
from random import Random

from shugi._fast.rules.compile import Rules

KINDS, HAND, SEATS, WHITE, WILD = 34, 13, 4, 31, 63
INDICATOR_AT = 116  # the reserve's first place


def stacked(rng: Random, rules: Rules) -> list[int]:
    """A wall as it is shuffled: faces in deal order, the dealer's hand first."""
    indicator = WHITE if rules.options["permanent_fortune"] else rng.randrange(KINDS)
    left = Counter(rules.tiles)
    if not rules.options["permanent_fortune"]:
        left[indicator] -= 1
    hands = [near_eye(rng, left, indicator) for _ in range(SEATS)]
    rest = list(left.elements())
    rng.shuffle(rest)
    live = [tile for hand in hands for tile in hand] + rest
    if not rules.options["permanent_fortune"]:
        live.insert(INDICATOR_AT, indicator)
    return live


def near_eye(rng: Random, left: Counter[int], wild: int) -> list[int]:
    """13 tiles: some wildcards, then sets, pairs or fours until there is no room for more."""
    hand = [wild] * min(left[wild], rng.choice((0, 1, 1, 2, 3)))
    left.subtract(hand)
    pairs = rng.random() < 0.15
    while len(hand) < HAND:
        part = group(rng, left, wild, min(HAND - len(hand), 2 if pairs else 4))
        hand += part
        left.subtract(part)
    return hand


def group(rng: Random, left: Counter[int], wild: int, room: int) -> list[int]:
    """A set that is still there, or a few equal tiles; a white is no wildcard's neighbour."""
    kinds = [kind for kind in range(KINDS) if left[kind] and kind != wild]
    kind = rng.choice(kinds)
    size = min(room, left[kind], rng.choice((2, 3, 3, 4)))
    run = [kind, kind + 1, kind + 2]
    fits = kind < 27 and kind % 9 <= 6 and room >= 3 and wild not in run
    if fits and all(left[tile] for tile in run) and rng.random() < 0.5:
        return run
    return [kind] * size
