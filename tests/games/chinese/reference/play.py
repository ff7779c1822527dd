"""What the turn flows of the four games share: claims of sets, missed tiles."""

from collections.abc import Iterable, Sequence

from tests.games.chinese.reference.tiles import INDEX, KINDS, Counts, Meld, is_honour

CHOWS = {"chow_low": (1, 2), "chow_mid": (-1, 1), "chow_high": (-2, -1)}  # where the others lie
RANK = {"win": 0, "kong": 1, "pung": 1, "chow": 2, "pass": 3}


def chows(plain: Counts, tile: str) -> list[str]:
    """The runs that the concealed tiles form with a discard, named by the place of the discard."""
    if is_honour(tile):
        return []
    rank, at = int(tile[0]), INDEX[tile]
    return [
        name
        for name, offsets in CHOWS.items()
        if all(1 <= rank + i <= 9 and plain[at + i] for i in offsets)
    ]


def companions(form: str, tile: str) -> list[str]:
    """The concealed tiles that a claim uses."""
    if form in CHOWS:
        return [KINDS[INDEX[tile] + i] for i in CHOWS[form]]
    return [tile] * (3 if form == "kong_open" else 2)


def minus(plain: Counts, kinds: Iterable[str]) -> Counts:
    left = list(plain)
    for kind in kinds:
        left[INDEX[kind]] -= 1
    return tuple(left)


def added_kongs(kinds: Sequence[str], melds: Sequence[Meld]) -> list[str]:
    """The faces that an own open pung can grow by (tiles and melds by face)."""
    pungs = {meld.kinds[0] for meld in melds if meld.form == "pung"}
    return sorted(pungs & set(kinds), key=INDEX.__getitem__)


def closed_kongs(kinds: Sequence[str], barred: Iterable[str | None] = ()) -> list[str]:
    """The faces of which four copies are concealed, less the barred ones."""
    return sorted(
        {kind for kind in kinds if kinds.count(kind) == 4} - set(barred), key=INDEX.__getitem__
    )


def taken(kinds: Sequence[str], used: Iterable[str]) -> list[str]:
    """The tiles less the used ones. Raises: ValueError if one of them is not there."""
    left = list(kinds)
    for kind in used:
        left.remove(kind)
    return left


def resolved(answers: dict[int, str], giver: int, seats: int) -> list[int]:
    """The seats whose claims stand: win > kong = pung > chow; of several winners all, in order."""
    ranks = {seat: RANK[answer.split("_")[0]] for seat, answer in answers.items()}
    best = min(ranks.values(), default=RANK["pass"])
    standing = [seat for seat, rank in ranks.items() if rank == best < RANK["pass"]]
    return sorted(standing, key=lambda seat: (seat - giver - 1) % seats)
