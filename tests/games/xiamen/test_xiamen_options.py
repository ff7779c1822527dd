"""Xiamen and Quanzhou: every option of the text changes what may be done or is paid."""

from collections.abc import Callable
from typing import Any

import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.options import OPTIONS
from shugi._fast.tables.option_types import Choice, OneOf
from shugi.envs.rulesets.rules import load_rules
from tests.games.xiamen.table import FLOWERS, Table
from tests.games.xiamen.test_xiamen import won
from tests.games.xiamen.test_xiamen_rules import FLOAT, PLAIN, READY, gold_thrown, seat_1_drew

Changes = dict[str, Any]
Scene = Callable[[Changes], Any]
FLOATED = {"hand": FLOAT + "8p", "win_tile": "7z"}


def worth(**case: Any) -> Scene:
    """The value of a won hand."""
    return lambda changes: won(options=changes, **case)


def plain(changes: Changes) -> Changes:
    return PLAIN | changes


# ---- scenes: each returns what the options decide


def opening(changes: Changes) -> list[tuple[int, set[str]]]:
    """Who is asked what after the deal."""
    table = Table({1: READY, 2: "888p"}, **changes)
    asked = []
    while table.state["phase"] == "offer":
        asked.append((table.actor, table.legal))
        table.act("pass")
    return asked


def earthly(changes: Changes) -> list[int]:
    table = Table({0: "8s", 2: READY}, "9m", **plain(changes)).until(0).act("8s", "win")
    return table.points


def eight_flowers(changes: Changes) -> str:
    return str(Table({0: FLOWERS}, **changes).state["phase"])


def claim_with_a_gold(changes: Changes) -> bool:
    hands = {0: "5s", 1: "123m456m789m24s8p67s11z"}
    return "win" in Table(hands, "9m", **plain(changes)).until(0).act("5s").legal


def win_in_a_float_round(changes: Changes) -> str:
    hands = {1: "8p47m259p369s1234z667z", 2: "8s", 3: READY.replace("44z", "11p")}
    table = seat_1_drew(hands, "3p", **changes).act("1w").until(2).act("8s")
    return str(table.state["phase"])


def second_5p(changes: Changes) -> bool:
    """Seat 2 has passed one 5p that it could pung."""
    hands = {0: "5p", 1: "5p", 2: "55p"}
    table = Table(hands, "9m", **plain(changes)).until(0).act("5p", "pass").until(1).act("5p")
    return table.actor == 2 and "pon" in table.legal


def three_golds(changes: Changes) -> bool:
    """Two sets and the pair need golds: complete, but not by a float."""
    return "win" in seat_1_drew({1: "123m456m78m23s78s44z88p"}, "8p", **changes).legal


def false_float(changes: Changes) -> bool:
    table = seat_1_drew({1: READY[:-2] + "z8p"}, "4z1p2p3p8s", **changes)
    return "win" in table.act("1w").until(1).legal


def honours(changes: Changes) -> set[str]:
    hands = {0: "2z", 1: "2z8p", 2: "22z"}
    table = Table(hands, "9m", rob_gold=False, **changes).until(0).act("2z")
    return table.until(2, "claim").act("pon").until(1).legal


def knocks(changes: Changes) -> list[tuple[str, int]]:
    table = Table({1: "888p19m147p258s67z"}, rob_gold=False, **changes).act("pass")
    seen = []
    while not table.over:
        if "knock" in table.legal:
            seen.append((str(table.state["phase"]), table.live))
        table.dull()
    return seen


def robbed(changes: Changes) -> list[int]:
    """The robbed East makes a pung with two golds."""
    hands = {0: "11z", 1: "1z", 2: "123m456m789m234p44s8p8p"}
    table = Table(hands, "9m1p1p2p3p1z", gold_float_claim_rule="reading", **plain(changes))
    table.until(0).act("9m").until(1).act("1z")
    while table.state["phase"] == "claim":
        table.act("pon" if "pon" in table.legal else "pass")
    table.dull()
    return table.until(0).act("kan_added", "1z", "win").points


def kan_after_pon(changes: Changes) -> bool:
    return "kan_closed" in Table({0: "5s", 1: "55s1111p"}, "9m", **changes).act("5s", "pon").legal


def next_deal(changes: Changes) -> tuple[int, int]:
    table = Table({0: "8s", 3: READY}, "9m", **plain(changes)).until(0).act("8s", "win")
    return table.state["dealer"], table.state["honba"]


def drawn(changes: Changes) -> int:
    return int(Table({}, **changes).to_end().state["honba"])


def claim_of_the_floater(changes: Changes) -> str:
    table = seat_1_drew({1: "123m456m789m234s67s88p"}, "5s", **changes)
    return str(table.act("1w").until(0).act("1m").state["phase"])


def claim_in_gold_float_state(changes: Changes) -> str:
    table = Table({0: "5s", 3: FLOAT + "8p"}, "9m", **plain(changes)).until(0).act("5s")
    return str(table.state["phase"])


def last_discard(changes: Changes) -> bool:
    table = Table({3: "9p", 0: "99p"}, **plain(changes)).drain(0).act("9p")
    return table.over


def first_dealers(changes: Changes) -> list[int]:
    batch = Batch(load_rules("xiamen", **changes), 12, seed=1)
    return [batch.state(i)["dealer"] for i in range(12)]


def call_in_a_float_round(changes: Changes) -> str:
    return str(gold_thrown(**changes).act("6p").state["phase"])


GOLD_PUNG = {"hand": "123m456m789m234s33s8p4z", "win_tile": "4z"}
PON_OF_SOUTH = {"hand": "123m456m789m67s44z", "melds": [["pon", "222z"]]}
ADDED_KAN = {"hand": "123m456m789m67s44z", "melds": [["kakan", "2222z"]]}
DEALT = {"award": "heavenly", "winner": 0}
KNOCK = {"award": "knock", "hand": "111m47m25p36s1234z888p", "win_tile": None}
STAYED = {"stays": 2, "stay_multipliers": [4, 4]}

FLIPS: list[tuple[str, Any, Scene]] = [
    ("multipliers", "quanzhou", worth(**FLOATED)),
    ("banker_base_growth", "plus1", worth(**STAYED)),
    ("banker_base_growth", "plus_multiplier", worth(**STAYED)),
    ("added_kong_as_closed_pung", True, worth(**ADDED_KAN)),
    ("open_pung_as_closed", True, worth(**PON_OF_SOUTH)),
    ("flower_set_bonus", False, worth(flowers="1234e")),
    ("rob_gold", False, opening),
    ("heavenly_bonus", False, worth(**DEALT)),
    ("earthly_bonus", False, earthly),
    ("eight_flowers_win", True, eight_flowers),
    ("base_scale", 5, worth()),
    ("base_scale", 8, worth()),
    ("no_claim_win_with_gold", "discards", claim_with_a_gold),
    ("no_claim_win_with_gold", "wall_only", claim_with_a_gold),
    ("float_round_claim_win", True, win_in_a_float_round),
    ("missed_win_or_pung_rule", True, second_5p),
    ("required_float", True, three_golds),
    ("false_float_forfeits", True, false_float),
    ("follow_honours", False, honours),
    ("honour_rule_counts_claimed", False, honours),
    ("honour_rule_exempts_gold", False, honours),
    ("opening_order", "rob_first", opening),
    ("knock_time", "own_last_turn", knocks),
    ("knock_counts_triplets", False, worth(**KNOCK)),
    ("robbed_tile_is_open", True, robbed),
    ("gold_sets_water", "natural_only", worth(**GOLD_PUNG)),
    ("indicator_in_dead_wall", False, lambda changes: Table({}, **changes).live),
    ("kong_after_claim", True, kan_after_pon),
    ("next_banker", "winner", next_deal),
    ("floater_may_claim", True, claim_of_the_floater),
    ("float_round_trigger", "true_float", call_in_a_float_round),
    ("wild_eye_claim_rule", "reading", claim_in_gold_float_state),
    ("draw_increments_stay", False, drawn),
    ("last_discard_claims", "any", last_discard),
    ("first_banker", "seat0", first_dealers),
    ("match_hands", 1, lambda changes: Table({}, **changes).to_end().state["phase"]),
]
# what some scenes tell of the usual value, and of the other one
TOLD: dict[str, tuple[Any, Any]] = {
    "indicator_in_dead_wall": (63, 62),
    "kong_after_claim": (False, True),
    "honour_rule_exempts_gold": ({"2z", "1w"}, {"2z"}),
    "float_round_trigger": ("own", "claim"),
    "float_round_claim_win": ("own", "claim"),
    "floater_may_claim": ("own", "claim"),
    "false_float_forfeits": (True, False),
    "required_float": (True, False),
    "no_claim_win_with_gold": (True, False),
    "robbed_tile_is_open": ([-12, -10, 32, -10], [-10, -8, 26, -8]),  # two water closed, one open
    "missed_win_or_pung_rule": (True, False),
    "last_discard_claims": (True, False),
    "knock_time": ([("offer", 0)], [("own", 2)]),
    "draw_increments_stay": (1, 0),
    "match_hands": ("own", "over"),
}
# what others see of a closed kong: the tests of observation and redeal
HIDDEN = {"closed_kong_hidden"}


@pytest.mark.parametrize(("name", "value", "scene"), FLIPS, ids=[f"{f[0]}-{f[1]}" for f in FLIPS])
def test_a_flip_changes_the_scene(name: str, value: Any, scene: Scene) -> None:
    default = load_rules("xiamen").options[name]
    assert value != default
    told = scene({name: default}), scene({name: value})
    assert told[0] != told[1] and told == TOLD.get(name, told)


def test_the_two_ways_of_growing_by_one_differ() -> None:
    bases = {
        growth: worth(**STAYED)({"banker_base_growth": growth})["base"]
        for growth in ("double", "plus1", "plus_multiplier")
    }
    assert bases == {"double": 8, "plus1": 4, "plus_multiplier": 10}


def test_every_option_of_the_game_is_flipped() -> None:
    own = {name for name, option in OPTIONS.items() if "xiamen" in option.games}
    riichi = {name for name, option in OPTIONS.items() if "riichi" in option.games}
    assert own - riichi - HIDDEN <= {name for name, *_ in FLIPS}


def test_every_value_is_on_one_side_of_a_flip() -> None:
    rules = load_rules("xiamen").options
    tried = {(name, str(value)) for name, value, _ in FLIPS} | {
        (name, str(rules[name])) for name, *_ in FLIPS
    }
    for name in {name for name, *_ in FLIPS}:
        values = OPTIONS[name].type.values if isinstance(OPTIONS[name].type, Choice | OneOf) else ()
        assert {(name, str(value)) for value in values} <= tried
