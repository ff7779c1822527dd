"""The options of the two card games and their presets, as ``options.yaml`` of each has them."""

from typing import Any

from tests.reference.option_tables import Options, read_tables

TABLES = {game: read_tables(game) for game in ("piquet", "ninety_nine")}
DEFAULTS = {game: tables.defaults for game, tables in TABLES.items()}
PRESETS = {game: tables.presets for game, tables in TABLES.items()}


def choices_of(game: str, name: str) -> list[Any]:
    return TABLES[game].choices_of(name)


def options_of(game: str, changes: Options | None = None) -> Options:
    """As the table of the game has it. Raises: ValueError, also for what does not go together."""
    options = TABLES[game].options_of(changes)
    if game == "piquet" and (options["deck"], options["elder_exchange_max"]) == (32, 8):
        raise ValueError("elder_exchange_max of 8 takes the whole talon of 32 cards")
    return options
