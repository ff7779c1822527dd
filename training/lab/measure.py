"""What choices cost: regret, skill, and how well the wish to act follows what the act is worth.

Input are valued probes (``shugi.training.lab.valued_probes``) and what an agent plays there, which
is valued on the same deals; everything here is arithmetic on arrays.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from shugi.agents.plans.shares import PlanShares
from shugi.envs.common.arrays import F64, I64
from shugi.training.judge.estimate import Estimate, estimate
from shugi.training.lab.probe_value import ProbeValue
from shugi.training.lab.ranking import Ranking, Reliability, reliability
from shugi.training.lab.valued_probes import Valued, check_shares

CLEAR = 1.0  # chips: a difference from which acting or not is a hit or a false alarm
REAL = 0.5  # chips: a difference from which a probe counts as a real choice
RESAMPLES = 2000
_DRAWN_AT_ONCE = 1_000_000

# what an agent that has learned a decision shows
LEAST_SKILL, LEAST_AUC, LEAST_PROBES = 0.5, 0.8, 500


# ------------------------------------------------------------------------------- agents on a class


@dataclass(frozen=True)
class Skill:
    """1 - regret over the regret of the baseline on the same probes."""

    value: float
    low: float
    high: float
    """95 % by bootstrap over probes; infinite where the baseline may have no regret at all."""
    cautious: float
    """The same with both regrets at the upper end of what is known of the best (``slack``),"""
    cautious_low: float
    """and its lower end, 95 %."""
    KEYS: ClassVar[Mapping[str, str]] = {"value": "mean"}

    @property
    def least(self) -> float:
        """The lower of both; verdicts go by it."""
        return min(self.value, self.cautious)

    @property
    def least_low(self) -> float:
        """The lower end of both intervals."""
        return min(self.low, self.cautious_low)


@dataclass(frozen=True)
class AgentMeasure:
    """One agent at the probes of one class, in the unit of their values."""

    agent: str
    regret: Estimate
    skill: Skill
    side_regret: Estimate
    """Of acting or not alone, whatever the plan that carries it out,"""
    side_skill: Skill
    """and the skill by it."""
    acts: float
    """How often it acts."""
    auc: Estimate
    hits: float
    """How often it acts where that is clearly better."""
    false_alarms: float
    """How often it acts where that is clearly worse."""
    reliability: Reliability
    by_source: Mapping[str, Skill] = field(default_factory=dict)
    """Its skill at the probes of each source, where there are several."""
    KEYS: ClassVar[Mapping[str, str]] = {"by_source": "skill_by_source"}


@dataclass(frozen=True)
class ClassMeasure:
    """One class of decisions: what is at stake, and how agents do."""

    name: str
    unit: str
    probes: int
    left_out: int
    """Probes with too few deals."""
    deals: float
    """Those found of a probe, the median."""
    real: int
    """Probes where the difference is at least ``REAL``."""
    difference: Estimate
    """dQ, the mean."""
    difference_spread: float
    """Standard deviation of dQ over probes; part of it is noise:"""
    difference_error: float
    """the standard error of a probe's dQ, root mean square."""
    slack: float
    """So much may be added to every regret: the true one lies between (see ``measure``)."""
    always: Estimate
    """Regret of always acting, in the best way."""
    never: Estimate
    """Regret of never acting, doing the best of the rest."""
    found_auc: float
    """AUC of what one part of the deals says against the other part: what knowing the values as
    well as that gives. More deals give more."""
    baseline: str
    agents: list[AgentMeasure]
    KEYS: ClassVar[Mapping[str, str]] = {
        "name": "class",
        "left_out": "probes_left_out",
        "deals": "effective_deals",
        "real": "real_probes",
        "always": "regret_of_always",
        "never": "regret_of_never",
    }

    def of(self, agent: str) -> AgentMeasure:
        return next(one for one in self.agents if one.agent == agent)


def measure(
    valued: Valued,
    choices: Mapping[str, PlanShares],
    baseline: str,
    unit_scale: float = 1.0,
    seed: int = 1,
) -> ClassMeasure:
    """Judge agents at the probes of a class.

    Regrets are too small by what the best plan of the deals outside a part falls short of the truly
    best one, the same for all agents. The largest mean over all deals overrates the best; with it,
    regrets would be larger by ``slack``. The truth lies between, and with it the skill.

    Args:
        valued: of ``value_probes``.
        choices: of each agent, by its name.
        baseline: the agent whose regret is skill 0; one of ``choices``.
        unit_scale: a chip in the unit of the values; ``CLEAR`` and ``REAL`` are in chips.
        seed: of the bootstrap.

    Raises:
        ValueError: no probes, an unknown baseline, or shares that do not fit the plans.
    """
    if not len(valued):
        raise ValueError(f"{valued.source.name}: no probe has deals enough to be valued")
    check_shares(valued.source, choices)
    if baseline not in choices:
        raise ValueError(f"the baseline {baseline!r} is none of {', '.join(choices)}")
    base = _regrets(valued, choices[baseline])
    probes, difference = valued.probes, valued.difference
    slack = slack_of(valued)
    return ClassMeasure(
        valued.source.name,
        valued.source.unit,
        len(valued),
        len(valued.source) - len(valued),
        float(np.median([probe.count for probe in probes])),
        int((abs(difference) >= REAL * unit_scale).sum()),
        mean_of(difference),
        float(difference.std()),
        float(np.sqrt(np.mean([probe.difference_error**2 for probe in probes]))),
        slack,
        mean_of(valued.always),
        mean_of(valued.never),
        _found_auc(probes),
        baseline,
        [
            _judge(valued, agent, own, base, slack, unit_scale, seed)
            for agent, own in choices.items()
        ],
    )


def slack_of(valued: Valued) -> float:
    """What may be added to every regret, see ``measure``."""
    return max(0.0, float(np.mean([max(one.means) - one.value for one in valued.probes])))


Regrets = tuple[F64, F64]
"""(probes,) of an agent's plans, and of acting or not alone."""


def _regrets(valued: Valued, played: PlanShares) -> Regrets:
    acts = valued.act_share(played.chosen)
    return valued.regret(played.chosen), valued.side_regret(acts)


def _judge(
    valued: Valued,
    agent: str,
    played: PlanShares,
    base: Regrets,
    slack: float,
    unit_scale: float,
    seed: int,
) -> AgentMeasure:
    """Args: base: of the baseline."""
    difference = valued.difference
    acts, wish = valued.act_share(played.chosen), valued.act_share(played.preferred)
    better, worse = difference > CLEAR * unit_scale, difference < -CLEAR * unit_scale
    lost, side = _regrets(valued, played)
    return AgentMeasure(
        agent,
        mean_of(lost),
        skill(lost, base[0], slack, seed),
        mean_of(side),
        skill(side, base[1], slack, seed),
        float(acts.mean()),
        auc(wish, difference, seed),
        float(acts[better].mean()) if better.any() else math.nan,
        float(acts[worse].mean()) if worse.any() else math.nan,
        reliability(wish, difference),
        {
            name: skill(lost[rows], base[0][rows], slack, seed)
            for name, rows in _by_source(valued).items()
        },
    )


def _by_source(valued: Valued) -> dict[str, I64]:
    """The probes that were valued, by whose play they come from; nothing where that is one."""
    names = [valued.source.sources[one.probe] for one in valued.probes if valued.source.sources]
    every = dict.fromkeys(names)
    if len(every) < 2:
        return {}
    return {name: np.flatnonzero([own == name for own in names]) for name in every}


def mean_of(values: F64) -> Estimate:
    """The mean over probes with its interval."""
    mean = float(values.mean())
    return estimate(mean, values - mean)


def skill(lost: F64, baseline_lost: F64, slack: float = 0.0, seed: int = 1) -> Skill:
    """The skill of an agent against the baseline; NaN where the baseline has no regret.

    A sample in which it has none says nothing: it counts as the worst for the lower bound and as
    the best for the upper one.

    Args:
        lost: (probes,) regrets of the agent, in the unit of the values.
        baseline_lost: (probes,) regrets of the baseline on the same probes.
        slack: how much the best may be worth more than was found; it joins both mean regrets for
            the cautious skill.
        seed: of the bootstrap.
    """
    own, base = float(lost.mean()), float(baseline_lost.mean())
    both = np.stack([lost, baseline_lost], axis=1)
    sums = np.concatenate([counts @ both for counts in _resamples(len(lost), seed)])
    low, high = _skill_bounds(sums, 1e-9 * len(lost))
    return Skill(
        1 - own / base if base > 1e-9 else math.nan,
        low,
        high,
        1 - (own + slack) / (base + slack) if base + slack > 1e-9 else math.nan,
        _skill_bounds(sums + slack * len(lost), 1e-9 * len(lost))[0],
    )


def _skill_bounds(sums: F64, least: float) -> tuple[float, float]:
    """95 %, of (samples, 2) sums of regrets: the agent's and the baseline's."""
    known = sums[:, 1] > least
    drawn = np.full(len(sums), -math.inf)
    drawn[known] = 1 - sums[known, 0] / sums[known, 1]
    low = _quantile(drawn, 0.025)
    drawn[~known] = math.inf
    return low, _quantile(drawn, 0.975)


def auc(wish: F64, difference: F64, seed: int = 1) -> Estimate:
    """Weighted AUC (``Ranking``) with its interval by bootstrap over probes.

    Args:
        wish: (probes,) how much of the policy lies on the act.
        difference: (probes,) what acting is worth more than not acting.
        seed: of the bootstrap.
    """
    ranking = Ranking(wish, difference)
    drawn = np.concatenate([ranking.auc(counts) for counts in _resamples(len(wish), seed)])
    drawn = drawn[~np.isnan(drawn)]
    value = float(ranking.auc()[0])
    if not len(drawn):
        return Estimate(value, -math.inf, math.inf, math.inf)
    return Estimate(value, _quantile(drawn, 0.025), _quantile(drawn, 0.975), math.nan)


def _found_auc(probes: Sequence[ProbeValue]) -> float:
    said = np.array([probe.differences(probe.outside) for probe in probes])
    worth = np.array([probe.differences(probe.parts) for probe in probes])  # (probes, parts)
    aucs = [Ranking(said[:, part], worth[:, part]).auc()[0] for part in range(said.shape[1])]
    return float(np.mean(aucs))


def _resamples(probes: int, seed: int) -> Iterator[F64]:
    """(samples, probes) how often each probe is drawn, ``RESAMPLES`` samples in some portions."""
    rng = np.random.default_rng(seed)
    portion = max(1, min(RESAMPLES, _DRAWN_AT_ONCE // max(1, probes)))
    for first in range(0, RESAMPLES, portion):
        samples = min(portion, RESAMPLES - first)
        drawn = rng.integers(0, probes, (samples, probes)) + np.arange(samples)[:, None] * probes
        counts = np.bincount(drawn.ravel(), minlength=samples * probes)
        yield counts.reshape(samples, probes).astype(np.float64)


def _quantile(drawn: F64, p: float) -> float:
    """Without interpolation, which infinite values would turn to NaN."""
    return float(np.quantile(drawn, p, method="lower" if p < 0.5 else "higher"))


# ---------------------------------------------------------------------------------------- verdict


@dataclass(frozen=True)
class LearnedVerdict:
    """Whether an agent has learned a decision, and if not, which conditions it fails."""

    learned: bool
    failed: list[str]

    def as_json(self) -> dict[str, Any]:
        return {"verdict": str(self), "failed": self.failed}

    def __str__(self) -> str:
        return "learned" if self.learned else "not learned"


def verdict(judged: ClassMeasure, agent: str, ban_loss: Estimate | None) -> LearnedVerdict:
    """Whether an agent has learned a class.

    Args:
        judged: the class.
        agent: of it.
        ban_loss: what the agent loses when it may not act; None where that was not measured, which
            fails.
    """
    own = judged.of(agent)
    known = math.isfinite(own.skill.value)
    conditions = {
        f"skill {own.skill.least:.2f} < {LEAST_SKILL}"
        if known
        else "no skill: the baseline shows no regret": own.skill.least >= LEAST_SKILL,
        f"skill may be {own.skill.least_low:.2f}, not above 0": own.skill.least_low > 0
        or not known,
        f"AUC {own.auc.mean:.2f} < {LEAST_AUC}": own.auc.mean >= LEAST_AUC,
        f"{judged.real} < {LEAST_PROBES} probes with a real choice": judged.real >= LEAST_PROBES,
    }
    if ban_loss is None:
        conditions["no ban test"] = False
    else:
        cost = f"{ban_loss.mean:+.3f} ({ban_loss.low:+.3f} to {ban_loss.high:+.3f})"
        conditions[f"the ban costs {cost}, not surely more than 0"] = ban_loss.low > 0
    failed = [text for text, holds in conditions.items() if not holds]
    return LearnedVerdict(not failed, failed)
