# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Hangzhou: legal wins and their multipliers, payments, liability, levels (hangzhou.md 3-5, 8)."""

from libc.string cimport memset
from shugi._fast.core.bits cimport has
from shugi._fast.core.rules cimport (
    INSTANT_THIRD_STAY_DOUBLES, INSTANT_THIRD_STAY_HIGH, INSTANT_THIRD_STAY_OFF,
    LEVEL_COUNTS_COMPLETED_STAYS, LIABILITY_RESTRICTION_MAX_TWO_ALWAYS,
    LIABILITY_RESTRICTION_NONBANKER_THIRD_FORBIDDEN, LIABILITY_RESTRICTION_NONE,
    LIABILITY_RESTRICTION_WHEN_ALWAYS, LIABILITY_RESTRICTION_WHEN_LEVEL2UP,
    LIABILITY_RESTRICTION_WHEN_LEVEL3, TEN_HONOURS_LADDER, TEN_HONOURS_OFF,
    WILD_EYE_CLAIM_RULE_READING,
)
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.tiles cimport KIND_EAST, WILD
from shugi._fast.flow.ledger cimport REASON_PAO, REASON_WIN, pay
from shugi._fast.shape.shapes cimport FORM_SETS, FORM_STANDARD, is_complete

# by Rules.liability_restriction_when
cdef int[3] RESTRICTED_FROM
RESTRICTED_FROM[<int>LIABILITY_RESTRICTION_WHEN_ALWAYS] = 1
RESTRICTED_FROM[<int>LIABILITY_RESTRICTION_WHEN_LEVEL3] = 3
RESTRICTED_FROM[<int>LIABILITY_RESTRICTION_WHEN_LEVEL2UP] = 2
# by Doubling, in the words of the rules
DOUBLING_NAMES = (
    "wild_eye", "float", "kong_bloom", "robbing", "seven_pairs", "clean_seven_pairs", "deluxe",
)


# ---- shapes

cdef int odd_kinds(const uint8_t* kind) noexcept nogil:
    cdef int k
    cdef int n = 0
    for k in range(KINDS):
        n += kind[k] & 1
    return n


cdef bint all_sets(const Rules* r, const Concealed* hand, int sets, int wild) noexcept nogil:
    return is_complete(r, hand.kind, hand.index, NULL, sets, wild, FORM_SETS)


cdef bint with_pair(const Rules* r, const Concealed* hand, int sets, int wild) noexcept nogil:
    return is_complete(r, hand.kind, hand.index, NULL, sets, wild, FORM_STANDARD)


cdef bint all_pairs(const Rules* r, const Concealed* hand, int wild) noexcept nogil:
    return hand.sets == r.sets and odd_kinds(hand.kind) <= wild


cdef void add(const Rules* r, Concealed* hand, int kind, int n) noexcept nogil:
    hand.kind[kind] += <uint8_t>n
    hand.index[r.group[kind]] += n * r.weight[kind]


cdef void without(const Rules* r, Concealed* hand, int code, int n) noexcept nogil:
    if code == WILD:
        hand.wild -= n
    else:
        add(r, hand, code, -n)


cdef bint eye_of_sets(const Rules* r, const Concealed* hand) noexcept nogil:
    return hand.wild and all_sets(r, hand, hand.sets, hand.wild - 1)


cdef bint eye_of_pairs(const Rules* r, const Concealed* hand) noexcept nogil:
    return hand.wild and all_pairs(r, hand, hand.wild - 1)


cdef bint is_wild_eye(const Rules* r, const Concealed* hand) noexcept nogil:
    return eye_of_sets(r, hand) or eye_of_pairs(r, hand)


cdef bint in_triplet(const Rules* r, Concealed* hand, int kind) noexcept nogil:
    # may a set of the hand be one of this kind, with at least one natural copy?
    cdef bint found = False
    cdef int n
    for n in range(1, 4):
        if found or hand.kind[kind] < n or hand.wild < 3 - n:
            continue
        add(r, hand, kind, -n)
        found = with_pair(r, hand, hand.sets - 1, hand.wild - (3 - n))
        add(r, hand, kind, n)
    return found


cdef bint in_run(const Rules* r, Concealed* hand, int kind, int low) noexcept nogil:
    # may a set be the run from `low` with a natural tile of the kind?  `use`: naturals in it
    cdef bint found = False
    cdef int use, i, wilds
    cdef bint held
    for use in range(1, 8):
        if found or not has(use, kind - low):
            continue
        held = True
        wilds = 0
        for i in range(3):
            wilds += not has(use, i)
            held = held and (not has(use, i) or hand.kind[low + i])
        if not held or wilds > hand.wild:
            continue
        for i in range(3):
            add(r, hand, low + i, -has(use, i))
        found = with_pair(r, hand, hand.sets - 1, hand.wild - wilds)
        for i in range(3):
            add(r, hand, low + i, has(use, i))
    return found


cdef bint second_reading(const Rules* r, const HangzhouWin* win) noexcept nogil:
    # wild_eye_claim_rule reading: the claimed tile need not be paired with a wildcard
    cdef Concealed hand = win.hand
    cdef int kind = win.tile
    cdef int low
    cdef bint found
    if all_pairs(r, &hand, hand.wild + 1) and hand.kind[kind] & 1:
        return True
    add(r, &hand, kind, 1)
    if hand.kind[kind] >= 2:
        add(r, &hand, kind, -2)
        found = all_sets(r, &hand, hand.sets, hand.wild)
        add(r, &hand, kind, 2)
        if found:
            return True
    if hand.sets == 0:
        return False
    if in_triplet(r, &hand, kind):
        return True
    if kind >= KIND_EAST:
        return False
    for low in range(max(kind - 2, kind - kind % 9), min(kind, kind - kind % 9 + 6) + 1):
        if in_run(r, &hand, kind, low):
            return True
    return False


# ---- the value

cdef bint may_claim(const Rules* r, const HangzhouWin* win) noexcept nogil:
    if win.tile == WILD or r.wall_only:
        return False
    if not is_wild_eye(r, &win.hand):
        return True
    return r.wild_eye_claim_rule == WILD_EYE_CLAIM_RULE_READING and second_reading(r, win)


cdef bint reads_as_pairs(const Rules* r, const HangzhouWin* win,
                         const Concealed* full) noexcept nogil:
    # another's tile needs a partner of its own: with a wildcard it would be the eye (hangzhou 3.3)
    return all_pairs(r, full, full.wild) and (
        win.source == OWN_TILE or win.hand.kind[win.tile] & 1)


cdef void pair_doubles(const Rules* r, const Concealed* full, int source,
                       HangzhouValue* out) noexcept nogil:
    # doublings of seven pairs
    cdef int k
    out.doubles[<int>DOUBLE_SEVEN_PAIRS] = 1
    out.doubles[<int>DOUBLE_CLEAN] = full.wild == 0 and (
        source == OWN_TILE or r.clean_seven_pairs_on_claim)
    for k in range(KINDS):
        out.doubles[<int>DOUBLE_DELUXE] += full.kind[k] == 4


cdef void multiply(const HangzhouWin* win, bint eye, HangzhouValue* out) noexcept nogil:
    # the circumstances of a reading with or without the eye, and the product
    cdef int i
    cdef int doubles = 0
    out.doubles[<int>DOUBLE_ROBBING] = win.source == ROBBED_TILE
    if win.source == OWN_TILE:
        # floats are won by the eye (hangzhou.md 4)
        out.doubles[<int>DOUBLE_WILD_EYE] = eye
        out.doubles[<int>DOUBLE_FLOAT] = win.floats if eye else 0
        out.doubles[<int>DOUBLE_KAN] = win.kan_streak
    for i in range(<int>DOUBLINGS):
        doubles += out.doubles[i]
    out.multiplier = 1 << doubles


cdef void complete_hand(const Rules* r, const HangzhouWin* win, Concealed* full) noexcept nogil:
    full[0] = win.hand
    if win.tile == WILD:
        full.wild += 1
    else:
        add(r, full, win.tile, 1)


cdef void hangzhou_value(const Rules* r, const HangzhouWin* win, HangzhouValue* out) noexcept nogil:
    cdef Concealed full
    cdef HangzhouValue other
    cdef bint own = win.source == OWN_TILE
    cdef bint eye = own and eye_of_sets(r, &win.hand)
    memset(out, 0, sizeof(HangzhouValue))
    memset(&other, 0, sizeof(HangzhouValue))
    if not own and not may_claim(r, win):
        return
    complete_hand(r, win, &full)
    if reads_as_pairs(r, win, &full):
        pair_doubles(r, &full, win.source, out)
        multiply(win, (own and eye_of_pairs(r, &win.hand))
                 or (eye and r.wild_eye_across_readings), out)
    # without the eye, sets are worth less than pairs
    if eye or (out.multiplier == 0 and with_pair(r, &full, full.sets, full.wild)):
        multiply(win, eye, &other)
    if other.multiplier > out.multiplier:
        out[0] = other


cdef bint may_take(const Rules* r, int source, int level, int banker, int winner,
                   int giver) noexcept nogil:
    if source == OWN_TILE:
        return True
    if r.wall_only or (winner == banker) == (giver == banker):
        return False
    return level >= (r.rob_min_level if source == ROBBED_TILE else 3)


# ---- levels, ten honours, liability

cdef int stay_level(const Rules* r, int hands) noexcept nogil:
    return max(1, min(3, hands - 1 if r.level_counts == LEVEL_COUNTS_COMPLETED_STAYS else hands))


cdef int third_stay(const Rules* r) noexcept nogil:
    return 4 if r.level_counts == LEVEL_COUNTS_COMPLETED_STAYS else 3


cdef bint instant_third(const Rules* r, int first, int second) noexcept nogil:
    cdef int rule = r.instant_third_stay
    if rule == INSTANT_THIRD_STAY_OFF:
        return False
    if first == second and rule != INSTANT_THIRD_STAY_HIGH:
        return True
    return rule != INSTANT_THIRD_STAY_DOUBLES and first + second >= r.instant_third_min


cdef int32_t honours_value(const Rules* r, int discards) noexcept nogil:
    if r.ten_honours == TEN_HONOURS_OFF or discards < 10:
        return 0
    return 1 << (discards - 10) if r.ten_honours == TEN_HONOURS_LADDER else 2


cdef bint third_forbidden(const Rules* r, int fed, int chows, bint is_chow, bint with_banker,
                          int level) noexcept nogil:
    cdef int rule = r.liability_restriction
    cdef int least = RESTRICTED_FROM[r.liability_restriction_when]
    if rule == LIABILITY_RESTRICTION_NONE or fed < 2 or level < least:
        return False
    if rule == LIABILITY_RESTRICTION_MAX_TWO_ALWAYS:
        return True
    if with_banker:
        return False
    return (rule == LIABILITY_RESTRICTION_NONBANKER_THIRD_FORBIDDEN
            or (fed == 2 and chows == 2 and is_chow))


cdef bint liability_counts(const Rules* r, bint with_banker) noexcept nogil:
    # where third sets are forbidden between non-bankers, the levels that allow them cost nothing
    return r.liability and (
        with_banker
        or r.liability_restriction != LIABILITY_RESTRICTION_NONBANKER_THIRD_FORBIDDEN)


# ---- payments

cdef int32_t base_of(const HangzhouBill* b, int loser) noexcept nogil:
    # what a loser owes for each unit of the multiplier
    return 1 << b.level if b.banker == b.winner or b.banker == loser else 1


cdef int32_t bases_of(const Rules* r, const HangzhouBill* b) noexcept nogil:
    cdef int p
    cdef int32_t total = 0
    for p in range(r.seats):
        if p != b.winner:
            total += base_of(b, p)
    return total


cdef void owe_own(const Rules* r, const HangzhouBill* b, int32_t* plain,
                  int32_t* liable) noexcept nogil:
    cdef int p, any_relation = 0
    for p in range(r.seats):
        if r.liability and p != b.winner:
            any_relation |= b.relation[p]
    if b.n_claims and r.float_second_half_liability and (
            not any_relation or r.float_liability_split):
        owe_by_claims(r, b, any_relation, plain, liable)
        return
    owe_parts(r, b, any_relation, b.multiplier, plain, liable)


cdef void owe_parts(const Rules* r, const HangzhouBill* b, bint any_relation, int32_t multiplier,
                    int32_t* plain, int32_t* liable) noexcept nogil:
    # all pay their parts, or those with three sets pay the total
    cdef int p
    for p in range(r.seats):
        if p == b.winner:
            continue
        if any_relation:
            liable[p] = bases_of(r, b) * multiplier * b.relation[p]
        else:
            plain[p] = base_of(b, p) * multiplier


cdef void owe_by_claims(const Rules* r, const HangzhouBill* b, bint any_relation, int32_t* plain,
                        int32_t* liable) noexcept nogil:
    # what the hand was worth before the first claim is owed as ever; who fed a claim pays what it
    # added
    cdef int32_t after
    cdef int i
    owe_parts(r, b, any_relation, b.claim_before[0], plain, liable)
    for i in range(b.n_claims):
        after = b.claim_before[i + 1] if i + 1 < b.n_claims else b.multiplier
        liable[b.claim_from[i]] += bases_of(r, b) * (after - b.claim_before[i])


cdef void owe_taken(const Rules* r, const HangzhouBill* b, int32_t* plain,
                    int32_t* liable) noexcept nogil:
    # a claimed or robbed tile: who gave it pays, and by option those with three sets
    cdef bint robbed = b.source == ROBBED_TILE
    cdef int32_t unit = b.multiplier * (bases_of(r, b) if robbed else base_of(b, b.giver))
    cdef bint relations = r.liability and (r.liability_on_rob if robbed else r.liability_on_claim)
    cdef int p
    plain[b.giver] = unit
    if relations:
        for p in range(r.seats):
            if p != b.winner:
                liable[p] = unit * b.relation[p]


cdef void hangzhou_pay(const Rules* r, const HangzhouBill* bill, Ledger* ledger) noexcept nogil:
    cdef int32_t plain[SEATS]
    cdef int32_t liable[SEATS]
    cdef int32_t left
    cdef int p
    memset(plain, 0, sizeof(plain))
    memset(liable, 0, sizeof(liable))
    if bill.giver == NOBODY:
        owe_own(r, bill, plain, liable)
    else:
        owe_taken(r, bill, plain, liable)
    for p in range(r.seats):
        if bill.chips[p] >= 0:
            left = bill.chips[p]
            plain[p] = min(plain[p], left)
            liable[p] = min(liable[p], left - plain[p])
        if plain[p]:
            pay(ledger, REASON_WIN, p, bill.winner, plain[p], bill.level)
        if liable[p]:
            pay(ledger, REASON_PAO, p, bill.winner, liable[p], bill.relation[p])
