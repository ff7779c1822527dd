"""The observation: every row against a slow second writer, relative seats, and nothing hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import style
from shugi._fast.core.actions import TILE_ACTIONS
from shugi._fast.core.tiles import kind_of, parse_tiles
from shugi._fast.tables.row import Row
from shugi._fast.view.layouts import TILES
from shugi.envs import load_rules
from tests.reference.observation import (
    EMPTY_ROWS,
    GLOBAL_WRITERS,
    NOT_REWORKED,
    ORACLE_WRITERS,
    PLANE_WRITERS,
    SEATS,
    SHAPED,
    Table,
)
from tests.support.rule_sets import MAHJONG_SETS

RULES = ("sanma_base", "super_bingo")

# ---- positions


def observed(batch: Batch, seats: np.ndarray | None = None) -> dict[str, np.ndarray]:
    planes = np.full((batch.n, TILES.planes, 34), 255, np.uint8)
    globals_ = np.full((batch.n, TILES.globals), 77, np.float32)
    history = np.full((batch.n, TILES.history), 77, np.uint16)
    batch.observe(planes, globals_, history, seats)
    return {"planes": planes, "globals": globals_, "history": history}


def oracle(batch: Batch, seats: np.ndarray | None = None) -> np.ndarray:
    planes = np.full((batch.n, TILES.oracle_planes, 34), 77, np.uint8)
    batch.observe_oracle(planes, seats)
    return planes


def play(rules: str, n: int, steps: int, seed: int = 0, **changes: Any) -> Iterator[Batch]:
    """A batch before each of `steps` decisions: the baseline, with slips for variety."""
    batch = Batch(load_rules(rules, **changes), n, seed=seed)
    actions = np.zeros(n, np.uint8)
    mixed = [style("caller", noise=0.15, kans=5), style("discloser", noise=0.05)]
    mixed.append(style("rusher", noise=0.3))
    for step in range(steps):
        yield batch
        batch.baseline(actions, mixed[step // 40 % 3])
        batch.step(actions)


def taken(batch: Batch, i: int, action: int) -> Batch:
    """Game ``i`` after an action, without those that are forced."""
    after = Batch(batch.rules, 1, forced=False, auto_reset=False)
    after.copy_from(batch, [i], [0])
    after.step_one(0, action)
    return after


def row(buffer: np.ndarray, rows: list[Row], name: str) -> np.ndarray:
    found = next(r for r in rows if r["name"] == name)
    return buffer[found["offset"] : found["offset"] + found["size"]]


# ---- the layout


@pytest.mark.parametrize(
    ("rows", "total"),
    [
        (TILES.plane_rows, TILES.planes),
        (TILES.global_rows, TILES.globals),
        (TILES.oracle_rows, TILES.oracle_planes),
        (TILES.history_rows, 16),
    ],
)
def test_rows_lie_side_by_side_and_have_names(rows: list[Row], total: int) -> None:
    assert len({r["name"] for r in rows}) == len(rows)
    ends = [r["offset"] + r["size"] for r in rows]
    assert [r["offset"] for r in rows] == [0, *ends[:-1]]
    assert ends[-1] == total
    assert all(r["scale"] > 0 and r["meaning"] for r in rows)


def test_every_row_has_a_second_writer() -> None:
    assert set(PLANE_WRITERS) == {r["name"] for r in TILES.plane_rows}
    assert set(GLOBAL_WRITERS) | NOT_REWORKED == {r["name"] for r in TILES.global_rows}
    assert set(ORACLE_WRITERS) == {r["name"] for r in TILES.oracle_rows}


@pytest.mark.parametrize("name", MAHJONG_SETS)
def test_closer_tiles_are_what_stands_there_after_the_discard(name: str) -> None:
    checked = 0
    for step, batch in enumerate(play(name, 8, 90, seed=3)):
        if step % 3:
            continue
        planes = observed(batch)["planes"]
        for i in range(batch.n):
            tiles = row(planes[i], TILES.plane_rows, "closer_tiles")[0]
            for action in batch.legal_actions(i):
                kind = kind_of(action) if action < TILE_ACTIONS else None
                if kind is None or not tiles[kind] or batch.state(i)["phase"] == "offer":
                    continue  # a tile that goes to a neighbour is no discard
                after = taken(batch, i, action)
                then = observed(after, batch.seat[i : i + 1])
                unseen = [
                    row(each, TILES.plane_rows, "unseen") for each in (planes[i], then["planes"][0])
                ]
                if not np.array_equal(*unseen):
                    continue  # the discard turned a dora indicator
                left = float(row(then["globals"][0], TILES.global_rows, "ukeire_tiles")[0])
                assert round(20 * left) == tiles[kind], (step, i, action)
                checked += 1
    assert checked > 200


# ---- every row


def compare(
    table: Table, buffer: np.ndarray, rows: list[Row], writers: dict[str, Callable[..., Any]]
) -> set[str]:
    """Rows that are not all zero, after each was checked."""
    flowers = any(kind_of(code) is None for seat in table.seats for code in seat["hand"])
    used = set()
    for r in rows:
        found = row(buffer, rows, r["name"])
        if r["name"] in writers and not (flowers and r["name"] in SHAPED):
            wanted = np.asarray(writers[r["name"]](table), float).reshape(found.shape)
            assert np.allclose(found, wanted), (r["name"], found, wanted, table.state)
        if found.any():
            used.add(r["name"])
    return used


@pytest.mark.parametrize("rules", RULES)
def test_every_row_agrees_with_the_second_writer(rules: str) -> None:
    used: set[str] = set()
    for step, batch in enumerate(play(rules, 8, 400, seed=3)):
        if step % 4:
            continue
        who = batch.seat.copy() if step % 3 else np.full(batch.n, step % SEATS, np.int8)
        seen, hidden = observed(batch, who), oracle(batch, who)
        for i in range(batch.n):
            table = Table(rules, batch, i, int(who[i]))
            used |= compare(table, seen["planes"][i], TILES.plane_rows, PLANE_WRITERS)
            used |= compare(table, seen["globals"][i], TILES.global_rows, GLOBAL_WRITERS)
            used |= compare(table, hidden[i], TILES.oracle_rows, ORACLE_WRITERS)
    rare = {"double_riichi", "robbing", "furiten", "kans_pending"}  # tested alone below
    never = {"wildcard", "marker", *EMPTY_ROWS}  # of other games
    if rules == "sanma_base":
        never |= {"shown_hand", "shown_waits", "open_riichi", "chips", "flower_indicators"}
    else:
        never |= {"set_aside"}
    assert {
        r["name"] for r in (*TILES.plane_rows, *TILES.global_rows, *TILES.oracle_rows)
    } - used <= (rare | never)


# ---- one thing at a time


def rows_seen(batch: Batch) -> dict[str, np.ndarray]:
    seen = observed(batch)
    tables = (("planes", TILES.plane_rows), ("globals", TILES.global_rows))
    return {r["name"]: row(seen[key][0], rows, r["name"]) for key, rows in tables for r in rows}


def changed_rows(
    before: dict[str, Any], after: dict[str, Any], rules: str = "super_bingo"
) -> set[str]:
    batch = Batch(load_rules(rules), 1)
    batch.set_state(0, before)
    old = rows_seen(batch)
    batch.set_state(0, after)
    return {
        name for name, found in rows_seen(batch).items() if not np.array_equal(found, old[name])
    }


WIN_ROWS = ("ready_silent", "ready_declared", "win_ron", "win_draw")


def seat(hand: str, river: str = "") -> dict[str, Any]:
    return {"hand": parse_tiles(hand), "river": parse_tiles(river), "first_turn": False}


BASE: dict[str, Any] = {
    "wall": None,
    "turn": 0,
    "dora": parse_tiles("4s"),
    "drawn": parse_tiles("8p")[0],
    "seats": [
        seat("1234568p123s55z77z", "9s"),
        seat("34567p345567s99s", "1z7p"),
        seat("222999p66z11888s", "1z2z"),
    ],
}


def changed(state: dict[str, Any], seat: int | None, change: dict[str, Any]) -> dict[str, Any]:
    """The state with something else of the table, or of one seat."""
    after = {**state, "seats": [dict(one) for one in state["seats"]]}
    (after if seat is None else after["seats"][seat]).update(change)
    return after


# what is changed, for the whole table or for one seat, and the rows that tell of it
CHANGES: list[tuple[int | None, dict[str, Any], set[str]]] = [
    (None, {"honba": 3}, {"honba"}),
    (None, {"sticks": 2}, {"sticks"}),
    (None, {"dealer": 2}, {"dealer", *WIN_ROWS}),
    (None, {"round": 4}, {"round", "rounds_left", "round_wind"}),
    (None, {"drawn_rinshan": True}, {"replacement"}),
    (None, {"drawn": parse_tiles("7z")[0]}, {"drawn", "waits", "win_ron", "win_draw"}),
    (1, {"furiten": 2}, set()),
    (1, {"first_turn": True}, {"first_turn"}),
    (1, {"score": 41000}, {"score", "place", "overtake_ron", "overtake_other", "overtake_draw"}),
    (1, {"score": 20000}, {"score", "overtaken_ron", "overtaken_other", "overtaken_draw"}),
    (None, {"round": 5}, {"round", "rounds_left", "round_wind", "last_hand"}),
    (1, {"chips": -12}, {"chips"}),
    (1, {"river_flags": [0, 1]}, {"river_tsumogiri"}),
    (
        1,
        {"riichi": "closed", "riichi_at": 0},
        {"riichi", "riichi_tile", "river_after_riichi", "safe", "danger", "sevens_in_a_row"},
    ),
    (
        1,
        {"riichi": "open", "riichi_at": 1},
        {"riichi", "open_riichi", "riichi_tile", "safe", "shown_hand", "shown_waits"}
        | {"unseen", "known_han"},
    ),
]


@pytest.mark.parametrize(("seat", "change", "rows"), CHANGES)
def test_a_change_is_told_by_its_rows_alone(
    seat: int | None, change: dict[str, Any], rows: set[str]
) -> None:
    assert changed_rows(BASE, changed(BASE, seat, change)) == rows


@pytest.mark.parametrize(
    ("seat", "at", "change", "rows"),
    [
        (0, 0, {"furiten": 4}, {"furiten"}),
        (1, 1, {"furiten": 4}, set()),
        (2, 0, {"double_riichi": True}, {"double_riichi"}),
        (1, 1, {"ippatsu": True}, {"ippatsu"}),
    ],
)
def test_a_change_in_riichi_is_told_by_its_rows_alone(
    seat: int, at: int, change: dict[str, Any], rows: set[str]
) -> None:
    before = changed(BASE, seat, {"riichi": "closed", "riichi_at": at})
    assert changed_rows(before, changed(before, seat, change)) == rows


def test_a_marker_is_told_by_its_row_alone() -> None:
    after = changed(BASE, 1, {"marker": 1})
    assert changed_rows(BASE, after, "super_bingo+home_run") == {"marker"}


def test_a_north_that_may_be_robbed() -> None:
    batch = Batch(load_rules("sanma_base"), 1)
    seats = [seat("24689p24689s124z1m"), seat("123456789p99s44z"), seat("1133557p113355s")]
    table = {"turn": 0, "wall": None, "drawn": parse_tiles("4z")[0], "seats": seats}
    batch.set_state(0, table)
    batch.step_one(0, 75)
    assert batch.seat[0] == 1
    seen = rows_seen(batch)
    assert seen["robbing"][0] == 1
    assert seen["claimed"][0].nonzero()[0].tolist() == [30]
    assert seen["discarder"].tolist() == [0, 0, 1, 0]  # the seat before


# ---- seats


def rotated(state: dict[str, Any], turn: int) -> dict[str, Any]:
    """The same table with every seat moved on by `turn`."""
    out = dict(state)
    for key in ("actor", "dealer", "turn", "discarder"):
        if state[key] is not None:
            out[key] = (state[key] + turn) % SEATS
    for key in ("seats", "option", "answer"):
        out[key] = [state[key][(i - turn) % SEATS] for i in range(SEATS)]
    out["seats"] = [dict(seat) for seat in out["seats"]]
    for seat in out["seats"]:
        seat["pao"] = [None if p is None else (p + turn) % SEATS for p in seat["pao"]]
        seat["melds"] = [
            {**m, "from_seat": None if m["from_seat"] is None else (m["from_seat"] + turn) % SEATS}
            for m in seat["melds"]
        ]
    out["asked"] = [(p + turn) % SEATS for p in state["asked"]]
    out["history"] = [((t >> 14) + turn) % SEATS << 14 | t & 0x3FFF for t in state["history"]]
    return out


@pytest.mark.parametrize("rules", RULES)
def test_only_relative_seats_are_seen(rules: str) -> None:
    place = next(r["offset"] for r in TILES.global_rows if r["name"] == "place")
    other = Batch(load_rules(rules), 1)
    for step, batch in enumerate(play(rules, 2, 150, seed=5)):
        if step % 10:
            continue
        seen = observed(batch)
        for i in range(batch.n):
            for turn in (1, 2):
                other.set_state(0, rotated(batch.state(i), turn))
                again = observed(other)
                again["globals"][0, place] = seen["globals"][i, place]  # ties depend on who began
                for name in seen:
                    assert np.array_equal(seen[name][i], again[name][0]), name


def test_the_fourth_seat_is_empty_with_three_players() -> None:
    for batch in play("super_bingo", 4, 100, seed=7):
        seen, hidden = observed(batch), oracle(batch)
        tables = ((TILES.plane_rows, seen["planes"]), (TILES.global_rows, seen["globals"]))
        for rows, buffer in tables:
            for r in rows:
                if r["size"] == 4 and r["name"] not in ("hand_copies", "copies_out", "round_wind"):
                    assert not buffer[:, r["offset"] + 3].any(), r["name"]
        for name in ("shown_hand", "shown_waits", "safe"):
            assert not row(seen["planes"][0], TILES.plane_rows, name)[2].any()
        assert not row(hidden[0], TILES.oracle_rows, "hands")[2].any()


def test_history_is_relative_with_the_newest_last() -> None:
    for step, batch in enumerate(play("sanma_base", 2, 120, seed=11)):
        if step % 7:
            continue
        seen = observed(batch)["history"]
        for i in range(batch.n):
            events = batch.state(i)["history"][-TILES.history :]
            relative = [((t >> 14) - int(batch.seat[i])) % SEATS << 14 | t & 0x3FFF for t in events]
            assert seen[i].tolist() == [0] * (TILES.history - len(events)) + relative


# ---- nothing hidden


def test_every_place_is_written() -> None:
    for batch in play("super_bingo", 2, 30, seed=19):
        seen = observed(batch)
        assert (seen["planes"] != 255).all()
        assert (seen["globals"] != 77).all()
        assert (seen["history"] != 77).all()
        assert (oracle(batch) != 77).all()
