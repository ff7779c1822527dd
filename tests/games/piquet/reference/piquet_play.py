"""Piquet: the decisions of one hand in their order (piquet.md 3).

Seats are 0 elder and 1 younger. Actions: cards and STOP in exchanges, CB_YES, CB_NO, CB_COUNT n,
LOOK, DONT, NO, OPEN suit, POINT suit, SEQ length rank, SET rank number, NONE, GOOD, EXTRA_YES,
EXTRA_NO, and cards in the play.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.games.piquet.reference import piquet
from tests.games.piquet.reference.piquet import (
    CATEGORIES,
    ELDER,
    YOUNGER,
    Combination,
    Pair,
    Settled,
)
from tests.games.tricks.reference.cards import SUITS, following, ordered
from tests.games.tricks.reference.flow import Decision, Flow, pick
from tests.games.tricks.reference.options import Options

NONE, GOOD = "NONE", "GOOD"
VERBS = {"point": "POINT", "sequence": "SEQ", "sets": "SET"}


@dataclass
class Table:
    """One hand of Piquet with all its cards open."""

    options: Options
    hands: list[set[str]]
    talon: list[str] = field(default_factory=list)  # in its order, as dealt
    left: list[str] = field(default_factory=list)  # of the talon, after both exchanges
    laid_out: list[list[str]] = field(default_factory=lambda: [[], []])
    drawn: list[list[str]] = field(default_factory=lambda: [[], []])
    blank: list[bool] = field(default_factory=lambda: [False, False])  # declared
    shown_blank: list[list[str]] = field(default_factory=lambda: [[], []])
    peeked: list[list[str]] = field(default_factory=lambda: [[], []])  # talon cards seen in private
    opened: bool = False  # what is left of the talon lies open
    bound: str | None = None  # suit of the first lead
    settled: dict[str, Settled] = field(default_factory=dict)
    speaking: str = ""  # the category that is talked about
    asking: Combination | None = None  # the further combination that may be counted
    late: bool = False  # the younger has counted what is his
    kept: list[set[str]] = field(default_factory=list)  # the hands when the play began
    tricks: list[piquet.Trick] = field(default_factory=list)
    on_table: str | None = None
    voids: list[set[str]] = field(default_factory=lambda: [set(), set()])
    events: list[tuple[str, int, int]] = field(default_factory=list)  # what, who, how many

    def note(self, what: str, seat: int, number: int = 0) -> None:
        self.events.append((what, seat, number))

    @property
    def declared(self) -> piquet.Declared:
        worths = {category: self.settled[category].worth for category in CATEGORIES}
        return piquet.declared_points(self.blank, worths)


@dataclass(frozen=True)
class Result:
    """A finished hand. ``winner`` is set where the declarations alone ended the game."""

    declared: piquet.Declared
    played: piquet.Played | None
    totals: Pair  # of the hand; those that counted up to the end
    winner: int | None = None


def deal(options: Options, cards: Sequence[str]) -> Table:
    """The first twelve to the elder, twelve to the younger, then the talon from its top."""
    size = piquet.HAND
    hands = [set(cards[:size]), set(cards[size : 2 * size])]
    return Table(options, hands, list(cards[2 * size :]))


def hand(table: Table, target: int | None = None, before: Pair = (0, 0)) -> Flow[Result]:
    """The whole hand. With a target it stops when the declarations decide the game."""
    yield from exchange(table)
    yield from declare(table)
    led = yield from play_card(table, ELDER)
    yield from declare_late(table)
    declared = table.declared
    if target is not None:
        winner, totals = piquet.end_in_declarations(target, before, declared)
        if winner is not None:
            made = (totals[0] - before[0], totals[1] - before[1])
            return Result(declared, None, made, winner)
    yield from play_out(table, led)
    played = piquet.played_points(table.options, table.tricks, declared)
    return Result(declared, played, piquet.hand_total(declared, played))


# -- carte blanche and exchange (P0 to P2b) ------------------------------------------------------


def exchange(table: Table) -> Flow[None]:
    yield from blank(table, ELDER)
    if table.blank[ELDER] and table.options["carte_blanche_sequence"] == "full":
        yield from full_sequence(table)
    else:
        if table.blank[ELDER]:
            show_blank(table, ELDER)
        yield from lay_out(table, ELDER, piquet.elder_limits(table.options))
        draw(table, ELDER)
        yield from blank(table, YOUNGER)
        if table.blank[YOUNGER]:
            show_blank(table, YOUNGER)
        taken = len(table.drawn[ELDER])
        yield from lay_out(table, YOUNGER, piquet.younger_limits(table.options, taken))
        draw(table, YOUNGER)
    yield from look(table)
    yield from open_talon(table)
    table.kept = [set(held) for held in table.hands]


def blank(table: Table, seat: int) -> Flow[None]:
    if piquet.is_blank(table.hands[seat]):
        action = yield Decision(seat, "blank", ("CB_YES", "CB_NO"))
        table.blank[seat] = action == "CB_YES"
        if table.blank[seat]:
            table.note("carte blanche", seat)


def show_blank(table: Table, seat: int) -> None:
    table.shown_blank[seat] = ordered(table.hands[seat])
    table.note("shown", seat, piquet.BLANK)


def full_sequence(table: Table) -> Flow[None]:
    """The younger lays out before he sees the elder's blank hand (piquet.md 3, P0)."""
    least, most = piquet.elder_limits(table.options)
    numbers = tuple(f"CB_COUNT {n}" for n in range(least, most + 1))
    action = yield Decision(ELDER, "count", numbers)
    number = int(action.split()[1])
    table.note("number", ELDER, number)
    yield from blank(table, YOUNGER)
    if table.blank[YOUNGER]:
        show_blank(table, YOUNGER)
    yield from lay_out(table, YOUNGER, piquet.younger_limits(table.options, number))
    show_blank(table, ELDER)
    yield from lay_out(table, ELDER, (number, number))
    draw(table, ELDER)
    draw(table, YOUNGER)


def lay_out(table: Table, seat: int, limits: Pair) -> Flow[None]:
    cards = yield from pick(seat, "exchange", table.hands[seat], *limits)
    table.laid_out[seat] = cards
    table.hands[seat] -= set(cards)
    table.note("laid out", seat, len(cards))


def draw(table: Table, seat: int) -> None:
    """As many as were laid out; then the private look at what might have been taken."""
    first = len(table.drawn[ELDER]) if seat == YOUNGER else 0
    number = len(table.laid_out[seat])
    table.drawn[seat] = table.talon[first : first + number]
    table.hands[seat] |= set(table.drawn[seat])
    table.note("drew", seat, number)
    if seat == ELDER:
        table.peeked[ELDER] = piquet.elder_sees(table.options, table.talon, number)
        return
    table.left = table.talon[first + number :]
    if table.options["younger_peek"] == "private":
        table.peeked[YOUNGER] = list(table.left)


def look(table: Table) -> Flow[None]:
    """The younger may only see what is left if the elder sees it too (`public_or_not`)."""
    if table.left and table.options["younger_peek"] == "public_or_not":
        action = yield Decision(YOUNGER, "look", ("LOOK", "DONT"))
        table.opened = action == "LOOK"


def open_talon(table: Table) -> Flow[None]:
    if not table.left or table.opened or not table.options["elder_open_talon"]:
        return
    held = [suit for suit in SUITS if any(card[0] == suit for card in table.hands[ELDER])]
    action = yield Decision(ELDER, "open", ("NO", *(f"OPEN {suit}" for suit in held)))
    if action != "NO":
        table.opened, table.bound = True, action.split()[1]


# -- declarations (P3, P5) -----------------------------------------------------------------------


def action_of(combination: Combination) -> str:
    """ "POINT S", "SEQ 4 K" or "SET K 3"."""
    words = combination.name.split()
    said = words[::-1] if combination.category == "sets" else words
    return " ".join([VERBS[combination.category], *said])


def one_of(
    seat: int, phase: str, offered: Sequence[Combination], last: str | None
) -> Flow[Combination | None]:
    """One of the combinations, the strongest offered first, or the last word."""
    by_action = {action_of(combination): combination for combination in offered}
    action = yield Decision(seat, phase, (*by_action, *([last] if last else [])))
    return by_action.get(action)


def declare(table: Table) -> Flow[None]:
    """The elder's declarations, each answered at once."""
    options, (elder, younger) = table.options, table.hands
    for category in CATEGORIES:
        settled = table.settled[category] = Settled(category)
        table.speaking = category
        if category == "point":
            offered, last = piquet.elder_points(options, elder), None
        else:
            offered, last = piquet.declarable(options, category, elder), NONE
        settled.declared = yield from one_of(ELDER, category, offered, last)
        settled.spoken, settled.answered = True, settled.declared is None
        if settled.declared is None:
            continue
        rivals = piquet.sufficient(options, younger, settled.declared)
        settled.answer = yield from one_of(YOUNGER, "answer", rivals, GOOD)
        settled.answered = True
        if settled.winner == ELDER:
            yield from extras(table, ELDER, settled, settled.declared)


def declare_late(table: Table) -> Flow[None]:
    """What the younger counts before his first card."""
    own = table.kept[YOUNGER] if table.kept else table.hands[YOUNGER]
    for category in CATEGORIES:
        settled = table.settled[category]
        table.speaking = category
        if settled.verdict == "none":
            offered = piquet.declarable(table.options, category, own)
            settled.answer = yield from one_of(YOUNGER, "late", offered, NONE)
        if settled.winner == YOUNGER and settled.answer is not None:
            yield from extras(table, YOUNGER, settled, settled.answer)
    table.late, table.speaking = True, ""


def extras(table: Table, seat: int, settled: Settled, deciding: Combination) -> Flow[None]:
    held = table.kept[seat] if table.kept else table.hands[seat]
    for combination in piquet.further(table.options, held, deciding):
        action, table.asking = "EXTRA_YES", combination
        if table.options["extras"] == "ask":
            action = yield Decision(seat, "extra", ("EXTRA_YES", "EXTRA_NO"))
        if action == "EXTRA_YES":
            settled.extras.append(combination)


# -- play (P4, P6) -------------------------------------------------------------------------------


def play_card(table: Table, seat: int) -> Flow[str]:
    led = table.on_table
    first = led is None and not table.tricks
    suit = led[0] if led else table.bound if first else None
    action = yield Decision(seat, "play", tuple(following(table.hands[seat], suit)))
    table.hands[seat].remove(action)
    if led is None:
        table.on_table = action
    elif action[0] != led[0]:
        table.voids[seat].add(led[0])
    return action


def play_all(table: Table) -> Flow[None]:
    led = yield from play_card(table, ELDER)
    yield from play_out(table, led)


def play_out(table: Table, led: str) -> Flow[None]:
    """The play from the first card on, which the elder has led."""
    leader = ELDER
    while True:
        reply = yield from play_card(table, 1 - leader)
        table.tricks.append(piquet.Trick(leader, (led, reply)))
        table.on_table = None
        leader = table.tricks[-1].winner
        if len(table.tricks) == piquet.TRICKS:
            return
        led = yield from play_card(table, leader)
