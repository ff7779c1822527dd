"""AgileRL: an evolvable DQN with masked actions, one seat against the rule baseline. A minute.

pip install 'shugi[train]' agilerl
python examples/agilerl_dqn.py
python examples/agilerl_dqn.py --steps 5_000_000 --envs 128    # hours
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import DQN
from agilerl.components.data import Transition
from agilerl.components.replay_buffer import ReplayBuffer

import shugi.envs  # noqa: F401  registers the environments

CHIPS = 30.0  # rewards are divided by it: a hand moves some thirty chips


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="shugi/SuperBingo-v0")
    parser.add_argument("--steps", type=int, default=40_000, help="decisions to learn from")
    parser.add_argument("--envs", type=int, default=32)
    told = parser.parse_args()

    torch.manual_seed(1)
    torch.set_num_threads(1)
    env = gymnasium.make_vec(
        told.env, num_envs=told.envs, opponents="baseline", episode="hand", copy=True
    )
    agent = DQN(
        env.single_observation_space,
        env.single_action_space,
        net_config={"encoder_config": {"hidden_size": [128]}, "head_config": {"hidden_size": [64]}},
        batch_size=256,
        lr=3e-4,
        gamma=1.0,
        tau=0.01,
    )
    memory = ReplayBuffer(max_size=100_000)

    observation, info = env.reset(seed=1)
    start, rewards = time.time(), []
    for done in range(told.envs, told.steps + 1, told.envs):
        epsilon = max(0.05, 1 - 2 * done / told.steps)
        action = agent.get_action(observation, epsilon, info["action_mask"])
        after, reward, terminated, truncated, info = env.step(action)
        step = Transition(
            obs=observation,
            action=action,
            reward=np.asarray(reward, np.float32) / CHIPS,
            next_obs=after,
            done=terminated | truncated,
            batch_size=[told.envs],
        )
        memory.add(step.to_tensordict())
        observation = after
        rewards += list(np.asarray(reward)[terminated])
        if len(memory) >= 1_000 and done // told.envs % 4 == 0:
            agent.learn(memory.sample(agent.batch_size))
        if done // told.envs % 200 == 0:
            speed = done / (time.time() - start)
            print(f"{done:>9,} decisions, {speed:,.0f} a second, last step of a hand "
                  f"{np.mean(rewards[-500:]):+.2f}")  # fmt: skip
    print(f"{len(rewards):,} hands were played")


if __name__ == "__main__":
    main()
