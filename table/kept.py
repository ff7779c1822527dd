"""Tables on disk: a game goes on after the server was stopped.

Beside the record of each game lies a file that says who sits where. It holds the links of the
seats, so only its owner may read it.
"""

import contextlib
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shugi.envs.files import write_atomically
from shugi.envs.record import Record, load_record

if TYPE_CHECKING:
    from shugi.table.room import Room

VERSION = 1
OWNER_ONLY = 0o600
SUFFIX = ".table.json"
NAME = re.compile(r"[0-9a-f]{8}")
TOKEN = re.compile(r"[\w-]{16,64}")


class KeptTable(BaseModel):
    """What a table is beside its game."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    version: Annotated[int, Field(ge=VERSION, le=VERSION)]
    seats: list[str]
    """Specs, "person" for people."""
    names: list[str]
    tokens: list[str]
    watch: str
    pace: float
    seed: int
    hands: int | None
    claim: float | None
    away: float


class KeptError(ValueError):
    """What lies on disk is no table; the message says which file and why."""


def table_file(folder: Path, table: str) -> Path:
    return folder / f"{table}{SUFFIX}"


def record_file(folder: Path, table: str) -> Path:
    return folder / f"{table}.jsonl"


def told_of(room: "Room") -> KeptTable:
    """What a table is beside its game."""
    return KeptTable(
        version=VERSION,
        seats=[chair.spec for chair in room.chairs],
        names=room.game.names,
        tokens=[chair.token for chair in room.chairs],
        watch=room.watch,
        pace=room.pace,
        seed=room.seed,
        hands=room.game.hands,
        claim=room.claim,
        away=room.away,
    )


def keep_table(folder: Path, table: str, told: KeptTable) -> None:
    """Write it, for its owner alone to read. Raises: OSError."""
    write_atomically(table_file(folder, table), told.model_dump_json().encode(), OWNER_ONLY)


def keep_game(folder: Path, table: str, record: str) -> None:
    """Write the game as it stands. Raises: OSError."""
    write_atomically(record_file(folder, table), record.encode())


def kept(folder: Path, table: str) -> tuple[KeptTable, Record] | None:
    """The table and the record of its game; None: there is none of that name.

    Raises:
        KeptError: the table cannot be read.
        RecordError: the record is broken.
    """
    path = table_file(folder, table)
    if not NAME.fullmatch(table) or not path.is_file():
        return None
    try:
        told = KeptTable.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise KeptError(f"{path}: {error}") from None
    return told, load_record(record_file(folder, table))


def token_of(folder: Path) -> str:
    """The token of the lobby, the same as the last time. Raises: OSError."""
    path = folder / "lobby.token"
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if TOKEN.fullmatch(known := path.read_text(encoding="ascii").strip()):
            return known
    made = secrets.token_urlsafe(16)
    write_atomically(path, made.encode(), OWNER_ONLY)
    return made
