"""Regional games: positions as values and as text."""

from __future__ import annotations

from collections import Counter

import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.check.fields import PositionError
from shugi._fast.core.tiles import format_tiles, kind_of, parse_tiles
from shugi._fast.games.chinese.text import usual_counts
from shugi.envs import format_position, load_position, load_rules
from shugi.envs.notation.position import NotationError
from tests.games.chinese.play import HANGZHOU, LAST_DRAWS, RULE_SETS, WILD, equal, play
from tests.support.played import played_out
from tests.support.seen import observed


@pytest.mark.parametrize("name", RULE_SETS)
def test_positions_come_back(name: str) -> None:
    rules = load_rules(name)
    for step, batch in enumerate(play(rules, 2, 200, seed=43)):
        if step % 8:
            continue
        seen = observed(batch)
        for i in range(batch.n):
            state = batch.state(i)
            copies = [load_position(format_position(batch, i)), Batch(rules, 1), batch.clone()]
            copies[1].set_state(0, state)
            copies.append(Batch(rules, 1))
            copies[3].load(0, batch.save(i))
            for k, copy in enumerate(copies):
                at = i if k == 2 else 0
                assert copy.state(at) == state
                assert copy.legal_actions(at) == batch.legal_actions(i)
                if not state["last_draws"]:  # Wuhan: which tile was drawn is not told
                    equal(seen, observed(copy), i, at)


def test_hands_are_enough() -> None:
    batch = load_position(HANGZHOU)
    state = batch.state(0)
    assert state["wild_kind"] == parse_tiles("4z")[0]
    assert state["dora"] == parse_tiles("4z")
    assert state["seats"][3]["honour_run"] == 1  # North is the wildcard's kind
    assert state["seats"][1]["honour_run"] is None
    left = Counter(state["wall"][state["head"] :])
    assert left[parse_tiles("4z")[0]] == 5  # four Whites, and the indicator
    assert left[WILD] == 0


def test_wuhan_lays_tiles_aside() -> None:
    text = """
    rules wuhan
    turn own 0
    seat0 hand=123456m1234p11s1k+9s aside=1w1k
    seat1 hand=123m1234p124567s river=1w9m
    seat2 hand=789m789p56789s12z river=8m1k
    seat3 hand=579m135p15799s33z
    dora 2s
    wall ...
    """
    state = load_position(text).state(0)
    assert [seat["kan_tiles"] for seat in state["seats"]] == [1, 0, 1, 0]
    assert [seat["wild_kans"] for seat in state["seats"]] == [1, 1, 0, 0]
    assert state["wild_kind"] == parse_tiles("3s")[0]
    wall = state["wall"][state["head"] :]
    assert wall.count(WILD) == 2
    assert wall.count(parse_tiles("1k")[0]) == 1
    assert parse_tiles("7z")[0] not in wall


REFUSED = [
    ("dora 4z", "", "these rules turn a tile that names the wildcard"),
    ("dora 4z", "dora 1w", "1w cannot name the wildcard"),
    ("seat1 hand=1234m", "seat1 hand=5z123m", "one 5z more than the deck has"),
    ("seat1 hand=1234m", "seat1 hand=1w123m", "one 1w more than the deck has"),
    ("seat1 hand=1234m", "seat1 hand=1e123m", "one 1e more than the deck has"),
    ("seat1 hand=1234m", "seat1 wild=1 hand=1234m", "the wildcards are tiles of the hand"),
    ("turn own 0", "turn own 0 | table resting=1", "everybody plays"),
    ("turn own 0", "turn own 0 | table after=1,2,3,1", "does not go round"),
    ("turn own 0", "turn own 0 | table floaty=1", "there is no entry 'floaty' here"),
    ("river=9m", "river=0u", "0u is never discarded|one 0u more"),
    ("river=9m", "river=9m aside=1e", "cannot be set aside|one 1e more"),
]


@pytest.mark.parametrize(("old", "new", "message"), REFUSED)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, message: str) -> None:
    assert old in HANGZHOU
    with pytest.raises(NotationError, match=message):
        load_position(HANGZHOU.replace(old, new, 1))


def test_a_riichi_game_has_none_of_it() -> None:
    state = Batch(load_rules("super_bingo"), 1).state(0)
    batch = Batch(load_rules("super_bingo"), 1)
    with pytest.raises(PositionError, match="only the regional games have it"):
        batch.set_state(0, {**state, "float_round": 1})
    seats = [dict(seat) for seat in state["seats"]]
    seats[1]["floats"] = 1
    with pytest.raises(PositionError, match="only the regional games have it"):
        batch.set_state(0, {**state, "seats": seats})
    with pytest.raises(NotationError, match="only the regional games have this section"):
        load_position(format_position(batch, 0).replace(" | seat0", " | table series=1 | seat0"))


@pytest.mark.parametrize("text", ["1w", "12k", "1234e", "1234h", "0u"])
def test_codes_of_the_regional_games_have_names(text: str) -> None:
    codes = parse_tiles(text)
    assert format_tiles(codes) == text
    assert all(kind_of(code) is None for code in codes)


def test_the_eight_flowers_win_before_the_gold_is_known() -> None:
    rules = load_rules("quanzhou")
    batch = Batch(rules, 1, forced=False)
    flowers = parse_tiles("1234e1234h")
    others = [code for code in rules.tiles if code not in flowers]
    batch.set_wall(0, flowers + others[::5] + [c for k, c in enumerate(others) if k % 5])
    state = batch.state(0)
    assert (state["phase"], state["dora"], state["wild_kind"]) == ("offer", [], None)
    copy = load_position(format_position(batch, 0))
    assert copy.state(0) == state
    assert copy.legal_actions(0) == batch.legal_actions(0)
    batch.redeal(0, 1, 7)
    assert batch.state(0)["seats"][0] == state["seats"][0]  # it is known to win


def test_the_last_four_tiles_stay_in_the_hands() -> None:
    """Wuhan 3.3: every seat has drawn and discarded nothing; the last one may win."""
    batch = load_position(LAST_DRAWS)
    state = batch.state(0)
    assert state["head"] == state["tail"]
    assert (state["turn"], state["drawn"]) == (0, WILD)
    assert batch.legal_actions(0) == [64, 65]
    assert load_position(format_position(batch, 0)).state(0) == state
    before = observed(batch)
    batch.redeal(0, 0, 3)
    equal(before, observed(batch), 0, 0)


def test_a_disclosed_hand_names_its_discard() -> None:
    text = """
rules kawuxing
turn own 0
seat0 hand=123456789p1234s+5s river=
seat1 hand=123456789s1235p river=9p_* riichi=open
seat2 hand=777888p666777s5z river=
wall ...
"""
    disclosed = load_position(text).state(0)["seats"][1]
    assert (disclosed["riichi"], disclosed["riichi_at"]) == ("open", 0)
    with pytest.raises(NotationError, match=r"riichi_at: names no tile of the river; mark"):
        load_position(text.replace("9p_*", "9p_"))


@pytest.mark.parametrize(("wild_kind", "run"), [(26, None), (27, 2), (33, 2), (None, 2)])
def test_a_discarded_wildcard_is_an_honour_by_what_it_stands_for(
    wild_kind: int | None, run: int | None
) -> None:
    """Hangzhou section 8: East is kind 27, and a bamboo tile in the river ends the run."""
    river = parse_tiles("3z1w" if wild_kind is not None else "3z4z")
    counted = usual_counts(load_rules("hangzhou"), {"river": river}, wild_kind)
    assert counted["honour_run"] == run


@pytest.mark.parametrize("name", ["hangzhou+online", "hangzhou", "xiamen", "wuhan", "kawuxing"])
def test_an_ended_hand_with_nothing_drawn(name: str) -> None:
    """A winner holds a tile more; it is not taken for drawn where another seat is on turn."""
    moved = 0
    for seed in range(40):
        batch = Batch(load_rules(name, match_hands=1), 1, seed=seed, auto_reset=False)
        played_out(batch)
        for turn in range(batch.seats):
            state = batch.state(0) | {"drawn": None, "turn": turn, "actor": turn}
            try:
                batch.set_state(0, state)
            except PositionError:  # that seat cannot have been on turn
                continue
            assert load_position(format_position(batch, 0)).state(0) == state
            moved += turn != max(range(batch.seats), key=lambda p: len(state["seats"][p]["hand"]))
        if moved >= 20:
            return
    assert moved
