"""The files that agents are read from, on their way to other nodes: by content, once each."""

import getpass
import hashlib
import tempfile
from collections.abc import Iterable
from pathlib import Path

from shugi.agents.spec import files_of
from shugi.envs.files import write_atomically


def files_of_all(specs: Iterable[str]) -> list[Path]:
    """Of all agents, each once."""
    return sorted({path for spec in specs for path in files_of(spec)})


def content_mark(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def unpacked(path: Path, mark: str, content: bytes) -> Path:
    """The file, as it lies on this node.

    Raises:
        OSError: it cannot be written.
    """
    place = Path(tempfile.gettempdir()) / f"shugi-{getpass.getuser()}" / mark / path.name
    if not place.exists() or content_mark(place.read_bytes()) != mark:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(place, content, mode=0o600)
    return place
