"""Small changes of good inputs: of bytes, of text, of plain values."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

NUMBERS = (0, 1, -1, 2, 3, 4, 5, 7, 8, 13, 14, 16, 31, 32, 63, 64, 127, 128, 255, 256, 999)
HUGE = (65535, 65536, 2**31 - 1, -(2**31), 2**32 - 1, 2**63, 2**64, 10**30)
ODD = (None, True, False, "", "x", "-1", 1.5, float("nan"), [], {}, [[]], "5p", "\ud800", "é")
PIECE = re.compile(r"[A-Za-z_]+|\d+|[^\sA-Za-z_\d]|\s+")
GLYPHS = "0123456789mpszgbfor+*_'<>=-|,.:;[]{}()#\" \n\t"


def number(rng: Random, near: int = 0) -> int:
    if rng.random() < 0.5:
        return near + rng.choice((-1, 1, -2, 2, 8, -8))
    return rng.choice(NUMBERS if rng.random() < 0.8 else HUGE)


def edit_bytes(data: bytes, rng: Random, low: int = 0) -> bytes:
    """One to eight bytes at one place changed, as if one number were another."""
    out = bytearray(data)
    at = rng.randrange(low, max(low + 1, len(out)))
    size = min(rng.choice((1, 1, 1, 2, 4, 8)), len(out) - at)
    old = int.from_bytes(out[at : at + size], "little")
    bit = rng.randrange(8 * size or 1)
    new = rng.choice((number(rng, old), old ^ 1 << bit, rng.getrandbits(64)))
    out[at : at + size] = (new % (1 << 8 * size)).to_bytes(size, "little")
    return bytes(out)


def edit_text(text: str, rng: Random) -> str:
    """A word, number or sign changed, left out, doubled, or swapped with another."""
    pieces = PIECE.findall(text)
    if not pieces:
        return rng.choice(GLYPHS)
    i, j = rng.randrange(len(pieces)), rng.randrange(len(pieces))
    what = rng.randrange(8)
    if what == 0:
        del pieces[i : i + rng.choice((1, 1, 2, 5))]
    elif what == 1:
        pieces.insert(i, rng.choice(GLYPHS))
    elif what == 2:
        pieces[i:i] = pieces[j : j + rng.choice((1, 2, 8))]
    elif what == 3:
        pieces[i], pieces[j] = pieces[j], pieces[i]
    else:
        pieces[i] = _other_piece(pieces, i, rng)
    return "".join(pieces)


def _other_piece(pieces: list[str], i: int, rng: Random) -> str:
    piece = pieces[i]
    if piece.isdigit() and len(piece) > 2 and rng.random() < 0.6:  # a row of tiles
        at = rng.randrange(len(piece))
        return piece[:at] + rng.choice("0123456789") + piece[at + 1 :]
    if piece.isdigit():
        return str(number(rng, int(piece[:18])))
    alike = [other for other in pieces if other.isalpha() == piece.isalpha() and other != piece]
    return rng.choice(alike) if alike and rng.random() < 0.8 else rng.choice(GLYPHS)


def edit_value(value: Any, rng: Random) -> Any:
    """A copy of a JSON value with one thing in it changed."""
    if isinstance(value, dict) and value and rng.random() < 0.95:
        key = rng.choice(sorted(value))
        return _edit_item(dict(value), key, rng)
    if isinstance(value, list) and value and rng.random() < 0.9:
        return _edit_list(list(value), rng)
    return _other_value(value, rng)


def _edit_item(value: dict[str, Any], key: str, rng: Random) -> dict[str, Any]:
    what = rng.random()
    if what < 0.06:
        del value[key]
    elif what < 0.12:
        value[key] = value[rng.choice(sorted(value))]
    elif what < 0.14:
        value[edit_text(key, rng)] = value[key]
    else:
        value[key] = edit_value(value[key], rng)
    return value


def _edit_list(value: list[Any], rng: Random) -> list[Any]:
    i, j = rng.randrange(len(value)), rng.randrange(len(value))
    what = rng.random()
    if what < 0.1:
        del value[i]
    elif what < 0.2:
        value.insert(i, value[j])
    elif what < 0.35:
        value[i], value[j] = value[j], value[i]
    else:
        value[i] = edit_value(value[i], rng)
    return value


def _other_value(value: Any, rng: Random) -> Any:
    if rng.random() < 0.08:
        return rng.choice(ODD)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return number(rng, value)
    if isinstance(value, str):
        return edit_text(value, rng)
    return rng.choice((*ODD, *NUMBERS))


def dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode()


def edit_json(data: bytes, rng: Random) -> bytes:
    return dumped(edit_value(json.loads(data), rng))
