"""A learner's seat: who plays the others, and in how many threads, changes nothing."""

from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.batch.learners import Learners
from shugi.envs import load_rules
from shugi.envs.seat import BaselineOpponent, SeatGames

SOME = ("super_bingo", "sanma_base", "riichi_tenhou", "kawuxing+four_people", "piquet")


class Outside(BaselineOpponent):
    """The baseline as an agent that the engine does not know."""


def course(name: str, opponents: Any, threads: int = 1, episode: str = "game") -> list[Any]:
    games = SeatGames(name, 40, opponents=opponents, threads=threads, episode=episode, max_steps=30)
    games.seed(7)
    games.restart()
    told = []
    for _ in range(60):
        chosen = np.zeros(games.n, np.uint8)
        games.batch.sample(chosen, 3)
        legal = games.mask[np.arange(games.n), chosen] > 0
        games.step(np.where(legal, chosen, games.mask.argmax(axis=1)))
        told += [games.reward.copy(), games.terminated.copy(), games.truncated.copy()]
        ended = np.flatnonzero(games.terminated | games.truncated)
        told.append([sorted(games.result(int(i)).items()) for i in ended])
        if ended.size:
            games.restart(ended)
        told += [games.mask.copy(), games.features()]
    return told


def must_be_equal(one: list[Any], other: list[Any]) -> None:
    for a, b in zip(one, other, strict=True):
        if isinstance(a, list):
            assert a == b
        else:
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("episode", ["game", "hand"])
@pytest.mark.parametrize("name", SOME)
def test_the_engine_plays_opponents_as_agents_do(name: str, episode: str) -> None:
    wanted = course(name, Outside(), episode=episode)
    must_be_equal(wanted, course(name, "baseline", episode=episode))
    seats = load_rules(name).seats
    mixed = ["baseline", *[Outside()] * (seats - 2)]
    must_be_equal(wanted, course(name, mixed, episode=episode))
    assert any(row for row in wanted if isinstance(row, list))


@pytest.mark.parametrize("opponents", ["random", "baseline", "outside"])
def test_threads_change_nothing(opponents: str) -> None:
    played: Any = Outside() if opponents == "outside" else opponents
    must_be_equal(course("super_bingo", played), course("super_bingo", played, threads=3))


def test_learners_that_cannot_be() -> None:
    batch = Batch(load_rules("sanma_base"), 3, auto_reset=False)
    for players, text in (
        (["random"], "players must be 2"),
        (["random", "best"], "there is no player 'best'"),
    ):
        with pytest.raises(ValueError, match=text):
            Learners(batch, players)
    with pytest.raises(ValueError, match="most_steps"):
        Learners(batch, ["random", None], most_steps=0)
    rows = Learners(batch, ["random", "random"])
    with pytest.raises(ValueError, match="cannot sit in a batch of 2 games"):
        Batch(batch.rules, 2, auto_reset=False).turn(rows)
    with pytest.raises(ValueError, match="auto_reset=False"):
        Batch(batch.rules, 3).turn(rows)
    with pytest.raises(ValueError, match="seat"):
        rows.begin(0, 3)
    with pytest.raises(IndexError):
        rows.begin(3, 0)
    rows.seat[1] = 77
    with pytest.raises(RuntimeError, match="illegal action"):
        batch.turn(rows)


def test_an_agents_illegal_action_is_told() -> None:
    class Wrong(BaselineOpponent):
        def act(self, seen: Any, rng: Any) -> Any:
            return np.full(len(seen), 101, np.uint8)

    games = SeatGames("sanma_base", 2, opponents=Wrong(), seat=0)
    with pytest.raises(RuntimeError, match="an opponent chose an illegal action"):
        games.restart()
        games.step(games.mask.argmax(axis=1))
        for _ in range(20):
            games.step(games.mask.argmax(axis=1))
