"""Hand shapes: the engine's tables against brute force, and hands worked out by hand."""

import random
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

from shugi._fast.core.tiles import CODE_NAMES, kind_of, parse_tiles
from shugi._fast.shape.shapes import Shapes
from shugi._fast.shape.trial import Trials
from tests.games.riichi.reference import shapes as reference
from tests.games.riichi.reference.shapes import KINDS, Counts, Deck, Hand
from tests.support.commands import python

READINGS = 192  # the most that the engine lists
FOUR_EACH = dict.fromkeys(range(KINDS), 4)
NO_MANZU = FOUR_EACH | dict.fromkeys(range(9), 0)
SANMA = FOUR_EACH | dict.fromkeys(range(1, 8), 0)
SUIT_AND_TWO = dict.fromkeys(range(KINDS), 0) | dict.fromkeys([*range(9, 18), 27, 31], 4)
EIGHT_SEVENS = NO_MANZU | {15: 8, 24: 8}
BINGO: dict[str, Any] = {
    "seven_limit": 4,
    "chiitoi_duplicates": True,
    "orphan_hand": "nanashi",
    "keishiki_fifth_copy": "no_wait",
}
ASIDE = {"keishiki_fifth_copy": "wait_if_melded"}

# name: (copies, options); between them every option, five sets, one and two kinds of eight copies
DECKS: dict[str, tuple[dict[int, int], dict[str, Any]]] = {
    "four players": (FOUR_EACH, {"keishiki_fifth_copy": "no_wait"}),
    "four players, by form": (FOUR_EACH, {}),
    "four players, melds aside": (FOUR_EACH, ASIDE),
    "sanma": (SANMA, {}),
    "sanma, copies count": (SANMA, {"keishiki_fifth_copy": "no_wait", "chiitoi_duplicates": True}),
    "super bingo": (EIGHT_SEVENS, BINGO),
    "super bingo, by form": (EIGHT_SEVENS, BINGO | {"keishiki_fifth_copy": "wait"}),
    "super bingo, melds aside": (EIGHT_SEVENS, BINGO | ASIDE),
    "super bingo, no limit": (EIGHT_SEVENS, BINGO | {"seven_limit": -1}),
    "super bingo, limit 3": (EIGHT_SEVENS, BINGO | {"seven_limit": 3}),
    "eight 1s": (SANMA | {18: 8}, {"chiitoi_duplicates": True}),
    "eight 1s and 9s": (SANMA | {18: 8, 26: 8}, {"keishiki_fifth_copy": "no_wait"}),
    "sixteen tiles": (FOUR_EACH, {"hand_size": 16, "keishiki_fifth_copy": "no_wait"}),
    "eight 1s, melds aside": (SANMA | {18: 8}, ASIDE | {"chiitoi_duplicates": True}),
    "sixteen tiles, by form": (FOUR_EACH, {"hand_size": 16}),
    "one suit": (SUIT_AND_TWO, {"keishiki_fifth_copy": "no_wait"}),
    "one suit, by form": (SUIT_AND_TWO, {"chiitoi_duplicates": True}),
    "one suit, melds aside": (SUIT_AND_TWO, ASIDE),
    "one suit, sixteen tiles": (SUIT_AND_TWO, {"hand_size": 16}),
}


def deck_and_shapes(name: str) -> tuple[Deck, Shapes]:
    copies, options = DECKS[name]
    counts = tuple(copies[k] for k in range(KINDS))
    return Deck(counts, **options), Shapes(counts, **options)


def counts_of(text: str) -> Counts:
    held = Counter(kind_of(code) for code in parse_tiles(text))
    return tuple(held[k] for k in range(KINDS))


def kinds_of(text: str) -> list[int]:
    return sorted({k for code in parse_tiles(text) if (k := kind_of(code)) is not None})


class Dealer:
    """Deals hands of one deck: from anywhere, or a few tiles away from a finished form."""

    def __init__(self, deck: Deck, rng: random.Random) -> None:
        self.deck = deck
        self.rng = rng
        self.left = list(deck.copies)
        self.beside_melds: list[int] = []

    def hand(self, wild: int) -> Hand:
        rng = self.rng
        self.left = list(self.deck.copies)
        n_sets = self.deck.hand_size // 3
        n_melds = rng.choice((0, 0, 0, *range(n_sets + 1)))
        melded = self.counted([k for _ in range(n_melds) for k in self.meld()])
        self.beside_melds = [k for k in self.deck.kinds if any(melded[max(k - 2, 0) : k + 3])]
        size = 3 * (n_sets - n_melds) + rng.choice((1, 2)) - wild
        while size < 0:
            size += 1
            wild -= 1
        tiles = self.near(n_sets - n_melds)[:size]
        kept = tiles[: max(size - rng.choice((0, 0, 1, 2, 3, size)), 0)]
        for k in tiles[len(kept) :]:
            self.left[k] += 1
        kept += self.anything(size - len(kept))
        return Hand(self.deck, self.counted(kept), melded, wild)

    @staticmethod
    def counted(tiles: list[int]) -> Counts:
        held = Counter(tiles)
        return tuple(held[k] for k in range(KINDS))

    def take(self, wanted: list[int]) -> list[int]:
        """The tiles, if the deck still has them all; else none."""
        need = Counter(wanted)
        if any(self.left[k] < n for k, n in need.items()):
            return []
        for k in wanted:
            self.left[k] -= 1
        return wanted

    def meld(self) -> list[int]:
        while True:
            k = self.rng.choice(self.deck.kinds)
            run = [k, k + 1, k + 2] if k < 27 and k % 9 < 7 else []
            wanted = self.rng.choice(([k] * 3, [k] * 4, run or [k] * 3))
            if taken := self.take(wanted):
                return taken

    def near(self, n_sets: int) -> list[int]:
        """Tiles of a finished form in random order; many copies of a kind are made likely."""
        rng, kinds = self.rng, self.deck.kinds
        tiles: list[int] = []
        style = rng.choice(("sets", "sets", "sets", "quads", "pairs", "orphans"))
        if style == "orphans" and self.deck.orphans:
            tiles = self.take(sorted(self.deck.orphans))
        for _ in range(100):
            k = rng.choice(rng.choice((kinds, tiles or kinds, self.beside_melds or kinds)))
            run = [k, k + 1, k + 2] if k < 27 and k % 9 < 7 else [k] * 3
            block = {"pairs": [k] * 2, "quads": [k] * 4}.get(style) or rng.choice(([k] * 3, run))
            tiles = tiles + self.take(block)
            if len(tiles) >= 3 * n_sets:
                break
        tiles += self.anything(max(3 * n_sets + 2 - len(tiles), 0))
        rng.shuffle(tiles)
        return tiles

    def anything(self, n: int) -> list[int]:
        tiles = [k for k in self.deck.kinds for _ in range(self.left[k])]
        return self.take(self.rng.sample(tiles, n))


def text(hand: Hand) -> str:
    def names(counts: Counts) -> str:
        return " ".join(CODE_NAMES[k] for k in range(KINDS) for _ in range(counts[k]))

    return f"{names(hand.tiles)} | melds {names(hand.melded)} | {hand.wild} wild"


def check(shapes: Shapes, hand: Hand, *, moves: bool) -> None:
    """The engine's answers about one hand; ``moves`` adds those that ask about every next tile."""
    asked: dict[str, Any] = {"wild": hand.wild, "forms": hand.forms}
    tiles, melded, where = hand.tiles, hand.melded, text(hand)
    assert shapes.shanten(tiles, melded, **asked) == reference.shanten(hand), where
    if hand.size % 3 == 1:
        expected = reference.waits(hand)
        assert shapes.waits(tiles, melded, **asked) == expected, where
        assert shapes.is_ready(tiles, melded, **asked) == bool(expected), where
        if moves:
            assert shapes.ukeire(tiles, melded, **asked) == reference.ukeire(hand), where
        return
    assert shapes.is_complete(tiles, melded, **asked) == reference.is_complete(hand), where
    check_readings(shapes, hand)
    if moves:
        expected = reference.ready_discards(hand)
        assert shapes.ready_discards(tiles, melded, **asked) == expected, where
        assert shapes.good_discards(tiles, melded, **asked) == reference.good_discards(hand), where


def check_readings(shapes: Shapes, hand: Hand) -> None:
    """No two alike, none missing, each using all tiles and exactly the wildcards held."""
    expected = reference.readings(hand)
    found = shapes.readings(hand.tiles, hand.melded, wild=hand.wild, forms=hand.forms)
    plain = [(form, *sorted((kind, k) for kind, k, _ in blocks)) for form, blocks in found]
    assert len(set(plain)) == len(plain), text(hand)
    if len(expected) <= READINGS:
        assert set(plain) == {(form, *sorted(blocks)) for form, blocks in expected}, text(hand)
    else:
        assert len(plain) == READINGS, text(hand)
        assert set(plain) <= {(form, *sorted(blocks)) for form, blocks in expected}, text(hand)
    for form, blocks in found:
        if form != "orphans":
            assert sum(wild for *_, wild in blocks) == hand.wild, text(hand)
            assert blocks[-1][0] == "pair", text(hand)


def check_many(name: str, n: int, wild: int, share_of_moves: float) -> None:
    deck, shapes = deck_and_shapes(name)
    rng = random.Random(f"{name} {wild}")
    dealer = Dealer(deck, rng)
    for _ in range(n):
        check(shapes, dealer.hand(wild), moves=rng.random() < share_of_moves)


@pytest.mark.parametrize("name", DECKS)
def test_agrees_with_brute_force(name: str) -> None:
    check_many(name, 220, 0, 0.1)


@pytest.mark.slow
@pytest.mark.parametrize("name", DECKS)
def test_agrees_with_brute_force_on_many_hands(name: str) -> None:
    check_many(name, 7_000, 0, 0.03)


# Brute force tries every tile for every wildcard: many wildcards only where there are few kinds.
WILDCARDS = [
    ("sanma", 1, 60),
    ("super bingo", 1, 60),
    ("super bingo, by form", 1, 60),
    ("sixteen tiles", 1, 20),
    ("one suit", 1, 60),
    ("one suit", 2, 30),
    ("one suit, by form", 2, 30),
    ("one suit, melds aside", 2, 30),
    ("one suit", 3, 12),
    ("one suit, sixteen tiles", 3, 8),
    ("one suit", 4, 4),
    ("one suit, by form", 4, 4),
]


@pytest.mark.parametrize(("name", "wild", "n"), WILDCARDS)
def test_wildcards_agree_with_brute_force(name: str, wild: int, n: int) -> None:
    check_many(name, n, wild, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "wild", "n"), WILDCARDS)
def test_wildcards_agree_with_brute_force_on_many_hands(name: str, wild: int, n: int) -> None:
    check_many(name, 20 * n, wild, 0.01)


def test_single_forms_agree_with_brute_force() -> None:
    for name in ("sanma", "super bingo"):
        deck, shapes = deck_and_shapes(name)
        dealer = Dealer(deck, random.Random(name))
        for form in reference.ALL_FORMS:
            for _ in range(60):
                hand = dealer.hand(0)
                check(shapes, Hand(deck, hand.tiles, hand.melded, 0, (form,)), moves=False)


def test_mean_distance_of_random_hands() -> None:
    """Known from 10^8 hands: 14 tiles of 136 are 3.155940 from ready on average."""
    _, shapes = deck_and_shapes("four players")
    rng = np.random.default_rng(20)
    deck = np.repeat(np.arange(KINDS), 4)
    found = []
    for _ in range(50_000):
        tiles = np.bincount(rng.choice(deck, 14, replace=False), minlength=KINDS)
        shanten = shapes.shanten(tiles.tolist())
        assert shanten is not None
        found.append(shanten)
    error = np.std(found) / len(found) ** 0.5
    assert error < 0.005
    assert abs(np.mean(found) - 3.155940) < 4 * error


# deck, hand, melds, waits
WAITS = [
    # BA-13, SB-18, SB-19, SB-20, TO-07 of the rule texts
    ("sanma", "1112345678999s", "", "123456789s"),
    ("super bingo", "56777789p123s55z", "", "4p5z"),
    ("super bingo", "77777p123456s55z", "", ""),
    ("super bingo", "11156p456567s99s", "", "47p"),
    ("eight 1s", "1111s22p55p77889s", "", "9s"),
    # orphans: thirteen waits, one wait
    ("sanma", "19m19p19s1234567z", "", "19m19p19s1234567z"),
    ("super bingo", "179p179s1234567z", "", "179p179s1234567z"),
    ("super bingo", "1779p19s1234567z", "", "7s"),
    # a wait on a tile of which all copies are in the own hand, concealed or melded
    ("sanma", "1111z234p567s888s", "", "1z"),
    ("sanma, copies count", "1111z234p567s888s", "", ""),
    ("sanma", "13s55p", "2222s123p777z", "2s"),
    ("sanma, copies count", "13s55p", "2222s123p777z", ""),
    ("sanma, copies count", "1333s", "2222s123p777z", "1s"),
    ("four players, melds aside", "123456789m1111p", "", ""),
    ("four players, melds aside", "1111z234p567s888s", "", ""),
    ("four players, melds aside", "1z", "111z234p567s888s", "1z"),
    ("four players, melds aside", "13s55p", "2222s123p777z", "2s"),
    ("four players, melds aside", "1333s", "2222s123p777z", "12s"),
    # sevens: the limit holds whatever keishiki_fifth_copy says
    ("super bingo", "68s55p", "777s777p123p", "7s"),
    ("super bingo", "68s55p", "7777s777p123p", ""),
    ("super bingo, by form", "68s55p", "7777s777p123p", ""),
    ("super bingo, melds aside", "68s55p", "7777s777p123p", ""),
    ("super bingo, no limit", "68s55p", "7777s777p123p", "7s"),
    ("super bingo, no limit", "77777p123456s55z", "", "7p5z"),
    ("super bingo", "77p55z456s", "777p123s", ""),
    ("super bingo, no limit", "77p55z456s", "777p123s", "7p5z"),
    ("super bingo", "777p1199p1144s55z", "", "7p"),
    ("super bingo, limit 3", "777p1199p1144s55z", "", ""),
    # eight 1s: two triplets and more
    ("eight 1s", "1111111123s555z", "", "14s"),
    ("eight 1s", "1111111s234p777z", "", "1s"),
]


@pytest.mark.parametrize(("name", "hand", "melds", "expected"), WAITS)
def test_waits(name: str, hand: str, melds: str, expected: str) -> None:
    _, shapes = deck_and_shapes(name)
    tiles, melded = counts_of(hand), counts_of(melds)
    assert shapes.waits(tiles, melded) == kinds_of(expected)
    assert shapes.is_ready(tiles, melded) == bool(expected)
    assert (shapes.shanten(tiles, melded) == 0) == bool(expected)


def test_more_sevens_in_melds_than_the_limit() -> None:
    _, shapes = deck_and_shapes("super bingo")
    tiles, melded = counts_of("55z456s99s"), counts_of("777p777p")
    assert shapes.shanten(tiles, melded) is None
    assert shapes.waits(tiles, melded) == shapes.ukeire(tiles, melded) == []
    _, unlimited = deck_and_shapes("super bingo, no limit")
    assert unlimited.shanten(tiles, melded) == 0


def test_a_seven_too_many_is_a_useless_tile() -> None:
    _, shapes = deck_and_shapes("super bingo")
    tiles = counts_of("777778p123456s55z")
    assert shapes.shanten(tiles) == 0
    assert shapes.ready_discards(tiles) == shapes.good_discards(tiles) == kinds_of("7p")
    assert not shapes.is_complete(tiles)
    assert shapes.readings(tiles) == []


def test_readings_of_four_triplets_in_a_row() -> None:
    _, shapes = deck_and_shapes("sanma")
    found = shapes.readings(counts_of("11122233344455s"), forms="standard")
    assert {tuple(sorted(block[:2] for block in blocks)) for _, blocks in found} == {
        (("pair", 22), ("triplet", 18), ("triplet", 19), ("triplet", 20), ("triplet", 21)),
        (("pair", 22), ("run", 18), ("run", 18), ("run", 18), ("triplet", 21)),
        (("pair", 22), ("run", 19), ("run", 19), ("run", 19), ("triplet", 18)),
        (("pair", 19), ("run", 19), ("run", 20), ("run", 20), ("triplet", 18)),
    }


def test_a_wildcard_stands_for_no_fifth_copy() -> None:
    """2222p456s789s11z and one wildcard: 1z is no wait, the wildcard would be a fifth 2p."""
    for name, expected in (("sanma, copies count", "134p"), ("sanma", "1234p1z")):
        _, shapes = deck_and_shapes(name)
        assert shapes.waits(counts_of("2222p456s789s11z"), wild=1) == kinds_of(expected)


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss differs")
def test_tables_are_small() -> None:
    code = (
        "import resource, shugi.envs as e, shugi.envs.rulesets.rules\n"
        "def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "before = most(); e.load_rules('super_bingo'); print(most() - before)\n"
    )
    assert float(python(code)) < 30  # MB


def test_codes_and_counts_are_the_same_hand() -> None:
    _, shapes = deck_and_shapes("super bingo")
    codes = parse_tiles("46p0p123s55z5zo77s789p")
    expected = [("run", 12, 0), ("run", 15, 0), ("run", 18, 0), ("triplet", 31, 0), ("pair", 24, 0)]
    assert shapes.readings(codes) == [("standard", expected)]
    assert shapes.readings(counts_of("456p123s555z77s789p")) == [("standard", expected)]


BAD_HANDS: list[tuple[Any, dict[str, Any], str]] = [
    ([0] * 33, {}, "33 tiles of kind 0"),
    ("123p4z", {}, "parse_tiles"),
    ([9, 9, 99], {}, "99, which is no tile code"),
    ([48], {}, "48, which is no tile code with a kind"),
    ([1] * 34, {}, "the deck has 0"),
    ([9] * 5 + [10] * 8, {}, "5 tiles of kind 9: the deck has 4"),
    ([9] * 4, {"melded": [9]}, "5 tiles of kind 9"),
    ([9, 9, 9, *range(9, 18), 27], {"melded": [28] * 3}, "no melds"),
    ([-1] + [0] * 33, {}, "must be 0 to 8"),
    ([9] * 3, {}, "3 concealed tiles"),
    ([27, 27, 28, 28, 29], {}, "3n \\+ 1"),
    ([9, 10, 11, 12], {"wild": 5}, "wild is 5"),
    ([9, 10, 11, 12], {"forms": "chiitoi"}, "no form 'chiitoi'"),
]


@pytest.mark.parametrize(("hand", "others", "message"), BAD_HANDS)
def test_bad_hands_are_refused(hand: Any, others: dict[str, Any], message: str) -> None:
    _, shapes = deck_and_shapes("sanma")
    with pytest.raises(ValueError, match=message):
        shapes.waits(hand, **others)


@pytest.mark.parametrize(
    ("copies", "options", "message"),
    [
        ([4] * 33, {}, "34 kinds"),
        ([9] + [4] * 33, {}, "must be 0 to 8"),
        ([4] * 34, {"orphan_hand": "none"}, "'kokushi' or 'nanashi'"),
        ([4] * 34, {"hand_size": 14}, "hand_size is 14"),
        ([4] * 34, {"seven_limit": 9}, "seven_limit is 9"),
        ([8] * 34, {}, "no shape table"),
    ],
)
def test_bad_decks_are_refused(copies: list[int], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Shapes(copies, **options)


def walk(
    shapes: Shapes, hand: Hand, forms: tuple[str, ...], rng: random.Random
) -> tuple[list[tuple[int, int]], list[Counts]]:
    """Tiles that come and go, mostly so that the hand gets nearer, and the hands they leave."""
    deck, puts, hands = hand.deck, list[tuple[int, int]](), list[Counts]()
    tiles = list(hand.tiles)
    for _ in range(24):
        if (sum(tiles) + hand.wild) % 3 == 1:
            free = [k for k in deck.kinds if tiles[k] + hand.melded[k] < deck.copies[k]]
            good = shapes.ukeire(tiles, hand.melded, wild=hand.wild, forms=forms)
            change = 1
        else:
            free = [k for k in deck.kinds if tiles[k]]
            good = shapes.good_discards(tiles, hand.melded, wild=hand.wild, forms=forms)
            change = -1
        wanted = [k for k in good if k in free]
        k = rng.choice(wanted if wanted and rng.random() < 0.6 else free)
        tiles[k] += change
        puts.append((k, change))
        hands.append(tuple(tiles))
    return puts, hands


@pytest.mark.parametrize("name", DECKS)
def test_a_trial_answers_as_each_hand_does_by_itself(name: str) -> None:
    deck, shapes = deck_and_shapes(name)
    copies, options = DECKS[name]
    trials = Trials((copies[k] for k in range(KINDS)), **options)
    rng = random.Random(9)
    dealer, near = Dealer(deck, rng), 0
    for _ in range(40):
        hand = dealer.hand(rng.choice((0, 0, 0, 1, 2, 3)))
        forms = rng.choice((("standard",), ("pairs",), ("standard", "pairs", "orphans")))
        given: dict[str, Any] = {"wild": hand.wild, "forms": forms}
        if not any(hand.tiles):
            continue
        puts, hands = walk(shapes, hand, forms, rng)
        for tiles, found in zip(
            hands, trials.asked(hand.tiles, puts, hand.melded, **given), strict=True
        ):
            first, second = (
                (shapes.waits, shapes.ukeire)
                if (sum(tiles) + hand.wild) % 3 == 1
                else (shapes.ready_discards, shapes.good_discards)
            )
            now = shapes.shanten(tiles, hand.melded, **given)
            answers = (
                now,
                first(tiles, hand.melded, **given),
                second(tiles, hand.melded, **given),
            )
            assert found == answers, text(Hand(deck, tiles, hand.melded, hand.wild))
            near += now is not None and now < 2
    assert near > 100, "hardly a hand is near ready"
