"""All fields of the state, by struct and by section of the text."""

from shugi._fast.rules.games import import_all
from shugi._fast.tables.field import Field, each, joined
from shugi._fast.tables.fields import COMMON_SEAT, COMMON_STATE, LAST_FIELDS, OTHER_KEYS

# what only a position of a regional game may say
_ROOMS = import_all("fields")
OWN_STATE = joined(*(getattr(room, "STATE", {}) for room in _ROOMS))
OWN_SEAT = joined(*(getattr(room, "SEAT", {}) for room in _ROOMS))

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
