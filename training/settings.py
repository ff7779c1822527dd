"""The settings of a run, as its folder keeps them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from shugi.training.config import ConfigError

CONFIG_NAME = "config.yaml"


def plain(value: Any) -> Any:
    """Tuples as lists, all the way down: what YAML can say."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def differences(
    stored: Mapping[str, Any], wanted: Mapping[str, Any], prefix: str = ""
) -> list[str]:
    """The stored settings that are wanted otherwise, as "ppo.clip: 0.1 there, 0.2 now"."""
    found = []
    for key in stored:
        if isinstance(stored[key], dict) and isinstance(wanted[key], dict):
            found += differences(stored[key], wanted[key], f"{prefix}{key}.")
        elif stored[key] != wanted[key]:
            found.append(f"{prefix}{key}: {stored[key]} there, {wanted[key]} now")
    return found


def check_same(folder: Path, stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """See that a run can go on with the settings that are wanted.

    Raises:
        ConfigError: the folder's are others; says which.
    """
    differing = differences(stored, wanted)
    if differing:
        raise ConfigError(
            f"{folder} holds a run with other settings ({', '.join(differing)}); "
            "resume it with its own, or give another --run-dir"
        )


def keep_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Write them into the folder of the run."""
    text = yaml.safe_dump(plain(settings), sort_keys=False)
    (folder / CONFIG_NAME).write_text(text, encoding="utf-8")
