"""Points tables, payments, liability, draws, the next hand, the end of a game, bingo."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shugi._fast.core.actions import action_id
from shugi._fast.flow.ledger import REASON_NAMES
from shugi._fast.games.riichi.bingo import BINGO_NAMES
from shugi._fast.games.riichi.score import (
    after_hand,
    bingo_line,
    final_result,
    game_ends,
    hand_points,
    nagashi_payments,
    noten_payments,
    placement,
    score_win,
)
from shugi._fast.rules.compile import Rules
from shugi.envs import load_position
from shugi.envs.rulesets.rules import load_rules
from tests.games.riichi.cases import Case, case

SANMA = load_rules("sanma_base")
BINGO = load_rules("super_bingo")
EVEN = [35000, 35000, 35000]


def dragons(**changes: Any) -> Case:
    return case("77z34p5p22s", "7z", "pon 5z5z5z", "pon 6z6z6z", **changes)


def lines(answer: Case) -> set[tuple[str, int | None, int | None, int]]:
    return {
        (line["reason"], line["payer"], line["payee"], line["points"])
        for line in answer["ledger"]
        if line["points"]
    }


# name: the win, the points each player wins or pays
PAO: dict[str, tuple[Case, list[int]]] = {
    "nobody is liable": (dragons(loser=2), [0, 32000, -32000]),
    "the discarder is liable himself": (
        dragons(loser=2, pao={"daisangen": 2}, honba=1),
        [0, 32200, -32200],
    ),
    "ron off another: half each, honba from the liable": (
        dragons(loser=2, pao={"daisangen": 0}, honba=2),
        [-16400, 32400, -16000],
    ),
    "drawn: the liable pays for all": (dragons(pao={"daisangen": 2}, honba=1), [0, 24200, -24200]),
    "drawn by the dealer": (
        dragons(pao={"daisangen": 0}, winner=2, dealer=2, honba=1),
        [-32200, 0, 32200],
    ),
    "another yakuman is not covered": (
        case("777z11z2z2z", "1z", "pon 5z5z5z", "pon 6z6z6z", loser=2, pao={"daisangen": 0}),
        [-16000, 64000, -48000],
    ),
    "liability for what is not in the hand": (
        case("123p456p789s22s34p", "5p", loser=2, pao={"daisangen": 0}),
        [0, 1000, -1000],
    ),
    "two units of four winds": (
        case("44z55p", "4z", "pon 1z1z1z", "pon 2z2z2z", "pon 3z3z3z") | {"pao": {"daisuushii": 2}},
        [0, 48000, -48000],
    ),
}


@pytest.mark.parametrize("name", PAO)
def test_liability(name: str) -> None:
    won, points = PAO[name]
    assert score_win(SANMA, won)["points_delta"] == points


@pytest.mark.parametrize(
    ("won", "half", "whole"),
    [
        (dragons(loser=2, honba=2), [0, 32400, -32400], [0, 32400, -32400]),
        (
            dragons(loser=2, pao={"daisangen": 0}, honba=2),
            [-16400, 32400, -16000],
            [-32400, 32400, 0],
        ),
        (dragons(loser=2, pao={"daisangen": 2}), [0, 32000, -32000], [0, 32000, -32000]),
        (dragons(pao={"daisangen": 2}), [0, 24000, -24000], [0, 24000, -24000]),
    ],
)
def test_what_the_liable_player_pays_of_a_ron(won: Case, half: list[int], whole: list[int]) -> None:
    assert score_win(SANMA, won)["points_delta"] == half
    assert score_win(load_rules("sanma_base", pao_ron="whole"), won)["points_delta"] == whole


def test_liability_is_itemised() -> None:
    won = dragons(pao={"daisangen": 2}, honba=1, sticks=1)
    assert lines(score_win(SANMA, won)) == {
        ("win", 0, 1, 16000),
        ("win", 2, 1, 8000),
        ("pao", 2, 0, 16000),
        ("honba", 2, 1, 200),
        ("sticks", None, 1, 1000),
    }


def test_capped_yakuman_are_covered_first() -> None:
    won = case("777z11z2z2z", "1z", "pon 5z5z5z", "pon 6z6z6z", loser=2, pao={"daisangen": 0})
    rules = load_rules("sanma_base", max_yakuman=1)
    assert score_win(rules, won)["points_delta"] == [-16000, 32000, -16000]


PINFU = case("123p456p789s22s34p", "5p", honba=2, sticks=3)
RON = PINFU | {"win_by": "ron", "loser": 0}

# the changed option, the win, its points before and after
POINT_OPTIONS: list[tuple[dict[str, Any], Case, list[int], list[int]]] = [
    ({"honba_ron": 1500}, RON, [-1400, 4400, 0], [-4000, 7000, 0]),
    ({"honba_tsumo": 500}, PINFU, [-900, 4500, -600], [-1700, 6100, -1400]),
    ({"riichi_cost": 2000}, RON, [-1400, 4400, 0], [-1400, 7400, 0]),
    (
        {"pao": []},
        PAO["drawn: the liable pays for all"][0],
        [0, 24200, -24200],
        [-16100, 24200, -8100],
    ),
    (
        {"pao": ["daisangen"]},
        PAO["two units of four winds"][0],
        [0, 48000, -48000],
        [-32000, 48000, -16000],
    ),
]


@pytest.mark.parametrize("row", POINT_OPTIONS, ids=lambda row: str(row[0]))
def test_option_changes_the_payment(row: Any) -> None:
    changes, won, before, after = row
    assert score_win(SANMA, won)["points_delta"] == before
    assert score_win(load_rules("sanma_base", **changes), won)["points_delta"] == after


def test_ledger_names_are_by_number() -> None:
    assert REASON_NAMES[0] == "win" and len(set(REASON_NAMES)) == len(REASON_NAMES)


# ---- points tables

# han, fu, dealer: ron, on a draw from the dealer, from another
SHOUHAI = {
    (1, 50, True): (3000, 0, 2000),
    (2, 40, True): (4000, 0, 2000),
    (2, 40, False): (3000, 2000, 1000),
    (2, 50, False): (4000, 3000, 1000),
    (3, 40, False): (6000, 4000, 2000),
    (3, 50, False): (7000, 5000, 2000),
    (3, 25, False): (4000, 3000, 1000),
    (2, 60, False): (4000, 3000, 1000),  # 4b = 3840; 3/8 of 4000 = 1500
    (3, 60, False): (8000, 5000, 3000),  # 4b = 7680
    (3, 60, True): (12000, 0, 6000),
    (3, 70, True): (12000, 0, 6000),  # b is capped
    (1, 110, False): (4000, 3000, 1000),
    (11, 30, False): (24000, 16000, 8000),
}
MJS = {
    (1, 30, False): (1000, 500, 300),
    (2, 25, True): (2400, 0, 800),
    (3, 60, False): (7700, 3900, 2000),
    (4, 40, False): (8000, 4000, 2000),
    (5, 30, True): (12000, 0, 4000),
    (7, 30, False): (12000, 6000, 3000),
    (10, 30, False): (16000, 8000, 4000),
    (12, 30, True): (36000, 0, 12000),
    (13, 30, False): (32000, 16000, 8000),
}
BISECTION = {
    (1, 30, False): (1000, 600, 400),  # b = 240: 2.5b and 1.5b
    (1, 30, True): (1500, 0, 800),  # 3b
    (4, 40, False): (8000, 5000, 3000),
    (6, 30, False): (12000, 7500, 4500),
}


# what each pays at a table of four, in whole thousands (bingo 5, mighty 5)
WITH_LOSS = {
    "no_fu": {
        (1, 30, False): (1000, 1000, 1000),
        (2, 30, True): (3000, 0, 1000),
        (3, 30, False): (4000, 2000, 1000),
        (4, 30, False): (8000, 4000, 2000),
        (4, 30, True): (12000, 0, 4000),
        (6, 30, False): (12000, 6000, 3000),
        (8, 30, True): (24000, 0, 8000),
        (13, 30, False): (32000, 16000, 8000),
    },
    "shouhai": {
        (2, 40, False): (3000, 2000, 1000),  # b = 640
        (3, 40, False): (6000, 3000, 2000),  # b = 1280
        (3, 50, True): (10000, 0, 4000),  # b = 1600
        (2, 60, False): (4000, 2000, 1000),  # b = 960, beside the printed table
        (5, 30, False): (8000, 4000, 2000),
    },
}


@pytest.mark.parametrize(
    ("table", "loss", "cells"),
    [
        ("shouhai", False, SHOUHAI),
        ("mjs", True, MJS),
        ("north_bisection", False, BISECTION),
        *((table, True, cells) for table, cells in WITH_LOSS.items()),
    ],
)
def test_points_tables(
    table: str, loss: bool, cells: dict[tuple[int, int, bool], tuple[int, ...]]
) -> None:
    rules = load_rules("sanma_base", points_table=table, tsumo_loss=loss)
    for (han, fu, dealer), points in cells.items():
        cell = hand_points(rules, han=han, fu=fu, dealer=dealer)
        found = cell["ron"], cell["tsumo_dealer"], cell["tsumo_other"]
        assert found == points, (han, fu, dealer)


def test_super_bingo_with_tsumo_loss() -> None:
    """A drawn mangan of a player who does not deal: nobody pays the missing player's 2000."""
    rules = load_rules("super_bingo", tsumo_loss=True)
    cell = hand_points(rules, han=4, fu=30, dealer=False)
    assert (cell["tsumo_dealer"], cell["tsumo_other"]) == (4000, 2000)
    plain = hand_points(BINGO, han=4, fu=30, dealer=False)
    assert (plain["tsumo_dealer"], plain["tsumo_other"]) == (5000, 3000)


def test_points_of_several_yakuman() -> None:
    for rules, each in ((SANMA, 32000), (BINGO, 32000)):
        for units in (1, 2, 5):
            assert hand_points(rules, units=units)["ron"] == each * units


@pytest.mark.parametrize(
    "wrong", [{"han": 0}, {"han": 1, "fu": 31}, {"han": 1, "dealer": 1}, {"units": -1}]
)
def test_bad_cells_are_refused(wrong: Any) -> None:
    with pytest.raises(ValueError):
        hand_points(SANMA, **wrong)


# ---- draws


@pytest.mark.parametrize(
    ("rules", "tenpai", "points"),
    [
        (BINGO, [True, False, False], [4000, -2000, -2000]),
        (BINGO, [False, True, True], [-4000, 2000, 2000]),
        (load_rules("sanma_base", noten_total=3000), [False, True, True], [-3000, 1500, 1500]),
        (load_rules("sanma_base", noten_total=0), [False, True, True], [0, 0, 0]),
    ],
)
def test_noten_payments(rules: Rules, tenpai: list[bool], points: list[int]) -> None:
    assert noten_payments(rules, tenpai) == points


@pytest.mark.parametrize(
    ("rules", "player", "dealer", "points"),
    [
        (SANMA, 0, 0, [8000, -4000, -4000]),
        (SANMA, 2, 0, [-4000, -2000, 6000]),
        (BINGO, 2, 0, [-5000, -3000, 8000]),
    ],
)
def test_nagashi_is_a_mangan_draw(
    rules: Rules, player: int, dealer: int, points: list[int]
) -> None:
    assert nagashi_payments(rules, player, dealer) == points


# ---- the next hand


def following(rules: Rules, name: str, scores: list[int] | None = None, **hand: Any) -> Any:
    """(round, dealer, honba) of the hand that follows, or "over"."""
    after = after_hand(rules, name, EVEN if scores is None else scores, **hand)
    return "over" if after["game_over"] else (after["round"], after["dealer"], after["honba"])


WIN_0: Case = {"end": "win", "winners": [0]}
WIN_1: Case = {"end": "win", "winners": [1]}
DRAW: Case = {"end": "draw"}

# the changed options, round, hand and honba, what follows
NEXT: list[tuple[dict[str, Any], str, Case, Any]] = [
    ({}, "E1", WIN_0 | {"honba": 2}, ("E1", 0, 3)),
    ({}, "E1", WIN_1 | {"honba": 2}, ("E2", 1, 0)),
    ({}, "E1", {"end": "win", "winners": [1, 0]}, ("E1", 0, 1)),
    ({}, "E1", DRAW | {"tenpai": [0], "honba": 1}, ("E1", 0, 2)),
    ({}, "E1", DRAW | {"tenpai": [1, 2], "honba": 1}, ("E2", 1, 2)),
    ({}, "E3", {"end": "abort", "honba": 1}, ("E3", 2, 2)),
    ({}, "E3", WIN_1, ("S1", 0, 0)),
    ({"renchan": "win"}, "E1", DRAW | {"tenpai": [0]}, ("E2", 1, 1)),
    ({"renchan": "win"}, "E1", WIN_0, ("E1", 0, 1)),
    ({"renchan": "winner_deals"}, "E1", {"end": "win", "winners": [2, 0]}, ("E2", 2, 0)),
    ({"renchan": "winner_deals"}, "E1", DRAW | {"honba": 1}, ("E1", 0, 2)),
    ({}, "S3", WIN_1, ("W1", 0, 0)),
    ({"extension": "none"}, "S3", WIN_1, "over"),
    ({"target_points": 35000}, "S3", WIN_1, "over"),
    ({}, "W3", WIN_1, "over"),
    ({}, "W3", {"end": "win", "winners": [2]}, ("W3", 2, 1)),
    ({"extension": "unlimited"}, "W3", WIN_1, ("N1", 0, 0)),
    ({"extension": "unlimited"}, "N3", WIN_1, ("E1", 0, 0)),
    ({"game_length": "east"}, "E3", WIN_1, ("S1", 0, 0)),
    ({"game_length": "east"}, "S3", WIN_1, "over"),
    ({"game_length": "until_bust"}, "E3", WIN_1, ("E1", 0, 0)),
    ({"game_length": "fixed_hands", "match_hands": 4}, "E3", WIN_1 | {"hands": 3}, ("E1", 0, 0)),
    ({"game_length": "fixed_hands", "match_hands": 4}, "E3", WIN_1 | {"hands": 4}, "over"),
]


@pytest.mark.parametrize("row", NEXT, ids=lambda row: f"{row[0]} {row[1]} {row[2]}")
def test_next_hand(row: Any) -> None:
    changes, name, hand, expected = row
    assert following(load_rules("sanma_base", **changes), name, **hand) == expected


# the changed options, round, scores, whether the dealer repeats, whether the game is over
ENDS: list[tuple[dict[str, Any], str, list[int], bool, bool]] = [
    ({}, "E1", [-100, 50000, 55100], True, True),
    ({}, "E1", [0, 50000, 55000], True, False),
    ({"bust_at_zero": True}, "E1", [0, 50000, 55000], True, True),
    ({"bust": False}, "E1", [-100, 50000, 55100], True, False),
    ({"bust_below": 10000}, "E1", [9900, 50000, 45100], True, True),
    ({}, "S3", [30000, 30000, 45000], True, True),  # player 2 deals, leads and would repeat
    ({}, "S3", [45000, 30000, 30000], True, False),  # somebody else leads
    ({}, "S3", [36000, 30000, 39000], True, False),  # the target is not reached
    ({"agari_yame": "none"}, "S3", [30000, 30000, 45000], True, False),
    ({}, "S3", [40000, 25000, 40000], True, False),  # equal points: seat 0 is first
    ({}, "W1", [30000, 45000, 30000], False, True),
    ({}, "W1", [30000, 45000, 30000], True, False),  # who deals again does so in the extension too
    ({}, "W3", [30000, 45000, 30000], True, False),
    ({}, "W1", [45000, 30000, 30000], True, True),
    ({"agari_yame": "none"}, "W1", [45000, 30000, 30000], True, False),
    *(
        ({"extension_repeats": False, "agari_yame": yame}, "W1", [30000, 45000, 30000], True, True)
        for yame in ("auto", "none")
    ),
    ({"target_points": 50000}, "S3", [45000, 30000, 30000], False, False),
]


@pytest.mark.parametrize("row", ENDS, ids=lambda row: str(row))
def test_game_end(row: Any) -> None:
    changes, name, scores, repeats, over = row
    rules = load_rules("sanma_base", **changes)
    assert game_ends(rules, name, scores, dealer_repeats=repeats) == over


@pytest.mark.parametrize("name", ["sanma_base", "sanma_tenhou", "sanma_mjsoul"])
def test_a_leading_dealer_deals_again_after_nine_terminals(name: str) -> None:
    """The last hand of South; as in a game on a site."""
    hands = ["1m9m2468p2468s123z", "1m9m3579p3579s123z", "19m19p19s123456z2p+3p"]
    seats = "|".join(f"seat{seat} hand={hand}" for seat, hand in enumerate(hands))
    start = f"round S3|score 30000 30000 45000|turn own 2|{seats}|dora 7z|wall ..."
    for changes, over in (("", False), (" abort_plays_on=false", True)):
        batch = load_position(f"rules {name}{changes}|{start}")
        batch.step_one(0, action_id("abort"))
        state = batch.state(0)
        assert state["last"]["how"] == "abort" and (state["phase"] == "over") == over
        if not over:
            assert (state["round"], state["dealer"], state["honba"]) == (5, 2, 1)
            assert batch.scores(0) == [30000, 30000, 45000]


# ---- the end of a game


def test_uma_and_oka() -> None:
    assert final_result(SANMA, [50000, 35000, 20000]) == [45.0, -5.0, -40.0]
    # equal points: nearer to the first dealer ranks higher
    assert final_result(SANMA, [30000, 37500, 37500]) == [-30.0, 32.5, -2.5]
    rules = load_rules("sanma_base", uma=[30, -10, -20], oka=0)
    assert final_result(rules, [50000, 35000, 20000]) == [45.0, -10.0, -35.0]


def test_chips_in_the_result() -> None:
    scores, chips = [50000, 35000, 20000], [5, -2, -3]
    assert final_result(BINGO, scores, chips) == [5.0, -2.0, -3.0]
    rules = load_rules("sanma_base", shugi_value=2000)
    assert final_result(rules, scores, chips) == [55.0, -9.0, -46.0]
    assert final_result(SANMA, scores, chips) == [45.0, -5.0, -40.0]


@pytest.mark.parametrize(
    ("changes", "chips"),
    [
        ({}, [82, -14, -68]),
        ({"placement": "none"}, [0, 0, 0]),
        ({"placement_third_base": 40}, [72, -14, -58]),
        ({"placement_third_cap": 60}, [74, -14, -60]),
        ({"placement_second_base": 12}, [84, -16, -68]),
        ({"placement_second_line": 26000, "placement_third_cap": 50}, [54, -4, -50]),
    ],
)
def test_placement_options(changes: dict[str, Any], chips: list[int]) -> None:
    assert placement(load_rules("super_bingo", **changes), [52000, 26000, 12000]) == chips


def test_second_place_is_capped() -> None:
    scores = [62000, 55000, -27000]
    assert placement(BINGO, scores) == [60, 20, -80]
    assert placement(load_rules("super_bingo", placement_second_cap=30), scores) == [55, 25, -80]


@given(st.lists(st.integers(-60, 120), min_size=2, max_size=2))
def test_first_gains_and_third_pays(others: list[int]) -> None:
    scores = [1000 * points for points in (*others, 90 - sum(others))]
    chips = placement(BINGO, scores)
    assert sum(chips) == 0
    order = sorted(range(3), key=lambda seat: (-scores[seat], seat))
    assert chips[order[0]] > 0 > chips[order[2]]


@given(st.lists(st.integers(-60, 120), min_size=2, max_size=2))
def test_results_of_plain_sanma_sum_to_zero(others: list[int]) -> None:
    scores = [1000 * points for points in others]
    result = final_result(SANMA, [*scores, 105000 - sum(scores)])
    assert sum(result) == pytest.approx(0)


# ---- bingo by discards

# the changed options, discards, riichi tile, called ones, what the last discard makes
LINES: list[tuple[dict[str, Any], str, int, list[int], str]] = [
    ({}, "1z2z9s3z1p9p7p7s7p", 4, [], "three_in_a_row"),
    ({}, "1z2z9s3z1p9p7p7s7p1z", 4, [], "none"),
    ({}, "1z2z9s3z1p9p7p7s7p", 6, [], "none"),
    ({"bingo_counts_riichi_tile": True}, "1z2z9s3z1p9p7p7s7p", 6, [], "three_in_a_row"),
    ({"bingo_wins": False}, "1z2z9s3z1p9p7p7s7p", 4, [], "none"),
    # a seven that was called away
    ({}, "1z2z9s3z1p9p7p7s7p", 4, [7], "three_in_a_row"),
    ({"bingo_called_tiles": "none"}, "1z2z9s3z1p9p7p7s7p", 4, [7], "none"),
    # cells 2, 8 and 14; a tile called away between them breaks the column
    ({}, "1z9s7p2z1p9p3z1z7s9p2s1p4z6z7p", 1, [], "bingo_column"),
    ({}, "1z9s7p2z1p9p3z1z7s9p2s1p4z6z7p", 1, [5], "none"),
    ({"bingo_called_tiles": "both"}, "1z9s7p2z1p9p3z1z7s9p2s1p4z6z7p", 1, [5], "bingo_column"),
    ({"discard_row_length": 5}, "1z9s7p2z1p9p3z1z7s9p2s1p4z6z7p", 1, [], "bingo_diagonal"),
    ({"discard_row_length": 8}, "1z9s7p2z1p9p3z1z7s9p2s1p4z6z7p", 1, [], "none"),
    ({"discard_row_length": 5}, "1z7p9s2z1p9p7s1z3z9p2s7p", 0, [], "bingo_column"),
    # cells 0, 7 and 14; and 5, 10 and 15
    ({}, "7p1z9s2z1p9p3z7s4z9p2s1p6z5z7p", 0, [], "none"),
    ({"bingo_counts_riichi_tile": True}, "7p1z9s2z1p9p3z7s4z9p2s1p6z5z7p", 0, [], "bingo_diagonal"),
    ({}, "1z9s2z1p9p7s3z4z9p2s7p1p6z5z2s7p", 0, [], "bingo_diagonal"),
    # cells 5, 11 and 16 are in no line
    ({}, "1z9s2z1p9p7s3z4z9p2s1p7p6z5z2s1s7p", 0, [], "none"),
    # a row ends at cell 5; the pile closes up where a tile was called away
    ({}, "1z9s2z1p9p2s7p7s1p7p", 0, [8], "bingo_row"),
    ({}, "1z9s2z1p7p7s1p7p", 0, [6], "none"),
]


@pytest.mark.parametrize("row", LINES, ids=lambda row: f"{row[0]} {row[1]} {row[3]}")
def test_bingo(row: Any) -> None:
    changes, discards, riichi, called, expected = row
    rules = load_rules("super_bingo", **changes)
    assert bingo_line(rules, discards, riichi, called) == expected
    assert expected in BINGO_NAMES


# ---- bad input

# function, arguments, part of the message
BAD: list[tuple[Callable[..., Any], tuple[Any, ...], Case, str]] = [
    (noten_payments, (SANMA, [True, False]), {}, "3 of true or false"),
    (noten_payments, (SANMA, [1, 0, 0]), {}, "3 of true or false"),
    (placement, (BINGO, [1, 2, 3.5]), {}, "3 whole numbers"),
    (placement, (BINGO, [10**9, 0, 0]), {}, "out of range"),
    (final_result, (SANMA, EVEN, [0]), {}, "chips must be 3 whole numbers"),
    (game_ends, (SANMA, "S4", EVEN), {"dealer_repeats": False}, "round_name"),
    (game_ends, (SANMA, 5, EVEN), {"dealer_repeats": False}, "round_name"),
    (game_ends, (SANMA, "S3", EVEN), {"dealer_repeats": 0}, "dealer_repeats"),
    (game_ends, (SANMA, "S3", EVEN), {"dealer_repeats": True, "dealer": 3}, "dealer must"),
    (after_hand, (SANMA, "S3", EVEN), {"end": "quit"}, "end must be one of win, draw, abort"),
    (after_hand, (SANMA, "S3", EVEN), {"end": "win"}, "winners"),
    (after_hand, (SANMA, "S3", EVEN), {"end": "draw", "winners": [1]}, "winners"),
    (after_hand, (SANMA, "S3", EVEN), {"end": "win", "winners": [7]}, "winners must be"),
    (after_hand, (SANMA, "S3", EVEN), {"end": "draw", "tenpai": 1}, "tenpai must be a list"),
    (nagashi_payments, (SANMA, 3, 0), {}, "player must be"),
    (bingo_line, (BINGO, "1z2q", 0), {}, "discards"),
    (bingo_line, (BINGO, "1z2z", 2), {}, "riichi_index must be"),
    (bingo_line, (BINGO, "1z2z", 0, [2]), {}, "called must be"),
    (bingo_line, (BINGO, "1z" * 41, 0), {}, "at most 40"),
]


@pytest.mark.parametrize("row", BAD, ids=lambda row: f"{row[0].__name__} {row[1][1:]} {row[2]}")
def test_bad_input_is_refused(row: Any) -> None:
    function, args, named, message = row
    with pytest.raises(ValueError) as error:
        function(*args, **named)
    assert message in str(error.value)


# ---- sticks that nobody has won


LAST_HAND = """
    rules {rules} | round {round} sticks=2
    score {score}
    turn own {last}
    {hands}
"""
NOTHING = ("19m147p258s12345z", "19m258p369s12345z", "19m147p369s12346z", "19m258p147s12346z")


@pytest.mark.parametrize(
    ("rules", "moment", "score"),
    [
        ("sanma_base", "S3", [24000, 60000, 19000]),
        ("riichi_tenhou", "S4", [20000, 22000, 33000, 23000]),
    ],
)
def test_sticks_left_at_the_end_are_the_first_places(
    rules: str, moment: str, score: list[int]
) -> None:
    n = len(score)
    hands = [f"seat{k} hand={hand}" for k, hand in enumerate(NOTHING[:n])]
    hands[-1] += "+7z"
    text = LAST_HAND.format(
        rules=rules,
        round=moment,
        score=" ".join(map(str, score)),
        last=n - 1,
        hands="\n".join(hands),
    )
    batch = load_position(text)
    while batch.seat[0] >= 0:  # everybody passes, or discards what was drawn
        legal, drawn = batch.legal_actions(0), batch.state(0)["drawn"]
        passing = action_id("pass")
        batch.step_one(0, passing if passing in legal else drawn if drawn in legal else legal[0])
    left = [line for line in batch.ledger(0) if line["reason"] == "leftover"]
    assert [(line["payee"], line["points"]) for line in left] == [(score.index(max(score)), 2000)]
