"""The games that the engine plays: every folder of ``games/`` that has a ``game.py``.

``riichi`` is every Japanese game here; its rule sets differ by options alone. The others are the
regional games and the card games, each with a rule text of its own.  Code that many games share
asks for a trait, never for a game.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType, ModuleType

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


# folders of games/: what several share first, then the games by their numbers
ROOMS = (
    *sorted({path.parent.name for path in FOLDER.glob("*/__init__.py")} - GAMES.keys()),
    *GAMES,
)


def import_all(module: str) -> list[ModuleType]:
    """Import a module of each room that has it: it fills the rows of its games in a table."""
    files = FOLDER.glob(f"*/{module.replace('.', '/')}.*")
    found = {path.relative_to(FOLDER).parts[0] for path in files}
    return [import_module(f"shugi._fast.games.{room}.{module}") for room in ROOMS if room in found]


def module_of(game: str, name: str) -> ModuleType | None:
    """A module of a game's room; None where the game has none of that name."""
    full = f"shugi._fast.games.{game}.{name}"
    if full not in _MODULES:
        _MODULES[full] = import_module(full) if find_spec(full) else None
    return _MODULES[full]


_MODULES: dict[str, ModuleType | None] = {}


def games_with(trait: str) -> list[int]:
    """The numbers of the games that have a trait."""
    return [game.number for game in GAMES.values() if trait in game.traits]


def idle(options: Options, deck: Deck) -> dict[str, str]:
    """Options that nothing reads in this combination, and what to set so that something does."""
    return {
        name: text
        for names, reads, text in GAMES[options["game"]].needs
        if not reads(options, deck)
        for name in names
    }
