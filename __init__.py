"""Reinforcement-learning environments for the house rules of mahjong."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shugi.envs.case import score as score

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """``shugi.score``, imported when it is first asked for: the package itself stays light."""
    if name == "score":
        from shugi.envs.case import score

        return score
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
