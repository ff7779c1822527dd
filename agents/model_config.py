"""The shape of the networks, as checkpoints keep it."""

import math
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, NamedTuple

from shugi._fast.rules.compile import RULE_ENTRIES
from shugi._fast.view.layouts import TILES, Layout, check_blocks, layout_named

MOST_BINS = 1 << 16


class Fixed(NamedTuple):
    """A part of the shape that is the same in all networks now; old files may name another."""

    now: str | bool
    """In every network of today."""
    unsaid: str | bool
    """In a file that does not say."""
    last: str
    """The last commit that reads another value."""


FIXED = {
    "trunk": Fixed("rows", "kinds", "98b8d97"),  # the first layer
    "advice": Fixed(False, False, "80948f0"),  # whether the policy is told the baseline's move
}


@dataclass(frozen=True)
class ModelConfig:
    """Shape of the networks; stored in every checkpoint."""

    hidden: int = 256
    """Units of the first hidden layer."""
    channels: int = 32
    """Features of each tile kind."""
    last: int = 0
    """Units of the second hidden layer; 0: as many as of the first."""
    kinds: tuple[int, int] = (0, TILES.places)
    """First and one past the last place of a plane that the networks look at: kinds of tiles,
    or cards; those of the deck will do."""
    critic_hidden: int = 0
    """Units of the critic's hidden layers; 0: as the policy has."""
    bins: int = 51
    """Bins of each value head."""
    chip_range: float = 1000.0
    """Outermost bin of the chip head, in chips."""
    point_range: float = 150.0
    """Outermost bin of the point head, in thousands of points."""
    layout: str = TILES.name
    """Of the games that it plays: tiles or cards."""
    rule_vector: bool = True
    """Whether the networks see the rules as numbers."""
    rule_entries: tuple[str, ...] = RULE_ENTRIES
    """The numbers of the rules that they read, by name; those that a rule set lacks are zero."""
    blocks: tuple[str, ...] = tuple(TILES.blocks)
    """Blocks of the observation that they read beside its basic rows (``Layout.blocks``)."""
    oracle: bool = True
    """Whether the critic sees the hidden tiles."""
    two_hot: bool = True
    """Whether the critic's heads are distributions over bins; otherwise one number each."""
    standing: bool = False
    """Whether what the critic expects takes in how the standing changes at the hand's end."""

    def __post_init__(self) -> None:
        for row in fields(self):
            value = getattr(self, row.name)
            if not _is_of(row.type, value):
                raise ValueError(f"{row.name} cannot be {value!r}")
        first, stop = self.kinds
        if min(self.hidden, self.channels) < 1 or not 2 <= self.bins <= MOST_BINS:
            raise ValueError(f"hidden and channels must be at least 1, bins 2 to {MOST_BINS}")
        if min(self.last, self.critic_hidden) < 0:
            raise ValueError("last and critic_hidden must be at least 0")
        if not 0 <= first < stop <= self.games.places:
            raise ValueError(f"kinds must lie within 0 and {self.games.places}, not {self.kinds}")
        check_blocks(self.blocks)
        if not (0 < self.chip_range < math.inf and 0 < self.point_range < math.inf):
            raise ValueError("chip_range and point_range must be more than 0, and finite")

    @property
    def games(self) -> Layout:
        """The layout itself."""
        return layout_named(self.layout)

    @property
    def features(self) -> int:
        """Units of the second hidden layer, which the heads read."""
        return self.last or self.hidden

    @property
    def unread(self) -> set[str]:
        """Rows of the observation that the networks do not read."""
        blocks = self.games.blocks.items()
        return {row for name, rows in blocks if name not in self.blocks for row in rows}

    @property
    def blocks_read(self) -> int:
        """The blocks as bits, for ``Batch.observe``."""
        blocks = self.games.blocks.items()
        return self.games.blocks_read([rows[0] for name, rows in blocks if name in self.blocks])

    @property
    def of_critic(self) -> "ModelConfig":
        """This shape with the critic's hidden layers."""
        if not self.critic_hidden:
            return self
        return replace(self, hidden=self.critic_hidden, last=0, critic_hidden=0)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def _is_of(kind: Any, value: Any) -> bool:
    """Whether a value is of a field's kind; a truth value is no number."""
    if kind in (int, float):
        return isinstance(value, (int, kind)) and not isinstance(value, bool)
    if kind in (bool, str):
        return isinstance(value, kind)
    of, count = (str, len(value)) if kind == tuple[str, ...] else (int, 2)
    return isinstance(value, tuple) and len(value) == count and all(_is_of(of, v) for v in value)
