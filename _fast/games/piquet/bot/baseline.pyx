# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rule baseline of Piquet.

Exchanges and plays are weighed over guesses at the unseen cards: what both declare, and the
tricks of a play in which both count winners, up to the points for cards, capot, pic and repic and
to the end of a game.  The best combination is declared unless no guess lets it stand.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from shugi._fast.bots.baseline cimport PLAYERS
from shugi._fast.bots.style cimport Style
from shugi._fast.games.piquet.bot.playout cimport Playout, lay, lead_card, play_out, reply_card
from shugi._fast.games.piquet.bot.worlds cimport (
    DRAWN, Exchange, PiquetView, best_of, guess_exchange, guess_hand, keep_worths, likely_hand,
    view_lots, view_make,
)
from shugi._fast.games.piquet.points cimport (
    PIQUET_HAND, PiquetDeclared, piquet_cards, piquet_declared, piquet_strength, piquet_worth,
)
from shugi._fast.core.bits cimport bit, count, lowest, without_lowest
from shugi._fast.core.card_actions cimport (
    CB_COUNT, CB_YES, CHOOSE_YOUNGER, DONT, EXTRA_YES, GOOD, NONE, OPEN_NO, POINT, SET, STOP,
)
from shugi._fast.core.cards cimport CARDS, NO_CARD, PiquetSaid, PiquetTable, rank_of, suit_of
from shugi._fast.core.rng cimport Rng
from shugi._fast.core.rules cimport (
    GAME_PIQUET, MODE_GAME, MODE_MATCH, PLAY_POINTS_TEN_OR_HIGHER, Rules,
)
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport State
from shugi._fast.flow.turns cimport allowed, first_legal
from shugi._fast.games.piquet.table cimport (
    CATEGORIES, CAT_POINT, PQ_ANSWER, PQ_BLANK, PQ_COUNT, PQ_DECLARE, PQ_EXCHANGE, PQ_EXTRA,
    PQ_LATE, PQ_LOOK, PQ_OPEN, PQ_PLAY, VERDICT_EQUAL, VERDICT_GOOD,
)

cdef enum:
    PLANS = 16               # ways to lay out that are looked at closely
    EXCHANGE_GUESSES = 32
    GUESSES = 20             # in the play and before a declaration
    FULL_HAND = 1 << PIQUET_HAND

# what a game is worth, in points of a hand
cdef float GAME_WORTH = 60
# what winning a hand is worth to a style that counts no points
cdef float HAND_WORTH = 20


cdef struct Plan:
    uint64_t out             # cards to be laid out
    float rough
    float worth


cdef inline bint weighs(const Style* y) noexcept nogil:
    # plain styles go by the worth of single cards and by counting winners alone
    return y.lookahead > 0 and y.value > 0


cdef inline int guesses(const Style* y, int usual) noexcept nogil:
    return <int>(usual * y.guesses)


# ---- what the points of a hand are worth

cdef float worth_of(const PiquetView* v, const Style* y, const int32_t* points) noexcept nogil:
    # points of both, who thinks first
    cdef const State* s = v.s
    cdef int32_t difference = points[0] - points[1]
    cdef int sign = (difference > 0) - (difference < 0)
    cdef float worth = y.value * (points[0] - y.defence * points[1])
    cdef int32_t[2] total
    worth += (1 - y.value) * HAND_WORTH * sign
    if v.r.mode != MODE_MATCH and v.r.mode != MODE_GAME:  # without a target
        return worth
    total[0] = s.seat[v.me].score - s.cards.game.piquet.made[v.me] + points[0]
    total[1] = s.seat[1 - v.me].score - s.cards.game.piquet.made[1 - v.me] + points[1]
    if total[0] >= v.r.target or total[1] >= v.r.target:
        worth += GAME_WORTH * ((total[0] > total[1]) - (total[0] < total[1]))
    return worth


# ---- declarations of two hands

cdef int32_t counts(const Rules* r, int category, uint64_t hand, uint64_t best) noexcept nogil:
    # the points and all sequences or sets
    return piquet_worth(r, category, best if category == CAT_POINT else hand)


cdef void both_declare(const Rules* r, uint64_t elder, uint64_t younger,
                       int32_t* worth) noexcept nogil:
    # elder's and younger's points of each category, if both declare what they have
    cdef uint64_t one, other
    cdef int32_t more
    cdef int i
    for i in range(<int>CATEGORIES):
        worth[2 * i] = worth[2 * i + 1] = 0
        one = best_of(r, i, elder)
        other = best_of(r, i, younger)
        more = piquet_strength(r, i, one) - piquet_strength(r, i, other)
        if more > 0:
            worth[2 * i] = counts(r, i, elder, one)
        elif more < 0:
            worth[2 * i + 1] = counts(r, i, younger, other)


cdef void said_so_far(const PiquetView* v, uint64_t elder, uint64_t younger,
                      int32_t* worth) noexcept nogil:
    # ... as the answers went; the younger has not told yet what he has
    cdef const PiquetSaid* said
    cdef uint64_t best
    cdef int i
    for i in range(<int>CATEGORIES):
        said = &v.s.cards.game.piquet.said[i]
        worth[2 * i] = worth[2 * i + 1] = 0
        best = best_of(v.r, i, younger)
        if said.verdict == VERDICT_GOOD:
            worth[2 * i] = piquet_worth(v.r, i, said.counted)
        elif said.verdict != VERDICT_EQUAL and best:
            worth[2 * i + 1] = counts(v.r, i, younger, best)


cdef void begin_playout(const PiquetView* v, uint64_t hand, uint64_t other, const int32_t* worth,
                        Playout* out) noexcept nogil:
    # after the declarations, the elder to lead
    cdef const PiquetTable* t = &v.s.cards.game.piquet
    cdef PiquetDeclared declared
    cdef uint8_t[2] blank
    cdef int i
    cdef int elder = 0 if v.elder else 1
    blank[0] = t.blank[t.elder]
    blank[1] = t.blank[1 - t.elder]
    piquet_declared(blank, worth, &declared)
    out.hand[0] = hand
    out.hand[1] = other
    out.points[0] = out.points[1] = out.tricks[0] = out.tricks[1] = 0
    for i in range(declared.n):
        out.points[elder] += declared.entry[i].points[0]
        out.points[1 - elder] += declared.entry[i].points[1]
    out.bonus = declared.repic != NOBODY
    out.leader = elder
    out.led = NO_CARD


# ---- the exchange

cdef void add_plan(Plan* plan, int* n, uint64_t cards, float rough) noexcept nogil:
    # among the best PLANS
    cdef int j
    if n[0] == PLANS and rough <= plan[PLANS - 1].rough:
        return
    n[0] = min(n[0] + 1, <int>PLANS)
    j = n[0] - 1
    while j and plan[j - 1].rough < rough:
        plan[j] = plan[j - 1]
        j -= 1
    plan[j].out = cards
    plan[j].rough = rough
    plan[j].worth = 0


cdef int rough_plans(uint64_t hand, uint64_t picked, int least, int most,
                     Plan* plan) noexcept nogil:
    # by what each card is worth; those picked are in, others below them stay
    cdef float[CARDS] keep
    cdef float rough
    cdef uint64_t cards, left
    cdef uint64_t[PIQUET_HAND] card
    cdef int i, subset
    cdef int n = 0
    cdef uint64_t free = hand
    keep_worths(hand, keep)
    for i in range(PIQUET_HAND):
        card[i] = free & (~free + 1)
        free = without_lowest(free)
    for subset in range(FULL_HAND):
        if count(subset) < least or count(subset) > most:
            continue
        cards = 0
        rough = 0
        left = subset
        while left:
            i = lowest(left)
            left = without_lowest(left)
            cards |= card[i]
            rough += DRAWN - keep[lowest(card[i])]
        if picked and cards & below_top(picked) != picked:
            continue
        add_plan(plan, &n, cards, rough)
    return n


cdef inline uint64_t below_top(uint64_t picked) noexcept nogil:
    # all cards up to the highest of those picked
    picked |= picked >> 1
    picked |= picked >> 2
    picked |= picked >> 4
    picked |= picked >> 8
    picked |= picked >> 16
    return picked | picked >> 32


cdef float plan_worth(const PiquetView* v, const Style* y, const Exchange* e,
                      uint64_t out) noexcept nogil:
    cdef uint64_t hand = v.hand & ~out
    cdef int n = count(out)
    cdef int32_t[2 * <int>CATEGORIES] worth
    cdef Playout p
    cdef int i
    for i in range(n):
        hand |= bit(e.talon[i])
    if v.elder:
        both_declare(v.r, hand, e.other[n], worth)
    else:
        both_declare(v.r, e.other[n], hand, worth)
    begin_playout(v, hand, e.other[n], worth, &p)
    play_out(v.r, &p)
    return worth_of(v, y, p.points)


cdef uint64_t best_plan(const PiquetView* v, const Style* y, uint64_t picked, int least,
                        int most) noexcept nogil:
    cdef Plan[PLANS] plan
    cdef Exchange e
    cdef Rng lots = view_lots(v)
    cdef int n = rough_plans(v.hand, picked, least, most, plan)
    cdef int best = 0
    cdef int i, _k
    if weighs(y):
        for _k in range(guesses(y, EXCHANGE_GUESSES)):
            guess_exchange(v, &lots, &e)
            for i in range(n):
                plan[i].worth += plan_worth(v, y, &e, plan[i].out)
        for i in range(n):
            if plan[i].worth > plan[best].worth:
                best = i
    return plan[best].out


cdef int act_exchange(const PiquetView* v, const Style* y) noexcept nogil:
    cdef const PiquetTable* t = &v.s.cards.game.piquet
    cdef uint64_t out = best_plan(v, y, t.picked, t.least, t.most) & ~t.picked
    return lowest(out) if out else STOP


cdef int act_count(const PiquetView* v, const Style* y) noexcept nogil:
    return CB_COUNT + count(best_plan(v, y, 0, 1, v.r.elder_exchange_max)) - 1


# ---- declarations

cdef int strongest(const PiquetView* v, int category, uint64_t* cards) noexcept nogil:
    # of the combinations that may be named, the best; NO_CARD where there is none
    cdef const PiquetTable* t = &v.s.cards.game.piquet
    cdef int32_t most = -1
    cdef int32_t strength
    cdef int best = NO_CARD
    cdef int action
    cdef uint64_t named
    for action in range(POINT, SET + 10):
        if action == GOOD or not allowed(v.s, action):
            continue
        named = piquet_cards(v.r, t.kept[v.me], action)
        strength = piquet_strength(v.r, category, named)
        if strength > most:
            most = strength
            best = action
            cards[0] = named
    return best


cdef bint may_stand(const PiquetView* v, int category, uint64_t cards) noexcept nogil:
    # in some guess the younger has nothing better
    cdef Rng lots = view_lots(v)
    cdef int32_t strength = piquet_strength(v.r, category, cards)
    cdef uint64_t best
    cdef int _k
    for _k in range(GUESSES):
        best = best_of(v.r, category, guess_hand(v, &lots))
        if best == 0 or piquet_strength(v.r, category, best) <= strength:
            return True
    return False


cdef int act_declare(const PiquetView* v, const Style* y) noexcept nogil:
    # declaring what is sure to be beaten tells the younger something for nothing
    cdef int category = v.s.cards.game.piquet.speaking
    cdef uint64_t cards = 0
    cdef int action = strongest(v, category, &cards)
    if action == NO_CARD:
        return NONE
    if category == CAT_POINT or not weighs(y) or may_stand(v, category, cards):
        return action
    return NONE


cdef int act_answer(const PiquetView* v, int otherwise) noexcept nogil:
    cdef uint64_t cards = 0
    cdef int action = strongest(v, v.s.cards.game.piquet.speaking, &cards)
    return otherwise if action == NO_CARD else action


# ---- the play

cdef void playout_now(const PiquetView* v, uint64_t other, Playout* out) noexcept nogil:
    cdef const State* s = v.s
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int32_t[2 * <int>CATEGORIES] worth
    cdef int i
    if not t.late:
        said_so_far(v, v.hand, other, worth)
        begin_playout(v, v.hand, other, worth, out)
        return
    out.hand[0] = v.hand
    out.hand[1] = other
    for i in range(2):
        out.points[i] = t.made[v.me ^ i]
        out.tricks[i] = s.cards.tricks[v.me ^ i]
    out.bonus = t.repic != NOBODY or t.pic != NOBODY
    out.leader = s.cards.leader ^ v.me if s.cards.n_trick else 0
    out.led = s.cards.trick[1 - v.me] if s.cards.n_trick else NO_CARD


cdef int distinct(const PiquetView* v, int* card) noexcept nogil:
    # cards to choose from: of neighbours only the lowest, unless it would not score
    cdef uint64_t left = v.s.legal[0]
    cdef uint64_t between
    cdef int n = 0
    cdef int one
    while left:
        one = lowest(left)
        left = without_lowest(left)
        if n and suit_of(card[n - 1]) == suit_of(one):
            between = (bit(one) - 1) & ~((<uint64_t>2 << card[n - 1]) - 1)
            if not between & (v.held | v.pool) and not (
                    v.r.play_points == PLAY_POINTS_TEN_OR_HIGHER and rank_of(one) == 4):
                continue
        card[n] = one
        n += 1
    return n


cdef int best_card(const PiquetView* v, const Style* y) noexcept nogil:
    cdef int[PIQUET_HAND] card
    cdef float[PIQUET_HAND] worth
    cdef Playout start, p
    cdef Rng lots = view_lots(v)
    cdef int n = distinct(v, card)
    cdef int best = 0
    cdef int i, _k
    if n == 1:
        return card[0]
    for i in range(n):
        worth[i] = 0
    for _k in range(guesses(y, GUESSES)):
        playout_now(v, likely_hand(v, &lots), &start)
        for i in range(n):
            p = start
            lay(v.r, &p, card[i])
            play_out(v.r, &p)
            worth[i] += worth_of(v, y, p.points)
    for i in range(1, n):
        if worth[i] > worth[best]:
            best = i
    return card[best]


cdef int act_play(const PiquetView* v, const Style* y) noexcept nogil:
    if weighs(y):
        return best_card(v, y)
    if v.s.cards.n_trick:
        return reply_card(v.hand, v.held | v.pool, v.s.cards.trick[1 - v.me])
    return lead_card(v.s.legal[0], v.hand, v.held | v.pool)


# ---- the door

cdef int piquet_act(const State* s, const Style* style) noexcept nogil:
    cdef PiquetView v
    cdef int stage = s.cards.stage
    view_make(s, &v)
    if stage == PQ_EXCHANGE:
        return act_exchange(&v, style)
    if stage == PQ_PLAY:
        return act_play(&v, style)
    if stage == PQ_DECLARE:
        return act_declare(&v, style)
    if stage == PQ_ANSWER:
        return act_answer(&v, GOOD)
    if stage == PQ_LATE:
        return act_answer(&v, NONE)
    if stage == PQ_COUNT:
        return act_count(&v, style)
    return OFFHAND[stage] if allowed(s, OFFHAND[stage]) else first_legal(s)


# answers that need no thought: a carte blanche and further combinations are counted, the talon
# stays closed, and who may choose deals first to be the elder of the last hand
cdef int[PQ_PLAY + 1] OFFHAND
OFFHAND[0] = CHOOSE_YOUNGER
OFFHAND[<int>PQ_BLANK] = CB_YES
OFFHAND[<int>PQ_LOOK] = DONT
OFFHAND[<int>PQ_OPEN] = OPEN_NO
OFFHAND[<int>PQ_EXTRA] = EXTRA_YES


PLAYERS[<int>GAME_PIQUET] = piquet_act
