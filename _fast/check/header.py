"""What the tables of fields say in C: the structs' members, what a hand begins with, all ranges."""

from collections.abc import Iterator

from shugi._fast.check.tables import STRUCTS
from shugi._fast.tables.field import U8, WIDE, Field

STATE_HEADER = "shugi/_fast/core/state.pxd"
BLANK_HEADER = "shugi/_fast/core/blank.pxd"
PLACE_HEADER = "shugi/_fast/check/field_at.pxd"
SIZES = "ACTIONS, ASIDE, CODES, GROUPS, HISTORY, INDICATORS, KINDS, MELDS, RIVER, SEATS, WALL"


def member(field: Field) -> str:
    count = f"[{field.count}]" if field.count else ""
    return f"    {field.type} {field.name}{count}  # {field.meaning}"


def state_header(template: str) -> str:
    """The template with ``@State@``, ``@Summary@`` and ``@Seat@`` put in."""
    for struct, fields in STRUCTS.items():
        template = template.replace(f"    @{struct}@", "\n".join(map(member, fields)))
    return template


# ---- what a hand begins with


def blank_header() -> str:
    turn = [field for field in STRUCTS["State"] if field.each_hand]
    seat = STRUCTS["Seat"]
    lasting = [field for field in seat if field.lasts]
    begun = [field for field in seat if field.first and not field.lasts]
    kept = [f"    cdef {field.type} {field.name} = seat.{field.name}" for field in lasting]
    return "\n".join(
        [
            "# What a hand begins with; written by the build (check/header.py).",
            "from libc.stdint cimport int32_t, uint8_t",
            "from libc.string cimport memset",
            "from shugi._fast.core.state cimport Seat, State",
            "",
            "cdef inline void blank_turn(State* s) noexcept nogil:",
            *(f"    {_set('s', field)}" for field in turn),
            "",
            "cdef inline void blank_seat(Seat* seat) noexcept nogil:",
            *kept,
            "    memset(seat, 0, sizeof(Seat))",
            *(f"    seat.{field.name} = {field.name}" for field in lasting),
            *(f"    {_set('seat', field)}" for field in begun),
            "",
        ]
    )


def _set(owner: str, field: Field) -> str:
    at = f"{owner}.{field.name}"
    return f"memset({at}, {field.first}, sizeof({at}))" if field.count else f"{at} = {field.first}"


# ---- places and ranges


def place_header() -> str:
    sizes = (f"    {struct.upper()}_FIELDS = {len(fields)}" for struct, fields in STRUCTS.items())
    parts = [
        "# Where each field lies and what it may hold; written by the build (check/header.py).",
        "from shugi._fast.core.rules cimport PAO",
        f"from shugi._fast.core.sizes cimport {SIZES}",
        "from shugi._fast.core.river cimport RIVER_FLAGS",
        "from shugi._fast.core.state cimport Seat, State, Summary",
        "",
        "cdef enum:",
        *sizes,
        "    MOST_SEAT = -1       # the greatest value is that of a seat",
        "    MOST_SEAT_SET = -2   # ... of a set of seats",
        "",
        "cdef enum Holds:",
        "    HOLDS_ANYTHING = 0",
        "    HOLDS_BYTES = 1",
        "    HOLDS_MONEY = 2      # points or chips, within MOST_MONEY either way",
        "    HOLDS_TOTAL = 3      # ... not below 0",
        "    HOLDS_KINDS = 4      # a set of kinds",
        "    HOLDS_COUNT = 5      # of hands, decisions, events",
        "",
        "cdef struct FieldAt:",
        "    int place            # in its struct",
        "    int count",
        "    int holds            # Holds",
        "    int most             # of a byte; or MOST_SEAT, MOST_SEAT_SET",
        "    bint none            # 255 stands for no tile, or nobody",
        "",
        "cdef inline void _put(",
        "    FieldAt* at, size_t place, int count, int holds, int most, bint none,",
        ") noexcept nogil:",
        "    at.place = <int>place",
        "    at.count = count",
        "    at.holds = holds",
        "    at.most = most",
        "    at.none = none",
    ]
    for struct, fields in STRUCTS.items():
        parts += ["", *_places(struct, fields)]
    return "\n".join([*parts, ""])


def _places(struct: str, fields: list[Field]) -> Iterator[str]:
    yield f"cdef inline void put_{struct.lower()}(FieldAt* at) noexcept nogil:"
    yield f"    cdef {struct} s  # never read"
    for number, field in enumerate(fields):
        holds, most = held(field)
        count = field.count or "1"
        none = int(field.may_be_none)
        place = f"<size_t>&s.{field.name} - <size_t>&s"
        yield f"    _put(&at[{number}], {place}, {count}, {holds}, {most}, {none})"


def held(field: Field) -> tuple[str, str]:
    """What a member may hold, and its greatest value."""
    if field.type == U8 and field.greatest:
        return "HOLDS_BYTES", field.greatest
    wide = WIDE.get(field.form, "") if isinstance(field.form, str) else ""
    return wide or "HOLDS_ANYTHING", "0"
