"""Environments: the checks of PettingZoo, Gymnasium and SB3, and what they leave out."""

from __future__ import annotations

import importlib
import pickle
import re
import types
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.utils.conversions import parallel_to_aec

from shugi._fast.batch.batch import Batch
from shugi._fast.view.layouts import TILES, layout_of
from shugi.envs import (
    IllegalAction,
    RulesError,
    SeatEnv,
    SeatVectorEnv,
    load_rules,
    make,
    make_batch,
    parse_position,
    sanma_v0,
    super_bingo_v0,
    table_v0,
    variants,
)
from shugi.envs.aec import TableEnv, parallel
from shugi.envs.environments import ENVIRONMENTS
from shugi.envs.observation import flatten
from shugi.envs.seat import SeatGames
from tests.support.commands import python

with warnings.catch_warnings():
    # the tests of PettingZoo import its old-style environments
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        render_test,
        seed_test,
    )

MODULES = [importlib.import_module(f"shugi.envs.{one.module}") for one in ENVIRONMENTS]
IDS = [one.gymnasium_id for one in ENVIRONMENTS]
# those of other seats than the module's, and add-ons of cards
OTHER_TABLES = ["wuhan+three_players", "kawuxing+four_people"]
OTHER_TABLES += [one.name for one in variants() if re.match(r"(piquet|ninety_nine)\+", one.name)]
PASS = 64

pytestmark = pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")


# ------------------------------------------------------------------------------------- PettingZoo


@pytest.mark.parametrize("module", MODULES)
class TestPettingZoo:
    def test_api(self, module: Any) -> None:
        api_test(module.env(), num_cycles=300)
        api_test(module.raw_env(episode="hand"), num_cycles=100)

    def test_seed(self, module: Any) -> None:
        seed_test(module.env, num_cycles=60)
        seed_test(lambda: module.env(episode="hand"), num_cycles=60)

    def test_render(self, module: Any, capsys: pytest.CaptureFixture[str]) -> None:
        render_test(module.env)
        out = capsys.readouterr().out  # "human" prints
        assert "seat 0" in out and "legal: " in out

    def test_parallel(self, module: Any) -> None:
        parallel_api_test(module.parallel_env(), num_cycles=200)

    def test_rewards_sum_to_the_ledger(self, module: Any) -> None:
        env = module.raw_env()
        env.reset(seed=3)
        total = dict.fromkeys(env.possible_agents, 0.0)
        told = dict.fromkeys(env.possible_agents, 0.0)
        while env.agents:
            agent = env.agent_selection
            observation, reward, ended, _, info = env.last()
            told[agent] += reward
            if ended:
                assert told[agent] == pytest.approx(info["result"], abs=1e-3)
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            for name, gain in env.rewards.items():
                total[name] += gain
        assert total == pytest.approx(told, abs=1e-3)
        assert sum(told.values()) == pytest.approx(0.0, abs=1e-3)

    def test_only_the_mover_has_a_mask(self, module: Any) -> None:
        env = module.raw_env()
        env.reset(seed=5)
        for _ in range(40):
            for agent in env.agents:
                mask = env.observe(agent)["action_mask"]
                legal = env.batch.legal_actions(0) if agent == env.agent_selection else []
                assert np.flatnonzero(mask).tolist() == legal
            env.step(env.batch.legal_actions(0)[0])

    def test_illegal_actions(self, module: Any) -> None:
        raw = module.raw_env()
        raw.reset(seed=1)
        before = raw.batch.state(0)
        with pytest.raises(IllegalAction, match="not legal"):
            raw.step(101)
        with pytest.raises(ValueError, match="an action id is needed, not None"):
            raw.step(None)
        assert raw.batch.state(0) == before
        env = module.env()
        env.reset(seed=1)
        agent = env.agent_selection
        env.step(101)
        assert env.rewards[agent] == -1 and all(env.terminations.values())

    def test_hands_of_a_game_follow_one_another(self, module: Any) -> None:
        env = module.raw_env(episode="hand")
        whole = Batch(env.rules, 1, auto_reset=False)
        env.reset(seed=9)
        whole.reset(np.array([env.batch.state(0)["seed"]], np.uint64))
        hands = 0
        chosen = np.zeros(1, np.uint8)
        while whole.seat[0] >= 0:
            whole.baseline(chosen)
            action = int(chosen[0])
            assert env.batch.legal_actions(0) == whole.legal_actions(0)
            env.step(action)
            whole.step_one(0, action)
            assert env.terminations[env.agents[0]] == bool(whole.hand_done[0])
            if whole.hand_done[0]:
                hands += 1
                env.reset()
        assert hands > 1
        assert env.batch.state(0)["n_decision"] == 0  # after the game's end comes another

    def test_pickle(self, module: Any) -> None:
        env = pickle.loads(pickle.dumps(module.raw_env(max_cycles=7)))
        assert env.max_cycles == 7
        env.reset(seed=0)

    def test_bad_arguments(self, module: Any) -> None:
        with pytest.raises(RulesError, match="honba_ron"):
            module.env(honba_rom=3)
        with pytest.raises(ValueError, match="render_mode must be"):
            module.env(render_mode="film")
        with pytest.raises(ValueError, match="max_cycles"):
            module.env(max_cycles=0)
        with pytest.raises(ValueError, match="episode"):
            module.env(episode="match")
        env = module.raw_env()
        env.reset(seed=0)
        with pytest.raises(ValueError, match="there is no agent 'player_7'"):
            env.observe("player_7")


@pytest.mark.parametrize("module", MODULES)
def test_max_cycles(module: Any) -> None:
    """A cycle of the parallel environment is a step of it; its agents all act in each.

    PettingZoo's test draws actions without looking at a mask, so they are replaced by legal ones.
    It wants as many turns of each agent as there are cycles: in turns, that is the parallel
    environment again, since a game's own turns come as its calls and kans have it.
    """

    def parallel_env(**options: Any) -> Any:
        return module.parallel_env(illegal="random", **options)

    def env(**options: Any) -> Any:
        return parallel_to_aec(parallel_env(**options))

    max_cycles_test(types.SimpleNamespace(parallel_env=parallel_env, env=env))


def test_truncation_comes_after_so_many_decisions() -> None:
    env = sanma_v0.raw_env(max_cycles=5)
    env.reset(seed=2)
    for k in range(15):
        assert not any(env.truncations.values()), k
        env.step(env.batch.legal_actions(0)[0])
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_registry_of_pettingzoo() -> None:
    for name, module in (("super_bingo", super_bingo_v0), ("sanma", sanma_v0)):
        env = pettingzoo.make("aec", f"shugi/{name}-v0", max_cycles=3)
        assert str(env.unwrapped) == module.raw_env.metadata["name"]
        assert env.unwrapped.max_cycles == 3


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_every_environment_stands_in_the_registries_of_pettingzoo(kind: str) -> None:
    for one in ENVIRONMENTS:
        env = pettingzoo.make(kind, one.pettingzoo_id, max_cycles=2)
        env.reset(seed=1)
        assert env.metadata["name"] == one.module
    with pytest.raises(ValueError, match="which rules"):
        pettingzoo.make(kind, "shugi/table-v0")


HOUSE = """
title: My house
base: sanma_base
options:
  honba_ron: 1000
"""


def test_a_rule_file_is_an_environment(tmp_path: Path) -> None:
    file = tmp_path / "my.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    options = {"uma": [30, 0, -30]}
    made = [
        gymnasium.make("shugi/Table-v0", rules=str(file), options=options).unwrapped.games,
        gymnasium.make_vec("shugi/Table-v0", 2, rules=file, options=options).unwrapped.games,
        table_v0.env(rules=str(file), options=options).unwrapped,
        pettingzoo.make("aec", "shugi/table-v0", rules=file, options=options).unwrapped,
        pettingzoo.make("parallel", "shugi/table-v0", rules=file, options=options).unwrapped,
    ]
    for one in made:
        found = one.rules.options
        assert (found["honba_ron"], found["uma"]) == (1000, [30, 0, -30])
    again = pickle.loads(pickle.dumps(table_v0.raw_env(file, options=options)))
    assert again.rules.hash == made[0].rules.hash
    with pytest.raises(ValueError, match="honba_ron: given among options and by name"):
        table_v0.env(file, options={"honba_ron": 1}, honba_ron=2)
    for door in (table_v0.env, table_v0.parallel_env):
        with pytest.raises(RulesError, match="honba_ron"):
            door(file, options={"honba_rom": 1})
    with pytest.raises(ValueError, match="which rules"):
        gymnasium.make("shugi/Table-v0")


def test_illegal_actions_may_be_replaced() -> None:
    env = super_bingo_v0.env(illegal="random")
    env.reset(seed=1)
    env.step(101)
    assert not any(env.terminations.values()) and env.unwrapped.batch.state(0)["n_decision"] == 1
    with pytest.raises(ValueError, match="illegal must be one of"):
        super_bingo_v0.env(illegal="laugh")


@pytest.mark.parametrize("name", ["super_bingo", "ninety_nine"])
def test_the_history_may_be_asked_for(name: str) -> None:
    env = make(name, history=True)
    env.reset(seed=3)
    layout = layout_of(env.unwrapped.rules)
    planes = np.zeros((1, layout.planes, layout.places), np.uint8)
    numbers = np.zeros((1, layout.globals), np.float32)
    events = np.zeros((1, layout.history), np.uint16)
    for _ in range(40):
        seen = env.observe(env.agent_selection)
        assert env.observation_space(env.agent_selection).contains(seen)
        batch = env.unwrapped.batch
        batch.observe(planes, numbers, events)
        np.testing.assert_array_equal(seen["history"], events[0])
        np.testing.assert_array_equal(seen["observation"], flatten(planes, numbers, layout)[0])
        env.step(int(seen["action_mask"].argmax()))
    assert events.any()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(name, history=True), skip_render_check=True)


def test_importing_warns_of_nothing() -> None:
    code = "import shugi.envs; from shugi.envs import super_bingo_v0; super_bingo_v0.env()"
    python(code, "-W", "error")


@pytest.mark.parametrize("name", OTHER_TABLES)
@pytest.mark.filterwarnings("ignore:Observation space for each agent")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_tables_without_a_module_pass_the_checks(name: str) -> None:
    api_test(make(name), num_cycles=200)
    parallel_api_test(parallel(TableEnv(name)), num_cycles=100)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(name, opponents="random"), skip_render_check=True)


@pytest.mark.parametrize("name", [one.name for one in variants()])
def test_any_rule_set_is_an_environment(name: str) -> None:
    env = make(name, episode="hand")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    batch = make_batch(name, 3, seed=4, auto_reset=False)
    assert batch.n == 3 and batch.rules.name == name


# ------------------------------------------------------------------------------------- Gymnasium


def play(env: gymnasium.Env, decisions: int, seed: int = 0) -> Iterator[tuple]:
    """Random legal play; what every step gave."""
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    for _ in range(decisions):
        found = env.step(env.action_space.sample(info["action_mask"]))
        yield found
        info = found[4]
        if found[2] or found[3]:
            _, info = env.reset()


@pytest.mark.parametrize("name", IDS)
class TestGymnasium:
    def test_check_env(self, name: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(gymnasium.make(name).unwrapped, skip_render_check=True)
        check_env(gymnasium.make(name, render_mode="ansi").unwrapped)

    def test_check_env_of_stable_baselines(self, name: str) -> None:
        from stable_baselines3.common.env_checker import check_env as sb3_check_env

        sb3_check_env(gymnasium.make(name).unwrapped)

    @pytest.mark.parametrize("episode", ["game", "hand"])
    def test_same_seed_same_games(self, name: str, episode: str) -> None:
        first, second = (
            list(play(gymnasium.make(name, episode=episode, opponents="random"), 150, seed=4))
            for _ in range(2)
        )
        for one, other in zip(first, second, strict=True):
            assert np.array_equal(one[0], other[0]) and one[1:4] == other[1:4]
        assert any(step[2] for step in first) or episode == "game"

    def test_masks_are_where_libraries_look(self, name: str) -> None:
        env = gymnasium.make(name)
        _, info = env.reset(seed=1)
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_ and np.array_equal(masks, info["action_mask"] == 1)
        assert info["action_mask"].dtype == np.int8
        batch = env.unwrapped.games.batch
        assert np.flatnonzero(masks).tolist() == batch.legal_actions(0)
        assert batch.seat[0] == info["seat"]

    def test_an_illegal_action_ends_the_episode(self, name: str) -> None:
        env = gymnasium.make(name, illegal_reward=-5)
        env.reset(seed=1)
        _, reward, terminated, truncated, info = env.step(101)
        assert (reward, terminated, truncated) == (-5.0, True, False)
        assert info["illegal_action"]

    def test_max_steps_truncates(self, name: str) -> None:
        env = gymnasium.make(name, max_steps=4, opponents="random")
        steps = list(play(env, 8))
        assert [step[3] for step in steps] == [False, False, False, True] * 2
        assert not any(step[2] for step in steps)

    def test_vector_env(self, name: str) -> None:
        env = gymnasium.make_vec(name, num_envs=6, opponents="random", episode="hand")
        assert isinstance(env.unwrapped, SeatVectorEnv)
        assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
        observations, infos = env.reset(seed=2)
        rng = np.random.default_rng(0)
        ends = 0
        for _ in range(150):
            assert env.observation_space.contains(observations)
            actions = np.array([rng.choice(np.flatnonzero(m)) for m in infos["action_mask"]])
            observations, _, terminated, truncated, infos = env.step(actions)
            ended = terminated | truncated
            ends += int(ended.sum())
            assert ("final_obs" in infos) == ended.any()
            if ended.any():
                assert np.array_equal(infos["_final_obs"], ended)
                assert all(
                    infos["final_obs"][i].shape == env.single_observation_space.shape
                    for i in np.flatnonzero(ended)
                )
        assert ends > 5
        with pytest.raises(ValueError, match="one seed serves all games"):
            env.unwrapped.reset(seed=[1, 2])


def test_the_vector_env_plays_the_games_of_its_rows() -> None:
    """Rows do not disturb each other: the rewards of a batch of n are what its games pay."""
    games = SeatGames("super_bingo", 5, opponents="baseline", seat=1)
    games.seed(3)
    games.restart()
    total = np.zeros(5)
    live = np.ones(5, bool)
    for _ in range(2000):
        actions = games.mask.argmax(axis=1)
        games.step(actions)
        total += np.where(live, games.reward, 0)
        ended = games.terminated
        for i in np.flatnonzero(ended & live):
            assert total[i] == games.batch.final_result[i, 1]
            assert games.result(int(i))["result"] == total[i]
        live &= ~ended
        if ended.any():
            games.restart(np.flatnonzero(ended))
        if not live.any():
            break
    assert not live.any()


@pytest.mark.parametrize("name", ["super_bingo", "sanma_base"])
def test_hand_rewards_sum_to_the_game(name: str) -> None:
    """Whatever is paid between two decisions belongs to one episode only."""
    games = SeatGames(name, 4, opponents="random", seat=2, episode="hand")
    games.seed(6)
    games.restart()
    total, checked = np.zeros(4), 0
    for _ in range(3000):
        games.step(games.mask.argmax(axis=1))
        total += games.reward
        ended = np.flatnonzero(games.terminated)
        for i in ended:
            if games.batch.seat[i] < 0:
                assert total[i] == pytest.approx(games.batch.final_result[i, 2], abs=1e-3)
                total[i] = 0.0
                checked += 1
        if ended.size:
            games.restart(ended)
    assert checked >= 4


class HeavenlyHand(Batch):
    """Every game begins with a dealer who has won."""

    TEXT = """
        rules super_bingo
        seat0 hand=123456789p1122z+1z
        seat1 hand=134678s346699p3z
        seat2 hand=1134678s34p88p55z
    """

    def reset(self, seeds: Any = None, *, first_dealer: int = 0) -> None:
        self.set_state(0, parse_position(self.TEXT)[1])


def test_an_episode_without_a_decision_still_pays() -> None:
    """An opponent may win before the learner is asked: then the only action is to pass."""
    env = SeatEnv("super_bingo", seat=2, episode="hand")
    env.games._fresh = HeavenlyHand(env.games.rules, 1, auto_reset=False, episode="hand")
    _, info = env.reset(seed=0)
    assert np.flatnonzero(info["action_mask"]).tolist() == [PASS]
    _, reward, terminated, _, info = env.step(np.int64(PASS))
    assert terminated and reward == env.games.batch.state(0)["seats"][2]["chips"] < 0
    assert "illegal_action" not in info


def test_seats_rotate() -> None:
    env = SeatEnv("sanma_base", opponents="random", episode="hand")
    seats = [env.reset(seed=3)[1]["seat"]]
    seats += [env.games.seat[0] for step in play(env, 300, seed=3) if step[2]]
    assert seats[0] == 0 and {0, 1, 2} <= {int(seat) for seat in seats}
    fixed = SeatEnv("sanma_base", seat=2)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(4)} == {2}


def test_opponents_are_asked_for_their_own_seats() -> None:
    class Witness:
        def __init__(self) -> None:
            self.seats: set[int] = set()

        def act(self, seen: Any, rng: Any) -> Any:
            assert len(seen) == len(seen.mask) == len(seen.seat)
            assert seen.planes.shape == (len(seen), TILES.planes, 34)
            assert (seen.mask.sum(axis=1) >= 2).all()
            self.seats |= set(seen.seat.tolist())
            return np.array([rng.choice(np.flatnonzero(row)) for row in seen.mask], np.uint8)

    left, right = Witness(), Witness()
    env = SeatEnv("super_bingo", opponents=[left, right], seat=1)
    for _ in play(env, 60):
        pass
    assert (left.seats, right.seats) == ({2}, {0})


def test_agents_of_the_package_play() -> None:
    from shugi.agents import make_agent

    env = SeatEnv("super_bingo", opponents=[make_agent("baseline:rusher"), "random"])
    assert len(list(play(env, 50))) == 50


def test_flat_observations_hold_planes_and_numbers() -> None:
    batch = Batch(load_rules("super_bingo"), 2, seed=1)
    planes = np.zeros((2, TILES.planes, 34), np.uint8)
    numbers = np.zeros((2, TILES.globals), np.float32)
    batch.observe(planes, numbers)
    flat = flatten(planes, numbers)
    assert flat.shape == (2, TILES.features)
    again = flat[:, : TILES.plane_features].reshape(2, TILES.planes, 34)
    scales = [row["scale"] for row in TILES.plane_rows for _ in range(row["size"])]
    assert again == pytest.approx(planes / np.array(scales)[None, :, None])
    assert np.array_equal(flat[:, TILES.plane_features :], numbers)


@pytest.mark.parametrize("name", ["super_bingo", "piquet"])
def test_observations_end_with_the_rules_where_that_is_asked_for(name: str) -> None:
    rules = load_rules(name)
    alone, *others = (
        env
        for shown in (False, True)
        for env in (
            SeatEnv(rules, rule_vector=shown),
            SeatVectorEnv(rules, 3, rule_vector=shown),
            TableEnv(rules, rule_vector=shown),
        )
    )
    width = alone.reset(seed=3)[0].shape[0]
    assert width == layout_of(rules).features
    for env, shown in zip(others, (False, False, True, True, True), strict=True):
        seen = env.reset(seed=3)
        if isinstance(env, TableEnv):
            told = env.observe(env.agents[0])["observation"]
            assert env.observation_space(env.agents[0])["observation"].contains(told)
        else:
            told = seen[0]
            assert env.observation_space.contains(told)
        assert told.shape[-1] == width + shown * len(rules.vector)
        if shown:
            assert (told[..., width:] == rules.vector).all()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"opponents": "base line"}, ValueError, "there is no opponent 'base line'"),
        ({"opponents": ["random"]}, ValueError, "2 opponents are needed; got 1"),
        ({"opponents": 5}, TypeError, "an opponent needs a method act"),
        ({"opponents": ["random", None]}, TypeError, "an opponent needs a method act"),
        ({"seat": 3}, ValueError, 'seat must be 0 to 2 or "rotate"'),
        ({"seat": "first"}, ValueError, "seat must be"),
        ({"seat": True}, ValueError, "seat must be"),
        ({"episode": "match"}, ValueError, 'episode must be "game" or "hand"'),
        ({"max_steps": 0}, ValueError, "max_steps must be 1 or more"),
        ({"render_mode": "film"}, ValueError, "render_mode must be"),
        ({"rules": "super_bongo"}, RulesError, "super_bingo"),
        ({"rules": 7}, TypeError, "rules must be a name"),
        ({"honba_rom": 1}, RulesError, "honba_ron"),
        ({"rules": load_rules("sanma_base"), "honba_ron": 300}, ValueError, "options can only be"),
    ],
)
def test_bad_arguments(arguments: dict, error: type[Exception], message: str) -> None:
    for kind in (SeatEnv, SeatVectorEnv):
        with pytest.raises(error, match=message):
            kind(**arguments)


@pytest.mark.parametrize("actions", [[1], [1.0, 2.0], [[1, 2]], ["a", "b"], [500, 1], [-1, 1]])
def test_bad_actions(actions: list) -> None:
    env = SeatVectorEnv("sanma_base", 2)
    env.reset(seed=0)
    before = env.games.batch.state(0)
    with pytest.raises(ValueError, match="actions must"):
        env.step(np.array(actions))
    assert env.games.batch.state(0) == before


def test_steps_need_a_reset() -> None:
    env = SeatEnv("sanma_base")
    with pytest.raises(ValueError, match="is over or has not begun"):
        env.step(np.int64(0))
    env.reset(seed=0)
    env.step(np.int64(101))
    with pytest.raises(ValueError, match="is over or has not begun"):
        env.step(np.int64(0))


# ------------------------------------------------------------------------------------- SB3


class TestStableBaselines:
    def env(self, **options: Any) -> Any:
        from shugi.envs.sb3 import SeatVecEnv

        return SeatVecEnv("super_bingo", 4, **{"opponents": "random", "episode": "hand"} | options)

    def test_masks_and_terminal_observations(self) -> None:
        env = self.env()
        observations = env.reset()
        rng = np.random.default_rng(1)
        ends = 0
        for _ in range(100):
            masks = np.stack(env.env_method("action_masks"))
            assert np.array_equal(masks, env.action_masks())
            actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
            observations, rewards, done, infos = env.step(actions)
            assert observations.shape == (4, TILES.features) and rewards.shape == (4,)
            for i in range(4):
                assert ("terminal_observation" in infos[i]) == bool(done[i])
            ends += int(done.sum())
        assert ends > 3

    def test_seed(self) -> None:
        env, other = self.env(seed=5), self.env(seed=6)
        first = env.reset()
        other.seed(5)
        env.seed(5)
        assert np.array_equal(env.reset(), other.reset())
        assert not np.array_equal(first, self.env(seed=6).reset())

    def test_learning(self) -> None:
        from sb3_contrib import MaskablePPO
        from sb3_contrib.common.maskable.utils import get_action_masks

        env = self.env()
        policy = {"net_arch": [16]}
        model = MaskablePPO(
            "MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, device="cpu",
            policy_kwargs=policy, seed=0,
        )  # fmt: skip
        model.learn(64)
        observations = env.reset()
        masks = get_action_masks(env)
        actions, _ = model.predict(observations, action_masks=masks)
        assert masks[np.arange(4), actions].all()

    def test_unknown_names(self) -> None:
        env = self.env()
        assert env.has_attr("action_masks") and not env.has_attr("price")
        with pytest.raises(AttributeError, match="no method 'fly'"):
            env.env_method("fly")
        with pytest.raises(AttributeError, match="no attribute 'price'"):
            env.get_attr("price")

    def test_without_the_library(self) -> None:
        code = (
            "import sys; sys.modules['stable_baselines3'] = None\n"
            "import shugi.envs\n"
            "try:\n    import shugi.envs.sb3\n"
            "except ImportError as error:\n    assert 'shugi[train]' in str(error), error\n"
            "else:\n    raise SystemExit('no error')\n"
        )
        python(code)


# ---- many tables: pictures, and what is refused


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_a_vector_environment_shows_every_table(mode: str) -> None:
    games = SeatVectorEnv("sanma_base", 3, render_mode=mode)
    games.reset(seed=1)
    pictures = games.render()
    assert pictures is not None and len(pictures) == 3
    if mode == "ansi":
        assert all("Dora" in picture or "dora" in picture for picture in pictures)
    else:
        assert all(picture.ndim == 3 and picture.dtype == np.uint8 for picture in pictures)


def test_a_vector_environment_prints_its_first_table(capsys: pytest.CaptureFixture[str]) -> None:
    games = SeatVectorEnv("sanma_base", 2, render_mode="human")
    games.reset(seed=1)
    shown = capsys.readouterr().out
    assert shown.count("\n") > 5 and games.render() is None


def test_a_vector_environment_takes_one_seed_and_no_options() -> None:
    games = SeatVectorEnv("sanma_base", 2)
    with pytest.raises(ValueError, match="one seed serves all games"):
        games.reset(seed=[1, 2])
    with pytest.raises(ValueError, match=r"only the option reset_mask; got \['deal'\]"):
        games.reset(options={"deal": 1})


def test_an_illegal_action_in_a_vector_environment_ends_that_episode() -> None:
    games = SeatVectorEnv("sanma_base", 2, illegal_reward=-5.0)
    _, infos = games.reset(seed=1)
    legal = infos["action_mask"].argmax(axis=1)
    wrong = np.array([legal[0], int(np.flatnonzero(infos["action_mask"][1] == 0)[0])])
    _, reward, terminated, truncated, infos = games.step(wrong)
    assert reward[1] == -5.0 and (terminated | truncated)[1]
    assert infos["final_info"]["illegal_action"][1]


def test_games_of_stable_baselines3_may_have_a_history() -> None:
    from shugi.envs.sb3 import SeatVecEnv

    games = SeatVecEnv("sanma_base", 2, history=True, max_steps=3)
    seen = games.reset()
    for _ in range(3):
        assert all(games.observation_space[key].contains(seen[key][0]) for key in seen)
        games.step_async(games.games.mask.argmax(axis=1))
        seen, _, done, infos = games.step_wait()
    assert done.all() and infos[0]["TimeLimit.truncated"]
    last = infos[0]["terminal_observation"]
    assert set(last) == {"observation", "history"} and last["history"].any()


def test_games_of_stable_baselines3_have_pictures_and_few_attributes() -> None:
    from shugi.envs.sb3 import SeatVecEnv

    games = SeatVecEnv("sanma_base", 2, render_mode="rgb_array")
    games.reset()
    images = games.get_images()
    assert len(images) == 2 and all(image is not None and image.ndim == 3 for image in images)
    assert games.has_attr("action_masks") and not games.has_attr("wall")
    (mask,) = games.get_attr("action_masks", [1])
    assert (mask() == games.action_masks()[1]).all() and games.env_is_wrapped(object) == [0, 0]
    for ask in (lambda: games.get_attr("wall"), lambda: games.set_attr("wall", 1)):
        with pytest.raises(AttributeError, match="no attribute 'wall'"):
            ask()
