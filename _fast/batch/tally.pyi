from shugi._fast.rules.compile import Rules

TALLY: list[str]

def tally_columns(rules: Rules) -> list[str]: ...
