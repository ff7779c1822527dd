"""Positions of the card games: as values and as text, in pictures, and what is refused."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.games.tricks.text import CARD_FIELDS
from shugi.envs import PositionError, Recorder, format_position, load_position, load_rules, replay
from shugi.envs.drawing import display
from shugi.envs.drawing.render_cards import known_cards
from shugi.envs.notation.cards import format_cards, parse_cards
from tests.support.rule_sets import CARD_SETS

NAMES = CARD_SETS


def play(name: str, n: int, decisions: int, **options: Any) -> Iterator[Batch]:
    batch = Batch(load_rules(name, **options), n, seed=5)
    actions = np.zeros(n, np.uint8)
    for k in range(decisions):
        yield batch
        batch.sample(actions, k)
        batch.step(actions)


def after(name: str, decisions: int, **options: Any) -> Batch:
    *_, batch = play(name, 1, decisions, **options)
    return batch


# ---- values


@pytest.mark.parametrize("name", NAMES)
def test_a_position_goes_on_as_the_game_does(name: str) -> None:
    for k, batch in enumerate(play(name, 2, 120)):
        if k % 7:
            continue
        copied = Batch(batch.rules, 2)
        for i in range(2):
            copied.set_state(i, batch.state(i))
        clone, actions = batch.clone(), np.zeros(2, np.uint8)
        for step in range(80):
            assert [clone.state(i) for i in range(2)] == [copied.state(i) for i in range(2)]
            clone.sample(actions, step)
            for each in (clone, copied):
                each.step(actions)
            if (clone.seat < 0).any() or clone.done.any() or copied.done.any():
                break


def test_every_key_is_documented() -> None:
    keys = {part: {key for owner, key, _ in CARD_FIELDS if owner == part} for part in ("state",)}
    piquet, nines = after("piquet", 30).state(0), after("ninety_nine", 30).state(0)
    assert set(piquet) | set(nines) == keys["state"]
    of = {part: {key for owner, key, _ in CARD_FIELDS if owner == part} for part in ("seat",)}
    assert set(piquet["seats"][0]) == of["seat"]
    own = {key for owner, key, _ in CARD_FIELDS if owner == "piquet"}
    assert set(piquet["piquet"]) == own
    assert all(meaning for _, _, meaning in CARD_FIELDS)


def broken(state: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """A position with one thing wrong, by the field that must be named."""
    found = {}

    def change(field: str, **seat: Any) -> None:
        new = copy.deepcopy(state)
        new["seats"][0].update(seat)
        found[field] = new

    other = state["seats"][1]["hand"]
    change("seats[1].hand", hand=[*state["seats"][0]["hand"], other[0]])
    change("seats[0].hand", hand=[99])
    change("seats[0].void", void=[state["seats"][0]["hand"][0] // 9])
    change("seats[0].trick", trick=state["seats"][0]["hand"][0])
    change("seats[0].colour", colour=3)
    for key, value, field in (
        ("stage", "dream", "stage"),
        ("phase", "own", "phase"),
        ("actor", None, "actor"),
        ("trump", 7, "trump"),
        ("wall", [0, 1], "wall"),
        ("seats", [], "seats"),
        ("moon", 1, "moon"),
    ):
        found[field] = {**copy.deepcopy(state), key: value}
    return found


@pytest.mark.parametrize("name", ["piquet", "ninety_nine"])
def test_what_cannot_be_is_refused_with_its_field(name: str) -> None:
    batch = after(name, 26)
    state = batch.state(0)
    for field, wrong in broken(state).items():
        with pytest.raises(PositionError) as refused:
            batch.set_state(0, wrong)
        assert refused.value.field == field, refused.value
        assert batch.state(0) == state  # nothing was written


def test_questions_without_a_subject_are_refused() -> None:
    batch = after("piquet", 2)
    state = batch.state(0)
    assert state["stage"] == "exchange"
    for key, value in (("picked", state["wall"][-1:]), ("most", 0)):
        wrong = copy.deepcopy(state)
        wrong["piquet"][key] = value
        with pytest.raises(PositionError, match="piquet"):
            batch.set_state(0, wrong)
    states = (batch.state(0) for batch in play("piquet", 1, 40))
    state = next(state for state in states if state["stage"] == "declare")
    younger = 1 - state["piquet"]["elder"]
    with pytest.raises(PositionError, match="said: cannot be declared"):
        batch.set_state(0, {**state, "stage": "answer", "actor": younger})


# ---- text


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_text_gives_the_position_back(name: str, lines: bool) -> None:
    for k, batch in enumerate(play(name, 2, 150)):
        if k % 3:
            continue
        for i in range(2):
            text = format_position(batch, i, lines=lines)
            loaded = load_position(text)
            assert loaded.state(0) == batch.state(i), text
            assert format_position(loaded, 0, lines=lines) == text
            assert loaded.legal_actions(0) == batch.legal_actions(i)


def test_cards_are_written_as_in_the_rule_texts() -> None:
    assert format_cards([26, 25, 24, 13, 12]) == "S:AKQ/H:T9"
    assert parse_cards("S:AKQ/H:T9") == [12, 13, 24, 25, 26]
    assert format_cards([]) == "-" and parse_cards("-") == []
    for wrong in ("S", "S:1", "X:A", "S:AA", "S:A H:K"):
        with pytest.raises(ValueError, match=r"expected cards|twice"):
            parse_cards(wrong)


PLAY = """
rules piquet
turn cards play 0
seat0 hand=S:AKQJT98/H:AKQJT
seat1 hand=D:AKQJT98/C:AKQJT
piquet elder=0 speaking=3 late=1
wall S7H9H8H7D7C9C8C7
"""


def test_a_position_written_by_hand() -> None:
    batch = load_position(PLAY)
    name = batch.layout.action_name
    assert [name(a) for a in batch.legal_actions(0)][:3] == ["HT", "HJ", "HQ"]
    batch.step_one(0, batch.layout.action_id("SA"))
    state = batch.state(0)
    assert state["seats"][0]["played"] == [26] and state["actor"] == 1
    assert state["dealer"] == 1  # the elder does not deal


def test_the_elder_and_the_dealer_are_two() -> None:
    """Either tells of the other; where both are given they must agree."""
    batch = load_position(PLAY)
    state = batch.state(0)
    for left_out in ({"dealer"}, {"elder"}):
        own = {key: state["piquet"][key] for key in state["piquet"].keys() - left_out}
        given = {key: state[key] for key in state.keys() - left_out}
        batch.set_state(0, {**given, "piquet": own})
        assert batch.state(0) == state
    with pytest.raises(PositionError, match="piquet.elder: has a value that it cannot have"):
        batch.set_state(0, {**state, "dealer": 0})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("S:AKQJT98", "S:AKQJT9Z", "expected cards"),
        ("play 0", "play", "expected a phase"),
        ("play 0", "dance 0", "is none of"),
        ("wall", "dora", "no section 'dora'"),
        ("C9C8C7", "C9C8S7", "lies elsewhere"),
        ("seat1", "seat2", "2 play"),
        ("late=1", "late=x", "whole number"),
    ],
)
def test_errors_say_where(old: str, new: str, message: str) -> None:
    with pytest.raises(PositionError, match=rf"line \d+, column \d+.*{message}"):
        load_position(PLAY.replace(old, new))


# ---- records


@pytest.mark.parametrize("name", ["piquet", "ninety_nine"])
def test_games_are_recorded_and_replayed(name: str) -> None:
    batch = Batch(load_rules(name), 1, seed=2, auto_reset=False)
    recorder, actions, k = Recorder(batch), np.zeros(1, np.uint8), 0
    while batch.seat[0] >= 0 and k < 150:
        batch.sample(actions, k)
        recorder.add(int(actions[0]))
        batch.step(actions)
        k += 1
    last = None
    for moment in replay(recorder.record):
        last = moment
    assert last is not None and last.batch.state(0) == batch.state(0)


# ---- pictures


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_tells_the_viewer_nothing_hidden(name: str) -> None:
    """Dealt again, what a seat may not know changes nothing that it is shown."""
    for k, batch in enumerate(play(name, 2, 150)):
        if k % 4:
            continue
        for i in range(2):
            seat = int(batch.seat[i])
            text = display.picture(batch, i, "ansi", seat)
            clone = batch.clone()
            clone.redeal(i, seat, k)
            assert display.picture(clone, i, "ansi", seat) == text
            state, rules = batch.state(i), batch.rules
            for other in range(batch.seats):
                known = known_cards(state, rules, other, seat, "hand")
                assert set(known) <= set(state["seats"][other]["hand"])
            everything = display.picture(batch, i, "ansi")
            assert " cards" not in everything.replace("to lay out cards", "")


@pytest.mark.parametrize("name", ["piquet", "ninety_nine"])
def test_pixels(name: str) -> None:
    pytest.importorskip("PIL")
    batch = after(name, 25)
    seen = display.picture(batch, 0, "rgb_array", 0)
    assert seen.shape == (720, 960, 3) and seen.dtype == np.uint8
    clone = batch.clone()
    clone.redeal(0, int(batch.seat[0]), 3)
    seat = int(batch.seat[0])
    mine = display.picture(batch, 0, "rgb_array", seat)
    assert np.array_equal(mine, display.picture(clone, 0, "rgb_array", seat))
    assert not np.array_equal(mine, display.picture(batch, 0, "rgb_array"))
