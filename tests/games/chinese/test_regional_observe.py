"""Regional games: what a seat sees, and what it cannot see."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import kind_of
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import TILES
from shugi.envs import PositionError, load_position, load_rules
from tests.games.chinese.play import (
    HANGZHOU,
    HIDDEN,
    LAST_DRAWS,
    RULE_SETS,
    WILD,
    equal,
    play,
    unseen_fours,
)
from tests.games.chinese.reference.observation_regional import (
    PAIR_PLANES,
    REGIONAL_WRITERS,
    Table,
    unseen_kinds,
)
from tests.games.chinese.reference.options import options_of
from tests.games.kawuxing.reference import kawuxing
from tests.support.seen import observed, row

# ---- every row


def planes_of(t: Table) -> dict[str, np.ndarray]:
    melds, kans = np.zeros((4, 34)), np.zeros((1, 34))
    for relative, at in enumerate(t.seats):
        for meld in at["melds"]:
            if t.is_covered(relative, meld):
                continue
            for code in meld["tiles"]:
                melds[relative, kind_of(code)] += 1
            kans[0, kind_of(meld["tiles"][0])] += meld["type"] == "ankan"
    indicators, wildcard = np.zeros((1, 34)), np.zeros((1, 34))
    for code in t.state["dora"]:
        indicators[0, kind_of(code)] += 1
    if t.state["wild_kind"] is not None:
        wildcard[0, t.state["wild_kind"]] = 1
    return {
        "melds": melds,
        "closed_kans": np.minimum(kans, 1),
        "indicators": indicators,
        "wildcard": wildcard,
        "unseen": unseen_kinds(t)[None],
        "dora": np.zeros((1, 34)),
        "safe": np.zeros((3, 34)),
        **{name: write(t)[None] for name, write in PAIR_PLANES.items()},
    }


@pytest.mark.parametrize(("games", "every"), [(1, 60), (4, 4)])
def test_every_row_agrees_with_the_second_writer(games: int, every: int) -> None:
    used = set()
    for number, name in enumerate(RULE_SETS):
        rules = load_rules(name)
        for step, batch in enumerate(play(rules, games, 160, seed=number)):
            if step % every:
                continue
            who = batch.seat.copy() if step % 3 else np.full(batch.n, step % batch.seats, np.int8)
            seen = observed(batch, who)
            for i in range(batch.n):
                t = Table(rules, batch, i, int(who[i]))
                for name_, write in REGIONAL_WRITERS.items():
                    found = row(seen["globals"][i], TILES.global_rows, name_)
                    wanted = np.asarray(write(t), float).reshape(-1)[: found.size]
                    assert np.allclose(found, wanted), (name, name_, found, wanted)
                    used |= {name_} if found.any() else set()
                for plane, wanted in planes_of(t).items():
                    found = row(seen["planes"][i], TILES.plane_rows, plane)
                    assert np.array_equal(found, wanted), (name, plane)
                    used |= {plane} if found.any() else set()
    rare = {"floats", "missed_win", "missed_call", "missed_doubles", "forfeited", "offer"}
    rare |= {"stay_sum", "last_draws", "kan_discard"}
    if games > 1:
        assert {*REGIONAL_WRITERS, *PAIR_PLANES} - used <= rare


def test_no_riichi_game_fills_the_block() -> None:
    batch = Batch(load_rules("super_bingo"), 2)
    for _ in range(40):
        seen = observed(batch)["globals"]
        for name in REGIONAL_WRITERS:
            assert not row(seen[0], TILES.global_rows, name).any()
        batch.step(np.array([batch.legal_actions(i)[0] for i in range(2)], np.uint8))


# what is changed, for the whole table or for one seat, and the rows that tell of it
CHANGES: list[tuple[int | None, str, Any, set[str]]] = [
    (None, "first_discard", True, {"first_discard"}),
    (None, "float_round", 3, {"float_round"}),
    (None, "series", 2, {"series"}),
    (None, "kan_discard", True, {"kan_discard"}),
    (None, "first_discloser", 1, {"first_disclosed"}),
    (None, "stay_sum", 6, {"stay_sum"}),
    (None, "honba", 2, {"stays", "honba"}),
    (None, "dice", [5, 5], set()),
    (0, "floats", 1, {"floats"}),
    (0, "kan_streak", 2, {"kan_streak"}),
    (0, "forfeited", True, {"forfeited"}),
    (2, "kan_streak", 2, {"kan_streak"}),
    (2, "honour_run", 4, {"honour_run"}),
    (2, "kan_tiles", 1, {"kan_tiles"}),
    (2, "wild_kans", 1, {"wild_kans"}),
    # whether the wildcard was a float, and what others have missed, nobody knows
    (3, "floats", 1, set()),
    (3, "kan_streak", 2, set()),
    (3, "forfeited", True, set()),
    (3, "missed_win", [3], set()),
    (3, "missed_call", [3], set()),
    (3, "missed_doubles", 2, set()),
    (3, "n_claims", 1, set()),
]


def rows_of(
    state: dict[str, Any], viewer: int = 0, rules: Rules | None = None
) -> dict[str, np.ndarray]:
    batch = Batch(rules or load_rules("hangzhou"), 1)
    batch.set_state(0, state)
    seen = observed(batch, np.array([viewer], np.int8))
    tables = (("planes", TILES.plane_rows), ("globals", TILES.global_rows))
    return {r["name"]: row(seen[key][0], rows, r["name"]) for key, rows in tables for r in rows}


@pytest.mark.parametrize(("seat", "key", "value", "rows"), CHANGES)
def test_a_change_is_told_by_its_rows_alone(
    seat: int | None, key: str, value: Any, rows: set[str]
) -> None:
    before = load_position(HANGZHOU).state(0)
    after = {**before, "seats": [dict(one) for one in before["seats"]]}
    (after if seat is None else after["seats"][seat])[key] = value
    old, new = rows_of(before), rows_of(after)
    assert {name for name in old if not np.array_equal(old[name], new[name])} == rows


def test_the_last_draws_are_told_by_their_row_alone() -> None:
    """Only Wuhan has them: tiles that are drawn and not discarded."""
    batch = load_position(LAST_DRAWS)
    before = batch.state(0)
    old = rows_of(before, rules=batch.rules)
    new = rows_of({**before, "last_draws": 3}, rules=batch.rules)
    assert {name for name in old if not np.array_equal(old[name], new[name])} == {"last_draws"}


@pytest.mark.parametrize(
    ("key", "value"),
    [("missed_win", [3]), ("missed_call", [3]), ("missed_doubles", 2), ("floats", 1)],
)
def test_what_a_seat_has_missed_it_knows_itself(key: str, value: Any) -> None:
    before = load_position(HANGZHOU).state(0)
    after = {**before, "seats": [dict(one) for one in before["seats"]]}
    after["seats"][1][key] = value
    old, new = rows_of(before, 1), rows_of(after, 1)
    assert {name for name in old if not np.array_equal(old[name], new[name])} == {key}


def test_waits_are_kinds_that_can_come() -> None:
    """Whites are tiles of the indicator's kind here, and nobody can draw a tile of their own."""
    text = """
    rules hangzhou
    turn own 1
    seat0 hand=123456789m5p123s river=1z
    seat1 hand=1234m1234p12345s+9p
    seat2 hand=789m789p56789s12z
    seat3 hand=579m135p13579s33z
    dora 4z
    wall ...
    """
    seen = observed(load_position(text), np.zeros(1, np.int8))
    assert row(seen["planes"][0], TILES.plane_rows, "waits")[0].nonzero()[0].tolist() == [13]
    text = text.replace("123456789m5p", "123456789m1w")
    seen = observed(load_position(text), np.zeros(1, np.int8))
    waits = row(seen["planes"][0], TILES.plane_rows, "waits")[0].nonzero()[0].tolist()
    assert waits == [kind for kind in range(34) if kind != 31]


def marked(codes: list[int], wild_kind: int | None) -> np.ndarray:
    """Counts by kind, a wildcard at the kind that is printed on it."""
    out = np.zeros(34, int)
    for code in codes:
        kind = wild_kind if code == WILD else kind_of(code)
        if kind is not None:
            out[kind] += 1
    return out


@pytest.mark.parametrize("name", ["hangzhou", "xiamen", "wuhan", "kawuxing"])
def test_the_oracle_sees_wildcards_and_covered_kans(name: str) -> None:
    rules = load_rules(name)
    planes = np.zeros((3, TILES.oracle_planes, 34), np.uint8)
    kans = 0
    for step, batch in enumerate(play(rules, 3, 300, seed=47)):
        if step % 4:
            continue
        batch.observe_oracle(planes, batch.seat)
        for i in range(batch.n):
            t = Table(rules, batch, i, int(batch.seat[i]))
            wild = t.state["wild_kind"]
            hands = row(planes[i], TILES.oracle_rows, "hands")
            copies = row(planes[i], TILES.oracle_rows, "copies")
            for relative, at in enumerate(t.seats[1:], start=1):
                covered = [m for m in at["melds"] if t.is_covered(relative, m)]
                lying = [code for meld in covered for code in meld["tiles"]]
                wilds = [code for code in at["hand"] if code == WILD]
                plain = [code for code in at["hand"] if code != WILD]
                assert np.array_equal(hands[relative - 1], marked(plain + lying, wild))
                assert np.array_equal(copies[relative - 1], marked(wilds, wild))
                kans += len(covered)
            live = row(planes[i], TILES.oracle_rows, "live")[0]
            wall = t.state["wall"][t.state["head"] : t.state["tail"]]
            assert np.array_equal(live, marked(wall, wild))
    assert kans or name == "xiamen"


# ---- nothing hidden


def swapped(state: dict[str, Any], viewer: int, kinds: tuple[int, int]) -> dict[str, Any]:
    """The same table with two kinds exchanged wherever the viewer cannot look."""
    turn = {kinds[0]: kinds[1], kinds[1]: kinds[0]}

    def all_of(codes: list[int]) -> list[int]:
        return [turn.get(code, code) for code in codes]

    out = dict(state)
    out["wall"] = state["wall"][: state["head"]] + all_of(state["wall"][state["head"] :])
    out["drawn"] = None if state["drawn"] is None else turn.get(state["drawn"], state["drawn"])
    out["seats"] = [dict(seat) for seat in state["seats"]]
    for number, seat in enumerate(out["seats"]):
        if number == viewer:
            continue
        seat["hand"] = all_of(seat["hand"])
        seat["melds"] = [
            {**meld, "tiles": all_of(meld["tiles"])} if meld["type"] == "ankan" else meld
            for meld in seat["melds"]
        ]
    if state["turn"] == viewer:
        out["drawn"] = state["drawn"]
    return out


def offered(batch: Batch, table: dict[str, Any]) -> bool:
    """Sets the table, with the claims that follow from its hands; not if another is asked first."""
    free = {key: table[key] for key in table if key not in ("option", "answer", "asked")}
    try:
        batch.set_state(0, free)
    except PositionError as error:
        assert "is asked first" in str(error)
        return False
    return True


@pytest.mark.parametrize("name", ["hangzhou", "wuhan", "wuhan+three_players", "kawuxing"])
def test_a_covered_kan_tells_nothing(name: str) -> None:
    rules = load_rules(name)
    tried = 0
    rng = random.Random(5)
    for batch in play(rules, 6, 900, seed=17):
        for i in range(batch.n):
            viewer, state = int(batch.seat[i]), batch.state(i)
            kans = [
                meld["tiles"][0]
                for number, seat in enumerate(state["seats"])
                for meld in seat["melds"]
                if meld["type"] == "ankan" and number != viewer
            ]
            shown = any(seat["riichi"] != "none" for seat in state["seats"])
            if not kans or shown or tried > 60 or state["phase"] not in ("own", "claim"):
                continue
            # Whites may all be unseen, but what they count as lies open: the indicator
            told = {*kans, *state["dora"]}
            fours = [kind for kind in unseen_fours(rules, batch, i, viewer) if kind not in told]
            if not fours:
                continue
            other = Batch(rules, 1)
            table = swapped(state, viewer, (kans[0], rng.choice(fours)))
            if not offered(other, table):
                continue
            seat = np.array([viewer], np.int8)
            equal(observed(batch, batch.seat), observed(other, seat), i, 0)
            assert other.legal_actions(0) == batch.legal_actions(i)
            assert other.state(0)["seats"] != state["seats"]
            tried += 1
    assert tried > 10


def test_history_does_not_name_a_covered_kan() -> None:
    for hidden in (True, False):
        found = set()
        for batch in play(load_rules("hangzhou", closed_kong_hidden=hidden), 6, 500, seed=23):
            for i in range(batch.n):
                history = batch.state(i)["history"]
                found |= {token & 255 for token in history if token >> 8 & 63 == 9}
        assert found
        assert (found == {HIDDEN}) == hidden


# ---- what a disclosed hand shows, and a table without an order


def ready_hand(rng: random.Random) -> list[int]:
    """Thirteen tiles of Kawuxing's deck: four sets and a tile, or three sets, a pair and two."""
    while True:
        kinds: list[int] = []
        for _ in range(4):
            low = 9 * rng.choice((1, 2)) + rng.randrange(7)
            third = rng.choice([*range(9, 27), 31, 32, 33])
            kinds += [low, low + 1, low + 2] if rng.random() < 0.6 else [third] * 3
        kinds.append(rng.choice([*range(9, 27), 31, 32, 33]))
        if max(Counter(kinds).values()) <= 4:
            return sorted(kinds)


def kawuxing_names(kinds: list[int]) -> list[str]:
    honours = {31: "B", 32: "G", 33: "R"}
    return [honours.get(kind, f"{kind % 9 + 1}{'mps'[kind // 9 % 3]}") for kind in kinds]


KINDS = [*range(9, 27), 31, 32, 33]  # of the deck
KIND = dict(zip(kawuxing_names(KINDS), KINDS, strict=True))


@pytest.mark.parametrize("seed", range(12))
def test_a_waiting_part_is_as_small_as_the_reference_says(seed: int) -> None:
    rng = random.Random(seed)
    options = options_of("kawuxing", {"disclose_mode": "waiting_part"})
    for _ in range(6):
        hand = ready_hand(rng)
        left = list((Counter(KINDS * 4) - Counter(hand)).elements())
        rng.shuffle(left)
        batch = Batch(load_rules("kawuxing", disclose_mode="waiting_part"), 1)
        seats = [
            {"hand": left[:13]},
            {"hand": hand, "riichi": "open", "river": left[13:14], "river_flags": [2]},
            {"hand": left[14:28]},
        ]
        batch.set_state(0, {"turn": 2, "wall": None, "seats": seats})
        planes = observed(batch)["planes"][0]
        shown = row(planes, TILES.plane_rows, "shown_hand")[1]
        part = [kind for kind in range(34) for _ in range(shown[kind])]
        wanted = kawuxing.shown(options, kawuxing_names(hand))
        assert len(part) <= len(wanted)
        declared = [kawuxing.Meld("pung", tuple(kawuxing_names(sorted(set(hand) - set(part)))))]
        whole = kawuxing.hand_waits(options, kawuxing_names(hand))
        rest = kawuxing.hand_waits(
            options, kawuxing_names(part), declared if len(part) < 13 else ()
        )
        held = Counter(hand)
        assert {w for w in rest if held[KIND[w]] < 4} == set(whole)
        assert (Counter(hand) - Counter(part)).total() % 3 == 0
        taken = [kawuxing.Meld("pung", ())] if len(part) < 13 else []
        seen = row(planes, TILES.plane_rows, "shown_waits")[1].nonzero()[0].tolist()
        told = kawuxing.hand_waits(options, kawuxing_names(part), taken)
        assert seen == sorted(KIND[name] for name in told)
        other = batch.clone()
        other.redeal(0, 2, seed)
        equal(observed(batch), observed(other), 0, 0)


def test_a_table_without_an_order_shows_one_heap() -> None:
    rules = load_rules("kawuxing", discards_attributed=False)
    for step, batch in enumerate(play(rules, 3, 150, seed=37)):
        if step % 5:
            continue
        seen = observed(batch)
        for i in range(batch.n):
            state = batch.state(i)
            heap = np.zeros(34, int)
            for seat in state["seats"]:
                for code, flag in zip(seat["river"], seat["river_flags"], strict=True):
                    heap[kind_of(code)] += not flag & 4
            rivers = row(seen["planes"][i], TILES.plane_rows, "river")
            assert np.array_equal(rivers[0], heap)
            assert not rivers[1:].any()
            assert not row(seen["planes"][i], TILES.plane_rows, "river_tsumogiri").any()
            assert not row(seen["globals"][i], TILES.global_rows, "discards").any()
            events = [int(token) for token in seen["history"][i] if token]
            discards = [token & 255 for token in events if token >> 8 & 63 in (1, 2)]
            assert set(discards[:-1]) <= {HIDDEN}
            if discards:
                newest = [t & 255 for t in state["history"] if t >> 8 & 63 in (1, 2)][-1]
                assert discards[-1] == newest
                recent = row(seen["planes"][i], TILES.plane_rows, "river_recent")
                assert recent.sum() == 8 == recent[:, kind_of(newest)].sum()


def test_who_rests_sits_last() -> None:
    rules = load_rules("kawuxing+four_people")
    orders = set()
    for step, batch in enumerate(play(rules, 2, 400, seed=41)):
        if step % 10:
            continue
        seen = observed(batch)
        for i in range(batch.n):
            state = batch.state(i)
            present = row(seen["globals"][i], TILES.global_rows, "present")
            assert present.tolist() == [1, 1, 1, 0]
            concealed = row(seen["globals"][i], TILES.global_rows, "concealed") * 14
            t = Table(rules, batch, i, int(batch.seat[i]))
            assert t.order[3] == state["resting"]
            hands = [len(state["seats"][p]["hand"]) for p in t.order]
            assert np.allclose(concealed, hands)
            orders.add(tuple(t.order))
    assert len({order[3] for order in orders}) > 1
