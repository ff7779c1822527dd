"""Wuhan: wildcards, kong tiles, patterns, raw amounts, caps (wuhan.md 2, 4, 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tests.games.chinese.reference.options import Options
from tests.games.chinese.reference.payments import losers
from tests.games.chinese.reference.shapes import Part, Reading, readings
from tests.games.chinese.reference.tiles import (
    HONOURS,
    KINDS,
    SUITS,
    Counts,
    Meld,
    counts_of,
    suit_of,
)

RESERVE = 10
SHAPED = ("all_pung", "pure_one_suit")
SHAPELESS = ("wind_one_suit", "258_one_suit")
SITUATIONS = {
    "last_four_phase": "last_tiles",
    "kong_supplement": "kong_bloom",
    "robbed_kong": "robbing_kong",
}
OPENINGS = ("chow", "pung", "kong_open", "kong_added")
TWO_FIVE_EIGHT = frozenset(rank + suit for rank in "258" for suit in "mps")
FANS = {"ck": 2, "lk": 2, "mk": 1, "rk": 1}


# -- kinds (wuhan.md 2) --------------------------------------------------------------------------


def circle_of(options: Options, kind: str) -> list[str]:
    """The circle in which the next kind is sought: no removed kinds, no fixed kong tiles."""
    if kind not in HONOURS:
        return list(SUITS[kind[1]])
    skipped = {"classic": "R", "hongzhong_facai": "RG", "pizi": ""}[options["kong_tile_mode"]]
    removed = "E" if options["players"] == 3 else ""
    return [k for k in HONOURS if k not in removed and (k not in skipped or k == kind)]


def laizi_of(options: Options, indicator: str) -> str:
    """The wildcard: the next kind after the indicator."""
    circle = circle_of(options, indicator)
    return circle[(circle.index(indicator) + 1) % len(circle)]


def kan_tiles(options: Options, indicator: str | None) -> frozenset[str]:
    """The kinds that can only be laid aside; the indicator matters in peel mode only."""
    if options["kong_tile_mode"] != "pizi":
        return frozenset("R" if options["kong_tile_mode"] == "classic" else "RG")
    if indicator is None:
        return frozenset()
    circle = circle_of(options, indicator)
    return frozenset((indicator, circle[circle.index(indicator) - 1]))


def deck_of(options: Options) -> tuple[str, ...]:
    """The kinds in play (wuhan.md 1)."""
    if options["players"] == 4:
        return KINDS
    return tuple(k for k in KINDS if k != "E" and suit_of(k) != options["removed_suit"])


# -- a hand --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    """What doubles with a player: openings, closed, wildcard, open and kong-tile kongs."""

    open: int = 0
    ck: int = 0
    lk: int = 0
    mk: int = 0
    rk: int = 0


@dataclass(frozen=True)
class Win:
    """A win: concealed kinds before the winning tile, melds, how it came, who is who."""

    concealed: Sequence[str]
    tile: str
    laizi: str
    winner: int
    banker: int
    players: Sequence[Player]
    melds: tuple[Meld, ...] = ()
    source: str = "own"
    situations: tuple[str, ...] = ()
    giver: int | None = None
    kongs: frozenset[str] = field(default_factory=lambda: frozenset("R"))

    @property
    def kinds(self) -> list[str]:
        """The concealed tiles with the winning tile."""
        return [*self.concealed, self.tile]

    @property
    def wilds(self) -> int:
        return self.kinds.count(self.laizi)

    @property
    def plain(self) -> Counts:
        return counts_of(kind for kind in self.kinds if kind != self.laizi)

    @property
    def melded(self) -> list[str]:
        return [kind for meld in self.melds for kind in meld.kinds]


@dataclass(frozen=True)
class Value:
    """One way to count a hand: its big patterns, hard or soft, raw amount of each loser."""

    patterns: tuple[str, ...]
    hard: bool
    raw: dict[int, Fraction]


def settled(reading: Reading, laizi: str) -> list[Reading]:
    """The reading with its parts of wildcards only at their face, and with them standing for more.

    wuhan.md 4.4: two wildcards are a 258 pair at their face only.
    """
    if all(part.kind != "*" for part in reading):
        return [reading]
    at_face = [
        Part(part.form, laizi, (laizi,) * part.wilds) if part.kind == "*" else part
        for part in reading
    ]
    return [tuple(at_face), reading]


def is_hard(reading: Reading, laizi: str) -> bool:
    """Whether all wildcards stand for themselves."""
    return all(part.kind != "*" and {*part.wild} <= {laizi} for part in reading)


def wind_kinds(kongs: frozenset[str]) -> frozenset[str]:
    return frozenset(HONOURS) - kongs


def tile_patterns(win: Win) -> list[str]:
    """The patterns that need no shape."""
    naturals = {kind for kind in win.kinds if kind != win.laizi} | set(win.melded)
    found = ["wind_one_suit"] if naturals <= wind_kinds(win.kongs) else []
    return found + (["258_one_suit"] if naturals <= TWO_FIVE_EIGHT else [])


def shape_patterns(win: Win, reading: Reading) -> list[str]:
    """All Pung and Pure One Suit of a reading."""
    forms = [part.form for part in reading] + [meld.form for meld in win.melds]
    suits = {suit_of(kind) for kind in win.melded}
    suits |= {suit_of(kind) for part in reading for kind in part.kinds}
    found = ["all_pung"] if not {"run", "chow"} & set(forms) else []
    return found + (["pure_one_suit"] if len(suits) == 1 and None not in suits else [])


def situation_patterns(options: Options, win: Win) -> list[str]:
    """The patterns of the moment, which need a 258 pair."""
    found = [SITUATIONS[situation] for situation in win.situations]
    if not options["last_tiles_pattern"]:
        found = [pattern for pattern in found if pattern != "last_tiles"]
    opened = sum(meld.form in OPENINGS for meld in win.melds)
    return found + (["all_claimed"] if opened == 4 and win.source == "claim" else [])


# -- ways to count -------------------------------------------------------------------------------


def ways(options: Options, win: Win) -> Iterator[tuple[list[str], bool]]:
    """The patterns and the hardness of every way to read a legal hand (minimum apart)."""
    if win.kongs & set(win.kinds) or not win.players[win.winner].open:
        return
    if win.source != "own" and win.tile == win.laizi:
        return
    moment = situation_patterns(options, win)
    shapeless = tile_patterns(win)
    laid = readings(win.plain, win.wilds)
    for reading in (way for found in laid for way in settled(found, win.laizi)):
        hard = is_hard(reading, win.laizi)
        patterns = shape_patterns(win, reading) + fitting(shapeless, reading, win)
        good_pair = reading[-1].kind in TWO_FIVE_EIGHT
        patterns += moment if good_pair else []
        if patterns and (good_pair or set(patterns) & {*SHAPED, *SHAPELESS}):
            yield patterns, hard
        elif good_pair and win.wilds <= 1:
            yield [], hard
    for pattern in shapeless:
        kinds = wind_kinds(win.kongs) if pattern == "wind_one_suit" else TWO_FIVE_EIGHT
        given = pattern == "258_one_suit" and options["shapeless_258_has_pair"]
        yield [pattern, *(moment if given else [])], not win.wilds or win.laizi in kinds


def fitting(shapeless: Sequence[str], reading: Reading, win: Win) -> list[str]:
    """The shapeless patterns that hold with the wildcards as the reading uses them."""
    allowed = {"wind_one_suit": wind_kinds(win.kongs), "258_one_suit": TWO_FIVE_EIGHT}
    used = {kind for part in reading for kind in part.wild}
    return [pattern for pattern in shapeless if used <= allowed[pattern]]


# -- points (wuhan.md 5) -------------------------------------------------------------------------


def own_fan(options: Options, player: Player) -> int:
    """Openings and kongs of a winner or loser."""
    opened = player.open if options["opening_fan_mode"] == "per_meld" else min(1, player.open)
    kongs: int = sum(fan * getattr(player, name) for name, fan in FANS.items())
    return opened + kongs


def fans(options: Options, win: Win, loser: int, patterns: Sequence[str], hard: bool) -> int:
    """The whole doubles between the winner and a loser."""
    small = not patterns
    both = sum(own_fan(options, win.players[seat]) for seat in (win.winner, loser))
    bank = small and win.banker in (win.winner, loser)
    drawn = small and win.source == "own"
    return both + hard + bank + drawn + (small and gave(options, win, loser))


def gave(options: Options, win: Win, loser: int) -> bool:
    """Whether the loser pays as the discarder."""
    rob = win.source == "rob" and not options["rob_counts_as_discard"]
    return win.source != "own" and loser == win.giver and not rob


def factor(options: Options, win: Win, loser: int, patterns: Sequence[str]) -> Fraction:
    """The draw or discard factor of a big win."""
    if not patterns:
        return Fraction(1)
    if win.source == "own" and not {"kong_bloom", "last_tiles"} & set(patterns):
        return Fraction(options["big_self_draw_factor"])
    return Fraction(options["big_discard_factor"] if gave(options, win, loser) else 1)


def raw(options: Options, win: Win, loser: int, patterns: Sequence[str], hard: bool) -> Fraction:
    """The amount of a loser before the caps."""
    points = 10 * len(patterns) or 1
    doubled: int = points * 2 ** fans(options, win, loser, patterns, hard)
    return doubled * factor(options, win, loser, patterns)


def enough(options: Options, win: Win, value: Value) -> bool:
    """The minimum: points of every or of any pair, or fans of small wins."""
    scope = all if options["minimum_scope"] == "every" else any
    if options["min_rule"] == "points":
        return scope(amount >= options["min_points"] for amount in value.raw.values())
    if value.patterns:
        return True
    return scope(
        fans(options, win, loser, (), value.hard) >= options["min_fan"] for loser in value.raw
    )


def capped(options: Options, win: Win, value: Value) -> dict[int, Fraction]:
    """What each loser owes after the caps."""
    cap, gold, *suns = options["caps"]
    if options["one_suit_gold"] and set(SHAPELESS) & set(value.patterns):
        return dict.fromkeys(value.raw, Fraction(gold))
    if any(amount < cap for amount in value.raw.values()):
        return {loser: min(amount, Fraction(cap)) for loser, amount in value.raw.items()}
    closed = {loser: not win.players[loser].open for loser in value.raw}
    if not suns:
        return dict.fromkeys(value.raw, Fraction(gold))
    if all(closed.values()):
        return dict.fromkeys(value.raw, Fraction(suns[1]))
    return {loser: Fraction(suns[0] if closed[loser] else gold) for loser in value.raw}


def values(options: Options, win: Win) -> list[Value]:
    """All ways to count the hand, best first; empty where the tiles do not win at all."""
    found = []
    for patterns, hard in set((tuple(sorted(p)), h) for p, h in ways(options, win)):
        amounts = {
            loser: raw(options, win, loser, patterns, hard)
            for loser in losers(win.winner, len(win.players))
        }
        found.append(Value(patterns, hard, amounts))

    def worth(value: Value) -> tuple[bool, Fraction, Fraction, tuple[str, ...]]:
        paid = sum(capped(options, win, value).values(), Fraction(0))
        whole = sum(value.raw.values(), Fraction(0))
        return enough(options, win, value), paid, whole, value.patterns

    return sorted(found, key=worth, reverse=True)


def best(options: Options, win: Win) -> Value | None:
    """The best way to count the hand that reaches the minimum; None: no legal win."""
    found = values(options, win)
    return found[0] if found and enough(options, win, found[0]) else None


def owed(options: Options, win: Win, value: Value, liable: int | None = None) -> dict[int, int]:
    """What each loser pays, all of it by the liable seat if there is one."""
    due = capped(options, win, value)
    if any(amount.denominator != 1 for amount in due.values()):
        raise ValueError(f"{due} are no whole points")
    if liable is not None:
        return {liable: int(sum(due.values(), Fraction(0)))}
    return {loser: int(amount) for loser, amount in due.items()}


# -- liability (wuhan.md 5) ----------------------------------------------------------------------


def liable(win: Win, value: Value, discarder_ready: bool = True) -> int | None:
    """The liable seat by the first matching line; melds know who fed them."""
    openings = [meld for meld in win.melds if meld.form in OPENINGS]
    if "pure_one_suit" in value.patterns and len(openings) >= 3:
        return openings[2].giver
    if "all_claimed" in value.patterns and not discarder_ready:
        return win.giver
    return win.giver if win.source == "rob" else None


def waits(options: Options, win: Win) -> list[str]:
    """The kinds that would win by an ordinary draw or discard: ``win`` gives hand and table.

    The giver is tried in every other seat (wuhan.md 7.12: as on the table).
    """
    others = losers(win.winner, len(win.players))
    found = []
    for kind in deck_of(options):
        held = (*win.concealed, *win.melded).count(kind)
        trials = [("own", None)] + [("claim", seat) for seat in others if kind != win.laizi]
        if held < 4 and any(
            best(options, _trial(win, kind, source, giver)) for source, giver in trials
        ):
            found.append(kind)
    return found


def _trial(win: Win, kind: str, source: str, giver: int | None) -> Win:
    return replace(win, tile=kind, source=source, giver=giver, situations=())
