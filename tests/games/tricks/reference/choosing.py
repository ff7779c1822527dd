"""Choices that an example names, as answers to the decisions of Piquet's declarations and play."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.games.piquet.reference import piquet_play
from tests.games.piquet.reference.piquet_play import GOOD, NONE, Table
from tests.games.tricks.reference.flow import Decision, Flow, Game
from tests.games.tricks.reference.options import Options

Choice = Mapping[str, Any]
Policy = Callable[[Decision, str], str]  # the decision and its category


def action_text(category: str, choice: str) -> str:
    """ "3 to the 9" -> "SEQ 3 9", "4 T" -> "SET T 4", "S" -> "POINT S", "none", "good"."""
    if choice in ("none", "good"):
        return {"none": NONE, "good": GOOD}[choice]
    words = choice.replace(" to the ", " ").split()
    if category == "sets":
        words.reverse()
    return " ".join([piquet_play.VERBS[category], *words])


def choice_text(category: str, action: str) -> str:
    """The inverse of ``action_text``."""
    if action in (NONE, GOOD):
        return action.lower()
    words = action.split()[1:]
    if category == "sets":
        words.reverse()
    return " to the ".join(words) if category == "sequence" else " ".join(words)


class Choosing:
    """Follows named choices; without one the strongest, and every extra is counted.

    A choice names by category what is declared or compared ("none", "good" included), and in
    "extras" by category one yes or no for each further combination that might be counted.
    """

    def __init__(self, choices: Sequence[Choice]) -> None:
        self.choices = choices
        self.asked: dict[tuple[int, str], int] = {}

    def __call__(self, decision: Decision, category: str) -> str:
        choice = self.choices[decision.seat]
        if decision.phase == "extra":
            place = self.asked.get((decision.seat, category), 0)
            self.asked[decision.seat, category] = place + 1
            wanted = (choice.get("extras") or {}).get(category)
            return "EXTRA_YES" if wanted is None or wanted[place] else "EXTRA_NO"
        if choice.get(category) is None:
            return decision.actions[0]
        return action_text(category, choice[category])


def declarations(
    options: Options, hands: Sequence[set[str]], blanks: Sequence[bool], policy: Policy
) -> Table:
    """Both speak as the policy says, the younger's late declarations included."""
    table = Table(options, [set(hands[0]), set(hands[1])], kept=[set(hands[0]), set(hands[1])])
    table.blank = list(blanks)
    for part in (piquet_play.declare, piquet_play.declare_late):
        run(part(table), table, policy)
    return table


def run(flow: Flow[None], table: Table, policy: Policy) -> None:
    game = Game(flow)
    while game.decision is not None:
        game.apply(policy(game.decision, table.speaking))


def play_cards(table: Table, cards: Sequence[str]) -> None:
    """Plays twelve tricks in the given order.

    Raises: ValueError if a card may not be played.
    """
    order = iter(cards)
    run(piquet_play.play_all(table), table, lambda decision, _: next(order))
