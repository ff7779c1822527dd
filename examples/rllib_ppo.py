"""RLlib's new stack: all seats of Super Bingo learn with one policy, by PPO. A minute.

pip install 'shugi[train]' 'ray[rllib]'
python examples/rllib_ppo.py
python examples/rllib_ppo.py --iterations 2000 --runners 14    # hours, on a machine of 16 cores
"""

import argparse

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from shugi.envs.rllib import TableMultiAgentEnv


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="super_bingo")
    parser.add_argument("--iterations", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=2_000, help="of an iteration")
    parser.add_argument("--runners", type=int, default=0, help="processes that play")
    told = parser.parse_args()

    config = (
        PPOConfig()
        .environment(TableMultiAgentEnv, env_config={"rules": told.rules, "episode": "hand"})
        .env_runners(num_env_runners=told.runners)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, episode, **_: "all")
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [128, 128]},
            )
        )
        .training(
            gamma=1.0,
            train_batch_size_per_learner=told.decisions,
            minibatch_size=512,
            num_epochs=2,
            entropy_coeff=0.01,
        )
    )
    algorithm = config.build_algo()
    for number in range(1, told.iterations + 1):
        found = algorithm.train()
        played, seconds = found["env_runners"], found["time_this_iter_s"]
        print(
            f"{number}: {played['num_env_steps_sampled']:,.0f} decisions in {seconds:.0f} s, "
            f"{played['episode_len_mean']:.0f} in a hand, "
            f"rewards of all seats {played['episode_return_mean']:+.2f}"
        )
    algorithm.stop()


if __name__ == "__main__":
    main()
