"""Hangzhou played: beside the slow reference, and each rule of the flow in a scene."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import load_rules, written_rules
from tests.games.hangzhou.follow import Follower
from tests.games.hangzhou.table import Table
from tests.games.hangzhou.test_hangzhou import NAMES, random_options
from tests.games.hangzhou.walls import WILD, stacked

WIN = action_id("win")
CALLS = {
    action_id(name)
    for name in ("pon", "kan_open", "chi_low", "chi_mid", "chi_high", "kan_closed", "kan_added")
}


def random_rules(rng: Random, i: int) -> Rules:
    if i < len(NAMES):
        return load_rules(NAMES[i])
    options = random_options(rng)
    if i % 3 == 0:
        options |= {"floater_may_claim": True, "float_second_half_liability": True}
    return written_rules("hangzhou", options)


# ---- beside the reference


def choose(rng: Random, batch: Batch, scratch: np.ndarray) -> int:
    """Wins about half the time, floats rather than wins, calls often, else plays on."""
    legal = batch.legal_actions(0)
    floats = WILD in legal and WIN in legal
    if WIN in legal and rng.random() < (0.3 if floats else 0.6):
        return WIN
    if WILD in legal and rng.random() < (0.8 if floats else 0.05):
        return WILD
    calls = [action for action in legal if action in CALLS]
    if calls and rng.random() < 0.6:
        return rng.choice(calls)
    batch.baseline(scratch)
    played = int(scratch[0])
    return played if played in legal and rng.random() < 0.85 else rng.choice(legal)


def follow_games(seed: int, games: int) -> Counter[str]:
    """Whole games with random walls, under random options."""
    found, rng, scratch = Counter[str](), Random(seed), np.zeros(1, np.uint8)
    for i in range(games):
        batch = Batch(random_rules(rng, i), 1, seed=seed + i, forced=False, auto_reset=False)
        follower = Follower(batch)
        while follower.state["phase"] != "over":
            follower.check()
            follower.step(choose(rng, batch, scratch))
        found += Counter(follower.counts)
    return found


def follow_stacked_hands(seed: int, hands: int) -> Counter[str]:
    """Single hands that are dealt near wild eyes and kans."""
    found, rng, scratch = Counter[str](), Random(seed), np.zeros(1, np.uint8)
    for i in range(hands):
        if i % 12 == 0:
            rules = random_rules(rng, i // 12)
            batch = Batch(rules, 1, seed=seed + i, forced=False, auto_reset=False)
        scores = [rng.randrange(300) for _ in range(4)]
        banker, stays = rng.randrange(4), rng.randrange(4)
        batch.set_wall(0, stacked(rng, rules), dealer=banker, honba=stays, scores=scores)
        follower = Follower(batch)
        while follower.state["last"]["how"] == "none":
            follower.check()
            follower.step(choose(rng, batch, scratch))
        found += Counter(follower.counts)
    return found


def test_games_agree_with_the_reference() -> None:
    found = follow_games(1, 12)
    assert min(found[what] for what in ("may pung", "may chow_low", "kan", "won by own")) > 20


def test_stacked_hands_agree_with_the_reference() -> None:
    found = follow_stacked_hands(2, 500)
    assert found["float 1"] >= 10 and found["won by claim"] >= 30 and found["liability"] >= 1
    assert found["multiplier 16"] >= 5


@pytest.mark.slow
def test_agreement_at_length() -> None:
    found = follow_games(100, 400) + follow_stacked_hands(200, 12_000)
    for what in ("float 2", "floater claims", "may win robbing", "won by rob"):
        assert found[what], what


# ---- the deal


def test_the_deal() -> None:
    """14 and 13 tiles, 63 to draw, an indicator whose kind is wild, whites in its place."""
    batch = Batch(load_rules("hangzhou"), 60, seed=3)
    for i in range(batch.n):
        state = batch.state(i)
        sizes = [len(seat["hand"]) for seat in state["seats"]]
        banker = state["dealer"]
        assert sizes == [13 + (seat == banker) for seat in range(4)]
        assert state["tail"] - state["head"] == 63
        indicator = state["dora"][0]
        tiles = Counter(state["wall"])
        assert tiles[WILD] == 3
        if indicator != 31:
            assert tiles[31] == 0 and tiles[indicator] == 5  # four whites and the indicator


def test_permanent_fortune_sets_nothing_aside() -> None:
    batch = Batch(load_rules("hangzhou+online"), 20, seed=3)
    for i in range(batch.n):
        state = batch.state(i)
        assert state["tail"] - state["head"] == 63 and state["dora"] == []
        assert Counter(state["wall"])[WILD] == 4


def test_the_indicator_and_its_partner_are_never_drawn() -> None:
    batch = Batch(load_rules("hangzhou"), 1, seed=3, auto_reset=False)
    actions, hand = np.zeros(1, np.uint8), 1
    while batch.seat[0] >= 0:
        state = batch.state(0)
        assert state["head"] <= 116
        batch.sample(actions, hand)
        batch.step(actions)
        hand += 1


# ---- floats

EYE = "123456789m111p4s"


def floating(draws: str, hand: str = EYE, **options: Any) -> Table:
    """Seat 2 deals and floats with its fourteenth tile."""
    table = Table(written_rules("hangzhou", options), {2: hand}, f"4s{draws}", dealer=2)
    table.do(2, "4s")
    return table


def test_win_or_float_are_one_decision() -> None:
    table = Table(load_rules("hangzhou"), {2: EYE}, "4s", dealer=2)
    assert {"win", "4s"} <= table.legal


def test_a_float_doubles_the_wild_eye() -> None:
    table = floating("6z7z6z9s")
    table.throw(3, 0, 1)
    table.do(2, "win")
    assert table.points == [-8, -8, 24, -8]


def test_another_discard_ends_the_chain() -> None:
    table = floating("6z7z6z9s7z6z7z8s")
    table.throw(3, 0, 1, 2, 3, 0, 1)
    table.do(2, "win")
    assert table.points == [-4, -4, 12, -4]


def test_a_wildcard_out_of_another_hand_is_no_float() -> None:
    """The hand is not a wild eye after it: the next win does not count it."""
    table = Table(load_rules("hangzhou"), {2: "123456789m19p4s7s"}, "4s7z6z7z1p", dealer=2)
    table.do(2, "4s")
    table.throw(3, 0, 1)
    assert "win" not in table.legal


def test_a_float_round_ends_with_the_next_turn() -> None:
    """A pon is open again after the owner's next discard."""
    table = Table(load_rules("hangzhou"), {0: "4s9m", 2: "44z"}, "7z6z7z6z5s4z")
    table.do(0, "4s")
    table.throw(1, 2, 3, 0)
    table.do(1, "4z")
    assert table.asked(2) == {"pon", "pass"}


def test_two_rounds_overlap() -> None:
    """Seat 1 throws a wildcard in the round of seat 0: it stays barred itself until that ends."""
    hands = {0: "4s9m", 1: "4s44z", 3: "4z77p"}
    table = Table(load_rules("hangzhou"), hands, "7z6z7z6z5s")
    table.do(0, "4s")
    table.do(1, "4s")
    table.throw(2)
    table.do(3, "4z")  # seat 0's round bars seat 1, seat 1's bars seat 0
    assert table.asked(1) == set()


KANS = "1111m234567p111p"  # with a 4s, the first kan leaves a wild eye


def test_the_kan_streak_survives_floats() -> None:
    """Kan, float, kan, float, win: two kans, two floats and the wild eye."""
    draws = "4s" + "4s" + "6z7z6z" + "1p" + "4s" + "7z6z7z" + "9m"
    table = Table(load_rules("hangzhou"), {0: KANS}, draws)
    table.do(0, "kan_closed", "1m", "4s")
    table.throw(1, 2, 3)
    table.do(0, "kan_closed", "1p", "4s")
    table.throw(1, 2, 3)
    table.do(0, "win")
    assert table.points == [192, -64, -64, -64]


def test_another_discard_ends_the_streak() -> None:
    draws = "4s" + "9m" + "6z7z6z" + "8m"
    table = Table(load_rules("hangzhou"), {0: KANS}, draws)
    table.do(0, "kan_closed", "1m", "9m")
    table.throw(1, 2, 3)
    table.do(0, "win")
    assert table.points == [12, -4, -4, -4]


def test_opponents_closed_kans_leave_the_streak() -> None:
    draws = "4s" + "4s" + "6z7z6z7z" + "9m"
    table = Table(load_rules("hangzhou"), {0: KANS, 1: "9999s"}, draws)
    table.do(0, "kan_closed", "1m", "4s")
    table.do(1, "kan_closed", "9s")
    table.throw(1, 2, 3)
    table.do(0, "win")
    assert table.points == [48, -16, -16, -16]


def test_the_freed_wildcard_is_the_next_float() -> None:
    """floater_may_claim: a chi takes the wildcard's place in a run; nothing else is legal then."""
    hands = {2: "123456m78m111p4s4s", 1: "9m"}
    rules = load_rules("hangzhou", floater_may_claim=True)
    table = Table(rules, hands, "4s6z7z6z7z6z7z9s", dealer=2)
    table.do(2, "4s")
    table.throw(3, 0)
    table.do(1, "9m")
    assert table.asked(2) == {"chi_high", "pass"}
    table.do(2, "chi_high")
    assert table.legal == {"4s"}
    table.do(2, "4s")
    table.throw(3, 0, 1)
    table.do(2, "win")
    assert table.points == [-16, -16, 48, -16]


def test_the_feeder_pays_what_each_claim_added() -> None:
    """Second half: all pay what the hand was worth before, seats 1 and 3 what they added."""
    hands = {2: "123456m78m111p4s4s", 1: "9m", 3: "1p"}
    rules = load_rules(
        "hangzhou", floater_may_claim=True, float_second_half_liability=True, start_chips=None
    )
    table = Table(rules, hands, "4s6z7z6z7z9s", dealer=2)
    table.do(2, "4s")
    table.throw(3, 0)
    table.do(1, "9m")
    table.do(2, "chi_high", "4s")
    table.do(3, "1p")
    table.do(2, "kan_open", "win")
    # wild eye and one float: 4 from each; the second float adds 4, the kan 8, three times over
    assert table.points == [-8, -8 - 24, 96, -8 - 48]


# ---- wins on another's tile, robbing, missed tiles

WAITS_14P = "123456789m23p11z"


@pytest.mark.parametrize(
    ("winner", "giver", "banker", "stays", "wins"),
    [
        (2, 0, 0, 2, True),
        (0, 2, 0, 2, True),
        (2, 0, 0, 5, True),
        (2, 0, 0, 1, False),
        (2, 0, 1, 2, False),
    ],
)
def test_who_may_win_from_whom(
    winner: int, giver: int, banker: int, stays: int, wins: bool
) -> None:
    table = Table(
        load_rules("hangzhou"),
        {winner: WAITS_14P, giver: "1p"},
        "7z6z7z6z",
        dealer=banker,
        honba=stays,
    )
    for seat in range(banker, banker + 4):
        if seat % 4 == giver:
            break
        table.throw(seat % 4)
    table.do(giver, "1p")
    assert ("win" in table.asked(winner)) is wins


def test_only_the_nearest_wins() -> None:
    hands = {0: "1p", 1: "456789s23p11z345m", 3: "123789m23p22z789s"}
    table = Table(load_rules("hangzhou"), hands, "7z", "9p", honba=2)
    table.do(0, "1p")
    table.do(1, "win")
    assert "win" in table.legal  # seat 3 is asked too, without knowing
    table.do(3, "win")
    assert table.points == [-8, 8, 0, 0]
    assert table.state["dealer"] == 1 and table.state["honba"] == 0


def test_a_closed_kan_cannot_be_robbed() -> None:
    hands = {0: "5555p", 1: "234567m46p111s11z"}
    table = Table(load_rules("hangzhou"), hands, "7z", honba=2)
    table.do(0, "kan_closed", "5p")
    assert table.asked(1) == set()


def test_a_kan_that_is_not_robbed_stands() -> None:
    hands = {0: "55p7z", 1: "234567m46p111s11z", 3: "5p"}
    table = Table(load_rules("hangzhou"), hands, "3z4z7z6z7z6z4z5p9s", honba=2)
    table.throw(0, 1, 2)
    table.do(3, "5p")
    table.do(0, "pon", "7z")
    table.throw(1, 2, 3)
    table.do(0, "kan_added", "5p")
    table.do(1, "pass")
    state = table.state
    assert state["seats"][0]["melds"][0]["type"] == "kakan" and "9s" in table.hand


def test_a_missed_pon_is_open_again_after_the_own_turn() -> None:
    rules = load_rules("hangzhou", missed_pung_rule=True)
    table = Table(rules, {2: "44z"}, "4z7z6z7z4z")
    table.do(0, "4z")
    table.do(2, "pass")
    table.throw(1, 2, 3)
    table.do(0, "4z")
    assert "pon" in table.asked(2)


def test_a_missed_pon_is_open_again_after_a_skipped_turn() -> None:
    rules = load_rules("hangzhou", missed_pung_rule=True)
    table = Table(rules, {2: "44z", 3: "33z9m"}, "4z3z4z")
    table.do(0, "4z")
    table.do(2, "pass")
    table.do(1, "3z")
    table.do(3, "pon", "9m")
    table.do(0, "4z")
    assert "pon" in table.asked(2)


def test_a_kan_needs_a_drawable_tile() -> None:
    """The last tile is drawn: no kan of it, whatever is held."""
    table = Table(load_rules("hangzhou"), {3: "444z"}, last="4z")
    for turn in range(63):
        table.throw(turn % 4)
    assert table.state["turn"] == 3 and "4z" in table.legal
    assert "kan_closed" not in table.legal


# ---- the banker and his chips


def test_the_winner_deals_next() -> None:
    table = Table(load_rules("hangzhou"), {1: EYE}, "7z9s", honba=1)
    table.throw(0)
    table.do(1, "win")
    assert (table.state["dealer"], table.state["honba"]) == (1, 0)


def test_the_banker_stays_after_a_win() -> None:
    table = Table(load_rules("hangzhou"), {0: EYE}, "9s", honba=1)
    table.do(0, "win")
    assert (table.state["dealer"], table.state["honba"]) == (0, 2)


def test_chips_run_out() -> None:
    """HZ-23 as it is played: who is broke pays nothing, and plays on."""
    table = Table(load_rules("hangzhou"), {1: KANS}, "7z4s9s", honba=2, scores=[5, 40, 9, 0])
    table.throw(0)
    table.do(1, "kan_closed", "1m", "win")
    assert table.points == [-5, 9, -4, 0]
    assert [seat["score"] for seat in table.state["seats"]] == [0, 49, 5, 0]
    assert table.state["phase"] == "own"
