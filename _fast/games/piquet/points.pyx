# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Piquet: what combinations are worth, in which order points count, who has won."""

from libc.string cimport memset

from shugi._fast.core.bits cimport add_in_words, bit, count, highest, without_lowest
from shugi._fast.core.card_actions cimport (
    POINT, SEQUENCE, SET, run_index, run_length, run_top, set_count, set_index, set_rank,
)
from shugi._fast.core.cards cimport CARD_SUITS, rank_of, suit_cards, suit_of
from shugi._fast.core.rules cimport (
    ELDER_POINT_ANY, EXTRAS_LIMIT_NONE, PLAY_POINTS_EVERY_CARD, POINT_RULE_OLD,
)
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.flow.ledger cimport (
    REASON_CARTE_BLANCHE, REASON_POINT, REASON_REPIC, REASON_SEQUENCE, REASON_SETS,
)
from shugi._fast.games.piquet.table cimport (
    CAT_POINT, CAT_SEQUENCE, CAT_SETS, VERDICT_EQUAL, VERDICT_GOOD, VERDICT_NONE, VERDICT_NOT_GOOD,
)

cdef enum:
    BLANK = 10
    REPIC = 60
    THIRTY = 30
    MORE_TRICKS = 10
    CAPOT = 40
    RUBICON = 100            # a loser below it pays both totals
    GAME_BONUS = 100

cdef int[CARD_RANKS] PIPS
PIPS = [6, 7, 8, 9, 10, 10, 10, 10, 11]
cdef uint8_t[CATEGORIES] REASON_OF
REASON_OF = [REASON_POINT, REASON_SEQUENCE, REASON_SETS]


# ---- cards

cdef bint piquet_blank(uint64_t hand) noexcept nogil:
    return hand & (rank_cards(5) | rank_cards(6) | rank_cards(7)) == 0


cdef int piquet_pips(uint64_t cards) noexcept nogil:
    cdef int rank
    cdef int sum = 0
    for rank in range(CARD_RANKS):
        sum += PIPS[rank] * count(cards & rank_cards(rank))
    return sum


cdef int piquet_talon(const Rules* r) noexcept nogil:
    return r.cards - 2 * PIQUET_HAND


cdef int piquet_left(const Rules* r, int elder_takes) noexcept nogil:
    return piquet_talon(r) - elder_takes


# ---- combinations

cdef int32_t piquet_strength(const Rules* r, int category, uint64_t cards) noexcept nogil:
    cdef int n = count(cards)
    if n == 0:
        return 0  # nothing is weaker than any combination
    if category == CAT_POINT:
        return piquet_pips(cards) + (0 if r.point_rule == POINT_RULE_OLD else 128 * n)
    return 16 * n + rank_of(highest(cards))


cdef int32_t piquet_worth(const Rules* r, int category, uint64_t cards) noexcept nogil:
    cdef uint64_t[PIQUET_WHOLES] part
    cdef int i, n
    cdef int32_t sum = 0
    if category == CAT_POINT:
        if r.point_rule == POINT_RULE_OLD:
            return (piquet_pips(cards) + 5) // 10
        return count(cards)
    for i in range(piquet_wholes(r, category, cards, part)):
        n = count(part[i])
        if category == CAT_SETS:
            sum += 14 if n == 4 else 3
        else:
            sum += n if n < 5 else n + 10
    return sum


cdef int suits_held(uint64_t hand, uint64_t* out) noexcept nogil:
    cdef int suit
    cdef int n = 0
    for suit in range(CARD_SUITS):
        if hand & suit_cards(suit):
            out[n] = hand & suit_cards(suit)
            n += 1
    return n


cdef int runs_held(uint64_t hand, uint64_t* out) noexcept nogil:
    cdef int suit, rank
    cdef uint64_t card, run
    cdef int n = 0
    for suit in range(CARD_SUITS):
        run = 0
        for rank in range(CARD_RANKS + 1):
            card = bit(CARD_RANKS * suit + rank)
            if rank < CARD_RANKS and hand & card:
                run |= card
                continue
            if count(run) >= 3:
                out[n] = run
                n += 1
            run = 0
    return n


cdef int sets_held(uint64_t hand, uint64_t* out) noexcept nogil:
    cdef int rank
    cdef int n = 0
    for rank in range(FROM_TEN, CARD_RANKS):
        if count(hand & rank_cards(rank)) >= 3:
            out[n] = hand & rank_cards(rank)
            n += 1
    return n


ctypedef int (*Finder)(uint64_t hand, uint64_t* out) noexcept nogil
cdef Finder[CATEGORIES] HELD
HELD[<int>CAT_POINT] = suits_held
HELD[<int>CAT_SEQUENCE] = runs_held
HELD[<int>CAT_SETS] = sets_held


cdef int piquet_wholes(const Rules* r, int category, uint64_t hand, uint64_t* out) noexcept nogil:
    cdef int n = HELD[category](hand, out)
    cdef int i, j
    cdef uint64_t one
    for i in range(1, n):
        one = out[i]
        j = i
        while j > 0 and (piquet_strength(r, category, out[j - 1])
                         < piquet_strength(r, category, one)):
            out[j] = out[j - 1]
            j -= 1
        out[j] = one
    return n


cdef int piquet_action(int category, uint64_t cards) noexcept nogil:
    cdef int top = highest(cards)
    if category == CAT_POINT:
        return POINT + suit_of(top)
    if category == CAT_SEQUENCE:
        return SEQUENCE + run_index(count(cards), rank_of(top))
    return SET + set_index(count(cards), rank_of(top))


cdef uint64_t find_run(const Rules* r, uint64_t hand, int length, int top) noexcept nogil:
    cdef uint64_t[PIQUET_WHOLES] whole
    cdef uint64_t cards
    cdef int suit, i
    cdef uint64_t part = 0
    cdef int n = runs_held(hand, whole)
    for suit in range(CARD_SUITS):
        cards = ((bit(length) - 1) << (top + 1 - length)) << (CARD_RANKS * suit)
        for i in range(n):
            if whole[i] == cards:
                return cards
        if part == 0 and hand & cards == cards:
            part = cards
    return part if r.partial_combinations else 0


cdef uint64_t find_set(const Rules* r, uint64_t hand, int wanted, int rank) noexcept nogil:
    cdef uint64_t cards = hand & rank_cards(rank)
    cdef int held = count(cards)
    if held == wanted:
        return cards
    if held < wanted or not r.partial_combinations:
        return 0
    return cards & ~bit(highest(cards))


cdef uint64_t piquet_cards(const Rules* r, uint64_t hand, int action) noexcept nogil:
    if POINT <= action < POINT + CARD_SUITS:
        return hand & suit_cards(action - POINT)
    if SEQUENCE <= action < SET:
        return find_run(r, hand, run_length(action - SEQUENCE), run_top(action - SEQUENCE))
    return find_set(r, hand, set_count(action - SET), set_rank(action - SET))


cdef void offer_one(const Rules* r, int category, uint64_t cards, int32_t least,
                    uint64_t* legal) noexcept nogil:
    cdef int action
    if piquet_strength(r, category, cards) >= least:
        action = piquet_action(category, cards)
        add_in_words(legal, action)


cdef void offer_parts(const Rules* r, int category, uint64_t whole, int32_t least,
                      uint64_t* legal) noexcept nogil:
    cdef uint64_t part
    if category == CAT_SETS:
        if count(whole) == 4:
            offer_one(r, category, without_lowest(whole), least, legal)
        return
    while count(whole) >= 3:   # from every lowest card ...
        part = whole
        while count(part) >= 3:  # ... up to every highest
            offer_one(r, category, part, least, legal)
            part &= ~bit(highest(part))
        whole = without_lowest(whole)


cdef void piquet_offer(const Rules* r, int category, uint64_t hand, int32_t least,
                       uint64_t* legal) noexcept nogil:
    cdef uint64_t[PIQUET_WHOLES] whole
    cdef int i
    for i in range(HELD[category](hand, whole)):
        offer_one(r, category, whole[i], least, legal)
        if r.partial_combinations and category != CAT_POINT:
            offer_parts(r, category, whole[i], least, legal)


cdef int32_t piquet_least(const Rules* r, int category, uint64_t hand) noexcept nogil:
    cdef uint64_t[PIQUET_WHOLES] suit
    cdef int32_t best
    if category != CAT_POINT or r.elder_point == ELDER_POINT_ANY:
        return 0
    piquet_wholes(r, CAT_POINT, hand, suit)
    best = piquet_strength(r, CAT_POINT, suit[0])
    return best if r.point_rule == POINT_RULE_OLD else best - best % 128


cdef int piquet_further(const Rules* r, int category, uint64_t hand, uint64_t deciding,
                        uint64_t* out) noexcept nogil:
    cdef uint64_t[PIQUET_WHOLES] whole
    cdef int32_t limit = piquet_strength(r, category, deciding)
    cdef int i
    cdef int n = 0
    if category == CAT_POINT:
        return 0
    for i in range(piquet_wholes(r, category, hand, whole)):
        if whole[i] & deciding:
            continue
        if r.extras_limit == EXTRAS_LIMIT_NONE or piquet_strength(r, category, whole[i]) <= limit:
            out[n] = whole[i]
            n += 1
    return n


cdef int piquet_verdict(const Rules* r, int category, uint64_t declared,
                        uint64_t answer) noexcept nogil:
    if declared == 0:
        return VERDICT_NONE
    if answer == 0:
        return VERDICT_GOOD
    if piquet_strength(r, category, declared) == piquet_strength(r, category, answer):
        return VERDICT_EQUAL
    return VERDICT_NOT_GOOD


# ---- the order of scoring

cdef int piquet_thirty(const int32_t* totals) noexcept nogil:
    cdef int i
    for i in range(2):
        if totals[i] >= THIRTY and totals[1 - i] == 0:
            return i
    return NOBODY


cdef void enter(PiquetDeclared* out, int reason, int32_t elder, int32_t younger,
                int32_t* totals) noexcept nogil:
    cdef PiquetEntry* entry = &out.entry[out.n]
    entry.reason = <uint8_t>reason
    entry.points[0] = elder
    entry.points[1] = younger
    totals[0] += elder
    totals[1] += younger
    out.n += 1


cdef void piquet_declared(const uint8_t* blank, const int32_t* worth,
                          PiquetDeclared* out) noexcept nogil:
    cdef int32_t[2] totals
    cdef int i
    memset(out, 0, sizeof(PiquetDeclared))
    totals[0] = totals[1] = 0
    out.repic = NOBODY
    enter(out, REASON_CARTE_BLANCHE, BLANK if blank[0] else 0, BLANK if blank[1] else 0, totals)
    for i in range(<int>CATEGORIES):
        enter(out, REASON_OF[i], worth[2 * i], worth[2 * i + 1], totals)
        if out.repic == NOBODY:
            out.repic = <uint8_t>piquet_thirty(totals)
            if out.repic != NOBODY:
                enter(out, REASON_REPIC, REPIC if out.repic == 0 else 0,
                      REPIC if out.repic == 1 else 0, totals)


cdef int piquet_decided(int target, const int32_t* before, const PiquetDeclared* declared,
                        int* entries) noexcept nogil:
    cdef int32_t[2] totals
    cdef int i
    cdef int winner = NOBODY
    totals[0] = before[0]
    totals[1] = before[1]
    entries[0] = declared.n
    if target == 0:
        return NOBODY
    for i in range(declared.n):
        totals[0] += declared.entry[i].points[0]
        totals[1] += declared.entry[i].points[1]
        # a repic belongs to the category that makes it
        if i + 1 < declared.n and declared.entry[i + 1].reason == REASON_REPIC:
            continue
        winner = piquet_reached(target, totals)
        if winner != NOBODY:
            entries[0] = i + 1
            break
    return winner


# ---- the play

cdef bint piquet_scores(const Rules* r, int card) noexcept nogil:
    return r.play_points == PLAY_POINTS_EVERY_CARD or rank_of(card) >= FROM_TEN


cdef bint piquet_last(const Rules* r, int card, bint capot) noexcept nogil:
    if capot and not r.capot_last_point:
        return False
    return not r.last_trick_needs_ten or rank_of(card) >= FROM_TEN


cdef void piquet_tricks(const int32_t* tricks, int32_t* out) noexcept nogil:
    cdef int winner
    if tricks[0] == tricks[1]:
        return
    winner = 0 if tricks[0] > tricks[1] else 1
    out[winner] += CAPOT if tricks[1 - winner] == 0 else MORE_TRICKS


# ---- ends

cdef int piquet_reached(int target, const int32_t* totals) noexcept nogil:
    if totals[0] == totals[1] or (totals[0] < target and totals[1] < target):
        return NOBODY
    return 0 if totals[0] > totals[1] else 1


cdef int32_t piquet_settlement(const int32_t* totals) noexcept nogil:
    cdef int32_t low = min(totals[0], totals[1])
    cdef int32_t high = max(totals[0], totals[1])
    if low == high:
        return 0
    return (high + low if low < RUBICON else high - low) + GAME_BONUS
