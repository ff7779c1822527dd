"""The layouts of actions and observations: one for all mahjong, one for the card games.

A layout says what the numbers of an action, of an observation and of a network stand for. Whatever
makes a buffer or a network asks ``layout_of`` for the layout of the rules that it plays.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shugi._fast.core import actions, card_actions, tiles
from shugi._fast.core.actions import ACTION_COUNT, TILE_ACTIONS
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.games import import_all
from shugi._fast.tables.option_types import nearest
from shugi._fast.tables.row import Row, places
from shugi._fast.view import observe, rows

ARGUMENTS = TILE_ACTIONS
"""Actions below it may name a tile or a card; all others are verbs."""


class Names(NamedTuple):
    """What each plane, number and action is called: a network finds by it what it has learnt.

    A row with a new meaning needs a new name; rows may then be added, moved and taken away.
    """

    planes: tuple[str, ...]
    numbers: tuple[str, ...]
    oracle: tuple[str, ...]
    actions: tuple[str, ...]
    """By id; ids not in use have none."""


def names_of(table: Sequence[Row]) -> tuple[str, ...]:
    """Of each place of a table: the row's name, numbered where it takes several."""
    return tuple(
        f"{row['name']}.{i}" if row["size"] > 1 else row["name"]
        for row in table
        for i in range(row["size"])
    )


@dataclass(frozen=True, eq=False)
class Layout:
    """One kind of games. Sizes of planes and globals are those of ``Batch.observe``."""

    name: str
    places: int
    """Kinds of tiles, or cards: the width of a plane."""
    history: int
    """Tokens of the history; both layouts keep as many."""
    plane_rows: list[Row]
    global_rows: list[Row]
    oracle_rows: list[Row]
    history_rows: list[Row]
    action_rows: list[tuple[int, str, str]]
    """Id, name, meaning of every action in use."""
    action_name: Callable[[int], str]
    action_id: Callable[[str], int]
    place_of: Callable[[int], int | None]
    """The place in a plane that an action below ``ARGUMENTS`` names; None: it names none."""
    idle: int
    """The action that environments show where an episode is over and nothing is asked."""
    blocks: Mapping[str, tuple[str, ...]]
    """Rows that are worked out together, and only for who reads one of them."""
    planes: int = field(init=False)
    globals: int = field(init=False)
    oracle_planes: int = field(init=False)
    names: Names = field(init=False, repr=False)
    scales: NDArray[np.float32] = field(init=False, repr=False)
    """(planes * places,) what the planes are divided by in a flat observation."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "planes", places(self.plane_rows))
        object.__setattr__(self, "globals", places(self.global_rows))
        object.__setattr__(self, "oracle_planes", places(self.oracle_rows))
        actions = [""] * ACTION_COUNT
        for action, name, _ in self.action_rows:
            actions[action] = name
        names = Names(
            names_of(self.plane_rows),
            names_of(self.global_rows),
            names_of(self.oracle_rows),
            tuple(actions),
        )
        object.__setattr__(self, "names", names)
        scales = np.ones((self.planes, self.places), np.float32)
        for row in self.plane_rows:
            scales[row["offset"] : row["offset"] + row["size"]] = row["scale"]
        object.__setattr__(self, "scales", scales.reshape(-1))

    def __reduce__(self) -> tuple[Callable[[str], "Layout"], tuple[str]]:
        return layout_named, (self.name,)

    @property
    def plane_features(self) -> int:
        """Numbers of the planes in a flat observation."""
        return self.planes * self.places

    @property
    def features(self) -> int:
        """Numbers of a flat observation: the planes over their scales, then the globals.

        The rule vector may follow them, see `shugi.envs.observation`.
        """
        return self.plane_features + self.globals

    def blocks_read(self, asked: str | Iterable[str]) -> int:
        """The blocks, as bits in their order, that have a row of these.

        Args:
            asked: names of rows of planes or globals; "full": all; "basic": those of no block.

        Raises:
            ValueError: there is no row of a name.
        """
        if asked == "full":
            return (1 << len(self.blocks)) - 1
        read = () if asked == "basic" else (asked,) if isinstance(asked, str) else tuple(asked)
        known = [row["name"] for row in (*self.plane_rows, *self.global_rows)]
        for name in read:
            if name not in known:
                raise ValueError(
                    f'an observation has no row {name!r}{nearest(name, known)}; say "full", '
                    f'"basic", or names of rows'
                )
        return sum(
            any(name in read for name in names) << i for i, names in enumerate(self.blocks.values())
        )

    def ids_of(self, names: Sequence[str]) -> list[int]:
        """Ids of those of the names that are actions here."""
        return [self.action_id(name) for name in names if name in self.names.actions]


def _tile_place(action: int) -> int | None:
    return tiles.kind_of(action) if action in tiles.CODE_NAMES else None


def _card_place(action: int) -> int | None:
    return action if action < len(card_actions.CARD_NAMES) else None


TILES = Layout(
    name="tiles",
    places=34,
    history=observe.HISTORY,
    plane_rows=rows.PLANE_ROWS,
    global_rows=rows.GLOBAL_ROWS,
    oracle_rows=rows.ORACLE_ROWS,
    history_rows=rows.HISTORY_ROWS,
    action_rows=actions.ACTION_ROWS,
    action_name=actions.action_name,
    action_id=actions.action_id,
    place_of=_tile_place,
    idle=actions.action_id("pass"),
    blocks=rows.BLOCKS,
)
(_cards,) = import_all("card_rows")  # one table for all games without tiles
CARDS = Layout(
    name="cards",
    places=len(card_actions.CARD_NAMES),
    history=observe.HISTORY,
    plane_rows=_cards.PLANE_ROWS,
    global_rows=_cards.GLOBAL_ROWS,
    oracle_rows=_cards.ORACLE_ROWS,
    history_rows=_cards.HISTORY_ROWS,
    action_rows=[
        *(
            (card, name, "lay this card aside, bid or play it")
            for card, name in enumerate(card_actions.CARD_NAMES)
        ),
        *card_actions.CARD_ACTION_ROWS,
    ],
    action_name=card_actions.card_action_name,
    action_id=card_actions.card_action_id,
    place_of=_card_place,
    idle=card_actions.card_action_id("none"),
    blocks={},
)


def check_blocks(names: Iterable[str]) -> None:
    """Raises: ValueError for a name that is none of a block."""
    known = list(TILES.blocks)
    for name in names:
        if name not in known:
            there = f"there are {', '.join(known)}{nearest(name, known)}"
            raise ValueError(f"blocks: there is no block {name!r}; {there}")


LAYOUTS = {layout.name: layout for layout in (TILES, CARDS)}


def layout_of(rules: Rules) -> Layout:
    """The layout of a rule set's game. Raises: TypeError for anything but rules."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be a Rules object (load_rules makes one), not {rules!r:.80}")
    return CARDS if "plays_cards" in rules.traits else TILES


def layout_named(name: str) -> Layout:
    """Raises: ValueError for a name that no layout has."""
    if name not in LAYOUTS:
        raise ValueError(f"there is no layout {name!r}; there are {', '.join(LAYOUTS)}")
    return LAYOUTS[name]
