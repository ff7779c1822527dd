"""Piquet: what each of the two may know in a hand (piquet.md 3, 7.2, 7.4).

Everybody remembers his own discards and all tricks, so `own_discards_visible` and
`trick_pile_visible` add nothing to it.
"""

from dataclasses import dataclass

from tests.games.piquet.reference.piquet import CATEGORIES, ELDER, YOUNGER, Settled, deck_of
from tests.games.piquet.reference.piquet_play import Table
from tests.games.tricks.reference.cards import SUITS, ordered
from tests.games.tricks.reference.options import Options


@dataclass(frozen=True)
class Sight:
    """The knowledge of one seat. All card lists are in increasing order."""

    hand: list[str]
    laid_out: list[str]
    left: list[str]  # cards known to lie in what is left of the talon
    opponent_has: list[str]  # known to be in the opponent's hand now
    opponent_had: list[str]  # known to have been his: in his hand, laid out or played
    opponent_lacks: list[str]  # suits that he holds no more
    unseen: list[str]  # wherever they are: in his hand, laid out by him or left in the talon
    opponent_cards: int  # sizes of those three places, with the known cards in them
    opponent_laid_out: int
    talon_left: int
    said: dict[str, dict[str, str | int]]  # by category, what is public of the declarations


def sight(table: Table, seat: int) -> Sight:
    other, gone, rest = 1 - seat, played(table), set(talon_rest(table))
    left = rest if table.opened else rest & set(table.peeked[seat])
    received = set(table.drawn[other]) & set(table.peeked[seat])
    had = received | scored(table, other)
    known = table.hands[seat] | set(table.laid_out[seat]) | gone | left
    return Sight(
        hand=ordered(table.hands[seat]),
        laid_out=ordered(table.laid_out[seat]),
        left=ordered(left),
        opponent_has=ordered(had - gone),
        opponent_had=ordered(had | set(table.shown_blank[other])),
        opponent_lacks=[suit for suit in SUITS if suit in table.voids[other]],
        unseen=[card for card in deck_of(table.options) if card not in known],
        opponent_cards=len(table.hands[other]),
        opponent_laid_out=len(table.laid_out[other]),
        talon_left=len(rest),
        said={category: said(table, category) for category in CATEGORIES},
    )


def talon_rest(table: Table) -> list[str]:
    return table.talon[len(table.drawn[ELDER]) + len(table.drawn[YOUNGER]) :]


def played(table: Table) -> set[str]:
    cards = {card for trick in table.tricks for card in trick.cards}
    return cards | ({table.on_table} if table.on_table else set())


def scored(table: Table, seat: int) -> set[str]:
    """Cards of the combinations that the seat has counted, if they are shown (`show_scored`)."""
    if not table.options["show_scored"]:
        return set()
    counted = [s.counted for s in table.settled.values() if counts_openly(table, s, seat)]
    return {card for combinations in counted for one in combinations for card in one.cards}


def counts_openly(table: Table, settled: Settled, seat: int) -> bool:
    """Whether the seat has counted in the category: the younger does so after the first lead."""
    return settled.answered and settled.winner == seat and (seat == ELDER or table.late)


def said(table: Table, category: str) -> dict[str, str | int]:
    """What both know of a category: the declaration as far as announced, the answer, the points."""
    settled = table.settled.get(category)
    if settled is None or not settled.spoken:
        return {}
    public: dict[str, str | int] = {"verdict": settled.verdict if settled.answered else "open"}
    if settled.declared is not None:
        public |= announced(table.options, settled)
    if counts_openly(table, settled, YOUNGER) and settled.answer is not None:
        point = category == "point"
        public["younger"] = len(settled.answer.cards) if point else settled.answer.name
    if any(counts_openly(table, settled, seat) for seat in (ELDER, YOUNGER)):
        public["points"] = sum(settled.worth)
    return public


def announced(options: Options, settled: Settled) -> dict[str, str | int]:
    """What the elder has told: of a point the pips, stepwise the rank, only on equal numbers."""
    declared = settled.declared
    assert declared is not None
    equal = settled.answer is not None and len(settled.answer.cards) == len(declared.cards)
    if settled.category == "point":
        told: dict[str, str | int] = {"elder": len(declared.cards)}
        if equal or options["point_rule"] == "old":
            told["elder_pips"] = declared.strength[-1]
        if options["point_rule"] == "old":
            del told["elder"]
        return told
    stepwise = {"sequence": "sequence_announce", "sets": "set_announce"}[settled.category]
    if options[stepwise] == "together" or equal or shown(options, settled):
        return {"elder": declared.name}
    return {"elder": len(declared.cards)}


def shown(options: Options, settled: Settled) -> bool:
    return bool(options["show_scored"]) and settled.answered and settled.winner == ELDER
