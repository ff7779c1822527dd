# Piquet: combinations, what beats what, the order of scoring, points of the play, ends of games and
# the settlement of six deals (piquet sections 1, 3, 4, 5).  Pure functions: nothing here reads a
# State.  A combination is the set of its cards.  Pairs are elder, younger.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.core.cards cimport CARD_RANKS
from shugi._fast.core.rules cimport Rules
from shugi._fast.games.piquet.table cimport CATEGORIES

cdef enum:
    PIQUET_HAND = 12
    PIQUET_WHOLES = 4        # combinations of a category that twelve cards can hold
    PIQUET_ENTRIES = 5       # carte blanche, the categories, a repic
    FROM_TEN = 4             # rank of the ten
    SIX_DEALS = 6
    EXTENSION = 2


cdef struct PiquetEntry:
    uint8_t reason           # Reason, flow/ledger.pxd
    int32_t points[2]


cdef struct PiquetDeclared:  # points before the play, in the order of scoring
    uint8_t n
    uint8_t repic            # 0 elder, 1 younger, NOBODY
    PiquetEntry entry[PIQUET_ENTRIES]


# ---- cards

cdef inline uint64_t rank_cards(int rank) noexcept nogil:
    return <uint64_t>0x8040201 << rank


# neither king, queen nor jack: a carte blanche
cdef bint piquet_blank(uint64_t hand) noexcept nogil
cdef int piquet_pips(uint64_t cards) noexcept nogil
cdef int piquet_talon(const Rules* r) noexcept nogil
# cards the younger may take at most, after the elder's
cdef int piquet_left(const Rules* r, int elder_takes) noexcept nogil

# ---- combinations

# comparable within a category (PiquetCategory): more beats less; 0 for no cards
cdef int32_t piquet_strength(const Rules* r, int category, uint64_t cards) noexcept nogil
# points of a combination, or of several that share no run or rank
cdef int32_t piquet_worth(const Rules* r, int category, uint64_t cards) noexcept nogil
# the whole combinations of a hand into out[PIQUET_WHOLES], the strongest first, equal ones in the
# order of the suits; their number
cdef int piquet_wholes(const Rules* r, int category, uint64_t hand, uint64_t* out) noexcept nogil
# the action (core/card_actions.pxd) that names a combination
cdef int piquet_action(int category, uint64_t cards) noexcept nogil
# which cards of the hand an action means: a whole combination before a part, then by suit; 0 none
cdef uint64_t piquet_cards(const Rules* r, uint64_t hand, int action) noexcept nogil
# adds to legal[2] the actions of combinations that are at least as strong
cdef void piquet_offer(const Rules* r, int category, uint64_t hand, int32_t least,
                       uint64_t* legal) noexcept nogil
# the least strength that the elder may declare
cdef int32_t piquet_least(const Rules* r, int category, uint64_t hand) noexcept nogil
# further combinations that may be counted with the deciding one, as piquet_wholes
cdef int piquet_further(const Rules* r, int category, uint64_t hand, uint64_t deciding,
                        uint64_t* out) noexcept nogil
# PiquetVerdict on a declaration (0: nothing) and its answer (0: good)
cdef int piquet_verdict(const Rules* r, int category, uint64_t declared,
                        uint64_t answer) noexcept nogil

# ---- the order of scoring

# blank: who shows a carte blanche; worth: points of each category, the elder's and the younger's
cdef void piquet_declared(const uint8_t* blank, const int32_t* worth,
                          PiquetDeclared* out) noexcept nogil
# who has thirty against nothing: 0 elder, 1 younger, NOBODY
cdef int piquet_thirty(const int32_t* totals) noexcept nogil
# who wins the game inside the declarations, or NOBODY; entries: how many count up to then.
# target 0: none
cdef int piquet_decided(int target, const int32_t* before, const PiquetDeclared* declared,
                        int* entries) noexcept nogil

# ---- the play

# does the card score, led or taking the trick
cdef bint piquet_scores(const Rules* r, int card) noexcept nogil
# does the last trick's point count, won with the card; capot: all twelve by one player
cdef bint piquet_last(const Rules* r, int card, bint capot) noexcept nogil
# points for more tricks, or all; added to out[2]
cdef void piquet_tricks(const int32_t* tricks, int32_t* out) noexcept nogil

# ---- ends

# the higher total, once one has the target; NOBODY where neither has, or both are equal
cdef int piquet_reached(int target, const int32_t* totals) noexcept nogil
# what six deals bring their winner; 0 where the totals are equal
cdef int32_t piquet_settlement(const int32_t* totals) noexcept nogil
