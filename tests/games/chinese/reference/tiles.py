"""Tiles as the rule texts write them ("123m 55p ERR", flowers "S1 P4"), melds, identities."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

SUITS = {suit: tuple(f"{rank}{suit}" for rank in range(1, 10)) for suit in "mps"}
HONOURS = tuple("ESWNRGB")
DRAGONS = ("R", "G", "B")
KINDS = (*SUITS["m"], *SUITS["p"], *SUITS["s"], *HONOURS)
INDEX = {kind: i for i, kind in enumerate(KINDS)}
GROUPS = ((0, 9), (9, 18), (18, 27), (27, 34))  # where the suits and the honours lie in KINDS
FLOWERS = tuple(f"{group}{i}" for group in "SP" for i in range(1, 5))
MELDS = ("chow", "pung", "kong_open", "kong_added", "kong_closed")
_TILES = re.compile(r"([1-9]+)([mps])|([ESWNRGB])")
_FLOWER = re.compile(r"[SP][1-4]")

Counts = tuple[int, ...]


class Meld(NamedTuple):
    """A declared set: its form (MELDS), its kinds as text shows them, the seat that fed it."""

    form: str
    kinds: tuple[str, ...]
    giver: int | None = None

    @property
    def is_kong(self) -> bool:
        return self.form.startswith("kong")

    @property
    def is_open(self) -> bool:
        return self.form != "kong_closed"


def parse(text: str) -> list[str]:
    """The kinds in ``text``; digits share the letter behind them. Raises: ValueError."""
    if _TILES.sub("", text).strip():
        raise ValueError(f"not tiles: {text!r}")
    return [
        kind
        for digits, suit, honour in _TILES.findall(text)
        for kind in ([honour] if honour else [digit + suit for digit in digits])
    ]


def parse_flowers(text: str) -> list[str]:
    """The flowers in ``text``. Raises: ValueError."""
    if _FLOWER.sub("", text).strip():
        raise ValueError(f"not flowers: {text!r}")
    return _FLOWER.findall(text)


def parse_meld(text: str) -> Meld:
    """ "pung EEE", "kong_closed 3333m"; growing kongs are added ones. Raises: ValueError."""
    form, _, rest = text.partition(" ")
    form = form.replace("growing", "added")
    if form not in MELDS:
        raise ValueError(f"not a meld: {text!r}")
    return Meld(form, tuple(parse(rest)))


def text_of(kinds: Iterable[str]) -> str:
    """The opposite of parse, in the order of KINDS."""
    found = sorted(kinds, key=INDEX.__getitem__)
    parts = []
    for suit in "mps":
        ranks = "".join(kind[0] for kind in found if kind[1:] == suit)
        parts += [ranks + suit] if ranks else []
    honours = "".join(kind for kind in found if kind in HONOURS)
    return " ".join(parts + ([honours] if honours else []))


def meld_text(meld: Meld) -> str:
    return f"{meld.form} {text_of(meld.kinds)}"


def counts_of(kinds: Iterable[str]) -> Counts:
    """How many of each kind, in the order of KINDS."""
    found = Counter(kinds)
    return tuple(found[kind] for kind in KINDS)


def is_honour(kind: str) -> bool:
    return kind in HONOURS


def suit_of(kind: str) -> str | None:
    """ "m", "p" or "s"; None for honours."""
    return None if is_honour(kind) else kind[1]


class Wild(NamedTuple):
    """The wildcard kind of a hand, and the kind that whites stand for (None: themselves)."""

    kind: str | None
    white: str | None = None

    def seen(self, kind: str) -> str:
        """The identity of an ordinary tile."""
        return self.white if kind == "B" and self.white else kind

    def split(self, kinds: Iterable[str]) -> tuple[list[str], int]:
        """The ordinary tiles by identity, and the number of wildcards."""
        found = list(kinds)
        plain = [self.seen(kind) for kind in found if kind != self.kind]
        return plain, len(found) - len(plain)


def wild_of(indicator: str) -> Wild:
    """hangzhou.md 2, xiamen.md 2: wildcards and whites of an indicator ("permanent": whites)."""
    return Wild("B") if indicator in ("B", "permanent") else Wild(indicator, indicator)
