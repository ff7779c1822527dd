"""The Grand Cross: when four winds may be shown, what that does, and what the hand is worth."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id, action_name
from shugi._fast.core.tiles import kind_of, parse_tiles
from shugi._fast.games.riichi.score import score_win
from shugi._fast.text.position import PositionError
from shugi.envs import format_position, load_position, load_rules
from tests.games.riichi.beside import check_hands
from tests.games.riichi.cases import case
from tests.games.riichi.reference.legal import ready_hand
from tests.golden import positions
from tests.golden.positions import ASKED, OTHER

RULES = "super_bingo+grand_cross"
CROSS = action_id("grand_cross")
HAND = "123z4zg456778p999s"  # and 1p drawn


def own_turn(hand: str, drawn: str, *, others: dict[int, Any] | None = None, **case: Any) -> Batch:
    """Seat 1 has drawn; ``others`` fills seats, ``end`` are tiles at the wall's end."""
    rules = load_rules(case.pop("rules", RULES))
    end = parse_tiles(case.pop("end", ""))
    riichi = case.pop("riichi", "none")
    state, pool = positions.table(rules, {"hand": hand, **case}, riichi)
    seat = state["seats"][ASKED]
    seat["hand"] += pool.take(parse_tiles(drawn))
    if riichi != "none":
        seat["river_flags"] = [0] * (len(seat["river"]) - 1) + [positions.RIVER_RIICHI]
    for number, given in (others or {}).items():
        pool.take(given.get("hand", []) + [t for meld in given["melds"] for t in meld["tiles"]])
        state["seats"][number] |= given
    state["wall"] = [None] * (len(rules.tiles) - len(end)) + pool.take(end)
    positions.fill_others(state, pool, set())
    for number in others or {}:
        seat = state["seats"][number]
        seat["hand"] = seat["hand"][: 13 - 3 * len(seat["melds"])]
    return positions.play(rules, state)


def verbs(batch: Batch) -> list[str]:
    return [action_name(action) for action in batch.legal_actions(0)]


def chips(batch: Batch) -> list[int]:
    return [seat["chips"] for seat in batch.state(0)["seats"]]


def ankan(*tiles: str) -> dict[str, Any]:
    return {"melds": [{"type": "ankan", "tiles": parse_tiles(tile * 4)} for tile in tiles]}


def test_it_is_shown_like_a_kan() -> None:
    batch = own_turn(HAND, "1p")
    before = batch.state(0)
    batch.step_one(0, CROSS)
    state = batch.state(0)
    seat = state["seats"][ASKED]
    (meld,) = seat["melds"]
    assert (meld["type"], meld["from_seat"], meld["called"]) == ("gc", None, None)
    assert sorted(meld["tiles"]) == sorted(parse_tiles("123z4zg"))
    assert len(seat["hand"]) == 11
    grown = {"n_kan": 1, "n_indicator": 1, "n_rinshan": 1, "tail": -2, "history_total": 2}
    assert {key: state[key] - before[key] for key in grown} == grown
    assert (state["phase"], state["actor"]) == ("own", ASKED)
    assert state["drawn_rinshan"] and state["rinshan_yaku"]
    assert "1g4zg" in format_position(batch, 0)
    assert load_position(format_position(batch, 0)).state(0) == state


def test_it_is_paid_at_once_and_once_for_all() -> None:
    batch = own_turn(HAND, "1p")
    scores = batch.scores(0)
    batch.step_one(0, CROSS)
    assert chips(batch) == [-20, 40, -20] == batch.chips[0].tolist()
    assert batch.scores(0) == scores
    assert [
        (line["reason"], line["payer"], line["payee"], line["points"], line["chips"])
        for line in batch.ledger(0)
    ] == [("grand_cross", OTHER, ASKED, 0, 20), ("grand_cross", 2, ASKED, 0, 20)]


def test_it_ends_ippatsu_and_the_first_turn() -> None:
    batch = own_turn(HAND, "1p")
    assert all(seat["first_turn"] for seat in batch.state(0)["seats"])
    batch.step_one(0, CROSS)
    assert not any(seat["first_turn"] or seat["ippatsu"] for seat in batch.state(0)["seats"])


def test_the_player_says_which_north() -> None:
    for north, paid in (("4z", 10), ("4zg", 20)):
        batch = own_turn("123z4zg4z456778p99s", "1p")
        batch.step_one(0, CROSS)
        assert batch.state(0)["phase"] == "copies" and verbs(batch) == ["4z", "4zg"]
        assert load_position(format_position(batch, 0)).state(0) == batch.state(0)
        batch.step_one(0, action_id(north))
        assert chips(batch) == [-paid, 2 * paid, -paid]


def test_two_of_them_are_paid_twice() -> None:
    batch = own_turn("112233z4z4zg45678p", "9p")
    batch.step_one(0, CROSS)
    batch.step_one(0, action_id("4z"))
    batch.step_one(0, CROSS)
    assert chips(batch) == [-30, 60, -30]
    assert [line["chips"] for line in batch.ledger(0)] == [30, 30]


def test_it_is_one_of_four_kans() -> None:
    three = {0: ankan("2p", "3p"), 2: ankan("9p")}
    assert CROSS in own_turn(HAND, "5z", others=three).legal_actions(0)
    four = {0: ankan("2p", "3p"), 2: ankan("9p", "1p")}
    assert CROSS not in own_turn(HAND, "5z", others=four).legal_actions(0)


def test_every_wind_must_be_concealed() -> None:
    assert CROSS not in own_turn("123z456778p999s5z", "6z").legal_actions(0)
    melded = own_turn("123z456778p1p", "5z", melds=[["pon", "4z4z4z"]])
    assert CROSS not in melded.legal_actions(0)


def test_the_hand_stays_closed() -> None:
    batch = own_turn("123z4z456p99s234s6p", "5z", end="7z")
    batch.step_one(0, CROSS)
    # 456p 99s 234s 6p 5z 7z: one tile short of ready; with 6p 6p it is ready
    assert "riichi" not in verbs(batch)
    batch = own_turn("123z4z456p99s234s6p", "6p", end="7z")
    batch.step_one(0, CROSS)
    assert {"riichi", "open_riichi"} <= set(verbs(batch))


def test_a_win_on_the_replacement_is_rinshan() -> None:
    batch = own_turn("123z4z456p99s234s6p", "6p", end="9s")
    batch.step_one(0, CROSS)
    assert verbs(batch) == ["win"]
    batch.step_one(0, action_id("win"))
    # rinshan, closed draw: what else depends on the indicators
    assert batch.state(0)["last"]["winners"] == [ASKED]
    won = [line for line in batch.ledger(0) if line["reason"] == "win"]
    assert len(won) == 2 and batch.state(0)["last"]["melds"] == [0, 0, 0]


def test_not_directly_after_a_call() -> None:
    state, pool = positions.table(load_rules(RULES), {"hand": "1234z99p467s1146p"}, "none")
    discard = pool.copies(17, 1)
    state["seats"][OTHER]["river"] = discard
    positions.fill_others(state, pool, {17})
    state |= {"phase": "claim", "discard": discard[0], "discarder": OTHER}
    batch = positions.play(load_rules(RULES), state)
    batch.step_one(0, action_id("pon"))
    assert batch.state(0)["phase"] == "own" and CROSS not in batch.legal_actions(0)


def test_in_riichi_it_would_change_the_waits() -> None:
    # thirteen orphans but one, each wind among them: four winds leave another hand
    batch = own_turn("179p179s1123567z", "4z", riichi="closed", own_discards="8s")
    assert verbs(batch) == ["win"]
    batch = own_turn("179p179s1123456z", "3z", riichi="closed", own_discards="8s")
    assert CROSS not in batch.legal_actions(0)


def test_it_cannot_be_robbed() -> None:
    # seat 0 waits for the North with orphans
    others = {0: {"hand": parse_tiles("179p179s1123567z"), "melds": []}}
    batch = own_turn("1234z456p99s234s6p", "6p", others=others)
    assert batch.state(0)["seats"][0]["hand"]
    batch.step_one(0, CROSS)
    assert batch.state(0)["actor"] == ASKED and batch.state(0)["last"]["how"] == "none"


def test_positions_need_the_option() -> None:
    batch = own_turn(HAND, "1p")
    batch.step_one(0, CROSS)
    state = batch.state(0)
    rules = load_rules("super_bingo")
    for seat in state["seats"]:
        seat["hand"] = [tile if tile != action_id("4zg") else 30 for tile in seat["hand"]]
        for meld in seat["melds"]:
            meld["tiles"] = [kind_of(tile) for tile in meld["tiles"]]
    with pytest.raises(PositionError, match="these rules have no meld gc"):
        Batch(rules, 1).set_state(0, state)


def test_a_hand_needs_the_option() -> None:
    won = case("234567p67s88s", "5s", "gc 1z2z3z4z", loser=0)
    with pytest.raises(ValueError, match="no Grand Cross; set grand_cross: true"):
        score_win(load_rules("super_bingo"), won)


# ---- beside the reference

VARIANTS: list[dict[str, Any]] = [
    {},
    {"gc_counts_as_kan": True},
    {"gold_north": False, "tulip_gold": 2},
    {"points_table": "mjs", "placement": "none"},
]


@pytest.mark.parametrize("changes", VARIANTS, ids=json.dumps)
def test_hands(changes: dict[str, Any]) -> None:
    rules = load_rules(RULES, **changes)
    seen = check_hands(rules, f"cross {changes}", range(400), ready=ready_hand)
    assert {"gc", "allowed", "ittsu", "sanankou", "pinfu"} <= seen.keys()


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(10))
def test_many_hands(chunk: int) -> None:
    numbers = range(2000 * chunk, 2000 * (chunk + 1))
    assert check_hands(load_rules(RULES), "many crosses", numbers, ready=ready_hand)["gc"]
