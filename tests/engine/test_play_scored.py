"""Play agrees with the scorer at every end of a hand, in every rule set.

Of the state before the deciding action ``shugi.envs.ending`` makes the case that ``shugi score``
takes; every line of its ledger is compared with what was played, and so are the tulip, the dice,
the joker's names, cherries, birds, bingo wins, markers, the hand that follows and the end of the
game. What the scorer has no case for is left out: riichi sticks, Grand Crosses and kans, which are
paid when they are made, and the chips between places at the end of a game. Draws are compared with
the payments of a draw, and hands of cards are scored whole.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import shugi
from shugi._fast.batch.batch import Batch, IllegalAction
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import layout_of
from shugi.envs import Recorder, load_position, load_rules, score
from shugi.envs.endings.ending import ending, ending_of, endings
from shugi.envs.records.record import Record
from tests.support.random_events import with_events
from tests.support.rule_sets import MAHJONG_SETS, PAIRS, RULE_SETS
from tests.support.scored import Found, Table, compare, lines_of
from tests.support.shell import Shell

HANDS, PAIR_HANDS, SLOW_HANDS = 60, 20, 4000
MORE_HANDS = 150
EVENT_DRAWS = 2
FIVE = "super_bingo+rainbow_sevens+grand_cross+seven_rush_deluxe+home_run+atama"
EVERY_WIN = {"name": "every_win", "chips": 1}
# what play must have met, so that the comparison means something
REASONS: dict[str, set[str]] = {
    "super_bingo": {"honba", "sticks", "tulip_start", "tulip", "tulip_tier3", "gold", "noten"},
    "crazy_cherry": {"cherry"},
    "fierce_flying_fish": {"dice", "bust", "multiplier"},
    "shouhai_mighty": {"ippatsu", "ura", "otafuku", "yakuman", "bust", "kandora"},
    "toriuchi": {"birds", "red", "tanyao"},
    "hangzhou": {"pao"},
    "kawuxing": {"disclosed"},
    "ninety_nine": {"tricks", "bid", "premium", "result"},
    "piquet": {"point", "sequence", "sets", "play", "cards"},
}
GAMES = 16
GUNS = (  # an added kan of 7p is robbed of its maker, who holds three more: birds less guns
    "rules toriuchi | turn own 0"
    " | seat0 hand=1m149p9s1356z9m+7p melds=pon(7p7p7p')<2"
    " | seat1 hand=123123s11s68p234p river=1z* riichi=closed"
    " | seat2 hand=1m149p99s1356z9m66s river=7p' | dora 4z | ura 4z"
)
PLAYED: dict[str, tuple[str, tuple[str, ...]]] = {  # rare ends: a position and what is played
    "a robbed gun": (GUNS, ("kan_added", "7p", "win")),
}


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_end_is_scored_as_it_was_played(name: str) -> None:
    hands, wanted = (MORE_HANDS, REASONS[name]) if name in REASONS else (HANDS, set[str]())
    found = Table(load_rules(name), GAMES, seed=1).hands(hands)
    assert not found.wrong, found.wrong[0]
    assert found.ends["win"] > hands / 3 and wanted <= found.reasons.keys(), found


@pytest.mark.parametrize("name", [*PAIRS, FIVE])
def test_every_end_with_several_add_ons(name: str) -> None:
    found = Table(load_rules(name), GAMES, seed=2).hands(PAIR_HANDS)
    assert not found.wrong, found.wrong[0]


@pytest.mark.parametrize("name", [name for name in RULE_SETS if load_rules(name).game == "riichi"])
def test_every_end_with_random_chip_events(name: str) -> None:
    rng, found = Random(name), Found()
    for seed in range(EVENT_DRAWS):
        rules = with_events(name, rng, EVERY_WIN)
        found.add(Table(rules, GAMES, seed=seed).hands(PAIR_HANDS))
    assert not found.wrong, found.wrong[0]
    assert found.reasons["every_win"], found


@pytest.mark.slow
@pytest.mark.parametrize("name", [*RULE_SETS, *PAIRS])
def test_every_end_at_length(name: str) -> None:
    found = Table(load_rules(name), 4 * GAMES, seed=3).hands(SLOW_HANDS)
    assert not found.wrong, found.wrong[0]


def played(position: str, actions: tuple[str, ...]) -> Found:
    """The end of the hand that these actions bring."""
    start = load_position(position)
    batch = Batch(start.rules, 1, forced=False, auto_reset=False)
    batch.copy_from(start, [0], [0])
    for name in actions:
        action, before = layout_of(start.rules).action_id(name), batch.state(0)
        batch.step_one(0, action)
    assert batch.hand_done[0]
    return compare(start.rules, before, action, batch.state(0))


@pytest.mark.parametrize("name", PLAYED)
def test_rare_ends(name: str) -> None:
    found = played(*PLAYED[name])
    assert found.ends["win"] == 1
    assert not found.wrong, found.wrong[0]


def test_a_payment_that_is_off_by_one_is_noticed() -> None:
    """Of play that pays one unit more the comparison finds every win."""
    for name in ("super_bingo", "wuhan", "ninety_nine", "piquet"):
        table, wins, noticed = Table(load_rules(name), GAMES, seed=5), 0, 0
        while wins < 20:
            for before, action, after in table.ended():
                line = next((one for one in after["ledger"] if one["reason"] in OFF), None)
                if line is not None:
                    line["points"] += 1
                    wins += 1
                    noticed += bool(compare(table.batch.rules, before, action, after).wrong)
        assert noticed == wins, name


OFF = ("win", "tricks", "play")


# ---- what is expected of a double ron

TWO_WINNERS = (  # both wait for 6z, neither in riichi: nothing is left to chance
    "rules toriuchi | round E1 honba=3 | score {} 30000 30000 | turn own 0"
    " | seat0 hand=19m2p369s1234z7p57z+6z | seat1 hand=123456789s5566z"
    " | seat2 hand=123406789p111s6z | dora 4z"
)


def both_win(score: int) -> Batch:
    start = load_position(TWO_WINNERS.format(score))
    batch = Batch(start.rules, 1, forced=False, auto_reset=False, expected=True)
    batch.copy_from(start, [0], [0])
    for name in ("6z", "win", "win"):
        batch.step_one(0, layout_of(start.rules).action_id(name))
    assert batch.state(0)["last"]["winners"] == [1, 2]
    return batch


def test_the_second_winner_is_not_expected_to_take_the_honba() -> None:
    """It is the first one's: the discarder who keeps 100 points is not expected to bust."""
    paid = 100_000 - both_win(100_000).scores(0)[0]
    kept = both_win(paid + 100)
    assert kept.scores(0)[0] == 100
    assert kept.expected[0].tolist() == kept.chips[0].tolist()


# ---- the door


def ended(rules: str | Rules, seed: int, forced: bool = True) -> Iterator[tuple[Batch, int]]:
    """A game of the baseline; before each action, the game and the action."""
    rules = rules if isinstance(rules, Rules) else load_rules(rules)
    batch = Batch(rules, 1, seed=seed, forced=forced, auto_reset=False)
    actions = np.zeros(1, np.uint8)
    while batch.seat[0] >= 0:
        batch.baseline(actions)
        yield batch, int(actions[0])
        batch.step(actions)


@pytest.mark.parametrize("name", ["super_bingo", "xiamen", "kawuxing", "ninety_nine", "piquet"])
@pytest.mark.parametrize("forced", [True, False])
def test_the_end_of_a_hand_is_told_before_it_is_played(name: str, forced: bool) -> None:
    hands = 0
    coming = None
    for batch, action in ended(name, 3, forced):
        if coming is not None:
            assert coming.how == batch.state(0)["last"]["how"]
            coming = None
        state = batch.state(0)
        found = ending(batch, 0, action)
        assert batch.state(0) == state
        after = batch.clone()
        after.step_one(0, action)
        assert (found is not None) == bool(after.hand_done[0])
        if found is None:
            continue
        hands += 1
        coming = None if after.seat[0] < 0 else found
        answers = [score(case, batch.rules) for case in found.cases]
        lines = lines_of([{"ledger": found.ledger}])
        if found.cases and "plays_cards" not in batch.rules.traits:
            assert lines == lines_of(answers)
            points = zip(*(answer["points_delta"] for answer in answers), strict=True)
            assert found.points == [sum(column) for column in points]
    assert hands > 1


def record_of(rules: str | Rules, seed: int) -> Record:
    recorder = None
    for batch, action in ended(rules, seed):
        recorder = recorder or Recorder(batch)
        recorder.add(action)
    assert recorder is not None
    return recorder.record


def test_a_record_tells_how_its_hands_ended() -> None:
    record, wins = record_of("toriuchi", 8), 0
    found = endings(record)
    assert len(found) == len(record.hands)
    for one in found:
        wins += one.how == "win"
        for case in one.cases:
            assert shugi.score(case, record.rules)["allowed"]
        if len(one.cases) == 1:
            (answer,) = (shugi.score(case, record.rules) for case in one.cases)
            assert (answer["points_delta"], answer["shugi_delta"]) == (one.points, one.chips)
    assert wins > 3


def test_the_hands_of_a_record_are_scored_by_the_command(tmp_path: Path, shell: Shell) -> None:
    record = record_of(load_rules("xiamen", base_scale=5), 2)
    game, cases = tmp_path / "game.jsonl", tmp_path / "cases.json"
    record.save(game)
    cases.write_text(shell.says("show", game, "--cases"), "utf-8")
    answers = shell.tells("score", cases)
    won = [one for one in endings(record) if one.cases]
    assert [answer["points_delta"] for answer in answers] == [one.points for one in won] != []
    assert answers[0]["id"].startswith("hand ")
    told_first = json.loads(shell.says("show", game, "--cases", "--hand", "1"))["cases"]
    assert [case["id"] for case in told_first] in ([], ["hand 1"])


def test_what_cannot_be_played_has_no_end() -> None:
    batch = Batch(load_rules("super_bingo"), 1, seed=1)
    with pytest.raises(IllegalAction):
        ending(batch, 0, 64)


@pytest.mark.parametrize("name", MAHJONG_SETS)
def test_a_case_of_play_is_plain(name: str) -> None:
    """It is made of JSON's values, and says nothing that the schema does not list."""
    table, cases = Table(load_rules(name), GAMES, seed=6), list[dict[str, Any]]()
    while len(cases) < 5:
        for before, action, after in table.ended():
            cases += ending_of(table.batch.rules, before, action, after).cases
    for case in cases:
        assert score(json.loads(json.dumps(case)), table.batch.rules)["allowed"]
