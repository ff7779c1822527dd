"""The rule baseline's styles; ``Batch.baseline`` plays them."""

from typing import Any

PARAMETERS: list[tuple[str, float, float, float, str]]
STYLES: dict[str, dict[str, float]]

class BotStyle:
    """Weights that bend the rule baseline; see ``PARAMETERS`` for each.

    Raises:
        ValueError: unknown style or parameter (the nearest is named), or a value out of range.
    """

    name: str
    def __init__(self, name: str = "baseline", **parameters: float) -> None: ...
    @property
    def parameters(self) -> dict[str, float]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def style(name: str = "baseline", **parameters: float) -> BotStyle:
    """A style by name, with changed parameters: ``style("baseline", calls=0)``."""
