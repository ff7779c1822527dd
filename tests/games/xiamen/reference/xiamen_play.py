"""Xiamen and Quanzhou: the opening, own turns, claims, the knock at the end (xiamen.md 3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.games.chinese.reference import play
from tests.games.chinese.reference.options import Options
from tests.games.chinese.reference.tiles import FLOWERS, INDEX, Meld, Wild
from tests.games.xiamen.reference import xiamen
from tests.games.xiamen.reference.xiamen import (
    Hand,
    Moment,
    award_of,
    float_state,
    hand_of,
    with_tile,
)


@dataclass(frozen=True)
class Table:
    """What all players see; ``discarded`` are the faces that count for the honour rule."""

    wild: Wild
    indicator: str
    wall: int  # with the dead wall
    banker: int
    discarded: Sequence[str] = ()
    float_round_of: int | None = None
    first_discard: bool = False  # the tile in question is the banker's first discard


@dataclass(frozen=True)
class Player:
    """A player and what he has done; ``drawn`` is one of ``kinds``, None when he has not drawn."""

    seat: int
    kinds: Sequence[str]
    drawn: str | None = None
    melds: tuple[Meld, ...] = ()
    floats: int = 0
    missed: frozenset[str] = frozenset()
    forfeited: bool = False  # false_float_forfeits

    def hand(self, wild: Wild) -> Hand:
        return hand_of(self.kinds, wild, self.melds)

    def before(self, wild: Wild) -> Hand:
        """The hand before the drawn tile."""
        return hand_of(play.taken(self.kinds, [self.drawn] if self.drawn else []), wild, self.melds)


def meld_flowers(
    hands: Sequence[Sequence[str]], wall: Sequence[str], banker: int
) -> tuple[list[list[str]], list[list[str]], list[str]]:
    """xiamen.md 2: the hands without flowers, the flowers laid down, the wall that is left.

    Supplements come from the end of ``wall``; a flower among them waits for the next round.
    """
    left, flowers = list(wall), [[k for k in hand if k in FLOWERS] for hand in hands]
    plain = [[kind for kind in hand if kind not in FLOWERS] for hand in hands]
    due = [len(found) for found in flowers]
    while any(due):
        for seat in ((banker + i) % xiamen.SEATS for i in range(xiamen.SEATS)):
            drawn = [left.pop() for _ in range(due[seat])]
            found = [kind for kind in drawn if kind in FLOWERS]
            flowers[seat] += found
            plain[seat] += [kind for kind in drawn if kind not in FLOWERS]
            due[seat] = len(found)
    return plain, flowers, left


def opening(options: Options, table: Table, players: Sequence[Player]) -> list[tuple[int, str]]:
    """xiamen.md 3.1: who is asked what right after the gold is shown, in order."""
    wild, order = table.wild, [(table.banker + i) % xiamen.SEATS for i in range(xiamen.SEATS)]
    asked = [(table.banker, "heavenly")] if heavenly(options, table, players) else []
    knocks = [(seat, "knock_deal") for seat in order if players[seat].hand(wild).golds == 3]
    robs = [
        (seat, "rob_gold")
        for seat in order[1:]
        if options["rob_gold"] and robs_gold(options, table, players[seat].hand(wild))
    ]
    knock_first = options["opening_order"] == "knock_first"
    return asked + (knocks + robs if knock_first else robs + knocks)


def heavenly(options: Options, table: Table, players: Sequence[Player]) -> bool:
    """The banker's seventeen tiles are complete; a hand that has to float does not win so."""
    hand = players[table.banker].hand(table.wild)
    return xiamen.is_complete(hand) and not xiamen.floating_only(
        options, hand, xiamen.dealt_award(options, hand)
    )


def robs_gold(options: Options, table: Table, hand: Hand) -> bool:
    """The hand and the indicator, taken as a gold, are complete."""
    return xiamen.is_complete(
        with_tile(hand, table.indicator, Wild(table.indicator))
    ) and not xiamen.floating_only(options, hand, "rob_gold")


def discard_and_rob(options: Options, table: Table, banker: Player) -> list[str]:
    """The banker's first discards that leave a hand which robs the gold."""
    if not options["rob_gold"]:
        return []
    legal = xiamen.legal_discards(options, banker.kinds, table.wild, table.discarded)
    return [
        kind
        for kind in legal
        if robs_gold(options, table, hand_of(play.taken(banker.kinds, [kind]), table.wild))
    ]


def own_actions(options: Options, table: Table, me: Player) -> list[str]:
    """xiamen.md 3.2, kinds by face."""
    found = ["win"] if wins_own(options, table, me) else []
    if table.wall > xiamen.DEAD_WALL and (me.drawn or options["kong_after_claim"]):
        closed = play.closed_kongs(me.kinds, [table.wild.kind])
        found += [f"kong_closed {kind}" for kind in closed]
        found += [f"kong_added {kind}" for kind in play.added_kongs(me.kinds, me.melds)]
    legal = xiamen.legal_discards(options, me.kinds, table.wild, table.discarded)
    return found + [f"discard {kind}" for kind in legal]


def wins_own(options: Options, table: Table, me: Player) -> bool:
    """A complete hand with a drawn tile that no option bars."""
    if me.drawn is None or me.forfeited:
        return False
    hand = me.hand(table.wild)
    award = award_of(options, own_moment(table.wild, me), me.seat == table.banker)
    return xiamen.is_complete(hand) and not xiamen.floating_only(options, hand, award)


def own_moment(wild: Wild, me: Player) -> Moment:
    return Moment("own", me.floats, float_state(me.before(wild)))


def floats_after(kind: str, rest: Hand, wild: Wild, floats: int) -> int:
    """xiamen.md 3.5: the chain after a discard on the very next turn of the last float."""
    return floats + 1 if kind == wild.kind and float_state(rest) else 0


def starts_float_round(options: Options, kind: str, rest: Hand, wild: Wild) -> bool:
    """xiamen.md 7.6."""
    return kind == wild.kind and (options["float_round_trigger"] == "any_gold" or float_state(rest))


def forfeits(options: Options, kind: str, rest: Hand, wild: Wild) -> bool:
    """false_float_forfeits: a gold discarded without being a float."""
    return bool(options["false_float_forfeits"]) and kind == wild.kind and not float_state(rest)


def claims(
    options: Options, table: Table, me: Player, tile: str, giver: int, *, rob: bool = False
) -> list[str]:
    """xiamen.md 3.4 and 3.5: every claim on a discard or a kong that is being added."""
    wild = table.wild
    if tile == wild.kind or (me.floats and not options["floater_may_claim"]):
        return []
    found = ["win"] if wins_claim(options, table, me, tile, rob) else []
    last = table.wall <= xiamen.DEAD_WALL and options["last_discard_claims"] == "win_only"
    barred = table.float_round_of not in (None, me.seat)
    if rob or last or barred:
        return found
    hand, seen = me.hand(wild), wild.seen(tile)
    missed = options["missed_win_or_pung_rule"] and tile in me.missed
    copies = 0 if missed else hand.plain[INDEX[seen]]
    found += ["kong_open"] if copies >= 3 and table.wall > xiamen.DEAD_WALL else []
    found += ["pung"] if copies >= 2 else []
    right = (me.seat - giver) % xiamen.SEATS == 1
    return found + (play.chows(hand.plain, seen) if right else [])


def wins_claim(options: Options, table: Table, me: Player, tile: str, rob: bool) -> bool:
    """A win with another's tile: float state, float round, golds, misses (xiamen.md 3.4, 3.5)."""
    hand = me.hand(table.wild)
    round_bars = table.float_round_of is not None and (
        table.float_round_of == me.seat or not options["float_round_claim_win"]
    )
    missed = options["missed_win_or_pung_rule"] and tile in me.missed
    if me.floats or round_bars or missed or me.forfeited:
        return False
    barred = {"off": (), "discards": (False,), "wall_only": (False, True)}
    if hand.golds and rob in barred[options["no_claim_win_with_gold"]]:
        return False
    state = float_state(hand)
    if state and options["gold_float_claim_rule"] == "state":
        return False
    if state and not xiamen.claim_reading(hand, tile, table.wild):
        return False
    whole = with_tile(hand, tile, table.wild)
    return xiamen.is_complete(whole) and not xiamen.floating_only(options, hand, "common")


def knocks(options: Options, table: Table, me: Player) -> bool:
    """xiamen.md 3.6: three golds when the hand would be drawn, or with the own last drawn tile."""
    if me.hand(table.wild).golds != 3 or me.forfeited:
        return False
    left = table.wall - xiamen.DEAD_WALL
    if options["knock_time"] == "own_last_turn":
        return me.drawn is not None and left < xiamen.SEATS
    return me.drawn is None and left <= 0


def eight_flowers(options: Options, flowers: Sequence[str]) -> bool:
    """Quanzhou: the eighth flower wins at the moment it is laid down (xiamen.md 7.14)."""
    return bool(options["eight_flowers_win"]) and len(set(flowers)) == 8
