"""Learning what a standing between two hands is worth, from games played on.

A hand is worth what it paid and what follows it. What follows is learnt from games as a mixture of
what came and of what was expected one hand later (TD(lambda)), in a few rounds; the first takes
what came alone. It takes seconds for thousands of games.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
from scipy.special import stdtrit
from torch import nn

from shugi._fast.batch.batch import Batch
from shugi._fast.net.standing import STANDING_NAMES, STANDING_SHAPES, EngineStanding
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent, Observation
from shugi.agents.scripted import Baseline
from shugi.agents.standing import StandingFit, StandingPrice
from shugi.envs.common.arrays import F32, F64, I64, U8, Bools, Rng
from shugi.envs.gains import POINTS, Gains, Prices, prices_of

SLOTS = 512
LAMBDAS = (1.0, 0.5, 0.5, 0.5)
"""Of each round: how much what came counts, against what was expected."""
EPOCHS = 6
LEAST_STEPS = 400  # of a round, where there are few hands
MINIBATCH = 1024
LEARNING_RATE = 3e-3
HELD_OUT = 10  # of so many games one says how much to believe, and one what is foretold
PARTS = 4  # of the games, each learnt from alone: how far the prices differ
Progress = Callable[[float], None]


@dataclass
class Hands:
    """Hands of whole games, those of a game one after the other."""

    numbers: F32
    """(h, seats, numbers) what stood when each began."""
    paid: F32
    """(h, seats) by it, in chips or thousands of points."""
    last: Bools
    """(h,) of its game."""

    def __len__(self) -> int:
        return len(self.last)

    @property
    def game(self) -> I64:
        """(h,) numbers of the games."""
        return np.cumsum(np.concatenate([[False], self.last[:-1]]))

    def of(self, where: Bools) -> "Hands":
        """Those of some games."""
        return Hands(self.numbers[where], self.paid[where], self.last[where])

    def returns(self, value: F32, lam: float) -> F32:
        """(h, seats) what each seat gets from each hand on, to the game's end.

        Args:
            value: (h, seats) of what stood when each hand began.
            lam: 1 for what came; 0 for what the hand paid and what was expected after it.
        """
        returns = np.empty_like(self.paid)
        rest = np.zeros(self.paid.shape[1], np.float32)
        expected = rest
        for h in range(len(self) - 1, -1, -1):
            if self.last[h]:
                rest = expected = np.zeros_like(rest)
            rest = self.paid[h] + lam * rest + (1 - lam) * expected
            returns[h] = rest
            expected = value[h]
        return returns


def nothing(rules: Rules) -> EngineStanding:
    """For which every standing is worth nothing."""
    weights = {name: np.zeros(shape, np.float32) for name, shape in STANDING_SHAPES.items()}
    return EngineStanding(weights, rules)


def play_hands(
    rules: Rules,
    games: int,
    seed: int,
    player: Agent | None = None,
    threads: int = 2,
    progress: Progress | None = None,
) -> Hands:
    """Play whole games, one player at every seat.

    Args:
        games: with more than 512, rounded up to a multiple of it.
        player: None for the rule baseline.
        progress: told the share of games that are over.
    """
    slots = min(SLOTS, games)
    each = -(-games // slots)
    batch = Batch(rules, slots, seed, threads=min(threads, slots), expected=True)
    gains = Gains(batch, standing=nothing(rules))
    prices = kind_prices(rules)
    rows: list[list[tuple[F32, F32, bool]]] = [[] for _ in range(slots)]
    over = np.zeros(slots, np.int64)
    stood = batch.standings()
    actions = np.zeros(slots, np.uint8)
    rng = np.random.default_rng(seed)
    while (over < each).any():
        _choose(batch, player, actions, rng)
        batch.step(actions)
        paid = prices.of(gains.at_hand_end())
        ended = np.flatnonzero(batch.hand_done & (over < each))
        for i in ended:
            rows[i].append((stood[i].copy(), paid[i], bool(batch.done[i])))
        if batch.hand_done.any():
            now = batch.standings()
            stood[batch.hand_done] = now[batch.hand_done]
        over[ended] += batch.done[ended]
        if progress is not None and batch.done[ended].any():
            progress(over.sum() / (each * slots))
    every = [row for own in rows for row in own]
    numbers, paid_all, last = zip(*every, strict=True)
    return Hands(np.stack(numbers), np.stack(paid_all), np.array(last))


def _choose(batch: Batch, player: Agent | None, actions: U8, rng: Rng) -> None:
    if player is None or type(player) is Baseline:
        batch.baseline(actions, style=None if player is None else player.style)
    else:
        actions[:] = player.act(Observation(batch), rng)


def kind_prices(rules: Rules) -> Prices:
    """In chips, or thousands of points: what a standing's value is counted in."""
    standing = nothing(rules)
    prices = prices_of(rules, standing=standing)
    price = prices.kilopoint if standing.kind == POINTS else prices.chip
    return Prices(prices.unit, prices.chip / price, prices.kilopoint / price)


# ------------------------------------------------------------------------------------------ fitting


class _Value(nn.Module):
    """The network of an ``EngineStanding``, over numbers brought to one scale."""

    def __init__(self, numbers: F32, paid: F32) -> None:
        super().__init__()
        flat = numbers.reshape(-1, numbers.shape[-1])
        spread = flat.std(axis=0)
        self.mean = torch.tensor(flat.mean(axis=0))
        self.scale = torch.tensor(np.where(spread > 1e-6, spread, np.inf).astype(np.float32))
        self.unit = max(float(paid.std()), 1e-6)
        inputs, hidden = STANDING_SHAPES["first"]
        self.first, self.last = nn.Linear(inputs, hidden), nn.Linear(hidden, 1, bias=False)

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        """(h, seats, numbers) -> (h, seats), in units."""
        hidden = torch.relu(self.first((numbers - self.mean) / self.scale))
        value: torch.Tensor = self.last(hidden)[..., 0]
        return value - value.mean(dim=1, keepdim=True)

    def weights(self) -> dict[str, F32]:
        first = self.first.weight / self.scale
        bias = self.first.bias - first @ self.mean
        last = self.last.weight[0] * self.unit
        return {
            name: _half(weight.detach().numpy())
            for name, weight in (("first", first.T.contiguous()), ("bias", bias), ("last", last))
        }


@contextmanager
def _one_thread() -> Iterator[None]:
    """Several would wait for each other at products as small as these."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _half(weights: F32) -> F32:
    """The weights as a file keeps them."""
    return weights.astype(np.float16).astype(np.float32)


def fit_standing(rules: Rules, hands: Hands, seed: int = 0) -> EngineStanding:
    """Learn what standings are worth from hands. The same hands and seed, the same standing.

    Args:
        rules: of the hands.
        hands: of whole games, in order.
        seed: of the first weights and of the minibatches.
    """
    with torch.random.fork_rng(), _one_thread():
        torch.manual_seed(seed)
        network = _Value(hands.numbers, hands.paid)
        numbers = torch.tensor(hands.numbers)
        value = np.zeros_like(hands.paid)
        for round_, lam in enumerate(LAMBDAS):
            targets = hands.returns(value, lam)
            rate = LEARNING_RATE / (1 + round_)
            _fit(network, numbers, torch.tensor(targets / network.unit), rate)
            with torch.no_grad():
                value = network(numbers).numpy() * network.unit
        return EngineStanding(network.weights(), rules)


def _fit(network: _Value, numbers: torch.Tensor, targets: torch.Tensor, rate: float) -> None:
    optimiser = torch.optim.Adam(network.parameters(), rate)
    batches = -(-len(numbers) // MINIBATCH)
    epochs = max(EPOCHS, -(-LEAST_STEPS // batches))
    steps = epochs * batches
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps, rate / 10)
    targets = targets - targets.mean(dim=1, keepdim=True)
    for _ in range(epochs):
        for rows in torch.split(torch.randperm(len(numbers)), MINIBATCH):
            optimiser.zero_grad()
            (network(numbers[rows]) - targets[rows]).square().mean().backward()
            optimiser.step()
            schedule.step()


def values_of(standing: EngineStanding, numbers: F32) -> F32:
    """(h, seats, numbers) -> (h, seats), as the engine works it out."""
    weights = standing.weights()
    hidden = np.maximum(numbers @ weights["first"] + weights["bias"], 0)
    value = hidden @ weights["last"]
    return np.asarray(value - value.mean(axis=1, keepdims=True), np.float32)


# ------------------------------------------------------------------------------------- what it says


def learn_standing(
    rules: Rules,
    games: int,
    seed: int = 1,
    player: Agent | None = None,
    threads: int = 2,
    progress: Progress | None = None,
) -> tuple[EngineStanding, StandingFit]:
    """Play games, learn what standings are worth, and see how well that foretells other games.

    Args:
        rules: the rule set.
        games: to play; with more than 512, rounded up to a multiple of it.
        seed: of the walls, of the player's chance and of the weights.
        player: at every seat; None: the rule baseline.
        threads: of the engine.
        progress: told the share of games that are over, 0 to 1.

    Returns:
        what standings are worth, and how well that foretells games that it was not learnt from.
    """
    hands = play_hands(rules, games, seed, player, threads, progress)
    game = hands.game
    part = game % HELD_OUT
    learnt, tried, held_out = hands.of(part > 1), hands.of(part == 1), hands.of(part == 0)
    standing = shrunk(fit_standing(rules, learnt, seed), tried)
    explained, slope, error = prediction_quality(standing, held_out)
    number = learnt.game
    parts = [fit_standing(rules, learnt.of(number % PARTS == part), seed) for part in range(PARTS)]
    prices = prices_of(rules, standing=standing)
    fit = StandingFit(
        rules.name,
        f"{rules.hash:016x}",
        player.name if player is not None else Baseline().name,
        int(game[-1]) + 1,
        len(hands),
        seed,
        prices.unit,
        explained,
        slope,
        error,
        _priced(standing, parts, held_out, prices),
    )
    return standing, fit


def shrunk(standing: EngineStanding, hands: Hands) -> EngineStanding:
    """Less by what does not come true: where little lasts, most of what was learnt is noise.

    Nothing is left where what came cannot be told from chance.
    """
    _, slope, error = prediction_quality(standing, hands)
    if slope <= error:
        return nothing(standing.rules)
    weights = standing.weights()
    weights["last"] = _half(weights["last"] * np.float32(min(slope, 1.0)))
    return EngineStanding(weights, standing.rules)


def prediction_quality(standing: EngineStanding, hands: Hands) -> tuple[float, float, float]:
    """The share of variance explained, and the slope of what came with half its 95 % interval.

    The interval goes by games, whose hands hang together.
    """
    expected = values_of(standing, hands.numbers).astype(np.float64)
    came = hands.returns(np.zeros_like(hands.paid), 1.0).astype(np.float64)
    came -= came.mean(axis=1, keepdims=True)
    together, alone = (expected * came).sum(axis=1), (expected**2).sum(axis=1)
    if not alone.any():
        return 0.0, 0.0, 0.0
    slope = together.sum() / alone.sum()
    residual = np.bincount(hands.game, together - slope * alone)
    error = 1.96 * np.sqrt((residual**2).sum()) / alone.sum()
    return 1 - ((came - expected) ** 2).sum() / (came**2).sum(), slope, error


THINGS = {
    "1,000 points": ("points", None),
    "the deal": ("dealer", None),
    "a honba of the dealer": ("dealer", "honba"),
    "a stay of the dealer": ("dealer", "stays"),
    "a marker": ("marker", None),
    "a game won": ("won", None),
}


def _priced(
    standing: EngineStanding, parts: list[EngineStanding], hands: Hands, prices: Prices
) -> list[StandingPrice]:
    """The slopes of the value over what it can be had for, over standings of play."""
    columns = {
        name: column
        for name, (own, times) in THINGS.items()
        if (column := _column(hands.numbers, own, times)).std() > 1e-6
        and not (own == "points" and prices.unit == "units")
    }
    if not columns or not standing.weights()["last"].any():
        return []
    price = prices.kilopoint if standing.kind == POINTS else prices.chip
    design = np.stack([column.ravel() for column in columns.values()], axis=1)
    slopes = [
        np.linalg.lstsq(design, values_of(one, hands.numbers).ravel() * price, rcond=None)[0]
        for one in (standing, *parts)
    ]
    error = np.std(slopes[1:], axis=0, ddof=1) / np.sqrt(len(parts))
    errors = stdtrit(len(parts) - 1, 0.975) * error
    return [
        StandingPrice(name, float(value), float(error))
        for name, value, error in zip(columns, slopes[0], errors, strict=True)
    ]


def _column(numbers: F32, own: str, times: str | None) -> F64:
    """(h, seats) of a seat more than of the others, times a number of the table."""
    column = numbers[..., STANDING_NAMES.index(f"{own}_0")].astype(np.float64)
    column -= column.mean(axis=1, keepdims=True)
    if times is None:
        return column
    number = numbers[..., STANDING_NAMES.index(times)]
    return np.asarray(column * (number - number.mean()))
