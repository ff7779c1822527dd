"""What a target of the fuzzing is."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

EDITS = (0, 0, 1, 1, 1, 2, 2, 3, 5)  # of a fresh input, before it is tried


class Refused(Exception):
    """The input was refused with a message, as wrong input should be."""


@dataclass(frozen=True)
class Target:
    """``run`` returns when all is well, raises `Refused`, or any other error: a finding."""

    name: str
    make: Callable[[Random], bytes]
    edit: Callable[[bytes, Random], bytes]
    run: Callable[[bytes], None]

    def drawn(self, seed: int) -> bytes:
        """The input of a case: a pure function of target and seed."""
        rng = Random(f"{self.name}:{seed}")
        data = self.make(rng)
        for _ in range(rng.choice(EDITS)):
            data = self.edit(data, rng)
        return data
