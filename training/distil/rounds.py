"""The files of a run's rounds: decisions, and what their plans are worth."""

import hashlib
import itertools
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from shugi.agents.checkpoint import CheckpointError
from shugi.agents.model import Policy
from shugi.training.distil.distil_run import FoundDecisions
from shugi.training.distil.valuing import ValuedPlans
from shugi.training.run.state import load_state, save_state

MOST_BYTES = 4_000_000_000  # of the games of one round, unpacked
UNREADABLE = (LookupError, RuntimeError, TypeError, ValueError, AttributeError, zlib.error)


class RoundFiles:
    """State files in the folder of a run, each with the policy that the run distils.

    Args:
        folder: of the run.
        origin: the ``fingerprint`` of that policy.
    """

    def __init__(self, folder: Path, origin: str) -> None:
        self.folder, self.origin = folder, origin

    def has(self, name: str) -> bool:
        return (self.folder / name).exists()

    def save(self, name: str, **state: Any) -> None:
        """Write a file in one move. Raises: OSError."""
        save_state(self.folder, {"origin": self.origin, **state}, name)

    def load(self, name: str) -> dict[str, Any]:
        """Read a file. Raises: CheckpointError if it is damaged, or of another policy."""
        state = load_state(self.folder, name)
        if state.get("origin") != self.origin:
            raise CheckpointError(
                f"{self.folder / name}: of another policy than the one to be distilled; "
                "give a folder of its own, or remove the distil*.pt files to begin anew"
            )
        return state


def round_name(number: int, rule_set: int) -> str:
    """The file of the decisions of a round, from 1, in one of the rule sets, from 0."""
    return f"distil-{number:02d}{_mark(rule_set)}.pt"


def values_name(number: int, rule_set: int) -> str:
    """The file of what their plans are worth."""
    return f"distil-{number:02d}{_mark(rule_set)}-values.pt"


def fit_name(number: int) -> str:
    """The file with what a network fitted to the values of a round says of all plans."""
    return f"distil-{number:02d}-fit.pt"


def _mark(rule_set: int) -> str:
    """The mark in the names of a rule set's files; the first one has none."""
    return f"-of-{rule_set + 1}" if rule_set else ""


def positions_of(folder: Path, rule_set: int = 0) -> FoundDecisions:
    """The positions of all rounds of a run, as far as they were valued.

    Args:
        folder: of the run.
        rule_set: which of the run's rule sets.

    Raises:
        CheckpointError: there are none, or they cannot be read.
    """
    positions = FoundDecisions.none()
    for number in itertools.count(1):
        if not (folder / values_name(number, rule_set)).exists():
            break
        names = round_name(number, rule_set), values_name(number, rule_set)
        state, valued = (load_state(folder, name) for name in names)
        try:
            choices, anchors = unpack(state["choices"]), unpack(state["anchors"])
            values = ValuedPlans.of_dict(valued["values"])
            positions = positions.plus(FoundDecisions(choices[: valued["next"]], anchors, values))
        except UNREADABLE as error:
            raise CheckpointError(f"{folder}: its positions cannot be read ({error})") from error
    if not positions.choices:
        raise CheckpointError(f"{folder} holds no positions that were valued; give a distil run")
    return positions


def fingerprint(policy: Policy) -> str:
    """A short name for the weights of a policy."""
    digest = hashlib.sha256()
    for name, weight in sorted(policy.state_dict().items()):
        digest.update(name.encode())
        digest.update(weight.contiguous().numpy().tobytes())
    return digest.hexdigest()[:16]


def pack(games: Sequence[bytes]) -> dict[str, Tensor]:
    """Saved games, compressed."""
    data = np.frombuffer(zlib.compress(b"".join(games), 1), np.uint8).copy()
    sizes = np.array([len(game) for game in games], np.int64)
    return {"bytes": torch.from_numpy(data), "sizes": torch.from_numpy(sizes)}


def unpack(packed: dict[str, Tensor]) -> list[bytes]:
    """What ``pack`` was given. Raises: ValueError if it is damaged, or too large."""
    sizes = packed["sizes"].tolist()
    total = sum(sizes)
    if not 0 <= total <= MOST_BYTES:
        raise ValueError(f"{total:,} bytes of games are too many")
    inflater = zlib.decompressobj()
    data = inflater.decompress(packed["bytes"].numpy().tobytes(), total + 1)
    if len(data) != total:
        raise ValueError("the games are of other sizes than they should be")
    ends = itertools.accumulate(sizes)
    return [data[end - size : end] for end, size in zip(ends, sizes, strict=True)]
