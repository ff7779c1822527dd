"""The regional games' baseline: legal, blind, better than chance, and its single decisions."""

import pytest

from shugi._fast.bots.style import style
from shugi._fast.core.actions import VERB_NAMES
from tests.games.chinese.positions import decide, position
from tests.support.bot_games import (
    answers,
    differs,
    duplicate,
    must_answer_by_the_rules,
    must_answer_the_same,
    must_not_look_at_what_is_hidden,
    positions,
)

RULES = (
    "hangzhou",
    "hangzhou+online",
    "xiamen",
    "xiamen+strict",
    "quanzhou",
    "wuhan",
    "wuhan+peel",
    "wuhan+three_players",
    "kawuxing",
    "kawuxing+four_people",
)
WIN = next(number for number, name in VERB_NAMES.items() if name == "win")
GAMES = ("hangzhou", "xiamen", "wuhan", "kawuxing")
PLAYERS = (style(noise=0.1), style("caller", kans=3, noise=0.2), style("plain", noise=0.3))


# ---- the rules of play


@pytest.mark.parametrize("rules", RULES)
def test_every_answer_is_legal(rules: str) -> None:
    must_answer_by_the_rules(positions(PLAYERS, rules, 24, 300, seed=5))


@pytest.mark.parametrize("rules", RULES)
def test_answers_depend_on_nothing_hidden(rules: str) -> None:
    must_not_look_at_what_is_hidden(positions(PLAYERS, rules, 8, 250, seed=7), style())


@pytest.mark.parametrize("rules", GAMES)
def test_answers_are_the_same_every_time_and_in_every_batch(rules: str) -> None:
    must_answer_the_same(positions(PLAYERS, rules, 8, 120, seed=8), style(noise=0.5))


# ---- strength


@pytest.mark.parametrize("rules", ["hangzhou", "xiamen", "quanzhou", "wuhan", "kawuxing"])
def test_the_baseline_beats_random_play(rules: str) -> None:
    mean, error = duplicate(rules, style(), style(noise=1), 6)
    assert mean > 3 * error


@pytest.mark.parametrize(
    ("rules", "walls"),
    [("hangzhou", 60), ("xiamen", 60), ("quanzhou", 60), ("wuhan", 200), ("kawuxing", 40)],
)
def test_the_baseline_beats_plain_completion(rules: str, walls: int) -> None:
    mean, error = duplicate(rules, style(), style("plain"), walls)
    assert mean > 3 * error


@pytest.mark.parametrize(
    ("rules", "parameter"),
    [
        *((rules, "value") for rules in GAMES),
        *((rules, "calls") for rules in GAMES),
        *((rules, "kans") for rules in GAMES),
        *((rules, "defence") for rules in ("hangzhou", "wuhan", "kawuxing")),
        ("hangzhou", "floats"),
        ("xiamen", "floats"),
        ("hangzhou", "lookahead"),
        ("wuhan", "flush"),
        ("kawuxing", "flush"),
        ("kawuxing", "open_riichi"),
    ],
)
def test_the_weights_bend_the_play(rules: str, parameter: str) -> None:
    other = style("baseline", **{parameter: 0.0})
    assert differs(positions(PLAYERS, rules, 48, 250, seed=9), style(), other)


@pytest.mark.parametrize("rules", ["hangzhou", "xiamen"])
def test_without_floats_every_own_win_is_taken(rules: str) -> None:
    # ... and with them some are passed up
    won = passed = 0
    for batch in positions(PLAYERS, rules, 48, 250, seed=10):
        may_win = batch.legal()[:, WIN] != 0
        assert (answers(batch, style(floats=0))[may_win] == WIN).all()
        actions = answers(batch, style())[may_win]
        won += int((actions == WIN).sum())
        passed += int((actions != WIN).sum())
    assert won > passed > 0


# ---- Hangzhou: wild eyes, floats, kans

EYE = "123456m123p111s1w+1w"  # wild eye, and a second wildcard was drawn
ALMOST = "123456m123p67s1z1w+8s"  # complete; without 1z a wild eye


def test_it_floats_from_a_wild_eye() -> None:
    assert decide(position("hangzhou", EYE), style()) == "1w"
    assert decide(position("hangzhou", EYE), style(floats=0)) == "win"


def test_it_breaks_a_complete_hand_for_a_wild_eye() -> None:
    assert decide(position("hangzhou", ALMOST), style()) == "1z"
    assert decide(position("hangzhou", ALMOST), style("plain")) == "win"


@pytest.mark.parametrize("hand", [EYE, ALMOST])
def test_with_a_short_wall_it_wins_at_once(hand: str) -> None:
    # fifteen discards each: three tiles are left, and none for the seat itself
    assert decide(position("hangzhou", hand, spent=15), style()) == "win"


def test_it_does_not_float_into_another_float() -> None:
    text = position("hangzhou", EYE, rivers={2: "1w"}, lines="table float_round=2")
    assert decide(text, style()) == "win"


def test_a_kan_that_keeps_the_eye_doubles_a_sure_win() -> None:
    text = position("hangzhou", "123456m123p666s1w+6s")
    assert decide(text, style()) == "kan_closed"
    assert decide(text, style(kans=0, floats=0)) == "win"


def test_a_kan_that_breaks_the_hand_is_not_made() -> None:
    # 3m serves two runs
    assert decide(position("hangzhou", "1233334m678p99s2z+2z"), style()) != "kan_closed"


# ---- Xiamen


def test_gold_floats_and_when_the_wall_ends() -> None:
    double = "123456789m123p678s1w+1w"
    wall_tile = "123456789m123p67s1z1w+8s"
    assert decide(position("xiamen", double), style()) == "1w"
    assert decide(position("xiamen", wall_tile), style()) == "1z"
    for hand in (double, wall_tile):
        assert decide(position("xiamen", hand), style(floats=0)) == "win"
        assert decide(position("xiamen", hand, spent=15), style()) == "win"


def test_golds_are_kept() -> None:
    assert decide(position("xiamen", "12578m2479p1358s1w12z+9s"), style()) != "1w"


# ---- Kawuxing: disclosure, kans, defence

WIDE = "22345678p56s777z+1s"  # without 1s it waits for 4s and 7s


def test_a_wide_wait_is_disclosed_early() -> None:
    assert decide(position("kawuxing", WIDE), style()) == "open_riichi"
    assert decide(position("kawuxing", WIDE), style(open_riichi=0)) == "1s"


def test_a_hand_stays_closed_when_the_wall_ends() -> None:
    # a draw would cost more than the hand still wins
    assert decide(position("kawuxing", WIDE, spent=13), style()) != "open_riichi"


def test_a_closed_kan_pays_at_once() -> None:
    text = position("kawuxing", "1112p345s6789s66z+1p")
    assert decide(text, style()) == "kan_closed"
    assert decide(text, style(kans=0)) != "kan_closed"


def test_it_does_not_discard_what_a_disclosed_hand_waits_for() -> None:
    shown = "444p2345678s777z riichi=open"  # 2s, 5s and 8s
    text = position("kawuxing", "22334678p5789s5z+6z", other=shown, rivers={1: "9p*"})
    assert decide(text, style()) == "5z"
    assert decide(text, style(defence=0)) == "5s"


# ---- Wuhan: kan tiles, openings, wildcards


def test_kan_tiles_are_laid_aside_at_once() -> None:
    assert decide(position("wuhan", "123m456p88p678s2z1w+1k"), style()) == "nuki"


def test_the_only_wildcard_is_kept() -> None:
    assert decide(position("wuhan", "123m456p88p67s23z1w+9m"), style()) in ("2z", "3z", "9m")


def test_a_second_wildcard_goes_with_a_supplement() -> None:
    # a small win holds one; as a kan the other doubles twice
    text = position("wuhan", "456p88p678s11w+9m melds=chi(1m'2m3m)<3")
    assert decide(text, style()) == "nuki"


@pytest.mark.parametrize("name", ["baseline", "plain"])
def test_a_hand_that_must_be_opened_is_opened(name: str) -> None:
    text = position(
        "wuhan", "123m45p88p678s11z1w", rivers={3: "1z"}, turn="turn claim discard=1z from=3"
    )
    assert decide(text, style(name)) == "pon"
    closed = position("hangzhou", "123m459p88p678s11z", rivers={3: "1z"}, turn=text.split("\n")[1])
    assert decide(closed, style("plain")) == "pass"
