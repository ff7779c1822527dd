"""The baseline of Ninety-Nine: legal, blind, better than chance, and its single decisions."""

from random import Random

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import BotStyle, style
from shugi._fast.core.card_actions import CARD_NAMES, card_action_name
from shugi.envs import load_rules
from tests.games.ninety_nine.follow import PLAYED, SetTable
from tests.support.bot_games import (
    answers,
    differs,
    duplicate,
    must_answer_by_the_rules,
    must_answer_the_same,
    must_not_look_at_what_is_hidden,
    positions,
)

RULES = ("ninety_nine", "ninety_nine+race3")
NONE = 37
PLAYERS = (style(noise=0.1), style("silent", noise=0.2), style("plain", noise=0.3))


# ---- the rules of play


@pytest.mark.parametrize("rules", RULES)
def test_every_answer_is_legal(rules: str) -> None:
    must_answer_by_the_rules(positions(PLAYERS, rules, 24, 300, seed=5))


@pytest.mark.parametrize("options", [{"first_trump": "none"}, {"offer_mode": "sequential"}])
def test_it_plays_with_other_options(options: dict[str, str]) -> None:
    batch = Batch(load_rules("ninety_nine", **options), 20, seed=2, auto_reset=False)
    while (batch.seat >= 0).any():
        batch.step(answers(batch, style()))
        assert not batch.status.any()
    assert batch.final_score.mean() > 100


def test_answers_are_the_same_every_time_and_in_every_batch() -> None:
    must_answer_the_same(positions(PLAYERS, "ninety_nine", 8, 120, seed=8), style(noise=0.5))


# ---- blindness: the same past with other cards where the seat cannot see them


class Deal:
    """A first hand without offers, as it was played: by seat the bid and the cards held."""

    def __init__(self, rng: Random, moves: int) -> None:
        self.dealer = rng.randrange(3)
        pack = rng.sample(range(36), 36)
        dealt = [sorted(pack[12 * i : 12 * i + 12]) for i in range(3)]
        self.bids = [sorted(rng.sample(hand, 3)) for hand in dealt]
        self.hands = [set(hand) - set(bid) for hand, bid in zip(dealt, self.bids, strict=True)]
        batch = self.table([])
        self.moves: list[int] = []
        for _ in range(moves):
            self.moves.append(rng.choice(batch.legal_actions(0)))
            batch.step_one(0, self.moves[-1])
        self.seat = int(batch.seat[0])
        tokens = [t for t in batch.state(0)["history"] if t >> 8 & 63 == PLAYED]
        self.played = [(token >> 14, token & 255) for token in tokens]

    def table(self, moves: list[int]) -> Batch:
        batch = Batch(load_rules("ninety_nine"), 1, forced=False)
        wall: list[int] = []
        for step in (1, 2, 3):
            seat = (self.dealer + step) % 3
            wall += [*self.hands[seat], *self.bids[seat]]
        batch.set_wall(0, wall, dealer=self.dealer)
        for action in [*(card for bid in self.bids for card in bid), *[NONE] * 3, *moves]:
            batch.step_one(0, action)
        return batch

    def voids(self) -> set[tuple[int, int]]:
        lacking = set()
        for at, (seat, card) in enumerate(self.played):
            led = self.played[at - at % 3][1] // 9
            if card // 9 != led:
                lacking.add((seat, led))
        return lacking

    def redeal(self, rng: Random) -> bool:
        """Other cards for the other two, wherever this is possible at once."""
        others = [s for s in range(3) if s != self.seat]
        gone = {s: {card for seat, card in self.played if seat == s} for s in others}
        pool = [c for s in others for c in [*(self.hands[s] - gone[s]), *self.bids[s]]]
        rng.shuffle(pool)
        for s in others:
            self.bids[s] = sorted(pool.pop() for _ in range(3))
            self.hands[s] = gone[s] | {pool.pop() for _ in range(9 - len(gone[s]))}
        held = {(s, card // 9) for s in others for card in self.hands[s] - gone[s]}
        return not held & self.voids()


def test_answers_depend_on_nothing_hidden() -> None:
    rng, asked, moved = Random(4), 0, 0
    for _ in range(250):
        deal = Deal(rng, rng.randrange(22))
        before = [set(hand) for hand in deal.hands]
        answer = answers(deal.table(deal.moves), style())
        if not any(deal.redeal(rng) for _ in range(30)):
            continue
        other = deal.table(deal.moves)
        assert other.seat[0] == deal.seat
        assert np.array_equal(answer, answers(other, style())), deal.played
        asked, moved = asked + 1, moved + (before != deal.hands)
    assert asked > 150 and moved > 150


@pytest.mark.parametrize("rules", RULES)
def test_answers_stay_when_hidden_cards_are_dealt_again(rules: str) -> None:
    must_not_look_at_what_is_hidden(positions(PLAYERS, rules, 8, 250, seed=7), style())


def test_a_hidden_offer_tells_nothing() -> None:
    for seed in range(20):
        cards = Random(seed).sample(CARD_NAMES, 36)
        found = []
        for offer in ("NONE", "DECLARE", "REVEAL"):
            table = SetTable([" ".join(cards[12 * i : 12 * i + 12]) for i in range(3)])
            for _ in range(9):
                table.batch.step(answers(table.batch, style()))
            table.do(0, offer)
            found.append(int(answers(table.batch, style())[0]))
        assert len(set(found)) == 1


# ---- strength


@pytest.mark.parametrize(("opponent", "walls"), [(style(noise=1), 20), (style("plain"), 150)])
def test_the_baseline_beats_weaker_play(opponent: BotStyle, walls: int) -> None:
    """In duplicate games: the lower 95 % bound of its result lies above zero."""
    mean, error = duplicate("ninety_nine", style(), opponent, walls)
    assert mean - 1.96 * error > 0, (mean, error)


@pytest.mark.parametrize(("opponent", "walls"), [(style(noise=1), 20), (style("plain"), 60)])
def test_the_baseline_wins_races(opponent: BotStyle, walls: int) -> None:
    mean, error = duplicate("ninety_nine+race3", style(), opponent, walls)
    assert mean - 1.96 * error > 0, (mean, error)


def test_about_half_of_the_bids_are_made() -> None:
    batch = Batch(load_rules("ninety_nine"), 60, seed=3, auto_reset=False)
    made = 0
    while (batch.seat >= 0).any():
        batch.step(answers(batch, style()))
        for i in np.flatnonzero(batch.hand_done):
            made += sum(line["reason"] == "bid" for line in batch.ledger(int(i)))
    assert made > 0.48 * 60 * 9 * 3


@pytest.mark.parametrize("parameter", ["riichi", "open_riichi", "defence"])
def test_the_weights_weigh(parameter: str) -> None:
    other = style(**{parameter: 0})
    assert differs(positions(PLAYERS, "ninety_nine", 48, 250, seed=9), style(), other)


# ---- single decisions


def choice(table: SetTable, who: BotStyle | None = None) -> str:
    return card_action_name(int(answers(table.batch, who or style())[0]))


def bid_of(hand: str) -> list[str]:
    """What a hand bids, seat 0 being asked first."""
    rest = [card for card in CARD_NAMES if card not in hand.split()]
    table = SetTable([hand, " ".join(rest[:12]), " ".join(rest[12:])])
    bid = []
    for _ in range(3):
        bid.append(choice(table))
        table.do(0, bid[-1])
    return bid


ALL_TRUMPS = "D6 D7 D8 D9 DT DJ DQ DK DA"


def test_it_bids_what_it_will_take() -> None:
    assert bid_of(f"{ALL_TRUMPS} CQ CK CA") == ["CQ", "CK", "CA"]
    low = bid_of("C6 C7 C8 H6 H7 H8 S6 S7 S8 D6 DQ D7")
    assert {card[0] for card in low} <= {"D", "S"}


def offers_of(hand: str, who: BotStyle | None = None) -> str:
    rest = [card for card in CARD_NAMES if card not in hand.split()]
    table = SetTable([hand, " ".join(rest[:12]), " ".join(rest[12:])])
    for _ in range(9):
        table.batch.step(answers(table.batch, style()))
    return choice(table, who)


def test_it_offers_what_the_hand_bears() -> None:
    sure = f"{ALL_TRUMPS} CQ CK CA"
    assert offers_of(sure) == "reveal"
    assert offers_of(sure, style(open_riichi=0)) == "declare"
    assert offers_of(sure, style("silent")) == "none"
    assert offers_of("C6 C9 CK H7 HT HQ S8 SJ SQ D8 D9 DT") == "none"


HANDS = [
    "C6 C7 CT CA H6 H7 HK S6 S7 D6 D7 DJ",
    "C8 C9 CJ CK H8 H9 HQ S8 S9 D8 D9 DQ",
    "CQ HT HJ HA ST SJ SQ SK SA DT DK DA",
]


@pytest.mark.parametrize(("bid", "card"), [("D8 D9 DQ", "CJ"), ("C8 C9 HQ", "CK")])
def test_it_wins_or_ducks_as_the_bid_needs(bid: str, card: str) -> None:
    """Last to play to two clubs: with a bid of none the highest that loses, else a winner."""
    table = SetTable(HANDS, dealer=1)
    table.do(0, "D6", "D7", "DJ")
    table.do(1, *bid.split())
    table.do(2, "DT", "DK", "DA")
    for seat in range(3):
        table.do(seat, "NONE")
    table.do(2, "CQ")
    table.do(0, "C6")
    assert choice(table) == card


@pytest.mark.parametrize("first_trump", ["diamonds", "none"])
def test_bids_are_made_with_trumps_and_without(first_trump: str) -> None:
    """The first hand of each game: as many tricks are bid as there are, and often won."""
    batch = Batch(load_rules("ninety_nine", first_trump=first_trump), 300, auto_reset=False)
    batch.reset(np.arange(300, dtype=np.uint64))
    playing, bids = np.ones(300, bool), list[int]()
    while playing.any():
        batch.step(answers(batch, style()))
        for i in np.flatnonzero(batch.hand_done & playing):
            bids += [line["detail"] for line in batch.ledger(int(i)) if line["reason"] == "bid"]
            playing[i] = False
    assert len(bids) > 0.42 * 900
    assert 2.4 < np.mean(bids) < 3.4
