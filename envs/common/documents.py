"""JSON and YAML from users, within limits: a small file must not fill the memory or the stack."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

import yaml

DEPTH = 40  # containers within each other
MOST_PROBLEMS = 20  # that an error tells of; each may be compared with every key for a hint
Place = tuple[str, ...]  # the path of a key
T = TypeVar("T")
_SURROGATE = re.compile("[\ud800-\udfff]")


class DocumentError(ValueError):
    """A text that is no document, or one beyond the limits; ``where`` is the place in it."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where, self.reason = where, reason


def first_problems(problems: Sequence[T]) -> tuple[Sequence[T], str]:
    """Those that an error tells of, and how many more there are, in words ("" for none)."""
    more = len(problems) - MOST_PROBLEMS
    return problems[:MOST_PROBLEMS], f"{more} problems more" if more > 0 else ""


def visible(text: str) -> str:
    """Text of a stranger for terminals and pages: what is not printable stands as its escape."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")
        for letter in text
    )


def visible_lines(text: str) -> str:
    """Escape what is not printable in text of several lines, which stay lines."""
    return "\n".join(map(visible, text.split("\n")))


def _too_deep(where: str) -> DocumentError:
    return DocumentError(where, f"broken JSON: nested too deeply (more than {DEPTH})")


# ------------------------------------------------------------------------------------------- JSON


def parse_json(text: str, where: str, keys_once: bool = True) -> Any:
    """The value of a JSON text.

    Args:
        text: one value.
        where: what errors call the text.
        keys_once: refuse a key that stands twice in an object, which takes time in large texts.

    Raises:
        DocumentError: no JSON, a key twice in an object, nested too deeply, half characters.
    """
    try:
        value = json.loads(text, object_pairs_hook=_no_key_twice if keys_once else None)
    except json.JSONDecodeError as error:
        place = f"{where}:{error.lineno}: column {error.colno}"
        near = _near(text, error.lineno)
        raise DocumentError(place, f"broken JSON: {error.msg}{near}") from None
    except RecursionError:
        raise _too_deep(where) from None
    except ValueError as error:
        raise DocumentError(where, f"broken JSON: {error}") from None
    _check_depth(value, where)
    if "\\u" in text:
        _check_characters(value, where)
    return value


def _near(text: str, line: int) -> str:
    shown = text.splitlines()[line - 1 : line]
    return f", in `{shown[0].strip()[:60]}`" if shown and shown[0].strip() else ""


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        count = Counter(key for key, _ in pairs)
        twice = next(key for key, times in count.items() if times > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return mapping


def _check_depth(value: Any, where: str) -> None:
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(DEPTH):
        inner = [one.values() if isinstance(one, dict) else one for one in level]
        level = [one for row in inner for one in row if isinstance(one, (dict, list))]
    if level:
        raise _too_deep(where)


def _check_characters(value: Any, where: str) -> None:
    if _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise DocumentError(where, "an escape \\ud800 to \\udfff is half of a character")


# ------------------------------------------------------------------------------------------- YAML


class BoundedLoader(yaml.SafeLoader):
    """YAML without aliases, which let a kilobyte unfold into gigabytes; no key stands twice."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise self._refusal("aliases (*name) are not read: write the value again")
        if self.depth > DEPTH:
            raise self._refusal(f"nested too deeply (more than {DEPTH})")
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def _refusal(self, problem: str) -> yaml.MarkedYAMLError:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        return yaml.MarkedYAMLError(problem=problem, problem_mark=event.start_mark)

    def construct_scalar(self, node: yaml.ScalarNode | yaml.MappingNode) -> Any:
        value = super().construct_scalar(node)
        if isinstance(value, str) and _SURROGATE.search(value):
            raise yaml.MarkedYAMLError(
                problem="an escape \\ud800 to \\udfff is half of a character",
                problem_mark=node.start_mark,
            )
        return value

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.MarkedYAMLError(
                    problem="a key must be a word", problem_mark=key.start_mark
                )
            if key.value in seen:
                raise yaml.MarkedYAMLError(
                    problem=f"the key {key.value!r} stands twice", problem_mark=key.start_mark
                )
            seen.add(key.value)
        return {
            self.construct_scalar(key): self.construct_object(value, deep=deep)
            for key, value in node.value
        }


def compose_yaml(
    text: str, where: str, kind: type[BoundedLoader] = BoundedLoader
) -> tuple[Any, yaml.Node | None]:
    """The value of a YAML document, and its tree.

    Args:
        text: one document.
        where: what errors call the text.
        kind: how plain words are read.

    Raises:
        DocumentError: no YAML, with the line; aliases, a key twice, nested too deeply.
    """
    try:
        loader = kind(text)
        node = loader.get_single_node()
        return (None if node is None else loader.construct_document(node)), node
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        problem = error.problem or error.context or "cannot be read"
        raise DocumentError(f"{where}:{line}", f"broken YAML: {problem}") from None
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise DocumentError(where, f"broken YAML: {reason}") from None


def key_lines(node: yaml.Node | None) -> dict[Place, int]:
    """The line of every key of a tree, by its path; items of lists count from "0"."""
    lines: dict[Place, int] = {}
    _note_lines(node, (), lines)
    return lines


def _note_lines(node: yaml.Node | None, place: Place, lines: dict[Place, int]) -> None:
    rows: list[tuple[str, yaml.Node, yaml.Node]] = []
    if isinstance(node, yaml.MappingNode):
        rows = [(str(key.value), key, value) for key, value in node.value]
    elif isinstance(node, yaml.SequenceNode):
        rows = [(str(index), item, item) for index, item in enumerate(node.value)]
    for name, key, value in rows:
        inner = (*place, name)
        lines[inner] = key.start_mark.line + 1
        _note_lines(value, inner, lines)


def parse_yaml(text: str, where: str) -> Any:
    """The value of a YAML document. Raises: DocumentError as ``compose_yaml``."""
    return compose_yaml(text, where)[0]
