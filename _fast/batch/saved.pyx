# cython: language_level=3
"""A game as bytes, and back: no bytes but those of a game that can be played are taken."""

import zlib

import numpy as np

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from shugi._fast.check.fault cimport refuse_faults
from shugi._fast.core.layout cimport LAYOUT
from shugi._fast.core.rules cimport PAO

from shugi._fast.check.fields import PositionError
from shugi._fast.core.struct_layout import layout_hash

FORMAT_VERSION = 2
LAYOUT_HASH = layout_hash(LAYOUT, sizeof(State), PAO)  # of the bytes that follow the head
HEAD = 6                                  # its numbers of 64 bits
MAGIC = b"shugi-st"


cdef bytes state_to_bytes(const State* s, Rules rules, uint64_t seed, uint64_t games):
    state = bytearray((<const uint8_t*>s)[:sizeof(State)])
    state[:sizeof(void*)] = bytes(sizeof(void*))  # the pointer means nothing elsewhere
    head = np.array(
        [FORMAT_VERSION, LAYOUT_HASH, rules.c.hash, seed, games, sizeof(State)], np.uint64)
    body = head.tobytes() + bytes(state)
    return MAGIC + body + zlib.crc32(body).to_bytes(4, "little")


cdef tuple bytes_to_state(object data, Rules rules, State* out):
    cdef const uint8_t[::1] raw
    cdef State state
    at = len(MAGIC) + 8 * HEAD
    if not isinstance(data, (bytes, bytearray)) or bytes(data[: len(MAGIC)]) != MAGIC:
        raise ValueError("these bytes are not a saved shugi game (Batch.save makes them)")
    data = bytes(data)
    if len(data) < at:
        raise ValueError(
            f"saved game is cut: {len(data)} bytes, expected {at + sizeof(State) + 4}")
    head = np.frombuffer(data[len(MAGIC): at], np.uint64)
    check_version(head)
    check_bytes(data, head, at + sizeof(State) + 4)
    check_rules(head, rules)
    raw = data[at: len(data) - 4]
    memcpy(&state, &raw[0], sizeof(State))
    state.rules = &rules.c
    try:
        refuse_faults(&state, True)
    except PositionError as error:
        raise ValueError(f"saved game is of no game that can be played: {error}") from None
    out[0] = state
    return head[3], int(head[4])


def check_version(head):
    if head[0] != FORMAT_VERSION:
        raise ValueError(
            f"saved game of format {head[0]}; this version reads format {FORMAT_VERSION}"
        )
    if int(head[1]) != LAYOUT_HASH:
        raise ValueError(
            "saved game of another version of the engine: its state is laid out differently "
            f"(layout {int(head[1]):016x}, here {LAYOUT_HASH:016x}); load it with the version that "
            "saved it"
        )


def check_bytes(data, head, size):
    if len(data) != size or head[5] != sizeof(State):
        raise ValueError(f"saved game is cut or foreign: {len(data)} bytes, expected {size}")
    if zlib.crc32(data[len(MAGIC): size - 4]) != int.from_bytes(data[size - 4:], "little"):
        raise ValueError("saved game is damaged: its checksum does not match")


def check_rules(head, rules):
    if int(head[2]) != rules.hash:
        raise ValueError(
            f"saved game belongs to other rules than {rules.name} "
            f"(rules hash {int(head[2]):016x}, here {rules.hash:016x})"
        )
    if head[4] >= 2**32:
        raise ValueError(f"saved game says that {head[4]} games came before it")
