"""What a person at a table of cards may look at again: own discards and earlier tricks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.envs import load_rules
from shugi.envs.drawing import render
from shugi.envs.drawing.display import image
from shugi.envs.drawing.render_cards import open_cards
from shugi.envs.notation.cards import format_cards
from tests.support.seen import observed


class Hand:
    """One hand with the cards played written down as they fall."""

    def __init__(self, name: str, seed: int, **options: Any) -> None:
        self.batch = Batch(load_rules(name, **options), 1, forced=False, auto_reset=False)
        self.batch.reset([seed])
        self.rng = np.random.default_rng(seed)
        self.tricks: list[dict[int, int]] = []

    @property
    def state(self) -> dict[str, Any]:
        return self.batch.state(0)

    def step(self) -> bool:
        """One more decision; False once the hand has ended."""
        batch, seat = self.batch, int(self.batch.seat[0])
        playing = self.state["stage"] == "play"
        action = int(self.rng.choice(batch.legal_actions(0)))
        batch.step_one(0, action)
        if playing:
            if not self.tricks or len(self.tricks[-1]) == batch.seats:
                self.tricks.append({})
            self.tricks[-1][seat] = action
        return not batch.hand_done[0]

    def on_table(self) -> list[int]:
        """The cards of each trick that may lie open: this one's, and the last one's."""
        full = bool(self.tricks) and len(self.tricks[-1]) == self.batch.seats
        return [card for trick in self.tricks[-1 if full else -2 :] for card in trick.values()]


def line(text: str, seat: int, word: str) -> str:
    """What a line of a seat says; empty where it has none."""
    part = text[text.index(f" seat {seat}") :].split("\n\n")[0]
    found = [row for row in part.splitlines() if row.startswith(f"    {word:6} ")]
    return found[0][11:] if found else ""


@pytest.mark.parametrize("seed", range(6))
def test_only_the_last_trick_may_be_looked_at(seed: int) -> None:
    hand, covered = Hand("piquet", seed), 0
    while hand.step():
        state, rules = hand.state, hand.batch.rules
        for viewer in (0, 1):
            text = render.text(state, rules, viewer)
            for seat in (0, 1):
                played = state["seats"][seat]["played"]
                open_ = sorted(set(hand.on_table()) & set(played))
                assert sorted(open_cards(state, rules, seat, viewer, "played")) == open_
                told = line(text, seat, "played")
                if len(open_) == len(played):
                    assert told == (format_cards(played, " ") if played else "")
                else:
                    assert told == f"{len(played)} cards, {format_cards(open_, ' ')} among them"
                    covered += 1
            assert "    void " not in text
    assert covered > 40


@pytest.mark.parametrize(
    ("name", "options"), [("piquet", {"trick_pile_visible": "all"}), ("ninety_nine", {})]
)
def test_all_tricks_may_be_looked_at(name: str, options: dict[str, Any]) -> None:
    hand, voids = Hand(name, 3, **options), 0
    while hand.step():
        state = hand.state
        for viewer in range(hand.batch.seats):
            text = render.text(state, hand.batch.rules, viewer)
            for seat, one in enumerate(state["seats"]):
                played = one["played"]
                assert line(text, seat, "played") == (format_cards(played, " ") if played else "")
                assert bool(line(text, seat, "void")) == bool(one["void"])
                voids += bool(one["void"])
    assert voids


@pytest.mark.parametrize("visible", [False, True])
def test_own_discards(visible: bool) -> None:
    """The owner may look again, or not; the other never; who sees all sees them."""
    hand, seen = Hand("piquet", 4, own_discards_visible=visible), 0
    while hand.step():
        state, rules = hand.state, hand.batch.rules
        for seat, one in enumerate(state["seats"]):
            if not one["aside"]:
                continue
            face_up, face_down = format_cards(one["aside"], " "), f"{len(one['aside'])} cards"
            told = [line(render.text(state, rules, who), seat, "aside") for who in (0, 1, None)]
            wanted = [face_down, face_down, face_up]
            if visible:
                wanted[seat] = face_up
            assert told == wanted
            seen += 1
    assert seen > 20


def test_own_bids_of_ninety_nine_stay_in_sight() -> None:
    hand, bids = Hand("ninety_nine", 5), 0
    while hand.step():
        state = hand.state
        for seat, one in enumerate(state["seats"]):
            if len(one["aside"]) == 3:
                told = line(render.text(state, hand.batch.rules, seat), seat, "aside")
                assert told.startswith(f"{format_cards(one['aside'], ' ')} (bid ")
                bids += 1
    assert bids


@pytest.mark.parametrize(
    "options", [{"own_discards_visible": True}, {"trick_pile_visible": "all"}], ids=str
)
def test_pictures_show_the_same(options: dict[str, Any]) -> None:
    """A picture has backs where the text counts cards: fewer where the option is on."""
    pytest.importorskip("PIL")
    hand, other, differ = Hand("piquet", 6), Hand("piquet", 6, **options), 0
    steps = 0
    while hand.step() and other.step():
        steps += 1
        if steps % 6:
            continue
        one, two = (h.state for h in (hand, other))
        assert one == two
        views = [image(h.state, h.batch.rules, 0) for h in (hand, other)]
        texts = [render.text(h.state, h.batch.rules, 0) for h in (hand, other)]
        if texts[0] != texts[1] and any(
            line(texts[0], k, word) != line(texts[1], k, word)
            for k in (0, 1)
            for word in ("aside", "played")
        ):
            assert not np.array_equal(views[0], views[1])
            differ += 1
        else:
            assert np.array_equal(views[0], views[1])
        alls = [image(h.state, h.batch.rules) for h in (hand, other)]
        assert np.array_equal(alls[0], alls[1])
    assert differ


@pytest.mark.parametrize(
    "options", [{"own_discards_visible": True}, {"trick_pile_visible": "all"}], ids=str
)
def test_agents_remember_both(options: dict[str, Any]) -> None:
    """What is known does not depend on what may be looked at; only the rules tell."""
    hands = [Hand("piquet", 7), Hand("piquet", 7, **options)]
    while all([hand.step() for hand in hands]):
        one, other = (observed(hand.batch) for hand in hands)
        assert all(np.array_equal(one[name], other[name]) for name in ("planes", "globals"))
