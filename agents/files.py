"""Files that are whole or not there."""

import os
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Put ``data`` at ``path`` in one move; a crash leaves what was there before."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
