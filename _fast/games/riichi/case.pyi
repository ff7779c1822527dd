"""What a hand won at riichi may say: the keys and flags that ``score.score_win`` reads."""

WIN_KEYS: frozenset[str]
WIN_BY: dict[str, int]
RIICHI: dict[str, int]
PAO_NAMES: tuple[str, ...]
FLAGS: dict[str, tuple[str, ...]]
