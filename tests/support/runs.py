"""What tests of training runs have in common."""

from typing import TYPE_CHECKING

from rich.console import Console

from shugi.training.terminal.progress import Meter

if TYPE_CHECKING:
    from shugi.training.learn.actors import Actor
    from shugi.training.learn.trainer import Trainer


def quiet() -> Meter:
    """Shows nothing."""
    return Meter(Console(quiet=True))


def actor_of(run: "Trainer") -> "Actor":
    """The only one, in this process."""
    from shugi.training.learn.actors import LocalActors

    assert isinstance(run.actors, LocalActors)
    (actor,) = run.actors.actors
    return actor
