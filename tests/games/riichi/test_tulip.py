"""The tulip: reveals, tiers, lives, what starts one, every option; the expected settlement."""

from typing import Any

import pytest

from shugi._fast.games.riichi.score import expected_win, neighbours, play_tulip, score_win
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import load_rules
from tests.games.riichi.cases import Case, case, mean_over_orders, read_tables, win_of

SANMA = load_rules("sanma_base")
BINGO = load_rules("super_bingo")

PINFU = "123p456p789s22s34p"  # 2p 5p: two-sided


def tulip(hand: str, wall: str, **changes: Any) -> Case:
    return {"tulip_hand": hand, "wall_from_end": wall, **changes}


TABLES = read_tables("tulips")
TULIPS, STARTS = TABLES["tulips"], TABLES["starts"]
TOLD = ("reveals", "end_tier", "total", "ended")


def played(row: Case, rules: Rules) -> Case:
    given = {key: value for key, value in row.items() if key not in ("options", *TOLD)}
    return play_tulip(rules, tulip(given.pop("hand"), given.pop("wall"), **given))


@pytest.mark.parametrize("name", TULIPS)
def test_tulip(name: str) -> None:
    row = TULIPS[name]
    answer = played(row, load_rules("super_bingo", **row.get("options", {})))
    assert {key: answer[key] for key in TOLD} == {key: row[key] for key in TOLD}


@pytest.mark.parametrize("name", [name for name in TULIPS if "options" in TULIPS[name]])
def test_option_changes_the_tulip(name: str) -> None:
    row = TULIPS[name]
    assert played(row, BINGO) != played(row, load_rules("super_bingo", **row["options"]))


def start_of(row: Case, rules: Rules) -> list[int | None]:
    shugi = score_win(rules, win_of(row, "options", "start"))["shugi"]
    return [shugi["start"], shugi.get("lives"), shugi.get("start_tier")]


@pytest.mark.parametrize("name", STARTS)
def test_start(name: str) -> None:
    row = STARTS[name]
    assert start_of(row, load_rules("super_bingo", **row.get("options", {}))) == row["start"]


@pytest.mark.parametrize("name", [name for name in STARTS if "options" in STARTS[name]])
def test_option_changes_the_start(name: str) -> None:
    row = STARTS[name]
    assert start_of(row, BINGO) != row["start"]


def test_chips_are_itemised_and_paid_by_each() -> None:
    won = case("46p5pg123p789s22s34p", "2p", riichi="closed", wall_from_end="4p,1z;1z,1z")
    answer = score_win(BINGO, won)
    chips = [(line["reason"], line["payer"], line["chips"]) for line in answer["ledger"]]
    assert [row for row in chips if row[2]] == [
        ("tulip_start", 0, 1),
        ("tulip_start", 2, 1),
        ("tulip", 0, 5),
        ("tulip", 2, 5),
    ]
    assert answer["shugi_delta"] == [-6, 12, -6]


def test_only_the_discarder_pays_for_a_ron() -> None:
    won = case("777p77s22s456p345p", "7s", loser=2, riichi="closed", wall_from_end="7p,1z")
    answer = score_win(BINGO, won)
    assert {line["reason"] for line in answer["ledger"] if line["chips"]} == {
        "tulip",
        "tulip_tier3",
    }
    assert answer["shugi_delta"][0] == 0 < answer["shugi_delta"][1]


def test_bingo_adds_its_tile_by_option() -> None:
    won = case("123p456p77p8p222s1s", "7p", riichi="closed", ura_indicators="6p")
    won |= {"win_by": "bingo", "wall_from_end": "7p,1z;1z,1z"}
    rules = load_rules("super_bingo", bingo_adds_tile=True)
    without, added = (score_win(r, won)["shugi"] for r in (BINGO, rules))
    assert (without["start"], without["start_tier"]) == (2, 1)
    assert (added["start"], added["start_tier"]) == (3, 2)
    assert added["reveals"][0][1] == without["reveals"][0][1] + 1


def test_neighbours_with_two_manzu_kinds() -> None:
    assert neighbours(SANMA, "1m") == ["9m", "1m"]
    assert neighbours(SANMA, "9m") == ["1m", "9m"]
    assert neighbours(BINGO, "5zo") == ["5z", "6z", "7z"]
    assert "4 shugi" in neighbours(load_rules("super_bingo", tulip_flower=4), "1f")


# ---- the expected settlement


def test_expected_chips_are_the_mean_over_all_orders() -> None:
    won = case(PINFU, "5p", riichi="closed", dora_indicators="1z", removed_tiles=1)
    unseen = ["1s", "4p", "1f", "5zo", "7z"]
    exact = mean_over_orders(BINGO, won, unseen)
    sampled = expected_win(
        BINGO, won, "".join(unseen), stacks=2, hidden_ura=1, samples=100_000, seed=3
    )
    assert sampled["shugi_delta"] == pytest.approx(exact, abs=0.1)
    assert sum(sampled["shugi_delta"]) == pytest.approx(0, abs=1e-3)


def test_expected_points_follow_the_ura() -> None:
    # one unseen indicator of two makes three dora: 4 han instead of 1
    won = case("111s345p678p99p34s", "5s", loser=2, riichi="closed")
    few = score_win(BINGO, won | {"ura_indicators": "1z"})["points_delta"]
    many = score_win(BINGO, won | {"ura_indicators": "9s"})["points_delta"]
    mean = expected_win(BINGO, won, "1z9s", stacks=0, hidden_ura=1, samples=20_000)
    exact = [(a + b) / 2 for a, b in zip(few, many, strict=True)]
    assert mean["points_delta"] == pytest.approx(exact, rel=0.03)


@pytest.mark.parametrize(
    "won",
    [
        case("46p5pg123p789s22s34p", "2p", honba=1, sticks=2),
        case(PINFU, "5p", riichi="closed", ura_indicators="1s", wall_from_end=""),
    ],
)
def test_expected_is_exact_where_nothing_is_left_to_chance(won: Case) -> None:
    answer = score_win(BINGO, won)
    mean = expected_win(BINGO, won, "", stacks=0)
    assert mean["points_delta"] == answer["points_delta"]
    assert mean["shugi_delta"] == answer["shugi_delta"]


def test_expected_is_a_function_of_its_seed() -> None:
    won = case(PINFU, "5p", riichi="closed")
    unseen = "1s4p1f5zo7z2p3p5s6s9s"

    def chips(seed: int) -> list[float]:
        mean = expected_win(BINGO, won, unseen, stacks=4, hidden_ura=1, samples=8, seed=seed)
        return mean["shugi_delta"]

    assert chips(1) == chips(1)
    assert len({tuple(chips(seed)) for seed in range(8)}) > 1


# ---- bad input


@pytest.mark.parametrize(
    ("played", "message"),
    [
        ([], "must be a dict"),
        ({"hand": "1p"}, "unknown key 'hand'"),
        ({}, "tulip_hand must be a text"),
        ({"tulip_hand": "1p1f", "wall_from_end": ""}, "cannot be part of a hand"),
        ({"tulip_hand": "1p"}, "wall_from_end must be a text"),
        (tulip("1p", "1p,1p;2p"), "stack 2 '2p' is not 'top,bottom'"),
        (tulip("1p", "1p,1x"), "stack 1"),
        (tulip("1p", "1p,1m"), "no tile 1m"),
        (tulip("1p", "1p,1p;" * 80), "at most 72"),
        (tulip("1p", "", start_tier=4), "start_tier must be a whole number from 1 to 3"),
        (tulip("1p", "", lives=-1), "lives must be"),
        (tulip("1p", "", removed_flowers=1.5), "removed_flowers must be"),
    ],
)
def test_bad_tulips_are_refused(played: Any, message: str) -> None:
    with pytest.raises(ValueError) as error:
        play_tulip(BINGO, played)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stacks": 6}, "stacks must be a whole number from 0 to 5"),
        ({"hidden_ura": 6}, "hidden_ura must be"),
        ({"samples": 0}, "samples must be"),
        ({"seed": -1}, "seed must be"),
        ({"unseen": "1q"}, "unseen"),
        ({"unseen": "1p" * 145}, "at most 144"),
        ({"hidden_ura": 1, "won": case(PINFU, "5p")}, "in riichi only"),
        ({"won": case(PINFU, "6p")}, "not completed"),
    ],
)
def test_bad_expectations_are_refused(changes: Any, message: str) -> None:
    asked: Case = {"won": case(PINFU, "5p", riichi="closed"), "unseen": "1p2p3p4p5p6p7p8p9p1s"}
    asked |= {"stacks": 1} | changes
    won, unseen = asked.pop("won"), asked.pop("unseen")
    with pytest.raises(ValueError) as error:
        expected_win(BINGO, won, unseen, **asked)
    assert message in str(error.value)


@pytest.mark.parametrize("tile", ["1m", "1b", "55p", ""])
def test_tiles_without_neighbours_are_refused(tile: str) -> None:
    with pytest.raises(ValueError):
        neighbours(BINGO, tile)
