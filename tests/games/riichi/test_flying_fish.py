"""Flying Fish Sanma, Fierce and Far: hands, chips, places and riichi beside the slow reference."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import code_name, kind_of, parse_tiles
from shugi._fast.games.riichi.score import (
    after_hand,
    chip_factors,
    dice_chips,
    expected_win,
    final_result,
    may_win,
    placement,
    places,
    score_win,
)
from shugi._fast.rules.compile import Rules, RulesError
from shugi._fast.text.position import PositionError
from shugi.envs import load_position
from shugi.envs.rulesets.rules import load_rules
from tests.games.riichi.beside import answer_of, check_hands, disagreement, random_scores
from tests.games.riichi.reference.legal import ready_hand
from tests.games.riichi.reference.notation import kind, tiles
from tests.games.riichi.reference.places import placement_chips, ranked
from tests.games.riichi.reference.random_hands import random_case
from tests.games.riichi.reference.ready import wait_kinds
from tests.games.riichi.reference.scoring import score_win as reference_win
from tests.golden import positions

PRESETS = ("flying_fish", "fierce_flying_fish", "far_flying_fish", "flying_fish+fierce+far")
FAR = load_rules("far_flying_fish")
ONE_SIDED: dict[str, Any] = {"hand": "12345677s66z", "melds": [["pon", "999p"]]}
WAITING = "2367899p888s"  # beside a called 7z: for 1p and 4p
HANDS, CHUNK, CHUNKS = 300, 5000, 4
# what is changed from a preset, so that every option of the rule text is tried
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("flying_fish", {"base_shugi_ippatsu": 1, "base_shugi_ura": 2, "base_shugi_red": 3}),
    ("far_flying_fish", {"base_shugi_gold": 3, "base_shugi_yakuman_ron": 10}),
    ("far_flying_fish", {"base_shugi_yakuman_tsumo": 5}),
    ("flying_fish", {"demekin_snake_eyes": 7, "demekin_reroll_doubles": False}),
    ("flying_fish", {"demekin": False}),
    ("flying_fish", {"bust_shugi_per_1000": 3, "multiplier_conditions": ["ippatsu"]}),
    ("flying_fish", {"multiplier_conditions": ["sanbaiman", "home_run"]}),
    ("flying_fish", {"walkoff_shared": True}),
    ("flying_fish", {"home_run_markers": False}),
    ("flying_fish", {"bust_at_zero": False}),
    ("flying_fish", {"points_table": "mjs"}),
    ("flying_fish", {"points_table": "north_bisection", "honba_ron": 300, "honba_tsumo": 100}),
    ("fierce_flying_fish", {"honba_multiplier_step": 4}),
    ("far_flying_fish", {"open_hand_riichi_han": 1, "open_hand_open_riichi_han": 2}),
    ("far_flying_fish", {"open_hand_open_riichi_han": 0, "open_riichi_extra_han": 2}),
    ("far_flying_fish", {"gold_dora": 3, "min_yaku_han": 2}),
]


# ---- hands


@pytest.mark.parametrize("name", PRESETS)
def test_hands(name: str) -> None:
    seen = check_hands(load_rules(name), name, range(HANDS))
    assert {"riichi", "ippatsu", "ura", "toitoi", "legal", "shugi"} <= seen.keys()
    assert ("far" in name) == bool({"open_riichi", "gold", "pocchi_as"} & seen.keys())


@pytest.mark.parametrize(("name", "changes"), VARIANTS, ids=json.dumps)
def test_hands_under_other_options(name: str, changes: dict[str, Any]) -> None:
    check_hands(load_rules(name, **changes), f"{name} {changes}", range(HANDS // 2))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", PRESETS)
def test_many_hands(name: str, chunk: int) -> None:
    check_hands(load_rules(name), name, range(chunk * CHUNK, (chunk + 1) * CHUNK))


def test_a_payer_without_points_busts_too() -> None:
    """His riichi stick was the last thousand: he had 0 before he paid."""
    rules = load_rules("flying_fish")
    case = random_case(random.Random("a stick"), rules.options) | {
        "scores": [0, 0, 0],
        "markers": ["B", "B", "B"],
    }
    told = answer_of(score_win, rules, case)
    assert not disagreement(answer_of(reference_win, rules.options, case), told)
    assert all(bill["busting"] > 0 for bill in told["shugi"]["per_payer"].values())


def test_expected_chips_know_whom_the_ura_would_bust() -> None:
    """The ura decide whether the payer falls below zero, and how far."""
    rules = load_rules("flying_fish", demekin=False)
    case = {"hand": "123p456p789s22s34p", "win_tile": "5p", "riichi": "closed", "win_by": "ron"}
    case |= {"winner": 0, "loser": 1, "dealer": 2, "round_wind": "1z", "dora_indicators": "1z"}
    case |= {"scores": [40_000, 3_000, 20_000]}
    unseen = ("1s", "4p", "2z", "6z")
    chips = [score_win(rules, case | {"ura_indicators": one})["shugi_delta"][0] for one in unseen]
    assert sorted(chips) == [0, 0, 10, 10]
    expected = expected_win(
        rules, case, "".join(unseen), stacks=0, hidden_ura=1, samples=20_000, seed=1
    )
    assert expected["shugi_delta"] == pytest.approx([5, -5, 0], abs=0.15)


def test_a_combination_that_cannot_be() -> None:
    with pytest.raises(RulesError, match="open_riichi"):
        load_rules("far_flying_fish", open_riichi=False)


# ---- multipliers, dice, the next hand


def test_factors() -> None:
    plain, fierce = load_rules("flying_fish"), load_rules("fierce_flying_fish")
    steep = load_rules("fierce_flying_fish", honba_multiplier_step=2)
    assert chip_factors(fierce, conditions=3, honba=9) == (6, 6)
    assert chip_factors(plain, conditions=3, honba=9) == (6, 1)
    assert chip_factors(steep, honba=9) == (1, 8)
    for given in ({"conditions": -1}, {"honba": 1.5}):
        with pytest.raises(ValueError, match=next(iter(given))):
            chip_factors(plain, **given)  # type: ignore[arg-type]


def test_dice() -> None:
    rules = load_rules("flying_fish")
    assert dice_chips(rules, [[1, 1], [5, 6]]) == 31
    assert dice_chips(load_rules("flying_fish", demekin_reroll_doubles=False), [[6, 6]]) == 12
    with pytest.raises(ValueError, match="needs another"):
        dice_chips(rules, [[6, 6]])
    with pytest.raises(ValueError, match="allows no another"):
        dice_chips(rules, [[6, 5], [1, 2]])
    with pytest.raises(ValueError, match="from 1 to 6"):
        dice_chips(rules, [[6, 7]])


def test_an_abortive_draw_counts_as_a_hand() -> None:
    rules = load_rules("flying_fish")
    after = after_hand(rules, "E2", [20000] * 3, end="abort", dealer=1, honba=7)
    assert (after["dealer"], after["honba"], after["round"]) == (1, 8, "E2")


@pytest.mark.parametrize(("rule", "deals"), [("nearest", 2), ("dealer_if_winner", 0)])
def test_who_deals_after_two_winners(rule: str, deals: int) -> None:
    """Seat 1 discards, so 2 comes before the dealer."""
    rules = load_rules("flying_fish", next_dealer_on_double_ron=rule)
    after = after_hand(rules, "E1", [30000, 5000, 25000], end="win", winners=[2, 0], honba=3)
    assert (after["dealer"], after["honba"]) == (deals, 4)


def test_honba_of_the_base_rule() -> None:
    rules = load_rules("flying_fish", honba_rule="base")
    for winner, honba in ((0, 5), (1, 0)):
        after = after_hand(rules, "E1", [20000] * 3, end="win", winners=[winner], honba=4)
        assert after["honba"] == honba


# ---- places


TIES = [{}, {"tie_first": "start_order"}]


@pytest.mark.parametrize("changes", TIES, ids=json.dumps)
def test_places_and_their_chips(changes: dict[str, Any]) -> None:
    rules = load_rules("flying_fish", **changes)
    rng = random.Random("places")
    tied = 0
    for _ in range(1500):
        scores, last = random_scores(rng, rules, 5000), rng.choice((None, 0, 1, 2))
        order = ranked(rules.options, scores, last)
        told = places(rules, scores, last_winner=last)
        assert told == [order.index(seat) + 1 for seat in range(3)], (scores, last)
        expected = placement_chips(rules.options, scores, last)
        assert placement(rules, scores, last_winner=last) == expected
        tied += len(set(scores)) < 3
    assert tied > 300


def test_ties_turn_with_the_first_dealer() -> None:
    """Who sits where relative to the first dealer is all that matters."""
    rng = random.Random("turned")
    for tie_first in ("start_order", "last_winner"):
        for tie_second in ("start_order", "turn_order_from_first"):
            rules = load_rules("flying_fish", tie_first=tie_first, tie_second=tie_second)
            for _ in range(200):
                scores, last = random_scores(rng, rules, 10000), rng.randrange(3)
                told = places(rules, scores, last_winner=last)
                turned = scores[-1:] + scores[:-1]
                again = places(rules, turned, last_winner=(last + 1) % 3, first_dealer=1)
                assert again == told[-1:] + told[:-1]


def test_the_last_winner_leads_and_the_rest_keeps_its_order() -> None:
    rules = load_rules("flying_fish", tie_second="start_order")
    assert places(rules, [20000] * 3, last_winner=2) == [2, 3, 1]
    assert places(rules, [20000] * 3, last_winner=None) == [1, 2, 3]
    assert places(load_rules("flying_fish"), [20000] * 3, last_winner=1) == [3, 1, 2]


def test_the_result_goes_by_the_same_places() -> None:
    rules = load_rules("flying_fish", placement="none", uma=[20, 0, -20], oka=0, shugi_value=0)
    assert final_result(rules, [20000] * 3, last_winner=2) == [0, -20, 20]
    assert final_result(rules, [20000] * 3, first_dealer=1) == [-20, 20, 0]


# ---- Far: which riichi


def random_ready_hands(n: int) -> list[dict[str, Any]]:
    """Open hands that are ready, in the form of a golden case of kind "waits"."""
    found: list[dict[str, Any]] = []
    i = 0
    while len(found) < n:
        case = random_case(random.Random(f"ready {i}"), FAR.options)
        i += 1
        held = {key: case[key] for key in ("hand", "melds")}
        if all(name == "ankan" for name, _ in case["melds"]) or not wait_kinds(FAR.options, held):
            continue
        found.append(held)
    return found


def declarable(rules: Rules, held: dict[str, Any]) -> dict[str, bool]:
    return {
        how: positions.riichi_legal(rules, held, action_id(verb))
        for how, verb in (("closed_riichi_legal", "riichi"), ("open_riichi_legal", "open_riichi"))
    }


@pytest.mark.parametrize("confirmed", ["all_waits", "none"])
def test_which_riichi_an_open_hand_may_declare(confirmed: str) -> None:
    rules = load_rules("far_flying_fish", confirmed_yaku_for_closed_riichi=confirmed)
    seen: Counter[bool] = Counter()
    for held in random_ready_hands(200):
        try:
            told = declarable(rules, held)
        except ValueError:  # too few of some tile are left for the other hands
            continue
        expected = ready_hand(rules.options, held)
        assert told == {key: expected[key] for key in told}, held
        seen[told["closed_riichi_legal"]] += 1
    assert seen[True] > 20 and (seen[False] > 20) == (confirmed == "all_waits")


def test_without_far_an_open_hand_declares_nothing() -> None:
    rules = load_rules("flying_fish", open_riichi=True)
    for held in (ONE_SIDED, {"hand": WAITING, "melds": [["pon", "777z"]]}):
        assert all(declarable(FAR, held).values()) == (held is not ONE_SIDED)
        assert not any(declarable(rules, held).values())


def test_an_open_hand_wins_undeclared_on_the_side_that_has_a_yaku() -> None:
    assert positions.ron_legal(FAR, ONE_SIDED, parse_tiles("6z")[0])
    assert not positions.ron_legal(FAR, ONE_SIDED, parse_tiles("7s")[0])
    declared = ONE_SIDED | {"riichi": "open"}
    assert positions.ron_legal(FAR, declared, parse_tiles("7s")[0])


def test_riichi_worth_no_han_is_no_yaku() -> None:
    case = ONE_SIDED | {"dealer": 0, "winner": 1, "win_by": "ron", "loser": 2, "win_tile": "7s"}
    assert not may_win(FAR, case | {"riichi": "closed"})
    assert may_win(FAR, case | {"riichi": "closed", "flags": {"houtei": True}})
    assert may_win(FAR, case | {"riichi": "open"})
    worth_one = load_rules("far_flying_fish", open_hand_riichi_han=1)
    assert may_win(worth_one, case | {"riichi": "closed"})


def last_turn(rules: Rules) -> Batch:
    """Seat 1 may declare on ONE_SIDED with one tile left in the wall."""
    state, pool = positions.table(rules, ONE_SIDED, "none")
    useless = pool.fill(1, {kind_of(code) for code in parse_tiles("12345677s66z999p")})  # type: ignore[arg-type]
    positions.fill_others(state, pool, set())
    seats = state["seats"]
    seats[positions.ASKED]["hand"] += useless
    dead = FAR.options["dead_wall_size"]
    on_table = sum(len(seat["hand"]) for seat in seats) + 3
    left = len(rules.tiles) - dead - on_table - 1
    for k, seat in enumerate(seats):
        seat["river"] = pool.fill(left // 3 + (k < left % 3), set())
    return positions.play(rules, state)


@pytest.mark.parametrize("excluded", [True, False])
def test_luck_that_is_certain_may_confirm(excluded: bool) -> None:
    """With one tile to come any ron is on the last discard."""
    rules = load_rules("far_flying_fish", confirmed_excludes_luck=excluded, riichi_min_live_draws=0)
    batch = last_turn(rules)
    assert batch.state(0)["tail"] - batch.state(0)["head"] == 1
    assert batch.is_legal(0, action_id("riichi")) == (not excluded)
    assert batch.is_legal(0, action_id("open_riichi"))


# ---- Far: riichi with an open hand in play


def after_pon(hand: str, called: str, changes: dict[str, Any] | None = None) -> Batch:
    """Seat 1 has just called the tile that seat 0 discarded; it holds the hand as well."""
    rules = load_rules("far_flying_fish", **(changes or {}))
    (tile,) = parse_tiles(called)
    pool = positions.Pool(rules)
    seats: list[dict[str, Any]] = [{} for _ in range(3)]
    seats[0]["river"] = pool.take([tile])
    seats[1]["hand"] = pool.take(parse_tiles(hand))
    state = {"seats": seats, "phase": "claim", "discard": tile, "discarder": 0}
    positions.fill_others(state, pool, {tile})
    batch = positions.play(rules, state)
    batch.step_one(0, action_id("pon"))
    while batch.state(0)["phase"] == "copies":
        batch.step_one(0, batch.legal_actions(0)[0])
    return batch


def test_riichi_may_follow_a_call_at_once() -> None:
    batch = after_pon(WAITING + "77z1z", "7z")
    state = batch.state(0)
    assert state["drawn"] is None and state["phase"] == "own"
    assert {action_id("riichi"), action_id("open_riichi")} <= set(batch.legal_actions(0))
    batch.step_one(0, action_id("riichi"))
    assert batch.legal_actions(0) == parse_tiles("1z")
    batch.step_one(0, batch.legal_actions(0)[0])
    while batch.state(0)["phase"] == "claim":
        batch.step_one(0, action_id("pass"))
    me = batch.state(0)["seats"][1]
    assert (me["riichi"], me["double_riichi"], me["ippatsu"]) == ("closed", False, True)
    assert me["score"] == 19000 and batch.state(0)["sticks"] == 1


def test_the_kind_just_called_may_not_be_the_riichi_tile() -> None:
    """7z in hand is the only discard that leaves it ready, and kuikae forbids it."""
    forbidden = after_pon(WAITING + "777z", "7z")
    verbs = {action_id("riichi"), action_id("open_riichi")}
    assert not verbs & set(forbidden.legal_actions(0))
    allowed = after_pon(WAITING + "777z", "7z", {"kuikae": "allowed"})
    assert verbs <= set(allowed.legal_actions(0))
    allowed.step_one(0, action_id("riichi"))
    assert allowed.legal_actions(0) == parse_tiles("7z")


DECLARED = """
    rules far_flying_fish | turn {turn} | round sticks=1 | score 20000 19000 20000 | dora 9m
    seat0 hand=19m145p1457s1236z river={river}
    seat1 hand={hand} melds=pon(7z'7z7z)<2 river=9m* riichi={riichi}
    seat2 hand=1m1456p1457s1236z
"""


def declared(riichi: str, hand: str, drawn: str = "", river: str = "") -> Batch:
    """Seat 1 is in riichi with a called 7z; it has just drawn, or is asked about a discard."""
    turn = f"claim discard={river} from=0" if river else "own 1"
    hand = f"{hand}+{drawn}" if drawn else hand
    text = DECLARED.format(turn=turn, river=river, hand=hand, riichi=riichi)
    return positions.play(FAR, load_position(text).state(0))


def test_riichi_locks_an_open_hand() -> None:
    batch = declared("closed", WAITING, "1z")
    assert batch.legal_actions(0) == parse_tiles("1z")
    kan = declared("closed", WAITING, "8s")
    assert set(kan.legal_actions(0)) == {*parse_tiles("8s"), action_id("kan_closed")}
    north = declared("open", WAITING, "4z")
    assert set(north.legal_actions(0)) == {*parse_tiles("4z"), action_id("nuki")}


def test_a_win_declined_in_riichi_is_furiten() -> None:
    """The tile that was drawn lies in the own river then."""
    batch = declared("closed", WAITING, "4p")
    assert set(batch.legal_actions(0)) == {*parse_tiles("4p"), action_id("win")}
    held = {"hand": WAITING, "melds": [["pon", "777z"]], "riichi": "closed"}
    for river, legal in (("9m", True), ("9m4p", False)):
        asked = held | {"own_discards": river}
        assert positions.ron_legal(FAR, asked, parse_tiles("1p")[0]) == legal


@pytest.mark.parametrize(("drawn", "furiten"), [("5zo", 4), ("5z", 0)])
def test_a_joker_declined_in_riichi_is_furiten_to_the_end(drawn: str, furiten: int) -> None:
    batch = declared("closed", WAITING, drawn)
    assert (action_id("win") in batch.legal_actions(0)) == (drawn == "5zo")
    batch.step_one(0, parse_tiles(drawn)[0])
    assert batch.state(0)["seats"][1]["furiten"] == furiten


@pytest.mark.parametrize(("drawn", "furiten"), [("5zo", 4), ("5z", 0)])
def test_so_is_one_that_a_closed_kan_used(drawn: str, furiten: int) -> None:
    rest = "5z5z5zo" if drawn == "5z" else "555z"
    batch = declared("closed", "2367899p" + rest, drawn)
    batch.step_one(0, action_id("kan_closed"))
    while batch.state(0)["phase"] != "own" or not batch.state(0)["seats"][1]["melds"][1:]:
        batch.step_one(0, batch.legal_actions(0)[0])
    assert batch.state(0)["seats"][1]["furiten"] == furiten


def test_a_ron_declined_in_riichi_is_furiten_to_the_end() -> None:
    batch = declared("closed", WAITING, river="4p")
    assert set(batch.legal_actions(0)) == {action_id("win"), action_id("pass")}
    batch.step_one(0, action_id("pass"))
    assert batch.state(0)["seats"][1]["furiten"] & 4


def test_the_joker_needs_a_yaku_in_an_open_hand() -> None:
    """Open riichi is a yaku on both sides; a closed one without any may not win."""
    hand, melds = "12345677s66z", [["pon", "999p"]]
    case = {"hand": hand, "melds": melds, "riichi": "open"}
    assert set(positions.pocchi_choices(FAR, case)) == {"7s", "6z"}
    loose = load_rules("far_flying_fish", confirmed_yaku_for_closed_riichi="none")
    assert positions.pocchi_choices(loose, case | {"riichi": "closed"}) == ["6z"]


def test_the_joker_that_gives_no_yaku_is_no_win() -> None:
    loose = load_rules("far_flying_fish", confirmed_yaku_for_closed_riichi="none")
    held = {"hand": "234p3456788s", "melds": [["pon", "999p"]], "riichi": "closed"}
    ready = ready_hand(loose.options, held)
    assert ready["waits"] and not ready["yaku_on"]
    assert positions.pocchi_choices(loose, held) == ["5zo"]  # to be discarded


def test_a_position_with_an_open_hand_in_riichi_needs_far() -> None:
    with pytest.raises(PositionError, match="open meld"):
        positions.ron_legal(load_rules("flying_fish"), ONE_SIDED | {"riichi": "closed"}, 32)


def test_tiles_of_the_far_deck() -> None:
    counts = Counter(kind(tile) for tile in tiles("5p5p0p5pg5s5s0s5sg5zo"))
    deck = Counter(FAR.tiles)
    assert counts["5p"] == counts["5s"] == 4
    for tile, n in (("5p", 2), ("0p", 1), ("5pg", 1), ("5s", 2), ("0s", 1), ("5sg", 1), ("5zo", 1)):
        assert deck[parse_tiles(tile)[0]] == n
    assert len(FAR.tiles) == 108


# ---- what the joker may stand for


def named(text: str) -> list[str]:
    """The tiles that the joker, just drawn and won on, may be declared."""
    start = load_position(text)
    batch = positions.play(start.rules, start.state(0))
    batch.step_one(0, action_id("win"))
    assert batch.state(0)["phase"] == "pocchi"
    return [code_name(code) for code in batch.legal_actions(0)]


NORTHS = """
    rules far_flying_fish | turn own 0 | dora 9m
    seat0 hand=123789s678p22p44z+5zo river=1z* riichi=closed
    seat1 hand=19m1299p1299s123z {one}
    seat2 hand=19m1134p1345s566z {other}
"""


@pytest.mark.parametrize(("asides", "tiles"), [(0, ["2p", "4z"]), (1, ["2p", "4z"]), (2, ["2p"])])
def test_a_joker_is_no_north_that_was_set_aside(asides: int, tiles: list[str]) -> None:
    one, other = ("aside=4z" if n < asides else "" for n in range(2))
    assert named(NORTHS.format(one=one, other=other)) == tiles


IN_SIGHT = """
    rules {rules} | turn own 0 | dora 9s
    seat0 hand=123789s678p11z46p+5zo river=1z* riichi=closed
    seat1 hand=1299p1299s12223z river={one}
    seat2 hand=1134p1345s55667z river={other}
"""


@pytest.mark.parametrize("rules", ["super_bingo", "far_flying_fish"])
@pytest.mark.parametrize(
    ("one", "other", "tiles"),
    [
        ("5p", "5pg", ["5p", "0p"]),
        ("5p0p", "5pg", ["5p"]),
        ("5p0p", "5p5pg", ["5p"]),  # every copy: it is the plain tile, and wins all the same
    ],
)
def test_a_joker_whose_every_tile_is_in_sight_is_the_plain_one(
    rules: str, one: str, other: str, tiles: list[str]
) -> None:
    assert named(IN_SIGHT.format(rules=rules, one=one, other=other)) == tiles


@pytest.mark.parametrize(("timing", "tiles"), [("after_ura", ["5p"]), ("at_win", ["5p", "0p"])])
def test_a_tile_that_the_joker_may_be_is_looked_for_below_the_indicators_too(
    timing: str, tiles: list[str]
) -> None:
    rules = f"super_bingo pocchi_choice_timing={timing}"
    shown = IN_SIGHT.replace("dora 9s", "dora 9s | ura 0p")
    assert named(shown.format(rules=rules, one="5p", other="5pg")) == tiles
