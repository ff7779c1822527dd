"""What can be played, by whom, and opening a table for it."""

import secrets
from pathlib import Path
from typing import Any

from shugi._fast.bots.baseline import STYLES
from shugi.agents.base import AgentError
from shugi.agents.named import names as checkpoints
from shugi.agents.spec import make_agent
from shugi.envs.record import parse_record
from shugi.envs.rules import load_rules, resolve, variants
from shugi.table.game import Game
from shugi.table.messages import NewTable
from shugi.table.room import PERSON, Room

ME = "me"


def lobby_of() -> dict[str, Any]:
    """The rule sets, and who can be asked to play."""
    sets = [
        {"name": one.name, "title": one.title, "players": one.players}
        for one in variants()
        if one.state == "playing"
    ]
    agents = ["baseline", *(f"baseline:{style}" for style in STYLES), "random"]
    return {"rules": sets, "agents": agents, "checkpoints": checkpoints()}


def options_of(name: str) -> dict[str, Any]:
    """The options of a rule set and their values. Raises: RulesError."""
    found = resolve(name)
    return {"name": found.name, "title": found.title, "options": found.options}


def opened(wanted: NewTable, keep: Path | None = None) -> Room:
    """A table as it is wished for.

    Raises:
        RulesError, AgentError, RecordError, ValueError: something of it cannot be.
    """
    seed = secrets.randbits(63) if wanted.seed is None else wanted.seed
    game = _game(wanted, seed)
    seats = wanted.seats or [ME, *["baseline"] * (game.rules.seats - 1)]
    if wanted.record is not None and wanted.seats is None:
        seats = ["baseline"] * game.rules.seats
    if len(seats) != game.rules.seats:
        raise AgentError(f"{game.rules.name} has {game.rules.seats} seats, not {len(seats)}")
    occupants = [None if seat in (ME, PERSON) else make_agent(seat, game.rules) for seat in seats]
    if not game.names or wanted.record is None:
        game.names = [
            seat if one is None else one.name for seat, one in zip(seats, occupants, strict=True)
        ]
    room = Room(game, occupants, wanted.pace, seed, keep)
    room.paused = wanted.record is not None
    return room


def _game(wanted: NewTable, seed: int) -> Game:
    if wanted.record is not None:
        return Game.of_record(parse_record(wanted.record))
    if wanted.position is not None:
        return Game.of_position(wanted.position)
    return Game.new(load_rules(wanted.rules, **wanted.options), seed)
