"""What the observation says that wins pay: against the hand after the discard, and real wins."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import style
from shugi._fast.core.actions import TILE_ACTIONS, action_id
from shugi._fast.core.tiles import kind_of
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import TILES
from shugi.envs import load_rules
from tests.support.rule_sets import MAHJONG_SETS
from tests.view.test_observe import WIN_ROWS, observed, play, row, taken

POINTS, TO_A_UNIT, MOST = 200, 5, 255
WIN = action_id("win")


def told(batch: Batch, name: str) -> np.ndarray:
    """(n, 34) of the seats to act."""
    planes = observed(batch)["planes"]
    return np.stack([row(one, TILES.plane_rows, name)[0] for one in planes]).astype(int)


def in_steps(rules: Rules, paid: int) -> int:
    """As the rows tell it: 200 points, or a fifth of a unit."""
    if "regional" in rules.traits:
        return min(paid * TO_A_UNIT // rules.fields()["unit"], MOST)
    return min((paid + POINTS // 2) // POINTS, MOST)


def tells(rules: Rules) -> bool:
    """Riichi but for the cherry game, which has no points, Kawuxing and Sichuan."""
    if rules.reads("disclosure") or rules.reads("drawn_win"):
        return True
    return rules.reads("riichi_cost") and not rules.options["cherry"]


TELLING = [name for name in MAHJONG_SETS if tells(load_rules(name))]
# under Atama a hand has to be shown
SILENT_GAMES = [name for name in TELLING if not load_rules(name).options.get("atama")]


def silent_play(name: str) -> Iterator[Batch]:
    """A batch before each of many decisions of players who declare nothing, forced ones too."""
    batch = Batch(load_rules(name), 64, seed=5, forced=False)
    actions = np.zeros(batch.n, np.uint8)
    for _ in range(600):
        yield batch
        batch.baseline(actions, style("silent", noise=0.05))
        batch.step(actions)


@pytest.mark.parametrize("name", MAHJONG_SETS)
def test_some_games_tell_what_wins_pay(name: str) -> None:
    found = dict.fromkeys(WIN_ROWS, 0)
    for step, batch in enumerate(play(name, 8, 200, seed=4)):
        if step % 4 == 0:
            for each in WIN_ROWS:
                found[each] += int(told(batch, each).any(axis=1).sum())
    if name in TELLING:
        rules = load_rules(name)
        filled = WIN_ROWS[:2] if rules.options.get("atama") else WIN_ROWS  # others hardly ever win
        silent = rules.reads("drawn_win")  # Sichuan: nothing is declared
        assert all(bool(found[each]) != (silent and each == "ready_declared") for each in filled)
    else:
        assert not any(found.values())


@pytest.mark.parametrize("name", SILENT_GAMES)
def test_ready_wins_are_those_of_the_hand_after_the_discard(name: str) -> None:
    checked = 0
    for batch in play(name, 8, 300, seed=3):
        silent, left = told(batch, "ready_silent"), told(batch, "unseen")
        for i in np.flatnonzero(silent.any(axis=1)):
            if batch.state(i)["phase"] != "own":
                continue  # the tile of a riichi
            for action in batch.legal_actions(i):
                kind = kind_of(action) if action < TILE_ACTIONS else None
                if kind is None or not silent[i, kind] or action >= 34:
                    continue
                after = taken(batch, i, action)
                seen = observed(after, batch.seat[i : i + 1])["planes"][0]
                unseen, ron = (
                    row(seen, TILES.plane_rows, each)[0] for each in ("unseen", "win_ron")
                )
                waits = row(seen, TILES.plane_rows, "waits")[0] > 0
                if not np.array_equal(unseen, left[i]) or (ron == MOST).any():
                    continue  # the discard turned a dora indicator
                tiles = unseen[waits].sum()
                mean = (unseen.astype(int) * ron)[waits].sum() / tiles
                assert abs(mean - silent[i, kind]) <= 1, (i, action)
                checked += 1
    assert checked > 30


@pytest.mark.parametrize("name", SILENT_GAMES)
def test_silent_wins_are_paid_what_was_told(name: str) -> None:
    """Plain tiles, in no special circumstances: what the ledger calls a win."""
    checked = 0
    for batch in silent_play(name):
        legal = batch.legal()[:, WIN] > 0
        if not legal.any():
            continue
        ron, draw = told(batch, "win_ron"), told(batch, "win_draw")
        for i in np.flatnonzero(legal):
            state, seat = batch.state(i), int(batch.seat[i])
            me, drawn = state["seats"][seat], state["phase"] == "own"
            tile = state["drawn"] if drawn else state["discard"]
            first = me["first_turn"] and "regional" not in batch.rules.traits
            special = first or state["robbing"] or state.get("kan_discard")
            special = special or state["drawn_rinshan"] or state["head"] >= state["tail"]
            if me["riichi"] != "none" or special or tile is None or tile >= 34:
                continue
            after = taken(batch, i, WIN)
            lines = after.state(0)["ledger"]
            if not after.hand_done[0]:
                continue  # others are asked, or the tile of a joker
            paid = sum(
                one["points"] for one in lines if one["reason"] == "win" and one["payee"] == seat
            )
            assert (draw if drawn else ron)[i, tile] == in_steps(batch.rules, paid), (i, state)
            checked += 1
    assert checked > 5


def test_the_rows_hold_what_one_byte_can() -> None:
    rows = {one["name"]: one for one in TILES.plane_rows}
    assert {rows[name]["scale"] for name in WIN_ROWS} == {8000 / POINTS} == {8 * TO_A_UNIT}
