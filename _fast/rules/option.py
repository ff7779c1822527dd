"""What the option tables share: the option itself, and the values that many of them take."""

from dataclasses import dataclass
from typing import Any

from shugi._fast.rules.option_types import Bool, Choice, Int, ValueType


@dataclass(frozen=True)
class Option:
    name: str
    type: ValueType
    default: Any
    family: str
    section: str
    meaning: str
    fields: tuple[str, ...]  # of Rules in core/state.pxd
    games: tuple[str, ...]  # that read it

    def check(self, value: object) -> Any:
        """``value`` in canonical form. Raises: ValueError with what is allowed."""
        try:
            return self.type.check(value)
        except ValueError as error:
            raise ValueError(f"{error}; allowed: {self.type.allowed}") from None


_NO_FIELDS = (  # most only change the deck
    "tile_set",
    "red_fives",
    "gold_fives",
    "rainbow_sevens",
    "gold_north",
    "seven_rush",
    "extra_5m",
    "players",
    "removed_suit",
    "chip_events",  # steps of their own
)
_OTHER_FIELDS = {
    "shugi_value": ("shugi_value_milli",),
    "bird_luck_yaku": ("bird_luck",),
    "multiplier_conditions": ("when",),
}


def rows(
    family: str, *table: tuple[str, ValueType, Any, str, str], games: tuple[str, ...] = ("riichi",)
) -> list[Option]:
    return [
        Option(
            name,
            type_,
            default,
            family,
            section,
            meaning,
            () if name in _NO_FIELDS else _OTHER_FIELDS.get(name, (name,)),
            games,
        )
        for name, type_, default, section, meaning in table
    ]


BOOL = Bool()
HAN = Int(0, 13, 13)
PAYMENT = Int(0, 100_000, 10_000, step=100)
SCORE = Int(0, 1_000_000, 50_000, step=100)
CHIPS = Int(0, 1000, 50)
LIMITS = Choice(("mangan", "haneman", "baiman", "sanbaiman", "yakuman"), codes=(4, 6, 8, 11, 13))
