# Fills with zeros of known length: compilers write them out as string moves, which begin slowly.

cdef extern from *:
    """
    #include <string.h>
    static inline void shugi_zeros(void *at, size_t size) {
    #if defined(__GNUC__) || defined(__clang__)
        __asm__("" : "+r"(size));  /* no longer known */
    #endif
        memset(at, 0, size);
    }
    """
    void zeros "shugi_zeros"(void* at, size_t size) noexcept nogil
