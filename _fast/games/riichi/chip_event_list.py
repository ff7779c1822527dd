"""The option chip_events: its form, and how lists of several rule files become one.

What a condition means is worked out when a rule set is compiled (`chip_program`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from shugi._fast.games.riichi.condition import ConditionError, Node, parse, write, write_all
from shugi._fast.tables.option_types import Int, Whole, nearest

MOST_EVENTS = 32  # CHIP_EVENTS of the engine
MOST_LETTERS = 32  # CHIP_NAME
KEYS = ("name", "when", "chips", "per", "from")
NEEDED = ("name", "chips")
PAYERS = ("payers", "all")
AMOUNT = Int(-1000, 1000, 50)
_NAME = re.compile(r"[a-z][a-z0-9_]*")

Event = dict[str, Any]


@dataclass(frozen=True)
class ChipEvents(Whole):
    """A list of events, each with a name, conditions and chips."""

    allowed = (
        "a list of events such as {name: last_tile, when: [haitei or houtei], chips: 2}; "
        "docs/chip_events.md"
    )
    parts = ()  # `entries` gives what networks read
    numbered: Mapping[str, int] = field(default_factory=dict)
    length = 0

    def check(self, value: object) -> list[Event]:
        if value is None:
            return []
        if isinstance(value, (str, Mapping)) or not isinstance(value, Sequence):
            raise ValueError(f"{value!r} is not a list")
        if len(value) > MOST_EVENTS:
            raise ValueError(f"{len(value)} events; at most {MOST_EVENTS} are possible")
        events = [_event(event, place(i, event)) for i, event in enumerate(value)]
        names = [event["name"] for event in events]
        for i, name in enumerate(names):
            if name in names[:i]:
                raise ValueError(f"{place(i, events[i])}: the name stands twice")
        return events

    def encode(self, value: list[Event]) -> list[int]:
        return []  # `chip_program` fills the struct

    def scaled(self, value: list[Event]) -> list[float]:
        return []

    def merged(self, value: list[Event], more: list[Event]) -> list[Event]:
        """Both; one of the same name takes the place."""
        return list({event["name"]: event for event in (*value, *more)}.values())

    def differ(self, value: list[Event], other: list[Event]) -> bool:
        """Whether two lists say different things of an event."""
        by_name = {event["name"]: event for event in value}
        return any(by_name.get(event["name"], event) != event for event in other)

    def lines(self, value: list[Event]) -> list[str]:
        """A line for each event: its name, its chips and when they are paid."""
        name_width = max((len(event["name"]) for event in value), default=0)
        width = max((len(f"{event['chips']}") for event in value), default=0)
        return [
            f"{event['name']:{name_width}}  {event['chips']:{width}}  {described(event)}"
            for event in value
        ]


def place(i: int, event: object) -> str:
    """Which event of the list is meant, in words."""
    name = event.get("name") if isinstance(event, Mapping) else None
    return f"event {i + 1} ({name})" if isinstance(name, str) else f"event {i + 1}"


def _event(event: object, where: str) -> Event:
    if not isinstance(event, Mapping):
        raise ValueError(f"{where}: {event!r} is not a map")
    for key in event:
        if key not in KEYS:
            raise ValueError(f"{where}: unknown key {key!r}{nearest(key, KEYS)}")
    for key in NEEDED:
        if key not in event:
            raise ValueError(f"{where}: {key} is missing")
    found: Event = {
        "name": _name(event["name"], where),
        "when": _conditions(event.get("when"), where),
    }
    try:
        found["chips"] = AMOUNT.check(event["chips"])
    except ValueError as error:
        raise ValueError(f"{where}, chips: {error}; {AMOUNT.allowed}") from None
    if event.get("per") is not None:
        found["per"] = _per(event["per"], where)
    payers = event.get("from", PAYERS[0])
    if payers not in PAYERS:
        near = nearest(payers, PAYERS)
        raise ValueError(f"{where}, from: {payers!r} is not one of {', '.join(PAYERS)}{near}")
    return found | ({"from": payers} if payers != PAYERS[0] else {})


def _name(name: object, where: str) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > MOST_LETTERS:
        raise ValueError(
            f"{where}, name: {name!r} is not a name of small letters, digits and _ "
            f"(at most {MOST_LETTERS}, a letter first)"
        )
    return name


def _conditions(when: object, where: str) -> list[str]:
    texts = [when] if isinstance(when, str) else [] if when is None else when
    if not isinstance(texts, Sequence):
        raise ValueError(f"{where}, when: {when!r} is not a list of conditions")
    return [write(_parse(text, f"{where}, when {i + 1}")) for i, text in enumerate(texts)]


def _per(per: object, where: str) -> str:
    node = _parse(per, f"{where}, per")
    if node.parts or node.word.isdigit():
        raise ValueError(f"{where}, per: {per!r} is not the name of a number")
    return write(node)


def _parse(text: object, where: str) -> Node:
    if not isinstance(text, str):
        raise ValueError(f"{where}: {text!r} is not a text")
    try:
        return parse(text)
    except ConditionError as error:
        raise ValueError(f"{where}: {text!r}, {error}") from None


def described(event: Event) -> str:
    """When it pays, for each of what, and who does; not how much."""
    per = f", per {event['per']}" if "per" in event else ""
    payers = ", from all" if event.get("from") == "all" else ""
    return f"{write_all(event['when'])}{per}{payers}"


def entries(events: list[Event]) -> list[tuple[str, float]]:
    """What networks read of the events: name and value of each entry.

    An entry is named by what the event asks, not by the event's own name: two rule sets that pay
    for the same thing have the same entry. Events that ask the same add up.
    """
    found: dict[str, float] = {}
    for event in events:
        name = f"chip_events: {described(event)}"
        found[name] = found.get(name, 0.0) + event["chips"] / AMOUNT.scale
    return list(found.items())
