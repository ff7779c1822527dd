"""Ninety-Nine as it is played: beside the slow reference, rule by rule."""

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.card_actions import CARD_NAMES
from shugi._fast.games.riichi.score import places
from shugi.envs.rulesets.rules import load_rules
from tests.games.ninety_nine.follow import IDS, OFFERED, PLAYED, SHOWN, Followed, SetTable
from tests.games.ninety_nine.reference.ninety_nine_play import rewards
from tests.games.tricks.reference.cards import winner_index
from tests.support.played import always, played, played_out

GAMES: list[dict[str, Any]] = [
    {},
    {"preset": "race3"},
    {"offer_mode": "sequential", "tie": "extra_nine"},
    {"mode": "race", "race_trump": "reset", "games_to_win": 2, "race_target": 150},
    {"first_trump": "none", "show_bids_at_end": False},
    {"premiums": False, "first_dealer": "seat0"},
    {"mode": "race", "first_trump": "none", "race_trump": "reset", "show_bids_at_end": False},
]


# ---- beside the reference


@pytest.mark.parametrize("changes", GAMES, ids=str)
def test_games_go_as_in_the_reference(changes: dict[str, Any]) -> None:
    for seed in range(3):
        both = Followed(changes, seed)
        while not both.over:
            both.step()
        wins, options = both.match.wins, both.match.options
        assert max(wins) == (options["games_to_win"] if options["mode"] == "race" else 0)


@pytest.mark.slow
@pytest.mark.parametrize("changes", GAMES, ids=str)
def test_many_games_go_as_in_the_reference(changes: dict[str, Any]) -> None:
    for seed in range(100, 180):
        both = Followed(changes, seed)
        while not both.over:
            both.step()


# ---- random play


def test_the_result_of_nine_hands_is_what_one_has_over_the_mean_of_the_others() -> None:
    batch = Batch(load_rules("ninety_nine"), 30, seed=2, auto_reset=False)
    played_out(batch, always)
    for i in range(batch.n):
        assert list(batch.final_result[i]) == [float(one) for one in rewards(batch.scores(i))]


def test_a_hand_can_be_an_episode() -> None:
    batch = Batch(load_rules("ninety_nine"), 8, seed=3, episode="hand")
    hands = 0
    for _ in played(batch, 200, always):
        assert np.array_equal(batch.done, batch.hand_done)
        hands += int(batch.done.sum())
    assert hands > 20


# ---- single rules, with set packs


CLUBS, HEARTS = "C6 C7 C8 C9 CT CJ CQ CK CA", "H6 H7 H8 H9 HT HJ HQ HK HA"
SPADES = "S6 S7 S8 S9 ST SJ SQ SK SA"
HANDS = [f"{CLUBS} D6 D7 D8", f"{HEARTS} D9 DT DJ", f"{SPADES} DQ DK DA"]


def test_a_bid_is_chosen_upwards_and_leaves_enough() -> None:
    table = SetTable(HANDS)
    assert table.legal() == [*CLUBS.split(), "D6"]
    table.do(0, "CA")
    assert table.legal() == ["D6", "D7"]
    table.do(0, "D6")
    assert table.legal() == ["D7", "D8"]
    table.do(0, "D8")
    assert table.batch.seat[0] == 1


def bid_all(table: SetTable) -> None:
    table.do(0, "D6", "D7", "D8")
    table.do(1, "D9", "DT", "DJ")
    table.do(2, "DQ", "DK", "DA")


def test_offers_are_hidden_until_all_are_in() -> None:
    table = SetTable(HANDS)
    bid_all(table)
    for seat, offer in enumerate(("DECLARE", "REVEAL", "DECLARE")):
        assert table.legal() == ["NONE", "DECLARE", "REVEAL"]
        assert not table.events(OFFERED) and not table.events(SHOWN)
        table.do(seat, offer)
    assert table.events(OFFERED) == [(0, 38), (1, 39), (2, 38)]
    assert [code for _, code in table.events(SHOWN)] == sorted(IDS[c] for c in HANDS[1].split())
    assert {seat for seat, _ in table.events(SHOWN)} == {1}


def test_offers_in_turn_are_open_and_rise() -> None:
    table = SetTable(HANDS, dealer=0, offer_mode="sequential")
    bid_all(table)
    table.do(1, "DECLARE")
    assert table.events(OFFERED) == [(1, 38)]
    assert table.legal() == ["NONE", "REVEAL"]
    table.do(2, "REVEAL")
    assert table.legal() == ["NONE"]
    table.do(0, "NONE")
    assert {seat for seat, _ in table.events(SHOWN)} == {2}
    assert table.batch.seat[0] == 1


def test_without_premiums_nobody_is_asked() -> None:
    table = SetTable(HANDS, premiums=False)
    bid_all(table)
    assert table.batch.seat[0] == 0 and table.legal() == CLUBS.split()


def play_out(table: SetTable) -> list[list[int]]:
    """The lowest legal card each time; the tricks."""
    tricks = []
    for _ in range(9):
        leader = int(table.batch.seat[0])
        trick = []
        for step in range(3):
            assert table.batch.seat[0] == (leader + step) % 3
            card = table.batch.legal_actions(0)[0]
            table.batch.step_one(0, card)
            trick.append(card)
        tricks.append(trick)
    return tricks


@pytest.mark.parametrize("first_trump", ["diamonds", "none"])
def test_trump_follows_the_bids_made(first_trump: str) -> None:
    """Each holds one suit: without trump the first leader wins all."""
    table = SetTable(HANDS, first_trump=first_trump)
    if first_trump == "none":
        bid_all(table)
        table.do(0, "NONE")
        table.do(1, "NONE")
        table.do(2, "NONE")
        play_out(table)
        assert table.batch.scores(0) == [9, 20, 20]  # bids 0, 0, 0: two made theirs
        return
    table.do(0, "C6", "C7", "C8")
    table.do(1, "H6", "H7", "H8")
    table.do(2, "S6", "S7", "S8")
    for seat in range(3):
        table.do(seat, "NONE")
    table.do(0, "C9")
    table.do(1, "D9")  # a trump takes it
    table.do(2, "DQ")
    assert table.batch.seat[0] == 2


def test_tricks_go_to_the_highest_trump_or_card_of_the_suit() -> None:
    """Hands of random play, as far as their cards lie in the history."""
    batch = Batch(load_rules("ninety_nine"), 1, seed=4, forced=False)
    tricks = 0
    for _ in played(batch, 38, always):
        state = batch.state(0)
        tokens = [token for token in state["history"] if token >> 8 & 63 == PLAYED]
        if tokens and len(tokens) % 3 == 0 and tokens[-1] >> 8 & 63 == PLAYED:
            names = [CARD_NAMES[token & 255] for token in tokens[-3:]]
            winner = tokens[-3:][winner_index(names, "D")] >> 14
            assert batch.seat[0] == winner
            tricks += 1
    assert tricks == 8


def test_the_deal_goes_round() -> None:
    batch = Batch(load_rules("ninety_nine"), 1, seed=4, auto_reset=False)
    dealers, steps = list[int](), played(batch, 1000, always)
    while batch.seat[0] >= 0:
        dealers.append(batch.state(0)["dealer"])
        next(steps)
    changes = [b for a, b in pairwise([None, *dealers]) if a != b]
    assert len(changes) == 9 and Counter(changes) == {0: 3, 1: 3, 2: 3}
    assert all(b == (a + 1) % 3 for a, b in pairwise(changes))


# ---- places


def ended_with(totals: list[int], name: str = "ninety_nine") -> Batch:
    """A match of nine hands with these points; its chips follow from them."""
    batch = Batch(load_rules(name), 1, seed=3, forced=False, auto_reset=False)
    while batch.seat[0] >= 0:
        before = batch.state(0)
        batch.step_one(0, action := batch.legal_actions(0)[0])
    gained = zip(batch.state(0)["seats"], before["seats"], totals, strict=True)
    before["seats"] = [
        then
        | {
            "score": total - now["score"] + then["score"],
            "chips": 3 * total - sum(totals) - now["chips"] + then["chips"],
        }
        for now, then, total in gained
    ]
    batch.set_state(0, before)
    batch.step_one(0, action)
    assert batch.scores(0) == totals
    return batch


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        ([120, 90, 100], [0, 2, 1]),
        ([120, 120, 100], [0, 0, 2]),
        ([90, 120, 90], [1, 0, 1]),
        ([100, 100, 100], [0, 0, 0]),
    ],
)
def test_who_is_equal_shares_the_place(totals: list[int], ranks: list[int]) -> None:
    batch = ended_with(totals)
    assert batch.final_rank[0].tolist() == ranks
    assert places(batch.rules, totals) == [rank + 1 for rank in ranks]


def test_in_a_race_the_games_won_decide() -> None:
    batch = Batch(load_rules("ninety_nine+race3"), 60, seed=5, auto_reset=False)
    shared = 0
    played_out(batch, always)
    for ranks, result in zip(batch.final_rank, batch.final_result, strict=True):
        assert ranks.tolist() == [int((result > one).sum()) for one in result]
        shared += len(set(ranks.tolist())) < 3
    assert shared
