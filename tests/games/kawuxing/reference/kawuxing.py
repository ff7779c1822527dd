"""Kawuxing: patterns, wins, kong payments, disclosure (kawuxing.md 3-6)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.games.chinese.reference import play
from tests.games.chinese.reference.options import Options
from tests.games.chinese.reference.payments import losers
from tests.games.chinese.reference.shapes import Part, Reading, all_pairs, plus, readings, waits
from tests.games.chinese.reference.tiles import (
    DRAGONS,
    HONOURS,
    INDEX,
    KINDS,
    Counts,
    Meld,
    counts_of,
    suit_of,
)

SEATS = 3
DOUBLES = {
    "all_pung": 1,
    "fit_five": 1,
    "open_four_in_one": 1,
    "bloom_on_kong": 1,  # for each kong
    "claimed_on_kong": 1,
    "robbing_a_kong": 1,
    "disclosure": 1,
    "fishing_the_bottom": 1,
    "pure_one_suit": 2,
    "seven_pairs": 2,
    "lone_tile": 2,
    "lesser_three": 2,
    "closed_four_in_one": 2,
    "greater_three": 3,
    "dragon_seven_pairs": 3,
    "double_dragon_seven_pairs": 4,
}
SEVEN_PAIRS = ("seven_pairs", "dragon_seven_pairs", "double_dragon_seven_pairs")
KONG_UNITS = {"direct": 2, "growing": 1, "closed": 2}


@dataclass(frozen=True)
class Win:
    """A hand before the winning tile and how the tile came."""

    concealed: Sequence[str]
    tile: str
    melds: tuple[Meld, ...] = ()
    source: str = "own"
    winner: int = 0
    giver: int | None = None
    kongs_in_turn: int = 0  # of the uninterrupted series that brought the tile
    after_kong: bool = False  # the discard follows a kong
    disclosed: bool = False
    last_tile: bool = False

    @property
    def counts(self) -> Counts:
        return counts_of([*self.concealed, self.tile])

    @property
    def melded(self) -> list[str]:
        return [kind for meld in self.melds for kind in meld.kinds]


def deck_of(options: Options) -> tuple[str, ...]:
    """The kinds in play: two suits and the dragons (kawuxing.md 1)."""
    winds = HONOURS[:4]
    return tuple(k for k in KINDS if k not in winds and suit_of(k) != options["removed_suit"])


# -- patterns (kawuxing.md 4) --------------------------------------------------------------------


def moment_patterns(win: Win) -> dict[str, int]:
    """What depends on the moment only, with its doubles."""
    own = win.source == "own"
    found = {
        "bloom_on_kong": own * win.kongs_in_turn,
        "claimed_on_kong": win.source == "claim" and win.after_kong,
        "robbing_a_kong": win.source == "rob",
        "disclosure": win.disclosed,
        "fishing_the_bottom": own and win.last_tile,
    }
    return {name: int(n) for name, n in found.items() if n}


def shape_patterns(options: Options, win: Win, reading: Reading) -> list[str]:
    """What the sets of a reading make, the Four in Ones apart."""
    pungs = [part.kind for part in reading if part.form == "pung"]
    pungs += [meld.kinds[0] for meld in win.melds]
    runs = any(part.form == "run" for part in reading)
    dragons = len(set(pungs) & set(DRAGONS))
    lone = len(win.melds) == 4
    found = [
        ("all_pung", not runs and not (lone and options["lone_tile_includes_all_pung"])),
        ("fit_five", win.tile[0] == "5" and fits_five(reading, win.tile)),
        ("lone_tile", lone),
        ("greater_three", dragons == 3),
        ("lesser_three", dragons == 2 and reading[-1].kind in DRAGONS),
    ]
    return [name for name, holds in found if holds]


def fits_five(reading: Reading, tile: str) -> bool:
    """The winning five is the middle of a run 4-5-6."""
    return Part("run", KINDS[INDEX[tile] - 1]) in reading


def is_pure(win: Win) -> bool:
    suits = {suit_of(kind) for kind in (*win.concealed, win.tile, *win.melded)}
    return len(suits) == 1 and None not in suits


def pairs_pattern(win: Win) -> str | None:
    """The highest of the seven-pairs family."""
    if win.melds or not all_pairs(win.counts, 0):
        return None
    return SEVEN_PAIRS[min(2, sum(n == 4 for n in win.counts))]


def four_in_ones(win: Win, others: Iterable[str]) -> list[str]:
    """Open and Closed Four in One of a hand that is no seven pairs (kawuxing 7.3)."""
    big = any(DOUBLES[name] >= 2 for name in others)
    at, counts = INDEX[win.tile], win.counts
    closed = counts[at] == 4 or (big and 4 in counts)
    pungs = [INDEX[meld.kinds[0]] for meld in win.melds if meld.form == "pung"]
    relaxed = any(counts[i] for i in pungs) and (big or closed)
    found = ["open_four_in_one"] if at in pungs or relaxed else []
    return found + (["closed_four_in_one"] if closed else [])


def pattern_sets(options: Options, win: Win) -> list[dict[str, int]]:
    """The patterns with their doubles, for each way to read a complete hand."""
    moment = moment_patterns(win)
    pure = ["pure_one_suit"] if is_pure(win) else []
    found = []
    for reading in readings(win.counts, 0):
        names = pure + shape_patterns(options, win, reading)
        names += four_in_ones(win, names)
        found.append(moment | {name: DOUBLES[name] for name in names})
    pairs = pairs_pattern(win)
    if pairs:
        found.append(moment | {name: DOUBLES[name] for name in [*pure, pairs]})
    return found


@dataclass(frozen=True)
class Value:
    """A legal win: its patterns and doubles after the cap."""

    patterns: tuple[str, ...]
    doubles: int


def value(options: Options, win: Win) -> Value | None:
    """The highest reading; None where the hand does not win (kawuxing 3.1, 3.2; misses apart)."""
    found = pattern_sets(options, win)
    if not found:
        return None
    best = max(found, key=lambda patterns: sum(patterns.values()))
    if win.source != "own" and not best:
        return None
    cap = options["max_doubles"]
    if options["double_dragon_exception"] and "double_dragon_seven_pairs" in best:
        cap = max(cap, 4)
    return Value(tuple(sorted(best)), min(cap, sum(best.values())))


# -- payments (kawuxing.md 3.3, 5) ---------------------------------------------------------------


def owed(options: Options, win: Win, doubles: int, disclosed: Iterable[int] = ()) -> dict[int, int]:
    """What each loser pays; ``disclosed`` are the seats with open hands."""
    units = options["unit"] * 2**doubles
    if win.source == "own":
        return dict.fromkeys(losers(win.winner, SEATS), units)
    assert win.giver is not None
    exempt = options["disclosed_discarder_exempt"] and win.giver in set(disclosed)
    return {win.giver: units * (2 if win.disclosed and not exempt else 1)}


def kong_owed(
    options: Options, kind: str, player: int, chain: int, giver: int | None = None
) -> dict[int, int]:
    """What a kong costs the others at once; ``chain`` is its place in the series, from 1."""
    units = options["unit"] * KONG_UNITS[kind] * 2 ** (chain - 1)
    if kind == "direct":
        assert giver is not None
        return {giver: units}
    return dict.fromkeys(losers(player, SEATS), units)


def draw_owed(options: Options, disclosed: Sequence[int]) -> tuple[int, dict[int, int]] | None:
    """The first who disclosed and what he owes each seat; None where nobody did."""
    if not disclosed:
        return None
    first, unit = disclosed[0], int(options["unit"])
    return first, {seat: unit for seat in losers(first, SEATS)}


def next_banker(banker: int, winners: Sequence[int], giver: int | None) -> int:
    """kawuxing.md 2: the winner, the payer of two winners, the same after a draw."""
    if len(winners) > 1:
        assert giver is not None
        return giver
    return winners[0] if winners else banker


def people_after(
    options: Options, people: Sequence[str], resting: str, winners: Sequence[int]
) -> tuple[list[str], str]:
    """resting_player: who sits where after a hand, and who rests (kawuxing.md 7.13, 7.14)."""
    after = list(people)
    if options["resting_player"] and len(winners) == 1:
        after[winners[0]], resting = resting, after[winners[0]]
    return after, resting


# -- kong series (kawuxing 3.3, 7.1) -------------------------------------------------------------


@dataclass(frozen=True)
class Series:
    """A running series: its length, the supplement tile, who made its last kong."""

    length: int = 0
    supplement: str | None = None
    fresh_discard: bool = False  # the tile in the middle ended a kong turn


def chain_of(options: Options, series: Series, tiles: Sequence[str], direct: bool) -> int:
    """The place of a kong in the series."""
    if direct:
        return series.length + 1 if series.fresh_discard else 1
    needs = options["kong_chain_needs_supplement_tile"]
    joined = series.supplement is not None and (not needs or series.supplement in tiles)
    return series.length + 1 if joined else 1


# -- own turns and claims (kawuxing 3.1, 3.2, 3.4, 3.5) ------------------------------------------


@dataclass(frozen=True)
class Turn:
    """A player; ``drawn`` is one of ``kinds`` on the own turn, None after a pung or off turn."""

    seat: int
    kinds: Sequence[str]
    melds: tuple[Meld, ...] = ()
    drawn: str | None = None
    disclosed: bool = False
    missed: int | None = None  # doubles of a win that was passed up
    supplement: bool = False


def hand_waits(options: Options, kinds: Sequence[str], melds: Sequence[Meld] = ()) -> list[str]:
    """The kinds that complete thirteen tiles; none of which all four are held (kawuxing 7.8)."""
    held = [*kinds, *(kind for meld in melds for kind in meld.kinds)]
    found = waits(counts_of(kinds), 0, pairs=not melds)
    return [kind for kind in found if kind in deck_of(options) and held.count(kind) < 4]


def kong_keeps(options: Options, me: Turn, kind: str, form: str) -> bool:
    """kong_after_disclosure: whether a kong leaves the waits as they were."""
    if not me.disclosed:
        return True
    if options["kong_after_disclosure"] == "never":
        return False
    drawn = [me.drawn] if me.drawn else []
    before = play.taken(me.kinds, drawn)
    used = {"kong_added": 0, "kong_closed": 3, "kong_open": 3}[form]
    after = play.taken(before, [kind] * used)
    melds = [meld for meld in me.melds if form != "kong_added" or meld.kinds[0] != kind]
    melds.append(Meld(form, (kind,) * 4))
    return hand_waits(options, before, me.melds) == hand_waits(options, after, melds)


def own_actions(options: Options, me: Turn, win: Win | None, wall: int) -> list[str]:
    """kawuxing.md 3.1; ``win`` is the win by the drawn tile, None after a pung."""
    found = ["win"] if win and value(options, win) else []
    if wall and me.drawn:
        closed = play.closed_kongs(me.kinds)
        closed = [k for k in closed if not me.disclosed or k == me.drawn]
        found += [f"kong_closed {k}" for k in closed if kong_keeps(options, me, k, "kong_closed")]
        grown = [k for k in play.added_kongs(me.kinds, me.melds) if k == me.drawn]
        found += [f"kong_added {k}" for k in grown if kong_keeps(options, me, k, "kong_added")]
    if me.disclosed:
        return [*found, f"discard {me.drawn}"]
    kinds = sorted(set(me.kinds), key=INDEX.__getitem__)
    found += [f"discard {kind}" for kind in kinds]
    return found + [f"disclose {kind}" for kind in kinds if may_disclose(options, me, kind)]


def may_disclose(options: Options, me: Turn, kind: str) -> bool:
    """kawuxing.md 3.5: the hand is ready after the discard."""
    rest = play.taken(me.kinds, [kind])
    return bool(options["disclosure"]) and bool(hand_waits(options, rest, me.melds))


def claims(options: Options, me: Turn, win: Win, wall: int, *, rob: bool = False) -> list[str]:
    """kawuxing.md 3.2: every claim on a discard or a kong that is growing."""
    found = ["win"] if claim_stands(options, me, win) else []
    copies = 0 if rob or not wall else list(me.kinds).count(win.tile)
    if copies == 3 and kong_keeps(options, me, win.tile, "kong_open"):
        found.append("kong_open")
    if copies == 2 and not me.disclosed:
        found.append("pung")
    return found


def claim_stands(options: Options, me: Turn, win: Win) -> bool:
    """A legal win that a missed one does not bar (kawuxing 3.4): more doubles after the cap."""
    worth = value(options, win)
    return worth is not None and (me.missed is None or worth.doubles > me.missed)


def pay_all(owings: Sequence[tuple[int, Mapping[int, int]]]) -> list[int]:
    """The changes of several payments: pairs of the receiver and what each seat owes him."""
    change = [0] * SEATS
    for to, due in owings:
        for payer, amount in due.items():
            change[payer] -= amount
            change[to] += amount
    return change


def shown(options: Options, kinds: Sequence[str], melds: Sequence[Meld] = ()) -> list[str]:
    """disclose_mode: the concealed tiles shown; of ``waiting_part`` a smallest part that waits so.

    Complete sets of one layout are left out as long as the waits stay the same.
    """
    tiles = sorted(kinds, key=INDEX.__getitem__)
    if options["disclose_mode"] == "full":
        return tiles
    full = hand_waits(options, tiles, melds)
    best = tiles
    for wait in full:
        for reading in readings(plus(counts_of(tiles), wait), 0):
            best = min(best, smallest(options, tiles, reading, full, list(melds)), key=len)
    return best


def smallest(
    options: Options, tiles: list[str], reading: Reading, full: list[str], melds: list[Meld]
) -> list[str]:
    """The tiles less as many whole sets of the reading as the waits allow."""
    for part in reading[:-1]:
        if all(tiles.count(kind) >= part.kinds.count(kind) for kind in part.kinds):
            rest, declared = play.taken(tiles, part.kinds), [*melds, Meld("pung", part.kinds)]
            if hand_waits(options, rest, declared) == full:
                tiles, melds = rest, declared
    return tiles
