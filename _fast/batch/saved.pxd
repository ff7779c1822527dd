# A saved game: MAGIC, a head of numbers, the state, a checksum.
from libc.stdint cimport uint64_t
from shugi._fast.core.state cimport State
from shugi._fast.rules.compile cimport Rules

# seed and games: of the slot that the game is played in
cdef bytes state_to_bytes(const State* s, Rules rules, uint64_t seed, uint64_t games)
# the state is checked: nothing is written to it but a game that can be played
cdef tuple bytes_to_state(object data, Rules rules, State* out)   # seed, games
