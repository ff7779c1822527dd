"""The tile codes 0-63: names, kinds, parsing and printing (notation: docs/position.md)."""

from libc.stdint cimport uint8_t

from shugi._fast.core.bits cimport bit
from shugi._fast.core.sizes cimport CODES, KINDS

SUITS = "mpsz"

# code, name, kind (None where a tile belongs to no kind), meaning.  The one source of tile facts.
TILE_ROWS = [
    *(
        (9 * suit + rank, f"{rank + 1}{'mps'[suit]}", 9 * suit + rank, f"{rank + 1} of {name}")
        for suit, name in enumerate(("manzu", "pinzu", "souzu"))
        for rank in range(9)
    ),
    *(
        (27 + rank, f"{rank + 1}z", 27 + rank, name)
        for rank, name in enumerate(
            ("East", "South", "West", "North", "White dragon", "Green dragon", "Red dragon")
        )
    ),
    (34, "0m", 4, "red five of manzu"),
    (35, "0p", 13, "red five of pinzu"),
    (36, "0s", 22, "red five of souzu"),
    (37, "5mg", 4, "gold five of manzu"),
    (38, "5pg", 13, "gold five of pinzu"),
    (39, "5sg", 22, "gold five of souzu"),
    (40, "7pw", 15, "rainbow seven of pinzu"),
    (41, "7sw", 24, "rainbow seven of souzu"),
    (42, "5zo", 31, "shiro-pocchi, a White dragon that is a joker when drawn in riichi"),
    (43, "4zg", 30, "gold North"),
    (44, "1pc", 9, "crazy cherry 1 of pinzu"),
    (45, "2pc", 10, "crazy cherry 2 of pinzu"),
    (46, "3pc", 11, "crazy cherry 3 of pinzu"),
    (47, "7pd", 15, "death 7 of pinzu"),
    (48, "1f", None, "flower"),
    (49, "1b", None, "red bingo tile"),
    (50, "2b", None, "blue bingo tile"),
    *((51 + i, f"{i + 1}e", None, f"season {i + 1}") for i in range(4)),
    *((55 + i, f"{i + 1}h", None, f"plant {i + 1}") for i in range(4)),
    (59, "5mn", None, "extra five of manzu that can only be set aside"),
    (60, "1k", None, "kan tile, whatever its kind"),
    (61, "2k", None, "the other kan tile, where two kinds are"),
    (62, "0u", None, "a tile that lies face down"),
    (63, "1w", None, "the hand's wildcard, whatever its kind"),
]

CODE_NAMES = {code: name for code, name, _, _ in TILE_ROWS}
_CODE_OF = {name: code for code, name in CODE_NAMES.items()}
_LETTERS = frozenset(name[1] for name in _CODE_OF)
_ATTRIBUTES = frozenset(name[2] for name in _CODE_OF if len(name) == 3)
_PRINT_ORDER = {name: (name[1], name[0].replace("0", "5"), name) for name in _CODE_OF}

cdef int _code
for _code in range(CODES):
    KIND_OF[_code] = NO_KIND
for _row in TILE_ROWS:
    if _row[2] is not None:
        KIND_OF[<int>_row[0]] = <uint8_t>_row[2]
        CODES_OF[<int>_row[2]] |= bit(<int>_row[0])
assert KINDS == 34


def kind_of(code):
    """Kind (0-33) of a tile code, or None for flowers, bingo tiles, seasons, plants and WILD."""
    cdef int kind = KIND_OF[<int>code & 63]
    if code not in CODE_NAMES:
        raise ValueError(f"no tile has the code {code!r}; codes are {sorted(CODE_NAMES)}")
    return None if kind == NO_KIND else kind


def code_name(code):
    """Notation of one tile, such as "5pg"."""
    try:
        return CODE_NAMES[int(code)]
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"no tile has the code {code!r}; codes are {sorted(CODE_NAMES)}") from None


def parse_tiles(text):
    """Codes of a row of tiles: digits share the letter behind them ("123p0s5pg1f").

    Raises:
        ValueError: says which character is wrong and where.
    """
    codes = []
    digits = ""
    i = 0
    while i < len(text):
        char = text[i]
        if char.isdigit():
            digits += char
        elif char in _LETTERS:
            attribute = text[i + 1] if i + 1 < len(text) and text[i + 1] in _ATTRIBUTES else ""
            # "b", "e", "h", "f" are letters and never attributes of a longer name
            codes += _named(text, i, digits, char, attribute)
            i += len(attribute)
            digits = ""
        elif not char.isspace():
            raise ValueError(
                f"tiles {text!r}: {char!r} at position {i + 1} is neither a digit nor one of the "
                f"letters {''.join(sorted(_LETTERS))}"
            )
        i += 1
    if digits:
        raise ValueError(f"tiles {text!r}: digits {digits!r} at its end lack a letter (m p s z)")
    return codes


def _named(text, at, digits, letter, attribute):
    if not digits:
        raise ValueError(f"tiles {text!r}: {letter!r} at position {at + 1} lacks its digits")
    names = [digit + letter for digit in digits]
    if attribute:
        names[-1] += attribute
    for name in names:
        if name not in _CODE_OF:
            raise ValueError(f"tiles {text!r}: there is no tile {name!r} (position {at + 1})")
    return [_CODE_OF[name] for name in names]


def format_tiles(codes, *, ordered=False):
    """The reverse of ``parse_tiles``; ``ordered`` sorts by suit and rank first."""
    names = [code_name(code) for code in codes]
    if ordered:
        names.sort(key=_PRINT_ORDER.__getitem__)
    out = []
    for i, name in enumerate(names):
        after = names[i + 1] if i + 1 < len(names) else "  "
        shared = len(name) == len(after) == 2 and after[1] == name[1]
        out.append(name[0] if shared else name)
    return "".join(out)
