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
    waits: bool = False
    """Also what the own hand waits for."""


class Take(Message):
    """Let an agent act for a seat, or the person again; the host's to say, or the seat's own."""

    t: Literal["take"]
    seat: Annotated[int, Field(ge=0, le=3)]
    away: bool


class Copy(Message):
    """The position that is looked at, or the record, as text.

    Who plays gets a position with the hidden tiles dealt anew, and a record when the game is over.
    """

    t: Literal["copy"]
    what: Literal["position", "record"]


class WantedOptions(Message):
    """The options of a rule set, some of them changed: do they go together?"""

    rules: Name
    options: dict[str, Any] = {}


class Advise(Message):
    """Be told what the choices at a decision are worth, or no longer."""

    t: Literal["advise"]
    decision: int
    on: bool


class Practise(Message):
    """Be told what each own choice has cost, or no longer."""

    t: Literal["practise"]
    on: bool


class ReviewGame(Message):
    """Have the game judged as far as it went, or stop it and see what is known."""

    t: Literal["review"]
    on: bool


class NewTable(Message):
    """A game that somebody wants to play or to watch."""

    rules: Name
    options: dict[str, Any] = {}
    seats: list[Name] | None = None
    """Who sits where: "me", "person", or an agent; by default me and the rule baseline."""
    seed: Annotated[int, Field(ge=0, lt=2**64)] | None = None
    pace: Annotated[float, Field(ge=0, le=10)] = 0.6
    hands: Annotated[int, Field(ge=1, le=1000)] | None = None
    """The game is over after so many; by default when the rules say so."""
    claim: Annotated[float, Field(ge=1, le=600)] | None = None
    """Seconds that a person has to claim a discard; then the table passes."""
    away: Annotated[float, Field(ge=1, le=3600)] = 30
    """Seconds after which an agent acts for somebody who has left others waiting."""
    record: Annotated[str, Field(max_length=8_000_000)] | None = None
    """A record to look at, instead of a new game."""
    position: Annotated[str, Field(max_length=100_000)] | None = None
    """A position to play on from, instead of a new game."""


Asked = Act | Back | Pace | Look | Take | Copy | Advise | Practise | ReviewGame
ASKED: TypeAdapter[Asked] = TypeAdapter(Annotated[Asked, Field(discriminator="t")])


def wrong_in(error: ValidationError) -> str:
    """What is wrong first, and where."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}" if where else str(first["msg"])
