"""The types of option values: what each allows, and how it is written for engine and networks."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, Protocol

FIVES = ("5m", "5p", "5s")
KINDS = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple(
    f"{rank}z" for rank in range(1, 8)
)


class ValueType(Protocol):
    """What values an option takes, and how they are written for the engine and for networks."""

    @property
    def allowed(self) -> str: ...
    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the entries that the value has in the rule vector."""

    def check(self, value: object) -> Any:
        """The value in its one canonical form. Raises: ValueError."""

    @property
    def numbered(self) -> Mapping[str, int]:
        """What the engine knows by name: a choice's codes, or the places of a list."""

    @property
    def length(self) -> int | None:
        """Numbers in the engine's array; None for a single number."""

    @property
    def unit(self) -> str:
        """What the engine's number means, where the value does not say it."""

    def encode(self, value: Any) -> Any:
        """The value of the option's field in the struct: a number, or a list of ``length``."""

    def scaled(self, value: Any) -> list[float]:
        """The value for the rule vector, about -1 to 1, as long as ``parts``."""

    def hashed(self, value: Any) -> Any:
        """What the hash of a rule set is made from, as JSON."""

    def merged(self, value: Any, more: Any) -> Any:
        """The value of a rule file that says ``more`` on top of what its base says."""

    def differ(self, value: Any, other: Any) -> bool:
        """Whether two values cannot both stand."""

    def lines(self, value: Any) -> list[str]:
        """What `shugi rules` shows below the option, where one line does not hold it."""


def nearest(word: object, words: Iterable[str]) -> str:
    """The hint `` (did you mean 'x'?)``, or nothing."""
    import difflib  # only for an error

    close = difflib.get_close_matches(str(word), list(words), n=1, cutoff=0.6)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise ValueError(f"{value!r} is not a whole number")
    return int(value)


class Whole:
    """A value that stands alone: another takes its place."""

    @property
    def unit(self) -> str:
        return ""

    def merged(self, value: Any, more: Any) -> Any:
        return more

    def differ(self, value: Any, other: Any) -> bool:
        return bool(value != other)

    def lines(self, value: Any) -> list[str]:
        return []

    def hashed(self, value: Any) -> Any:
        return value


class _Number(Whole):
    @property
    def numbered(self) -> Mapping[str, int]:
        return {}

    @property
    def length(self) -> None:
        return None


class _List(Whole, ABC):
    """Of numbers; each has a name."""

    @property
    @abstractmethod
    def parts(self) -> tuple[str, ...]: ...

    @property
    def numbered(self) -> Mapping[str, int]:
        return {name: place for place, name in enumerate(self.parts)}

    @property
    def length(self) -> int:
        return len(self.parts)


@dataclass(frozen=True)
class Bool(_Number):
    allowed = "true, false"
    parts = ("",)

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError(f"{value!r} is not true or false")
        return value

    def encode(self, value: bool) -> int:
        return int(value)

    def scaled(self, value: bool) -> list[float]:
        return [float(value)]


@dataclass(frozen=True)
class Int(_Number):
    low: int
    high: int
    scale: float
    step: int = 1
    none: bool = False  # may be null: -1 in the engine, 0 in the rule vector

    @property
    def allowed(self) -> str:
        step = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{self.low} to {self.high}{step}" + (", null" if self.none else "")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("",)

    @property
    def unit(self) -> str:
        return "-1: null" if self.none else ""

    def check(self, value: object) -> int | None:
        if self.none and (value is None or value == "none"):
            return None
        number = _whole(value)
        if not self.low <= number <= self.high or (number - self.low) % self.step:
            raise ValueError(f"{number} is not allowed")
        return number

    def encode(self, value: int | None) -> int:
        return -1 if value is None else value

    def scaled(self, value: int | None) -> list[float]:
        return [0.0 if value is None else value / self.scale]


@dataclass(frozen=True)
class Choice(_Number):
    values: tuple[str, ...]
    codes: tuple[int, ...] = ()  # in the engine; the index if empty
    synonyms: Mapping[str, str] = field(default_factory=dict)  # other words of the rule texts

    @property
    def allowed(self) -> str:
        return ", ".join(self.values)

    @property
    def parts(self) -> tuple[str, ...]:
        return self.values if len(self.values) > 2 else self.values[1:]

    def check(self, value: object) -> str:
        if value is None and "none" in self.values:
            return "none"
        if isinstance(value, str) and value in self.values:
            return value
        if isinstance(value, str) and value in self.synonyms:
            return self.synonyms[value]
        raise ValueError(f"{value!r} is not one of them{nearest(value, self.values)}")

    @property
    def numbered(self) -> Mapping[str, int]:
        return dict(zip(self.values, self.codes or range(len(self.values)), strict=True))

    def encode(self, value: str) -> int:
        return self.numbered[value]

    def scaled(self, value: str) -> list[float]:
        return [float(value == other) for other in self.parts]


@dataclass(frozen=True)
class Widened(Choice):
    """A choice whose first two values were false and true before there were more.

    Rule texts and older files still say false and true.  Hash and rule vector keep them, so that
    rule sets with these values stay what they were to records and networks.
    """

    @property
    def parts(self) -> tuple[str, ...]:
        return ("", *self.values[2:])

    def check(self, value: object) -> str:
        return self.values[value] if isinstance(value, bool) else super().check(value)

    def scaled(self, value: str) -> list[float]:
        return [float(value != self.values[0]), *(float(value == v) for v in self.values[2:])]

    def hashed(self, value: str) -> Any:
        place = self.values.index(value)
        return bool(place) if place < 2 else value


@dataclass(frozen=True)
class OneOf(_Number):
    """One of a few numbers; the engine gets them doubled where one of them is a half."""

    values: tuple[float, ...]
    parts = ("",)

    @property
    def allowed(self) -> str:
        return ", ".join(map(str, self.values))

    @property
    def halves(self) -> bool:
        return any(value != int(value) for value in self.values)

    @property
    def unit(self) -> str:
        return "in halves" if self.halves else ""

    def check(self, value: object) -> float:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            for allowed in self.values:
                if value == allowed:
                    return allowed
        raise ValueError(f"{value!r} is not one of them")

    def encode(self, value: float) -> int:
        return int(2 * value) if self.halves else int(value)

    def scaled(self, value: float) -> list[float]:
        return [value / max(self.values)]


@dataclass(frozen=True)
class Ints(_List):
    """A list of whole numbers; ``names`` says what each is."""

    names: tuple[str, ...]
    low: int
    high: int
    scale: float
    total: int | None = None  # what they must add up to
    words: Mapping[str, int] | None = None  # words that may stand for a number
    none: bool = False  # null stands for zeros
    optional: int = 0  # so many at the end may be left out: zeros

    @property
    def allowed(self) -> str:
        words = f" or {', '.join(self.words)}" if self.words else ""
        total = f", together {self.total}" if self.total is not None else ""
        null = ", or null" if self.none else ""
        names = ", ".join(self.names)
        last = f" (the last {self.optional} may be left out)" if self.optional else ""
        return f"[{names}]{last}, each {self.low} to {self.high}{words}{total}{null}"

    @property
    def parts(self) -> tuple[str, ...]:
        return self.names

    @property
    def unit(self) -> str:
        return ", ".join(f"{number}: {word}" for word, number in (self.words or {}).items())

    def check(self, value: object) -> list[Any] | None:
        if self.none and (value is None or value == "none"):
            return None if self.words else [0] * len(self.names)
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise ValueError(f"{value!r} is not a list")
        if not 0 <= len(self.names) - len(value) <= self.optional:
            raise ValueError(f"{list(value)!r} has {len(value)} items instead of {len(self.names)}")
        items = [self._item(item) for item in value] + [0] * (len(self.names) - len(value))
        if self.total is not None and sum(items) != self.total:
            raise ValueError(f"{items!r} adds up to {sum(items)}")
        return items

    def _item(self, item: object) -> Any:
        if self.words and isinstance(item, str) and item in self.words:
            return item
        number = _whole(item)
        if not self.low <= number <= self.high:
            raise ValueError(f"{number} is not allowed")
        return number

    def numbers(self, value: list[Any] | None) -> list[int]:
        if value is None:
            return [0] * len(self.names)
        words = self.words or {}
        return [words[item] if isinstance(item, str) else item for item in value]

    def encode(self, value: list[Any] | None) -> list[int]:
        return self.numbers(value)

    def scaled(self, value: list[Any] | None) -> list[float]:
        return [number / self.scale for number in self.numbers(value)]


@dataclass(frozen=True)
class Places(Ints):
    """Numbers for the places, together ``total``; a fourth place has what the others leave."""

    @property
    def allowed(self) -> str:
        return f"{super().allowed}; four numbers for four players"

    def check(self, value: object) -> list[Any] | None:
        if isinstance(value, Sequence) and len(value) == len(self.names) + 1:
            first = super().check([*value[:-2], sum(map(_whole, value[-2:]))])
            return None if first is None else [*first[:-1], *map(self._item, value[-2:])]
        return super().check(value)

    def numbers(self, value: list[Any] | None) -> list[int]:
        return super().numbers(value)[: len(self.names)]


@dataclass(frozen=True)
class Fives(_List):
    """How many plain fives of a suit are replaced by special copies."""

    allowed = "a map of 5m, 5p, 5s to 0 to 4, such as {5p: 1, 5s: 1}"
    parts = FIVES

    def check(self, value: object) -> dict[str, int]:
        if not isinstance(value, Mapping):
            raise ValueError(f"{value!r} is not a map")
        for name in value:
            if name not in FIVES:
                raise ValueError(f"{name!r} is not a five{nearest(name, FIVES)}")
        counts = {name: _whole(value[name]) for name in FIVES if name in value}
        for name, count in counts.items():
            if not 0 <= count <= 4:
                raise ValueError(f"{name}: {count} is not allowed")
        return {name: count for name, count in counts.items() if count}

    def encode(self, value: dict[str, int]) -> list[int]:
        return [value.get(name, 0) for name in FIVES]

    def scaled(self, value: dict[str, int]) -> list[float]:
        return [value.get(name, 0) / 4 for name in FIVES]


@dataclass(frozen=True)
class Kind(_Number):
    """A kind of tile, or none."""

    allowed = "a tile such as 1s, null"
    parts = ("",)
    unit = "kind; -1: null"

    def check(self, value: object) -> str | None:
        if value is None or value == "none":
            return None
        if not isinstance(value, str) or value not in KINDS:
            raise ValueError(f"{value!r} is no kind of tile")
        return value

    def encode(self, value: str | None) -> int:
        return -1 if value is None else KINDS.index(value)

    def scaled(self, value: str | None) -> list[float]:
        return [0.0 if value is None else (KINDS.index(value) + 1) / len(KINDS)]


@dataclass(frozen=True)
class Subset(_List):
    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return f"a list of {', '.join(self.words)}; [] for none"

    @property
    def parts(self) -> tuple[str, ...]:
        return self.words

    def check(self, value: object) -> list[str]:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise ValueError(f"{value!r} is not a list")
        for word in value:
            if word not in self.words:
                raise ValueError(f"{word!r} is not one of them{nearest(word, self.words)}")
        if len(set(value)) < len(value):
            raise ValueError(f"{list(value)!r} names one twice")
        return [word for word in self.words if word in value]

    def encode(self, value: list[str]) -> list[int]:
        return [int(word in value) for word in self.words]

    def scaled(self, value: list[str]) -> list[float]:
        return [float(word in value) for word in self.words]


@dataclass(frozen=True)
class DeckName(Choice):
    """The name of a tile set; the rule vector has the deck itself (`rules.RULE_ROWS`)."""

    @property
    def parts(self) -> tuple[str, ...]:
        return ()

    def scaled(self, value: str) -> list[float]:
        return []


def show(value: Any) -> str:
    """An option's value as a rule file writes it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(show, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {show(item)}' for key, item in value.items())}}}"
    return str(value)
