# cython: language_level=3
"""Sichuan hands and payments from plain Python values; score.pyi tells of each function.

The same functions that the engine plays by.
"""

from libc.string cimport memset
from shugi._fast.core.bits cimport has
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport Ledger
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.flow.ledger cimport (
    REASON_KAN, REASON_WIN, ledger_clear, lines_of, sums_of,
)
from shugi._fast.games.sichuan.win cimport (
    SC_CLAIM, SC_FANS, SC_OWN, SC_ROBBED, SichuanValue, SichuanWin, fan_doubles, kan_units, pay_by,
    sichuan_value, win_units,
)
from shugi._fast.rules.compile cimport Rules
from shugi._fast.text.case cimport (
    check_game, flags_on, kan_of, loser_of, number_of, ron_or_tsumo, rules_of, seats_named,
    winner_tiles,
)

from shugi._fast.games.sichuan.fields import SUITS
from shugi._fast.games.sichuan.win import FANS

NEEDED = "needed"
CASE = (  # key, form, default, meaning
    ("winner", "player", NEEDED, "who wins; players are numbered from 0 in turn order"),
    ("win_by", '"ron" or "tsumo"', NEEDED, "a discard or a robbed kan, or a draw"),
    ("loser", "player", "none", "whose tile was won on; needed by ron, none otherwise"),
    ("hand", "tiles", NEEDED, "the concealed tiles without the winning one: 123p555s77s"),
    ("win_tile", "tile", NEEDED, "the tile won on"),
    ("melds", "[[type, tiles], ...]", "[]", "pon, daiminkan, kakan, ankan"),
    ("void_suit", "m, p or s", "none", "the suit that the winner has named; none: not looked at"),
    ("won", "[player, ...]", "[]", "who has won before in this hand"),
    ("flags", "{flag: true}", "{}", "what happened around the win; the flags below"),
    ("options", "{option: value}", "{}", "rule options that differ"),
)
FLAGS = (  # flag, the way of winning that it needs, meaning
    ("chankan", "ron", "on the tile of an added kan"),
    ("claimed_on_kan", "ron", "on the discard that ended a turn with a kan"),
    ("rinshan", "tsumo", "on a supplement"),
    ("haitei", "tsumo", "with the last tile of the wall"),
    ("houtei", "ron", "on the discard after it"),
    ("first_draw", "tsumo", "Blessing: before the own first discard and any call or kan"),
    ("first_discard", "ron", "Blessing: on the dealer's first discard"),
)
KAN_KEYS = ("type", "seat", "from_seat", "won")


cdef int read_tiles(Rules rules, case, SichuanWin* win) except -1:
    codes, _, melds = winner_tiles(rules, case)
    for code in codes:
        win.kind[KIND_OF[<int>code]] += 1
    win.n_meld = len(melds)
    for i, (type_, meld) in enumerate(melds):
        win.meld_type[<int>i] = type_
        win.meld_kind[<int>i] = KIND_OF[<int>meld[0]]
    suit = case.get("void_suit")
    named = [number for number, name in SUITS.items() if name == suit]
    if not named:
        raise ValueError(f"void_suit must be m, p or s, not {suit!r}")
    win.void_suit = named[0]
    return 0


cdef int read_moment(case, win_by, SichuanWin* win) except -1:
    on = flags_on(case, FLAGS, win_by)
    if {"chankan", "claimed_on_kan"} <= on:
        raise ValueError("flags: a robbed kan is no discard; chankan or claimed_on_kan, not both")
    if win_by == "tsumo":
        win.source = SC_OWN
    else:
        win.source = SC_ROBBED if "chankan" in on else SC_CLAIM
    win.after_kan = "claimed_on_kan" in on or "rinshan" in on
    win.last_tile = "haitei" in on or "houtei" in on
    win.blessed = "first_draw" in on or "first_discard" in on
    return 0


cdef dict value_dict(const SichuanValue* value):
    cdef int i
    return {
        "fans": [
            [FANS[i][0], fan_doubles(value, i)] for i in range(<int>SC_FANS) if has(value.fans, i)
        ],
        "doubles": value.doubles,
        "doubles_before_cap": value.total,
    }


def score(Rules rules not None, case):
    cdef SichuanWin win
    cdef SichuanValue value
    cdef Ledger ledger
    cdef int winner, giver, payers, won
    rules = rules_of(rules, case, [row[0] for row in CASE], "won hand", "sichuan")
    win_by = ron_or_tsumo(case)
    winner = number_of(case, "winner", 0, rules.seats - 1)
    won = seats_named(rules, case.get("won", ()), "won")
    payers = ((1 << rules.seats) - 1) & ~(1 << winner | won)
    giver = loser_of(rules, case, winner, win_by == "tsumo")
    if giver != NOBODY:
        payers = 1 << giver
        if payers & won:
            raise ValueError("won: who has won plays no more, and is no loser")
    if has(won, winner):
        raise ValueError("won: the winner wins once in a hand")
    memset(&win, 0, sizeof(SichuanWin))
    read_tiles(rules, case, &win)
    read_moment(case, win_by, &win)
    sichuan_value(&rules.c, &win, &value)
    if not value.legal:
        return {"legal": False, "fans": [], "doubles": None, "doubles_before_cap": None,
                "points_delta": None, "ledger": []}
    ledger_clear(&ledger)
    pay_by(payers, REASON_WIN, winner, win_units(&rules.c, value.doubles, win_by == "tsumo"),
           value.doubles, &ledger)
    return {"legal": True, **value_dict(&value),
            "points_delta": sums_of(&rules.c, &ledger)[0], "ledger": lines_of(&rules.c, &ledger)}


def kan_payments(Rules rules not None, kans):
    cdef Ledger ledger
    cdef int type_, seat, giver, payers, won
    check_game(rules, "sichuan")
    ledger_clear(&ledger)
    for kan in kans:
        type_, seat, giver = kan_of(rules, kan, KAN_KEYS)
        won = seats_named(rules, kan.get("won", ()), "won")
        payers = ((1 << rules.seats) - 1) & ~(1 << seat | won) if giver == NOBODY else 1 << giver
        pay_by(payers, REASON_KAN, seat, rules.c.unit * kan_units(type_), type_, &ledger)
    return sums_of(&rules.c, &ledger)[0]
