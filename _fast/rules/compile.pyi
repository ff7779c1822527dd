"""A rule set, checked and compiled."""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from shugi._fast.rules.options import OPTIONS as OPTIONS
from shugi._fast.rules.options import RulesError as RulesError
from shugi._fast.rules.options import option_table as option_table

RULE_ROWS: list[dict[str, Any]]
"""Rows of the rule vector in order: {name, parts, offset, size, scale, meaning}."""
RULE_ENTRIES: tuple[str, ...]
"""The names of its numbers: those of options with several are `option.part`."""

ONE_VALUE: dict[str, str]
"""Keys of the rule texts that have one value, and that value in words."""

def check_given(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options given, in canonical form. Raises: RulesError with all that is wrong."""

def game_options(game: str) -> dict[str, Any]:
    """Every option's value in a game before a rule file speaks."""

def idle_options(options: Mapping[str, Any]) -> dict[str, str]:
    """Those that nothing reads among the other options, with what to set so that something does."""

def unknown_key(key: object) -> str:
    """What is wrong with a key that is no option."""

class Rules:
    """A rule set as the engine reads it.

    Args:
        name: what the rule set is called; no part of the rules themselves.
        options: values by option name (`OPTIONS`); what is not given has plain sanma's value.

    Raises:
        RulesError: unknown options, values that are not allowed, combinations that cannot be
            played; ``problems`` holds them all.

    Two rule sets are equal when all their options are, whatever their names. Pickles as name and
    options.
    """

    def __new__(cls, name: str, options: Mapping[str, Any] | None = None) -> Self: ...
    @property
    def name(self) -> str: ...
    @property
    def game(self) -> str:
        """Of `games.GAMES`: riichi for every Japanese game."""
    @property
    def traits(self) -> frozenset[str]:
        """Of `games.TRAITS`: what the game has and does."""
    def reads(self, option: str) -> bool:
        """Whether the game reads the option: it has what the option speaks of."""
    @property
    def hash(self) -> int:
        """64 bits over every option: saved games, records and checkpoints name it."""
    @property
    def seats(self) -> int: ...
    @property
    def vector(self) -> NDArray[np.float32]:
        """(len(entries),) float32: what networks see of the rules, about -1 to 1; read-only."""
    @property
    def entries(self) -> tuple[str, ...]:
        """The names of the numbers of ``vector``; zero is what a missing one stands for."""
    @property
    def options(self) -> dict[str, Any]:
        """Every option in canonical form (a copy)."""
    @property
    def tiles(self) -> list[int]:
        """The deck: tile codes in order."""
    def fields(self) -> dict[str, Any]:
        """The compiled struct as plain Python values, for tests and for the curious."""
    def bounds(self) -> dict[str, tuple[int, int]]:
        """What the worst hand may need of a state's arrays, and the room that there is.

        Keys: ledger (different payments), river (discards of a seat), aside (tiles set aside).
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
