"""Tiles that can be set aside, kept and called: North, and 1m and 9m (`nuki_tile`, sanma 3.1)."""

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id, action_name
from shugi._fast.core.tiles import parse_tiles
from shugi.envs import format_position, load_position, load_rules, score
from shugi.envs.records.record import Recorder, check, parse_record
from shugi.envs.rulesets.rules import RulesError
from tests.games.riichi.cases import case
from tests.support.played import played

NUKI, PON, PASS = action_id("nuki"), action_id("pon"), action_id("pass")
M1, M9, NORTH = parse_tiles("1m9m4z")


def own_turn(hand: str, options: str = "nuki_tile=19m", more: str = "") -> Batch:
    return load_position(f"""
        rules sanma_base {options}
        turn own 0
        seat0 hand={hand} {more}
        seat1 hand=1m456p789p234s567s river=
        seat2 hand=123p33p456s789s22z river=
        dora 3z
        wall ...
    """)


def asked(batch: Batch) -> set[str]:
    return {action_name(action) for action in batch.legal_actions(0)}


def test_one_kind_in_the_hand_is_set_aside_at_once() -> None:
    batch = own_turn("11m1234556p2244s+1p")
    assert "nuki" in asked(batch)
    batch.step_one(0, NUKI)
    while batch.state(0)["phase"] == "claim":
        batch.step_one(0, PASS)
    state = batch.state(0)
    assert (state["seats"][0]["aside"], state["phase"], state["turn"]) == ([M1], "own", 0)
    assert len(state["seats"][0]["hand"]) == 14


@pytest.mark.parametrize("first", ["1m", "9m"])
def test_of_two_kinds_the_seat_says_which(first: str) -> None:
    batch = own_turn("1199m123456p224s+1p")
    batch.step_one(0, NUKI)
    assert batch.state(0)["phase"] == "kan" and asked(batch) == {"1m", "9m"}
    loaded = load_position(format_position(batch, 0))
    assert loaded.state(0) == batch.state(0) and loaded.legal_actions(0) == batch.legal_actions(0)
    for game in (batch, loaded):
        game.step_one(0, action_id(first))
        while game.state(0)["phase"] == "claim":
            game.step_one(0, PASS)
        seat = game.state(0)["seats"][0]
        assert seat["aside"] == parse_tiles(first)
        assert seat["hand"].count(M1) + seat["hand"].count(M9) >= 3
    assert loaded.state(0) == batch.state(0)


def test_in_riichi_only_the_tile_just_drawn() -> None:
    batch = own_turn("99m123456p22888s+1m", more="river=7z* riichi=closed")
    assert asked(batch) == {"1m", "nuki"}
    batch.step_one(0, NUKI)
    while batch.state(0)["phase"] == "claim":
        batch.step_one(0, PASS)
    assert batch.state(0)["seats"][0]["aside"] == [M1]


@pytest.mark.parametrize(
    ("options", "tile", "pair"), [("nuki_tile=19m", "9m", M9), ("nuki_tile=4z", "4z", NORTH)]
)
def test_a_discarded_one_can_be_called_and_kept(options: str, tile: str, pair: int) -> None:
    text = f"""
        rules sanma_base {options}
        turn claim 1 from=0 discard={tile}
        seat0 hand=123456p2244s678s river={tile}
        seat1 hand={tile}{tile}99p789p234s567s river=
        seat2 hand=12333p456s789s11z river=
        dora 3z
        wall ...
    """
    batch = load_position(text)
    assert "pon" in asked(batch)
    batch.step_one(0, PON)
    while batch.state(0)["phase"] == "copies":
        batch.step_one(0, batch.legal_actions(0)[0])
    state = batch.state(0)
    assert state["turn"] == 1 and state["seats"][1]["melds"][0]["tiles"].count(pair) == 3
    assert "nuki" not in asked(batch)  # a call draws nothing


def test_a_win_on_a_tile_that_is_set_aside() -> None:
    batch = load_position("""
        rules sanma_base nuki_tile=19m
        turn own 0
        seat0 hand=1m123456p224419s+9p river=
        seat1 hand=1m456p789p234s555z river=9s* riichi=closed
        seat2 hand=12333p456s789s11z river=
        score 35000 34000 35000
        round sticks=1
        dora 3z
        wall ...
    """)
    batch.step_one(0, NUKI)
    assert (batch.state(0)["actor"], asked(batch)) == (1, {"win", "pass"})
    batch.step_one(0, action_id("win"))
    assert batch.state(0)["last"]["winners"] == [1]


def test_each_is_a_dora_and_indicators_point_at_their_own_kind() -> None:
    """The indicator 1m names 9m: one han more for a 9m that was set aside, none for a 1m."""
    rules = load_rules("sanma_base", nuki_tile="19m")
    won = case("123p456p789s22s34p", "2p", loser=2, riichi="closed", sticks=1, dora_indicators="1m")
    han = {
        removed: score(won | {"removed_tiles": removed}, rules)["han"]
        for removed in ("", "1m", "9m", "1m9m")
    }
    assert [han[k] - han[""] for k in ("1m", "9m", "1m9m")] == [1, 2, 3]
    with pytest.raises(ValueError, match="say which of them, such as '1m9m'"):
        score(won | {"removed_tiles": 2}, rules)
    with pytest.raises(ValueError, match="4z cannot be set aside"):
        score(won | {"removed_tiles": "4z"}, rules)


def test_the_tile_set_must_have_them() -> None:
    with pytest.raises(RulesError, match="nuki_tile: the tile set has none of them"):
        load_rules("super_bingo", nuki_tile="19m")
    with pytest.raises(RulesError, match="rinshan_tiles: too few"):
        load_rules("sanma_base", nuki_tile="19m", nuki_forced=True)


@pytest.mark.parametrize("forced", [False, True])
def test_games_are_played_recorded_and_observed(forced: bool) -> None:
    more = {"rinshan_tiles": 12, "dead_wall_size": 18} if forced else {}
    rules = load_rules("sanma_base", nuki_tile="19m", nuki_forced=forced, **more)
    batch = Batch(rules, 32, seed=4)
    both = asides = 0
    for step in played(batch, 900, lambda _: np.arange(32) % 2 == 1):
        if step % 90:
            continue
        for i in range(32):
            state = batch.state(i)
            both += state["phase"] == "kan" and set(batch.legal_actions(i)) == {M1, M9}
            asides += sum(len(seat["aside"]) for seat in state["seats"])
            assert load_position(format_position(batch, i)).state(0) == state
            again = batch.clone()
            again.redeal(i, state["actor"] if state["actor"] is not None else 0, step)
            assert again.legal_actions(i) == batch.legal_actions(i)
    assert asides and both


def test_a_record_holds_the_choice() -> None:
    batch = Batch(load_rules("sanma_base", nuki_tile="19m"), 1, seed=9, auto_reset=False)
    recorder = Recorder(batch, 0)
    action = np.zeros(1, np.uint8)
    step = chosen = 0
    while batch.seat[0] >= 0:
        batch.sample(action, step)
        chosen += batch.state(0)["phase"] == "kan" and batch.state(0)["verb"] == NUKI
        recorder.add(int(action[0]))
        batch.step(action)
        step += 1
    played = check(parse_record(recorder.record.dumps()))
    assert chosen and played.state(0) == batch.state(0)
