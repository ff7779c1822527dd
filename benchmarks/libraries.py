"""How fast libraries play through their adapters, and how much of that time is ours.

    python benchmarks/libraries.py --seconds 5

Each library that is installed steps Super Bingo with random legal actions, one learning seat
against the rule baseline (RLlib: all seats). CPU seconds of one thread; ``in shugi`` is the share
spent in the adapter and the engine, the rest is the library's own. The first row is our own loop.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from shugi.envs.seat import SeatGames

OPTIONS: dict[str, Any] = {"opponents": "baseline", "episode": "hand"}
GAMES = 64
Loop = Callable[[], int]  # plays some decisions, and says how many


class Inside:
    """Time spent in methods of an object, nested calls counted once."""

    def __init__(self, thing: Any, *names: str) -> None:
        self.seconds, self.depth = 0.0, 0
        for name in names:
            setattr(thing, name, self._timed(getattr(thing, name)))

    def _timed(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any, **named: Any) -> Any:
            with self._counted():
                return method(*given, **named)

        return timed

    @contextmanager
    def _counted(self) -> Iterator[None]:
        start, self.depth = time.thread_time(), self.depth + 1
        try:
            yield
        finally:
            self.depth -= 1
            if self.depth == 0:
                self.seconds += time.thread_time() - start


def own() -> tuple[Loop, Inside]:
    games, rng = SeatGames("super_bingo", GAMES, **OPTIONS), np.random.default_rng(1)
    games.restart()
    inside = Inside(games, "step", "restart", "features")

    def loop() -> int:
        chance = rng.random(games.mask.shape) * games.mask
        games.step(chance.argmax(axis=1))
        ended = np.flatnonzero(games.terminated | games.truncated)
        if ended.size:
            games.restart(ended)
        games.features()
        return GAMES

    return loop, inside


def gymnasium_() -> tuple[Loop, Inside]:
    import gymnasium

    import shugi.envs  # noqa: F401

    env = gymnasium.make_vec("shugi/SuperBingo-v0", num_envs=GAMES, **OPTIONS)
    rng, info = np.random.default_rng(1), env.reset(seed=1)[1]
    inside = Inside(env.unwrapped, "step")

    def loop() -> int:
        nonlocal info
        chance = rng.random(info["action_mask"].shape) * info["action_mask"]
        *_, info = env.step(chance.argmax(axis=1))
        return GAMES

    return loop, inside


def sb3_contrib() -> tuple[Loop, Inside]:
    from shugi.envs.sb3 import SeatVecEnv

    env, rng = SeatVecEnv("super_bingo", num_envs=GAMES, **OPTIONS), np.random.default_rng(1)
    env.reset()
    inside = Inside(env, "step_wait", "action_masks")

    def loop() -> int:
        masks = np.asarray(env.action_masks())
        env.step((rng.random(masks.shape) * masks).argmax(axis=1))
        return GAMES

    return loop, inside


def torchrl() -> tuple[Loop, Inside]:
    import torch

    from shugi.envs.torchrl import SeatTorchEnv

    torch.set_num_threads(1)
    env = SeatTorchEnv("super_bingo", GAMES, **OPTIONS)
    inside = Inside(env, "_step", "_reset")
    return lambda: env.rollout(50, break_when_any_done=False).numel(), inside


def tianshou() -> tuple[Loop, Inside]:
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
    from tianshou.data import Collector
    from tianshou.env import DummyVectorEnv

    from shugi.envs.tianshou import masked_seat

    one = masked_seat("super_bingo", **OPTIONS)
    inside = Inside(one, "step", "reset")
    env = DummyVectorEnv([lambda: one])
    player = MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=one.action_space)
    collector = Collector(player, env)
    collector.reset()
    return lambda: int(collector.collect(n_step=200).n_collected_steps), inside


def ray() -> tuple[Loop, Inside]:
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (
        ActionMaskingTorchRLModule,
    )

    from shugi.envs.rllib import TableMultiAgentEnv

    config = (
        PPOConfig()
        .environment(TableMultiAgentEnv, env_config={"episode": "hand"})
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, episode, **_: "all")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
    )
    runner = MultiAgentEnvRunner(config=config)
    inside = Inside(runner.env.unwrapped.envs[0].unwrapped, "step", "reset")
    return lambda: sum(len(episode) for episode in runner.sample(num_timesteps=200)), inside


LIBRARIES: dict[str, tuple[str, Callable[[], tuple[Loop, Inside]]]] = {
    "our own loop": ("numpy", own),
    "Gymnasium, make_vec": ("gymnasium", gymnasium_),
    "stable-baselines3, SeatVecEnv": ("sb3_contrib", sb3_contrib),
    "TorchRL, rollout": ("torchrl", torchrl),
    "Tianshou, Collector": ("tianshou.algorithm", tianshou),
    "RLlib, env runner with its network": ("ray", ray),
}


def has(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def measured(make: Callable[[], tuple[Loop, Inside]], seconds: float) -> tuple[float, float]:
    """Decisions a CPU second, and the share of the time inside the adapter."""
    loop, inside = make()
    loop()
    inside.seconds = 0.0
    start, decisions = time.thread_time(), 0
    while time.thread_time() - start < seconds:
        decisions += loop()
    spent = time.thread_time() - start
    return decisions / spent, inside.seconds / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="of CPU time for each")
    parser.add_argument("--only", nargs="*", default=list(LIBRARIES), metavar="LIBRARY")
    told = parser.parse_args()
    shown = Table("through", "decisions per CPU second", "in shugi")
    for name, (package, make) in LIBRARIES.items():
        if name not in told.only:
            continue
        if not has(package):
            shown.add_row(name, f"{package} is not installed", "")
            continue
        rate, share = measured(make, told.seconds)
        shown.add_row(name, f"{rate:,.0f}", f"{share:.0%}")
    Console().print(shown)


if __name__ == "__main__":
    main()
