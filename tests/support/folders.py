"""What lies in folders."""

from pathlib import Path


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path in it."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
