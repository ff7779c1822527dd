"""Play agents against each other: duplicate deals, every seat order, chips with intervals.

A set is one seed played once in every distinct order of the agents over the seats. With fewer
agents than seats the last one fills up (A B: A against two copies of B; A A B turns that round);
with more, every choice of them plays. `shugi agents` tells how agents are named.
"""

import argparse
import json
import math
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shugi._fast.rules import Rules
from shugi.agents import Agent, AgentError, make_agent
from shugi.envs.files import told
from shugi.envs.rules import load_rules
from shugi.training.commands import UserError
from shugi.training.estimate import Estimate
from shugi.training.match import Match, Record
from shugi.training.outcome import Outcome, as_json, judge
from shugi.training.progress import Meter

SETS = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a rule set by name or file")
    parser.add_argument("--agents", nargs="+", required=True, metavar="AGENT", help="who plays")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--sets", type=int, help=f"sets to play (default: {SETS})")
    length.add_argument("--hands", type=int, help="play sets until this many hands are over")
    length.add_argument("--seconds", type=float, help="play sets for about this long")
    parser.add_argument("--seed", type=int, default=1, help="of the walls (default: 1)")
    parser.add_argument("--threads", type=int, default=2, help="for engine and networks (2)")
    parser.add_argument("--json", action="store_true", help="one object instead of tables")
    parser.add_argument(
        "--record",
        type=Path,
        metavar="DIR",
        help="keep the games of the first set, for shugi replay",
    )
    parser.add_argument(
        "--report", type=Path, metavar="DIR", help="write DIR/index.html with plots"
    )


def run(arguments: argparse.Namespace) -> int:
    _check(arguments)
    rules = load_rules(arguments.rules)
    try:
        agents, members = _agents(arguments.agents, rules)
        if "torch" in sys.modules:  # an agent needs it
            sys.modules["torch"].set_num_threads(max(1, arguments.threads // 2))
        recorded = int(arguments.record is not None)
        match = Match(rules, agents, arguments.seed, arguments.threads, members, recorded)
        began = time.monotonic()
        record = _play(match, arguments)
    except AgentError as error:
        raise UserError(str(error)) from None
    outcome, seconds = judge(record), time.monotonic() - began
    if arguments.record is not None:
        _save_records(match, arguments.record)
    if arguments.report is not None:
        from shugi.training.report import write_report

        page = write_report(arguments.report, record, outcome, _command(arguments))
    if arguments.json:
        more = {"seed": arguments.seed, "seconds": round(seconds, 2)}
        json.dump(as_json(outcome, **more), sys.stdout, indent=2)
        print()
    else:
        show(outcome, Console())
        print(f"{outcome.hands / seconds:,.0f} hands per second, {seconds:.0f} s")
        if arguments.report is not None:
            print(f"report: {page}")
    return 0


def _check(arguments: argparse.Namespace) -> None:
    for name in ("sets", "hands", "seconds", "threads"):
        value = getattr(arguments, name)
        if value is not None and not 0 < value < math.inf:
            raise UserError(f"--{name} must be more than 0, not {value}")
    if arguments.seed < 0:
        raise UserError(f"--seed must not be negative, {arguments.seed} was given")


def _agents(specs: list[str], rules: Rules) -> tuple[dict[str, Agent], list[str]]:
    """Agents by name, and the names at a table. The same text twice is the same agent at more of
    the seats; but where all are the same they are told apart: that should show no difference."""
    made = {spec: make_agent(spec, rules) for spec in specs}
    if len(made) == 1 and len(specs) > 1:
        copies = {f"{spec}#{i + 1}": made[spec] for i, spec in enumerate(specs)}
        return copies, list(copies)
    return made, specs


def _play(match: Match, arguments: argparse.Namespace) -> Record:
    began = time.monotonic()
    sets = arguments.sets
    if sets is None and arguments.hands is None and arguments.seconds is None:
        sets = SETS
    hands = played = 0
    with Meter(Console(stderr=True)) as meter:
        while True:
            step = match.sets_at_once
            if sets is not None:
                step = min(step, sets - played)
            match.play(step)
            played += step
            hands += int(match.hands[-1].sum())
            elapsed = time.monotonic() - began
            done = max(
                played / sets if sets is not None else 0.0,
                hands / arguments.hands if arguments.hands is not None else 0.0,
                elapsed / arguments.seconds if arguments.seconds is not None else 0.0,
            )
            speed = f"{hands / elapsed:,.0f}"
            meter.show(
                "arena", done, {"sets": f"{played:,}", "hands": f"{hands:,}", "hands/s": speed}
            )
            if done >= 1:
                return match.record()


def _save_records(match: Match, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table, recorder in enumerate(match.recorders, start=1):
            recorder.record.save(folder / f"game{table}.jsonl")
    except OSError as error:
        raise UserError(f"--record {told(error)}") from None


def show(outcome: Outcome, console: Console) -> None:
    """The tables of an outcome."""
    console.print(_result_table(outcome))
    console.print(_count_table(outcome))
    for difference in outcome.differences:
        console.print(
            f"{difference.first} - {difference.second}: {_interval(difference.per_hand)} "
            f"{outcome.unit.name} per hand{_verdict(difference.per_hand)}",
            highlight=False,
        )
    least = max(agent.per_hand.smallest_effect for agent in outcome.agents)
    console.print(
        f"A true {least:.2f} {outcome.unit.name} per hand or more would have shown "
        "in 80 % of such runs.",
        highlight=False,
    )


def _result_table(outcome: Outcome) -> Table:
    table = Table(
        title=f"{outcome.rules}: {outcome.sets:,} sets x {outcome.tables} games, "
        f"{outcome.hands:,} hands",
        caption=f"{outcome.unit.name}, with 95 % intervals over sets",
    )
    table.add_column("agent", overflow="fold")
    for heading in ("per hand", "per game", "hands"):
        table.add_column(heading, justify="right")
    seats = sorted({seat.seat for agent in outcome.agents for seat in agent.seats})
    for seat in seats:
        table.add_column(f"seat {seat}", justify="right")
    for agent in outcome.agents:
        at = {seat.seat: seat.per_hand for seat in agent.seats}
        table.add_row(
            agent.name,
            _interval(agent.per_hand),
            _interval(agent.per_game),
            f"{agent.hands:,}",
            *(_interval(at[seat]) if seat in at else "" for seat in seats),
        )
    return table


def _count_table(outcome: Outcome) -> Table:
    unit, chips = outcome.unit.in_hands, outcome.unit.kind == "chips"
    table = Table(caption=f"per 100 hands; {unit} by what they were for")
    table.add_column("")
    for agent in outcome.agents:
        table.add_column(agent.name, justify="right")
    for name in outcome.agents[0].per_100_hands:
        counts = [agent.per_100_hands[name] for agent in outcome.agents]
        if any(counts):
            table.add_row(name.replace("_", " "), *(f"{count:.1f}" for count in counts))
    by_cause = [a.chips_by_cause if chips else a.points_by_cause for a in outcome.agents]
    for cause in dict.fromkeys(cause for causes in by_cause for cause in causes):
        paid = [causes.get(cause, 0.0) for causes in by_cause]
        table.add_row(f"{unit}: {cause.replace('_', ' ')}", *(f"{one:+.1f}" for one in paid))
    return table


def _interval(value: Estimate) -> str:
    half = f"{value.half:.2f}" if math.isfinite(value.half) else "?"
    return f"{round(value.mean, 2) + 0.0:+.2f} ± {half}"  # + 0.0: no minus before a zero


def _verdict(value: Estimate) -> str:
    if value.low > 0:
        return ": the first is stronger"
    if value.high < 0:
        return ": the second is stronger"
    return ": no difference shown"


def _command(arguments: argparse.Namespace) -> str:
    given: dict[str, Any] = {
        name: getattr(arguments, name) for name in ("sets", "hands", "seconds")
    }
    length = "".join(f" --{name} {value}" for name, value in given.items() if value is not None)
    agents = " ".join(arguments.agents)
    return f"shugi arena {arguments.rules} --agents {agents}{length} --seed {arguments.seed}"
