"""Rank agents: every two of them in duplicate games, both ways, with one table at the end.

Of each pair a lone seat of the first plays at a table of the second, and the other way round, in
every seat and always on the same walls. The rating of an agent is what it gains per hand against
all others; its interval comes from a bootstrap over walls. What was played is kept in the run
folder: the same command goes on after a kill, and more sets or agents play only what is missing.
With --by-choices an agent that searches is compared with the one that it searches for by the
choices in which they differ, which needs far fewer games.
"""

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from shugi.commands.options import (
    add_by_choices,
    add_cluster,
    add_precision,
    add_seed,
    check_numbers,
    check_report,
    kept_when_stopped,
    set_torch_threads,
    tell_report,
    workers_of,
)
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.ladder import Ladder, default_agents
from shugi.training.judge.ladder_table import LadderTable, as_json, judge_ladder, ranking
from shugi.training.judge.match import unit_of
from shugi.training.run.folder import hold_folder
from shugi.training.terminal.console import (
    add_numbers,
    add_text,
    console,
    print_json,
    show_table,
    table_of,
)
from shugi.training.terminal.extras import require
from shugi.training.terminal.interval import mean_and_half
from shugi.training.terminal.progress import Meter

SETS, SLOW_SETS = 400, 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a rule set by name or file")
    parser.add_argument(
        "--agents",
        nargs="+",
        metavar="AGENT",
        help="who plays (default: random, the baseline and its styles, the trained agents that "
        "come with the package for these rules, rollout[at=verbs]:baseline); shugi list agents "
        "tells how they are named",
    )
    parser.add_argument("--sets", type=int, default=SETS, help=f"of each way (default: {SETS})")
    parser.add_argument(
        "--slow-sets",
        type=int,
        metavar="SETS",
        help=f"of each way in which an agent searches (default: {SLOW_SETS}, at most --sets)",
    )
    add_by_choices(
        parser,
        "of search[...]:AGENT against AGENT count only the choices that AGENT would not make, each "
        "played out on so many walls ({})",
    )
    add_seed(parser, "the walls")
    add_precision(parser)
    add_cluster(parser)
    parser.add_argument(
        "--run-dir", type=Path, help="where the games are kept (default: runs/ladder-RULES)"
    )
    parser.add_argument("--json", action="store_true", help="one object instead of tables")
    parser.add_argument(
        "--report", type=Path, metavar="DIR", help="write DIR/index.html with plots"
    )


def run(arguments: argparse.Namespace) -> int:
    _check(arguments)
    rules = load_rules(arguments.rules)
    folder = arguments.run_dir or Path("runs") / f"ladder-{Path(arguments.rules).stem}"
    slow = arguments.slow_sets or min(SLOW_SETS, arguments.sets)
    specs = arguments.agents or default_agents(rules)
    ladder = Ladder(
        rules,
        specs,
        folder,
        arguments.sets,
        slow,
        arguments.seed,
        arguments.threads,
        arguments.precision,
        arguments.by_choices,
    )
    set_torch_threads(arguments.threads)
    with (
        kept_when_stopped(),
        workers_of(arguments) as workers,
        hold_folder(folder),
        Meter(console(stderr=True)) as meter,
    ):
        ladder.play(lambda now: meter.show("ladder", now.done, _numbers(now)), workers)
    table = judge_ladder(ladder)
    unit = unit_of(rules).name
    if arguments.json:
        more = {"seed": arguments.seed, "by_choices": arguments.by_choices}
        print_json(as_json(ladder, table, unit, **more))
    else:
        show(ladder, table, unit, console())
    if arguments.report is not None:
        from shugi.training.judge.ladder_page import write_page

        tell_report(write_page(arguments.report, ladder, table, unit), arguments)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    require("shugi ladder", "openskill")
    check_numbers(arguments, sets=1, slow_sets=1, threads=1, by_choices=0, seed=0)
    check_report(arguments)


def _numbers(ladder: Ladder) -> dict[str, str]:
    played = sum(len(ladder.games[way]) >= sets for way, sets in ladder.sets.items())
    return {"ways": f"{played}/{len(ladder.sets)}", "hands": f"{ladder.hands:,}"}


def show(ladder: Ladder, table: LadderTable, unit: str, screen: Console) -> None:
    """Print the ranking, and every agent against every other.

    Args:
        ladder: as it was played.
        table: what it says.
        unit: of the gains.
        screen: where to print.
    """
    order = ranking(table)
    show_table(_ratings(ladder, table, unit, order), screen)
    show_table(_cross(table, unit, order), screen)
    pairs = len(order) * (len(order) - 1) // 2
    screen.print(
        f"* differs from zero in a test of all {pairs} pairs at 5 % (Holm). "
        f"{table.cyclic:.0%} of the squared gains fit no ranking; chance counts as such."
    )


def _ratings(ladder: Ladder, table: LadderTable, unit: str, order: list[int]) -> Grid:
    least, most = table.sets
    sets = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    grid = Grid(
        title=f"{ladder.rules.name}: {len(order)} agents, {sets} sets a way, {table.hands:,} hands",
        caption=f"{unit} per hand against the field, 95 % intervals over walls",
    )
    add_numbers(grid, "")
    add_text(grid, "agent")
    add_numbers(grid, "per hand")
    add_numbers(grid, "Plackett-Luce")
    for place, i in enumerate(order, start=1):
        rating = table.ratings[i]
        cells = [
            str(place),
            rating.name,
            f"{rating.rating:+.2f} ({rating.low:+.2f} to {rating.high:+.2f})",
        ]
        grid.add_row(*cells, mean_and_half(rating.skill, rating.spread, 1, "-"))
    return grid


def _cross(table: LadderTable, unit: str, order: list[int]) -> Grid:
    places = map(str, range(1, len(order) + 1))
    caption = f"{unit} per hand that the row gains against the column"
    grid = table_of(["agent"], places, caption=caption)
    for place, i in enumerate(order, start=1):
        cells = [
            "" if i == j else f"{table.gain[i, j]:+.1f}{'*' if table.proved[i, j] else ''}"
            for j in order
        ]
        grid.add_row(f"{place} {table.ratings[i].name}", *cells)
    return grid
