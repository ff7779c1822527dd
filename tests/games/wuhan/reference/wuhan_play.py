"""Wuhan: own turns, claims, the last four tiles, the banker (wuhan.md 3, 6)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.games.chinese.reference import play
from tests.games.chinese.reference.options import Options
from tests.games.chinese.reference.tiles import INDEX, Meld, counts_of
from tests.games.wuhan.reference import wuhan
from tests.games.wuhan.reference.wuhan import Player, Win, best


@dataclass(frozen=True)
class Table:
    """What all players see; ``players`` with their openings and kongs."""

    laizi: str
    kongs: frozenset[str]
    wall: int  # with the reserve
    banker: int
    players: Sequence[Player]


@dataclass(frozen=True)
class Turn:
    """A player; ``drawn`` is one of ``kinds`` on the own turn, None after a claim or off turn."""

    seat: int
    kinds: Sequence[str]
    melds: tuple[Meld, ...] = ()
    drawn: str | None = None
    supplement: bool = False  # the drawn tile is one


def kong_possible(options: Options, wall: int) -> bool:
    """wuhan.md 3.1: whether a supplement may still be drawn."""
    keep = options["players"] == 4 and options["kong_limit"] == "keep_last_four"
    return wall >= wuhan.RESERVE + (5 if keep else 1)


def win_of(
    table: Table, me: Turn, tile: str, source: str, giver: int | None, last: bool = False
) -> Win:
    """The win that the player would declare."""
    held = play.taken(me.kinds, [tile]) if source == "own" else list(me.kinds)
    situations: tuple[str, ...] = ("last_four_phase",) if last else ()
    situations += ("kong_supplement",) if me.supplement and source == "own" else ()
    situations += ("robbed_kong",) if source == "rob" else ()
    return Win(
        held,
        tile,
        table.laizi,
        me.seat,
        table.banker,
        table.players,
        me.melds,
        source,
        situations,
        giver,
        table.kongs,
    )


def own_actions(options: Options, table: Table, me: Turn, *, last: bool = False) -> list[str]:
    """wuhan.md 3.1; in the last four draws (``last``) only a win or nothing."""
    found = []
    if me.drawn is not None:
        win = win_of(table, me, me.drawn, "own", None, last)
        found += ["win"] if best(options, win) else []
    if last:
        return [*found, "pass"]
    if kong_possible(options, table.wall) and (me.drawn or options["kong_after_claim"]):
        single = {kind for kind in me.kinds if kind in table.kongs}
        found += [f"kong_tile {kind}" for kind in sorted(single, key=INDEX.__getitem__)]
        found += ["kong_wild"] if table.laizi in me.kinds else []
        closed = play.closed_kongs(me.kinds, {*table.kongs, table.laizi})
        found += [f"kong_closed {kind}" for kind in closed]
        found += [f"kong_added {kind}" for kind in play.added_kongs(me.kinds, me.melds)]
    return found + [f"discard {kind}" for kind in sorted(set(me.kinds), key=INDEX.__getitem__)]


def claims(
    options: Options, table: Table, me: Turn, tile: str, giver: int, *, rob: bool = False
) -> list[str]:
    """wuhan.md 3.2: every claim on a discard or on a kong that is being added."""
    if tile == table.laizi or tile in table.kongs:
        return []
    win = win_of(table, me, tile, "rob" if rob else "claim", giver)
    found = ["win"] if best(options, win) else []
    if rob or (options["players"] == 3 and table.wall <= wuhan.RESERVE):
        return found
    plain = counts_of(kind for kind in me.kinds if kind != table.laizi and kind not in table.kongs)
    copies = plain[INDEX[tile]]
    found += ["kong_open"] if copies >= 3 and kong_possible(options, table.wall) else []
    found += ["pung"] if copies >= 2 else []
    right = (me.seat - giver) % len(table.players) == 1
    return found + (play.chows(plain, tile) if right else [])


def discarded(player: Player, kind: str, laizi: str, kongs: frozenset[str]) -> Player:
    """wuhan.md 3.1: a discarded kong tile or wildcard counts as a kong, without a supplement."""
    if kind == laizi:
        return replace(player, lk=player.lk + 1)
    return replace(player, rk=player.rk + 1) if kind in kongs else player


def claimable(kind: str, laizi: str, kongs: frozenset[str]) -> bool:
    return kind != laizi and kind not in kongs


def next_banker(options: Options, banker: int, winner: int | None) -> int:
    """wuhan.md 2 and 6; winner None: a draw."""
    right: int = (banker + 1) % options["players"]
    if winner is None:
        return banker if options["draw_banker"] == "stay" else right
    return winner if winner == banker or options["next_banker"] == "winner" else right


def draws(options: Options) -> int:
    """Tiles that can be drawn after the deal and the indicator."""
    tiles = 4 * len(wuhan.deck_of(options))
    outside = 0 if options["indicator_in_reserve"] else 1
    dealt: int = 13 * options["players"] + 1
    return tiles - dealt - wuhan.RESERVE - outside
