"""Our engine beside others: random legal play, one core, one run.

    python benchmarks/peers.py                      # every peer that is installed, as markdown
    python benchmarks/peers.py --peer open_spiel    # one of them
    python benchmarks/peers.py --json               # for a program

Each repeat measures every row of a peer once, ours among them, and each ratio is taken within a
repeat, so that a slow moment of the machine falls on both sides of it.  Rates are decisions per
second of CPU time of one pinned core.

riichienv (three players) steps one game per object and hands out legal actions as Python objects;
its action is drawn here with one call of ``random``, the cheapest way its interface allows.  Its
observation is the plain one (74 planes).  What it logs for replays is switched off.

OpenSpiel has neither Piquet nor Ninety-Nine; its nearest games are oh_hell (bids, then tricks; here
with the pack, players and tricks of Ninety-Nine) and hearts.  It steps one game per object, and its
caller draws the deal card by card.  Every move that it asks of a player counts as a decision, even
if forced, while ours are counted only where there is a choice: that favours OpenSpiel.  Its
observation is the information state tensor, the only one these games have: written by its observer
into an array, the cheapest way; and, in rows named "list", made as a list of numbers, which is what
``State.information_state_tensor`` gives and its own ``rl_environment`` uses.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from shugi.commands.timed_player import MODES, Player, one_core
from shugi.envs.common.markdown import table

BATCHES = (1, 256)

Rate = Callable[[float], float]


def riichienv_rate(game: str, mode: str) -> Rate:
    """A function that plays riichienv for some seconds and returns its decisions per second."""
    from riichienv import RiichiEnv

    draw = random.Random(1).random

    def bare(observation: Any) -> Any:
        legal = observation.legal_actions()
        return legal[int(draw() * len(legal))]

    def observed(observation: Any) -> Any:
        np.frombuffer(observation.encode(), np.float32)
        legal = np.frombuffer(observation.mask(), np.uint8).nonzero()[0]
        return observation.find_action(int(legal[int(draw() * len(legal))]))

    choose = observed if mode == "observed" else bare

    def rate(seconds: float) -> float:
        decisions = 0
        start = now = time.thread_time()
        while now - start < seconds:
            seed = int(draw() * 2**32)
            env = RiichiEnv(game_mode=game, seed=seed, skip_mjai_logging=True)
            asked = env.reset()
            while not env.done():
                decisions += len(asked)
                asked = env.step({seat: choose(seen) for seat, seen in asked.items()})
            now = time.thread_time()
        return decisions / (now - start)

    return rate


def open_spiel_rate(game: str, mode: str, as_list: bool = False) -> Rate:
    """The same of OpenSpiel; the chance outcomes of these games are all equally likely."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    draw = random.Random(1).random
    loaded = pyspiel.load_game(game)
    terminal = int(pyspiel.PlayerId.TERMINAL)
    whole = pyspiel.IIGObservationType(perfect_recall=True)
    write = make_observation(loaded, whole).set_from

    def listed(state: Any, player: int) -> None:
        state.information_state_tensor(player)

    look = None if mode == "bare" else listed if as_list else write

    def rate(seconds: float) -> float:
        decisions = 0
        start = now = time.thread_time()
        while now - start < seconds:
            state = loaded.new_initial_state()
            while (player := state.current_player()) != terminal:
                if player >= 0:
                    decisions += 1
                    if look:
                        look(state, player)
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
            now = time.thread_time()
        return decisions / (now - start)

    return rate


@dataclass(frozen=True)
class Game:
    """A game of a peer: its name in the table, and what makes the rate of a mode."""

    name: str
    rate: Callable[[str], Rate]
    modes: tuple[str, ...] = MODES


@dataclass(frozen=True)
class Peer:
    """A package on the registry, its games, and the rule sets of ours that stand beside them."""

    version: str
    games: tuple[Game, ...]
    ours: tuple[str, ...]


OH_HELL = partial(
    open_spiel_rate, "oh_hell(players=3,num_suits=4,num_cards_per_suit=9,num_tricks_fixed=9)"
)
HEARTS = partial(open_spiel_rate, "hearts")
PEERS = {
    "riichienv": Peer(
        version="0.4.11",
        games=(Game("riichienv", partial(riichienv_rate, "3p-red-half")),),
        ours=("sanma_base", "super_bingo"),
    ),
    "open_spiel": Peer(
        version="2.0.2",
        games=(
            Game("oh_hell", OH_HELL),
            Game("oh_hell list", partial(OH_HELL, as_list=True), modes=("observed",)),
            Game("hearts", HEARTS),
            Game("hearts list", partial(HEARTS, as_list=True), modes=("observed",)),
        ),
        ours=("piquet", "ninety_nine"),
    ),
}


@dataclass
class Row:
    engine: str
    mode: str
    batch: int
    rate: Rate
    rates: list[float] = field(default_factory=list)

    def ratio(self, other: "Row") -> dict[str, float]:
        """Median and range of the rate over another row's, taken within each repeat."""
        ratios = [mine / theirs for mine, theirs in zip(self.rates, other.rates, strict=True)]
        return {"median": statistics.median(ratios), "low": min(ratios), "high": max(ratios)}


def rows_of(peer: Peer) -> list[Row]:
    rows = [Row(game.name, mode, 1, game.rate(mode)) for game in peer.games for mode in game.modes]
    rows += [
        Row(rules, mode, batch, Player(rules, mode, batch, threads=1).rate)
        for rules in peer.ours
        for mode in MODES
        for batch in BATCHES
    ]
    return rows


def measure(rows: Sequence[Row], seconds: float, repeats: int) -> None:
    with one_core():
        for repeat in range(repeats):
            for row in rows:
                row.rates.append(row.rate(seconds))
            print(f"repeat {repeat + 1} of {repeats}", file=sys.stderr)


def as_dicts(name: str, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """What was measured beside a peer; our rows have ratios to each of its games."""
    peer = PEERS[name]
    games = {game.name for game in peer.games}
    return [
        {
            "peer": name,
            "engine": row.engine,
            "mode": row.mode,
            "batch": row.batch,
            "decisions_per_s": statistics.median(row.rates),
            "ratios": {
                other.engine: row.ratio(other)
                for other in rows
                if row.engine in peer.ours and other.engine in games and other.mode == row.mode
            },
        }
        for row in rows
    ]


def markdown(name: str, rows: Sequence[dict[str, Any]]) -> str:
    games = [game.name for game in PEERS[name].games]
    heads = ["engine", "mode", "batch", "decisions/s", *games]
    cells = []
    for row in rows:
        ratios = [ratio_text(row["ratios"].get(game)) for game in games]
        rate = f"{row['decisions_per_s']:,.0f}"
        cells.append((row["engine"], row["mode"], row["batch"], rate, *ratios))
    title = f"{name} {PEERS[name].version}; ratios to its games, median (range):"
    return f"{title}\n\n{table(heads, cells, len(heads) - 2)}"


def ratio_text(ratio: dict[str, float] | None) -> str:
    if ratio is None:
        return "-"
    return f"{ratio['median']:.1f} ({ratio['low']:.1f} - {ratio['high']:.1f})"


def problem(name: str) -> str | None:
    """What keeps a peer from being measured, and the command that helps."""
    wanted = PEERS[name].version
    try:
        installed = version(name)
    except PackageNotFoundError:
        return f"{name} is not installed: pip install {name}=={wanted}"
    if installed == wanted:
        return None
    return f"{name} {installed} is installed: pip install {name}=={wanted}"


def choose_peers(named: Sequence[str] | None) -> list[str]:
    """The peers asked for, all of which must be there; else those that are."""
    problems = {name: text for name in named or PEERS if (text := problem(name))}
    if named and problems or len(problems) == len(PEERS):
        sys.exit("\n".join(problems.values()))
    for text in problems.values():
        print(f"left out: {text}", file=sys.stderr)
    return [name for name in named or PEERS if name not in problems]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--peer", nargs="+", choices=PEERS, help="whom to measure; usually all that are installed"
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each row")
    parser.add_argument("--json", action="store_true", help="print rows for a program")
    given = parser.parse_args()
    if given.seconds <= 0 or given.repeats < 1:
        parser.error("--seconds must be above 0 and --repeats at least 1")
    shown = {}
    for name in choose_peers(given.peer):
        rows = rows_of(PEERS[name])
        measure(rows, given.seconds, given.repeats)
        shown[name] = as_dicts(name, rows)
    if given.json:
        print(json.dumps({"rows": [row for rows in shown.values() for row in rows]}, indent=2))
    else:
        print("\n\n".join(markdown(name, rows) for name, rows in shown.items()))


if __name__ == "__main__":
    main()
