"""A match that was stopped, as a file: what was played."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import numpy as np

from shugi.agents.base import AgentError
from shugi.envs.common.files import FileError, write_atomically
from shugi.training.judge.match import Match, PlayedSets
from shugi.training.run.arrays import pack_arrays, read_arrays

FORMAT = 5
OF_SETS = ("result", "hands", "luck", "choices")  # arrays whose first axis is the sets


class KeptMatch:
    """The file of a match, and the seconds that it took so far.

    Args:
        folder: of such files; made when there is something to keep.
        told: whatever makes it this match and no other.
    """

    def __init__(self, folder: Path, told: Sequence[object]) -> None:
        key = hashlib.sha256(repr([FORMAT, *told]).encode()).hexdigest()[:20]
        self.path = folder / f"{key}.npz"
        self.seconds = 0.0

    def load(self, match: Match) -> None:
        """Let ``match`` go on from what is there, if anything is.

        Raises:
            AgentError: a file that is something else.
        """
        if not self.path.exists():
            return
        try:
            found = read_arrays(self.path)
            played = PlayedSets(*(found[name] for name in asdict(match.played)))
            seconds = float(found["seconds"])
            _check(played, match.played)
        except (FileError, ValueError, KeyError, TypeError) as error:
            raise AgentError(
                f"{self.path}: not a match to go on with ({error}); remove it"
            ) from None
        match.played, self.seconds = played, seconds

    def save(self, match: Match, seconds: float) -> None:
        """Raises: OSError."""
        data = pack_arrays({**asdict(match.played), "seconds": np.array(seconds)})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, data)

    def forget(self) -> None:
        """The match is over; where its file cannot be removed it is at its end in there, too."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
            self.path.parent.rmdir()  # where nothing else is kept


def _check(found: PlayedSets, wanted: PlayedSets) -> None:
    for name, array in asdict(wanted).items():
        own = getattr(found, name)
        begins = 1 if name in OF_SETS else 0
        if own.dtype != array.dtype or own.shape[begins:] != array.shape[begins:]:
            raise ValueError(f"{name} has another shape")
    if len({len(getattr(found, name)) for name in OF_SETS}) > 1:
        raise ValueError(f"{', '.join(OF_SETS)} are of different sets")
