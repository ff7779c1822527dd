TALLY: list[str]
