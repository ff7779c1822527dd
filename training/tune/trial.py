"""One trial: a training run in rungs, judged after each by a duplicate match."""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from ray import tune
from rich.console import Console

from shugi.agents.network import Network
from shugi.agents.spec import make_agent
from shugi.training.judge.competition import compete
from shugi.training.learn.mixture import load_sets
from shugi.training.learn.ppo import Trainer
from shugi.training.terminal.progress import Meter
from shugi.training.tune.space import settings_of

GAIN, LOW, HIGH = "gain", "low", "high"
BASE, JUDGING = "base", "judging"


@dataclass(frozen=True)
class Judging:
    """How trials are judged: all of them on the same walls."""

    against: str
    sets: int
    seed: int
    rungs: int


class Trial(tune.Trainable):  # type: ignore[misc]  # has no types
    """Ray Tune's interface.

    Its config holds a training config as plain values (``BASE``), how it is judged (``JUDGING``),
    and beside them the values tried, by key.
    """

    def setup(self, config: dict[str, Any]) -> None:
        torch.set_num_threads(1)
        self.judging: Judging = config[JUDGING]
        self.folder = Path(tempfile.mkdtemp(prefix="shugi-trial-"))
        values = {key: value for key, value in config.items() if key not in (BASE, JUDGING)}
        self.settings = settings_of(config[BASE], values)
        self.sets = load_sets(self.settings)
        self.trainer = self._trainer()

    def _trainer(self) -> Trainer:
        quiet = Meter(Console(quiet=True))
        return Trainer(self.settings, self.sets, self.folder, quiet)

    def step(self) -> dict[str, float]:
        """Train to the next rung and play the match."""
        end = (self.settings.decisions or 0) * (self.iteration + 1) / self.judging.rungs
        self.trainer.run(stop=lambda: self.trainer.count >= end)
        found = self._judged()
        return {**found, "decisions": float(self.trainer.count)}

    def _judged(self) -> dict[str, float]:
        judging, rules = self.judging, self.sets[0]
        player = Network(self.trainer.policy, "trial")
        agents = {"trial": player, "against": make_agent(judging.against, rules, programs=True)}
        threads = self.settings.threads
        outcome = compete(rules, agents, sets=judging.sets, seed=judging.seed, threads=threads)
        gain = outcome.differences[0].per_hand
        return {GAIN: gain.mean, LOW: gain.low, HIGH: gain.high}

    def save_checkpoint(self, checkpoint_dir: str) -> None:
        self.trainer.save()
        shutil.copytree(self.folder, checkpoint_dir, dirs_exist_ok=True)

    def load_checkpoint(self, checkpoint: str | None) -> None:
        if checkpoint is not None:
            shutil.copytree(checkpoint, self.folder, dirs_exist_ok=True)
            self.trainer = self._trainer()
            self.trainer.resume()

    def cleanup(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
