"""Which key does what: numbers for the tiles of the hand, a letter for each verb.

The page and the terminal have the same keys: pages get those of their view, with the view.
"""

from collections.abc import Mapping, Sequence
from typing import Any

TILES = "1234567890-="
MORE = "asdfghjl;zxvb"  # cards and tiles beyond those; m is for advice
USUAL = {
    "pass": "q",
    "win": "w",
    "riichi": "r",
    "open_riichi": "o",
    "pon": "p",
    "chi": "c",
    "kan_open": "k",
    "kan_closed": "k",
    "kan_added": "i",
    "nuki": "n",
}
LETTERS = "qwertyuiopkncQWERTYUIOPASDFGHJKLZXCVBNM"
Keys = dict[str, Any]


def keys_of(actions: Sequence[Mapping[str, Any]], hand: Sequence[int]) -> Keys:
    """The keys of the hand's tiles as they lie, and of the other actions by id.

    Args:
        actions: as a view has them.
        hand: its tiles, the one just drawn last.
    """
    tiles = list((TILES + MORE)[: len(hand)])
    free = dict.fromkeys(letter for letter in LETTERS if letter not in tiles)
    others = [(one["id"], one["name"]) for one in actions if one["id"] not in hand]
    verbs: dict[int, str] = {}
    for action, name in others:
        wanted = USUAL.get(name)
        if wanted in free:
            verbs[action] = wanted
            del free[wanted]
    for action, _ in others:
        if action not in verbs and free:
            verbs[action] = next(iter(free))
            del free[verbs[action]]
    return {"tiles": tiles, "verbs": verbs}


def action_of_key(view: Mapping[str, Any], key: str) -> int | None:
    """The action of a key, or of its own name; None: it has none now."""
    legal = {one["id"]: one["name"] for one in view["actions"]}
    for action, letter in view["keys"]["verbs"].items():
        if letter == key:
            return int(action)
    hand = hand_of(view)
    if key in view["keys"]["tiles"]:
        at = view["keys"]["tiles"].index(key)
        return hand[at] if hand[at] in legal else None
    return next((action for action, name in legal.items() if name == key), None)


def hand_of(view: Mapping[str, Any]) -> list[int]:
    """The own hand as it lies: its tiles, and the one just drawn."""
    if view["self"] is None:
        return []
    own = view["seats"][view["self"]]
    return [*own["hand"], *([] if own["drawn"] is None else [own["drawn"]])]
