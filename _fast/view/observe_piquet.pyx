# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat sees of Piquet beside the rows that the card games share.

What was declared is read off the public events alone, so that nothing else can be told.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy

from shugi._fast.cards.sets cimport put_cards
from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.card_actions cimport SEQUENCE, SET, run_length, run_top, set_count, set_rank
from shugi._fast.core.cards cimport (
    CARD_COUNTED, CARD_COUNTED_POINT, CARD_DECLARED, CARD_EQUAL, CARD_GOOD, CARD_LENGTH,
    CARD_NOTHING, CARD_NOT_GOOD, CARD_PIPS, CARD_PLACES, CARD_POINT, CATEGORIES, CAT_POINT,
    CAT_SEQUENCE, CAT_SETS, NO_SUIT, PQ_DECLARE, PQ_EXCHANGE, PQ_LATE, VERDICT_EQUAL, VERDICT_GOOD,
    VERDICT_NONE, VERDICT_NOT_GOOD, VERDICT_OPEN, PiquetTable,
)
from shugi._fast.core.history cimport tokens
from shugi._fast.core.rules cimport POINT_RULE_OLD
from shugi._fast.core.sizes cimport HISTORY, NOBODY
from shugi._fast.view.sight_cards cimport place_from, seat_from

cdef extern from *:
    """
    #define EACH_TOKEN UINT64_C(0x0001000100010001)
    """
    const uint64_t EACH_TOKEN

cdef enum:
    FIVE = 5                 # from here on a sequence counts ten more
    CATEGORY_ROOM = 16       # of CARD_LENGTH
    VERDICTS = 5
    VERDICT_AT = 32          # places in the block
    SAID_AT = 47             # cards and top of each category, then pips; elder, younger
    SAID = 7
    TOLD_AT = 61


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


cdef void write_piquet_cards(const CardSight* v, uint8_t* at) noexcept nogil:
    cdef const PiquetTable* t = &v.t.game.piquet
    cdef int i
    if not v.r.exchanges:
        return
    if v.acts:
        put_cards(at, t.picked)
        put_cards(at + CARD_PLACES, t.asking)
    for i in range(<int>CATEGORIES):
        put_cards(at + (2 + i) * CARD_PLACES,
                  t.said[i].declared if v.seat == t.elder else t.said[i].answer)


cdef void write_piquet(const CardSight* v, float* at) noexcept nogil:
    cdef const PiquetTable* t = &v.t.game.piquet
    cdef int i, p
    if not v.r.exchanges:
        return
    for i in range(v.seats):
        p = seat_from(v, i)
        at[i] = p == t.elder and (v.t.hand[p] | v.gone) != 0
        at[3 + i] = t.blank[p]
        at[6 + i] = t.made[p] / <float>30
        at[9 + i] = t.standing.wins[p] / <float>2
        at[12 + i] = p == t.repic and t.repic != NOBODY
        at[15 + i] = p == t.pic and t.pic != NOBODY
    at[18] = t.count / <float>8
    at[19] = t.opened
    if t.bound != NO_SUIT:
        at[20 + t.bound] = 1
    at[24] = t.standing.hands / <float>6
    at[25] = t.standing.extensions / <float>5
    at[26] = t.late
    if v.acts and v.t.stage == PQ_EXCHANGE:
        at[27] = t.least / <float>8
        at[28] = t.most / <float>8
    if v.acts and PQ_DECLARE <= v.t.stage <= PQ_LATE:
        at[29 + t.speaking] = 1
    write_said(v, at)


cdef void write_said(const CardSight* v, float* at) noexcept nogil:
    cdef int n = tokens(v.s)
    cdef int first = v.s.history_total % HISTORY if n == HISTORY else 0   # the oldest one
    told_in(v, v.s.history + first, n - first, at)
    told_in(v, v.s.history, first, at)


cdef void told_in(const CardSight* v, const uint16_t* token, int n, float* at) noexcept nogil:
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


cdef void tell(const CardSight* v, int p, int event, int code, float* at) noexcept nogil:
    cdef bint late = p != v.t.game.piquet.elder
    cdef bint pips = v.r.point_rule == POINT_RULE_OLD
    cdef float* said = at + SAID_AT + (SAID if late else 0)
    cdef float* told = at + TOLD_AT + place_from(v, p)
    if event == CARD_POINT:
        said[<int>CAT_POINT] = code / <float>8
        rule(at, CAT_POINT, VERDICT_OPEN)
    elif event == CARD_PIPS:
        said[6] = code / <float>80
        if pips:
            rule(at, CAT_POINT, VERDICT_OPEN)
    elif event == CARD_LENGTH:
        said[code // CATEGORY_ROOM] = (code % CATEGORY_ROOM) / <float>8
        rule(at, code // CATEGORY_ROOM, VERDICT_OPEN)
    elif event == CARD_DECLARED:
        name(said, code)
        rule(at, category_of(code), VERDICT_OPEN)
    elif event == CARD_COUNTED:
        if said[3 + category_of(code)] == 0:  # the first one decided
            name(said, code)
        told[0] += worth_of(code) / <float>30
    elif event == CARD_COUNTED_POINT:
        said[6 if pips else <int>CAT_POINT] = code / <float>(80 if pips else 8)
        told[0] += point_worth(v, code) / <float>30
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


cdef inline int point_worth(const CardSight* v, int code) noexcept nogil:
    return (code + 5) // 10 if v.r.point_rule == POINT_RULE_OLD else code


cdef void tell_point(const CardSight* v, float* at) noexcept nogil:
    # the elder's, which needs no event of its own
    cdef const float* said = at + SAID_AT
    cdef bint pips = v.r.point_rule == POINT_RULE_OLD
    cdef int code = <int>(said[6] * 80 + 0.5 if pips else said[<int>CAT_POINT] * 8 + 0.5)
    at[TOLD_AT + place_from(v, v.t.game.piquet.elder)] += point_worth(v, code) / <float>30


cdef void name(float* said, int action) noexcept nogil:
    said[category_of(action)] = size_of(action) / <float>8
    said[3 + category_of(action)] = (top_of(action) + 1) / <float>9


cdef void rule(float* at, int category, int verdict) noexcept nogil:
    cdef float* verdicts = at + VERDICT_AT + VERDICTS * category
    verdicts[<int>VERDICT_OPEN] = verdict == VERDICT_OPEN
    verdicts[verdict] = 1


# name, size, scale, meaning
PIQUET_ROWS = [
    ("elder", 3, 1, "who is the elder"),
    ("blank", 3, 1, "claimed a carte blanche, by seat"),
    ("made", 3, 30, "points entered in this hand, by seat"),
    ("games", 3, 2, "games of the match won, by seat"),
    ("repic", 3, 1, "whose repic it is"),
    ("pic", 3, 1, "whose pic it is"),
    ("blank_count", 1, 8, "cards that the blank elder will exchange"),
    ("talon_up", 1, 1, "what is left of the talon lies open"),
    ("bound", 4, 1, "suit of the first lead, named when it was opened: C H S D"),
    ("deals", 1, 6, "hands of this game or six deals that are over"),
    ("extensions", 1, 5, "pairs of deals added to the six"),
    ("late", 1, 1, "the first card is led: the younger counts, or has counted"),
    ("exchange", 2, 8, "least and most cards of the own exchange; if deciding"),
    ("category", 3, 1, "point, sequence or sets is spoken of; if deciding"),
    ("verdict", 15, 1, "by category: declared and open, nothing declared, good, not good, equal"),
    ("elder_cards", 3, 8, "by category: cards of what the elder declared, as far as told"),
    ("elder_top", 3, 9, "by category: its top card or rank plus one (6 = 0)"),
    ("elder_pips", 1, 80, "pips of his point"),
    ("younger_cards", 3, 8, "by category: cards of what the younger counted"),
    ("younger_top", 3, 9, "by category: its top card or rank plus one"),
    ("younger_pips", 1, 80, "pips of his point"),
    ("told", 3, 30, "points of the declarations counted aloud, by seat"),
]
PIQUET_PLANES = [
    ("picked", 1, 1, "own cards picked so far for the exchange"),
    ("asked", 1, 1, "cards of the further combination that is asked about"),
    ("own_said", 3, 1, "cards of what the own seat declared or compared, by category"),
]
