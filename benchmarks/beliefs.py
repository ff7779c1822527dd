"""How like play the hands are that roll-outs deal to the others.

    python benchmarks/beliefs.py                           # several rule sets
    python benchmarks/beliefs.py --rules wuhan --positions 2000

Positions at which a seat is to discard are taken from the rule baseline's play.  There the others'
hands are known; they are dealt again with every arrangement alike ("any"), and as roll-outs do it
("likely").  Two numbers tell them apart: how many of the hidden hands are ready, and how many kinds
of the seat's own tiles the hands in riichi wait for, so that they would win on a discard of it.
A third says what comes of it, in the unit of the rule set, with its 95 % interval: how much more
the seat gains with hands dealt so than with those in play, when the baseline plays on.
"""

import argparse
import itertools
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from shugi.agents.beliefs import Hands, HandsStay, belief_of, kinds_of, own_turns, unseen
from shugi.agents.plans.playouts import Playouts, redealt
from shugi.agents.scripted import Baseline
from shugi.envs import Batch, load_rules
from shugi.training.terminal.progress import Meter

RULES = ("sanma_tenhou", "riichi_tenhou", "super_bingo", "toriuchi", "hangzhou", "xiamen", "wuhan")
EVERY = 8  # decisions between two looks at a game
HANDS = ("in play", "any", "likely")
DEALS = 4  # of a position, where hands are played on
Counts = dict[str, list[tuple[int, int, int]]]
"""By how they are dealt: hidden hands, how many are ready, own kinds waited for in riichi."""


def counted(batch: Batch, game: int, seat: int) -> tuple[int, int, int]:
    """One position, as its hands are now."""
    state = batch.state(game)
    held = kinds_of(state["seats"][seat]["hand"])
    hidden = ready = caught = 0
    for p in unseen(state, seat):
        other, waits = state["seats"][p], set(batch.waits(game, p))
        hidden, ready = hidden + 1, ready + bool(waits)
        if other["riichi"] == "closed" and not waits & kinds_of(other["river"]):
            caught += len(waits & held)
    return hidden, ready, caught


def measured(name: str, wanted: int, seed: int, meter: Meter) -> Counts:
    rules, keys = load_rules(name), np.random.default_rng(seed)
    likely, copies = belief_of(rules), Batch(rules, 1)
    found: Counts = {how: [] for how in HANDS}
    positions = own_turns(rules, seed=seed, every=EVERY)
    for batch, game, _ in itertools.islice(positions, wanted):
        key, seat = int(keys.integers(2**63)), int(batch.seat[game])
        found["in play"].append(counted(batch, game, seat))
        for how, belief in (("any", None), ("likely", likely)):
            if not redealt(batch, game, copies, 0, seat, key, belief):
                raise RuntimeError(f"{name}: no hands were found that fit what seat {seat} knows")
            found[how].append(counted(copies, 0, seat))
        meter.show(name, len(found["in play"]) / wanted, {})
    return found


def hopes(name: str, wanted: int, seed: int) -> tuple[str, str]:
    """What the seat gains more with hands dealt again, any or likely, than with those in play."""
    rules, games = load_rules(name), Batch(load_rules(name), wanted, auto_reset=False)
    positions = itertools.islice(own_turns(rules, seed=seed, every=EVERY), wanted)
    for at, (batch, game, _) in enumerate(positions):
        games.copy_from(batch, [game], [at])

    def gained(hands: Hands | None) -> NDArray[np.float64]:
        rows = np.arange(wanted)
        rng, keys = np.random.default_rng(seed), rows.astype(np.uint64)
        values = Playouts(rules, Baseline(), DEALS, belief=hands).values(
            games, rows, [[()]] * wanted, keys, rng
        )
        return np.array([float(own.mean()) for own in values])

    stayed = gained(HandsStay())
    apart = [gained(hands) - stayed for hands in (None, belief_of(rules))]
    any_hands, likely = (
        f"{own.mean():+.2f} ± {1.96 * own.std() / np.sqrt(wanted):.2f}" for own in apart
    )
    return any_hands, likely


def row(name: str, found: Counts, hoped: tuple[str, str]) -> str:
    cells = [f"`{name}`"]
    sums = {how: np.sum(rows, axis=0) for how, rows in found.items()}
    cells += [f"{sums[how][1] / sums[how][0]:.1%}" for how in HANDS]
    known = sums["in play"][2]
    count = len(found["in play"])
    cells += [f"{100 * sums[how][2] / count:.1f}" if known else "" for how in HANDS]
    cells += hoped
    return f"| {' | '.join(cells)} |"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", nargs="+", default=RULES, help="rule sets")
    parser.add_argument("--positions", type=int, default=4000, help="of each (4,000)")
    parser.add_argument("--seed", type=int, default=7, help="of the deals (7)")
    given = parser.parse_args(words)
    heads = [f"ready, {how}" for how in HANDS] + [f"waited for, {how}" for how in HANDS]
    heads += [f"gains more, {how}" for how in HANDS[1:]]
    with Meter(Console(stderr=True)) as meter:
        rows = [
            row(
                name,
                measured(name, given.positions, given.seed, meter),
                hopes(name, given.positions, given.seed),
            )
            for name in given.rules
        ]
    print(
        f"| rule set | {' | '.join(heads)} |", f"| --- |{' ---: |' * len(heads)}", *rows, sep="\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
