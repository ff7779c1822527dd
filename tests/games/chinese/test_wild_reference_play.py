"""The slow reference of the wildcard family in play: legal actions, rounds, liability, bankers."""

from dataclasses import replace
from typing import Any

import pytest

from tests.games.chinese.reference import play
from tests.games.chinese.reference.options import options_of
from tests.games.chinese.reference.tiles import (
    INDEX,
    Meld,
    is_honour,
    parse,
    parse_meld,
    text_of,
    wild_of,
)
from tests.games.hangzhou.reference import hangzhou, hangzhou_play
from tests.games.kawuxing.reference import kawuxing
from tests.games.wuhan.reference import wuhan, wuhan_play
from tests.games.xiamen.reference import xiamen, xiamen_play

# -- Hangzhou in play ----------------------------------------------------------------------------

PUNG_5P = (Meld("pung", ("5p",) * 3, 1),)


def hangzhou_claims(
    kinds: str, tile: str, giver: int = 1, table: dict[str, Any] | None = None, **changes: Any
) -> list[str]:
    """What seat 2 may do with a discard of ``giver``; seat 1 is the banker at level 3."""
    me = hangzhou_play.Claimer(2, parse(kinds), **changes.pop("me", {}))
    seen = {"wall": 60, "banker": 1, "level": 3} | (table or {})
    at = hangzhou_play.Table(wild_of(changes.pop("indicator", "4s")), **seen)
    return hangzhou_play.claims(options_of("hangzhou", changes), at, me, tile, giver)


READY = "123m 456m 789m 11p 22p"


@pytest.mark.parametrize(
    ("wins", "table", "giver", "changes"),
    [
        (True, {}, 1, {}),
        (False, {"level": 2}, 1, {}),
        (False, {"banker": 0}, 1, {}),
        (True, {"banker": 2}, 1, {}),
        (False, {"float_round_of": 0}, 1, {}),
        (False, {}, 1, {"wall_only": True}),
        (True, {"wall": 20}, 1, {}),
        (False, {}, 1, {"missed_win_rule": True, "me": {"missed_wins": frozenset({"2p"})}}),
        (True, {}, 1, {"me": {"missed_wins": frozenset({"2p"})}}),
    ],
)
def test_hangzhou_claimed_wins(
    wins: bool, table: dict[str, Any], giver: int, changes: dict[str, Any]
) -> None:
    assert ("win" in hangzhou_claims(READY, "2p", giver, table, **changes)) == wins


def test_hangzhou_claims_of_sets() -> None:
    hand = "NNN 22p 45p 7s 9s 1m 9m B B"
    assert hangzhou_claims(hand, "N") == ["kong_open", "pung"]
    assert hangzhou_claims(hand, "3p") == ["chow_low", "chow_mid"]
    assert hangzhou_claims(hand, "3p", giver=3) == []
    assert hangzhou_claims(hand, "B") == ["pung"]
    assert hangzhou_claims(hand, "4s") == []
    assert hangzhou_claims(hand, "N", table={"wall": 20}) == []
    assert hangzhou_claims(hand, "N", table={"wall": 20}, last_discard_claims="any") == ["pung"]
    missed: dict[str, Any] = {"me": {"missed_pungs": frozenset({"N"})}, "missed_pung_rule": True}
    assert hangzhou_claims(hand, "N", **missed) == []


def test_hangzhou_white_in_a_chow() -> None:
    assert hangzhou_claims("35s 1m 9m 1p 9p 77p EEE SS", "B") == ["chow_mid"]
    assert hangzhou_claims("B 5s 1m 9m 1p 9p 77p EEE SS", "3s") == ["chow_low"]


def test_hangzhou_floats() -> None:
    options, wild = options_of("hangzhou"), wild_of("4s")
    eye = hangzhou.hand_of(parse("123m 456m 789m 111p 4s"), wild)
    other = hangzhou.hand_of(parse("123m 456m 789m 117p 4s"), wild)
    assert hangzhou_play.floats_after("4s", eye, wild, 1) == 2
    assert hangzhou_play.floats_after("4s", eye, wild, 1, next_turn=False) == 1
    assert hangzhou_play.floats_after("1p", eye, wild, 1) == 0
    assert hangzhou_play.floats_after("4s", other, wild, 1) == 0
    assert hangzhou_play.streak_after("4s", eye, wild, 3) == 3
    assert hangzhou_play.streak_after("1p", eye, wild, 3) == 0
    assert hangzhou_play.starts_float_round(options, "4s", other, wild)
    true_float = options_of("hangzhou", {"float_round_trigger": "true_float"})
    assert not hangzhou_play.starts_float_round(true_float, "4s", other, wild)
    assert hangzhou_play.starts_float_round(true_float, "4s", eye, wild)


def test_hangzhou_floater_claims() -> None:
    """A chow that frees the second fortune, and a kong that keeps the wild eye."""
    floating: dict[str, Any] = {"me": {"floats": 1}, "floater_may_claim": True}
    chows = ["chow_low", "chow_mid", "chow_high"]
    assert hangzhou_claims("12m 4s 456m 789m 111p 4s", "3m") == chows
    assert hangzhou_claims("12m 4s 456m 789m 111p 4s", "3m", me={"floats": 1}) == []
    assert hangzhou_claims("12m 4s 456m 789m 111p 4s", "3m", **floating) == ["chow_high"]
    assert hangzhou_claims("12m 4s 456m 789m 111p 4s", "7m", **floating) == []
    assert hangzhou_claims("123m 456m 789m 111p 4s", "1p", **floating) == ["kong_open"]


def test_hangzhou_wild_eye_claims_by_reading() -> None:
    kinds, state = "123m 456m 789m 111p 4s", options_of("hangzhou")
    reading = options_of("hangzhou", {"wild_eye_claim_rule": "reading"})
    hand, wild = hangzhou.hand_of(parse(kinds), wild_of("4s")), wild_of("4s")
    for tile, legal in (("1p", True), ("E", False), ("2p", True), ("9m", True)):
        win = hangzhou.Win(tile, "claim")
        assert hangzhou.multiplier(state, hand, wild, win) is None
        assert (hangzhou.multiplier(reading, hand, wild, win) == 1) == legal, tile


def test_hangzhou_own_turn() -> None:
    options = options_of("hangzhou")
    at = hangzhou_play.Table(wild_of("4s"), 60, 1, 1)
    turn = hangzhou_play.Turn(2, parse("NNNN 5p 123m 4s 4s 1s"), "1s", PUNG_5P)
    found = hangzhou_play.own_actions(options, at, turn)
    assert found[:2] == ["kong_closed N", "kong_added 5p"] and "discard 4s" in found
    claimed = hangzhou_play.Turn(2, turn.kinds, None, PUNG_5P)
    assert all(a.startswith("discard") for a in hangzhou_play.own_actions(options, at, claimed))
    after = options_of("hangzhou", {"kong_after_claim": True})
    assert "kong_closed N" in hangzhou_play.own_actions(after, at, claimed)
    end = hangzhou_play.Table(wild_of("4s"), 20, 1, 1)
    assert not any("kong" in a for a in hangzhou_play.own_actions(options, end, turn))


@pytest.mark.parametrize(
    ("rule", "when", "earlier", "form", "pair", "level", "forbidden"),
    [
        ("none", "always", ["chow", "chow"], "chow", (2, 3), 3, False),
        ("nonbanker_third_forbidden", "always", ["chow", "pung"], "chow", (2, 3), 1, True),
        ("nonbanker_third_forbidden", "always", ["chow"], "chow", (2, 3), 1, False),
        ("nonbanker_third_forbidden", "always", ["chow", "pung"], "chow", (2, 0), 1, False),
        ("nonbanker_third_forbidden", "level3", ["chow", "pung"], "chow", (2, 3), 2, False),
        ("nonbanker_third_forbidden", "level2up", ["chow", "pung"], "chow", (2, 3), 2, True),
        ("nonbanker_three_chows_forbidden", "always", ["chow", "pung"], "chow", (2, 3), 1, False),
        ("nonbanker_three_chows_forbidden", "always", ["chow", "chow"], "chow", (2, 3), 1, True),
        ("nonbanker_three_chows_forbidden", "always", ["chow", "chow"], "pung", (2, 3), 1, False),
        ("max_two_always", "always", ["chow", "pung"], "pung", (2, 0), 1, True),
    ],
)
def test_hangzhou_forbidden_claims(
    rule: str,
    when: str,
    earlier: list[str],
    form: str,
    pair: tuple[int, int],
    level: int,
    forbidden: bool,
) -> None:
    changes = {"liability_restriction": rule, "liability_restriction_when": when}
    melds = [Meld(name, (), pair[1]) for name in earlier]
    stay = (0, level)
    options = options_of("hangzhou", changes)
    assert hangzhou.claim_forbidden(options, melds, form, pair, stay) == forbidden


def test_hangzhou_relationships() -> None:
    fed = [Meld("chow", (), 2), Meld("pung", (), 2), Meld("kong_open", (), 2)]
    melds = [[], fed[:2], [], []]
    options = options_of("hangzhou")
    assert hangzhou.relationships(options, melds, 1, 0) == {}
    melds[1] = fed
    assert hangzhou.relationships(options, melds, 1, 0) == {2: ["L"]}
    assert hangzhou.relationships(options, melds, 2, 0) == {1: ["C"]}
    off = options_of("hangzhou", {"liability": False})
    assert hangzhou.relationships(off, melds, 1, 0) == {}


def test_hangzhou_second_half_claim_by_claim() -> None:
    changes = {"floater_may_claim": True, "float_second_half_liability": True}
    options = options_of("hangzhou", changes)
    paid = hangzhou.Payment(0, 1, 1, 16)
    due = hangzhou.pay(options, paid, None, [(3, 4), (2, 8)])
    assert due == {0: 8, 2: 4 + 4 * 8, 3: 4 + 4 * 4}
    assert sum(due.values()) == sum(hangzhou.owed(options, paid).values())


def test_hangzhou_robbing_and_liability() -> None:
    paid = hangzhou.Payment(0, 1, 3, 2, "rob", 0, {3: ["L"], 0: ["C"]})
    assert hangzhou.owed(options_of("hangzhou"), paid) == {0: 20, 2: 0, 3: 0}
    both = options_of("hangzhou", {"liability_on_rob": True})
    assert hangzhou.owed(both, paid) == {0: 60, 2: 0, 3: 20}


def test_hangzhou_bankers_and_levels() -> None:
    options = options_of("hangzhou")
    assert hangzhou.next_banker(options, 2, 1, None) == (2, 2)
    assert hangzhou.next_banker(options, 2, 2, 2) == (2, 3)
    assert hangzhou.next_banker(options, 2, 5, 0) == (0, 1)
    still = options_of("hangzhou", {"draw_increments_stay": False})
    assert hangzhou.next_banker(still, 2, 1, None) == (2, 1)
    completed = options_of("hangzhou", {"level_counts": "completed_stays"})
    assert [hangzhou.level_of(options, n) for n in (1, 2, 3, 4)] == [1, 2, 3, 3]
    assert [hangzhou.level_of(completed, n) for n in (1, 2, 3, 4)] == [1, 1, 2, 3]
    both = options_of("hangzhou", {"instant_third_stay": "both"})
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert sum(hangzhou.instant_third(both, roll) for roll in rolls) == 10


def test_hangzhou_ten_honours() -> None:
    ladder = options_of("hangzhou", {"ten_honours": "ladder"})
    eye = options_of("hangzhou", {"ten_honours": "wild_eye"})
    discards = list("ESWNRGESWN")
    wild = wild_of("4s")
    assert hangzhou.ten_honours(options_of("hangzhou"), discards, wild) is None
    assert hangzhou.ten_honours(ladder, discards, wild) == 1
    assert hangzhou.ten_honours(ladder, [*discards, "E", "S"], wild) == 4
    assert hangzhou.ten_honours(eye, [*discards, "E", "S"], wild) == 2
    assert hangzhou.ten_honours(ladder, ["1m", *discards], wild) is None
    assert hangzhou.ten_honours(ladder, [*discards, "B"], wild) is None
    face = ladder | {"white_is_honour_by": "face"}
    assert hangzhou.ten_honours(face, [*discards, "B"], wild) == 2
    breaks = ladder | {"ten_honours_claim": "breaks"}
    assert hangzhou.ten_honours(breaks, discards, wild, 1) is None


def test_clean_seven_pairs_on_claims() -> None:
    hand, wild = hangzhou.hand_of(parse("11m 33m 55p 77p 99s EE S"), wild_of("4s")), wild_of("4s")
    claim = hangzhou.Win("S", "claim")
    assert hangzhou.multiplier(options_of("hangzhou"), hand, wild, claim) == 4
    own_only = options_of("hangzhou", {"clean_seven_pairs_on_claim": False})
    assert hangzhou.multiplier(own_only, hand, wild, claim) == 2


# -- Xiamen in play ------------------------------------------------------------------------------

COMPLETE = "123m 456m 789m 234s 67s NN"
GOLD_USED = "123m 456m 789m 24s 8p 67s NN"


def test_xiamen_flowers() -> None:
    """The banker's second flower is replaced after the others have drawn."""
    hands = [["S1", "1m"], ["2m"], ["P2", "P3"], ["3m"]]
    wall = ["E", "9s", "8s", "S4", "7s", "S2"]
    plain, flowers, left = xiamen_play.meld_flowers(hands, wall, 0)
    assert plain == [["1m", "8s"], ["2m"], ["7s", "9s"], ["3m"]] and left == ["E"]
    assert flowers == [["S1", "S2"], [], ["P2", "P3", "S4"], []]


def players(*hands: str) -> list[xiamen_play.Player]:
    return [xiamen_play.Player(seat, parse(kinds)) for seat, kinds in enumerate(hands)]


def test_xiamen_opening() -> None:
    wild, nothing = wild_of("8p"), "147m 258p 369s ESWNRGG"
    at = xiamen_play.Table(wild, "8p", 79, 0)
    seats = players("123m 456m 789m 234s 678s NN", COMPLETE, "19m 147p 258s ESWRG 888p", nothing)
    options = options_of("xiamen")
    order = [(0, "heavenly"), (2, "knock_deal"), (1, "rob_gold")]
    assert xiamen_play.opening(options, at, seats) == order
    rob_first = options_of("xiamen", {"opening_order": "rob_first"})
    assert xiamen_play.opening(rob_first, at, seats) == [order[0], order[2], order[1]]
    no_rob = options_of("xiamen", {"preset": "quanzhou"})
    assert xiamen_play.opening(no_rob, at, seats) == order[:2]
    banker = xiamen_play.Player(0, parse(COMPLETE + "9s"))
    assert xiamen_play.discard_and_rob(options, at, banker) == ["6s", "9s"]


def xiamen_claims(
    kinds: str, tile: str, rob: bool = False, me: dict[str, Any] | None = None, **changes: Any
) -> list[str]:
    table = {"wall": 60} | changes.pop("table", {})
    at = xiamen_play.Table(wild_of("8p"), "8p", banker=0, **table)
    player = xiamen_play.Player(2, parse(kinds), **(me or {}))
    return xiamen_play.claims(options_of("xiamen", changes), at, player, tile, 1, rob=rob)


@pytest.mark.parametrize(
    ("wins", "kinds", "more"),
    [
        (True, COMPLETE, {}),
        (True, COMPLETE, {"rob": True}),
        (False, COMPLETE, {"table": {"float_round_of": 0}}),
        (True, COMPLETE, {"table": {"float_round_of": 0}, "float_round_claim_win": True}),
        (False, COMPLETE, {"me": {"forfeited": True}}),
        (False, COMPLETE, {"missed_win_or_pung_rule": True, "me": {"missed": frozenset({"5s"})}}),
        (True, COMPLETE, {"me": {"missed": frozenset({"5s"})}}),
        (True, GOLD_USED, {}),
        (False, GOLD_USED, {"no_claim_win_with_gold": "discards"}),
        (True, GOLD_USED, {"no_claim_win_with_gold": "discards", "rob": True}),
        (False, GOLD_USED, {"no_claim_win_with_gold": "wall_only"}),
        (False, GOLD_USED, {"no_claim_win_with_gold": "wall_only", "rob": True}),
        (True, COMPLETE, {"no_claim_win_with_gold": "wall_only", "rob": True}),
        (False, "123m 456m 789m 234s 888s 8p", {}),
        (False, "123m 8p6m 789m 8p4s 8p 67s NN", {"required_float": True}),
    ],
)
def test_xiamen_claimed_wins(wins: bool, kinds: str, more: dict[str, Any]) -> None:
    assert ("win" in xiamen_claims(kinds, "5s", **more)) == wins


def test_xiamen_claims_of_sets() -> None:
    hand = "NNN 22p 45p 79s 19m 888p BB"
    assert xiamen_claims(hand, "N") == ["kong_open", "pung"]
    assert xiamen_claims(hand, "8p") == []
    assert xiamen_claims(hand, "B") == ["pung"]
    assert xiamen_claims(hand, "N", table={"wall": 16}) == []
    assert xiamen_claims(hand, "N", table={"float_round_of": 3}) == []
    assert xiamen_claims(hand, "N", me={"floats": 1}) == []


def test_xiamen_awards() -> None:
    options, strict = options_of("xiamen"), options_of("xiamen", {"preset": "quanzhou"})
    for moment, banker, award, quanzhou in [
        (xiamen.Moment("claim"), False, "common", 1),
        (xiamen.Moment("claim", first_discard=True), False, "earthly", 1),
        (xiamen.Moment("own"), False, "wall", 2),
        (xiamen.Moment("own", 1), False, "wall", 2),
        (xiamen.Moment("own", 1, True), False, "double_float", 6),
        (xiamen.Moment("own", 2, True), False, "triple_float", 9),
        (xiamen.Moment("rob"), False, "rob_kong", 2),
        (xiamen.Moment("deal"), True, "heavenly", 2),
        (xiamen.Moment("deal", float_state=True), True, "heavenly", 3),
        (xiamen.Moment("knock_deal"), False, "knock_deal", 3),
    ]:
        assert xiamen.award_of(options, moment, banker) == award
        found = xiamen.multiplier(strict, xiamen.award_of(strict, moment, banker))
        assert found == quanzhou


def test_xiamen_bankers() -> None:
    options = options_of("xiamen")
    assert xiamen.next_banker(options, 3, 2, 1) == (0, 0)
    assert xiamen.next_banker(options, 3, 2, 3) == (3, 3)
    assert xiamen.next_banker(options, 3, 2, None) == (3, 3)
    winner = options_of("xiamen", {"next_banker": "winner"})
    assert xiamen.next_banker(winner, 3, 2, 1) == (1, 0)
    growth = options_of("xiamen", {"banker_base_growth": "plus_multiplier"})
    assert xiamen.banker_base(growth, 3, [4, 1, 2]) == 9
    assert xiamen.banker_base(options_of("xiamen", {"preset": "quanzhou"}), 3) == 5


def test_xiamen_honour_rule() -> None:
    wild, kinds = wild_of("8p"), parse("123m 8p E S RR")
    options = options_of("xiamen")
    assert xiamen.legal_discards(options, kinds, wild, ["E"]) == ["8p", "E"]
    strict = options_of("xiamen", {"honour_rule_exempts_gold": False})
    assert xiamen.legal_discards(strict, kinds, wild, ["E"]) == ["E"]
    free = options_of("xiamen", {"follow_honours": False})
    assert len(xiamen.legal_discards(free, kinds, wild, ["E"])) == 7
    south = wild_of("S")
    assert xiamen.legal_discards(options, parse("12m B S"), south, ["B"]) == ["S", "B"]


def test_xiamen_knock_times() -> None:
    wild, kinds = wild_of("8p"), parse("19m 147p 258s ESWRG 888p")
    end = xiamen_play.Table(wild, "8p", 16, 0)
    at_draw = options_of("xiamen")
    own_turn = options_of("xiamen", {"knock_time": "own_last_turn"})
    idle = xiamen_play.Player(1, kinds)
    drawn = xiamen_play.Player(1, [*kinds, "9s"], "9s")
    assert xiamen_play.knocks(at_draw, end, idle) and not xiamen_play.knocks(at_draw, end, drawn)
    assert xiamen_play.knocks(own_turn, end, drawn) and not xiamen_play.knocks(own_turn, end, idle)
    early = xiamen_play.Table(wild, "8p", 20, 0)
    assert not xiamen_play.knocks(own_turn, early, drawn)


def test_xiamen_gold_sets() -> None:
    wild = wild_of("8p")
    hand = xiamen.hand_of(parse("123m 456m 789m 22p 8p 67s NN"), wild)
    found = [
        xiamen.water(
            options_of("xiamen", {"gold_sets_water": how}), hand, wild, "5s", "own", "wall"
        )
        for how in ("max", "natural_only")
    ]
    assert found == [3, 1]  # the gold goes to the honours
    robbed = xiamen.hand_of(parse("123m 456m 789m 234s 22p NN"), wild)
    for is_open, expected in ((False, 2), (True, 1)):
        options = options_of("xiamen", {"robbed_tile_is_open": is_open})
        assert xiamen.water(options, robbed, wild, "N", "rob", "rob_kong") == expected


# -- Wuhan in play -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "pairs"),
    [
        ({}, "9m1m NG RG GB BE ES"),
        ({"kong_tile_mode": "hongzhong_facai"}, "NB RB GB BE"),
        ({"kong_tile_mode": "pizi"}, "NR RG 9s1s BE"),
        ({"preset": "three_players"}, "BS NG RG 9p1p"),
    ],
)
def test_wuhan_wildcards(changes: dict[str, Any], pairs: str) -> None:
    options = options_of("wuhan", changes)
    for pair in pairs.split():
        indicator, laizi = parse(pair) if pair[0] > "9" else (pair[:2], pair[2:])
        assert wuhan.laizi_of(options, indicator) == laizi
        assert laizi not in wuhan.kan_tiles(options, indicator)


def test_wuhan_peel_tiles() -> None:
    options = options_of("wuhan", {"preset": "peel"})
    assert wuhan.kan_tiles(options, "1m") == {"1m", "9m"}
    assert wuhan.kan_tiles(options, "E") == {"E", "B"}
    assert "R" in wuhan.wind_kinds(wuhan.kan_tiles(options, "1m"))


def table_of(wall: int, *opened: int) -> wuhan_play.Table:
    seats = [wuhan.Player(open=n) for n in opened]
    return wuhan_play.Table("3s", frozenset("R"), wall, 0, seats)


def test_wuhan_own_turn() -> None:
    options = options_of("wuhan", {"min_points": 0})
    turn = wuhan_play.Turn(1, parse("123m 456p 789s 8s 8s"), (parse_meld("chow 234m"),), "8s")
    assert "win" in wuhan_play.own_actions(options, table_of(60, 1, 1, 0, 0), turn)
    assert "win" not in wuhan_play.own_actions(options, table_of(60, 1, 0, 0, 0), turn)
    kongs = wuhan_play.Turn(1, parse("3s 4444m R R 5p 77s 89s"), (parse_meld("pung 555p"),), "3s")
    found = wuhan_play.own_actions(options, table_of(15, 0, 1, 0, 0), kongs)
    assert found[:4] == ["kong_tile R", "kong_wild", "kong_closed 4m", "kong_added 5p"]
    late = wuhan_play.own_actions(options, table_of(14, 0, 1, 0, 0), kongs)
    assert all(action.startswith("discard") for action in late)
    until = options_of("wuhan", {"kong_limit": "until_reserve"})
    assert "kong_wild" in wuhan_play.own_actions(until, table_of(11, 0, 1, 0, 0), kongs)
    last = wuhan_play.own_actions(options, table_of(12, 1, 1, 0, 0), turn, last=True)
    assert last == ["win", "pass"]


def test_wuhan_claims() -> None:
    options = options_of("wuhan", {"min_points": 0})
    hand = wuhan_play.Turn(2, parse("NNN 22p 45p 79s 33s 1m R"))
    at = table_of(60, 0, 0, 0, 0)
    assert wuhan_play.claims(options, at, hand, "N", 1) == ["kong_open", "pung"]
    assert wuhan_play.claims(options, at, hand, "3s", 1) == []
    assert wuhan_play.claims(options, at, hand, "R", 1) == []
    assert wuhan_play.claims(options, at, hand, "3p", 1) == ["chow_low", "chow_mid"]
    assert wuhan_play.claims(options, table_of(14, 0, 0, 0, 0), hand, "N", 1) == ["pung"]


def wuhan_win(melds: str, tile: str, source: str, givers: list[int]) -> wuhan.Win:
    declared = [
        parse_meld(text)._replace(giver=g)
        for text, g in zip(melds.split(", "), givers, strict=True)
    ]
    seats = [wuhan.Player(open=len(declared)), *[wuhan.Player()] * 3]
    return wuhan.Win(parse(tile), tile, "3s", 0, 1, seats, tuple(declared), source, (), 1)


def test_wuhan_liability() -> None:
    options = options_of("wuhan", {"min_points": 0})
    pure = wuhan_win("pung 444p, chow 123p, chow 567p, pung 999p", "5p", "claim", [1, 2, 3, 1])
    value = wuhan.best(options, pure)
    assert value and set(value.patterns) == {"all_claimed", "pure_one_suit"}
    assert wuhan.liable(pure, value, True) == 3
    mixed = wuhan_win("pung 444m, pung 777s, pung EEE, pung 999p", "5p", "claim", [1, 2, 3, 1])
    value = wuhan.best(options, mixed)
    assert value and wuhan.liable(mixed, value, True) is None
    assert wuhan.liable(mixed, value, False) == 1
    drawn = wuhan_win("pung 444m, pung 777s, pung EEE, pung 999p", "5p", "rob", [1, 2, 3, 1])
    value = wuhan.best(options, drawn)
    assert value and value.patterns == ("all_pung",) and wuhan.liable(drawn, value) == 1


def test_wuhan_waits_need_all_conditions() -> None:
    options = options_of("wuhan")
    win = wuhan_win("pung 444m, pung 777s, pung EEE, pung 999p", "4p", "own", [1, 2, 3, 1])
    assert wuhan.waits(options, win) == ["4p", "3s"]
    closed = [wuhan.Player()] * 4
    assert wuhan.waits(options, replace(win, players=closed)) == []


def test_wuhan_bankers() -> None:
    options = options_of("wuhan")
    assert [wuhan_play.next_banker(options, 1, w) for w in (None, 1, 3)] == [1, 1, 2]
    other = options_of("wuhan", {"next_banker": "winner", "draw_banker": "rotate"})
    assert [wuhan_play.next_banker(other, 1, w) for w in (None, 1, 3)] == [2, 1, 3]
    assert wuhan_play.draws(options_of("wuhan3")) == 45
    assert wuhan_play.draws(options_of("wuhan", {"indicator_in_reserve": True})) == 73


def test_wuhan_minimum_by_fan() -> None:
    three, four = (options_of("wuhan", {"min_rule": "fan", "min_fan": n}) for n in (3, 4))
    hand = wuhan_play.Turn(3, parse("123m 456p 789s 8s"), (parse_meld("chow 234m"),))
    at = table_of(60, 1, 1, 1, 1)
    assert "win" in wuhan_play.claims(three, at, hand, "8s", 1)
    assert "win" not in wuhan_play.claims(four, at, hand, "8s", 1)


# -- Kawuxing in play ----------------------------------------------------------------------------


def test_kawuxing_series() -> None:
    strict = options_of("kawuxing")
    loose = options_of("kawuxing", {"kong_chain_needs_supplement_tile": False})
    running = kawuxing.Series(2, "5p")
    assert kawuxing.chain_of(strict, running, ["5p"] * 4, False) == 3
    assert kawuxing.chain_of(strict, running, ["6p"] * 4, False) == 1
    assert kawuxing.chain_of(loose, running, ["6p"] * 4, False) == 3
    assert kawuxing.chain_of(strict, kawuxing.Series(2, None, True), ["6p"] * 4, True) == 3
    assert kawuxing.chain_of(strict, kawuxing.Series(), ["6p"] * 4, False) == 1


def test_kawuxing_disclosure() -> None:
    options = options_of("kawuxing")
    me = kawuxing.Turn(0, parse("123p 46p 789s 22s 777p R"), (), "R")
    found = kawuxing.own_actions(options, me, None, 20)
    assert [a for a in found if a.startswith("disclose")] == ["disclose R"]
    off = options_of("kawuxing", {"disclosure": False})
    assert not any("disclose" in a for a in kawuxing.own_actions(off, me, None, 20))
    shown = kawuxing.Turn(0, me.kinds, (), "R", True)
    assert kawuxing.own_actions(options, shown, None, 20) == ["discard R"]


def test_kawuxing_kongs_after_disclosure() -> None:
    options, never = (
        options_of("kawuxing", {"kong_after_disclosure": how})
        for how in ("if_waits_unchanged", "never")
    )
    safe = kawuxing.Turn(0, parse("123p 46p 789s 22s 7777p"), (), "7p", True)
    changed = kawuxing.Turn(0, parse("67p 888p 8p 789s 222s 33s"), (), "8p", True)
    assert "kong_closed 7p" in kawuxing.own_actions(options, safe, None, 20)
    assert "kong_closed 7p" not in kawuxing.own_actions(never, safe, None, 20)
    assert "kong_closed 8p" not in kawuxing.own_actions(options, changed, None, 20)


def test_kawuxing_misses() -> None:
    options = options_of("kawuxing")
    win = kawuxing.Win(parse("123p 46p 789s 22s 777p"), "5p", (), "claim", 0, 1)
    me = kawuxing.Turn(0, win.concealed)
    assert "win" in kawuxing.claims(options, me, win, 20)
    for missed, again in ((0, True), (1, False)):
        late = kawuxing.Turn(0, win.concealed, missed=missed)
        assert ("win" in kawuxing.claims(options, late, win, 20)) == again


def test_kawuxing_waiting_part() -> None:
    part = options_of("kawuxing", {"disclose_mode": "waiting_part"})
    kinds = parse("123p 46p 789s 22s 777p")
    assert kawuxing.shown(options_of("kawuxing"), kinds) == sorted(kinds, key=INDEX.__getitem__)
    assert text_of(kawuxing.shown(part, kinds)) == "46p 22s"


def test_kawuxing_resting_player() -> None:
    options = options_of("kawuxing", {"preset": "four_people"})
    assert kawuxing.people_after(options, "abc", "d", [1]) == (["a", "d", "c"], "b")
    assert kawuxing.people_after(options, "abc", "d", [0, 1]) == (["a", "b", "c"], "d")
    assert kawuxing.people_after(options_of("kawuxing"), "abc", "d", [1])[1] == "d"


def test_kawuxing_payers_and_bankers() -> None:
    exempt = options_of("kawuxing", {"disclosed_discarder_exempt": True})
    win = kawuxing.Win([], "5p", (), "claim", 0, 1, disclosed=True)
    assert kawuxing.owed(options_of("kawuxing"), win, 2, [1, 0]) == {1: 8}
    assert kawuxing.owed(exempt, win, 2, [1, 0]) == {1: 4}
    assert [kawuxing.next_banker(1, w, 2) for w in ([], [0], [0, 1])] == [1, 0, 2]


# -- claims --------------------------------------------------------------------------------------


def test_priorities() -> None:
    assert play.resolved({1: "chow_low", 2: "pung", 3: "pass"}, 0, 4) == [2]
    assert play.resolved({1: "chow_low", 2: "kong_open", 3: "win"}, 0, 4) == [3]
    assert play.resolved({3: "win", 0: "win"}, 2, 4) == [3, 0]
    assert play.resolved({1: "pass"}, 0, 4) == []


def test_identities() -> None:
    wild = wild_of("4s")
    assert wild.split(parse("4s B 5s")) == (["4s", "5s"], 1)
    assert wild_of("B").split(parse("B R")) == (["R"], 1)
    assert is_honour(wild_of("E").seen("B"))
