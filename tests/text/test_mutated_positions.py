"""Positions with something changed are refused with a word, or play on as they should."""

from __future__ import annotations

import random

import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.check.fields import PositionError
from shugi.envs import format_position, load_position, load_rules
from shugi.envs.notation.position import format_state
from tests.support import mutations
from tests.support.rule_sets import RULE_SETS

MUTATED, SLOW = 6, 300  # positions of each rule set, each changed as values and as text


def check_mutations(name: str, seed: int, count: int) -> int:
    """How many were accepted."""
    rng, accepted = random.Random(f"{name} {seed}"), 0
    other = ""
    for k, (rules, state) in zip(range(count), mutations.source_states(name, seed), strict=False):
        text = format_state(state, rules)
        changed = mutations.mutated_text(text, other or text, rng)
        for batch in (mutations.placed(rules, mutations.mutated(state, rng)),
                      mutations.read(changed)):  # fmt: skip
            if batch is not None:
                accepted += 1
                mutations.check_play(batch, k)
        other = text
    return accepted


@pytest.mark.parametrize("name", RULE_SETS)
def test_mutated_positions_are_refused_or_play_on(name: str) -> None:
    check_mutations(name, 1, MUTATED)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_many_mutated_positions(name: str) -> None:
    assert check_mutations(name, 2, SLOW) > 0


@pytest.mark.parametrize("name", RULE_SETS)
def test_positions_of_play_are_accepted(name: str) -> None:
    for _, (rules, state) in zip(range(25), mutations.source_states(name, 4, n=6), strict=False):
        batch = mutations.placed(rules, state)
        assert batch is not None and batch.state(0) == state
        mutations.check_text(batch)


# ---- what was once accepted


def changed(name: str, stage: str, **changes: object) -> None:
    """See that the first position of that kind is refused once it is changed; what begins with
    ``piquet_`` is of that part."""
    state = next(
        state
        for _, state in mutations.source_states(name, 2, every=1)
        if stage in (state["phase"], state.get("stage"))
    )
    batch = Batch(load_rules(name), 1, auto_reset=False)
    for key, value in changes.items():
        part, _, field = key.rpartition("__")
        place = state[part] if part else state
        before, place[field] = place[field], value
        with pytest.raises(PositionError, match=field.removesuffix("_0")):
            batch.set_state(0, state)
        place[field] = before
    batch.set_state(0, state)


@pytest.mark.parametrize(
    ("name", "stage", "changes"),
    [
        ("piquet", "exchange", {"piquet__least": 9, "piquet__most": 12}),
        ("piquet", "exchange", {"piquet__extensions": 200, "piquet__wins": [9, 0]}),
        ("piquet", "declare", {"piquet__speaking": 3, "piquet__kept_0": []}),
        ("super_bingo", "own", {"hand_no": 0, "verb": 128, "need": 1, "discard": 3}),
        ("super_bingo", "own", {"kans_pending": 1, "n_kan": 1, "tail": 60}),
        ("super_bingo", "own", {"history_total": 4000, "honba": 255, "sticks": 255}),
        ("sanma_base", "riichi", {"verb": 68}),
        ("wuhan", "claim", {"option": [1, 1, 1, 1], "asked": [0, 1, 2, 3]}),
        ("hangzhou", "own", {"stay_sum": 2**31 - 1, "option": [0, 8, 0, 0]}),
    ],
)
def test_what_cannot_be_is_refused(name: str, stage: str, changes: dict[str, object]) -> None:
    changed(name, stage, **changes)


def test_scores_that_would_overflow() -> None:
    state = Batch(load_rules("super_bingo"), 1).state(0)
    for key in ("score", "chips"):
        state["seats"][1][key] = 2**31 - 1
        with pytest.raises(PositionError, match=rf"seats\[1\]\.{key}: 2147483647 is not between"):
            Batch(load_rules("super_bingo"), 1).set_state(0, state)
        state["seats"][1][key] = 10**8
        Batch(load_rules("super_bingo"), 1).set_state(0, state)
        state["seats"][1][key] = 0


def test_the_thirteenth_lap_can_be_written() -> None:
    text = "rules flying_fish | round S2+12 | turn own 0 | seat0 hand=123456p678s3377z+5p"
    text += " | seat1 hand=1377799p11s1245z | seat2 hand=234678s33445p55s | wall ..."
    state = load_position(text).state(0)
    assert state["round"] == (4 * 12 + 1) * 3 + 1
    assert "| round S2+12 |" in format_position(load_position(text), 0)


def test_an_entry_stands_once() -> None:
    text = format_position(Batch(load_rules("sanma_base"), 1), 0)
    with pytest.raises(PositionError, match="the entry 'seed' stands twice"):
        load_position(text.replace("game seed=", "game seed=1 seed=", 1))


def test_long_words_are_not_repeated_whole() -> None:
    with pytest.raises(PositionError) as refused:
        load_position("rules sanma_base | " + "x" * 10**5)
    assert len(str(refused.value)) < 2000


@pytest.mark.parametrize("value", ["[" * 5000, '"\\ud800"', '{"a":1,"a":2}'])
def test_options_in_a_position_are_checked(value: str) -> None:
    with pytest.raises(PositionError, match="line 1, column"):
        load_position(f"rules sanma_base uma={value} | turn own 0")


@pytest.mark.parametrize("players", [2, 5])
def test_wuhan_is_played_by_three_or_four(players: int) -> None:
    from shugi.envs import RulesError

    with pytest.raises(RulesError, match="players"):
        load_rules("wuhan", players=players)
