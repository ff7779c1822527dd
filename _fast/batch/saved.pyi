from typing import Final

FORMAT_VERSION: Final[int]
"""Of saved games."""
LAYOUT_HASH: Final[int]
"""Of the layout of a state, which a saved game names."""
MAGIC: Final[bytes]
HEAD: Final[int]
"""Numbers of 64 bits between ``MAGIC`` and the state of a saved game."""
