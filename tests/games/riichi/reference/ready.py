"""Complete hands and waits, by trying every kind that the almighty and the next tile can be."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from tests.games.riichi.reference.deck import copies
from tests.games.riichi.reference.facts import KANS, Facts, View, views
from tests.games.riichi.reference.notation import DECK_KINDS, SUITS, kind, tiles
from tests.games.riichi.reference.readings import ORPHANS, Reading, readings
from tests.games.riichi.reference.yaku_local import SEVENS, is_orochi

HONOR_ROW = tuple(f"{rank}z" for rank in range(1, 8))


def found_readings(facts: Facts) -> list[Reading]:
    sets = 4 - sum(name != "atama" for name, _ in facts.melds)
    return readings(facts.counts, sets, facts.options, facts.called_pairs)


def all_views(facts: Facts) -> list[View]:
    found = [view for reading in found_readings(facts) for view in views(facts, reading)]
    return [view for view in found if not too_many_sevens(view)]


def too_many_sevens(view: View) -> bool:
    """More sevens of a suit than a hand may use; only an orochi may (Super Bingo section 4.4)."""
    limit = view.options["seven_limit"]
    if limit is None or is_orochi(view):
        return False
    return any(view.facts.kinds.count(seven) > limit for seven in SEVENS)


# -- the almighty (Shouhai Mighty, section 4.1) ----------------------------------------------------


def almighties(options: dict[str, Any], melds: list[str]) -> int:
    """How many almighty tiles the hand has; an option adds one for each kan."""
    extra = sum(name in KANS for name in melds) if options.get("kan_gives_almighty") else 0
    return int(options.get("almighty", 0)) + extra


def almighty_choices(facts: Facts) -> list[tuple[str, ...]]:
    """What the almighty may be: kinds of which fewer than four real tiles are used."""
    n = almighties(facts.options, [name for name, _ in facts.melds])
    real = Counter(facts.kinds)
    choices = combinations_with_replacement(DECK_KINDS[facts.options["tile_set"]], n)
    allowed = [c for c in choices if all(real[k] + c.count(k) <= 4 for k in c)]
    sets = 4 - len(facts.melds)
    return [c for c in allowed if not c or is_complete(joined(facts.counts, c), sets, facts)]


def joined(counts: Counter[str], more: tuple[str, ...]) -> Counter[str]:
    """The tiles and some more; quicker than adding counters, for it is done millions of times."""
    found = counts.copy()
    for name in more:
        found[name] += 1
    return found


def is_complete(counts: Counter[str], sets: int, facts: Facts) -> bool:
    """Whether there is any reading; quicker than writing all of them out."""
    if parts(counts):
        return True
    if sets < 4:
        return False
    return is_pairs(counts, facts.options) or is_orphans(counts, facts.options)


def is_pairs(counts: Counter[str], options: dict[str, Any]) -> bool:
    even = all(n % 2 == 0 for n in counts.values())
    return even and (bool(options["chiitoi_duplicates"]) or len(counts) == 7)


def is_orphans(counts: Counter[str], options: dict[str, Any]) -> bool:
    return set(counts) == set(ORPHANS[options["orphan_hand"]])


ROWS = (*SUITS.values(), HONOR_ROW)


def parts(counts: Counter[str]) -> bool:
    """Whether the tiles part into sets and one pair."""
    rows = [tuple([counts.get(k, 0) for k in row]) for row in ROWS]
    return sum(sum(row) % 3 == 2 for row in rows) == 1 and all(map(row_parts, rows))


@cache
def row_parts(row: tuple[int, ...]) -> bool:
    """Whether the tiles of one suit (or the seven honours) part into sets and at most one pair."""
    if sum(row) % 3 == 2:
        pairs = [i for i, n in enumerate(row) if n >= 2]
        return any(row_parts(without(row, (i, i))) for i in pairs)
    if sum(row) % 3:
        return False
    first = next((i for i, n in enumerate(row) if n), None)
    if first is None:
        return True
    if row[first] >= 3 and row_parts(without(row, (first,) * 3)):
        return True
    run = (first, first + 1, first + 2)
    fits = len(row) == 9 and first < 7 and all(row[i] for i in run)
    return fits and row_parts(without(row, run))


def without(row: tuple[int, ...], used: tuple[int, ...]) -> tuple[int, ...]:
    left = list(row)
    for i in used:
        left[i] -= 1
    return tuple(left)


# -- waits -----------------------------------------------------------------------------------------


def wait_kinds(options: dict[str, Any], case: dict[str, Any]) -> list[str]:
    """The kinds that complete the hand, as far as the hand does not hold all copies itself."""
    held = Counter(kind(tile) for tile in tiles(case["hand"]))
    if options["keishiki_fifth_copy"] == "no_wait":
        held.update(kind(tile) for _, text in case.get("melds", []) for tile in tiles(text))
    limit = copies(options)
    free = options["keishiki_fifth_copy"] == "wait"
    return [
        one
        for one in DECK_KINDS[options["tile_set"]]
        if (free or held[one] < limit[one]) and completes(options, case, one)
    ]


def completes(options: dict[str, Any], case: dict[str, Any], one: str) -> bool:
    """Whether that kind completes the hand (sevens over their limit do not count)."""
    facts = Facts(bare_win(case, one), options)
    if options.get("almighty"):
        return bool(almighty_choices(facts))
    return bool(all_views(facts))


def bare_win(case: dict[str, Any], one: str) -> dict[str, Any]:
    """The hand won on that kind by ron, nothing else happening."""
    seats = {"dealer": 0, "winner": 1, "loser": 0, "round_wind": "1z", "riichi": "none"}
    nothing = {"dora_indicators": "", "honba": 0, "sticks": 0, "scores": [0, 0, 0], "melds": []}
    ours = {key: case[key] for key in ("hand", "melds") if key in case}
    return seats | nothing | ours | {"win_by": "ron", "win_tile": one}
