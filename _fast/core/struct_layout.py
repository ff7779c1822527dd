"""Where the fields of a game's state lie, as one number: what names a saved state's layout.

It follows from the declarations of the structs and their sizes, so that it changes with them and
with nothing else: comments, and what the rules say, are no part of it.
"""

import hashlib
import re
import sys
from importlib.resources import files

HEADERS = ("cards.pxd", "sizes.pxd", "state.pxd")
# a block of declarations: structs, unions, and the sizes of their arrays (enums without a name)
BLOCK = re.compile(r"^cdef (?P<head>struct \w+|union \w+|enum):\n(?P<body>(?:[ \t].*\n|\n)+)", re.M)


def declarations(text: str) -> str:
    """The blocks of a header that lay out a state, without comments and spacing."""
    text = re.sub(r"#[^\n]*", "", text)
    return "\n".join(f"{m['head']} {' '.join(m['body'].split())}" for m in BLOCK.finditer(text))


def layout_hash(size: int, *lengths: int) -> int:
    """64 bits over the declarations, the ``size`` of a state in bytes, and the order of bytes.

    ``lengths``: of arrays that the option tables size.
    """
    folder = files("shugi._fast.core")
    parts = [declarations((folder / name).read_text(encoding="utf-8")) for name in HEADERS]
    text = "\n".join([*parts, str(size), *map(str, lengths), sys.byteorder])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
