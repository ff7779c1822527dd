"""Explain when riichi, floats, disclosure, kans and pushing are right, by pictures and a rule each.

Positions come from an agent's own play. Every plan there is played out, as `shugi decisions` does:
how often acting is right, and what a mistake costs. A tree of at most eight leaves, which asks what
a player can count at the table, is fitted to what the agent does in other games. --out writes a
page of Markdown with pictures. Everything is kept in the study's folder: the same command goes on.
"""

import argparse
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shugi._fast.rules.compile import Rules
from shugi.agents.base import AgentError
from shugi.agents.named import PREFIX, card_of
from shugi.agents.named import names as checkpoints
from shugi.agents.spec import make_agent
from shugi.agents.standing import standing_line
from shugi.envs.files import told
from shugi.envs.gains import prices_of
from shugi.envs.rules import load_rules, resolve
from shugi.training.commands.precision import add_precision
from shugi.training.decisions.classes import CLASSES, chosen_classes
from shugi.training.decisions.countable import counts_of
from shugi.training.lab.explain import Explained, ask, count, explain
from shugi.training.lab.judging import judge
from shugi.training.lab.lessons import LESSONS, house_rules
from shugi.training.lab.strategy_page import (
    Made,
    Rare,
    agreed,
    costs,
    tree_lines,
    write_page,
)
from shugi.training.lab.strategy_page import (
    told as told_of,
)
from shugi.training.lab.study import Settings, Study, claim, config_of, default_folder
from shugi.training.lab.valued import LEAST_DEALS
from shugi.training.run.folder import held
from shugi.training.terminal.console import add_numbers, add_text, console, print_json, show_table
from shugi.training.terminal.errors import INTERRUPTED, UserError
from shugi.training.terminal.extras import require
from shugi.training.terminal.progress import Meter

BASELINE = "baseline"
GENERALIST = "generalist"
DEFAULTS = Settings("", [], [], probes=480, rounds=1, hands=30_000)
FITTED = 4000  # positions that a tree is fitted to
OTHER_GAMES = 1000  # added to the seed for them
NAME = "fitted"  # of their folder within the study's
Found = list[Explained | Rare]


class TimeUp(Exception):
    """The minutes are over; what was done is kept."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a rule set by name or file")
    parser.add_argument(
        "agent",
        nargs="?",
        metavar="AGENT",
        help="whose play is explained (default: the checkpoint for these rules, or the baseline)",
    )
    parser.add_argument(
        "--classes",
        metavar="NAME,NAME",
        help=f"of {', '.join(one.name for one in CLASSES)} (default: all that the rules have, "
        "but for call and discard)",
    )
    parser.add_argument(
        "--sources",
        nargs="+",
        metavar="AGENT",
        help="whose play the positions come from, in equal parts (default: the agent's)",
    )
    parser.add_argument(
        "--probes",
        type=int,
        default=DEFAULTS.probes,
        help=f"positions of each class that are valued ({DEFAULTS.probes})",
    )
    parser.add_argument(
        "--fit", type=int, default=FITTED, help=f"positions that a tree is fitted to ({FITTED})"
    )
    parser.add_argument(
        "--deals", type=int, default=DEFAULTS.deals, help=f"of each position ({DEFAULTS.deals})"
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=DEFAULTS.rounds,
        help=f"then better plans are valued again, as in shugi decisions ({DEFAULTS.rounds})",
    )
    parser.add_argument(
        "--hands",
        type=int,
        default=DEFAULTS.hands,
        help="a source plays no more than about so many to find its positions "
        f"({DEFAULTS.hands:,})",
    )
    parser.add_argument(
        "--continuation",
        default=DEFAULTS.continuation,
        metavar="AGENT",
        help=f"who plays on, at all seats ({DEFAULTS.continuation})",
    )
    parser.add_argument("--seed", type=int, default=DEFAULTS.seed, help="of everything (1)")
    parser.add_argument("--threads", type=int, default=2, help="for engine and networks (2)")
    add_precision(parser)
    parser.add_argument(
        "--minutes",
        type=float,
        help="stop after so many, with status 130; the same command goes on",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        help="of the study; goes on with what is in it (default: runs/decisions/RULES-SETTINGS)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write DIR/RULES.md and its pictures"
    )
    parser.add_argument("--json", action="store_true", help="one object instead of tables")


def run(arguments: argparse.Namespace) -> int:
    """0 when everything is done, 130 when it was stopped (what was done is kept)."""
    _check(arguments)
    rules = load_rules(arguments.rules)
    agent = arguments.agent or usual_agent(rules)
    try:
        settings = _settings(arguments, rules, agent)
        folder = arguments.folder or default_folder(settings, rules)
        with Meter(console(stderr=True)) as meter:
            found = _found(arguments, rules, agent, settings, folder, meter)
        if arguments.out is not None:
            name = Path(rules.name).stem
            page = write_page(arguments.out, name, _made(arguments, rules, agent), found)
            print(f"page: {page}", file=sys.stderr)
    except AgentError as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(told(error)) from None
    except (KeyboardInterrupt, TimeUp):
        print("stopped; the same command goes on", file=sys.stderr)
        return INTERRUPTED
    if arguments.json:
        print_json(_as_json(arguments, rules, agent, settings, folder, found))
    else:
        show(found, rules, console())
    return 0


def usual_agent(rules: Rules) -> str:
    """The checkpoint of the rules' name, the one for many rule sets, or the rule baseline."""
    for name in (rules.name, GENERALIST):
        if name in checkpoints() and card_of(name).fits(rules):
            return PREFIX + name
    return BASELINE


def _check(arguments: argparse.Namespace) -> None:
    bounds = {
        "probes": 1,
        "fit": 1,
        "deals": LEAST_DEALS,
        "rounds": 0,
        "hands": 1,
        "threads": 1,
        "seed": 0,
    }
    for name, least in bounds.items():
        if getattr(arguments, name) < least:
            raise UserError(f"--{name} must be at least {least}, not {getattr(arguments, name)}")
    if arguments.minutes is not None and not arguments.minutes > 0:
        raise UserError(f"--minutes must be more than 0, not {arguments.minutes:g}")
    require("shugi explain", "sklearn")
    if arguments.out is not None:
        _prepare(arguments.out)


def _prepare(folder: Path) -> None:
    """See that a page can be written there, before there is work to lose."""
    require("--out", "matplotlib")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UserError(f"--out {folder}: {error.strerror or error}") from None


def _settings(arguments: argparse.Namespace, rules: Rules, agent: str) -> Settings:
    names = None if arguments.classes is None else arguments.classes.split(",")
    classes = [one.name for one in chosen_classes(rules, names)]
    numbers = ("probes", "deals", "rounds", "hands", "seed", "precision", "continuation")
    given = {name: getattr(arguments, name) for name in numbers}
    sources = list(dict.fromkeys(arguments.sources or [agent]))
    return Settings(arguments.rules, classes, sources, **given)


def _found(
    arguments: argparse.Namespace,
    rules: Rules,
    agent: str,
    settings: Settings,
    folder: Path,
    meter: Meter,
) -> Found:
    named = {*settings.sources, settings.continuation, agent, BASELINE}
    agents = {name: make_agent(name, rules, settings.precision) for name in sorted(named)}
    if "torch" in sys.modules:  # an agent needs it
        sys.modules["torch"].set_num_threads(max(1, arguments.threads // 2))
    show = _until(arguments.minutes, meter)
    other = replace(settings, probes=arguments.fit, seed=settings.seed + OTHER_GAMES)
    claim(folder, config_of(settings, rules))
    with held(folder):
        meter.say(f"study in {folder}")
        study = Study(settings, rules, agents, folder, arguments.threads, show)
        fitted = Study(other, rules, agents, folder / NAME, arguments.threads, show)
        return _explained(study, fitted, agent)


def _until(minutes: float | None, meter: Meter) -> Callable[[str, float, Mapping[str, str]], None]:
    """Shows what is done, and stops when the minutes are over."""
    end = None if minutes is None else time.monotonic() + 60 * minutes

    def show(phase: str, done: float, numbers: Mapping[str, str]) -> None:
        meter.show(phase, done, numbers)
        if end is not None and time.monotonic() >= end:
            raise TimeUp

    return show


def _explained(study: Study, fitted: Study, agent: str) -> Found:
    others = [probe for probes, _ in fitted.collect() for probe in probes]
    judged = [*dict.fromkeys([BASELINE, agent])]
    found: Found = []
    for one in study.run(judged):
        decision = one.decision
        asked = ask(fitted, decision, [p for p in others if p.name == decision.name], agent)
        numbers = count(study, decision, one.probes)
        valued = judge(one, BASELINE, prices_of(study.rules), {}, study.settings.seed)
        explained = explain(valued, numbers, asked, agent, BASELINE, study.settings.seed)
        dealt = sum(seen.dealt for seen in one.exposure.values())
        found.append(explained or Rare(decision.name, len(one.probes), dealt))
    return found


# ---- what is told


def _made(arguments: argparse.Namespace, rules: Rules, agent: str) -> Made:
    return Made(
        resolve(arguments.rules).title,
        rules,
        agent,
        _command(arguments),
        datetime.now(UTC).date().isoformat(),
        arguments.seed,
        arguments.deals,
        arguments.continuation,
        standing_line(rules),
    )


def _command(arguments: argparse.Namespace) -> str:
    """What was typed, as far as it differs from what is usual."""
    words = ["shugi", "explain", arguments.rules]
    words += [arguments.agent] if arguments.agent else []
    words += ["--sources", *arguments.sources] if arguments.sources else []
    usual: dict[str, Any] = {"classes": None, "fit": FITTED}
    numbers = ("probes", "deals", "rounds", "hands", "seed", "precision", "continuation")
    usual |= {name: getattr(DEFAULTS, name) for name in numbers}
    for name, value in usual.items():
        if getattr(arguments, name) != value:
            words += [f"--{name}", str(getattr(arguments, name))]
    return shlex.join([*words, "--out", "docs/strategy"])


def _as_json(
    arguments: argparse.Namespace,
    rules: Rules,
    agent: str,
    settings: Settings,
    folder: Path,
    found: Found,
) -> dict[str, Any]:
    classes = []
    for one in found:
        if isinstance(one, Rare):
            classes.append({"class": one.name, "positions": one.positions, "hands": one.hands})
            continue
        options = {rule.name: rule.value for rule in house_rules(rules, one.name)}
        classes.append(one.as_json() | {"house_rules": options})
    return {
        "rules": rules.name,
        "title": resolve(arguments.rules).title,
        "agent": agent,
        "unit": prices_of(rules).unit,
        "sources": settings.sources,
        "continuation": settings.continuation,
        "deals": settings.deals,
        "rounds": settings.rounds,
        "seed": settings.seed,
        "folder": str(folder),
        "classes": classes,
    }


def show(found: Found, rules: Rules, screen: Console) -> None:
    """The tables of an answer."""
    for one in found:
        lesson = LESSONS[one.name]
        screen.print(f"\n{lesson.title}", style="bold")
        if isinstance(one, Rare):
            screen.print(f"{one.positions} positions in {one.hands:,} hands: too few to say more")
            continue
        table = Table(box=None, show_header=False)
        add_text(table, "")
        add_numbers(table, "")
        for name, value in told_of(one, lesson):
            table.add_row(name, value)
        show_table(table, screen)
        screen.print(f"\nwhen to {lesson.act}:")
        for line in tree_lines(one, lesson, counts_of(rules, one.name)):
            screen.print(line.replace("**", ""), soft_wrap=True)
        screen.print(agreed(one), soft_wrap=True)
        show_table(_cost_table(one), screen)


def _cost_table(one: Explained) -> Table:
    table = Table(box=None, caption=f"what it costs, {one.unit} a decision; 95 % intervals")
    add_text(table, "who decides")
    add_numbers(table, "act or not")
    add_numbers(table, "the tile too")
    for row in costs(one):
        table.add_row(*row)
    return table
