# What a seat sees of Piquet beside the rows that the card games share.
from libc.stdint cimport uint8_t
from shugi._fast.games.tricks.sight cimport CardSight

cdef void write_piquet(const CardSight* v, float* at) noexcept nogil
# what the own seat picks, is asked about, and has said
cdef void write_piquet_cards(const CardSight* v, uint8_t* at) noexcept nogil
