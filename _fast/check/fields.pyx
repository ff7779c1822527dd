# cython: language_level=3
"""The fields of a position: their names, forms and meanings, and single values in and out.

``FIELDS`` lists the keys of ``Batch.state``.  A tile is its code; "no tile" and "nobody" are None.
Keys that are left out get the value that they have early in a hand, so that positions written by
hand stay short.
"""

from difflib import get_close_matches
from operator import index

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from shugi._fast.core.bits cimport has
from shugi._fast.core.cards cimport CARDS, CARD_SUITS
from shugi._fast.core.rules cimport PAO
from shugi._fast.core.sizes cimport CODES, KINDS, NO_TILE
from shugi._fast.core.state cimport Seat, State

PHASES = ("own", "riichi", "kan", "claim", "copies", "pocchi", "over", "offer", "cards")
RIICHI = ("none", "closed", "open")
MELD_TYPES = ("pon", "daiminkan", "kakan", "ankan", "gc", "atama", "chi")
WIN_BY = ("tsumo", "ron", "bingo")
HAND_ENDS = ("none", "win", "draw", "abort", "chombo")
SETS = {"kinds": KINDS, "cards": CARDS, "suits": CARD_SUITS}  # forms: bit sets as lists
ROBBED = {0: None, 3: "kakan", 4: "ankan", 16: "nuki"}

_LIMITS = {
    U8: (0, 255), I32: (-2**31, 2**31 - 1), U32: (0, 2**32 - 1), U64: (0, 2**64 - 1),
}

# forms of numbers that play must be able to add to without an overflow
MOST_MONEY = 10**8
WITHIN = {
    "money": (-MOST_MONEY, MOST_MONEY), "counters": (0, 200), "ordinal": (1, 10**6),
    "decisions": (0, 10**9),
}

# Where each field lies: offsets into a struct that is never read.
cdef State _s
cdef Seat _t


def _from(start, rows):
    return [(name, at - start, *rest) for name, at, *rest in rows]


# name, place, C type, form, count (-1: one per seat, 0: a single value), default, meaning.
# Forms: int, those of WITHIN, bool, float, seat, code, kind, card, suit, place (None = not there
# yet), kinds, cards, suits and seats (bit sets as lists), or the names of an enum by number.
STATE_ROWS = _from(<size_t>&_s, [
    ("seed", <size_t>&_s.seed, U64, "int", 0, 0, "key of the game's walls"),
    ("hand_no", <size_t>&_s.hand_no, U32, "ordinal", 0, 1,
     "hands dealt in this game, this one included"),
    ("n_decision", <size_t>&_s.n_decision, U32, "decisions", 0, 0,
     "decisions taken in this game"),
    ("phase", <size_t>&_s.phase, U8, PHASES, 0, "own", "what is decided"),
    ("actor", <size_t>&_s.actor, U8, "seat", 0, None, "who decides; default: whose turn it is"),
    ("dealer", <size_t>&_s.dealer, U8, "seat", 0, 0, "who deals"),
    ("round", <size_t>&_s.round, U8, "int", 0, 0, "0 E1, 1 E2, ...: the wind is round // seats"),
    ("honba", <size_t>&_s.honba, U8, "counters", 0, 0, "counters"),
    ("sticks", <size_t>&_s.sticks, U8, "counters", 0, 0, "riichi sticks on the table"),
    ("hand_over", <size_t>&_s.hand_over, U8, "bool", 0, False, "the ledger is of the hand before"),
    ("kans_pending", <size_t>&_s.kans_pending, U8, "int", 0, 0, "open kans without indicator yet"),
    ("turn", <size_t>&_s.turn, U8, "seat", 0, None,
     "whose turn it is; default: who holds a tile more"),
    ("drawn_rinshan", <size_t>&_s.drawn_rinshan, U8, "bool", 0, False,
     "the drawn tile is a replacement"),
    ("rinshan_yaku", <size_t>&_s.rinshan_yaku, U8, "bool", 0, False, "a win on it counts rinshan"),
    ("discard", <size_t>&_s.discard, U8, "code", 0, None, "tile that may be claimed"),
    ("discarder", <size_t>&_s.discarder, U8, "seat", 0, None, "whose tile it is"),
    ("robbing", <size_t>&_s.robbing, U8, ROBBED, 0, None, "what may be robbed"),
    ("declaring", <size_t>&_s.declaring, U8, RIICHI, 0, "none",
     "riichi whose discard is not through"),
    ("verb", <size_t>&_s.verb, U8, "int", 0, 0, "action that asked for the tile to be chosen"),
    ("arg", <size_t>&_s.arg, U8, "place", 0, None, "kind or code chosen so far"),
    ("need", <size_t>&_s.need, U8, "int", 0, 0, "copies still to be chosen"),
    ("asked", <size_t>&_s.asked, U8, "seats", 0, (), "seats that have answered the claim"),
    ("answer", <size_t>&_s.answer, U8, "int", -1, 64, "what they answered (action ids)"),
    ("option", <size_t>&_s.option, U8, "int", -1, 0,
     "claims open to each seat, a bit set (core/state.pxd)"),
    ("pocchi", <size_t>&_s.pocchi, U8, "code", 0, None, "tile that the joker was declared as"),
    ("reveal_as", <size_t>&_s.reveal_as, U8, "code", -1, None,
     "tile that a winner named the revealed joker"),
    ("paying", <size_t>&_s.paying, U8, "seats", 0, (),
     "winners whose payment waits until that is named"),
    ("paying_by", <size_t>&_s.paying_by, U8, WIN_BY, 0, "tsumo", "how they won"),
    ("first_dealer", <size_t>&_s.first_dealer, U8, "seat", 0, 0, "who dealt the game's first hand"),
    ("last_winner", <size_t>&_s.last_winner, U8, "seat", 0, None, "who won the newest won hand"),
    ("ura_shown", <size_t>&_s.ura_shown, U8, "bool", 0, False, "the ura indicators lie open"),
    ("points_since", <size_t>&_s.points_since, I32, "money", -1, 0,
     "points since the seat's last decision"),
    ("chips_since", <size_t>&_s.chips_since, I32, "money", -1, 0,
     "chips since the seat's last decision"),
    ("expected_since", <size_t>&_s.expected_since, F32, "float", -1, 0.0,
     "the same, chance averaged out"),
])
# of the regional games alone
STATE_REGIONAL = _from(<size_t>&_s, [
    ("after", <size_t>&_s.after, U8, "seat", -1, None,
     "who comes next in turn; default: the next seat that does not rest"),
    ("resting", <size_t>&_s.resting, U8, "seat", 0, None, "who sits this hand out (four people)"),
    ("offer", <size_t>&_s.offer, U8, "int", 0, 0, "what is offered (phase offer)"),
    ("float_round", <size_t>&_s.float_round, U8, "seat", 0, None,
     "whose discarded wildcard restricts the others"),
    ("first_discard", <size_t>&_s.first_discard, U8, "bool", 0, False,
     "the dealer's first discard has not been passed yet"),
    ("series", <size_t>&_s.series, U8, "int", 0, 0, "kans of the running series"),
    ("kan_discard", <size_t>&_s.kan_discard, U8, "bool", 0, False,
     "the discard ended a turn with a kan"),
    ("first_discloser", <size_t>&_s.first_discloser, U8, "seat", 0, None, "who disclosed first"),
    ("last_draws", <size_t>&_s.last_draws, U8, "int", 0, 0, "of the last four tiles, drawn so far"),
    ("dice", <size_t>&_s.dice, U8, "int", 2, 0, "dice of the deal; 0 where they do not matter"),
    ("stay_sum", <size_t>&_s.stay_sum, I32, "money", 0, 0, "multipliers of the dealer's stays"),
])
LAST_ROWS = _from(<size_t>&_s.last, [
    ("how", <size_t>&_s.last.how, U8, HAND_ENDS, 0, "none", "how the hand before this one ended"),
    ("by", <size_t>&_s.last.by, U8, WIN_BY, 0, "tsumo", "how it was won"),
    ("winners", <size_t>&_s.last.winners, U8, "seats", 0, (), "seats that won"),
    ("tenpai", <size_t>&_s.last.tenpai, U8, "seats", 0, (), "seats ready at an exhaustive draw"),
    ("loser", <size_t>&_s.last.loser, U8, "seat", 0, None, "whose tile was won on"),
    ("riichi", <size_t>&_s.last.riichi, U8, RIICHI, -1, "none", "riichi of each seat"),
    ("melds", <size_t>&_s.last.melds, U8, "int", -1, 0, "open calls of each seat"),
    ("turns", <size_t>&_s.last.turns, U8, "int", -1, 0, "own discards of each seat"),
    ("points", <size_t>&_s.last.points, I32, "money", -1, 0, "points moved, sticks included"),
    ("chips", <size_t>&_s.last.chips, I32, "money", -1, 0, "chips moved"),
    ("tulip", <size_t>&_s.last.tulip, I32, "money", -1, 0, "chips of these from the tulip"),
])
SEAT_ROWS = _from(<size_t>&_t, [
    ("riichi", <size_t>&_t.riichi, U8, RIICHI, 0, "none", "riichi in force"),
    ("riichi_at", <size_t>&_t.riichi_at, U8, "place", 0, None,
     "place in the river of the riichi tile"),
    ("double_riichi", <size_t>&_t.double_riichi, U8, "bool", 0, False,
     "declared on the first turn"),
    ("ippatsu", <size_t>&_t.ippatsu, U8, "bool", 0, False, "a win now counts ippatsu"),
    ("furiten", <size_t>&_t.furiten, U8, "int", 0, 0,
     "wait missed: 2 until the next draw, 4 to the hand's end"),
    ("first_turn", <size_t>&_t.first_turn, U8, "bool", 0, None,
     "no discard and no interruption yet"),
    ("kuikae", <size_t>&_t.kuikae, U8, "kind", 0, None, "kind that may not be discarded now"),
    ("kuikae_end", <size_t>&_t.kuikae_end, U8, "kind", 0, None, "the same, at the run's other end"),
    ("pao", <size_t>&_t.pao, U8, "seat", PAO, None,
     "seat liable for {daisangen, daisuushii, mu}"),
    ("marker", <size_t>&_t.marker, U8, "int", 0, 0, "0 bases loaded, 1 home run"),
    ("wild", <size_t>&_t.wild, U8, "int", 0, None, "wildcards held; default: those of the rules"),
    ("furiten_riichi", <size_t>&_t.furiten_riichi, U8, "bool", 0, False,
     "riichi was declared in furiten"),
    ("passed", <size_t>&_t.passed, U64, "kinds", 0, (),
     "kinds that went past its claim since its riichi"),
    ("score", <size_t>&_t.score, I32, "money", 0, None, "points; default: start_points"),
    ("chips", <size_t>&_t.chips, I32, "money", 0, 0, "won in this game so far"),
])

# of the regional games alone
SEAT_REGIONAL = _from(<size_t>&_t, [
    ("missed_win", <size_t>&_t.missed_win, U64, "kinds", 0, (), "wins passed since the own turn"),
    ("missed_call", <size_t>&_t.missed_call, U64, "kinds", 0, (),
     "calls passed since the own turn"),
    ("missed_doubles", <size_t>&_t.missed_doubles, U8, "int", 0, 0,
     "doubles of the best win passed, plus one"),
    ("floats", <size_t>&_t.floats, U8, "int", 0, 0, "wildcards in the running float chain"),
    ("kan_streak", <size_t>&_t.kan_streak, U8, "int", 0, 0, "own kans that follow each other"),
    ("forfeited", <size_t>&_t.forfeited, U8, "bool", 0, False, "may not win in this hand"),
    ("honour_run", <size_t>&_t.honour_run, U8, "place", 0, 0,
     "own discards, all of them honours; None: broken"),
    ("fed", <size_t>&_t.fed, U8, "int", -1, 0, "open sets made from each seat's discards"),
    ("kan_tiles", <size_t>&_t.kan_tiles, U8, "int", 0, 0, "kan tiles laid aside or discarded"),
    ("wild_kans", <size_t>&_t.wild_kans, U8, "int", 0, 0, "wildcards laid aside or discarded"),
    ("n_claims", <size_t>&_t.n_claims, U8, "int", 0, 0, "claims that continued the float chain"),
    ("claim_from", <size_t>&_t.claim_from, U8, "int", 4, 0, "whose tile each of them took"),
    ("claim_floats", <size_t>&_t.claim_floats, U8, "int", 4, 0, "floats before it"),
    ("claim_kans", <size_t>&_t.claim_kans, U8, "int", 4, 0, "kan streak before it"),
])

SPECIAL_KEYS = {
    "state": {
        "drawn": "code just drawn, None after a call; default: the last tile of the hand on turn",
        "wall": "the whole deck in order, or what is left of it; None = filled by the seed",
        "dora": "indicators turned, or what names the wildcard (agrees with the wall, or fills its "
        "unknown places)",
        "wild_kind": "kind printed on the wildcards, which follows from it (regional)",
        "ura": "tiles below them, likewise",
        "head": "next live tile; default: tiles out of the wall less the replacements",
        "tail": "one past the last live tile; default: what the kans on the table leave",
        "n_rinshan": "replacement tiles taken; default: kans and tiles set aside",
        "n_indicator": "indicators turned; default: those of the deal, and one for each kan",
        "n_kan": "kans on the table; default: counted",
        "chosen": "copies chosen so far (phase copies)",
        "history": "public events, oldest first: seat << 14 | event << 8 | code",
        "history_total": "events since the hand began; default: those in history",
        "last": "how the hand before this one ended",
        "seats": "one dict for each seat",
        "ledger": "payments: reason, payer, payee, points, chips, detail",
    },
    "seat": {
        "hand": "codes of the concealed tiles, the drawn one included",
        "melds": "{type, tiles, from_seat, called}: called = the claimed tile's place",
        "river": "codes in order of discarding, called ones included",
        "river_flags": "of each: 1 drawn and discarded, 2 riichi, 4 called away, 8 won upon",
        "aside": "codes set aside",
    },
}


def _fields():
    rows = [("state", row[0], row[6]) for row in STATE_ROWS]
    rows += [("last", row[0], row[6]) for row in LAST_ROWS]
    rows += [("state", row[0], f"{row[6]} (regional)") for row in STATE_REGIONAL]
    rows += [("seat", row[0], row[6]) for row in SEAT_ROWS]
    rows += [("seat", row[0], f"{row[6]} (regional)") for row in SEAT_REGIONAL]
    rows += [(part, key, text) for part, keys in SPECIAL_KEYS.items() for key, text in keys.items()]
    return rows


def _default(count, value):
    return value if count == 0 else None if count < 0 else [value] * count


FIELDS = _fields()  # (state | last | seat, key, meaning)
DEFAULTS = {
    part: {row[0]: _default(row[4], row[5]) for row in rows}
    for part, rows in (
        ("state", STATE_ROWS + STATE_REGIONAL), ("last", LAST_ROWS),
        ("seat", SEAT_ROWS + SEAT_REGIONAL),
    )
}
# what only a position of a regional game may say
REGIONAL_KEYS = {
    "state": frozenset(["wild_kind", *(row[0] for row in STATE_REGIONAL)]),
    "seat": frozenset(row[0] for row in SEAT_REGIONAL),
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
    if ctype == U64:
        return (<const uint64_t*>at)[i]
    return float((<const float*>at)[i])


cdef void _store(char* at, int ctype, int i, object value) except *:
    if ctype == U8:
        (<uint8_t*>at)[i] = <uint8_t>value
    elif ctype == I32:
        (<int32_t*>at)[i] = <int32_t>value
    elif ctype == U32:
        (<uint32_t*>at)[i] = <uint32_t>value
    elif ctype == U64:
        (<uint64_t*>at)[i] = <uint64_t>value
    else:
        (<float*>at)[i] = <float>value


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


def listed(value, field, most):
    if isinstance(value, (str, bytes, dict)) or not hasattr(value, "__iter__"):
        raise PositionError(field, f"{value!r} is not a list")
    items = list(value)
    if len(items) > most:
        raise PositionError(field, f"has {len(items)} entries, there is room for {most}")
    return items


def encode(form, value, ctype, seats, field):
    if form == "bool":
        if type(value).__name__ not in ("bool", "int") or value not in (0, 1):
            raise PositionError(field, f"{value!r} is neither true nor false")
        return int(value)
    if form == "float":
        if type(value).__name__ not in ("float", "int", "float32", "float64"):
            raise PositionError(field, f"{value!r} is not a number")
        if not abs(value) <= MOST_MONEY:
            raise PositionError(field, f"{value!r} is not between -{MOST_MONEY} and {MOST_MONEY}")
        return float(value)
    if form == "seats" or (isinstance(form, str) and form in SETS):
        count = SETS.get(form, seats)
        items = listed(value, field, count)
        return sum({1 << integer(item, 0, count - 1, field) for item in items})
    if form == "int":
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
        items = listed(d[name], field, n) if name in d else [default] * n
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
