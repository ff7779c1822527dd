"""Shouhai Mighty as it is played: random legal games, flowers, kans, riichi, the last tile."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import pytest

from shugi._fast.batch.batch import TALLY, Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import kind_of, parse_tiles
from shugi._fast.games.riichi.score import after_hand, final_result, game_ends
from shugi._fast.view.layouts import TILES
from shugi.envs import format_position, load_position
from shugi.envs.rulesets.rules import load_rules
from tests.support.one_game import OneGame, left_of
from tests.support.played import finished
from tests.support.seen import observed
from tests.support.tables import dealt_again
from tests.support.walk import walk

NAME = "shouhai_mighty"
VARIANTS: list[dict[str, Any]] = [{}, {"kan_gives_almighty": True}, {"extra_5m": True}]


@pytest.mark.parametrize("changes", VARIANTS, ids=str)
def test_play_keeps_every_promise(changes: dict[str, Any]) -> None:
    walk(load_rules(NAME, **changes), 800, seed=3)


def test_what_others_hold_before_their_first_draw_may_be_flowers() -> None:
    """A flower set aside ends everybody's first turn, but tells nothing of hands not yet played."""
    table = Table(("1f" + DULL[0][2:], DULL[1], DULL[2]), "5z6z")
    assert not table.seat(1)["first_turn"]
    hands = [state["seats"][1]["hand"] for state in dealt_again(table.batch, 0, 200)]
    assert {sum(kind_of(code) is None for code in hand) for hand in hands} >= {0, 1, 2}


# ---- hands from laid walls

Deal = tuple[str, str, str]


class Table(OneGame):
    """One hand from a laid wall; player 0 deals."""

    def __init__(self, hands: Deal, draws: str = "", end: str = "", **changes: Any) -> None:
        rules = load_rules(NAME, **changes)
        rest = left_of(rules, *hands, draws, end).elements()
        # flowers come late, so that they do not disturb
        middle = sorted(rest, key=lambda code: (kind_of(code) is None, code))
        front, last = parse_tiles("".join([*hands, draws])), parse_tiles(end)
        super().__init__(rules, [*front, *middle, *last], forced=True)

    def seat(self, player: int) -> dict[str, Any]:
        return dict(self.state["seats"][player])

    def until(self, player: int) -> Self:
        """Everybody passes and discards what was drawn until the player decides."""
        while self.actor != player:
            self.drop()
        return self

    def to_the_end(self) -> Self:
        while not self.batch.hand_done[0]:
            self.drop()
        return self


DULL = ("1m9m147p258s1234z", "1m9m258p369s1234z", "1m9m369p147s1234z")
READY = "11m3445789s456p"  # waits for 1m and 2s to 6s
QUIET = "5z5z5z5z6z6z6z6z"  # indicators that point at nothing here


def with_hand(player: int, hand: str) -> Deal:
    """That hand among dull ones."""
    hands = ["9m258p147p9s1234z", "9m369p258p1s1234z", "9m147p369p9s1234z"]
    hands[player] = hand
    return (hands[0], hands[1], hands[2])


# ---- the wall


def test_twelve_tiles_each_and_sixty_eight_draws() -> None:
    state = Table(DULL, "5z").state
    assert [len(seat["hand"]) for seat in state["seats"]] == [13, 12, 12]
    assert state["tail"] - state["head"] == 67
    # the indicator next to the live wall is the open one
    assert state["dora"] == [state["wall"][-8]] and state["ura"] == [state["wall"][-7]]


def test_flowers_are_set_aside_at_once_and_replaced_from_the_front() -> None:
    table = Table(("1f" + DULL[0][2:], DULL[1], DULL[2]), "1f5z6z7z")
    state = table.state
    assert state["seats"][0]["aside"] == parse_tiles("1f1f")
    assert state["drawn"] == parse_tiles("6z")[0] and len(state["seats"][0]["hand"]) == 13
    assert not any(seat["first_turn"] for seat in state["seats"])
    assert state["n_rinshan"] == 0 and state["tail"] == 104


@pytest.mark.parametrize(("rinshan", "each"), [(True, 9000), (False, 6000)])
def test_a_win_after_a_flower_counts_rinshan(rinshan: bool, each: int) -> None:
    # drawn 1, pinfu 1, flower 1, two waits beyond four: five han, six with rinshan
    table = Table(with_hand(0, READY), "1f2s", QUIET, nuki_rinshan=rinshan).act("win")
    assert table.points == [2 * each, -each, -each]


def test_a_flower_ends_ippatsu() -> None:
    for drawn, ippatsu in (("7z", True), ("1f7z", False)):
        table = Table(with_hand(0, READY), "7z" + drawn, QUIET).act("riichi", "7z")
        assert table.until(1).seat(0)["ippatsu"] is ippatsu


@pytest.mark.parametrize(("rinshan", "each"), [(True, 12000), (False, 9000)])
def test_the_last_tile_drawn_as_a_replacement_is_no_haitei(rinshan: bool, each: int) -> None:
    # drawn 1, pinfu 1, dora 1, four flowers: seven han, eight with rinshan
    end = "1f2s" + "3p" + QUIET[2:]
    table = Table(with_hand(0, READY), "", end, nuki_rinshan=rinshan)
    while table.state["tail"] > table.state["head"]:
        table.drop()
    assert table.act("win").points == [2 * each, -each, -each]


@pytest.mark.parametrize(
    ("flower", "breaks", "renhou"), [(False, True, True), (True, True, False), (True, False, True)]
)
def test_renhou_after_a_flower_of_the_deal(flower: bool, breaks: bool, renhou: bool) -> None:
    """A flower is called, the source says, and a call ends the first turn (mighty 8.23)."""
    hands = with_hand(1, READY)
    dealt = "1f" + hands[0][2:] if flower else hands[0]
    table = Table((dealt, *hands[1:]), "7z2s", QUIET, nuki_breaks_first_turn=breaks)
    if flower:  # 7z came first, then 2s in place of the flower
        table.act("2s")
    else:
        table = Table(hands, "2s", QUIET, nuki_breaks_first_turn=breaks).act("2s")
    table.act("win")
    assert (table.points[1] >= 16000) == renhou


def test_a_flower_drawn_last_ends_the_hand() -> None:
    # the four last live tiles are flowers: each but the last is replaced by the next
    table = Table(with_hand(1, READY), "", QUIET).to_the_end()
    last = table.state["last"]
    assert last["how"] == "draw" and last["tenpai"] == [1]
    assert sum(last["turns"]) == 68 - 4


# ---- kans


def test_the_fourth_kan_turns_no_indicator_and_ends_the_hand() -> None:
    hands = ("1111p2222p19m34z", "3333p4444p19m34z", "6789p6789s1m9m12z")
    table = Table(hands, "7s8s8s1s", QUIET).act("kan_closed", "1p", "kan_closed").drop()
    table.until(1).act("kan_closed", "3p", "kan_closed")
    assert table.state["n_kan"] == 4 and len(table.state["dora"]) == 4
    assert table.to_the_end().state["last"]["how"] == "abort"
    assert sum(table.state["last"]["turns"]) == 2


def test_four_kans_of_one_player_go_on() -> None:
    hands = ("1111p2222p3333p", "1m9m568p369s1234z", "1m9m678p147s1234z")
    table = Table(hands, "4p4p4p4p6s", QUIET)
    table.act("kan_closed", "1p", "kan_closed", "2p", "kan_closed", "kan_closed")
    assert table.seat(0)["hand"] == parse_tiles("6s") and "win" in table.legal
    assert table.drop().to_the_end().state["last"]["how"] == "draw"


def test_calls_take_real_tiles_only() -> None:
    """A pair with the almighty may be called for a pon, but not for a kan; a single tile not."""
    assert Table(with_hand(1, "77z148p258s1m9m34z"), "7z", QUIET).drop().legal == {"pon", "pass"}
    alone = Table(with_hand(1, "7z148p2558s1m9m34z"), "7z", QUIET)
    assert alone.drop().actor != 1 or "pon" not in alone.legal


# player 0 holds two closed kans
KANS: Deal = ("1111p2222p99m9s4z", "1m468p369s1234z9s", "1m678p147s12334z")
GIVES = {"kan_gives_almighty": True}


def test_a_kan_may_bring_another_almighty_tile() -> None:
    table = Table(KANS, "4z", QUIET, **GIVES)
    assert "win" in table.legal
    live = table.state["head"]
    table.act("kan_closed", "1p")
    # the turn goes on without a draw: no tile to win on, but another kan and riichi are open
    assert table.state["drawn"] is None and table.state["head"] == live
    assert table.seat(0)["wild"] == 2 and len(table.seat(0)["hand"]) == 9
    assert table.legal == {"2p", "9m", "9s", "4z", "kan_closed", "riichi", "open_riichi"}
    assert len(table.state["dora"]) == 2
    table.act("kan_closed")
    assert table.seat(0)["wild"] == 3 and len(table.seat(0)["hand"]) == 5
    # with three of them every tile is a wait, so whatever is discarded makes the hand furiten
    assert "riichi" not in table.legal and "kan_closed" not in table.legal
    assert table.act("open_riichi", "9s").seat(0)["furiten_riichi"]


@pytest.mark.parametrize(("changes", "legal"), [({}, True), (GIVES, False)], ids=str)
def test_kan_in_riichi(changes: dict[str, Any], legal: bool) -> None:
    """Where a kan brings no tile there would be none to discard."""
    hands = with_hand(0, "777z456p678s11m3p")
    table = Table(hands, "9m7s1s7z", QUIET, **changes)
    table.act("riichi", "9m").until(0)
    assert ("kan_closed" in table.legal) is legal


# ---- riichi


@pytest.mark.parametrize("verb", ["riichi", "open_riichi", "none"])
def test_only_a_closed_riichi_must_win(verb: str) -> None:
    # player 1 waits for 1m and 2s to 6s; player 2 draws 2s
    table = Table(with_hand(1, READY), "7z7z2s", QUIET).drop()
    table = table.act(verb, "7z") if verb != "none" else table.drop()
    if table.actor == 2:
        table.act("2s")
    if verb == "riichi":
        assert table.state["last"]["winners"] == [1]
        return
    assert table.actor == 1 and table.legal == {"win", "pass"}
    assert table.act("pass").seat(1)["furiten"] == (4 if verb == "open_riichi" else 2)


def test_riichi_in_furiten_must_be_open_and_is_remembered() -> None:
    table = Table(with_hand(0, READY), "2s7s7s7z", QUIET).drop().until(0)
    assert "open_riichi" in table.legal
    closed = table.batch.clone()
    if "riichi" in table.legal:
        closed.step_one(0, action_id("riichi"))
        assert parse_tiles("7z")[0] not in closed.legal_actions(0)
    assert table.act("open_riichi", "7z").seat(0)["furiten_riichi"]
    fresh = Table(with_hand(0, READY), "7z", QUIET).act("open_riichi", "7z")
    assert not fresh.seat(0)["furiten_riichi"]


# ---- four calls

CALLER: Deal = ("9m147p369s12344z", "22p55s88s33z1m1p9s7z", "1m369p147s11244z")


def test_who_feeds_the_fourth_call_pays_for_mu() -> None:
    # player 0 feeds 2p, player 2 the others; then player 1 draws 7p
    table = Table(CALLER, "2p5s8s3z9p9p7p", QUIET).drop()
    for discard in ("1m", "1p", "9s"):
        table.until(1).act("pon", discard)
    table.until(1).act("pon")  # the one tile left is discarded without being asked
    assert table.seat(1)["hand"] == [] and table.seat(1)["pao"][2] == 2
    while "win" not in table.legal:
        table.drop()
    table.act("win")
    assert table.points == [0, 32000, -32000]
    # a yakuman drawn is 4 from each, a bust 2; in furiten the waits give nothing
    assert table.state["last"]["chips"] == [0, 10, -10]


THREE_AND_A_KAN = """
    rules shouhai_mighty mu_counts_ankan={counted}
    turn claim discard=3z from=2
    seat0 hand=9m147p368s12442z
    seat1 hand=33z7z melds=ankan(9s9s9s9s)pon(5s'5s5s)<2pon(8s'8s8s)<2
    seat2 hand=1m369p147s11244z river=5s'8s'3z
    dora 6z
"""


@pytest.mark.parametrize(("counted", "liable"), [("false", None), ("true", 2)])
def test_a_closed_kan_is_one_of_the_four_calls_where_it_counts(
    counted: str, liable: int | None
) -> None:
    batch = load_position(THREE_AND_A_KAN.format(counted=counted))
    batch.step_one(0, action_id("pon"))
    assert batch.state(0)["seats"][1]["pao"][2] == liable


# ---- the end of the game


def test_rounds_go_on_until_somebody_has_the_target() -> None:
    rules = load_rules(NAME)
    low, high = [39000, 26000, 25000], [40000, 25000, 25000]
    for name, following in (("S3", "W1"), ("W3", "N1"), ("N3", "E1")):
        told = after_hand(rules, name, low, end="draw", tenpai=[])
        assert told["round"] == following and not told["game_over"]
        assert game_ends(rules, name, high, dealer_repeats=False)
    assert not game_ends(rules, "E3", high, dealer_repeats=False)
    assert game_ends(rules, "E1", [91000, 0, -1000], dealer_repeats=True)
    assert not game_ends(rules, "E1", [90000, 0, 0], dealer_repeats=True)


def test_the_winds_go_round() -> None:
    """Thirteen rounds on it is East again, whatever the number of the round."""
    rules = load_rules(NAME)
    batch = Batch(rules, 1, auto_reset=False)
    start = next(r for r in TILES.global_rows if r["name"] == "round_wind")["offset"]
    for number in (0, 12, 24, 29):
        batch.set_wall(0, rules.tiles, round=number, dealer=number % 3)
        assert observed(batch)["globals"][0, start + number // 3 % 4] == 1
    assert batch.state(0)["round"] == 29
    assert load_position(format_position(batch, 0)).state(0) == batch.state(0)


def test_the_result_counts_uma_and_chips() -> None:
    told = final_result(load_rules(NAME), [45000, 25000, 20000], [3, -1, -2])
    assert told == [15 + 30 + 6, -5 - 10 - 2, -10 - 20 - 4]


@pytest.mark.parametrize("changes", VARIANTS, ids=str)
def test_rewards_sum_to_the_result(changes: dict[str, Any]) -> None:
    """What the seats are paid over a game is its result; the chips of the ledgers are in it."""
    rules, n = load_rules(NAME, **changes), 12
    batch = Batch(rules, n, seed=4, tally=True)
    chips, ended = np.zeros((n, 3)), 0
    columns = slice(TALLY.index("chips_win"), None)
    for i in finished(batch, 8000, lambda step: step % 3 == 0):
        won = batch.tally[i, :, columns].sum(axis=1) - chips[i]
        assert won.sum() == 0
        # uma and points are the rest: thousands for points without riichi sticks left over
        rest = batch.final_result[i] - 2 * won
        assert abs(rest.sum()) < 1e-6 and np.allclose(rest, np.round(rest))
        chips[i] += won
        ended += 1
    assert ended >= n
