"""How fast one environment is in a plain loop, and what PettingZoo's wrappers cost.

    python benchmarks/single.py --rules super_bingo ninety_nine --seconds 1 --repeats 5

A decision is one action, drawn at random from the mask with ``random.random``; the loop's own time
counts. Rates are per second of CPU time, medians of interleaved repeats.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from pettingzoo.utils import wrappers

from shugi.commands.turns import rate_table
from shugi.envs import SeatEnv, SeatVectorEnv, make
from shugi.envs.aec import TableEnv, parallel

CHUNK = 500  # decisions between two looks at the clock
VECTOR = 64  # games of the vector environment


def drawn(mask: Any) -> int:
    """One of the legal actions; cheaper than ``space.sample(mask)``, which takes 15 us."""
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def turns(env: Any) -> Iterator[int]:
    """PettingZoo in turns: ``last``, then ``step``."""
    env.reset(seed=1)
    while True:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            if not env.agents:
                env.reset()
            continue
        env.step(drawn(observation["action_mask"]))
        yield 1


def steps(env: Any) -> Iterator[int]:
    """PettingZoo's parallel view: one agent is heeded in each step."""
    observations, _ = env.reset(seed=1)
    while True:
        mover = env.unwrapped.agent_selection
        actions = dict.fromkeys(env.agents, drawn(observations[mover]["action_mask"]))
        observations = env.step(actions)[0]
        if not env.agents:
            observations, _ = env.reset()
        yield 1


def seat(env: Any) -> Iterator[int]:
    """Gymnasium: one seat; opponents' decisions are not counted."""
    _, info = env.reset(seed=1)
    while True:
        _, _, terminated, truncated, info = env.step(drawn(info["action_mask"]))
        if terminated or truncated:
            _, info = env.reset()
        yield 1


def many(env: Any) -> Iterator[int]:
    """Gymnasium's vector environment."""
    _, infos = env.reset(seed=1)
    rng = np.random.default_rng(1)
    while True:
        chances = rng.random(infos["action_mask"].shape, np.float32) * infos["action_mask"]
        infos = env.step(chances.argmax(axis=1))[4]
        yield env.num_envs


def illegal_ends(rules: str) -> Any:
    """The environment as PettingZoo's three wrappers for games with masks would have it."""
    env = wrappers.TerminateIllegalWrapper(TableEnv(rules), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


Door = tuple[str, Callable[[str], Iterator[int]]]
DOORS: tuple[Door, ...] = (
    ("PettingZoo, raw_env", lambda rules: turns(TableEnv(rules))),
    ("... AssertOutOfBounds", lambda r: turns(wrappers.AssertOutOfBoundsWrapper(TableEnv(r)))),
    ("... OrderEnforcing", lambda r: turns(wrappers.OrderEnforcingWrapper(TableEnv(r)))),
    ("PettingZoo, env: both of them", lambda rules: turns(make(rules))),
    ("... and TerminateIllegal", lambda rules: turns(illegal_ends(rules))),
    ("PettingZoo, parallel_env", lambda rules: steps(parallel(TableEnv(rules)))),
    ("Gymnasium, SeatEnv, random opponents", lambda r: seat(SeatEnv(r, opponents="random"))),
    (
        "... by gymnasium.make",
        lambda r: seat(gymnasium.make("shugi/Table-v0", rules=r, opponents="random")),
    ),
    ("Gymnasium, SeatEnv, baseline opponents", lambda rules: seat(SeatEnv(rules))),
    (
        f"Gymnasium, {VECTOR} games, random opponents",
        lambda rules: many(SeatVectorEnv(rules, VECTOR, opponents="random")),
    ),
)


def rate(loop: Iterator[int], seconds: float) -> float:
    """Decisions per second of CPU time."""
    count, start = 0, time.process_time()
    while (now := time.process_time()) - start < seconds:
        count += sum(next(loop) for _ in range(CHUNK))
    return count / (now - start)


def rates(loops: Mapping[str, Iterator[int]], seconds: float) -> dict[str, float]:
    return {name: rate(loop, seconds) for name, loop in loops.items()}


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", nargs="+", default=["super_bingo"])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args(words)
    random.seed(1)
    tables = {
        rules: partial(rates, {name: door(rules) for name, door in DOORS}, given.seconds)
        for rules in given.rules
    }
    print(rate_table(tables, given.repeats, "door", "decisions/s"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
