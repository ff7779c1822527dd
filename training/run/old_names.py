"""Names that settings and saved runs had before, and what they are called now."""

import warnings
from collections.abc import Mapping
from typing import Any

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

STATE = {"seeds": "start_states", "others": "anchors"}
"""Of the state files in the folder of a run."""

ACTOR = (
    "games",
    "owed",
    "stood",
    "standings",
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
        ValueError: a setting is given under both names.
    """
    found = {key: dict(v) if isinstance(v, Mapping) else v for key, v in settings.items()}
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


def renamed_state(state: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a saved state under the names, and in the places, of today."""
    found = {STATE.get(key, key): value for key, value in state.items()}
    if "seating" in found:  # before there were actors
        chance = found.pop("actor_rng", found["rng"])
        of_actor = {key: found.pop(key, None) for key in ACTOR}
        if of_actor["standings"] is None:
            of_actor["standings"] = [None for _ in of_actor["games"]]
        found["actors"] = [{"rng": chance, **of_actor}]
    return found
