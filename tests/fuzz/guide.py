"""What a run of a case reached: edges of the engine's machine code, lines of Python.

The engine tells its edges when it was built by tools/sanitize.py, which puts the map of
``tools/edges.c`` before it; elsewhere only Python lines count.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

WATCHED = str(Path(str(find_spec("shugi.envs").origin)).parent)
LIBRARY = "SHUGI_EDGES"  # the path of the map's library


class Guide:
    """Says whether a case reached what none before did."""

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()
        self._new_line = False
        self._edges = _edges()
        self._seen = np.zeros_like(self._edges)

    def reached_new(self, run: Callable[[], Any]) -> bool:
        self._edges[:] = 0
        self._new_line = False
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            run()
        finally:
            sys.settrace(before)
        new = bool((self._edges > self._seen).any())
        np.maximum(self._edges, self._seen, out=self._seen)
        return new or self._new_line

    def reached(self) -> int:
        return int((self._seen > 0).sum()) + len(self.lines)

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        return self._line if frame.f_code.co_filename.startswith(WATCHED) else None

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        place = frame.f_code.co_filename, frame.f_lineno
        if place not in self.lines:
            self.lines.add(place)
            self._new_line = True
        return self._line


def _edges() -> NDArray[np.uint8]:
    path = os.environ.get(LIBRARY)
    if not path:
        return np.zeros(1, np.uint8)
    library = ctypes.CDLL(path)
    size = ctypes.c_uint32.in_dll(library, "shugi_edge_count").value
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).in_dll(library, "shugi_edges"))
