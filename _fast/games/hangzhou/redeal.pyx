# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing again in Hangzhou: floats, and the streak of kans that goes on through them."""

from libc.stdint cimport uint8_t

from shugi._fast.core.history cimport (
    is_discard, token_ago, token_code, token_event, token_seat, tokens,
)
from shugi._fast.core.rules cimport GAME_HANGZHOU
from shugi._fast.core.state cimport EVENT_ANKAN, EVENT_DAIMINKAN, EVENT_KAKAN, State
from shugi._fast.core.tiles cimport WILD
from shugi._fast.games.chinese.redeal_floats cimport (
    fits_no_float, float_is_known, forget_floats,
)
from shugi._fast.view.redeal cimport REDEALS


cdef int streak_shown(const State* s, int p, bint through_floats) noexcept nogil:
    # kans since the seat's newest ordinary discard; or since its newest discard
    cdef int i, token, event
    cdef int n = 0
    for i in range(tokens(s)):
        token = token_ago(s, i)
        event = token_event(token)
        if token_seat(token) != p:
            continue
        if is_discard(token) and not (through_floats and token_code(token) == WILD):
            break
        n += event == EVENT_ANKAN or event == EVENT_KAKAN or event == EVENT_DAIMINKAN
    return n


cdef void recount(State* s, int p, bint floating) noexcept nogil:
    s.seat[p].kan_streak = <uint8_t>streak_shown(s, p, floating)
    if not floating:
        s.seat[p].n_claims = 0


cdef void forget(State* s, int seat) noexcept nogil:
    forget_floats(s, seat, recount)


REDEALS[<int>GAME_HANGZHOU].hand_is_known = float_is_known
REDEALS[<int>GAME_HANGZHOU].fits = fits_no_float
REDEALS[<int>GAME_HANGZHOU].forget = forget
