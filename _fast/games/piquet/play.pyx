# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Piquet: the deal, carte blanche, exchange and the play of the cards (piquet 2, 3)."""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.games.piquet.partie cimport (
    piquet_choice_of_seats, piquet_first_dealer, piquet_lead_point, piquet_table,
    piquet_trick_points,
)
from shugi._fast.games.piquet.points cimport PIQUET_HAND, piquet_blank, piquet_left
from shugi._fast.games.piquet.table cimport (
    PQ_ANSWER, PQ_BLANK, PQ_COUNT, PQ_DECLARE, PQ_EXCHANGE, PQ_EXTRA, PQ_LATE, PQ_LOOK, PQ_OPEN,
    PQ_PLAY, PQ_SEAT, PQ_STAGES,
)
from shugi._fast.games.piquet.talk cimport (
    answer_choice, answer_verb, declare_choice, declare_verb, extra_choice, extra_verb, late_choice,
    late_verb, piquet_begin_late, piquet_begin_talk,
)
from shugi._fast.games.tricks.play cimport (
    ask, card_defaults, clear_table, follow, lay_card, take_cards, take_trick,
)
from shugi._fast.core.bits cimport bit, count, highest
from shugi._fast.core.card_actions cimport (
    CB_COUNT, CB_NO, CB_YES, CHOOSE_ELDER, CHOOSE_YOUNGER, DONT, LOOK, OPEN, OPEN_NO, STOP,
)
from shugi._fast.core.cards cimport (
    CARD_BLANK, CARD_COUNT, CARD_LAID_OUT, CARD_LOOKED, CARD_OPENED, CARD_PLAYED, CARD_SUITS,
    NO_SUIT, CardTable, PiquetStanding, PiquetTable, suit_cards, suit_of,
)
from shugi._fast.core.rules cimport (
    CARTE_BLANCHE_SEQUENCE_FULL, GAME_PIQUET, YOUNGER_PEEK_PRIVATE, YOUNGER_PEEK_PUBLIC_OR_NOT,
    Rules,
)
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport State
from shugi._fast.flow.game_ops cimport GAME_OPS, GameOps
from shugi._fast.flow.turns cimport allow, record_event


cdef enum:
    REASONS = 8              # carte blanche to cards, for each of two


# ---- the deal

cdef void deal(State* s) noexcept nogil:
    cdef PiquetStanding standing = piquet_table(s).standing
    cdef PiquetTable* t = piquet_table(s)
    clear_table(s)
    t.standing = standing
    t.bound = NO_SUIT
    t.repic = NOBODY
    t.pic = NOBODY
    if piquet_choice_of_seats(s):
        ask(s, s.dealer, PQ_SEAT)
    else:
        deal_cards(s)


cdef void seat_choice(State* s) noexcept nogil:
    allow(s, CHOOSE_ELDER)
    allow(s, CHOOSE_YOUNGER)


cdef void seat_verb(State* s, int action) noexcept nogil:
    piquet_table(s).standing.seated = 1
    if action == CHOOSE_ELDER:
        s.dealer = 1 - s.dealer
    deal_cards(s)


cdef void deal_cards(State* s) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    t.elder = 1 - s.dealer
    s.cards.hand[t.elder] = take_cards(s, PIQUET_HAND)
    s.cards.hand[1 - t.elder] = take_cards(s, PIQUET_HAND)
    ask_blank(s, t.elder)


# ---- carte blanche

cdef void ask_blank(State* s, int p) noexcept nogil:
    if piquet_blank(s.cards.hand[p]):
        ask(s, p, PQ_BLANK)
    else:
        after_blank(s, p)


cdef void blank_choice(State* s) noexcept nogil:
    allow(s, CB_YES)
    allow(s, CB_NO)


cdef void blank_verb(State* s, int action) noexcept nogil:
    cdef int p = s.actor
    if action == CB_YES:
        piquet_table(s).blank[p] = 1
        record_event(s, p, CARD_BLANK, 0)
    after_blank(s, p)


cdef void show_hand(State* s, int p) noexcept nogil:
    s.cards.shown[p] |= s.cards.hand[p]


cdef void after_blank(State* s, int p) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef bint full = (
        t.blank[t.elder] and s.rules.carte_blanche_sequence == CARTE_BLANCHE_SEQUENCE_FULL)
    if p == t.elder and full:
        ask(s, p, PQ_COUNT)
        return
    if t.blank[p]:
        show_hand(s, p)
    if p == t.elder:
        begin_exchange(s, p, 1, s.rules.elder_exchange_max)
    else:
        begin_exchange(s, p, s.rules.younger_exchange_min, piquet_left(
            s.rules, t.count if full else count(s.cards.aside[t.elder])))


cdef void count_choice(State* s) noexcept nogil:
    cdef int n
    for n in range(s.rules.elder_exchange_max):
        allow(s, CB_COUNT + n)


cdef void count_verb(State* s, int action) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    t.count = <uint8_t>(action - CB_COUNT + 1)
    record_event(s, t.elder, CARD_COUNT, t.count)
    ask_blank(s, 1 - t.elder)


# ---- the exchange, card by card

cdef void begin_exchange(State* s, int p, int least, int most) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    t.picked = 0
    t.least = <uint8_t>least
    t.most = <uint8_t>most
    ask(s, p, PQ_EXCHANGE)


cdef void exchange_choice(State* s) noexcept nogil:
    # only upwards, and so that the least number can still be reached
    cdef PiquetTable* t = piquet_table(s)
    cdef uint64_t cards = s.cards.hand[s.actor]
    cdef int n = count(t.picked)
    cdef int _i
    if n >= t.least and t.least < t.most:
        allow(s, STOP)
    if n == t.most:
        return
    if n:
        cards &= ~((<uint64_t>2 << highest(t.picked)) - 1)
    for _i in range(t.least - n - 1):
        cards &= ~bit(highest(cards))
    s.legal[0] |= cards


cdef void exchange_verb(State* s, int action) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    if action != STOP:
        t.picked |= bit(action)
        if t.least < t.most or count(t.picked) < t.most:
            ask(s, s.actor, PQ_EXCHANGE)
            return
    lay_out(s, s.actor)


cdef void lay_out(State* s, int p) noexcept nogil:
    cdef CardTable* table = &s.cards
    cdef PiquetTable* t = piquet_table(s)
    table.aside[p] = t.picked
    table.hand[p] &= ~t.picked
    t.picked = 0
    record_event(s, p, CARD_LAID_OUT, count(table.aside[p]))
    if p == t.elder:
        draw(s, p)
        if not t.count:
            ask_blank(s, 1 - p)
            return
        p = 1 - p
    elif t.count:
        show_hand(s, t.elder)
        begin_exchange(s, t.elder, t.count, t.count)
        return
    draw(s, p)
    ask_look(s)


cdef uint64_t talon_cards(const State* s, int end) noexcept nogil:
    # those of the talon from its top that are still there, up to a place in it
    cdef uint64_t cards = 0
    cdef int i
    for i in range(s.head, min(end, s.n_wall)):
        cards |= bit(s.wall[i])
    return cards


cdef void draw(State* s, int p) noexcept nogil:
    # and a look at what might have been taken
    cdef CardTable* table = &s.cards
    table.hand[p] |= take_cards(s, count(table.aside[p]))
    if p != piquet_table(s).elder:
        if s.rules.younger_peek == YOUNGER_PEEK_PRIVATE:
            table.seen[p] = talon_cards(s, s.n_wall)
    elif s.rules.elder_peek:
        table.seen[p] = talon_cards(s, 2 * PIQUET_HAND + s.rules.elder_exchange_max)


# ---- what is left of the talon

cdef void ask_look(State* s) noexcept nogil:
    if s.head < s.n_wall and s.rules.younger_peek == YOUNGER_PEEK_PUBLIC_OR_NOT:
        ask(s, 1 - piquet_table(s).elder, PQ_LOOK)
    else:
        ask_open(s)


cdef void look_choice(State* s) noexcept nogil:
    allow(s, LOOK)
    allow(s, DONT)


cdef void look_verb(State* s, int action) noexcept nogil:
    record_event(s, s.actor, CARD_LOOKED, action == LOOK)
    if action == LOOK:
        turn_up(s)
    ask_open(s)


cdef void turn_up(State* s) noexcept nogil:
    piquet_table(s).opened = 1
    s.cards.seen[0] |= talon_cards(s, s.n_wall)
    s.cards.seen[1] |= talon_cards(s, s.n_wall)


cdef void ask_open(State* s) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    if s.head < s.n_wall and not t.opened and s.rules.elder_open_talon:
        ask(s, t.elder, PQ_OPEN)
    else:
        piquet_begin_talk(s)


cdef void open_choice(State* s) noexcept nogil:
    cdef int suit
    allow(s, OPEN_NO)
    for suit in range(CARD_SUITS):
        if s.cards.hand[s.actor] & suit_cards(suit):
            allow(s, OPEN + suit)


cdef void open_verb(State* s, int action) noexcept nogil:
    if action == OPEN_NO:
        record_event(s, s.actor, CARD_OPENED, CARD_SUITS)
    else:
        piquet_table(s).bound = <uint8_t>(action - OPEN)
        record_event(s, s.actor, CARD_OPENED, action - OPEN)
        turn_up(s)
    piquet_begin_talk(s)


# ---- the play

cdef inline bint first_lead(const State* s) noexcept nogil:
    return s.cards.tricks[0] + s.cards.tricks[1] == 0


cdef void play_choice(State* s) noexcept nogil:
    cdef const CardTable* table = &s.cards
    cdef int led = NO_SUIT
    if table.n_trick:
        led = suit_of(table.trick[table.leader])
    elif first_lead(s):
        led = table.game.piquet.bound
    s.legal[0] = follow(table.hand[s.actor], led)


cdef void play_verb(State* s, int card) noexcept nogil:
    cdef int p = s.actor
    lay_card(s, p, card)
    record_event(s, p, CARD_PLAYED, card)
    if s.cards.n_trick == 2:
        end_trick(s)
    elif first_lead(s):
        piquet_begin_late(s)
    else:
        piquet_lead_point(s, p, card)
        ask(s, 1 - p, PQ_PLAY)


cdef void end_trick(State* s) noexcept nogil:
    cdef uint8_t[2] card
    cdef int winner
    card[0] = s.cards.trick[0]
    card[1] = s.cards.trick[1]
    winner = take_trick(s)
    if not piquet_trick_points(s, winner, card[winner]):
        ask(s, winner, PQ_PLAY)


# ---- the table

ctypedef void (*Choice)(State* s) noexcept nogil
ctypedef void (*Verb)(State* s, int action) noexcept nogil
cdef Choice[PQ_STAGES] CHOICES
cdef Verb[PQ_STAGES] VERBS


cdef void choice(State* s) noexcept nogil:
    CHOICES[s.cards.stage](s)


cdef void verb(State* s, int action) noexcept nogil:
    VERBS[s.cards.stage](s, action)


cdef void stage(int n, Choice of_choice, Verb of_verb) noexcept nogil:
    CHOICES[n] = of_choice
    VERBS[n] = of_verb


cdef int games_won(const State* s, int seat) noexcept nogil:
    return s.cards.game.piquet.standing.wins[seat]


cdef int ledger_lines(const Rules* r) noexcept nogil:
    return 2 * REASONS + 1


cdef void piquet_install() noexcept nogil:
    cdef GameOps* f = &GAME_OPS[<int>GAME_PIQUET]
    card_defaults(f)
    f.begin_game = piquet_first_dealer
    f.deal = deal
    f.choice = choice
    f.verb = verb
    stage(PQ_SEAT, seat_choice, seat_verb)
    stage(PQ_BLANK, blank_choice, blank_verb)
    stage(PQ_COUNT, count_choice, count_verb)
    stage(PQ_EXCHANGE, exchange_choice, exchange_verb)
    stage(PQ_LOOK, look_choice, look_verb)
    stage(PQ_OPEN, open_choice, open_verb)
    stage(PQ_DECLARE, declare_choice, declare_verb)
    stage(PQ_ANSWER, answer_choice, answer_verb)
    stage(PQ_EXTRA, extra_choice, extra_verb)
    stage(PQ_LATE, late_choice, late_verb)
    stage(PQ_PLAY, play_choice, play_verb)
    f.ledger_lines = ledger_lines
    f.games_won = games_won


piquet_install()
