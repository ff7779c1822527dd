"""What agents' decisions are worth: riichi, open riichi, floats, disclosure, kans, push or fold.

Positions at which the decision is a real choice are collected from play; every plan there is played
out from re-dealt copies, the same deals for all plans; and each agent is asked what it does.
Everything is kept in the study's folder: Ctrl-C or a kill loses a few seconds, and the same command
goes on. Values are what the seat gains to the hand's end, in the unit of the rule set.

Agents: random, baseline, baseline:STYLE, a checkpoint or run folder (add :sample to draw its
actions from the policy). docs/decisions.md says what the numbers mean.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shugi._fast.rules.compile import Rules
from shugi.agents.beliefs import DEALT
from shugi.agents.standing import fit_of, standing_line
from shugi.commands.options import check_report, command_line, kept_when_stopped, workers_of
from shugi.commands.studying import BASELINE, add_study, check_study, opened_study, settings_of
from shugi.envs.gains import prices_of
from shugi.envs.rulesets.rules import load_rules
from shugi.training.cluster.work import Workers
from shugi.training.lab.ban import BanLoss
from shugi.training.lab.judged_class import JudgedClass, judge
from shugi.training.lab.settings import Settings
from shugi.training.lab.study import Study, folder_name
from shugi.training.terminal.console import console, print_json, show_table, table_of
from shugi.training.terminal.interval import interval_in
from shugi.training.terminal.progress import Meter

REFERENCE = "baseline:rusher"  # a style that meets every class
BAN_GAMES = 1024
DEFAULTS = Settings("", [], [])
Bans = Mapping[str, BanLoss]  # by agent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a rule set by name or file")
    parser.add_argument(
        "--agents",
        nargs="+",
        default=[],
        metavar="AGENT",
        help="whose choices are judged, beside the baseline's",
    )
    add_study(parser, DEFAULTS, f"{BASELINE}, the agents judged, {REFERENCE}")
    parser.add_argument(
        "--continuation",
        nargs="+",
        default=[DEFAULTS.continuation],
        metavar="AGENT",
        help=f"who plays on, at all seats ({DEFAULTS.continuation}); with several there is a study "
        "for each, and the lowest skill counts",
    )
    parser.add_argument(
        "--dealt",
        choices=DEALT,
        default=DEFAULTS.dealt,
        help="how others' hands are dealt again: likely, as far from ready as in play and "
        "explaining the last discards, or any, all that are possible alike (default: likely)",
    )
    parser.add_argument(
        "--ban",
        type=int,
        nargs="?",
        const=BAN_GAMES,
        metavar="GAMES",
        help="also play the agents against themselves with the act banned "
        f"({BAN_GAMES:,} games of each if no number is given)",
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar="DIR",
        help="write DIR/index.html with plots and the most expensive mistakes",
    )
    parser.add_argument("--json", action="store_true", help="one object instead of tables")


@dataclass(frozen=True)
class JudgedStudy:
    """A study, and what it says of agents."""

    settings: Settings
    folder: Path
    classes: list[JudgedClass]
    seconds: float

    def as_json(self, rules: Rules) -> dict[str, Any]:
        fit = fit_of(rules)
        return {
            "rules": rules.name,
            "unit": prices_of(rules).unit,
            "standing": None if fit is None else asdict(fit),
            **{k: v for k, v in asdict(self.settings).items() if k not in ("rules", "classes")},
            "folder": str(self.folder),
            "classes": [one.as_json() for one in self.classes],
            "seconds": round(self.seconds, 2),
        }


def run(arguments: argparse.Namespace) -> int:
    """Raises: WorkStopped when it was interrupted (what was done is kept)."""
    check_study(arguments, ban=1)
    check_report(arguments)
    rules = load_rules(arguments.rules)
    studies: list[JudgedStudy] = []
    answers = []
    with kept_when_stopped(), workers_of(arguments) as workers:
        for continuation in dict.fromkeys(arguments.continuation):
            with Meter(console(stderr=True)) as meter:
                studies.append(_run_study(arguments, rules, continuation, studies, meter, workers))
            answers.append(studies[-1].as_json(rules))
            if not arguments.json:
                show(answers[-1], console())
    if arguments.json:
        several = {"rules": rules.name, "studies": answers, "lowest": lowest(answers)}
        print_json(answers[0] if len(answers) == 1 else several)
    else:
        if len(answers) > 1:
            show_table(_lowest_table(answers), console())
        print(standing_line(rules))
    if arguments.report is not None:
        _report(arguments, rules, studies)
    return 0


def _run_study(
    arguments: argparse.Namespace,
    rules: Rules,
    continuation: str,
    earlier: Sequence[JudgedStudy],
    meter: Meter,
    workers: Workers,
) -> JudgedStudy:
    """The study in which one agent plays on. Bans are those of an earlier study, if there is one:
    they do not depend on who plays on."""
    began = time.monotonic()
    settings, judged = _settings(arguments, rules, continuation)
    folder = None
    if arguments.folder and len({*arguments.continuation}) > 1:
        folder = arguments.folder / folder_name(continuation)
    bans = {one.study.decision.name: one.bans for done in earlier for one in done.classes}
    with opened_study(arguments, settings, rules, judged, meter, workers, folder) as study:
        classes = _judge_classes(study, judged, arguments.ban, bans)
    return JudgedStudy(settings, study.folder, classes, time.monotonic() - began)


def _report(arguments: argparse.Namespace, rules: Rules, studies: Sequence[JudgedStudy]) -> None:
    """A page for each study, the first of them in the folder itself."""
    from shugi.training.lab.page import write_page

    judged = ", ".join(dict.fromkeys([BASELINE, *arguments.agents]))
    for number, study in enumerate(studies):
        continuation = study.settings.continuation
        folder = arguments.report / folder_name(continuation) if number else arguments.report
        title = f"Decisions in {rules.name}: {judged}"
        title += f", played on by {continuation}" if len(studies) > 1 else ""
        words = (
            title,
            command_line("decisions", add_arguments, arguments),
            BASELINE,
            standing_line(rules),
        )
        page = write_page(folder, study.classes, *words)
        print(f"report: {page}", file=sys.stderr)


def _judge_classes(
    study: Study, judged: Sequence[str], ban: int | None, earlier: Mapping[str, Bans]
) -> list[JudgedClass]:
    """Everything about the agents; the baseline's bans are tested where nobody else is judged."""
    worth = prices_of(study.rules)
    tested = judged[1:] or judged
    classes = []
    for studied in study.run(judged):
        bans = earlier.get(studied.decision.name)
        if bans is None:
            ask = tested if ban and studied.probes else []
            losses = {name: study.ban(name, studied.decision, ban or 0) for name in ask}
            bans = {name: loss for name, loss in losses.items() if loss is not None}
        classes.append(judge(studied, BASELINE, worth, bans, study.settings.seed))
    return classes


def lowest(answers: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The lowest skill of each class and agent, its lower end, and whether all verdicts agree."""
    rows = []
    for classes in zip(*(answer["classes"] for answer in answers), strict=True):
        for agents in zip(*(one["agents"] for one in classes), strict=True):
            if agents[0]["agent"] == BASELINE:
                continue
            skills = [agent["skill"] for agent in agents]
            means = [number for one in skills for number in (one["mean"], one["cautious"])]
            ends = [number for one in skills for number in (one["ci95"][0], one["cautious_low"])]
            learned = all(agent["verdict"] == "learned" for agent in agents)
            rows.append(
                {
                    "class": classes[0]["class"],
                    "agent": agents[0]["agent"],
                    "skill": None if None in means else min(means),
                    "low": None if None in ends else min(ends),
                    "verdict": "learned" if learned else "not learned",
                }
            )
    return rows


def _lowest_table(answers: Sequence[Mapping[str, Any]]) -> Table:
    title = "the lowest skill of all who play on"
    heads = ["class", "agent"], ["skill", "from", ""]
    table = table_of(*heads, box=None, title=title, title_justify="left")
    for row in lowest(answers):
        numbers = ("?" if row[key] is None else f"{row[key]:.2f}" for key in ("skill", "low"))
        table.add_row(row["class"], row["agent"], *numbers, row["verdict"])
    return table


def _settings(
    arguments: argparse.Namespace, rules: Rules, continuation: str
) -> tuple[Settings, list[str]]:
    """The settings of the study, and the agents that it judges, baseline first."""
    judged = list(dict.fromkeys([BASELINE, *arguments.agents]))
    sources = [*judged, REFERENCE]
    return settings_of(arguments, rules, sources, continuation, dealt=arguments.dealt), judged


# ------------------------------------------------------------------------------------- for people


def show(answer: dict[str, Any], screen: Console) -> None:
    """The tables of an answer."""
    for judged in answer["classes"]:
        screen.print(f"\n{judged['class']}: {judged['title']}", style="bold")
        for line in _about(judged, answer["unit"]):
            screen.print(line)
        if judged["agents"]:
            show_table(_table(judged, answer["unit"]), screen)
        for agent in judged["agents"]:
            if agent["agent"] != judged["baseline"] and agent["skill_by_source"]:
                skills = agent["skill_by_source"].items()
                text = "; ".join(f"{source} {_bounds(skill)}" for source, skill in skills)
                screen.print(f"{agent['agent']} by whose play the positions are: {text}")
    screen.print(
        f"\n{answer['deals']} deals of each position, played on by {answer['continuation']}; "
        f"{answer['seconds']:,.0f} s; kept in {answer['folder']}"
    )


def _about(one: dict[str, Any], unit: str) -> list[str]:
    seen = one["opportunities"].items()
    lines = [
        "opportunities per 1,000 hands of a player: "
        + ", ".join(f"{source} {chances['per_1000_hands']:.1f}" for source, chances in seen)
    ]
    if not one["agents"]:
        return [f"{one['probes']} probes: too few to judge", *lines]
    worth = interval_in(one["difference"])
    lines += [
        f"{one['probes']} probes, {one['real_probes']} of them with a real choice; "
        f"to act is worth {worth} {unit} more than not to",
        f"{one['effective_deals']:,.0f} deals each; every regret may be up to {one['slack']:.2f} "
        "larger, and the skill as low as the second figure",
    ]
    return lines


def _table(one: dict[str, Any], unit: str) -> Table:
    heads = ["acts", "regret", "skill", "side", "AUC", "hits", "false alarms", "ban", ""]
    table = table_of([""], heads, box=None, caption=f"regret and ban in {unit}; 95 % intervals")
    for name in ("always", "never"):
        table.add_row(name, "", interval_in(one[f"regret_of_{name}"]))
    for agent in one["agents"]:
        ban, base = agent["ban"], agent["agent"] == one["baseline"]
        table.add_row(
            agent["agent"],
            _share(agent["acts"]),
            interval_in(agent["regret"]),
            "0" if base else _bounds(agent["skill"]),
            "0" if base else _bounds(agent["side_skill"]),
            interval_in(agent["auc"]),
            _share(agent["hits"]),
            _share(agent["false_alarms"]),
            "" if ban is None else interval_in(ban["loss_per_hand"]),
            "" if base else agent["verdict"],
        )
    return table


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}"


def _bounds(value: dict[str, Any]) -> str:
    """Both figures of the skill, and how far their intervals reach."""
    if value["mean"] is None:
        return ""
    low, high = ("?" if bound is None else f"{bound:.2f}" for bound in _ends(value))
    return f"{value['mean']:.2f}, {value['cautious']:.2f} ({low} to {high})"


def _ends(value: dict[str, Any]) -> tuple[float | None, float | None]:
    low, high = value["ci95"]
    lows = low, value["cautious_low"]
    return None if None in lows else min(lows), high
