# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The ranges of a state's single fields: what is used as an index or a count can be trusted."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from shugi._fast.check.flaw cimport (
    FLAW_FIELD, FLAW_HISTORY, FLAW_KINDS, FLAW_LEDGER, FLAW_MONEY, NO_SEAT, flawed,
)
from shugi._fast.core.cards cimport CARD_SHOWN
from shugi._fast.core.history cimport token_ago, token_event, token_seat, tokens
from shugi._fast.core.rules cimport PAO, Rules
from shugi._fast.core.sizes cimport (
    ACTIONS, ASIDE, CODES, INDICATORS, KINDS, LEDGER, MELDS, NOBODY, RIVER, SEATS, WALL,
)
from shugi._fast.core.state cimport EVENT_ATAMA, PHASE_CARDS, RIICHI_OPEN, Line, Seat
from shugi._fast.flow.ledger cimport is_reason
from shugi._fast.regional.xiamen.play cimport OFFERS

cdef enum:
    MONEY = 100_000_000      # points or chips: sums of a few of them stay in 32 bits
    HANDS = 0x7FFFFFFF       # hands of a game
    EVENTS = 0x7FFFFFFF      # events of a hand
    SEAT = -1                # the greatest value is that of a seat
    SEAT_SET = -2            # ... of a set of seats

cdef struct Bound:
    int place
    int count
    int most                 # or SEAT, SEAT_SET
    bint none                # 255 stands for no tile, or nobody

# Where each field lies: offsets into structs that are never read.
cdef State _s
cdef Seat _t

# name, place, values, the greatest, whether 255 may stand for none
_STATE_ROWS = [
    ("phase", <size_t>&_s.phase, 1, PHASE_CARDS, False),
    ("actor", <size_t>&_s.actor, 1, SEAT, False),
    ("status", <size_t>&_s.status, 1, 2, False),
    ("dealer", <size_t>&_s.dealer, 1, SEAT, False),
    ("hand_over", <size_t>&_s.hand_over, 1, 1, False),
    ("wall", <size_t>&_s.wall, WALL, CODES - 1, False),
    ("n_wall", <size_t>&_s.n_wall, 1, WALL, False),
    ("head", <size_t>&_s.head, 1, WALL, False),
    ("tail", <size_t>&_s.tail, 1, WALL, False),
    ("n_rinshan", <size_t>&_s.n_rinshan, 1, WALL, False),
    ("n_indicator", <size_t>&_s.n_indicator, 1, INDICATORS, False),
    ("kans_pending", <size_t>&_s.kans_pending, 1, 16, False),
    ("n_kan", <size_t>&_s.n_kan, 1, 16, False),
    ("turn", <size_t>&_s.turn, 1, SEAT, False),
    ("drawn", <size_t>&_s.drawn, 1, CODES - 1, True),
    ("drawn_rinshan", <size_t>&_s.drawn_rinshan, 1, 1, False),
    ("rinshan_yaku", <size_t>&_s.rinshan_yaku, 1, 1, False),
    ("discard", <size_t>&_s.discard, 1, CODES - 1, True),
    ("discarder", <size_t>&_s.discarder, 1, SEAT, True),
    ("robbing", <size_t>&_s.robbing, 1, 16, False),
    ("declaring", <size_t>&_s.declaring, 1, RIICHI_OPEN, False),
    ("verb", <size_t>&_s.verb, 1, ACTIONS - 1, False),
    ("arg", <size_t>&_s.arg, 1, CODES - 1, True),
    ("need", <size_t>&_s.need, 1, 4, False),
    ("chosen", <size_t>&_s.chosen, 4, CODES - 1, True),
    ("n_chosen", <size_t>&_s.n_chosen, 1, 4, False),
    ("asked", <size_t>&_s.asked, 1, SEAT_SET, False),
    ("answer", <size_t>&_s.answer, SEATS, ACTIONS - 1, False),
    ("option", <size_t>&_s.option, SEATS, 255, False),
    ("pocchi", <size_t>&_s.pocchi, 1, CODES - 1, True),
    ("ura_shown", <size_t>&_s.ura_shown, 1, 1, False),
    ("reveal_as", <size_t>&_s.reveal_as, SEATS, CODES - 1, True),
    ("paying", <size_t>&_s.paying, 1, SEAT_SET, False),
    ("paying_by", <size_t>&_s.paying_by, 1, 2, False),
    ("first_dealer", <size_t>&_s.first_dealer, 1, SEAT, False),
    ("last_winner", <size_t>&_s.last_winner, 1, SEAT, True),
    ("want_expected", <size_t>&_s.want_expected, 1, 1, False),
    ("after", <size_t>&_s.after, SEATS, SEAT, False),
    ("resting", <size_t>&_s.resting, 1, SEAT, True),
    ("indicator", <size_t>&_s.indicator, 1, KINDS - 1, True),
    ("wild_kind", <size_t>&_s.wild_kind, 1, KINDS - 1, True),
    ("offer", <size_t>&_s.offer, 1, OFFERS - 1, False),
    ("float_round", <size_t>&_s.float_round, 1, SEAT, True),
    ("first_discard", <size_t>&_s.first_discard, 1, 1, False),
    ("series", <size_t>&_s.series, 1, 16, False),
    ("kan_discard", <size_t>&_s.kan_discard, 1, 1, False),
    ("first_discloser", <size_t>&_s.first_discloser, 1, SEAT, True),
    ("last_draws", <size_t>&_s.last_draws, 1, 4, False),
    ("dice", <size_t>&_s.dice, 2, 6, False),
    ("last.how", <size_t>&_s.last.how, 1, 4, False),
    ("last.by", <size_t>&_s.last.by, 1, 2, False),
    ("last.winners", <size_t>&_s.last.winners, 1, SEAT_SET, False),
    ("last.tenpai", <size_t>&_s.last.tenpai, 1, SEAT_SET, False),
    ("last.loser", <size_t>&_s.last.loser, 1, SEAT, True),
    ("last.riichi", <size_t>&_s.last.riichi, SEATS, RIICHI_OPEN, False),
    ("last.melds", <size_t>&_s.last.melds, SEATS, MELDS, False),
    ("last.turns", <size_t>&_s.last.turns, SEATS, RIVER, False),
]
_SEAT_ROWS = [
    ("n_meld", <size_t>&_t.n_meld, 1, MELDS, False),
    ("n_river", <size_t>&_t.n_river, 1, RIVER, False),
    ("n_aside", <size_t>&_t.n_aside, 1, ASIDE, False),
    ("river", <size_t>&_t.river, RIVER, CODES - 1, False),
    ("aside", <size_t>&_t.aside, ASIDE, CODES - 1, False),
    ("riichi", <size_t>&_t.riichi, 1, RIICHI_OPEN, False),
    ("riichi_at", <size_t>&_t.riichi_at, 1, RIVER - 1, True),
    ("double_riichi", <size_t>&_t.double_riichi, 1, 1, False),
    ("ippatsu", <size_t>&_t.ippatsu, 1, 1, False),
    ("furiten", <size_t>&_t.furiten, 1, 7, False),
    ("closed", <size_t>&_t.closed, 1, 1, False),
    ("first_turn", <size_t>&_t.first_turn, 1, 1, False),
    ("kuikae", <size_t>&_t.kuikae, 1, KINDS - 1, True),
    ("kuikae_end", <size_t>&_t.kuikae_end, 1, KINDS - 1, True),
    ("pao", <size_t>&_t.pao, PAO, SEAT, True),
    ("marker", <size_t>&_t.marker, 1, 1, False),
    ("wild", <size_t>&_t.wild, 1, 8, False),
    ("furiten_riichi", <size_t>&_t.furiten_riichi, 1, 1, False),
    ("floats", <size_t>&_t.floats, 1, 4, False),
    ("kan_streak", <size_t>&_t.kan_streak, 1, 16, False),
    ("forfeited", <size_t>&_t.forfeited, 1, 1, False),
    ("honour_run", <size_t>&_t.honour_run, 1, RIVER, True),
    ("fed", <size_t>&_t.fed, SEATS, RIVER, False),
    ("kan_tiles", <size_t>&_t.kan_tiles, 1, 8, False),
    ("wild_kans", <size_t>&_t.wild_kans, 1, 4, False),
    ("n_claims", <size_t>&_t.n_claims, 1, 4, False),
    ("claim_from", <size_t>&_t.claim_from, 4, SEAT, False),
    ("claim_floats", <size_t>&_t.claim_floats, 4, 4, False),
    ("claim_kans", <size_t>&_t.claim_kans, 4, 16, False),
]
FIELD_NAMES = [row[0] for row in _STATE_ROWS + _SEAT_ROWS]

cdef enum:
    ROOM = 96

cdef Bound[ROOM] bound
cdef int state_bounds = 0
cdef int bounds = 0


def _fill():
    global state_bounds, bounds
    assert len(FIELD_NAMES) <= ROOM
    for start, rows in ((<size_t>&_s, _STATE_ROWS), (<size_t>&_t, _SEAT_ROWS)):
        for _, place, count, most, none in rows:
            bound[bounds].place = place - start
            bound[bounds].count = count
            bound[bounds].most = most
            bound[bounds].none = none
            bounds += 1
    state_bounds = len(_STATE_ROWS)


_fill()


cdef bint is_within(const Rules* r, const uint8_t* base, const Bound* b) noexcept nogil:
    cdef int most = b.most
    cdef int i
    if most == SEAT:
        most = r.seats - 1
    elif most == SEAT_SET:
        most = (1 << r.seats) - 1
    for i in range(b.count):
        if base[b.place + i] > most and not (b.none and base[b.place + i] == NOBODY):
            return False
    return True


cdef bint bytes_flaw(const State* s, int p, Fault* out) noexcept nogil:
    # of the state itself, or of a seat
    cdef bint whole = p == NO_SEAT
    cdef const uint8_t* base = <const uint8_t*>s if whole else <const uint8_t*>&s.seat[p]
    cdef int i
    for i in range(0 if whole else state_bounds, state_bounds if whole else bounds):
        if not is_within(s.rules, base, &bound[i]):
            out.row = i
            return flawed(out, FLAW_FIELD, p)
    return False


cdef inline bint is_money(int32_t amount) noexcept nogil:
    return -MONEY <= amount <= MONEY


cdef bint money_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int p
    if s.hand_no > HANDS or not 0 <= s.stay_sum <= MONEY:
        return flawed(out, FLAW_MONEY, NO_SEAT)
    for p in range(s.rules.seats):
        if not (is_money(s.seat[p].score) and is_money(s.seat[p].chips)
                and is_money(s.points_since[p]) and is_money(s.chips_since[p])
                and -MONEY <= s.expected_since[p] <= MONEY):
            return flawed(out, FLAW_MONEY, p)
    return False


cdef bint kinds_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const Seat* seat
    cdef uint64_t kinds
    cdef int p
    for p in range(s.rules.seats):
        seat = &s.seat[p]
        kinds = (seat.waits | seat.discarded | seat.blocked | seat.passed | seat.missed_win
                 | seat.missed_call)
        if kinds >> KINDS:
            return flawed(out, FLAW_KINDS, p)
    return False


cdef inline bint is_party(const Rules* r, int seat) noexcept nogil:
    return seat < r.seats or seat == NOBODY


cdef bint ledger_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const Line* line
    cdef int i
    if not 0 <= s.ledger.n <= LEDGER:
        return flawed(out, FLAW_LEDGER, NO_SEAT)
    for i in range(s.ledger.n):
        line = &s.ledger.line[i]
        if not is_money(line.amount):
            return flawed(out, FLAW_LEDGER, NO_SEAT)
        if not is_reason(s.rules, line.reason):
            return flawed(out, FLAW_LEDGER, NO_SEAT)
        if not is_party(s.rules, line.payer) or not is_party(s.rules, line.payee):
            return flawed(out, FLAW_LEDGER, NO_SEAT)
    return False


cdef bint is_event(const Rules* r, int token) noexcept nogil:
    cdef bint cards = r.plays_cards != 0
    cdef int last = <int>CARD_SHOWN if cards else <int>EVENT_ATAMA
    if token_seat(token) >= r.seats or not 0 < token_event(token) <= last:
        return False
    return cards or token & 255 < CODES


cdef bint history_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int i
    if s.history_total > EVENTS:
        return flawed(out, FLAW_HISTORY, NO_SEAT)
    for i in range(tokens(s)):
        if not is_event(s.rules, token_ago(s, i)):
            return flawed(out, FLAW_HISTORY, NO_SEAT)
    return False


cdef bint fields_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int p
    if bytes_flaw(s, NO_SEAT, out):
        return True
    for p in range(s.rules.seats):
        if bytes_flaw(s, p, out):
            return True
    return (money_flaw(s, out) or kinds_flaw(s, out) or ledger_flaw(s, out)
            or history_flaw(s, out))
