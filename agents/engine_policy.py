"""A trained policy as the engine evaluates it: folded for one rule set."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from shugi._fast.net.policy import EnginePolicy
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import layout_of
from shugi.agents.model import Policy
from shugi.agents.trunk import RowTrunk


def engine_policy(policy: Policy, rules: Rules, advised: bool = True) -> EnginePolicy:
    """The network in C, for ``Batch.policy`` or for observations that exist already.

    Args:
        policy: trained for the layout of ``rules``.
        rules: their terms are folded into the weights.
        advised: off: without the rule baseline's advice, even if it was trained with it.

    Raises:
        ValueError: the network is of another layout, or its weights are not finite.
    """
    if policy.config.games is not layout_of(rules):
        raise ValueError(f"a network for {policy.config.layout} cannot play {rules.name!r}")
    with torch.no_grad():
        weights = {**_trunk(policy, rules), **_heads(policy)}
        if advised and policy.trust is not None:
            weights |= {"trust": policy.trust.weight, "trust_bias": policy.trust.bias}
    arrays = {name: _array(weight) for name, weight in weights.items()}
    first, epsilon = policy.config.kinds[0], policy.trunk.norm.eps
    return EnginePolicy(arrays, rules, first=first, epsilon=epsilon)


def _trunk(policy: Policy, rules: Rules) -> dict[str, Tensor]:
    trunk = policy.trunk
    offset, gain, shift = policy.of_rules([rules])[0].chunk(3)
    kinds = trunk.kinds
    assert kinds is not None  # a policy's trunk has features of kinds
    if isinstance(trunk, RowTrunk):
        first = {"table": trunk.tables()[0]}
    else:
        first = {"tiles": trunk.tiles.weight}
    return first | {
        "which": trunk.which + kinds.linear.bias,
        "cells": kinds.linear.weight * kinds.scale,
        "numbers": trunk.numbers.weight,
        "start": trunk.tiles.bias + offset,
        "gain": trunk.norm.weight * (1 + gain),
        "shift": trunk.norm.bias * (1 + gain) + shift,
        "second": trunk.second.weight,
        "second_bias": trunk.second.bias,
    }


def _heads(policy: Policy) -> dict[str, Tensor]:
    layers = {
        "head": policy.head,
        "context": policy.tile_head.context,
        "mix": policy.tile_head.mix,
        "out": policy.tile_head.out,
    }
    weights = {name: layer.weight for name, layer in layers.items()}
    return weights | {f"{name}_bias": layer.bias for name, layer in layers.items()}


def _array(weight: Tensor) -> NDArray[np.float32]:
    array: NDArray[np.float32] = weight.detach().float().cpu().numpy()
    return array
