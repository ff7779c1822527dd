"""Arrays on disk: .npz files that are read without running anything that they hold."""

import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi.envs.common.files import FileError, check_regular

MOST_BYTES = 1_000_000_000  # unpacked
Arrays = dict[str, NDArray[Any]]


def pack_arrays(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of an .npz file."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def read_arrays(path: Path) -> Arrays:
    """All arrays of a file.

    Raises:
        FileError: cut short, damaged, something else, or too large once unpacked.
    """
    try:
        check_regular(path)
        with zipfile.ZipFile(path) as file:
            size = sum(one.file_size for one in file.infolist())
        if size > MOST_BYTES:
            raise FileError(path, f"would take {size:,} bytes unpacked, which is too much")
        with np.load(path, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except FileError:
        raise
    except (
        *(OSError, ValueError, KeyError, EOFError, MemoryError, NotImplementedError, RuntimeError),
        *(zipfile.BadZipFile, zlib.error, SyntaxError),
    ) as error:
        raise FileError(path, f"cut short or damaged ({type(error).__name__})") from None
