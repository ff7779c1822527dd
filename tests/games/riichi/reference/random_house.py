"""Random hands for the house rules: shapes that only they have, and what stands around a win."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.games.riichi.reference import fish
from tests.games.riichi.reference.facts import CLOSED_MELDS
from tests.games.riichi.reference.notation import HONORS, SUITS, WINDS, is_outside
from tests.games.riichi.reference.places import SEATS
from tests.games.riichi.reference.random_tiles import Builder, Hand, Pool
from tests.games.riichi.reference.readings import ORPHANS

Case = dict[str, Any]
Options = dict[str, Any]
Shape = Callable[[Builder], Hand]


# -- shapes -------------------------------------------------------------------------------------


def some_kinds(b: Builder) -> list[str]:
    """Kinds that belong together in some yaku."""
    suit = list(SUITS[b.rng.choice("ps")])
    ends = [k for k in b.kinds if is_outside(k)]
    simples = [k for k in b.kinds if not is_outside(k)]
    return b.rng.choice((list(b.kinds), suit, suit + list(HONORS), list(HONORS), ends, simples))


def crossed(b: Builder) -> Hand:
    """A Grand Cross beside sets of one sort."""
    first = [list(WINDS)] if b.take(list(WINDS)) else []
    among = some_kinds(b)
    return b.standard(first, among, b.rng.choice((0.0, 0.5, 1.0)), among, 0.1)


def rainbows(b: Builder) -> Hand:
    """Sevens of both suits, the rainbow ones often among them."""
    near = [[f"{low + i}{suit}" for i in range(3)] for suit in "ps" for low in (5, 6, 7)]
    near += [["7p"] * 3, ["7s"] * 3]
    first = [one for one in b.rng.sample(near, b.rng.choice((2, 3, 4))) if b.take(one)]
    return b.standard(first, list(b.kinds), 0.7, list(b.kinds), 0.1)


def call_pairs(b: Builder, pairs: list[str], n: int) -> Hand:
    """Seven pairs of which ``n`` are called."""
    called = pairs[:n]
    return [("atama", [k] * 2) for k in called], [k for k in pairs[n:] for _ in range(2)]


def atama_pairs(b: Builder) -> Hand:
    among = some_kinds(b)
    pairs = [b.pair(among)[0] for _ in range(7)]
    return call_pairs(b, pairs, b.rng.choice((0, 0, 1, 2, 3, 4, 5, 6, 6)))


def serpent(b: Builder) -> Hand:
    """Honours and sevens, as many of them as there are."""
    b.left |= Counter({"7p": 8, "7s": 8})
    among = [*HONORS, *["7p", "7s"] * b.rng.choice((0, 1, 4))]
    pairs = [b.pair(among)[0] for _ in range(7)]
    return call_pairs(b, pairs, b.rng.choice((0, 0, 1, 2, 5, 6)))


def atama_set(b: Builder) -> Hand:
    """Sets beside a called pair."""
    among = some_kinds(b)
    melds, concealed = b.standard([], among, b.rng.choice((0.0, 0.0, 0.5)), among, 0.1)
    return [*melds, ("atama", concealed[:2])], concealed[2:]  # the pair comes first


def atama_special(b: Builder) -> Hand:
    """Orphans or nine gates with a called pair."""
    orphans = list(ORPHANS[b.options["orphan_hand"]])
    suit = b.rng.choice("ps")
    gates = [f"{c}{suit}" for c in "1112345678999"] + [f"{b.rng.randint(1, 9)}{suit}"]
    tiles = b.rng.choice((orphans + [b.rng.choice(orphans)], gates))
    pair = b.rng.choice([k for k, n in Counter(tiles).items() if n >= 2])
    return [("atama", [pair] * 2)], list((Counter(tiles) - Counter({pair: 2})).elements())


def chained(b: Builder) -> Hand:
    """Triplets of numbers in a row."""
    suit, low = b.rng.choice("ps"), b.rng.randint(1, 6)
    row = [[f"{low + i}{suit}"] * 3 for i in range(b.rng.choice((3, 3, 4)))]
    first = [one for one in row if b.take(one)]
    return b.standard(first, list(b.kinds), 0.6, list(b.kinds), 0.1)


def three_winds(b: Builder) -> Hand:
    first = [[wind] * 3 for wind in b.rng.sample(WINDS, 3) if b.take([wind] * 3)]
    return b.standard(first, list(b.kinds), 0.6, list(b.kinds), 0.1)


def all_called(b: Builder) -> Hand:
    """Four calls."""
    among = some_kinds(b)
    return b.standard([], among, 0.0, among, b.rng.choice((0.0, 0.2)), called=1.0)


def manzu(b: Builder) -> Hand:
    among = ["1m", "9m", *HONORS]
    if b.rng.random() < 0.3:
        return [], [k for _ in range(7) for k in b.pair(among)]
    return b.standard([["9m"] * 3] if b.take(["9m"] * 3) else [], among, 0.0, among, 0.1)


def flush_pairs(b: Builder) -> Hand:
    suit = list(SUITS[b.rng.choice("ps")])
    among = suit + b.rng.choice(([], list(HONORS)))
    return [], [k for _ in range(7) for k in b.pair(among)]


def many_waits(b: Builder) -> Hand:
    """Long runs of one suit: with an almighty tile they wait on many kinds."""
    suit = list(SUITS[b.rng.choice("ps")])
    return b.standard(b.sets(suit, 3, 0.9), list(b.kinds), 0.8, list(b.kinds), 0.0)


def flock(b: Builder) -> Hand:
    """As many birds as fit."""
    bird = b.options["bird_tile"]
    near = [[bird] * 3, [bird] * 3, ["1s", "2s", "3s"], ["1s", "2s", "3s"]]
    first = [one for one in b.rng.sample(near, b.rng.randint(1, 4)) if b.take(one)]
    among = b.rng.choice((list(b.kinds), list(SUITS["s"]), [k for k in b.kinds if is_outside(k)]))
    return b.standard(first, among, 0.5, b.rng.choice((among, [bird])), 0.1)


def all_birds(b: Builder) -> Hand:
    bird = b.options["bird_tile"]
    if b.rng.random() < 0.3 and b.take([bird] * 8):  # seven pairs, four of them birds
        return [], [bird] * 8 + [k for _ in range(3) for k in b.pair(list(b.kinds))]
    first = [one for one in ([bird] * 3, [bird] * 3, ["1s", "2s", "3s"]) if b.take(one)]
    pair = b.rng.choice(([bird], list(b.kinds)))
    rest = b.rng.choice((list(b.kinds), ["1s", "2s", "3s"]))
    return b.standard(first, rest, 0.6, pair, b.rng.choice((0.0, 0.5)))


# how often each shape comes up, by the option that asks for it; ordinary shapes weigh 180 in all
SHAPES: dict[str, dict[Shape, int]] = {
    "grand_cross": {crossed: 60},
    "rainbow_sevens": {rainbows: 40},
    "seven_rush": {rainbows: 20},
    "atama": {atama_pairs: 90, serpent: 30, atama_set: 40, atama_special: 10},
    "almighty": {
        chained: 20,
        three_winds: 10,
        all_called: 12,
        manzu: 10,
        flush_pairs: 20,
        many_waits: 40,
    },
    "bird_tile": {flock: 60, all_birds: 15},
}


def builders(options: Options) -> dict[Shape, int]:
    asked = [name for name in SHAPES if options.get(name) not in (None, 0, False, "off", "none")]
    return {shape: weight for name in asked for shape, weight in SHAPES[name].items()}


# -- what stands around a win -------------------------------------------------------------------


def surround(
    rng: random.Random, options: Options, case: Case, pool: Pool, aside: list[str]
) -> None:
    """Points near a bust, markers, dice, hands of the payers, cherries, bingo tiles."""
    for name, add in AROUND.items():
        if options.get(name) not in (None, 0, False, "off", "none"):
            add(rng, options, case, pool)
    case |= own_bingo(options, aside)


def own_bingo(options: Options, aside: list[str]) -> dict[str, dict[str, int]]:
    """The winner's bingo tiles by colour."""
    if options.get("seven_rush", "off") == "off":
        return {}
    return {"bingo_in_hand": {tile: aside.count(tile) for tile in ("1b", "2b")}}


def near_bust(rng: random.Random, options: Options, case: Case, pool: Pool) -> None:
    """Now and then points that the payment just takes or leaves."""
    for seat in SEATS:
        if rng.random() < 0.5:
            case["scores"][seat] = 1000 * rng.choice((0, 0, 1, 2, 3, 4, 5, 6, 8, 8, 9, 12, 12, 16))


def markers(rng: random.Random, options: Options, case: Case, pool: Pool) -> None:
    case["markers"] = [rng.choice("BH") for _ in SEATS]
    near_bust(rng, options, case, pool)


def dice(rng: random.Random, options: Options, case: Case, pool: Pool) -> None:
    """Rolls as they come, until the last one is no double; only where they are rolled."""
    case["honba"] = rng.choice((0, 1, 2, 3, 3, 4, 5, 6, 8, 9, 11, 12, 15))
    closed = all(name in CLOSED_MELDS for name, _ in case["melds"])
    if not closed and case["riichi"] == "none":
        return
    case["dice"] = rolls = [roll(rng)]
    while rolls[-1][0] == rolls[-1][1] and options["demekin_reroll_doubles"]:
        rolls.append(roll(rng))
    assert fish.dice_sum(options, rolls) >= 3


def roll(rng: random.Random) -> list[int]:
    one = rng.randint(1, 6)
    return [one, one if rng.random() < 0.2 else rng.randint(1, 6)]


def payer_hands(rng: random.Random, options: Options, case: Case, pool: Pool) -> None:
    """Thirteen tiles of each payer, guns often among them."""
    seats = [seat for seat in SEATS if seat != case["winner"]]
    hands = {}
    for seat in [case["loser"]] if case["win_by"] == "ron" else seats:
        guns = [options["gun_tile"]] * rng.choice((0, 0, 1, 2, 3, 4))
        held = [tile for tile in guns if pool.take(tile)]
        held += [pool.any() for _ in range(13 - len(held))]
        hands[str(seat)] = "".join(held)
    case["payer_hands"] = hands
    near_bust(rng, options, case, pool)


def almighty(rng: random.Random, options: Options, case: Case, pool: Pool) -> None:
    """Points near a bust; an open riichi may have been declared in furiten, to be drawn."""
    near_bust(rng, options, case, pool)
    if case["riichi"] == "open" and case["win_by"] == "tsumo" and rng.random() < 0.4:
        case["flags"]["furiten_open"] = True


def cherries(rng: random.Random, options: Options, case: Case, pool: Pool) -> None:
    """Cherry and death tiles among the discards; no points, no honba, no sticks."""
    case |= {"honba": 0, "sticks": 0, "scores": [0, 0, 0]}
    lying = rng.sample(["1pc", "1pc", "2pc", "2pc", "3pc"], rng.choice((0, 0, 1, 1, 2, 3, 4, 5)))
    case["cherry"] = {
        "discards": [tile for tile in lying if pool.take(tile)],
        "death_discard": rng.random() < 0.2 and pool.take("7pd"),
    }


AROUND: dict[str, Callable[[random.Random, Options, Case, Pool], None]] = {
    "home_run": markers,
    "home_run_markers": markers,
    "demekin": dice,
    "bird_tile": payer_hands,
    "almighty": almighty,
    "cherry": cherries,
}
