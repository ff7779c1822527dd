"""What can be played, by whom, and opening a table for it."""

from pathlib import Path
from typing import Any

from shugi._fast.bots.baseline import STYLES
from shugi.agents.named import names as checkpoints
from shugi.envs.rules import resolve, variants
from shugi.table.messages import NewTable
from shugi.table.room import Room
from shugi.table.seating import seated


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
    found = seated(wanted)
    room = Room(found.game, found.occupants, wanted.pace, found.seed, keep)
    room.paused = wanted.record is not None
    return room
