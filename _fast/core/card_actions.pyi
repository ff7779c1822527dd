CARD_SUITS: str
"""The suits in the order of the card codes."""
CARD_RANKS: str
"""The ranks from low to high; T is the ten."""
CARD_NAMES: list[str]
"""The 36 cards by code: suit, then rank."""
CARD_ACTION_ROWS: list[tuple[int, str, str]]
"""The verbs of both card games: id, name, meaning. Ids 0-35 are the cards."""
CARD_VERB_NAMES: dict[int, str]

def card_action_name(action: int) -> str:
    """Text of an action id of a card game: a card such as "ST" or a verb such as "stop"."""

def card_action_id(name: str) -> int:
    """The reverse of ``card_action_name``. Raises ValueError for an unknown name."""
