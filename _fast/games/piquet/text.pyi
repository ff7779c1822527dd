from typing import Final

VERDICTS: Final[tuple[str, ...]]
"""What can be said of a declaration, by ``PiquetSaid.verdict``."""
