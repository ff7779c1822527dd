"""Piquet: combinations, the order of scoring, play points, settlements (piquet.md 1, 4, 5).

Pairs are (elder, younger) and seats 0 elder, 1 younger, unless a function says otherwise.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb

from tests.games.tricks.reference.cards import RANKS, SUITS, ordered, pack, rank_of, winner_index
from tests.games.tricks.reference.options import Options

ELDER, YOUNGER = 0, 1
HAND = 12
TRICKS = 12
CATEGORIES = ("point", "sequence", "sets")
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7, "6": 6}
COURT = "KQJ"
SET_RANKS = "AKQJT"
BLANK, REPIC, PIC = 10, 60, 30
BONUS_AT = 30  # points that make a repic or a pic
CARDS, CAPOT = 10, 40
SETTLEMENT_EXTRA, RUBICON = 100, 100

Pair = tuple[int, int]


def deck_of(options: Options) -> list[str]:
    return pack("7" if options["deck"] == 32 else "6")


def talon_size(options: Options) -> int:
    return int(options["deck"]) - 2 * HAND


def is_blank(hand: Iterable[str]) -> bool:
    """Without king, queen or jack: a carte blanche."""
    return not any(card[1] in COURT for card in hand)


def pair_of(seat: int | None, points: int) -> Pair:
    return (points * (seat == ELDER), points * (seat == YOUNGER))


def added(one: Pair, other: Pair) -> Pair:
    return (one[0] + other[0], one[1] + other[1])


# -- exchange (piquet.md 3: P1, P2) --------------------------------------------------------------


def elder_limits(options: Options) -> Pair:
    """The least and the greatest number of cards that the elder may exchange."""
    return (1, int(options["elder_exchange_max"]))


def younger_limits(options: Options, elder_takes: int) -> Pair:
    return (int(options["younger_exchange_min"]), talon_size(options) - elder_takes)


def elder_sees(options: Options, talon: Sequence[str], took: int) -> list[str]:
    """The cards that he might have taken and left."""
    return list(talon[took : elder_limits(options)[1]]) if options["elder_peek"] else []


def exchanges(limits: Pair) -> int:
    """In how many ways a hand can lay out a number of cards within the limits."""
    return sum(comb(HAND, n) for n in range(limits[0], limits[1] + 1))


# -- combinations (piquet.md 3: P3, and 4) -------------------------------------------------------


@dataclass(frozen=True)
class Combination:
    """Cards that count together. What beats what is the order of ``strength``."""

    category: str
    name: str  # "S" for a point, "4 K" for a quart to the king, "3 K" for three kings
    cards: tuple[str, ...]
    strength: tuple[int, ...]
    worth: int


def pips_of(cards: Iterable[str]) -> int:
    return sum(PIPS[card[1]] for card in cards)


def old_point(pips: int) -> int:
    """A tenth, to the nearest integer; five rounds up."""
    return (pips + 5) // 10


def point_of(options: Options, cards: Iterable[str]) -> Combination:
    """The cards of one suit as a point."""
    held = tuple(ordered(cards))
    pips = pips_of(held)
    if options["point_rule"] == "old":
        return Combination("point", held[0][0], held, (pips,), old_point(pips))
    return Combination("point", held[0][0], held, (len(held), pips), len(held))


def run_of(cards: Iterable[str]) -> Combination:
    held = tuple(ordered(cards))
    length, top = len(held), held[-1]
    worth = length if length < 5 else length + 10
    return Combination("sequence", f"{length} {top[1]}", held, (length, rank_of(top)), worth)


def set_of(cards: Iterable[str]) -> Combination:
    held = tuple(ordered(cards))
    count, rank = len(held), held[0][1]
    worth = {3: 3, 4: 14}[count]
    return Combination("sets", f"{count} {rank}", held, (count, RANKS.index(rank)), worth)


def strongest_first(found: Iterable[Combination]) -> list[Combination]:
    """By strength, equal ones in the order of the suits."""
    suits = {suit: place for place, suit in enumerate(SUITS)}
    return sorted(found, key=lambda c: (*(-part for part in c.strength), suits[c.cards[0][0]]))


def points(options: Options, hand: Collection[str]) -> list[Combination]:
    groups = [[card for card in hand if card[0] == suit] for suit in SUITS]
    return strongest_first(point_of(options, group) for group in groups if group)


def runs(hand: Collection[str]) -> list[Combination]:
    """The maximal runs of three or more cards of one suit."""
    found, run = [], list[str]()
    for card in [*ordered(hand), None]:
        if run and (card is None or card[0] != run[-1][0] or rank_of(card) != rank_of(run[-1]) + 1):
            found += [run_of(run)] if len(run) >= 3 else []
            run = []
        run += [card] if card else []
    return strongest_first(found)


def sets(hand: Collection[str]) -> list[Combination]:
    groups = [[card for card in hand if card[1] == rank] for rank in SET_RANKS]
    return strongest_first(set_of(group) for group in groups if len(group) >= 3)


def combinations(options: Options, category: str, hand: Collection[str]) -> list[Combination]:
    """All whole combinations of a hand in the category, the strongest first."""
    if category == "point":
        return points(options, hand)
    return runs(hand) if category == "sequence" else sets(hand)


def parts(whole: Combination) -> list[Combination]:
    """Pieces of a run, or three of four (`partial_combinations`)."""
    if whole.category == "point":
        return []
    if whole.category == "sets":
        return [set_of(whole.cards[:3])] if len(whole.cards) == 4 else []
    size = len(whole.cards)
    pieces = [(start, end) for start in range(size) for end in range(start + 3, size + 1)]
    return [run_of(whole.cards[start:end]) for start, end in pieces if end - start < size]


def declarable(options: Options, category: str, hand: Collection[str]) -> list[Combination]:
    """What may be declared, one for each name: suits are not told in sequences and sets.

    Of several combinations of one name a whole one is meant, then the earliest suit.
    """
    whole = combinations(options, category, hand)
    found = {combination.name: combination for combination in reversed(whole)}
    if options["partial_combinations"]:
        for piece in strongest_first(piece for one in whole for piece in parts(one)):
            found.setdefault(piece.name, piece)
    return strongest_first(found.values())


def elder_points(options: Options, hand: Collection[str]) -> list[Combination]:
    """The suits that the elder may declare: any, or only the longest (old rule: the highest)."""
    found = declarable(options, "point", hand)
    if options["elder_point"] == "any":
        return found
    return [point for point in found if point.strength[0] == found[0].strength[0]]


def sufficient(options: Options, hand: Collection[str], declared: Combination) -> list[Combination]:
    """What the younger may compare with: own combinations at least as good."""
    own = declarable(options, declared.category, hand)
    return [combination for combination in own if combination.strength >= declared.strength]


def further(options: Options, hand: Collection[str], deciding: Combination) -> list[Combination]:
    """The other combinations that may be counted with the deciding one, the strongest first."""
    if deciding.category == "point":
        return []
    whole = combinations(options, deciding.category, hand)
    others = [one for one in whole if not set(one.cards) & set(deciding.cards)]
    if options["extras_limit"] == "none":
        return others
    return [one for one in others if one.strength <= deciding.strength]


# -- one category --------------------------------------------------------------------------------


@dataclass
class Settled:
    """What was said in one category, and what counts."""

    category: str
    declared: Combination | None = None  # by the elder
    answer: Combination | None = None  # by the younger: compared, or his own after the elder's none
    extras: list[Combination] = field(default_factory=list)
    spoken: bool = False  # the elder has declared, or said that he has nothing
    answered: bool = False  # the younger has answered, if there was anything to answer

    @property
    def verdict(self) -> str:
        if self.declared is None:
            return "none"
        if self.answer is None:
            return "good"
        return "equal" if self.answer.strength == self.declared.strength else "not good"

    @property
    def winner(self) -> int | None:
        if self.verdict == "good":
            return ELDER
        return YOUNGER if self.answer is not None and self.verdict != "equal" else None

    @property
    def counted(self) -> list[Combination]:
        deciding = {None: None, ELDER: self.declared, YOUNGER: self.answer}[self.winner]
        return [] if deciding is None else [deciding, *self.extras]

    @property
    def worth(self) -> Pair:
        return pair_of(self.winner, sum(combination.worth for combination in self.counted))


# -- order of scoring (piquet.md 5) --------------------------------------------------------------


@dataclass(frozen=True)
class Declared:
    """The points before the play: entries in the order of scoring, repic after its category."""

    entries: tuple[tuple[str, Pair], ...]
    repic: int | None

    @property
    def totals(self) -> Pair:
        return (sum(pair[0] for _, pair in self.entries), sum(pair[1] for _, pair in self.entries))


def bonus_seat(totals: Pair) -> int | None:
    """Who has 30 or more against nothing."""
    for seat in (ELDER, YOUNGER):
        if totals[seat] >= BONUS_AT and totals[1 - seat] == 0:
            return seat
    return None


def declared_points(blanks: Sequence[bool], worths: Mapping[str, Pair]) -> Declared:
    """Carte blanche, point, sequence, sets; the repic at the first category that makes it."""
    blank = (BLANK * bool(blanks[ELDER]), BLANK * bool(blanks[YOUNGER]))
    entries: list[tuple[str, Pair]] = []
    repic, totals = None, (0, 0)
    for category, pair in (("carte_blanche", blank), *((c, worths[c]) for c in CATEGORIES)):
        entries.append((category, pair))
        totals = added(totals, pair)
        if repic is None and (repic := bonus_seat(totals)) is not None:
            entries.append(("repic", pair_of(repic, REPIC)))
            totals = added(totals, entries[-1][1])
    return Declared(tuple(entries), repic)


# -- play ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trick:
    leader: int
    cards: tuple[str, str]  # the leader's first

    @property
    def winner(self) -> int:
        return self.leader if winner_index(self.cards) == 0 else 1 - self.leader

    @property
    def winning_card(self) -> str:
        return self.cards[winner_index(self.cards)]


@dataclass(frozen=True)
class Played:
    """The points of twelve tricks. ``play`` has neither the pic nor the cards."""

    play: Pair
    tricks: Pair
    cards: Pair
    pic: int | None


def scores_card(options: Options, card: str) -> bool:
    return options["play_points"] == "every_card" or rank_of(card) >= RANKS.index("T")


def trick_points(options: Options, trick: Trick, last: bool, capot: bool) -> list[int]:
    """Who gets a point, one after the other."""
    winner, got = trick.winner, []
    if scores_card(options, trick.cards[0]):
        got.append(trick.leader)
    if winner != trick.leader and scores_card(options, trick.winning_card):
        got.append(winner)
    if last and last_counts(options, trick.winning_card, capot):
        got.append(winner)
    return got


def last_counts(options: Options, card: str, capot: bool) -> bool:
    """Whether winning the last trick with the card brings its point."""
    if capot and not options["capot_last_point"]:
        return False
    return not options["last_trick_needs_ten"] or rank_of(card) >= RANKS.index("T")


def cards_points(tricks: Pair) -> Pair:
    """For most tricks, or all."""
    if tricks[0] == tricks[1]:
        return (0, 0)
    return pair_of(tricks.index(max(tricks)), CAPOT if 0 in tricks else CARDS)


def played_points(options: Options, tricks: Sequence[Trick], declared: Declared) -> Played:
    won: Pair = (0, 0)
    for trick in tricks:
        won = added(won, pair_of(trick.winner, 1))
    play, pic, before = (0, 0), None, declared.totals
    for number, trick in enumerate(tricks, 1):
        for seat in trick_points(options, trick, number == TRICKS, 0 in won):
            play = added(play, pair_of(seat, 1))
            if pic is None and declared.repic is None:
                pic = bonus_seat(added(before, play))
    return Played(play, won, cards_points(won), pic)


def hand_total(declared: Declared, played: Played | None) -> Pair:
    if played is None:
        return declared.totals
    total = added(added(declared.totals, played.play), played.cards)
    return added(total, pair_of(played.pic, PIC))


# -- the end of games (piquet.md 5) --------------------------------------------------------------


def reached(target: int, totals: Pair) -> int | None:
    """The winner, if one has the target: the higher total; None as well if both are equal."""
    if max(totals) < target or totals[0] == totals[1]:
        return None
    return totals.index(max(totals))


def end_in_declarations(target: int, before: Pair, declared: Declared) -> tuple[int | None, Pair]:
    """Who reaches the target first in the order of scoring, and the totals at that moment.

    A repic belongs to the category that makes it. Without a winner: the totals after them all.
    """
    totals = before
    for place, (_, pair) in enumerate(declared.entries):
        totals = added(totals, pair)
        if [name for name, _ in declared.entries[place + 1 : place + 2]] == ["repic"]:
            continue
        winner = reached(target, totals)
        if winner is not None:
            return winner, totals
    return None, totals


def settlement(totals: Pair) -> int:
    """What the winner of six deals gets from the loser; 0 where they are equal."""
    low, high = sorted(totals)
    if low == high:
        return 0
    return (high + low if low < RUBICON else high - low) + SETTLEMENT_EXTRA
