"""What the tables of fields say in C: the structs' members, what a hand begins with, all ranges."""

from collections.abc import Iterator

from shugi._fast.check.tables import STRUCTS, TABLES
from shugi._fast.tables.field import U8, WIDE, Field

STATE_HEADER = "shugi/_fast/core/state.pxd"
CARDS_HEADER = "shugi/_fast/core/cards.pxd"
BLANK_HEADER = "shugi/_fast/core/blank.pxd"
PLACE_HEADER = "shugi/_fast/check/field_at.pxd"
CARD_SIZES = "CARDS, CARD_SEATS, CARD_SUITS, CARD_TRICKS"
SIZES = "ACTIONS, ASIDE, CODES, GROUPS, HISTORY, INDICATORS, KINDS, MELDS, RIVER, SEATS, WALL"


def member(field: Field) -> str:
    count = f"[{field.count}]" if field.count else ""
    return f"    {field.type} {field.name}{count}  # {field.meaning}"


def fill(template: str) -> str:
    """The template with the members of each struct put in for its name, such as ``@State@``."""
    for struct, fields in STRUCTS.items():
        template = template.replace(f"    @{struct}@", "\n".join(map(member, fields)))
    return template


def cards_header(template: str) -> str:
    """The same, with the structs of single card games for ``@games@``, and who has which."""
    structs = [struct for of_game in TABLES.values() for struct in of_game]
    games = "\n\n\n".join(f"cdef struct {struct}:\n    @{struct}@" for struct in structs)
    members = "\n".join(f"    {list(of_game)[-1]} {game}" for game, of_game in TABLES.items())
    return fill(template.replace("@games@", games).replace("    @CardGame@", members))


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
    parts = [
        "# Where each field lies and what it may hold; written by the build (check/header.py).",
        f"from shugi._fast.core.cards cimport {CARD_SIZES}, {', '.join(_structs(cards=True))}",
        "from shugi._fast.core.rules cimport PAO",
        f"from shugi._fast.core.sizes cimport {SIZES}",
        "from shugi._fast.core.river cimport RIVER_FLAGS",
        f"from shugi._fast.core.state cimport {', '.join(_structs(cards=False))}",
        "",
        "cdef enum:             # rows of each struct, one struct behind another",
        *_ends(),
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
        "    HOLDS_CARDS = 6      # a set of cards",
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
    parts += ["", "cdef inline void put_fields(FieldAt* at) noexcept nogil:"]
    parts += [f"    cdef {struct} {struct.lower()}  # never read" for struct in STRUCTS]
    for struct, fields in STRUCTS.items():
        parts += _places(struct, fields)
    return "\n".join([*parts, ""])


def _structs(cards: bool) -> list[str]:
    """Those of a card game's table, or the others."""
    of_games = {struct for structs in TABLES.values() for struct in structs}
    return [struct for struct in STRUCTS if (struct in of_games or struct == "CardTable") == cards]


def _ends() -> Iterator[str]:
    end = 0
    for struct, fields in STRUCTS.items():
        yield f"    {struct.upper()}_AT = {end}"
        end += len(fields)
        yield f"    {struct.upper()}_END = {end}"
        for row, field in enumerate(fields, end - len(fields)):
            if struct in _structs(cards=True):
                yield f"    {struct.upper()}_{field.name.upper()} = {row}"
    yield f"    FIELDS_END = {end}"


def _places(struct: str, fields: list[Field]) -> Iterator[str]:
    base = struct.lower()
    for number, field in enumerate(fields):
        holds, most = held(field)
        at = f"&at[<int>{struct.upper()}_AT + {number}]"
        place = f"<size_t>&{base}.{field.name} - <size_t>&{base}"
        none = int(field.may_be_none)
        yield f"    _put({at}, {place}, {field.count or 1}, {holds}, {most}, {none})"


def held(field: Field) -> tuple[str, str]:
    """What a member may hold, and its greatest value."""
    if field.type == U8 and field.greatest:
        return "HOLDS_BYTES", field.greatest
    wide = WIDE.get(field.form, "") if isinstance(field.form, str) else ""
    return wide or "HOLDS_ANYTHING", "0"
