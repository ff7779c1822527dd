"""The rule baseline under house rules: open riichi, chips, markers, birds and crosses decide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import BotStyle, style
from shugi._fast.core.actions import VERB_NAMES, action_name
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.rules.compile import Rules
from shugi.envs import load_rules
from tests.support.bot_games import (
    answers,
    duplicate,
    must_answer_by_the_rules,
    must_not_look_at_what_is_hidden,
    positions,
)

VERB = {name: number for number, name in VERB_NAMES.items()}
ALL = "super_bingo+rainbow_sevens+grand_cross+seven_rush+home_run+atama"
# sets of duplicate games against tile efficiency: enough for two standard errors
HOUSE = {
    "flying_fish": 1200,
    "fierce_flying_fish": 1200,
    "far_flying_fish": 150,
    "toriuchi": 250,
    "shouhai_mighty": 300,
    "crazy_cherry": 800,
    "seven_rush": 200,
    "super_bingo_home_run": 200,
    "super_bingo_atama": 100,
    "super_bingo+rainbow_sevens": 300,
    "super_bingo+grand_cross": 200,
    ALL: 100,
}
PLAYERS = (style(noise=0.1), style("caller", kans=3, noise=0.2), style("discloser", noise=0.3))


# ---- the rules of play


@pytest.mark.parametrize("rules", HOUSE)
def test_every_answer_is_legal(rules: str) -> None:
    must_answer_by_the_rules(positions(PLAYERS, rules, 24, 300, seed=5))


@pytest.mark.parametrize("rules", HOUSE)
def test_answers_depend_on_nothing_hidden(rules: str) -> None:
    must_not_look_at_what_is_hidden(positions(PLAYERS, rules, 8, 200, seed=7), style())


# ---- strength


@pytest.mark.parametrize("rules", HOUSE)
def test_it_beats_chance_and_tile_efficiency(rules: str) -> None:
    mean, error = duplicate(rules, style(), style(noise=1), 30)
    assert mean > 3 * error
    mean, error = duplicate(rules, style(), style("plain"), HOUSE[rules])
    assert mean > 2 * error


# ---- the same positions under other options


def decisions(rules: str, others: Rules, edit: Any = None) -> Iterator[tuple[int, int, Any]]:
    """Answers before and after a change of the rules or of the position, where they differ."""
    first, second = Batch(load_rules(rules), 1), Batch(others, 1)
    for step, batch in enumerate(positions(PLAYERS, rules, 24, 200, seed=3)):
        if step % 5:
            continue
        for i in range(batch.n):
            state = batch.state(i)
            if state["phase"] != "own":
                continue
            first.set_state(0, state)
            if edit is not None:
                edit(state)
            if not others.options["home_run_markers"]:
                state["seats"] = [{**seat, "marker": 0} for seat in state["seats"]]
            second.set_state(0, state)
            before, after = int(answers(first, style())[0]), int(answers(second, style())[0])
            if before != after:
                yield before, after, state


@pytest.mark.parametrize(
    ("rules", "option", "value"),
    [
        ("flying_fish", "demekin", False),
        ("flying_fish", "bust_shugi_per_1000", 0),
        ("flying_fish", "home_run_markers", False),
        ("fierce_flying_fish", "honba_multiplier", False),
        ("toriuchi", "chip_red", 0),
        ("toriuchi", "chip_ura", 0),
        ("toriuchi", "chip_tanyao", 0),
        ("toriuchi", "bird_min_yaku", 9),
        ("shouhai_mighty", "chip_otafuku", 0),
        ("shouhai_mighty", "local_otafuku", False),
        ("shouhai_mighty", "shugi", False),
        ("shouhai_mighty", "chip_bust", 0),
        ("toriuchi", "chip_ippatsu", 0),
        ("super_bingo_home_run", "home_run_markers", False),
        ("super_bingo+rainbow_sevens", "rainbow_value", 0),
        ("super_bingo+grand_cross", "gc_shugi", 0),
    ],
)
def test_every_chip_weighs(rules: str, option: str, value: Any) -> None:
    assert any(decisions(rules, load_rules(rules, **{option: value})))


def test_a_home_run_marker_makes_it_bolder() -> None:
    def come_home(state: dict[str, Any]) -> None:
        state["seats"][state["actor"]]["marker"] = 1

    moved = list(decisions("flying_fish", load_rules("flying_fish"), come_home))
    declared = [(before, after) for before, after, _ in moved if VERB["riichi"] in (before, after)]
    assert declared
    assert all(after == VERB["riichi"] for _, after in declared)


@pytest.mark.parametrize(
    ("tile", "option", "value"), [("1s", "bird_min_yaku", 9), ("7p", "gun_tile", None)]
)
def test_birds_and_guns_are_kept(tile: str, option: str, value: Any) -> None:
    code = parse_tiles(tile)[0]
    moved = list(decisions("toriuchi", load_rules("toriuchi", **{option: value})))
    kept = sum(after == code for _, after, _ in moved)
    given = sum(before == code for before, _, _ in moved)
    assert kept > given


# ---- single decisions


def decide(rules: str, who: BotStyle, state: dict[str, Any], **changes: Any) -> str:
    batch = Batch(load_rules(rules, **changes), 1)
    batch.set_state(0, {"wall": None, **state})
    return str(action_name(int(answers(batch, who)[0])))


def seat(hand: str, river: str = "", **more: Any) -> dict[str, Any]:
    return {"hand": parse_tiles(hand), "river": parse_tiles(river), "first_turn": False, **more}


OTHER = seat("1468p1578s1245z7p", "3z4z")
QUIET = seat("1223p667788s156z", "3z8p")


def turn(hand: str, drawn: str, melds: str = "", river: str = "", **more: Any) -> dict[str, Any]:
    mine = seat(hand + drawn, river)
    if melds:
        tiles = parse_tiles(melds)
        mine["melds"] = [{"type": "pon", "tiles": tiles, "from_seat": 2, "called": 2}]
    seats = [mine, more.get("left", OTHER), more.get("right", QUIET)]
    return {"turn": 0, "drawn": parse_tiles(drawn)[0], "seats": seats}


def claim(hand: str, tile: str) -> dict[str, Any]:
    code = parse_tiles(tile)[0]
    right = {**QUIET, "river": [*QUIET["river"], code]}
    return {
        "phase": "claim",
        "turn": 2,
        "actor": 0,
        "discard": code,
        "discarder": 2,
        "seats": [seat(hand, "2z"), OTHER, right],
    }


def test_an_open_hand_without_yaku_is_shown() -> None:
    one_sided = turn("12345667s55z", "9m", melds="999p", left=seat("1468p1578s1234z7p", "3z"))
    one_sided["seats"][2] = seat("1223p467788s166z", "3z8p")
    for who in (style(), style("plain"), style("silent")):
        assert decide("far_flying_fish", who, one_sided) == "open_riichi"
    assert decide("flying_fish", style(), one_sided) == "9m"


def test_an_open_hand_with_yaku_rolls_the_dice() -> None:
    dragons = turn("234s678p56s99p", "9m", melds="666z", right=seat("1223p667788s115z", "3z8p"))
    assert decide("far_flying_fish", style(), dragons) == "riichi"
    assert decide("far_flying_fish", style("silent"), dragons) == "9m"


def test_a_grand_cross_is_worth_seven_pairs() -> None:
    pairs = turn("11223344z55p66p9s", "8s", left=seat("1468p1578s1255z7p"))
    pairs["seats"][2] = seat("1223p667788s167z", "8p")
    assert decide("super_bingo+grand_cross", style(), pairs) == "grand_cross"
    assert decide("super_bingo+grand_cross", style(chips=0), pairs) != "grand_cross"


def test_winds_wait_for_their_cross() -> None:
    winds = turn("2346p678s359s123z", "9s", left=seat("1468p1578s4446z7p"))
    assert decide("super_bingo", style(), winds)[1] == "z"
    assert decide("super_bingo+grand_cross", style(), winds)[1] != "z"


def test_atama_is_won_by_open_riichi() -> None:
    ready = turn("234678p3466s999p", "2z", river="1z")
    for who in (style(), style("plain"), style("silent")):
        assert decide("super_bingo_atama", who, ready) == "open_riichi"
    value = claim("3455789p3s77z246s", "7z")
    assert decide("super_bingo", style("caller"), value) == "pon"
    assert decide("super_bingo_atama", style("caller"), value) == "pass"


def test_the_first_call_has_to_serve() -> None:
    late = claim("234789p99s77z246s", "9s")
    assert decide("sanma_base", style("caller"), late) == "pon"
    assert decide("toriuchi", style("caller"), late) == "pass"
    assert decide("toriuchi", style("caller"), claim("234789p99s77z246s", "7z")) == "pon"


def test_three_dragons_are_called_for_their_chips() -> None:
    near = claim("234p679s55z66z777z", "5z")
    near["seats"][1] = seat("1468p1578s1244z7p", "3z")
    near["seats"][2]["hand"] = parse_tiles("1223p667788s124z")
    assert decide("toriuchi", style(), near) == "pon"
    assert decide("toriuchi", style(), near, chip_yakuman_ron=0) == "pass"


def test_a_death_tile_with_a_cherry_silences() -> None:
    left = seat("4689p1578s124z77z")
    ready = turn("34666s345678s88p", "2z", river="1z", left=left)
    for river, action in (("3z", "riichi"), ("3z2pc", "riichi"), ("3z1pc7pd", "2z")):
        ready["seats"][2] = seat("13467p889s12556z", river)
        assert decide("crazy_cherry", style(), ready) == action


def test_a_death_tile_is_spent_on_a_riichi() -> None:
    # 7p alone is safe
    folding = turn("4688p1469s1467z7p", "7pd", left=seat("4689p1578s12255z"))
    folding["seats"][2] = seat("34p234s99p222s333z", "7p3s", riichi="closed", riichi_at=1)
    assert decide("crazy_cherry", style("folder"), folding) == "7pd"
    assert decide("crazy_cherry", style("folder", chips=0), folding) == "7p"
