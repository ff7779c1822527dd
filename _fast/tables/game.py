"""What a game says of itself: its options, what it fixes of others', traits, conflicts, needs."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from shugi._fast.tables.option import Option

Options = Mapping[str, Any]
Deck = Mapping[str, Any]  # n, copies by kind, flowers, seasons, aside, eight_sevens
# the option to blame, when the combination is impossible, what to change
Conflict = tuple[str, Callable[[Options, Deck], Any], str]
# options, whether anything reads them, and what makes it so
Need = tuple[tuple[str, ...], Callable[[Options, Deck], Any], str]

# what shared code asks of a game: a field of Rules each, 0 or 1, and a word of `Rules.traits`; what
# one game alone does is a function of its own
TRAITS = MappingProxyType(
    {
        "plays_cards": "cards and tricks; no tiles",
        "regional": "a Chinese game: wildcards, and what the state keeps for them",
        "turns_indicator": "a tile is turned after the deal to name the wildcard",
        "floats": "a hand that any tile completes floats by discarding a wildcard",
    }
)

STANDARD, WITH_PAIRS, ALL_FORMS = 1, 3, 7  # Form bits, shape/tables.pxd

NOTHING_JAPANESE: Mapping[str, Any] = MappingProxyType(
    {
        "red_fives": {},
        "nuki_tile": "none",
        "nuki_forced": False,
        "rinshan_tiles": 0,
        "dead_wall_refill": False,
        "placement": "none",
        "start_points": 0,
        "bust": False,
        "uma": [0, 0, 0],
        "oka": 0,
    }
)
"""What a game that is no riichi fixes among the options."""
ANY = ...
"""Of an option that is wanted: any value but none, off, null and 0."""


def need(*options: str, why: str = "", **wanted: object) -> Need:
    """Options that are read where others have the values wanted: one, a tuple of several, ``ANY``.

    Args:
        options: those that are read.
        why: what the reader is told before what to set.
        wanted: values by option.
    """
    parts = [name if value is ANY else f"{name}: {_words(value)}" for name, value in wanted.items()]
    *some, last = parts
    if len(parts) == 2 and not any(" or " in part for part in parts):
        words = " and ".join(parts)
    else:
        words = ", ".join([*some, f"and {last}"]) if some else last

    def reads(o: Options, _: Deck) -> bool:
        return all(_is_set(o[name], value) for name, value in wanted.items())

    return options, reads, f"{why}; set {words}" if why else f"set {words}"


def _words(value: object) -> str:
    return " or ".join(value) if isinstance(value, tuple) else str(value).lower()


def _is_set(value: object, wanted: object) -> bool:
    if wanted is ANY:
        return bool(value) and value not in ("none", "off")
    return value in wanted if isinstance(wanted, tuple) else value == wanted


def _nothing(options: Options) -> Any:
    return ""


def _usual_chips(options: Options) -> float:
    return 1000.0


@dataclass(frozen=True)
class Game:
    """``number``: the game's number in the engine, `Rules.game`; a new game takes the next.

    ``options``: where the game differs from plain sanma, before any rule file speaks.
    ``fields``: what the engine's struct gets beside the options' own fields: numbers, or what
    works them out of the options.
    ``tables``: the options that this game alone reads, and those that it brings for others too.
    ``reads``: options of other games' tables that it reads too.
    ``left_out``: tiles that the options leave out of the deck; ``copies``: special copies that take
    the place of plain ones, and tiles of no kind that come to it: the option, the tile, how many.
    ``pack``: the cards, by id, of a game without tiles.
    ``offers``: what is asked in phase offer, by `State.offer`, where it is not a win:
    the key of the page's sentence, and what a seat is asked in English.
    ``units``: what results and hands are counted in, by mode, where nobody pays the points.
    ``counts``: what the tally counts, by its column, where the usual columns do not say it.
    ``ends``: who is called the winner of a hand of cards, and what is said where there is none.
    ``most_chips``: what a seat's hand nearly always stays within.
    ``earlier``: by rule set, the options that it had otherwise when agents that come with the
    package learnt it. Rules have changed since in what comes up once in hundreds of hands, so these
    agents still count as agents of them.
    """

    title: str
    number: int
    options: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, int | Callable[[Options], int]] = field(default_factory=dict)
    traits: frozenset[str] = frozenset()
    conflicts: tuple[Conflict, ...] = ()
    needs: tuple[Need, ...] = ()
    tables: tuple[list[Option], ...] = ()
    reads: tuple[str, ...] = ()
    left_out: Callable[[Options], str] = _nothing
    copies: Callable[[Options], Iterable[tuple[str, str, int]]] = _nothing
    pack: Callable[[Options], Iterable[int]] | None = None
    offers: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    units: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    counts: Mapping[str, str] = field(default_factory=dict)
    ends: tuple[str, str] | None = None
    most_chips: Callable[[Options], float] = _usual_chips
    earlier: Mapping[str, Options] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if unknown := self.traits - TRAITS.keys():
            raise ValueError(f"{self.title}: no such traits: {', '.join(sorted(unknown))}")

    @property
    def usual(self) -> str:
        """By whose values options go that no rule file changes."""
        return self.title if self.options else "plain sanma"
