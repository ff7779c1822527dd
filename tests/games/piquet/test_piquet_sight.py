"""Piquet: what a seat is shown, beside what the reference says it may know."""

from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.core.card_actions import card_action_name
from shugi._fast.view.layouts import CARDS
from tests.games.chinese.golden import rules_of
from tests.games.piquet.games import Pair, blank_pack, engine_action
from tests.games.piquet.reference.piquet_sight import Sight, sight
from tests.games.tricks.reference.flow import Decision
from tests.games.tricks.reference.random_cases import random_changes
from tests.support.seen import observed, row

CATEGORIES = ("point", "sequence", "sets")
(POINT, PIPS, DECLARED, LENGTH, NOTHING, GOOD, NOT_GOOD, EQUAL, COUNTED, YOUNGERS) = range(7, 17)
VERDICTS = {GOOD: "good", NOT_GOOD: "not good", EQUAL: "equal"}


class Eyes:
    """The observation of one seat of a game, row by row."""

    def __init__(self, pair: Pair, seat: int) -> None:
        seen = observed(pair.batch, np.array([seat], np.int8))
        self.planes, self.globals, self.history = (buffer[0] for buffer in seen.values())

    def cards(self, name: str, index: int = 0) -> set[int]:
        return set(np.flatnonzero(row(self.planes, CARDS.plane_rows, name)[index]).tolist())

    def numbers(self, name: str) -> list[float]:
        return list(row(self.globals, CARDS.global_rows, name))

    def events(self) -> list[tuple[int, int, int]]:
        """(relative seat, event, code) in their order."""
        tokens = [int(token) for token in self.history if token]
        return [(token >> 14, token >> 8 & 63, token & 255) for token in tokens]


def ids(cards: list[str]) -> set[int]:
    return {engine_action(card) for card in cards}


def check_cards(eyes: Eyes, known: Sight, received: set[int]) -> None:
    assert eyes.cards("hand") == ids(known.hand)
    assert eyes.cards("aside") == ids(known.laid_out)
    assert eyes.cards("talon_seen") == ids(known.left)
    assert eyes.cards("known") == ids(known.opponent_has)
    assert eyes.cards("unseen") | eyes.cards("known") == ids(known.unseen)
    assert eyes.cards("shown", 1) | received == ids(known.opponent_had)
    assert not eyes.cards("known_aside")


def category_of(action: int) -> str:
    return "sets" if card_action_name(action).startswith("set") else "sequence"


def name_of(action: int) -> str:
    """ "seq_4_K" -> "4 K", "set_K_3" -> "3 K"."""
    verb, *words = card_action_name(action).split("_")
    return " ".join(words if verb == "seq" else words[::-1])


def worth_of(action: int) -> int:
    count = int(name_of(action).split()[0])
    if category_of(action) == "sets":
        return {3: 3, 4: 14}[count]
    return count if count < 5 else count + 10


def told(events: list[tuple[int, int, int]], elder: int, old: bool) -> dict[str, dict[str, Any]]:
    """What the events of a hand tell of each category, in the reference's words."""
    found: dict[str, dict[str, Any]] = {category: {} for category in CATEGORIES}
    for seat, event, code in events:
        if event == POINT:
            found["point"] |= {"elder": code, "points": code}
        elif event == PIPS:
            found["point"] |= {"elder_pips": code} | ({"points": (code + 5) // 10} if old else {})
        elif event == DECLARED:
            found[category_of(code)]["elder"] = name_of(code)
        elif event == LENGTH:
            found[CATEGORIES[code // 16]]["elder"] = code % 16
        elif event == NOTHING and seat == elder:
            found[CATEGORIES[code]]["verdict"] = "none"
        elif event in VERDICTS:
            found[CATEGORIES[code]]["verdict"] = VERDICTS[event]
            if event != GOOD:
                found[CATEGORIES[code]].pop("points", None)
        elif event == COUNTED:
            category, who = found[category_of(code)], "elder" if seat == elder else "younger"
            if "points" not in category:
                category[who] = name_of(code)
            category["points"] = category.get("points", 0) + worth_of(code)
        elif event == YOUNGERS:
            found["point"]["points"] = (code + 5) // 10 if old else code
            found["point"]["younger"] = code
    return found


def check_words(eyes: Eyes, known: Sight, decision: Decision, pair: Pair) -> None:
    """During the play, when all has been said."""
    options = pair.state.options
    elder = 0 if decision.seat == pair.state.elder else 1
    words = told(eyes.events(), elder, options["point_rule"] == "old")
    counted = sum(words[category].get("points", 0) for category in CATEGORIES)
    assert 30 * sum(eyes.numbers("told")) == pytest.approx(counted)
    for category in CATEGORIES:
        expected, mine = dict(known.said[category]), words[category]
        if category == "point" and options["point_rule"] == "old":
            expected.pop("younger", None)  # the reference counts his cards, the table his pips
            mine.pop("younger", None)
        if not options["show_scored"] and expected["verdict"] == "good":
            expected.pop("elder", None)  # piquet 7.4: the class is told of what is counted
            mine.pop("elder", None)
        assert mine == expected, category


def follow(changes: dict[str, Any], seed: int, pack: list[int]) -> None:
    pair, rng = Pair(changes, seed, pack=pack), Random(seed)
    while (decision := pair.compare()) is not None and pair.hands < 3:
        table = pair.state.table
        if table is not None and decision.phase != "seat":
            own = decision.seat ^ pair.state.elder
            known = sight(table, own)
            received = set(table.drawn[1 - own]) & set(table.peeked[own])
            eyes = Eyes(pair, decision.seat)
            check_cards(eyes, known, ids(sorted(received)))
            if decision.phase == "play" and table.late:
                check_words(eyes, known, decision, pair)
        pair.step(rng.choice(decision.actions))


@pytest.mark.parametrize("seed", range(60))
def test_a_seat_sees_what_it_may_know(seed: int) -> None:
    rng = Random(5000 + seed)
    changes = random_changes(rng, "piquet")
    rules = rules_of({"game": "piquet", "options": changes})
    follow(changes, seed, blank_pack(rng, rules) if seed % 3 == 0 else [])


@pytest.mark.slow
def test_seats_see_what_they_may_know_in_many_games() -> None:
    for seed in range(1000):
        test_a_seat_sees_what_it_may_know(seed)


@pytest.mark.parametrize(("option", "value"), [("elder_peek", False), ("show_scored", False)])
def test_less_is_seen_by_the_option(option: str, value: bool) -> None:
    for seed in range(4):
        follow({option: value}, seed, [])
