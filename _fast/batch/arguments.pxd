# What callers hand in: numbers and arrays, checked.
from libc.stdint cimport uint64_t


cdef extern from *:
    # the head of a NumPy array, which is part of its stable binary interface
    """
    typedef struct {
        PyObject_HEAD
        char *data;
        int nd;
        Py_ssize_t *dimensions;
        Py_ssize_t *strides;
        PyObject *base;
        PyObject *descr;
        int flags;
    } ShugiArray;
    enum { SHUGI_FILLABLE = 0x0001 | 0x0400 };  /* C-contiguous, writeable */
    static void *shugi_data_of(PyObject *array) { return ((ShugiArray *)array)->data; }
    static int shugi_lies_at(PyObject *array, const void *data, Py_ssize_t size) {
        const ShugiArray *head = (const ShugiArray *)array;
        Py_ssize_t n = 1;
        int i;
        for (i = 0; i < head->nd; i++) n *= head->dimensions[i];
        return head->data == (const char *)data && n == size;
    }
    static int shugi_is_fillable(PyObject *array) {
        return (((const ShugiArray *)array)->flags & SHUGI_FILLABLE) == SHUGI_FILLABLE;
    }
    """
    # is an array still where it was, and as large?  It may have been resized since.
    bint lies_at "shugi_lies_at"(object array, const void* data, Py_ssize_t size)
    bint is_fillable "shugi_is_fillable"(object array)
    void* data_of "shugi_data_of"(object array)


# a whole number; floats are none
cdef object whole(object value, str name)
cdef object between(object value, object low, object high, str name)
# of any whole number its lowest 64 bits
cdef uint64_t key_of(object value, str name) except? 0
# the number of one of so many games, or seats
cdef int game_of(object i, int games) except -1
cdef int seat_of(object seat, int seats) except -1
# where an array lies that the engine may write into
cdef void* check_array(object array, str name, tuple shape, tuple dtypes) except? NULL
# ids as bytes, one for each game; those that no action has become 255
cdef object action_ids(object actions, int games)
# a seat for each game; below 0: none
cdef object viewers_of(object seats, int games, int most)
cdef object seeds_of(object seeds, int games)


# An array that callers hand in, and where it lies: most hand the same one in again.
cdef class Buffer:
    cdef tuple shape, dtypes
    cdef object used             # what was handed in last, or what was made of it
    cdef void* data              # NULL: nothing yet
    cdef Py_ssize_t size

    # it is known already: to be read, or to be written into
    cdef bint lies(self, object array)
    cdef bint fills(self, object array)
    # where an array lies that the engine will write into
    cdef void* take(self, object array, str name) except NULL
    cdef void keep(self, object array)
