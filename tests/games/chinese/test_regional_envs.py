"""The environments of the regional games: names, seats, floats beside wins, who rests."""

from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.envs import SeatEnv, load_rules
from shugi.envs.environments import ENVIRONMENTS
from tests.support.played import played

GAMES = {"hangzhou": 4, "xiamen": 4, "quanzhou": 4, "wuhan": 4, "kawuxing": 3}
PASS, FLOAT, WIN = 64, 63, 65


def test_every_game_has_its_names() -> None:
    named = {one.rules: one.gymnasium_id for one in ENVIRONMENTS}
    for name in GAMES:
        assert named[name] == f"shugi/{name.title()}-v0"


def test_wrong_numbers_of_opponents_are_refused() -> None:
    with pytest.raises(ValueError, match="4 play, so 3 opponents are needed; got 2"):
        SeatEnv("hangzhou", opponents=["random", "random"])
    with pytest.raises(ValueError, match='seat must be 0 to 3 or "rotate"'):
        SeatEnv("xiamen", seat=4)


def test_winning_and_floating_stand_side_by_side() -> None:
    """One decision offers both; the float is the same action whatever the wildcard's kind."""
    kinds: set[Any] = set()
    for name in ("hangzhou", "xiamen", "quanzhou"):
        batch = Batch(load_rules(name), 24, seed=8)
        actions = np.zeros(24, np.uint8)
        for step in range(1500):
            mask = batch.legal()
            for i in np.flatnonzero(mask[:, FLOAT] & mask[:, WIN]):
                kinds.add((name, batch.state(int(i))["wild_kind"]))
            batch.baseline(actions)
            batch.step(np.where(mask[:, WIN] & mask[:, FLOAT], FLOAT, actions).astype(np.uint8))
            assert not batch.status.any(), step
    for name in ("hangzhou", "xiamen", "quanzhou"):
        assert len([one for one in kinds if one[0] == name]) > 3, name


def test_the_seat_that_rests_is_never_asked() -> None:
    batch = Batch(load_rules("kawuxing+four_people"), 32, seed=2)
    rested = set()
    for _ in played(batch, 800):
        for i in range(0, 32, 4):
            resting = batch.state(i)["resting"]
            assert batch.seat[i] != resting
            rested.add(resting)
    assert rested == {0, 1, 2, 3}
