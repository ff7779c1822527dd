"""The games that the engine plays: every folder of ``games/`` that has a ``game.py``.

``riichi`` is every Japanese game here; its rule sets differ by options alone. The others are the
regional games and the card games, each with a rule text of its own.  Code that many games share
asks for a trait, never for a game.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

from shugi._fast.tables.game import Deck, Game, Options

FOLDER = Path(__file__).parents[1] / "games"


def _found() -> dict[str, Game]:
    names = sorted(path.parent.name for path in FOLDER.glob("*/game.py"))
    games = {name: import_module(f"shugi._fast.games.{name}.game").GAME for name in names}
    ordered = sorted(games.items(), key=lambda item: item[1].number)
    if [game.number for _, game in ordered] != list(range(len(ordered))):
        numbers = ", ".join(f"{name} {game.number}" for name, game in ordered)
        raise RuntimeError(f"each game needs a number of its own, from 0 without a gap: {numbers}")
    return dict(ordered)


GAMES: Mapping[str, Game] = MappingProxyType(_found())


def tables_of(module: str, name: str) -> list[Any]:
    """A table of that module of each room that has it: what games share first, then by number."""
    rooms = sorted(path.parent.name for path in FOLDER.glob(f"*/{module}.py"))
    order = list(GAMES)
    rooms.sort(key=lambda room: order.index(room) if room in order else -1)
    modules = (import_module(f"shugi._fast.games.{room}.{module}") for room in rooms)
    return [getattr(module, name) for module in modules if hasattr(module, name)]


def import_all(module: str) -> None:
    """Import a module of each game that has it: it fills the game's row of a table when it is."""
    for name in GAMES:
        if find_spec(f"shugi._fast.games.{name}.{module}"):
            import_module(f"shugi._fast.games.{name}.{module}")


def idle(options: Options, deck: Deck) -> dict[str, str]:
    """Options that nothing reads in this combination, and what to set so that something does."""
    return {
        name: text
        for names, reads, text in GAMES[options["game"]].needs
        if not reads(options, deck)
        for name in names
    }
