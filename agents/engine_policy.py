"""Trained networks as the engine evaluates them: folded for one rule set."""

from collections.abc import Sequence

import torch
from torch import Tensor

from shugi._fast.net.critic import EngineCritic
from shugi._fast.net.policy import EnginePolicy
from shugi._fast.net.weights import rows_read
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import layout_of
from shugi.agents.model import Critic, Policy
from shugi.agents.trunk import Trunk
from shugi.envs.common.arrays import F32

__all__ = ["blocks_read", "engine_critic", "engine_critics", "engine_policies", "engine_policy"]


def engine_policy(policy: Policy, rules: Rules, like: EnginePolicy | None = None) -> EnginePolicy:
    """The network in C, for ``Batch.policy`` or for observations that exist already.

    Args:
        policy: trained for the layout of ``rules``.
        rules: their terms are folded into the weights.
        like: the same policy folded for another rule set: it lends what the rules do not change.

    Raises:
        ValueError: the network is of another layout, or its weights are not finite.
    """
    if policy.config.games is not layout_of(rules):
        raise ValueError(f"a network for {policy.config.layout} cannot play {rules.name!r}")
    if like is not None:
        with torch.no_grad():
            return EnginePolicy(_arrays(_terms(policy.trunk, rules)), rules, like=like)
    with torch.no_grad():
        weights = {**_trunk(policy.trunk, rules), **_kinds(policy.trunk), **_heads(policy)}
    first, epsilon = policy.config.kinds[0], policy.trunk.norm.eps
    return EnginePolicy(_arrays(weights), rules, first=first, epsilon=epsilon)


def engine_policies(policy: Policy, sets: Sequence[Rules]) -> list[EnginePolicy]:
    """``engine_policy`` under several rule sets."""
    first = engine_policy(policy, sets[0])
    return [first, *(engine_policy(policy, rules, like=first) for rules in sets[1:])]


def blocks_read(policy: Policy) -> tuple[str, ...]:
    """The blocks of the observation of which a policy has weights for a row."""
    trunk, layout = policy.trunk, policy.config.games
    with torch.no_grad():
        weights = _arrays({**_rows(trunk), **_kinds(trunk)})
    read = rows_read(weights, layout)
    return tuple(name for name, rows in layout.blocks.items() if not {*rows}.isdisjoint(read))


def engine_critic(critic: Critic, rules: Rules, like: EngineCritic | None = None) -> EngineCritic:
    """The critic in C, for ``Batch.play_on`` or for observations that exist already.

    Args:
        critic: trained for the layout of ``rules``.
        rules: their terms are folded into the weights.
        like: the same critic folded for another rule set: it lends what the rules do not change.

    Raises:
        ValueError: the critic is of another layout, has more bins than the engine takes, or its
            weights are not finite.
    """
    config = critic.config
    if config.games is not layout_of(rules):
        raise ValueError(f"a critic for {config.layout} cannot value {rules.name!r}")
    if like is not None:
        with torch.no_grad():
            return EngineCritic(_arrays(_terms(critic.trunk, rules)), rules, like=like)
    with torch.no_grad():
        weights = _trunk(critic.trunk, rules) | {
            "heads": critic.heads.weight,
            "heads_bias": critic.heads.bias,
            "bins": critic.units,
        }
    return EngineCritic(
        _arrays(weights),
        rules,
        oracle=config.oracle,
        epsilon=critic.trunk.norm.eps,
        standing=config.standing,
    )


def engine_critics(critic: Critic, sets: Sequence[Rules]) -> list[EngineCritic]:
    """``engine_critic`` under several rule sets."""
    first = engine_critic(critic, sets[0])
    return [first, *(engine_critic(critic, rules, like=first) for rules in sets[1:])]


def _rows(trunk: Trunk) -> dict[str, Tensor]:
    """What rows of the observation add to the first layer."""
    return {"table": torch.cat(trunk.tables()), "numbers": trunk.of_numbers()}


def _trunk(trunk: Trunk, rules: Rules) -> dict[str, Tensor]:
    return {
        **_rows(trunk),
        **_terms(trunk, rules),
        "second": trunk.second.weight,
        "second_bias": trunk.second.bias,
    }


def _terms(trunk: Trunk, rules: Rules) -> dict[str, Tensor]:
    """What the rules change."""
    offset, gain, shift = trunk.of_rules([rules])[0].chunk(3)
    return {
        "start": trunk.tiles.bias + offset,
        "gain": trunk.norm.weight * (1 + gain),
        "shift": trunk.norm.bias * (1 + gain) + shift,
    }


def _kinds(trunk: Trunk) -> dict[str, Tensor]:
    """Features of kinds, for the tile head."""
    assert trunk.kinds is not None
    linear, scale = trunk.kinds.linear, trunk.kinds.scale
    return {"which": trunk.which + linear.bias, "cells": linear.weight * scale}


def _heads(policy: Policy) -> dict[str, Tensor]:
    layers = {
        "head": policy.head,
        "context": policy.tile_head.context,
        "mix": policy.tile_head.mix,
        "out": policy.tile_head.out,
    }
    weights = {name: layer.weight for name, layer in layers.items()}
    return weights | {f"{name}_bias": layer.bias for name, layer in layers.items()}


def _arrays(weights: dict[str, Tensor]) -> dict[str, F32]:
    return {name: weight.detach().float().cpu().numpy() for name, weight in weights.items()}
