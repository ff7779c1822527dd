# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A card game's table: the pack, the running trick, and what each stage takes for granted."""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.games.ninety_nine.play cimport STAGE_BID, STAGE_OFFER, STAGE_PLAY
from shugi._fast.games.ninety_nine.points cimport NINE_BID_CARDS, NINE_HAND, NINE_SEATS
from shugi._fast.games.piquet.points cimport (
    PIQUET_HAND, PIQUET_WHOLES, piquet_blank, piquet_cards, piquet_further, piquet_verdict,
)
from shugi._fast.check.fault cimport TABLE_FLAWS
from shugi._fast.check.flaw cimport (
    Fault,
    FLAW_DECLARED, FLAW_EXCHANGE, FLAW_PACK, FLAW_PHASE, FLAW_STAGE, FLAW_TRICK, FLAW_TURN, NO_SEAT,
    flawed,
)
from shugi._fast.check.flaw_tiles cimport order_flaw
from shugi._fast.core.bits cimport bit, count, has, highest
from shugi._fast.core.card_actions cimport (
    NONE, POINT, REVEAL, RUN_CLASSES, SEQUENCE, SET, SET_CLASSES,
)
from shugi._fast.core.cards cimport (
    CARDS, CARD_SEATS, CARD_SUITS, CARD_TRICKS, CATEGORIES, CAT_POINT, CAT_SEQUENCE, NO_CARD,
    NO_SUIT, PQ_ANSWER, PQ_BLANK, PQ_COUNT, PQ_DECLARE, PQ_EXCHANGE, PQ_EXTRA, PQ_LATE, PQ_LOOK,
    PQ_OPEN, PQ_PLAY, PQ_SEAT, PQ_STAGES, VERDICT_EQUAL, VERDICT_GOOD, VERDICT_NONE, VERDICT_OPEN,
    CardTable, PiquetSaid, PiquetTable, suit_cards,
)
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport PHASE_CARDS, PHASE_OVER, State

from shugi._fast.rules.games import games_with

cdef enum:
    MADE = 1000              # points of a hand of Piquet


# ---- the pack

cdef uint64_t pack_of(const State* s) noexcept nogil:
    cdef uint64_t pack = 0
    cdef int i
    for i in range(s.rules.n_deck):
        pack |= bit(s.rules.deck[i])
    return pack


cdef bint pack_flaw(const State* s, Fault* out) noexcept nogil:
    # the wall is the pack; what has left it lies with a seat, in one place
    cdef const CardTable* t = &s.cards
    cdef uint64_t pack = pack_of(s)
    cdef uint64_t wall = 0
    cdef uint64_t dealt = 0
    cdef uint64_t found = 0
    cdef int i, n
    if s.n_wall != s.rules.n_deck or s.head > s.n_wall:
        return flawed(out, FLAW_PACK, NO_SEAT)
    for i in range(s.n_wall):
        wall |= bit(s.wall[i])
        if i < s.head:
            dealt = wall
    n = 0
    for i in range(CARD_SEATS):
        found |= t.hand[i] | t.aside[i] | t.played[i]
        n += count(t.hand[i]) + count(t.aside[i]) + count(t.played[i])
        if (t.shown[i] | t.seen[i]) & ~pack:
            return flawed(out, FLAW_PACK, i)
    if wall != pack or found != dealt or n != s.head:
        return flawed(out, FLAW_PACK, NO_SEAT)
    for i in range(s.rules.seats, CARD_SEATS):
        if t.hand[i] | t.aside[i] | t.played[i]:
            return flawed(out, FLAW_PACK, NO_SEAT)
    return False


# ---- tricks

cdef bint void_flaw(const CardTable* t, int p) noexcept nogil:
    cdef int suit
    if t.void[p] >> CARD_SUITS:
        return True
    for suit in range(CARD_SUITS):
        if has(t.void[p], suit) and t.hand[p] & suit_cards(suit):
            return True
    return False


cdef bint trick_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const CardTable* t = &s.cards
    cdef int n = 0
    cdef int played = 0
    cdef int tricks = 0
    cdef int p
    if t.leader >= s.rules.seats or (t.trump >= CARD_SUITS and t.trump != NO_SUIT):
        return flawed(out, FLAW_TRICK, NO_SEAT)
    for p in range(CARD_SEATS):
        played += count(t.played[p])
        tricks += t.tricks[p]
        if t.tricks[p] > CARD_TRICKS or void_flaw(t, p):
            return flawed(out, FLAW_TRICK, p)
        if t.trick[p] == NO_CARD:
            continue
        n += 1
        if p >= s.rules.seats or t.trick[p] >= CARDS or not has(t.played[p], t.trick[p]):
            return flawed(out, FLAW_TRICK, p)
    if n != t.n_trick or n >= s.rules.seats or (n and t.trick[t.leader] == NO_CARD):
        return flawed(out, FLAW_TRICK, NO_SEAT)
    if played != s.rules.seats * tricks + n:
        return flawed(out, FLAW_TRICK, NO_SEAT)
    return False


cdef bint plays_flaw(const State* s, Fault* out) noexcept nogil:
    # whose card is due: all from the leader on have played
    cdef const CardTable* t = &s.cards
    cdef int p = t.leader
    cdef int _i
    for _i in range(t.n_trick):
        if t.trick[p] == NO_CARD:
            return flawed(out, FLAW_TRICK, p)
        p = s.after[p]
    return t.n_trick and p != s.actor and flawed(out, FLAW_TURN, s.actor)


# ---- Ninety-Nine

cdef bint bids_flaw(const State* s, Fault* out) noexcept nogil:
    # the seats bid one after the other
    cdef const CardTable* t = &s.cards
    cdef bint bidding = t.stage == STAGE_BID
    cdef int p, laid
    for p in range(NINE_SEATS):
        laid = count(t.aside[p])
        if count(t.hand[p]) + laid + count(t.played[p]) != NINE_HAND:
            return flawed(out, FLAW_PACK, p)
        if bidding and p == s.actor and laid < NINE_BID_CARDS:
            continue
        if laid != (0 if bidding and p >= s.actor else NINE_BID_CARDS):
            return flawed(out, FLAW_STAGE, p)
    return False


cdef bint nine_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const CardTable* t = &s.cards
    cdef int p
    if t.stage > STAGE_PLAY or (t.stage == STAGE_OFFER and not s.rules.premiums):
        return flawed(out, FLAW_STAGE, NO_SEAT)
    if t.stage != STAGE_PLAY and (t.n_trick or t.tricks[0] + t.tricks[1] + t.tricks[2]):
        return flawed(out, FLAW_STAGE, NO_SEAT)
    for p in range(NINE_SEATS):
        if has(s.asked, p) and not NONE <= s.answer[p] <= REVEAL:
            return flawed(out, FLAW_STAGE, p)
    if t.stage == STAGE_OFFER and has(s.asked, s.actor):
        return flawed(out, FLAW_TURN, s.actor)
    if bids_flaw(s, out):
        return True
    return t.stage == STAGE_PLAY and plays_flaw(s, out)


# ---- Piquet: the table

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


# ---- Piquet: the exchange

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


# ---- Piquet: the talk

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


# ---- Piquet: the stage

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


# ---- all of it

cdef bint cards_flaw(const State* s, Fault* out) noexcept nogil:
    if s.phase != PHASE_CARDS and s.phase != PHASE_OVER:
        return flawed(out, FLAW_PHASE, NO_SEAT)
    if order_flaw(s, out) or pack_flaw(s, out) or trick_flaw(s, out):
        return True
    if s.phase == PHASE_OVER:
        return False
    return piquet_flaw(s, out) if s.rules.exchanges else nine_flaw(s, out)


cdef int _game
for _game in games_with("plays_cards"):
    TABLE_FLAWS[_game] = cards_flaw
