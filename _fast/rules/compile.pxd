# A compiled rule set: the struct that the engine reads, and what Python sees of it.
from shugi._fast.core.rules cimport Rules as CRules


cdef class Rules:
    cdef CRules c            # States point to it: whoever holds States keeps this object alive
    cdef readonly str name
    cdef readonly str game
    cdef readonly object traits
    cdef readonly object hash
    cdef readonly int seats
    cdef readonly object vector
    cdef readonly tuple entries
    cdef dict _options
