"""Who sits at a table: agents, and people who come and go."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from shugi.agents.base import Agent

PERSON = "person"
ME = "me"


@dataclass
class Chair:
    """One seat of a table."""

    spec: str
    """"person", or the agent's name in the words of ``shugi.agents.spec``."""
    agent: Agent | None
    """Who acts here; None: a person."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    """Of the person's link."""
    stand_in: Agent | None = None
    """Acts while the person is away."""
    left: float | None = field(default_factory=time.monotonic)
    """Since when no page of the person is open; None: one is."""

    @property
    def acts(self) -> Agent | None:
        """The agent that acts now, or None for the person."""
        return self.agent or self.stand_in

    @property
    def person(self) -> bool:
        return self.agent is None

    def gone(self) -> float:
        """Seconds since the person left."""
        return 0.0 if self.left is None else time.monotonic() - self.left


def is_token(given: str, token: str) -> bool:
    """Whether what was given is the token; how long that takes tells nothing of it."""
    return secrets.compare_digest(given.encode(), token.encode())


def chair_of(chairs: Sequence[Chair], token: str) -> int | None:
    """The seat that a link leads to."""
    at = None
    for seat, chair in enumerate(chairs):
        if is_token(token, chair.token) and chair.person:
            at = seat
    return at
