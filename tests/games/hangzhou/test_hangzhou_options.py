"""Hangzhou: every option of the text changes what may be done or is paid, in a small scene."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.options import OPTIONS
from shugi.envs import load_position
from shugi.envs.rulesets.rules import load_rules
from tests.games.hangzhou.golden import own_turn_of_seat_2
from tests.games.hangzhou.table import Table

Scene = Callable[[Rules], Any]
EYE = "123456789m111p4s"
LEVEL_3 = {"honba": 2}


def hangzhou(**options: Any) -> Rules:
    return load_rules("hangzhou", **options)


# ---- scenes: each returns what the options decide


def kan_after_pon(rules: Rules) -> bool:
    table = Table(rules, {1: "55p1111m"}, "5p")
    table.do(0, "5p")
    table.do(1, "pon")
    return "kan_closed" in table.legal


def floating(rules: Rules, hand: str, draws: str) -> Table:
    """Seat 2 deals and floats at once, with a fourteenth tile 4s."""
    table = Table(rules, {2: hand}, f"4s{draws}", dealer=2)
    table.do(2, "4s")
    return table


def kan_while_floating(rules: Rules) -> set[str]:
    table = floating(rules, EYE, "1p")
    table.do(3, "1p")
    return table.asked(2)


def win_after_that_kan(rules: Rules) -> list[int]:
    table = floating(rules, EYE, "1p9p")
    table.do(3, "1p")
    table.do(2, "kan_open", "win")
    return table.points


def pon_after_a_wildcard(rules: Rules) -> set[str]:
    """Seat 0 throws a wildcard out of a hand that is no wild eye."""
    table = Table(rules, {0: "4s19m19p19s", 2: "44z"}, "7z4z")
    table.do(0, "4s")
    table.do(1, "4z")
    return table.asked(2)


def claim_of_a_wild_eye(rules: Rules) -> bool:
    table = Table(rules, {2: EYE}, "1p", **LEVEL_3)
    table.do(0, "1p")
    return "win" in table.asked(2)


def thrown_to_the_end(rules: Rules, hands: dict[int, str], last: str = "") -> Table:
    table = Table(rules, hands, last=last)
    for turn in range(64):
        seat = turn % 4
        if turn == 63:
            table.let_pass()
            table.batch.step_one(0, table.state["drawn"])
        else:
            table.throw(seat)
    return table


def stays_after_a_draw(rules: Rules) -> tuple[str, int]:
    table = thrown_to_the_end(rules, {})
    table.let_pass()
    return table.state["last"]["how"], table.state["honba"]


def claims_on_the_last_tile(rules: Rules) -> set[str]:
    return thrown_to_the_end(rules, {0: "44z"}, last="4z").asked(0)


def white_draws(rules: Rules) -> bool:
    """A white as wildcard completes the hand; as a 4s it does not."""
    indicator = None if rules.options["permanent_fortune"] else "4s"
    return "win" in Table(rules, {0: "123456789m11p23p"}, "5z", indicator).legal


def claimed_win(rules: Rules) -> bool:
    table = Table(rules, {2: "123456789m23p11z"}, "1p", **LEVEL_3)
    table.do(0, "1p")
    return "win" in table.asked(2)


ROBBED = {0: "55p7z", 1: "234567m46p111s11z", 3: "5p"}
ROBBING = "3z4z7z6z7z6z4z5p"


def robbing(rules: Rules, hands_before: int) -> Table:
    """The banker has a pon of 5p from seat 3 and fills it; seat 1 waits for 5p."""
    table = Table(rules, ROBBED, ROBBING, honba=hands_before, scores=[1000] * 4)
    table.throw(0, 1, 2)
    table.do(3, "5p")
    table.do(0, "pon", "7z")
    table.throw(1, 2, 3)
    table.do(0, "kan_added", "5p")
    return table


def robbed_at_level_2(rules: Rules) -> set[str]:
    return robbing(rules, 1).asked(1)


def claimed_seven_pairs(rules: Rules) -> list[int]:
    table = Table(rules, {2: "113355m77p99s11z2z"}, "2z", **LEVEL_3)
    table.do(0, "2z")
    table.do(2, "win")
    return table.points


def pairs_or_sets(rules: Rules) -> list[int]:
    """The banker draws 1m: seven pairs with the fortune, or four sets beside it."""
    table = Table(rules, {0: "112233p122334m4s"}, "1m")
    table.do(0, "win")
    return table.points


FLOATING_AND_FED = """
    rules hangzhou floater_may_claim=true
    round E1 dealer=2
    turn claim 2 discard=1p from=3
    table float_round=2
    dora 4s
    seat0 hand=1356m1356s236z28m
    seat1 hand=1356m1356s236z28m river=9s'7s'9m'
    seat2 hand=111p1w river=1w floats=1 melds=pon(9s9s'9s)<1pon(7s7s'7s)<1pon(9m9m'9m)<1
    seat3 hand=1356m1356s236z28m river=1p
"""


def fed_by_two(rules: Rules) -> list[int]:
    """The banker floats beside three sets of seat 1, and goes on with a kan of seat 3's tile."""
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    batch.set_state(0, load_position(FLOATING_AND_FED).state(0))
    batch.step_one(0, action_id("kan_open"))
    batch.step_one(0, action_id("win"))
    return batch.state(0)["last"]["points"]


FED = "23m56m89m46p99s1z2z3z"  # three chis, then 5p wins
TURNS = "6z7z4z" * 4


def fed_three(rules: Rules, draws: str, **start: Any) -> Table:
    """The banker has a pon of 5p, and seat 1 three chis from him."""
    hands = {0: "147m55p", 1: FED, 3: "5p"}
    table = Table(rules, hands, f"{TURNS}{draws}", scores=[1000] * 4, **start)
    table.throw(0, 1, 2)
    table.do(3, "5p")
    table.do(0, "pon", "1m")
    for gone, tile in (("1z", "4m"), ("2z", "7m")):
        table.do(1, "chi_low", gone)
        table.throw(2, 3)
        table.do(0, tile)
    table.do(1, "chi_low", "3z")
    table.throw(2, 3)
    return table


def liable_own_win(rules: Rules) -> list[int]:
    table = fed_three(rules, "1z5p")
    table.throw(0)
    table.do(1, "win")
    return table.points


def liable_claimed_win(rules: Rules) -> list[int]:
    table = fed_three(rules, "5p", **LEVEL_3)
    table.do(0, "5p")
    table.do(1, "win")
    return table.points


def liable_robbery(rules: Rules) -> list[int]:
    table = fed_three(rules, "5p", **LEVEL_3)
    table.do(0, "kan_added", "5p")
    table.do(1, "win")
    return table.points


def third_set(rules: Rules, last: str, dealer: int, hands_before: int = 0) -> set[str]:
    """What seat 1 may do with the third tile of seat 0, having two chis from it."""
    hands = {0: "147m", 1: f"23m56m{last}99s1z2z3z"}
    table = Table(rules, hands, TURNS, dealer=dealer, honba=hands_before)
    table.throw(*range(dealer, 4) if dealer else ())
    for tile, gone in (("1m", "1z"), ("4m", "2z")):
        table.do(0, tile)
        table.do(1, "chi_low", gone)
        table.throw(2, 3)
    table.do(0, "7m")
    return table.asked(1) - {"pass"}


def third_chi(rules: Rules) -> bool:
    return third_set(rules, "89m", dealer=2) != set()


def third_chi_of_the_banker(rules: Rules) -> bool:
    return third_set(rules, "89m", dealer=0) != set()


def third_set_a_pon(rules: Rules) -> bool:
    return third_set(rules, "77m", dealer=2) != set()


def third_chi_by_level(rules: Rules) -> list[bool]:
    return [third_set(rules, "89m", dealer=2, hands_before=n) != set() for n in range(3)]


def pon_passed(rules: Rules) -> bool:
    table = Table(rules, {2: "44z"}, "4z4z")
    table.do(0, "4z")
    assert "pon" in table.asked(2)
    table.do(2, "pass")
    table.do(1, "4z")
    return "pon" in table.asked(2)


def win_passed(rules: Rules) -> bool:
    """The banker passes on a tile of seat 3 that seat 0 throws too."""
    hand = "123456789m23p11z"
    table = Table(rules, {2: hand}, "7z1p1p", dealer=2, **LEVEL_3)
    table.throw(2)
    table.do(3, "1p")
    assert "win" in table.asked(2)
    table.do(2, "pass")
    table.do(0, "1p")
    return "win" in table.asked(2)


def wrong_win(rules: Rules) -> bool:
    """The banker waits for 1p and 4p; seat 3 throws 9s."""
    table = Table(rules, {2: "123456789m23p11z"}, "7z9s", dealer=2, **LEVEL_3)
    table.throw(2)
    table.do(3, "9s")
    return "win" in table.asked(2)


def honours_thrown(rules: Rules, tiles: str, *, claimed: bool = False) -> Table:
    """Seat 0 throws these honours, one a turn; with ``claimed`` seat 2 takes the first."""
    table = Table(rules, {0: "111222333444z5z" if "5" in tiles else "111222333444z7z", 2: "77z9m"})
    for i, digit in enumerate(tiles):
        table.do(0, f"{digit}z")
        if claimed and i == 0:
            table.do(2, "pon", "9m")
            table.throw(3)
        else:
            table.throw(1, 2, 3)
    return table


def honours_won(rules: Rules, tiles: str) -> list[int] | None:
    table = honours_thrown(rules, tiles)
    if "ten_honours" not in table.legal:
        return None
    table.do(0, "ten_honours")
    return table.points


def ten_honours(rules: Rules) -> list[list[int] | None]:
    return [honours_won(rules, "1112223334447"[:n]) for n in (9, 10, 11)]


def claimed_honour(rules: Rules) -> bool:
    table = honours_thrown(rules, "7111222333", claimed=True)
    return "ten_honours" in table.legal


def white_among_honours(rules: Rules) -> bool:
    return "ten_honours" in honours_thrown(rules, "5111222333").legal


def lifted_deals(rules: Rules) -> float:
    """Share of first hands at level 3."""
    batch = Batch(rules, 1200, seed=5)
    return float(np.mean([batch.state(i)["honba"] == 2 for i in range(batch.n)]))


def paid_at_the_second_hand(rules: Rules) -> list[int]:
    table = Table(rules, {0: EYE}, "9p", honba=1)
    table.do(0, "win")
    return table.points


def fill_in_a_float_round(rules: Rules) -> bool:
    return "kan_added" in own_turn_of_seat_2(rules, "4s").verbs


def paid_at_level_3(rules: Rules) -> list[int]:
    table = Table(rules, {0: EYE}, "9p", **LEVEL_3)
    table.do(0, "win")
    return table.points


def hands_of_a_game(rules: Rules) -> int:
    batch, actions, hands = Batch(rules, 1, auto_reset=False), np.zeros(1, np.uint8), 0
    while batch.seat[0] >= 0:
        batch.sample(actions, hands)
        batch.step(actions)
        hands += int(batch.hand_done[0])
    return hands


def first_bankers(rules: Rules) -> set[int]:
    batch = Batch(rules, 40, seed=1)
    return {batch.state(i)["dealer"] for i in range(batch.n)}


SECOND_HALF = {"floater_may_claim": True, "float_second_half_liability": True}

ALWAYS_TWO = {"liability_restriction": "max_two_always"}
LADDER = {"ten_honours": "ladder"}
PON = {"pass", "pon"}
CHEAP, DEAR = [12, -4, -4, -4], [24, -8, -8, -8]
USUAL: Any = ...  # the option is not set


def restricted(*allowed: bool) -> dict[Any, bool]:
    """Whether a third set is allowed, by the value of liability_restriction."""
    nonbanker = ("nonbanker_third_forbidden", "nonbanker_three_chows_forbidden")
    return dict(zip((USUAL, *nonbanker, "max_two_always"), allowed, strict=True))


# option, scene, what the scene makes of each value of the option, and what else is set
EFFECTS: list[tuple[str, Scene, dict[Any, Any], dict[str, Any]]] = [
    ("kong_after_claim", kan_after_pon, {USUAL: False, True: True}, {}),
    ("floater_may_claim", kan_while_floating, {USUAL: set(), True: {"kan_open", "pass"}}, {}),
    (
        "float_second_half_liability",
        win_after_that_kan,
        {USUAL: [-16, -16, 48, -16], True: [-8, -8, 48, -32]},
        {"floater_may_claim": True},
    ),
    (
        "float_liability_split",
        fed_by_two,
        {USUAL: [0, -48, 48, 0], True: [0, -24, 48, -24]},
        SECOND_HALF,
    ),
    (
        "float_liability_split",
        fed_by_two,
        {USUAL: [-8, -8, 48, -32]},
        SECOND_HALF | {"liability": False},
    ),
    ("wild_eye_across_readings", pairs_or_sets, {USUAL: CHEAP, True: DEAR}, {}),
    ("float_round_trigger", pon_after_a_wildcard, {USUAL: set(), "true_float": PON}, {}),
    ("wild_eye_claim_rule", claim_of_a_wild_eye, {USUAL: False, "reading": True}, {}),
    ("draw_increments_stay", stays_after_a_draw, {USUAL: ("draw", 1), False: ("draw", 0)}, {}),
    ("last_discard_claims", claims_on_the_last_tile, {USUAL: set(), "any": PON}, {}),
    ("permanent_fortune", white_draws, {USUAL: False, True: True}, {}),
    ("wall_only", claimed_win, {USUAL: True, True: False}, {}),
    ("rob_min_level", robbed_at_level_2, {USUAL: set(), 2: {"pass", "win"}}, {}),
    (
        "clean_seven_pairs_on_claim",
        claimed_seven_pairs,
        {USUAL: [-32, 0, 32, 0], False: [-16, 0, 16, 0]},
        {},
    ),
    ("liability", liable_own_win, {USUAL: [-4, 4, 0, 0], False: [-2, 4, -1, -1]}, {}),
    ("liability_on_claim", liable_claimed_win, {USUAL: [-8, 8, 0, 0], True: [-16, 16, 0, 0]}, {}),
    ("liability_on_rob", liable_robbery, {USUAL: [-20, 20, 0, 0], True: [-40, 40, 0, 0]}, {}),
    ("liability_restriction", third_chi, restricted(True, False, False, False), {}),
    ("liability_restriction", third_chi_of_the_banker, restricted(True, True, True, False), {}),
    ("liability_restriction", third_set_a_pon, restricted(True, False, True, False), {}),
    (
        "liability_restriction_when",
        third_chi_by_level,
        {"always": [False] * 3, "level2up": [True, False, False], "level3": [True, True, False]},
        ALWAYS_TWO,
    ),
    ("missed_pung_rule", pon_passed, {USUAL: True, True: False}, {}),
    ("false_wins", wrong_win, {USUAL: False, "allowed": True}, {}),
    ("missed_win_rule", win_passed, {USUAL: True, True: False}, {}),
    (
        "ten_honours",
        ten_honours,
        {
            USUAL: [None, None, None],
            "ladder": [None, [6, -2, -2, -2], CHEAP],
            "wild_eye": [None, CHEAP, CHEAP],
        },
        {},
    ),
    ("ten_honours_claim", claimed_honour, {USUAL: True, "breaks": False}, LADDER),
    ("white_is_honour_by", white_among_honours, {USUAL: False, "face": True}, LADDER),
    (
        "instant_third_stay",
        lifted_deals,
        {
            USUAL: pytest.approx(0),
            "doubles": pytest.approx(6 / 36, abs=0.04),
            "high": pytest.approx(6 / 36, abs=0.04),
            "both": pytest.approx(10 / 36, abs=0.045),
        },
        {},
    ),
    (
        "instant_third_min",
        lifted_deals,
        {7: pytest.approx(21 / 36, abs=0.05), 12: pytest.approx(1 / 36, abs=0.02)},
        {"instant_third_stay": "high"},
    ),
    ("level_counts", paid_at_the_second_hand, {USUAL: DEAR, "completed_stays": CHEAP}, {}),
    ("float_round_bars_fill_kong", fill_in_a_float_round, {USUAL: False, False: True}, {}),
    (
        "start_chips",
        paid_at_level_3,
        {USUAL: [48, -16, -16, -16], 10: [30, -10, -10, -10], None: [48, -16, -16, -16]},
        {},
    ),
    ("match_hands", hands_of_a_game, {USUAL: 16, 1: 1}, {}),
    ("first_banker", first_bankers, {USUAL: {0, 1, 2, 3}, "seat0": {0}}, {}),
]
SEEN_ONLY = {"game", "closed_kong_hidden"}  # the latter decides what is observed, not what is done


def cases() -> Iterator[Any]:
    nth: Counter[str] = Counter()
    for name, scene, values, others in EFFECTS:
        for value, expected in values.items():
            options = others if value is USUAL else {**others, name: value}
            label = f"{name}-{scene.__name__}"
            yield pytest.param(scene, options, expected, id=f"{label}-{nth[label]}")
            nth[label] += 1


@pytest.mark.parametrize(("scene", "options", "expected"), cases())
def test_the_option_decides(scene: Scene, options: dict[str, Any], expected: object) -> None:
    assert scene(hangzhou(**options)) == expected


def test_every_option_has_a_scene() -> None:
    read = {name for name, option in OPTIONS.items() if "hangzhou" in option.games}
    assert read == {name for name, *_ in EFFECTS} | SEEN_ONLY
