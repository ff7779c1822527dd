"""Toriuchi: the engine against the slow reference, play by the engine, and its house rules."""

import json
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import TALLY, Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import kind_of, parse_tiles
from shugi._fast.games.riichi.score import may_win, placement, rounded_points, score_win
from shugi._fast.rules.compile import RulesError
from shugi.envs import load_position, load_rules
from tests.games.riichi.beside import answer_of, check_hands, random_scores
from tests.games.riichi.reference.legal import may_win as reference_may_win
from tests.games.riichi.reference.places import placement_chips, rounded
from tests.games.riichi.reference.ready import wait_kinds
from tests.games.riichi.reference.scoring import score_win as reference_win
from tests.games.riichi.win_in_play import case_of
from tests.golden.positions import Pool, play
from tests.support.played import finished, played
from tests.support.tables import codes_of

NAME = "toriuchi"
RULES = load_rules(NAME)
WIN, PASS, PON = action_id("win"), action_id("pass"), action_id("pon")
KAN_CLOSED, KAN_ADDED, KAN_OPEN = map(action_id, ("kan_closed", "kan_added", "kan_open"))
BIRD = parse_tiles("1s")[0]
Case = dict[str, Any]
State = dict[str, Any]


def codes(text: str) -> list[int]:
    return parse_tiles(text)


# ---- hands: value, chips, and whether the test of the waits lets them be won


@pytest.mark.parametrize("hands", [400, 1000])
def test_hands(hands: int) -> None:
    seen = check_hands(RULES, NAME, range(hands))
    rare = {"all_eight_1s", "refused", "allowed", "worthless", "guns", "tobi", "chiitoi", "red"}
    assert rare | {"toitoi"} <= seen.keys(), "the hands are too tame"
    assert not {"gold", "nuki", "chiitoi_1quad"} & seen.keys()


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(10))
def test_many_hands(chunk: int) -> None:
    check_hands(RULES, NAME, range(2500 * chunk, 2500 * (chunk + 1)))


@pytest.mark.parametrize(
    "changes",
    [
        {"atozuke_scope": "open_only"},
        {"atozuke_luck_counts": True},
        {"first_call_must_serve": False},
        {"first_call_counts_ankan": True},
        {"atozuke_luck_counts": True, "atozuke_scope": "open_only", "open_tanyao": True},
        {"bird_min_yaku": 0, "chip_kazoe": True},
        {"bird_min_yaku": 3, "bird_yakuman_qualifies": False, "chip_red": 3},
        {"bird_luck_yaku": ["rinshan"], "chip_ippatsu": 4, "chip_ura": 2, "chip_tanyao": 5},
        {"bird_tile": "9p", "gun_tile": "1z", "chip_bust": 6},
        {"bird_tile": "5p", "gun_tile": None, "chip_yakuman_ron": 3, "chip_yakuman_tsumo": 2},
        {"yakuman_all_birds": False, "chiitoi_duplicates": False},
        {"honba_ron": 1500, "pao": [], "double_variants": False},
    ],
    ids=json.dumps,
)
def test_hands_under_other_options(changes: dict[str, Any]) -> None:
    check_hands(load_rules(NAME, **changes), f"{NAME} {changes}", range(250))


def test_a_hand_that_may_not_be_won_is_scored() -> None:
    """The example of the rules: a bystander asks what it would have been worth."""
    case = {"dealer": 0, "winner": 1, "win_by": "ron", "loser": 0}
    case |= {"hand": "1111111s23s99p23s", "win_tile": "9p"}
    late = case | {"hand": "340p678p345s22s77z", "win_tile": "7z"}
    assert score_win(RULES, late)["yaku"] == [["yakuhai_7z", 1], ["red", 1]]
    assert not may_win(RULES, late)
    assert may_win(RULES, late | {"riichi": "closed"})
    # both waits of eight birds have one: 9p leaves seven 1s, and chanta
    assert not may_win(RULES, case | {"hand": "1111111s23s99p45s", "win_tile": "6s"})


def reference_allows(case: Case) -> bool:
    worth = answer_of(reference_win, RULES.options, case)["legal"]
    return worth and reference_may_win(RULES.options, case)


@pytest.mark.parametrize("games", [16, 64])
def test_the_mask_lets_win_what_the_reference_lets_win(games: int) -> None:
    """Every tile that completes the hand of the seat to move, in play of the baseline."""
    batch = Batch(RULES, games, seed=7)
    actions, wild = np.zeros(games, np.uint8), np.zeros(games, np.uint8)
    seen: Counter[str] = Counter()
    for k in range(400):
        for i in range(games):
            state, seat = batch.state(i), int(batch.seat[i])
            own = state["seats"][seat]
            if state["phase"] not in ("own", "claim"):
                continue
            if state["phase"] == "own" and state["drawn"] is None:
                continue
            by = "tsumo" if state["phase"] == "own" else "ron"
            case = case_of(state, seat, by) | {"ura_indicators": ""}
            allowed = reference_allows(case)
            if allowed and case["win_by"] == "ron":
                if own["furiten"] or not batch.is_legal(i, WIN):
                    assert own["furiten"] or furiten(state, seat, case), case
                    continue
            assert batch.is_legal(i, WIN) == allowed, case
            seen[f"{case['win_by']} {allowed}"] += 1
        batch.baseline(actions)
        batch.sample(wild, k)
        callers = [i for i in range(games) if wild[i] in (PON, KAN_OPEN) and k % 3]
        actions[callers] = wild[callers]
        batch.step(actions)
    assert seen["ron True"] > 20 and seen["tsumo True"] > 20


def furiten(state: State, seat: int, case: Case) -> bool:
    """Whether a tile that the hand waits for lies in the own river."""
    waits = {codes(one)[0] for one in wait_kinds(RULES.options, case)}
    return bool(waits & {kind_of(code) for code in state["seats"][seat]["river"]})


# ---- positions


def position(*hands: str, **state: Any) -> tuple[State, Pool]:
    """Seats with these hands; the others hold what is left over."""
    pool = Pool(RULES)
    seats = [{"hand": pool.take(codes(hand))} if hand else {} for hand in hands]
    return {"seats": seats} | state, pool


def settle(state: State, pool: Pool, without: str = "") -> Batch:
    kinds = {kind for kind in map(kind_of, codes(without)) if kind is not None}
    for seat in state["seats"]:
        if "hand" not in seat:
            seat["hand"] = pool.fill(13, kinds)
    return play(RULES, state)


def test_a_wait_without_a_yaku_still_makes_furiten() -> None:
    """7z passes the ready hand, which may not win on it; the other wait is furiten then."""
    state, pool = position("", "340p678p345s11s77z", "")
    discard = pool.take(codes("7z"))
    state["seats"][2]["river"] = discard
    state |= {"phase": "claim", "discard": discard[0], "discarder": 2}
    batch = settle(state, pool, "7z1s")
    assert int(batch.seat[0]) == 1 and not batch.is_legal(0, WIN) and batch.is_legal(0, PON)
    batch.step_one(0, PASS)
    assert batch.state(0)["seats"][1]["furiten"] == 2


def test_two_pons_of_birds_become_two_added_kans() -> None:
    melds = [{"type": "pon", "tiles": codes("1s1s1s"), "from_seat": 2, "called": 2}] * 2
    pool = Pool(RULES)
    hand = pool.take(codes("1s1s2p3p4p6p7p9s"))
    pool.take(codes("1s") * 6)
    state: State = {"seats": [{"hand": hand, "melds": melds}, {}, {}], "turn": 0, "drawn": BIRD}
    batch = settle(state, pool, "1s")
    for made in (1, 2):
        batch.step_one(0, KAN_ADDED)
        batch.step_one(0, BIRD)
        while int(batch.seat[0]) != 0:
            batch.step_one(0, PASS)
        now = batch.state(0)
        own = now["seats"][0]
        kinds = sorted(meld["type"] for meld in own["melds"])
        assert kinds == sorted(["kakan"] * made + ["pon"] * (2 - made))
        assert now["n_kan"] == made and own["hand"].count(BIRD) == 2 - made
        assert [len(meld["tiles"]) for meld in own["melds"]].count(4) == made
        assert codes_of(now) == RULES.tiles
    assert not batch.is_legal(0, KAN_ADDED)


def test_eight_birds_are_two_closed_kans() -> None:
    state, pool = position("1s1s1s1s1s1s1s1s2p3p4p6p7p9s", "", "", turn=0)
    batch = settle(state, pool, "1s")
    for made in (1, 2):
        batch.step_one(0, KAN_CLOSED)
        assert batch.legal_actions(0) == [BIRD]
        batch.step_one(0, BIRD)
        assert batch.state(0)["seats"][0]["hand"].count(BIRD) == 8 - 4 * made
        assert codes_of(batch.state(0)) == RULES.tiles
    assert [meld["type"] for meld in batch.state(0)["seats"][0]["melds"]] == ["ankan", "ankan"]


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("11123s234678p99p", False), ("111s234678p99p78s", True), ("11111s234678p78s", True)],
)
def test_a_kan_of_birds_in_riichi_leaves_the_hand_alone(hand: str, legal: bool) -> None:
    """Drawn 1s: the triplet must be one in every reading; two more copies stay as a pair."""
    state, pool = position(hand + "1s", "", "", turn=0, drawn=BIRD)
    state["seats"][0] |= {"riichi": "closed", "river": pool.take(codes("3z")), "river_flags": [2]}
    batch = settle(state, pool, "1s")
    assert batch.is_legal(0, KAN_CLOSED) == legal


def test_a_robbed_kan_stays_in_its_hand_when_the_rest_is_dealt_again() -> None:
    """Orphans wait for 1s; who declares a closed kan of it is known to hold four."""
    state, pool = position("1s1s1s1s1s2p3p4p6p7p2s3s4s9s", "199m19p9s1234567z", "", turn=0)
    batch = settle(state, pool, "1s")
    batch.step_one(0, KAN_CLOSED)
    batch.step_one(0, BIRD)
    assert int(batch.seat[0]) == 1 and batch.is_legal(0, WIN)
    for key in range(30):
        clone = batch.clone()
        clone.redeal(0, 1, key)
        assert clone.state(0)["seats"][0]["hand"].count(BIRD) >= 4
        assert codes_of(clone.state(0)) == RULES.tiles
        clone.step_one(0, PASS)
        assert clone.state(0)["seats"][0]["melds"][0]["tiles"] == [BIRD] * 4


# ---- chips of positions


def won(text: str) -> Batch:
    """The position when all have won who can."""
    batch = load_position(text)
    while not batch.hand_done[0] and batch.is_legal(0, WIN):
        batch.step_one(0, WIN)
    return batch


DOUBLE_RON = """
    rules toriuchi | turn claim discard=9p from=0 | dora 4z | ura 4z
    score {} 35000 {}
    seat0 hand=1m146p2589s1256z9m river=9p
    seat1 hand=234p678p345s78p99s river=3z* riichi=closed
    seat2 hand=123s789s111z22s78p river=3z* riichi=closed
"""


@pytest.mark.parametrize(
    ("score", "busts"), [(1000, [(0, 1, 1)]), (4500, [(0, 2, 1)]), (35000, [])]
)
def test_only_the_payment_that_busts_brings_the_chip(
    score: int, busts: list[tuple[int, int, int]]
) -> None:
    batch = won(DOUBLE_RON.format(score, 69000 - score))
    assert sorted(batch.state(0)["last"]["winners"]) == [1, 2]
    paid = [line for line in batch.ledger(0) if line["reason"] == "bust"]
    assert [(line["payer"], line["payee"], line["chips"]) for line in paid] == busts


ADDED_KAN = """
    rules toriuchi | turn own 0 | dora 4z | ura 4z
    seat0 hand=1m149p9s1356z9m+7p melds=pon(7p7p7p')<2
    seat1 hand=123123s11s68p234p river=1z* riichi=closed
    seat2 hand=1m149p99s1356z9m66s river=7p'
"""
# the dealer sets a North aside that seat 1 waits for
NORTH = """
    rules toriuchi nuki_tile="4z" rinshan_tiles=8 gun_tile=4z bird_tile=9s bird_min_yaku=1
    turn own 0 | dora 5z | ura 5z
    seat0 hand=1m149p1s1356z9m4z68s+4z
    seat1 hand=99s789s234678p4z9s river=1z* riichi=closed
    seat2 hand=1m149p1s1356z9m66s1s
"""


@pytest.mark.parametrize(
    ("text", "verb", "chips"), [(ADDED_KAN, "kan_added", 4 - 3), (NORTH, "nuki", 4 - 1)]
)
def test_a_robbed_tile_is_no_gun_of_who_lost_it(text: str, verb: str, chips: int) -> None:
    batch = load_position(text)
    batch.step_one(0, action_id(verb))
    batch.step_one(0, WIN)
    paid = {line["reason"]: line["chips"] for line in batch.ledger(0)}
    assert paid["birds"] == chips


# player 1 wins with three birds off player 0, who has melded three 7p
GUNS = """
    rules toriuchi bird_min_yaku=1 guns_in_melds={}
    turn claim discard=8s from=0 | dora 4z | ura 4z
    seat0 hand=1m146p2s1256z9m melds=pon(7p7p'7p)<2 river=8s
    seat1 hand=111s123p234p5678s river=3z* riichi=closed
    seat2 hand=1m149p29s123567z9m river=7p'
"""


@pytest.mark.parametrize(("counted", "birds"), [("true", 0), ("false", 3)])
def test_guns_in_melds_shoot(counted: str, birds: int) -> None:
    lines = won(GUNS.format(counted)).ledger(0)
    assert sum(line["chips"] for line in lines if line["reason"] == "birds") == birds


# ---- the end of a game


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"settle": "literal"},
        {"round_half": "down"},
        {"settle_unit": 1000, "floating_uma_line": 30000, "floating_uma_chips": 7},
        {"target_points": 30000},
    ],
    ids=json.dumps,
)
def test_places(changes: dict[str, Any]) -> None:
    rules = load_rules(NAME, **changes)
    rng = random.Random(f"places {changes}")
    for _ in range(500):
        scores = random_scores(rng, rules, rng.choice((100, 500, 2500)))
        assert rounded_points(rules, scores) == [rounded(rules.options, s) for s in scores]
        chips = placement(rules, scores)
        assert chips == placement_chips(rules.options, scores), scores
        if "settle" not in changes:
            assert sum(chips) == 0


def test_equal_points_go_to_the_first_dealer() -> None:
    assert placement(RULES, [50000, 50000, 5000]) == [9, 2, -11]


def test_differences_are_whole_chips() -> None:
    with pytest.raises(RulesError, match="target_points must be a multiple"):
        load_rules(NAME, target_points=42000)


def test_a_literal_settlement_is_played_to_its_end() -> None:
    """Its chips come from the table; no array of the batch may be written past its end."""
    rules = load_rules(NAME, settle="literal", game_length="east")
    batch = Batch(rules, 8, seed=5)
    ended = 0
    for _ in played(batch, 20_000):
        for i in np.flatnonzero(batch.done):
            scores = [int(points) for points in batch.final_score[i]]
            assert batch.placement[i].tolist() == placement_chips(rules.options, scores)
            ended += 1
        if ended >= 8:
            return
    raise AssertionError("too few games ended")


def test_a_closed_kan_of_red_fives() -> None:
    """It is asked for as the kind 5p, of which the deck has no plain copy."""
    state, pool = position("0p0p0p0p2p3p4p6s7s9s1s2s3s4z", "", "", turn=0)
    batch = settle(state, pool, "5p")
    batch.step_one(0, KAN_CLOSED)
    assert batch.legal_actions(0) == codes("5p")
    batch.step_one(0, codes("5p")[0])
    assert batch.state(0)["seats"][0]["melds"][0]["tiles"] == codes("0p0p0p0p")
    assert codes_of(batch.state(0)) == RULES.tiles


def test_chips_of_the_ura_are_averaged() -> None:
    """Only a win in riichi leaves chips to chance after the last decision."""
    batch = Batch(RULES, 64, seed=12, expected=True)
    apart = 0
    for _ in played(batch, 800):
        for i in np.flatnonzero(batch.hand_done & ~batch.done):
            last = batch.state(i)["last"]
            assert batch.chips[i].tolist() == last["chips"]
            lucky = any(last["riichi"][seat] != "none" for seat in last["winners"])
            differs = not np.allclose(batch.expected[i], batch.chips[i])
            assert lucky or not differs
            apart += differs
    assert apart > 20


def test_rewards_sum_to_the_result() -> None:
    n = 16
    batch = Batch(RULES, n, seed=4, tally=True)
    paid = np.zeros((n, 3), np.int64)
    chips = slice(TALLY.index("chips_win"), None)
    ended = moved = 0
    for i in finished(batch, 9000):
        total = batch.tally[i, :, chips].sum(axis=1)
        np.testing.assert_array_equal(total - paid[i], np.round(batch.final_result[i]))
        expected = placement_chips(RULES.options, [int(p) for p in batch.final_score[i]])
        assert batch.placement[i].tolist() == expected
        moved += int(abs(total - paid[i] - expected).sum())
        paid[i] = total
        ended += 1
    assert ended >= n and moved
