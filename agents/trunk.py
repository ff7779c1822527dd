"""What both networks make of a position: features, with the rules as scale and shift.

Networks can be made on the meta device: their weights have shapes and no values, nothing is drawn,
and what does not come from a file, their buffers, lies on the processor as ever.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional

from shugi._fast.net.lists import PositionLists
from shugi._fast.rules.compile import Rules
from shugi.agents.columns import rule_values
from shugi.agents.model_config import ModelConfig
from shugi.agents.sums import Slots, SparsePositions, sum_kinds, sum_rows

if TYPE_CHECKING:
    from shugi._fast.tables.row import Row


def small_weights(*shape: int) -> nn.Parameter:
    """Normal deviates of 0.1; on the meta device no values, as ``nn.init`` has it there."""
    weight = torch.empty(shape)
    return nn.Parameter(weight if weight.is_meta else weight.normal_().mul_(0.1))


def scales(config: ModelConfig, rows: "Sequence[Row]") -> Tensor:
    """What each place of some rows is multiplied by, on the processor; 0 where it is not read."""
    unread = config.unread
    found = [
        0.0 if row["name"] in unread else 1 / row["scale"]
        for row in rows
        for _ in range(row["size"])
    ]
    with torch.device("cpu"):
        return torch.tensor(found)


class Kinds(nn.Module):
    """Planes -> a row of features for each tile kind; the same weights for all kinds."""

    scale: Tensor

    def __init__(self, config: ModelConfig, rows: "list[Row]") -> None:
        super().__init__()
        self.first, self.stop = config.kinds
        self.register_buffer("scale", scales(config, rows), persistent=False)
        self.linear = nn.Linear(len(self.scale), config.channels)
        nn.init.orthogonal_(self.linear.weight, 2**0.5)
        nn.init.zeros_(self.linear.bias)

    def forward(self, planes: Tensor) -> Tensor:
        """(b, planes, places) uint8 -> (b, kinds, channels)."""
        fast = torch.is_autocast_enabled(planes.device.type)
        cast = torch.bfloat16 if fast else torch.float32
        # turned round as bytes: a quarter of the time it takes after the cast
        turned = planes[:, :, self.first : self.stop].transpose(1, 2).contiguous().to(cast)
        return functional.linear(turned, self.linear.weight * self.scale, self.linear.bias)


class Trunk(nn.Module):
    """Two hidden layers; the rules scale and shift the first.

    The first is a sum of rows of one table, a row for each place of each plane. The table is the
    product of features per kind and a layer over all kinds, without a ReLU in between. So kinds
    share what they learn, and the sum costs only what is not zero. Features of single kinds, for
    the tile head, have weights of their own.

    Args:
        config: its shape.
        oracle: it reads the hidden tiles too.
        of_kinds: features of single kinds are asked for.
    """

    scale: Tensor
    number_read: Tensor

    def __init__(self, config: ModelConfig, oracle: bool = False, of_kinds: bool = False) -> None:
        super().__init__()
        self._read_planes(config, oracle, of_kinds)  # first: saved optimisers count on the order
        hidden, layout = config.hidden, config.games
        self.entries, self.rule_vector = config.rule_entries, config.rule_vector
        self.tiles = nn.Linear((self.stop - self.first) * config.channels, hidden)
        self.numbers = nn.Linear(layout.globals, hidden, bias=False)
        read = (scales(config, layout.global_rows) != 0).float()
        self.register_buffer("number_read", read, persistent=False)
        self.norm = nn.LayerNorm(hidden)
        self.rules = nn.Linear(len(self.entries), hidden, bias=False)
        self.film = nn.Linear(len(self.entries), 2 * hidden)
        self.second = nn.Linear(hidden, config.features)
        for layer in (self.tiles, self.numbers, self.second):
            nn.init.orthogonal_(layer.weight, 2**0.5)
        for weight in (self.film.weight, self.film.bias, self.second.bias, self.tiles.bias):
            nn.init.zeros_(weight)
        nn.init.zeros_(self.rules.weight)

    def _read_planes(self, config: ModelConfig, oracle: bool, of_kinds: bool) -> None:
        """Make the layers before ``tiles``."""
        layout, channels = config.games, config.channels
        self.first, self.stop = config.kinds
        self.places, self.planes = layout.places, layout.planes
        rows = [*layout.plane_rows, *(layout.oracle_rows if oracle else ())]
        self.register_buffer("scale", scales(config, rows), persistent=False)
        self.cells = nn.Linear(layout.planes, channels, bias=False)
        self.hidden_cells = None
        nn.init.orthogonal_(self.cells.weight)
        if oracle:
            self.hidden_cells = nn.Linear(layout.oracle_planes, channels, bias=False)
            nn.init.orthogonal_(self.hidden_cells.weight)
        self.kinds = Kinds(config, layout.plane_rows) if of_kinds else None
        if of_kinds:
            self.which = small_weights(self.stop - self.first, channels)

    def of_rules(self, rules: Sequence[Rules]) -> Tensor:
        """What depends on the rules alone: (len(rules), 3 * hidden), a row for each of them."""
        return self.terms(self.values_of(rules).to(self.film.weight.device))

    def terms(self, values: Tensor) -> Tensor:
        """(r, 3 * hidden) of rows of ``values_of``, (r, entries)."""
        return torch.cat([self.rules(values), self.film(values)], dim=-1)

    def values_of(self, rules: Sequence[Rules]) -> Tensor:
        """(len(rules), entries) float32: the numbers of the rules that this network reads."""
        seen = torch.zeros(len(rules), len(self.entries))
        for row, one in enumerate(rules if self.rule_vector else ()):
            seen[row] = torch.from_numpy(rule_values(one, self.entries))
        return seen

    def layers(self, first: Tensor, terms: Tensor) -> Tensor:
        """(b, features) of what comes into the first layer, (b, hidden), biases not yet added.

        ``terms``: rows of ``of_rules``, (b, 3 * hidden), or (1, 3 * hidden) for all positions.
        """
        offset, gain, shift = terms.chunk(3, dim=-1)
        hidden = self.norm(first + offset)
        hidden = torch.relu(hidden * (1 + gain) + shift)
        return torch.relu(self.second(hidden))

    def of_cells(self) -> Tensor:
        """(channels, planes): what a plane adds to the features of a kind, before ``tiles``; the
        oracle's planes behind, if any."""
        weights = [self.cells.weight]
        if self.hidden_cells is not None:
            weights.append(self.hidden_cells.weight)
        return torch.cat(weights, 1) * self.scale

    def of_numbers(self) -> Tensor:
        """(hidden, globals): what a number adds to the first layer."""
        return self.numbers.weight * self.number_read

    def tables(self) -> tuple[Tensor, ...]:
        """(planes * places, hidden) float32 rows; the same of the oracle's planes, if any."""
        hidden, kinds = self.tiles.out_features, self.stop - self.first
        with torch.autocast(self.scale.device.type, enabled=False):
            cells = self.of_cells()
            of_kinds = self.tiles.weight.view(hidden, kinds, -1).permute(2, 1, 0)
            table = (cells.t() @ of_kinds.reshape(len(cells), -1)).view(-1, kinds, hidden)
            table = functional.pad(table, (0, 0, self.first, self.places - self.stop))
        hidden_planes = cells.shape[1] - self.planes
        sizes = [planes * self.places for planes in (self.planes, hidden_planes) if planes]
        return torch.split(table.reshape(-1, hidden), sizes)

    def forward(
        self, planes: Tensor, numbers: Tensor, terms: Tensor, oracle: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """What is read from positions.

        Args:
            planes: (b, planes, places) uint8.
            numbers: (b, globals) float32.
            terms: (b, 3 * hidden) rows of ``of_rules``, or one row for all.
            oracle: (b, oracle planes, places) uint8; None: what is hidden is not seen.

        Returns:
            (b, features) of the whole position, and (b, kinds, channels) of each kind, or nothing.
        """
        given = (planes,) if self.hidden_cells is None or oracle is None else (planes, oracle)
        first = self.numbers(numbers * self.number_read) + self.tiles.bias
        for some, table in zip(given, self.tables(), strict=False):
            first = first + functional.linear(some.flatten(1).to(table.dtype), table.t())
        if self.kinds is None:
            return self.layers(first, terms), first.new_empty(0)
        kinds = self.kinds(planes)
        return self.layers(first, terms), kinds + self.which.to(kinds.dtype)

    def features(self, planes: Tensor) -> Tensor:
        """(b, planes, places) uint8 -> (b, kinds * channels): what ``tiles`` multiplies.

        ``forward`` never needs them: it multiplies ``cells`` and ``tiles`` first.
        """
        turned = planes[:, :, self.first : self.stop].transpose(1, 2).to(self.scale.dtype)
        weight = self.cells.weight * self.scale[: self.planes]
        return functional.linear(turned, weight).flatten(1)

    def kinds_of(self, kept: SparsePositions, slots: Slots, context: Tensor) -> Tensor:
        """Features of the kinds that are asked for.

        Args:
            kept: (b) positions, kept as lists.
            slots: which kinds of which positions.
            context: (b, channels) added to each kind of a position.

        Returns:
            (slots.rows, channels).
        """
        return sum_kinds(kept, slots, *self.of_kinds(), context)

    def of_kinds(self) -> tuple[Tensor, Tensor]:
        """What features of single kinds are made of.

        Returns:
            (planes, channels) that a plane adds, and (kinds, channels) that each kind begins with.
        """
        assert self.kinds is not None
        linear = self.kinds.linear
        return (linear.weight * self.kinds.scale).t(), self.which + linear.bias

    def kept(self, kept: SparsePositions, terms: Tensor) -> Tensor:
        """(b, features): what ``forward`` finds first, of positions kept as lists."""
        lists: tuple[PositionLists, ...]
        lists, tables = (kept.planes, kept.numbers), self.tables()
        tables = (tables[0], self.of_numbers().t(), *tables[1:])
        if self.hidden_cells is not None:
            if kept.oracle is None:
                raise ValueError("what the seats cannot see was not kept")
            lists = (*lists, kept.oracle)
        first = sum_rows(kept.picks, lists, tables[: len(lists)])
        return self.layers(first + self.tiles.bias, terms)
