"""Adapters of other libraries: each by the library's own check, and what it must not lose."""

from typing import Any

import numpy as np
import pytest

from shugi.envs import ninety_nine_v0, super_bingo_v0

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


@pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested")
@pytest.mark.parametrize("module", [super_bingo_v0, ninety_nine_v0])
def test_torchrl_samples_the_parallel_view(module: Any) -> None:
    """Who waits has one legal action, so that all agents can be sampled for at once."""
    pytest.importorskip("torchrl")
    import torch
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    torch.manual_seed(1)
    env = PettingZooWrapper(module.parallel_env(episode="hand"))
    env.set_seed(1)
    check_env_specs(env)
    played = env.rollout(300, break_when_any_done=False)
    mask, action = played["player", "action_mask"], played["player", "action"]
    assert mask.gather(-1, action.unsqueeze(-1)).all()
    assert (played["next", "done"].sum() > 1) and (mask.sum(-1) > 1).any(-1).all()
    idle = env.unwrapped.batch.layout.idle
    waits = mask.sum(-1) == 1
    assert (waits.sum(-1) == mask.shape[1] - 1).all() and mask[..., idle][waits].all()


@pytest.mark.parametrize("module", [super_bingo_v0, ninety_nine_v0])
def test_whoever_waits_may_take_one_action_that_does_nothing(module: Any) -> None:
    """In every step, the last one too; the mask of the agent to move stays that of the turns."""
    env, turns = module.parallel_env(episode="hand"), module.raw_env(episode="hand")
    rng = np.random.default_rng(1)
    idle = turns.batch.layout.idle
    seen, _ = env.reset(seed=3)
    turns.reset(seed=3)
    while env.agents:
        mover = turns.agent_selection
        own = turns.observe(mover)["action_mask"]
        assert np.array_equal(seen[mover]["action_mask"], own)
        for agent in set(env.agents) - {mover}:
            assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == [idle]
        actions = dict.fromkeys(env.agents, idle)
        actions[mover] = int(rng.choice(np.flatnonzero(own)))
        seen, *_ = env.step(actions)
        turns.step(actions[mover])
    for one in seen.values():
        assert np.flatnonzero(one["action_mask"]).tolist() == [idle]


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
