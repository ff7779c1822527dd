"""Differences from other engines that are known: each a rule choice, told apart by a predicate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shugi._fast.core.tiles import kind_of
from shugi.envs.notation.words import EVENTS
from tests.games.riichi.reference.shapes import Counts, Deck, Hand, waits
from tests.lockstep.rounds import Difference, sticks_to_first
from tests.lockstep.table import CODE_OF, Move

COPIES: dict[int, Counts] = {
    3: tuple(0 if 1 <= kind <= 7 else 4 for kind in range(34)),
    4: (4,) * 34,
}
FORM, LIVE = (
    {players: Deck(copies, keishiki_fifth_copy=counts) for players, copies in COPIES.items()}
    for counts in ("wait_if_melded", "no_wait")
)
TEMPORARY = 2  # furiten flag
GIVEN_UP = {EVENTS.index(letter) for letter in "dtr"}  # discards
SHOWN = GIVEN_UP | {EVENTS.index(letter) for letter in "na"}  # and North or kan tiles


@dataclass(frozen=True)
class Explanation:
    name: str
    others: tuple[str, ...]
    section: str
    """Of the rules of plain sanma, or of the page on four players (riichi)."""
    reason: str
    holds: Callable[[Difference], bool]


def counts(codes: list[int]) -> Counts:
    kinds = [kind_of(code) for code in codes]
    return tuple(kinds.count(kind) for kind in range(34))


def ready_on(deck: Deck, seat: dict[str, Any], hand: list[int]) -> set[int]:
    """Kinds that complete a hand beside its melds, in this state of the seat."""
    melded = counts([tile for meld in seat["melds"] for tile in meld["tiles"]])
    return set(waits(Hand(deck, counts(hand), melded)))


def fifth_copy_riichi(difference: Difference) -> bool:
    """The other engine lacks exactly the riichi whose every wait is a fifth copy."""
    table = difference.table
    if difference.what != "moves":
        return False
    form, live_form = FORM[table.players], LIVE[table.players]
    state, ours = table.state, difference.ours.get(table.seat, set())
    theirs = difference.theirs.get(table.seat)
    seat = state["seats"][table.seat]

    def ready(deck: Deck, code: int) -> bool:
        hand = list(seat["hand"])
        hand.remove(code)
        return bool(ready_on(deck, seat, hand))

    if state["phase"] == "riichi":
        live: set[Move] = {move for move in ours if ready(live_form, CODE_OF[str(move[1])])}
        played_by_itself = theirs is None and len(live) == 1
        return live < ours and (theirs == live or played_by_itself)
    formal = [code for code in set(seat["hand"]) if ready(form, code)]
    return (
        theirs is not None
        and ours ^ theirs == {("reach",)} <= ours
        and bool(formal)
        and not any(ready(live_form, code) for code in formal)
    )


def no_yaku_furiten(difference: Difference) -> bool:
    """The other engine offers a ron though a wait went by since the seat's last own turn."""
    if difference.what == "over":
        return furiten_on_the_last_discard(difference)
    if difference.what != "moves" or len(difference.theirs) != 1:
        return False
    [(seat, theirs)] = difference.theirs.items()
    if theirs - difference.ours.get(seat, set()) - {("none",)} != {("hora",)}:
        return False
    state, form = difference.table.state, FORM[difference.table.players]
    events = [(token >> 14, token >> 8 & 63, kind_of(token & 255)) for token in state["history"]]
    own = [i for i, (who, event, _) in enumerate(events) if who == seat and event in GIVEN_UP]
    since = events[own[-1] + 1 :] if own else events
    wanted = ready_on(form, state["seats"][seat], state["seats"][seat]["hand"])
    shown = [kind for who, event, kind in since if event in SHOWN and who != seat]
    offered_now = 0 if state["robbing"] else 1  # a tile to rob is not yet in the history
    return sum(kind in wanted for kind in shown) > offered_now


def furiten_on_the_last_discard(difference: Difference) -> bool:
    """The round ended here because the only seat that waits for the last discard is furiten."""
    table = difference.table
    if not difference.ours or table.batch.state(0)["last"]["how"] != "draw":
        return False
    kind = kind_of(table.last_action)
    return any(
        seat["furiten"] & TEMPORARY and kind in ready_on(FORM[table.players], seat, seat["hand"])
        for number, seat in enumerate(table.before["seats"])
        if number != table.before["turn"]
    )


def fifth_copy_draw(difference: Difference) -> bool:
    """The scores are those of a draw at which hands waiting for fifth copies are not ready."""
    table = difference.table
    if difference.what != "scores" or table.batch.state(0)["last"]["how"] != "draw":
        return False

    def noten(deck: Deck) -> list[int]:
        seats = zip(table.before["seats"], table.hands(), strict=True)
        ready = [bool(ready_on(deck, seat, hand)) for seat, hand in seats]
        if sum(ready) in (0, 3):
            return [0, 0, 0]
        gain, loss = ((2000, -1000), (1000, -2000))[sum(ready) - 1]
        return [gain if one else loss for one in ready]

    before = [score - moved for score, moved in zip(table.scores(), noten(FORM[3]), strict=True)]
    after = [score + moved for score, moved in zip(before, noten(LIVE[3]), strict=True)]
    return bool(sticks_to_first(after, sum(difference.theirs)) == difference.theirs)


def four_kans_call(difference: Difference) -> bool:
    """The other engine still lets somebody call the discard after the fourth kan."""
    table = difference.table
    if difference.what == "over":
        return bool(difference.ours and table.batch.state(0)["last"]["how"] == "abort")
    if difference.what != "moves" or table.state["n_kan"] != 4 or table.state["phase"] != "claim":
        return False
    more = difference.theirs.get(table.seat, set()) - difference.ours.get(table.seat, set())
    return bool(more) and all(move[0] in ("pon", "daiminkan") for move in more)


def heavenly_reading(difference: Difference) -> bool:
    """Won before any discard, and the other engine takes whichever tile makes the hand dearest."""
    table = difference.table
    if difference.what != "scores" or any(
        token >> 8 & 63 in SHOWN for token in table.before["history"]
    ):
        return False
    last = table.batch.state(0)["last"]
    winner = table.before["dealer"]
    dearer = difference.theirs[winner] > difference.ours[winner]
    return bool(last["how"] == "win" and last["by"][last["winners"][0]] == "tsumo" and dearer)


EXPLAINED = [
    Explanation(
        "fifth_copy_riichi",
        ("jansou",),
        "3.3",
        "a hand that waits only for kinds of which it has melded copies, and holds the others, may "
        "declare riichi",
        fifth_copy_riichi,
    ),
    Explanation(
        "fifth_copy_draw",
        ("jansou",),
        "3.3, 7",
        "such a hand is ready at a draw",
        fifth_copy_draw,
    ),
    Explanation(
        "heavenly_reading",
        ("riichienv",),
        "riichi 5",
        "the dealer's fourteenth tile is a draw, and what it completes tells the yakuman",
        heavenly_reading,
    ),
    Explanation(
        "no_yaku_furiten",
        ("jansou",),
        "3.6",
        "a wait that goes by makes furiten even where the win would have had no yaku",
        no_yaku_furiten,
    ),
    Explanation(
        "four_kans_call",
        ("jansou",),
        "7",
        "four kans of several players end the hand once the next discard is not won, called or not",
        four_kans_call,
    ),
]


def explain(difference: Difference) -> str | None:
    """Name of what explains a difference."""
    for one in EXPLAINED:
        if difference.other in one.others and one.holds(difference):
            return one.name
    return None
