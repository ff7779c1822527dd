"""Learning, judging, and the command line: each in packages that import one way.

* ``load_config``, ``Trainer``: a training run. ``Distiller``: a network taught by roll-outs,
  from a ``DistilSource`` as a ``DistilRun`` says.
* ``compete``: duplicate games between agents in one call; ``Match``, ``judge_match``: in parts.
* ``Ladder``, ``judge_ladder``: every two of them, ranked.
* ``Study``: what decisions are worth.

Each is imported when it is asked for; ``Trainer`` and ``Distiller`` need torch.
Imports ``agents``, ``envs`` and the engine.
"""

from typing import TYPE_CHECKING

from shugi.envs.common.imports import lazily

if TYPE_CHECKING:
    from shugi.training.distil.distil_run import DistilRun
    from shugi.training.distil.distiller import Distiller, DistilSource
    from shugi.training.judge.competition import compete
    from shugi.training.judge.ladder import Ladder
    from shugi.training.judge.ladder_table import judge_ladder
    from shugi.training.judge.match import Match
    from shugi.training.judge.outcome import Outcome
    from shugi.training.judge.outcome import judge as judge_match
    from shugi.training.lab.settings import Settings as StudySettings
    from shugi.training.lab.study import Study
    from shugi.training.learn.trainer import Trainer
    from shugi.training.run.config import ConfigError, TrainConfig, load_config
    from shugi.training.run.distil_config import DistilConfig

__all__ = [
    "ConfigError",
    "DistilConfig",
    "DistilRun",
    "DistilSource",
    "Distiller",
    "Ladder",
    "Match",
    "Outcome",
    "Study",
    "StudySettings",
    "TrainConfig",
    "Trainer",
    "compete",
    "judge_ladder",
    "judge_match",
    "load_config",
]

_CONFIG = ("ConfigError", "TrainConfig", "load_config")
__getattr__ = lazily(
    __name__,
    {
        "DistilConfig": "shugi.training.run.distil_config",
        "DistilRun": "shugi.training.distil.distil_run",
        "DistilSource": "shugi.training.distil.distiller",
        "Distiller": "shugi.training.distil.distiller",
        "Ladder": "shugi.training.judge.ladder",
        "Match": "shugi.training.judge.match",
        "Outcome": "shugi.training.judge.outcome",
        "Study": "shugi.training.lab.study",
        "StudySettings": "shugi.training.lab.study:Settings",
        "Trainer": "shugi.training.learn.trainer",
        "compete": "shugi.training.judge.competition",
        "judge_ladder": "shugi.training.judge.ladder_table",
        "judge_match": "shugi.training.judge.outcome:judge",
        **dict.fromkeys(_CONFIG, "shugi.training.run.config"),
    },
)
