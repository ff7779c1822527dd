"""Explain when riichi, floats, disclosure, kans and pushing are right, by pictures and a rule each.

Positions come from an agent's own play. Every plan there is played out, as `shugi decisions` does:
how often acting is right, and what a mistake costs. A tree of at most eight leaves, which asks what
a player can count at the table, is fitted to what the agent does in other games. --out writes a
page of Markdown with pictures. Everything is kept in the study's folder: the same command goes on.
"""

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shugi._fast.rules.compile import Rules
from shugi.agents.named import PREFIX, cards_for
from shugi.agents.standing import standing_line
from shugi.commands.options import check_numbers, command_line, kept_when_stopped, workers_of
from shugi.commands.studying import (
    BASELINE,
    add_continuation,
    add_study,
    check_study,
    opened_study,
    settings_of,
)
from shugi.envs.gains import prices_of
from shugi.envs.rulesets.rules import load_rules, resolve
from shugi.training.decisions.countable import counts_of
from shugi.training.judge.report import check_writable
from shugi.training.lab.explain import Explained, ask, count, explain
from shugi.training.lab.findings import Findings, Made, Rare
from shugi.training.lab.judged_class import judge
from shugi.training.lab.lessons import LESSONS, house_rules
from shugi.training.lab.settings import Settings
from shugi.training.lab.strategy_page import agreement_text, costs, facts_of, tree_lines, write_page
from shugi.training.lab.study import Study
from shugi.training.terminal.console import console, print_json, show_table, table_of
from shugi.training.terminal.errors import WorkStopped
from shugi.training.terminal.extras import require
from shugi.training.terminal.progress import Meter

DEFAULTS = Settings("", [], [], probes=480, rounds=1, hands=30_000)
FITTED = 4000  # positions that a tree is fitted to
OTHER_GAMES = 1000  # added to the seed for them
NAME = "fitted"  # of their folder within the study's
Classes = list[Explained | Rare]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a rule set by name or file")
    parser.add_argument(
        "agent",
        nargs="?",
        metavar="AGENT",
        help="whose play is explained (default: the checkpoint for these rules, or the baseline)",
    )
    add_study(parser, DEFAULTS, "the agent's")
    parser.add_argument(
        "--fit", type=int, default=FITTED, help=f"positions that a tree is fitted to ({FITTED})"
    )
    add_continuation(parser, DEFAULTS)
    parser.add_argument(
        "--minutes",
        type=float,
        help="stop after so many, with status 130; the same command goes on",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write DIR/RULES.md and its pictures"
    )
    parser.add_argument("--json", action="store_true", help="one object instead of tables")


def run(arguments: argparse.Namespace) -> int:
    """Raises: WorkStopped when it was stopped, or the minutes are over (what was done is kept)."""
    check_study(arguments, fit=1)
    check_numbers(arguments, "minutes")
    require("shugi explain", "sklearn")
    if arguments.out is not None:
        check_writable(arguments.out, "--out")
    rules = load_rules(arguments.rules)
    agent = arguments.agent or usual_agent(rules)
    settings = settings_of(arguments, rules, [agent], arguments.continuation)
    with kept_when_stopped(), Meter(console(stderr=True)) as meter:
        classes, folder = _classes(arguments, rules, agent, settings, meter)
        findings = Findings(_make(arguments, rules, agent), classes)
        if arguments.out is not None:
            page = write_page(arguments.out, Path(rules.name).stem, findings)
            print(f"page: {page}", file=sys.stderr)
    if arguments.json:
        print_json(_as_json(findings, settings, folder))
    else:
        show(classes, rules, console())
    return 0


def usual_agent(rules: Rules) -> str:
    """The checkpoint that learnt these rules, and the fewest beside them; or the baseline."""
    cards = cards_for(rules)
    return PREFIX + cards[0].name if cards else BASELINE


def _classes(
    arguments: argparse.Namespace, rules: Rules, agent: str, settings: Settings, meter: Meter
) -> tuple[Classes, Path]:
    """What is found of each class, and the folder of the study."""
    other = replace(settings, probes=arguments.fit, seed=settings.seed + OTHER_GAMES)
    with (
        workers_of(arguments) as workers,
        opened_study(arguments, settings, rules, [agent, BASELINE], meter, workers) as study,
    ):
        study.show = _until(arguments.minutes, meter)
        fitted = replace(study, settings=other, folder=study.folder / NAME)
        return _explain_classes(study, fitted, agent), study.folder


def _until(minutes: float | None, meter: Meter) -> Callable[[str, float, Mapping[str, str]], None]:
    """Shows what is done, and stops when the minutes are over."""
    end = None if minutes is None else time.monotonic() + 60 * minutes

    def show(phase: str, done: float, numbers: Mapping[str, str]) -> None:
        meter.show(phase, done, numbers)
        if end is not None and time.monotonic() >= end:
            raise WorkStopped

    return show


def _explain_classes(study: Study, fitted: Study, agent: str) -> Classes:
    others = [probe for probes, _ in fitted.collect() for probe in probes]
    judged = [*dict.fromkeys([BASELINE, agent])]
    classes: Classes = []
    for studied in study.run(judged):
        decision = studied.decision
        asked = ask(fitted, decision, [p for p in others if p.name == decision.name], agent)
        numbers = count(study, decision, studied.probes)
        valued = judge(studied, BASELINE, prices_of(study.rules), {}, study.settings.seed)
        explained = explain(valued, numbers, asked, agent, BASELINE, study.settings.seed)
        dealt = sum(seen.dealt for seen in studied.exposure.values())
        classes.append(explained or Rare(decision.name, len(studied.probes), dealt))
    return classes


# ---- what is told


def _make(arguments: argparse.Namespace, rules: Rules, agent: str) -> Made:
    return Made(
        resolve(arguments.rules).title,
        rules,
        agent,
        command_line("explain", add_arguments, arguments),
        datetime.now(UTC).date().isoformat(),
        arguments.seed,
        arguments.deals,
        arguments.continuation,
        standing_line(rules),
    )


def _as_json(findings: Findings, settings: Settings, folder: Path) -> dict[str, Any]:
    plain, rules = findings.as_json(), findings.made.rules
    for one in plain["classes"]:
        if "tree" in one:
            options = house_rules(rules, one["class"])
            one["house_rules"] = {rule.name: rule.value for rule in options}
    return plain | {
        "unit": prices_of(rules).unit,
        "sources": settings.sources,
        "rounds": settings.rounds,
        "folder": str(folder),
    }


def show(classes: Classes, rules: Rules, screen: Console) -> None:
    """Print the tables of all classes.

    Args:
        classes: what was found of each.
        rules: that were studied.
        screen: where to print.
    """
    for finding in classes:
        lesson = LESSONS[finding.name]
        screen.print(f"\n{lesson.title}", style="bold")
        if isinstance(finding, Rare):
            screen.print(
                f"{finding.positions} positions in {finding.hands:,} hands: too few to say more"
            )
            continue
        table = table_of([""], [""], box=None, show_header=False)
        for name, value in facts_of(finding, lesson):
            table.add_row(name, value)
        show_table(table, screen)
        screen.print(f"\nwhen to {lesson.act}:")
        for line in tree_lines(finding, lesson, counts_of(rules, finding.name)):
            screen.print(line.replace("**", ""), soft_wrap=True)
        screen.print(agreement_text(finding), soft_wrap=True)
        show_table(_cost_table(finding), screen)


def _cost_table(one: Explained) -> Table:
    caption = f"what it costs, {one.unit} a decision; 95 % intervals"
    table = table_of(["who decides"], ["act or not", "the tile too"], box=None, caption=caption)
    for row in costs(one):
        table.add_row(*row)
    return table
