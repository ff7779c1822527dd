"""A condition of a chip event as text: read into a tree, and written back in its one form.

    or, and, not            join conditions; `not` binds closest, then `and`
    < <= > >= == !=         compare two values
    ( )                     group

What the names stand for is not known here (`chip_program`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

MOST_LETTERS = 500
TOO_LONG = f"a condition has at most {MOST_LETTERS} letters"
MOST_DEPTH = 30
MOST_NUMBER = 9999
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
TIGHTNESS = {"or": 1, "and": 2, "not": 3}
_TOKEN = re.compile(r"\s*(?:([a-z_][a-z_0-9]*)|([0-9]+[a-z]*)|(<=|>=|==|!=|[<>=()!]|&&|\|\|))")
_INSTEAD = {"=": "==", "!": "not", "&&": "and", "||": "or"}
_WORDS = ("and", "or", "not")


class ConditionError(ValueError):
    """A condition that cannot be read: where, and why."""

    def __init__(self, column: int, text: str) -> None:
        super().__init__(f"column {column}: {text}")
        self.column, self.text = column, text


@dataclass(frozen=True)
class Node:
    """A part of a condition.

    ``word`` is an operator with its ``parts``; or there are none, and it is a number, a name, or a
    tile's name behind ``holds``.
    """

    word: str
    column: int  # from 1
    parts: tuple["Node", ...] = ()
    holds: bool = False


def parse(text: str) -> Node:
    """Raises: ConditionError."""
    if len(text) > MOST_LETTERS:
        raise ConditionError(MOST_LETTERS + 1, TOO_LONG)
    reader = _Reader(text)
    node = reader.either(0)
    word, column = reader.next
    if word:
        raise ConditionError(column, reader.expectation("the end, and, or"))
    if len(write(node)) > MOST_LETTERS:  # in its one form, which rule sets keep and read again
        raise ConditionError(len(text), f"{TOO_LONG}, with a space on each side of its signs")
    return node


def write(node: Node) -> str:
    """The text in its one form."""
    if not node.parts:
        return f"holds {node.word}" if node.holds else node.word
    if node.word == "not":
        return f"not {_within(node.parts[0], node)}"
    left, right = node.parts
    # what stands to the right and binds no closer had parentheses
    return f"{_within(left, node)} {node.word} {_within(right, node, strict=True)}"


def write_all(texts: list[str]) -> str:
    """Conditions that must all hold, as one; "always" for none."""
    if len(texts) < 2:
        return texts[0] if texts else "always"
    whole = Node("and", 1, (Node("x", 1), Node("y", 1)))
    return " and ".join(_within(parse(text), whole) for text in texts)


def _tightness(node: Node) -> int:
    return TIGHTNESS.get(node.word, 4) if node.parts else 5


def _within(node: Node, outer: Node, strict: bool = False) -> str:
    loose = _tightness(node) < _tightness(outer)
    equal = strict and _tightness(node) == _tightness(outer)
    return f"({write(node)})" if loose or equal else write(node)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Words and their columns; an empty one at the end."""
    at = 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise ConditionError(at + 1, f"{text[at]!r} has no meaning here")
        word = found[found.lastindex or 0]
        column = found.end() - len(word) + 1
        if word in _INSTEAD:
            raise ConditionError(column, f"write `{_INSTEAD[word]}` in place of `{word}`")
        yield word, column
        at = found.end()
    yield "", len(text.rstrip()) + 1


class _Reader:
    """Reads a condition from left to right."""

    def __init__(self, text: str) -> None:
        self.words = list(_tokens(text))
        self.at = 0

    @property
    def next(self) -> tuple[str, int]:
        return self.words[self.at]

    def take(self) -> tuple[str, int]:
        found = self.words[self.at]
        self.at += 1
        return found

    def expectation(self, wanted: str) -> str:
        word = self.next[0]
        return f"found {f'`{word}`' if word else 'the end'}; expected {wanted}"

    def either(self, depth: int) -> Node:
        node = self.both(depth)
        while self.next[0] == "or":
            word, column = self.take()
            node = Node(word, column, (node, self.both(depth)))
        return node

    def both(self, depth: int) -> Node:
        node = self.negation(depth)
        while self.next[0] == "and":
            word, column = self.take()
            node = Node(word, column, (node, self.negation(depth)))
        return node

    def negation(self, depth: int) -> Node:
        word, column = self.next
        if depth > MOST_DEPTH:
            raise ConditionError(column, f"more than {MOST_DEPTH} parts within each other")
        if word != "not":
            return self.comparison(depth)
        self.take()
        return Node(word, column, (self.negation(depth + 1),))

    def comparison(self, depth: int) -> Node:
        left = self.value(depth)
        if self.next[0] not in COMPARISONS:
            return left
        word, column = self.take()
        node = Node(word, column, (left, self.value(depth)))
        if self.next[0] in COMPARISONS:
            raise ConditionError(self.next[1], "one comparison at a time: join two with `and`")
        return node

    def value(self, depth: int) -> Node:
        word, column = self.next
        if word == "(":
            return self.group(depth)
        if word == "holds":
            return self.tile()
        if word.isdigit():
            return self.number()
        if not re.match(r"[a-z_]", word) or word in _WORDS:
            raise ConditionError(column, self.expectation("a name, a number, not or ("))
        self.take()
        return Node(word, column)

    def group(self, depth: int) -> Node:
        opened = self.take()[1]
        node = self.either(depth + 1)
        if self.next[0] != ")":
            text = self.expectation(f"the `)` for the `(` in column {opened}")
            raise ConditionError(self.next[1], text)
        self.take()
        return node

    def tile(self) -> Node:
        column = self.take()[1]
        if not re.match("[0-9]", self.next[0]):
            raise ConditionError(self.next[1], self.expectation("a tile such as 5p behind `holds`"))
        return Node(self.take()[0], column, holds=True)

    def number(self) -> Node:
        word, column = self.take()
        if len(word) > len(str(MOST_NUMBER)):
            raise ConditionError(column, f"{word} is not allowed; numbers are 0 to {MOST_NUMBER}")
        return Node(str(int(word)), column)
