"""Random hands and random cases of the golden kinds, for comparison with an engine.

Every case is an example without its answer: ``examples.answer`` gives that.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.games.chinese.reference.options import Options, options_of
from tests.games.chinese.reference.tiles import (
    FLOWERS,
    INDEX,
    KINDS,
    Counts,
    Meld,
    counts_of,
    is_honour,
    meld_text,
    text_of,
    wild_of,
)
from tests.games.kawuxing.reference import kawuxing
from tests.games.wuhan.reference import wuhan
from tests.games.xiamen.reference.xiamen import float_state, hand_of

Given = dict[str, Any]
Example = dict[str, Any]
MOST_STAYS = 20
KONGS = ("kong_open", "kong_added", "kong_closed")


def random_counts(rng: Random, size: int, wilds: int) -> tuple[Counts, int]:
    """Tiles of one to four groups, so that many hands are near a win; and the wildcards."""
    groups = rng.sample("mpsz", rng.choice((1, 1, 2, 2, 3, 4)))
    deck = [k for k in KINDS for _ in range(4) if (k[1:] or "z") in groups]
    if len(deck) < size:
        deck = [k for k in KINDS for _ in range(4) if (k[1:] or "z") in (*groups, "m")]
    return counts_of(rng.sample(deck, size - wilds)), wilds


# -- a complete hand, somewhat spoilt ------------------------------------------------------------


class Exhausted(Exception):
    """The deck has no such set left."""


class Maker:
    """Takes sets and pairs from a deck without using any tile twice."""

    def __init__(self, rng: Random, kinds: Sequence[str]) -> None:
        self.rng = rng
        self.left = Counter({kind: 4 for kind in kinds})

    def take(self, *kinds: str) -> list[str] | None:
        """The tiles, or None if the deck has not all of them."""
        if any(self.left[kind] < n for kind, n in Counter(kinds).items()):
            return None
        self.left.subtract(kinds)
        return list(kinds)

    def kind(self) -> str:
        return self.rng.choice([kind for kind, n in self.left.items() if n > 0])

    def run(self) -> list[str] | None:
        kind = self.kind()
        if is_honour(kind) or kind[0] > "7":
            return None
        return self.take(*(KINDS[INDEX[kind] + i] for i in range(3)))

    def same(self, n: int) -> list[str] | None:
        return self.take(*[self.kind()] * n)

    def sure(self, make: Callable[[], list[str] | None]) -> list[str]:
        """Tries until the set is made. Raises: Exhausted."""
        for _ in range(200 if any(n > 1 for n in self.left.values()) else 0):
            found = make()
            if found:
                return found
        raise Exhausted

    def same_for_sure(self, n: int) -> list[str]:
        return self.sure(lambda: self.same(n))

    def set(self, runs: float) -> list[str]:
        return self.sure(self.run) if self.rng.random() < runs else self.same_for_sure(3)

    def meld(self, runs: float, kongs: float) -> Meld:
        """A chow, pung or kong of ordinary tiles."""
        if self.rng.random() < kongs:
            return Meld(self.rng.choice(KONGS), tuple(self.same_for_sure(4)))
        found = self.set(runs)
        return Meld("pung" if found[0] == found[1] else "chow", tuple(found))


def kinds_for(rng: Random, kinds: Sequence[str]) -> list[str]:
    """All kinds, or those of a suit, 2-5-8 or honours: the hands that patterns are made of."""
    suit = rng.choice([kind[1] for kind in kinds if not is_honour(kind)])
    groups = (
        list(kinds),
        list(kinds),
        [kind for kind in kinds if kind[1:] in (suit, "")],
        [kind for kind in kinds if kind[1:] == suit],
        [kind for kind in kinds if kind[0] in "258"],
        [kind for kind in kinds if is_honour(kind)],
    )
    chosen = rng.choice(groups)
    return chosen if len(chosen) >= 6 else list(kinds)


def hand(
    rng: Random, kinds: Sequence[str], sets: int, melds: int, runs: tuple[float, float]
) -> tuple[list[str], list[Meld]]:
    """Concealed tiles of a complete hand and its melds, all in ordinary tiles.

    ``runs`` are the shares of runs among the melds and among the concealed sets.
    """
    while True:
        maker = Maker(rng, kinds_for(rng, kinds))
        try:
            declared = [maker.meld(runs[0], 0.3) for _ in range(melds)]
            if sets == 4 and not melds and rng.random() < 0.25:
                groups = [maker.same_for_sure(2) for _ in range(7)]
            else:
                groups = [maker.set(runs[1]) for _ in range(sets - melds)]
                groups.append(maker.same_for_sure(2))
        except Exhausted:
            continue
        return [kind for group in groups for kind in group], declared


def spoilt(
    rng: Random, concealed: list[str], wild: str | None, most: int, kinds: Sequence[str]
) -> list[str]:
    """Some tiles become wildcards, now and then one becomes another tile."""
    found = list(concealed)
    rng.shuffle(found)
    if wild is not None:
        for i in range(min(most, len(found) - 1, rng.choice((0, 0, 1, 1, 2, 3, 4)))):
            found[i] = wild
    if rng.random() < 0.2:
        spare = [kind for kind in kinds if found.count(kind) < 3]
        found[-1] = rng.choice(spare)
    rng.shuffle(found)
    return found


def faces(kinds: Sequence[str], indicator: str) -> list[str]:
    """Ordinary tiles as they look: those of the indicator's kind are whites."""
    return ["B" if kind == indicator else kind for kind in kinds]


def gold_hand(rng: Random, sets: int, indicator: str) -> tuple[list[str], list[str]]:
    """A hand of Hangzhou or Xiamen by face, winning tile last, and its melds as text."""
    gold = "B" if indicator == "permanent" else indicator
    kinds = [kind for kind in KINDS if kind != "B"]
    melds = rng.choice((0, 0, 1, 2, 3, 4, sets))
    concealed, declared = hand(rng, kinds, sets, melds, (0.6, 0.6))
    most = 4 if indicator == "permanent" else 3
    texts = [f"{meld.form} {''.join(faces(meld.kinds, indicator))}" for meld in declared]
    plain = faces(concealed, indicator)
    return spoilt(rng, plain, gold, most, faces(kinds, indicator)), texts


# -- cases ---------------------------------------------------------------------------------------


def hangzhou_win(rng: Random, options: Options) -> Given:
    permanent = options["permanent_fortune"]
    indicator = "permanent" if permanent else rng.choice(KINDS)
    tiles, melds = gold_hand(rng, 4, indicator)
    source = rng.choice(("own", "own", "claim", "rob"))
    kongs = sum(text.startswith("kong") for text in melds)
    floats = (0, 0, 1, 2, 3) if permanent else (0, 0, 1, 2)  # one of four, or of three, is the eye
    return {
        "indicator": indicator,
        "concealed_before_win": text_of(tiles[:-1]),
        "melds": melds,
        "winning_tile": tiles[-1],
        "source": source,
        "kan_streak": rng.randint(0, kongs) if source == "own" else 0,
        "floats": rng.choice(floats) if source == "own" else 0,
    }


def hangzhou_payment(rng: Random, options: Options) -> Given:
    winner, giver = rng.sample(range(4), 2)
    others = [seat for seat in range(4) if seat != winner]
    source = rng.choice(("own", "own", "claim", "rob"))
    level = 3 if source == "claim" else rng.randint(options["rob_min_level"], 3)
    liability = {
        str(seat): rng.choice((["L"], ["C"], ["L", "C"])) for seat in others if rng.random() < 0.2
    }
    given: Given = {
        "banker": rng.choice((winner, giver)) if source != "own" else rng.randrange(4),
        "winner": winner,
        "level": level if source != "own" else rng.randint(1, 3),
        "multiplier": 2 ** rng.randrange(1 if source == "rob" else 0, 11),
        "source": source,
        "liability": liability,
    }
    given |= {} if source == "own" else {"from_seat": giver}
    return given | ({"chips": [rng.randrange(101) for _ in range(4)]} if rng.random() < 0.5 else {})


def xiamen_award(
    rng: Random, tiles: Sequence[str], indicator: str, melded: bool, banker: bool, flowers: int
) -> tuple[str, str]:
    """A source and an award line that such a hand can have; the last tile is the winning one."""
    golds, robbed = tiles.count(indicator), tiles[-1] == indicator
    found = [("own", "wall")]
    found += [] if robbed else [("claim", "common"), ("rob", "rob_kong")]
    found += [("own", "knock"), ("own", "knock_deal")] if golds == 3 else []
    if not melded:
        found += [("own", "rob_gold")] if robbed else []
        found += [("own", "heavenly")] if banker else []
        found += [] if banker or robbed else [("claim", "earthly")]
    found += [("own", "eight_flowers")] * 3 if flowers == len(FLOWERS) else []
    if float_state(hand_of(tiles[:-1], wild_of(indicator))):
        found = [("own", f"{name}_float") for name in ("gold", "double", "triple")[: 4 - golds]]
    return rng.choice(found)


def xiamen_score(rng: Random, options: Options) -> Given:
    indicator = rng.choice(KINDS)
    tiles, melds = gold_hand(rng, 5, indicator)
    banker, winner = rng.randrange(4), rng.randrange(4)
    flowers = rng.sample(FLOWERS, rng.choice((0, 0, 1, 2, 3, 4, 5, 6, 7, 8)))
    if rng.random() < 0.2:
        flowers = sorted({*flowers, *(f for f in FLOWERS if f[0] == rng.choice("SP"))})
    dealt = (bool(melds), banker == winner, len(flowers))
    source, award = xiamen_award(rng, tiles, indicator, *dealt)
    return {
        "indicator": indicator,
        "concealed_before_win": text_of(tiles[:-1]),
        "winning_tile": tiles[-1],
        "melds": melds,
        "flowers": " ".join(flowers),
        "source": source,
        "award": award,
        "banker": banker,
        "winner": winner,
        "banker_stays": rng.choice((0, 1, 2, 3, rng.randrange(MOST_STAYS + 1))),
    }


def wuhan_win(rng: Random, options: Options) -> Given:
    deck = list(wuhan.deck_of(options))
    indicator = rng.choice(deck)
    laizi, kongs = wuhan.laizi_of(options, indicator), wuhan.kan_tiles(options, indicator)
    kinds = [kind for kind in deck if kind not in kongs and kind != laizi]
    n, n_melds = options["players"], rng.choice((0, 1, 1, 2, 2, 3, 4, 4))
    concealed, melds = hand(rng, kinds, 4, n_melds, (0.4, 0.4))
    tiles = spoilt(rng, concealed, laizi, 4, kinds)
    winner, giver = rng.sample(range(n), 2)
    source = rng.choice(("own", "claim", "rob"))
    if source != "own" and tiles[-1] == laizi:
        source = "own"
    moments = {"own": [[], ["kong_supplement"], ["last_four_phase"]], "rob": [["robbed_kong"]]}
    players = [random_player(rng) for _ in range(n)]
    forms = Counter(meld.form for meld in melds)
    players[winner] |= {
        "open": sum(forms[form] for form in wuhan.OPENINGS),
        "ck": forms["kong_closed"],
        "mk": forms["kong_open"] + forms["kong_added"],
    }
    return {
        "laizi": laizi,
        "indicator": indicator,
        "concealed_before_win": text_of(tiles[:-1]),
        "winning_tile": tiles[-1],
        "melds": [meld_text(meld) for meld in melds],
        "source": source,
        "situation": rng.choice(moments.get(source, [[]])) if n == 4 or source == "rob" else [],
        "from_seat": None if source == "own" else giver,
        "winner": winner,
        "banker": rng.randrange(n),
        "players": players,
        "liable_seat": giver if source == "rob" else None,
    }


def random_player(rng: Random) -> dict[str, int]:
    """What is usual at a table, and now and then as much as there can be."""
    opened = rng.choice((0, 0, 1, 2, 3, 4))
    much = rng.random() < 0.1
    mk = rng.randint(0, opened if much else min(1, opened))
    ck, lk = int(opened < 4 and rng.random() < 0.1), int(rng.random() < 0.2)
    rk = rng.choice((0, 0, 1))
    if much:
        ck, lk, rk = rng.randint(0, 4 - opened), rng.randint(0, 4), rng.randint(0, 8)
    return {"open": opened, "ck": ck, "lk": lk, "mk": mk, "rk": rk}


def kawuxing_win(rng: Random, options: Options) -> Given:
    kinds = list(kawuxing.deck_of(options))
    n_melds = rng.choice((0, 0, 1, 2, 3, 4))
    concealed, melds = hand(rng, kinds, 4, n_melds, (0, 0.5))
    tiles = spoilt(rng, concealed, None, 0, kinds)
    winner, giver = rng.sample(range(3), 2)
    source = rng.choice(("own", "claim", "claim", "rob"))
    kongs = sum(meld.is_kong for meld in melds)
    others = [seat for seat in range(3) if seat != winner and rng.random() < 0.5]
    return {
        "concealed_before_win": text_of(tiles[:-1]),
        "winning_tile": tiles[-1],
        "melds": [meld_text(meld) for meld in melds],
        "source": source,
        "winner": winner,
        "from_seat": None if source == "own" else giver,
        "own_kongs_in_turn": rng.randint(0, kongs) if source == "own" else 0,
        "claimed_on_kong": source == "claim" and rng.random() < 0.2,
        "disclosed": options["disclosure"] and rng.random() < 0.3,
        "disclosed_seats": others if options["disclosure"] else [],
        "last_wall_tile": source == "own" and rng.random() < 0.1,
    }


def kawuxing_kongs(rng: Random, options: Options) -> Given:
    kongs = []
    for _ in range(rng.randint(1, 4)):
        player, giver = rng.sample(range(3), 2)
        kind = rng.choice(("direct", "growing", "closed"))
        kong: Given = {"kind": kind, "player": player, "chain": rng.randint(1, 8)}
        kongs.append(kong | ({"from_seat": giver} if kind == "direct" else {}))
    return {"kongs": kongs}


CASES: dict[tuple[str, str], Callable[[Random, Options], Given]] = {
    ("hangzhou", "win_multiplier"): hangzhou_win,
    ("hangzhou", "payment"): hangzhou_payment,
    ("xiamen", "score"): xiamen_score,
    ("wuhan", "win"): wuhan_win,
    ("wuhan3", "win"): wuhan_win,
    ("kawuxing", "win"): kawuxing_win,
    ("kawuxing", "kong_payment"): kawuxing_kongs,
}


def random_case(rng: Random, game: str, kind: str, changes: Options | None = None) -> Example:
    """An example of the game and kind, without its answer."""
    given = CASES[game, kind](rng, options_of(game, changes))
    return {"game": game, "kind": kind, "options": dict(changes or {}), "input": given}
