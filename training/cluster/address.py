"""Which cluster is meant: ``local``, ``local:N``, or the address of one that runs."""

import os
from dataclasses import dataclass

from shugi.agents.base import AgentError

LOCAL = "local"
FORMS = "local, local:N (N workers on this machine), auto, or HOST:PORT of a Ray cluster"


class ClusterError(AgentError):
    """A cluster that cannot be reached, or a piece that cannot be worked on; names the node."""


@dataclass(frozen=True)
class Address:
    """Args: text: as Ray takes it. workers: of a local cluster; None: as many as another has."""

    text: str
    workers: int | None = None

    @property
    def local(self) -> bool:
        return self.text == LOCAL


def parse_address(text: str) -> Address:
    """Raises: ClusterError for what is neither form."""
    name, _, rest = text.partition(":")
    if name != LOCAL:
        if text != "auto" and not rest:
            raise ClusterError(f"--cluster {text!r}: give {FORMS}")
        return Address(text)
    if text == LOCAL:
        return Address(LOCAL, cores())
    if not rest.isdecimal() or int(rest) < 1:
        raise ClusterError(f"--cluster {text!r}: N must be a number from 1, as in local:2")
    return Address(LOCAL, int(rest))


def cores() -> int:
    """That this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
