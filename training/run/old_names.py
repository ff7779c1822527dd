"""Names that settings and saved runs had before, and what they are called now."""

import warnings
from collections.abc import Mapping
from typing import Any

from shugi.agents.model_config import LAST_WITH_KINDS, TRUNK

SETTINGS = {
    "jitter": "payment_randomisation",
    "seeded": "start_states",
    "distil.own": "self_play_share",
    "distil.others": "anchor_ratio",
    "distil.again": "recheck_factor",
    "distil.explored": "random_plans",
    "distil.passes": "value_epochs",
    "distil.misled": "corrupted_advice",
}
"""Of a config: the old key with its section, and the new key in the same section."""

GONE = {
    "network.trunk": (
        TRUNK,
        f"the first layer of every network sums {TRUNK}, and commit {LAST_WITH_KINDS} is the last "
        "with another one",
    ),
    "learners": (1, "one process learns, and others play for it"),
    "reward.relearn_standing": (0, "what a standing is worth comes with the package"),
    "reward.standing_games": (2048, "what a standing is worth comes with the package"),
    "distil.horizon": (0, "hands are played to their end"),
    "distil.projection": ("both", "both divergences are summed"),
}
"""Of a config: a key that is no setting any more, the value that means what every run does now, and
why there is no other."""

STATE = {"seeds": "start_states", "others": "anchors"}
"""Of the state files in the folder of a run."""

ACTOR = (
    "games",
    "owed",
    "stood",
    "seating",
    "hand_gain",
    "resumed",
    "start_states",
)
"""What a state held itself, when a run had one actor."""


def renamed(settings: Mapping[str, Any], where: str | None = None) -> dict[str, Any]:
    """The settings under the names of today; the given ones stay as they are.

    Args:
        where: they come from, for the warning about each old name; None: no warning.

    Raises:
        ValueError: a setting is given under both names, or is none any more.
    """
    found = {key: dict(v) if isinstance(v, Mapping) else v for key, v in settings.items()}
    _leave_out_gone(found, where)
    for old, new in SETTINGS.items():
        section, _, key = old.rpartition(".")
        part = found.get(section) if section else found
        if not isinstance(part, dict) or key not in part:
            continue
        now = f"{section}.{new}" if section else new
        if new in part:
            raise ValueError(f"{where or 'config'}: {old!r} is the old name of {now!r}; give one")
        if where is not None:
            warnings.warn(f"{where}: {old!r} is called {now!r} now", FutureWarning, stacklevel=2)
        part[new] = part.pop(key)
    return found


def _leave_out_gone(settings: dict[str, Any], where: str | None) -> None:
    """Raises: ValueError for a value that says more than what every run does."""
    for gone, (usual, why) in GONE.items():
        section, _, key = gone.rpartition(".")
        part = settings.get(section) if section else settings
        if not isinstance(part, dict) or key not in part:
            continue
        told = f"{where or 'config'}: {gone!r} is no setting any more: {why}; leave it out"
        if part.pop(key) != usual:
            raise ValueError(told)
        if where is not None:
            warnings.warn(told, FutureWarning, stacklevel=3)


def renamed_state(state: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a saved state under the names, and in the places, of today."""
    found = {STATE.get(key, key): value for key, value in state.items()}
    if "seating" in found:  # before there were actors
        chance = found.pop("actor_rng", found["rng"])
        of_actor = {key: found.pop(key, None) for key in ACTOR}
        found["actors"] = [{"rng": chance, **of_actor}]
    return found
