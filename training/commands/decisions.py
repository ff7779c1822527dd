"""What agents' decisions are worth: riichi, open riichi, floats, disclosure, kans, push or fold.

Positions at which the decision is a real choice are collected from play; every plan there is played
out from re-dealt copies, the same deals for all plans; and each agent is asked what it does.
Everything is kept in the study's folder: Ctrl-C or a kill loses a few seconds, and the same command
goes on. Values are what the seat gains to the hand's end, in the unit of the rule set.

Agents: random, baseline, baseline:STYLE, a checkpoint or run folder (add :sample to draw its
actions from the policy). docs/decisions.md says what the numbers mean.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from shugi._fast.rules import Rules
from shugi.agents import Agent, AgentError, make_agent
from shugi.envs.gains import worth_of
from shugi.envs.rules import load_rules
from shugi.training.commands import UserError
from shugi.training.lab.classes import CLASSES, chosen_classes
from shugi.training.lab.study import ClassStudy, Settings, Study, default_folder
from shugi.training.progress import Meter

BASELINE = "baseline"
REFERENCE = "baseline:plain"
DEFAULTS = Settings("", [], [])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a rule set by name or file")
    parser.add_argument(
        "--agents",
        nargs="+",
        default=[],
        metavar="AGENT",
        help="whose choices are judged, beside the baseline's",
    )
    parser.add_argument(
        "--classes",
        metavar="NAME,NAME",
        help=f"of {', '.join(one.name for one in CLASSES)} (default: all that the rules have)",
    )
    parser.add_argument(
        "--sources",
        nargs="+",
        metavar="AGENT",
        help="whose play the positions come from, in equal parts "
        f"(default: {BASELINE}, the agents judged, {REFERENCE})",
    )
    parser.add_argument(
        "--probes",
        type=int,
        default=DEFAULTS.probes,
        help=f"positions of each class ({DEFAULTS.probes})",
    )
    parser.add_argument(
        "--deals", type=int, default=DEFAULTS.deals, help=f"of each position ({DEFAULTS.deals})"
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
    parser.add_argument(
        "--folder",
        type=Path,
        help="of the study; goes on with what is in it (default: runs/decisions/RULES-SETTINGS)",
    )
    parser.add_argument("--json", action="store_true", help="one object instead of tables")


def run(arguments: argparse.Namespace) -> int:
    """0 when everything is done, 130 when it was interrupted (what was done is kept)."""
    _check(arguments)
    rules = load_rules(arguments.rules)
    began = time.monotonic()
    try:
        settings, judged = _settings(arguments, rules)
        folder = arguments.folder or default_folder(settings, rules)
        agents = _agents({*settings.sources, settings.continuation, *judged}, rules)
        if "torch" in sys.modules:  # an agent needs it
            sys.modules["torch"].set_num_threads(max(1, arguments.threads // 2))
        with Meter(Console(stderr=True)) as meter:
            meter.say(f"study in {folder}")
            study = Study(settings, rules, agents, folder, arguments.threads, meter.show)
            found = study.run(judged)
    except AgentError as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"{error.filename or folder}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return 130
    answer = _answer(settings, rules, folder, found, time.monotonic() - began)
    if arguments.json:
        json.dump(answer, sys.stdout, indent=2)
        print()
    else:
        _show(answer, Console())
    return 0


def _check(arguments: argparse.Namespace) -> None:
    for name, least in (("probes", 1), ("deals", 1), ("hands", 1), ("threads", 1), ("seed", 0)):
        value = getattr(arguments, name)
        if value < least:
            raise UserError(f"--{name} must be at least {least}, not {value}")


def _settings(arguments: argparse.Namespace, rules: Rules) -> tuple[Settings, list[str]]:
    """The settings of the study, and the agents that it judges, baseline first."""
    names = None if arguments.classes is None else arguments.classes.split(",")
    classes = [one.name for one in chosen_classes(rules, names)]
    judged = list(dict.fromkeys([BASELINE, *arguments.agents]))
    sources = list(dict.fromkeys(arguments.sources or [*judged, REFERENCE]))
    given = {name: getattr(arguments, name) for name in ("rules", "continuation")}
    given |= {name: getattr(arguments, name) for name in ("probes", "deals", "hands", "seed")}
    return Settings(classes=classes, sources=sources, **given), judged


def _agents(names: set[str], rules: Rules) -> dict[str, Agent]:
    return {name: make_agent(name, rules) for name in sorted(names)}


# ------------------------------------------------------------------------------------- the answer


def _answer(
    settings: Settings, rules: Rules, folder: Path, found: Sequence[ClassStudy], seconds: float
) -> dict[str, Any]:
    return {
        "rules": rules.name,
        "unit": worth_of(rules).unit,
        "seed": settings.seed,
        "deals": settings.deals,
        "continuation": settings.continuation,
        "sources": settings.sources,
        "folder": str(folder),
        "classes": [_class_answer(one) for one in found],
        "seconds": round(seconds, 2),
    }


def _class_answer(one: ClassStudy) -> dict[str, Any]:
    act, values = one.values.act, [_mean(values) for values in one.values.values]
    best = [_best(mean, own) for mean, own in zip(values, act, strict=True)]
    other = [_best(mean, ~own) for mean, own in zip(values, act, strict=True)]
    return {
        "class": one.decision.name,
        "title": one.decision.title,
        "probes": len(one.probes),
        "opportunities": {
            source: {
                "per_1000_hands": seen.per_1000_hands,
                "hands_per_1000": seen.hands_per_1000,
                "hands_dealt": seen.dealt,
            }
            for source, seen in one.exposure.items()
        },
        "mean_value_of_act": _plain(best),
        "mean_value_of_other": _plain(other),
        "agents": [
            {
                "agent": name,
                "acts": _plain([s[a].sum() for s, a in zip(own.chosen, act, strict=True)]),
                "mean_value": _plain([s @ v for s, v in zip(own.chosen, values, strict=True)]),
            }
            for name, own in one.played.items()
        ],
    }


def _mean(values: Any) -> Any:
    """(plans,) over the deals that were found for all plans."""
    found = ~np.isnan(values).any(axis=0)
    return values[:, found].mean(axis=1) if found.any() else np.full(len(values), np.nan)


def _best(mean: Any, among: Any) -> float:
    return float(mean[among].max()) if among.any() else float("nan")


def _plain(values: Sequence[Any]) -> float | None:
    known = [float(value) for value in values if np.isfinite(value)]
    return float(np.mean(known)) if known else None


def _show(answer: dict[str, Any], console: Console) -> None:
    for one in answer["classes"]:
        console.print(_class_table(one, answer["unit"]))
    console.print(
        f"{answer['deals']} deals of each position, played on by {answer['continuation']}; "
        f"{answer['seconds']:,.0f} s; kept in {answer['folder']}",
        highlight=False,
    )


def _class_table(one: dict[str, Any], unit: str) -> Table:
    exposure = ", ".join(
        f"{source} {seen['per_1000_hands']:.1f}" for source, seen in one["opportunities"].items()
    )
    table = Table(
        title=f"{one['class']}: {one['title']}; {one['probes']} probes",
        caption=f"{unit}; opportunities per 1,000 hands of a player: {exposure}",
    )
    table.add_column("")
    table.add_column("acts", justify="right")
    table.add_column("mean value", justify="right")
    table.add_row("best act", "", _number(one["mean_value_of_act"]))
    table.add_row("best other", "", _number(one["mean_value_of_other"]))
    for agent in one["agents"]:
        acts = "" if agent["acts"] is None else f"{agent['acts']:.0%}"
        table.add_row(agent["agent"], acts, _number(agent["mean_value"]))
    return table


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:+.2f}"
