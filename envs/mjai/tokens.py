"""Public events as the engine's history keeps them: seat << 14 | event << 8 | tile code."""

from shugi._fast.core.tiles import kind_of
from shugi.envs.mjai.words import State

DISCARD, TSUMOGIRI, RIICHI, PON, CHI, DAIMINKAN, KAKAN, ANKAN, NUKI, INDICATOR = (
    1, 2, 3, 5, 6, 7, 8, 9, 10, 11,
)  # fmt: skip
DISCARDS = (DISCARD, TSUMOGIRI)
ROBBED = {"kakan": KAKAN, "ankan": ANKAN, "nuki": NUKI}
CALLS = {PON: "pon", CHI: "chi", DAIMINKAN: "daiminkan"}


def parts(token: int) -> tuple[int, int, int]:
    """Take a token apart: seat, event, tile code."""
    return token >> 14, token >> 8 & 63, token & 255


def kan_to_rob(state: State) -> list[int]:
    """List a kan, or a North set aside, that may be won on: an event only once nobody did."""
    if state["phase"] != "claim" or state["robbing"] not in ROBBED:
        return []
    return [state["discarder"] << 14 | ROBBED[state["robbing"]] << 8 | kind_of(state["discard"])]
