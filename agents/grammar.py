"""The text that names an agent, read once into a tree, and what the tree tells.

    SPEC    = random | baseline[:[STYLE][,PARAMETER=VALUE]...] | checkpoint:NAME[:sample]
            | trained | student | PATH[:sample] | python:FILE:NAME | WRAPPER[OPTIONS]:SPEC
    WRAPPER = rollout | search | without | network
            | mjai, behind which stands a command instead of a SPEC
    OPTIONS = nothing, or "[" KEY[=VALUE] {"," KEY[=VALUE]} "]"

A value may stand in brackets of its own, which keep its commas together:
``rollout[continuation=[baseline:rusher,defence=2]]:runs/x``. Names win over paths; a path that
looks like a name is meant with "./" before it.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shugi.agents.base import AUTO, WEIGHTS_NAME, AgentError
from shugi.agents.named import PREFIX, path_of
from shugi.agents.programs import MJAI, WRITTEN
from shugi.agents.written import file_of
from shugi.envs.common.files import is_file

RANDOM, BASELINE, PYTHON, CHECKPOINT, PATH = "random", "baseline", "python", "checkpoint", "path"
STUDENT = "student"  # of the rules in play
TRAINED = "trained"  # likewise
WRAPPERS = ("rollout", "search", "without", "network", MJAI)
CONTINUATION = "continuation"  # the option that names an agent,
SAME = "policy"  # unless it is this: the one inside
MODES = (":sample", ":greedy")
MOST_AROUND = 64  # agents around each other
MOST_SHOWN = 100  # letters of a name that is too long, in errors


@dataclass(frozen=True)
class SpecTree:
    """What a text says of an agent."""

    text: str
    kind: str
    """One of ``WRAPPERS``, or of the names above."""
    detail: str = ""
    """Behind the colon: a style, a checkpoint's name, FILE:NAME, a command; or the path itself."""
    mode: str = ""
    """One of ``MODES``, or nothing."""
    options: Mapping[str, str] | None = None
    """Of a wrapper, in the order of the text; what has no value is empty."""
    inner: "SpecTree | None" = None
    continuation: "SpecTree | None" = None

    @property
    def leaves(self) -> "Iterator[SpecTree]":
        """The agents that have no other inside."""
        below = [one for one in (self.inner, self.continuation) if one is not None]
        if not below:
            yield self
        for one in below:
            yield from one.leaves

    @property
    def places(self) -> list[Path]:
        """The files that it may be read from, whether they are there or not; of a leaf.

        Raises: AgentError for a checkpoint that the package does not have.
        """
        if self.kind == CHECKPOINT:
            return [path_of(self.detail)]
        if self.kind == PYTHON:
            return [file_of(self.text)]
        return [Path(self.detail) / WEIGHTS_NAME, Path(self.detail)] if self.kind == PATH else []

    @property
    def file(self) -> Path | None:
        """The file that it is read from, if there is one; of a leaf."""
        return next((path for path in self.places if is_file(path)), None)

    def remapped(self, places: Mapping[Path, Path]) -> str:
        """The text of the same agent, read from files that lie elsewhere."""
        if self.inner is not None:
            options = ",".join(self._option(key, value, places) for key, value in self._pairs)
            brackets = f"[{options}]" if options else ""
            return f"{self.kind}{brackets}:{self.inner.remapped(places)}"
        # they need not lie here under their own names
        place = next((places[path] for path in self.places if path in places), None)
        if place is None:
            return self.text
        if self.kind == PYTHON:
            return f"{WRITTEN}{place}:{self.text.rpartition(':')[2]}"
        return f"{place}{self.mode}"

    @property
    def _pairs(self) -> list[tuple[str, str]]:
        return list((self.options or {}).items())

    def _option(self, key: str, value: str, places: Mapping[Path, Path]) -> str:
        if key == CONTINUATION and self.continuation is not None:
            there = self.continuation.remapped(places)
            value = value if there == self.continuation.text else f"[{there}]"
        return f"{key}={value}" if value else key


def parse(text: str, around: int = 0) -> SpecTree:
    """Read the name of an agent.

    Args:
        text: as the command line gives it.
        around: how many agents are around this one.

    Raises:
        AgentError: brackets that are not closed, nothing inside a wrapper, or too many agents
            around each other.
    """
    if around > MOST_AROUND:
        raise AgentError(f"agent {text[:MOST_SHOWN]!r}...: too many agents around each other")
    wrapper = next((name for name in WRAPPERS if text.startswith((f"{name}:", f"{name}["))), None)
    if wrapper is None:
        return _leaf(text)
    options, rest = {}, text[len(wrapper) :]
    if rest.startswith("["):
        end = _find_closing(text, rest)
        pairs = (part.partition("=") for part in _split(rest[1:end]))
        options, rest = {key: value for key, _, value in pairs}, rest[end + 1 :]
    detail = rest[1:]
    if not rest.startswith(":") or not detail:
        what, example = (
            ("a command", "python bot.py") if wrapper == MJAI else ("an agent", BASELINE)
        )
        raise AgentError(f"agent {text!r}: {wrapper} needs {what}, as in {wrapper}:{example}")
    if wrapper == MJAI:
        return SpecTree(text, wrapper, detail, options=options)
    on = options.get(CONTINUATION, "")
    on = on[1:-1] if on.startswith("[") and on.endswith("]") else on
    continuation = parse(on, around + 1) if on and on != SAME else None
    inner = parse(detail, around + 1)
    return SpecTree(text, wrapper, options=options, inner=inner, continuation=continuation)


def _leaf(text: str) -> SpecTree:
    head, _, detail = text.partition(":")
    if text in (RANDOM, STUDENT, TRAINED):
        return SpecTree(text, text)
    if head == BASELINE:
        return SpecTree(text, BASELINE, detail)
    if text.startswith(WRITTEN):
        return SpecTree(text, PYTHON, detail)
    mode = next((mode for mode in MODES if text.endswith(mode)), "")
    path = text.removesuffix(mode)
    if path.startswith(PREFIX):
        return SpecTree(text, CHECKPOINT, path.removeprefix(PREFIX), mode)
    return SpecTree(text, PATH, path, mode)


def _find_closing(spec: str, text: str) -> int:
    """Where the bracket that opens ``text`` is closed."""
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == "[") - (letter == "]")
        if depth == 0:
            return i
    raise AgentError(f"agent {spec!r}: a bracket is not closed")


def _split(text: str) -> list[str]:
    """The parts between the commas that are outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


# ---- files


def files_of(spec: str) -> list[Path]:
    """The files that an agent is read from.

    Raises: AgentError as ``parse`` does, and for unknown checkpoints.
    """
    return [leaf.file for leaf in parse(spec).leaves if leaf.file is not None]


def remap_files(spec: str, places: Mapping[Path, Path]) -> str:
    """The name of an agent, with files that lie elsewhere.

    Args:
        places: where they lie, for all of ``files_of(spec)``.
    """
    return parse(spec).remapped(places)


def contents_of(spec: str) -> list[str]:
    """SHA-256 of each file that an agent is read from."""
    return [hashlib.sha256(path.read_bytes()).hexdigest() for path in files_of(spec)]


def mark_of(spec: str, precision: str = AUTO) -> str:
    """The name of an agent and the content of its files, and the precision of networks in them."""
    contents = contents_of(spec)
    return " ".join([spec, *contents, *([precision] if contents else [])])
