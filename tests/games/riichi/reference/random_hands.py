"""Random won hands as golden cases, weighted towards what is rare at a table.

Every case is physically possible: all tiles come out of one deck.  Whether the hand has a yaku is
left open; the scorer and the reference must agree on that too.
"""

import random
from collections.abc import Callable
from typing import Any

from tests.games.riichi.reference import random_house
from tests.games.riichi.reference.deck import deck_of, is_bonus
from tests.games.riichi.reference.facts import CLOSED_MELDS, KANS
from tests.games.riichi.reference.notation import DRAGONS, HONORS, SUITS, WINDS, is_outside, kind
from tests.games.riichi.reference.random_tiles import Builder, Hand, Pool
from tests.games.riichi.reference.readings import ORPHANS
from tests.games.riichi.reference.ready import almighties

Case = dict[str, Any]


def _suit(builder: Builder) -> list[str]:
    return list(SUITS[builder.rng.choice("ps")])


def mixed(b: Builder) -> Hand:
    return b.standard([], list(b.kinds), b.rng.choice((0.5, 1.0)), list(b.kinds), 0.15)


def runs(b: Builder) -> Hand:
    simples = [k for k in b.kinds if not is_outside(k)]
    among = b.rng.choice((list(b.kinds), simples))
    return b.standard([], among, 1.0, b.rng.choice((among, list(WINDS))), 0.0)


def one_suit(b: Builder) -> Hand:
    suit = _suit(b)
    return b.standard([], suit, b.rng.choice((0.5, 0.9)), suit, 0.1)


def one_suit_honors(b: Builder) -> Hand:
    among = _suit(b) + list(HONORS)
    return b.standard([], among, 0.5, among, 0.15)


def triplets(b: Builder) -> Hand:
    return b.standard([], list(b.kinds), b.rng.choice((0.0, 0.0, 0.3)), list(b.kinds), 0.2)


def dragons(b: Builder) -> Hand:
    first = b.sets(["5z", "6z", "7z"], b.rng.choice((1, 2, 2, 3)), 0.0)
    return b.standard(
        first, list(b.kinds), 0.6, b.rng.choice((list(b.kinds), ["5z", "6z", "7z"])), 0.15
    )


def winds(b: Builder) -> Hand:
    among = ["1z", "2z", "3z", "4z"]
    first = b.sets(among, b.rng.choice((1, 2, 3, 3, 4)), 0.0)
    return b.standard(first, list(b.kinds), 0.6, b.rng.choice((list(b.kinds), among)), 0.15)


def liable(b: Builder) -> Hand:
    """All dragons or all winds called, often beside another yakuman."""
    first = [[k] * 3 for k in b.rng.choice((DRAGONS, WINDS)) if b.take([k] * 3)]
    among = b.rng.choice((list(b.kinds), list(HONORS)))
    return b.standard(first, among, 0.5, among, b.rng.choice((0.1, 1.0)), called=1.0)


def outside(b: Builder) -> Hand:
    edges = [[f"{low + i}{suit}" for i in range(3)] for suit in "ps" for low in (1, 7)]
    first = [run for run in b.rng.choices(edges, k=b.rng.choice((1, 2, 3, 4))) if b.take(run)]
    ends = [k for k in b.kinds if is_outside(k) and (b.rng.random() < 0.7 or k not in HONORS)]
    return b.standard(first, ends, 0.0, ends, 0.1)


def honors(b: Builder) -> Hand:
    return b.standard([], list(HONORS), 0.0, list(HONORS), 0.15)


def terminals(b: Builder) -> Hand:
    ends = [k for k in b.kinds if is_outside(k) and (k[1] != "z" or b.rng.random() < 0.3)]
    return b.standard([], ends, 0.0, ends, 0.15)


def same_rank(b: Builder) -> Hand:
    """The same triplet in every suit that has it."""
    rank = b.rng.choice("19")
    first = [
        [k] * 3 for k in b.kinds if k in (rank + "m", rank + "p", rank + "s") and b.take([k] * 3)
    ]
    return b.standard(first, list(b.kinds), 0.5, list(b.kinds), 0.1)


def green(b: Builder) -> Hand:
    among = ["2s", "3s", "4s", "6s", "8s", "6z"]
    return b.standard([], among, 0.5, among, 0.15)


def sevens(b: Builder) -> Hand:
    near = [f"{rank}{suit}" for suit in "ps" for rank in (5, 6, 7, 8, 9)]
    return b.standard([], near, 0.6, near + list(HONORS), 0.15)


def pairs(b: Builder) -> Hand:
    among = b.rng.choice(
        (list(b.kinds), list(b.kinds), _suit(b), _suit(b) + list(HONORS), list(HONORS))
    )
    return [], [k for _ in range(7) for k in b.pair(among)]


def quad_pairs(b: Builder) -> Hand:
    among = b.rng.choice((list(b.kinds), _suit(b), [k for k in b.kinds if is_outside(k)]))
    quads = [
        k for k in b.rng.sample(among, min(len(among), b.rng.choice((1, 2, 3)))) if b.take([k] * 4)
    ]
    rest = [k for _ in range(7 - 2 * len(quads)) for k in b.pair(among)]
    return [], [k for k in quads for _ in range(4)] + rest


def orphans(b: Builder) -> Hand:
    wanted = list(ORPHANS[b.options["orphan_hand"]])
    return [], wanted + [b.rng.choice(wanted)]


def nine_gates(b: Builder) -> Hand:
    suit = b.rng.choice("ps")
    return [], [f"{c}{suit}" for c in "1112345678999"] + [f"{b.rng.randint(1, 9)}{suit}"]


def close_runs(b: Builder) -> Hand:
    """Equal and neighbouring runs: many readings of the same tiles."""
    suit, low = b.rng.choice("ps"), b.rng.randint(1, 5)
    near = [f"{rank}{suit}" for rank in range(low, low + 5)]
    return b.standard(
        b.sets(near, b.rng.choice((2, 3, 4)), 0.7), list(b.kinds), 0.8, list(b.kinds), 0.05
    )


def straight(b: Builder) -> Hand:
    suit = b.rng.choice("ps")
    first = [run for low in (1, 4, 7) if b.take(run := [f"{low + i}{suit}" for i in range(3)])]
    return b.standard(first, list(b.kinds), 0.7, list(b.kinds), 0.1)


def kans(b: Builder) -> Hand:
    return b.standard([], list(b.kinds), 0.1, list(b.kinds), 0.9)


def nothing(b: Builder) -> Hand:
    """Fourteen tiles at random."""
    tiles = b.rng.sample([kind(tile) for tile in b.deck if not is_bonus(tile)], 14)
    return [], tiles


# how often each shape comes up
BUILDERS: dict[Callable[[Builder], Hand], int] = {
    mixed: 40,
    runs: 20,
    straight: 5,
    one_suit: 8,
    one_suit_honors: 10,
    triplets: 10,
    dragons: 8,
    winds: 6,
    liable: 4,
    outside: 10,
    honors: 3,
    terminals: 4,
    same_rank: 2,
    green: 3,
    sevens: 10,
    pairs: 10,
    quad_pairs: 6,
    orphans: 5,
    nine_gates: 4,
    close_runs: 8,
    kans: 6,
    nothing: 2,
}


def random_case(rng: random.Random, options: dict[str, Any]) -> Case:
    """A won hand with everything around it, in the form of a golden case's ``input``."""
    builder = Builder(rng, options)
    melds, concealed = random_hand(rng, builder)
    pool = Pool(rng, builder.deck)
    case: Case = {"melds": [[name, pool.text(kinds)] for name, kinds in melds]}
    hand = [pool.tile(k) for k in concealed]
    case |= {"win_tile": hand.pop(), "hand": "".join(hand)}
    seat_everybody(rng, options, case)
    aside = pool.set_aside(options)
    case["removed_tiles"] = "".join(aside) if options["nuki_tile"] == "19m" else len(aside)
    declare(rng, options, case)
    kans = sum(name in (*KANS, "gc") for name, _ in melds)
    for name in ("dora_indicators", "ura_indicators"):
        shown = name == "dora_indicators" or case["riichi"] != "none"
        n = 1 + min(kans, options.get("max_kan_indicators", 4))
        case[name] = "".join(pool.any() for _ in range(n)) if shown else ""
    make_joker(rng, options, case, pool)
    make_liable(rng, options, case)
    make_bingo(rng, options, case)
    random_house.surround(rng, options, case, pool, aside)
    if options["tulip"]:
        case["wall_from_end"] = pool.stacks()
    return case


def random_hand(rng: random.Random, builder: Builder) -> Hand:
    """Melds and the concealed tiles, the winning tile last and those of the almighty left out."""
    table = BUILDERS | random_house.builders(builder.options)
    while True:
        melds, concealed = rng.choices(list(table), list(table.values()))[0](builder)
        rng.shuffle(concealed)
        n = almighties(builder.options, [name for name, _ in melds])
        if n < len(concealed):
            return melds, concealed[n:]


def random_tulip(rng: random.Random, options: dict[str, Any]) -> Case:
    """The ``input`` of a golden case of kind "tulip": any hand, any start."""
    pool = Pool(rng, deck_of(options))
    hand = [tile for tile in (pool.any() for _ in range(24)) if not is_bonus(tile)]
    aside = pool.set_aside(options)
    return random_house.own_bingo(options, aside) | {
        "tulip_hand": "".join(hand[:14]),
        "removed_flowers": len(aside),
        "start": rng.choice((0, 0, 1, 5, 52)),
        "lives": rng.choice((0, 0, 1, 2)),
        "start_tier": rng.randint(1, 3),
        "wall_from_end": pool.stacks(),
    }


def seat_everybody(rng: random.Random, options: dict[str, Any], case: Case) -> None:
    step = 1000 if options["points_table"] in ("no_fu", "shouhai") else 100
    winds = 1 if options["renchan"] == "winner_deals" else 3
    winds = {"none": 2, "unlimited": 4}.get(options["extension"], winds)
    winner = rng.randrange(3)
    case |= {
        "dealer": rng.randrange(3),
        "winner": winner,
        "win_by": rng.choice(("ron", "tsumo")),
        "loser": None,
        "round_wind": rng.choice(WINDS[:winds]),
        "honba": rng.choice((0, 0, 1, 2, 5)),
        "scores": [step * rng.randint(0, 60000 // step) for _ in range(3)],
    }
    if case["win_by"] == "ron":
        case["loser"] = rng.choice([seat for seat in range(3) if seat != winner])


def declare(rng: random.Random, options: dict[str, Any], case: Case) -> None:
    """Riichi and what happened around the win; only what can go together."""
    closed = all(name in CLOSED_MELDS for name, _ in case["melds"])
    kinds = ("closed", "closed", "open") if options["open_riichi"] else ("closed",)
    allowed = closed or bool(options.get("open_hand_riichi"))
    case["riichi"] = rng.choice(("none", "none", *kinds, *kinds)) if allowed else "none"
    in_riichi, tsumo = case["riichi"] != "none", case["win_by"] == "tsumo"
    flags: dict[str, bool] = {}
    if in_riichi:
        flags["double_riichi"] = rng.random() < 0.15 and closed
        flags["ippatsu"] = rng.random() < 0.3
        flags["open_dealin"] = case["riichi"] == "open" and not tsumo and rng.random() < 0.3
    how = rng.choice(("last", "robbed", "replaced", "first", *["usual"] * 6))
    if how == "last":
        flags["haitei" if tsumo else "houtei"] = True
    if how == "robbed":
        flags["chankan"] = not tsumo
    if how == "replaced":  # a kan of the winner, or a North set aside, ends ippatsu
        flags["rinshan"] = tsumo and replaced(options, case) and not flags.get("ippatsu")
    if how == "first" and not in_riichi and not case["melds"]:
        dealer = case["winner"] == case["dealer"]
        flags[("tenhou" if dealer else "chiihou") if tsumo else "renhou"] = tsumo or not dealer
    case["flags"] = {name: True for name, is_set in flags.items() if is_set}
    case["sticks"] = in_riichi + rng.choice((0, 0, 1, 2))


def replaced(options: dict[str, Any], case: Case) -> bool:
    """Whether the winner can have drawn a replacement that counts rinshan."""
    north = bool(case["removed_tiles"]) and options["nuki_rinshan"]
    return north or any(name in (*KANS, "gc") for name, _ in case["melds"])


def make_joker(rng: random.Random, options: dict[str, Any], case: Case, pool: Pool) -> None:
    """Sometimes the tile drawn in riichi is the joker, declared as the one that was needed."""
    drawn = case["riichi"] != "none" and case["win_by"] == "tsumo"
    if options["pocchi_when"] == "ippatsu":
        drawn = drawn and case["flags"].get("ippatsu", False)
    if options["shiro_pocchi"] and drawn and rng.random() < 0.3 and pool.take("5zo"):
        case["pocchi_as"], case["win_tile"] = case["win_tile"], "5zo"


def make_liable(rng: random.Random, options: dict[str, Any], case: Case) -> None:
    """Who fed the last of three dragon sets, four wind sets or four calls."""
    calls = [kind(text[:2]) for name, text in case["melds"] if name not in ("ankan", "gc", "atama")]
    feeder = rng.choice([seat for seat in range(3) if seat != case["winner"]])
    wanted = {"daisangen": DRAGONS, "daisuushii": WINDS}
    fed = [name for name, kinds in wanted.items() if set(calls) >= set(kinds)]
    fed += ["mu"] * (len(calls) == 4)
    named = {name: feeder for name in fed if name in options["pao"]}
    if named:
        case["pao"] = named


def make_bingo(rng: random.Random, options: dict[str, Any], case: Case) -> None:
    """Sometimes the riichi is won by the own discards instead of the tile."""
    in_riichi = case["riichi"] != "none" and case["win_by"] == "tsumo"
    if options.get("bingo_wins") and in_riichi and "pocchi_as" not in case and rng.random() < 0.1:
        case |= {"win_by": "bingo", "win_tile": None, "flags": {}}
