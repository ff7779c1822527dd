"""What the seats see of a batch, in buffers that were full of something else."""

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.tables.row import Row

UNWRITTEN = 77


def observed(batch: Batch, seats: np.ndarray | None = None) -> dict[str, np.ndarray]:
    """Planes, globals and history, of those who decide or of these seats."""
    n, layout = batch.n, batch.layout
    planes = np.full((n, layout.planes, layout.places), UNWRITTEN, np.uint8)
    globals_ = np.full((n, layout.globals), UNWRITTEN, np.float32)
    history = np.full((n, layout.history), UNWRITTEN, np.uint16)
    batch.observe(planes, globals_, history, seats)
    return {"planes": planes, "globals": globals_, "history": history}


def row(buffer: np.ndarray, rows: list[Row], name: str) -> np.ndarray:
    found = next(r for r in rows if r["name"] == name)
    return buffer[found["offset"] : found["offset"] + found["size"]]
