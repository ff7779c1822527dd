"""All fields of the state, by struct and by section of the text."""

from shugi._fast.core.field import Field, each, joined
from shugi._fast.core.fields import COMMON_SEAT, COMMON_STATE, LAST_FIELDS, OTHER_KEYS
from shugi._fast.games.chinese.fields import REGIONAL_SEAT, REGIONAL_STATE
from shugi._fast.games.hangzhou.fields import HANGZHOU_SEAT, HANGZHOU_STATE
from shugi._fast.games.kawuxing.fields import KAWUXING_STATE
from shugi._fast.games.wuhan.fields import WUHAN_SEAT, WUHAN_STATE
from shugi._fast.games.xiamen.fields import XIAMEN_SEAT, XIAMEN_STATE

# what only a position of a regional game may say
OWN_STATE = joined(REGIONAL_STATE, HANGZHOU_STATE, XIAMEN_STATE, WUHAN_STATE, KAWUXING_STATE)
OWN_SEAT = joined(REGIONAL_SEAT, HANGZHOU_SEAT, XIAMEN_SEAT, WUHAN_SEAT)

STRUCTS: dict[str, list[Field]] = {
    "State": each(COMMON_STATE) + each(OWN_STATE),
    "Summary": list(LAST_FIELDS),
    "Seat": each(COMMON_SEAT) + each(OWN_SEAT),
}
__all__ = [
    "COMMON_SEAT",
    "COMMON_STATE",
    "LAST_FIELDS",
    "OTHER_KEYS",
    "OWN_SEAT",
    "OWN_STATE",
    "STRUCTS",
]
