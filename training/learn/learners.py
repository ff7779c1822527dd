"""A run that several processes of a cluster learn, each from a share of its actors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from shugi._fast.rules.compile import Rules
from shugi.training.cluster.address import parse_address
from shugi.training.cluster.group import Group
from shugi.training.cluster.work import Workers
from shugi.training.run.config import ConfigError, TrainConfig
from shugi.training.run.state import STATE_NAME
from shugi.training.terminal.progress import Meter


class TrainingRun(Protocol):
    """A run in its folder (``trainer.Trainer``)."""

    @property
    def count(self) -> int:
        """Decisions so far."""
        ...

    @property
    def update(self) -> int:
        """Updates done."""
        ...

    def resume(self) -> None:
        """Go on from the folder's state."""

    def run(self, stop: Callable[[], bool]) -> bool:
        """Train until the budget is spent; whether it was."""
        ...


@dataclass(frozen=True)
class LearnerShare:
    """What each process does; it can be pickled.

    Args:
        begin: the algorithm, with what ``trainer.Trainer`` is made of.
        config: of the run.
        sets: its rule sets.
    """

    begin: Callable[..., TrainingRun]
    config: TrainConfig
    sets: Sequence[Rules]

    @property
    def rules(self) -> Rules:
        return self.sets[0]

    @property
    def files(self) -> Sequence[str]:
        return STATE_NAME, "snapshots/*"

    def learn(
        self,
        group: Group,
        folder: Path,
        meter: Meter,
        workers: Workers | None,
        stop: Callable[[], bool],
    ) -> dict[str, Any]:
        """Begin, or go on with what is in the folder."""
        trainer = self.begin(self.config, self.sets, folder, meter, workers, group)
        if (folder / STATE_NAME).exists():
            trainer.resume()
        finished = trainer.run(stop)
        return {"count": trainer.count, "update": trainer.update, "finished": finished}


class Learners:
    """The run, as the process sees it that waits for them.

    Args:
        begin: the algorithm, as of ``LearnerShare``.
        config: of the run.
        rules: its rule sets.
        folder: of the run; it exists.
        meter: where progress is shown.
        workers: those of the cluster, which each of them finds itself.

    Raises:
        ConfigError: no cluster, or one with fewer GPUs than are asked for.
    """

    def __init__(
        self,
        begin: Callable[..., TrainingRun],
        config: TrainConfig,
        rules: Sequence[Rules],
        folder: Path,
        meter: Meter,
        workers: Workers | None = None,
    ) -> None:
        if config.cluster is None:
            raise ConfigError(f"learners: {config.learners} need a cluster: --cluster local")
        from shugi.training.cluster.learners import gpus  # imports Ray, with its settings made

        self.config, self.share = config, LearnerShare(begin, config, rules)
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
