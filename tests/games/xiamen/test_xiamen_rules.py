"""Xiamen and Quanzhou: each rule of the flow by itself, on walls made for it."""

from collections import Counter
from typing import Any

import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.games.xiamen.score import AWARD_OF, score
from shugi.envs.rulesets.rules import load_rules
from tests.games.xiamen.table import FLOWERS, Table

WHOLE = "123m456m789m234s678s4z"  # sixteen tiles that wait for 4z
READY = "123m456m789m234s67s44z"  # waits for 5s and 8s; the indicator as a gold completes it
FLOAT = "123m456m789m234s678s"  # and a gold: any tile drawn wins
JUNK = "147m259p369s1234z667z"  # sixteen tiles, none of them near another
PLAIN = {"rob_gold": False, "follow_honours": False}


def paid(table: Table) -> list[tuple[int, int, int]]:
    """Payer, points and award of every payment of the hand."""
    return [(line["payer"], line["points"], line["detail"]) for line in table.batch.ledger(0)]


# -- the deal (2) --------------------------------------------------------------------------------


def test_the_gold_and_what_it_makes_of_the_tiles() -> None:
    table = Table({1: "888p5z", 2: "555z"})
    state = table.state
    assert state["dora"] == [16]
    held = table.hand(1)
    assert held.count("1w") == 3 and held.count("8p") == 1  # the White counts as an 8p
    assert table.hand(2).count("8p") == 3 and "5z" not in table.hand(2)
    assert state["wall"].count(63) == 3 and state["wall"].count(16) == 5


def test_whites_may_be_the_gold() -> None:
    table = Table({1: "555z"}, indicator="5z")
    assert table.hand(1).count("1w") == 3 and table.state["wall"].count(31) == 1


def test_a_flower_is_not_the_indicator() -> None:
    table = Table({}, indicator="4h")
    state = table.state
    assert state["dora"][0] < 34
    assert state["wall"].count(63) == 3


def test_every_kind_is_as_likely_to_be_the_indicator() -> None:
    deals = 3400
    batch = Batch(load_rules("xiamen"), deals, seed=5)
    turned = Counter(batch.state(i)["dora"][0] for i in range(deals))
    assert set(turned) == set(range(34))
    assert max(abs(n - deals / 34) for n in turned.values()) < 4.5 * (deals / 34) ** 0.5


def test_flowers_are_laid_down_and_replaced() -> None:
    table = Table({0: "1e2e", 3: "1h"}, "1m" + "3e9p9p")
    seats = table.state["seats"]
    assert [len(seat["aside"]) for seat in seats] == [3, 0, 0, 1]
    assert [len(seat["hand"]) for seat in seats] == [17, 16, 16, 16]
    assert table.live == 63 - 4


def test_a_drawn_flower_is_replaced_at_once() -> None:
    table = Table({0: JUNK}, "9m" + "1e2e5p").act("1m").until(1)
    state = table.state
    assert state["seats"][1]["aside"] == [51, 52] and state["drawn"] == 13
    assert state["drawn_rinshan"]


# -- the opening (xiamen 3.1) --------------------------------------------------------------------


def test_heavenly() -> None:
    table = Table({0: WHOLE}, "4z")
    assert (table.actor, table.legal) == (0, {"win", "pass"})
    table.act("win")
    assert paid(table) == [(1, 8, 9), (2, 8, 9), (3, 8, 9)]
    assert (table.state["dealer"], table.state["honba"]) == (0, 1)


def test_heavenly_in_quanzhou_is_a_drawn_win() -> None:
    table = Table({0: WHOLE}, "4z", game="quanzhou").act("win")
    assert paid(table) == [(1, 4, 9), (2, 4, 9), (3, 4, 9)]


GOLD_EYE = "123m456m789m234s678s8p"  # five sets and a gold


@pytest.mark.parametrize(
    ("game", "award", "factor"),
    [("quanzhou", "gold_float", 3), ("xiamen", "heavenly", 4), ("xiamen+strict", "heavenly", 4)],
)
@pytest.mark.parametrize("last", ["4z", "1m"])
def test_a_dealt_gold_float_takes_the_best_line(
    game: str, award: str, factor: int, last: str
) -> None:
    """Whichever of the seventeen tiles came last: the pair is the gold and another."""
    hand = GOLD_EYE if last == "4z" else "23m456m789m234s678s8p4z"
    line = AWARD_OF[award]
    table = Table({0: hand}, last, game=game).act("win")
    assert paid(table) == [(p, (2 + 1) * factor, line) for p in (1, 2, 3)]
    case = {"dealer": 0, "winner": 0, "award": "heavenly", "indicator": "8p", "hand": hand + last}
    told = score(load_rules(game), case)
    assert (told["award"], told["multiplier"]) == (award, factor)
    assert told["points_delta"] == table.points


def test_three_dealt_golds_win_by_their_float_where_they_must_float() -> None:
    """888p: one gold in the pair, two in the sets; without a gold in the pair only the knock."""
    floating = Table({0: "123m456m789m24s67s888p"}, "4z", game="xiamen+strict")
    assert (floating.actor, floating.legal) == (0, {"win", "pass"})
    assert paid(floating.act("win"))[0][2] == AWARD_OF["gold_float"]
    paired = Table({0: "23m456m79m24s67s44z888p"}, "1m", game="xiamen+strict")
    assert paired.legal == {"knock", "pass"}


def test_a_declined_heavenly_win_is_gone() -> None:
    table = Table({0: WHOLE}, "4z").act("pass")
    assert table.state["phase"] == "own" and "win" not in table.legal


def test_the_banker_may_win_on_a_supplement_of_his_first_turn() -> None:
    table = Table({0: "1111m456m789m234s678s"}, "4z" + "4z")
    assert "rob_gold" in table.legal  # 4z goes, or is paired with the indicator
    table.act("kan_closed", "1m")
    assert table.state["drawn"] == 30
    assert "win" in table.legal and "rob_gold" not in table.legal
    table.act("win")
    assert table.points == [3 * 2 * (2 + 3), -10, -10, -10]


def test_order_of_the_opening() -> None:
    hands = {1: READY, 2: "888p", 0: WHOLE}
    asked = []
    table = Table(hands, "4z", rob_gold=True)
    while table.state["phase"] == "offer":
        asked.append((table.actor, *sorted(table.legal - {"pass"})))
        table.act("pass")
    assert asked == [(0, "win"), (2, "knock"), (1, "rob_gold")]
    table = Table(hands, "4z", opening_order="rob_first").act("pass")
    assert (table.actor, table.legal) == (1, {"rob_gold", "pass"})
    table.act("pass")
    assert (table.actor, table.legal) == (2, {"knock", "pass"})


def test_three_golds_dealt() -> None:
    table = Table({2: "888p19m147p258s67z"}).act("knock")
    assert paid(table) == [(0, 20, 4), (1, 16, 4), (3, 16, 4)]  # water 3, base 2 and 1, x 4
    assert Table({2: "888p"}, game="quanzhou").act("knock").points[0] == -3 * (2 + 3)


def test_robbing_the_gold() -> None:
    table = Table({1: READY, 3: "111m222m333p444p67s66z"})
    assert (table.actor, table.legal) == (1, {"rob_gold", "pass"})
    table.act("pass")
    assert table.actor == 3
    table.act("rob_gold")
    assert paid(table)[0][2] == 8 and table.points[3] > 0
    assert table.state["dealer"] == 1  # the old banker's right neighbour
    plain = Table({1: READY}, rob_gold=False)
    assert plain.state["phase"] == "own"


def test_the_banker_discards_and_robs() -> None:
    table = Table({0: READY}, "9p")
    assert (table.actor, table.state["phase"]) == (0, "own") and "rob_gold" in table.legal
    table.act("rob_gold")
    assert table.legal == {"9p"}
    table.act("9p")
    assert table.over and table.points == [36, -12, -12, -12]  # (2 + 1) x 4


def test_robbing_comes_before_the_claims_on_the_tile() -> None:
    table = Table({0: READY, 1: "99p"}, "9p").act("rob_gold", "9p")
    assert table.over and table.state["last"]["winners"] == [0]


def test_earthly() -> None:
    table = Table({0: JUNK, 2: READY, 3: READY.replace("44z", "11p")}, "8s", rob_gold=True)
    while table.state["phase"] == "offer":
        table.act("pass")
    table.act("8s", "win")
    assert table.actor == 3 or table.over
    while not table.over:
        table.act("win")
    assert paid(table)[0][2] == 10 and table.state["last"]["winners"] == [2]
    assert table.points == [-8, -4, 16, -4]


def test_a_later_discard_is_no_earthly_win() -> None:
    table = (
        Table({0: JUNK, 2: READY}, "9m" + "8s", rob_gold=False).act("9m").until(1).act("8s", "win")
    )
    assert paid(table)[0][2] == 0 and table.points == [-2, -1, 4, -1]
    table = Table({0: JUNK, 2: READY}, "8s", rob_gold=False, earthly_bonus=False).act("8s", "win")
    assert table.points == [-2, -1, 4, -1]


def test_eight_flowers_in_the_deal() -> None:
    table = Table({0: FLOWERS + "111m234p67z"}, game="quanzhou")
    assert (table.actor, table.legal, table.state["dora"]) == (0, {"win"}, [])
    table.act("win")
    assert paid(table)[0][1:] == (3 * (2 + 8 + 1), 11)
    assert Table({0: FLOWERS}).state["phase"] == "own"


def test_eight_flowers_dealt_wait_for_their_seat() -> None:
    """Where forced moves are played at once, too: each hand's payments can be read."""
    table = Table({1: FLOWERS}, game="quanzhou")
    wall = table.state["wall"]
    batch = Batch(table.rules, 1, seed=1, auto_reset=False)
    batch.set_wall(0, wall)
    assert (batch.seat[0], batch.legal_actions(0)) == (1, [65])
    batch.step_one(0, 65)
    assert batch.state(0)["last"]["winners"] == [1]


def test_the_eighth_flower_drawn() -> None:
    draws = "9m" + "999p111p2p" + "4h"
    table = Table({0: JUNK, 1: "1234e123h"}, draws, game="quanzhou")
    table.act("9m").until(1, "offer")
    assert table.legal == {"win"}
    table.act("win")
    assert paid(table)[0][2] == 11


# -- own turns (xiamen 3.2, 3.3) -----------------------------------------------------------------


def test_single_honours_follow_those_discarded() -> None:
    table = Table({0: "2z", 1: "2z3z55z"}, "9m").until(0).act("2z").until(1)
    assert table.legal & {"2z", "3z", "1w"} == {"2z"} and len(table.legal) == 1
    free = Table({0: "2z", 1: "2z3z55z"}, "9m", follow_honours=False).until(0).act("2z").until(1)
    assert len(free.legal) > 10


# -- floats (xiamen 3.5) -------------------------------------------------------------------------

TO_FLOAT = "123m456m789m234s67s88p"  # with 5s one of the two golds may go


def seat_1_drew(hands: dict[int, str], draws: str, **options: Any) -> Table:
    """The dealer has drawn and discarded 9m, seat 1 has drawn the first of ``draws``."""
    table = Table({0: JUNK} | hands, "9m" + draws, **(PLAIN | options))
    return table.until(0).act("9m").until(1)


def test_gold_float() -> None:
    table = seat_1_drew({1: FLOAT + "8p"}, "1p").act("win")
    assert paid(table) == [(0, 12, 5), (2, 8, 5), (3, 8, 5)]


def test_double_float() -> None:
    table = seat_1_drew({1: TO_FLOAT}, "5s").act("1w").until(1).act("win")
    assert paid(table) == [(0, 24, 6), (2, 16, 6), (3, 16, 6)]


def test_triple_float_by_drawing_a_gold() -> None:
    table = seat_1_drew({1: TO_FLOAT}, "5s" + "1p2p3p" + "8p").act("1w").until(1).act("1w").until(1)
    assert paid(table.act("win")) == [(0, 36, 7), (2, 24, 7), (3, 24, 7)]


def test_triple_float_by_replacing_golds() -> None:
    table = seat_1_drew({1: "123m456m789m234s6s888p"}, "7s" + "1p2p3p" + "5s")
    table.act("1w").until(1).act("1w").until(1)
    assert paid(table.act("win"))[0] == (0, 36, 7)


def test_a_kong_between_float_and_win() -> None:
    hand = {1: "123m456m888m234s67s88p"}
    table = seat_1_drew(hand, "5s" + "1p2p3p" + "8m9p").act("1w").until(1)
    table.act("kan_closed", "8m")
    assert table.state["drawn"] == 17
    table.act("win")
    assert paid(table)[0] == (0, (2 + 1 + 3) * 8, 6)


def test_a_float_ends_with_another_discard() -> None:
    table = seat_1_drew({1: TO_FLOAT}, "5s" + "1p2p3p" + "9p").act("1w").until(1)
    table.act("9p").until(1).act("win")
    assert paid(table)[0][2] == 5


def test_a_float_that_a_claim_began() -> None:
    """A claim draws no tile: its float is the first of a chain, not the third of one."""
    hands = {0: JUNK, 1: "11m456m789m234s67s888p"}
    table = Table(hands, "9m" + "5s", **PLAIN, floater_may_claim=True)
    table.until(0)
    if table.state["phase"] == "offer":
        table.act("pass")
    table.act("9m").until(1).act("1w").until(0).act("1m", "pon")
    table.act("1w").until(1).act("win")
    assert paid(table)[0][2] == 6


def gold_thrown(**options: Any) -> Table:
    """Seat 1 has discarded a gold that is no float; seat 2 is on turn."""
    hands = {1: "8p47m259p369s1234z667z", 2: "6p4444s", 3: "66p"}
    return seat_1_drew(hands, "1p", **options).act("1w").until(2)


def test_a_float_round_ends_with_the_next_turn() -> None:
    table = gold_thrown().until(3).until(1).until(2).act("6p")
    assert table.actor == 3 and {"pon", "pass"} <= table.legal


def test_the_own_kongs_stay_legal_in_a_float_round() -> None:
    assert "kan_closed" in gold_thrown().legal


def test_a_discarded_gold_is_nobody_s() -> None:
    hands = {1: "8p47m259p369s1234z667z", 2: "679p55z", 3: "55z"}  # Whites count as 8p
    table = seat_1_drew(hands, "1p").act("1w")
    assert (table.actor, table.state["phase"]) == (2, "own")


@pytest.mark.parametrize(
    ("tile", "rule", "wins"),
    [
        ("1z", "state", False),
        ("1z", "reading", False),
        ("5s", "state", False),
        ("5s", "reading", True),
    ],
)
def test_wins_on_a_discard_in_gold_float_state(tile: str, rule: str, wins: bool) -> None:
    """By reading, 5s goes into 345s or 567s and the gold elsewhere; the East could only pair it."""
    options = PLAIN | {"gold_float_claim_rule": rule}
    table = Table({0: tile, 3: FLOAT + "8p"}, "9m", **options).until(0).act(tile)
    assert (table.state["phase"] == "claim") == wins


# -- claims (xiamen 3.4) -------------------------------------------------------------------------


def test_the_nearest_winner_takes_it() -> None:
    hands = {0: "8s", 2: READY.replace("44z", "11p"), 3: READY.replace("123m", "333p")}
    table = Table(hands, "9m", rob_gold=False).until(0).act("8s")
    assert table.actor == 2
    table.act("win")
    while not table.over:
        table.act("win")
    assert table.state["last"]["winners"] == [2]


def kong_to_rob(ready: str = READY, **options: Any) -> Table:
    """Seat 0 has the open pung 555s and draws the fourth; seat 2 waits for it."""
    hands = {0: "147m29p39s1234z67z55s", 1: "5s", 2: ready}
    wall = "9m" + "1p" + "1p2p3p" + "5s"
    table = Table(hands, wall, **PLAIN, **options).until(0).act("9m").until(1).act("5s")
    if table.actor == 2:
        table.act("pass")
    return table.act("pon", "9s").until(0)


def test_a_kong_is_robbed() -> None:
    table = kong_to_rob().act("kan_added", "5s")
    assert (table.actor, table.legal) == (2, {"win", "pass"})
    table.act("win")
    assert paid(table)[0] == (0, 4, 2) and table.state["last"]["loser"][2] == 0


@pytest.mark.parametrize("value", ["off", "discards", "wall_only"])
def test_a_gold_in_the_hand_and_a_robbed_kong(value: str) -> None:
    """The main text: who holds a gold wins by a tile of the wall alone; the variation: only
    discards are barred."""
    golden = "123m456m789m24s8p67s44z"
    table = kong_to_rob(golden, no_claim_win_with_gold=value).act("kan_added", "5s")
    assert (table.actor == 2 and "win" in table.legal) == (value != "wall_only")
    without = kong_to_rob(no_claim_win_with_gold=value).act("kan_added", "5s")
    assert without.actor == 2 and "win" in without.legal, "no gold in the hand"


def test_a_kong_that_nobody_robs_stands() -> None:
    table = kong_to_rob().act("kan_added", "5s", "pass")
    state = table.state
    assert state["seats"][0]["melds"][0]["type"] == "kakan" and state["drawn_rinshan"]


def test_closed_kongs_are_not_robbed() -> None:
    hands = {0: "5555s", 2: READY}
    table = Table(hands, "9m", rob_gold=False).until(0).act("kan_closed", "5s")
    assert (table.actor, table.state["phase"]) == (0, "own")


def test_the_own_turn_ends_the_miss() -> None:
    hands = {0: "5p", 2: "55p", 3: "5p"}
    table = Table(hands, "9m", missed_win_or_pung_rule=True).until(0).act("5p", "pass")
    table.until(2).until(3).act("5p")
    assert table.actor == 2 and "pon" in table.legal


@pytest.mark.parametrize("rule", [False, True])
def test_a_missed_win(rule: bool) -> None:
    hands = {0: "8s", 1: "8s", 2: READY}
    table = Table(hands, "9m", rob_gold=False, missed_win_or_pung_rule=rule)
    table.until(0).act("8s", "pass").until(1).act("8s")
    assert ("win" in table.legal and table.actor == 2) != rule


# -- the end of the wall (xiamen 3.4, 3.6) -------------------------------------------------------


def test_the_last_discard_may_be_won() -> None:
    table = Table({3: "8s", 0: READY.replace("123m", "111m")}, **PLAIN).drain(0).act("8s")
    assert (table.actor, table.legal) == (0, {"win", "pass"})


def test_no_kong_without_a_supplement() -> None:
    hands = {3: "5555p"}
    table = Table(hands, **PLAIN).drain(1)
    assert table.actor != 3 and table.live
    table = Table(hands, **PLAIN).drain(0)
    assert table.actor == 3 and "kan_closed" not in table.legal


def three_golds(**options: Any) -> Table:
    """Seat 1 holds the three golds and has declined to knock after the deal."""
    table = Table({1: "888p19m147p258s67z"}, rob_gold=False, **options)
    return table.act("pass")


def test_the_knock_at_the_end() -> None:
    table = three_golds()
    while table.state["phase"] != "offer":
        table.dull()
        assert not table.over
    assert (table.actor, table.legal, table.live) == (1, {"knock", "pass"}, 0)
    declined = three_golds().to_end()
    assert declined.state["last"]["how"] == "draw"
    table.act("knock")
    assert [line[2] for line in paid(table)] == [3, 3, 3]
    assert table.points[1] == 3 * (5 + 4 + 4)


def test_a_flower_as_the_last_tile_is_a_draw() -> None:
    table = Table({}, last="1e").drain(1)
    assert table.live == 1
    table.to_end()
    assert table.state["last"]["how"] == "draw" and table.state["hand_no"] == 2


def test_before_that_the_three_golds_knock() -> None:
    table = Table({1: "888p19m147p258s67z"}, rob_gold=False, last="1e").act("pass")
    while table.state["phase"] != "offer":
        table.dull()
    assert (table.actor, table.legal, table.live) == (1, {"knock", "pass"}, 0)
    assert [len(seat["aside"]) for seat in table.state["seats"]] == [0, 0, 0, 1]
    assert [len(seat["hand"]) for seat in table.state["seats"]] == [16] * 4


# -- hand after hand (5, 6) ----------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "dealer"), [("right", 1), ("winner", 3)])
def test_the_next_banker(rule: str, dealer: int) -> None:
    hands = {0: "8s", 3: READY}
    table = Table(hands, "9m", honba=2, **PLAIN, next_banker=rule).until(0).act("9m").until(0)
    table.act("8s", "win")
    assert (table.state["dealer"], table.state["honba"]) == (dealer, 0)
    assert table.points == [-8, -1, -1, 10]  # the base was 2 x 2 x 2
