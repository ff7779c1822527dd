"""Yaku and dora of the house rules: Atama, Shouhai Mighty and Toriuchi."""

from collections import Counter

from tests.games.riichi.reference.deck import copies
from tests.games.riichi.reference.facts import Facts, View
from tests.games.riichi.reference.notation import HONORS, WINDS
from tests.games.riichi.reference.yaku import Rule, by_ron, has_honor, one_suit, suits

SEVENS = ("7p", "7s")
CALLS = ("pon", "daiminkan", "kakan")


# -- Shouhai Mighty, section 4.2 -------------------------------------------------------------------


def sanpukou(view: View) -> int:
    three = sum(view.triplet_of(wind) for wind in WINDS) == 3
    small = view.form == "standard" and view.pair in WINDS
    return 2 if view.options.get("local_sanpukou") and three and not small else 0


def longest_chain(view: View) -> int:
    """The most triplets of consecutive numbers in one suit."""
    starts = ((rank, suit) for suit in "ps" for rank in range(1, 10))
    chains = [[view.triplet_of(f"{rank + i}{suit}") for i in range(4)] for rank, suit in starts]
    return max((chain + [False]).index(False) for chain in chains)


def chained(view: View, n: int) -> bool:
    return bool(view.options.get("local_renkou")) and longest_chain(view) == n


def mu(view: View) -> int:
    if not view.options.get("local_mu"):
        return 0
    counted = (*CALLS, "ankan") if view.options.get("mu_counts_ankan") else CALLS
    return int(sum(name in counted for name, _ in view.facts.melds) == 4)


def manzu_honitsu(view: View) -> int:
    flush = suits(view) == {"m"} and has_honor(view)
    return bool(view.options.get("local_manzu_honitsu")) and flush


def closed_honitsu_chiitoi(view: View) -> int:
    mixed = len(suits(view)) == 1 and has_honor(view)
    return view.form == "pairs" and view.facts.closed and mixed


def yonchoro(view: View) -> int:
    counted = view.options.get("local_yonchoro")
    return sum(n == 4 for n in Counter(view.facts.kinds).values()) if counted else 0


def otafuku(facts: Facts) -> int:
    """Dora and chips for the kinds of wait beyond the free ones; none in furiten."""
    furiten = facts.flag("furiten_open") or facts.flag("furiten")
    if not facts.options.get("local_otafuku") or furiten:
        return 0
    return max(0, len(facts.waits) - int(facts.options["otafuku_free_waits"]))


# what a hand is at least worth (Shouhai Mighty section 4.2); as han of its own with
# limit_yaku_mode = additive
LIMITS: dict[str, tuple[Rule, int, str]] = {
    "renhou": (by_ron("renhou"), 8, "renhou_limit"),
    "closed_honitsu_chiitoi": (closed_honitsu_chiitoi, 6, "closed_honitsu_chiitoi"),
}


def limit_yaku(view: View) -> dict[str, int]:
    """The limit yaku of the view with their han."""
    options = view.options
    if not options.get("almighty"):
        return {}
    return {
        name: han
        for name, (test, han, switch) in LIMITS.items()
        if options.get(switch, "on") != "none" and test(view)
    }


# -- Atama, section 4.4 of the Super Bingo rules ---------------------------------------------------


def seven_pairs(view: View) -> bool:
    return bool(view.options.get("atama")) and view.form == "pairs"


def is_orochi(view: View) -> bool:
    """Honours and sevens only; such a hand may use more sevens than others."""
    allowed = set(view.facts.kinds) <= {*HONORS, *SEVENS}
    needed = not view.options.get("orochi_needs_seven")
    return seven_pairs(view) and allowed and (needed or any(k in SEVENS for k in view.facts.kinds))


def susanowo(view: View) -> int:
    without = not any(kind in SEVENS for kind in view.facts.kinds)
    return seven_pairs(view) and without and not view.facts.melds


def daisharin(view: View) -> int:
    played = view.options.get("local_daisharin") or view.options.get("atama")
    return bool(played) and view.form == "pairs" and one_suit(view)


# -- Toriuchi, section 4 ---------------------------------------------------------------------------


def birds(facts: Facts) -> int:
    return facts.kinds.count(facts.options["bird_tile"])


def all_birds(view: View) -> int:
    bird = view.options.get("bird_tile")
    if not bird or not view.options.get("yakuman_all_birds"):
        return 0
    return int(birds(view.facts) == copies(view.options)[bird])


LOCAL_YAKU: dict[str, Rule] = {
    "sanpukou": sanpukou,
    "sanrenkou": lambda v: 2 * chained(v, 3),
}

LOCAL_YAKUMAN: dict[str, Rule] = {
    "suurenkou": lambda v: chained(v, 4),
    "mu": mu,
    "manzu_honitsu": manzu_honitsu,
    "daisharin": daisharin,
    "hadaka": lambda v: seven_pairs(v) and len(v.facts.called_pairs) == 6,
    "orochi": is_orochi,
    "susanowo": susanowo,
    "all_eight_1s": all_birds,
}


def rainbows(facts: Facts) -> int:
    return sum(tile.endswith("w") for tile in facts.all_tiles)


LOCAL_DORA: dict[str, Rule] = {
    "rainbow": lambda view: rainbows(view.facts),
    "yonchoro": yonchoro,
    "otafuku": lambda view: otafuku(view.facts),
}
