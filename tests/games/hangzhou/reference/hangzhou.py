"""Hangzhou: legal wins, multipliers, payments, liability, the banker (hangzhou.md 3-6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.games.chinese.reference.options import Options
from tests.games.chinese.reference.payments import limited, losers
from tests.games.chinese.reference.shapes import (
    all_pairs,
    all_sets,
    complete,
    has_place,
    plus,
    readings,
)
from tests.games.chinese.reference.tiles import Counts, Meld, Wild, counts_of

SEATS = 4
RESERVE = 20
BANK_MULTIPLIER = {1: 2, 2: 4, 3: 8}
LIABLE = {"L": 1, "C": 2}  # what each relationship pays, in totals


@dataclass(frozen=True)
class Hand:
    """The concealed tiles before the winning tile, by identity; fortunes are only counted."""

    plain: Counts
    fortunes: int
    melds: tuple[Meld, ...] = ()

    @property
    def sets(self) -> int:
        return len(self.melds)


@dataclass(frozen=True)
class Win:
    """How a hand is won: the tile by its face, the source own, claim or rob."""

    tile: str
    source: str = "own"
    floats: int = 0
    kan_streak: int = 0


def hand_of(kinds: Sequence[str], wild: Wild, melds: Sequence[Meld] = ()) -> Hand:
    """The hand of the tiles as their faces show."""
    plain, fortunes = wild.split(kinds)
    return Hand(counts_of(plain), fortunes, tuple(melds))


def with_tile(hand: Hand, tile: str, wild: Wild) -> tuple[Counts, int]:
    """The plain tiles and the fortunes after ``tile`` has come."""
    if tile == wild.kind:
        return hand.plain, hand.fortunes + 1
    return plus(hand.plain, wild.seen(tile)), hand.fortunes


def eyes(hand: Hand) -> dict[str, bool]:
    """hangzhou.md 3.4: the readings in which a fortune is alone and the rest complete."""
    rest = hand.fortunes - 1
    return {
        "sets": rest >= 0 and all_sets(hand.plain, rest),
        "pairs": rest >= 0 and not hand.melds and all_pairs(hand.plain, rest),
    }


def wild_eye(hand: Hand) -> bool:
    """hangzhou.md 3.4: complete sets or six pairs beside a lone fortune."""
    return any(eyes(hand).values())


def claim_reading(hand: Hand, tile: str, wild: Wild) -> bool:
    """wild_eye_claim_rule=reading: some reading leaves the tile without a fortune as its pair."""
    seen = wild.seen(tile)
    plain, fortunes = with_tile(hand, tile, wild)
    if not hand.melds and hand.plain[_index(seen)] % 2 and all_pairs(plain, fortunes):
        return True
    return has_place(readings(plain, fortunes), seen)


def _index(kind: str) -> int:
    return counts_of([kind]).index(1)


def shape_factors(
    options: Options, plain: Counts, fortunes: int, source: str, pairs: bool = True
) -> dict[str, int]:
    """The factor of each complete reading: sets, and pairs where there may be (hangzhou.md 4)."""
    found = {"sets": 1} if complete(plain, fortunes) else {}
    if pairs and all_pairs(plain, fortunes):
        clean = not fortunes and (source == "own" or options["clean_seven_pairs_on_claim"])
        found["pairs"] = 2 * (2 if clean else 1) * 2 ** sum(n == 4 for n in plain)
    return found


def may_be_pairs(hand: Hand, wild: Wild, win: Win) -> bool:
    """Without a meld; a tile of another player is no pair with a fortune, which is the wild eye."""
    partner = win.source == "own" or hand.plain[_index(wild.seen(win.tile))] % 2 == 1
    return partner and not hand.melds


def multiplier(options: Options, hand: Hand, wild: Wild, win: Win) -> int | None:
    """The largest product of one reading (hangzhou.md 4); None where the tiles do not win.

    A float counts where the hand was a wild eye before the winning tile: the source has it won "by
    wild eye".  wild_eye_across_readings lets the eye of one reading double the other.  Level and
    seats are asked by ``may_win``.
    """
    eye = eyes(hand)
    if win.source != "own":
        if win.tile == wild.kind or options["wall_only"]:
            return None
        if any(eye.values()) and options["wild_eye_claim_rule"] == "state":
            return None
        if any(eye.values()) and not claim_reading(hand, win.tile, wild):
            return None
        eye = dict.fromkeys(eye, False)
    elif options["wild_eye_across_readings"]:
        eye = dict.fromkeys(eye, any(eye.values()))
    plain, fortunes = with_tile(hand, win.tile, wild)
    pairs = may_be_pairs(hand, wild, win)
    luck = 2**win.kan_streak if win.source == "own" else 2 if win.source == "rob" else 1
    products = [
        factor * luck * (2 ** (1 + win.floats) if eye[reading] else 1)
        for reading, factor in shape_factors(options, plain, fortunes, win.source, pairs).items()
    ]
    return max(products, default=None)


def may_win(
    options: Options, source: str, level: int, banker: int, winner: int, giver: int | None
) -> bool:
    """hangzhou.md 3.3: who may win from whom at which level (floats and misses apart)."""
    if source == "own":
        return True
    needed = options["rob_min_level"] if source == "rob" else 3
    return not options["wall_only"] and level >= needed and (winner == banker) != (giver == banker)


# -- payments ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Payment:
    """A win to be paid: ``liability`` maps a seat to its relationships "L" and "C"."""

    banker: int
    winner: int
    level: int
    multiplier: int
    source: str = "own"
    giver: int | None = None
    liability: Mapping[int, Sequence[str]] = field(default_factory=dict)


def base(paid: Payment, loser: int) -> int:
    """What a loser owes before liability (hangzhou.md 5)."""
    bank = BANK_MULTIPLIER[paid.level] if paid.banker in (paid.winner, loser) else 1
    return bank * paid.multiplier


def total(paid: Payment) -> int:
    return sum(base(paid, loser) for loser in losers(paid.winner, SEATS))


def shares(paid: Payment, seat: int) -> int:
    """How many totals the seat's relationships with the winner cost."""
    return sum(LIABLE[letter] for letter in paid.liability.get(seat, ()))


def owed(options: Options, paid: Payment) -> dict[int, int]:
    """What every loser owes the winner (hangzhou.md 5), before the limit of the chips."""
    others = losers(paid.winner, SEATS)
    liable = {seat: shares(paid, seat) for seat in others if options["liability"]}
    if paid.source == "own":
        if any(liable.values()):
            return {seat: total(paid) * n for seat, n in liable.items()}
        return {seat: base(paid, seat) for seat in others}
    assert paid.giver is not None
    rob = paid.source == "rob"
    unit = total(paid) if rob else base(paid, paid.giver)
    extra = options["liability_on_rob" if rob else "liability_on_claim"]
    return {
        seat: unit * ((seat == paid.giver) + (liable.get(seat, 0) if extra else 0))
        for seat in others
    }


def second_half(
    bases: Mapping[int, int], steps: Sequence[tuple[int | None, int]]
) -> dict[int, int]:
    """float_second_half_liability, claim by claim (hangzhou.md 5).

    ``bases`` are the bank factors of the losers; ``steps`` are (None, multiplier before the first
    claim) and then (giver of a claim, multiplier that the chain reached before the next one).
    """
    due = dict.fromkeys(bases, 0)
    before = 0
    for giver, now in steps:
        more = {seat: factor * (now - before) for seat, factor in bases.items()}
        for seat, amount in more.items():
            due[seat if giver is None else giver] += amount
        before = now
    return due


def pay(
    options: Options,
    paid: Payment,
    chips: Sequence[int] | None = None,
    claims: Sequence[tuple[int, int]] = (),
) -> dict[int, int]:
    """What every loser really pays, down to his last chip.

    ``claims`` are the giver of each claim that kept a float chain alive and the multiplier that the
    hand would have had without it; where three sets make somebody liable, he pays instead of them,
    with float_liability_split only what the hand was worth before the first claim.
    """
    liable = options["liability"] and any(paid.liability.values())
    if not (claims and options["float_second_half_liability"]) or paid.source != "own":
        return limited(owed(options, paid), chips)
    if liable and not options["float_liability_split"]:
        return limited(owed(options, paid), chips)
    bases = {seat: base(paid, seat) // paid.multiplier for seat in losers(paid.winner, SEATS)}
    first = claims[0][1]
    reached = [*(before for _, before in claims[1:]), paid.multiplier]
    givers = [giver for giver, _ in claims]
    due = second_half(bases, [(None, first), *zip(givers, reached, strict=True)])
    if liable:
        instead = owed(options, replace(paid, multiplier=first))
        due = {seat: due[seat] - bases[seat] * first + instead[seat] for seat in bases}
    return limited(due, chips)


# -- liability -----------------------------------------------------------------------------------


def sets_fed(melds: Sequence[Meld]) -> list[int]:
    """How many open sets each seat has fed (hangzhou.md 3.7); a later fill is not another."""
    fed = [0] * SEATS
    for meld in melds:
        if meld.giver is not None:
            fed[meld.giver] += 1
    return fed


def relationships(
    options: Options, melds: Sequence[Sequence[Meld]], winner: int, banker: int
) -> dict[int, list[str]]:
    """The liable and counter-liable seats of a winner: three open sets in either direction."""
    found: dict[int, list[str]] = {}
    if not options["liability"]:
        return found
    only_banker = options["liability_restriction"] == "nonbanker_third_forbidden"
    for seat in losers(winner, SEATS):
        if only_banker and banker not in (winner, seat):
            continue  # possible only at levels at which the restriction is off
        letters = ["L"] if sets_fed(melds[winner])[seat] >= 3 else []
        letters += ["C"] if sets_fed(melds[seat])[winner] >= 3 else []
        if letters:
            found[seat] = letters
    return found


RESTRICTED_FROM = {"always": 1, "level2up": 2, "level3": 3}


def claim_forbidden(
    options: Options, melds: Sequence[Meld], form: str, pair: tuple[int, int], stay: tuple[int, int]
) -> bool:
    """liability_restriction: whether a claim would be the forbidden third set of the pair.

    ``pair`` is the taker and the giver, ``stay`` the banker and the level.
    """
    (taker, giver), (banker, level) = pair, stay
    rule = options["liability_restriction"]
    earlier = [meld.form for meld in melds if meld.giver == giver]
    if rule == "none" or level < RESTRICTED_FROM[options["liability_restriction_when"]]:
        return False
    if len(earlier) < 2 or (rule != "max_two_always" and banker in (giver, taker)):
        return False
    if rule == "nonbanker_three_chows_forbidden":
        return len(earlier) == 2 and [*earlier, form] == ["chow"] * 3
    return True


# -- the banker and the level --------------------------------------------------------------------


def level_of(options: Options, hands: int) -> int:
    """The level of a banker's n-th hand in a row as counted, the first being 1."""
    counted = hands - 1 if options["level_counts"] == "completed_stays" else hands
    return max(1, min(3, counted))


def next_banker(options: Options, banker: int, hands: int, winner: int | None) -> tuple[int, int]:
    """The next banker and the number of his hands in a row (hangzhou.md 3.6, 6); None: a draw."""
    if winner is None:
        return banker, hands + bool(options["draw_increments_stay"])
    return (banker, hands + 1) if winner == banker else (winner, 1)


def instant_third(options: Options, dice: tuple[int, int]) -> bool:
    """Whether the dice lift the stay count to three at once."""
    rule = options["instant_third_stay"]
    doubles = rule in ("doubles", "both") and dice[0] == dice[1]
    return doubles or (rule in ("high", "both") and sum(dice) >= options["instant_third_min"])


def ten_honours(
    options: Options, discards: Sequence[str], wild: Wild, claimed: int = 0
) -> int | None:
    """The multiplier of the ten-honours win of these discards; None where it may not be had.

    ``discards`` are all that the player has made in this hand, ``claimed`` of them by others.
    """
    if claimed and options["ten_honours_claim"] == "breaks":
        return None
    by_face = options["white_is_honour_by"] == "face"
    seen = [kind if by_face else wild.seen(kind) for kind in discards]
    n = len(seen)
    if options["ten_honours"] == "off" or n < 10 or any(len(kind) > 1 for kind in seen):
        return None
    return 2 ** (n - 10) if options["ten_honours"] == "ladder" else 2
