"""Review a recorded game: what each player's choices cost, and the dearest mistakes.

Every plan at every choice is played out from re-dealt copies of the position, the same deals for
all plans, as `shugi decisions` does; the best plan is found on some deals and valued on others.
Costs are what the seat loses to the hand's end, in the unit of the rule set. Ctrl-C prints what is
known by then. docs/decisions.md says what the numbers mean.
"""

import argparse
import time
from collections.abc import Generator
from contextlib import closing
from typing import Any

from rich.console import Console
from rich.table import Table

from shugi.commands.given_game import load_game
from shugi.commands.options import (
    add_cluster,
    add_precision,
    add_seed,
    check_numbers,
    made_agents,
    workers_of,
)
from shugi.envs.records.record import Record
from shugi.training.decisions.classes import CLASSES
from shugi.training.lab.choices_made import choices_in, steps_of
from shugi.training.lab.review import (
    OWN_CLASSES,
    ReviewedChoice,
    Reviewer,
    ReviewJob,
    ReviewSettings,
)
from shugi.training.lab.review_report import Reviewed
from shugi.training.terminal.console import (
    add_numbers,
    add_text,
    console,
    print_json,
    show_table,
    table_of,
)
from shugi.training.terminal.errors import INTERRUPTED
from shugi.training.terminal.interval import interval_in
from shugi.training.terminal.progress import Meter

BASELINE = "baseline"
DEFAULTS = ReviewSettings()
SHOWN = 10  # mistakes of a player


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a record (arena --record, table --record), or a log of another site; FILE#3 is its "
        "third game",
    )
    parser.add_argument(
        "--rules",
        metavar="RULES",
        help="by which a log of another site is played (default: what it says)",
    )
    parser.add_argument(
        "--seats", nargs="+", type=int, metavar="N", help="whose choices (default: everybody's)"
    )
    parser.add_argument(
        "--classes",
        metavar="NAME,NAME",
        help=f"only choices of {', '.join(one.name for one in CLASSES if not one.everyday)}, "
        f"{', '.join(OWN_CLASSES)}, or of a stage of a card game",
    )
    parser.add_argument(
        "--deals", type=int, default=DEFAULTS.deals, help=f"of each position ({DEFAULTS.deals})"
    )
    parser.add_argument(
        "--agents",
        nargs="+",
        default=[],
        metavar="AGENT",
        help="what these would have lost is told too, beside the baseline",
    )
    parser.add_argument(
        "--continuation",
        default=BASELINE,
        metavar="AGENT",
        help=f"who plays on, at all seats ({BASELINE})",
    )
    parser.add_argument(
        "--least",
        type=float,
        default=DEFAULTS.least,
        metavar="CHIPS",
        help=f"what a mistake costs at least ({DEFAULTS.least:g})",
    )
    add_seed(parser, "the re-deals")
    add_precision(parser)
    add_cluster(parser)
    parser.add_argument(
        "--json", action="store_true", help="one object, with the worth of every plan"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when everything is judged, 130 when it was interrupted."""
    check_numbers(arguments, threads=1)
    began = time.monotonic()
    record = load_game(arguments.file, arguments.rules)
    job = _job(record, arguments)
    made = made_agents(job.specs, job.rules, job.precision, arguments.threads)
    taken = choices_in(record.rules, steps_of(record))
    reviewer = job.reviewer(taken, made.__getitem__, arguments.threads)
    with workers_of(arguments) as workers:
        valued = workers.run(job, reviewer.chunks(), made)
        finished = _judge(reviewer, valued)
    found = Reviewed(reviewer, record.agents)
    answer = found.as_json() if arguments.json else found.summary()
    answer |= {
        "record": str(arguments.file),
        "finished": finished,
        "seconds": round(time.monotonic() - began, 2),
    }
    if arguments.json:
        print_json(answer)
    else:
        show(answer, console())
    return 0 if finished else INTERRUPTED


def _job(record: Record, arguments: argparse.Namespace) -> ReviewJob:
    names = None if arguments.classes is None else arguments.classes.split(",")
    settings = ReviewSettings(
        arguments.deals, arguments.seed, arguments.seats, names, arguments.least
    )
    judged = list(dict.fromkeys([BASELINE, *arguments.agents]))
    return ReviewJob(record.rules, settings, judged, arguments.continuation, arguments.precision)


def _judge(reviewer: Reviewer, valued: Generator[list[ReviewedChoice]]) -> bool:
    """Whether all was judged."""
    with Meter(console(stderr=True)) as meter, closing(valued):
        try:
            for positions in valued:
                reviewer.add(positions)
                choices = f"{len(reviewer.positions):,} of {len(reviewer.taken):,}"
                meter.show("review", reviewer.share, {"choices": choices})
        except KeyboardInterrupt:
            meter.say("stopped; this is what is known")
            return False
    return True


# ------------------------------------------------------------------------------------- for people


def show(answer: dict[str, Any], screen: Console) -> None:
    """The tables of an answer."""
    for player in answer["players"]:
        name = player["name"] or "unknown"
        screen.print(
            f"\nseat {player['seat']}, {name}: {_player_line(player, answer)}", style="bold"
        )
        if player["classes"]:
            show_table(_totals(player, answer["unit"]), screen)
        if player["mistakes"]:
            show_table(_mistakes(player["mistakes"], answer["unit"]), screen)
    screen.print(
        f"\n{answer['judged']} of {answer['choices']} choices, {answer['deals']} deals of each, "
        f"played on by {answer['continuation']}; {answer['seconds']:,.0f} s"
    )


def _player_line(player: dict[str, Any], answer: dict[str, Any]) -> str:
    cost = f"{player['choices']} choices, cost {interval_in(player['cost'], '-')} {answer['unit']}"
    others = (f"{agent} {interval_in(lost, '-')}" for agent, lost in player["agents"].items())
    return f"{cost} (in this place: {', '.join(others)})"


def _totals(player: dict[str, Any], unit: str) -> Table:
    table = table_of(["class"], ["choices", "clear mistakes", f"cost, {unit}"], box=None)
    for one in player["classes"]:
        table.add_row(
            one["class"], str(one["choices"]), str(one["mistakes"]), interval_in(one["cost"], "-")
        )
    return table


def _mistakes(mistakes: list[dict[str, Any]], unit: str) -> Table:
    more = len(mistakes) - SHOWN
    table = Table(box=None, caption=f"and {more} more (--json has them all)" if more > 0 else None)
    add_numbers(table, "decision")
    add_numbers(table, "hand")
    for heading in ("class", "played", "best"):
        add_text(table, heading)
    add_numbers(table, f"cost, {unit}")
    add_text(table, "")
    for mistake in mistakes[:SHOWN]:
        table.add_row(
            str(mistake["decision"]),
            str(mistake["hand"]),
            mistake["class"],
            _names_of(mistake["played"]),
            _names_of(mistake["best"]),
            interval_in(mistake["cost"], "-"),
            "too close to call" if mistake["close"] else "",
        )
    return table


def _names_of(steps: list[dict[str, Any]]) -> str:
    return " ".join(step["name"] for step in steps)
