"""Names that settings had before, what they are called now, and settings that are none any more."""

import warnings
from collections.abc import Mapping
from typing import Any

from shugi.agents.model_config import FIXED

SETTINGS = {
    "seeded": "start_states",
    "distil.own": "self_play_share",
    "distil.others": "anchor_ratio",
    "distil.again": "recheck_factor",
    "distil.explored": "random_plans",
    "distil.passes": "value_epochs",
}
"""Of a config: the old key with its section, and the new key in the same section."""

_ROWS = (
    f"the first layer of every network sums {FIXED['trunk'].now}, and commit "
    f"{FIXED['trunk'].last} is the last with another one"
)
_ALONE = (
    "every policy decides without the baseline's move, and commit "
    f"{FIXED['advice'].last} is the last where one may be told it"
)
GONE = {
    "network.trunk": (FIXED["trunk"].now, _ROWS),
    "network.advice": (FIXED["advice"].now, _ALONE),
    "distil.corrupted_advice": (0, _ALONE),
    "distil.misled": (0, _ALONE),
    "learners": (1, "one process learns, and others play for it"),
    "reward.relearn_standing": (0, "what a standing is worth comes with the package"),
    "reward.standing_games": (2048, "what a standing is worth comes with the package"),
    "distil.projection": ("both", "both divergences are summed"),
}
"""Of a config: a key that is no setting any more, the value that means what every run does now, and
why there is no other."""

GONE_SECTIONS = {
    name: ("share", 0.0, "the games of a run pay as their rule sets say")
    for name in ("payment_randomisation", "jitter")
}
"""Of a config: a section that is none any more, the key by which it had an effect, the value that
means what every run does now, and why there is no other."""


def rename_settings(settings: Mapping[str, Any], where: str | None = None) -> dict[str, Any]:
    """The settings under the names of today; the given ones stay as they are.

    Args:
        where: they come from, for the warning about each old name; None: no warning.

    Raises:
        ValueError: a setting is given under both names, or is none any more.
    """
    renamed = {key: dict(v) if isinstance(v, Mapping) else v for key, v in settings.items()}
    _leave_out_gone(renamed, where)
    for old, new in SETTINGS.items():
        section, _, key = old.rpartition(".")
        part = renamed.get(section) if section else renamed
        if not isinstance(part, dict) or key not in part:
            continue
        now = f"{section}.{new}" if section else new
        if new in part:
            raise ValueError(f"{where or 'config'}: {old!r} is the old name of {now!r}; give one")
        if where is not None:
            warnings.warn(f"{where}: {old!r} is called {now!r} now", FutureWarning, stacklevel=2)
        part[new] = part.pop(key)
    return renamed


def _leave_out_gone(settings: dict[str, Any], where: str | None) -> None:
    """Raises: ValueError for a value that says more than what every run does."""
    for gone, (usual, why) in GONE.items():
        section, _, key = gone.rpartition(".")
        part = settings.get(section) if section else settings
        if isinstance(part, dict) and key in part:
            _leave_out(gone, part.pop(key) == usual, why, where)
    for gone, (key, without, why) in GONE_SECTIONS.items():
        if gone in settings:
            part = settings.pop(gone)
            harmless = part is None or (
                isinstance(part, dict) and part.get(key, without) == without
            )
            _leave_out(gone, harmless, why, where)


def _leave_out(gone: str, harmless: bool, why: str, where: str | None) -> None:
    """Warn of a setting that is none any more. Raises: ValueError unless it was ``harmless``."""
    told = f"{where or 'config'}: {gone!r} is no setting any more: {why}; leave it out"
    if not harmless:
        raise ValueError(told)
    if where is not None:
        warnings.warn(told, FutureWarning, stacklevel=4)
