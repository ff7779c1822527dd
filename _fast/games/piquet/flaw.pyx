# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What each stage of Piquet takes for granted."""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.check.flaw cimport (
    FLAW_DECLARED, FLAW_EXCHANGE, FLAW_PACK, FLAW_STAGE, FLAW_TURN, NO_SEAT, Fault, flawed,
)
from shugi._fast.check.flaw_ops cimport FLAW_OPS
from shugi._fast.core.bits cimport count, highest
from shugi._fast.core.card_actions cimport POINT, RUN_CLASSES, SEQUENCE, SET, SET_CLASSES
from shugi._fast.core.cards cimport (
    CARD_SUITS, CATEGORIES, CAT_POINT, CAT_SEQUENCE, NO_SUIT, PQ_ANSWER, PQ_BLANK, PQ_COUNT,
    PQ_DECLARE, PQ_EXCHANGE, PQ_EXTRA, PQ_LATE, PQ_LOOK, PQ_OPEN, PQ_PLAY, PQ_SEAT, PQ_STAGES,
    VERDICT_EQUAL, VERDICT_GOOD, VERDICT_NONE, VERDICT_OPEN, CardTable, PiquetSaid, PiquetTable,
)
from shugi._fast.core.rules cimport GAME_PIQUET
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport PHASE_OVER, State
from shugi._fast.games.piquet.points cimport (
    PIQUET_HAND, PIQUET_WHOLES, piquet_blank, piquet_cards, piquet_further, piquet_verdict,
)
from shugi._fast.games.tricks.flaw cimport cards_flaw, plays_flaw

cdef enum:
    MADE = 1000              # points of a hand


# ---- the table

cdef bint piquet_fields_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int p
    if s.cards.stage >= PQ_STAGES or t.elder > 1 or t.speaking > CATEGORIES:
        return flawed(out, FLAW_STAGE, NO_SEAT)
    if t.opened > 1 or t.late > 1 or t.standing.seated > 1 or t.n_asked > PIQUET_WHOLES:
        return flawed(out, FLAW_STAGE, NO_SEAT)
    if t.bound >= CARD_SUITS and t.bound != NO_SUIT:
        return flawed(out, FLAW_STAGE, NO_SEAT)
    for p in range(2):
        if t.blank[p] > 1 or not -MADE <= t.made[p] <= MADE:
            return flawed(out, FLAW_STAGE, p)
    if (t.repic > 1 and t.repic != NOBODY) or (t.pic > 1 and t.pic != NOBODY):
        return flawed(out, FLAW_STAGE, NO_SEAT)
    return False


cdef bint hands_flaw(const State* s, Fault* out) noexcept nogil:
    # twelve cards each; a blank elder exchanges after the younger, who draws after him
    cdef const CardTable* t = &s.cards
    cdef const PiquetTable* own = &t.game.piquet
    cdef int p, n
    for p in range(2):
        n = count(t.hand[p]) + count(t.played[p])
        if own.count and p != own.elder and t.stage == PQ_EXCHANGE and s.actor == own.elder:
            n += count(t.aside[p])
        if n != (0 if t.stage == PQ_SEAT else PIQUET_HAND):
            return flawed(out, FLAW_PACK, p)
        if t.stage > PQ_OPEN and own.kept[p] & ~(t.hand[p] | t.played[p]):
            return flawed(out, FLAW_PACK, p)
        if PQ_DECLARE <= t.stage <= PQ_LATE and own.kept[p] != t.hand[p] | t.played[p]:
            return flawed(out, FLAW_PACK, p)
    return False


# ---- the exchange

cdef int due_cards(const State* s) noexcept nogil:
    # cards of the talon that are promised to who does not exchange now
    cdef const PiquetTable* t = &s.cards.game.piquet
    if not t.count:
        return 0
    return count(s.cards.aside[1 - t.elder]) if s.actor == t.elder else t.count


cdef bint exchange_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef uint64_t above = s.cards.hand[s.actor]
    cdef int n = count(t.picked)
    cdef bint elder = s.actor == t.elder
    if t.picked & ~above or n > t.most or t.least > t.most:
        return flawed(out, FLAW_EXCHANGE, s.actor)
    if t.most > s.n_wall - s.head - due_cards(s) or t.most > PIQUET_HAND:
        return flawed(out, FLAW_EXCHANGE, s.actor)
    if n:
        above &= ~((<uint64_t>2 << highest(t.picked)) - 1)
    if count(above) < t.least - n or (n == t.most and t.least == t.most):
        return flawed(out, FLAW_EXCHANGE, s.actor)
    if s.cards.aside[s.actor] or (elder and t.count and t.least != t.count):
        return flawed(out, FLAW_EXCHANGE, s.actor)
    return False


# ---- the talk

cdef bint is_combination(const State* s, int category, uint64_t hand,
                         uint64_t cards) noexcept nogil:
    # is it one of those that an action names?
    cdef int first = POINT if category == CAT_POINT else (
        SEQUENCE if category == CAT_SEQUENCE else SET)
    cdef int n = CARD_SUITS if category == CAT_POINT else (
        RUN_CLASSES if category == CAT_SEQUENCE else SET_CLASSES)
    cdef int i
    for i in range(n):
        if piquet_cards(s.rules, hand, first + i) == cards:
            return True
    return False


cdef bint said_flaw(const State* s, int category, Fault* out) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef const PiquetSaid* said = &t.said[category]
    cdef uint64_t younger = t.kept[1 - t.elder]
    if said.declared and not is_combination(s, category, t.kept[t.elder], said.declared):
        return flawed(out, FLAW_DECLARED, t.elder)
    if said.answer and not is_combination(s, category, younger, said.answer):
        return flawed(out, FLAW_DECLARED, 1 - t.elder)
    if said.counted & ~t.kept[0] and said.counted & ~t.kept[1]:
        return flawed(out, FLAW_DECLARED, NO_SEAT)
    if said.verdict != VERDICT_OPEN and (
            said.verdict != piquet_verdict(s.rules, category, said.declared, said.answer)):
        return flawed(out, FLAW_DECLARED, NO_SEAT)
    return False


cdef bint extra_flaw(const State* s, const PiquetSaid* said, Fault* out) noexcept nogil:
    # who won the category is asked about the next of his further combinations
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef uint64_t[PIQUET_WHOLES] further
    cdef uint64_t deciding
    cdef bint elder = said.verdict == VERDICT_GOOD
    if said.verdict == VERDICT_OPEN or said.verdict == VERDICT_EQUAL or elder == t.late or (
            s.actor != (t.elder if elder else 1 - t.elder)):
        return flawed(out, FLAW_STAGE, s.actor)
    deciding = said.declared if elder else said.answer
    if deciding == 0 or t.n_asked >= piquet_further(
            s.rules, t.speaking, t.kept[s.actor], deciding, further):
        return flawed(out, FLAW_STAGE, s.actor)
    return t.asking != further[t.n_asked] and flawed(out, FLAW_STAGE, s.actor)


cdef bint talk_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef const PiquetSaid* said
    cdef int stage = s.cards.stage
    if t.speaking >= CATEGORIES:
        return flawed(out, FLAW_STAGE, NO_SEAT)
    said = &t.said[t.speaking]
    if stage == PQ_EXTRA:
        return extra_flaw(s, said, out)
    if stage == PQ_LATE:
        return (said.verdict != VERDICT_NONE or not t.late) and flawed(out, FLAW_STAGE, s.actor)
    if said.verdict != VERDICT_OPEN or t.late or (said.declared != 0) != (stage == PQ_ANSWER):
        return flawed(out, FLAW_STAGE, s.actor)
    return False


# ---- the stage

# by PiquetStage: who is asked
cdef enum Asked:
    DEALER = 0
    ELDER = 1
    YOUNGER = 2
    EITHER = 3

cdef uint8_t[PQ_STAGES] ASKED
ASKED[<int>PQ_SEAT] = DEALER
ASKED[<int>PQ_BLANK] = EITHER
ASKED[<int>PQ_COUNT] = ELDER
ASKED[<int>PQ_EXCHANGE] = EITHER
ASKED[<int>PQ_LOOK] = YOUNGER
ASKED[<int>PQ_OPEN] = ELDER
ASKED[<int>PQ_DECLARE] = ELDER
ASKED[<int>PQ_ANSWER] = YOUNGER
ASKED[<int>PQ_EXTRA] = EITHER
ASKED[<int>PQ_LATE] = YOUNGER
ASKED[<int>PQ_PLAY] = EITHER


cdef bint asked_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int who = ASKED[s.cards.stage]
    cdef int p = s.dealer if who == DEALER else t.elder if who == ELDER else 1 - t.elder
    return who != EITHER and s.actor != p and flawed(out, FLAW_TURN, s.actor)


cdef bint first_trick_flaw(const State* s, Fault* out) noexcept nogil:
    # the talk goes on before the first lead, and after it as the younger's late declarations
    cdef const CardTable* t = &s.cards
    cdef bint late = t.game.piquet.late
    if t.stage == PQ_PLAY:
        return False
    if t.tricks[0] or t.tricks[1] or t.n_trick != late:
        return flawed(out, FLAW_STAGE, NO_SEAT)
    return late and t.leader != t.game.piquet.elder and flawed(out, FLAW_STAGE, NO_SEAT)


cdef bint stage_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const CardTable* t = &s.cards
    cdef const PiquetTable* own = &t.game.piquet
    if t.stage == PQ_EXCHANGE:
        return exchange_flaw(s, out)
    if PQ_DECLARE <= t.stage <= PQ_LATE:
        return talk_flaw(s, out)
    if t.stage == PQ_PLAY:
        if t.n_trick + t.tricks[0] + t.tricks[1] == 0 and s.actor != own.elder:
            return flawed(out, FLAW_TURN, s.actor)
        return plays_flaw(s, out)
    if t.stage == PQ_BLANK and not piquet_blank(t.hand[s.actor]):
        return flawed(out, FLAW_STAGE, s.actor)
    return False


cdef bint piquet_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int i
    if piquet_fields_flaw(s, out) or hands_flaw(s, out) or asked_flaw(s, out):
        return True
    for i in range(CATEGORIES):
        if said_flaw(s, i, out):
            return True
    return first_trick_flaw(s, out) or stage_flaw(s, out)


cdef bint table_flaw(const State* s, Fault* out) noexcept nogil:
    return cards_flaw(s, out) or (s.phase != PHASE_OVER and piquet_flaw(s, out))


FLAW_OPS[<int>GAME_PIQUET].table = table_flaw
