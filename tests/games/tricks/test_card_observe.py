"""The observation of the card games: every row against a slow second writer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.games.piquet.fields import VERDICTS
from shugi._fast.games.tricks.text import STAGES
from shugi._fast.view.layouts import CARDS
from shugi.envs import load_rules
from shugi.envs.drawing.render_cards import known_cards
from tests.support.rule_sets import CARD_SETS

# told by the events alone; tests/games/piquet/test_piquet_sight.py holds those beside the reference
WORDS = {"verdict", "elder_cards", "elder_top", "elder_pips", "younger_cards", "younger_top"}
WORDS |= {"younger_pips", "told"}
Cards = set[int]


def suit(card: int) -> int:
    return card // 9


class Table:
    """A position with all its cards, and one seat that looks at it."""

    def __init__(self, batch: Batch, i: int, seat: int) -> None:
        self.rules, self.state = batch.rules, batch.state(i)
        self.seat, self.acts = seat, batch.seat[i] == seat
        self.legal = batch.legal_actions(i)
        n = len(self.state["seats"])
        self.numbers = [(seat + k) % n for k in range(n)]
        self.seats = [self.state["seats"][p] for p in self.numbers]
        self.own = self.seats[0]
        self.pack = set(self.rules.tiles)
        self.talon = set(self.state["wall"][self.state["head"] :])
        self.gone = {card for one in self.seats for card in one["played"]}
        self.piquet = self.state.get("piquet")

    def known(self, k: int, place: str) -> Cards:
        return set(known_cards(self.state, self.rules, self.numbers[k], self.seat, place))

    @property
    def seen(self) -> Cards:
        return self.talon & set(self.own["seen"])

    @property
    def unseen(self) -> Cards:
        found = self.pack - self.gone - self.seen
        for k in range(len(self.seats)):
            found -= self.known(k, "hand") | self.known(k, "aside")
        return found

    def possible(self, k: int) -> Cards:
        void = self.seats[k]["void"]
        return {c for c in self.unseen | self.known(k, "hand") if suit(c) not in void}

    @property
    def winning(self) -> int | None:
        led = self.state["seats"][self.state["leader"]]["trick"]
        cards = [one["trick"] for one in self.seats if one["trick"] is not None]
        if not cards:
            return None
        trumps = [c for c in cards if suit(c) == self.state["trump"]]
        return max(trumps or [c for c in cards if suit(c) == suit(led)])

    def run(self, card: int) -> int:
        held = {c for c in self.own["hand"] if suit(c) == suit(card)}
        low = high = card
        while low - 1 in held:
            low -= 1
        while high + 1 in held:
            high += 1
        return high - low + 1

    def beats(self) -> Cards:
        best = self.winning
        if best is None:
            return set()
        return {
            c
            for c in self.own["hand"]
            if (suit(c) == suit(best) and c > best)
            or (suit(c) != suit(best) and suit(c) == self.state["trump"])
        }

    def master(self) -> Cards:
        others = set().union(*(self.possible(k) for k in range(1, len(self.seats))))
        return {
            c for c in self.own["hand"] if not any(suit(o) == suit(c) and o > c for o in others)
        }

    def said(self, category: int) -> Cards:
        assert self.piquet is not None
        said = self.piquet["said"][category]
        return set(said["declared" if self.seat == self.piquet["elder"] else "answer"])


def ones(*sets: Any) -> np.ndarray:
    planes = np.zeros((len(sets), 36))
    for plane, cards in zip(planes, sets, strict=True):
        plane[list(cards)] = 1
    return planes


def three(sets: list[Any], empty: Any = ()) -> list[Any]:
    return [*sets, *[empty] * (3 - len(sets))]


def counts(t: Table, count: Callable[[int], int]) -> np.ndarray:
    plane = np.zeros((1, 36))
    for card in t.own["hand"]:
        plane[0, card] = count(card)
    return plane


def others(t: Table, of: Callable[[int], Any]) -> np.ndarray:
    return ones(*three([of(k) for k in range(1, len(t.seats))])[:2])


def led(t: Table) -> Cards:
    if t.winning is None:
        return set()
    card = t.state["seats"][t.state["leader"]]["trick"]
    return {c for c in t.pack if suit(c) == suit(card)}


def own_set(t: Table, key: str) -> Cards:
    return set(t.piquet[key]) if t.piquet is not None and t.acts else set()


PLANES: dict[str, Callable[[Table], Any]] = {
    "hand": lambda t: ones(t.own["hand"]),
    "aside": lambda t: ones(t.own["aside"]),
    "choices": lambda t: ones([a for a in t.legal if a < 36] if t.acts else []),
    "suit_length": lambda t: counts(t, lambda c: sum(suit(c) == suit(o) for o in t.own["hand"])),
    "run": lambda t: counts(t, t.run),
    "rank": lambda t: counts(t, lambda c: sum(c % 9 == o % 9 for o in t.own["hand"])),
    "known": lambda t: others(t, lambda k: t.known(k, "hand")),
    "known_aside": lambda t: others(t, lambda k: t.known(k, "aside")),
    "possible": lambda t: others(t, t.possible),
    "shown": lambda t: ones(*three([one["shown"] for one in t.seats])),
    "talon_seen": lambda t: ones(t.seen),
    "talon_open": lambda t: ones(t.talon.intersection(*(one["seen"] for one in t.seats))),
    "unseen": lambda t: ones(t.unseen),
    "played": lambda t: ones(*three([one["played"] for one in t.seats])),
    "trick": lambda t: ones(
        *three([[] if one["trick"] is None else [one["trick"]] for one in t.seats])
    ),
    "winning": lambda t: ones([] if t.winning is None else [t.winning]),
    "led": lambda t: ones(led(t)),
    "trump": lambda t: ones([c for c in t.pack if suit(c) == t.state["trump"]]),
    "beats": lambda t: ones(t.beats()),
    "master": lambda t: ones(t.master()),
    "picked": lambda t: ones(own_set(t, "picked")),
    "asked": lambda t: ones(own_set(t, "asking")),
    "own_said": lambda t: ones(*([t.said(c) for c in range(3)] if t.piquet else [()] * 3)),
}


def each(t: Table, of: Callable[[int], float]) -> list[float]:
    return three([of(k) for k in range(len(t.seats))], 0)


def is_seat(t: Table, number: int | None) -> list[float]:
    return each(t, lambda k: t.numbers[k] == number)


def one_hot(size: int, at: int | None) -> list[int]:
    return [int(k == at) for k in range(size)]


def stage(t: Table) -> list[int]:
    game = "piquet" if t.piquet else "ninety_nine"
    at = STAGES[game].index(t.state["stage"]) + (0 if t.piquet else 18)
    return one_hot(24, at if t.acts else None)


def bid(t: Table, k: int) -> int:
    return sum((3, 2, 1, 0)[suit(c)] for c in t.known(k, "aside"))


def bid_known(t: Table, k: int) -> bool:
    return len(t.known(k, "aside")) == 3


def offers(t: Table) -> list[int]:
    """38 declares, 39 reveals; hidden until all have spoken, but for the own."""
    asked = t.state["asked"]
    told = len(asked) == 3 or t.rules.options["offer_mode"] == "sequential"
    found: list[int] = []
    for k, number in enumerate(t.numbers):
        open_ = number in asked and (told or k == 0)
        found += one_hot(3, t.state["answer"][number] - 37 if open_ else None)
    return found


def premium(t: Table) -> list[float]:
    if len(t.state["asked"]) < 3:
        return [0, 0, 0]
    order = [(t.state["dealer"] + step) % 3 for step in (1, 2, 3)]
    best = max(order, key=lambda p: t.state["answer"][p])  # the first of equals
    return is_seat(t, best if t.state["answer"][best] > 37 else None)


def dealt(t: Table) -> bool:
    return any(one["hand"] or one["played"] for one in t.seats)


def own_exchange(t: Table) -> list[float]:
    picks = t.acts and t.state["stage"] == "exchange"
    return [t.piquet["least"] / 8, t.piquet["most"] / 8] if t.piquet and picks else [0, 0]


def category(t: Table) -> list[int]:
    spoken = t.acts and t.state["stage"] in ("declare", "answer", "extra", "late")
    return one_hot(3, t.piquet["speaking"] if t.piquet and spoken else None)


Writers = dict[str, Callable[[Table], Any]]
GLOBALS: Writers = {
    "present": lambda t: each(t, lambda k: 1),
    "score": lambda t: each(t, lambda k: t.seats[k]["score"] / 100),
    "cards": lambda t: each(t, lambda k: len(t.seats[k]["hand"]) / 12),
    "n_aside": lambda t: each(t, lambda k: len(t.seats[k]["aside"]) / 8),
    "tricks": lambda t: each(t, lambda k: t.seats[k]["tricks"] / 12),
    "void": lambda t: sum(
        three([[int(s in one["void"]) for s in range(4)] for one in t.seats], [0] * 4), []
    ),
    "dealer": lambda t: is_seat(t, t.state["dealer"]),
    "actor": lambda t: is_seat(t, t.state["actor"]),
    "leader": lambda t: is_seat(t, None if t.winning is None else t.state["leader"]),
    "trump_suit": lambda t: one_hot(5, 4 if t.state["trump"] is None else t.state["trump"]),
    "n_trick": lambda t: [sum(one["trick"] is not None for one in t.seats) / 2],
    "talon": lambda t: [len(t.talon) / 12],
    "n_played": lambda t: [len(t.gone) / 36],
    "hand_no": lambda t: [t.state["hand_no"] / 10],
    "acts": lambda t: [t.acts],
    "stage": stage,
}
NINES: Writers = {
    "bid": lambda t: each(t, lambda k: bid(t, k) / 9),
    "bid_known": lambda t: each(t, lambda k: bid_known(t, k)),
    "bid_needs": lambda t: each(
        t, lambda k: (bid(t, k) - t.seats[k]["tricks"]) / 9 if bid_known(t, k) else 0
    ),
    "offer": offers,
    "premium": premium,
    "race_games": lambda t: each(t, lambda k: t.state["won"][t.numbers[k]] / 3),
}


def of_piquet(key: str, scale: float = 1) -> Callable[[Table], list[float]]:
    """A value that Piquet has for each seat, one for the table, or the name of a seat."""

    def write(t: Table) -> list[float]:
        assert t.piquet is not None
        value = t.piquet[key]
        if isinstance(value, list):
            return each(t, lambda k: value[t.numbers[k]] / scale)
        return [value / scale]

    return write


PIQUET: Writers = {
    "elder": lambda t: is_seat(t, t.piquet["elder"] if dealt(t) and t.piquet else None),
    "blank": of_piquet("blank"),
    "made": of_piquet("made", 30),
    "games": of_piquet("wins", 2),
    "repic": lambda t: is_seat(t, t.piquet["repic"] if t.piquet else None),
    "pic": lambda t: is_seat(t, t.piquet["pic"] if t.piquet else None),
    "blank_count": of_piquet("count", 8),
    "talon_up": of_piquet("opened"),
    "bound": lambda t: one_hot(4, t.piquet["bound"] if t.piquet else None),
    "deals": of_piquet("hands", 6),
    "extensions": of_piquet("extensions", 5),
    "late": of_piquet("late"),
    "exchange": own_exchange,
    "category": category,
}
ORACLE: Writers = {
    "hands": lambda t: others(t, lambda k: t.seats[k]["hand"]),
    "asides": lambda t: others(t, lambda k: t.seats[k]["aside"]),
    "looked_at": lambda t: others(t, lambda k: t.seats[k]["seen"]),
}


def test_every_row_has_a_second_writer() -> None:
    names = {row["name"] for row in CARDS.global_rows}
    assert names == {*GLOBALS, *NINES, *PIQUET, *WORDS}
    assert {*PLANES} == {row["name"] for row in CARDS.plane_rows}
    assert {*ORACLE, "talon_order"} == {row["name"] for row in CARDS.oracle_rows}
    assert len(VERDICTS) == 5


def compare(t: Table, buffer: np.ndarray, rows: Any, writers: Writers) -> set[str]:
    used = set()
    for row in rows:
        found = buffer[row["offset"] : row["offset"] + row["size"]]
        if row["name"] in writers:
            wanted = np.asarray(writers[row["name"]](t), float).reshape(found.shape)
            assert np.allclose(found, wanted), (row["name"], found, wanted, t.state)
        if found.any():
            used.add(row["name"])
    return used


@pytest.mark.parametrize("name", CARD_SETS)
def test_every_row_agrees_with_the_second_writer(name: str) -> None:
    n, used = 4, set[str]()
    batch = Batch(load_rules(name), n, seed=8)
    actions = np.zeros(n, np.uint8)
    planes = np.full((n, CARDS.planes, 36), 77, np.uint8)
    numbers = np.full((n, CARDS.globals), 77, np.float32)
    hidden = np.full((n, CARDS.oracle_planes, 36), 77, np.uint8)
    piquet = batch.rules.game == "piquet"
    for k in range(160):
        who = np.full(n, k % batch.seats, np.int8) if k % 3 == 0 else batch.seat.copy()
        batch.observe(planes, numbers, seats=who)
        batch.observe_oracle(hidden, who)
        for i in range(n):
            t = Table(batch, i, int(who[i]))
            used |= compare(t, planes[i], CARDS.plane_rows, PLANES)
            of_game = PIQUET if piquet else NINES
            used |= compare(t, numbers[i], CARDS.global_rows, {**GLOBALS, **of_game})
            used |= compare(t, hidden[i], CARDS.oracle_rows, ORACLE)
            order = [int(c) for c in np.argsort(hidden[i, 6]) if hidden[i, 6, c]]
            assert order == t.state["wall"][t.state["head"] :]
        batch.sample(actions, k)
        batch.step(actions)
    assert used & {*NINES} == set() if piquet else not used & ({*PIQUET, *WORDS})
    wanted = {*PLANES, *GLOBALS} - {"known_aside", "trump", "picked", "asked", "own_said"}
    wanted -= {"talon_seen", "talon_open", "known", "shown", "talon", "void"}
    assert wanted <= used
