"""Riichi of four: what three players do not have."""

from __future__ import annotations

from typing import Any

import pytest

from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import code_name, parse_tiles
from shugi._fast.games.riichi.score import (
    after_hand,
    final_result,
    game_ends,
    noten_payments,
    score_win,
    waits_of,
)
from shugi._fast.rules.compile import RulesError
from shugi.envs import Batch, load_position, load_rules, score
from tests.support.one_game import left_of

TENHOU, MJSOUL, PARLOUR = (
    load_rules(name) for name in ("riichi_tenhou", "riichi_mjsoul", "riichi_parlour")
)
JUNK = "19m19p19s1234567z"
WIN = action_id("win")


def won(hand: str, tile: str, **case: Any) -> dict[str, Any]:
    case = {"dealer": 0, "winner": 1, "win_by": "ron", "loser": 2, "hand": hand} | case
    return case | {"win_tile": tile}


# ---- rules


@pytest.mark.parametrize(
    ("changes", "key", "text"),
    [
        ({"uma": [20, 0, -20]}, "uma", "a number for each place"),
        ({"players": 2, "uma": None}, "players", "by three or four"),
        ({"placement": "flying_fish"}, "placement", "between three places"),
        ({"multi_ron": "head_bump"}, "abortive_triple_ron", "only one player wins"),
        ({"north_role": "yakuhai"}, "north_wind", "no yaku for everybody"),
        ({"players": 3, "uma": None}, "abortive_four_riichi", "set players: 4"),
    ],
)
def test_what_does_not_go_together(changes: dict[str, Any], key: str, text: str) -> None:
    with pytest.raises(RulesError) as refused:
        load_rules("riichi_tenhou", **changes)
    assert any(k.endswith(f": {key}") and text in said for k, said in refused.value.problems)


def test_uma_and_oka_of_four_places() -> None:
    scores = [20000, 40000, 10000, 30000]
    assert final_result(TENHOU, scores) == [-20.0, 50.0, -40.0, 10.0]
    assert final_result(MJSOUL, scores) == [-10.0, 30.0, -30.0, 10.0]
    assert final_result(PARLOUR, scores, [3, 0, -5, 2]) == [-14.0, 50.0, -50.0, 14.0]


def test_uma_that_does_not_add_up() -> None:
    with pytest.raises(RulesError, match="adds up to 10"):
        load_rules("riichi_tenhou", uma=[20, 10, -10, -10])


@pytest.mark.parametrize(
    ("ready", "paid"),
    [
        ([0], [3000, -1000, -1000, -1000]),
        ([0, 2], [1500, -1500, 1500, -1500]),
        ([0, 1, 3], [1000, 1000, -3000, 1000]),
        ([0, 1, 2, 3], [0, 0, 0, 0]),
    ],
)
def test_a_draw_moves_3000(ready: list[int], paid: list[int]) -> None:
    assert noten_payments(TENHOU, [seat in ready for seat in range(4)]) == paid


def test_where_a_game_ends() -> None:
    even, led = [25000] * 4, [24000, 24000, 22000, 30000]
    assert not game_ends(TENHOU, "S3", led, dealer_repeats=False)
    assert game_ends(TENHOU, "S4", led, dealer_repeats=False)
    assert not game_ends(TENHOU, "S4", even, dealer_repeats=False)
    # a leading dealer stops, but not after an abortive draw
    assert game_ends(TENHOU, "S4", led, dealer_repeats=True)
    assert not game_ends(TENHOU, "S4", led, dealer_repeats=True, aborted=True)
    # West: until somebody has the target, or its last hand
    assert game_ends(TENHOU, "W1", led, dealer_repeats=False)
    assert not game_ends(TENHOU, "W3", even, dealer_repeats=False)
    assert game_ends(TENHOU, "W4", even, dealer_repeats=False)
    # a dealer who deals again does so there too, unless he is first with the target
    assert not game_ends(TENHOU, "W1", led, dealer_repeats=True)
    assert game_ends(TENHOU, "W4", led, dealer_repeats=True)
    assert not game_ends(TENHOU, "W4", even, dealer_repeats=True)
    assert not game_ends(TENHOU, "W4", led, dealer_repeats=True, aborted=True)
    sudden = load_rules("riichi_tenhou", extension_repeats=False)
    assert game_ends(sudden, "W1", led, dealer_repeats=True)
    # 0 points are no bust
    assert not game_ends(TENHOU, "E1", [0, 50000, 25000, 25000], dealer_repeats=False)
    assert game_ends(TENHOU, "E1", [-100, 50100, 25000, 25000], dealer_repeats=False)
    east = load_rules("riichi_tenhou", game_length="east")
    assert game_ends(east, "E4", led, dealer_repeats=False)
    assert after_hand(TENHOU, "E4", even, end="draw", tenpai=[0])["round"] == "S1"


# ---- value


def test_runs_of_three_suits() -> None:
    closed = score(won("234m234p23s567p99s", "4s"), TENHOU)
    assert ["sanshoku_doujun", 2] in closed["yaku"]
    called = won("234p23s567p99s", "4s", melds=[["chi", "324m"]])
    assert score(called, TENHOU)["yaku"] == [["sanshoku_doujun", 1]]
    with pytest.raises(ValueError, match="no called runs"):
        score(called, "sanma_base")
    for tiles in ("224m", "89m1p", "123z"):
        with pytest.raises(ValueError, match="three in a row of one suit"):
            score(called | {"melds": [["chi", tiles]]}, TENHOU)


def test_north_is_a_wind() -> None:
    north = won("444z123p456s78s99m", "9s", winner=3)
    assert score(north, TENHOU)["yaku"] == [["yakuhai_seat", 1]]
    assert score(north | {"round_wind": "4z"}, TENHOU)["yaku"] == [
        ["yakuhai_round", 1],
        ["yakuhai_seat", 1],
    ]
    with pytest.raises(ValueError, match="no yaku"):
        score(north | {"winner": 1}, TENHOU)
    # a pair of it costs pinfu and is 2 fu, of round and seat 4
    pair = won("44z123p456p456s78s", "9s", winner=3, riichi="closed")
    assert score(pair, TENHOU)["fu"] == 40
    assert ["pinfu", 1] in score(pair | {"winner": 1}, TENHOU)["yaku"]


def test_gates_of_characters() -> None:
    assert score(won("1112345678999m", "5m"), MJSOUL)["yakuman"] == [["junsei_chuuren", 2]]
    assert score(won("1112345678999m", "5m"), TENHOU)["yakuman"] == [["chuuren", 1]]


def test_who_is_liable_for_one_yakuman_of_two() -> None:
    melds = [["pon", f"{n}{n}{n}z"] for n in (5, 6, 7)]
    fed = won("1122z", "2z", melds=melds, pao={"daisangen": 3})
    assert score_win(MJSOUL, fed)["points_delta"] == [0, 64000, -48000, -16000]
    assert score_win(TENHOU, fed)["points_delta"] == [0, 64000, -32000, -32000]


# ---- play


def played(rules_name: str, hands: tuple[str, ...], draws: str, verbs: dict[int, str]) -> Batch:
    """A hand from a laid wall: verbs when they are legal, else the tile just drawn."""
    rules = load_rules(rules_name)
    batch = Batch(rules, 1, auto_reset=False, episode="hand", expected=True)
    rest = sorted(left_of(rules, *hands, draws).elements())
    batch.set_wall(0, [*parse_tiles("".join(hands) + draws), *rest])
    while not batch.hand_done[0]:
        legal = batch.legal_actions(0)
        wanted = [action_id(verbs.get(int(batch.seat[0]), "pass")), action_id("pass")]
        wanted.append(batch.state(0)["drawn"])
        batch.step_one(0, next((action for action in wanted if action in legal), legal[0]))
    return batch


THREE_WAIT = (JUNK, "234567m34p678s22s", "345678m34p567s33s", "456234m34p456s88s")


def test_three_wins_on_one_discard() -> None:
    verbs = {seat: "win" for seat in (1, 2, 3)}
    paid = played("riichi_mjsoul", THREE_WAIT, "5p", verbs)
    assert paid.state(0)["last"]["winners"] == [1, 2, 3]
    assert paid.scores(0)[0] < 25000 < min(paid.scores(0)[1:])
    aborted = played("riichi_tenhou", THREE_WAIT, "5p", verbs)
    assert aborted.state(0)["last"]["how"] == "abort"
    assert aborted.scores(0) == [25000] * 4
    two = played("riichi_tenhou", THREE_WAIT, "5p", {1: "win", 3: "win"})
    assert two.state(0)["last"]["winners"] == [1, 3]


def test_each_of_three_winners_is_paid_chips() -> None:
    batch = played("riichi_parlour", THREE_WAIT, "0p", {seat: "win" for seat in (1, 2, 3)})
    assert batch.chips[0].tolist() == [-3, 1, 1, 1]
    assert batch.expected[0].tolist() == [-3, 1, 1, 1]


@pytest.mark.parametrize(
    ("verb", "hand", "left"),
    [
        ("chi_low", "345678m1279p119s", "78m1279p19s"),  # 6m would stand at the run's other end
        ("chi_mid", "234678m1279p119s", "678m1279p19s"),
        ("chi_high", "123678m1279p119s", "678m1279p19s"),
        ("pon", "333678m1279p119s", "678m1279p19s"),
    ],
)
def test_what_was_called_is_not_discarded(verb: str, hand: str, left: str) -> None:
    batch = Batch(MJSOUL, 1, auto_reset=False)
    drawn = parse_tiles("3m")[0]
    rest = sorted(left_of(MJSOUL, JUNK, hand, "3m").elements())
    # the two others have nothing to call with
    batch.set_wall(0, [*parse_tiles(JUNK + hand), *rest[-26:], drawn, *rest[:-26]])
    batch.step_one(0, drawn)
    batch.step_one(0, action_id(verb))
    assert set(batch.legal_actions(0)) == set(parse_tiles(left))


# ---- as both sites play: positions of real games, and what followed

OF_SITES = ("riichi_tenhou", "riichi_mjsoul", "riichi_parlour")
WEST = ("234567m345p78s99p", "345m345p345s77p56s", "19m147p147s1234z5z+6z", "19m147p258s1234z6z")


def last_turn(rules: str, hands: tuple[str, ...], score: str, melds: str = "") -> Batch:
    """West 1: the wall is empty, and seat 2 has its last tile to discard; ``melds``: of seat 0."""
    deck = load_rules(rules).tiles
    kans = melds.count("ankan")
    held = "".join(hands).replace("+", "") + melds.replace("ankan", "").strip("()")
    out = parse_tiles(held)
    left = sorted(left_of(load_rules(rules), held, "1z").elements())
    # no river of terminals alone, and none that takes the last of a kind
    given = sorted(left, key=lambda code: 7 * code % 31)[: len(deck) - 14 - len(out)]
    rivers = ["".join(code_name(code) for code in given[seat::4]) for seat in range(4)]
    seats = [f"seat{i} hand={hand} river={rivers[i]}" for i, hand in enumerate(hands)]
    seats[0] += f" melds={melds}" if melds else ""
    text = "|".join([f"rules {rules}", "round W1", f"score {score}", "turn own 2", *seats])
    batch = load_position(f"{text}|dora 1z")
    assert batch.state(0)["head"] == batch.state(0)["tail"] == len(deck) - 14 - kans
    return batch


@pytest.mark.parametrize("rules", OF_SITES)
def test_a_dealer_who_is_ready_at_the_draw_deals_again_in_west(rules: str) -> None:
    batch = last_turn(rules, WEST, "23000 29000 24000 24000")
    batch.step_one(0, parse_tiles("6z")[0])
    state = batch.state(0)
    assert state["last"]["points"] == [1500, 1500, -1500, -1500]
    assert (state["phase"], state["round"], state["dealer"], state["honba"]) == ("own", 8, 0, 1)
    assert batch.scores(0) == [24500, 30500, 22500, 22500]


@pytest.mark.parametrize("rules", OF_SITES)
def test_a_dealer_who_wins_with_another_deals_again_in_west(rules: str) -> None:
    hands = (THREE_WAIT[1], THREE_WAIT[2], f"{JUNK}+5p", "19m147p258s1234z6z")
    seats = "|".join(f"seat{i} hand={hand}" for i, hand in enumerate(hands))
    start = f"rules {rules}|round W1|score 20000 28000 26000 26000|turn own 2"
    batch = load_position(f"{start}|{seats}|dora 1z|wall ...")
    for action in (parse_tiles("5p")[0], WIN, WIN):
        batch.step_one(0, action)
    state = batch.state(0)
    assert state["last"]["winners"] == [0, 1] and max(batch.scores(0)) >= 30000 > batch.scores(0)[0]
    assert (state["phase"], state["round"], state["dealer"], state["honba"]) == ("own", 8, 0, 1)


FIFTH = "123456789m1111p"


@pytest.mark.parametrize("rules", [*OF_SITES, "sanma_base", "sanma_tenhou", "sanma_mjsoul"])
def test_four_equal_tiles_in_the_hand_leave_no_wait(rules: str) -> None:
    """Melded they do."""
    one = load_rules(rules)
    assert waits_of(one, "1111z234p567p888s")["waits"] == []
    kan = [["ankan", "2s2s2s2s"], ["pon", "1p1p1p"], ["pon", "7z7z7z"]]
    assert waits_of(one, "13s55p", kan)["waits"] == ["2s"]
    pon = [["pon", f"{tile}{tile}{tile}"] for tile in ("1z", "2p", "7z", "9s")]
    assert waits_of(one, "1z", pon)["waits"] == ["1z"]


def test_riichi_on_a_fifth_copy_is_not_offered() -> None:
    others = "|".join(f"seat{seat} hand=19m19s123456z257s" for seat in (1, 2, 3))
    batch = load_position(f"rules riichi_tenhou|turn own 0|seat0 hand={FIFTH}+4z|{others}")
    batch.step_one(0, action_id("riichi"))
    # one tile is left to choose, so it is discarded: the hand waits for 4z, not for a fifth 1p
    seat = batch.state(0)["seats"][0]
    assert (seat["river"], seat["riichi"]) == (parse_tiles("1p"), "closed")


@pytest.mark.parametrize(
    ("hand", "melds", "points"),
    [(FIFTH, "", [0, 0, 0, 0]), ("123789m13s99p", "ankan(2s2s2s2s)", [3000, -1000, -1000, -1000])],
)
def test_who_is_ready_on_a_fifth_copy_at_the_draw(hand: str, melds: str, points: list[int]) -> None:
    hands = (hand, "19m258p358s1234z6z", "46m258p147s12345z+6z", "46m258p147s1234z5z")
    batch = last_turn("riichi_tenhou", hands, "25000 25000 25000 25000", melds)
    batch.step_one(0, parse_tiles("6z")[0])
    assert batch.state(0)["last"]["points"] == points


@pytest.mark.parametrize(
    ("rules", "hand", "drawn"),
    [
        *((rules, "111222333m11p79s", "1m") for rules in OF_SITES),
        *((f"sanma_{of}", "111222333p11s79s", "1p") for of in ("base", "tenhou", "mjsoul")),
    ],
)
def test_a_kan_in_riichi_may_change_how_the_hand_is_read(rules: str, hand: str, drawn: str) -> None:
    seats = range(1, load_rules(rules).seats)
    others = "|".join(f"seat{seat} hand=9m47p568s1234567z" for seat in seats)
    text = f"turn own 0|seat0 hand={hand}+{drawn} river=9p* riichi=closed"
    kan = action_id("kan_closed")
    assert kan in load_position(f"rules {rules}|{text}|{others}").legal_actions(0)
    strict = load_position(f"rules {rules} riichi_kan=strict|{text}|{others}")
    assert kan not in strict.legal_actions(0)
