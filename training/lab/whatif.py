"""What if one thing were otherwise: how far the worth of an act moves, and whether agents follow.

Two kinds of change. A *fact* of the position differs (``shugi.training.lab.changes``); or an option
of the rules does, while the position stays. Probes are those of an ordinary study; the changed ones
are studies of their own below its folder, with the same deals, so that everything can be resumed
and is valued as every study is.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.rules.compile import Rules, RulesError
from shugi.agents.base import Agent
from shugi.envs.common.arrays import F64, Bools
from shugi.envs.gains import prices_of
from shugi.training.decisions.classes import LabError
from shugi.training.judge.estimate import Estimate, Share
from shugi.training.judge.plain import plain
from shugi.training.lab.changes import Fact, changed_probes, under_rules
from shugi.training.lab.judged_class import JudgedClass, judge
from shugi.training.lab.measure import mean_of
from shugi.training.lab.probe import Probe, write_probes
from shugi.training.lab.study import Study
from shugi.training.terminal.console import finite

SURE = 3.0  # standard errors by which the worth of the act must have moved
TWICE = 2.0
BASELINE = "baseline"
Make = Callable[[str, Rules], Agent]


# ---- changed studies


def changed_study(
    base: Study,
    name: str,
    rules: Rules,
    agents: Mapping[str, Agent],
    change: Callable[[Sequence[Probe]], list[Probe]],
) -> Study:
    """A study below the folder of another one, of its probes after a change.

    Args:
        base: whose probes were collected.
        name: of the folder.
        rules: of the changed probes.
        agents: as ``base.agents``, for these rules.
        change: the probes that can be changed, changed.
    """
    settings = replace(base.settings, rules=f"{base.settings.rules}, {name}")
    path = base.folder / "changed" / name
    study = Study(settings, rules, agents, path, base.threads, base.show, base.workers)
    folder = study.folder / "probes"
    folder.mkdir(exist_ok=True)
    for number, (probes, _) in enumerate(base.collect()):
        path = folder / f"{number:02}.jsonl"
        if not path.exists():
            nothing = {one.name: {"opportunities": 0, "dealt": 0, "met": 0} for one in base.classes}
            write_probes(path, change(probes), exposure=nothing)
    return study


def of_fact(base: Study, fact: Fact) -> Study:
    return changed_study(
        base,
        fact.name,
        base.rules,
        base.agents,
        lambda probes: changed_probes(base.rules, probes, fact),
    )


def of_option(base: Study, option: str, value: Any, make: Make) -> Study:
    """
    Args:
        make: (name, rules) -> the agent of that name for these rules.

    Raises:
        LabError: rules that cannot be.
    """
    try:
        rules = Rules(base.rules.name, {**base.rules.options, option: value})
    except RulesError as error:
        raise LabError(str(error)) from None
    agents = {name: make(name, rules) for name in base.agents}
    told = str(value).replace("/", "_")
    return changed_study(
        base,
        f"{option}={told}",
        rules,
        agents,
        lambda probes: under_rules(base.rules, probes, rules),
    )


def judge_study(study: Study, agents: Sequence[str]) -> dict[str, JudgedClass]:
    """The classes of a study, by name."""
    worth = prices_of(study.rules)
    found = study.run(agents)
    return {
        one.decision.name: judge(one, BASELINE, worth, {}, study.settings.seed) for one in found
    }


# ---- pairs


@dataclass(frozen=True)
class Pairs:
    """Probes that were valued before and after a change; (pairs,) each.

    ``wish``: by agent (2, pairs), how much of its policy lies on the act, before and after;
    ``acts``: likewise, how often it acts.
    """

    before: F64
    after: F64
    error: F64
    wish: Mapping[str, F64]
    acts: Mapping[str, F64]

    def __len__(self) -> int:
        return len(self.before)

    @property
    def moved(self) -> Bools:
        surely: Bools = abs(self.after - self.before) > SURE * self.error
        return surely

    @property
    def turned(self) -> Bools:
        """Those where it surely moved and the other choice is now right."""
        other: Bools = (self.before > 0) != (self.after > 0)
        return self.moved & other

    @property
    def doubled(self) -> Bools:
        """Those where it surely moved, and is at least twice what it was, or half of it."""
        sizes = np.sort(abs(np.stack([self.before, self.after])), axis=0)
        large: Bools = sizes[1] >= TWICE * sizes[0]
        return self.moved & ~self.turned & large


def pairs_of(before: JudgedClass, after: JudgedClass) -> Pairs:
    """The probes that both have valued; they are known by their keys."""
    rows = [_rows(judged) for judged in (before, after)]
    common = [key for key in rows[1] if key in rows[0]]
    both = [
        (judged, np.array([own[key] for key in common], np.int64))
        for judged, own in zip((before, after), rows, strict=True)
    ]
    difference = [judged.valued.difference[at] for judged, at in both]
    errors = [
        np.array([judged.valued.probes[k].difference_error for k in at], np.float64)
        for judged, at in both
    ]
    by_kind: dict[str, dict[str, F64]] = {"chosen": {}, "preferred": {}}
    for kind, said in by_kind.items():
        for agent in before.study.played:
            said[agent] = np.stack(
                [
                    judged.valued.act_share(getattr(judged.study.played[agent], kind))[at]
                    for judged, at in both
                ]
            )
    error = np.sqrt(errors[0] ** 2 + errors[1] ** 2)
    return Pairs(difference[0], difference[1], error, by_kind["preferred"], by_kind["chosen"])


def _rows(one: JudgedClass) -> dict[int, int]:
    """The row of each probe among those valued, by its key."""
    return {one.study.probes[own.probe].key: row for row, own in enumerate(one.valued.probes)}


@dataclass(frozen=True)
class Following:
    """How one agent answers to a change that matters."""

    agent: str
    pairs: int
    """Where the right choice turned or its worth doubled."""
    with_it: float
    """Of these the share in which its wish to act moved the way that the worth of the act did."""
    low: float
    high: float
    """95 %, Wilson."""
    right: float
    """Of those that turned, the share in which it chooses right before and after."""


def following(pairs: Pairs, agent: str) -> Following:
    """An agent whose wish does not move does not follow."""
    matters = pairs.turned | pairs.doubled
    wish, acts = pairs.wish[agent], pairs.acts[agent]
    way = np.sign(pairs.after - pairs.before)
    went = np.sign(wish[1] - wish[0]) == way
    count, total = int(went[matters].sum()), int(matters.sum())
    should = np.stack([pairs.before > 0, pairs.after > 0])
    right = ((acts > 0.5) == should).all(axis=0)[pairs.turned]
    if not total:
        return Following(agent, 0, math.nan, math.nan, math.nan, math.nan)
    moved = Share(count, total)
    chosen = float(right.mean()) if len(right) else math.nan
    return Following(agent, total, moved.mean, *moved.interval, chosen)


@dataclass(frozen=True)
class Effect:
    """A change at the probes of one class."""

    change: str
    title: str
    pairs: int
    turned: int
    doubled: int
    shift: Estimate
    """How much the worth of the act moved, the mean."""
    agents: list[Following]


def effect(change: str, title: str, pairs: Pairs) -> Effect | None:
    """What a change does at its pairs; None without a pair.

    Args:
        change: its name.
        title: of the change, for people.
        pairs: probes that were valued before and after it.
    """
    if not len(pairs):
        return None
    return Effect(
        change,
        title,
        len(pairs),
        int(pairs.turned.sum()),
        int(pairs.doubled.sum()),
        mean_of(pairs.after - pairs.before),
        [following(pairs, agent) for agent in pairs.wish],
    )


def join_pairs(effects: Sequence[Pairs]) -> Pairs:
    """The pairs of several changes as one."""

    def joined(name: str) -> Any:
        own = [getattr(pairs, name) for pairs in effects]
        if not isinstance(own[0], Mapping):
            return np.concatenate(own, axis=-1)
        return {agent: np.concatenate([one[agent] for one in own], axis=-1) for agent in own[0]}

    return Pairs(**{field.name: joined(field.name) for field in fields(Pairs)})


# ---- doses


@dataclass(frozen=True)
class Dose:
    """The same positions under one value of an option."""

    value: Any
    probes: int
    difference: Estimate
    """What the act is worth, the mean."""
    right: float
    """How often the act is right."""
    acts: Mapping[str, Estimate]
    """By agent how often it acts."""
    regret: Mapping[str, Estimate]

    def as_json(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "probes": self.probes,
            "difference": plain(self.difference),
            "right": finite(self.right),
            "agents": [
                {"agent": name, "acts": plain(acts), "regret": plain(self.regret[name])}
                for name, acts in self.acts.items()
            ],
        }


def dose(value: Any, one: JudgedClass) -> Dose | None:
    """None where no probe could be valued."""
    if one.measured is None:
        return None
    difference = one.valued.difference
    played = one.study.played
    return Dose(
        value,
        len(difference),
        mean_of(difference),
        float((difference > 0).mean()),
        {name: mean_of(one.valued.act_share(own.chosen)) for name, own in played.items()},
        {own.agent: own.regret for own in one.measured.agents},
    )


def write_curve(path: Path, title: str, option: str, unit: str, doses: Sequence[Dose]) -> None:
    """Write a picture: above what the act is worth, below how often it is right and agents do it.

    Args:
        path: of the SVG file.
        title: of the picture.
        option: whose values stand along the bottom.
        unit: name of the unit of values, such as "chips".
        doses: one for each value of the option, at least one.

    Raises:
        UserError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    from shugi.envs.common.files import write_atomically
    from shugi.training.judge.picture import label, picture

    def draw(figure: Any) -> None:
        upper, lower = figure.subplots(2, 1, sharex=True)
        places = np.arange(len(doses))
        worth = np.array([point.difference.mean for point in doses])
        spread = [point.difference.half for point in doses]
        upper.errorbar(places, worth, spread, marker="o", capsize=3, color="black")
        upper.axhline(0, color="grey", linewidth=0.8)
        upper.set_ylabel(f"worth of the act, {unit}")
        upper.set_title(title)
        lower.plot(
            places, [100 * point.right for point in doses], "k--o", label=" the act is right"
        )
        for name in doses[0].acts:
            shares = [100 * point.acts[name].mean for point in doses]
            lower.plot(places, shares, "-o", label=label(f"{name} acts"))
        lower.set_ylabel("of 100 positions")
        lower.set_ylim(-3, 103)
        lower.set_xticks(places, [str(point.value) for point in doses])
        lower.set_xlabel(option)
        lower.legend()

    write_atomically(path, picture(draw, height=6).encode())
