"""Two agents in the protocol of docs/yardstick.md: one among others, both ways, on the same walls.

    python benchmarks/outside.py riichi_tenhou --agents checkpoint:riichi_tenhou "mjai:./bot"
    python benchmarks/outside.py sanma_tenhou --agents checkpoint:sanma_base baseline --sets 500

Two matches are played: the first agent alone among copies of the second, then the second alone
among copies of the first.  A set is one seed from each seat of the lone agent.  Each match is as
long as --sets, --hands or --seconds say.  Points are plain: without uma and oka.  Ranking points
are 90/45/0/-135 of four players and 90/0/-90 of three.  Intervals are over sets.  Ctrl-C or a kill
loses a few seconds: the same command goes on.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from shugi.agents import AgentError
from shugi.commands.arena import add_match, check_match, play_match
from shugi.envs import RulesError
from shugi.envs.common.markdown import table
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.estimate import Estimate
from shugi.training.judge.match import THOUSANDS, MatchRecord, unit_of
from shugi.training.judge.outcome import judge
from shugi.training.judge.plain import plain
from shugi.training.terminal.console import print_json
from shugi.training.terminal.errors import INTERRUPTED, UserError
from shugi.training.terminal.interval import interval

RANKING = {4: (90, 45, 0, -135), 3: (90, 0, -90)}
STYLE = ("win_tsumo", "win_ron", "deal_in", "riichi", "open_hand", "calls")
NTH = ("1st", "2nd", "3rd", "4th")
NOT_HERE = {  # what only shugi arena can do
    "without_luck": False,
    "by_choices": 0,
    "record": None,
    "report": None,
}

Figures = dict[str, Any]  # of one agent in one match


def main(words: Sequence[str] | None = None) -> int:
    """0 when both matches are over, 130 when one was interrupted, 2 when there is no such match."""
    given = _parser().parse_args(words)
    try:
        _check(given)
        matches = []
        for agents in (given.agents, given.agents[::-1]):
            found = play_match(_of(given, agents))
            if found is None:
                return INTERRUPTED
            match, kept = found
            with suppress(OSError):  # as in shugi arena, that is no reason to stop
                kept.save(match, kept.seconds)  # the other one may be stopped yet
            matches.append(found)
    except (AgentError, RulesError, UserError) as error:
        print(error, file=sys.stderr)
        return 2
    told = [described(match.record(), kept.seconds) for match, kept in matches]
    if given.json:
        day = datetime.now(UTC).date().isoformat()
        print_json({"rules": given.rules, "seed": given.seed, "date": day, "matches": plain(told)})
    else:
        print(*map(markdown, told), sep="\n")
    for _, kept in matches:
        kept.forget()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_match(parser)
    parser.set_defaults(**NOT_HERE)
    return parser


def _of(given: argparse.Namespace, agents: Sequence[str]) -> argparse.Namespace:
    one = copy(given)
    one.agents = list(agents)
    return one


def _check(given: argparse.Namespace) -> None:
    check_match(given)
    if len({*given.agents}) != 2 or len(given.agents) != 2:
        raise UserError("give two different --agents")
    rules = load_rules(given.rules)
    chips = rules.fields()["shugi_value"] or unit_of(rules) != THOUSANDS
    if rules.seats not in RANKING or chips:
        raise UserError(
            f"{rules.name} has no ranking points: give riichi of 3 or 4 players without chips"
        )


def described(record: MatchRecord, seconds: float) -> Figures:
    """A match: its size, and the figures of its agents, the lone one first."""
    names, agents = record.names, range(len(record.names))
    sets, games = record.hands.shape
    return {
        "title": f"{names[0]} alone among copies of {names[1]}",
        "sets": sets,
        "games": sets * games,
        "hands": int(record.hands.sum()),
        "seconds": round(seconds, 1),
        "agents": {names[k]: figures(record, k) for k in agents},
    }


def figures(record: MatchRecord, agent: int) -> Figures:
    """What the tables show of an agent; its style in 100 hands has no interval."""
    seats = record.rules.seats
    points = judge(plain_points(record)).agents[agent]

    def per_game(worth: Sequence[float]) -> Estimate:
        return judge(by_places(record, worth)).agents[agent].per_game

    shares = (100 * np.eye(seats)).tolist()
    return {
        "points/1000 a hand": points.per_hand,
        "points/1000 a game": points.per_game,
        "ranking points a game": per_game(RANKING[seats]),
        "mean place": per_game(range(1, seats + 1)),
        **{
            f"{nth}, in 100 games": per_game(share) for nth, share in zip(NTH, shares, strict=False)
        },
        **{name: points.per_100_hands[name] for name in STYLE},
    }


def by_places(record: MatchRecord, worth: Sequence[float]) -> MatchRecord:
    """The record with the worth of its place as the result of each seat.

    Results order the places: uma tells equal points apart, and without it earlier seats are ahead.
    """
    order = np.argsort(-record.result, axis=2, kind="stable")
    return replace(record, result=np.asarray(worth, np.float64)[np.argsort(order, axis=2)])


def plain_points(record: MatchRecord) -> MatchRecord:
    """The record without uma and oka, in thousands of points."""
    fields, seats = record.rules.fields(), record.rules.seats
    unit, uma = fields["points_per_unit"], fields["uma"]
    oka = fields["oka"] / unit
    prizes = np.array([*uma, -sum(uma)][:seats]) - oka / seats
    prizes[0] += oka
    points = (record.result - by_places(record, prizes).result) * unit / 1000
    return replace(record, result=points)


def markdown(told: Figures) -> str:
    agents = told["agents"]
    rows = [
        [name.replace("_", " "), *(_text(name, one[name]) for one in agents.values())]
        for name in next(iter(agents.values()))
    ]
    size = f"{told['sets']:,} sets, {told['games']:,} games, {told['hands']:,} hands"
    return f"{told['title']}: {size}\n\n{table(['', 'alone', 'each other'], rows, 2)}\n"


def _text(name: str, value: Estimate | float) -> str:
    if not isinstance(value, Estimate):
        return f"{value:.1f}"
    return interval(value, sign="+" if "points" in name else "-")


if __name__ == "__main__":
    sys.exit(main())
