"""The options of the Chinese games and their presets, as ``options.yaml`` of each has them."""

from typing import Any

from tests.reference.option_tables import Options, Tables, read_tables

TABLES = {game: read_tables(game) for game in ("hangzhou", "xiamen", "wuhan", "kawuxing")}
THREE = TABLES["wuhan"].options_of({"preset": "three_players"})
TABLES["wuhan3"] = Tables("wuhan3", THREE, {"three_players": {}}, TABLES["wuhan"].choices)
DEFAULTS = {game: tables.defaults for game, tables in TABLES.items()}
CHOICES: dict[str, list[Any]] = {
    name: values for tables in TABLES.values() for name, values in tables.choices.items()
}


def options_of(game: str, changes: Options | None = None) -> Options:
    return TABLES[game].options_of(changes)
