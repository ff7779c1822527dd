# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat sees of Piquet beside the rows that the card games share.

What was declared is read off the public events alone, so that nothing else can be told.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from shugi._fast.games.piquet.table cimport (
    CATEGORIES, CAT_POINT, CAT_SEQUENCE, CAT_SETS, PQ_DECLARE, PQ_EXCHANGE, PQ_LATE, VERDICT_EQUAL,
    VERDICT_GOOD, VERDICT_NONE, VERDICT_NOT_GOOD, VERDICT_OPEN,
)
from shugi._fast.games.tricks.sets cimport put_cards
from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.card_actions cimport SEQUENCE, SET, run_length, run_top, set_count, set_rank
from shugi._fast.core.cards cimport (
    CARD_COUNTED, CARD_COUNTED_POINT, CARD_DECLARED, CARD_EQUAL, CARD_GOOD, CARD_LENGTH,
    CARD_NOTHING, CARD_NOT_GOOD, CARD_PIPS, CARD_PLACES, CARD_POINT, NO_SUIT, PiquetTable,
)
from shugi._fast.core.history cimport tokens
from shugi._fast.core.rules cimport GAME_PIQUET, POINT_RULE_OLD
from shugi._fast.core.sizes cimport HISTORY, NOBODY
from shugi._fast.core.state cimport State
cimport shugi._fast.view.card_global_at as global_at
cimport shugi._fast.view.card_plane_at as plane_at
from shugi._fast.games.tricks.seat_view cimport CARD_OPS, CardView, place_from, seat_from

cdef extern from *:
    """
    #define EACH_TOKEN UINT64_C(0x0001000100010001)
    """
    const uint64_t EACH_TOKEN

cdef enum:
    FIVE = 5                 # from here on a sequence counts ten more
    CATEGORY_ROOM = 16       # of CARD_LENGTH
    VERDICTS = 5
    TOPS = 3                 # what was said: cards of each category, then its top, then pips
    PIPS = 6


cdef inline int category_of(int action) noexcept nogil:
    return CAT_SETS if action >= SET else CAT_SEQUENCE


cdef inline int size_of(int action) noexcept nogil:
    return set_count(action - SET) if action >= SET else run_length(action - SEQUENCE)


cdef inline int top_of(int action) noexcept nogil:
    return set_rank(action - SET) if action >= SET else run_top(action - SEQUENCE)


cdef inline int worth_of(int action) noexcept nogil:
    cdef int size = size_of(action)
    if action >= SET:
        return 3 if size == 3 else 14
    return size if size < FIVE else size + 10


cdef void write_planes(const CardView* v, uint8_t* at) noexcept nogil:
    cdef const PiquetTable* t = &v.t.game.piquet
    cdef int i
    if v.acts:
        put_cards(at + plane_at.PICKED * CARD_PLACES, t.picked)
        put_cards(at + plane_at.ASKED * CARD_PLACES, t.asking)
    for i in range(<int>CATEGORIES):
        put_cards(at + (plane_at.OWN_SAID + i) * CARD_PLACES,
                  t.said[i].declared if v.seat == t.elder else t.said[i].answer)


cdef void write_globals(const CardView* v, float* at) noexcept nogil:
    cdef const PiquetTable* t = &v.t.game.piquet
    cdef int i, p
    for i in range(v.seats):
        p = seat_from(v, i)
        at[global_at.ELDER + i] = p == t.elder and (v.t.hand[p] | v.gone) != 0
        at[global_at.BLANK + i] = t.blank[p]
        at[global_at.MADE + i] = t.made[p]
        at[global_at.GAMES + i] = t.standing.wins[p]
        at[global_at.REPIC + i] = p == t.repic and t.repic != NOBODY
        at[global_at.PIC + i] = p == t.pic and t.pic != NOBODY
    at[global_at.BLANK_COUNT] = t.count
    at[global_at.TALON_UP] = t.opened
    if t.bound != NO_SUIT:
        at[global_at.BOUND + t.bound] = 1
    at[global_at.DEALS] = t.standing.hands
    at[global_at.EXTENSIONS] = t.standing.extensions
    at[global_at.LATE] = t.late
    if v.acts and v.t.stage == PQ_EXCHANGE:
        at[global_at.EXCHANGE] = t.least
        at[global_at.EXCHANGE + 1] = t.most
    if v.acts and PQ_DECLARE <= v.t.stage <= PQ_LATE:
        at[global_at.CATEGORY + t.speaking] = 1
    write_said(v, at)


cdef void write_said(const CardView* v, float* at) noexcept nogil:
    cdef int n = tokens(v.s)
    cdef int first = v.s.history_total % HISTORY if n == HISTORY else 0   # the oldest one
    told_in(v, v.s.history + first, n - first, at)
    told_in(v, v.s.history, first, at)


cdef void told_in(const CardView* v, const uint16_t* token, int n, float* at) noexcept nogil:
    # four at a time: most tell of a card played
    cdef uint64_t four, later
    cdef int i, k, event
    for i in range(0, n, 4):
        four = 0
        if n - i >= 4:
            memcpy(&four, token + i, 8)
        else:
            memcpy(&four, token + i, 2 * (n - i))
        # the bit above the event, where it is one that tells or a later one
        later = (four & EACH_TOKEN * 0x3F00) + EACH_TOKEN * (64 - CARD_POINT << 8)
        later &= EACH_TOKEN * 0x4000
        while later:
            k = i + (lowest(later) >> 4)
            later = without_lowest(later)
            event = token[k] >> 8 & 63
            if event <= CARD_COUNTED_POINT:
                tell(v, token[k] >> 14, event, token[k] & 255, at)


cdef void tell(const CardView* v, int p, int event, int code, float* at) noexcept nogil:
    cdef bint late = p != v.t.game.piquet.elder
    cdef bint pips = v.r.point_rule == POINT_RULE_OLD
    cdef float* said = at + (global_at.YOUNGER_CARDS if late else global_at.ELDER_CARDS)
    cdef float* told = at + global_at.TOLD + place_from(v, p)
    if event == CARD_POINT:
        said[<int>CAT_POINT] = code
        rule(at, CAT_POINT, VERDICT_OPEN)
    elif event == CARD_PIPS:
        said[PIPS] = code
        if pips:
            rule(at, CAT_POINT, VERDICT_OPEN)
    elif event == CARD_LENGTH:
        said[code // CATEGORY_ROOM] = code % CATEGORY_ROOM
        rule(at, code // CATEGORY_ROOM, VERDICT_OPEN)
    elif event == CARD_DECLARED:
        name(said, code)
        rule(at, category_of(code), VERDICT_OPEN)
    elif event == CARD_COUNTED:
        if said[TOPS + category_of(code)] == 0:  # the first one decided
            name(said, code)
        told[0] += worth_of(code)
    elif event == CARD_COUNTED_POINT:
        said[<int>PIPS if pips else <int>CAT_POINT] = code
        told[0] += point_worth(v, code)
    elif event == CARD_GOOD:
        rule(at, code, VERDICT_GOOD)
        if code == CAT_POINT:
            tell_point(v, at)
    elif event == CARD_NOT_GOOD:
        rule(at, code, VERDICT_NOT_GOOD)
    elif event == CARD_EQUAL:
        rule(at, code, VERDICT_EQUAL)
    elif event == CARD_NOTHING and not late:
        rule(at, code, VERDICT_NONE)


cdef inline int point_worth(const CardView* v, int code) noexcept nogil:
    return (code + 5) // 10 if v.r.point_rule == POINT_RULE_OLD else code


cdef void tell_point(const CardView* v, float* at) noexcept nogil:
    # the elder's, which needs no event of its own
    cdef const float* said = at + global_at.ELDER_CARDS
    cdef bint pips = v.r.point_rule == POINT_RULE_OLD
    cdef int code = <int>said[<int>PIPS if pips else <int>CAT_POINT]
    at[global_at.TOLD + place_from(v, v.t.game.piquet.elder)] += point_worth(v, code)


cdef void name(float* said, int action) noexcept nogil:
    said[category_of(action)] = size_of(action)
    said[TOPS + category_of(action)] = top_of(action) + 1


cdef void rule(float* at, int category, int verdict) noexcept nogil:
    cdef float* verdicts = at + global_at.VERDICT + VERDICTS * category
    verdicts[<int>VERDICT_OPEN] = verdict == VERDICT_OPEN
    verdicts[verdict] = 1


# ---- what lies open

cdef uint64_t held_openly(const State* s, int p) noexcept nogil:
    # of a blank hand that was shown, some cards may have been exchanged since
    return counted_openly(s, p) if s.cards.aside[p] else s.cards.shown[p]


cdef uint64_t counted_openly(const State* s, int p) noexcept nogil:
    # combinations that were counted and shown, after the exchange
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef uint64_t out = 0
    cdef int i
    if not s.rules.show_scored:
        return 0
    for i in range(<int>CATEGORIES):
        if (t.said[i].verdict == VERDICT_GOOD) == (p == t.elder):
            out |= t.said[i].counted
    return out


CARD_OPS[<int>GAME_PIQUET].held_openly = held_openly
CARD_OPS[<int>GAME_PIQUET].opens_aside = False
CARD_OPS[<int>GAME_PIQUET].first_stage = 0
CARD_OPS[<int>GAME_PIQUET].planes = write_planes
CARD_OPS[<int>GAME_PIQUET].globals_ = write_globals
