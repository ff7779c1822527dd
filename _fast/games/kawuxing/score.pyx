# cython: language_level=3
"""Kawuxing hands and payments from plain Python values; score.pyi tells of each function.

The same functions that the engine plays by.
"""

from libc.string cimport memset
from shugi._fast.core.bits cimport has
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport MELD_DAIMINKAN, Ledger
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.flow.ledger cimport ledger_clear, lines_of, sums_of
from shugi._fast.games.kawuxing.win cimport (
    KW_CLAIM, KW_OWN, KW_PATTERNS, KW_ROB, KawuxingValue, KawuxingWin, kawuxing_pay_draw,
    kawuxing_pay_kan, kawuxing_pay_win, kawuxing_value, pattern_doubles,
)
from shugi._fast.rules.compile cimport Rules
from shugi._fast.text.case cimport (
    check_deck, check_game, check_keys, concealed_of, flags_on, loser_of, melds_of, number_of,
    rules_of, tile_of,
)

from shugi._fast.games.kawuxing.win import PATTERNS
from shugi._fast.text.case import MELD_TYPES

NEEDED = "needed"
CASE = (  # key, form, default, meaning
    ("winner", "player", NEEDED, "who wins; players are numbered from 0 in turn order"),
    ("win_by", '"ron" or "tsumo"', NEEDED, "a discard or a robbed kan, or a draw"),
    ("loser", "player", "none", "whose tile was won on; needed by ron, none otherwise"),
    ("hand", "tiles", NEEDED, "the concealed tiles without the winning one: 123p55577z"),
    ("win_tile", "tile", NEEDED, "the tile won on"),
    ("melds", "[[type, tiles], ...]", "[]", "pon, daiminkan, kakan, ankan"),
    ("kans", "number", "0", "own kans of the uninterrupted series that brought a drawn tile"),
    ("flags", "{flag: true}", "{}", "what happened around the win; the flags below"),
    ("disclosed", "[player, ...]", "[]", "who has shown his hand"),
    ("resting", "player", "none", "who sits out; needed with resting_player, none otherwise"),
    ("options", "{option: value}", "{}", "rule options that differ"),
)
FLAGS = (  # flag, the way of winning that it needs, meaning
    ("chankan", "ron", "on the tile of an added kan"),
    ("claimed_on_kong", "ron", "on the discard that ended a turn with a kan"),
    ("haitei", "tsumo", "on the last tile of the wall"),
)
KAN_KEYS = ("type", "seat", "chain", "from_seat")
KANS = ("daiminkan", "kakan", "ankan")


cdef int resting_of(Rules rules, case) except -1:
    if rules.c.resting_player:
        return number_of(case, "resting", 0, rules.seats - 1)
    if case.get("resting") is not None:
        raise ValueError("resting: everybody plays here; it goes with resting_player")
    return NOBODY


cdef int seat_of(Rules rules, case, key, int resting) except -1:
    cdef int seat = number_of(case, key, 0, rules.seats - 1)
    if seat == resting:
        raise ValueError(f"{key} is {seat}, who rests")
    return seat


cdef int seats_of(Rules rules, case, key, int resting) except -1:
    # a list of players as one bit each
    cdef int bits = 0
    seats = case.get(key, ())
    if not isinstance(seats, (list, tuple)):
        raise ValueError(f"{key} must be a list of players, not {seats!r}")
    for seat in seats:
        bits |= 1 << seat_of(rules, {key: seat}, key, resting)
    return bits


cdef object flags_of(case, win_by):
    on = flags_on(case, FLAGS, win_by)
    if {"chankan", "claimed_on_kong"} <= on:
        raise ValueError("flags: a robbed kan is no discard; chankan or claimed_on_kong, not both")
    return on


cdef int read_tiles(Rules rules, case, KawuxingWin* win) except -1:
    melds = melds_of(case.get("melds", ()))
    codes = concealed_of(rules, case.get("hand"), melds)
    tile = tile_of(case.get("win_tile"), "win_tile")
    used = [*codes, tile, *[code for _, meld in melds for code in meld]]
    check_deck(rules, used, "the winner's tiles")
    for code in (*codes, tile):
        win.kind[KIND_OF[<int>code]] += 1
    win.tile = KIND_OF[<int>tile]
    win.n_meld = len(melds)
    for i, (type_, meld) in enumerate(melds):
        win.meld_type[<int>i] = type_
        win.meld_kind[<int>i] = KIND_OF[<int>meld[0]]
    return 0


cdef int read_moment(case, win_by, KawuxingWin* win) except -1:
    on = flags_of(case, win_by)
    win.source = KW_OWN if win_by == "tsumo" else KW_ROB if "chankan" in on else KW_CLAIM
    kans = len([name for name, _ in case.get("melds", ()) if name in KANS])
    win.kans = number_of(case, "kans", 0, kans if win_by == "tsumo" else 0, 0)
    win.after_kan = "claimed_on_kong" in on
    win.last_tile = "haitei" in on
    return 0


cdef dict value_dict(const KawuxingWin* win, const KawuxingValue* value):
    cdef int i
    return {
        "patterns": [
            [PATTERNS[i][0], pattern_doubles(win, i)]
            for i in range(<int>KW_PATTERNS) if has(value.patterns, i)
        ],
        "doubles": value.doubles,
        "doubles_before_cap": value.total,
    }


def score(Rules rules not None, case):
    cdef KawuxingWin win
    cdef KawuxingValue value
    cdef Ledger ledger
    cdef int winner, giver, shown, resting
    rules = rules_of(rules, case, [row[0] for row in CASE], "won hand", "kawuxing")
    resting = resting_of(rules, case)
    win_by = case.get("win_by")
    if win_by not in ("ron", "tsumo"):
        raise ValueError(f"win_by must be ron or tsumo, not {win_by!r}")
    winner = seat_of(rules, case, "winner", resting)
    giver = loser_of(rules, case, winner, win_by == "tsumo")
    if giver != NOBODY:
        seat_of(rules, case, "loser", resting)
    memset(&win, 0, sizeof(KawuxingWin))
    read_tiles(rules, case, &win)
    read_moment(case, win_by, &win)
    shown = seats_of(rules, case, "disclosed", resting)
    if shown and not rules.c.disclosure:
        raise ValueError("disclosed: these rules have none; set disclosure: true")
    win.disclosed = has(shown, winner)
    kawuxing_value(&rules.c, &win, &value)
    if not value.legal:
        return {"legal": False, "patterns": [], "doubles": None, "doubles_before_cap": None,
                "points_delta": None, "ledger": []}
    ledger_clear(&ledger)
    kawuxing_pay_win(&rules.c, &win, value.doubles, winner, giver, shown, resting, &ledger)
    return {"legal": True, **value_dict(&win, &value),
            "points_delta": sums_of(&rules.c, &ledger)[0], "ledger": lines_of(&rules.c, &ledger)}


def kan_payments(Rules rules not None, kans, *, resting=None):
    cdef Ledger ledger
    cdef int type_, rests, giver
    check_game(rules, "kawuxing")
    rests = resting_of(rules, {"resting": resting})
    ledger_clear(&ledger)
    for kan in kans:
        check_keys(kan, KAN_KEYS, "kan")
        if kan.get("type") not in KANS:
            raise ValueError(f"type must be one of {', '.join(KANS)}, not {kan.get('type')!r}")
        type_ = MELD_TYPES[kan["type"]]
        seat = seat_of(rules, kan, "seat", rests)
        giver = NOBODY
        if type_ == MELD_DAIMINKAN:
            giver = seat_of(rules, kan, "from_seat", rests)
            if giver == seat:
                raise ValueError("seat and from_seat must be two players")
        elif kan.get("from_seat") is not None:
            raise ValueError(f"from_seat: a {kan['type']} takes nobody's tile")
        chain = number_of(kan, "chain", 1, 16, 1)
        kawuxing_pay_kan(&rules.c, type_, chain, seat, giver, rests, &ledger)
    return sums_of(&rules.c, &ledger)[0]


def draw_payments(Rules rules not None, disclosed, *, resting=None):
    cdef Ledger ledger
    cdef int rests
    cdef int first = NOBODY
    check_game(rules, "kawuxing")
    rests = resting_of(rules, {"resting": resting})
    seats_of(rules, {"disclosed": disclosed}, "disclosed", rests)
    if disclosed:
        first = disclosed[0]
    ledger_clear(&ledger)
    kawuxing_pay_draw(&rules.c, first, rests, &ledger)
    return sums_of(&rules.c, &ledger)[0]
