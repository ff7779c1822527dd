"""The table of a card game as text that a person can read."""

from collections.abc import Iterator
from typing import Any

from shugi._fast.core.card_actions import CARD_SUITS
from shugi._fast.rules.compile import Rules
from shugi.envs.notation.cards import CATEGORIES, card_name, format_cards

SUIT_NAMES = {"C": "clubs", "H": "hearts", "S": "spades", "D": "diamonds"}
BID_WORTH = (3, 2, 1, 0)  # tricks that a bid card of the suit stands for: C H S D
QUESTIONS = {
    "seat": "to choose the seat",
    "blank": "to claim the carte blanche or not",
    "count": "to announce the exchange",
    "exchange": "to lay out cards",
    "look": "to turn up the talon or not",
    "open": "to open the talon or not",
    "declare": "to declare",
    "answer": "to answer",
    "extra": "to count a further combination or not",
    "late": "to declare what the elder did not",
    "bid": "to bid",
    "offer": "to offer a premium or not",
    "play": "to play",
}
PRIVATE = ("blank", "extra")  # being asked tells of the hand
PLAYED = 1  # CardEvent, core/cards.pxd
Lines = Iterator[str]


def card_lines(state: dict[str, Any], rules: Rules, viewer: int | None) -> Lines:
    """The position as lines, without what the viewer may not know; as of ``render.text``."""
    yield f"{rules.name} | hand {state['hand_no']}" + _facts(state, rules, viewer)
    n = len(state["seats"])
    for k in range(n):
        number = ((viewer or 0) + k) % n
        yield ""
        yield from seat_lines(state, rules, number, viewer)
    yield ""
    yield question(state, viewer)


def _facts(state: dict[str, Any], rules: Rules, viewer: int | None) -> str:
    talon = state["wall"][state["head"] :]
    facts = []
    if state["trump"] is not None:
        facts.append(f"trump {SUIT_NAMES[CARD_SUITS[state['trump']]]}")
    elif rules.reads("offer_mode"):
        facts.append("no trump")
    if talon and viewer is None:
        facts.append(f"talon {' '.join(map(card_name, talon))}")
    elif talon:
        seen = [card for card in talon if card in state["seats"][viewer]["seen"]]
        known = f", {format_cards(seen, ' ')} among them" if seen else ""
        facts.append(f"talon {len(talon)} cards{known}")
    return "".join(f" | {fact}" for fact in facts)


def seat_lines(state: dict[str, Any], rules: Rules, number: int, viewer: int | None) -> Lines:
    """One seat; the first line says who it is and where it stands. As of ``card_lines``."""
    seat = state["seats"][number]
    turn = ">" if state["actor"] == number and state["phase"] != "over" else " "
    facts = [f"seat {number} {role(state, number)}".rstrip(), f"{seat['score']} points"]
    if seat["chips"]:
        facts.append(f"{seat['chips']:+d} chips")
    facts.append(f"{seat['tricks']} tricks")
    yield f"{turn} {', '.join([*facts, *said(state, rules, number, viewer)])}"
    yield f"    hand   {_covered_cards(state, rules, number, viewer, 'hand')}"
    if seat["aside"]:
        yield f"    aside  {_covered_cards(state, rules, number, viewer, 'aside')}"
    if seat["played"]:
        yield f"    played {_covered_cards(state, rules, number, viewer, 'played')}"
    if seat["void"] and sees_all_tricks(rules, viewer):
        yield "    void   " + " ".join(CARD_SUITS[suit] for suit in seat["void"])
    if seat["trick"] is not None:
        yield f"    trick  {card_name(seat['trick'])}"


def role(state: dict[str, Any], number: int) -> str:
    """What a seat is in this hand: elder or younger, dealer, or nothing."""
    if "piquet" in state:
        return "elder" if number == state["piquet"]["elder"] else "younger"
    return "dealer" if number == state["dealer"] else ""


def known_cards(
    state: dict[str, Any], rules: Rules, number: int, viewer: int | None, place: str
) -> list[int]:
    """The cards in a seat's hand, or laid aside by it, that the viewer knows to lie there.

    Whoever has seen a card remembers it; ``open_cards`` are those that can be looked at; arguments
    are as of ``open_cards``.
    """
    seat = state["seats"][number]
    cards: list[int] = seat[place]
    if viewer is None or viewer == number:
        return cards
    if rules.reads("offer_mode"):
        known = set(seat["shown"])
    elif place == "aside":
        known = set()
    else:
        known = set(state["seats"][viewer]["seen"]) if viewer >= 0 else set()
        known |= _scored_cards(state, rules, number) if seat["aside"] else set(seat["shown"])
    return [card for card in cards if card in known]


def sees_all_tricks(rules: Rules, viewer: int | None) -> bool:
    """Whether all tricks may be looked at, or only the last one (Piquet, trick_pile_visible)."""
    return (
        viewer is None
        or not rules.reads("trick_pile_visible")
        or rules.options["trick_pile_visible"] == "all"
    )


def open_cards(
    state: dict[str, Any], rules: Rules, number: int, viewer: int | None, place: str
) -> list[int]:
    """The cards in a seat's hand, laid aside or played by it that the viewer may look at.

    In Piquet own discards and earlier tricks lie face down once they are seen: by the rules'
    options, the owner may look at his discards again, and both at all tricks or the last one.
    Arguments as of ``card_lines``; ``place`` is "hand", "aside" or "played".
    """
    if place == "played":
        cards: list[int] = state["seats"][number][place]
        if sees_all_tricks(rules, viewer):
            return cards
        face_up = last_tricks(state)
        return [card for card in cards if card in face_up]
    covered = rules.reads("own_discards_visible") and not rules.options["own_discards_visible"]
    if covered and place == "aside" and viewer == number:
        return []
    return known_cards(state, rules, number, viewer, place)


def last_tricks(state: dict[str, Any]) -> set[int]:
    """The cards of the trick on the table and of the one before it."""
    played = [token & 0xFF for token in state["history"] if token >> 8 & 0x3F == PLAYED]
    on_table = sum(seat["trick"] is not None for seat in state["seats"])
    return set(played[-on_table - len(state["seats"]) :])


def _scored_cards(state: dict[str, Any], rules: Rules, number: int) -> set[int]:
    if not rules.options["show_scored"]:
        return set()
    piquet = state["piquet"]
    elder = number == piquet["elder"]
    won = [said for said in piquet["said"] if (said["verdict"] == "good") == elder]
    return {card for said in won for card in said["counted"]}


def _covered_cards(
    state: dict[str, Any], rules: Rules, number: int, viewer: int | None, place: str
) -> str:
    cards = state["seats"][number][place]
    known = open_cards(state, rules, number, viewer, place)
    if len(known) == len(cards):
        return format_cards(cards, " ") + _bid(rules, place, cards)
    shown = f", {format_cards(known, ' ')} among them" if known else ""
    return f"{len(cards)} cards{shown}"


def _bid(rules: Rules, place: str, cards: list[int]) -> str:
    if not rules.reads("offer_mode") or place != "aside" or len(cards) < 3:
        return ""
    return f" (bid {sum(BID_WORTH[card // 9] for card in cards)})"


def said(state: dict[str, Any], rules: Rules, number: int, viewer: int | None) -> list[str]:
    """What the seat has offered or claimed, for all to hear; a viewer of all sees declarations.

    Arguments as of ``card_lines``.
    """
    if rules.reads("offer_mode"):
        told = len(state["asked"]) == len(state["seats"]) or rules.options["offer_mode"] != (
            "simultaneous"
        )
        offers = {38: "declares", 39: "reveals"}
        if number in state["asked"] and (told or viewer in (None, number)):
            return [offers[offer]] if (offer := state["answer"][number]) in offers else []
        return []
    piquet = state["piquet"]
    claims = ["carte blanche"] if piquet["blank"][number] else []
    if viewer is None:
        elder = number == piquet["elder"]
        for category, said in zip(CATEGORIES, piquet["said"], strict=True):
            cards = said["declared" if elder else "answer"]
            if cards:
                verdict = f" {said['verdict'].replace('_', ' ')}" if elder else ""
                claims.append(f"{category} {format_cards(cards, ' ')}{verdict}")
    return claims


def question(state: dict[str, Any], viewer: int | None) -> str:
    """Say whose turn it is, and for what, as far as that tells nothing of a hidden hand."""
    if state["phase"] == "over":
        return "the game is over"
    stage = state["stage"]
    if stage in PRIVATE and viewer not in (None, state["actor"]):
        return f"seat {state['actor']} to speak"
    return f"seat {state['actor']} {QUESTIONS[stage]}"
