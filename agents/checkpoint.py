"""Networks as files: weights in safetensors, and beside them what they were trained for.

The header's metadata has one entry, "shugi": a JSON object {format, layout, names, rules: {name,
hash, options}, others, model, training, decisions, update}; the layout is "tiles" or "cards", names
are those of the planes, numbers, oracle planes and actions that the weights stand for, others are
more rule sets like the first, where a network was trained for several. Format 3 is 2 with some
weights in eight bits (``shugi.agents.packed``).
Files are written under a temporary name and then moved into place, so a reader sees the old one or
the new one, never half of one.
"""

import contextlib
import json
import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import TILES, Layout, Names, layout_named, layout_of
from shugi.agents.base import WEIGHTS_NAME, AgentError
from shugi.agents.columns import (
    Axis,
    axes_of,
    axes_of_kinds,
    axes_of_rules,
    missing_rows,
    names_in,
    remap,
    unfreeze_actions,
)
from shugi.agents.model import Critic, Policy
from shugi.agents.model_config import FIXED, ModelConfig
from shugi.agents.named import PREFIX, first_few, hashes_of, path_of
from shugi.agents.packed import Packed, is_unit, unpack_weights
from shugi.envs.common.documents import DocumentError, parse_json
from shugi.envs.common.files import FileError, check_regular, write_atomically

FORMAT, PACKED_FORMAT = 2, 3
FILE_NAME = WEIGHTS_NAME
MOST_WEIGHT = 1e4  # the shipped networks have 52 at most; products of far larger ones overflow


class CheckpointError(AgentError):
    """A checkpoint that cannot be read, or not by this version."""


class NoCritic(CheckpointError):
    """A checkpoint that keeps its policy alone."""


@dataclass(frozen=True)
class Trained:
    """A rule set that a network was trained for."""

    name: str
    hash: int
    options: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        hashed = f"{self.hash & (2**64 - 1):016x}"
        return {"name": self.name, "hash": hashed, "options": self.options}

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> "Trained":
        """Raises: KeyError, TypeError or ValueError when it is none."""
        name, options = entry["name"], entry["options"]
        if not isinstance(name, str) or not isinstance(options, dict):
            raise TypeError("rules are a name, a hash and options")
        return cls(name, int(entry["hash"], 16), options)


@dataclass
class Description:
    """What a checkpoint says of itself."""

    model: ModelConfig
    rules_name: str
    rules_hash: int
    rules_options: dict[str, Any] = field(default_factory=dict)
    training: dict[str, Any] = field(default_factory=dict)
    decisions: int = 0
    update: int = 0
    others: list[Trained] = field(default_factory=list)
    """More rule sets that it was trained for."""
    names: Names = TILES.names
    """What its weights in the file stand for."""

    @property
    def trained(self) -> list[Trained]:
        """All rule sets that it was trained for."""
        return [Trained(self.rules_name, self.rules_hash, self.rules_options), *self.others]

    def of_rules(self, rules: Rules) -> bool:
        return has_learnt(self.trained, rules)

    def check_layout(self, rules: Rules, path: Path) -> None:
        """Raises: CheckpointError when networks of this family cannot play these rules."""
        check_family(self.model.layout, self.trained, rules, path)


def has_learnt(trained: Sequence[Trained], rules: Rules) -> bool:
    return not hashes_of(rules).isdisjoint(one.hash for one in trained)


def check_family(layout: str, trained: Sequence[Trained], rules: Rules, path: Path) -> None:
    """See that networks of a layout can play some rules.

    Args:
        layout: "tiles" or "cards".
        trained: the rule sets that the network has learnt, for the error.
        rules: that it is going to play.
        path: of its file, for the error.

    Raises:
        CheckpointError: it cannot.
    """
    wanted = layout_of(rules).name
    if layout != wanted:
        raise CheckpointError(
            f"{path}: a network for {layout} (trained on {trained[0].name!r}); "
            f"{rules.name!r} is played with {wanted}, whose networks differ: train one for it"
        )


def warn_of_other_rules(trained: Sequence[Trained], rules: Rules, path: Path) -> None:
    """Warn, where the caller was called, if a network was not trained for these rules.

    Args:
        trained: the rule sets that it has learnt.
        rules: that it is going to play.
        path: of its file, for the warning.
    """
    if has_learnt(trained, rules):
        return
    known = first_few([f"{one.name!r} (rules {one.hash:016x})" for one in trained])
    warnings.warn(
        f"{path} was trained for {known}; it now plays {rules.name!r} ({rules.hash:016x})",
        stacklevel=3,
    )


def save_networks(
    path: Path,
    policy: Policy,
    critic: Critic | None,
    about: Description,
    packed: Mapping[str, Packed] | None = None,
) -> None:
    """Write a checkpoint.

    Args:
        packed: weights of the policy that are kept in eight bits.
    """
    weights: dict[str, Tensor] = {f"policy.{k}": v for k, v in policy.state_dict().items()}
    if critic is not None:
        weights |= {f"critic.{k}": v for k, v in critic.state_dict().items()}
    for name, weight in (packed or {}).items():
        weights |= weight.named(f"policy.{name}")
    header = {
        "format": PACKED_FORMAT if packed else FORMAT,
        "layout": about.model.layout,
        "names": about.model.games.names._asdict(),
        "rules": about.trained[0].as_dict(),
        "others": [trained.as_dict() for trained in about.others],
        "model": about.model.as_dict() | {name: part.now for name, part in FIXED.items()},
        "training": about.training,
        "decisions": about.decisions,
        "update": about.update,
    }
    contiguous = {name: weight.contiguous().cpu() for name, weight in weights.items()}
    write_atomically(path, save(contiguous, metadata={"shugi": json.dumps(header)}))


def find(source: Path | str) -> Path:
    """The checkpoint file that is meant.

    Args:
        source: the file itself, a run folder, or ``checkpoint:NAME``, one of the package's.

    Raises:
        AgentError: the package has none of that name.
        CheckpointError: nothing there, or a folder without a checkpoint.
    """
    if str(source).startswith(PREFIX):
        return path_of(str(source).removeprefix(PREFIX))
    path = Path(source)
    if path.is_dir():
        inside = path / FILE_NAME
        if not inside.exists():
            raise CheckpointError(
                f"{path}: a folder without {FILE_NAME}; give a run folder or a file"
            )
        return inside
    if not path.exists():
        raise CheckpointError(f"{path}: no such file")
    return path


def describe(path: Path) -> Description:
    """What a checkpoint says of itself, without reading its weights.

    Raises:
        CheckpointError: missing, cut short, not a checkpoint, or of another format or layout.
    """
    return _description(path, _header(path))


def load_policy(
    path: Path | str, to_train: bool = False, like: ModelConfig | None = None
) -> tuple[Policy, Description]:
    """The policy of a checkpoint.

    Args:
        path: of the file.
        to_train: actions that it has never seen begin where training can move them
            (``columns.tried``). To play, they are taken only where nothing else is legal.
        like: whose numbers of the rules and kinds of tiles it shall read; None: those that it
            learnt with.

    Raises:
        CheckpointError: missing, cut short, not a checkpoint, or of another format or layout.
    """
    path = Path(path)
    about = describe(path)
    model = _reading(about, like)
    _check_kinds(path, about, "policy.")
    policy = load_weights(path, lambda: Policy(model), _axes(about, model), "policy.")
    if to_train:
        with torch.no_grad():
            policy.head.bias.copy_(
                unfreeze_actions(policy.head.bias, about.model.games.names.actions)
            )
    return policy, about


def load_critic(path: Path | str, about: Description, like: ModelConfig | None = None) -> Critic:
    """The critic of a checkpoint.

    Args:
        path: of the file.
        about: what the file says of itself.
        like: as of ``load_policy``.

    Raises:
        NoCritic: the file has none.
        CheckpointError: it is cut short, or its critic does not fit.
    """
    path = Path(path)
    if not any(name.startswith("critic.") for name in shapes_of(path)):
        raise NoCritic(f"{path}: keeps no critic")
    model = _reading(about, like)
    _check_kinds(path, about, "critic.")
    return load_weights(path, lambda: Critic(model), _axes(about, model), "critic.")


def _reading(about: Description, like: ModelConfig | None) -> ModelConfig:
    if like is None:
        return about.model
    kinds = like.kinds if like.layout == about.model.layout else about.model.kinds
    return replace(about.model, rule_entries=like.rule_entries, kinds=kinds)


def _axes(about: Description, model: ModelConfig) -> dict[str, Axis]:
    named = axes_of(about.names, model.games.names)
    named |= axes_of_rules(about.model.rule_entries, model.rule_entries)
    return named | axes_of_kinds(about.model.kinds, model.kinds, model.channels)


def _check_kinds(path: Path, about: Description, prefix: str) -> None:
    """Check that the file has as many features of each kind as it says; each of them gets a name.

    Raises:
        CheckpointError: as ``opened``, or it has not.
    """
    first, stop = about.model.kinds
    wanted, name = (stop - first) * about.model.channels, f"{prefix}trunk.tiles.weight"
    shape = shapes_of(path).get(name, ())
    if shape[1:] != (wanted,):
        raise CheckpointError(
            f"{path}: the weights do not fit their description ({name} has the shape "
            f"{list(shape)}, and {wanted} features of tiles are described)"
        )


@contextlib.contextmanager
def open_weights(path: Path) -> Iterator[Any]:
    """A safetensors file.

    Raises:
        CheckpointError: missing, cut short, no file, or something else.
    """
    try:
        check_regular(path)
        with safe_open(path, framework="pt") as file:
            yield file
    except FileNotFoundError:
        raise CheckpointError(f"{path}: no such file") from None
    except FileError as error:
        raise CheckpointError(str(error)) from None
    except (SafetensorError, OSError) as error:
        raise CheckpointError(
            f"{path}: not a whole safetensors file ({error}); "
            "it was cut short, damaged, or is something else"
        ) from None


def metadata_of(path: Path) -> dict[str, str]:
    """What a safetensors file tells beside its weights. Raises: CheckpointError as ``opened``."""
    with open_weights(path) as file:
        return dict(file.metadata() or {})


def _header(path: Path) -> Mapping[str, Any]:
    metadata = metadata_of(path)
    if "shugi_mlp" in metadata:
        raise CheckpointError(
            f"{path}: a network of stable-baselines3, which this version does not play; "
            "train again, or use the version that made it"
        )
    if "shugi" not in metadata:
        raise CheckpointError(f"{path}: a safetensors file, but not a checkpoint of shugi")
    try:
        header = parse_json(metadata["shugi"], "shugi")
    except DocumentError as error:
        raise CheckpointError(f"{path}: its description is damaged ({error})") from None
    if not isinstance(header, dict):
        raise CheckpointError(f"{path}: its description is damaged (not an object)")
    return header


def _layout_in(header: Mapping[str, Any], path: Path) -> Layout:
    """The layout that a header names. Raises: CheckpointError for another format or layout."""
    if header.get("format") not in (FORMAT, PACKED_FORMAT):
        raise CheckpointError(
            f"{path}: checkpoint format {header.get('format')!r}, this version reads {FORMAT} and "
            f"{PACKED_FORMAT}; train again, or use the version that made it"
        )
    try:
        return layout_named(str(header.get("layout")))
    except ValueError as error:
        raise CheckpointError(f"{path}: made for another version: {error}") from None


def checked_names(header: Mapping[str, Any], layout: Layout, path: Path) -> Names:
    """What a file's weights stand for.

    Args:
        header: of the file.
        layout: that it names, as this version has it.
        path: of the file, for the error.

    Raises:
        CheckpointError: it does not say, or reads what this version does not show.
    """
    try:
        names = names_in(header)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CheckpointError(f"{path}: its description is damaged (names: {error!r})") from None
    gone = missing_rows(names, layout.names)
    if gone:
        raise CheckpointError(
            f"{path}: reads {first_few(gone)}, which this version does not show; train again, or "
            "use the version that made it"
        )
    return names


def _check_fixed(model: Any, path: Path) -> None:
    """Raises: CheckpointError for a network of a shape that this version does not have."""
    for name, part in FIXED.items() if isinstance(model, dict) else ():
        said = model.get(name, part.unsaid)
        if said != part.now:
            raise CheckpointError(
                f"{path}: a network with {name}: {said}, which this version does not have; commit "
                f"{part.last} is the last that reads it. Use that, or train again"
            )


def _description(path: Path, header: Mapping[str, Any]) -> Description:
    layout = _layout_in(header, path)
    _check_fixed(header.get("model"), path)
    names = checked_names(header, layout, path)
    try:
        model = header["model"]
        lists = {
            key: tuple(model[key]) for key in ("kinds", "rule_entries", "blocks") if key in model
        }
        model = model | lists | {"layout": layout.name}
        model = {key: value for key, value in model.items() if key not in FIXED}
        trained = Trained.read(header["rules"])
        training = header["training"]
        if not isinstance(training, dict) or not isinstance(training.get("distil", {}), dict):
            raise TypeError("training is no object, or distil in it is none")
        return Description(
            model=ModelConfig(**model),
            rules_name=trained.name,
            rules_hash=trained.hash,
            rules_options=trained.options,
            training=training,
            decisions=int(header["decisions"]),
            update=int(header["update"]),
            others=[Trained.read(other) for other in header.get("others", [])],
            names=names,
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise CheckpointError(f"{path}: its description is damaged ({error!r})") from None


# ---- weights

Net = TypeVar("Net", bound=torch.nn.Module)


def shapes_of(path: Path) -> dict[str, tuple[int, ...]]:
    """The shape of every weight in a file. Raises: CheckpointError as ``opened``."""
    with open_weights(path) as file:
        names = [name for name in file.keys() if not is_unit(name)]  # noqa: SIM118
        return {name: tuple(file.get_slice(name).get_shape()) for name in names}


def _weights_in(path: Path, prefix: str) -> dict[str, Tensor]:
    """Those whose names begin so, without that. Raises: CheckpointError, ValueError."""
    with open_weights(path) as file:
        names = [name for name in file.keys() if name.startswith(prefix)]  # noqa: SIM118
        return unpack_weights({name.removeprefix(prefix): file.get_tensor(name) for name in names})


def load_weights(
    path: Path, make: Callable[[], Net], axes: Mapping[str, Axis], prefix: str = ""
) -> Net:
    """A network with the weights of a file.

    It is made without values, and gets memory only once it is known to be of the file's size,
    whatever a description asks for.

    Args:
        path: of the file.
        make: the network, on the device of torch's context.
        axes: the named dimensions of its weights, which may be longer or shorter in the file.
        prefix: of its weights' names in the file.

    Raises:
        CheckpointError: the weights do not fit, or hold NaN, infinity or what overflows.
    """
    there = {n.removeprefix(prefix): s for n, s in shapes_of(path).items() if n.startswith(prefix)}
    try:
        with torch.device("meta"):
            network = make()
        empty = network.state_dict()
        wanted = {
            name: _shape_there(tuple(one.shape), axes.get(name)) for name, one in empty.items()
        }
        odd = sorted({name for name, _ in wanted.items() ^ there.items()})
        if odd:
            raise RuntimeError(f"{', '.join(odd[:3])}{' and more' if len(odd) > 3 else ''}")
        # copied: what is read may be the file itself, which others may change
        weights = {
            name: weight.to(empty[name].dtype, copy=True)
            for name, weight in _weights_in(path, prefix).items()
        }
        for name in axes.keys() & weights.keys():
            weights[name] = remap(weights[name], axes[name])
        network.load_state_dict(weights, assign=True)
    except (RuntimeError, TypeError, ValueError, OverflowError) as error:
        if isinstance(error, CheckpointError):
            raise
        raise CheckpointError(
            f"{path}: the weights do not fit their description ({error})"
        ) from None
    check_finite(network.state_dict(), path)
    return network


def _shape_there(shape: tuple[int, ...], axis: Axis | None) -> tuple[int, ...]:
    """The shape that a weight of this version has in the file."""
    if axis is None:
        return shape
    return (*shape[: axis.dim], len(axis.there), *shape[axis.dim + 1 :])


def check_finite(weights: Mapping[str, Tensor], where: Path) -> None:
    """Raises: CheckpointError when a weight is NaN, infinite, or so large that sums overflow."""
    for name, weight in weights.items():
        if not weight.is_floating_point() or not weight.numel():
            continue
        largest = float(weight.abs().max())
        if not math.isfinite(largest):
            raise CheckpointError(
                f"{where}: {name} holds NaN or infinity: the training that wrote it had failed, "
                "or the file was changed"
            )
        if largest > MOST_WEIGHT:
            raise CheckpointError(
                f"{where}: {name} holds {largest:.3g}, and a network's weights may be "
                f"{MOST_WEIGHT:,.0f} at most: the training that wrote it had diverged, or the file "
                "was changed"
            )
