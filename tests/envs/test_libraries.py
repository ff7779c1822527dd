"""Adapters of other libraries: each by the library's own check, and what it must not lose."""

from typing import Any

import numpy as np
import pytest

OPTIONS: dict[str, Any] = {"opponents": "random", "episode": "hand"}


def test_torchrl_finds_the_specs_true() -> None:
    pytest.importorskip("torchrl")
    from torchrl.envs.utils import check_env_specs

    from shugi.envs.torchrl import SeatTorchEnv

    check_env_specs(SeatTorchEnv("super_bingo", 3, **OPTIONS))


def test_torchrl_plays_what_the_games_play() -> None:
    """Masks are kept, rewards and ends are those of the games, ended games begin anew."""
    pytest.importorskip("torchrl")
    from shugi.envs.torchrl import SeatTorchEnv

    env = SeatTorchEnv("hangzhou", 8, seed=5, **OPTIONS)
    told: dict[str, list[Any]] = {"reward": [], "ended": []}
    step = env.games.step

    def watched(actions: Any) -> None:
        assert (env.games.mask[np.arange(8), actions] == 1).all()
        step(actions)
        told["reward"].append(env.games.reward.copy())
        told["ended"].append(env.games.terminated.copy())

    env.games.step = watched  # type: ignore[method-assign]
    played = env.rollout(120, break_when_any_done=False)
    rewards = played["next", "reward"].squeeze(-1).numpy().T
    ended = played["next", "done"].squeeze(-1).numpy().T
    assert np.array_equal(rewards, np.array(told["reward"]))
    assert np.array_equal(ended, np.array(told["ended"])) and ended.sum() >= 8


def test_rllib_tells_one_agent_at_a_time() -> None:
    pytest.importorskip("ray.rllib", exc_type=ImportError)
    from shugi.envs.rllib import TableMultiAgentEnv

    env = TableMultiAgentEnv({"rules": "super_bingo", "episode": "hand"})
    rng, totals = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
    seen, _ = env.reset(seed=1)
    while True:
        ((agent, one),) = seen.items()
        assert env.observation_spaces[agent].contains(one)
        action = rng.choice(np.flatnonzero(one["action_mask"]))
        seen, rewards, ended, _, infos = env.step({agent: action})
        totals = {name: totals[name] + rewards[name] for name in totals}
        if ended["__all__"]:
            break
    assert set(infos) == set(seen) == set(totals)
    assert not any(one["action_mask"].any() for one in seen.values())
    assert totals == pytest.approx({name: infos[name]["result"] for name in totals})


def test_rllib_ends_with_an_illegal_action() -> None:
    pytest.importorskip("ray.rllib", exc_type=ImportError)
    from shugi.envs.rllib import TableMultiAgentEnv

    env = TableMultiAgentEnv()
    seen, _ = env.reset(seed=1)
    ((agent, one),) = seen.items()
    illegal = int(np.flatnonzero(one["action_mask"] == 0)[0])
    _, rewards, ended, _, _ = env.step({agent: illegal})
    assert rewards[agent] == -1 and sum(rewards.values()) == -1 and ended["__all__"]


def test_tianshou_finds_the_mask() -> None:
    from shugi.envs.tianshou import masked_seat

    env = masked_seat("super_bingo", **OPTIONS)
    seen, info = env.reset(seed=1)
    for _ in range(30):
        assert env.observation_space.contains({**seen, "mask": seen["mask"].astype(np.int8)})
        assert np.array_equal(seen["mask"], info["action_mask"] > 0)
        action = int(np.flatnonzero(seen["mask"])[0])
        seen, _, terminated, truncated, info = env.step(np.int64(action))
        if terminated or truncated:
            seen, info = env.reset()
