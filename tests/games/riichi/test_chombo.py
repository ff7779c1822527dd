"""Wrong wins, and wins missed: who may declare them, what they cost, what follows."""

from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.rules.options import RulesError
from shugi.envs import format_position, load_position
from shugi.envs.rulesets.rules import load_rules
from tests.support.played import played
from tests.support.walk import (
    dealt_again_goes_on,
    ledger_balances,
    masks_are_the_rules,
    nothing_is_lost,
    saved_goes_on_alike,
    values_round_trip,
    walk,
)

WIN, PASS = action_id("win"), action_id("pass")
FINES = {"false_wins": "allowed", "missed_ron": "chombo", "chombo_points": 5000}
FINED = "false_wins=allowed missed_ron=chombo chombo_points=5000"
# it waits for 1m and 2s to 6s
READY = "11m3445789s456p"
HANDS = "seat1 hand=19m1289p1289s12z | seat2 hand=19m3467p3467s34z"
ALLOWED: list[tuple[str, dict[str, Any]]] = [
    ("shouhai_mighty", FINES),
    ("toriuchi", {"false_wins": "allowed", "chombo_chips": 3}),
    ("super_bingo", FINES),
    ("riichi_tenhou", {"false_wins": "allowed", "chombo_points": 4000}),
    ("hangzhou", {"false_wins": "allowed"}),
    ("xiamen", {"false_wins": "allowed"}),
    ("quanzhou", {"false_wins": "allowed"}),
    ("kawuxing", {"false_wins": "allowed"}),
    ("kawuxing+four_people", {"false_wins": "allowed"}),
]


def drawn(tile: str, rules: str = FINED, hand: str = READY) -> Batch:
    """Seat 0 has drawn the tile; seat 1 deals, there are two honba."""
    return load_position(
        f"rules shouhai_mighty {rules} | round E2 honba=2 dealer=1 | turn own 0 | dora 9s | "
        f"seat0 hand={hand}+{tile} | {HANDS}"
    )


def discarded(tile: str, seat0: str, rules: str = FINED) -> Batch:
    """Seat 2 has discarded the tile; what seat 0 says to it is asked."""
    return load_position(
        f"rules shouhai_mighty {rules} | turn claim 0 discard={tile} from=2 | dora 9s | "
        f"seat0 hand={READY} {seat0} | seat1 hand=19m1289p1289s12z river=1z | "
        f"seat2 hand=19m3467p3467s34z river={tile}"
    )


def fines(batch: Batch) -> list[tuple[int, int, int, int]]:
    return [
        (line["payer"], line["payee"], line["points"], line["chips"])
        for line in batch.ledger(0)
        if line["reason"] in ("chombo", "chombo_chips")
    ]


def test_a_drawn_tile_that_completes_nothing_may_be_won_on_and_is_fined() -> None:
    assert not drawn("7p", rules="").is_legal(0, WIN)
    batch = drawn("7p")
    assert batch.is_legal(0, WIN)
    batch.step_one(0, WIN)
    state = batch.state(0)
    assert fines(batch) == [(0, 1, 5000, 0), (0, 2, 5000, 0)]
    assert state["last"]["how"] == "chombo" and not any(state["last"]["deal_ins"])
    assert batch.scores(0) == [20000, 35000, 35000]
    # dealt again
    assert (state["dealer"], state["round"], state["honba"]) == (1, 1, 2)


def test_a_win_that_is_one_is_paid_as_ever() -> None:
    batch = drawn("4s")
    batch.step_one(0, WIN)
    assert batch.state(0)["last"]["how"] == "win" and not fines(batch)


def test_a_hand_that_waits_for_nothing_declares_none() -> None:
    assert not drawn("7p", hand="19m1289s1289p57z").is_legal(0, WIN)


@pytest.mark.parametrize(
    ("tile", "seat0"),
    [
        ("9p", "river=9m"),  # no wait
        ("2s", "river=5s furiten=1"),  # in furiten
    ],
)
def test_wrong_ron(tile: str, seat0: str) -> None:
    batch = discarded(tile, seat0)
    assert batch.legal_actions(0) == [PASS, WIN]
    batch.step_one(0, WIN)
    assert fines(batch) == [(0, 1, 5000, 0), (0, 2, 5000, 0)]


def test_a_missed_ron_in_closed_riichi_is_fined_and_sticks_go_back() -> None:
    seat0 = "river=9m* riichi=closed"
    forced = discarded("2s", seat0, rules="")
    assert forced.state(0)["last"]["how"] == "win" or forced.legal_actions(0) == [WIN]
    batch = discarded("2s", seat0)
    batch.set_state(0, batch.state(0) | {"sticks": 3})
    assert batch.legal_actions(0) == [PASS, WIN]
    batch.step_one(0, PASS)
    state = batch.state(0)
    assert fines(batch) == [(0, 1, 5000, 0), (0, 2, 5000, 0)]
    assert state["last"]["how"] == "chombo" and state["sticks"] == 2
    back = [line for line in batch.ledger(0) if line["reason"] == "riichi"]
    assert [(line["payer"], line["payee"], line["points"]) for line in back] == [(None, 0, 1000)]


def test_a_win_goes_before_a_wrong_one() -> None:
    batch = load_position(
        f"rules shouhai_mighty {FINED} | turn claim 0 discard=9p from=2 | dora 9s | "
        f"seat0 hand={READY} river=9m | seat1 hand=123p78p88s777z55s river=1z* riichi=closed | "
        "seat2 hand=19m3467p3467s34z river=9p"
    )
    batch.step_one(0, WIN)  # of seat 0: no win
    assert batch.seat[0] == 1 and batch.legal_actions(0) == [PASS, WIN]
    batch.step_one(0, WIN)
    last = batch.state(0)["last"]
    assert (last["how"], last["winners"]) == ("win", [1]) and not fines(batch)


def test_chips_are_fined_too() -> None:
    rules = load_rules("toriuchi", false_wins="allowed", chombo_chips=3)
    batch = Batch(rules, 24, seed=1)
    assert falsely_won(batch, 160) > 0


@pytest.mark.parametrize(("name", "options"), ALLOWED, ids=lambda value: str(value)[:24])
def test_play_keeps_every_promise(name: str, options: dict[str, Any]) -> None:
    rules = load_rules(name, **options)
    walk(rules, 300, seed=2)
    walk(rules, 120, seed=3, forced=False)
    assert falsely_won(Batch(rules, 24, seed=1), 160) > 0


def wrong(batch: Batch) -> np.ndarray:
    """Games whose seat may declare a win that is none: the baseline, which takes wins, does not."""
    answers = np.zeros(batch.n, np.uint8)
    batch.baseline(answers)
    return np.flatnonzero((batch.legal()[:, WIN] != 0) & (answers != WIN))


def falsely_won(batch: Batch, steps: int) -> int:
    """The baseline plays, but a wrong win is declared now and then; chombos that were paid."""
    rng = np.random.default_rng(5)
    actions = np.zeros(batch.n, np.uint8)
    found = 0
    for _ in range(steps):
        batch.baseline(actions)
        places = wrong(batch)
        chosen = places[rng.random(len(places)) < 0.2]
        for i in chosen[:1]:
            ask(batch, int(i))
        actions[chosen] = WIN
        batch.step(actions)
        assert not batch.status.any()
        for i in np.flatnonzero(batch.hand_done & ~batch.done):
            ledger_balances(batch, int(i))
            found += batch.state(int(i))["last"]["how"] == "chombo"
    return found


def ask(batch: Batch, i: int) -> None:
    nothing_is_lost(batch, i)
    masks_are_the_rules(batch, i)
    values_round_trip(batch, i)
    saved_goes_on_alike(batch, i, 7)
    dealt_again_goes_on(batch, i, 7)
    assert load_position(format_position(batch, i)).state(0) == batch.state(i)


@pytest.mark.parametrize("name", ["shouhai_mighty", "toriuchi", "sanma_base"])
def test_the_baseline_never_declares_a_wrong_win(name: str) -> None:
    rules = load_rules(name, false_wins="allowed", chombo_points=5000)
    batch = Batch(rules, 32, seed=4)
    offered = 0
    for _ in played(batch, 500):
        assert not any(batch.state(i)["last"]["how"] == "chombo" for i in range(0, 32, 8))
        offered += len(wrong(batch))
    assert offered


@pytest.mark.parametrize(
    ("name", "options", "blamed"),
    [
        ("sanma_base", {"false_wins": "allowed"}, "false_wins"),
        ("sanma_base", {"chombo_points": 5000}, "chombo_points"),
        ("toriuchi", {"chombo_chips": 3}, "chombo_chips"),
        ("shouhai_mighty", {"missed_ron": "chombo"}, "missed_ron"),
        ("sanma_base", FINES, "missed_ron"),
        ("crazy_cherry", {"false_wins": "allowed", "chombo_points": 5000}, "chombo_points"),
        ("wuhan", {"false_wins": "allowed"}, "false_wins"),
        ("super_bingo", {"false_wins": "allowed", "chombo_points": 300}, "placement"),
    ],
)
def test_what_would_do_nothing_or_harm_is_refused(
    name: str, options: dict[str, Any], blamed: str
) -> None:
    with pytest.raises(RulesError) as error:
        load_rules(name, **options)
    assert any(key.endswith(blamed) for key, _ in error.value.problems)
