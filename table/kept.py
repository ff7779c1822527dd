"""Tables on disk: a game goes on after the server was stopped.

Beside the record of each game lies a file that says who sits where. It holds the links of the
seats, so only its owner may read it. The folder may also come from somebody else, so a table is
not opened before a page has shown one of its links, and runs no program unasked.
"""

import contextlib
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from shugi.envs.common.files import error_text, read_text, write_atomically
from shugi.envs.records.record import Record, load_record
from shugi.table.chairs import ME, PERSON, is_token
from shugi.table.messages import Name, wrong_in

if TYPE_CHECKING:
    from shugi.table.room import Room

VERSION = 1
MOST_BYTES = 100_000
OWNER_ONLY = 0o600
SUFFIX = ".table.json"
PEOPLE = (ME, PERSON)
NAME = re.compile(r"[0-9a-f]{8}")
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")
Token = Annotated[str, Field(pattern=f"^{TOKEN.pattern}$")]


class KeptTable(BaseModel):
    """What a table is beside its game."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)

    version: Annotated[int, Field(ge=VERSION, le=VERSION)]
    seats: list[Name]
    """Specs, "person" for people."""
    names: list[str]
    tokens: list[Token]
    watch: Token
    pace: Annotated[float, Field(ge=0, le=10)]
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    hands: Annotated[int, Field(ge=1)] | None
    claim: Annotated[float, Field(gt=0)] | None
    away: Annotated[float, Field(ge=0)]

    @model_validator(mode="after")
    def _as_many(self) -> Self:
        if not len(self.seats) == len(self.names) == len(self.tokens):
            raise ValueError("seats, names and tokens are not as many")
        return self

    def opens(self, token: str) -> bool:
        """Whether a link leads to this table."""
        people = [t for t, seat in zip(self.tokens, self.seats, strict=True) if seat in PEOPLE]
        return any([is_token(token, one) for one in (*people, self.watch)])  # all, in any case


class KeptError(ValueError):
    """What lies on disk is no table; the message says which file and why."""


class NotALink(KeptError):
    """Who asks for the table has no link of it."""


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
    """Write it, for its owner alone to read.

    Args:
        folder: of kept tables.
        table: its name.
        told: what it is beside its game.

    Raises: OSError.
    """
    write_atomically(table_file(folder, table), told.model_dump_json().encode(), OWNER_ONLY)


def keep_game(folder: Path, table: str, record: str) -> None:
    """Write the game as it stands, all hands in it, for its owner alone.

    Args:
        folder: of kept tables.
        table: its name.
        record: of the game, as text.

    Raises: OSError.
    """
    write_atomically(record_file(folder, table), record.encode(), OWNER_ONLY)


def load_table(folder: Path, table: str, token: str) -> tuple[KeptTable, Record] | None:
    """The table and the record of its game; None: there is none of that name.

    Args:
        folder: of kept tables.
        table: its name.
        token: of a link to it.

    Raises:
        NotALink: it is no link of that table.
        KeptError: the table cannot be read.
        RecordError: the record is broken.
    """
    path = table_file(folder, table)
    if not NAME.fullmatch(table):
        return None
    try:
        if not path.is_file():
            return None
        kept = KeptTable.model_validate_json(read_text(path, MOST_BYTES))
        if not kept.opens(token):
            raise NotALink("not for this page")
        record = load_record(record_file(folder, table))
    except ValidationError as error:
        raise KeptError(f"{path.name}: {wrong_in(error)}") from None
    except OSError as error:
        raise KeptError(f"{path.name}: {error_text(error)}") from None
    if record.rules.seats != len(kept.seats):
        raise KeptError(f"{path.name}: its game is for {record.rules.seats} seats")
    return kept, record


def token_of(folder: Path) -> str:
    """The token of the lobby, the same as the last time. Raises: OSError."""
    path = folder / "lobby.token"
    with contextlib.suppress(OSError):
        if TOKEN.fullmatch(known := read_text(path, MOST_BYTES).strip()):
            return known
    made = secrets.token_urlsafe(16)
    write_atomically(path, made.encode(), OWNER_ONLY)
    return made
