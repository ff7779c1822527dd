# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Hand shapes: shanten, completeness, waits and readings of a hand, by table.

A group's table entry says what m sets, with or without a pair, still lack in that group.  A hand
is the cheapest way to share out the sets and the pair over the groups.

Copies.  With ``keishiki_fifth_copy: no_wait`` no shape uses more copies of a kind than Rules.limit,
melds and wildcards included; with ``wait_if_melded`` those in melds are left out.  With ``wait``
only the form counts: a wait, or what a wildcard stands for, may be a copy beyond the last.  Kinds
under ``seven_limit`` always keep their limit, melds included.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit, has, lowest, without_lowest
from shugi._fast.core.rules cimport (
    KEISHIKI_FIFTH_COPY_NO_WAIT, KEISHIKI_FIFTH_COPY_WAIT, KEISHIKI_FIFTH_COPY_WAIT_IF_MELDED,
    ORPHAN_HAND_KOKUSHI, ORPHAN_HAND_NANASHI,
)
from shugi._fast.core.sizes cimport CODES, GROUPS, KINDS, NO_TILE
from shugi._fast.core.tiles cimport KIND_7P, KIND_7S, KIND_OF, NO_KIND, kinds_in_counts
from shugi._fast.shape.readings cimport find_readings
from shugi._fast.shape.tables cimport (
    LANE_LOW, Table, all_within, compile_groups, entry_at, entry_of, forms_within, improvable,
    is_bound, is_bound_by_melds, lane_within, melds_count, missing_beside, most_held, open_forms,
    rests_of, table_in, tiles_missing, within,
)


cdef int shape_compile(Rules* r) noexcept:
    cdef int k
    for k in range(KINDS):
        r.limit[k] = r.copies[k]
        if r.copies[k] > 4 and (k == KIND_7P or k == KIND_7S) and r.seven_limit >= 0:
            r.limit[k] = <uint8_t>min(<int>r.copies[k], r.seven_limit)
    return compile_groups(r)


cdef void shape_index(const Rules* r, const uint8_t* kind, int32_t* index) noexcept nogil:
    cdef int k
    memset(index, 0, GROUPS * sizeof(int32_t))
    for k in range(KINDS):
        if kind[k] and r.group[k] != NO_TILE:
            index[r.group[k]] += kind[k] * r.weight[k]


# ---- by form, melds left aside ----------------------------------------------------------------


# kinds whose draw leaves at most `most` tiles missing
cdef uint64_t drawn_within(const Rules* r, const uint8_t* kind, const int32_t* index,
                           const Rest* rest, int most, int forms) noexcept nogil:
    cdef const Table* table
    cdef uint64_t left, entry
    cdef uint64_t mask = 0
    cdef int g, k
    # a tile more brings each form nearer by one at most
    forms = forms_within(r, rest, entry_of(r, index, 0), most + 1, forms)
    for g in range(r.n_groups):
        table = table_in(r, g)
        if not improvable(r, &rest[g], entry_at(table, index[g]), most, forms):
            continue
        left = r.group_kinds[g]
        while left:
            k = lowest(left)
            left = without_lowest(left)
            if kind[k] < most_held(r, k):
                entry = entry_at(table, index[g] + r.weight[k])
                mask |= <uint64_t>within(r, &rest[g], entry, most, forms) << k
    return mask


cdef uint64_t left_within(const Rules* r, const uint8_t* kind, const int32_t* index,
                          const Rest* rest, int most, int forms) noexcept nogil:
    cdef const Table* table
    cdef uint64_t left, entry
    cdef uint64_t held = kinds_in_counts(kind)
    cdef uint64_t mask = 0
    cdef int g, k
    # a tile less brings no form nearer
    forms = forms_within(r, rest, entry_of(r, index, 0), most, forms)
    for g in range(r.n_groups):
        table = table_in(r, g)
        left = held & r.group_kinds[g]
        if forms == FORM_STANDARD:
            mask |= left_standing(r, &rest[g], table, index[g], left, most)
            continue
        while left:
            k = lowest(left)
            left = without_lowest(left)
            entry = entry_at(table, index[g] - r.weight[k])
            mask |= <uint64_t>within(r, &rest[g], entry, most, forms) << k
    return mask


# the same of one group, where that form alone is open
cdef inline uint64_t left_standing(const Rules* r, const Rest* rest, const Table* table,
                                   int32_t index, uint64_t left, int most) noexcept nogil:
    cdef uint64_t paired = rest.paired
    cdef uint64_t plain = rest.plain
    cdef uint64_t mask = 0
    cdef uint64_t entry
    cdef int k
    while left:
        k = lowest(left)
        left = without_lowest(left)
        entry = entry_at(table, index - r.weight[k])
        mask |= <uint64_t>lane_within((entry & LANE_LOW) + paired, (entry >> 4 & LANE_LOW) + plain,
                                      most) << k
    return mask


# ---- copies in melds --------------------------------------------------------------------------


# can melds take away copies that the tables think a form may use?  `ahead`: copies yet to come
cdef bint melds_bind(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets,
                     int ahead) noexcept nogil:
    cdef int k
    if melded == NULL or not melds_count(r, sets):
        return False
    for k in range(KINDS):
        if melded[k] and kind[k] + melded[k] + ahead >= r.limit[k] and is_bound_by_melds(r, k):
            return True
    return False


# copies over the limit in hand and melds (a fifth seven): only under seven_limit
cdef inline int surplus(const Rules* r, const uint8_t* kind, const uint8_t* melded,
                        int k) noexcept nogil:
    return kind[k] + (melded[k] if melded != NULL else 0) - r.limit[k]


cdef inline bint over_limit(const Rules* r, const uint8_t* kind,
                            const uint8_t* melded) noexcept nogil:
    return r.seven_limit >= 0 and (surplus(r, kind, melded, KIND_7P) > 0
                                   or surplus(r, kind, melded, KIND_7S) > 0)


# the hand without its tiles over the limit; False if the melds alone are over it
cdef bint trim_to_limits(const Rules* r, const uint8_t* kind, const int32_t* index,
                         const uint8_t* melded, uint8_t* left, int32_t* left_index) noexcept nogil:
    cdef int k, extra
    memcpy(left, kind, KINDS)
    memcpy(left_index, index, GROUPS * sizeof(int32_t))
    for k in range(<int>KIND_7P, <int>KIND_7S + 1, 9):
        extra = surplus(r, kind, melded, k)
        if extra <= 0:
            continue
        if extra > kind[k]:
            return False
        left[k] -= <uint8_t>extra
        left_index[r.group[k]] -= extra * r.weight[k]
    return True


cdef int tiles_in(const uint8_t* kind) noexcept nogil:
    cdef int k, n = 0
    for k in range(KINDS):
        n += kind[k]
    return n


# ---- the questions ----------------------------------------------------------------------------


cdef int shanten(const Rules* r, const uint8_t* kind, const int32_t* index,
                 const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    cdef uint8_t left[KINDS]
    cdef int32_t left_index[GROUPS]
    cdef int n
    forms = open_forms(r, sets, forms)
    if melded != NULL and over_limit(r, kind, melded):
        if not trim_to_limits(r, kind, index, melded, left, left_index):
            return NOT_READY
        kind = left
        index = left_index
    n = tiles_missing(r, index, sets, forms)
    if n >= NOT_READY:
        return NOT_READY
    n = max(n - wild - 1, -1)
    if n <= 0 and melds_bind(r, kind, melded, sets, wild):
        n = bound_shanten(r, kind, index, melded, sets, wild, forms)
    return n


# shanten of a hand that is ready or complete by form, where copies in melds may forbid it
cdef int bound_shanten(const Rules* r, const uint8_t* kind, const int32_t* index,
                       const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    if tiles_in(kind) + wild + (2 if forms & FORM_SETS else 0) <= 3 * sets + 1:
        return 0 if waits(r, kind, index, melded, sets, wild, forms) else 1
    if is_complete(r, kind, index, melded, sets, wild, forms):
        return -1
    return 0 if ready_discards(r, kind, index, melded, sets, wild, forms) else 1


cdef bint is_ready(const Rules* r, const uint8_t* kind, const int32_t* index,
                   const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    forms = open_forms(r, sets, forms)
    if not all_within(r, index, sets, wild + 1, forms) or over_limit(r, kind, melded):
        return False
    return (not melds_bind(r, kind, melded, sets, wild)
            or waits(r, kind, index, melded, sets, wild, forms) != 0)


cdef bint is_complete(const Rules* r, const uint8_t* kind, const int32_t* index,
                      const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    cdef Reading one
    forms = open_forms(r, sets, forms)
    if not all_within(r, index, sets, wild, forms) or over_limit(r, kind, melded):
        return False
    if wild and melds_bind(r, kind, melded, sets, wild):
        return find_readings(r, kind, melded, sets, wild, forms, &one, 1) > 0
    return True


cdef uint64_t waits(const Rules* r, const uint8_t* kind, const int32_t* index,
                    const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    cdef Rest rest[GROUPS]
    cdef uint64_t mask
    forms = open_forms(r, sets, forms)
    if not all_within(r, index, sets, wild + 1, forms) or over_limit(r, kind, melded):
        return 0
    rests_of(r, index, sets, rest)
    mask = drawn_within(r, kind, index, rest, wild, forms)
    if r.keishiki_fifth_copy == KEISHIKI_FIFTH_COPY_WAIT:
        mask |= beyond_the_last(r, kind, sets, wild, forms)
    if melds_bind(r, kind, melded, sets, wild):
        mask &= allowed_waits(r, kind, melded, sets, wild, forms, mask)
    return mask


# waits on a kind whose every copy is in the hand, where only the form counts
cdef uint64_t beyond_the_last(const Rules* r, const uint8_t* kind, int sets, int wild,
                              int forms) noexcept nogil:
    cdef uint8_t drawn[KINDS]
    cdef uint64_t mask = 0
    cdef Reading one
    cdef int k, many = 0
    for k in range(KINDS):
        many |= kind[k] & 12
    if not many:
        return 0
    for k in range(KINDS):
        if kind[k] == most_held(r, k) and not is_bound(r, k):
            memcpy(drawn, kind, KINDS)
            drawn[k] += 1
            if find_readings(r, drawn, NULL, sets, wild, forms, &one, 1):
                mask |= bit(k)
    return mask


# those of the waits that no meld forbids: a copy must be left for the wait and for every wildcard
cdef uint64_t allowed_waits(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets,
                            int wild, int forms, uint64_t mask) noexcept nogil:
    cdef uint8_t drawn[KINDS]
    cdef uint64_t left = 0
    cdef Reading one
    cdef int k
    for k in range(KINDS):
        if not has(mask, k) or (
                is_bound_by_melds(r, k) and kind[k] + melded[k] >= r.limit[k]):
            continue
        if wild:
            memcpy(drawn, kind, KINDS)
            drawn[k] += 1
            if not find_readings(r, drawn, melded, sets, wild, forms, &one, 1):
                continue
        left |= bit(k)
    return left


cdef uint64_t ukeire(const Rules* r, const uint8_t* kind, const int32_t* index,
                     const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    cdef uint64_t found
    shanten_with_ukeire(r, kind, index, melded, sets, wild, forms, &found)
    return found


cdef int shanten_with_ukeire(const Rules* r, const uint8_t* kind, const int32_t* index,
                             const uint8_t* melded, int sets, int wild, int forms,
                             uint64_t* found) noexcept nogil:
    cdef Rest rest[GROUPS]
    cdef int now = shanten_with_rests(r, kind, index, melded, sets, wild, forms, rest)
    cdef int k
    if now <= 0:
        found[0] = waits(r, kind, index, melded, sets, wild, forms)
    elif now >= NOT_READY:
        found[0] = 0
    elif over_limit(r, kind, melded) or (
            now == 1 and melds_bind(r, kind, melded, sets, wild + 1)):
        found[0] = kinds_one_by_one(r, kind, index, melded, sets, wild, forms, 1, now - 1)
    else:
        found[0] = drawn_within(r, kind, index, rest, now + wild, open_forms(r, sets, forms))
        if melded != NULL:
            for k in range(KINDS):
                if melded[k] and kind[k] + melded[k] >= r.limit[k]:
                    found[0] &= ~bit(k)
    return now


# the shanten, and the groups' rests unless tiles lie over the limit
cdef int shanten_with_rests(const Rules* r, const uint8_t* kind, const int32_t* index,
                            const uint8_t* melded, int sets, int wild, int forms,
                            Rest* rest) noexcept nogil:
    cdef int n
    if over_limit(r, kind, melded):
        return shanten(r, kind, index, melded, sets, wild, forms)
    rests_of(r, index, sets, rest)
    n = missing_beside(r, &rest[0], entry_of(r, index, 0), open_forms(r, sets, forms))
    if n >= NOT_READY:
        return NOT_READY
    n = max(n - wild - 1, -1)
    if n <= 0 and melds_bind(r, kind, melded, sets, wild):
        return shanten(r, kind, index, melded, sets, wild, forms)
    return n


cdef uint64_t ready_discards(const Rules* r, const uint8_t* kind, const int32_t* index,
                             const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    cdef Rest rest[GROUPS]
    forms = open_forms(r, sets, forms)
    if not all_within(r, index, sets, wild + 1, forms):
        return 0
    if over_limit(r, kind, melded) or melds_bind(r, kind, melded, sets, wild):
        return kinds_one_by_one(r, kind, index, melded, sets, wild, forms, -1, 0)
    rests_of(r, index, sets, rest)
    return left_within(r, kind, index, rest, wild + 1, forms)


cdef uint64_t good_discards(const Rules* r, const uint8_t* kind, const int32_t* index,
                            const uint8_t* melded, int sets, int wild, int forms) noexcept nogil:
    cdef Rest rest[GROUPS]
    cdef int now = shanten_with_rests(r, kind, index, melded, sets, wild, forms, rest)
    cdef int goal = max(now, 0)
    if goal >= NOT_READY:
        return 0
    if over_limit(r, kind, melded) or (goal == 0 and melds_bind(r, kind, melded, sets, wild)):
        return kinds_one_by_one(r, kind, index, melded, sets, wild, forms, -1, goal)
    return left_within(r, kind, index, rest, goal + wild + 1, open_forms(r, sets, forms))


# the slow way: kinds whose draw (step 1) or discard (-1) leaves a shanten of at most `goal`
cdef uint64_t kinds_one_by_one(const Rules* r, const uint8_t* kind, const int32_t* index,
                               const uint8_t* melded, int sets, int wild, int forms, int step,
                               int goal) noexcept nogil:
    cdef uint8_t after[KINDS]
    cdef int32_t after_index[GROUPS]
    cdef uint64_t mask = 0
    cdef int k
    for k in range(KINDS):
        if r.group[k] == NO_TILE:
            continue
        if (surplus(r, kind, melded, k) >= 0) if step > 0 else kind[k] == 0:
            continue
        memcpy(after, kind, KINDS)
        memcpy(after_index, index, GROUPS * sizeof(int32_t))
        after[k] += <uint8_t>step
        after_index[r.group[k]] += step * r.weight[k]
        if shanten(r, after, after_index, melded, sets, wild, forms) <= goal:
            mask |= bit(k)
    return mask


cdef int readings(const Rules* r, const uint8_t* kind, const uint8_t* melded, int sets,
                  int wild, int forms, Reading* out) noexcept nogil:
    if over_limit(r, kind, melded):
        return 0
    return find_readings(r, kind, melded, sets, wild, open_forms(r, sets, forms), out, READINGS)


# ---- the Python door --------------------------------------------------------------------------

FORMS = {"standard": FORM_STANDARD, "pairs": FORM_PAIRS, "orphans": FORM_ORPHANS}
ALL_FORMS = tuple(FORMS)
FIFTH_COPY = {
    "no_wait": KEISHIKI_FIFTH_COPY_NO_WAIT,
    "wait": KEISHIKI_FIFTH_COPY_WAIT,
    "wait_if_melded": KEISHIKI_FIFTH_COPY_WAIT_IF_MELDED,
}
_FORM_NAMES = {bit: name for name, bit in FORMS.items()}
_BLOCK_NAMES = {BLOCK_RUN: "run", BLOCK_TRIPLET: "triplet", BLOCK_PAIR: "pair"}


cdef class Shapes:
    """Shapes of the hands of one deck, one hand at a time; the engine calls the C functions.

    Args:
        copies: tiles of each of the 34 kinds in the deck, each 0-8.
        seven_limit: most sevens of pinzu (and of souzu) that a hand may use, where the deck has
            more than four of them; -1 for no limit.
        chiitoi_duplicates: a quadruple counts as two of the seven pairs.
        orphan_hand: "kokushi" or "nanashi".
        keishiki_fifth_copy: whether a kind is a wait of which the own hand holds all copies:
            "no_wait", "wait", or "wait_if_melded" unless all of them are concealed.
        hand_size: concealed tiles of a hand without melds, wildcards included: 4, 7, 10, 13
            or 16.

    Raises:
        ValueError: a value is out of range, or the deck needs a table larger than the engine builds
            (more than two kinds of eight copies in one suit).
    """

    def __cinit__(
        self,
        copies,
        *,
        seven_limit=-1,
        chiitoi_duplicates=False,
        orphan_hand="kokushi",
        keishiki_fifth_copy="wait",
        hand_size=13,
    ):
        if orphan_hand not in ("kokushi", "nanashi"):
            raise ValueError(f"orphan_hand is {orphan_hand!r}; it must be 'kokushi' or 'nanashi'")
        if keishiki_fifth_copy not in FIFTH_COPY:
            raise ValueError(
                f"keishiki_fifth_copy is {keishiki_fifth_copy!r}; it must be one of "
                f"{', '.join(FIFTH_COPY)}"
            )
        if hand_size not in (4, 7, 10, 13, 16):
            raise ValueError(f"hand_size is {hand_size!r}; it must be 4, 7, 10, 13 or 16")
        if not -1 <= seven_limit <= 8:
            raise ValueError(f"seven_limit is {seven_limit!r}; it must be -1 (none) or 0 to 8")
        memset(&self.rules, 0, sizeof(Rules))
        read_counts(copies, "copies", 8, self.rules.copies)
        self.rules.seven_limit = seven_limit
        self.rules.chiitoi_duplicates = bool(chiitoi_duplicates)
        self.rules.orphan_hand = (
            ORPHAN_HAND_NANASHI if orphan_hand == "nanashi" else ORPHAN_HAND_KOKUSHI)
        self.rules.keishiki_fifth_copy = FIFTH_COPY[keishiki_fifth_copy]
        self.rules.hand_size = hand_size
        self.rules.sets = hand_size // 3
        if shape_compile(&self.rules) < 0:
            raise ValueError(
                "no shape table for this deck: more than two kinds of a suit (or of the honours) "
                "have more than four copies, 64 tables are in use, or memory is short"
            )

    def shanten(self, hand, melded=None, *, wild=0, forms=ALL_FORMS):
        """Tiles away from ready: 0 is ready, -1 complete; None if the hand can never be formed.

        Args:
            hand: counts of the 34 kinds, or a list of tile codes; concealed tiles only.
            melded: the same for the tiles in melds.
            wild: wildcards held besides, 0-4.  Sets still to be formed follow from the tile count.
            forms: which of "standard", "pairs", "orphans" to look at.
        """
        cdef Given h = self._hand(hand, melded, wild, forms, 0)
        cdef int n = shanten(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms)
        return None if n >= NOT_READY else n

    def is_ready(self, hand, melded=None, *, wild=0, forms=ALL_FORMS):
        """Whether some tile would complete the hand of 3n + 1 tiles; arguments as for shanten."""
        cdef Given h = self._hand(hand, melded, wild, forms, 1)
        return bool(is_ready(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms))

    def is_complete(self, hand, melded=None, *, wild=0, forms=ALL_FORMS):
        """Whether the hand of 3n + 2 tiles is formed; arguments as for shanten."""
        cdef Given h = self._hand(hand, melded, wild, forms, 2)
        return bool(is_complete(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms))

    def waits(self, hand, melded=None, *, wild=0, forms=ALL_FORMS):
        """Kinds that complete the hand of 3n + 1 tiles, ascending; arguments as for shanten."""
        cdef Given h = self._hand(hand, melded, wild, forms, 1)
        return kinds_in(waits(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms))

    def ukeire(self, hand, melded=None, *, wild=0, forms=ALL_FORMS):
        """Kinds whose draw lowers the shanten of the hand of 3n + 1 tiles."""
        cdef Given h = self._hand(hand, melded, wild, forms, 1)
        return kinds_in(ukeire(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms))

    def ready_discards(self, hand, melded=None, *, wild=0, forms=ALL_FORMS):
        """Kinds whose discard leaves the hand of 3n + 2 tiles ready."""
        cdef Given h = self._hand(hand, melded, wild, forms, 2)
        return kinds_in(
            ready_discards(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms)
        )

    def good_discards(self, hand, melded=None, *, wild=0, forms=ALL_FORMS):
        """Kinds whose discard keeps the shanten of 3n + 2 tiles (ready, if they are complete)."""
        cdef Given h = self._hand(hand, melded, wild, forms, 2)
        return kinds_in(
            good_discards(&self.rules, h.kind, h.index, h.melded, h.sets, h.wild, h.forms)
        )

    def readings(self, hand, melded=None, *, wild=0, forms=ALL_FORMS):
        """Every way to read the complete hand: a list of (form, [(block, kind, wildcards), ...]).

        The pair stands last; an orphan hand lists only its pair.  At most 192 readings.
        """
        cdef Given h = self._hand(hand, melded, wild, forms, 2)
        cdef Reading out[READINGS]
        cdef int n = readings(&self.rules, h.kind, h.melded, h.sets, h.wild, h.forms, out)
        return [
            (
                _FORM_NAMES[out[i].form],
                [
                    (_BLOCK_NAMES[out[i].block[j].type], out[i].block[j].kind, out[i].block[j].wild)
                    for j in range(out[i].n)
                ],
            )
            for i in range(n)
        ]

    cdef Given _hand(self, hand, melded, wild, forms, int remainder) except *:
        cdef Given h
        cdef int k, n
        memset(&h, 0, sizeof(h))
        read_tiles(hand, "hand", h.kind)
        if melded is not None:
            read_tiles(melded, "melded", h.melded)
        if wild not in range(5):
            raise ValueError(f"wild is {wild!r}; it must be 0 to 4")
        for form in (forms,) if isinstance(forms, str) else forms:
            if form not in FORMS:
                raise ValueError(f"there is no form {form!r}; forms are {sorted(FORMS)}")
            h.forms |= <int>FORMS[form]
        for k in range(KINDS):
            if h.kind[k] + h.melded[k] > self.rules.copies[k]:
                n = h.kind[k] + h.melded[k]
                raise ValueError(f"{n} tiles of kind {k}: the deck has {self.rules.copies[k]}")
        n = tiles_in(h.kind) + <int>wild
        if n % 3 != (remainder or n % 3) or n % 3 == 0 or n // 3 > self.rules.sets:
            wanted = {0: "3n + 1 or 3n + 2", 1: "3n + 1", 2: "3n + 2"}[remainder]
            raise ValueError(
                f"the hand has {n} concealed tiles, wildcards included; it must have {wanted}, "
                f"n at most {self.rules.sets}"
            )
        h.sets = n // 3
        if h.sets == self.rules.sets and tiles_in(h.melded):
            raise ValueError(f"the hand has {n} concealed tiles, so there can be no melds")
        h.wild = wild
        shape_index(&self.rules, h.kind, h.index)
        return h


cdef list kinds_in(uint64_t mask):
    return [k for k in range(KINDS) if has(mask, k)]


cdef int read_counts(values, name, int most, uint8_t* out) except -1:
    cdef int k
    values = [int(value) for value in values]
    if len(values) != KINDS:
        raise ValueError(f"{name} has {len(values)} numbers; it needs one for each of the 34 kinds")
    for k in range(KINDS):
        if not 0 <= values[k] <= most:
            raise ValueError(f"{name}[{k}] is {values[k]}; it must be 0 to {most}")
        out[k] = values[k]
    return 0


# counts by kind, or tile codes
cdef int read_tiles(tiles, name, uint8_t* out) except -1:
    if isinstance(tiles, str):
        raise ValueError(f"{name} is the text {tiles!r}; tiles.parse_tiles turns it into codes")
    tiles = [int(tile) for tile in tiles]
    if len(tiles) == KINDS:
        return read_counts(tiles, name, 8, out)
    for code in tiles:
        if not 0 <= code < CODES or KIND_OF[<int>code] == NO_KIND:
            raise ValueError(f"{name} holds {code}, which is no tile code with a kind")
        out[KIND_OF[<int>code]] += 1
    return 0
