# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A hand that was played elsewhere, played again: its deal, then event after event.

An event is a row of ``WIDTH`` bytes: a word, a seat, a tile, whose tile it is (of a discard: 1
where the log says that it was the tile just drawn), and the tiles of a meld.  Codes are those of
``core/tiles.pxd``.  What a log leaves out, such as who let a tile pass, is worked out.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from shugi._fast.batch.arguments cimport between, game_of
from shugi._fast.batch.positions cimport Positions
from shugi._fast.core.actions cimport (
    ABORT, CHI_HIGH, CHI_LOW, CHI_MID, KAN_ADDED, KAN_CLOSED, KAN_OPEN, NUKI, PASS, PON, RIICHI,
    WIN,
)
from shugi._fast.core.bits cimport has, has_in_words
from shugi._fast.core.sizes cimport ACTIONS, CODES, NOBODY, NO_TILE, SEATS, WALL
from shugi._fast.core.state cimport (
    END_ABORT, END_DRAW, END_WIN, PHASE_CLAIM, PHASE_COPIES, PHASE_KAN, PHASE_OVER, PHASE_OWN,
    PHASE_RIICHI, Line, Meld, State,
)
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.core.wall cimport dora_place
from shugi._fast.flow.calls cimport CAN_WIN
from shugi._fast.flow.ledger cimport REASON_RIICHI, pays_chips
from shugi._fast.flow.turns cimport only_one, step


cdef enum:
    ROW = 8
    MOST_TAKEN = 2048            # decisions of a hand
    MOST_MARKERS = 5


cdef enum Word:
    DRAW = 1
    DISCARD = 2
    REACH = 3                    # its tile is the next discard
    CHI = 4
    CALL_PON = 5
    OPEN_KAN = 6
    ADDED_KAN = 7
    CLOSED_KAN = 8
    NORTH = 9
    MARKER = 10                  # an indicator is turned
    HAND_WON = 11
    EXHAUSTED = 12
    ABORTED = 13                 # tile: TRIPLE, or anything else


cdef enum:
    TRIPLE = 5                   # of ABORTED: three wins on a discard
    UNKNOWN = 0                  # ... nobody says why


cdef enum Fault:                 # why the next event cannot be
    FINE = 0
    ILLEGAL = 1                  # the mask has no such action
    TURN = 2                     # another seat decides, or none
    DRAWN = 3                    # another tile is drawn, or none
    UNTOLD = 4                   # a tile was drawn that the log does not tell of
    CALLED = 5                   # that tile does not lie there
    MELD = 6                     # another meld comes of it
    ENDED = 7                    # the hand is over already
    GOES_ON = 8                  # the hand is not over
    ENDING = 9                   # it ended in another way
    MARKERS = 10                 # another number of indicators is turned
    TOO_MANY = 11                # more of a tile than the deck has
    NO_ROOM = 12                 # more draws than the wall has tiles
    ENDLESS = 13                 # more decisions than a hand can have
    NO_EVENT = 14                # a word, a seat or a tile that there is not

FAULTS = (
    "fine", "illegal", "turn", "drawn", "untold", "called", "meld", "ended", "goes_on", "ending",
    "markers", "too_many", "no_room", "endless", "no_event",
)
WIDTH = ROW


cdef struct Course:              # a hand as it is followed
    State* s
    const uint8_t* row           # the next event
    int n_taken
    int fault
    int action                   # that was illegal
    int told                     # draws
    int drew                     # draws of the game when the last one was told
    int markers                  # told of
    int turned                   # before the last step
    uint8_t taken[MOST_TAKEN]


# ---- the wall, as far as the log tells it

cdef int place(uint8_t* wall, int* left, int at, int low, int high, int code) noexcept nogil:
    if not low <= at < high or wall[at] != NO_TILE:
        return NO_ROOM
    if code >= CODES or left[code] == 0:
        return TOO_MANY
    left[code] -= 1
    wall[at] = <uint8_t>code
    return FINE


cdef int lay_wall(const State* s, int dealer, const uint8_t* hands, const uint8_t* markers,
                  int n_markers, const uint8_t* ura, int n_ura, const uint8_t* events, int n,
                  uint8_t* wall, int* at) noexcept nogil:
    # at: the event that has no place, -1 for the deal
    cdef int[CODES] left
    cdef int seats = s.rules.seats
    cdef int size = s.rules.hand_size
    cdef int total = s.n_wall
    cdef int live = seats * size
    cdef int replaced = 0
    cdef bint extra = False
    cdef int k, j, fault, where
    memset(left, 0, sizeof(left))
    memset(wall, NO_TILE, WALL)
    for k in range(total):
        left[s.rules.deck[k]] += 1
    at[0] = -1
    for k in range(seats):
        for j in range(size):
            fault = place(wall, left, size * k + j, 0, total,
                          hands[(dealer + k) % seats * size + j])
            if fault:
                return fault
    for k in range(min(n_markers, MOST_MARKERS)):
        fault = place(wall, left, dora_place(s, k), 0, total, markers[k])
        if fault:
            return fault
    for k in range(n):
        at[0] = k
        if events[ROW * k] in (ADDED_KAN, CLOSED_KAN, OPEN_KAN, NORTH):
            extra = True
        elif events[ROW * k] == DRAW:
            if extra:
                replaced += 1
                where = total - replaced
                fault = place(wall, left, where, total - s.rules.rinshan_tiles, total,
                              events[ROW * k + 2])
            else:
                fault = place(wall, left, live, 0, total - s.rules.dead_wall_size,
                              events[ROW * k + 2])
                live += 1
            extra = False
            if fault:
                return fault
    for k in range(min(n_ura, MOST_MARKERS)):
        fault = place(wall, left, dora_place(s, k) + 1, 0, total, ura[k])
        if fault:
            return fault
    j = 0
    for k in range(total):
        if wall[k] == NO_TILE:
            while left[j] == 0:
                j += 1
            left[j] -= 1
            wall[k] = <uint8_t>j
    return FINE


# ---- one decision

cdef bint take(Course* c, int action) noexcept nogil:
    if not 0 <= action < ACTIONS or not has_in_words(c.s.legal, action):
        c.fault, c.action = ILLEGAL, action
    elif c.n_taken == MOST_TAKEN:
        c.fault = ENDLESS
    else:
        c.turned = c.s.n_indicator
        if not only_one(c.s):
            c.taken[c.n_taken] = <uint8_t>action
            c.n_taken += 1
        step(c.s, action, False)
    return c.fault == FINE


cdef inline bint goes_on(const Course* c, int phase) noexcept nogil:
    return c.fault == FINE and not c.s.hand_over and c.s.phase == phase


cdef inline int draws(const State* s) noexcept nogil:
    return s.head + s.n_rinshan


cdef void pass_claims(Course* c) noexcept nogil:
    while goes_on(c, PHASE_CLAIM):
        take(c, PASS)


cdef bint own_turn(Course* c) noexcept nogil:
    # is it the turn of the event's seat, with all that was drawn told?
    pass_claims(c)
    if c.fault:
        return False
    if c.s.hand_over:
        c.fault = ENDED
    elif c.s.phase not in (PHASE_OWN, PHASE_RIICHI) or c.s.actor != c.row[1]:
        c.fault = TURN
    elif c.s.drawn != NO_TILE and draws(c.s) != c.drew:
        c.fault = UNTOLD
    return c.fault == FINE


cdef void choose(Course* c) noexcept nogil:
    # the copies of a call, out of those that the event names
    cdef int i, chosen
    while goes_on(c, PHASE_COPIES):
        chosen = NO_TILE
        for i in range(4, ROW):
            if c.row[i] != NO_TILE and has_in_words(c.s.legal, c.row[i]) and wanted(c, c.row[i]):
                chosen = c.row[i]
        if chosen == NO_TILE:
            c.fault = MELD
        else:
            take(c, chosen)


cdef bint wanted(const Course* c, int code) noexcept nogil:
    # is one more of it among the event's tiles than among those chosen?
    cdef int i
    cdef int n = 0
    for i in range(4, ROW):
        n += c.row[i] == code
    for i in range(c.s.n_chosen):
        n -= c.s.chosen[i] == code
    return n > 0


# ---- events

cdef void drawn(Course* c) noexcept nogil:
    pass_claims(c)
    if c.fault:
        return
    if c.s.hand_over:
        c.fault = ENDED
    elif c.s.phase != PHASE_OWN or c.s.actor != c.row[1]:
        c.fault = TURN
    elif draws(c.s) == c.drew or c.s.drawn != c.row[2]:
        c.fault = DRAWN
    c.drew = draws(c.s)


cdef void discard(Course* c) noexcept nogil:
    if own_turn(c):
        if c.row[3] == 1 and c.row[2] != c.s.drawn:
            c.fault = DRAWN
        else:
            take(c, c.row[2])


cdef void declare(Course* c, int verb) noexcept nogil:
    if own_turn(c) and take(c, verb):
        while goes_on(c, PHASE_KAN):
            take(c, c.row[2])
        choose(c)


cdef int chi_of(const Course* c) noexcept nogil:
    cdef int low = min(KIND_OF[c.row[4]], KIND_OF[c.row[5]]) - KIND_OF[c.row[2]]
    cdef int high = max(KIND_OF[c.row[4]], KIND_OF[c.row[5]]) - KIND_OF[c.row[2]]
    if low == 1 and high == 2:
        return CHI_LOW
    if low == -1 and high == 1:
        return CHI_MID
    return CHI_HIGH if low == -2 and high == -1 else NO_TILE


cdef bint made(const Course* c) noexcept nogil:
    # is the newest meld of the seat what the event says?
    cdef const Meld* meld
    cdef uint8_t[4] left
    cdef int i, j
    if c.s.seat[c.row[1]].n_meld == 0:
        return False
    meld = &c.s.seat[c.row[1]].meld[c.s.seat[c.row[1]].n_meld - 1]
    for i in range(4):
        left[i] = c.row[4 + i]
    for i in range(meld.n):
        if i == meld.called:
            continue
        for j in range(4):
            if left[j] == meld.tile[i]:
                left[j] = NO_TILE
                break
        else:
            return False
    return left[0] == left[1] == left[2] == left[3] == NO_TILE


cdef void call(Course* c, int verb) noexcept nogil:
    cdef int seat = c.row[1]
    cdef int melds = c.s.seat[seat].n_meld
    if c.s.hand_over:
        c.fault = ENDED
    elif (c.s.phase != PHASE_CLAIM or c.s.robbing or c.s.discarder != c.row[3]
          or c.s.discard != c.row[2]):
        c.fault = CALLED
    elif verb == NO_TILE:
        c.fault = MELD
    elif not c.s.option[seat]:
        c.fault, c.action = ILLEGAL, verb
    while goes_on(c, PHASE_CLAIM):
        take(c, verb if c.s.actor == seat else PASS)
    choose(c)
    if c.fault == FINE and (c.s.hand_over or c.s.seat[seat].n_meld != melds + 1 or not made(c)):
        c.fault = MELD


cdef int win(Course* c, int n) noexcept nogil:
    # events that tell of it: several may win on a tile
    cdef int winners = 0
    cdef int told = 0
    if c.row[1] == c.row[3]:
        if own_turn(c):
            take(c, WIN)
        return 1
    while told < n and c.row[ROW * told] == HAND_WON and (
            c.row[ROW * told + 1] != c.row[ROW * told + 3]
            and c.row[ROW * told + 1] < c.s.rules.seats):
        winners |= 1 << c.row[ROW * told + 1]
        told += 1
    if c.s.hand_over:
        c.fault = ENDED
    elif c.s.phase != PHASE_CLAIM or c.s.discarder != c.row[3]:
        c.fault, c.action = ILLEGAL, WIN
    elif c.row[2] != NO_TILE and KIND_OF[c.row[2]] != KIND_OF[c.s.discard]:
        c.fault = CALLED
    while goes_on(c, PHASE_CLAIM):
        if has(winners, c.s.actor):
            winners &= ~(1 << c.s.actor)
            take(c, WIN)
        else:
            take(c, PASS)
    if c.fault == FINE and winners:
        c.fault, c.action = ILLEGAL, WIN
    return told


cdef void abort_hand(Course* c) noexcept nogil:
    cdef int p
    cdef bint three = c.row[2] in (TRIPLE, UNKNOWN)
    if goes_on(c, PHASE_OWN):
        if draws(c.s) != c.drew:
            c.fault = UNTOLD
        else:
            take(c, ABORT)
        return
    for p in range(c.s.rules.seats):
        three = three and (p == c.s.discarder or c.s.option[p] & CAN_WIN)
    while goes_on(c, PHASE_CLAIM):
        take(c, WIN if three else PASS)


cdef void ended(Course* c, int how, int other, bint count) noexcept nogil:
    if c.fault:
        return
    if not c.s.hand_over:
        c.fault = GOES_ON
    elif c.s.last.how != how and c.s.last.how != other:
        c.fault = ENDING
    elif count and c.turned != c.markers:
        c.fault = MARKERS


cdef bint is_event(const Course* c) noexcept nogil:
    # are its seat and tiles such as there are?
    cdef int word = c.row[0]
    cdef int i
    if word in (MARKER, EXHAUSTED, ABORTED):
        return True
    for i in range(4, ROW):
        if c.row[i] != NO_TILE and c.row[i] >= CODES:
            return False
    if word == CHI and (c.row[4] == NO_TILE or c.row[5] == NO_TILE):
        return False
    if c.row[2] >= CODES and (c.row[2] != NO_TILE or word not in (REACH, HAND_WON)):
        return False
    return c.row[1] < c.s.rules.seats


cdef int follow(Course* c, int n) noexcept nogil:
    # the event, or several; how many.  n: those that are left
    cdef int word = c.row[0]
    cdef int told = 1
    if not is_event(c):
        c.fault = NO_EVENT
    elif word == DRAW:
        drawn(c)
    elif word == DISCARD:
        discard(c)
    elif word == REACH:
        if own_turn(c):
            take(c, RIICHI)
    elif word == CHI:
        call(c, chi_of(c))
    elif word == CALL_PON:
        call(c, PON)
    elif word == OPEN_KAN:
        call(c, KAN_OPEN)
    elif word == ADDED_KAN:
        declare(c, KAN_ADDED)
    elif word == CLOSED_KAN:
        declare(c, KAN_CLOSED)
    elif word == NORTH:
        declare(c, NUKI)
    elif word == MARKER:
        c.markers += 1
    elif word == HAND_WON:
        told = win(c, n)
        ended(c, END_WIN, END_WIN, True)
    elif word == EXHAUSTED:
        pass_claims(c)
        ended(c, END_DRAW, END_DRAW, False)
    elif word == ABORTED:
        abort_hand(c)
        # who does not say why may mean an empty wall
        ended(c, END_ABORT, END_DRAW if c.row[2] == UNKNOWN else END_ABORT, False)
    else:
        c.fault = NO_EVENT
    return told


# ---- the whole hand

cdef void paid(const State* s, int32_t* points) noexcept nogil:
    # points by the hand's end: neither a riichi's stick nor those left over at the end of a game
    cdef const Line* line
    cdef int k
    for k in range(SEATS):
        points[k] = 0
    for k in range(s.ledger.n):
        line = &s.ledger.line[k]
        if line.reason == REASON_RIICHI or pays_chips(line.reason):
            continue
        if line.payer == NOBODY and s.last.how != END_WIN:
            continue
        if line.payer != NOBODY:
            points[line.payer] -= line.amount
        if line.payee != NOBODY:
            points[line.payee] += line.amount


def play_told(Positions games not None, i, tuple deal not None, list scores not None,
              bytes hands not None, bytes markers not None, bytes ura not None,
              const uint8_t[::1] events not None, most=-1):
    cdef int k = game_of(i, games.n)
    cdef Course c
    cdef uint8_t[WALL] wall
    cdef int32_t[SEATS] points
    cdef int n = <int>(events.shape[0] // ROW)
    cdef int last = n if most < 0 else min(n, between(most, 0, 2**31 - 1, "most"))
    cdef int at = 0
    cdef int done = 0
    cdef const uint8_t* rows = &events[0] if n else NULL
    cdef State* s = &games.states[k]
    dealer = between(deal[0], 0, games.seats - 1, "the dealer")
    counts = [between(value, 0, 200, name)
              for name, value in zip(("round", "honba", "sticks"), deal[1:], strict=True)]
    if events.shape[0] % ROW or len(hands) != games.seats * games._rules.c.hand_size:
        raise ValueError("hands or events have another size")
    if games.forced or len(scores) != games.seats:
        raise ValueError("the games play forced moves, or have other seats")
    scores = [between(score, -100_000_000, 100_000_000, "a score") for score in scores]
    with games._gate:
        c.s, c.n_taken, c.fault, c.action = s, 0, FINE, 0
        c.fault = lay_wall(s, dealer, hands, markers, <int>len(markers), ura, <int>len(ura), rows,
                           n, wall, &at)
        if c.fault:
            return at if at >= 0 else -1, c.fault, 0, b"", False, [], 0, 0, 0, 0
        games._deal(k, [wall[j] for j in range(s.n_wall)], dealer, counts, scores)
        c.drew, c.markers = draws(s) - 1, s.n_indicator
        c.turned = s.n_indicator
        with nogil:
            while done < last and c.fault == FINE:
                c.row = rows + ROW * done
                at = follow(&c, last - done)
                if c.fault == FINE:
                    done += at
        games._settle(k)
        if s.phase == PHASE_OVER:
            games.show_end(k, s)
        over = bool(s.hand_over)
        paid(s, points)
    return (
        done, c.fault, c.action, <bytes>c.taken[:c.n_taken], over,
        [points[j] for j in range(games.seats)] if over else [], s.dealer, s.round, s.honba,
        s.sticks,
    )
