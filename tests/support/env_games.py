"""Games through the environments: a table's seats in turn, and hands as episodes of a seat."""

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from shugi.envs import SeatEnv, make
from shugi.envs.seat import SeatGames

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test

from shugi.envs.aec import TableEnv, parallel

Looked = Callable[[str, dict[str, Any]], None]


def nothing(agent: str, observation: dict[str, Any]) -> None:
    """Looks at nothing."""


def must_pay_what_it_tells(env: Any, looked: Looked = nothing) -> dict[str, float]:
    """A game of random actions, in which rewards add up to results; the results.

    Args:
        env: a PettingZoo environment of turns, that was just made.
        looked: is called with each agent that acts and what it observes.
    """
    env.reset(seed=4)
    for seed, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed)  # the same game each time: some end without a winner
    told = dict.fromkeys(env.possible_agents, 0.0)
    results: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        told[agent] += reward
        if ended or cut:
            results[agent] = info["result"]
            env.step(None)
        else:
            looked(agent, observation)
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    assert told == pytest.approx(results, abs=1e-3) and sum(results.values()) == pytest.approx(0)
    return results


def must_pass_the_checks_of_pettingzoo(name: str) -> None:
    api_test(make(name), num_cycles=200)
    parallel_api_test(parallel(TableEnv(name)), num_cycles=100)


def must_pass_the_check_of_gymnasium(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(name, opponents="random"), skip_render_check=True)


def hands_played(name: str, steps: int) -> Iterator[tuple[SeatGames, int, int]]:
    """Four games of seat 1, in hands as episodes, in which rewards add up to results.

    Yields before each step: the games; hands and games that have ended so far.
    """
    games = SeatGames(name, 4, opponents="random", episode="hand", seat=1)
    games.seed(3)
    games.restart()
    total, finished, hands = np.zeros(4), 0, 0
    for _ in range(steps):
        yield games, hands, finished
        games.step(games.mask.argmax(axis=1))
        total += games.reward
        ended = np.flatnonzero(games.terminated)
        for i in ended:
            hands += 1
            if games.batch.seat[i] < 0:
                assert total[i] == pytest.approx(games.batch.final_result[i, 1], abs=1e-3)
                total[i] = 0.0
                finished += 1
        if ended.size:
            games.restart(ended)
    yield games, hands, finished
