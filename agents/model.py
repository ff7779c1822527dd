"""The networks: a rule-conditioned policy, and a critic that also sees the hidden tiles."""

from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from shugi._fast import observe
from shugi._fast.actions import ACTION_COUNT

KINDS = 34
MASKED = -1e9  # finite: log-softmax of a masked row stays free of NaN


@dataclass(frozen=True)
class ModelConfig:
    """Shape of the networks; stored in every checkpoint."""

    hidden: int = 256
    """Units of each of the two hidden layers."""
    bins: int = 51
    """Bins of each value head."""
    chip_range: float = 1000.0
    """Outermost bin of the chip head, in chips."""
    point_range: float = 150.0
    """Outermost bin of the point head, in thousands of points."""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Tiles(nn.Module):
    """A linear layer over tile planes; their scales are folded into its weights."""

    scale: Tensor

    def __init__(self, rows: "list[observe.Row]", hidden: int) -> None:
        super().__init__()
        scale = [1 / row["scale"] for row in rows for _ in range(row["size"] * KINDS)]
        self.register_buffer("scale", torch.tensor(scale), persistent=False)
        self.linear = nn.Linear(len(scale), hidden)
        nn.init.orthogonal_(self.linear.weight, 2**0.5)
        nn.init.zeros_(self.linear.bias)

    def forward(self, planes: Tensor) -> Tensor:
        """planes: (b, planes, 34) uint8."""
        cast = torch.bfloat16 if torch.is_autocast_enabled("cpu") else torch.float32
        flat = planes.flatten(1).to(cast)
        return functional.linear(flat, self.linear.weight * self.scale, self.linear.bias)


class Trunk(nn.Module):
    """Two hidden layers over tiles and numbers; the rule vector scales and shifts the first."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        hidden = config.hidden
        self.tiles = Tiles(observe.PLANE_ROWS, hidden)
        self.numbers = nn.Linear(observe.GLOBALS, hidden, bias=False)
        self.norm = nn.LayerNorm(hidden)
        self.film = nn.Linear(observe.RULE_ROOM, 2 * hidden)
        self.second = nn.Linear(hidden, hidden)
        nn.init.orthogonal_(self.numbers.weight, 2**0.5)
        nn.init.orthogonal_(self.second.weight, 2**0.5)
        for weight in (self.film.weight, self.film.bias, self.second.bias):
            nn.init.zeros_(weight)

    def forward(self, planes: Tensor, numbers: Tensor, extra: Tensor | None = None) -> Tensor:
        """extra: (b, hidden), added before the first normalisation."""
        hidden = self.tiles(planes) + self.numbers(numbers)
        if extra is not None:
            hidden = hidden + extra
        gain, shift = self.film(numbers[:, -observe.RULE_ROOM :]).chunk(2, dim=-1)
        hidden = torch.relu(self.norm(hidden) * (1 + gain) + shift)
        return torch.relu(self.second(hidden))


class Policy(nn.Module):
    """What a seat sees -> one logit per action."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.trunk = Trunk(config)
        self.head = nn.Linear(config.hidden, ACTION_COUNT)
        nn.init.orthogonal_(self.head.weight, 0.01)
        nn.init.zeros_(self.head.bias)

    def forward(self, planes: Tensor, numbers: Tensor, mask: Tensor) -> Tensor:
        """Log-probabilities.

        Args:
            planes: (b, PLANES, 34) uint8.
            numbers: (b, GLOBALS) float32.
            mask: (b, 128), nonzero where legal.

        Returns:
            (b, 128) float32; illegal actions are near ``MASKED``, the legal ones sum to one.
        """
        logits: Tensor = self.head(self.trunk(planes, numbers)).float()
        return logits.masked_fill(mask == 0, MASKED).log_softmax(dim=-1)


class Critic(nn.Module):
    """All tiles, hidden ones too -> the chips and the points that the hand will still bring.

    Each head is a distribution over bins: cross-entropy keeps the gradient of a jackpot bounded,
    and two-hot targets that are linear in chips keep the mean what it is.
    """

    bins: Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.trunk = Trunk(config)
        self.oracle = Tiles(observe.ORACLE_ROWS, config.hidden)
        self.heads = nn.Linear(config.hidden, 2 * config.bins)
        nn.init.zeros_(self.heads.weight)
        nn.init.zeros_(self.heads.bias)
        bins = torch.stack(
            [
                symexp_bins(config.chip_range, config.bins),
                symexp_bins(config.point_range, config.bins),
            ]
        )
        self.register_buffer("bins", bins, persistent=False)

    def forward(self, planes: Tensor, numbers: Tensor, oracle: Tensor) -> Tensor:
        """(b, 2, bins) float32 logits: chips, then thousands of points."""
        hidden = self.trunk(planes, numbers, self.oracle(oracle))
        logits: Tensor = self.heads(hidden).float()
        return logits.reshape(-1, 2, self.config.bins)

    def value(self, logits: Tensor) -> Tensor:
        """(b, 2): the mean of each head, in chips and in thousands of points."""
        return (logits.softmax(dim=-1) * self.bins).sum(dim=-1)


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
    target = torch.zeros(*values.shape, len(bins))
    target.scatter_(-1, (above - 1).unsqueeze(-1), (1 - part).unsqueeze(-1))
    target.scatter_(-1, above.unsqueeze(-1), part.unsqueeze(-1))
    return target


def precision(name: str) -> AbstractContextManager[Any]:
    """The autocast context of "fp32", "bf16", or "auto": bf16 where the processor has it."""
    if name == "auto":
        name = "bf16" if has_bf16() else "fp32"
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=name == "bf16")


def has_bf16() -> bool:
    """Whether the processor multiplies bfloat16 itself; emulation is several times slower."""
    ask = getattr(torch.cpu, "get_capabilities", None)  # of torch 2.9
    found = ask() if ask is not None else {}
    return bool(found.get("avx512_bf16") or found.get("amx_bf16"))
