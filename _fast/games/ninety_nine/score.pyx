# cython: language_level=3
"""Hands of Ninety-Nine as plain Python values: bids, offers, points (ninety_nine.md 3-5)."""

from libc.stdint cimport int32_t, uint64_t, uint8_t
from libc.string cimport memset
from shugi._fast.games.ninety_nine.points cimport (
    NINE_BID_CARDS, NINE_SEATS, NINE_TRICKS, NinetyNineEnd, NinetyNineHand, NinetyNineScore,
    bid_value, bid_ways, first_trump, nine_end, nine_pay, nine_score, premium_seat, sole_leader,
)
from shugi._fast.games.tricks.play cimport follow, take_trick
from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.card_actions cimport DECLARE, NONE, REVEAL
from shugi._fast.core.cards cimport NO_SUIT
from shugi._fast.core.rules cimport MODE_RACE, OFFER_MODE_SEQUENTIAL, TIE_SHARED
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport Ledger, State
from shugi._fast.flow.ledger cimport ledger_clear, lines_of
from shugi._fast.rules.compile cimport Rules
from shugi._fast.text.case cimport check_case, check_game, check_keys, number_of

from shugi._fast.core.card_actions import CARD_NAMES, CARD_SUITS

# rows of the schema: name, form, default, meaning
CASE = (
    ("dealer", "player", "needed", "who deals; players are numbered from 0 in turn order"),
    ("bids", "a number 0 to 9, or three cards (C6 HT SA), for each player", "needed",
     "what each has bid"),
    ("tricks", "a number for each player", "needed", "won by each; nine in all"),
    ("offers", '"none", "declare" or "reveal" for each player', "all none",
     "what each has offered"),
    ("totals", "a number for each player", "[0, 0, 0]",
     "before the hand: of all hands, in a race of the running game"),
    ("hands", "number", "1", "hands played, this one included; not in a race"),
    ("wins", "a number for each player", "[0, 0, 0]", "games won before the hand; of a race"),
)
CASE_KEYS = frozenset([name for name, *_ in CASE])
OFFERS = {"none": NONE, "declare": DECLARE, "reveal": REVEAL}
OFFER_NAMES = {offer: name for name, offer in OFFERS.items()}
MOST_POINTS = 10**6
MOST_HANDS = 10**4


# ---- cards

cdef object cards_of(text, what):
    """The codes of cards, in the order given."""
    if not isinstance(text, str):
        raise ValueError(f"{what} must be cards such as 'C6 HT SA', not {text!r}")
    codes = []
    for name in text.split():
        if name not in CARD_NAMES:
            raise ValueError(
                f"{what}: there is no card {name!r}; a card is a suit ({' '.join(CARD_SUITS)}) and "
                "a rank (6 7 8 9 T J Q K A), such as ST"
            )
        codes.append(CARD_NAMES.index(name))
    if len(set(codes)) != len(codes):
        raise ValueError(f"{what}: {text!r} has a card twice")
    return codes


cdef uint64_t set_of(codes) except? 0:
    cdef uint64_t out = 0
    for code in codes:
        out |= bit(<int>code)
    return out


cdef int suit_named(name, what) except -1:
    if name is None:
        return NO_SUIT
    if not isinstance(name, str) or len(name) != 1 or name not in CARD_SUITS:
        raise ValueError(f"{what} must be one of {', '.join(CARD_SUITS)} or None, not {name!r}")
    return CARD_SUITS.index(name)


cdef object suit_name(int suit):
    return None if suit == NO_SUIT else CARD_SUITS[suit]


# ---- a case

cdef object list_in(case, key):
    """One value for each player."""
    values = case.get(key)
    if not isinstance(values, (list, tuple)) or len(values) != NINE_SEATS:
        raise ValueError(
            f"{key} must have a value for each of the {NINE_SEATS} players, not {values!r}"
        )
    return values


cdef object whole_numbers(case, key, int high):
    """Numbers from 0; none given: all 0."""
    if case.get(key) is None:
        return [0] * NINE_SEATS
    values = list_in(case, key)
    return [number_of({f"{key} of player {i}": value}, f"{key} of player {i}", 0, high)
            for i, value in enumerate(values)]


cdef object bids_of(case):
    bids, used = [], []
    for i, given in enumerate(list_in(case, "bids")):
        what = f"bids of player {i}"
        if not isinstance(given, str):
            bids.append(number_of({what: given}, what, 0, NINE_TRICKS))
            continue
        codes = cards_of(given, what)
        if len(codes) != NINE_BID_CARDS:
            raise ValueError(f"{what}: a bid is {NINE_BID_CARDS} cards, {given!r} has {len(codes)}")
        both = [CARD_NAMES[code] for code in codes if code in used]
        if both:
            raise ValueError(f"{what}: {both[0]} lies in another player's bid too")
        used += codes
        bids.append(bid_value(set_of(codes)))
    return bids


cdef object offers_of(Rules rules, case, int dealer):
    if case.get("offers") is None:
        return [NONE] * NINE_SEATS
    offers = []
    for i, name in enumerate(list_in(case, "offers")):
        if not isinstance(name, str) or name not in OFFERS:
            raise ValueError(
                f"offers of player {i} must be one of {', '.join(OFFERS)}, not {name!r}"
            )
        offers.append(OFFERS[name])
    if set(offers) == {NONE}:
        return offers
    if not rules.c.premiums:
        raise ValueError("offers: these rules have none (premiums); leave them out")
    if rules.c.offer_mode == OFFER_MODE_SEQUENTIAL:
        in_turn = [offers[(dealer + step) % NINE_SEATS] for step in range(1, NINE_SEATS + 1)]
        made = [offer for offer in in_turn if offer != NONE]
        if made != sorted(set(made)):
            raise ValueError(
                "offers: in turn from the dealer's left each must be higher than those before "
                "(offer_mode sequential)"
            )
    return offers


cdef int read_hand(Rules rules, case, NinetyNineHand* hand) except -1:
    cdef int dealer = number_of(case, "dealer", 0, NINE_SEATS - 1)
    cdef uint8_t[NINE_SEATS] offer
    cdef int p
    tricks = list_in(case, "tricks") and whole_numbers(case, "tricks", NINE_TRICKS)
    if sum(tricks) != NINE_TRICKS:
        raise ValueError(f"tricks {case['tricks']!r} are {sum(tricks)} in all; there are "
                         f"{NINE_TRICKS}")
    bids = bids_of(case)
    offers = offers_of(rules, case, dealer)
    for p in range(NINE_SEATS):
        hand.bid[p] = bids[p]
        hand.tricks[p] = tricks[p]
        offer[p] = offers[p]
    hand.premium = premium_seat(offer, dealer)
    hand.offer = NONE if hand.premium == NOBODY else offer[hand.premium]
    return 0


cdef int read_standing(Rules rules, case, int32_t* total, uint8_t* wins) except -1:
    """What stood before the hand; returns the hands played with it."""
    cdef bint race = rules.c.mode == MODE_RACE
    cdef int hands = number_of(case, "hands", 1, MOST_HANDS, 1)
    cdef int p
    totals = whole_numbers(case, "totals", MOST_POINTS)
    won = whole_numbers(case, "wins", rules.c.games_to_win - 1)
    if race and "hands" in case:
        raise ValueError("hands: a race has no number of them; leave it out")
    if not race and "wins" in case:
        raise ValueError("wins: only a race (mode) has games; leave them out")
    for p in range(NINE_SEATS):
        total[p] = totals[p]
        wins[p] = won[p]
    p = sole_leader(total)
    if race and p != NOBODY and total[p] >= rules.c.target:
        raise ValueError(f"totals {totals!r}: player {p} has won that game before the hand; the "
                         "next one begins at 0")
    if not race and hands > rules.c.match_hands and rules.c.tie == TIE_SHARED:
        raise ValueError(f"hands: {hands} are more than the {rules.c.match_hands} of these rules")
    return hands


cdef list ledger_lines(Rules rules, const NinetyNineHand* hand, const NinetyNineScore* score):
    cdef Ledger ledger
    ledger_clear(&ledger)
    nine_pay(hand, score, &ledger)
    return lines_of(&rules.c, &ledger)


# ---- the doors

def score(Rules rules not None, case):
    cdef NinetyNineHand hand
    cdef NinetyNineScore points
    cdef NinetyNineEnd end
    cdef int32_t[NINE_SEATS] total
    cdef uint8_t[NINE_SEATS] wins
    cdef int p, hands
    check_game(rules, "ninety_nine")
    check_case(case, CASE_KEYS, "case")
    read_hand(rules, case, &hand)
    hands = read_standing(rules, case, total, wins)
    nine_score(&hand, &points)
    for p in range(NINE_SEATS):
        total[p] += points.total[p]
    nine_end(&rules.c, total, hands, wins, &end)
    trump = first_trump(&rules.c) if end.resets else points.next_trump
    seats = range(NINE_SEATS)
    premium = None if hand.premium == NOBODY else {
        "player": hand.premium, "offer": OFFER_NAMES[hand.offer]}
    return {
        "legal": True,
        "bids": [hand.bid[p] for p in seats],
        "made": [bool(has(points.made, p)) for p in seats],
        "premium": premium,
        "points_delta": [points.total[p] for p in seats],
        "next_trump": suit_name(trump),
        "totals": [total[p] for p in seats],
        "game_winner": None if end.winner == NOBODY else end.winner,
        "over": bool(end.over),
        "ledger": ledger_lines(rules, &hand, &points),
    }


def outcome(Rules rules not None, case):
    cdef NinetyNineEnd end
    cdef int32_t[NINE_SEATS] total
    cdef uint8_t[NINE_SEATS] wins
    cdef int p, hands
    check_game(rules, "ninety_nine")
    check_keys(case, ("totals", "hands", "wins"), "case")
    hands = read_standing(rules, {**case, "totals": None}, total, wins)
    totals = list_in(case, "totals") and whole_numbers(case, "totals", MOST_POINTS)
    for p in range(NINE_SEATS):
        total[p] = totals[p]
    nine_end(&rules.c, total, hands, wins, &end)
    return {"game_winner": None if end.winner == NOBODY else end.winner, "over": bool(end.over)}


def bid_of(cards):
    codes = cards_of(cards, "cards")
    if len(codes) != NINE_BID_CARDS:
        raise ValueError(f"a bid is {NINE_BID_CARDS} cards, {cards!r} has {len(codes)}")
    return bid_value(set_of(codes))


def bids_possible(int cards):
    if not NINE_BID_CARDS <= cards <= len(CARD_NAMES):
        raise ValueError(f"a hand has {NINE_BID_CARDS} to {len(CARD_NAMES)} cards, not {cards}")
    return bid_ways(cards, NINE_BID_CARDS)


def trick_winner(Rules rules not None, cards, trump):
    cdef State s
    cdef int p
    check_game(rules, "ninety_nine")
    codes = cards_of(cards, "cards")
    if len(codes) != NINE_SEATS:
        raise ValueError(f"a trick is {NINE_SEATS} cards, {cards!r} has {len(codes)}")
    memset(&s, 0, sizeof(State))
    s.rules = &rules.c
    for p in range(NINE_SEATS):
        s.after[p] = <uint8_t>((p + 1) % NINE_SEATS)
        s.cards.trick[p] = codes[p]
    s.cards.trump = <uint8_t>suit_named(trump, "trump")
    return take_trick(&s)


def following(hand, led):
    cdef uint64_t legal = follow(set_of(cards_of(hand, "hand")), suit_named(led, "led"))
    return [name for code, name in enumerate(CARD_NAMES) if has(legal, code)]
