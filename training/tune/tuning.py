"""Trials side by side; those that do badly are stopped early (ASHA)."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ray import tune
from ray.tune.schedulers import ASHAScheduler
from ray.tune.search.basic_variant import BasicVariantGenerator

from shugi.agents.programs import ALLOW
from shugi.training.run.config import ConfigError
from shugi.training.tune.space import Choice, Range
from shugi.training.tune.trial import BASE, GAIN, HIGH, JUDGING, LOW, Judging, Trial

REDUCTION = 3  # of the trials at a rung, the best third goes on
Show = Callable[[str, float, Mapping[str, str]], None]


@dataclass(frozen=True)
class Tried:
    """What came of a trial."""

    values: dict[str, Any]
    gain: float
    """Per hand against the opponent, at its last rung, in the match's unit."""
    low: float
    high: float
    rungs: int
    decisions: int
    error: str = ""


class Progress(tune.Callback):  # type: ignore[misc]  # has no types
    """Shows how many rungs were climbed."""

    show: Show | None = None  # of the class: its objects are pickled with the trials

    def __init__(self, trials: int, rungs: int) -> None:
        self.whole, self.done, self.best = trials * rungs, 0, -math.inf

    def on_trial_result(
        self, iteration: int, trials: Any, trial: Any, result: Any, **_: Any
    ) -> None:
        self.done += 1
        self.best = max(self.best, result[GAIN])
        numbers = {"rungs": f"{self.done}", "best": f"{self.best:+.2f} a hand"}
        if Progress.show is not None:
            Progress.show("tune", self.done / self.whole, numbers)


def run_trials(
    base: Mapping[str, Any],
    space: Sequence[Choice | Range],
    judging: Judging,
    trials: int,
    folder: Path,
    seed: int,
    show: Show,
    programs: bool = False,
) -> list[Tried]:
    """Try settings, in a folder that goes on where an earlier run stopped.

    Args:
        base: a training config as plain values; its ``threads`` are the cores of each trial.
        space: what is tried.
        trials: how many.
        seed: of the values drawn.
        show: told (phase, 0 to 1, numbers) after every rung.
        programs: whether to go on with what is in the folder, which Ray keeps as pickles.

    Returns:
        the trials, first those that went furthest, the best of them first, equal ones by value.

    Raises:
        ConfigError: there are trials to go on with, and ``programs`` is not set.
    """
    trainable = tune.with_resources(Trial, {"cpu": base["threads"]})
    Progress.show, where = staticmethod(show), folder.resolve()
    if tune.Tuner.can_restore(str(where)):
        if not programs:
            raise ConfigError(
                f"{folder} has trials to go on with. Ray keeps them as pickles, which can run any "
                f"code of whoever made the folder; if it is yours, say so with {ALLOW}"
            )
        tuner = tune.Tuner.restore(str(where), trainable, resume_errored=True)
    else:
        tuner = tune.Tuner(
            trainable,
            param_space={BASE: base, JUDGING: judging, **{one.key: _domain(one) for one in space}},
            tune_config=tune.TuneConfig(
                metric=GAIN,
                mode="max",
                num_samples=trials,
                search_alg=BasicVariantGenerator(random_state=seed),
                scheduler=ASHAScheduler(max_t=judging.rungs, reduction_factor=REDUCTION),
            ),
            run_config=tune.RunConfig(
                name=where.name,
                storage_path=str(where.parent),
                verbose=0,
                callbacks=[Progress(trials, judging.rungs)],
                checkpoint_config=tune.CheckpointConfig(num_to_keep=1, checkpoint_frequency=1),
            ),
        )
    return sorted((_tried(result, space) for result in tuner.fit()), key=_order)


def _order(one: Tried) -> tuple[int, float, str]:
    """By how far it went: a gain of an early rung is of an agent that has learnt less."""
    return -one.rungs, -one.gain, repr(one.values)  # Ray returns equal trials in any order


def _domain(one: Choice | Range) -> Any:
    if isinstance(one, Choice):
        return tune.choice(list(one.values))
    return tune.loguniform(one.low, one.high)


def _tried(result: tune.Result, space: Sequence[Choice | Range]) -> Tried:
    metrics, config = result.metrics or {}, result.config or {}
    values = {one.key: config[one.key] for one in space}
    error = "" if result.error is None else str(result.error).strip().splitlines()[-1]
    if GAIN not in metrics:
        return Tried(values, -math.inf, -math.inf, math.inf, 0, 0, error)
    gain, low, high = (float(metrics[name]) for name in (GAIN, LOW, HIGH))
    rungs = int(metrics["training_iteration"])
    return Tried(values, gain, low, high, rungs, int(metrics["decisions"]), error)
