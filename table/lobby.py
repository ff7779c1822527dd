"""What can be played, by whom, and opening a table for it."""

import secrets
from pathlib import Path
from typing import Any

from shugi._fast.bots.baseline import STYLES
from shugi._fast.rules.option import Option
from shugi._fast.rules.option_types import Bool, Choice, Int, show
from shugi._fast.rules.options import OPTIONS
from shugi.agents.base import AgentError
from shugi.agents.named import names as checkpoints
from shugi.agents.spec import make_agent
from shugi.envs.record import parse_record
from shugi.envs.rule_file import parse_value
from shugi.envs.rules import load_rules, resolve, variants
from shugi.table.chairs import ME, PERSON, Chair
from shugi.table.game import Game
from shugi.table.kept import kept
from shugi.table.messages import NewTable
from shugi.table.room import Room


def lobby_of() -> dict[str, Any]:
    """The rule sets with their add-ons, and who can be asked to play."""
    playing = [one for one in variants() if one.state == "playing"]
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


def read_options(given: dict[str, Any]) -> dict[str, Any]:
    """Options as values: what was typed is read as in a rule file. Raises: RulesError."""
    return {
        name: parse_value(value) if isinstance(value, str) else value
        for name, value in given.items()
    }


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


def opened(wanted: NewTable) -> Room:
    """A table as it is wished for.

    Raises:
        RulesError, AgentError, RecordError, ValueError: something of it cannot be.
    """
    seed = secrets.randbits(63) if wanted.seed is None else wanted.seed
    game = _game(wanted, seed)
    specs = wanted.seats or [ME, *["baseline"] * (game.rules.seats - 1)]
    if wanted.record is not None and wanted.seats is None:
        specs = ["baseline"] * game.rules.seats
    if len(specs) != game.rules.seats:
        raise AgentError(f"{game.rules.name} has {game.rules.seats} seats, not {len(specs)}")
    chairs = [_chair(spec, game) for spec in specs]
    if not game.names or wanted.record is None:
        game.names = [
            spec if chair.agent is None else chair.agent.name
            for spec, chair in zip(specs, chairs, strict=True)
        ]
    room = Room(game, chairs, wanted.pace, seed, wanted.claim, wanted.away)
    room.paused = wanted.record is not None
    return room


def _chair(spec: str, game: Game) -> Chair:
    person = spec in (ME, PERSON)
    return Chair(PERSON if person else spec, None if person else make_agent(spec, game.rules))


def _game(wanted: NewTable, seed: int) -> Game:
    if wanted.record is not None:
        return Game.of_record(parse_record(wanted.record))
    if wanted.position is not None:
        game = Game.of_position(wanted.position)
    else:
        game = Game.new(load_rules(wanted.rules, **read_options(wanted.options)), seed)
    game.hands = wanted.hands
    return game


def reopened(folder: Path, table: str) -> Room | None:
    """A table as it was when it was last written; None: there is none of that name.

    Raises:
        KeptError, RecordError, AgentError: it cannot be read.
    """
    found = kept(folder, table)
    if found is None:
        return None
    told, record = found
    game = Game.of_record(record)
    game.hands, game.names = told.hands, told.names
    chairs = [_chair(spec, game) for spec in told.seats]
    for chair, token in zip(chairs, told.tokens, strict=True):
        chair.token = token
    room = Room(game, chairs, told.pace, told.seed, told.claim, told.away)
    room.watch = told.watch
    return room
