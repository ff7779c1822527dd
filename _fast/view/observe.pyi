"""``Batch.observe`` writes what a seat sees; what it holds is said by rows.py."""

from typing import Final

HISTORY: Final[int]
