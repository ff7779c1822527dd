"""What a run leaves to look at: metrics.jsonl, and the same for TensorBoard."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shugi.envs.common.documents import DocumentError, parse_json
from shugi.envs.common.files import FileError, read_text, write_atomically
from shugi.training.terminal.console import finite

METRICS_NAME = "metrics.jsonl"
METRICS_BYTES = 10**9
MOVE_IT = "move the file away, and the run goes on with a new one"


class Metrics:
    """metrics.jsonl, one object per update, and the same for TensorBoard.

    Args:
        folder: the run's.
        update: the update the run goes on from; later lines of an earlier life are dropped.

    Raises:
        OSError: a file that is there cannot be read, or holds something else.
    """

    def __init__(self, folder: Path, update: int = 0) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.path = folder / METRICS_NAME
        if self.path.exists():
            kept = _lines_up_to(self.path, update)
            write_atomically(self.path, "".join(f"{line}\n" for line in kept).encode())
        self.file = self.path.open("a", encoding="utf-8")
        self.board = SummaryWriter(str(folder / "tensorboard"), purge_step=update + 1)

    def write(self, update: int, phase: str, values: Mapping[str, float]) -> None:
        """Write the line of an update, and the same for TensorBoard.

        Args:
            update: its number.
            phase: of the run.
            values: by name; what is not finite becomes null in the line.
        """
        line: dict[str, Any] = {"update": update, "phase": phase}
        line |= {name: finite(round(float(value), 6)) for name, value in values.items()}
        self.file.write(json.dumps(line) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())
        for name, value in values.items():
            self.board.add_scalar(f"{phase}/{name}", value, update)

    def close(self) -> None:
        self.file.close()
        self.board.close()


def _lines_up_to(path: Path, update: int) -> list[str]:
    """The lines of the updates up to this one; a last line that a kill cut short is none."""
    lines = read_text(path, METRICS_BYTES).split("\n")
    whole = lines[:-1]  # each ends where it should
    return [line for number, line in enumerate(whole, 1) if _update(path, number, line) <= update]


def _update(path: Path, number: int, line: str) -> float:
    where = f"{path} line {number}"
    try:
        found = parse_json(line, where)["update"]
        if isinstance(found, int):
            return found
    except DocumentError as error:
        raise FileError(error.where, f"{error.reason}; {MOVE_IT}") from None
    except (KeyError, TypeError):
        pass
    raise FileError(where, f"tells no update; {MOVE_IT}")
