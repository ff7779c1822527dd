"""The plain network of stable-baselines3's MlpPolicy, as weights: nothing in its file can run.

The file is safetensors; its metadata has one entry, "shugi_mlp": a JSON object {format, layout,
names, entries, rules: {name, hash, options}, sizes, decisions}, with the units of every layer from
the flat observation to the actions as sizes; names are those of a checkpoint, entries those of the
rule vector, if observations end with it.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save
from torch import Tensor, nn
from torch.distributions import Categorical

from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import Layout, layout_of
from shugi.agents.base import Observation
from shugi.agents.checkpoint import (
    CheckpointError,
    Trained,
    check_family,
    checked_names,
    filled,
    header_in,
    layout_in,
    metadata_of,
    warn_of_other_rules,
)
from shugi.agents.columns import UNLEARNT, Axis, flat_names, rule_values
from shugi.envs.files import write_atomically
from shugi.envs.observation import flatten

FORMAT = 2
KEY = "shugi_mlp"
MASKED = -1e8  # of an illegal action's logit, as sb3-contrib has it
MOST_LAYERS = 8


class Mlp(nn.Sequential):
    """Flat observations -> the logit of each action; tanh between the layers."""

    def __init__(self, sizes: Sequence[int]) -> None:
        layers: list[nn.Module] = []
        for units, wider in zip(sizes[:-1], sizes[1:], strict=True):
            layers += [nn.Linear(units, wider), nn.Tanh()]
        super().__init__(*layers[:-1])


def mlp_of(policy: Mapping[str, Tensor]) -> tuple[list[int], dict[str, Tensor]]:
    """Sizes and weights of an ``Mlp`` out of the ``state_dict`` of an MlpPolicy."""
    hidden = {k: v for k, v in policy.items() if k.startswith("mlp_extractor.policy_net.")}
    last = 2 * (len(hidden) // 2)
    weights = {k.removeprefix("mlp_extractor.policy_net."): v for k, v in hidden.items()}
    weights |= {f"{last}.{part}": policy[f"action_net.{part}"] for part in ("weight", "bias")}
    shapes = [weights[f"{k}.weight"].shape for k in range(0, last + 1, 2)]
    return [shapes[0][1], *(shape[0] for shape in shapes)], weights


def save_mlp(path: Path, policy: Mapping[str, Tensor], rules: Rules, decisions: int) -> None:
    """Write the policy of an MlpPolicy, given its ``state_dict``, for playing."""
    layout = layout_of(rules)
    sizes, weights = mlp_of(policy)
    header = {
        "format": FORMAT,
        "layout": layout.name,
        "names": layout.names._asdict(),
        "entries": list(rules.entries) if sizes[0] > layout.features else [],
        "rules": Trained(rules.name, rules.hash, rules.options).as_dict(),
        "sizes": sizes,
        "decisions": decisions,
    }
    plain = {name: weight.detach().cpu().contiguous() for name, weight in weights.items()}
    write_atomically(path, save(plain, metadata={KEY: json.dumps(header)}))


def is_mlp(path: Path) -> bool:
    """Whether a safetensors file is one of these. Raises: CheckpointError when it is none."""
    return KEY in metadata_of(path)


class MlpAgent:
    """Plays an ``Mlp``.

    Args:
        path: of its file.
        rules: what it is going to play; one trained for other rules warns.
        sample: draw from its policy; otherwise the likeliest action is taken.

    Raises:
        CheckpointError: missing, cut short, damaged, or made for another layout.
    """

    def __init__(self, path: Path, rules: Rules | None = None, sample: bool = False) -> None:
        header = header_in(metadata_of(path), KEY, path)
        self.layout = layout_in(header, (FORMAT,), path)
        trained = [_trained(header, path)]
        self.entries = _entries(header, path)
        sizes, axes = _sizes(header, path), _axes(header, self.layout, self.entries, path)
        first, last = axes["first"], 2 * len(sizes) - 4
        if (sizes[0], sizes[-1]) != (len(first.there), ACTION_COUNT):
            raise CheckpointError(
                f"{path}: from {sizes[0]} features to {sizes[-1]} actions; its description names "
                f"{len(first.there)} and {ACTION_COUNT}"
            )
        named = {"0.weight": first} | {f"{last}.{part}": axes[part] for part in ("weight", "bias")}
        sizes[0] = len(first.here)
        self.policy = filled(path, lambda: Mlp(sizes), named).eval()
        self.name, self.sample = str(path) + (":sample" if sample else ""), sample
        if rules is not None:
            check_family(self.layout.name, trained, rules, path)
            warn_of_other_rules(trained, rules, path, depth=2)

    def act(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        policy = self._policy(observation, mask)
        if not self.sample:
            return policy.probs.argmax(dim=1).to(torch.uint8).numpy()
        dice = torch.Generator().manual_seed(int(rng.integers(2**31)))
        drawn = torch.multinomial(policy.probs, 1, True, generator=dice)
        return drawn[:, 0].to(torch.uint8).numpy()

    def preferences(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.float32]:
        """(k, 128) the policy itself, drawn from or not."""
        found: NDArray[np.float32] = self._policy(observation, mask).probs.numpy()
        return found

    def _policy(self, observation: Observation, mask: NDArray[np.uint8]) -> Categorical:
        if observation.layout is not self.layout:
            raise CheckpointError(f"{self.name} was trained on another observation layout")
        vector = rule_values(observation.rules, self.entries)
        seen = flatten(observation.planes, observation.globals, observation.layout, vector)
        with torch.inference_mode():
            logits = Categorical(logits=self.policy(torch.from_numpy(seen))).logits
            legal = torch.from_numpy(mask != 0)
            return Categorical(logits=logits.masked_fill(~legal, MASKED))


def _trained(header: Mapping[str, Any], path: Path) -> Trained:
    try:
        return Trained.read(header["rules"])
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{path}: its description is damaged ({error!r})") from None


def _sizes(header: Mapping[str, Any], path: Path) -> list[int]:
    sizes: Any = header.get("sizes")
    good = isinstance(sizes, list) and 3 <= len(sizes) <= MOST_LAYERS
    if not good or not all(type(size) is int and size > 0 for size in sizes or ()):
        raise CheckpointError(f"{path}: its description is damaged (sizes {sizes!r})")
    return list(sizes)


def _entries(header: Mapping[str, Any], path: Path) -> tuple[str, ...]:
    entries: Any = header.get("entries")
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        raise CheckpointError(f"{path}: its description is damaged (entries {entries!r})")
    return tuple(entries)


def _axes(
    header: Mapping[str, Any], layout: Layout, entries: Sequence[str], path: Path
) -> dict[str, Axis]:
    """Of the first weight, and of the last weight and bias."""
    there, here = checked_names(header, layout, path), layout.names
    flat = flat_names(there, layout, entries)
    return {
        "first": Axis(1, flat, flat_names(here, layout, entries)),
        "weight": Axis(0, there.actions, here.actions),
        "bias": Axis(0, there.actions, here.actions, UNLEARNT),
    }
