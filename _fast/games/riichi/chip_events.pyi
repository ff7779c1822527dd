from typing import NamedTuple

class Fact(NamedTuple):
    """Something that a condition of the option chip_events can ask of a win."""

    name: str
    kind: str
    """"yes or no", "number", or the name of a scale."""
    meaning: str
    row: int
    """What the engine reads, with ``arg``."""
    arg: int = ...
    luck: bool = ...
    """Unknown until the ura indicators are turned."""

FACTS: dict[str, Fact]
"""By name. ``holds`` is followed by a tile."""
SCALES: dict[str, tuple[str, ...]]
"""Words that facts of a scale are compared with, in rising order."""
OP_CODES: dict[str, int]
"""Operators and what pushes a value, by the word that conditions use."""
ROOM: dict[str, int]
"""Of a rule set: events, letters of a name, steps of all conditions, values held at once."""
