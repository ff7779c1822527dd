"""What a ready hand may do: riichi, and wins that need more than a yaku on the tile won on.

Far Flying Fish section 3, Super Bingo section 4.4 (Atama), Toriuchi section 3 (nashi-nashi).
"""

from collections.abc import Callable
from typing import Any

from tests.games.riichi.reference.facts import KANS, Facts, View
from tests.games.riichi.reference.notation import DRAGONS, WINDS, kind
from tests.games.riichi.reference.options import rule_names
from tests.games.riichi.reference.ready import all_views, bare_win, wait_kinds
from tests.games.riichi.reference.scoring import all_worths, entries, plain_yaku
from tests.games.riichi.reference.worth import Worth
from tests.games.riichi.reference.yaku import YAKUMAN
from tests.games.riichi.reference.yaku_local import CALLS, LOCAL_YAKUMAN

Options = dict[str, Any]
Case = dict[str, Any]
LUCK = ("ippatsu", "haitei", "houtei", "rinshan", "chankan")


# -- ready hands --------------------------------------------------------------------------------


def ready_hand(options: Options, case: Case) -> dict[str, Any]:
    """The answer to a case of kind "waits"."""
    options = rule_names(options)
    waits = wait_kinds(options, case)
    answer: dict[str, Any] = {"waits": waits, "tenpai": bool(waits)}
    answer["yaku_on"] = [one for one in waits if ron_worths(options, case, one)]
    answer["yakuman_on"] = [
        one for one in waits if any(w.yakuman for w in ron_worths(options, case, one))
    ]
    answer["tenpai_without_open_riichi"] = bool(waits) and (
        not options.get("atama") or guaranteed(options, case, waits)
    )
    closed = riichi_legal(options, case, waits, "closed")
    return answer | {
        "riichi_legal": closed,
        "closed_riichi_legal": closed,
        "open_riichi_legal": riichi_legal(options, case, waits, "open"),
    }


def ron_worths(options: Options, case: Case, one: str) -> list[Worth]:
    """What a ron is worth that rests on the tiles alone: neither riichi nor luck nor dora."""
    facts = Facts(bare_win(case, one), options)
    return all_worths(facts)


def riichi_legal(options: Options, case: Case, waits: list[str], how: str) -> bool:
    """Whether this riichi may be declared, points and draws left being enough."""
    closed = Facts(bare_win(case, "1z"), options).closed
    if not waits or (how == "open" and not options["open_riichi"]):
        return False
    if not closed and not options.get("open_hand_riichi"):
        return False
    if how == "closed" and options.get("atama"):
        return guaranteed(options, case, waits)
    asked = options.get("confirmed_yaku_for_closed_riichi") == "all_waits"
    if how == "closed" and not closed and asked:
        return all(ron_worths(options, case, one) for one in waits)
    return True


def guaranteed(options: Options, case: Case, waits: list[str]) -> bool:
    """Atama: a real yakuman by ron on every wait (or on one, where only the tile won on counts)."""
    sure = [any(worth.yakuman for worth in ron_worths(options, case, one)) for one in waits]
    return all(sure) if options["atama_yakuman_guarantee"] == "all_waits" else any(sure)


def may_win(options: Options, case: Case) -> bool:
    """Whether a hand with a yaku may be won as the case of kind "win" says."""
    options = rule_names(options | case.get("options", {}))
    if case["win_by"] == "bingo":
        return True
    if options.get("atama"):
        return atama_win(options, case)
    if not options.get("atozuke", True) or options.get("first_call_must_serve"):
        return nashi_win(options, case, kind(case["win_tile"]))
    return True


def atama_win(options: Options, case: Case) -> bool:
    """A first-turn yakuman, an open riichi, or a yakuman that was certain before the win."""
    flags = case.get("flags", {})
    if flags.get("tenhou") or flags.get("chiihou") or case["riichi"] == "open":
        return True
    if options["atama_yakuman_guarantee"] == "won_tile":
        return any(worth.yakuman for worth in all_worths(Facts(case, options)))
    return guaranteed(options, case, wait_kinds(options, case))


# -- nashi-nashi --------------------------------------------------------------------------------


def nashi(options: Options, case: Case) -> dict[str, Any]:
    """The answer to a case of kind "nashi": the waits, and on which a ron or a draw may win."""
    options = rule_names(options)
    waits = wait_kinds(options, case)
    winner = WINDS.index(case["seat_wind"])
    seats = {"dealer": 0, "winner": winner, "riichi": "none"}
    answer: dict[str, Any] = {"waits": waits}
    for by, loser in (("ron", (winner + 1) % 3), ("tsumo", None)):
        won = seats | case | {"win_by": by, "loser": loser}
        answer[f"{by}_legal"] = {one: nashi_win(options, won, one) for one in waits}
    return answer


def nashi_win(options: Options, case: Case, won: str) -> bool:
    """Whether the hand may be won on that kind (Toriuchi section 3, conditions 1 and 2)."""
    facts = facts_on(options, case, won)
    judged = [won]
    every = options["atozuke_scope"] == "all_hands" or not facts.closed
    if not options["atozuke"] and every:
        judged = sorted({won, *wait_kinds(options, case)})
    if not all(any(yaku_of(v) for v in views_on(options, case, one)) for one in judged):
        return False
    first = first_call(options, facts)
    if first is None or not options["first_call_must_serve"]:
        return True
    return any(serves(v, name, first) for v in views_on(options, case, won) for name in yaku_of(v))


def facts_on(options: Options, case: Case, one: str) -> Facts:
    flags = case.get("flags", {}) if options["atozuke_luck_counts"] else {}
    return Facts(case | {"win_tile": one, "pocchi_as": None, "flags": flags}, options)


def views_on(options: Options, case: Case, one: str) -> list[View]:
    return all_views(facts_on(options, case, one))


def yaku_of(view: View) -> list[str]:
    """Yaku that a hand may rest on."""
    plain, limits = plain_yaku(view)
    found = [name for name, han in plain if han] + list(limits)
    if not view.options["atozuke_luck_counts"]:
        found = [name for name in found if name not in LUCK]
    return found + [name for name, _ in entries(YAKUMAN | LOCAL_YAKUMAN, view)]


def first_call(options: Options, facts: Facts) -> tuple[str, str] | None:
    """Name and kind of the meld that must serve; none in a closed hand."""
    counted = (*CALLS, "ankan") if options["first_call_counts_ankan"] else CALLS
    melds = [(name, kind(meld[0])) for name, meld in facts.melds if name in counted]
    return None if facts.closed or not melds else melds[0]


def always(view: View, name: str, of: str) -> bool:
    return True


def value_triplet(one: str) -> Callable[[View, str, str], bool]:
    return lambda view, name, of: of == one


def is_dragon(view: View, name: str, of: str) -> bool:
    return of in DRAGONS


def is_wind(view: View, name: str, of: str) -> bool:
    return of in WINDS


def is_kan(view: View, name: str, of: str) -> bool:
    return name in KANS


def is_in_every_suit(view: View, name: str, of: str) -> bool:
    return of[0] in "19" and of[1] != "z" and all(view.triplet_of(of[0] + suit) for suit in "mps")


SERVED = ("toitoi", "honitsu", "chinitsu", "chanta", "junchan", "honroutou", "tanyao")
SERVED_YAKUMAN = ("tsuuiisou", "chinroutou", "ryuuiisou")
SERVICE: dict[str, Callable[[View, str, str], bool]] = {
    **dict.fromkeys((*SERVED, *SERVED_YAKUMAN), always),
    **{f"yakuhai_{one}": value_triplet(one) for one in ("4z", *DRAGONS)},
    "yakuhai_round": lambda v, name, of: of == v.facts.case["round_wind"],
    "yakuhai_seat": lambda v, name, of: of == v.facts.seat_wind,
    "sanshoku_doukou": is_in_every_suit,
    "sankantsu": is_kan,
    "suukantsu": is_kan,
    "shousangen": is_dragon,
    "daisangen": is_dragon,
    "shousuushii": is_wind,
    "daisuushii": is_wind,
    "all_eight_1s": lambda v, name, of: of == v.options["bird_tile"],
}


def serves(view: View, yaku: str, first: tuple[str, str]) -> bool:
    """Whether the first call is used by that yaku."""
    test = SERVICE.get(yaku)
    return test is not None and test(view, *first)
