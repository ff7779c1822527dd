"""Reading a text position: its words, where they stand, and entries such as ``name=value``."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi._fast.text.position import PositionError
from shugi.envs.notation.words import GAME, INT, LAST, Rows, State, read_line

MOST_TOLD = 1000  # characters of a message


class NotationError(PositionError):
    """A text that is no position; the message begins with the line and column."""


@dataclass(frozen=True)
class Word:
    """A word of the text and where it stands."""

    text: str
    line: int
    column: int

    def error(self, message: str) -> NotationError:
        shown = message if len(message) <= MOST_TOLD else message[:MOST_TOLD] + "..."
        return NotationError(f"line {self.line}, column {self.column}", shown)


def split_words(text: str) -> list[list[Word]]:
    """The words of each section."""
    sections = []
    for line, content in enumerate(text.splitlines(), start=1):
        column = 0
        for part in content.partition("#")[0].split("|"):
            words = [
                Word(match[0], line, column + match.start() + 1)
                for match in re.finditer(r"\S+", part)
            ]
            column += len(part) + 1
            if words:
                sections.append(words)
    return sections


def pairs(words: list[Word]) -> Iterator[tuple[Word, str, str]]:
    """The ``name=value`` entries of a section, each name once."""
    seen = set()
    for word in words:
        name, equals, value = word.text.partition("=")
        if not equals:
            raise word.error(f"expected name=value, found {word.text!r}")
        if name in seen:
            raise word.error(f"the entry {name!r} stands twice")
        seen.add(name)
        yield word, name, value


def read_rows(words: list[Word], rows: Rows, out: State) -> None:
    """Read the entries of a section.

    Args:
        words: of a section, each ``name=value``.
        rows: the entries that it may have.
        out: where the values go, by their keys.

    Raises: NotationError.
    """
    known = {name: (key, codec) for name, key, codec in rows}
    for word, name, value in pairs(words):
        if name not in known:
            raise word.error(f"there is no entry {name!r} here; there are {', '.join(known)}")
        key, codec = known[name]
        out[key] = read_value(word, codec.read, value)


def read_value(word: Word, read: Callable[[str], Any], text: str) -> Any:
    """Read a value.

    Args:
        word: where the value stands, for the error.
        read: raises ValueError with what it expected.
        text: the value.

    Raises: NotationError that says where it stands.
    """
    try:
        return read(text)
    except ValueError as error:
        raise word.error(f"{word.text.partition('=')[0]}: {error}") from None


class SectionReader:
    """Puts a state together, section by section; a family of games adds its own sections."""

    sections: tuple[str, ...]
    """Their names."""
    rows: Mapping[str, Rows] = {"game": GAME}
    """The entries of sections that hold nothing but keys of the state."""
    read_event: Callable[[str], int]

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.state: State = {"seats": [{} for _ in range(rules.seats)]}
        self.places: dict[str, Word] = {}

    def read(self, words: list[Word]) -> None:
        head, *rest = words
        name = head.text
        if name in self.places:
            raise head.error(f"the section {name!r} stands twice")
        self.places[name] = head
        if re.fullmatch(r"seat\d", name):
            self.seat(head, rest)
            return
        method = self.section(name)
        if method is None:
            raise head.error(f"there is no section {name!r}; there are {', '.join(self.sections)}")
        method(rest)

    def section(self, name: str) -> Callable[[list[Word]], None] | None:
        """What reads the section of this name; None: there is no such section."""
        if name in self.rows:
            return lambda words: read_rows(words, self.rows[name], self.state)
        return getattr(self, f"section_{name}", None)

    def seat(self, head: Word, words: list[Word]) -> None:
        number, seats = int(head.text[4:]), self.rules.seats
        if number >= seats:
            raise head.error(f"{self.rules.name} has {seats} players: seat0 to seat{seats - 1}")
        self.read_seat(self.state["seats"][number], words)

    def read_seat(self, seat: State, words: list[Word]) -> None:
        """Put the entries of a seat into its part of the state."""
        raise NotImplementedError

    def numbers(self, section: str, words: list[Word]) -> list[int]:
        """A number for each seat."""
        seats = self.rules.seats
        if len(words) != seats:
            raise self.places[section].error(
                f"expected {seats} numbers, found {len(words)}: "
                f"{self.rules.name} has {seats} players"
            )
        return [read_value(word, INT.read, word.text) for word in words]

    def section_score(self, words: list[Word]) -> None:
        for seat, number in zip(self.state["seats"], self.numbers("score", words), strict=True):
            seat["score"] = number

    def section_chips(self, words: list[Word]) -> None:
        for seat, number in zip(self.state["seats"], self.numbers("chips", words), strict=True):
            seat["chips"] = number

    def section_since(self, words: list[Word]) -> None:
        """Texts of version 0.2 have it; no play and no reward depends on it."""

    def section_last(self, words: list[Word]) -> None:
        self.state["last"] = {}
        read_rows(words, LAST, self.state["last"])

    def section_ledger(self, words: list[Word]) -> None:
        self.state["ledger"] = [read_value(word, read_line, word.text) for word in words]

    def section_history(self, words: list[Word]) -> None:
        events = [word for word in words if "=" not in word.text]
        read_event = type(self).read_event
        self.state["history"] = [read_value(word, read_event, word.text) for word in events]
        rest = [word for word in words if "=" in word.text]
        read_rows(rest, (("total", "history_total", INT),), self.state)
