"""A function per yaku: its han (0: not there), or for a yakuman its units."""

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

GREEN = {"2s", "3s", "4s", "6s", "8s", "6z"}
NINE_GATES = Counter({1: 3, 9: 3} | {rank: 1 for rank in range(2, 9)})


def riichi(view: View) -> int:
    declared = view.facts.riichi and view.facts.closed
    return int(declared and not view.facts.flag("double_riichi"))


def double_riichi(view: View) -> int:
    declared = view.facts.riichi and view.facts.closed
    return 2 if declared and view.facts.flag("double_riichi") else 0


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


def ippatsu(view: View) -> int:
    return int(view.facts.riichi and view.facts.flag("ippatsu"))


def menzen_tsumo(view: View) -> int:
    return int(view.facts.closed and view.facts.tsumo)


def value_of(view: View, kind: str) -> int:
    """How many times a triplet of this kind is a value set."""
    everybody = kind == "4z" and view.options["north_role"] == "yakuhai"
    own = [
        kind in DRAGONS,
        everybody,
        kind == view.facts.case["round_wind"],
        kind == view.facts.seat_wind,
    ]
    return sum(own)


def pinfu(view: View) -> int:
    if view.form != "standard" or not view.facts.closed:
        return 0
    return int(len(view.runs) == 4 and value_of(view, view.pair) == 0 and view.wait == "ryanmen")


def tanyao(view: View) -> int:
    if not view.facts.closed and not view.options["open_tanyao"]:
        return 0
    return int(not any(is_outside(kind) for kind in view.facts.kinds))


def equal_runs(view: View) -> int:
    """Pairs of equal runs in a closed hand."""
    if not view.facts.closed or view.form != "standard":
        return 0
    return sum(n // 2 for n in Counter(run.kind for run in view.runs).values())


def iipeikou(view: View) -> int:
    return int(equal_runs(view) == 1)


def ryanpeikou(view: View) -> int:
    return 3 if equal_runs(view) == 2 else 0


def value_triplet(kind: str) -> Callable[[View], int]:
    def yakuhai(view: View) -> int:
        everybody = kind in DRAGONS or (kind == "4z" and view.options["north_role"] == "yakuhai")
        return int(everybody and view.triplet_of(kind))

    return yakuhai


def yakuhai_round(view: View) -> int:
    return int(view.triplet_of(view.facts.case["round_wind"]))


def yakuhai_seat(view: View) -> int:
    return int(view.triplet_of(view.facts.seat_wind))


def haitei(view: View) -> int:
    return int(view.facts.tsumo and view.facts.flag("haitei"))


def houtei(view: View) -> int:
    return int(view.facts.by == "ron" and view.facts.flag("houtei"))


def rinshan(view: View) -> int:
    return int(view.facts.tsumo and view.facts.flag("rinshan"))


def chankan(view: View) -> int:
    return int(view.facts.by == "ron" and view.facts.flag("chankan"))


def renhou(view: View) -> int:
    return (
        int(view.options["renhou_han"])
        if view.facts.by == "ron" and view.facts.flag("renhou")
        else 0
    )


def quadruples(view: View) -> int:
    return sum(n // 4 for n in Counter(view.facts.kinds).values()) if view.form == "pairs" else 0


def chiitoi_with(quads: int) -> Callable[[View], int]:
    """Seven pairs with that many quadruples, where they score more than plain ones."""

    def chiitoi(view: View) -> int:
        if view.form != "pairs":
            return 0
        prices = view.options["chiitoi_quad_han"]
        counted = min(quadruples(view), 3) if prices else 0
        if counted != quads:
            return 0
        price = prices[quads - 1] if quads else 2
        return 0 if price == "yakuman" else int(price)

    return chiitoi


def chiitoi_yakuman_with(quads: int) -> Callable[[View], int]:
    def chiitoi(view: View) -> int:
        prices = view.options["chiitoi_quad_han"]
        fits = view.form == "pairs" and prices and min(quadruples(view), 3) == quads
        return int(bool(fits and prices[quads - 1] == "yakuman"))

    return chiitoi


def toitoi(view: View) -> int:
    return 2 if len(view.triplets) == 4 else 0


def concealed_triplets(view: View) -> int:
    return sum(block.concealed for block in view.triplets)


def sanankou(view: View) -> int:
    return 2 if concealed_triplets(view) == 3 else 0


def kans(view: View) -> int:
    return sum(block.kan for block in view.blocks)


def sankantsu(view: View) -> int:
    return 2 if kans(view) == 3 else 0


def sanshoku_doukou(view: View) -> int:
    return 2 if any(all(view.triplet_of(rank + suit) for suit in "mps") for rank in "19") else 0


def honroutou(view: View) -> int:
    fits = view.form != "orphans" and not view.facts.crossed
    return 2 if fits and all(is_outside(kind) for kind in view.facts.kinds) else 0


def dragon_triplets(view: View) -> int:
    return sum(view.triplet_of(kind) for kind in DRAGONS)


def shousangen(view: View) -> int:
    return (
        2 if view.form == "standard" and dragon_triplets(view) == 2 and view.pair in DRAGONS else 0
    )


def outside_everywhere(view: View) -> bool:
    """Each set and the pair holds a terminal or an honour, and there is a run."""
    if view.form != "standard" or not view.runs or view.facts.crossed:
        return False
    return all(any(is_outside(kind) for kind in block.kinds) for block in view.blocks)


def junchan(view: View) -> int:
    pure = outside_everywhere(view) and not any(is_honor(kind) for kind in view.facts.kinds)
    return int(view.options["junchan_han"][not view.facts.closed]) if pure else 0


def chanta(view: View) -> int:
    mixed = outside_everywhere(view) and not junchan(view)
    return int(view.options["chanta_han"][not view.facts.closed]) if mixed else 0


def ittsu(view: View) -> int:
    whole = any(
        all(rank + suit in {run.kind for run in view.runs} for rank in "147") for suit in "ps"
    )
    return (2 if view.facts.closed else 1) if whole else 0


def suits(view: View) -> set[str]:
    return {kind[1] for kind in view.facts.kinds if not is_honor(kind)}


def honitsu(view: View) -> int:
    mixed = len(suits(view)) == 1 and any(is_honor(kind) for kind in view.facts.kinds)
    fits = view.form != "orphans" and not view.facts.crossed
    return (3 if view.facts.closed else 2) if mixed and fits else 0


def one_suit(view: View) -> bool:
    return len(suits(view)) == 1 and not any(is_honor(kind) for kind in view.facts.kinds)


def chinitsu(view: View) -> int:
    return (6 if view.facts.closed else 5) if one_suit(view) else 0


# -- yakuman ---------------------------------------------------------------------------------------


def rare(view: View, is_rare: bool) -> bool:
    """Whether this is the form that counts double; without the option it is the plain yakuman."""
    return is_rare and bool(view.options["double_variants"])


def orphans(name: str) -> Callable[[View], int]:
    def hand(view: View) -> int:
        return int(has_orphans(view, name) and not rare(view, on_thirteen(view)))

    return hand


def orphans_13(name: str) -> Callable[[View], int]:
    def hand(view: View) -> int:
        return 2 if has_orphans(view, name) and rare(view, on_thirteen(view)) else 0

    return hand


def has_orphans(view: View, name: str) -> bool:
    return view.form == "orphans" and bool(view.options["orphan_hand"] == name)


def on_thirteen(view: View) -> bool:
    """Every orphan was already there: the winning tile is the duplicate."""
    return view.facts.counts[view.facts.win_kind] == 2


def four_concealed(view: View) -> bool:
    """Four concealed triplets; a called pair opens the hand (Super Bingo section 8.43)."""
    allowed = not view.facts.called_pairs or view.options["atama_open_suuankou"]
    return bool(allowed) and concealed_triplets(view) == 4


def suuankou(view: View) -> int:
    return int(four_concealed(view) and not rare(view, view.wait == "tanki"))


def suuankou_tanki(view: View) -> int:
    return 2 if four_concealed(view) and rare(view, view.wait == "tanki") else 0


def daisangen(view: View) -> int:
    return int(dragon_triplets(view) == 3)


def wind_triplets(view: View) -> int:
    return sum(view.triplet_of(kind) for kind in WINDS)


def shousuushii(view: View) -> int:
    return int(view.form == "standard" and wind_triplets(view) == 3 and view.pair in WINDS)


def daisuushii(view: View) -> int:
    return (1 + rare(view, True)) if wind_triplets(view) == 4 else 0


def tsuuiisou(view: View) -> int:
    return int(not view.facts.crossed and all(kind in HONORS for kind in view.facts.kinds))


def chinroutou(view: View) -> int:
    allowed = view.form == "standard" or view.options["chinroutou_chiitoi"]
    return int(allowed and all(is_terminal(kind) for kind in view.facts.kinds))


def ryuuiisou(view: View) -> int:
    return int(set(view.facts.kinds) <= GREEN)


def nine_gates(view: View) -> tuple[bool, bool]:
    """Whether the hand is nine gates, and whether the winning tile was the extra one."""
    allowed = view.facts.called_pairs if view.options.get("atama_open_suuankou") else []
    if len(view.facts.melds) > len(allowed) or not one_suit(view):
        return False, False
    ranks = Counter(int(kind[0]) for kind in view.facts.kinds)
    extra = ranks - NINE_GATES
    complete = not (NINE_GATES - ranks) and sum(extra.values()) == 1
    return complete, complete and int(view.facts.win_kind[0]) in extra


def chuuren(view: View) -> int:
    complete, pure = nine_gates(view)
    return int(complete and not rare(view, pure))


def junsei_chuuren(view: View) -> int:
    return 2 if rare(view, nine_gates(view)[1]) else 0


def suukantsu(view: View) -> int:
    return int(kans(view) == 4)


def tenhou(view: View) -> int:
    return int(view.facts.flag("tenhou"))


def chiihou(view: View) -> int:
    return int(view.facts.flag("chiihou"))


def chinitsu_chiitoi(view: View) -> int:
    priced = view.options["chinitsu_chiitoi"] == "yakuman" and not view.options.get("atama")
    return int(priced and view.form == "pairs" and one_suit(view))


YAKU: dict[str, Callable[[View], int]] = {
    "riichi": riichi,
    "double_riichi": double_riichi,
    "open_riichi": open_riichi,
    "ippatsu": ippatsu,
    "menzen_tsumo": menzen_tsumo,
    "pinfu": pinfu,
    "tanyao": tanyao,
    "iipeikou": iipeikou,
    **{f"yakuhai_{kind}": value_triplet(kind) for kind in ("4z", *DRAGONS)},
    "yakuhai_round": yakuhai_round,
    "yakuhai_seat": yakuhai_seat,
    "haitei": haitei,
    "houtei": houtei,
    "rinshan": rinshan,
    "chankan": chankan,
    "renhou": renhou,
    "chiitoi": chiitoi_with(0),
    "chiitoi_1quad": chiitoi_with(1),
    "chiitoi_2quads": chiitoi_with(2),
    "chiitoi_3quads": chiitoi_with(3),
    "toitoi": toitoi,
    "sanankou": sanankou,
    "sankantsu": sankantsu,
    "sanshoku_doukou": sanshoku_doukou,
    "honroutou": honroutou,
    "shousangen": shousangen,
    "chanta": chanta,
    "junchan": junchan,
    "ittsu": ittsu,
    "ryanpeikou": ryanpeikou,
    "honitsu": honitsu,
    "chinitsu": chinitsu,
}

YAKUMAN: dict[str, Callable[[View], int]] = {
    "kokushi": orphans("kokushi"),
    "kokushi_13": orphans_13("kokushi"),
    "nanashi": orphans("nanashi"),
    "nanashi_13": orphans_13("nanashi"),
    "suuankou": suuankou,
    "suuankou_tanki": suuankou_tanki,
    "daisangen": daisangen,
    "shousuushii": shousuushii,
    "daisuushii": daisuushii,
    "tsuuiisou": tsuuiisou,
    "chinroutou": chinroutou,
    "ryuuiisou": ryuuiisou,
    "chuuren": chuuren,
    "junsei_chuuren": junsei_chuuren,
    "suukantsu": suukantsu,
    "tenhou": tenhou,
    "chiihou": chiihou,
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


def dora(view: View) -> int:
    return pointed_at(view.facts, view.facts.indicators("dora_indicators"))


def ura(view: View) -> int:
    return ura_of(view.facts)


def red(view: View) -> int:
    return sum(tile[0] == "0" for tile in view.facts.all_tiles)


def gold(view: View) -> int:
    return int(view.options["gold_dora"]) * sum(tile.endswith("g") for tile in view.facts.all_tiles)


def nuki(view: View) -> int:
    return view.facts.aside


DORA: dict[str, Callable[[View], int]] = {
    "dora": dora,
    "ura": ura,
    "red": red,
    "gold": gold,
    "nuki": nuki,
}
