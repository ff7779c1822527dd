"""The environments of the regional games: seats, units, who rests."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from shugi._fast.batch.batch import Batch
from shugi.envs import SeatEnv, load_rules, make
from shugi.envs.registration import ENVIRONMENTS
from shugi.envs.seat import SeatGames

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test

from shugi.envs.aec import TableEnv, parallel

GAMES = {"hangzhou": 4, "xiamen": 4, "quanzhou": 4, "wuhan": 4, "kawuxing": 3}
OTHER_TABLES = {"wuhan+three_players": 3, "kawuxing+four_people": 4}
PASS, FLOAT, WIN = 64, 63, 65


def test_every_game_has_its_names() -> None:
    named = {one.rules: one.gymnasium_id for one in ENVIRONMENTS}
    for name in GAMES:
        assert named[name] == f"shugi/{name.title()}-v0"


@pytest.mark.parametrize("name", GAMES | OTHER_TABLES)
@pytest.mark.filterwarnings("ignore:Observation space for each agent")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_pettingzoo(name: str) -> None:
    seats = (GAMES | OTHER_TABLES)[name]
    env = make(name)
    assert env.possible_agents == [f"player_{seat}" for seat in range(seats)]
    if name in OTHER_TABLES:  # the others are tested as the modules that they have
        api_test(env, num_cycles=200)
        parallel_api_test(parallel(TableEnv(name)), num_cycles=100)
    env.reset(seed=4)
    told = dict.fromkeys(env.possible_agents, 0.0)
    results: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        told[agent] += reward
        if ended or cut:
            results[agent] = info["result"]
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    assert told == pytest.approx(results, abs=1e-3) and sum(results.values()) == pytest.approx(0)
    assert all(result == round(result) for result in results.values())  # whole units


@pytest.mark.parametrize("name", OTHER_TABLES)
def test_gymnasium(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(name, opponents="random"), skip_render_check=True)
    env = gymnasium.make("shugi/Wuhan-v0", opponents=["random", "baseline", "random"])
    _, info = env.reset(seed=1)
    assert info["action_mask"].sum() >= 2


def test_wrong_numbers_of_opponents_are_refused() -> None:
    with pytest.raises(ValueError, match="4 play, so 3 opponents are needed; got 2"):
        SeatEnv("hangzhou", opponents=["random", "random"])
    with pytest.raises(ValueError, match='seat must be 0 to 3 or "rotate"'):
        SeatEnv("xiamen", seat=4)


@pytest.mark.parametrize("name", GAMES | OTHER_TABLES)
def test_hands_as_episodes(name: str) -> None:
    """Whoever sits out a hand has an episode all the same: he can only pass."""
    games = SeatGames(name, 4, opponents="random", episode="hand", seat=1)
    games.seed(3)
    games.restart()
    total, finished, idle = np.zeros(4), 0, 0
    for _ in range(3000):
        idle += int((games.mask.sum(axis=1) == 1).sum())
        games.step(games.mask.argmax(axis=1))
        total += games.reward
        ended = np.flatnonzero(games.terminated)
        for i in ended:
            if games.batch.seat[i] < 0:
                assert total[i] == pytest.approx(games.batch.final_result[i, 1], abs=1e-3)
                total[i] = 0.0
                finished += 1
        if ended.size:
            games.restart(ended)
    assert finished >= 4
    assert idle or name != "kawuxing+four_people"


def test_winning_and_floating_stand_side_by_side() -> None:
    """One decision offers both; the float is the same action whatever the wildcard's kind."""
    kinds: set[Any] = set()
    for name in ("hangzhou", "xiamen", "quanzhou"):
        batch = Batch(load_rules(name), 64, seed=8)
        actions = np.zeros(64, np.uint8)
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
    actions = np.zeros(32, np.uint8)
    rested = set()
    for _ in range(800):
        for i in range(0, 32, 4):
            resting = batch.state(i)["resting"]
            assert batch.seat[i] != resting
            rested.add(resting)
        batch.baseline(actions)
        batch.step(actions)
    assert rested == {0, 1, 2, 3}
