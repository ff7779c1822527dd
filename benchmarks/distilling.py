"""How many positions a second and core are valued when a network is distilled.

    python benchmarks/distilling.py                        # super_bingo, played on by the baseline
    python benchmarks/distilling.py --continuation policy  # by the network itself
    python benchmarks/distilling.py --continuation policy --precision bf16  # ... in torch
    python benchmarks/distilling.py --agent RUN --horizon 1 --deals 4       # not to the hand's end

Positions at which riichi is a choice are sought in the network's and the baseline's play, as shugi
distil does; then the plans of all of them are valued, several times.  A figure is the median over
repeats of positions per second of CPU time of one pinned core.  The settings are those with which
the shipped network of Super Bingo was distilled: two candidates beside the plans that are always
valued, eight deals of likely hands, no second look.  With a horizon play stops at a decision of the
seat's own, and the critic in RUN's checkpoint says what is still to come; the shipped networks have
none.
"""

import argparse
import json
import statistics
import sys
import time
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from shugi.agents import Baseline, make_agent
from shugi.agents.beliefs import DEALT, hands_of
from shugi.agents.checkpoint import describe, find, load_critic
from shugi.agents.engine_policy import engine_critic
from shugi.agents.named import PREFIX, card_of, names
from shugi.agents.plans.playouts import Playouts
from shugi.commands.bench import one_core
from shugi.commands.options import add_precision
from shugi.envs import Rules, load_rules
from shugi.training.decisions.draw import loaded
from shugi.training.distil.choices import ChoiceCollector, classes_among
from shugi.training.distil.distiller import AT_ONCE
from shugi.training.distil.ground import ROOM
from shugi.training.distil.valuing import Valuer

GAMES, OWN_SHARE, CANDIDATES, DEALS = 256, 0.7, 2, 8


def ahead(source: str | None, rules: Rules, horizon: int) -> dict[str, Any]:
    """How far playouts go, as they are told."""
    if not horizon:
        return {}
    path = find(source or "")
    return {"critic": engine_critic(load_critic(path, describe(path)), rules), "horizon": horizon}


def measured(
    name: str,
    source: str | None,
    classes: Sequence[str],
    continuation: str,
    precision: str,
    horizon: int,
    deals: int,
    dealt: str,
    positions: int,
    repeats: int,
) -> dict[str, Any]:
    rules, rng = load_rules(name), np.random.default_rng(1)
    agent = make_agent(source or PREFIX + name, rules, precision)
    sought = classes_among(rules, classes)
    collector = ChoiceCollector(rules, GAMES, OWN_SHARE, [Baseline()], sought, 0.0, seed=1)
    while collector.found(positions) < positions:
        collector.step(agent, rng)
    kept = collector.chosen(positions)
    policy = agent if continuation == "policy" else Baseline()
    far = ahead(source, rules, horizon)
    playouts = Playouts(rules, policy, deals, room=ROOM, belief=hands_of(dealt, rules), **far)
    valuer = Valuer(playouts, CANDIDATES, sought)
    rates, plans = [], 0
    for repeat in range(repeats + 1):  # the first one warms up
        start, plans = time.thread_time(), 0
        for first in range(0, positions, AT_ONCE):
            games = loaded(rules, kept[first : first + AT_ONCE])
            plans += len(valuer.values(games, agent, rng, first).value)
        rates.append(positions / (time.thread_time() - start))
        print(f"repeat {repeat} of {repeats}", file=sys.stderr)
    return {
        "rules": name,
        "continuation": continuation,
        "precision": precision,
        "positions": positions,
        "plans": plans,
        "deals": deals,
        "dealt": dealt,
        "horizon": horizon,
        "positions_per_s": statistics.median(rates[1:]),
        "low": min(rates[1:]),
        "high": max(rates[1:]),
    }


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    own = [name for name in names() if card_of(name).rules[0][0] == name]
    parser.add_argument("--rules", default="super_bingo", choices=own)
    parser.add_argument(
        "--agent", metavar="RUN", help="a run folder, instead of the shipped network"
    )
    parser.add_argument("--classes", nargs="+", default=["riichi", "open_riichi"])
    parser.add_argument("--continuation", choices=("baseline", "policy"), default="baseline")
    add_precision(parser)
    parser.add_argument("--horizon", type=int, default=0, help="needs --agent; 0: the hand's end")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument(
        "--dealt", choices=DEALT, default="likely", help="how hands are dealt again"
    )
    parser.add_argument("--positions", type=int, default=512)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(words)
    if min(given.positions, given.repeats) < 1:
        parser.error("--positions and --repeats must be at least 1")
    if given.deals < 2 or given.horizon < 0 or (given.horizon and not given.agent):
        parser.error("--deals must be at least 2, and a --horizon needs an --agent")
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    with one_core():
        found = measured(
            given.rules,
            given.agent,
            given.classes,
            given.continuation,
            given.precision,
            given.horizon,
            given.deals,
            given.dealt,
            given.positions,
            given.repeats,
        )
    if given.json:
        print(json.dumps(found))
        return 0
    print(
        "| rules | played on by | precision | horizon | deals | hands | positions/s and core "
        "| range | plans a position |"
    )
    print("| --- | --- | --- | ---: | ---: | --- | ---: | ---: | ---: |")
    print(
        f"| {found['rules']} | {found['continuation']} | {found['precision']} "
        f"| {found['horizon'] or 'end'} | {found['deals']} | {found['dealt']} "
        f"| {found['positions_per_s']:,.0f} | {found['low']:,.0f}-{found['high']:,.0f} "
        f"| {found['plans'] / found['positions']:.1f} |"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
