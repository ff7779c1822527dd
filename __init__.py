"""Reinforcement-learning environments for the house rules of mahjong."""

from typing import TYPE_CHECKING, Any

__all__ = ["__version__", "score"]

if TYPE_CHECKING:
    from shugi.envs.endings.case import score

    __version__: str


def __getattr__(name: str) -> Any:
    """``shugi.score`` and the version when they are first asked for: the package stays light."""
    if name == "score":
        from shugi.envs.endings.case import score

        return score
    if name == "__version__":
        from importlib.metadata import version

        return version("shugi")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
