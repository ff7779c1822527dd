"""The observation layout as tables; the buffers are written by ``Batch.observe``."""

from typing import Final, TypedDict, type_check_only

PLANES: Final[int]
GLOBALS: Final[int]
ORACLE_PLANES: Final[int]
HISTORY: Final[int]

@type_check_only
class Row(TypedDict):
    """One row: where it stands, and the natural value that stands for one."""

    name: str
    offset: int
    size: int
    scale: int
    meaning: str

PLANE_ROWS: list[Row]
GLOBAL_ROWS: list[Row]
ORACLE_ROWS: list[Row]
HISTORY_ROWS: list[Row]
