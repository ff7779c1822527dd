# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rule baseline of Ninety-Nine.

One number carries it: the chance that the cards held take a given number of tricks.  Of the bids
that can be laid aside it takes the one whose other nine cards are likeliest to win as many tricks;
it offers what that chance bears; and it plays the card after which the tricks still needed are
likeliest.  The chance comes from each card on its own: higher cards unseen, how long its suit is
with the others, who can trump it.
"""

from libc.math cimport expf, sqrtf
from libc.stdint cimport uint64_t

from shugi._fast.bots.baseline cimport PLAYERS
from shugi._fast.bots.style cimport Style
from shugi._fast.core.state cimport State
from shugi._fast.games.ninety_nine.play cimport STAGE_BID, STAGE_OFFER, nine_premium
from shugi._fast.games.ninety_nine.points cimport (
    NINE_BID_CARDS, NINE_HAND, NINE_SEATS, NINE_TRICKS, bid_choices, bid_value,
)
from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.card_actions cimport DECLARE, NONE, REVEAL
from shugi._fast.core.cards cimport CARDS, CARD_SUITS, NO_SUIT, CardTable, suit_cards, suit_of
from shugi._fast.core.rules cimport GAME_NINETY_NINE, MODE_RACE
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.flow.calls cimport next_seat
from shugi._fast.flow.turns cimport allowed

cdef enum:
    OTHERS = NINE_SEATS - 1

# the weights were fitted to hands with trumps: without them a card counts as if so many were out
# with a full hand
cdef float UNTRUMPED = 4

# share of a trick that a player takes who could, and may as well not want it
cdef float WANTS = 0.7
# a card that can trump does
cdef float TRUMPS_IT = 0.6
# chance to make the bid from which an offer pays, for the others play against it
cdef float DECLARE_FROM = 0.68
cdef float REVEAL_FROM = 0.73
# a hand that misses its number by one or two may still be steered to it: worth of it, full hand
cdef float[3] STEERED
STEERED = [1.0, 0.45, 0.1]

# in a race, which only one can win, an offer may be riskier by this factor
cdef float RACE_BOLD = 1.14
# another's declaration that fails, in bids made of the own; a revelation counts twice
cdef float SPOILED = 1.5
# a bid that can still be made is, this often
cdef float STILL_MADE = 0.7


cdef struct Nines:               # what the seat that decides knows
    const State* s
    const CardTable* t
    int seat
    int other[OTHERS]            # in turn order
    uint64_t hand
    uint64_t aside
    uint64_t open[NINE_SEATS]    # hands that lie open
    uint64_t unseen              # in hands that do not, or laid aside face down
    float held                   # share of the unseen cards that are in a hand
    float share[NINE_SEATS]      # ... in this one
    uint64_t trumps
    float trumps_left            # with the others
    float ruffs[NINE_SEATS]      # chance that the seat holds a trump


# ---- what the seat knows

cdef void look(const State* s, int seat, Nines* v) noexcept nogil:
    cdef const CardTable* t = &s.cards
    cdef uint64_t seen = t.hand[seat] | t.aside[seat]
    cdef int i
    cdef int p = seat
    cdef int hidden = 0
    v.s = s
    v.t = t
    v.seat = seat
    v.hand = t.hand[seat]
    v.aside = t.aside[seat]
    v.trumps = 0 if t.trump == NO_SUIT else suit_cards(t.trump)
    for i in range(OTHERS):
        p = next_seat(s, p)
        v.other[i] = p
        v.open[p] = t.hand[p] if t.hand[p] & ~t.shown[p] == 0 else 0
        seen |= v.open[p] | (t.aside[p] & t.shown[p])
        if not v.open[p]:
            hidden += n_hand(t, p)
    for i in range(NINE_SEATS):
        seen |= t.played[i]
    v.unseen = (bit(CARDS) - 1) & ~seen
    v.held = min(1, hidden / <float>max(count(v.unseen), 1))
    for i in range(OTHERS):
        p = v.other[i]
        v.share[p] = n_hand(t, p) / <float>max(count(v.unseen), 1)
    v.trumps_left = v.held * count(v.unseen & v.trumps)
    for i in range(OTHERS):
        p = v.other[i]
        v.trumps_left += count(v.open[p] & v.trumps)
        v.ruffs[p] = chance_of_any(v, p, v.trumps)
    if not v.trumps:
        v.trumps_left = UNTRUMPED * n_hand(t, seat) / NINE_TRICKS


cdef int n_hand(const CardTable* t, int p) noexcept nogil:
    # everybody holds nine in the play; three more while bids are hidden tell nothing
    return NINE_TRICKS - count(t.played[p])


cdef uint64_t above(int card) noexcept nogil:
    return suit_cards(suit_of(card)) & ~((<uint64_t>2 << card) - 1)


cdef float chance_of_any(const Nines* v, int p, uint64_t cards) noexcept nogil:
    # that the seat holds one of the cards
    cdef int n, suit
    cdef float none = 1
    if v.open[p]:
        return 1 if v.open[p] & cards else 0
    for suit in range(CARD_SUITS):
        if has(v.t.void[p], suit):
            cards &= ~suit_cards(suit)
    n = count(cards & v.unseen)
    while n > 0:
        none *= 1 - v.share[p]
        n -= 1
    return 1 - none


# ---- the chance of a card, and of a number of tricks

# logistic weights, fitted to 2,500 hands of this baseline against itself.  A card of a side suit:
cdef float[11] SIDE
SIDE = [-1.87, 0.6, -1.05, 0.84, 0.06, -0.13, 0.39, -0.38, -0.46, 0.28, 1.71]
# a trump that is not the highest left:
cdef float[8] TRUMP
TRUMP = [0.07, -1.41, -0.45, 0.52, -0.12, -0.33, 0.13, 1.64]


cdef float tricks_of(const Nines* v, int card, uint64_t hand, float wanted) noexcept nogil:
    # chance that the card wins a trick sooner or later; wanted: tricks for each card of the hand
    cdef uint64_t suit = suit_cards(suit_of(card))
    cdef uint64_t higher = above(card)
    cdef float own_higher = count(hand & higher)
    cdef float length = count(hand & suit)
    cdef float left = v.held * count(v.unseen & suit)
    cdef float against = v.held * count(v.unseen & higher)
    cdef float cards = count(hand)
    cdef float x
    cdef int i
    for i in range(OTHERS):
        against += count(v.open[v.other[i]] & higher)
        left += count(v.open[v.other[i]] & suit)
    if v.trumps & suit:
        if against == 0:
            return 1
        x = (TRUMP[0] + TRUMP[1] * sqrtf(against) + TRUMP[2] * own_higher + TRUMP[3] * length
             + TRUMP[4] * left + TRUMP[5] * shortest(v, hand) + TRUMP[6] * cards
             + TRUMP[7] * wanted)
    else:
        x = (SIDE[0] + SIDE[1] * (against == 0) + SIDE[2] * against + SIDE[3] * against / cards
             + SIDE[4] * own_higher + SIDE[5] * length + SIDE[6] * left
             + SIDE[7] * v.trumps_left + SIDE[8] * ruff_chance(v, suit, left - OTHERS * own_higher)
             + SIDE[9] * cards + SIDE[10] * wanted)
    return 1 / (1 + expf(-x))


cdef float ruff_chance(const Nines* v, uint64_t suit, float left) noexcept nogil:
    # how likely another can trump the suit, once the higher cards of it are out
    cdef float out = 0
    cdef int i
    if not v.trumps:
        return 0
    for i in range(OTHERS):
        if v.ruffs[v.other[i]] > 0:
            out += v.ruffs[v.other[i]] * lacks(v, v.other[i], suit, left)
    return min(out, 1)


cdef float lacks(const Nines* v, int p, uint64_t suit, float left) noexcept nogil:
    # that the seat has no card of the suit, `left` of which the others hold
    cdef float out = 1
    if v.open[p]:
        return 0 if v.open[p] & suit else 1
    if has(v.t.void[p], suit_of(lowest(suit))):
        return 1
    while left > 0:
        out *= 0.5 if left >= 1 else 1 - left / 2
        left -= 1
    return out


cdef float shortest(const Nines* v, uint64_t hand) noexcept nogil:
    # cards of the shortest side suit, three at most: a low trump may take a trick there
    cdef int suit
    cdef int out = 3
    for suit in range(CARD_SUITS):
        if suit != v.t.trump and v.unseen & suit_cards(suit):
            out = min(out, count(hand & suit_cards(suit)))
    return out


cdef float chance_to_take(const Nines* v, uint64_t hand, int need) noexcept nogil:
    # that this hand wins so many tricks, as far as it can be steered
    cdef float[NINE_HAND + 1] p
    cdef int n = 0
    cdef int k, off
    cdef float x, keep
    cdef float total = 0
    cdef uint64_t left = hand
    cdef float wanted = max(0, min(1, need / <float>max(count(hand), 1)))
    p[0] = 1
    while left:
        x = tricks_of(v, lowest(left), hand, wanted)
        left = without_lowest(left)
        n += 1
        p[n] = 0
        for k in range(n, 0, -1):
            p[k] = p[k] * (1 - x) + p[k - 1] * x
        p[0] *= 1 - x
    if need < 0 or need > n:
        return 0
    keep = min(1, n / <float>6)
    for k in range(n + 1):
        off = k - need if k > need else need - k
        if off == 0:
            total += p[k]
        elif off < 3:
            total += p[k] * STEERED[off] * keep
    return total


# ---- the bid

cdef float bid_worth(const Nines* v, uint64_t bid) noexcept nogil:
    return chance_to_take(v, (v.hand | v.aside) & ~bid, bid_value(bid))


cdef uint64_t best_bid(const Nines* v, uint64_t laid, float* most) noexcept nogil:
    # the best bid that goes on from the cards laid aside
    cdef uint64_t choices = bid_choices((v.hand | v.aside) & ~laid, laid)
    cdef uint64_t best = laid
    cdef uint64_t found, card
    cdef float worth
    most[0] = -1
    if count(laid) == NINE_BID_CARDS:
        most[0] = bid_worth(v, laid)
        return laid
    while choices:
        card = choices & (~choices + 1)
        choices = without_lowest(choices)
        found = best_bid(v, laid | card, &worth)
        if worth > most[0]:
            most[0] = worth
            best = found
    return best


cdef int act_bid(const Nines* v) noexcept nogil:
    cdef float worth
    cdef uint64_t next_cards = best_bid(v, v.aside, &worth) & ~v.aside
    return lowest(next_cards if next_cards else v.s.legal[0])


cdef int act_offer(const Nines* v, const Style* y) noexcept nogil:
    cdef float chance = bid_worth(v, v.aside)
    if v.s.rules.mode == MODE_RACE:
        chance *= RACE_BOLD
    if allowed(v.s, REVEAL) and chance * y.open_riichi > REVEAL_FROM:
        return REVEAL
    if allowed(v.s, DECLARE) and chance * y.riichi > DECLARE_FROM:
        return DECLARE
    return NONE


# ---- the play

cdef bint beats(const Nines* v, int card, int best) noexcept nogil:
    if suit_of(card) == suit_of(best):
        return card > best
    return has(v.trumps, card)


cdef float chance_beaten(const Nines* v, int p, int card, int led) noexcept nogil:
    # by a seat that has still to play to the trick
    cdef uint64_t suit = suit_cards(led)
    cdef uint64_t higher = above(card)
    cdef float follows, out
    if suit_of(card) != led:
        # a trump that was not led: a higher one may be played by who has none of the suit
        return TRUMPS_IT * chance_of_any(v, p, higher) * (1 - chance_of_any(v, p, suit))
    out = WANTS * chance_of_any(v, p, higher)
    if v.trumps and not v.trumps & suit:
        follows = chance_of_any(v, p, suit)
        out += TRUMPS_IT * (1 - follows) * chance_of_any(v, p, v.trumps)
    return min(out, 1)


cdef float chance_now(const Nines* v, int card) noexcept nogil:
    # that the card wins the running trick
    cdef const CardTable* t = v.t
    cdef int led = suit_of(t.trick[t.leader]) if t.n_trick else suit_of(card)
    cdef float chance = 1
    cdef int i
    if led != suit_of(card) and not has(v.trumps, card):
        return 0
    for i in range(OTHERS):
        if t.trick[v.other[i]] < CARDS:
            if not beats(v, card, t.trick[v.other[i]]):
                return 0
        else:
            chance *= 1 - chance_beaten(v, v.other[i], card, led)
    return chance


# ---- the bid of another that all know

cdef float still_makes(int need, int left) noexcept nogil:
    if need < 0 or need > left:
        return 0
    return STILL_MADE if left else 1


cdef float rival_wins(const Nines* v, int rival, int need, int left, int card) noexcept nogil:
    # chance that he takes the running trick if this card is played to it
    cdef const CardTable* t = v.t
    cdef int led = suit_of(t.trick[t.leader]) if t.n_trick else suit_of(card)
    cdef int best = card if led == suit_of(card) or has(v.trumps, card) else t.trick[t.leader]
    cdef int third = v.other[0] if v.other[1] == rival else v.other[1]
    cdef uint64_t lower
    cdef float over
    if t.trick[third] < CARDS and beats(v, t.trick[third], best):
        best = t.trick[third]
    if t.trick[rival] < CARDS:
        if not beats(v, t.trick[rival], best):
            return 0
        if t.trick[third] < CARDS:
            return 1
        return 1 - chance_beaten(v, third, t.trick[rival], led)
    over = chance_of_any(v, rival, above(best))
    if need == left:
        return over
    lower = suit_cards(led) & ~above(best)
    return over * (1 - chance_of_any(v, rival, lower)) if need == 0 else over / 2


cdef float rival_makes(const Nines* v, int rival, int card) noexcept nogil:
    cdef int left = count(v.hand)
    cdef int need = bid_value(v.t.aside[rival]) - v.t.tricks[rival]
    cdef float wins = rival_wins(v, rival, need, left, card)
    return wins * still_makes(need - 1, left - 1) + (1 - wins) * still_makes(need, left - 1)


# ---- the card

cdef float card_worth(const Nines* v, int card, int rival, float spoiled) noexcept nogil:
    cdef int need = bid_value(v.aside) - v.t.tricks[v.seat]
    cdef uint64_t rest = v.hand & ~bit(card)
    cdef float win = chance_now(v, card)
    cdef float worth = win * chance_to_take(v, rest, need - 1)
    worth += (1 - win) * chance_to_take(v, rest, need)
    if spoiled > 0:
        worth -= spoiled * rival_makes(v, rival, card)
    # a bid that is lost: tricks still count, and spoil the others' bids
    return worth + 0.001 * win


cdef int act_play(const Nines* v, const Style* y) noexcept nogil:
    cdef int rival = nine_premium(v.s)
    cdef uint64_t left = v.s.legal[0]
    cdef int best = lowest(left)
    cdef float spoiled = 0
    cdef float most = -1000
    cdef float worth
    if rival != NOBODY and rival != v.seat:
        spoiled = y.defence * SPOILED * (2 if v.s.answer[rival] == REVEAL else 1)
    while left:
        worth = card_worth(v, lowest(left), rival, spoiled)
        if worth > most:
            most = worth
            best = lowest(left)
        left = without_lowest(left)
    return best


# ---- the door

cdef int ninety_nine_act(const State* s, const Style* style) noexcept nogil:
    cdef Nines v
    if s.legal[1] == 0 and count(s.legal[0]) == 1:
        return lowest(s.legal[0])
    look(s, s.actor, &v)
    if s.cards.stage == STAGE_BID:
        return act_bid(&v)
    if s.cards.stage == STAGE_OFFER:
        return act_offer(&v, style)
    return act_play(&v, style)


PLAYERS[<int>GAME_NINETY_NINE] = ninety_nine_act
