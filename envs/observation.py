"""What the seats to decide see: as arrays for agents, and as one row of numbers for libraries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.net.lists import PositionLists
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import TILES, Layout, layout_of

BOUND = 10_000.0  # no feature of a game that ends comes near it


def flatten(
    planes: NDArray[np.uint8], globals_: NDArray[np.float32], layout: Layout = TILES
) -> NDArray[np.float32]:
    """Join planes and globals to one row of numbers for each observation.

    ``Batch.features`` writes the same of a batch without the planes between.

    Args:
        planes: (k, planes, places) uint8, as ``Batch.observe`` writes them.
        globals_: (k, globals) float32, likewise.
        layout: what the numbers stand for: tiles, or that of card games.

    Returns:
        (k, layout.features) float32;
        ``flat[:, :layout.plane_features].reshape(planes.shape)`` are the planes again, about 0 to
        1.
    """
    split = layout.plane_features
    flat = np.empty((len(planes), layout.features), np.float32)
    scale = layout.scales.reshape(layout.planes, layout.places)
    np.divide(planes, scale, out=flat[:, :split].reshape(planes.shape))
    flat[:, split:] = globals_
    return flat


def feature_space(layout: Layout = TILES, more: int = 0) -> Any:
    """The space of one flat observation: a Box of (layout.features + more,) float32."""
    return spaces.Box(-BOUND, BOUND, (layout.features + more,), np.float32)


def history_space(layout: Layout = TILES) -> Any:
    """The space of the latest events: a Box of (layout.history,) uint16."""
    return spaces.Box(0, np.iinfo(np.uint16).max, (layout.history,), np.uint16)


def action_space() -> "spaces.Discrete[np.int64]":
    return spaces.Discrete(ACTION_COUNT)


class Observer:
    """Buffers for what one seat of each game sees; ``look`` writes them in place.

    Args:
        n: games of the batch.
        rules: that they are played by.
        rule_vector: end every observation with ``rules.vector``. It is the same in all of them:
            a library whose network plays one rule set can do without.
        history: also observe the latest events.
        read: what is read: "full", "basic" (without the rows that take long to work out), or names
            of rows. Rows that are not read may stay zero.

    Attributes:
        flat: (n, features) float32.
        history: (n, layout.history) uint16, or None.
        space: of one observation: a Box, or with history a Dict of "observation" and "history".
    """

    def __init__(
        self,
        n: int,
        rules: Rules,
        rule_vector: bool = False,
        history: bool = False,
        read: str | Sequence[str] = "full",
    ) -> None:
        self.layout = layout = layout_of(rules)
        self._blocks = layout.blocks_read(read)
        vector = rules.vector if rule_vector else np.zeros(0, np.float32)
        self.flat = np.zeros((n, layout.features + len(vector)), np.float32)
        self.flat[:, layout.features :] = vector
        self.history = np.zeros((n, layout.history), np.uint16) if history else None
        self.flat_space = feature_space(layout, len(vector))
        self.space = self.flat_space
        if history:
            self.space = spaces.Dict(
                {"observation": self.flat_space, "history": history_space(layout)}
            )

    def use(self, flat: NDArray[np.float32]) -> None:
        """Write into an array of the caller's from now on. Raises: ValueError if it cannot hold it.

        The rules' numbers are written into it once, here.
        """
        plain = isinstance(flat, np.ndarray)
        fits = plain and flat.shape == self.flat.shape and flat.dtype == np.float32
        if not fits or not flat.flags.c_contiguous or not flat.flags.writeable:
            given = f"{flat.dtype} {flat.shape}" if plain else type(flat).__name__
            raise ValueError(
                f"observations must be a float32 array of shape {self.flat.shape}, C-contiguous "
                f"and writeable; got {given}"
            )
        flat[...] = self.flat
        self.flat = flat

    def look(
        self, batch: Batch, seats: NDArray[np.int8], mask: NDArray[np.int8] | None = None
    ) -> None:
        """Write what one seat of each game sees into ``flat`` and ``history``.

        Args:
            batch: the n games.
            seats: (n,) int8, who looks in each game; negative: its rows stay as they are.
            mask: (n, 128) int8 to write the legal actions into; zeros where that seat does not
                decide. None: they are not asked for.
        """
        batch.features(self.flat, seats, mask, self.history, blocks=self._blocks)

    @property
    def seen(self) -> Any:
        """The buffers in the form of ``space``, a row for each game: views, not copies."""
        if self.history is None:
            return self.flat
        return {"observation": self.flat, "history": self.history}


def row_of(seen: Any, i: int) -> Any:
    """A copy of one game's row of what ``Observer.seen`` gives."""
    if isinstance(seen, dict):
        return {key: array[i].copy() for key, array in seen.items()}
    return seen[i].copy()


def copy_of(seen: Any) -> Any:
    """A copy of what ``Observer.seen`` gives."""
    if isinstance(seen, dict):
        return {key: array.copy() for key, array in seen.items()}
    return seen.copy()


@dataclass(frozen=True)
class KeptViews:
    """What the seats to decide see in all games of a batch, kept by ``Batch.observe_lists``."""

    planes: PositionLists
    globals: PositionLists
    first: int
    """The position of game 0; the others follow."""
    blocks: int | None = None
    """The blocks of rows that were kept, as bits; None: all of them."""

    def hold(self, blocks: int) -> bool:
        """Whether they have the rows of these blocks."""
        return self.blocks is None or not blocks & ~self.blocks


class Observation:
    """What the seats to decide see, in some games of a batch.

    A scripted agent reads the games themselves through ``batch`` and ``rows``; a network reads the
    arrays. They are written when first asked for, so an agent that does not look costs nothing.
    Valid until the batch is stepped.

    Args:
        batch: the games.
        rows: (k,) int64, the games asked, ascending; all of them by default.
        mask: (k, 128) uint8, what they may do; by default what the rules allow.
        kept: what they see, if it was kept already: then nothing is observed again.
        unbarred: whether the mask is known to bar nothing that the rules allow.
    """

    __slots__ = ("_globals", "_history", "_mask", "_planes", "batch", "kept", "rows", "unbarred")

    def __init__(
        self,
        batch: Batch,
        rows: NDArray[np.int64] | None = None,
        mask: NDArray[np.uint8] | None = None,
        kept: KeptViews | None = None,
        unbarred: bool = False,
    ) -> None:
        self.batch, self.kept = batch, kept
        self.unbarred = unbarred or mask is None
        self.rows = np.arange(batch.n, dtype=np.int64) if rows is None else rows
        self._mask = mask
        self._planes: NDArray[np.uint8] | None = None
        self._globals: NDArray[np.float32] | None = None
        self._history: NDArray[np.uint16] | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def part(
        self, which: NDArray[np.int64] | NDArray[np.bool_], mask: NDArray[np.uint8] | None = None
    ) -> "Observation":
        """Some of the k decisions; ``mask`` is what may be done there, if not what may be here."""
        unbarred = self.unbarred and mask is None
        mask = self.mask[which] if mask is None else mask
        return Observation(self.batch, self.rows[which], mask, self.kept, unbarred)

    @property
    def seat(self) -> NDArray[np.int8]:
        """(k,) int8: the seat that decides."""
        return self.batch.seat[self.rows]

    @property
    def mask(self) -> NDArray[np.uint8]:
        """(k, 128) uint8: 1 where an action may be taken; every row has at least one."""
        if self._mask is None:
            self._mask = self.legal()
        return self._mask

    def legal(self) -> NDArray[np.uint8]:
        """(k, 128) uint8: 1 where the rules allow an action."""
        return self._pick(self.batch.legal())

    @property
    def layout(self) -> Layout:
        """What the numbers of the arrays and of actions mean."""
        return self.batch.layout

    @property
    def rules(self) -> Rules:
        """That are played; ``rules.vector`` tells them as numbers."""
        return self.batch.rules

    @property
    def planes(self) -> NDArray[np.uint8]:
        """(k, planes, places) uint8: the tiles or cards, ``layout.plane_rows``."""
        if self._planes is None:
            self._write()
        assert self._planes is not None
        return self._planes

    @property
    def globals(self) -> NDArray[np.float32]:
        """(k, globals) float32: ``layout.global_rows``."""
        if self._globals is None:
            self._write()
        assert self._globals is not None
        return self._globals

    def features(self) -> NDArray[np.float32]:
        """(k, features) float32: planes over their scales, globals; as environments give them."""
        return flatten(self.planes, self.globals, self.layout)

    @property
    def history(self) -> NDArray[np.uint16]:
        """(k, history) uint16: the latest public events, newest last, 0 = none."""
        if self._history is None:
            self._write(history=True)
        assert self._history is not None
        return self._history

    def _write(self, history: bool = False) -> None:
        if self.kept is not None and self.kept.blocks is None and not history:
            picks = self.kept.first + self.rows
            shape = len(picks), self.layout.planes, self.layout.places
            self._planes = self.kept.planes.dense(picks).reshape(shape)
            self._globals = self.kept.globals.dense(picks)
            return
        n, layout = self.batch.n, self.layout
        planes = np.empty((n, layout.planes, layout.places), np.uint8)
        numbers = np.empty((n, layout.globals), np.float32)
        events = np.empty((n, layout.history), np.uint16) if history else None
        seats = np.full(n, -1, np.int8)
        seats[self.rows] = self.batch.seat[self.rows]
        again = self._planes is not None  # for the events alone: the slow rows can stay zero
        self.batch.observe(planes, numbers, events, seats, blocks=0 if again else None)
        if not again:
            self._planes, self._globals = self._pick(planes), self._pick(numbers)
        if events is not None:
            self._history = self._pick(events)

    def _pick(self, array: NDArray[Any]) -> NDArray[Any]:
        return array if len(self.rows) == self.batch.n else array[self.rows]
