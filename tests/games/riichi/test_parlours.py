"""What parlours play otherwise: indicators at the deal, the dealership in the East round, chips."""

from __future__ import annotations

from typing import Any

import pytest

from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.games.riichi.score import after_hand, final_result, score_win
from shugi._fast.rules.compile import RulesError
from shugi.envs import Batch, format_position, load_position, load_rules
from tests.games.riichi.cases import case
from tests.support.played import played

TWO: dict[str, Any] = {"extra_indicators": 1, "max_kan_indicators": 3}
KAN = action_id("kan_closed")
EVEN = [25000] * 4


# ---- indicators at the deal


def test_two_indicators_lie_open_from_the_deal() -> None:
    rules = load_rules("riichi_tenhou", **TWO)
    batch = Batch(rules, 64, seed=3)
    most = 0
    for _ in played(batch, 1500):
        for i in range(0, 64, 16):
            state = batch.state(i)
            assert state["n_indicator"] == 2 + state["n_kan"] - state["kans_pending"] <= 5
            assert len(state["dora"]) == state["n_indicator"]
            most = max(most, state["n_indicator"])
    assert most > 2
    text = format_position(batch, 0)
    assert load_position(text).state(0) == batch.state(0)


def test_a_kan_turns_the_third() -> None:
    others = "|".join(f"seat{seat} hand=19m147p147s1234z{seat}z" for seat in (1, 2, 3))
    text = "rules riichi_tenhou extra_indicators=1 max_kan_indicators=3|turn own 0"
    hand = "seat0 hand=2222m345p345s678s+9p"
    batch = load_position(f"{text}|{hand}|{others}|dora 1p9s|wall ...")
    assert batch.state(0)["dora"] == parse_tiles("1p9s")
    batch.step_one(0, KAN)
    assert batch.state(0)["n_indicator"] == 3
    assert "dora 1p9s" in format_position(load_position(f"{text}|{hand}|{others}|dora 1p9s"), 0)


def test_four_kans_turn_three() -> None:
    """Five stacks hold indicators, and two were turned at the deal."""
    melds = "ankan(2m2m2m2m)ankan(3p3p3p3p)ankan(4s4s4s4s)"
    others = "|".join(f"seat{seat} hand=19m147p179s1234z{seat}z" for seat in (1, 2, 3))
    text = "rules riichi_tenhou extra_indicators=1 max_kan_indicators=3|turn own 0"
    batch = load_position(f"{text}|seat0 hand=8888p+5m melds={melds}|{others}|wall ...")
    assert batch.state(0)["n_indicator"] == 5
    batch.step_one(0, KAN)
    assert (batch.state(0)["n_kan"], batch.state(0)["n_indicator"]) == (4, 5)


def test_the_indicators_of_the_deal_are_no_kan_dora() -> None:
    won = case("234456p67845s99m", "3s", loser=2, dora_indicators="1p8m3p")
    chips = {"shugi": True, "chip_kandora": 1}
    usual = score_win(load_rules("riichi_tenhou", **chips), won)
    two = score_win(load_rules("riichi_tenhou", **TWO, **chips), won)
    assert usual["shugi"]["kandora"] == 4 and two["shugi"]["kandora"] == 2
    assert usual["han"] == two["han"]


@pytest.mark.parametrize(
    ("name", "changes", "key", "text"),
    [
        ("riichi_tenhou", {"extra_indicators": 1}, "extra_indicators", "five indicators"),
        ("sanma_base", TWO, "dead_wall_size", "too small"),
        ("super_bingo", TWO, "extra_indicators", "draw_to_indicator"),
        ("flying_fish", {"east_passes_on": True}, "east_passes_on", "winner deals next"),
    ],
)
def test_what_does_not_go_together(name: str, changes: dict[str, Any], key: str, text: str) -> None:
    with pytest.raises(RulesError) as refused:
        load_rules(name, **changes)
    assert any(k.endswith(f": {key}") and text in said for k, said in refused.value.problems)


# ---- the dealership in the East round


@pytest.mark.parametrize(
    ("place", "hand", "expected"),
    [
        ("E1", {"end": "win", "winners": [0]}, ("E2", 1, 0)),
        ("E1", {"end": "win", "winners": [2, 0], "honba": 3}, ("E2", 1, 0)),
        ("E2", {"end": "draw", "tenpai": [1, 2], "honba": 1}, ("E3", 2, 2)),
        ("E4", {"end": "win", "winners": [3]}, ("S1", 0, 0)),
        # an aborted hand is dealt again
        ("E1", {"end": "abort"}, ("E1", 0, 1)),
        # South is as ever
        ("S1", {"end": "win", "winners": [0]}, ("S1", 0, 1)),
        ("S2", {"end": "draw", "tenpai": [1]}, ("S2", 1, 1)),
    ],
)
def test_the_dealership_passes_on_in_east(
    place: str, hand: dict[str, Any], expected: tuple[str, int, int]
) -> None:
    rules = load_rules("riichi_parlour", east_passes_on=True)
    told = after_hand(rules, place, EVEN, **hand)
    assert (told["round"], told["dealer"], told["honba"]) == expected


def test_a_dealer_who_wins_the_last_hand_of_an_east_game_ends_it() -> None:
    led = [20000, 20000, 25000, 35000]
    for passes, scores in ((True, led[::-1]), (False, led)):
        rules = load_rules("riichi_tenhou", game_length="east", east_passes_on=passes)
        assert after_hand(rules, "E4", scores, end="win", winners=[3])["game_over"]
    rules = load_rules("riichi_tenhou", game_length="east")
    assert not after_hand(rules, "E4", led[::-1], end="win", winners=[3])["game_over"]


# ---- the rooms with chips of Tenhou


def test_the_rooms_with_chips() -> None:
    rules = load_rules("riichi_tenhou+chip_room")
    assert final_result(rules, [40000, 30000, 20000, 10000]) == [60.0, 10.0, -20.0, -50.0]
    # 4 han 30 fu and a honba
    won = case(
        "234456p67845s99m",
        "3s",
        loser=2,
        riichi="closed",
        flags={"ippatsu": True},
        dora_indicators="1p",
        ura_indicators="9p",
        honba=1,
    )
    told = score_win(rules, won)
    assert (told["han"], told["fu"]) == (4, 30)
    assert told["points_delta"] == [0, 8000 + 1500, -9500, 0]
    assert told["shugi"]["ippatsu"] == 1
    assert score_win(load_rules("riichi_tenhou"), won)["points_delta"] == [0, 8000, -8000, 0]
