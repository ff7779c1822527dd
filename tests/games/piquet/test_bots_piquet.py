"""Piquet's baseline: legal, blind, better than chance, and its single decisions."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import BotStyle, style
from shugi._fast.core.card_actions import CARD_NAMES, card_action_id, card_action_name
from shugi.envs import load_rules
from tests.games.piquet.games import PRESETS, Pair, engine_action, pack_of
from tests.games.piquet.reference.piquet_play import Table
from tests.games.piquet.reference.piquet_sight import sight
from tests.games.tricks.reference.cards import ordered
from tests.support.bot_games import (
    answers,
    differs,
    duplicate,
    must_answer_by_the_rules,
    must_answer_the_same,
    positions,
)

PLAYERS = (style(noise=0.1), style("plain", noise=0.3), style(defence=0, noise=0.2))


# ---- the rules of play


@pytest.mark.parametrize("rules", PRESETS)
def test_every_answer_is_legal(rules: str) -> None:
    must_answer_by_the_rules(positions(PLAYERS, rules, 4, 200, seed=5))


@pytest.mark.parametrize("changes", [{"partial_combinations": True}, {"show_scored": False}])
def test_every_answer_is_legal_under_other_options(changes: dict[str, Any]) -> None:
    for batch in positions(PLAYERS, "piquet", 4, 150, seed=6, **changes):
        assert batch.legal()[np.arange(batch.n), answers(batch, style())].all()


def test_answers_are_the_same_every_time_and_in_every_batch() -> None:
    must_answer_the_same(positions(PLAYERS, "piquet", 8, 120, seed=8), style(), style(noise=0.5))


# ---- blindness: the same hand with two hidden cards in each other's place

Log = list[tuple[str, int, str]]  # phase, seat, action


def exchanged(log: Log, swap: dict[str, str]) -> list[str]:
    """The actions with other cards laid out, in increasing order again."""
    found: list[str] = []
    picks: list[str] = []
    for i, (phase, seat, action) in enumerate(log):
        if phase != "exchange" or action == "STOP":
            found.append(action)
            continue
        picks.append(swap.get(action, action))
        if i + 1 == len(log) or log[i + 1][:2] != (phase, seat) or log[i + 1][2] == "STOP":
            found += ordered(picks)
            picks = []
    return found


def replayed(
    changes: dict[str, Any], pack: list[int], log: Log, swap: dict[str, str]
) -> Pair | None:
    codes = {engine_action(one): engine_action(other) for one, other in swap.items()}
    pair = Pair(changes, 1, pack=[codes.get(card, card) for card in pack])
    for action in exchanged(log, swap):
        decision = pair.game.decision
        if decision is None or action not in decision.actions:
            return None
        pair.step(action)
    return pair


def table_of(pair: Pair) -> Table:
    assert pair.state.table is not None
    return pair.state.table


def hidden_swaps(pair: Pair, seat: int, rng: Random) -> Iterator[dict[str, str]]:
    """A card of the other's hand and one that he has laid out or that lies in the talon."""
    table = table_of(pair)
    knows = sight(table, seat)
    free = {*knows.unseen} - {*knows.opponent_had, *knows.opponent_has}
    held = sorted(free & table.hands[1 - seat])
    gone = sorted(free - table.hands[1 - seat])
    for _ in range(4 if held and gone else 0):
        one, other = rng.choice(held), rng.choice(gone)
        yield {one: other, other: one}


def seat_of(pair: Pair) -> int:
    """The reference's seat (elder 0) of who decides."""
    assert pair.game.decision is not None
    return pair.state.elder ^ pair.game.decision.seat


@pytest.mark.parametrize("preset", ["modern", "old", "parlett", "century17"])
def test_answers_depend_on_nothing_hidden(preset: str) -> None:
    rng = Random(preset)
    changes = {"preset": preset, "mode": "single_hand"}
    compared = 0
    for _ in range(12):
        pair = Pair(changes, 1)
        pack = list(pair.rules.tiles)
        rng.shuffle(pack)
        pair = Pair(changes, 1, pack=pack)
        log: Log = []
        while (decision := pair.game.decision) is not None:
            by_id = {engine_action(action): action for action in decision.actions}
            who = style() if rng.random() < 0.8 else style(noise=1)
            action = by_id[int(answers(pair.batch, who)[0])]
            if len(by_id) > 1 and rng.random() < 0.4:
                compared += same_answer_elsewhere(pair, changes, pack, log, rng)
            log.append((decision.phase, decision.seat, action))
            pair.step(action)
    assert compared > 40


def same_answer_elsewhere(
    pair: Pair, changes: dict[str, Any], pack: list[int], log: Log, rng: Random
) -> int:
    compared = 0
    seat = seat_of(pair)
    for swap in hidden_swaps(pair, seat, rng):
        other = replayed(changes, pack, log, swap)
        if other is None or other.game.decision != pair.game.decision:
            continue
        if sight(table_of(other), seat) != sight(table_of(pair), seat):
            continue
        for who in (style(), style("plain")):
            assert answers(other.batch, who)[0] == answers(pair.batch, who)[0]
        compared += 1
    return compared


# ---- strength


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("name", ["baseline", "plain"])
def test_it_beats_random_play(rules: str, name: str) -> None:
    mean, error = duplicate(rules, style(name), style(noise=1), 40, mode="single_hand")
    assert mean > 3 * error


def test_it_wins_matches_against_random_play() -> None:
    assert duplicate("piquet", style("plain"), style(noise=1), 50)[0] > 0.9


def test_guesses_beat_counting_alone() -> None:
    mean, error = duplicate("piquet", style(), style("plain"), 250, mode="single_hand")
    assert mean > 3 * error


def test_more_guesses_play_better() -> None:
    mean, error = duplicate("piquet", style(guesses=12), style(), 500, mode="single_hand")
    assert mean > 2 * error


@pytest.mark.parametrize("parameter", ["value", "defence", "lookahead"])
def test_the_weights_bend_the_play(parameter: str) -> None:
    other = style("baseline", **{parameter: 0.0})
    assert differs(positions(PLAYERS, "piquet", 32, 120, seed=9), style(), other)


# ---- single decisions


def table(elder: str, younger: str = "", talon: str = "", **changes: Any) -> Batch:
    """A hand just dealt; seat 1 is the elder."""
    rules = load_rules("piquet", mode="single_hand", **changes)
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    batch.set_wall(0, pack_of(f"{elder} {younger} {talon}", rules))
    return batch


def decide(batch: Batch, who: BotStyle | None = None) -> str:
    return card_action_name(int(answers(batch, who or style())[0]))


def take(batch: Batch, text: str) -> Batch:
    for word in text.split():
        batch.step_one(0, card_action_id(word))
    return batch


def laid_out(batch: Batch, who: BotStyle | None = None) -> set[str]:
    """What the seat to exchange lays out."""
    seat, found = batch.seat[0], set[str]()
    while batch.seat[0] == seat and (word := decide(batch, who)) in CARD_NAMES:
        found.add(word)
        take(batch, word)
    return found


def played_on(batch: Batch, who: BotStyle | None = None) -> list[tuple[int, str]]:
    """Who answers what up to the end."""
    found = []
    while batch.seat[0] >= 0:
        found.append((int(batch.seat[0]), decide(batch, who)))
        take(batch, found[-1][1])
    return found


def redealt(batch: Batch) -> Batch:
    other = batch.clone()
    for i in range(batch.n):
        if batch.seat[i] >= 0:
            other.redeal(i, int(batch.seat[i]), 7 + i)
    return other


@pytest.mark.parametrize("rules", PRESETS)
def test_answers_are_the_same_however_the_hidden_cards_lie(rules: str) -> None:
    for step, batch in enumerate(positions(PLAYERS, rules, 16, 150, seed=7)):
        if step % 3 == 0:
            other = redealt(batch)
            for who in (style(), style("plain")):
                assert np.array_equal(answers(batch, who), answers(other, who))


@pytest.mark.parametrize("name", ["baseline", "plain"])
@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        ("SA SK SQ SJ ST C7 C9 H8 H7 D9 D7 DK", "SA SK SQ SJ ST"),  # a quint
        ("SA HA DA CA SK HQ C8 C7 H8 H7 D9 D7", "SA HA DA CA"),  # a quatorze
        ("SK HK DK S7 S8 HQ C8 C9 H7 D9 DQ DT", "SK HK DK"),  # a trio
        ("HA HK HJ HT H8 H7 C7 S9 D8 DJ CQ SA", "HA HK HJ HT H8 H7 SA"),  # a long suit, an ace
    ],
)
def test_combinations_are_kept_and_low_cards_laid_out(name: str, hand: str, kept: str) -> None:
    out = laid_out(table(hand), style(name))
    assert len(out) == 5
    assert not out & {*kept.split()}


STRONG = "SA SK SQ SJ ST S9 S8 HA CA D7 C7 C8"
WEAK = "HK H7 DA DK DQ DJ CK CQ CJ DT S7 H8"
TALON = "H9 HT HJ HQ CT C9 D9 D8"


def test_the_best_is_declared_and_everything_counted() -> None:
    batch = take(table(STRONG, WEAK, TALON), "C7 C8 D7 stop H7 H8 S7 stop no")
    assert decide(batch) == "point_S"
    assert decide(take(batch, "point_S")) == "good"  # nothing to compare with
    assert decide(take(batch, "good")) == "seq_7_A"


def test_what_is_better_is_compared() -> None:
    elder = "SA SK SQ SJ S8 HA H9 H8 C7 C8 D7 D8"
    younger = "DA DK DQ DJ DT D9 CK CQ CJ HK HQ HJ"
    batch = take(table(elder, younger, "H7 C9 CT ST HT S7 S9 CA"), "C7 C8 H8 D7 D8 stop")
    take(batch, "CJ stop no")
    take(batch, "point_S")
    assert decide(batch) == "point_D"
    assert decide(batch, style("plain")) == "point_D"


def test_only_what_cannot_stand_is_not_declared() -> None:
    none = card_action_id("none")
    asked = sunk = 0
    for batch in positions(PLAYERS, "piquet", 16, 200, seed=11):
        may = batch.legal()[:, none] != 0
        asked += int(may.sum())
        sunk += int((answers(batch, style())[may] == none).sum())
        assert not (answers(batch, style("plain"))[may] == none).any()
    assert 0 < sunk < asked / 4


@pytest.mark.parametrize("name", ["baseline", "plain"])
def test_winners_are_cashed_before_a_losing_lead(name: str) -> None:
    batch = take(table(STRONG, WEAK, TALON), "C7 C8 D7 stop H7 H8 S7 stop no")
    leads = [word for seat, word in played_on(batch, style(name)) if seat == 1]
    cards = [word for word in leads if word in CARD_NAMES]
    # what was drawn, H9 HT HJ, can lose to the king; nothing else can
    assert {*cards[:8]} & {"H9", "HT", "HJ"} == set()


def test_the_last_stopper_is_kept_against_the_capot() -> None:
    batch = take(table(STRONG, WEAK, TALON), "C7 D7 stop H7 H8 S7 stop no")
    played_on(batch)
    assert [line["points"] for line in batch.ledger(0) if line["reason"] == "cards"] == [10]


@pytest.mark.parametrize("name", ["baseline", "plain"])
def test_the_cheapest_winner_takes_the_trick(name: str) -> None:
    elder = "SJ ST S9 HT H9 H8 DT D9 D8 CT C9 C8"
    younger = "SA SK SQ HA HK HJ DA DK DJ CA CK CJ"
    batch = take(table(elder, younger, "H7 S8 S7 D7 C7 HQ DQ CQ"), "C8 stop CJ stop no")
    while "S9" not in map(card_action_name, batch.legal_actions(0)):
        take(batch, decide(batch))
    take(batch, "S9")
    while (word := decide(batch, style(name))) not in CARD_NAMES:
        take(batch, word)
    assert word == "SQ"
