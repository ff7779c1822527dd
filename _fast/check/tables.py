"""All fields of the state, by struct and by section of the text."""

from types import ModuleType

from shugi._fast.rules.games import import_all
from shugi._fast.tables.field import Field, each, joined
from shugi._fast.tables.fields import COMMON_SEAT, COMMON_STATE, LAST_FIELDS, OTHER_KEYS

# what only a position of a regional game may say
_ROOMS = import_all("fields")
OWN_STATE = joined(*(getattr(room, "STATE", {}) for room in _ROOMS))
OWN_SEAT = joined(*(getattr(room, "SEAT", {}) for room in _ROOMS))
CARD_TABLE = joined(*(getattr(room, "CARDS", {}) for room in _ROOMS))


def _name(room: ModuleType) -> str:
    return room.__name__.split(".")[-2]


# the tables of single card games: structs by game, the table itself behind those that it holds
TABLES = {_name(room): room.TABLES for room in _ROOMS if hasattr(room, "TABLES")}

STRUCTS: dict[str, list[Field]] = {
    "State": each(COMMON_STATE) + each(OWN_STATE),
    "Summary": list(LAST_FIELDS),
    "Seat": each(COMMON_SEAT) + each(OWN_SEAT),
    "CardTable": each(CARD_TABLE),
    **{struct: list(fields) for structs in TABLES.values() for struct, fields in structs.items()},
}
__all__ = [
    "CARD_TABLE",
    "COMMON_SEAT",
    "COMMON_STATE",
    "LAST_FIELDS",
    "OTHER_KEYS",
    "OWN_SEAT",
    "OWN_STATE",
    "STRUCTS",
    "TABLES",
]
