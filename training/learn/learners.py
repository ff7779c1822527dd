"""A run that several processes of a cluster learn, each from a share of its actors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.training.cluster.address import parse_address
from shugi.training.cluster.group import Group
from shugi.training.cluster.work import Workers
from shugi.training.learn.ppo import Trainer
from shugi.training.run.config import ConfigError, TrainConfig
from shugi.training.terminal.progress import Meter


@dataclass(frozen=True)
class LearnerShare:
    """What each process does.

    Args:
        config: of the run.
        sets: its rule sets.
    """

    config: TrainConfig
    sets: Sequence[Rules]

    @property
    def rules(self) -> Rules:
        return self.sets[0]

    @property
    def files(self) -> Sequence[str]:
        return Trainer.state_name, "snapshots/*"

    def learn(
        self,
        group: Group,
        folder: Path,
        meter: Meter,
        workers: Workers | None,
        stop: Callable[[], bool],
    ) -> dict[str, Any]:
        """Begin, or go on with what is in the folder."""
        trainer = Trainer(self.config, self.sets, folder, meter, workers, group)
        if (folder / Trainer.state_name).exists():
            trainer.resume()
        finished = trainer.run(stop)
        return {"count": trainer.count, "update": trainer.update, "finished": finished}


class Learners:
    """The run, as the process sees it that waits for them.

    Args: as of ``Trainer``; ``workers`` are those of the cluster.

    Raises:
        ConfigError: no cluster, or one with fewer GPUs than are asked for.
    """

    model_name = Trainer.model_name
    state_name = Trainer.state_name

    def __init__(
        self,
        config: TrainConfig,
        rules: Sequence[Rules],
        folder: Path,
        meter: Meter,
        workers: Workers | None = None,
    ) -> None:
        if config.cluster is None:
            raise ConfigError(f"learners: {config.learners} need a cluster: --cluster local")
        from shugi.training.cluster.learners import gpus  # imports Ray, with its settings made

        self.config, self.share = config, LearnerShare(config, rules)
        self.folder, self.meter = folder, meter
        self.gpu = config.device != "cpu" and gpus() >= config.learners
        if config.device == "cuda" and not self.gpu:
            raise ConfigError(
                f"device: cuda, but the cluster has {gpus()} GPUs for {config.learners} learners"
            )
        self.count = self.update = 0

    def resume(self) -> None:
        """They find the state in the folder."""

    def run(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """As ``Trainer``. Raises: ClusterError, that names the node."""
        from shugi.training.cluster.learners import learn_together

        assert self.config.cluster is not None
        address = parse_address(self.config.cluster)
        answer = learn_together(
            self.share, address, self.config.learners, self.gpu, self.folder, self.meter, stop
        )
        self.count, self.update = answer["count"], answer["update"]
        return bool(answer["finished"])
