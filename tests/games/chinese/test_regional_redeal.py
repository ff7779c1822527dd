"""Regional games: dealing again what a seat cannot see."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import parse_tiles
from shugi.envs import load_position, load_rules
from tests.games.chinese.play import EVERY, play, unseen_fours
from tests.support.tables import codes_of, dealt_again

FLOWERS = set(parse_tiles("1234e1234h"))


def public(state: dict[str, Any], viewer: int, covered: bool) -> list[Any]:
    out: list[Any] = [state["dora"], state["head"], state["tail"], state["history"]]
    for number, seat in enumerate(state["seats"]):
        melds = [
            "covered" if covered and meld["type"] == "ankan" and number != viewer else meld
            for meld in seat["melds"]
        ]
        out += [melds, seat["river"], seat["river_flags"], seat["aside"], len(seat["hand"])]
    return [*out, state["seats"][viewer]]


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_dealt_again_it_is_a_table_of_the_game(name: str, options: dict[str, Any]) -> None:
    rules = load_rules(name, **options)
    kinds: Counter[int] = Counter()
    for step, batch in enumerate(play(rules, 4, 150, seed=29)):
        if step % 6:
            continue
        other = batch.clone()
        for i in range(batch.n):
            viewer, old = int(batch.seat[i]), batch.state(i)
            other.redeal(i, viewer, step)
            new = other.state(i)
            assert codes_of(old) == codes_of(new)
            covered = bool(rules.options["closed_kong_hidden"])
            assert public(old, viewer, covered) == public(new, viewer, covered)
            for number, seat in enumerate(new["seats"]):
                if old["dora"] or rules.game != "xiamen":
                    assert not FLOWERS & set(seat["hand"])
                if number != viewer:
                    kinds.update(m["tiles"][0] for m in seat["melds"] if m["type"] == "ankan")
            again = Batch(rules, 1)
            again.set_state(0, new)
            assert again.legal_actions(0) == batch.legal_actions(i)


def test_every_unseen_kind_may_be_the_covered_kan() -> None:
    text = """
    rules hangzhou
    turn own 0
    seat0 hand=123456m1234p11s1w+9s
    seat1 hand=1234p123456s melds=ankan(7m7m7m7m)
    seat2 hand=89m6789p56789s12z river=8m1z
    seat3 hand=59m135p134579s33z river=1w
    dora 4z
    wall ...
    """
    batch = load_position(text)
    fours = unseen_fours(batch.rules, batch, 0, 0)
    found: Counter[int] = Counter()
    for state in dealt_again(batch, 0, 600):
        found[state["seats"][1]["melds"][0]["tiles"][0]] += 1
    assert set(found) == set(fours)
    wanted = 600 / len(fours)
    assert sum((n - wanted) ** 2 / wanted for n in found.values()) < 3 * len(fours)


def test_a_float_is_judged_by_the_new_hand() -> None:
    """Nobody knows whether the wildcard was a float, unless only true floats restrict."""
    floating = """
    turn own 0
    seat0 hand=123456m1234p111s+9s
    seat1 hand=123456789m789p1w river=5s1w
    seat2 hand=234p567p23456s12z river=8m1z
    seat3 hand=58m135p135789s33z river=6z
    dora 4z
    wall ...
    """
    free = load_position("rules hangzhou" + floating + "table float_round=1")
    state = free.state(0)
    state["seats"][1]["floats"] = 1
    for options, kept in (({}, False), ({"float_round_trigger": "true_float"}, True)):
        batch = Batch(load_rules("hangzhou", **options), 1)
        batch.set_state(0, state)
        hands = set()
        for new in dealt_again(batch, 0, 20):
            seat = new["seats"][1]
            hands.add(tuple(seat["hand"]))
            assert seat["floats"] == kept
        assert (len(hands) == 1) == kept


def test_who_followed_no_honour_holds_none_to_follow() -> None:
    """Xiamen 3.3: after 2s, seat 1 holds no single East, which had been discarded before."""
    text = """
    rules xiamen
    turn own 2
    seat0 hand=123456m123p1112334s river=1z
    seat1 hand=13579m13579p13579s7z river=2s
    seat2 hand=22468m2468p2468s223z+3z
    seat3 hand=789m789p56789s12344z
    dora 6p
    wall ...
    history 0d1z 1d2s
    """
    batch = load_position(text)
    east, found = parse_tiles("1z")[0], Counter[int]()
    for new in dealt_again(batch, 2, 300):
        found[new["seats"][1]["hand"].count(east)] += 1
    assert found[1] == 0 < found[2]
    state = batch.state(0)
    state["history"] = state["history"][::-1]  # it was discarded after
    batch.set_state(0, state)
    hands = [new["seats"][1]["hand"] for new in dealt_again(batch, 2, 300)]
    assert sum(hand.count(east) == 1 for hand in hands) > 30
