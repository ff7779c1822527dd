"""Hangzhou: what a player may do on his own turn and with a discard (hangzhou.md 3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.games.chinese.reference import play
from tests.games.chinese.reference.options import Options
from tests.games.chinese.reference.tiles import INDEX, Meld, Wild
from tests.games.hangzhou.reference import hangzhou
from tests.games.hangzhou.reference.hangzhou import Hand, Win, hand_of, multiplier, wild_eye


@dataclass(frozen=True)
class Table:
    """What all players see."""

    wild: Wild
    wall: int  # with the reserve
    banker: int
    level: int
    float_round_of: int | None = None


@dataclass(frozen=True)
class Turn:
    """A player on his own turn; ``drawn`` is one of ``kinds``, None after a chow or pung."""

    seat: int
    kinds: Sequence[str]
    drawn: str | None
    melds: tuple[Meld, ...] = ()
    floats: int = 0
    kan_streak: int = 0
    discards: Sequence[str] = ()
    discards_claimed: int = 0

    @property
    def before(self) -> list[str]:
        """The hand before the drawn tile."""
        return play.taken(self.kinds, [self.drawn] if self.drawn else [])


@dataclass(frozen=True)
class Claimer:
    """A player who is asked about a discard or a kong that can be robbed."""

    seat: int
    kinds: Sequence[str]
    melds: tuple[Meld, ...] = ()
    floats: int = 0
    missed_pungs: frozenset[str] = frozenset()
    missed_wins: frozenset[str] = frozenset()


def starts_float_round(options: Options, kind: str, rest: Hand, wild: Wild) -> bool:
    """hangzhou.md 3.4 and 7.4: whether a discard bars the others' claims for a round."""
    any_fortune = options["float_round_trigger"] == "any_fortune"
    return kind == wild.kind and (any_fortune or wild_eye(rest))


def floats_after(kind: str, rest: Hand, wild: Wild, floats: int, next_turn: bool = True) -> int:
    """The float chain after a discard: one more for a fortune out of a wild eye, else none."""
    if kind != wild.kind or not wild_eye(rest):
        return 0
    return (floats if next_turn else 0) + 1


def streak_after(kind: str, rest: Hand, wild: Wild, streak: int) -> int:
    """hangzhou.md 3.5: only a float keeps the kong streak."""
    return streak if kind == wild.kind and wild_eye(rest) else 0


def bars(options: Options, table: Table, seat: int) -> bool:
    """Whether a float round of another player binds the seat."""
    return table.float_round_of not in (None, seat)


def own_actions(options: Options, table: Table, turn: Turn) -> list[str]:
    """hangzhou.md 3.1, kinds by face."""
    found = []
    if turn.drawn is not None:
        hand = hand_of(turn.before, table.wild, turn.melds)
        win = Win(turn.drawn, "own", turn.floats, turn.kan_streak)
        found += ["win"] if multiplier(options, hand, table.wild, win) else []
        ten = hangzhou.ten_honours(options, turn.discards, table.wild, turn.discards_claimed)
        found += ["win_ten_honours"] if ten is not None else []
    if table.wall > hangzhou.RESERVE and (turn.drawn or options["kong_after_claim"]):
        closed = play.closed_kongs(turn.kinds, [table.wild.kind])
        found += [f"kong_closed {kind}" for kind in closed]
        if not (bars(options, table, turn.seat) and options["float_round_bars_fill_kong"]):
            grown = play.added_kongs(turn.kinds, turn.melds)
            found += [f"kong_added {kind}" for kind in grown]
    return found + [f"discard {kind}" for kind in sorted(set(turn.kinds), key=INDEX.__getitem__)]


def claims(
    options: Options, table: Table, me: Claimer, tile: str, giver: int, *, rob: bool = False
) -> list[str]:
    """hangzhou.md 3.2-3.4: every claim on a discard or a kong that is being filled."""
    wild = table.wild
    if tile == wild.kind or bars(options, table, me.seat):
        return []
    hand = hand_of(me.kinds, wild, me.melds)
    found = ["win"] if wins_claim(options, table, me, hand, tile, giver, rob) else []
    last = table.wall <= hangzhou.RESERVE and options["last_discard_claims"] == "win_only"
    if rob or last:
        return found
    for form in _forms(hand, wild.seen(tile), (me.seat - giver) % hangzhou.SEATS == 1):
        if _allowed(options, table, me, hand, form, tile, giver):
            found.append(form)
    return found


def wins_claim(
    options: Options, table: Table, me: Claimer, hand: Hand, tile: str, giver: int, rob: bool
) -> bool:
    """A win on another's tile: level, seats, wild eye, float round, misses."""
    source = "rob" if rob else "claim"
    if me.floats or (options["missed_win_rule"] and tile in me.missed_wins):
        return False
    return hangzhou.may_win(options, source, table.level, table.banker, me.seat, giver) and bool(
        multiplier(options, hand, table.wild, Win(tile, source))
    )


def _forms(hand: Hand, seen: str, right_neighbour: bool) -> list[str]:
    """The sets that a discard could make; fortunes are never used."""
    copies = hand.plain[INDEX[seen]]
    found = [form for form, n in (("kong_open", 3), ("pung", 2)) if copies >= n]
    return found + (play.chows(hand.plain, seen) if right_neighbour else [])


def _allowed(
    options: Options, table: Table, me: Claimer, hand: Hand, form: str, tile: str, giver: int
) -> bool:
    name = "chow" if form in play.CHOWS else form
    pair, stay = (me.seat, giver), (table.banker, table.level)
    if hangzhou.claim_forbidden(options, me.melds, name, pair, stay):
        return False
    if form == "kong_open" and table.wall <= hangzhou.RESERVE:
        return False
    if options["missed_pung_rule"] and name != "chow" and tile in me.missed_pungs:
        return False
    return not me.floats or floater_claims(options, table.wild, hand, form, tile)


def floater_claims(options: Options, wild: Wild, hand: Hand, form: str, tile: str) -> bool:
    """floater_may_claim: a direct kong, or a set that frees a fortune for the next float.

    The kong has to leave a wild eye, so that its supplement wins or the float goes on.
    """
    if not options["floater_may_claim"]:
        return False
    plain = play.minus(hand.plain, play.companions(form, wild.seen(tile)))
    freed = 0 if form == "kong_open" else 1
    melds = (*hand.melds, Meld(form if form == "kong_open" else "pung", ()))
    return hand.fortunes > freed and wild_eye(Hand(plain, hand.fortunes - freed, melds))
