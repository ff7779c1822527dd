"""Kawuxing: what the others see of a disclosed hand, of discards in disorder, of who rests."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.view.layouts import TILES
from shugi.envs.rulesets.rules import load_rules
from tests.games.kawuxing.reference import kawuxing
from tests.games.kawuxing.table import Table, name
from tests.games.kawuxing.wall import Hand
from tests.support.played import always, played
from tests.support.seen import observed

FIT = "46777p12223789s"  # ready for 5p
SEVEN = parse_tiles("7p")[0]  # of which it holds three
AT = {row["name"]: row["offset"] for rows in (TILES.plane_rows, TILES.global_rows) for row in rows}


def look(batch: Batch, seat: int, i: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Planes, globals and history of one game as the seat sees it."""
    seen = observed(batch.clone(np.array([i])), np.array([seat]))
    return seen["planes"][0], seen["globals"][0], seen["history"][0]


def kinds(tiles: str) -> list[int]:
    found = [0] * 34
    for code in parse_tiles(tiles):
        found[code] += 1
    return found


def test_a_disclosed_hand_is_seen_by_all_but_the_tile_just_drawn() -> None:
    hand = Hand([FIT, "", ""], "5z6z7z9p").act("open_riichi 5z", "6z", "7z")
    assert hand.actor == 0  # and has drawn the 9p
    planes, _, _ = look(hand.batch, 1)
    assert planes[AT["shown_hand"] + 1].tolist() == kinds(FIT)
    assert planes[AT["shown_waits"] + 1].tolist() == kinds("5p")
    assert planes[AT["unseen"]][SEVEN] == 1 - held(hand, 1, SEVEN)


def held(hand: Hand, seat: int, code: int) -> int:
    found: list[int] = hand.state["seats"][seat]["hand"]
    return found.count(code)


def test_of_the_waiting_part_only_that_is_seen() -> None:
    hand = Hand([FIT, "", ""], "5z6z7z9p", disclose_mode="waiting_part")
    hand.act("open_riichi 5z", "6z", "7z")
    planes, _, _ = look(hand.batch, 2)
    assert planes[AT["shown_hand"]].tolist() == kinds("46p22s")
    assert planes[AT["unseen"]][SEVEN] == 4 - held(hand, 2, SEVEN)


@pytest.mark.parametrize("mode", ["full", "waiting_part"])
def test_shown_hands_as_the_reference_has_them(mode: str) -> None:
    """As many tiles as the smallest part that waits so, all of them of the hand."""
    seen = 0
    for seed in range(4):
        table = Table(load_rules("kawuxing", disclose_mode=mode, match_hands=3), seed)
        rng, bot = Random(seed), table.batch.clone()
        while not table.batch.done[0]:
            table.take(table.choose(rng, table.legal(), "shows", bot))
            for place in table.disclosed:
                seen += shown_as_in_the_reference(table, place)
    assert seen > 100


def shown_as_in_the_reference(table: Table, place: int) -> bool:
    seat = table.people[place]
    state = table.look()
    codes = list(state["seats"][seat]["hand"])
    if len(codes) % 3 == 2:
        codes.remove(state["drawn"])
    table.seen = state
    expected = kawuxing.shown(table.options, [name(code) for code in codes], table.melds(place))
    other = (seat + 1) % 3
    plane = look(table.batch, other)[0][AT["shown_hand"] + 1]
    found = Counter({code: int(n) for code, n in enumerate(plane) if n})
    assert found.total() == len(expected) and found <= Counter(codes)
    return True


def discards(first: str, second: str, **options: Any) -> Hand:
    """Seats 1 and 2 discard the two tiles, and two more that are the same in every case."""
    draws = ["5z", first, second, "6z", "1p", "9p", "3s"]
    hand = Hand(["", "", ""], "".join(draws), **options)
    return hand.act("5z", first, second, "6z", "1p", "9p")


@pytest.mark.parametrize(("attributed", "same"), [(False, True), (True, False)])
def test_who_discarded_what_is_not_told(attributed: bool, same: bool) -> None:
    one, other = (
        discards(*tiles, discards_attributed=attributed) for tiles in (("2p", "8s"), ("8s", "2p"))
    )
    for seat in range(3):
        pairs = zip(look(one.batch, seat), look(other.batch, seat), strict=True)
        assert all((a == b).all() for a, b in pairs) == same


def test_the_newest_discard_is_told() -> None:
    """It lies before its owner until the next one."""
    told = [
        look(discards("2p", "8s", discards_attributed=False).act(*more).batch, 0)
        for more in ((), ("3s",))
    ]
    newest = [planes[AT["river_recent"] : AT["river_recent"] + 4] for planes, _, _ in told]
    assert [np.argwhere(planes).tolist() for planes in newest] == [[[2, 17]], [[0, 20]]]


def test_seats_are_seen_in_turn_order_and_who_rests_is_absent() -> None:
    rules = load_rules("kawuxing+four_people")
    hand = Hand([FIT, "", ""], "5p", dealer=1, rules=rules)
    hand.act("win")
    state = hand.state
    resting = next(i for i, seat in enumerate(state["seats"]) if not seat["hand"])
    assert resting == 1
    order = [hand.actor, *(hand.turns(1).actor for _ in range(2))]
    for i, seat in enumerate(order):
        _, globals_, _ = look(hand.batch, seat)
        assert globals_[AT["present"] : AT["present"] + 4].tolist() == [1, 1, 1, 0]
        scores = globals_[AT["score"] : AT["score"] + 4] * 30
        seats = [*order[i:], *order[:i], resting]
        assert scores.round().astype(int).tolist() == [hand.scores[one] for one in seats]
        turn = globals_[AT["turn"] : AT["turn"] + 4]
        assert seats[int(turn.argmax())] == hand.actor


@pytest.mark.parametrize("options", [{}, {"disclose_mode": "waiting_part"}])
def test_a_new_deal_of_the_unseen_looks_the_same(options: dict[str, Any]) -> None:
    rules = load_rules("kawuxing", **options)
    batch, rng = Batch(rules, 32, seed=3), Random(3)
    for step in played(batch, 400, always):
        i = rng.randrange(32)
        seat = int(batch.seat[i])
        other = batch.clone(np.array([i]))
        other.redeal(0, seat, step)
        pairs = zip(look(batch, seat, i), look(other, seat), strict=True)
        assert all((a == b).all() for a, b in pairs)
