"""The networks: a rule-conditioned policy, and a critic that also sees the hidden tiles."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.net.policy import MASKED
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import ARGUMENTS
from shugi.agents.model_config import ModelConfig
from shugi.agents.sums import Slots, SparsePositions
from shugi.agents.trunk import Trunk

PLAIN_UNIT = 10.0  # chips or thousands of points: about what a hand moves


class TileHead(nn.Module):
    """A logit for each tile code or card, from the features of its place and the whole position."""

    kind: Tensor
    copy: Tensor
    known: Tensor
    of_kind: Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        channels = config.channels
        self.context = nn.Linear(config.features, channels)
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
        with torch.device("cpu"):
            self.register_buffer("kind", torch.tensor(places), persistent=False)
            self.register_buffer(
                "copy", (torch.arange(ARGUMENTS) >= layout.places).long(), persistent=False
            )
            self.register_buffer("known", torch.tensor(known).float(), persistent=False)
            of_kind = torch.zeros(ARGUMENTS, stop - first)
            of_kind[torch.arange(ARGUMENTS), self.kind] = self.known
            self.register_buffer("of_kind", of_kind, persistent=False)

    def forward(self, hidden: Tensor, kinds: Tensor) -> Tensor:
        """(b, 64); zero for codes that are no kind of the deck."""
        mixed = torch.relu(kinds + self.context(hidden).unsqueeze(1))
        found: Tensor = self.out(torch.relu(self.mix(mixed)))
        return found[:, self.kind, self.copy].float() * self.known

    def kept(self, hidden: Tensor, kept: SparsePositions, trunk: Trunk, mask: Tensor) -> Tensor:
        """(b, 64): as ``forward``, for legal codes alone, of positions kept as lists."""
        codes = (mask[:, :ARGUMENTS] != 0) & (self.known > 0)
        asked = (codes.float() @ self.of_kind) > 0
        row = asked.flatten().cumsum(0, dtype=torch.int32).view(asked.shape) - 1
        row = torch.where(asked, row, -1)
        slots = Slots(row.numpy(), int(asked.sum()), trunk.places, trunk.first)
        mixed = torch.relu(trunk.kinds_of(kept, slots, self.context(hidden).float()))
        logits = self.out(torch.relu(self.mix(mixed))).float().flatten()
        at = codes.flatten().nonzero().squeeze(1)
        place, code = at // ARGUMENTS, at % ARGUMENTS
        own = logits.gather(0, row[place, self.kind[code]].long() * 2 + self.copy[code])
        logits = own.new_zeros(len(mask) * ARGUMENTS).scatter(0, at, own)
        by_code: Tensor = logits.view(-1, ARGUMENTS)
        return by_code


class Policy(nn.Module):
    """What a seat sees -> the log-probability of each action."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.trunk = Trunk(config, of_kinds=True)
        self.head = nn.Linear(config.features, ACTION_COUNT)
        self.tile_head = TileHead(config)
        nn.init.orthogonal_(self.head.weight, 0.01)
        nn.init.zeros_(self.head.bias)

    def of_rules(self, rules: Sequence[Rules]) -> Tensor:
        """(len(rules), 3 * hidden): what ``forward`` wants of the rules; once per rule set."""
        return self.trunk.of_rules(rules)

    def forward(self, planes: Tensor, numbers: Tensor, terms: Tensor, mask: Tensor) -> Tensor:
        """Log-probabilities.

        Args:
            planes: (b, planes, places) uint8.
            numbers: (b, globals) float32.
            terms: (b, 3 * hidden) rows of ``of_rules``, or one row for all.
            mask: (b, 128), nonzero where legal.

        Returns:
            (b, 128) float32; illegal actions are near ``MASKED``, the legal ones sum to one.
        """
        return log_policy_of(self.logits(planes, numbers, terms), mask)

    def logits(self, planes: Tensor, numbers: Tensor, terms: Tensor) -> Tensor:
        """(b, 128) float32 of all actions, legal or not; arguments as of ``forward``."""
        hidden, kinds = self.trunk(planes, numbers, terms)
        return self._said(hidden, self.tile_head(hidden, kinds))

    def kept(self, kept: SparsePositions, terms: Tensor, mask: Tensor) -> Tensor:
        """As ``forward``, of positions kept as lists, on the CPU."""
        return log_policy_of(self.kept_logits(kept, terms, mask), mask)

    def kept_logits(self, kept: SparsePositions, terms: Tensor, mask: Tensor) -> Tensor:
        """As ``logits``, of positions kept as lists; what is not legal may be left out."""
        kept = kept.together()
        hidden = self.trunk.kept(kept, terms)
        return self._said(hidden, self.tile_head.kept(hidden, kept, self.trunk, mask))

    def _said(self, hidden: Tensor, of_tiles: Tensor) -> Tensor:
        padded = functional.pad(of_tiles, (0, ACTION_COUNT - ARGUMENTS))
        logits: Tensor = self.head(hidden).float() + padded
        return logits


def log_policy_of(logits: Tensor, mask: Tensor) -> Tensor:
    """(b, 128) log-probabilities of logits; near ``MASKED`` where an action is not legal."""
    # weights at their limit reach beyond MASKED, and an illegal action would be the likeliest
    bounded = logits.clamp(MASKED / 1000, -MASKED / 1000)
    return bounded.masked_fill(mask == 0, MASKED).log_softmax(dim=-1)


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
        self.trunk = Trunk(config.of_critic, oracle=config.oracle)
        self.width = config.bins if config.two_hot else 1
        self.heads = nn.Linear(config.of_critic.features, 2 * self.width)
        nn.init.zeros_(self.heads.weight)
        nn.init.zeros_(self.heads.bias)
        with torch.device("cpu"):
            chips = symexp_bins(config.chip_range, config.bins)
            points = symexp_bins(config.point_range, config.bins)
            self.register_buffer("bins", torch.stack([chips, points]), persistent=False)

    def of_rules(self, rules: Sequence[Rules]) -> Tensor:
        """(len(rules), 3 * hidden): what ``forward`` wants of the rules; once per rule set."""
        return self.trunk.of_rules(rules)

    def forward(self, planes: Tensor, numbers: Tensor, terms: Tensor, oracle: Tensor) -> Tensor:
        """What the hand will still bring.

        Args:
            planes: (b, planes, places) uint8.
            numbers: (b, globals) float32.
            terms: (b, 3 * hidden) rows of ``of_rules``, or one row for all.
            oracle: (b, oracle planes, places) uint8, what the seat cannot see.

        Returns:
            (b, 2, bins) float32 logits: chips, then thousands of points; (b, 2, 1) of plain heads.
        """
        hidden, _ = self.trunk(planes, numbers, terms, oracle)
        return self._said(hidden)

    def kept(self, kept: SparsePositions, terms: Tensor) -> Tensor:
        """As ``forward``, of positions kept as lists, on the CPU."""
        return self._said(self.trunk.kept(kept.together(), terms))

    def _said(self, hidden: Tensor) -> Tensor:
        logits: Tensor = self.heads(hidden).float()
        return logits.reshape(-1, 2, self.width)

    @property
    def units(self) -> Tensor:
        """(2, n): what the numbers of each head stand for."""
        return self.bins if self.config.two_hot else torch.full((2, 1), PLAIN_UNIT)

    def value(self, logits: Tensor) -> Tensor:
        """(b, 2): the mean of each head, in chips and in thousands of points."""
        if not self.config.two_hot:
            return logits.squeeze(-1) * PLAIN_UNIT
        return (logits.softmax(dim=-1) * self.bins).sum(dim=-1)

    def loss(self, logits: Tensor, target: Tensor) -> Tensor:
        """The loss of ``forward``, for targets (b, 2) in chips and thousands of points."""
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
