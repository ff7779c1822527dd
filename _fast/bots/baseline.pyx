# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rule baseline: each game's own player, noise, and a mask of what it may choose."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memset

from shugi._fast.core.actions cimport PASS, WIN
from shugi._fast.core.bits cimport (
    add_in_words, count, drop_in_words, has_in_words, lowest, without_lowest,
)
from shugi._fast.core.rng cimport STREAM_BOT, Rng, rng_below, rng_make, rng_next
from shugi._fast.core.sizes cimport ACTIONS
from shugi._fast.flow.turns cimport allowed, first_legal, wins_falsely


cdef int first_action(const State* s, const Style* style) noexcept nogil:
    return first_legal(s)


cdef int _game
for _game in range(<int>GAMES):
    PLAYERS[_game] = first_action


cdef int any_action(const State* s, Rng* rng) noexcept nogil:
    cdef int n = rng_below(rng, count(s.legal[0]) + count(s.legal[1]))
    cdef int word
    cdef uint64_t left
    for word in range(2):
        left = s.legal[word]
        while left:
            if n == 0:
                return 64 * word + lowest(left)
            n -= 1
            left = without_lowest(left)
    return PASS


cdef bint slips(const State* s, const Style* style, Rng* rng) noexcept nogil:
    rng[0] = rng_make(s.seed, s.hand_no, STREAM_BOT)
    rng.counter = <uint64_t>s.n_decision << 8
    return (rng_next(rng) >> 40) < style.noise * <float>(1 << 24)


cdef int player_act(const State* s, const Style* style) noexcept nogil:
    # no style declares a win that is none
    cdef State narrowed
    if not allowed(s, WIN) or not wins_falsely(s, s.actor):
        return PLAYERS[s.rules.game](s, style)
    narrowed = s[0]
    drop_in_words(narrowed.legal, WIN)
    return PLAYERS[s.rules.game](&narrowed, style)


cdef int bot_act(const State* s, const Style* style) noexcept nogil:
    cdef Rng rng
    if style.noise > 0 and slips(s, style, &rng):
        return any_action(s, &rng)
    return player_act(s, style)


cdef int bot_act_within(const State* s, const Style* style, const uint8_t* mask) noexcept nogil:
    cdef uint64_t legal[2]
    cdef State narrowed
    cdef int i, action
    memset(legal, 0, sizeof(legal))
    for i in range(ACTIONS):
        if mask[i] and has_in_words(s.legal, i):
            add_in_words(legal, i)
    if (legal[0] == s.legal[0] and legal[1] == s.legal[1]) or not (legal[0] or legal[1]):
        return bot_act(s, style)
    narrowed = s[0]
    narrowed.legal[0] = legal[0]
    narrowed.legal[1] = legal[1]
    action = bot_act(&narrowed, style)
    if 0 <= action < ACTIONS and has_in_words(legal, action):
        return action
    return first_legal(&narrowed)
