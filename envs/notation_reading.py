"""Reading a text position: its words, where they stand, and entries such as ``name=value``."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from shugi._fast.position import PositionError
from shugi.envs.notation_words import Rows, State


class NotationError(PositionError):
    """A text that is no position; the message begins with the line and column."""


@dataclass(frozen=True)
class Word:
    """A word of the text and where it stands."""

    text: str
    line: int
    column: int

    def error(self, message: str) -> NotationError:
        return NotationError(f"line {self.line}, column {self.column}", message)


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
    """The ``name=value`` entries of a section."""
    for word in words:
        name, equals, value = word.text.partition("=")
        if not equals:
            raise word.error(f"expected name=value, found {word.text!r}")
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
