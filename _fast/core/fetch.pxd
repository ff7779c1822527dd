# Hints that memory is used soon.  They change nothing but the time that it takes.

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    /* the empty statement keeps calls that do nothing but fetch from being left out */
    #define SHUGI_FETCH(at) do { __builtin_prefetch(at); __asm__ volatile(""); } while (0)
    #elif defined(_M_X64)
    #include <intrin.h>
    #define SHUGI_FETCH(at) _mm_prefetch((const char*)(at), _MM_HINT_T0)
    #else
    #define SHUGI_FETCH(at) ((void)(at))
    #endif
    """
    # the line of the cache that holds this address, which need not be a valid one
    void fetch_at "SHUGI_FETCH"(const void* at) noexcept nogil


cdef enum:
    FETCH_LINE = 64


cdef inline void fetch(const void* first, size_t size) noexcept nogil:
    cdef size_t i
    for i in range((size + FETCH_LINE - 1) // FETCH_LINE):
        fetch_at(<const char*>first + i * FETCH_LINE)
