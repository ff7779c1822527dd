"""Xiamen and Quanzhou: water, multipliers, payments, the banker (xiamen.md 3.5, 4-6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.games.chinese.reference.options import Options
from tests.games.chinese.reference.payments import losers
from tests.games.chinese.reference.shapes import (
    Part,
    Reading,
    all_sets,
    complete,
    has_place,
    plus,
    readings,
)
from tests.games.chinese.reference.tiles import (
    FLOWERS,
    INDEX,
    KINDS,
    Counts,
    Meld,
    Wild,
    counts_of,
    is_honour,
)

SEATS = 4
TILES = 144
DEAD_WALL = 16
OUTER_WALL = 80
# xiamen.md 4: suit, honour
PUNG = {"open": (0, 1), "closed": (1, 2)}
KONG = {"open": (2, 3), "closed": (3, 4)}
AWARDS = {
    "xiamen": {
        "common": 1,
        "wall": 2,
        "rob_kong": 2,
        "knock": 3,
        "knock_deal": 4,
        "gold_float": 4,
        "rob_gold": 4,
        "heavenly": 4,
        "earthly": 4,
        "double_float": 8,
        "triple_float": 12,
        "eight_flowers": 3,
    },
    "quanzhou": {
        "common": 1,
        "wall": 2,
        "rob_kong": 2,
        "knock": 3,
        "knock_deal": 3,
        "gold_float": 3,
        "double_float": 6,
        "triple_float": 9,
        "eight_flowers": 3,
    },
}
BONUS_OF = {"heavenly": ("heavenly_bonus", "wall"), "earthly": ("earthly_bonus", "common")}
SHAPELESS = ("knock", "knock_deal", "eight_flowers")
FLOATS = ("gold_float", "double_float", "triple_float")


@dataclass(frozen=True)
class Hand:
    """The concealed tiles by identity, golds only counted, melds, flowers laid down."""

    plain: Counts
    golds: int
    melds: tuple[Meld, ...] = ()
    flowers: tuple[str, ...] = ()


def hand_of(
    kinds: Sequence[str], wild: Wild, melds: Sequence[Meld] = (), flowers: Sequence[str] = ()
) -> Hand:
    """The hand of the tiles as their faces show."""
    plain, golds = wild.split(kinds)
    return Hand(counts_of(plain), golds, tuple(melds), tuple(flowers))


def with_tile(hand: Hand, tile: str, wild: Wild) -> Hand:
    """The hand after the winning tile; the robbed indicator comes as a gold."""
    if tile == wild.kind:
        return Hand(hand.plain, hand.golds + 1, hand.melds, hand.flowers)
    return Hand(plus(hand.plain, wild.seen(tile)), hand.golds, hand.melds, hand.flowers)


def float_state(hand: Hand) -> bool:
    """xiamen.md 3.5: one gold is alone and the rest is complete sets."""
    return hand.golds > 0 and all_sets(hand.plain, hand.golds - 1)


# -- water ---------------------------------------------------------------------------------------


def flower_water(options: Options, flowers: Sequence[str]) -> int:
    """One each; a complete group of four is worth eight (xiamen.md 4)."""
    groups = sum({f for f in FLOWERS if f[0] == letter} <= set(flowers) for letter in "SP")
    return len(flowers) + (4 * groups if options["flower_set_bonus"] else 0)


def meld_water(options: Options, meld: Meld, wild: Wild) -> int:
    """The water of a declared set."""
    if meld.form == "chow":
        return 0
    honour = is_honour(wild.seen(meld.kinds[0]))
    if meld.form == "pung":
        return PUNG["closed" if options["open_pung_as_closed"] else "open"][honour]
    if meld.form == "kong_added" and options["added_kong_as_closed_pung"]:
        return PUNG["closed"][honour]
    return KONG["closed" if meld.form == "kong_closed" else "open"][honour]


def part_water(options: Options, part: Part, *, claimed: bool = False) -> int:
    """The water of a concealed set of a reading."""
    if part.form != "pung" or (part.wilds and options["gold_sets_water"] == "natural_only"):
        return 0
    is_open = claimed and not options["open_pung_as_closed"]
    return PUNG["open" if is_open else "closed"][part.kind == "*" or is_honour(part.kind)]


def reading_water(options: Options, reading: Reading, claimed: str | None) -> int:
    """The most water of a reading; ``claimed`` is a tile from another player, in its best place."""
    waters = [part_water(options, part) for part in reading]
    if claimed is None:
        return sum(waters)
    losses = [
        water - part_water(options, part, claimed=True)
        for part, water in zip(reading, waters, strict=True)
        if claimed in part.natural
    ]
    return sum(waters) - min(losses)


def triplet_water(options: Options, hand: Hand) -> int:
    """Concealed natural triplets as closed pungs, for wins without a shape (xiamen.md 5)."""
    if not options["knock_counts_triplets"]:
        return 0
    return sum(PUNG["closed"][is_honour(KINDS[i])] for i, n in enumerate(hand.plain) if n >= 3)


def fixed_water(options: Options, hand: Hand, wild: Wild) -> int:
    """What no reading changes: flowers, golds, melds."""
    melds = sum(meld_water(options, meld, wild) for meld in hand.melds)
    return flower_water(options, hand.flowers) + hand.golds + melds


def water(
    options: Options, hand: Hand, wild: Wild, tile: str | None, source: str, award: str
) -> int | None:
    """The water of a win; None where no reading wins.

    ``tile`` is the winning tile (None for wins without one), ``source`` own, claim or rob.
    """
    if award in SHAPELESS:
        whole = with_tile(hand, tile, wild) if tile else hand
        return fixed_water(options, whole, wild) + triplet_water(options, whole)
    whole = with_tile(hand, tile, wild) if tile else hand
    taken = source == "claim" or (source == "rob" and options["robbed_tile_is_open"])
    claimed = wild.seen(tile) if tile and taken else None
    found = [
        reading_water(options, reading, claimed)
        for reading in readings(whole.plain, whole.golds)
        if claimed is None or any(claimed in part.natural for part in reading)
    ]
    return fixed_water(options, whole, wild) + max(found) if found else None


# -- the award line ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """When a hand is won; source: own, claim, rob, deal, gold, knock, knock_deal, eight_flowers."""

    source: str
    floats: int = 0  # golds discarded in the running chain
    float_state: bool = False  # before the winning tile
    first_discard: bool = False  # the banker's first of the hand


def award_of(options: Options, moment: Moment, banker: bool) -> str:
    """The line of the multiplier table: the best one that applies (xiamen.md 4)."""
    found = {
        "claim": ["common"],
        "rob": ["rob_kong"],
        "own": ["wall"],
        "deal": ["heavenly"],
        "gold": ["rob_gold"],
        "knock": ["knock"],
        "knock_deal": ["knock_deal"],
        "eight_flowers": ["eight_flowers"],
    }[moment.source]
    if moment.source in ("own", "deal") and moment.float_state:
        found = [*found, FLOATS[min(moment.floats, 2)]]
    if moment.source == "claim" and moment.first_discard and not banker:
        found = [*found, "earthly"]
    return max(found, key=lambda award: multiplier(options, award))


def float_dealt(hand: Hand) -> bool:
    """Whether some reading of the complete hand has a gold in its pair: any dealt tile may be the
    winning one."""
    return any(reading[-1].wilds for reading in readings(hand.plain, hand.golds))


def dealt_award(options: Options, hand: Hand) -> str:
    """The line of the banker's complete deal."""
    floats = float_dealt(hand)
    if floats and floating_only(options, hand, "heavenly"):
        return "gold_float"
    return award_of(options, Moment("deal", float_state=floats), True)


def multiplier(options: Options, award: str) -> int:
    """The multiplier of an award line; bonus lines that are off fall back to the plain one."""
    option, plain = BONUS_OF.get(award, (None, award))
    table = AWARDS["xiamen"] | AWARDS[options["multipliers"]]  # Quanzhou lacks the bonus lines
    return table[award if option is None or options[option] else plain]


# -- payments, the banker ------------------------------------------------------------------------


def banker_base(options: Options, stays: int, wins: Sequence[int] | None = None) -> int:
    """xiamen.md 5; ``wins`` are, for plus_multiplier, what each stay added (a draw 1)."""
    growth = options["banker_base_growth"]
    doubled: int = 2 * 2**stays
    if growth == "double":
        return doubled
    return 2 + (sum(wins) if growth == "plus_multiplier" and wins is not None else stays)


def owed(
    options: Options, total_water: int, factor: int, seats: tuple[int, int], bank: int
) -> dict[int, int]:
    """What each loser pays: ``seats`` are the banker and the winner, ``bank`` the banker's base."""
    banker, winner = seats
    return {
        loser: ((bank if banker in (winner, loser) else 1) * options["base_scale"] + total_water)
        * factor
        for loser in losers(winner, SEATS)
    }


def next_banker(options: Options, banker: int, stays: int, winner: int | None) -> tuple[int, int]:
    """The next banker and his stays (xiamen.md 2, 5, 7.8, 7.20); winner None: a draw."""
    if winner is None:
        return banker, stays + bool(options["draw_increments_stay"])
    if winner == banker:
        return banker, stays + 1
    return (winner if options["next_banker"] == "winner" else (banker + 1) % SEATS), 0


def draws(options: Options) -> int:
    """Draws of any sort after the deal (xiamen.md 2, 7.1)."""
    return OUTER_WALL - 1 - DEAD_WALL - (0 if options["indicator_in_dead_wall"] else 1)


# -- rules of discards and of single wins --------------------------------------------------------


def legal_discards(
    options: Options, kinds: Sequence[str], wild: Wild, discarded: Sequence[str]
) -> list[str]:
    """xiamen.md 3.3: the faces that may be discarded, following discarded honours.

    ``discarded`` are the faces discarded so far by anybody; without those that were claimed where
    honour_rule_counts_claimed is off.
    """
    faces = sorted(set(kinds), key=INDEX.__getitem__)
    seen = {wild.seen(kind) for kind in discarded if kind != wild.kind}
    plain = counts_of(wild.split(kinds)[0])
    forced = [
        kind
        for kind in faces
        if kind != wild.kind
        and is_honour(wild.seen(kind))
        and plain[INDEX[wild.seen(kind)]] == 1
        and wild.seen(kind) in seen
    ]
    if not options["follow_honours"] or not forced:
        return faces
    exempt = [kind for kind in faces if kind == wild.kind and options["honour_rule_exempts_gold"]]
    return sorted(forced + exempt, key=INDEX.__getitem__)


def is_complete(hand: Hand) -> bool:
    """xiamen.md 4: a pair and sets."""
    return complete(hand.plain, hand.golds)


def floating_only(options: Options, hand: Hand, award: str) -> bool:
    """required_float: whether three golds bar this award."""
    allowed = (*FLOATS, "knock", "knock_deal")
    return bool(options["required_float"]) and hand.golds >= 3 and award not in allowed


def claim_reading(hand: Hand, tile: str, wild: Wild) -> bool:
    """gold_float_claim_rule=reading: the tile goes into a set or meets a natural partner."""
    seen = wild.seen(tile)
    return has_place(readings(plus(hand.plain, seen), hand.golds), seen)
