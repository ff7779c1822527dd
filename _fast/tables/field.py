"""A field of the state, stated once.

Its row says what follows everywhere: the member of the struct, what a hand begins with, what a
state that was put together is held to, the key of a position, and the word of the text.  Pure
Python, since the build reads it before anything is compiled.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

U8, I8, I32, U16, U32, U64 = (
    "uint8_t", "int8_t", "int32_t", "uint16_t", "uint32_t", "uint64_t",
)  # fmt: skip
NONE = 255  # no tile, or nobody
DERIVED = object()  # the usual value of a field that follows from the others

# Who tells a field of a position: the tables, the readers of positions in a way of its own, nobody.
BY_ROW, BY_HAND, NEVER = "by row", "by hand", "never"

Names = tuple[str, ...] | Mapping[int, str | None]

# the greatest value of a byte, by form; SEAT and SEAT_SET depend on the rules
MOST = {
    "bool": "1",
    "seat": "MOST_SEAT",
    "seats": "MOST_SEAT_SET",
    "code": "CODES - 1",
    "codes": "CODES - 1",
    "kind": "KINDS - 1",
    "action": "ACTIONS - 1",
    "card": "CARDS - 1",
    "suit": "CARD_SUITS - 1",
    "suits": "(1 << CARD_SUITS) - 1",
}
MAY_BE_NONE = ("seat", "code", "codes", "kind", "place", "card", "suit")
# what wider values are held to, by form
WIDE = {
    "money": "HOLDS_MONEY",
    "total": "HOLDS_TOTAL",
    "kinds": "HOLDS_KINDS",
    "ordinal": "HOLDS_COUNT",
    "decisions": "HOLDS_COUNT",
    "cards": "HOLDS_CARDS",
}


@dataclass(frozen=True)
class Field:
    """A member of a struct of the state.

    ``form`` is how a value is told: bool, int, counters, ordinal, decisions, money, total,
    seat, code, kind, card, suit, place (a number, or None), action, seats, kinds, cards and suits
    (sets as lists), codes, or the names of an enum by number; empty: it has no form outside the
    engine.
    """

    name: str
    type: str
    form: str | Names
    meaning: str
    usual: Any = 0
    """Its value early in a hand, as it is told; a position need not say it."""
    most: str = ""
    """The greatest value of a byte in C, where the form does not say it."""
    count: str = ""
    """How many there are in C; SEATS: one for each seat."""
    word: str | None = ""
    """Its name in the text, where it differs; None: it stands at a place of its own."""
    told: str = BY_ROW
    begins: int | None = None
    """What a hand begins with, where that is not the usual value."""
    each_hand: bool = False
    """It is set anew when a hand begins (of a seat: all are, but those that last)."""
    lasts: bool = False
    """Of a seat: it outlasts the hand."""
    apart: bool = False
    """Each of several is told by itself, with its number: kept_0, kept_1."""
    mark: str = ""
    """Of a seat: what stands beside it for all to see, {} for the value, unless it is usual."""

    @property
    def greatest(self) -> str:
        """In C; empty where a byte may hold anything."""
        if self.most or self.type != U8:
            return self.most
        if isinstance(self.form, str):
            return MOST.get(self.form, "")
        return str(max(self.form) if isinstance(self.form, Mapping) else len(self.form) - 1)

    @property
    def may_be_none(self) -> bool:
        return self.form == "place" or (self.form in MAY_BE_NONE and self.usual is None)

    @property
    def first(self) -> int:
        """What a hand begins with, as a number."""
        if self.begins is not None:
            return self.begins
        if self.usual is None and self.form in MAY_BE_NONE:
            return NONE
        if isinstance(self.usual, int):
            return int(self.usual)
        if not isinstance(self.form, str):
            return next(number for number, name in _numbered(self.form) if name == self.usual)
        return 0


def _numbered(names: Names) -> Iterator[tuple[int, str | None]]:
    yield from names.items() if isinstance(names, Mapping) else enumerate(names)


Sections = Mapping[str, Sequence[Field]]
"""Fields by the section of the text that they stand in; "": in none."""


def joined(*tables: Sections) -> dict[str, list[Field]]:
    """Sections of several tables, those of the first table first."""
    found: dict[str, list[Field]] = {}
    for table in tables:
        for section, fields in table.items():
            found.setdefault(section, []).extend(fields)
    return found


def each(sections: Sections) -> list[Field]:
    return [field for fields in sections.values() for field in fields]
