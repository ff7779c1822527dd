"""The folder of a run: one process works in it at a time."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from shugi.agents.base import AgentError
from shugi.envs.common.files import clear_parts

LOCK_NAME = ".lock"


class FolderBusy(AgentError):
    """A folder in which another process works."""


class FolderLinked(AgentError):
    """A folder with links in it: what is written there would go elsewhere."""


@contextlib.contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """Hold a folder, made if it is not there, and clear what a killed run has left half-written.

    The system lets go of it when the process ends, however that happens.

    Raises:
        FolderBusy: another process holds it.
        FolderLinked: something in it is a link.
        OSError: it cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK_NAME
    _check_links(folder)
    descriptor = _open_locked(path)
    try:
        clear_parts(folder)
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _check_links(folder: Path) -> None:
    link = next((one for one in folder.rglob("*") if one.is_symlink()), None)
    if link is not None:
        raise FolderLinked(
            f"{link} is a link, so what a run writes or removes there would be elsewhere; put the "
            "file itself in its place"
        )


def _open_locked(path: Path) -> int:
    """The descriptor of the lock file, locked."""
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(descriptor, path)
            if _is_at(descriptor, path):
                _sign(descriptor)
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # its holder removed it in between


def _sign(descriptor: int) -> None:
    """Who holds it, for whoever comes second."""
    with contextlib.suppress(OSError):  # a full disk
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())


def _lock(descriptor: int, path: Path) -> None:
    if os.name != "posix":  # there is no such lock elsewhere
        return
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
        raise FolderBusy(
            f"{path.parent}: another process{f' ({holder})' if holder else ''} works in it; "
            "wait until it has ended, or give another folder"
        ) from None


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
