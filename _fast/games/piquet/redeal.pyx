# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing the hidden cards of Piquet again: what the other has said must still be so.

A hand fits when its owner can have announced the same, with the same answers open to the other;
can have answered as he did; has every combination that was counted; and, where it was shown or
claimed as a carte blanche, was one.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from shugi._fast.games.piquet.points cimport (
    PIQUET_HAND, PIQUET_WHOLES, piquet_action, piquet_blank, piquet_cards, piquet_further,
    piquet_least, piquet_offer, piquet_pips, piquet_strength, piquet_verdict, piquet_wholes,
)
from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.cards cimport NO_SUIT, PiquetSaid, PiquetTable, suit_cards, suit_of
from shugi._fast.core.rng cimport Rng, rng_below
from shugi._fast.core.rules cimport (
    EXTRAS_AUTO, GAME_PIQUET, POINT_RULE_COUNT, POINT_RULE_OLD, SEQUENCE_ANNOUNCE_LENGTH_THEN_TOP,
    SET_ANNOUNCE_COUNT_THEN_RANK, Rules,
)
from shugi._fast.core.state cimport State
from shugi._fast.games.piquet.table cimport (
    CATEGORIES, CAT_POINT, CAT_SEQUENCE, PQ_BLANK, PQ_EXCHANGE, PQ_EXTRA, VERDICT_GOOD,
    VERDICT_NONE,
)
from shugi._fast.games.tricks.seat_view cimport CARD_OPS

cdef enum:
    TALON = 24               # its first place in the wall


# ---- carte blanche

cdef uint64_t dealt_to(const State* s, int p) noexcept nogil:
    cdef int first = 0 if p == s.cards.game.piquet.elder else <int>PIQUET_HAND
    cdef uint64_t out = 0
    cdef int i
    for i in range(first, first + PIQUET_HAND):
        out |= bit(s.wall[i])
    return out


cdef bint blank_is_shown(const State* s, int p) noexcept nogil:
    return s.cards.game.piquet.blank[p] and not dealt_to(s, p) & ~s.cards.shown[p]


cdef bint blank_fits(const State* s, int p, const State* trial) noexcept nogil:
    cdef uint64_t held = trial.cards.hand[p] | trial.cards.aside[p] | s.cards.played[p]
    cdef uint64_t dealt = dealt_to(s, p)
    if blank_is_shown(s, p):
        return not dealt & ~held and not trial.cards.aside[p] & ~dealt
    if s.cards.game.piquet.blank[p] or (s.actor == p and s.cards.stage == PQ_BLANK):
        return piquet_blank(held)
    return True


# ---- words

cdef bint told_in_full(const State* s, int category) noexcept nogil:
    # the elder's declaration: a point's pips, a sequence's top card, the rank of a set
    cdef const PiquetSaid* said = &s.cards.game.piquet.said[category]
    cdef bint stepwise = s.rules.set_announce == SET_ANNOUNCE_COUNT_THEN_RANK
    if category == CAT_POINT:
        stepwise = s.rules.point_rule == POINT_RULE_COUNT
    elif category == CAT_SEQUENCE:
        stepwise = s.rules.sequence_announce == SEQUENCE_ANNOUNCE_LENGTH_THEN_TOP
    if not stepwise or (said.counted and category != CAT_POINT and said.verdict == VERDICT_GOOD):
        return True
    return said.answer != 0 and count(said.answer) == count(said.declared)


cdef bint sounds_like(const Rules* r, int category, bint full, uint64_t one,
                      uint64_t other) noexcept nogil:
    if category != CAT_POINT:
        if full:
            return piquet_action(category, one) == piquet_action(category, other)
        return count(one) == count(other)
    if r.point_rule == POINT_RULE_OLD:
        return piquet_pips(one) == piquet_pips(other)
    return count(one) == count(other) and (not full or piquet_pips(one) == piquet_pips(other))


cdef bint leaves_same_answers(const State* s, int category, uint64_t one,
                              uint64_t other) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef uint64_t[2] before
    cdef uint64_t[2] after
    cdef uint64_t hand = t.kept[1 - t.elder]
    memset(before, 0, sizeof(before))
    memset(after, 0, sizeof(after))
    piquet_offer(s.rules, category, hand, piquet_strength(s.rules, category, one), before)
    piquet_offer(s.rules, category, hand, piquet_strength(s.rules, category, other), after)
    return before[0] == after[0] and before[1] == after[1]


cdef bint may_declare(const State* s, int category, uint64_t hand, uint64_t cards) noexcept nogil:
    cdef const PiquetSaid* said = &s.cards.game.piquet.said[category]
    if not sounds_like(s.rules, category, told_in_full(s, category), said.declared, cards):
        return False
    if piquet_strength(s.rules, category, cards) < piquet_least(s.rules, category, hand):
        return False
    if not leaves_same_answers(s, category, said.declared, cards):
        return False
    if not said.answer:
        return True
    return piquet_verdict(s.rules, category, cards, said.answer) == said.verdict


cdef bint may_compare(const State* s, int category, uint64_t cards) noexcept nogil:
    # the younger's answer, hidden until he counts it
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef const PiquetSaid* said = &t.said[category]
    if said.verdict == VERDICT_NONE or said.counted:
        if not sounds_like(s.rules, category, False, said.answer, cards):
            return False
        if category != CAT_POINT and not sounds_like(s.rules, category, True, said.answer, cards):
            return False
    if said.verdict == VERDICT_NONE:
        return True
    if piquet_strength(s.rules, category, cards) < piquet_strength(
            s.rules, category, said.declared):
        return False
    if piquet_verdict(s.rules, category, said.declared, cards) != said.verdict:
        return False
    return (count(cards) == count(said.declared)) == (count(said.answer) == count(said.declared))


cdef uint64_t meant(const State* s, int p, int category, uint64_t hand) noexcept nogil:
    # a combination of the new hand that he may have spoken of; 0 none
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef uint64_t[PIQUET_WHOLES] whole
    cdef uint64_t old = t.said[category].declared if p == t.elder else t.said[category].answer
    cdef uint64_t named = 0
    cdef int i, n
    if s.rules.show_scored and (t.said[category].counted & old) == old:
        named = old if old == named_in(s.rules, category, hand, old) else 0
        return named if may_mean(s, p, category, hand, named) else 0
    if category != CAT_POINT:  # the same name, which may be that of a part
        named = piquet_cards(s.rules, hand, piquet_action(category, old))
        if named and may_mean(s, p, category, hand, named):
            return named
    n = piquet_wholes(s.rules, category, hand, whole)
    for i in range(n):
        if may_mean(s, p, category, hand, whole[i]):
            return whole[i]
    return 0


cdef uint64_t named_in(const Rules* r, int category, uint64_t hand, uint64_t cards) noexcept nogil:
    # what the name of a combination means in the hand
    if category == CAT_POINT:
        return hand & suit_cards(suit_of(lowest(cards)))
    return piquet_cards(r, hand, piquet_action(category, cards))


cdef bint may_mean(const State* s, int p, int category, uint64_t hand,
                   uint64_t cards) noexcept nogil:
    if not cards:
        return False
    if p == s.cards.game.piquet.elder:
        return may_declare(s, category, hand, cards)
    return may_compare(s, category, cards)


cdef uint64_t counted_again(const State* s, int category, uint64_t old, uint64_t deciding,
                            uint64_t hand) noexcept nogil:
    # combinations of the new hand with the names of those counted; 0: it lacks one
    cdef uint64_t[PIQUET_WHOLES] was
    cdef uint64_t[PIQUET_WHOLES] whole
    cdef uint64_t out = 0
    cdef int n_was = piquet_wholes(s.rules, category, old, was)
    cdef int n = piquet_wholes(s.rules, category, hand, whole)
    cdef int i, j
    cdef bint found
    if s.rules.show_scored:
        return old
    if category == CAT_POINT:
        return deciding
    for i in range(n_was):
        found = False
        if sounds_like(s.rules, category, True, was[i], deciding) and not out & deciding:
            out |= deciding
            continue
        for j in range(n):
            if not out & whole[j] and sounds_like(s.rules, category, True, was[i], whole[j]):
                out |= whole[j]
                found = True
                break
        if not found:
            return 0
    return out


cdef bint said_fits(const State* s, int p, int category, State* trial) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef const PiquetSaid* old = &t.said[category]
    cdef PiquetSaid* said = &trial.cards.game.piquet.said[category]
    cdef uint64_t hand = trial.cards.game.piquet.kept[p]
    cdef bint mine = (old.verdict == VERDICT_GOOD) == (p == t.elder)
    cdef uint64_t cards
    if not (old.declared if p == t.elder else old.answer):
        return True
    cards = meant(s, p, category, hand)
    if not cards:
        return False
    if p == t.elder:
        said.declared = cards
    else:
        said.answer = cards
    if not old.counted or not mine:
        return True
    said.counted = counted_again(s, category, old.counted, cards, hand)
    return said.counted and extras_fit(s, p, category, said.counted, cards, hand)


cdef bint extras_fit(const State* s, int p, int category, uint64_t counted, uint64_t deciding,
                     uint64_t hand) noexcept nogil:
    # counted at once, all of them are; else some may be kept back
    cdef uint64_t[PIQUET_WHOLES] further
    cdef uint64_t rest = counted & ~deciding
    cdef int i
    cdef int n = piquet_further(s.rules, category, hand, deciding, further)
    for i in range(n):
        if not further[i] & ~rest:
            rest &= ~further[i]
        elif s.rules.extras == EXTRAS_AUTO:
            return False
    return rest == 0


cdef bint asked_again(const State* s, int p, State* trial) noexcept nogil:
    # which one is in question is not told: the first of the new hand behind those counted
    cdef PiquetTable* t = &trial.cards.game.piquet
    cdef const PiquetSaid* said = &t.said[t.speaking]
    cdef uint64_t[PIQUET_WHOLES] further
    cdef uint64_t deciding = said.declared if p == t.elder else said.answer
    cdef int n = piquet_further(s.rules, t.speaking, t.kept[p], deciding, further)
    cdef int i
    t.n_asked = 0
    for i in range(n):
        if not further[i] & ~(said.counted & ~deciding):
            t.n_asked = <uint8_t>(i + 1)
    if t.n_asked >= n:
        return False
    t.asking = further[t.n_asked]
    return True


cdef bint fits(const State* s, int seat, State* trial) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int p = 1 - seat
    cdef uint64_t hand = trial.cards.hand[p] | s.cards.played[p]
    cdef int category
    trial.cards.game = s.cards.game
    if not blank_fits(s, p, trial):
        return False
    if s.actor == p and s.cards.stage == PQ_EXCHANGE:
        trial.cards.game.piquet.picked = 0
    if not t.kept[p]:
        return True
    trial.cards.game.piquet.kept[p] = hand
    if t.bound != NO_SUIT and p == t.elder and not hand & suit_cards(t.bound):
        return False
    for category in range(<int>CATEGORIES):
        if not said_fits(s, p, category, trial):
            return False
    return s.actor != p or s.cards.stage != PQ_EXTRA or asked_again(s, p, trial)


# ---- the talon

cdef void take_one(uint64_t* pool, uint64_t* taken, Rng* rng) noexcept nogil:
    cdef uint64_t left = pool[0]
    cdef int _n
    for _n in range(<int>rng_below(rng, count(left))):
        left = without_lowest(left)
    left &= ~(left - 1)
    pool[0] &= ~left
    taken[0] |= left


cdef void place_cards(State* trial, int first, int last, uint64_t cards,
                      uint64_t fixed) noexcept nogil:
    # in these places, but for those that hold fixed cards
    cdef int i
    cards &= ~fixed
    for i in range(first, last):
        if not has(fixed, trial.wall[i]) and cards:
            trial.wall[i] = <uint8_t>lowest(cards)
            cards = without_lowest(cards)


cdef void settle_talon(const State* s, int seat, State* trial, Rng* rng) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int p = 1 - seat
    cdef int first = 0 if p == t.elder else <int>PIQUET_HAND
    cdef int of_elder = count(s.cards.aside[t.elder]) if s.head > TALON else 0
    cdef int low = TALON if p == t.elder else TALON + of_elder
    cdef int high = min(TALON + of_elder, <int>s.head) if p == t.elder else <int>s.head
    cdef uint64_t held = trial.cards.hand[p] | s.cards.played[p]
    cdef uint64_t fixed = 0
    cdef uint64_t drawn, pool
    cdef int i
    if s.head < TALON:
        return
    for i in range(low, high):
        if has(s.cards.seen[seat], s.wall[i]):
            fixed |= bit(s.wall[i])
    drawn = fixed
    pool = held & ~fixed
    if blank_is_shown(s, p):
        pool &= ~dealt_to(s, p)
    while low + count(drawn) < high and pool:
        take_one(&pool, &drawn, rng)
    place_cards(trial, low, high, drawn, fixed)
    place_cards(trial, first, first + PIQUET_HAND,
                (held | trial.cards.aside[p]) & ~drawn, 0)
    trial.cards.seen[p] = 0
    for i in range(TALON, s.n_wall):
        if has(s.cards.seen[p], s.wall[i]):
            trial.cards.seen[p] |= bit(trial.wall[i])


CARD_OPS[<int>GAME_PIQUET].fits = fits
CARD_OPS[<int>GAME_PIQUET].settle = settle_talon
