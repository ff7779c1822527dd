"""A rule per yaku: its han (0: not there), or for a yakuman its units."""

from collections import Counter
from collections.abc import Callable

from tests.games.riichi.reference.facts import Facts, View
from tests.games.riichi.reference.notation import (
    DRAGONS,
    HONORS,
    WINDS,
    indicated,
    is_flower,
    is_honor,
    is_outside,
    is_terminal,
)

Rule = Callable[[View], int]
GREEN = {"2s", "3s", "4s", "6s", "8s", "6z"}
NINE_GATES = Counter({1: 3, 9: 3} | {rank: 1 for rank in range(2, 9)})


def drawn(flag: str) -> Rule:
    """Luck of a hand that was drawn."""
    return lambda v: v.facts.tsumo and v.facts.flag(flag)


def by_ron(flag: str) -> Rule:
    return lambda v: v.facts.by == "ron" and v.facts.flag(flag)


def riichi(view: View, double: bool) -> bool:
    declared = view.facts.riichi and view.facts.closed
    return declared and view.facts.flag("double_riichi") == double


def open_riichi(view: View) -> int:
    """What an open riichi is worth beyond the riichi; Shouhai Mighty states the total."""
    if view.facts.case["riichi"] != "open" or not view.facts.closed:
        return 0
    total = 1 + int(view.options["open_riichi_extra_han"])
    furiten = view.facts.flag("furiten_open")
    name = "open_riichi_furiten_han" if furiten else "open_riichi_total_han"
    return int(view.options.get(name, total)) - 1


def open_hand_riichi(view: View) -> tuple[tuple[str, int], ...]:
    """Riichi with an open hand (Far Flying Fish, section 4): listed even where it is worth 0."""
    facts = view.facts
    if not facts.riichi or facts.closed:
        return ()
    if facts.case["riichi"] == "open":
        return (("open_riichi", int(view.options["open_hand_open_riichi_han"])),)
    return (("riichi", int(view.options["open_hand_riichi_han"])),)


def of_everybody(view: View, kind: str) -> bool:
    """Whether a triplet of this kind is a value set whoever holds it."""
    return kind in DRAGONS or (kind == "4z" and view.options["north_role"] == "yakuhai")


def value_of(view: View, kind: str) -> int:
    """How many times a triplet of this kind is a value set."""
    winds = [view.facts.case["round_wind"], view.facts.seat_wind]
    return of_everybody(view, kind) + winds.count(kind)


def value_triplet(kind: str) -> Rule:
    return lambda v: of_everybody(v, kind) and v.triplet_of(kind)


def pinfu(view: View) -> int:
    if view.form != "standard" or not view.facts.closed:
        return 0
    return len(view.runs) == 4 and value_of(view, view.pair) == 0 and view.wait == "ryanmen"


def tanyao(view: View) -> int:
    allowed = view.facts.closed or view.options["open_tanyao"]
    return bool(allowed) and not any(is_outside(kind) for kind in view.facts.kinds)


def equal_runs(view: View) -> int:
    """Pairs of equal runs in a closed hand."""
    if not view.facts.closed or view.form != "standard":
        return 0
    return sum(n // 2 for n in Counter(run.kind for run in view.runs).values())


def price_of_pairs(view: View, quads: int) -> int | str | None:
    """What seven pairs with that many quadruples score, where more than plain ones; or None."""
    prices = view.options["chiitoi_quad_han"]
    held = sum(n // 4 for n in Counter(view.facts.kinds).values())
    fits = view.form == "pairs" and (min(held, 3) if prices else 0) == quads
    return (prices[quads - 1] if quads else 2) if fits else None


def chiitoi_with(quads: int) -> Rule:
    def chiitoi(view: View) -> int:
        price = price_of_pairs(view, quads)
        return price if isinstance(price, int) else 0

    return chiitoi


def chiitoi_yakuman_with(quads: int) -> Rule:
    return lambda v: price_of_pairs(v, quads) == "yakuman"


def concealed_triplets(view: View) -> int:
    return sum(block.concealed for block in view.triplets)


def kans(view: View) -> int:
    return sum(block.kan for block in view.blocks)


def sanshoku_doukou(view: View) -> int:
    return 2 * any(all(view.triplet_of(rank + suit) for suit in "mps") for rank in "19")


def honroutou(view: View) -> int:
    fits = view.form != "orphans" and not view.facts.crossed
    return 2 * (fits and all(is_outside(kind) for kind in view.facts.kinds))


def triplets_of(view: View, kinds: tuple[str, ...]) -> int:
    return sum(view.triplet_of(kind) for kind in kinds)


def two_and_the_pair(view: View, kinds: tuple[str, ...]) -> bool:
    """Triplets of all but one of the kinds, and that one as the pair."""
    fits = view.form == "standard" and triplets_of(view, kinds) == len(kinds) - 1
    return fits and view.pair in kinds


def outside_everywhere(view: View) -> bool:
    """Each set and the pair holds a terminal or an honour, and there is a run."""
    if view.form != "standard" or not view.runs or view.facts.crossed:
        return False
    return all(any(is_outside(kind) for kind in block.kinds) for block in view.blocks)


def has_honor(view: View) -> bool:
    return any(is_honor(kind) for kind in view.facts.kinds)


def junchan(view: View) -> int:
    pure = outside_everywhere(view) and not has_honor(view)
    return int(view.options["junchan_han"][not view.facts.closed]) if pure else 0


def chanta(view: View) -> int:
    mixed = outside_everywhere(view) and not junchan(view)
    return int(view.options["chanta_han"][not view.facts.closed]) if mixed else 0


def ittsu(view: View) -> int:
    held = {run.kind for run in view.runs}
    whole = any(all(rank + suit in held for rank in "147") for suit in "ps")
    return (1 + view.facts.closed) * whole


def suits(view: View) -> set[str]:
    return {kind[1] for kind in view.facts.kinds if not is_honor(kind)}


def honitsu(view: View) -> int:
    mixed = len(suits(view)) == 1 and has_honor(view)
    fits = view.form != "orphans" and not view.facts.crossed
    return (2 + view.facts.closed) * (mixed and fits)


def one_suit(view: View) -> bool:
    return len(suits(view)) == 1 and not has_honor(view)


# -- yakuman ---------------------------------------------------------------------------------------


def plain(fits: Callable[[View], bool], rare: Callable[[View], bool]) -> Rule:
    """A yakuman in its usual form; where the rare one counts double, that has a name of its own."""
    return lambda v: fits(v) and not (v.options["double_variants"] and rare(v))


def double(fits: Callable[[View], bool], rare: Callable[[View], bool]) -> Rule:
    return lambda v: 2 * bool(fits(v) and v.options["double_variants"] and rare(v))


def orphans(name: str) -> Callable[[View], bool]:
    return lambda v: v.form == "orphans" and bool(v.options["orphan_hand"] == name)


def on_thirteen(view: View) -> bool:
    """Every orphan was already there: the winning tile is the duplicate."""
    return view.facts.counts[view.facts.win_kind] == 2


def four_concealed(view: View) -> bool:
    """Four concealed triplets; a called pair opens the hand (Super Bingo section 8.43)."""
    allowed = not view.facts.called_pairs or view.options["atama_open_suuankou"]
    return bool(allowed) and concealed_triplets(view) == 4


def on_the_pair(view: View) -> bool:
    return view.wait == "tanki"


def tsuuiisou(view: View) -> int:
    return not view.facts.crossed and all(kind in HONORS for kind in view.facts.kinds)


def chinroutou(view: View) -> int:
    allowed = view.form == "standard" or view.options["chinroutou_chiitoi"]
    return bool(allowed) and all(is_terminal(kind) for kind in view.facts.kinds)


def beyond_the_gates(view: View) -> Counter[int]:
    """The one rank that a hand has beyond the nine gates; nothing where it has not those."""
    allowed = view.facts.called_pairs if view.options.get("atama_open_suuankou") else []
    if len(view.facts.melds) > len(allowed) or not one_suit(view):
        return Counter()
    ranks = Counter(int(kind[0]) for kind in view.facts.kinds)
    extra = ranks - NINE_GATES
    return extra if not NINE_GATES - ranks and extra.total() == 1 else Counter()


def nine_gates(view: View) -> bool:
    return bool(beyond_the_gates(view))


def on_nine(view: View) -> bool:
    """The winning tile was the one beyond the gates."""
    return int(view.facts.win_kind[0]) in beyond_the_gates(view)


def chinitsu_chiitoi(view: View) -> int:
    priced = view.options["chinitsu_chiitoi"] == "yakuman" and not view.options.get("atama")
    return priced and view.form == "pairs" and one_suit(view)


YAKU: dict[str, Rule] = {
    "riichi": lambda v: riichi(v, double=False),
    "double_riichi": lambda v: 2 * riichi(v, double=True),
    "open_riichi": open_riichi,
    "ippatsu": lambda v: v.facts.riichi and v.facts.flag("ippatsu"),
    "menzen_tsumo": lambda v: v.facts.closed and v.facts.tsumo,
    "pinfu": pinfu,
    "tanyao": tanyao,
    "iipeikou": lambda v: equal_runs(v) == 1,
    **{f"yakuhai_{kind}": value_triplet(kind) for kind in ("4z", *DRAGONS)},
    "yakuhai_round": lambda v: v.triplet_of(v.facts.case["round_wind"]),
    "yakuhai_seat": lambda v: v.triplet_of(v.facts.seat_wind),
    "haitei": drawn("haitei"),
    "houtei": by_ron("houtei"),
    "rinshan": drawn("rinshan"),
    "chankan": by_ron("chankan"),
    "renhou": lambda v: by_ron("renhou")(v) and int(v.options["renhou_han"]),
    "chiitoi": chiitoi_with(0),
    "chiitoi_1quad": chiitoi_with(1),
    "chiitoi_2quads": chiitoi_with(2),
    "chiitoi_3quads": chiitoi_with(3),
    "toitoi": lambda v: 2 * (len(v.triplets) == 4),
    "sanankou": lambda v: 2 * (concealed_triplets(v) == 3),
    "sankantsu": lambda v: 2 * (kans(v) == 3),
    "sanshoku_doukou": sanshoku_doukou,
    "honroutou": honroutou,
    "shousangen": lambda v: 2 * two_and_the_pair(v, DRAGONS),
    "chanta": chanta,
    "junchan": junchan,
    "ittsu": ittsu,
    "ryanpeikou": lambda v: 3 * (equal_runs(v) == 2),
    "honitsu": honitsu,
    "chinitsu": lambda v: (5 + v.facts.closed) * one_suit(v),
}

YAKUMAN: dict[str, Rule] = {
    "kokushi": plain(orphans("kokushi"), on_thirteen),
    "kokushi_13": double(orphans("kokushi"), on_thirteen),
    "nanashi": plain(orphans("nanashi"), on_thirteen),
    "nanashi_13": double(orphans("nanashi"), on_thirteen),
    "suuankou": plain(four_concealed, on_the_pair),
    "suuankou_tanki": double(four_concealed, on_the_pair),
    "daisangen": lambda v: triplets_of(v, DRAGONS) == 3,
    "shousuushii": lambda v: two_and_the_pair(v, WINDS),
    "daisuushii": lambda v: (1 + bool(v.options["double_variants"])) * (triplets_of(v, WINDS) == 4),
    "tsuuiisou": tsuuiisou,
    "chinroutou": chinroutou,
    "ryuuiisou": lambda v: set(v.facts.kinds) <= GREEN,
    "chuuren": plain(nine_gates, on_nine),
    "junsei_chuuren": double(nine_gates, on_nine),
    "suukantsu": lambda v: kans(v) == 4,
    "tenhou": lambda v: v.facts.flag("tenhou"),
    "chiihou": lambda v: v.facts.flag("chiihou"),
    **{f"chiitoi_{n}quad{'s' * (n > 1)}": chiitoi_yakuman_with(n) for n in (1, 2, 3)},
    "chinitsu_chiitoi": chinitsu_chiitoi,
}


# -- dora: han, but no yaku ------------------------------------------------------------------------


def pointed_at(facts: Facts, indicators: list[str]) -> int:
    """Tiles that the indicators point at, those set aside included."""
    total = 0
    nuki = facts.options["nuki_tile"]
    for tile in indicators:
        target = indicated(tile, facts.options["tile_set"])
        total += facts.kinds.count(target) if target else 0
        shows_flower = is_flower(tile) or tile == "5m"
        if nuki == "flower":
            aside = facts.aside if shows_flower else 0
        else:
            aside = facts.aside_of(target) if target else 0
        total += aside * facts.options["nuki_indicator_doubles"]
    return total


def ura_of(facts: Facts) -> int:
    """Ura dora of the hand; a yakuman and a win by discards do not list them but have them."""
    return pointed_at(facts, facts.indicators("ura_indicators")) if facts.riichi else 0


def gold(view: View) -> int:
    return int(view.options["gold_dora"]) * sum(tile.endswith("g") for tile in view.facts.all_tiles)


DORA: dict[str, Rule] = {
    "dora": lambda v: pointed_at(v.facts, v.facts.indicators("dora_indicators")),
    "ura": lambda v: ura_of(v.facts),
    "red": lambda v: sum(tile[0] == "0" for tile in v.facts.all_tiles),
    "gold": gold,
    "nuki": lambda v: v.facts.aside,
}
