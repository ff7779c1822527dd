"""Where the fields of a state lie, as one number: what names a saved state's layout.

It follows from the declarations of the structs and their sizes, so that it changes with them and
with nothing else: comments, and what the rules say, are no part of it.
"""

import hashlib
import re
import sys
from collections.abc import Iterable

# a block of declarations: structs, unions, and the sizes of their arrays (enums without a name)
BLOCK = re.compile(r"^cdef (?P<head>struct \w+|union \w+|enum):\n(?P<body>(?:[ \t].*\n|\n)+)", re.M)


def declarations(text: str) -> str:
    """The blocks of a header that lay out a state, without comments and spacing."""
    text = re.sub(r"#[^\n]*", "", text)
    return "\n".join(f"{m['head']} {' '.join(m['body'].split())}" for m in BLOCK.finditer(text))


def digest(text: str) -> int:
    """64 bits of a text."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def layout_header(headers: Iterable[str]) -> str:
    """The header that names the layout which these headers declare, as a number."""
    number = digest("\n".join(map(declarations, headers)))
    return f'''# How a state is laid out, as a number; written by the build (core/struct_layout.py).
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #define SHUGI_LAYOUT {number:#x}ULL
    """
    const uint64_t LAYOUT "SHUGI_LAYOUT"
'''


def layout_hash(layout: int, size: int, *lengths: int) -> int:
    """64 bits over the layout's number, the ``size`` of a state in bytes, and the order of bytes.

    ``lengths``: of arrays that the option tables size.
    """
    return digest(" ".join(map(str, (layout, size, *lengths, sys.byteorder))))
