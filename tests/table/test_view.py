"""What a seat is shown says nothing of what it cannot see, in every rule set."""

import json

import numpy as np
import pytest

from shugi._fast.core.card_actions import CARD_NAMES
from shugi._fast.view.layouts import layout_of
from shugi.agents.base import Observation
from shugi.agents.scripted import Baseline, Random
from shugi.envs.rulesets.rules import load_rules, variants
from shugi.table.game import Game
from shugi.table.view import HIDDEN, NOBODY, ending_view, view_of

NAMES = [variant.name for variant in variants()]
DECISIONS, EVERY, KEYS = 400, 3, 3


def play(game: Game, rng: np.random.Generator) -> None:
    agent = Random() if rng.random() < 0.2 else Baseline()
    batch = game.batch
    action = agent.act(Observation(batch), rng)
    game.act(int(action[0]))


def seen(game: Game, viewer: int | None) -> str:
    return json.dumps(view_of(game, viewer), sort_keys=True)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    rules, rng = load_rules(name), np.random.default_rng(5)
    game, compared = Game.new(rules, 11), 0
    while game.decision < DECISIONS and not game.over:
        if game.decision % EVERY == 0:
            for viewer in range(rules.seats):
                shown = seen(game, viewer)
                for key in range(KEYS):
                    other = game.at(game.decision)
                    try:
                        other.batch.redeal(0, viewer, key)
                    except RuntimeError:
                        continue
                    compared += other.position() != game.position()
                    assert seen(other, viewer) == shown
            public = seen(game, NOBODY)
            for seat in range(rules.seats):
                other = game.at(game.decision)
                try:
                    other.batch.redeal(0, seat, 1)
                except RuntimeError:
                    continue
                assert seen(other, NOBODY) == public
        play(game, rng)
    assert compared > 20


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "piquet", "ninety_nine"])
def test_everybody_sees_the_own_hand_and_their_choice(name: str) -> None:
    rules, rng = load_rules(name), np.random.default_rng(2)
    game = Game.new(rules, 4)
    for _ in range(60):
        state, seat = game.batch.state(0), game.seat
        assert seat is not None
        own = view_of(game, seat)
        hand = [*own["seats"][seat]["hand"]]
        drawn = own["seats"][seat]["drawn"]
        assert sorted([*hand, *([] if drawn is None else [drawn])]) == sorted(
            state["seats"][seat]["hand"]
        )
        assert [action["id"] for action in own["actions"]] == game.legal()
        for viewer in range(rules.seats):
            if viewer != seat:
                assert view_of(game, viewer)["actions"] == []
        assert HIDDEN not in [tile for one in view_of(game, None)["seats"] for tile in one["hand"]]
        play(game, rng)


@pytest.mark.parametrize("name", NAMES)
def test_why_a_hand_was_paid(name: str) -> None:
    """Winners' hands are named; the tulip's reveals add up to what it pays."""
    rules, rng = load_rules(name), np.random.default_rng(3)
    game = Game.new(rules, 3)
    while len(game.endings()) < 8 and not game.over:
        agent = Baseline()
        batch = game.batch
        action = agent.act(Observation(batch), rng)
        game.act(int(action[0]))
    plays_on = name == "sichuan"  # the last decision of a hand that was won need not be a win
    if "plays_cards" not in rules.traits:
        assert any(part["part"] == "value" for one in game.endings() for part in one.story)
    for ending in game.endings():
        parts = [part["part"] for part in ending.story]
        if ending.last["winners"] and "plays_cards" not in rules.traits and not plays_on:
            assert "value" in parts
        tulips = [part for part in ending.story if part["part"] == "tulip"]
        reveals = [part for part in ending.story if part["part"] == "reveal"]
        if len(tulips) == 1 and reveals:
            assert reveals[-1]["total"] == tulips[0]["before_double"]
        json.dumps(ending_view(ending, rules))


def test_how_a_hand_ended() -> None:
    rules, rng = load_rules("super_bingo"), np.random.default_rng(2)
    game = Game.new(rules, 7)
    while not game.endings():
        play(game, rng)
    (ending,) = game.endings()
    shown = ending_view(ending, rules)
    assert shown["how"] == "win" and len(shown["hands"]) == 3
    paid = [part for part in shown["story"] if part["part"] == "paid"]
    assert [part["reason"] for part in paid] == [line["reason"] for line in ending.ledger]
    sums = paid[-1]["sums"]
    assert sums["chips"] == ending.last["chips"]
    assert sums["points"] == ending.last["points"]
    for seat, hand in enumerate(shown["hands"]):
        assert (hand is not None) == (seat in ending.last["winners"])
    json.dumps(shown)


@pytest.mark.parametrize("name", ["hangzhou", "kawuxing", "super_bingo"])
def test_a_closed_kan_is_told_as_it_lies(name: str) -> None:
    """Face down in the Chinese games, for all but its owner; the event names no tile there."""
    rules, found = load_rules(name), 0
    covered = "regional" in rules.traits
    for seed in range(300):
        if found >= 3:
            break
        game = Game.new(rules, seed)
        while not game.endings() and not game.over:
            kans = [k for k in game.legal() if layout_of(rules).action_name(k) == "kan_closed"]
            game.act((kans or game.legal())[0])
        seats = game.at(game.decision - 1).batch.state(0)["seats"]
        for owner, seat in enumerate(seats):
            kan = next((meld for meld in seat["melds"] if meld["type"] == "ankan"), None)
            if kan is None:
                continue
            found += 1
            for viewer in [NOBODY, None, *range(rules.seats)]:
                view = view_of(game.at(game.decision - 1), viewer)
                shown = [m for m in view["seats"][owner]["melds"] if m["type"] == "ankan"]
                hidden = covered and viewer not in (None, owner)
                assert [HIDDEN not in one["tiles"] for one in shown] == [not hidden] * len(shown)
                events = [one for one in view["events"] if one["event"] == "kan_closed"]
                assert events and all((one["tile"] == HIDDEN) == covered for one in events)
    assert found >= 3


@pytest.mark.parametrize("name", ["piquet", "ninety_nine"])
def test_words_of_card_games_are_no_cards(name: str) -> None:
    rules, rng = load_rules(name), np.random.default_rng(2)
    game, told = Game.new(rules, 4), set()
    for _ in range(200):
        for action in view_of(game, game.seat)["actions"]:
            is_card = action["name"] in CARD_NAMES
            assert action["tile"] == (CARD_NAMES.index(action["name"]) if is_card else None)
            told.add(is_card)
        play(game, rng)
    assert told == {True, False}
