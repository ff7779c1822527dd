"""The settings of a run, as its folder keeps them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from shugi.envs.common.documents import parse_yaml
from shugi.envs.common.files import error_text, read_text, write_atomically
from shugi.training.run.config import MAX_BYTES, ConfigError
from shugi.training.run.old_names import rename_settings

CONFIG_NAME = "config.yaml"


def plain(value: Any) -> Any:
    """Tuples as lists, all the way down: what YAML can say."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def differences(
    stored: Mapping[str, Any], wanted: Mapping[str, Any], prefix: str = ""
) -> list[str]:
    """The stored settings that are wanted otherwise, as "ppo.clip: 0.1 there, 0.2 now".

    Args:
        stored: settings, nested by group.
        wanted: the same; what only these have is left out.
        prefix: put before every name.
    """
    differing = []
    for key in stored:
        now = wanted.get(key)
        if isinstance(stored[key], dict) and isinstance(now, dict):
            differing += differences(stored[key], now, f"{prefix}{key}.")
        elif stored[key] != now:
            differing.append(f"{prefix}{key}: {stored[key]} there, {now} now")
    return differing


def check_same(folder: Path, stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """See that a run can go on with the settings that are wanted.

    Args:
        folder: of the run, for the error.
        stored: the settings that the folder keeps.
        wanted: the settings now.

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
    write_atomically(folder / CONFIG_NAME, text.encode())


def stored_settings(folder: Path) -> Mapping[str, Any] | None:
    """What ``keep_settings`` wrote; None where it wrote nothing.

    Raises:
        ConfigError: a file that cannot be read, or holds something else.
    """
    path = folder / CONFIG_NAME
    if not path.exists():
        return None
    try:
        settings = parse_yaml(read_text(path, MAX_BYTES), str(path))
        if not isinstance(settings, dict):
            kind = type(settings).__name__
            raise ConfigError(f"{path}: expected keys and values, found {kind}")
        return rename_settings(settings, str(path))
    except OSError as error:
        raise ConfigError(error_text(error)) from None
    except ValueError as error:
        raise ConfigError(str(error)) from None
