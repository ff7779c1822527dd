"""What can be played, by whom, and opening a table for it."""

from pathlib import Path
from typing import Any

from shugi._fast.bots.style import STYLES
from shugi._fast.rules.options import OPTIONS
from shugi._fast.tables.option import Option
from shugi._fast.tables.option_types import Bool, Choice, Int, show
from shugi.agents.named import names as checkpoints
from shugi.agents.programs import ALLOW
from shugi.envs.rulesets.rules import load_rules, resolve, variants
from shugi.table.chairs import PERSON, Chair
from shugi.table.game import Game
from shugi.table.kept import load_table, table_file
from shugi.table.messages import NewTable
from shugi.table.room import Room
from shugi.table.seating import read_options, seat_players, sitting


def lobby_of() -> dict[str, Any]:
    """The rule sets with their add-ons, and who can be asked to play."""
    playing = variants()
    sets = [
        {
            "name": one.name,
            "title": one.title,
            "players": one.players,
            "addons": [
                {"name": more.name.partition("+")[2], "title": more.title}
                for more in playing
                if more.name.startswith(f"{one.name}+")
            ],
        }
        for one in playing
        if "+" not in one.name
    ]
    agents = ["baseline", *(f"baseline:{style}" for style in STYLES), "random"]
    return {"rules": sets, "agents": agents, "checkpoints": checkpoints()}


def options_of(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """The options of a rule set with their values, as they are wished for.

    Args:
        given: texts as `shugi rules --set` takes them, or values.

    Raises:
        RulesError: they do not go together, or there is no such rule set; it says why.
    """
    wanted = read_options(given)
    rules, found = load_rules(name, **wanted), resolve(name, **wanted)
    usual = resolve(name).options
    rows = [
        _row(option, found.options[option.name], usual[option.name])
        for option in OPTIONS.values()
        if rules.game in option.games
    ]
    return {"name": found.name, "players": rules.seats, "options": rows}


def _row(option: Option, value: Any, usual: Any) -> dict[str, Any]:
    """An option as a field of a form: its kind, and what may be chosen."""
    kind, choices = "text", None
    if isinstance(option.type, Bool):
        kind, choices = "choice", ["false", "true"]
    elif isinstance(option.type, Choice):
        kind, choices = "choice", list(option.type.values)
    elif isinstance(option.type, Int) and not option.type.none:
        kind = "number"
    return {
        "name": option.name,
        "family": option.family,
        "meaning": option.meaning,
        "allowed": option.type.allowed,
        "section": option.section,
        "kind": kind,
        "choices": choices,
        "value": show(value),
        "usual": show(usual),
    }


def open_room(wanted: NewTable, programs: bool = False) -> Room:
    """A table as it is wished for; ``programs`` as ``seat_players`` takes it.

    Raises:
        RulesError, AgentError, RecordError, ValueError: something of it cannot be.
    """
    seated = seat_players(wanted, programs)
    chairs = [
        Chair(PERSON if agent is None else spec, agent)
        for spec, agent in zip(seated.specs, seated.occupants, strict=True)
    ]
    room = Room(seated.game, chairs, wanted.pace, seated.seed, wanted.claim, wanted.away)
    room.paused = wanted.record is not None
    return room


def reopen_room(folder: Path, table: str, token: str, programs: bool = False) -> Room | None:
    """A table as it was when it was last written; None: there is none of that name.

    Args:
        folder: of kept tables.
        table: its name.
        token: of a link to it.
        programs: whether its agents may be code to run: the folder can be somebody else's.

    Raises:
        KeptError, RecordError, AgentError: it cannot be read, or not by this link.
    """
    kept = load_table(folder, table, token)
    if kept is None:
        return None
    told, record = kept
    game = Game.of_record(record)
    game.hands, game.names = told.hands, told.names
    why = f"{table_file(folder, table).name} names it; start the table with {ALLOW}"
    chairs = [
        Chair(spec, sitting(spec, game.rules, programs, why), link)
        for spec, link in zip(told.seats, told.tokens, strict=True)
    ]
    room = Room(game, chairs, told.pace, told.seed, told.claim, told.away)
    room.watch = told.watch
    return room
