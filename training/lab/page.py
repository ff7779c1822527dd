"""A study of decisions as an HTML page: tables, plots, and the most expensive mistakes.

Each mistake is also a file of its own beside the page, a position that ``shugi show`` prints.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from shugi.agents.plans.plan import Plan
from shugi.envs.drawing import display
from shugi.envs.notation.position import load_position
from shugi.training.judge.estimate import Estimate
from shugi.training.judge.web import render, table
from shugi.training.lab.judged_class import JudgedClass
from shugi.training.lab.measure import AgentMeasure, ClassMeasure, verdict
from shugi.training.lab.plots import plots_of
from shugi.training.lab.probe_value import ProbeValue
from shugi.training.terminal.errors import UserError
from shugi.training.terminal.interval import interval

PAGES = Path(__file__).parent / "pages"
MISTAKES = 8  # of an agent in a class
PLANS = 5  # shown of a position, beside those that are played


@dataclass(frozen=True)
class Mistake:
    """A probe at which an agent gives something away."""

    value: ProbeValue
    plan: int
    """What it plays most often."""
    lost: float
    """Regret there; chosen for being large, so it overstates."""
    error: float
    """The standard error of what its plan is worth less than the best."""


def write_page(
    folder: Path,
    judged: Sequence[JudgedClass],
    title: str,
    command: str,
    baseline: str,
    standing: str = "",
) -> Path:
    """Write ``folder/index.html`` and ``folder/mistakes/*.txt``; return the page's path.

    Args:
        judged: the classes.
        title, command: of the page.
        baseline: whose mistakes are shown only where nobody else is judged.
        standing: what a hand's end is worth, as a sentence.

    Raises:
        UserError: matplotlib is not installed, or the folder cannot be written.
    """
    pages = folder / "index.html"
    try:
        (folder / "mistakes").mkdir(parents=True, exist_ok=True)
        text = render(
            "study.html",
            PAGES,
            title=title,
            command=command,
            standing=standing,
            verdicts=_verdicts(judged, baseline),
            sections=[_section(one, folder, baseline) for one in judged],
        )
        pages.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"--report {folder}: {error.strerror or error}") from None
    return pages


def mistakes(one: JudgedClass, agent: str, most: int = MISTAKES) -> list[Mistake]:
    """The probes at which an agent surely loses most, the dearest first.

    Surely: by regret less its standard error, and where its plan is worth less by all deals too.

    Args:
        one: the class of the probes.
        agent: one of those that were judged.
        most: how many are returned at most.
    """
    shares = one.study.played[agent].chosen
    costly = []
    for value, lost in zip(one.valued.probes, one.valued.regret(shares), strict=True):
        plan = int(shares[value.probe].argmax())
        error = float(value.errors[plan])
        if lost > error and plan != int(value.means.argmax()):
            costly.append(Mistake(value, plan, float(lost), error))
    costly.sort(key=lambda mistake: mistake.error - mistake.lost)
    return costly[:most]


# ---- tables


def _verdicts(judged: Sequence[JudgedClass], baseline: str) -> dict[str, Any]:
    rows = []
    for judged_class in judged:
        if judged_class.measured is None:
            continue
        for name in _agents_judged(judged_class, baseline):
            said = verdict(judged_class.measured, name, _ban_loss(judged_class, name))
            rows.append([judged_class.study.decision.name, name, str(said), "; ".join(said.failed)])
    return table(["class", "agent", "", "what fails"], rows)


def _agents_judged(one: JudgedClass, baseline: str) -> list[str]:
    """The agents but the baseline, or that where there is nobody else."""
    return [name for name in one.study.played if name != baseline] or list(one.study.played)


def _ban_loss(one: JudgedClass, agent: str) -> Estimate | None:
    ban = one.bans.get(agent)
    return None if ban is None else ban.per_hand


def _section(one: JudgedClass, folder: Path, baseline: str) -> dict[str, Any]:
    """What the template is told of a class."""
    decision, measured = one.study.decision, one.measured
    told: dict[str, Any] = {"name": decision.name, "title": decision.title}
    if measured is None:
        return told | {"few": len(one.study.probes)}
    chosen = {name: own.chosen for name, own in one.study.played.items()}
    return told | {
        "few": None,
        "about": _about(measured),
        "agents": _agents(one, measured),
        "sources": _sources(measured),
        "plots": plots_of(one.valued, measured, chosen),
        "mistakes": [
            (name, _mistakes(one, name, folder)) for name in _agents_judged(one, baseline)
        ],
    }


def _about(measured: ClassMeasure) -> str:
    return (
        f"{measured.probes} probes, {measured.real} of them with a real choice, "
        f"{measured.deals:.0f} deals each. To act is worth {interval(measured.difference)} "
        f"{measured.unit} more than not to, and differs by {measured.difference_spread:.2f} from "
        f"probe to probe ({measured.difference_error:.2f} of it is noise of the deals). All "
        f"regrets may be up to {measured.slack:.2f} larger. AUC of what other deals say: "
        f"{measured.found_auc:.2f}."
    )


def _agents(one: JudgedClass, measured: ClassMeasure) -> dict[str, Any]:
    rows = [
        ["always", "100 %", interval(measured.always)],
        ["never", "0 %", interval(measured.never)],
        *(_agent_row(one, own) for own in measured.agents),
    ]
    heads = ["", "acts", "regret", "skill", "cautious", "side", "AUC", "hits", "false alarms"]
    heads += ["ban, per hand", "per chance", "hands with a chance"]
    return table(heads, [row + [""] * (len(heads) - len(row)) for row in rows])


def _sources(measured: ClassMeasure) -> dict[str, Any]:
    """Skill by whose play the positions come from."""
    rows = [
        [
            own.agent,
            name,
            _skill(skill.value, skill.low, skill.high),
            _from(skill.cautious, skill.cautious_low),
        ]
        for own in measured.agents
        if own.agent != measured.baseline
        for name, skill in own.by_source.items()
    ]
    return table(["", "positions of", "skill", "cautious"], rows)


def _agent_row(one: JudgedClass, own: AgentMeasure) -> list[str]:
    row = [
        own.agent,
        _share(own.acts),
        interval(own.regret),
        _skill(own.skill.value, own.skill.low, own.skill.high),
        _from(own.skill.cautious, own.skill.cautious_low),
        _skill(own.side_skill.value, own.side_skill.low, own.side_skill.high),
        interval(own.auc),
        _share(own.hits),
        _share(own.false_alarms),
    ]
    ban = one.bans.get(own.agent)
    if ban is None:
        return row
    chances = f"{100 * ban.chances / max(ban.hands, 1):.1f} %"
    return [*row, interval(ban.per_hand), interval(ban.per_chance), chances]


def _skill(value: float, low: float, high: float) -> str:
    if not math.isfinite(value):
        return ""
    ends = (f"{bound:.2f}" if math.isfinite(bound) else "?" for bound in (low, high))
    return f"{value:.2f} ({' to '.join(ends)})"


def _from(value: float, low: float) -> str:
    if not math.isfinite(value):
        return ""
    return f"{value:.2f} (from {low:.2f})" if math.isfinite(low) else f"{value:.2f} (from ?)"


def _share(value: float) -> str:
    return f"{100 * value:.0f} %" if math.isfinite(value) else ""


# ---- mistakes


def _mistakes(one: JudgedClass, agent: str, folder: Path) -> list[dict[str, Any]]:
    return [
        _mistake(one, agent, number, mistake, folder)
        for number, mistake in enumerate(mistakes(one, agent), start=1)
    ]


def _mistake(
    one: JudgedClass, agent: str, number: int, mistake: Mistake, folder: Path
) -> dict[str, Any]:
    """What the template is told of a mistake; its position becomes a file."""
    probe = one.study.probes[mistake.value.probe]
    batch = load_position(probe.position)
    plans = one.study.values.plans[mistake.value.probe]
    names = [plan_name(plan, batch.layout.action_name) for plan in plans]
    rows = _plan_rows(one, agent, mistake, names)
    file = f"{one.study.decision.name}-{_plain(agent)}-{number}.txt"
    _write_position(folder / "mistakes" / file, probe.position, agent, rows)
    unit = one.valued.source.unit
    heads = ["plan", f"worth, {unit}", "± to the best", "played", "preferred"]
    return {
        "played": names[mistake.plan],
        "best": names[int(mistake.value.means.argmax())],
        "cost": f"{mistake.lost:.2f} ± {mistake.error:.2f} {unit}",
        "picture": display.picture(batch, 0, "svg", probe.seat),
        "plans": table(heads, rows),
        "file": file,
    }


def plan_name(plan: Plan, name_of: Callable[[int], str]) -> str:
    """ "riichi 9p"."""
    return " ".join(name_of(action).replace("_", " ") for action in plan)


def _plan_rows(
    one: JudgedClass, agent: str, mistake: Mistake, names: Sequence[str]
) -> list[list[str]]:
    """The best plans and those that the agent plays."""
    value, played = mistake.value, one.study.played[agent]
    chosen, preferred = (s[value.probe] for s in (played.chosen, played.preferred))
    order = np.argsort(-value.means, kind="stable")
    shown = [p for place, p in enumerate(order) if place < PLANS or chosen[p] >= 0.01]
    return [
        [
            names[p],
            f"{value.means[p]:+.2f}",
            f"{value.errors[p]:.2f}",
            _share(float(chosen[p])),
            _share(float(preferred[p])),
        ]
        for p in shown
    ]


def _write_position(path: Path, position: str, agent: str, rows: Sequence[Sequence[str]]) -> None:
    notes = [f"# {agent}: plan, worth, standard error to the best, played, preferred"]
    notes += ["#   " + "  ".join(row) for row in rows]
    path.write_text("\n".join([*notes, position, ""]), encoding="utf-8")


def _plain(name: str) -> str:
    return "".join(c if c.isalnum() or c in "-_." else "_" for c in name)[-40:]
