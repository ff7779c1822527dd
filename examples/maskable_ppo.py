"""MaskablePPO of sb3-contrib on a batch of games. A minute, then a match.

An hour of one core: 41 chips a hand more than random play, 9 fewer than the rule baseline.

pip install 'shugi[train]'
python examples/maskable_ppo.py
python examples/maskable_ppo.py --steps 5_000_000 --envs 256    # an hour

Commands play what is kept in model.zip, in the folder where they run. A zip of somebody else can
run any code: it is a pickle.

shugi arena super_bingo --agents python:examples/maskable_ppo.py:Learnt baseline
"""

import argparse

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecNormalize

from shugi.agents import make_agent
from shugi.envs import load_rules
from shugi.envs.sb3 import SeatVecEnv
from shugi.training import compete

MODEL = "model.zip"


class Learnt:
    """Plays the likeliest legal action of a model."""

    name = "maskable_ppo"

    def __init__(self):
        self.model = MaskablePPO.load(MODEL, device="cpu")

    def act(self, seen, rng):
        actions, _ = self.model.predict(
            seen.features(), action_masks=seen.mask > 0, deterministic=True
        )
        return np.asarray(actions, np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="super_bingo")
    parser.add_argument("--steps", type=int, default=60_000, help="decisions to learn from")
    parser.add_argument("--envs", type=int, default=64)
    told = parser.parse_args()

    torch.set_num_threads(1)  # small networks: more threads wait for each other
    games = SeatVecEnv(told.rules, num_envs=told.envs, opponents="baseline", episode="hand")
    env = VecNormalize(games, norm_obs=False, gamma=1.0)  # a hand moves some thirty chips
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=64,
        batch_size=1024,
        n_epochs=2,
        gamma=1.0,
        device="cpu",
        verbose=1,
        policy_kwargs={"net_arch": [128, 128]},
    )
    model.learn(told.steps)
    model.save(MODEL)

    rules = load_rules(told.rules)
    for other in ("random", "baseline"):
        match = compete(rules, {"ppo": Learnt(), other: make_agent(other)}, sets=100)
        mean = match.agents[0].per_hand
        print(f"against {other}: {mean.mean:+.2f} ± {mean.half:.2f} {match.unit.name} a hand")


if __name__ == "__main__":
    main()
