"""What a training run needs to go on after it was stopped.

A run folder holds ``model.safetensors`` (the networks, for playing) and ``state.pt`` (the same
networks, optimizers, random numbers, counters, games in play: everything else). The state is
written last, so a run goes on from the last state whatever happened in between.
"""

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch

from shugi._fast.batch.batch import Batch
from shugi.agents.checkpoint import CheckpointError
from shugi.envs.common.files import FileError, check_regular, write_atomically

FORMAT = 2
STATE_NAME = "state.pt"


def save_state(folder: Path, state: dict[str, Any], name: str = STATE_NAME) -> None:
    """Write a state in one move.

    Args:
        folder: of the run.
        state: tensors and plain values only.
        name: of the file.

    Raises:
        OSError: the file cannot be written.
    """
    buffer = io.BytesIO()
    torch.save({"format": FORMAT, **state}, buffer)
    write_atomically(folder / name, buffer.getvalue())


def load_state(folder: Path, name: str = STATE_NAME) -> dict[str, Any]:
    """Read it back, without running any code that the file may hold.

    Raises:
        CheckpointError: no run there, or the file is cut short or something else.
    """
    path = folder / name
    if not folder.is_dir():
        raise CheckpointError(f"{folder}: no such run folder")
    if not path.exists():
        raise CheckpointError(
            f"{folder}: no {name} in it: not a training run, or stopped before its first checkpoint"
        )
    try:
        check_regular(path)
        check_plain_zip(path)
        state = torch.load(path, weights_only=True, map_location="cpu")
    except Exception as error:  # the reader of a damaged file raises whatever it meets
        kind = str(error) if isinstance(error, FileError) else type(error).__name__
        raise CheckpointError(f"{path}: cut short, damaged, or something else ({kind})") from error
    written = state.get("format") if isinstance(state, dict) else None
    if not isinstance(written, int) or written != FORMAT:  # a tensor has no one truth
        raise CheckpointError(f"{path}: not a training state that this version can read")
    return dict(state)


def check_plain_zip(path: Path) -> None:
    """See that a zip takes no more room unpacked than it has on the disk, as torch writes them.

    Raises:
        FileError: something in it is compressed, so that it could fill the memory.
        zipfile.BadZipFile: no zip.
    """
    with zipfile.ZipFile(path) as file:
        for one in file.infolist():
            if one.compress_type != zipfile.ZIP_STORED:
                raise FileError(path, f"{one.filename} in it is compressed, which torch never does")


def pack_games(batch: Batch) -> dict[str, torch.Tensor]:
    """The games of a batch as two tensors: all bytes, and the length of each game."""
    games = [batch.save(i) for i in range(batch.n)]
    data = np.frombuffer(b"".join(games), np.uint8).copy()
    sizes = np.array([len(game) for game in games], np.int64)
    return {"bytes": torch.from_numpy(data), "sizes": torch.from_numpy(sizes)}


def unpack_games(batch: Batch, packed: dict[str, torch.Tensor]) -> None:
    """Raises: CheckpointError when the games are of other rules or of another version."""
    data = packed["bytes"].numpy().tobytes()
    ends = np.cumsum(packed["sizes"].numpy())
    if len(ends) != batch.n:
        raise CheckpointError(
            f"the run has {len(ends)} games in play, the config asks for {batch.n}"
        )
    try:
        for i, end in enumerate(ends):
            batch.load(i, data[end - int(packed["sizes"][i]) : end])
    except ValueError as error:
        raise CheckpointError(f"the games in play cannot be restored: {error}") from None
