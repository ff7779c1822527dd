"""Names of tiles and cards, for those who do not see the pictures."""

from functools import lru_cache
from typing import Any

from shugi._fast.core.card_actions import CARD_NAMES
from shugi._fast.core.tiles import CODE_NAMES, kind_of
from shugi._fast.rules.compile import Rules
from shugi.envs.faces import KAN_TILES, WILD
from shugi.envs.shapes import sort_of

SUITS = ("characters", "circles", "bamboos")
HONOURS = ("East", "South", "West", "North", "White dragon", "Green dragon", "Red dragon")
OTHERS = {"f": "flower", "b": "bird", "w": "wildcard", "k": "kan tile", "m": "5 of characters"}
CARD_SUITS = {"C": "clubs", "H": "hearts", "S": "spades", "D": "diamonds"}
RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


@lru_cache(maxsize=2)
def words_of(rules: Rules) -> dict[str, Any]:
    """What a page calls tiles and cards, and which codes are wildcards and kan tiles."""
    if "plays_cards" in rules.traits:
        return {"cards": [card_word(name) for name in CARD_NAMES], "wild": None, "kan": []}
    tiles = {str(code): tile_word(code) for code in CODE_NAMES}
    return {"tiles": tiles, "wild": WILD, "kan": list(KAN_TILES)}


def tile_word(code: int) -> str:
    """Such as "red 5 of circles"."""
    kind, sort = kind_of(code), sort_of(code)
    name = CODE_NAMES[code]
    if kind is None:
        return f"{OTHERS.get(name[1], 'flower')} {name[0]}"
    plain = f"{kind % 9 + 1} of {SUITS[kind // 9]}" if kind < 27 else HONOURS[kind - 27]
    return f"{sort} {plain}".strip()


def card_word(name: str) -> str:
    """Such as "queen of hearts"."""
    return f"{RANKS.get(name[1:], name[1:])} of {CARD_SUITS[name[0]]}"
