REASON_NAMES: tuple[str, ...]
"""What a line of the ledger is for, by its number; chip events have names of their own."""
