"""Tianshou: DQN with masked actions, one seat against the rule baseline. A minute.

pip install 'shugi[train]' 'tianshou>=2'
python examples/tianshou_dqn.py
python examples/tianshou_dqn.py --epochs 500 --envs 64    # hours
"""

import argparse

import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from shugi.envs.tianshou import masked_seat


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="super_bingo")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--steps", type=int, default=4_000, help="decisions of an epoch")
    parser.add_argument("--envs", type=int, default=16)
    told = parser.parse_args()

    torch.manual_seed(1)
    torch.set_num_threads(1)

    def games(count: int) -> DummyVectorEnv:
        one = lambda: masked_seat(told.rules, opponents="baseline", episode="hand")  # noqa: E731
        return DummyVectorEnv([one for _ in range(count)])

    env = masked_seat(told.rules)
    network = Net(
        state_shape=env.observation_space["obs"].shape,
        action_shape=env.action_space.n,
        hidden_sizes=[128, 128],
    )
    policy = DiscreteQLearningPolicy(
        model=network, action_space=env.action_space, eps_training=0.1, eps_inference=0.0
    )
    algorithm = DQN(
        policy=policy, optim=AdamOptimizerFactory(lr=3e-4), gamma=1.0, target_update_freq=500
    )
    train = Collector(
        algorithm, games(told.envs), VectorReplayBuffer(100_000, told.envs), exploration_noise=True
    )
    train.reset()
    train.collect(n_step=1024, random=True)
    test = Collector(algorithm, games(told.envs))
    result = algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=train,
            test_collector=test,
            max_epochs=told.epochs,
            epoch_num_steps=told.steps,
            collection_step_num_env_steps=10 * told.envs,
            update_step_num_gradient_steps_per_sample=0.05,
            batch_size=256,
            test_step_num_episodes=50,
        )
    )
    print(f"best mean reward of a hand: {result.best_reward:+.2f} ± {result.best_reward_std:.2f}")


if __name__ == "__main__":
    main()
