"""What a page and the server say to each other; everything else is refused."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

VERSION = 1
MOST_BYTES = 65_536  # of a message from a page
Name = Annotated[str, Field(min_length=1, max_length=500)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Act(Message):
    """Take a decision."""

    t: Literal["act"]
    decision: int
    """The number of the decision that is answered: a late answer is refused."""
    action: int


class Back(Message):
    """Stand before an earlier decision again; where no other person plays."""

    t: Literal["back"]
    decision: int


class Pace(Message):
    """How long agents wait before they act; where the page is the table's host."""

    t: Literal["pace"]
    seconds: Annotated[float, Field(ge=0, le=10)]
    paused: bool


class Look(Message):
    """See the game as it was before a decision; null: as it is now."""

    t: Literal["look"]
    decision: int | None
    open: bool = False
    """All hands, not only the own; where nobody who plays could learn from it."""


class NewTable(Message):
    """A game that somebody wants to play or to watch."""

    rules: Name
    options: dict[str, Any] = {}
    seats: list[Name] | None = None
    """Who sits where: "me", "person", or an agent; by default me and the rule baseline."""
    seed: Annotated[int, Field(ge=0, lt=2**64)] | None = None
    pace: Annotated[float, Field(ge=0, le=10)] = 0.6
    record: Annotated[str, Field(max_length=8_000_000)] | None = None
    """A record to look at, instead of a new game."""
    position: Annotated[str, Field(max_length=100_000)] | None = None
    """A position to play on from, instead of a new game."""


Asked = Annotated[Act | Back | Pace | Look, Field(discriminator="t")]
ASKED: TypeAdapter[Act | Back | Pace | Look] = TypeAdapter(Asked)


def wrong_in(error: ValidationError) -> str:
    """What is wrong first, and where."""
    found = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, found["loc"]))
    return f"{where}: {found['msg']}" if where else str(found["msg"])
