"""What the option tables share: the option itself, and the values that many of them take."""

from dataclasses import dataclass
from typing import Any

from shugi._fast.tables.option_types import Bool, Choice, Int, ValueType


@dataclass(frozen=True)
class Option:
    name: str
    type: ValueType
    default: Any
    family: str
    section: str
    meaning: str
    games: tuple[str, ...]  # that read it
    engine: bool = True  # a field of the engine's struct; others change the deck, or are steps

    def check(self, value: object) -> Any:
        """``value`` in canonical form. Raises: ValueError with what is allowed."""
        try:
            return self.type.check(value)
        except ValueError as error:
            raise ValueError(f"{error}; allowed: {self.type.allowed}") from None


OptionRow = tuple[str, ValueType, Any, str, str] | tuple[str, ValueType, Any, str, str, str]
DECK = (
    "deck"  # ends the row of an option that is read when the deck is put together, and never after
)

STEPS = "steps"  # ends the row of an option that the engine has as steps (chip_program)


def rows(family: str, *table: OptionRow, games: tuple[str, ...] = ("riichi",)) -> list[Option]:
    return [
        Option(name, type_, default, family, section, meaning, games, not marks)
        for name, type_, default, section, meaning, *marks in table
    ]


BOOL = Bool()
HAN = Int(0, 13, 13)
PAYMENT = Int(0, 100_000, 10_000, step=100)
SCORE = Int(0, 1_000_000, 50_000, step=100)
CHIPS = Int(0, 1000, 50)
LIMITS = Choice(("mangan", "haneman", "baiman", "sanbaiman", "yakuman"), codes=(4, 6, 8, 11, 13))
