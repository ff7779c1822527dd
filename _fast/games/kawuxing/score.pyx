# cython: language_level=3
"""Kawuxing hands and payments from plain Python values; score.pyi tells of each function.

The same functions that the engine plays by.
"""

from libc.string cimport memset
from shugi._fast.core.bits cimport has
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport Ledger
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.flow.ledger cimport ledger_clear, lines_of, sums_of
from shugi._fast.games.kawuxing.win cimport (
    KW_CLAIM, KW_OWN, KW_PATTERNS, KW_ROB, KawuxingValue, KawuxingWin, kawuxing_pay_draw,
    kawuxing_pay_kan, kawuxing_pay_win, kawuxing_value, pattern_doubles,
)
from shugi._fast.rules.compile cimport Rules
from shugi._fast.text.case cimport (
    check_game, flags_on, kan_of, loser_of, number_of, ron_or_tsumo, rules_of, seats_named,
    winner_tiles,
)

from shugi._fast.games.kawuxing.win import PATTERNS
from shugi._fast.text.case import KANS

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


cdef int resting_of(Rules rules, case) except -1:
    if rules.c.resting_player:
        return number_of(case, "resting", 0, rules.seats - 1)
    if case.get("resting") is not None:
        raise ValueError("resting: everybody plays here; it goes with resting_player")
    return NOBODY


cdef int check_plays(int seats, int resting, what) except -1:
    # seats: a bit each
    if resting != NOBODY and has(seats, resting):
        raise ValueError(f"{what} is {resting}, who rests")
    return 0


cdef object flags_of(case, win_by):
    on = flags_on(case, FLAGS, win_by)
    if {"chankan", "claimed_on_kong"} <= on:
        raise ValueError("flags: a robbed kan is no discard; chankan or claimed_on_kong, not both")
    return on


cdef int read_tiles(Rules rules, case, KawuxingWin* win) except -1:
    codes, tile, melds = winner_tiles(rules, case)
    for code in codes:
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
    win_by = ron_or_tsumo(case)
    winner = number_of(case, "winner", 0, rules.seats - 1)
    giver = loser_of(rules, case, winner, win_by == "tsumo")
    shown = seats_named(rules, case.get("disclosed", ()), "disclosed")
    check_plays(1 << winner, resting, "winner")
    check_plays(0 if giver == NOBODY else 1 << giver, resting, "loser")
    check_plays(shown, resting, "disclosed")
    memset(&win, 0, sizeof(KawuxingWin))
    read_tiles(rules, case, &win)
    read_moment(case, win_by, &win)
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
    cdef int rests, seat, giver
    check_game(rules, "kawuxing")
    rests = resting_of(rules, {"resting": resting})
    ledger_clear(&ledger)
    for kan in kans:
        type_, seat, giver = kan_of(rules, kan, KAN_KEYS)
        check_plays(1 << seat | (0 if giver == NOBODY else 1 << giver), rests, "kan")
        chain = number_of(kan, "chain", 1, 16, 1)
        kawuxing_pay_kan(&rules.c, type_, chain, seat, giver, rests, &ledger)
    return sums_of(&rules.c, &ledger)[0]


def draw_payments(Rules rules not None, disclosed, *, resting=None):
    cdef Ledger ledger
    cdef int rests
    cdef int first = NOBODY
    check_game(rules, "kawuxing")
    rests = resting_of(rules, {"resting": resting})
    check_plays(seats_named(rules, disclosed, "disclosed"), rests, "disclosed")
    if disclosed:
        first = disclosed[0]
    ledger_clear(&ledger)
    kawuxing_pay_draw(&rules.c, first, rests, &ledger)
    return sums_of(&rules.c, &ledger)[0]
