"""What a decision comes to: how often it comes up, what a mistake costs, when to act.

Worths are those of a study: the best plan of each side is found on some deals and valued on
others. A tree of few leaves is fitted to what the agent does at
positions of other games, which nobody values, and tested at those of the study.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

import numpy as np

from shugi.envs.common.arrays import F64, Bools
from shugi.training.decisions.classes import DecisionClass
from shugi.training.decisions.countable import counts_of
from shugi.training.judge.estimate import Estimate, Share, estimate, ratio
from shugi.training.judge.plain import by_field, read, read_fields
from shugi.training.lab.jobs import ActsJob, CountJob
from shugi.training.lab.judged_class import JudgedClass
from shugi.training.lab.maps import Map, maps_of
from shugi.training.lab.measure import mean_of, slack_of
from shugi.training.lab.probe import Probe
from shugi.training.lab.probe_value import ProbeValue
from shugi.training.lab.study import Study, folder_name
from shugi.training.lab.tree import TreeNode, fit

LEAST_PROBES = 20
SURE = 1.96  # standard errors
ENOUGH = 0.9  # of the decisions in which a tree agrees with its agent
TREE, ALWAYS, NEVER = "the tree", "always", "never"

Numbers = Mapping[str, F64]


@dataclass(frozen=True)
class Leaf:
    """What is found at the tested positions that come to one leaf."""

    acts: bool
    positions: int
    agreed: int
    worth: Estimate
    """Of acting more than of not acting."""


@dataclass(frozen=True)
class Cost:
    """What somebody loses, on average over positions."""

    side: Estimate
    """By the side alone, act or not, each carried out in the best way."""
    whole: Estimate | None
    """By the plan itself; None for whoever has no plans of its own."""


class Rates(NamedTuple):
    """How often an agent's play meets a class of decisions."""

    per_1000_hands: float
    """Decisions of a player in 1,000 hands,"""
    hands_per_1000: float
    """and in how many of these hands there is one."""


@dataclass(frozen=True)
class Explained:
    """One class of decisions, explained by what one agent does."""

    name: str
    agent: str
    unit: str
    deals: float | None
    """Those found of a position, the median; None where that was not kept."""
    rates: Rates
    """In the agent's play, or the first source's."""
    acts: float
    """How often the agent acts."""
    better: Share
    """Positions at which acting is surely better,"""
    worse: Share
    """and surely worse."""
    worth: Estimate
    missed: Estimate
    """What it costs not to act where acting is better,"""
    rash: Estimate
    """and to act where it is not."""
    cost: Estimate
    """Of the agent's plans, over all positions."""
    slack: float
    fitted: int
    tree: TreeNode
    agreement: Share
    """Of the tree with the agent, at the tested positions."""
    tree_right: Share
    """Of the tree with the side found better there,"""
    agent_right: Share
    """and of the agent."""
    costs: dict[str, Cost]
    """At the tested positions, by who decides."""
    leaves: list[Leaf]
    """In the order of the tree's leaves."""
    maps: list[Map]
    KEYS: ClassVar[Mapping[str, str | None]] = {
        "name": "class",
        "deals": "effective_deals",
        "rates": None,
        "missed": "not_acting_where_acting_is_better",
        "rash": "acting_where_it_is_worse",
        "tree": None,
        "leaves": None,
    }

    @property
    def per_1000_hands(self) -> float:
        """What the agent's choices cost it in 1,000 hands."""
        return self.cost.mean * self.rates.per_1000_hands

    def as_json(self) -> dict[str, Any]:
        return by_field(self) | {
            "positions": self.better.of,
            "decisions_per_1000_hands": self.rates.per_1000_hands,
            "hands_per_1000": self.rates.hands_per_1000,
            "cost_per_1000_hands": self.per_1000_hands,
            "tested": self.agreement.of,
            "enough": bool(self.agreement.mean >= ENOUGH),
            "tree": _tree_json(self.tree, iter(self.leaves)),
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Explained":
        """What ``as_json`` wrote, but for the smallest effects of its means.

        Raises:
            KeyError: something is missing.
        """
        tree, leaves = _tree_of(told["tree"])
        rates = Rates(told["decisions_per_1000_hands"], told["hands_per_1000"])
        found: Explained = read_fields(cls, told, tree=tree, leaves=leaves, rates=rates)
        return found


@dataclass(frozen=True)
class AgentAnswers:
    """What an agent does at positions, and what can be counted there."""

    numbers: Numbers
    """(positions,) each, by name."""
    acts: F64
    """(positions,) how often it acts."""

    def __len__(self) -> int:
        return len(self.acts)


def ask(study: Study, one: DecisionClass, probes: Sequence[Probe], agent: str) -> AgentAnswers:
    """Ask an agent at some positions, which need no values.

    Args:
        study: keeps in its folder what is found.
        one: the class of the positions.
        agent: of the study.
    """
    folder = f"acts/{folder_name(agent)}/{one.name}"
    job = ActsJob(study.settings, study.rules, one.name, agent)
    chunks = study.work(folder, probes, job, f"{agent} at {one.name}")
    acts = np.concatenate([np.zeros(0), *(chunk["acts"] for chunk in chunks)])
    return AgentAnswers(count(study, one, probes), acts)


def count(study: Study, one: DecisionClass, probes: Sequence[Probe]) -> dict[str, F64]:
    """What a player can count at some positions, kept in the study's folder.

    Args:
        study: keeps in its folder what is found.
        one: the class of the positions.
        probes: the positions.

    Returns:
        by name of each count of the class, (positions,).

    Raises:
        LabError: a file of the folder that is damaged or of other positions.
    """
    names = list(counts_of(study.rules, one.name))
    mark = f"{crc32(' '.join(names).encode()):08x}"  # other counts, other files
    job = CountJob(study.settings, study.rules, one.name)
    chunks = study.work(f"counts/{one.name}-{mark}", probes, job, f"count {one.name}")
    return {
        name: np.concatenate([np.zeros(0), *(chunk[name] for chunk in chunks)]) for name in names
    }


def explain(
    judged: JudgedClass,
    numbers: Numbers,
    fitted: AgentAnswers,
    agent: str,
    baseline: str,
    seed: int = 1,
) -> Explained | None:
    """Explain a class by what an agent does; None where there are too few positions.

    Args:
        judged: the class, with what the agent and the baseline play.
        numbers: (positions of the study,) of each count.
        fitted: the agent at positions of other games, to which the tree is fitted.
        agent: of those judged.
        seed: of ties in the tree.
    """
    study, valued = judged.study, judged.valued
    if len(valued) < LEAST_PROBES or len(fitted) < LEAST_PROBES:
        return None
    here = {name: own[valued.index] for name, own in numbers.items()}
    shares = study.played[agent].chosen
    does = valued.act_share(shares) > 0.5
    tree = fit(fitted.numbers, fitted.acts > 0.5, seed=seed)
    said, difference = tree.act(here), valued.difference
    errors = np.array([probe.difference_error for probe in valued.probes])
    missed, rash = _mistakes(valued.probes)
    seen = study.exposure.get(agent) or next(iter(study.exposure.values()))
    return Explained(
        study.decision.name,
        agent,
        valued.source.unit,
        float(np.median([probe.count for probe in valued.probes])),
        Rates(seen.per_1000_hands, seen.hands_per_1000),
        float(valued.act_share(shares).mean()),
        _share(difference > SURE * errors),
        _share(difference < -SURE * errors),
        mean_of(difference),
        missed,
        rash,
        mean_of(valued.regret(shares)),
        slack_of(valued),
        len(fitted),
        tree,
        _share(said == does),
        _share(said == (difference > 0)),
        _share(does == (difference > 0)),
        _costs(judged, said, [agent, baseline]),
        _leaves(tree, here, does, difference),
        maps_of(study.decision.name, here, difference, does),
    )


def _share(so: Bools) -> Share:
    return Share(int(so.sum()), len(so))


def _mistakes(probes: Sequence[ProbeValue]) -> tuple[Estimate, Estimate]:
    """What not acting costs where acting is better, and acting where it is not.

    Which side is better is said by the deals outside each part, and what it is worth by those of
    the part. So neither is too large for being picked.
    """
    said = np.array([probe.differences(probe.outside) for probe in probes])
    worth = np.array([probe.differences(probe.parts) for probe in probes])
    costs = []
    for sign in (1, -1):
        here = sign * said > 0
        own = ratio((sign * worth * here).mean(axis=1), here.mean(axis=1))
        costs.append(estimate(own.mean, own.residual))
    return costs[0], costs[1]


def _costs(judged: JudgedClass, said: Bools, agents: Sequence[str]) -> dict[str, Cost]:
    """What the tree, the agents, and whoever always or never acts lose at the same positions."""
    valued = judged.valued

    def cost(acts: F64, whole: F64 | None = None) -> Cost:
        return Cost(mean_of(valued.side_regret(acts)), None if whole is None else mean_of(whole))

    costs = {TREE: cost(said.astype(np.float64))}
    for name in agents:
        chosen = judged.study.played[name].chosen
        costs[name] = cost(valued.act_share(chosen), valued.regret(chosen))
    ones = np.ones(len(valued))
    return costs | {ALWAYS: cost(ones), NEVER: cost(1 - ones)}


def _leaves(node: TreeNode, numbers: Numbers, does: Bools, worth: F64) -> list[Leaf]:
    branches = node.branches()
    if branches is None:
        agreed = int((does == node.acts).sum())
        mean = mean_of(worth) if len(worth) else Estimate(np.nan, -np.inf, np.inf, np.inf)
        return [Leaf(node.acts, len(does), agreed, mean)]
    below = node.below(numbers)
    leaves = []
    for branch, own in zip(branches, (below, ~below), strict=True):
        inside = {name: number[own] for name, number in numbers.items()}
        leaves += _leaves(branch, inside, does[own], worth[own])
    return leaves


def _tree_json(node: TreeNode, leaves: Iterator[Leaf]) -> dict[str, Any]:
    branches = node.branches()
    if branches is None:
        return by_field(next(leaves))
    low, high = (_tree_json(branch, leaves) for branch in branches)
    return {"count": node.name, "cut": node.cut, "low": low, "high": high}


def _tree_of(told: Mapping[str, Any]) -> tuple[TreeNode, list[Leaf]]:
    """What ``_tree_json`` wrote."""
    if "count" not in told:
        return TreeNode(told["acts"]), [read(Leaf, told)]
    (low, lower), (high, higher) = (_tree_of(told[side]) for side in ("low", "high"))
    return TreeNode(False, told["count"], told["cut"], low, high), lower + higher
