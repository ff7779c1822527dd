# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Piquet: declarations, answers, further combinations, and what of them becomes public."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from shugi._fast.core.bits cimport count
from shugi._fast.core.rules cimport (
    EXTRAS_ASK, POINT_RULE_COUNT, POINT_RULE_OLD, SEQUENCE_ANNOUNCE_LENGTH_THEN_TOP,
    SET_ANNOUNCE_COUNT_THEN_RANK,
)
from shugi._fast.games.piquet.partie cimport piquet_enter_declared, piquet_lead_point, piquet_table
from shugi._fast.games.piquet.points cimport (
    PIQUET_WHOLES, piquet_action, piquet_cards, piquet_further, piquet_least, piquet_offer,
    piquet_pips, piquet_strength, piquet_verdict,
)
from shugi._fast.games.piquet.table cimport (
    CATEGORIES, CAT_POINT, CAT_SEQUENCE, PQ_ANSWER, PQ_DECLARE, PQ_EXTRA, PQ_LATE, PQ_PLAY,
    VERDICT_EQUAL, VERDICT_GOOD, VERDICT_NONE, VERDICT_NOT_GOOD,
)
from shugi._fast.games.tricks.play cimport ask
from shugi._fast.core.card_actions cimport EXTRA_NO, EXTRA_YES, GOOD, NONE
from shugi._fast.core.cards cimport (
    CARD_COUNTED, CARD_COUNTED_POINT, CARD_DECLARED, CARD_EQUAL, CARD_GOOD, CARD_LENGTH,
    CARD_NOTHING, CARD_NOT_GOOD, CARD_PIPS, CARD_POINT, PiquetSaid, PiquetTable,
)
from shugi._fast.flow.turns cimport allow, record_event


cdef inline PiquetSaid* spoken_of(State* s) noexcept nogil:
    return &s.cards.game.piquet.said[s.cards.game.piquet.speaking]


# ---- what is announced

cdef void tell_declared(State* s) noexcept nogil:
    # a point's cards, or its pips where only they count; a sequence or set in full or in part
    cdef PiquetTable* t = piquet_table(s)
    cdef int category = t.speaking
    cdef uint64_t cards = t.said[category].declared
    if category == CAT_POINT and s.rules.point_rule == POINT_RULE_OLD:
        record_event(s, t.elder, CARD_PIPS, piquet_pips(cards))
    elif category == CAT_POINT:
        record_event(s, t.elder, CARD_POINT, count(cards))
    elif step_by_step(s, category):
        record_event(s, t.elder, CARD_LENGTH, 16 * category + count(cards))
    else:
        record_event(s, t.elder, CARD_DECLARED, piquet_action(category, cards))


cdef bint step_by_step(const State* s, int category) noexcept nogil:
    if category == CAT_SEQUENCE:
        return s.rules.sequence_announce == SEQUENCE_ANNOUNCE_LENGTH_THEN_TOP
    return s.rules.set_announce == SET_ANNOUNCE_COUNT_THEN_RANK


cdef void tell_rest(State* s) noexcept nogil:
    # the younger compares with as many cards: the pips, the top card or the rank must be told
    cdef PiquetTable* t = piquet_table(s)
    cdef PiquetSaid* said = spoken_of(s)
    if count(said.declared) != count(said.answer):
        return
    if t.speaking == CAT_POINT and s.rules.point_rule == POINT_RULE_COUNT:
        record_event(s, t.elder, CARD_PIPS, piquet_pips(said.declared))
    elif t.speaking != CAT_POINT and step_by_step(s, t.speaking):
        record_event(s, t.elder, CARD_DECLARED, piquet_action(t.speaking, said.declared))


cdef void count_combination(State* s, int p, uint64_t cards) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef int category = t.speaking
    cdef bint old = s.rules.point_rule == POINT_RULE_OLD
    t.said[category].counted |= cards
    if s.rules.show_scored:
        s.cards.shown[p] |= cards
    if category != CAT_POINT:
        record_event(s, p, CARD_COUNTED, piquet_action(category, cards))
    elif p != t.elder:
        record_event(s, p, CARD_COUNTED_POINT, piquet_pips(cards) if old else count(cards))


# ---- the elder declares, the younger answers

cdef void piquet_begin_talk(State* s) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    t.kept[0] = s.cards.hand[0]
    t.kept[1] = s.cards.hand[1]
    t.speaking = CAT_POINT
    ask(s, t.elder, PQ_DECLARE)


cdef void next_category(State* s) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    if t.late:
        next_late(s)
        return
    t.speaking += 1
    ask(s, t.elder, PQ_DECLARE if t.speaking < CATEGORIES else PQ_PLAY)


cdef void declare_choice(State* s) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef uint64_t hand = t.kept[t.elder]
    piquet_offer(s.rules, t.speaking, hand, piquet_least(s.rules, t.speaking, hand), s.legal)
    if t.speaking != CAT_POINT:
        allow(s, NONE)


cdef void declare_verb(State* s, int action) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef PiquetSaid* said = spoken_of(s)
    if action == NONE:
        said.verdict = VERDICT_NONE
        record_event(s, t.elder, CARD_NOTHING, t.speaking)
        next_category(s)
        return
    said.declared = piquet_cards(s.rules, t.kept[t.elder], action)
    tell_declared(s)
    ask(s, 1 - t.elder, PQ_ANSWER)


cdef void answer_choice(State* s) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef int32_t least = piquet_strength(s.rules, t.speaking, spoken_of(s).declared)
    piquet_offer(s.rules, t.speaking, t.kept[1 - t.elder], least, s.legal)
    allow(s, GOOD)


cdef void answer_verb(State* s, int action) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef PiquetSaid* said = spoken_of(s)
    cdef int younger = 1 - t.elder
    if action != GOOD:
        said.answer = piquet_cards(s.rules, t.kept[younger], action)
    said.verdict = <uint8_t>piquet_verdict(s.rules, t.speaking, said.declared, said.answer)
    if said.verdict == VERDICT_GOOD:
        record_event(s, younger, CARD_GOOD, t.speaking)
        begin_extras(s, t.elder, said.declared)
        return
    tell_rest(s)
    record_event(s, younger, CARD_EQUAL if said.verdict == VERDICT_EQUAL else CARD_NOT_GOOD,
                 t.speaking)
    next_category(s)


# ---- further combinations of who has won the category

cdef void begin_extras(State* s, int p, uint64_t deciding) noexcept nogil:
    count_combination(s, p, deciding)
    piquet_table(s).n_asked = 0
    next_extra(s, p)


cdef void next_extra(State* s, int p) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef PiquetSaid* said = spoken_of(s)
    cdef uint64_t[PIQUET_WHOLES] further
    cdef int n = piquet_further(
        s.rules, t.speaking, t.kept[p],
        said.declared if p == t.elder else said.answer, further)
    while t.n_asked < n:
        if s.rules.extras == EXTRAS_ASK:
            t.asking = further[t.n_asked]
            ask(s, p, PQ_EXTRA)
            return
        count_combination(s, p, further[t.n_asked])
        t.n_asked += 1
    t.asking = 0
    next_category(s)


cdef void extra_choice(State* s) noexcept nogil:
    allow(s, EXTRA_YES)
    allow(s, EXTRA_NO)


cdef void extra_verb(State* s, int action) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    if action == EXTRA_YES:
        count_combination(s, s.actor, t.asking)
    t.n_asked += 1
    next_extra(s, s.actor)


# ---- the younger, after the first lead

cdef void piquet_begin_late(State* s) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    t.late = 1
    t.speaking = CAT_POINT
    late_category(s)


cdef void next_late(State* s) noexcept nogil:
    piquet_table(s).speaking += 1
    late_category(s)


cdef void late_category(State* s) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef int younger = 1 - t.elder
    while t.speaking < CATEGORIES:
        if t.said[t.speaking].verdict == VERDICT_NONE:
            ask(s, younger, PQ_LATE)
            return
        if t.said[t.speaking].verdict == VERDICT_NOT_GOOD:
            begin_extras(s, younger, t.said[t.speaking].answer)
            return
        t.speaking += 1
    if not piquet_enter_declared(s):
        piquet_lead_point(s, t.elder, s.cards.trick[t.elder])
        ask(s, younger, PQ_PLAY)


cdef void late_choice(State* s) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    piquet_offer(s.rules, t.speaking, t.kept[1 - t.elder], 0, s.legal)
    allow(s, NONE)


cdef void late_verb(State* s, int action) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef PiquetSaid* said = spoken_of(s)
    if action == NONE:
        record_event(s, 1 - t.elder, CARD_NOTHING, t.speaking)
        next_late(s)
        return
    said.answer = piquet_cards(s.rules, t.kept[1 - t.elder], action)
    begin_extras(s, 1 - t.elder, said.answer)
