REASON_NAMES: tuple[str, ...]
"""What a line of the ledger is for, by its number."""
BINGO_NAMES: tuple[str, ...]
"""Bingo by discards (super_bingo section 4.3), by its number; the first is none."""
