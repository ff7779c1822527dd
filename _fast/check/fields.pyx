# cython: language_level=3
"""Single values of a position in and out, by the tables of fields (tables/fields.py).

``FIELDS`` lists the keys of ``Batch.state``.  A tile is its code; "no tile" and "nobody" are None.
Keys that are left out get the value that they have early in a hand, so that positions written by
hand stay short.
"""

from difflib import get_close_matches
from operator import index

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from shugi._fast.check.field_at cimport FIELDS_END
from shugi._fast.check.flaw_fields cimport FIELDS_AT, MOST_MONEY
from shugi._fast.core.bits cimport has
from shugi._fast.core.cards cimport CARDS, CARD_SUITS
from shugi._fast.core.sizes cimport CODES, KINDS, NO_TILE

from shugi._fast.check.tables import CARD_TABLE, OTHER_KEYS, OWN_SEAT, OWN_STATE, STRUCTS, TABLES
from shugi._fast.tables import field as _field
from shugi._fast.tables.field import BY_ROW, NEVER, each
from shugi._fast.tables.fields import (
    HAND_ENDS, MELD_TYPES, PHASES, RIICHI, ROBBED, WIN_BY,
)

__all__ = ["HAND_ENDS", "MELD_TYPES", "PHASES", "RIICHI", "ROBBED", "WIN_BY"]

SETS = {"kinds": KINDS, "cards": CARDS, "suits": CARD_SUITS}  # forms: bit sets as lists
CTYPES = {_field.U8: U8, _field.I32: I32, _field.U32: U32, _field.U64: U64}
WIDTHS = {U8: 1, I32: 4, U32: 4, U64: 8}  # bytes

_LIMITS = {
    U8: (0, 255), I32: (-2**31, 2**31 - 1), U32: (0, 2**32 - 1), U64: (0, 2**64 - 1),
}

# forms of numbers that play must be able to add to without an overflow
WITHIN = {
    "money": (-MOST_MONEY, MOST_MONEY), "total": (0, MOST_MONEY), "counters": (0, 200),
    "ordinal": (1, 10**6), "decisions": (0, 10**9),
}

# ---- the rows: name, place, C type, form, count (-1: one per seat, 0: a single value), default,
# meaning

_AT = iter([(FIELDS_AT[i].place, FIELDS_AT[i].count) for i in range(<int>FIELDS_END)])
_PLACES = {  # of each field of a struct, and how many there are
    struct: [(one, *next(_AT)) for one in fields] for struct, fields in STRUCTS.items()
}


def _row(field, place, count):
    told = -1 if field.count == "SEATS" else count if field.count else 0
    usual = None if field.usual is _field.DERIVED else field.usual
    return (field.name, place, CTYPES[field.type], field.form, told, usual, field.meaning)


def rows_apart(row):
    """Of a row of several values one for each, without its number in the name."""
    name, place, ctype, form, count, *rest = row
    return [(name, place + i * WIDTHS[ctype], ctype, form, 0, *rest) for i in range(count)]


def _rows(struct, fields):
    """Those of a struct that the tables tell, out of ``fields``."""
    rows = []
    for one, place, count in _PLACES[struct]:
        if one.told == BY_ROW and one in fields:
            row = _row(one, place, count)
            rows += [(f"{name}_{i}", *rest) for i, (name, *rest) in enumerate(rows_apart(row))] if (
                one.apart) else [row]
    return rows


def _common(struct, own):
    return [one for one in STRUCTS[struct] if one not in own]


_OWN = {"State": each(OWN_STATE), "Seat": each(OWN_SEAT)}
STATE_ROWS = _rows("State", _common("State", _OWN["State"]))
STATE_REGIONAL = _rows("State", _OWN["State"])
LAST_ROWS = _rows("Summary", STRUCTS["Summary"])
SEAT_ROWS = _rows("Seat", _common("Seat", _OWN["Seat"]))
SEAT_REGIONAL = _rows("Seat", _OWN["Seat"])
CARD_ROWS = {name: _rows("CardTable", fields) for name, fields in CARD_TABLE.items()}
# of the structs of single card games
TABLE_ROWS = {
    struct: _rows(struct, fields) for of_game in TABLES.values()
    for struct, fields in of_game.items()
}

_PARTS = {"state": "State", "last": "Summary", "seat": "Seat"}
_TOLD = {
    part: [one for one in STRUCTS[struct] if one.told != NEVER]
    for part, struct in _PARTS.items()
}
# what only a position of a regional game may say
REGIONAL_KEYS = {
    part: frozenset(one.name for one in _TOLD[part] if one in _OWN[_PARTS[part]])
    for part in ("state", "seat")
}


def _fields():
    rows = []
    for part, told in _TOLD.items():
        own = REGIONAL_KEYS.get(part, ())
        rows += [(part, one.name, f"{one.meaning} (regional)" if one.name in own else one.meaning)
                 for one in told]
    return rows + [(part, key, text) for part, keys in OTHER_KEYS.items()
                   for key, text in keys.items()]


FIELDS = _fields()  # (state | last | seat, key, meaning)
DEFAULTS = {  # of what each seat has, that of one
    part: {row[0]: [row[5]] * row[4] if row[4] > 0 else row[5] for row in rows}
    for part, rows in (
        ("state", STATE_ROWS + STATE_REGIONAL + CARD_ROWS["turn"]), ("last", LAST_ROWS),
        ("seat", SEAT_ROWS + SEAT_REGIONAL),
        ("cards", [rows_apart(row)[0] for row in CARD_ROWS["seat"]]), *TABLE_ROWS.items(),
    )
}
KEYS = {
    part: frozenset(key for owner, key, _ in FIELDS if owner == part)
    for part in ("state", "last", "seat")
}
MELD_KEYS = frozenset(("type", "tiles", "from_seat", "called"))
LINE_KEYS = frozenset(("reason", "payer", "payee", "points", "chips", "detail"))


class PositionError(ValueError):
    """A position that cannot be; ``field`` names the part that is wrong."""

    def __init__(self, field, message):
        super().__init__(f"{field}: {message}")
        self.field = field


# ---- single values

cdef object _load(const char* at, int ctype, int i):
    if ctype == U8:
        return (<const uint8_t*>at)[i]
    if ctype == I32:
        return (<const int32_t*>at)[i]
    if ctype == U32:
        return (<const uint32_t*>at)[i]
    return (<const uint64_t*>at)[i]


cdef void _store(char* at, int ctype, int i, object value) except *:
    if ctype == U8:
        (<uint8_t*>at)[i] = <uint8_t>value
    elif ctype == I32:
        (<int32_t*>at)[i] = <int32_t>value
    elif ctype == U32:
        (<uint32_t*>at)[i] = <uint32_t>value
    else:
        (<uint64_t*>at)[i] = <uint64_t>value


cdef list bits_of(value, count):
    return [i for i in range(count) if has(value, i)]


def decode(form, value, seats):
    if form == "bool":
        return bool(value)
    if form == "seats":
        return bits_of(value, seats)
    if isinstance(form, str) and form in SETS:
        return bits_of(value, SETS[form])
    if form in ("seat", "code", "kind", "place", "card", "suit"):
        return None if value == NO_TILE else value
    return value if isinstance(form, str) else form[value]


def integer(value, low, high, field):
    try:
        number = index("" if isinstance(value, bool) else value)
    except TypeError:
        raise PositionError(field, f"{value!r} is not a whole number") from None
    if not low <= number <= high:
        raise PositionError(field, f"{number} is not between {low} and {high}")
    return number


def choice(names, value, field):
    items = list(names.items() if isinstance(names, dict) else enumerate(names))
    for number, name in items:
        if name is value or (isinstance(value, str) and name == value):
            return number
    raise PositionError(field, f"{value!r} is none of {', '.join(str(name) for _, name in items)}")


def as_list(value, field, most):
    if isinstance(value, (str, bytes, dict)) or not hasattr(value, "__iter__"):
        raise PositionError(field, f"{value!r} is not a list")
    items = list(value)
    if len(items) > most:
        raise PositionError(field, f"has {len(items)} entries, there is room for {most}")
    return items


def spread(value, field, n, by_seat):
    """Each of ``n`` values; of seats, one alone is that of all: how a hand was won, in 0.2."""
    single = by_seat and (value is None or isinstance(value, (str, int)))
    items = [value] if single else as_list(value, field, n)
    return items * n if by_seat and len(items) == 1 else items


def encode(form, value, ctype, seats, field):
    if form == "bool":
        if type(value).__name__ not in ("bool", "int") or value not in (0, 1):
            raise PositionError(field, f"{value!r} is neither true nor false")
        return int(value)
    if form == "seats" or (isinstance(form, str) and form in SETS):
        count = SETS.get(form, seats)
        items = as_list(value, field, count)
        return sum({1 << integer(item, 0, count - 1, field) for item in items})
    if form in ("int", "action"):
        return integer(value, *_LIMITS[ctype], field)
    if isinstance(form, str) and form in WITHIN:
        return integer(value, *WITHIN[form], field)
    if not isinstance(form, str):
        return choice(form, value, field)
    if value is None:
        return NO_TILE
    if form == "code":
        return tile_code(value, field)
    most = {"seat": seats - 1, "kind": KINDS - 1, "card": CARDS - 1, "suit": CARD_SUITS - 1}
    return integer(value, 0, most.get(form, 254), field)


def tile_code(value, field):
    return integer(value, 0, CODES - 1, field)


# ---- rows of the tables

cdef dict read_rows(const char* base, list rows, int seats):
    cdef dict out = {}
    cdef int i
    for name, offset, ctype, form, count, _, _ in rows:
        if count == 0:
            out[name] = decode(form, _load(base + <size_t>offset, ctype, 0), seats)
        else:
            out[name] = [
                decode(form, _load(base + <size_t>offset, ctype, i), seats)
                for i in range(seats if count < 0 else count)
            ]
    return out


cdef void write_rows(char* base, list rows, int seats, dict d, str where) except *:
    cdef int i
    for name, offset, ctype, form, count, default, _ in rows:
        field = where + name
        if count == 0:
            _store(base + <size_t>offset, ctype, 0,
                   encode(form, d.get(name, default), ctype, seats, field))
            continue
        n = seats if count < 0 else count
        items = spread(d[name], field, n, count < 0) if name in d else [default] * n
        if len(items) != n:
            raise PositionError(field, f"has {len(items)} entries, not {n}")
        for i in range(n):
            _store(base + <size_t>offset, ctype, i,
                   encode(form, items[i], ctype, seats, f"{field}[{i}]"))


def check_keys(d, allowed, where):
    if not isinstance(d, dict):
        raise PositionError(where.rstrip(".") or "state", f"{d!r} is not a dict")
    for key in d:
        if key not in allowed:
            near = get_close_matches(str(key), allowed, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise PositionError(f"{where}{key}", f"there is no such field{hint}")
