"""The observation layout of the card games as tables; ``Batch.observe`` writes the buffers."""

from typing import Final

from shugi._fast.view.observe import Row

PLANES: Final[int]
GLOBALS: Final[int]
ORACLE_PLANES: Final[int]
HISTORY: Final[int]
PLANE_ROWS: list[Row]
GLOBAL_ROWS: list[Row]
ORACLE_ROWS: list[Row]
HISTORY_ROWS: list[Row]
