"""Files of users: read within limits, written whole or not at all.

Whatever a user names is read here: only regular files, never more than the reader has room for,
and text only in UTF-8. What JSON and YAML may hold is in ``documents``.
"""

import contextlib
import os
import re
import secrets
import stat
import sys
from pathlib import Path

KILO, MEGA = 10**3, 10**6
STDIN = "-"
KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
_PART = re.compile(r"\..+\.\d+\.[0-9a-f]{8}\.part")


class FileError(OSError):
    """A file that cannot be read, or is not what it should be."""

    def __init__(self, where: str | Path, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where, self.reason = str(where), reason


def names_machine(path: str) -> bool:
    """Whether a path leads to another machine: on Windows, to open it is to call that machine."""
    return len(path) > 1 and set(path[:2]) <= {"/", "\\"}


def error_text(error: OSError) -> str:
    """What went wrong and with which file, in one line."""
    if isinstance(error, FileError) or error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror


# ---- reading


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder."""
    try:
        return path.exists()
    except OSError:  # no file system has so long a name, or it may not be looked for
        return False


def is_file(path: Path) -> bool:
    """Whether there is such a file."""
    try:
        return path.is_file()
    except OSError:
        return False


def check_regular(path: Path) -> int:
    """See that a path names a file; its size in bytes.

    Raises:
        OSError: there is none, or it cannot be seen.
        FileError: it is a folder, a device or a pipe, or no path at all.
    """
    try:
        status = path.stat()
    except ValueError as error:  # a NUL in the path
        raise FileError(path, str(error)) from None
    if not stat.S_ISREG(status.st_mode):
        kind = KINDS.get(stat.S_IFMT(status.st_mode), "a device")
        raise FileError(path, f"is {kind}, not a file that could be read")
    return status.st_size


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a file.

    Args:
        path: of a regular file.
        most: bytes that it may have.

    Raises:
        OSError: there is none, or it cannot be read.
        FileError: it is no regular file, or is larger.
    """
    if check_regular(path) > most:  # before its bytes fill the memory
        raise _too_large(most, path)
    with path.open("rb") as file:
        return _within(file.read(most + 1), most, path)


def read_text(path: Path, most: int) -> str:
    """The content of a file of text. Raises: as ``read_bytes``, and FileError when no UTF-8."""
    return _decode(read_bytes(path, most), path)


def read_given(name: str, most: int) -> str:
    """The text of a file, or of standard input where ``name`` is "-". Raises: as ``read_text``."""
    if name != STDIN:
        return read_text(Path(name), most)
    return _decode(_within(sys.stdin.buffer.read(most + 1), most, "stdin"), "stdin")


def _decode(data: bytes, where: str | Path) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(where, f"is not text in UTF-8 (byte {error.start})") from None


def _within(data: bytes, most: int, where: str | Path) -> bytes:
    if len(data) > most:
        raise _too_large(most, where)
    return data


def _too_large(most: int, where: str | Path) -> FileError:
    size = f"{most // MEGA} MB" if most >= MEGA else f"{most // KILO} kB"
    return FileError(where, f"too large (more than {size})")


# ---- writing


def write_atomically(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Put ``data`` at ``path`` in one move; an error or a crash leaves what was there before.

    Args:
        path: the file; its folder must exist.
        data: all that it will hold.
        mode: who may read and write it, less what the system takes away from new files.

    Raises:
        OSError: a full disk, a folder that may not be written to; names ``path``.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
    try:
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        if error.strerror is not None:
            error.filename = str(path)  # not that of the part
        raise
    finally:
        part.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """See that the names in a folder outlast a loss of power, where the system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def clear_parts(folder: Path) -> list[Path]:
    """Remove what writers that were killed have left in a folder and below; nobody may write there
    meanwhile. Returns: what was removed."""
    parts = [path for path in folder.rglob(".*") if _PART.fullmatch(path.name) and path.is_file()]
    for path in parts:
        path.unlink(missing_ok=True)
    return parts
