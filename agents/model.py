"""The networks: a rule-conditioned policy, and a critic that also sees the hidden tiles."""

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.net.policy import MASKED
from shugi._fast.rules.compile import RULE_ENTRIES, Rules
from shugi._fast.view.layouts import ARGUMENTS, TILES, Layout, layout_named
from shugi.agents.columns import rule_values

if TYPE_CHECKING:
    from shugi._fast.view.observe import Row

TRUST = 2.0
PLAIN_UNIT = 10.0  # chips or thousands of points: about what a hand moves


@dataclass(frozen=True)
class ModelConfig:
    """Shape of the networks; stored in every checkpoint."""

    hidden: int = 256
    """Units of each of the two hidden layers."""
    channels: int = 32
    """Features of each tile kind."""
    kinds: tuple[int, int] = (0, TILES.places)
    """First and one past the last place of a plane that the networks look at: kinds of tiles,
    or cards; those of the deck will do."""
    advice: bool = False
    """Whether the policy is told what the rule baseline would do, and starts from that."""
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
    oracle: bool = True
    """Whether the critic sees the hidden tiles."""
    two_hot: bool = True
    """Whether the critic's heads are distributions over bins; otherwise one number each."""

    def __post_init__(self) -> None:
        for row in fields(self):
            value = getattr(self, row.name)
            if not _is_of(row.type, value):
                raise ValueError(f"{row.name} cannot be {value!r}")
        first, stop = self.kinds
        if min(self.hidden, self.channels, self.bins - 1) < 1:
            raise ValueError("hidden and channels must be at least 1, bins at least 2")
        if not 0 <= first < stop <= self.games.places:
            raise ValueError(f"kinds must lie within 0 and {self.games.places}, not {self.kinds}")
        if not (0 < self.chip_range < math.inf and 0 < self.point_range < math.inf):
            raise ValueError("chip_range and point_range must be more than 0, and finite")

    @property
    def games(self) -> Layout:
        """The layout itself."""
        return layout_named(self.layout)

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


class Kinds(nn.Module):
    """Planes -> a row of features for each tile kind; the same weights for all kinds."""

    scale: Tensor

    def __init__(self, config: ModelConfig, rows: "list[Row]") -> None:
        super().__init__()
        self.first, self.stop = config.kinds
        scale = [1 / row["scale"] for row in rows for _ in range(row["size"])]
        self.register_buffer("scale", torch.tensor(scale), persistent=False)
        self.linear = nn.Linear(len(scale), config.channels)
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
    """Features of every kind, then two hidden layers; the rules scale and shift the first.

    An MLP over all planes at once learns the same thing nine times for each suit. With features
    per kind the same agreement with the baseline takes a third of the decisions.
    """

    def __init__(self, config: ModelConfig, oracle: bool = False) -> None:
        super().__init__()
        hidden, channels, layout = config.hidden, config.channels, config.games
        self.entries, self.rule_vector = config.rule_entries, config.rule_vector
        count = config.kinds[1] - config.kinds[0]
        self.kinds = Kinds(config, layout.plane_rows)
        self.oracle = Kinds(config, layout.oracle_rows) if oracle else None
        self.which = nn.Parameter(0.1 * torch.randn(count, channels))
        self.tiles = nn.Linear(count * channels, hidden)
        self.numbers = nn.Linear(layout.globals, hidden, bias=False)
        self.norm = nn.LayerNorm(hidden)
        self.rules = nn.Linear(len(self.entries), hidden, bias=False)
        self.film = nn.Linear(len(self.entries), 2 * hidden)
        self.second = nn.Linear(hidden, hidden)
        for layer in (self.tiles, self.numbers, self.second):
            nn.init.orthogonal_(layer.weight, 2**0.5)
        for weight in (self.film.weight, self.film.bias, self.second.bias, self.tiles.bias):
            nn.init.zeros_(weight)
        nn.init.zeros_(self.rules.weight)

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

    def forward(
        self, planes: Tensor, numbers: Tensor, terms: Tensor, oracle: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """(b, hidden) of the whole position, and (b, kinds, channels) of each kind.

        ``terms``: rows of ``of_rules``, (b, 3 * hidden), or (1, 3 * hidden) for all positions.
        """
        kinds = self.kinds(planes)
        kinds = kinds + self.which.to(kinds.dtype)
        if self.oracle is not None and oracle is not None:
            kinds = kinds + self.oracle(oracle)
        kinds = torch.relu(kinds)
        offset, gain, shift = terms.chunk(3, dim=-1)
        hidden = self.norm(self.tiles(kinds.flatten(1)) + self.numbers(numbers) + offset)
        hidden = torch.relu(hidden * (1 + gain) + shift)
        return torch.relu(self.second(hidden)), kinds


class TileHead(nn.Module):
    """A logit for each tile code or card, from the features of its place and the whole position."""

    kind: Tensor
    copy: Tensor
    known: Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        channels = config.channels
        self.context = nn.Linear(config.hidden, channels)
        self.mix = nn.Linear(channels, channels)
        self.out = nn.Linear(channels, 2)  # the plain copy of a kind, and one that differs
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)
        first, stop = config.kinds
        layout = config.games
        of_code = [layout.place_of(code) for code in range(ARGUMENTS)]
        known = [kind is not None and first <= kind < stop for kind in of_code]
        places = [
            kind - first if k and kind is not None else 0
            for kind, k in zip(of_code, known, strict=True)
        ]
        self.register_buffer("kind", torch.tensor(places), persistent=False)
        self.register_buffer(
            "copy", (torch.arange(ARGUMENTS) >= layout.places).long(), persistent=False
        )
        self.register_buffer("known", torch.tensor(known).float(), persistent=False)

    def forward(self, hidden: Tensor, kinds: Tensor) -> Tensor:
        """(b, 64); zero for codes that are no kind of the deck."""
        mixed = torch.relu(kinds + self.context(hidden).unsqueeze(1))
        found: Tensor = self.out(torch.relu(self.mix(mixed)))
        return found[:, self.kind, self.copy].float() * self.known


class Policy(nn.Module):
    """What a seat sees -> the log-probability of each action.

    With ``config.advice`` the rule baseline's action can be given too: its logit is raised by how
    far the network trusts it in that position, at first by ``TRUST`` everywhere.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.trunk = Trunk(config)
        self.head = nn.Linear(config.hidden, ACTION_COUNT)
        self.tile_head = TileHead(config)
        self.trust = nn.Linear(config.hidden, 1) if config.advice else None
        nn.init.orthogonal_(self.head.weight, 0.01)
        nn.init.zeros_(self.head.bias)
        if self.trust is not None:
            nn.init.zeros_(self.trust.weight)
            nn.init.constant_(self.trust.bias, TRUST)

    def of_rules(self, rules: Sequence[Rules]) -> Tensor:
        """(len(rules), 3 * hidden): what ``forward`` wants of the rules; once per rule set."""
        return self.trunk.of_rules(rules)

    def forward(
        self,
        planes: Tensor,
        numbers: Tensor,
        terms: Tensor,
        mask: Tensor,
        advice: Tensor | None = None,
    ) -> Tensor:
        """Log-probabilities.

        Args:
            planes: (b, planes, places) uint8.
            numbers: (b, globals) float32.
            terms: (b, 3 * hidden) rows of ``of_rules``, or one row for all.
            mask: (b, 128), nonzero where legal.
            advice: (b,) the rule baseline's actions; None: decide without them.

        Returns:
            (b, 128) float32; illegal actions are near ``MASKED``, the legal ones sum to one.
        """
        hidden, kinds = self.trunk(planes, numbers, terms)
        of_tiles = functional.pad(self.tile_head(hidden, kinds), (0, ACTION_COUNT - ARGUMENTS))
        logits: Tensor = self.head(hidden).float() + of_tiles
        if advice is not None and self.trust is not None:
            logits = logits.scatter_add(1, advice.long()[:, None], self.trust(hidden).float())
        return logits.masked_fill(mask == 0, MASKED).log_softmax(dim=-1)


class Critic(nn.Module):
    """All tiles, hidden ones too -> the chips and the points that the hand will still bring.

    Each head is a distribution over bins: cross-entropy keeps the gradient of a jackpot bounded,
    and two-hot targets that are linear in chips keep the mean what it is. With
    ``config.two_hot`` off each head is one number, in units of ``PLAIN_UNIT``.
    """

    bins: Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.trunk = Trunk(config, oracle=config.oracle)
        self.width = config.bins if config.two_hot else 1
        self.heads = nn.Linear(config.hidden, 2 * self.width)
        nn.init.zeros_(self.heads.weight)
        nn.init.zeros_(self.heads.bias)
        chips = symexp_bins(config.chip_range, config.bins)
        points = symexp_bins(config.point_range, config.bins)
        self.register_buffer("bins", torch.stack([chips, points]), persistent=False)

    def of_rules(self, rules: Sequence[Rules]) -> Tensor:
        """(len(rules), 3 * hidden): what ``forward`` wants of the rules; once per rule set."""
        return self.trunk.of_rules(rules)

    def forward(self, planes: Tensor, numbers: Tensor, terms: Tensor, oracle: Tensor) -> Tensor:
        """(b, 2, bins) float32 logits: chips, then thousands of points; (b, 2, 1) plain heads."""
        hidden, _ = self.trunk(planes, numbers, terms, oracle)
        logits: Tensor = self.heads(hidden).float()
        return logits.reshape(-1, 2, self.width)

    def value(self, logits: Tensor) -> Tensor:
        """(b, 2): the mean of each head, in chips and in thousands of points."""
        if not self.config.two_hot:
            return logits.squeeze(-1) * PLAIN_UNIT
        return (logits.softmax(dim=-1) * self.bins).sum(dim=-1)

    def loss(self, logits: Tensor, target: Tensor) -> Tensor:
        """Of what ``forward`` found, for targets (b, 2) in chips and thousands of points."""
        if not self.config.two_hot:
            return ((self.value(logits) - target) / PLAIN_UNIT).square().mean()
        wanted = torch.stack([two_hot(target[:, k], self.bins[k]) for k in (0, 1)], 1)
        return -(wanted * logits.log_softmax(-1)).sum(-1).mean()


def symexp_bins(outermost: float, count: int) -> Tensor:
    """(count,) ascending bin values, symmetric, dense around zero and sparse far from it."""
    half = (count - 1) / 2
    steps = (torch.arange(count, dtype=torch.float64) - half) / half
    limit = torch.log1p(torch.tensor(outermost, dtype=torch.float64))
    return (steps.sign() * torch.expm1(steps.abs() * limit)).float()


def two_hot(values: Tensor, bins: Tensor) -> Tensor:
    """Targets whose mean is the value: weight on the two neighbouring bins, linear between them.

    Weights linear in symlog would bias the mean of a skewed return; these do not.

    Args:
        values: (...,) any shape; values beyond the outermost bins count as those.
        bins: (k,) ascending.

    Returns:
        (..., k), non-negative, summing to one.
    """
    values = values.clamp(bins[0], bins[-1])
    above = torch.searchsorted(bins, values.contiguous(), right=True).clamp(1, len(bins) - 1)
    low, high = bins[above - 1], bins[above]
    part = (values - low) / (high - low)
    target = torch.zeros(*values.shape, len(bins), device=values.device)
    target.scatter_(-1, (above - 1).unsqueeze(-1), (1 - part).unsqueeze(-1))
    target.scatter_(-1, above.unsqueeze(-1), part.unsqueeze(-1))
    return target


def precision(name: str, device: str = "cpu") -> AbstractContextManager[Any]:
    """The autocast context of "fp32", "bf16", or "auto": bf16 where the device has it.

    Args:
        device: kind of it, as torch calls it.
    """
    if name == "auto":
        name = "bf16" if has_bf16(device) else "fp32"
    return torch.autocast(device, dtype=torch.bfloat16, enabled=name == "bf16")


def has_bf16(device: str = "cpu") -> bool:
    """Whether the device multiplies bfloat16 itself; emulation is several times slower."""
    if device == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    ask = getattr(torch.cpu, "get_capabilities", None)  # of torch 2.9
    found = ask() if ask is not None else {}
    return bool(found.get("avx512_bf16") or found.get("amx_bf16"))
