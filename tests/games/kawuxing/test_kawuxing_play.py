"""Kawuxing in play: each rule of the flow with a wall of our own, games beside the reference."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.envs.rulesets.rules import load_rules, written_rules
from tests.games.chinese.reference import shapes
from tests.games.kawuxing.table import LIKES, Table
from tests.games.kawuxing.wall import Hand

PRESETS = ("kawuxing", "kawuxing+x16", "kawuxing+four_people")
FIT = "46777p12223789s"  # ready for 5p: Fit Five
FIT_TOO = "46999p12345688s"
DEALER = "12589p14579s567z"  # has a 5p, and nothing that two others wait for
PAIRS = "1199p123456s888s"  # ready for 1p and 9p, with no pattern


# -- claims --------------------------------------------------------------------------------------


def test_two_win_on_one_tile_and_the_payer_deals() -> None:
    hand = Hand([DEALER, FIT, FIT_TOO], "2p").act("5p")
    assert (hand.actor, hand.legal) == (1, {"win", "pass"})
    assert hand.act("win").scores == [0, 0, 0]  # the other is asked before anything is paid
    assert (hand.actor, hand.legal) == (2, {"win", "pass"})
    hand.act("win")
    assert hand.scores == [-4, 2, 2]
    assert hand.state["dealer"] == 0
    assert hand.state["last"]["winners"] == [1, 2]


def test_one_winner_deals() -> None:
    hand = Hand([DEALER, FIT, FIT_TOO], "2p").act("5p", "pass", "win")
    assert hand.scores == [-2, 0, 2]
    assert hand.state["dealer"] == 2


def test_a_drawn_win_is_paid_by_both() -> None:
    hand = Hand([FIT, "", ""], "5p").act("win")
    assert hand.scores == [4, -2, -2]
    assert hand.state["dealer"] == 0 and hand.state["honba"] == 1


def test_a_discard_needs_a_pattern_and_a_draw_does_not() -> None:
    hand = Hand([DEALER, PAIRS, "24578p12478s5z66z"], "2p").act("1p")
    assert hand.verbs == {"pon", "pass"}
    drawn = Hand([DEALER, PAIRS, "24578p12478s5z66z"], "2p1p").act("2p")
    assert "win" in drawn.verbs
    assert drawn.act("win").scores == [-1, 2, -1]


def test_three_copies_kan_or_pass_and_two_pon_or_pass() -> None:
    three = Hand([DEALER, "2225p1478s2s56z66z", ""], "3p").act("2p")
    assert three.verbs == {"kan_open", "pass"}
    two = Hand([DEALER, "2235p1478s2s56z66z", ""], "3p").act("2p")
    assert two.verbs == {"pon", "pass"}


def test_no_chi() -> None:
    hand = Hand([DEALER, "", ""], "3p").act("3p")
    assert (hand.actor, hand.state["phase"]) == (1, "own")


def test_a_turn_opened_by_a_pon_has_no_win_and_no_kan() -> None:
    hand = Hand([DEALER, "55p99p123456s777s", ""], "3p").act("5p", "pon")
    assert hand.actor == 1 and hand.verbs == {"open_riichi"}
    kan = Hand([DEALER, "55p3333s1248p56z6z", ""], "3p").act("5p", "pon")
    assert kan.verbs == set()


LAST = 44  # draws before the last tile, the banker's first included; seat 2 draws that one


def test_the_last_discard_may_only_be_won() -> None:
    hand = Hand(["35589p12478s567z", "", ""], later=(LAST, "5p")).turns(LAST)
    assert (hand.actor, hand.live) == (2, 0)
    hand.act("5p")
    assert hand.state["last"]["how"] == "draw" and hand.scores == [0, 0, 0]
    assert hand.state["dealer"] == 0 and hand.live == 44
    hand = Hand([FIT, "", ""], later=(LAST, "5p")).turns(LAST).act("5p")
    assert (hand.actor, hand.legal) == (0, {"win", "pass"})
    assert hand.act("win").scores == [2, 0, -2]


def test_the_last_tile_of_the_wall_counts_for_a_draw() -> None:
    hand = Hand(["", "", FIT], later=(LAST, "5p")).turns(LAST)
    assert (hand.actor, hand.live) == (2, 0)
    assert hand.act("win").scores == [-4, -4, 8]  # Fit Five, Fishing the Bottom


def test_no_kan_without_a_tile_in_the_wall() -> None:
    hand = Hand(["", "", "3339p12478s5567z"], later=(LAST, "3p")).turns(LAST)
    assert (hand.actor, hand.live) == (2, 0)
    assert "kan_closed" not in hand.verbs
    before = Hand(["", "", "3339p12478s5567z"], later=(LAST - 3, "3p")).turns(LAST - 3)
    assert "kan_closed" in before.verbs


# -- missed wins (kawuxing 3.4) ------------------------------------------------------------------


def test_a_missed_win_bars_one_of_the_same_worth_until_the_own_turn() -> None:
    hand = Hand([DEALER, "", FIT], "2p5p9p5p").act("5p")
    assert (hand.actor, hand.legal) == (2, {"win", "pass"})
    hand.act("pass", "5p")  # seat 1 drew a 5p too
    assert (hand.actor, hand.state["phase"]) == (2, "own")
    hand.act("9p", "5p")
    assert (hand.actor, hand.legal) == (2, {"win", "pass"})


def test_a_missed_win_is_over_when_the_turn_is_skipped() -> None:
    dealer = "123558p1479s556z"
    hand = Hand([dealer, "", FIT], "9p5z").act("5p", "pass", "5z", "pon", "5p")
    assert (hand.actor, hand.legal) == (2, {"win", "pass"})
    slow = Hand([dealer, "", FIT], "9p5z").act("5p", "pass", "5z", "pass")
    assert (slow.actor, slow.state["phase"]) == (2, "own")


def test_a_missed_win_does_not_bar_one_that_is_worth_more() -> None:
    kan = "12483333p1458s5z"
    hand = Hand([DEALER, kan, FIT], "2p6z5p").act("5p", "pass", "kan_closed 3p", "5p")
    assert (hand.actor, hand.legal) == (2, {"win", "pass"})
    before = hand.scores
    hand.act("win")  # Fit Five, Claimed on Kong
    assert [b - a for a, b in zip(before, hand.scores, strict=True)] == [0, -4, 4]


# -- kans and their series (kawuxing 3.3) --------------------------------------------------------

CLOSED = "33331p8p1479s567z"


def test_a_series_of_kans_over_two_players() -> None:
    hand = Hand([CLOSED, "", "2666999p258s567z"], "2p6p9p1p")
    assert hand.act("kan_closed 3p").scores == [4, -2, -2]
    assert hand.act("6p").verbs == {"kan_open", "pass"}
    assert hand.act("kan_open").scores == [0, -2, 2]
    assert hand.act("kan_closed 9p").scores == [-8, -10, 18]


def test_any_other_tile_breaks_the_series() -> None:
    hand = Hand([CLOSED, "", "2666999p258s567z"], "2p9s6p").act("kan_closed 3p", "9s")
    hand.act("6p").act("kan_open")
    assert hand.scores == [4, -4, 0]


@pytest.mark.parametrize(("needs", "score"), [(True, 12), (False, 20)])
def test_a_kan_held_before_goes_on_with_the_series_by_option(needs: bool, score: int) -> None:
    """Two kans of four dealt tiles, then a win with the supplement: 4 + 4 + 4, or 4 + 8 + 8."""
    rules = load_rules("kawuxing", kong_chain_needs_supplement_tile=needs)
    hand = Hand(["333345p3333s666z", "", ""], "9s9s6p", rules=rules)
    hand.act("kan_closed 3p", "kan_closed 3s", "win")
    assert hand.scores == [score, -score // 2, -score // 2]


def test_a_robbed_kan_is_not_paid() -> None:
    hands = [DEALER, "55p1248p14589s5z6z", FIT]
    for answer, scores in (("win", [0, -4, 4]), ("pass", [-1, 2, -1])):
        hand = Hand(hands, "3p3s6z5p").act("5p", "pon", "pass", "9s", "3s", "6z")
        hand.act("kan_added 5p")
        assert (hand.actor, hand.legal) == (2, {"win", "pass"})
        assert hand.act(answer).scores == scores  # Fit Five, Robbing a Kong


def test_a_closed_kan_is_not_robbed() -> None:
    waits = "24777p12223789s"  # for 3p, with no pattern but the robbing
    hand = Hand([CLOSED, "", waits], "2p").act("kan_closed 3p")
    assert hand.actor == 0 and hand.scores == [4, -2, -2]


def test_an_added_kan_needs_the_tile_just_drawn() -> None:
    hands = [DEALER, "55p1248p14589s5z6z", ""]
    hand = Hand(hands, "3p3s6z5p3s6z7z").act("5p", "pon", "9s", "3s", "6z")
    assert "kan_added" in hand.verbs
    hand.act("1s", "3s", "6z")
    assert hand.actor == 1 and "kan_added" not in hand.verbs


def test_a_unit_is_worth_what_the_option_says() -> None:
    hand = Hand([CLOSED, "", ""], "2p", unit=5).act("kan_closed 3p")
    assert hand.scores == [20, -10, -10]


# -- disclosure (kawuxing 3.5) -------------------------------------------------------------------


def test_a_disclosed_hand_discards_what_it_draws() -> None:
    hand = Hand([FIT, "", ""], "5z6z7z9p")
    assert hand.verbs == {"open_riichi"}
    assert "5z" in hand.act("open_riichi").legal
    hand.act("5z")
    assert hand.state["seats"][0]["riichi"] == "open"
    hand.act("6z", "7z")
    assert hand.legal == {"9p"}


def test_without_the_option_nothing_is_disclosed() -> None:
    assert Hand([FIT, "", ""], "5z", disclosure=False).verbs == set()


def test_a_hand_that_no_tile_completes_is_not_disclosed() -> None:
    """3333p and nine sets' tiles wait for a fifth 3p; without a 3p they wait for the 5z."""
    hand = Hand(["3333p123456789s", "", ""], "5z")
    assert hand.act("open_riichi").legal == {"3p"}


@pytest.mark.parametrize(("exempt", "paid"), [(False, 8), (True, 4)])
def test_who_feeds_a_disclosed_hand_pays_both_shares(exempt: bool, paid: int) -> None:
    hands = [FIT, PAIRS, "24578p1457s5566z"]
    for shown, owed in (("open_riichi 6z", paid), ("6z", 8)):
        hand = Hand(hands, "5z6z7z7z5p", disclosed_discarder_exempt=exempt)
        hand.act("open_riichi 5z", "pass", shown, "pass", "7z", "7z", "5p")
        assert (hand.actor, hand.legal) == (0, {"win", "pass"})
        assert hand.act("win").scores == [owed, -owed, 0]


def test_a_draw_costs_the_first_who_disclosed() -> None:
    hand = Hand([FIT, PAIRS, "24578p1457s5566z"], "5z6z7z7z")
    hand.act("open_riichi 5z", "pass", "open_riichi 6z", "pass").turns(43)
    assert hand.state["last"]["how"] == "draw"
    assert hand.scores == [-2, 1, 1]


@pytest.mark.parametrize(
    ("tiles", "rule", "allowed"),
    [
        ("46777p12223789s", "if_waits_unchanged", True),
        ("46777p12223789s", "never", False),
        ("56777p12223789s", "if_waits_unchanged", False),  # 567 77 waits for 7p and 2s too
    ],
)
def test_kans_of_a_disclosed_hand(tiles: str, rule: str, allowed: bool) -> None:
    drawn = Hand([tiles, "", ""], "5z6z6z7p", kong_after_disclosure=rule)
    drawn.act("open_riichi 5z", "6z", "6z")
    assert drawn.actor == 0 and ("kan_closed" in drawn.verbs) == allowed
    claimed = Hand([tiles, "", ""], "5z7p", kong_after_disclosure=rule)
    claimed.act("open_riichi 5z", "7p")
    assert ("kan_open" in claimed.legal) == allowed


def test_a_disclosed_hand_calls_no_pon() -> None:
    hand = Hand([PAIRS, "", ""], "5z1p").act("open_riichi 5z", "1p")
    assert "pon" not in hand.legal


# -- four people ---------------------------------------------------------------------------------


def four(hands: list[str], draws: str, dealer: int = 0) -> Hand:
    return Hand(hands, draws, dealer=dealer, rules=load_rules("kawuxing+four_people"))


def playing(hand: Hand) -> list[int]:
    return [i for i, seat in enumerate(hand.state["seats"]) if seat["hand"]]


def resting(hand: Hand) -> int:
    (seat,) = {0, 1, 2, 3} - {*playing(hand)}
    return seat


def order(hand: Hand) -> list[int]:
    """Who draws, in turn, from now on."""
    return [hand.turns(n > 0).actor for n in range(6)]


@pytest.mark.parametrize("dealer", range(4))
def test_the_one_who_rests_takes_the_winners_place_and_deals(dealer: int) -> None:
    hand = four([DEALER, FIT, FIT_TOO], "2p", dealer)
    out = resting(hand)
    hand.act("5p")
    winner = hand.actor
    other = next(seat for seat in playing(hand) if seat not in (dealer, winner))
    hand.act("win", "pass")
    assert [hand.scores[seat] for seat in (dealer, winner, other, out)] == [-2, 2, 0, 0]
    assert hand.state["dealer"] == out and resting(hand) == winner
    assert order(hand) == [out, other, dealer] * 2


@pytest.mark.parametrize("dealer", range(4))
def test_a_drawn_win_is_not_paid_by_who_rests(dealer: int) -> None:
    hand = four([FIT, "", ""], "5p", dealer)
    out = resting(hand)
    before = order(four([FIT, "", ""], "9p", dealer))
    hand.act("win")
    assert [hand.scores[seat] for seat in (dealer, *before[1:3], out)] == [4, -2, -2, 0]
    assert hand.state["dealer"] == out and resting(hand) == dealer
    assert order(hand) == [out, *before[1:3]] * 2


def test_two_winners_and_a_draw_leave_everybody_in_place() -> None:
    hand = four([DEALER, FIT, FIT_TOO], "2p").act("5p", "win", "win")
    assert sorted(hand.scores) == [-4, 0, 2, 2] and hand.scores[0] == -4
    assert hand.state["dealer"] == 0 and hand.scores[resting(hand)] == 0
    drawn = four(["", "", ""], "")
    out = resting(drawn)
    drawn.turns(45)
    assert drawn.state["last"]["how"] == "draw" and drawn.state["dealer"] == 0
    assert resting(drawn) == out


# -- whole games ---------------------------------------------------------------------------------


def test_the_game_has_as_many_hands_as_the_option_says() -> None:
    for hands in (1, 3):
        batch = Batch(load_rules("kawuxing", match_hands=hands), 1, auto_reset=False)
        ended = 0
        while not batch.done[0]:
            batch.step(np.array([batch.legal_actions(0)[-1]]))
            ended += bool(batch.hand_done[0])
        assert ended == hands


CHANGES: dict[str, tuple[Any, ...]] = {
    "removed_suit": ("m", "p", "s"),
    "max_doubles": (1, 3, 5, 99),
    "double_dragon_exception": (False, True),
    "disclosure": (True, True, False),
    "kong_after_disclosure": ("if_waits_unchanged", "never"),
    "disclosed_discarder_exempt": (False, True),
    "lone_tile_includes_all_pung": (False, True),
    "kong_chain_needs_supplement_tile": (False, True),
    "unit": (1, 3),
}
RARE = ("chain 2", "bloom_on_kong", "claimed_on_kong", "2 by claim")


def followed(seed: int, hands: int) -> Counter[str]:
    """A game with some options flipped, followed by the reference; what was met in it."""
    rng = Random(seed)
    changed = {name: rng.choice(values) for name, values in CHANGES.items() if rng.random() < 0.3}
    rules = written_rules(PRESETS[seed % 3], {"match_hands": hands} | changed)
    return Table(rules, seed).game(rng, list(LIKES)[seed % len(LIKES)])


@pytest.mark.parametrize("seed", range(8))
def test_games_as_the_reference_has_them(seed: int) -> None:
    met = followed(seed, 4)
    assert met["discard"] > 60


@pytest.mark.slow
def test_many_games_as_the_reference_has_them() -> None:
    met: Counter[str] = Counter()
    for seed in range(100, 160):
        met += followed(seed, 16)
        for cached in (shapes.exact, shapes.filled, shapes._fits, shapes.layouts):
            cached.cache_clear()  # gigabytes otherwise
    assert all(met[name] for name in RARE), met
