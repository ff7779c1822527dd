"""The option tables of a rule text: defaults, presets, and the values allowed."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

Options = dict[str, Any]
GAMES = Path(__file__).parents[1] / "games"


@dataclass(frozen=True)
class Tables:
    """Of one game; an option without choices is false or true, or a number or list of any kind."""

    game: str
    defaults: Options
    presets: dict[str, Options]
    choices: dict[str, list[Any]]

    def options_of(self, changes: Options | None = None) -> Options:
        """The defaults, the preset named by the change "preset", then the changes.

        Raises: ValueError for an option, preset or value that the text does not have.
        """
        wanted = dict(changes or {})
        preset = wanted.pop("preset", None)
        if preset is not None and preset not in self.presets:
            raise ValueError(f"{self.game} has no preset {preset}")
        for name, value in wanted.items():
            if name not in self.defaults:
                raise ValueError(f"{self.game} has no option {name}")
            told = name in self.choices or isinstance(self.defaults[name], bool)
            if told and value not in self.choices_of(name):
                raise ValueError(f"{name} of {self.game} cannot be {value!r}")
        return self.defaults | (self.presets[preset] if preset is not None else {}) | wanted

    def choices_of(self, name: str) -> list[Any]:
        return self.choices.get(name, [False, True])


def read_tables(game: str) -> Tables:
    """What ``options.yaml`` beside the game's reference says."""
    path = GAMES / game / "reference" / "options.yaml"
    tables = yaml.safe_load(path.read_text(encoding="utf-8"))
    for name, values in tables["choices"].items():
        if isinstance(values, dict):  # from, below, step
            tables["choices"][name] = list(range(*values.values()))
    return Tables(game, **tables)
