"""Random legal play with Grand Cross and called pairs: every promise of the engine is checked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.view.layouts import TILES
from shugi.envs import Recorder, format_position, load_position, load_record, load_rules
from shugi.envs.drawing import display
from shugi.envs.records.record import check
from tests.support.tables import codes_of

CALLS = ["grand_cross", "atama", "grand_cross+atama"]
VARIANTS = [
    f"super_bingo+{calls}{other}"
    for calls in CALLS
    for other in ("", "+rainbow_sevens", "+seven_rush", "+home_run")
]
ALONE = [f"super_bingo+{calls}" for calls in CALLS]
CROSS, ATAMA, WIN = action_id("grand_cross"), action_id("atama"), action_id("win")
RIICHI = (action_id("open_riichi"), action_id("riichi"))
GAMES = 16


class Player:
    """Plays half at random, half as the baseline, and is fond of the two calls."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.random = np.zeros(batch.n, np.uint8)
        self.careful = np.zeros(batch.n, np.uint8)
        self.made = {CROSS: 0, ATAMA: 0}

    def choose(self, k: int) -> np.ndarray:
        batch, legal = self.batch, self.batch.legal()
        batch.sample(self.random, k)
        batch.baseline(self.careful)
        games = np.arange(batch.n)
        actions = np.where(games % 4 == k // 40 % 4, self.random, self.careful)
        for verb in (*RIICHI, ATAMA, CROSS, WIN):
            fond = verb != ATAMA or games % 2 == 0
            actions[(legal[:, verb] > 0) & fond & ((games + k) % 8 > 0)] = verb
        for verb in self.made:
            self.made[verb] += int((actions == verb).sum())
        return actions.astype(np.uint8)

    def step(self, k: int) -> None:
        self.batch.step(self.choose(k))
        assert not self.batch.status.any()


@pytest.mark.parametrize("name", VARIANTS)
def test_tiles_points_chips_and_masks(name: str) -> None:
    rules = load_rules(name)
    batch = Batch(rules, GAMES, seed=11)
    player, mask = Player(batch), batch.legal()
    for k in range(600):
        player.step(k)
        mask = batch.legal()
        if k % 4:
            continue
        for i in range(0, GAMES, 4):
            where = format_position(batch, i)
            state = batch.state(i)
            assert codes_of(state) == rules.tiles, where
            total = sum(batch.scores(i)) + 1000 * state["sticks"]
            assert total == rules.seats * rules.options["start_points"], where
            assert sum(seat["chips"] for seat in state["seats"]) == 0, where
            for action in range(128):
                assert batch.is_legal(i, action) == bool(mask[i, action]), (action, where)
    assert player.made[CROSS] or not rules.options["grand_cross"]
    assert player.made[ATAMA] or not rules.options["atama"]


@pytest.mark.parametrize("name", VARIANTS)
def test_ledgers_sum_to_zero(name: str) -> None:
    rules = load_rules(name)
    batch = Batch(rules, 40, seed=8)
    player, hands, crosses = Player(batch), 0, 0
    for k in range(1000):
        player.step(k)
        for i in np.flatnonzero(batch.hand_done & ~batch.done):
            hands += 1
            net = {"points": [0] * 4, "chips": [0] * 4}  # the last is the table
            for line in batch.ledger(i):
                for key, sums in net.items():
                    sums[3 if line["payer"] is None else line["payer"]] -= line[key]
                    sums[3 if line["payee"] is None else line["payee"]] += line[key]
                if line["reason"] == "grand_cross":
                    crosses += 1
                    assert line["chips"] in (10, 20, 30), line
            assert sum(net["points"]) == sum(net["chips"]) == 0
    assert hands > 100
    assert bool(crosses) == rules.options["grand_cross"]


@pytest.mark.parametrize("name", ALONE)
def test_clone_save_and_values_go_on_alike(name: str) -> None:
    rules = load_rules(name)
    batch = Batch(rules, 8, seed=3, auto_reset=False)
    player = Player(batch)
    actions = np.zeros(8, np.uint8)
    for k in range(200):
        player.step(k)
        copies = [batch.clone(), Batch(rules, 8, auto_reset=False), Batch(rules, 8)]
        for i in range(8):
            copies[1].load(i, batch.save(i))
            if not batch.done[i]:
                copies[2].set_state(i, batch.state(i))
                assert copies[2].state(i) == batch.state(i), format_position(batch, i)
                assert copies[2].legal_actions(i) == batch.legal_actions(i)
        for j in range(10 if k % 10 == 0 else 0):
            for each in copies[:2]:
                each.sample(actions, 1000 + j)
                each.step(actions)
            assert [copies[0].save(i) for i in range(8)] == [copies[1].save(i) for i in range(8)]


@pytest.mark.parametrize("name", ALONE)
def test_text_and_pictures(name: str) -> None:
    batch = Batch(load_rules(name), 4, seed=9)
    player, shown = Player(batch), set()
    for k in range(300):
        player.step(k)
        for i in range(4):
            text = format_position(batch, i)
            assert load_position(text).state(0) == batch.state(i), text
            shown |= {kind for kind in ("gc(", "atama(") if kind in text}
        if k % 50 == 0:
            display.picture(batch, 0, "rgb_array")
    assert shown == {
        meld
        for meld, option in (("gc(", "grand_cross"), ("atama(", "atama"))
        if batch.rules.options[option]
    }


@pytest.mark.parametrize("name", ALONE)
def test_nothing_hidden_leaks(name: str) -> None:
    rules = load_rules(name)
    batch = Batch(rules, GAMES, seed=21)
    player = Player(batch)
    seen = (
        np.zeros((GAMES, TILES.planes, 34), np.uint8),
        np.zeros((GAMES, TILES.globals), np.float32),
        np.zeros((GAMES, 96), np.uint16),
    )
    again = tuple(np.zeros_like(array) for array in seen)
    for k in range(250):
        player.step(k)
        who = np.full(GAMES, k % rules.seats, np.int8) if k % 2 else batch.seat.copy()
        clone = batch.clone()
        for i in range(GAMES):
            clone.redeal(i, int(who[i]), 1000 * k + i)
        batch.observe(*seen, seats=who)
        clone.observe(*again, seats=who)
        for a, b in zip(seen, again, strict=True):
            for i in range(GAMES):
                assert (a[i] == b[i]).all(), format_position(batch, i)
        mask, mask_again = batch.legal(), clone.legal()
        for i in np.flatnonzero(who == batch.seat):
            assert (mask[i] == mask_again[i]).all(), format_position(batch, i)
            assert codes_of(clone.state(i)) == rules.tiles


@pytest.mark.parametrize("name", ALONE)
def test_a_recorded_game_replays(name: str, tmp_path: Path) -> None:
    batch = Batch(load_rules(name), 8, seed=2)
    recorder, player = Recorder(batch, 1), Player(batch)
    for k in range(3000):
        actions = player.choose(k)
        recorder.add(int(actions[1]))
        batch.step(actions)
        if batch.done[1]:
            break
    recorder.record.save(tmp_path / "game.jsonl")
    loaded = load_record(tmp_path / "game.jsonl")
    assert loaded.over
    assert check(loaded).final_result[0].tolist() == batch.final_result[1].tolist()
