"""Called pairs: who may call, what is left to win with, and who may win, declare and be ready."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id, action_name
from shugi._fast.core.tiles import format_tiles, kind_of, parse_tiles
from shugi._fast.games.riichi.score import may_win, score_win, waits_of
from shugi._fast.rules.compile import Rules, RulesError
from shugi._fast.text.position import PositionError
from shugi._fast.view.layouts import TILES
from shugi.envs import format_position, load_position, load_rules
from tests.games.riichi.beside import check_hands
from tests.games.riichi.reference.legal import ready_hand
from tests.golden import positions
from tests.golden.positions import ASKED, OTHER
from tests.rules.test_options import Laid
from tests.support import seen
from tests.support.tables import dealt_again

NAME = "super_bingo+atama"
RULES = load_rules(NAME)
ATAMA, PON, KAN = action_id("atama"), action_id("pon"), action_id("kan_open")
WIN, PASS = action_id("win"), action_id("pass")


def pairs(*tiles: str) -> list[list[str]]:
    return [["atama", 2 * tile] for tile in tiles]


def verbs(batch: Batch) -> list[str]:
    return [action_name(action) for action in batch.legal_actions(0)]


def claim(
    tile: str, *hands: str, melds: Any = (), rules: Rules = RULES, **first: Any
) -> Batch | None:
    """Seat 0 has discarded ``tile``; seats 1 and 2 hold these; None when nobody may claim it.

    ``melds`` are those of seat 1, ``first`` are other facts of it.
    """
    state, pool = positions.table(rules, {"hand": hands[0], "melds": melds}, "none")
    state["seats"][ASKED] |= first
    discard = pool.take(parse_tiles(tile))
    state["seats"][OTHER]["river"] = discard
    if len(hands) > 1:
        state["seats"][2]["hand"] = pool.take(parse_tiles(hands[1]))
    if first.get("riichi", "none") != "none":
        state["seats"][ASKED]["river"] = pool.fill(1, positions.kinds_of(range(27)))
        state["seats"][ASKED]["river_flags"] = [positions.RIVER_RIICHI]
    positions.fill_others(state, pool, positions.kinds_of(discard))
    state |= {"phase": "claim", "discard": discard[0], "discarder": OTHER}
    try:
        return positions.play(rules, state)
    except PositionError as error:
        assert error.field == "phase", error
        return None


def answers(batch: Batch | None, **wanted: int) -> Batch:
    """Each seat asked answers as told, or passes."""
    assert batch is not None
    while batch.state(0)["phase"] == "claim":
        batch.step_one(0, wanted.get(f"seat{batch.seat[0]}", PASS))
    return batch


# ---- the call

LOOSE = "14799p2588s134z"  # and one tile more


def test_a_pair_is_called() -> None:
    batch = claim("6p", "6p" + LOOSE, river=parse_tiles("1s"))
    assert batch is not None and verbs(batch) == ["pass", "atama"]
    batch.step_one(0, ATAMA)
    state = batch.state(0)
    seat = state["seats"][ASKED]
    (meld,) = seat["melds"]
    assert (meld["type"], meld["from_seat"], meld["called"]) == ("atama", OTHER, 1)
    assert meld["tiles"] == parse_tiles("66p") and len(seat["hand"]) == 12
    assert (state["phase"], state["actor"], state["drawn"]) == ("own", ASKED, None)
    assert state["seats"][OTHER]["river_flags"] == [4]  # it lies in the pile no longer
    assert not any(each["first_turn"] or each["ippatsu"] for each in state["seats"])
    assert not {"win", "riichi", "open_riichi", "kan_closed"} & set(verbs(batch))
    assert "1m6p" in format_position(batch, 0)
    assert load_position(format_position(batch, 0)).state(0) == state
    batch.step_one(0, parse_tiles("1p")[0])
    assert len(batch.state(0)["seats"][ASKED]["hand"]) == 11


def test_the_kind_called_is_not_discarded() -> None:
    batch = answers(claim("6p", "666p1479p2588s13z"), seat1=ATAMA)
    assert "6p" not in verbs(batch) and "1p" in verbs(batch)
    rules = load_rules(NAME, kuikae="allowed")
    batch = answers(claim("6p", "666p1479p2588s13z", rules=rules), seat1=ATAMA)
    assert "6p" in verbs(batch)


def test_the_player_says_which_copy() -> None:
    batch = answers(claim("5p", "5p0p5pg1479p2588s13z"), seat1=ATAMA)
    assert batch.state(0)["phase"] == "copies" and verbs(batch) == ["5p", "0p", "5pg"]
    assert load_position(format_position(batch, 0)).state(0) == batch.state(0)
    batch.step_one(0, action_id("5pg"))
    assert batch.state(0)["seats"][ASKED]["melds"][0]["tiles"] == parse_tiles("5pg5p")


def called(batch: Batch) -> list[tuple[int, str]]:
    seats = batch.state(0)["seats"]
    return [(i, meld["type"]) for i, seat in enumerate(seats) for meld in seat["melds"]]


def test_of_two_the_next_in_turn_gets_it() -> None:
    hands = "6p" + LOOSE, "6p13s13789p24567z"
    assert called(answers(claim("6p", *hands), seat1=ATAMA, seat2=ATAMA)) == [(1, "atama")]
    assert called(answers(claim("6p", *hands), seat1=PASS, seat2=ATAMA)) == [(2, "atama")]


def test_pon_kan_and_ron_come_first() -> None:
    first = "7p1p4p9p9p2588s1346z"
    pon, kan = "77p13s1389p24567z", "777p13s138p24567z"
    assert called(answers(claim("7p", first, pon), seat1=ATAMA, seat2=PON)) == [(2, "pon")]
    assert called(answers(claim("7p", first, kan), seat1=ATAMA, seat2=KAN)) == [(2, "daiminkan")]
    batch = claim("6p", "6p" + LOOSE, "11p22p33p44p6p88p99p")
    assert batch is not None and batch.seat[0] == 2 and verbs(batch) == ["win"]
    batch.step_one(0, WIN)
    assert batch.state(0)["last"]["winners"] == [2]


def test_nobody_in_riichi_calls() -> None:
    assert claim("1p", "6p11p22p33p44p99p88s", riichi="closed") is None


def test_the_last_tile_is_not_called() -> None:
    six = pairs("1p", "2p", "3p", "4p", "8p", "9p")
    batch = claim("6p", "6p", melds=six)
    assert batch is not None and verbs(batch) == ["win"]
    assert claim("6s", "7s", melds=six) is None
    # three sets and two tiles: the pair would leave none to wait with
    sets = [["pon", "1p1p1p"], ["pon", "2p2p2p"], ["pon", "3p3p3p"]]
    assert claim("6p", "67p", melds=[*sets, *pairs("9s")]) is None
    batch = claim("6p", "167p1s", melds=sets)
    assert batch is not None and verbs(batch) == ["pass", "atama"]


def test_a_flower_cannot_be_discarded_after_it() -> None:
    melds = pairs("1p", "2p", "3p", "4p")
    batch = claim("6p", "6p9s1f1f1f", melds=melds)
    assert batch is not None and verbs(batch) == ["pass", "atama"]
    assert claim("6p", "6p1f1f1f1f", melds=melds) is None
    batch = claim("6p", "666p1f1f1f1f", melds=pairs("1p", "2p", "3p"))
    assert batch is not None and verbs(batch) == ["pass", "kan_open"]


def test_positions_need_the_option() -> None:
    batch = answers(claim("6p", "6p" + LOOSE), seat1=ATAMA)
    with pytest.raises(PositionError, match="these rules have no meld atama"):
        Batch(load_rules("super_bingo"), 1).set_state(0, batch.state(0))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"chiitoi_duplicates": False, "chiitoi_quad_han": None}, "chiitoi_duplicates: true"),
        ({"hand_size": 10}, "hand_size: 13"),
        ({"atozuke": False}, "atozuke: true"),
        ({"open_hand_riichi": True}, "open_hand_riichi"),
    ],
)
def test_combinations_that_cannot_be(options: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        load_rules(NAME, **options)


def test_cherry_has_no_points() -> None:
    with pytest.raises(RulesError, match="leave one of them out"):
        load_rules("super_bingo+cherry+atama")


# ---- the win


SHOWN = "234456p6784533s"  # an ordinary wait
SURE = "1133p2244s3355z"  # seven pairs with no seven: every wait is a yakuman


@pytest.mark.parametrize(
    ("hand", "tile", "riichi", "wins"),
    [
        (SHOWN, "6s", "none", False),
        (SHOWN, "6s", "closed", False),
        (SHOWN, "6s", "open", True),
        (SURE + "8s", "8s", "none", True),
        (SURE + "8s", "8s", "closed", True),
        ("11145s5sg0s888s333p", "4s", "none", False),  # 3s and 6s are no yakuman
        ("11145s5sg0s888s333p", "4s", "open", True),
    ],
)
def test_ron(hand: str, tile: str, riichi: str, wins: bool) -> None:
    batch = claim(tile, hand, riichi=riichi)
    asked = [] if batch is None else verbs(batch)
    assert asked == ["win"] if wins else "win" not in asked


@pytest.mark.parametrize("riichi", ["none", "closed", "open"])
@pytest.mark.parametrize(
    ("hand", "tile", "sure"), [(SHOWN, "6s", False), (SURE + "8s", "8s", True)]
)
def test_draw(hand: str, tile: str, sure: bool, riichi: str) -> None:
    state, pool = positions.table(RULES, {"hand": hand, "own_discards": "9p"}, riichi)
    seat = state["seats"][ASKED]
    seat["river_flags"] = [positions.RIVER_RIICHI if riichi != "none" else 0]
    seat["hand"] += pool.take(parse_tiles(tile))
    positions.fill_others(state, pool, set())
    batch = positions.play(RULES, state)
    assert (verbs(batch) == ["win"]) == (sure or riichi == "open")


def test_a_win_dealt_with_the_first_tile_always_counts() -> None:
    case = {"win_by": "tsumo", "winner": 0, "dealer": 0, "hand": SHOWN, "win_tile": "6s"}
    assert not may_win(RULES, case)
    assert may_win(RULES, case | {"flags": {"tenhou": True}})
    batch = positions.own_turn(RULES, {"hand": SHOWN}, parse_tiles("6s")[0])
    assert verbs(batch) == ["win"]


@pytest.mark.parametrize(
    ("hand", "closed", "shown"),
    [(SHOWN, False, True), (SURE + "8s", True, True), ("1358p2479s13567z", False, False)],
)
def test_what_may_be_declared(hand: str, closed: bool, shown: bool) -> None:
    case = {"hand": hand}
    assert positions.riichi_legal(RULES, case, action_id("riichi")) == closed
    assert positions.riichi_legal(RULES, case, action_id("open_riichi")) == shown


def test_the_joker_stands_for_a_winning_tile_only() -> None:
    rules = load_rules(NAME, atama_yakuman_guarantee="won_tile")
    case = {"hand": "11145s5sg0s888s333p", "riichi": "closed", "own_discards": "9p"}
    assert positions.pocchi_choices(rules, case) == ["4s"]
    case["riichi"] = "open"
    assert positions.pocchi_choices(rules, case) == ["3s", "4s", "6s"]


def test_a_hand_that_is_not_ready_misses_nothing() -> None:
    # 6s is no yakuman: the hand cannot win on it, and is ready only where one wait is enough
    for guarantee, missed in (("all_waits", False), ("won_tile", True)):
        rules = load_rules(NAME, atama_yakuman_guarantee=guarantee)
        hands = "11145s5sg0s888s333p", "6s13s13789p24567z"
        batch = answers(claim("6s", *hands, rules=rules, riichi="closed"))
        assert bool(batch.state(0)["seats"][ASKED]["furiten"]) == missed


def noten(*verbs: str) -> list[dict[str, Any]]:
    """Payments at the draw of a hand that is ready for a single 8s, which nobody discards."""
    laid = Laid(
        ("234p456p234s456s8s", "13p149s1234567z8s", "13p149s1234567z8s"),
        "1z",
        {0: verbs},
        end="8s1p3z4z4z6z7z7z1z9p",
    )
    ledger = laid.play(load_rules(NAME, bingo_wins=False))[-2]
    return [line for line in ledger if line["reason"] == "noten"]


def test_at_a_draw_only_shown_hands_and_sure_ones_are_ready() -> None:
    assert noten() == []
    assert [(line["payer"], line["payee"]) for line in noten("open_riichi")] == [(1, 0), (2, 0)]


def test_bingo_needs_a_shown_hand() -> None:
    case = {"win_by": "bingo", "winner": 0, "dealer": 0, "hand": SURE + "8s", "riichi": "closed"}
    assert not may_win(RULES, case)
    with pytest.raises(ValueError, match="needs open riichi"):
        score_win(RULES, case)
    assert may_win(RULES, case | {"riichi": "open"})
    assert may_win(load_rules(NAME, atama_bingo="riichi"), case)


def test_a_closed_riichi_is_dealt_again_as_a_sure_hand() -> None:
    state, pool = positions.table(RULES, {"hand": SURE + "8s", "own_discards": "9p"}, "closed")
    state["seats"][ASKED]["river_flags"] = [positions.RIVER_RIICHI]
    positions.fill_others(state, pool, set())
    state["seats"][OTHER]["hand"] += pool.fill(1, set())
    batch = positions.play(RULES, state)
    states = dealt_again(batch, OTHER, 5)
    hands = {format_tiles(state["seats"][ASKED]["hand"]) for state in states}
    assert len(hands) > 1
    assert all(waits_of(RULES, hand)["tenpai_without_open_riichi"] for hand in hands)


# ---- shapes


@pytest.mark.parametrize(
    ("hand", "melds", "waits"),
    [
        ("9p", pairs("1p", "2p", "3p", "4p", "6p", "8p"), ["9p"]),
        ("123456p23s999s", pairs("1z"), ["1s", "4s"]),
        ("123p23s999s", [*pairs("1z"), ["pon", "5z5z5z"]], ["1s", "4s"]),
        ("2233445566p7p", pairs("1z"), ["1p", "4p", "7p"]),
        ("1122334p", [*pairs("1z", "2z", "3z")], ["4p"]),
        ("1122334p", [*pairs("1z", "2z"), *pairs("5p")], ["4p"]),
        ("1122p", [["pon", "5z5z5z"], *pairs("1z", "2z", "3z")], []),
        # honours and sevens: more than four equal sevens
        ("7777777p77s1122z", [], ["7p"]),
        ("77777p7777s11z", pairs("2z"), ["7p"]),
        ("77777p7777s22p", pairs("2z"), []),
        ("77p7s7s1z", pairs("7p", "7p", "7p", "3z"), ["1z"]),
        ("77p7s7s1z", pairs("7p", "7p", "7p", "3p"), []),
    ],
)
def test_waits(hand: str, melds: list[list[str]], waits: list[str]) -> None:
    assert waits_of(RULES, hand, melds)["waits"] == waits


# a deck without special copies, so that kinds are tiles
PLAIN = load_rules(NAME, red_fives={}, gold_fives={}, shiro_pocchi=False)


def random_hand(rng: random.Random) -> tuple[list[int], list[int]]:
    """Concealed tiles and the kinds of called pairs, near to a form."""
    few = rng.choice((list(range(9, 18)), [15, 24, *range(27, 34)], list(range(9, 34))))
    left = Counter(tile for tile in PLAIN.tiles if kind_of(tile) in few)
    called: list[int] = []
    for _ in range(rng.choice((0, 1, 1, 2, 3, 5))):
        kind = rng.choice(few)
        if left[kind] >= 2:
            left[kind] -= 2
            called.append(kind)
    pool = sorted(left.elements())
    hand: list[int] = []
    while len(hand) < 13 - 2 * len(called):
        tile = pool.pop(rng.randrange(len(pool)))
        hand.append(tile)
        if rng.random() < 0.5 and tile in pool and len(hand) < 13 - 2 * len(called):
            pool.remove(tile)
            hand.append(tile)
    return sorted(hand), called


KINDS_TOLD = ("waits", "ukeire")


def observed(hand: list[int], called: list[int]) -> dict[str, Any]:
    """Distance and kinds that lower it, as seat 1 sees them between turns."""
    text = pairs(*[format_tiles([kind]) for kind in called])
    state, pool = positions.table(PLAIN, {"hand": format_tiles(hand), "melds": text}, "none")
    seats = state["seats"]
    positions.fill_others(state, pool, set())
    seats[2]["hand"] += pool.fill(1, set())
    batch = positions.play(PLAIN, state)
    told = seen.observed(batch, np.full(1, ASKED, np.int8))
    planes = {name: seen.row(told["planes"][0], TILES.plane_rows, name) for name in KINDS_TOLD}
    shanten = seen.row(told["globals"][0], TILES.global_rows, "shanten")
    found = {name: np.flatnonzero(plane[0]).tolist() for name, plane in planes.items()}
    return found | {"shanten": int(np.flatnonzero(shanten)[0] - 1)}


def ready_after(hand: list[int], called: list[int], drawn: int) -> bool:
    """Whether some discard of the hand with that kind leaves it ready."""
    text = pairs(*[format_tiles([kind]) for kind in called])
    full = sorted([*hand, drawn])
    if full.count(drawn) + 2 * called.count(drawn) > PLAIN.tiles.count(drawn):
        return False
    for kind in set(full):
        rest = list(full)
        rest.remove(kind)
        if waits_of(PLAIN, format_tiles(rest), text)["tenpai"]:
            return True
    return False


def test_distances_and_what_lowers_them() -> None:
    seen: Counter[int] = Counter()
    kinds = sorted({kind for tile in PLAIN.tiles if (kind := kind_of(tile)) is not None})
    for i in range(150):
        hand, called = random_hand(random.Random(f"shanten {i}"))
        told = observed(hand, called)
        text = pairs(*[format_tiles([kind]) for kind in called])
        ready = waits_of(PLAIN, format_tiles(hand), text)
        assert told["waits"] == sorted(parse_tiles("".join(ready["waits"])))
        assert (told["shanten"] == 0) == ready["tenpai"], (hand, called)
        seen[told["shanten"]] += 1
        if ready["tenpai"]:
            continue
        nearer = [kind for kind in kinds if ready_after(hand, called, kind)]
        assert (told["shanten"] == 1) == bool(nearer), (format_tiles(hand), text, told)
        if nearer:
            assert told["ukeire"] == nearer, (format_tiles(hand), text)
    assert seen[0] > 10 and seen[1] > 10 and seen[2] > 10


# ---- beside the reference

VARIANTS: list[dict[str, Any]] = [
    {},
    {"atama_yakuman_guarantee": "won_tile"},
    {"atama_open_suuankou": True},
    {"atama_open_suuankou": True, "atama_yakuman_guarantee": "won_tile"},
    {"atama_bingo": "riichi", "orochi_needs_seven": True},
    {"seven_limit": None, "keishiki_fifth_copy": "wait"},
]


@pytest.mark.parametrize("changes", VARIANTS, ids=json.dumps)
def test_hands(changes: dict[str, Any]) -> None:
    rules = load_rules(NAME, **changes)
    seen = check_hands(rules, f"atama {changes}", range(300), ready=ready_hand)
    wanted = {"hadaka", "orochi", "susanowo", "daisharin", "chiitoi_3quads", "tsuuiisou", "atama"}
    assert wanted | {"allowed", "worthless"} <= seen.keys()
    if changes.get("atama_yakuman_guarantee") != "won_tile":
        assert "refused" in seen


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(10))
def test_many_hands(chunk: int) -> None:
    numbers = range(2000 * chunk, 2000 * (chunk + 1))
    assert check_hands(RULES, "many pairs", numbers, ready=ready_hand)["atama"]
