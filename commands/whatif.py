"""What if one thing were otherwise? Positions in pairs that differ by one fact, or by one option.

Positions are collected and valued as `shugi decisions` does it. Then one fact is changed in each (a
tile of the wait lies in a river, an opponent has not declared, ...), or an option of the rules is,
and it is valued again in the same deals. Where the act becomes right or wrong by that, or twice as
good or bad, an agent that understands the decision must move with it. Everything is kept: Ctrl-C
loses a few seconds, and the same command goes on.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shugi._fast.rules.compile import Rules
from shugi._fast.rules.options import OPTIONS
from shugi.agents import make_agent
from shugi.commands.options import kept_when_stopped, workers_of
from shugi.commands.studying import (
    BASELINE,
    add_continuation,
    add_study,
    check_study,
    opened_study,
    settings_of,
)
from shugi.envs.gains import prices_of
from shugi.envs.rulesets.file import parse_value
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.plain import plain
from shugi.training.lab.changes import FACTS
from shugi.training.lab.settings import Settings
from shugi.training.lab.study import Study
from shugi.training.lab.whatif import (
    Dose,
    Effect,
    Pairs,
    dose,
    effect,
    join_pairs,
    judge_study,
    of_fact,
    of_option,
    pairs_of,
    write_curve,
)
from shugi.training.terminal.console import console, print_json, show_table, table_of
from shugi.training.terminal.errors import UserError
from shugi.training.terminal.extras import require
from shugi.training.terminal.interval import interval
from shugi.training.terminal.progress import Meter

DEFAULTS = Settings("", [], [], probes=200)
NAMES = [fact.name for fact in FACTS]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a rule set by name or file")
    parser.add_argument(
        "--agents", nargs="+", default=[], metavar="AGENT", help="who must move with the change"
    )
    add_study(parser, DEFAULTS, f"{BASELINE} and --agents")
    parser.add_argument(
        "--facts", metavar="NAME,NAME", help=f"of {', '.join(NAMES)} (default: all of them)"
    )
    parser.add_argument(
        "--option", metavar="NAME", help="change this option of the rules instead of facts"
    )
    parser.add_argument(
        "--values", nargs="+", metavar="VALUE", help="the values of --option, lowest first"
    )
    add_continuation(parser, DEFAULTS)
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="with --option and one class: a curve, SVG"
    )
    parser.add_argument("--json", action="store_true", help="one object instead of tables")


@dataclass(frozen=True)
class ChangedClass:
    """A class of decisions: effects of facts; or doses, and the last's effect against the first."""

    name: str
    title: str
    effects: list[Effect]
    doses: list[Dose]

    def as_json(self) -> dict[str, Any]:
        doses = {"doses": plain(self.doses)} if self.doses else {}
        return {"class": self.name, "title": self.title, "effects": plain(self.effects)} | doses


def run(arguments: argparse.Namespace) -> int:
    """Raises: WorkStopped when it was interrupted (what was done is kept)."""
    _check(arguments)
    rules = load_rules(arguments.rules)
    with kept_when_stopped(), Meter(console(stderr=True)) as meter:
        classes, folder = _change_classes(arguments, rules, meter)
    unit = prices_of(rules).unit
    if arguments.picture is not None:
        changed = classes[0]
        title = f"{rules.name}: {changed.name}"
        write_curve(arguments.picture, title, arguments.option, unit, changed.doses)
        print(f"picture: {arguments.picture}", file=sys.stderr)
    if arguments.json:
        found = {"rules": rules.name, "unit": unit, "folder": str(folder)}
        print_json(found | {"classes": plain(classes)})
    else:
        for changed in classes:
            show(changed, arguments.option, unit, console())
    return 0


def _check(arguments: argparse.Namespace) -> None:
    check_study(arguments)
    if (arguments.option is None) != (arguments.values is None):
        raise UserError("--option and --values go together")
    if arguments.option is not None and arguments.facts is not None:
        raise UserError("--facts and --option are two kinds of change; give one of them")
    if arguments.option is not None and arguments.option not in OPTIONS:
        raise UserError(f"{arguments.option!r} is no option; see shugi rules {arguments.rules}")
    if arguments.picture is not None:
        if arguments.option is None or "," in (arguments.classes or ","):
            raise UserError("--picture needs --option and one class")
        require("--picture", "matplotlib")
    unknown = [name for name in _facts(arguments) if name not in NAMES]
    if unknown:
        raise UserError(f"unknown fact {unknown[0]!r}; there are {', '.join(NAMES)}")


def _facts(arguments: argparse.Namespace) -> list[str]:
    return NAMES if arguments.facts is None else str(arguments.facts).split(",")


def _change_classes(
    arguments: argparse.Namespace, rules: Rules, meter: Meter
) -> tuple[list[ChangedClass], Path]:
    """What is found of each class, and the folder of the study."""
    names = list(dict.fromkeys([BASELINE, *arguments.agents]))
    settings = settings_of(arguments, rules, names, arguments.continuation)
    with (
        workers_of(arguments) as workers,
        opened_study(arguments, settings, rules, names, meter, workers) as base,
    ):
        if arguments.option is None:
            return _of_facts(base, _facts(arguments), names), base.folder
        return _of_doses(base, arguments.option, arguments.values, names), base.folder


def _of_facts(base: Study, facts: Sequence[str], names: Sequence[str]) -> list[ChangedClass]:
    before = judge_study(base, names)
    wanted = [fact for fact in FACTS if fact.name in facts]
    changed = {fact.name: judge_study(of_fact(base, fact), names) for fact in wanted}
    return [
        ChangedClass(
            name,
            one.study.decision.title,
            _effects(
                {
                    fact.name: (fact.title, pairs_of(one, changed[fact.name][name]))
                    for fact in wanted
                }
            ),
            [],
        )
        for name, one in before.items()
    ]


def _effects(changes: Mapping[str, tuple[str, Pairs]]) -> list[Effect]:
    """The effect of each change, and of all of them together."""
    every = dict(changes)
    if len(changes) > 1:
        every["all"] = ("all of these", join_pairs([pairs for _, pairs in changes.values()]))
    effects = [effect(name, title, pairs) for name, (title, pairs) in every.items()]
    return [one for one in effects if one is not None]


def _of_doses(
    base: Study, option: str, values: Sequence[str], names: Sequence[str]
) -> list[ChangedClass]:
    precision = base.settings.precision
    studies = [
        of_option(
            base,
            option,
            value,
            lambda name, rules: make_agent(name, rules, precision, programs=True),
        )
        for value in map(parse_value, values)
    ]
    every = [judge_study(study, names) for study in studies]
    changed = []
    for one in base.classes:
        doses = [
            dose(parse_value(value), classes[one.name])
            for value, classes in zip(values, every, strict=True)
        ]
        pairs = pairs_of(every[0][one.name], every[-1][one.name])
        title = f"{option} from {values[0]} to {values[-1]}"
        ends = {f"{values[0]} to {values[-1]}": (title, pairs)}
        known = [own for own in doses if own is not None]
        changed.append(ChangedClass(one.name, one.title, _effects(ends), known))
    return changed


# ------------------------------------------------------------------------------------- for people


def show(one: ChangedClass, option: str | None, unit: str, screen: Console) -> None:
    """Print the tables of a class.

    Args:
        one: the class.
        option: that was changed; None: facts were.
        unit: of the values.
        screen: where to print.
    """
    screen.print(f"\n{one.name}: {one.title}", style="bold")
    if one.doses:
        show_table(_dose_table(one.doses, str(option), unit), screen)
    if not one.effects:
        screen.print("no position could be changed and valued")
        return
    show_table(_effect_table(one.effects, unit), screen)
    show_table(_agent_table(one.effects), screen)


def _dose_table(doses: Sequence[Dose], option: str, unit: str) -> Table:
    acting = [f"{name} acts" for name in doses[0].acts]
    heads = [f"worth of the act, {unit}", "act is right", *acting, "positions"]
    table = table_of([option], heads, box=None)
    for one in doses:
        acts = [f"{own.mean:.0%}" for own in one.acts.values()]
        worth = interval(one.difference)
        table.add_row(str(one.value), worth, f"{one.right:.0%}", *acts, str(one.probes))
    return table


def _effect_table(effects: Sequence[Effect], unit: str) -> Table:
    heads = ["pairs", "the act becomes right or wrong", "twice or half as much"]
    heads.append(f"worth of the act moves by, {unit}")
    table = table_of(["what is changed"], heads, box=None)
    for one in effects:
        shift = interval(one.shift)
        table.add_row(one.title, str(one.pairs), str(one.turned), str(one.doubled), shift)
    return table


def _agent_table(effects: Sequence[Effect]) -> Table:
    heads = ["change", "agent"], ["pairs", "moves with it", "95 %", "right before and after"]
    table = table_of(*heads, title="where it matters", title_justify="left", box=None)
    for one in effects:
        for own in one.agents if one.turned + one.doubled else ():
            right = "" if own.right != own.right else f"{own.right:.0%}"
            interval = f"{own.low:.0%} to {own.high:.0%}"
            row = (one.change, own.agent, str(own.pairs), f"{own.with_it:.0%}", interval, right)
            table.add_row(*row)
    return table
