"""Rewards add up: over an episode, by whatever door a game is played, to what was paid in it."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi.envs.aec import TableEnv, parallel, wrapped
from shugi.envs.rules import load_rules
from shugi.envs.seat import SeatGames
from shugi.envs.single import SeatEnv
from shugi.envs.vector import SeatVectorEnv
from tests.support.rule_sets import RULE_SETS

EPISODES = ("game", "hand")
STEPS = 20_000  # of anything: no game is as long

Sums = Iterator[tuple[Any, Any]]
"""(sum of rewards, result): of each game that ended."""


def baseline(batch: Batch) -> NDArray[np.uint8]:
    actions = np.zeros(batch.n, np.uint8)
    batch.baseline(actions)
    return actions


def chosen(games: SeatGames) -> NDArray[np.int64]:
    """The baseline's action where the learner decides, else the only one."""
    found = baseline(games.batch).astype(np.int64)
    legal = games.mask[np.arange(games.n), found] > 0
    return np.where(legal, found, games.mask.argmax(axis=1))


def of_batch(name: str, episode: str) -> Sums:
    batch = Batch(load_rules(name), 3, seed=5, episode=episode)
    total = np.zeros((batch.n, batch.seats))
    before = batch.games.copy()
    for _ in range(STEPS):
        batch.step(baseline(batch))
        total += batch.reward
        for i in np.flatnonzero(batch.games != before):
            yield total[i].copy(), batch.final_result[i].copy()
            total[i] = 0.0
        before = batch.games.copy()


def of_aec(name: str, episode: str) -> Sums:
    env = wrapped(TableEnv(name, episode=episode))
    batch: Batch = env.unwrapped.batch
    total: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for episodes in range(STEPS):
        env.reset(seed=3 if not episodes else None)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, info = env.last(observe=False)
            total[agent] += reward
            env.step(None if terminated or truncated else int(baseline(batch)[0]))
            if "result" in info:
                yield total[agent], info["result"]
                total[agent] = 0.0


def of_parallel(name: str, episode: str) -> Sums:
    env = parallel(TableEnv(name, episode=episode))
    batch: Batch = env.unwrapped.batch
    total: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for episodes in range(STEPS):
        env.reset(seed=4 if not episodes else None)
        while env.agents:
            action = int(baseline(batch)[0])
            _, rewards, _, _, infos = env.step(dict.fromkeys(env.agents, action))
            for agent, reward in rewards.items():
                total[agent] += reward
                if "result" in infos[agent]:
                    yield total[agent], infos[agent]["result"]
                    total[agent] = 0.0


def of_gymnasium(name: str, episode: str) -> Sums:
    env = SeatEnv(name, episode=episode, seat=1)
    total = 0.0
    for episodes in range(STEPS):
        env.reset(seed=2 if not episodes else None)
        over = False
        while not over:
            _, reward, over, _, info = env.step(chosen(env.games)[0])
            total += reward
        if "result" in info:
            yield total, info["result"]
            total = 0.0


def of_vector(name: str, episode: str) -> Sums:
    env = SeatVectorEnv(name, 3, episode=episode, seat=1)
    total = np.zeros(3)
    env.reset(seed=2)
    for _ in range(STEPS):
        _, reward, over, _, infos = env.step(chosen(env.games))
        total += reward
        for i in np.flatnonzero(over):
            if infos["final_info"].get("_result", np.zeros(3))[i]:
                yield total[i], infos["final_info"]["result"][i]
                total[i] = 0.0


def of_sb3(name: str, episode: str) -> Sums:
    pytest.importorskip("stable_baselines3")
    from shugi.envs.sb3 import SeatVecEnv

    env = SeatVecEnv(name, 3, episode=episode, seat=1)
    total, told = np.zeros(3), np.zeros(3)
    env.reset()
    for _ in range(STEPS):
        _, reward, over, infos = env.step(chosen(env.games))
        total += reward
        for i in np.flatnonzero(over):
            told[i] += infos[i]["episode"]["r"]
            if "result" in infos[i]:
                assert told[i] == pytest.approx(total[i], abs=1e-3)
                yield total[i], infos[i]["result"]
                total[i] = told[i] = 0.0


DOORS = (of_batch, of_aec, of_gymnasium)
THIN = (of_parallel, of_vector, of_sb3)  # around the others
SOME = ("sanma_base", "super_bingo+grand_cross", "toriuchi", "xiamen", "kawuxing", "ninety_nine")


@pytest.mark.parametrize(
    ("door", "name"),
    [*itertools.product(DOORS, RULE_SETS), *itertools.product(THIN, SOME)],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_they_sum_to_the_result(door: Callable[[str, str], Sums], name: str) -> None:
    for episode in EPISODES:
        total, result = next(door(name, episode))
        np.testing.assert_allclose(total, result, atol=2e-3)


# ---- what came before the learner's first decision, and episodes that end early


def worth(games: SeatGames) -> NDArray[np.float64]:
    """(n,) what the learners have more than at the start of their games, from the states."""
    start = Batch(games.rules, 1).scores(0)[0]
    rows = [games.batch.state(i)["seats"][seat] for i, seat in enumerate(games.seat.tolist())]
    if games.rules.game == "riichi":
        return np.array([row["chips"] for row in rows], np.float64)
    return np.array([row["score"] - start for row in rows], np.float64)


def begun(name: str, **settings: Any) -> SeatGames:
    """Games of which in some the learner, who comes last, has been paid or has paid already."""
    games = SeatGames(name, 400, seat=load_rules(name).seats - 1, **settings)
    games.seed(1)
    games.restart()
    np.testing.assert_array_equal(games.reward, worth(games))
    assert games.reward.any(), "nobody was paid before the first decision: no test"
    return games


EARLY = ("kawuxing", "xiamen", "super_bingo+grand_cross")


@pytest.mark.parametrize("name", EARLY)
def test_what_comes_before_the_first_decision_is_handed_out_with_it(name: str) -> None:
    games = begun(name)
    total = np.zeros(games.n)
    for _ in range(8):
        games.step(chosen(games))
        total += games.reward
        live = ~games.terminated
        np.testing.assert_allclose(total[live], worth(games)[live], atol=1e-3)
        if not live.all():
            return
    assert live.all()


@pytest.mark.parametrize("name", EARLY)
def test_a_truncated_episode_keeps_it(name: str) -> None:
    games = begun(name, max_steps=1)
    games.step(chosen(games))
    live = games.truncated
    assert live.any()
    np.testing.assert_allclose(games.reward[live], worth(games)[live], atol=1e-3)
    games.restart()
    np.testing.assert_array_equal(games.reward, worth(games))


@pytest.mark.parametrize("name", EARLY)
def test_an_illegal_action_adds_its_reward(name: str) -> None:
    games = begun(name, illegal_reward=-7.0)
    before = games.reward.copy()
    games.step((games.mask == 0).argmax(axis=1))
    assert games.illegal.all() and games.terminated.all()
    np.testing.assert_array_equal(games.reward, before - 7.0)


@pytest.mark.parametrize("illegal", [False, True])
def test_a_game_of_pettingzoo_that_is_cut_keeps_it(illegal: bool) -> None:
    env = wrapped(TableEnv("kawuxing", max_cycles=12))
    batch: Batch = env.unwrapped.batch
    paid = 0
    for game in range(40):
        env.reset(seed=game)
        total, steps = dict.fromkeys(env.possible_agents, 0.0), 0
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            steps += 1
            if terminated or truncated:
                env.step(None)
            elif illegal and steps == 15:
                env.step(int(batch.legal()[0].argmin()))
                total[agent] += 1.0  # what the wrapper takes for it
            else:
                env.step(int(baseline(batch)[0]))
        scores = np.array(batch.scores(0)) - Batch(batch.rules, 1).scores(0)
        np.testing.assert_array_equal(list(total.values()), scores)
        paid += bool(scores.any())
    assert paid


def test_a_step_tells_what_it_brought_and_nothing_twice() -> None:
    batch = Batch(load_rules("kawuxing"), 64, seed=1, auto_reset=False)
    stay = np.full(batch.n, 255, np.uint8)
    paid = 0
    for _ in range(300):
        before = np.array([batch.scores(i) for i in range(batch.n)])
        batch.step(baseline(batch))
        after = np.array([batch.scores(i) for i in range(batch.n)])
        np.testing.assert_array_equal(batch.points, after - before)
        np.testing.assert_array_equal(batch.reward, after - before)
        if not batch.reward.any():
            continue
        paid += 1
        model = batch.clone()
        np.testing.assert_array_equal(model.reward, batch.reward)
        model.load(0, batch.save(0))
        assert not model.reward[0].any()
        model.step(stay)  # illegal, or over: the games stay as they are
        for name in ("points", "chips", "expected", "reward"):
            assert not getattr(model, name).any(), name
    assert paid > 20
