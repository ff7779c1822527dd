# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What each stage of Piquet takes for granted."""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.check.field_at cimport (
    CARDTABLE_ASIDE, PIQUETSAID_AT, PIQUETSAID_END, PIQUETSTANDING_AT, PIQUETSTANDING_END,
    PIQUETSTANDING_EXTENSIONS, PIQUETSTANDING_HANDS, PIQUETSTANDING_WINS, PIQUETTABLE_AT,
    PIQUETTABLE_BLANK, PIQUETTABLE_COUNT, PIQUETTABLE_ELDER, PIQUETTABLE_END, PIQUETTABLE_KEPT,
    PIQUETTABLE_LATE, PIQUETTABLE_LEAST, PIQUETTABLE_MOST, PIQUETTABLE_PICKED, PIQUETTABLE_SPEAKING,
)
from shugi._fast.check.flaw cimport (
    FLAW_DECLARED, FLAW_PACK, FLAW_STAGE, FLAW_TURN, NO_SEAT, Fault, flawed, wrong_value,
)
from shugi._fast.check.flaw_fields cimport struct_flaw
from shugi._fast.check.flaw_ops cimport FLAW_OPS
from shugi._fast.core.bits cimport count, highest
from shugi._fast.core.card_actions cimport POINT, RUN_CLASSES, SEQUENCE, SET, SET_CLASSES
from shugi._fast.core.cards cimport CARD_SUITS, CardTable, PiquetSaid, PiquetStanding, PiquetTable
from shugi._fast.core.rules cimport (
    CARTE_BLANCHE_SEQUENCE_FULL, GAME_PIQUET, MODE_MATCH, MODE_SIX_DEALS, Rules,
)
from shugi._fast.core.state cimport PHASE_OVER, State
from shugi._fast.games.piquet.partie cimport piquet_choice_of_seats
from shugi._fast.games.piquet.points cimport (
    EXTENSION, PIQUET_HAND, PIQUET_WHOLES, SIX_DEALS, piquet_blank, piquet_cards, piquet_further,
    piquet_left, piquet_verdict,
)
from shugi._fast.games.piquet.table cimport (
    CATEGORIES, CAT_POINT, CAT_SEQUENCE, PQ_ANSWER, PQ_BLANK, PQ_COUNT, PQ_DECLARE, PQ_EXCHANGE,
    PQ_EXTRA, PQ_LATE, PQ_LOOK, PQ_OPEN, PQ_PLAY, PQ_SEAT, PQ_STAGES, VERDICT_EQUAL, VERDICT_GOOD,
    VERDICT_NONE, VERDICT_OPEN,
)
from shugi._fast.games.tricks.flaw cimport cards_flaw, plays_flaw

cdef enum:
    MADE = 1000              # points of a hand
    MOST_DEALS = 250         # of a game that points end


# ---- the table

cdef bint piquet_fields_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef const Rules* r = s.rules
    cdef int i
    if struct_flaw(r, t, PIQUETTABLE_AT, PIQUETTABLE_END, NO_SEAT, out):
        return True
    if struct_flaw(r, &t.standing, PIQUETSTANDING_AT, PIQUETSTANDING_END, NO_SEAT, out):
        return True
    for i in range(CATEGORIES):
        if struct_flaw(r, &t.said[i], PIQUETSAID_AT, PIQUETSAID_END, NO_SEAT, out):
            return True
    for i in range(2):
        if not -MADE <= t.made[i] <= MADE:
            return flawed(out, FLAW_STAGE, i)
    return s.cards.stage >= PQ_STAGES and flawed(out, FLAW_STAGE, NO_SEAT)


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
        if own.kept[p] & ~(t.hand[p] | t.played[p]):
            return wrong_value(out, PIQUETTABLE_KEPT, NO_SEAT)
        if PQ_DECLARE <= t.stage <= PQ_LATE and own.kept[p] != t.hand[p] | t.played[p]:
            return wrong_value(out, PIQUETTABLE_KEPT, NO_SEAT)
    return False


cdef bint standing_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const PiquetStanding* t = &s.cards.game.piquet.standing
    cdef int wins = s.rules.games_to_win if s.rules.mode == MODE_MATCH else 1
    cdef int deals = MOST_DEALS
    if s.rules.mode == MODE_SIX_DEALS:
        deals = SIX_DEALS + EXTENSION * t.extensions
    if t.wins[0] >= wins or t.wins[1] >= wins:
        return wrong_value(out, PIQUETSTANDING_WINS, NO_SEAT)
    if t.extensions > s.rules.max_extensions:
        return wrong_value(out, PIQUETSTANDING_EXTENSIONS, NO_SEAT)
    return t.hands >= deals and wrong_value(out, PIQUETSTANDING_HANDS, NO_SEAT)


cdef bint elder_flaw(const State* s, Fault* out) noexcept nogil:
    # before the seats are chosen there is no elder
    if s.cards.stage == PQ_SEAT:
        return not piquet_choice_of_seats(s) and flawed(out, FLAW_STAGE, s.actor)
    return s.cards.game.piquet.elder != 1 - s.dealer and (
        wrong_value(out, PIQUETTABLE_ELDER, NO_SEAT))


# ---- carte blanche and exchange

cdef bint blank_flaw(const State* s, Fault* out) noexcept nogil:
    # an elder who shows one says how many he will exchange, where the sequence is the full one
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef bint counts = t.blank[t.elder] and (
        s.rules.carte_blanche_sequence == CARTE_BLANCHE_SEQUENCE_FULL)
    cdef bint asked = s.cards.stage == PQ_COUNT
    if t.count > (s.rules.elder_exchange_max if counts else 0) or (
            counts and not t.count and not asked):
        return wrong_value(out, PIQUETTABLE_COUNT, NO_SEAT)
    if s.cards.stage != PQ_BLANK and not asked:
        return False
    return (not piquet_blank(s.cards.hand[s.actor]) or t.blank[s.actor] != asked) and (
        wrong_value(out, PIQUETTABLE_BLANK, NO_SEAT))


cdef bint has_laid_out(const State* s, int p) noexcept nogil:
    # a blank elder exchanges after the younger
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int stage = s.cards.stage
    if stage != PQ_BLANK and stage != PQ_EXCHANGE:
        return stage > PQ_EXCHANGE
    return s.actor != p and (p == t.elder) != (t.count != 0)


cdef int least_exchange(const State* s, int p) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    return max(<int>t.count, 1) if p == t.elder else s.rules.younger_exchange_min


cdef int most_exchange(const State* s, int p) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    if p == t.elder:
        return t.count if t.count else s.rules.elder_exchange_max
    return piquet_left(s.rules, t.count if t.count else count(s.cards.aside[t.elder]))


cdef bint asides_flaw(const State* s, Fault* out) noexcept nogil:
    # put together by hand, a position of the play may leave out what was laid aside
    cdef int p, n, least, most
    for p in range(2):
        n = count(s.cards.aside[p])
        least = most = 0
        if has_laid_out(s, p):
            least = least_exchange(s, p) if s.cards.stage < PQ_PLAY else 0
            most = most_exchange(s, p)
        if not least <= n <= most:
            return wrong_value(out, CARDTABLE_ASIDE, p)
    return False


cdef bint exchange_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef uint64_t above = s.cards.hand[s.actor]
    cdef int n = count(t.picked)
    if t.least != least_exchange(s, s.actor):
        return wrong_value(out, PIQUETTABLE_LEAST, NO_SEAT)
    if t.most != most_exchange(s, s.actor):
        return wrong_value(out, PIQUETTABLE_MOST, NO_SEAT)
    if n:
        above &= ~((<uint64_t>2 << highest(t.picked)) - 1)
    if (t.picked & ~s.cards.hand[s.actor] or n > t.most or count(above) < t.least - n
            or (n == t.most and t.least == t.most)):
        return wrong_value(out, PIQUETTABLE_PICKED, NO_SEAT)
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
    if said.counted & ~(t.kept[t.elder] if said.verdict == VERDICT_GOOD else younger):
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
    # what was declared, and what was said to it, category after category
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef const PiquetSaid* said
    cdef int stage = s.cards.stage
    cdef int told = CATEGORIES if t.late else t.speaking + (stage == PQ_EXTRA)
    cdef int i
    cdef bint declares
    if t.speaking >= CATEGORIES:
        return wrong_value(out, PIQUETTABLE_SPEAKING, NO_SEAT)
    for i in range(CATEGORIES):
        said = &t.said[i]
        declares = said.verdict > VERDICT_NONE or (stage == PQ_ANSWER and i == t.speaking)
        if (said.declared != 0) != declares or (said.verdict != VERDICT_OPEN) != (i < told):
            return flawed(out, FLAW_DECLARED, NO_SEAT)
    if t.late != (stage == PQ_LATE or (stage == PQ_EXTRA and s.actor != t.elder)):
        return wrong_value(out, PIQUETTABLE_LATE, NO_SEAT)
    said = &t.said[t.speaking]
    if stage == PQ_EXTRA:
        return extra_flaw(s, said, out)
    return stage == PQ_LATE and said.verdict != VERDICT_NONE and flawed(out, FLAW_STAGE, s.actor)


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
    return False


cdef bint piquet_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int i
    if piquet_fields_flaw(s, out) or standing_flaw(s, out) or elder_flaw(s, out):
        return True
    if asked_flaw(s, out) or blank_flaw(s, out) or asides_flaw(s, out) or hands_flaw(s, out):
        return True
    for i in range(CATEGORIES):
        if said_flaw(s, i, out):
            return True
    return first_trick_flaw(s, out) or stage_flaw(s, out)


cdef bint table_flaw(const State* s, Fault* out) noexcept nogil:
    return cards_flaw(s, out) or (s.phase != PHASE_OVER and piquet_flaw(s, out))


FLAW_OPS[<int>GAME_PIQUET].table = table_flaw
