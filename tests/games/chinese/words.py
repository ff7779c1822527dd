"""The regional references' words for tiles, melds, claims and verbs, as the engine has them."""

from shugi._fast.core.actions import action_id
from tests.games.chinese.reference.tiles import KINDS

FACES = (*KINDS[:27], *"ESWNBGR")  # by the engine's code
FORMS = {  # of a meld, by the engine's name
    "chi": "chow",
    "pon": "pung",
    "daiminkan": "kong_open",
    "kakan": "kong_added",
    "ankan": "kong_closed",
}
CLAIMS = ("win", "kong_open", "pung", "chow_low", "chow_mid", "chow_high")  # by bit of an option
_SAME = ("win", "pass", "knock", "rob_gold", "nuki")
_OTHER = {
    "kong_open": "kan_open",
    "kong_closed": "kan_closed",
    "kong_added": "kan_added",
    "pung": "pon",
    "chow_low": "chi_low",
    "chow_mid": "chi_mid",
    "chow_high": "chi_high",
    "disclose": "open_riichi",
}
ACTIONS = {word: action_id(_OTHER.get(word, word)) for word in (*_SAME, *_OTHER)}


def claims_of(option: int) -> set[str]:
    """What a seat may claim, by the bits of its option."""
    return {name for bit, name in enumerate(CLAIMS) if option >> bit & 1}
