"""Two processes with a group of torch's own, without Ray."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch.distributed as dist
import torch.multiprocessing as mp

SIZE = 2


def together(work: Callable[..., Any], *words: Any) -> list[Any]:
    """What ``work(group, *words)`` brings in each of them; it is a function of a module."""
    with tempfile.TemporaryDirectory() as folder, mp.Manager() as manager:
        found = manager.dict()
        mp.spawn(_begun, (Path(folder) / "meeting", found, work, words), nprocs=SIZE)
        return [found[rank] for rank in range(SIZE)]


def _begun(rank: int, meeting: Path, found: Any, work: Callable[..., Any], words: Any) -> None:
    from shugi.training.cluster.group import Together

    dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=SIZE)
    try:
        found[rank] = work(Together(), *words)
    finally:
        dist.destroy_process_group()
