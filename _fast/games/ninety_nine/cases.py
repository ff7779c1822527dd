"""How a hand of Ninety-Nine ended, as a case for the scorer: what was bid, how it was played."""

from collections.abc import Mapping
from typing import Any

from shugi._fast.core.card_actions import CARD_SUITS
from shugi._fast.games.ninety_nine.score import trick_winner
from shugi._fast.games.tricks.cases import cards_text
from shugi._fast.text.last_decision import Case, LastDecision


def cases(moment: LastDecision) -> list[Case]:
    before, options = moment.before, moment.rules.options
    seats: list[Mapping[str, Any]] = before["seats"]
    case: Case = {"dealer": before["dealer"], "tricks": _tricks(moment)}
    case["bids"] = [cards_text(seat["aside"]) for seat in seats]
    case["totals"] = [seat["score"] for seat in seats]
    if len(before["asked"]) == len(seats):
        case["offers"] = [moment.name(answer) for answer in before["answer"]]
    if options["mode"] == "race":
        case["wins"] = before["won"]
    else:
        case["hands"] = before["hand_no"]
    return [case]


def _tricks(moment: LastDecision) -> list[int]:
    """Won by each, with the one that the action completes."""
    before = moment.before
    tricks = [seat["tricks"] for seat in before["seats"]]
    n, trump = len(tricks), before["trump"]
    order = [(before["leader"] + step) % n for step in range(n)]
    cards = [before["seats"][seat]["trick"] for seat in order[:-1]] + [moment.action]
    named = None if trump is None else CARD_SUITS[trump]
    tricks[order[trick_winner(moment.rules, cards_text(cards), named)]] += 1
    return tricks
