"""The rule baseline: legal, blind to what is hidden, better than chance, and bent by its styles."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import PARAMETERS, STYLES, BotStyle, style
from shugi._fast.core.actions import VERB_NAMES, action_name
from shugi._fast.core.tiles import kind_of, parse_tiles
from shugi.envs import load_rules
from tests.support.bot_games import (
    answers,
    duplicate,
    must_answer_the_same,
    must_not_look_at_what_is_hidden,
    positions,
)

RULES = ("sanma_base", "super_bingo")
VERB = {name: number for number, name in VERB_NAMES.items()}
PLAYERS = (style(noise=0.1), style("caller", kans=3, noise=0.2), style("discloser", noise=0.4))


# ---- the rules of play


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("name", STYLES)
def test_every_answer_is_legal(rules: str, name: str) -> None:
    batch = Batch(load_rules(rules), 32, seed=5)
    random = np.zeros(32, np.uint8)
    for step in range(500):
        actions = answers(batch, style(name))
        assert batch.legal()[np.arange(32), actions].all()
        batch.sample(random, step)
        batch.step(np.where(batch.seat == step // 100 % batch.seats, random, actions))
        assert not batch.status.any()


@pytest.mark.parametrize("changes", [{"chii": True}, {"must_win": "never", "nuki_forced": False}])
def test_every_answer_is_legal_with_other_options(changes: dict[str, Any]) -> None:
    rules = "sanma_base" if "chii" in changes else "super_bingo"
    for batch in positions(PLAYERS, rules, 32, 400, seed=6, **changes):
        actions = answers(batch, style("caller"))
        assert batch.legal()[np.arange(32), actions].all()


@pytest.mark.parametrize("rules", RULES)
def test_answers_depend_on_nothing_hidden(rules: str) -> None:
    must_not_look_at_what_is_hidden(positions(PLAYERS, rules, 8, 300, seed=7), style())


def test_answers_are_the_same_every_time_and_in_every_batch() -> None:
    must_answer_the_same(positions(PLAYERS, "super_bingo", 8, 120, seed=8), style(noise=0.5))


# ---- strength


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("opponent", "walls"),
    [(style(noise=1), 60), (style("efficiency"), 250), (style("silent"), 250)],
)
def test_the_baseline_beats_weaker_play(rules: str, opponent: BotStyle, walls: int) -> None:
    mean, error = duplicate(rules, style(), opponent, walls)
    assert mean > 3 * error


# ---- single decisions


def turn(drawn: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The turn of the first seat, which has just drawn."""
    return {"turn": 0, "drawn": code(drawn), "seats": [*seats], **more}


def decide(rules: str, who: BotStyle, state: dict[str, Any]) -> int:
    batch = Batch(load_rules(rules), 1)
    batch.set_state(0, {"wall": None, **state})
    return int(answers(batch, who)[0])


def seat(hand: str, river: str = "", **more: Any) -> dict[str, Any]:
    return {"hand": parse_tiles(hand), "river": parse_tiles(river), "first_turn": False, **more}


def code(name: str) -> int:
    return parse_tiles(name)[0]


THREATS = {"riichi": "closed", "riichi_at": 0}
FAR = seat("1469p2578s1235z7p9s", "3z4z")
QUIET = seat("1223p66788s1566z", "9s9p")


def test_far_from_ready_it_folds_to_what_cannot_be_won_on() -> None:
    # 9s is the only tile that the riichi has discarded itself
    state = turn("9s", FAR, seat("234678p345678s5p", "9s1m", **THREATS), QUIET)
    assert decide("sanma_base", style(), state) == code("9s")
    assert decide("sanma_base", style(defence=0), state) != code("9s")


def test_it_never_gives_an_open_riichi_its_tile() -> None:
    shown = seat("234678p34567s55z", "1z", riichi="open", riichi_at=0)
    state = turn("8s", seat("123p234s11889p28s6z", "3z"), shown, QUIET)
    chosen = kind_of(decide("super_bingo", style("rusher"), state))
    assert chosen not in map(kind_of, parse_tiles("258s"))


READY = seat("234678p3466s999p3z", "1z2z")


def test_it_declares_riichi_on_a_good_wait() -> None:
    state = turn("3z", READY, seat("1468p1578s1245z7p", "3z4z"), QUIET)
    assert decide("sanma_base", style(), state) == VERB["riichi"]
    assert decide("sanma_base", style("silent"), state) == code("3z")
    assert decide("super_bingo", style("discloser"), state) == VERB["open_riichi"]
    asked = {**state, "phase": "riichi", "verb": VERB["riichi"]}
    assert decide("sanma_base", style(), asked) == code("3z")


def test_it_keeps_the_red_five_where_the_plain_one_does() -> None:
    hand = seat("123p123789s0p5p577z", "1z2z")
    state = turn("7z", hand, seat("1469p1578s1245z7p"), QUIET)
    assert decide("sanma_base", style(riichi=0), state) != code("0p")


def claim(hand: str, tile: str) -> dict[str, Any]:
    last = {**QUIET, "river": [*QUIET["river"], code(tile)]}
    seats = [seat(hand, "1z2z"), seat("1469p1578s1244z7p", "3z3z"), last]
    asked = {"actor": 0, "discard": code(tile), "discarder": 2, "option": [4, 0, 0]}
    return {"phase": "claim", "turn": 2, **asked, "seats": seats}


def test_calls_need_a_yaku_and_a_reason() -> None:
    value = claim("3455789p3s77z246s", "7z")
    assert decide("sanma_base", style("caller"), value) == VERB["pon"]
    assert decide("sanma_base", style(calls=0), value) == VERB["pass"]
    # only a closed hand plays the tulip
    assert decide("super_bingo", style(), value) == VERB["pass"]
    no_yaku = claim("3455789p99s1z246s", "9s")
    assert decide("sanma_base", style("caller"), no_yaku) == VERB["pass"]


def test_a_north_is_set_aside_and_nine_orphans_end_the_hand() -> None:
    others = seat("1237p345678s123z"), QUIET
    north = turn("4z", seat("1469p2578s1235z74z"), *others)
    assert decide("sanma_base", style(), north) == VERB["nuki"]
    orphans = turn("8s", seat("19m19p19s123z46p35s8s", first_turn=True), *others)
    assert decide("sanma_base", style(), orphans) == VERB["abort"]


def joker_named(hand: str, rules: str = "super_bingo", **also: Any) -> str:
    """What the baseline names the joker that it has drawn."""
    own = seat(hand, "1z2z", riichi="closed", riichi_at=0, **also)
    own["hand"].append(code("5zo"))
    others = seat("1122888999p124z"), seat("1133s46p224466z7z")
    batch = Batch(load_rules(rules), 1)
    batch.set_state(0, turn("5zo", own, *others, wall=None))
    batch.step_one(0, VERB["win"])
    assert batch.state(0)["phase"] == "pocchi"
    return action_name(answers(batch, style())[0])


def test_the_joker_becomes_the_tile_that_pays_most() -> None:
    assert joker_named("234p46p678s22345s") == "5pg"


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        # a gold five is a chip at once; eights are hit by more tiles of the tulip
        ("777p224667789s0s", "8s"),
        ("66778p23467778s", "8p"),
        # a wait of two pairs: the third seven is a tier, and not what the draw pays more for
        ("33670p12377789s", "7s"),
    ],
)
def test_the_joker_is_named_for_the_tulip(hand: str, name: str) -> None:
    assert joker_named(hand) == name


def test_a_revealed_joker_is_named_a_flower_where_flowers_pay_most() -> None:
    choice = {"pocchi_reveal_choice": "decision", "pocchi_reveal_flower": True, "tulip_flower": 9}
    flower = set()
    for batch in positions(PLAYERS, "super_bingo", 256, 400, 9, **choice):
        asked = np.flatnonzero(batch.legal()[:, code("1f")])
        for i, name in zip(asked, answers(batch, style())[asked], strict=True):
            state = batch.state(int(i))
            flowers = state["seats"][state["actor"]]["aside"].count(code("1f"))
            flower.add((flowers > 1, int(name) == code("1f")))
    # two flowers pay 18 chips: no kind hits as many tiles; none pay nothing
    assert (True, True) in flower and (True, False) not in flower
    assert (False, False) in flower


# ---- styles


def differs(rules: str, one: BotStyle, other: BotStyle) -> bool:
    return any(
        (answers(batch, one) != answers(batch, other)).any()
        for batch in positions(PLAYERS, rules, 64, 300, seed=9)
    )


READ_ONLY_IN = {"floats": "hangzhou", "guesses": "piquet+single_hand"}


@pytest.mark.parametrize("parameter", [row[0] for row in PARAMETERS])
def test_every_parameter_changes_some_decision(parameter: str) -> None:
    row = next(r for r in PARAMETERS if r[0] == parameter)
    rules = READ_ONLY_IN.get(parameter, "super_bingo")
    assert differs(rules, style(), style(**{parameter: row[2] if row[1] > row[2] else row[3]}))


@pytest.mark.parametrize("name", [name for name in STYLES if name != "baseline"])
def test_every_style_plays_differently(name: str) -> None:
    assert differs("super_bingo", style(), style(name))


def test_style_names_and_values_are_checked() -> None:
    for arguments, message in (
        ({"name": "rushr"}, "no style 'rushr'.*did you mean 'rusher'"),
        ({"call": 1}, "no parameter 'call'.*did you mean 'calls'"),
        ({"calls": "many"}, "calls is 'many'.*a number from 0 to 100"),
        ({"defence": -1}, "defence is -1"),
        ({"noise": float("nan")}, "noise is nan"),
    ):
        with pytest.raises(ValueError, match=message):
            style(**arguments)


def test_a_style_is_a_value() -> None:
    chosen = style("folder", calls=0.5)
    assert pickle.loads(pickle.dumps(chosen)) == chosen
    assert chosen != style("folder")
    assert hash(chosen) == hash(style("folder", calls=0.5))
    assert repr(chosen) == "style('folder', calls=0.5)"
    assert chosen.parameters["defence"] == STYLES["folder"]["defence"]
