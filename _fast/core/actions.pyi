TILE_ACTIONS: int
ACTION_COUNT: int
VERB_ROWS: list[tuple[int, str, str]]
VERB_NAMES: dict[int, str]
ACTION_ROWS: list[tuple[int, str, str]]

def action_name(action: int) -> str: ...
def action_id(name: str) -> int: ...
