"""Reading a text position: its words, where they stand, and entries such as ``name=value``."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi._fast.text.position import PositionError
from shugi.envs.notation.words import INT, LAST, Rows, State, read_line

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
    found = []
    for line, content in enumerate(text.splitlines(), start=1):
        column = 0
        for part in content.partition("#")[0].split("|"):
            words = [
                Word(one[0], line, column + one.start() + 1) for one in re.finditer(r"\S+", part)
            ]
            column += len(part) + 1
            if words:
                found.append(words)
    return found


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
    known = {name: (key, codec) for name, key, codec in rows}
    for word, name, value in pairs(words):
        if name not in known:
            raise word.error(f"there is no entry {name!r} here; there are {', '.join(known)}")
        key, codec = known[name]
        out[key] = read_value(word, codec.read, value)


def read_value(word: Word, read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except ValueError as error:
        raise word.error(f"{word.text.partition('=')[0]}: {error}") from None


class SectionReader:
    """Puts a state together, section by section; a family of games adds its own sections."""

    sections: tuple[str, ...]
    """Their names."""
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
        return getattr(self, f"section_{name}", None)

    def seat(self, head: Word, words: list[Word]) -> None:
        raise NotImplementedError

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
