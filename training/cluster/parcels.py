"""The files that agents are read from, on their way to other nodes: by content, once each."""

import getpass
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from shugi.agents.grammar import files_of
from shugi.envs.common.files import FileError, write_atomically


def files_of_all(specs: Iterable[str]) -> list[Path]:
    """The files of all agents, each once."""
    return sorted({path for spec in specs for path in files_of(spec)})


def content_mark(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def unpack_file(path: Path, mark: str, content: bytes) -> Path:
    """The file, as it lies on this node; it is written where it is not there yet.

    Args:
        path: of the file where it came from; its name is kept.
        mark: the content's, as ``content_mark`` gives it; it names the folder.
        content: of the file.

    Raises:
        OSError: it cannot be written, or somebody else could write there.
    """
    own = Path(tempfile.gettempdir()) / f"shugi-{getpass.getuser()}"
    own.mkdir(mode=0o700, parents=True, exist_ok=True)
    _check_own(own)
    place = own / mark / path.name
    if not place.exists() or content_mark(place.read_bytes()) != mark:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(place, content, mode=0o600)
    return place


def _check_own(folder: Path) -> None:
    """Files of agents can be programs: nobody else may change them. Raises: FileError."""
    found = folder.lstat()
    foreign = hasattr(os, "getuid") and found.st_uid != os.getuid()
    if not stat.S_ISDIR(found.st_mode) or foreign or found.st_mode & 0o022:
        raise FileError(folder, "somebody else could write there; remove it, or set TMPDIR")
