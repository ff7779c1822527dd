# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Wuhan: what a seat may do, and what follows from it (wuhan sections 2, 3, 5, 6)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.actions cimport NUKI, PASS, WIN
from shugi._fast.core.bits cimport bit, has, is_single, lowest
from shugi._fast.core.rules cimport DRAW_BANKER_STAY, GAME_WUHAN, NEXT_BANKER_WINNER, Rules
from shugi._fast.core.sizes cimport KINDS, NOBODY, NO_TILE
from shugi._fast.core.state cimport (
    BY_RON, BY_TSUMO, END_DRAW, EVENT_NUKI, MELD_ANKAN, PHASE_KAN, ROB_KAKAN, Ledger, Seat, State,
)
from shugi._fast.core.tiles cimport KAN_TILE, KIND_OF, NO_KIND, WILD
from shugi._fast.core.wall cimport dora_place, live_left
from shugi._fast.flow.calls cimport kan_room, next_seat
from shugi._fast.flow.game_ops cimport GAME_OPS, GameOps
from shugi._fast.flow.hand cimport hand_remove, sets_left
from shugi._fast.flow.hand_end cimport begin_summary, begin_wins
from shugi._fast.flow.ledger cimport ledger_clear
from shugi._fast.flow.turns cimport (
    allow, allow_none, allowed, ask_kan_tile, discard_bits, draw_next, record_event,
    take_replacement,
)
from shugi._fast.games.chinese.common cimport (
    after_claim, allow_kans, charge_all, finish_end, kan_tiles, put_offer,
    regional_defaults, relabel, turn_indicator,
)
from shugi._fast.games.wuhan.win cimport (
    WUHAN_ALL_CLAIMED, WUHAN_KAN_BLOOM, WUHAN_LAST_TILES, WuhanValue, WuhanWin, wuhan_kan_kinds,
    wuhan_kan_set, wuhan_liable, wuhan_melds, wuhan_pay, wuhan_seat, wuhan_shapeless, wuhan_value,
    wuhan_waits, wuhan_wild_kind,
)

cdef enum:
    LAST_TILES = 4
    FOUR_PLAYERS = 4
    COPIES = 4
    KAN_KINDS = 2
    WUHAN_LAST_TILE = 1  # State.offer: a win with one of the last four tiles
    THIRD = 3                # the opening whose giver may be liable

cdef uint64_t KAN_CODES = <uint64_t>3 << KAN_TILE  # two kinds at most
cdef uint64_t ASIDE_TILES = KAN_CODES | bit(WILD)
cdef uint64_t PLAIN_TILES = bit(KINDS) - 1


# ---- the deal (wuhan section 2)


cdef void before_deal(State* s) noexcept nogil:
    cdef uint8_t[2] kans
    cdef int keep = dora_place(s, 0)
    cdef int i
    turn_indicator(s)
    s.wild_kind = <uint8_t>wuhan_wild_kind(s.rules, s.indicator)
    relabel(s, s.wild_kind, WILD, keep)
    for i in range(wuhan_kan_kinds(s.rules, s.indicator, kans)):
        relabel(s, kans[i], KAN_TILE + i, keep)


# ---- the table as win asks for it


cdef void wuhan_hand(const State* s, int p, WuhanWin* out) noexcept nogil:
    # the table as it stands and a seat's hand as it is, for win's questions; nothing is won yet
    cdef const Seat* seat = &s.seat[p]
    cdef int i
    memset(out, 0, sizeof(WuhanWin))
    memcpy(out.kind, seat.kind, KINDS)
    memcpy(out.index, seat.index, sizeof(seat.index))
    out.wild = seat.wild
    out.wild_kind = s.wild_kind
    out.kan_held = (seat.held & KAN_CODES) != 0
    out.sets = <uint8_t>sets_left(s.rules, seat)
    out.winner = <uint8_t>p
    out.giver = NOBODY
    out.banker = s.dealer
    out.kan_kinds = wuhan_kan_set(s.rules, s.indicator)
    wuhan_melds(seat.meld, seat.n_meld, out)
    for i in range(s.rules.seats):
        seat = &s.seat[i]
        wuhan_seat(seat.meld, seat.n_meld, seat.kan_tiles, seat.wild_kans, &out.seat[i])


cdef void wuhan_winner(const State* s, int p, WuhanWin* out) noexcept nogil:
    # ... as the winner with the own tile, or with State.discard
    cdef int kind
    wuhan_hand(s, p, out)
    if s.discard == NO_TILE:
        if in_last_tiles(s):
            out.moment = WUHAN_LAST_TILES
        elif s.drawn_rinshan:
            out.moment = WUHAN_KAN_BLOOM
        return
    kind = KIND_OF[s.discard]
    out.kind[kind] += 1
    out.index[s.rules.group[kind]] += s.rules.weight[kind]
    out.giver = s.discarder
    out.robbed = s.robbing != 0


# ---- who may win


# whether a hand of 3n+1 tiles might win with the code, before its worth is asked
cdef bint may_complete(const State* s, int p, int code) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef uint64_t kinds
    cdef int i
    if seat.closed or seat.held & KAN_CODES:
        return False
    if code == WILD:
        if seat.waits:
            return True
    elif KIND_OF[code] == NO_KIND:
        return False
    elif has(seat.waits, KIND_OF[code]):
        return True
    # without a shape: kinds of the concealed tiles first, they are at hand
    kinds = (seat.held | bit(code)) & PLAIN_TILES
    if not wuhan_shapeless(kinds, 0):
        return False
    for i in range(seat.n_meld):
        kinds |= bit(seat.meld[i].tile[0]) | bit(seat.meld[i].tile[1])
    return wuhan_shapeless(kinds, wuhan_kan_set(s.rules, s.indicator)) != 0


cdef bint may_own_win(const State* s, int p) noexcept nogil:
    cdef WuhanWin win
    cdef WuhanValue value
    if s.drawn == NO_TILE or not may_complete(s, p, s.drawn):
        return False
    wuhan_winner(s, p, &win)
    return wuhan_value(s.rules, &win, &value)


cdef bint may_win(const State* s, int p) noexcept nogil:
    cdef WuhanWin win
    cdef WuhanValue value
    if s.robbing and s.robbing != ROB_KAKAN:
        return False
    if KIND_OF[s.discard] == NO_KIND or not may_complete(s, p, s.discard):
        return False
    wuhan_winner(s, p, &win)
    return wuhan_value(s.rules, &win, &value)


# ---- the own turn (wuhan section 3)


# tiles that may be laid aside with a supplement
cdef uint64_t aside_codes(const State* s, int p) noexcept nogil:
    cdef uint64_t codes = s.seat[p].held & ASIDE_TILES
    if codes == 0 or (after_claim(s) and not s.rules.kong_after_claim) or not kan_room(s):
        return 0
    return codes


# was the newest tile one of those before the reserve that are drawn and not discarded?
cdef bint in_last_tiles(const State* s) noexcept nogil:
    return (s.rules.at_table == FOUR_PLAYERS and live_left(s) < LAST_TILES
            and s.drawn != NO_TILE and not s.drawn_rinshan)


cdef void own_turn(State* s) noexcept nogil:
    cdef int p = s.turn
    if in_last_tiles(s):
        last_tile(s)
        return
    if may_own_win(s, p):
        allow(s, WIN)
    if aside_codes(s, p):
        allow(s, NUKI)
    allow_kans(s, p)
    s.legal[0] |= discard_bits(s, p)


cdef void last_tile(State* s) noexcept nogil:
    s.last_draws = <uint8_t>(LAST_TILES - live_left(s))
    if may_own_win(s, s.turn):
        put_offer(s, s.turn, WUHAN_LAST_TILE, WIN)
    else:
        next_last_tile(s)


cdef void next_last_tile(State* s) noexcept nogil:
    s.turn = <uint8_t>next_seat(s, s.turn)
    draw_next(s)


cdef void tiles_to_choose(State* s) noexcept nogil:
    if s.verb == NUKI:
        s.legal[0] = aside_codes(s, s.turn)
    else:
        kan_tiles(s)


cdef void choice(State* s) noexcept nogil:
    allow_none(s)
    if may_own_win(s, s.actor):
        allow(s, WIN)
    allow(s, PASS)


cdef void verb(State* s, int action) noexcept nogil:
    cdef uint64_t codes
    if action == WIN:
        end_win(s, s.turn, BY_TSUMO)
    elif action == PASS:
        next_last_tile(s)
    elif s.phase == PHASE_KAN:
        lay_aside(s, action)
    elif action == NUKI:
        codes = aside_codes(s, s.turn)
        if is_single(codes):
            lay_aside(s, lowest(codes))
            return
        ask_kan_tile(s, NUKI)


# ---- kan tiles and wildcards


cdef void count_single(Seat* seat, int code) noexcept nogil:
    if code == WILD:
        seat.wild_kans += 1
    elif has(KAN_CODES, code):
        seat.kan_tiles += 1


cdef void lay_aside(State* s, int code) noexcept nogil:
    cdef Seat* seat = &s.seat[s.turn]
    hand_remove(s.rules, seat, code)
    seat.aside[seat.n_aside] = <uint8_t>code
    seat.n_aside += 1
    count_single(seat, code)
    record_event(s, s.turn, EVENT_NUKI, code)
    take_replacement(s, True)


cdef void discarded(State* s) noexcept nogil:
    count_single(&s.seat[s.discarder], s.discard)


cdef bint calls_allowed(const State* s) noexcept nogil:
    # with three players the last discard can only be won
    return s.rules.at_table == FOUR_PLAYERS or live_left(s) > 0


# ---- the end of a hand (wuhan sections 5 and 6)


# who fed the third opening
cdef int third_giver(const Seat* seat) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(seat.n_meld):
        n += seat.meld[i].type != MELD_ANKAN
        if n == THIRD:
            return seat.meld[i].from_seat
    return NOBODY


cdef int liable_seat(const State* s, const WuhanWin* win, const WuhanValue* value) noexcept nogil:
    cdef WuhanWin giver
    cdef bint ready = True
    if value.patterns & WUHAN_ALL_CLAIMED:
        wuhan_hand(s, win.giver, &giver)
        ready = wuhan_waits(s.rules, &giver) != 0
    return wuhan_liable(win, value, third_giver(&s.seat[win.winner]), ready)


cdef void end_win(State* s, int p, int by) noexcept nogil:
    cdef WuhanWin win
    cdef WuhanValue value
    cdef Ledger lines
    wuhan_winner(s, p, &win)
    wuhan_value(s.rules, &win, &value)
    ledger_clear(&lines)
    wuhan_pay(s.rules, &win, &value, liable_seat(s, &win, &value), &lines)
    begin_wins(s, 1 << p, by)
    s.last_winner = <uint8_t>p
    charge_all(s, &lines)
    next_banker(s, p)


cdef void won(State* s, int winners) noexcept nogil:
    end_win(s, lowest(winners), BY_RON)


cdef void wall_empty(State* s) noexcept nogil:
    begin_summary(s, END_DRAW)
    next_banker(s, NOBODY)


cdef void next_banker(State* s, int winner) noexcept nogil:
    cdef int banker = next_seat(s, s.dealer)
    if winner == s.dealer or (winner == NOBODY and s.rules.draw_banker == DRAW_BANKER_STAY):
        banker = s.dealer
    elif winner != NOBODY and s.rules.next_banker == NEXT_BANKER_WINNER:
        banker = winner
    finish_end(s, banker, banker == s.dealer)


cdef uint64_t laid_aside(const Rules* r) noexcept nogil:
    return ASIDE_TILES


cdef int most_aside(const Rules* r) noexcept nogil:
    return COPIES * (KAN_KINDS + 1)  # and the wildcards


cdef bint offer_stands(const State* s) noexcept nogil:
    return (s.offer == WUHAN_LAST_TILE and s.verb == WIN and s.actor == s.turn
            and s.last_draws > 0 and s.drawn != NO_TILE and allowed(s, WIN))


cdef void wuhan_install() noexcept nogil:
    cdef GameOps* f = &GAME_OPS[<int>GAME_WUHAN]
    regional_defaults(f)
    f.before_deal = before_deal
    f.own_turn = own_turn
    f.kan_tiles = tiles_to_choose
    f.choice = choice
    f.verb = verb
    f.may_win = may_win
    f.calls_allowed = calls_allowed
    f.discarded = discarded
    f.won = won
    f.wall_empty = wall_empty
    f.white_is_wild_kind = False
    f.wild_kind = wuhan_wild_kind
    f.kan_kinds = wuhan_kan_kinds
    f.aside_codes = laid_aside
    f.most_aside = most_aside
    f.offer_stands = offer_stands


wuhan_install()
