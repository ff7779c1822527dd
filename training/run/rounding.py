"""Weights in eight bits, rounded so that a network goes on choosing what it chose.

What the engine rounds to eight bits itself is kept as it rounds it. How finely a row of another
weight is rounded follows from positions of the network's own play: the more its output moves what
is chosen there (the diagonal of Fisher's information), the finer. Columns have units of their own,
since some inputs are large and others small. Inputs are rounded one after the other, and those
still to come make up for what was lost, as far as they come together in play (Frantar et al.,
"GPTQ", 2023). Coarse rows are small where files are compressed, as in a wheel.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from shugi._fast.batch.batch import Batch
from shugi._fast.net.weights import quantised
from shugi._fast.rules.compile import Rules
from shugi.agents.engine_policy import engine_policy
from shugi.agents.model import Policy
from shugi.agents.packed import TOP, Packed
from shugi.envs.common.arrays import F32, F64, U8

BUDGET = 5e-5  # of a row's unit: what it may move the logarithm of a chance, in a usual input
FINER = 3  # times that it may be halved
MOST_MOVES = 0.005  # of a network's choices that may change before it is
POSITIONS = 8_000
GAMES = 64
APART = 3  # steps between two looks at the games
SEED = 46
SMALL = 16_384  # weights; of fewer, two bytes for each cost little
FLOOR = 0.05  # of the usual slope: what hardly speaks in play may do so in another game
DAMPING = 0.01  # of the usual square of an input: what is made up for stays small
BLOCK = 128
ROUNDED_IN_PLAY = "trunk.second.weight"  # by the engine itself, each row in a unit of its own


@dataclass(frozen=True)
class Choices:
    """Positions in which there is a choice, under one rule set."""

    rules: Rules
    planes: U8
    numbers: F32
    mask: U8

    def __len__(self) -> int:
        return len(self.mask)

    @property
    def seen(self) -> tuple[NDArray[Any], ...]:
        """What a network in the engine is asked with."""
        return self.planes, self.numbers, self.mask


def own_play(policy: Policy, rules: Rules, count: int, seed: int) -> Choices:
    """Choices of games in which a policy plays all seats and draws its moves.

    Args:
        policy: that plays.
        rules: of the games.
        count: positions with more than one legal action.
        seed: of the walls.
    """
    engine, batch = engine_policy(policy, rules), Batch(rules, GAMES, seed)
    layout, chosen = batch.layout, np.zeros(GAMES, np.uint8)
    seen: list[list[NDArray[Any]]] = []
    step = 0
    while sum(len(parts[-1]) for parts in seen) < count:
        if step % APART == 0:
            planes = np.zeros((GAMES, layout.planes, layout.places), np.uint8)
            numbers = np.zeros((GAMES, layout.globals), np.float32)
            batch.observe(planes, numbers)
            mask = batch.legal()
            some = mask.sum(axis=1) > 1
            seen.append([part[some] for part in (planes, numbers, mask)])
        batch.policy(engine, chosen, seed=step)
        batch.step(chosen)
        step += 1
    parts = [np.concatenate(part)[:count] for part in zip(*seen, strict=True)]
    return Choices(rules, *parts)


class Use:
    """The inputs of a layer, and how much its outputs decide."""

    def __init__(self, outputs: int, inputs: int) -> None:
        self.products: F64 = np.zeros((inputs, inputs))
        """Mean products of two inputs."""
        self.slopes: F64 = np.zeros(outputs)
        """Mean squared slope of a move's log-probability."""
        self.count = 0

    def add_inputs(self, inputs: Tensor) -> None:
        rows = inputs.detach().numpy()
        self.products += rows.T @ rows
        self.count += len(rows)

    def add_slopes(self, slopes: Tensor) -> None:
        self.slopes += slopes.double().square().sum(0).numpy()

    def mean(self) -> "Use":
        self.products /= self.count
        self.slopes /= self.count
        return self


def large_layers(policy: Policy) -> dict[str, nn.Linear]:
    """The layers of many weights, by the names of these."""
    return {
        f"{name}.weight": layer
        for name, layer in policy.named_modules()
        if isinstance(layer, nn.Linear) and layer.weight.numel() >= SMALL
    }


def uses_of(policy: Policy, played: Sequence[Choices]) -> dict[str, Use]:
    """How the large layers that are not rounded in play are used, by the names of their weights."""
    layers = large_layers(policy)
    layers.pop(ROUNDED_IN_PLAY, None)
    uses = {name: Use(*layer.weight.shape) for name, layer in layers.items()}
    trunk, tiles = policy.trunk, uses.get("trunk.tiles.weight")
    hooks = [
        layer.register_forward_hook(partial(_watch, uses[name])) for name, layer in layers.items()
    ]
    if tiles is not None:  # it is never asked, only multiplied
        hooks.append(trunk.numbers.register_forward_hook(partial(_watch_slopes, tiles)))
    generator = torch.Generator().manual_seed(SEED)
    try:
        for choices in played:
            for planes, numbers, mask in _minibatches(choices):
                values = trunk.values_of([choices.rules]).expand(len(mask), -1)
                found = policy(planes, numbers, trunk.terms(values), mask)
                drawn = torch.multinomial(found.detach().exp(), 1, generator=generator)
                found.gather(1, drawn).sum().backward()
                if tiles is not None:
                    tiles.add_inputs(trunk.features(planes))
    finally:
        for hook in hooks:
            hook.remove()
        policy.zero_grad()
    return {name: use.mean() for name, use in uses.items() if use.count}


def _watch(use: Use, layer: nn.Module, inputs: tuple[Tensor, ...], output: Tensor) -> None:
    use.add_inputs(inputs[0])
    output.register_hook(use.add_slopes)  # type: ignore[no-untyped-call]


def _watch_slopes(use: Use, layer: nn.Module, inputs: tuple[Tensor, ...], output: Tensor) -> None:
    output.register_hook(use.add_slopes)  # type: ignore[no-untyped-call]


def _minibatches(choices: Choices, size: int = 500) -> Iterator[tuple[Tensor, ...]]:
    for i in range(0, len(choices), size):
        yield tuple(torch.from_numpy(part[i : i + size]) for part in choices.seen)


def round_weight(weight: F32, use: Use, budget: float = BUDGET) -> Packed:
    """A weight in whole numbers.

    Args:
        weight: (outputs, inputs) float32.
        use: what comes into the layer, and how much what comes out of it decides.
        budget: of a row's unit: what it may move the logarithm of a chance, in a usual input.
    """
    slopes = np.sqrt(use.slopes)
    slopes = np.maximum(slopes, FLOOR * slopes.mean()) if slopes.any() else np.ones(len(slopes))
    sizes = np.sqrt(np.diag(use.products))
    sizes = np.where(sizes > 0, sizes, sizes[sizes > 0].mean()) if sizes.any() else sizes + 1
    columns = (1 / sizes).astype(np.float32)
    even = weight / columns.astype(np.float64)
    rows = np.maximum(budget / slopes, np.abs(even).max(axis=1) / TOP).astype(np.float32)
    products = use.products * np.outer(columns, columns)
    whole = _made_up(even / rows[:, None], products).clip(-TOP, TOP).astype(np.int8)
    return Packed(*map(torch.from_numpy, (whole, rows, columns)))


def as_in_play(weight: F32) -> Packed:
    """A weight in the whole numbers that the engine makes of it."""
    whole, rows = quantised(weight)
    return Packed(*map(torch.from_numpy, (whole, rows, np.ones(weight.shape[1], np.float32))))


def _made_up(weight: F64, products: F64) -> F64:
    """Whole numbers column by column, each column's loss made up for by those after it."""
    inputs = len(products)
    damped = products + DAMPING * np.diag(products).mean() * np.eye(inputs) + 1e-9 * np.eye(inputs)
    upper = np.linalg.cholesky(np.linalg.inv(damped)).T
    left, whole = weight.copy(), np.zeros_like(weight)
    for start in range(0, inputs, BLOCK):
        stop = min(start + BLOCK, inputs)
        lost = np.zeros((len(weight), stop - start))
        for i in range(start, stop):
            whole[:, i] = np.rint(left[:, i])
            lost[:, i - start] = (left[:, i] - whole[:, i]) / upper[i, i]
            left[:, i + 1 : stop] -= np.outer(lost[:, i - start], upper[i, i + 1 : stop])
        left[:, stop:] -= lost @ upper[start:stop, stop:]
    return whole


def in_eight_bits(policy: Policy, sets: Sequence[Rules]) -> dict[str, Packed]:
    """The large weights of a policy in eight bits, by name; the policy keeps what they stand for.

    Args:
        policy: of float32, on the processor.
        sets: the rule sets that it has learnt.
    """
    before, count = deepcopy(policy), max(POSITIONS // len(sets), GAMES)
    uses = uses_of(policy, [own_play(policy, rules, count, SEED) for rules in sets])
    fresh = [own_play(policy, rules, count, SEED + 1) for rules in sets]
    for times in range(FINER + 1):
        packed = _round_layers(before, uses, BUDGET / 2**times)
        weights = dict(policy.named_parameters())
        with torch.no_grad():
            for name, whole in packed.items():
                weights[name].copy_(whole.weight)
        if np.mean([change_of(before, policy, one).moves for one in fresh]) <= MOST_MOVES:
            break
    return packed


def _round_layers(policy: Policy, uses: Mapping[str, Use], budget: float) -> dict[str, Packed]:
    weights = {name: one.weight.detach().numpy() for name, one in large_layers(policy).items()}
    done = {name: as_in_play(weights[name]) for name in weights.keys() & {ROUNDED_IN_PLAY}}
    return done | {name: round_weight(weights[name], use, budget) for name, use in uses.items()}


@dataclass(frozen=True)
class Change:
    """What rounding has changed in choices of a policy's own play."""

    choices: int
    moves: float
    """Share of choices in which another action is the likeliest."""
    log: float
    """Mean absolute change of the logarithm of chances of 1 % and more."""
    divergence: float
    """Mean Kullback-Leibler divergence, in nats."""


def change_of(before: Policy, after: Policy, choices: Choices) -> Change:
    """What rounding has changed in choices, by the engine, as an agent plays.

    Args:
        before: the policy before it was rounded.
        after: the policy after.
        choices: under one rule set.
    """
    first, second = (
        engine_policy(one, choices.rules).log_policy(*choices.seen).astype(np.float64)
        for one in (before, after)
    )
    chances = np.exp(first) * (choices.mask > 0)
    gap = np.where(choices.mask > 0, first - second, 0)
    return Change(
        len(choices),
        float((first.argmax(axis=1) != second.argmax(axis=1)).mean()),
        float(np.abs(gap)[chances >= 0.01].mean()),
        float((chances * gap).sum(axis=1).mean()),
    )
