"""What a won hand may say: the keys, flags and melds that ``score.score_win`` reads."""

WIN_KEYS: frozenset[str]
WIN_BY: dict[str, int]
RIICHI: dict[str, int]
MELD_TYPES: dict[str, int]
PAO_NAMES: tuple[str, ...]
FLAGS: dict[str, tuple[str, ...]]
