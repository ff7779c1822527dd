"""Piquet as it is played, beside the reference and rule by rule."""

from random import Random
from typing import Any

import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.card_actions import card_action_id, card_action_name
from shugi.envs.rulesets.rules import load_rules, written_rules
from tests.games.chinese.golden import rules_of
from tests.games.piquet.games import Pair, blank_pack, pack_of, rich_pack
from tests.games.tricks.reference.random_cases import random_changes


@pytest.mark.parametrize("preset", ["modern", "old", "parlett", "century17"])
@pytest.mark.parametrize("seed", range(4))
def test_games_go_as_the_reference_says(preset: str, seed: int) -> None:
    Pair({"preset": preset}, seed, first_dealer=seed % 2).play(Random(seed))


@pytest.mark.parametrize("seed", range(60))
def test_games_under_any_options_go_as_the_reference_says(seed: int) -> None:
    rng = Random(1000 + seed)
    Pair(random_changes(rng, "piquet"), seed, first_dealer=seed % 2).play(rng)


def blank_game(seed: int) -> None:
    """A game whose first hand deals a blank hand, under any options."""
    rng = Random(2000 + seed)
    changes = random_changes(rng, "piquet")
    if rng.random() < 0.3:
        changes |= {"deck": 36, "elder_exchange_max": rng.choice((5, 8))}
    pack = blank_pack(rng, rules_of({"game": "piquet", "options": changes}))
    Pair(changes, seed, pack=pack).play(rng)


@pytest.mark.parametrize("seed", range(60))
def test_games_with_a_carte_blanche_go_as_the_reference_says(seed: int) -> None:
    blank_game(seed)


def rich_game(seed: int) -> None:
    rng = Random(3000 + seed)
    changes = random_changes(rng, "piquet")
    pack = rich_pack(rng, rules_of({"game": "piquet", "options": changes}))
    Pair(changes, seed, pack=pack).play(rng)


@pytest.mark.parametrize("seed", range(60))
def test_games_with_strong_hands_go_as_the_reference_says(seed: int) -> None:
    rich_game(seed)


@pytest.mark.slow
def test_many_games_go_as_the_reference_says() -> None:
    for seed in range(3000):
        rng = Random(10_000 + seed)
        Pair(random_changes(rng, "piquet"), seed, first_dealer=seed % 2).play(rng)
        blank_game(seed)
        rich_game(seed)


# ---- rare ends, in games known to have them


@pytest.mark.parametrize("seed", [76, 234])
def test_equal_totals_after_six_deals_bring_two_more(seed: int) -> None:
    longer = Pair({"mode": "six_deals", "max_extensions": 1}, seed)
    longer.play(Random(seed))
    assert longer.state.hands == 8 and max(longer.chips) > 100
    shorter = Pair({"mode": "six_deals", "max_extensions": 0}, seed)
    shorter.play(Random(seed))
    assert shorter.state.hands == 6 and shorter.chips == [0, 0]


@pytest.mark.parametrize("seed", [166, 604, 888])
def test_equal_totals_above_the_target_bring_another_hand(seed: int) -> None:
    pair, rng, equal = Pair({"mode": "game"}, seed), Random(seed), False
    while (decision := pair.compare()) is not None:
        pair.step(rng.choice(decision.actions))
        one, other = pair.batch.scores(0)
        equal |= one == other >= 100
    assert equal and sorted(pair.chips) == [-1, 1]


# ---- rule by rule, with set packs; seat 0 deals, seat 1 is elder


def table(pack: str, **options: Any) -> Batch:
    rules = written_rules("piquet", {"mode": "single_hand"} | options)
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    batch.set_wall(0, pack_of(pack, rules))
    return batch


def act(batch: Batch, names: str) -> None:
    for name in names.split():
        batch.step_one(0, card_action_id(name))


def legal(batch: Batch) -> str:
    return " ".join(card_action_name(action) for action in batch.legal_actions(0))


def points(batch: Batch) -> dict[str, list[int]]:
    """Of the ledger, by reason: [elder, younger]."""
    found: dict[str, list[int]] = {}
    for line in batch.ledger(0):
        if line["points"]:
            found.setdefault(line["reason"], [0, 0])[1 - line["payee"]] += line["points"]
    return found


PLAIN = "CA CT C8 C7 HA HK H9 H7 SA ST S8 DA"  # the elder's, with one king
OTHER = "CK CQ CJ C9 HQ HJ HT H8 SK SQ SJ S9"
BLANK = "CA CT C8 C7 HA H9 H7 SA ST S8 D8 DA"


def test_cards_are_laid_out_upwards_from_one_to_five() -> None:
    batch = table(f"{PLAIN} {OTHER}")
    assert legal(batch) == "C7 C8 CT CA H7 H9 HK HA S8 ST SA DA"
    act(batch, "C8")
    assert batch.seat[0] == 1 and legal(batch) == "CT CA H7 H9 HK HA S8 ST SA DA stop"
    act(batch, "CT H7 H9 S8")
    assert legal(batch) == "stop"
    act(batch, "stop")
    assert batch.seat[0] == 0 and legal(batch) == "C9 CJ CQ CK H8 HT HJ HQ S9 SJ SQ SK"
    act(batch, "C9 H8 S9")
    assert legal(batch) == "stop"


def test_the_younger_may_take_what_the_elder_left() -> None:
    batch = table(f"{PLAIN} {OTHER}")
    act(batch, "C7 stop C9 CJ CQ CK H8 HT HJ")
    assert legal(batch) == "stop"
    act(batch, "stop")
    assert legal(batch).startswith("point_")  # nothing is left to open


def test_under_parletts_rules_the_younger_may_take_none_and_must_choose_to_look() -> None:
    batch = table(f"{PLAIN} {OTHER}", younger_exchange_min=0, younger_peek="public_or_not")
    act(batch, "C7 stop")
    assert legal(batch).endswith("SK stop")
    act(batch, "stop")
    assert batch.seat[0] == 0 and legal(batch) == "look dont"
    other = batch.clone()
    act(batch, "look")  # public now: the elder has nothing to open
    assert batch.seat[0] == 1 and legal(batch).startswith("point_")
    act(other, "dont")
    assert other.seat[0] == 1 and legal(other) == "no open_C open_H open_S open_D"


def test_who_opens_the_talon_leads_that_suit_first_and_only_then() -> None:
    batch = table(f"{PLAIN} {OTHER}")
    act(batch, "C7 stop C9 stop open_H point_C good")
    while "none" in legal(batch):
        act(batch, "none")
    assert legal(batch) == "H7 H9 HK HA"
    act(batch, "HA")
    while "none" in legal(batch):
        act(batch, "none")
    act(batch, "H8")
    assert legal(batch).split()[0] == "C8"


def test_the_talon_stays_closed_where_it_may_not_be_opened() -> None:
    batch = table(f"{PLAIN} {OTHER}", elder_open_talon=False)
    act(batch, "C7 stop C9 stop")
    assert legal(batch).startswith("point_")


def test_a_blank_elder_names_his_number_and_the_younger_lays_out_first() -> None:
    batch = table(f"{BLANK} {OTHER}")
    assert legal(batch) == "cb_yes cb_no"
    act(batch, "cb_yes")
    assert legal(batch) == " ".join(f"cb_count_{n}" for n in range(1, 6))
    act(batch, "cb_count_2")
    assert batch.seat[0] == 0
    act(batch, "C9 stop")
    assert batch.seat[0] == 1 and "stop" not in legal(batch)
    act(batch, "C7")
    assert "stop" not in legal(batch)  # two, neither less nor more
    act(batch, "C8")
    assert batch.seat[0] == 1 and legal(batch).startswith("no open_")


def test_the_simple_sequence_shows_and_exchanges_as_ever() -> None:
    batch = table(f"{BLANK} {OTHER}", carte_blanche_sequence="simple")
    act(batch, "cb_yes")
    assert batch.seat[0] == 1 and legal(batch).startswith("C7")


def test_a_carte_blanche_kept_secret_counts_nothing() -> None:
    for answer, expected in (("cb_yes cb_count_1", [10, 0]), ("cb_no", None)):
        batch = table(f"{BLANK} {OTHER}")
        act(batch, answer)
        play(batch, Random(1))
        assert points(batch).get("carte_blanche") == expected


def play(batch: Batch, rng: Random) -> None:
    while batch.seat[0] >= 0:
        batch.step_one(0, rng.choice(batch.legal_actions(0)))


def test_the_elder_may_declare_a_short_suit_unless_the_longest_is_asked_for() -> None:
    for option, expected in (("any", "point_C point_H point_S point_D"), ("longest", "point_C")):
        batch = table(f"CA CT C8 C7 CK HK H9 SA ST D8 DA DT {OTHER[12:]}", elder_point=option)
        act(batch, "D8 stop")
        to_the_point(batch)
        assert legal(batch) == expected


def to_the_point(batch: Batch) -> None:
    """Both exchange as little as they can, and the talon stays closed."""
    while not legal(batch).startswith("point_"):
        batch.step_one(0, batch.legal_actions(0)[0])
        if "stop" in legal(batch):
            act(batch, "stop")


@pytest.mark.parametrize(
    ("partial", "runs", "sets"),
    [
        (False, "none seq_4_A", "none set_A_4"),
        (True, "none seq_3_K seq_3_A seq_4_A", "none set_A_3 set_A_4"),
    ],
)
def test_a_part_of_a_combination_is_offered_by_the_option(
    partial: bool, runs: str, sets: str
) -> None:
    pack = "CA CK CQ CJ HA H7 H8 SA S7 S8 D7 DA D9 C7 C8 C9 H9 HJ HQ HK S9 SJ SQ SK DT"
    batch = table(pack, partial_combinations=partial)
    act(batch, "H7 stop")
    to_the_point(batch)
    act(batch, "point_C good")
    assert legal(batch) == runs
    act(batch, "none")
    assert legal(batch) == sets


@pytest.mark.parametrize(("counts", "expected"), [(True, 13), (False, 12)])
def test_the_last_tricks_point_in_a_capot_goes_by_the_option(counts: bool, expected: int) -> None:
    pack = "SA SK SQ SJ ST S9 S8 S7 HA HK HQ HJ HT H9 H8 H7 DK DQ DJ DT CA CK CQ CJ DA"
    batch = table(pack, capot_last_point=counts)
    act(batch, "HJ stop CJ stop no point_S good seq_8_A good")
    while batch.seat[0] >= 0:
        actions = batch.legal_actions(0)
        batch.step_one(0, actions[-1] if actions[0] < 36 else actions[0])
    assert points(batch)["cards"] == [40, 0] and points(batch)["play"] == [expected, 0]


def test_after_a_repic_there_is_no_pic() -> None:
    pack = "SA SK SQ SJ ST S9 S8 S7 HA HK HQ HJ HT H9 H8 H7 DK DQ DJ DT CA CK CQ CJ DA"
    batch = table(pack)
    act(batch, "HJ stop CJ stop no point_S good seq_8_A good extra_yes set_A_3 good SA")
    while batch.seat[0] >= 0:
        batch.step_one(0, batch.legal_actions(0)[0])
    found = points(batch)
    assert found["repic"] == [60, 0] and "pic" not in found
    assert (found["point"], found["sequence"], found["sets"]) == ([8, 0], [21, 0], [3, 0])


def test_the_seventh_lead_makes_a_pic() -> None:
    """PQ-01 as it is played."""
    pack = "SA SK SQ SJ ST HA H7 DA D9 D8 CK C8 S9 S8 HK HQ HJ HT DK DQ CA CQ CJ D7 C7 CT"
    batch = table(pack)
    act(batch, "C8 stop D7 stop no point_S good seq_5_A good set_A_3 good")
    act(batch, "SA S8 SK S9 DA DQ SQ CT HA HT SJ CJ ST HJ")
    assert points(batch)["pic"] == [30, 0] and points(batch)["play"] == [7, 0]


def test_an_extra_is_asked_or_counted_at_once() -> None:
    pack = "CA CK CQ CJ HA HK HQ HJ SA SK S7 D7"
    asked = table(pack)
    at_once = table(pack, extras="auto")
    for batch in (asked, at_once):
        act(batch, "S7 stop")
        to_the_point(batch)
        act(batch, "point_C good seq_4_A good")
    assert legal(asked) == "extra_yes extra_no"
    assert "extra_yes" not in legal(at_once)


def test_the_seat_with_the_higher_cut_chooses_before_anything_is_dealt() -> None:
    rules = load_rules("piquet+parlett")
    for choice, dealer in (("choose_elder", 1), ("choose_younger", 0)):
        batch = Batch(rules, 1, forced=False, auto_reset=False)
        batch.set_wall(0, pack_of(f"{PLAIN} {OTHER}", rules))
        assert batch.seat[0] == 0 and legal(batch) == "choose_elder choose_younger"
        act(batch, choice)
        assert batch.seat[0] == 1 - dealer and legal(batch).startswith("C7 C8 CT CA")


# ---- all presets at once


def test_another_first_dealer_turns_every_seat_and_nothing_else() -> None:
    rules = load_rules("piquet", next_game_dealer="redraw")
    pair = [Batch(rules, 1, forced=False, auto_reset=False) for _ in range(2)]
    for first, batch in enumerate(pair):
        batch.reset([77], first_dealer=first)
    rng = Random(5)
    while pair[0].seat[0] >= 0:
        assert pair[0].seat[0] == 1 - pair[1].seat[0]
        assert pair[0].legal_actions(0) == pair[1].legal_actions(0)
        action = rng.choice(pair[0].legal_actions(0))
        for batch in pair:
            batch.step_one(0, action)
    assert pair[0].scores(0) == pair[1].scores(0)[::-1]
