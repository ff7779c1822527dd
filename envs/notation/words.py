"""The words of a text position: how tiles, melds, rivers, events and payments are written and read.

Every reader raises ValueError with what it expected; ``position`` adds where that was.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from shugi._fast.check.fields import DEFAULTS
from shugi._fast.check.tables import COMMON_SEAT, COMMON_STATE, LAST_FIELDS, OWN_SEAT, OWN_STATE
from shugi._fast.core.actions import action_id, action_name
from shugi._fast.core.tiles import CODE_NAMES, code_name, format_tiles, parse_tiles
from shugi._fast.tables.field import NEVER, Field

State = dict[str, Any]
RIVER_MARKS = {"_": 1, "*": 2, "'": 4, "!": 8}
EVENTS = " dtropckaqnigmw"  # letter of an event by its number (core/state.pxd), from 1
EVENT_NAMES = (  # the same in words; a discard as it was drawn is one too
    *("", "discard", "discard", "riichi", "open_riichi", "pon", "chi", "kan_open", "kan_added"),
    *("kan_closed", "nuki", "indicator", "grand_cross", "atama", "win"),
)
_TILE = "(?:" + "|".join(sorted(CODE_NAMES.values(), key=lambda name: (-len(name), name))) + ")"
_RIVER = re.compile(f"({_TILE})([_*'!]*)")
_MELDS = re.compile(r"([a-z]+)\(([^()]*)\)(?:<(\d))?")
_MELD = re.compile(f"({_TILE})('?)")
_EVENT = re.compile(f"([0-3])([{EVENTS[1:]}])({_TILE})")


# ---------------------------------------------------------------------------------- single values


@dataclass(frozen=True)
class Codec:
    """How a value is written and read; ``read`` raises ValueError with what it expected."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def _read_int(text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,20}", text):
        raise ValueError(f"expected a whole number, found {text!r}")
    return int(text)


def _read_tile(text: str) -> int:
    codes = parse_tiles(text)
    if len(codes) != 1:
        raise ValueError(f"expected one tile, found {text!r}")
    return codes[0]


def _tokens(pattern: "re.Pattern[str]", text: str) -> Iterator["re.Match[str]"]:
    """Matches that follow one another without a gap."""
    at = 0
    while at < len(text):
        match = pattern.match(text, at)
        if match is None or match.end() == at:
            raise ValueError(f"cannot read {text[at:]!r}")
        yield match
        at = match.end()


def optional(codec: Codec) -> Codec:
    return Codec(
        lambda value: "-" if value is None else codec.write(value),
        lambda text: None if text == "-" else codec.read(text),
    )


def row_of(codec: Codec) -> Codec:
    return Codec(
        lambda values: ",".join(codec.write(value) for value in values) or "-",
        lambda text: [] if text == "-" else [codec.read(part) for part in text.split(",")],
    )


INT = Codec(str, _read_int)
FLAG = Codec(lambda value: str(int(value)), lambda text: bool(_read_int(text)))
WORD = Codec(str, str)
TILE = Codec(code_name, _read_tile)
TILES = Codec(
    lambda codes: format_tiles(codes) or "-", lambda t: parse_tiles("" if t == "-" else t)
)
KINDS = Codec(lambda kinds: format_tiles(kinds) or "-", lambda t: sorted(set(TILES.read(t))))
SEAT, MAYBE_TILE, MAYBE_INT = optional(INT), optional(TILE), optional(INT)
INTS, SEATS = row_of(INT), row_of(SEAT)
ACTION = Codec(lambda action: action_name(action) if action else "-", lambda t: _read_action(t))


def _read_action(text: str) -> int:
    return 0 if text == "-" else action_id(text)


# name in the text, key of the state, codec: what follows the positional entries of a section
Rows = tuple[tuple[str, str, Codec], ...]
CODECS = {  # of a form that is a word
    "int": INT,
    "counters": INT,
    "ordinal": INT,
    "decisions": INT,
    "money": INT,
    "total": INT,
    "bool": FLAG,
    "seat": INT,
    "seats": SEATS,
    "code": TILE,
    "codes": TILES,
    "kind": TILE,
    "kinds": KINDS,
    "place": INT,
    "action": ACTION,
}
LISTS = ("codes", "kinds", "seats", "cards", "suits")  # forms that are lists already


def codec_of(field: Field, codecs: Mapping[str, Codec]) -> Codec:
    """How the text writes a field."""
    form = field.form
    if not isinstance(form, str):
        one = WORD if isinstance(form, tuple) else optional(WORD)
    else:
        one = codecs[form]
    if form in LISTS:
        return one
    one = optional(one) if field.may_be_none else one
    return row_of(one) if field.count else one


def rows_of(fields: Iterable[Field], codecs: Mapping[str, Codec] = CODECS) -> Rows:
    """The entries of a section, those of its fields that have a word."""
    return tuple(
        (f"{field.word or field.name}{number}", f"{field.name}_{number}".rstrip("_"), codec)
        for field in fields
        if field.word is not None and field.told != NEVER and field.form != ""
        for codec in (codec_of(field, codecs),)
        for number in (range(int(field.count)) if field.apart else ("",))
    )


def is_default(part: str, key: str, value: object) -> bool:
    """Whether the value is the one that a position need not say; part: as in ``DEFAULTS``."""
    if key not in DEFAULTS[part]:
        return value == []  # tiles
    default = DEFAULTS[part][key]
    if isinstance(value, list) and not isinstance(default, list | tuple):
        return all(one == default for one in value)  # a value for each seat
    return value == default or (default == () and value == [])


def write_rows(rows: Rows, part: str, values: State, always: tuple[str, ...] = ()) -> list[str]:
    """The entries of a section that say more than the usual value.

    Args:
        rows: those that it may have.
        part: whose keys they are, as in ``DEFAULTS``.
        values: by key.
        always: keys that are said whatever their value.
    """
    return [
        f"{name}={codec.write(values[key])}"
        for name, key, codec in rows
        if key in always or not is_default(part, key, values[key])
    ]


GAME, ROUND, TURN, WALL = (
    rows_of(COMMON_STATE[section]) for section in ("game", "round", "turn", "wall")
)
TABLE = rows_of(OWN_STATE["table"])  # of the regional games
SEAT_ROWS = rows_of(COMMON_SEAT["seat"])
SEAT_TABLE = rows_of(OWN_SEAT["table"])
LAST = rows_of(LAST_FIELDS)


# ------------------------------------------------------------------------------------- the seats


def write_hand(state: State, seat: int) -> str:
    hand = list(state["seats"][seat]["hand"])
    drawn = state["drawn"]
    if not shows_drawn(state, seat):
        return TILES.write(hand)
    hand.remove(drawn)
    return f"{format_tiles(hand)}+{code_name(drawn)}"


def shows_drawn(state: State, seat: int) -> bool:
    full = is_full(state["seats"][seat])
    return seat == state["turn"] and full and state["drawn"] in state["seats"][seat]["hand"]


def is_full(seat: State) -> bool:
    """Whether the seat holds a tile more than between turns."""
    pairs = len([meld for meld in seat["melds"] if meld["type"] == "atama"])
    held = len(seat["hand"]) + int(seat["wild"] or 0)
    return (held + 2 * pairs) % 3 == 2


def river_marks(flags: int) -> str:
    """Marks of a discard: _ as drawn, * riichi, ' called away, ! won upon."""
    return "".join(mark for mark, bit in RIVER_MARKS.items() if flags & bit)


def write_river(seat: State) -> str:
    return "".join(
        code_name(code) + river_marks(flag)
        for code, flag in zip(seat["river"], seat["river_flags"], strict=True)
    )


def read_river(text: str, seat: State) -> None:
    discards = list(_tokens(_RIVER, "" if text == "-" else text))
    seat["river"] = [_read_tile(one[1]) for one in discards]
    seat["river_flags"] = [sum({RIVER_MARKS[mark] for mark in one[2]}) for one in discards]


def write_meld(meld: State) -> str:
    """The text of a meld, such as "pon(7p'7p7p)<0"."""
    tiles = "".join(
        code_name(code) + ("'" if k == meld["called"] else "")
        for k, code in enumerate(meld["tiles"])
    )
    giver = "" if meld["from_seat"] is None else f"<{meld['from_seat']}"
    return f"{meld['type']}({tiles}){giver}"


def read_melds(text: str) -> list[State]:
    return [_read_meld(*match.groups()) for match in _tokens(_MELDS, "" if text == "-" else text)]


def _read_meld(type_: str, tiles: str, giver: str | None) -> State:
    meld: State = {"type": type_, "from_seat": None if giver is None else int(giver)}
    if "'" not in tiles:
        meld["tiles"] = parse_tiles(tiles)
        return meld
    printed = list(_tokens(_MELD, tiles))
    meld["tiles"] = [_read_tile(one[1]) for one in printed]
    called = [k for k, one in enumerate(printed) if one[2]]
    if len(called) != 1:
        raise ValueError(f"{tiles!r}: only one tile of a meld can be the claimed one")
    meld["called"] = called[0]
    return meld


def read_hand(text: str, seat: State) -> int | None:
    """Sets the hand; the tile behind ``+``, which was drawn."""
    concealed, plus, drawn = text.partition("+")
    seat["hand"] = TILES.read(concealed)
    if not plus:
        return None
    seat["hand"].append(_read_tile(drawn))
    return int(seat["hand"][-1])


# ------------------------------------------------------------------------------------- history


def write_event(token: int) -> str:
    seat, event, code = token >> 14, token >> 8 & 63, token & 255
    return f"{seat}{EVENTS[event]}{code_name(code)}"


def read_event(text: str) -> int:
    match = _EVENT.fullmatch(text)
    if match is None:
        letters = EVENTS.strip()
        raise ValueError(f"expected an event (a seat, one of {letters}, a tile), found {text!r}")
    return int(match[1]) << 14 | EVENTS.index(match[2]) << 8 | _read_tile(match[3])


# ------------------------------------------------------------------------------------- payments


def write_line(line: State) -> str:
    amounts = ":".join(str(line[key]) for key in ("points", "chips", "detail"))
    return f"{line['reason']}:{SEAT.write(line['payer'])}>{SEAT.write(line['payee'])}:{amounts}"


def read_line(text: str) -> State:
    match = re.fullmatch(r"([a-z_0-9]+):([\d-])>([\d-]):([+-]?\d+):([+-]?\d+):(\d+)", text)
    if match is None:
        raise ValueError(f"expected reason:payer>payee:points:chips:detail, found {text!r}")
    reason, payer, payee, points, chips, detail = match.groups()
    return {
        "reason": reason,
        "payer": SEAT.read(payer),
        "payee": SEAT.read(payee),
        "points": int(points),
        "chips": int(chips),
        "detail": int(detail),
    }
