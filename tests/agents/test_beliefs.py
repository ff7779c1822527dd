"""Likely re-deals: consistent with what is known, the same for the same key, and like play."""

from collections import Counter

import numpy as np
import pytest

from shugi._fast.batch.batch import BELIEF_SHAPE, Batch
from shugi._fast.core.tiles import parse_tiles
from shugi.agents.beliefs import (
    RIICHI,
    Belief,
    HandsStay,
    Sample,
    belief_of,
    kept_weights,
    key_of,
    kinds_of,
    learn_weights,
    log_ratio,
)
from shugi.envs.rulesets.rules import load_rules, mahjong
from tests.support.bot_games import led_on, midway
from tests.support.tables import codes_of

GAMES = [
    "super_bingo", "sanma_base", "riichi_parlour", "shouhai_mighty", "hangzhou", "xiamen", "wuhan",
    "kawuxing",
]  # fmt: skip


def even(steps: int = 40, looks: int = 10) -> Belief:
    """No hand is likelier than another by its distance."""
    return Belief(np.zeros(BELIEF_SHAPE, np.float32), steps, looks)


def seen(batch: Batch, i: int) -> list[object]:
    seat = np.full(batch.n, -1, np.int8)
    seat[i] = batch.seat[i]
    layout = batch.layout
    planes = np.zeros((batch.n, layout.planes, layout.places), np.uint8)
    numbers = np.zeros((batch.n, layout.globals), np.float32)
    events = np.zeros((batch.n, layout.history), np.uint16)
    batch.observe(planes, numbers, events, seat)
    return [planes[i].tolist(), numbers[i].tolist(), events[i].tolist(), batch.legal_actions(i)]


@pytest.mark.parametrize("name", GAMES)
def test_what_the_seat_knows_stays(name: str) -> None:
    batch, belief = midway(name, 10), even()
    moved = 0
    for i in range(batch.n):
        other, seat = batch.clone(np.array([i])), int(batch.seat[i])
        belief.redeal(other, 0, seat, 77 + i)
        assert seen(other, 0) == seen(batch, i)
        before, after = batch.state(i), other.state(0)
        assert codes_of(after) == codes_of(before)
        assert after["seats"][seat] == before["seats"][seat]
        moved += after["seats"] != before["seats"]
    assert moved >= 8


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "ninety_nine", "piquet"])
def test_the_key_and_what_is_known_decide(name: str) -> None:
    batch, belief = midway(name, 8), even()
    for i in range(batch.n):
        one, other = batch.clone(np.array([i])), batch.clone(np.array([i]))
        other.redeal(0, int(batch.seat[i]), 999 + i)
        for game in (one, other):
            belief.redeal(game, 0, int(batch.seat[i]), 5)
        assert one.save(0) == other.save(0)


def test_the_package_has_the_hands_of_every_rule_set() -> None:
    keys = {key_of(rules) for rules in mahjong()}
    assert set(kept_weights()) == keys, "run python tools/likely_hands.py"


@pytest.mark.parametrize("name", ["toriuchi", "quanzhou"])
def test_hands_of_the_package_are_what_would_be_learned_now(name: str) -> None:
    rules = load_rules(name)
    learned, kept = learn_weights(rules), kept_weights()[key_of(rules)]
    np.testing.assert_allclose(kept, learned, 1e-5, err_msg="run python tools/likely_hands.py")


def test_card_games_are_dealt_as_before() -> None:
    assert belief_of(load_rules("piquet")) is None
    batch = midway("ninety_nine", 4)
    for i in range(4):
        one, other = batch.clone(np.array([i])), batch.clone(np.array([i]))
        even().redeal(one, 0, int(batch.seat[i]), 5)
        other.redeal(0, int(batch.seat[i]), 5)
        assert one.save(0) == other.save(0)


def test_games_dealt_again_play_on() -> None:
    for name in GAMES:
        batch = midway(name, 8, 50)
        for i in range(batch.n):
            even().redeal(batch, i, int(batch.seat[i]), i)
        led_on(batch, 80)


def distances(name: str, belief: Belief | None) -> float:
    """Mean distance of the others' hands half-way through, as they are or dealt again."""
    batch, found = midway(name, 64, 110, seed=9), []
    for i in range(batch.n):
        state, seat = batch.state(i), int(batch.seat[i])
        if state["phase"] != "own":
            continue
        game = batch.clone(np.array([i]))
        if belief is not None:
            belief.redeal(game, 0, seat, i)
        for p, other in enumerate(state["seats"]):
            if p != seat and other["riichi"] == "none" and p != state.get("resting"):
                found.append(game.shanten(0, p))
    return float(np.mean(found))


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou"])
def test_hands_are_as_far_from_ready_as_in_play(name: str) -> None:
    learned = belief_of(load_rules(name))
    assert learned is not None
    true, likely, any_hand = (distances(name, b) for b in (None, learned, even(0, 0)))
    assert any_hand > true + 0.5
    assert abs(likely - true) < 0.4 * (any_hand - true)


def test_hands_explain_discards_better() -> None:
    batch = midway("super_bingo", 64, 70)
    left: dict[str, list[int]] = {"true": [], "any": [], "likely": []}
    for i in range(batch.n):
        seat = int(batch.seat[i])
        left["true"].append(batch.baseline_mismatches(i, seat, 1))
        for name, belief in (("any", even(0, 0)), ("likely", even(60, 60))):
            game = batch.clone(np.array([i]))
            belief.redeal(game, 0, seat, i)
            left[name].append(game.baseline_mismatches(0, seat, 1))
    true, likely, any_hand = (np.mean(left[name]) for name in ("true", "likely", "any"))
    assert true < any_hand
    assert likely < any_hand - 0.3 * (any_hand - true)


def caught(batch: Batch, game: int, seat: int, held: set[int]) -> int:
    """How many kinds of those held are waited for by hands in riichi that may win on them."""
    found = 0
    for p, other in enumerate(batch.state(game)["seats"]):
        waits = set(batch.waits(game, p))
        if p != seat and other["riichi"] == "closed" and not waits & kinds_of(other["river"]):
            found += len(waits & held)
    return found


@pytest.mark.parametrize("name", ["sanma_tenhou", "riichi_tenhou"])
def test_hands_in_riichi_are_as_dangerous_as_in_play(name: str) -> None:
    rules = load_rules(name)
    batch, copies = Batch(rules, 240, 7), Batch(rules, 1)
    learned = belief_of(rules)
    assert learned is not None
    said = {"true": 0, "any": 0, "likely": 0}
    for step in range(400):
        for i in range(step % 8, batch.n, 8):
            seat, state = int(batch.seat[i]), batch.state(i)
            others = [one["riichi"] for p, one in enumerate(state["seats"]) if p != seat]
            if state["phase"] != "own" or "closed" not in others:
                continue
            held = kinds_of(state["seats"][seat]["hand"])
            said["true"] += caught(batch, i, seat, held)
            for what, belief in (("any", even(0, 0)), ("likely", learned)):
                copies.copy_from(batch, [i], [0])
                belief.redeal(copies, 0, seat, 400 * i + step)
                said[what] += caught(copies, 0, seat, held)
        led_on(batch, 1)
    assert said["true"] > 1000
    assert said["any"] < 0.6 * said["true"]
    assert said["likely"] == pytest.approx(said["true"], rel=0.2)


def test_the_steps_keep_to_the_weights() -> None:
    """Forbidden distances do not come up where steps can leave them."""
    weights = np.zeros(BELIEF_SHAPE, np.float32)
    weights[:, :, 3:] = -50.0
    batch = midway("kawuxing", 24, 40)
    for i in range(batch.n):
        if batch.state(i)["phase"] != "own":
            continue
        seat = int(batch.seat[i])
        Belief(weights, steps=600, looks=0).redeal(batch, i, seat, 3)
        for p, other in enumerate(batch.state(i)["seats"]):
            if p != seat and other["riichi"] == "none" and other["river"]:
                assert batch.shanten(i, p) < 3


@pytest.mark.parametrize("name", ["wuhan", "hangzhou", "sanma_tenhou"])
def test_ready_hands_come_up_as_in_play(name: str) -> None:
    """In Wuhan a hand one tile from sets and some pair waits for nothing without a 2, 5 or 8."""
    learned = belief_of(load_rules(name))
    assert learned is not None
    ready: dict[str, list[bool]] = {"true": [], "any": [], "likely": []}
    for steps in (50, 80, 110, 140):
        batch = midway(name, 160, steps)  # with 64 chance alone is a third of it
        for i in range(batch.n):
            seat = int(batch.seat[i])
            others = [p for p, one in enumerate(batch.state(i)["seats"]) if p != seat]
            hidden = [p for p in others if batch.state(i)["seats"][p]["riichi"] == "none"]
            for what, belief in (("true", None), ("any", even(0, 0)), ("likely", learned)):
                game = batch.clone(np.array([i]))
                if belief is not None:
                    belief.redeal(game, 0, seat, i)
                ready[what] += [game.hand_place(0, p)[2] < 2 for p in hidden]
    true, any_hand, likely = (np.mean(ready[what]) for what in ("true", "any", "likely"))
    assert any_hand < 0.3 * true
    assert likely == pytest.approx(true, rel=0.35)


def give(batch: Batch, seat: int, tiles: list[int]) -> None:
    """Let a seat of game 0 hold these, in exchange with the others or the wall."""
    state = batch.state(0)
    own, wall = state["seats"][seat]["hand"], state["wall"]
    others = [one["hand"] for p, one in enumerate(state["seats"]) if p != seat]
    for place, tile in enumerate(tiles):
        if own[place] == tile:
            continue
        if tile in own[place:]:
            there, at = own, own.index(tile, place)
        else:
            there = next((hand for hand in others if tile in hand), wall)
            at = there.index(tile, state["head"] if there is wall else 0)
        there[at], own[place] = own[place], tile
    batch.set_state(0, state)


@pytest.mark.parametrize("name", ["riichi_tenhou", "sanma_tenhou"])
def test_nobody_discards_a_copy_beyond_the_last(name: str) -> None:
    """A hand with all four of its only wait is ready, and cannot win on a discard."""
    batch = Batch(load_rules(name, keishiki_fifth_copy="wait"), 1, 3)
    dragons_and_runs = parse_tiles("555z123p789p")
    give(batch, 1, dragons_and_runs + parse_tiles("9999s"))
    assert batch.shanten(0, 1) == 0 and batch.hand_place(0, 1)[2] == 1
    give(batch, 1, dragons_and_runs + parse_tiles("8999s"))
    assert batch.shanten(0, 1) == 0 and batch.hand_place(0, 1)[2] == 0


def waiting_for(three: int) -> list[int]:
    """Ten tiles that wait for the three of a suit alone, with a pair of fives."""
    other, pair = ((three // 9 + step) % 3 * 9 for step in (1, 2))
    return [three - 2, three - 1, pair + 4, pair + 4, *range(other + 3, other + 9)]


def test_nobody_discards_the_face_of_a_wildcard() -> None:
    """A hand that waits for it alone is ready, and cannot win on a discard."""
    games = midway("wuhan", 1000, 30)
    places: dict[bool, set[int]] = {True: set(), False: set()}
    for i in range(games.n):
        state, turn = games.state(i), int(games.seat[i])
        hands = [seat["hand"] for p, seat in enumerate(state["seats"]) if p != turn]
        held = Counter(sum(hands, state["wall"][state["head"] : state["tail"]]))
        for p, seat in enumerate(state["seats"]):
            if p == turn or state["phase"] != "own" or len(seat["melds"]) != 1:
                continue
            for three in parse_tiles("3m3p3s"):
                tiles = waiting_for(three)
                if Counter(tiles) <= held and not {*tiles} & {*state["seats"][turn]["hand"]}:
                    game = games.clone(np.array([i]))
                    give(game, p, tiles)
                    assert game.shanten(0, p) == 0
                    places[three == state["wild_kind"]].add(game.hand_place(0, p)[2])
    assert places == {True: {1}, False: {0, 1}}


# ---- what is learned


def test_counts_are_of_hands_in_play_and_dealt_again() -> None:
    played, dealt = Sample(load_rules("super_bingo"), games=32, steps=360).hands()
    assert played.shape == dealt.shape == BELIEF_SHAPE
    assert (played.sum(axis=2) == dealt.sum(axis=2)).all() and played.sum() > 500
    played, dealt = played[:, :RIICHI], dealt[:, :RIICHI]
    shanten = np.arange(BELIEF_SHAPE[2])
    late = slice(5, None)
    mean = [(c[late] * shanten).sum() / c[late].sum() for c in (played, dealt)]
    assert mean[0] < mean[1] - 0.5


def test_log_ratio() -> None:
    played, dealt = np.zeros((2, RIICHI + 1, 4)), np.zeros((2, RIICHI + 1, 4))
    played[0, 0], dealt[0, 0] = [0, 600, 300, 100], [0, 100, 300, 600]
    played[1, RIICHI], dealt[1, RIICHI] = [600, 300, 100, 0], [100, 300, 600, 0]
    found = log_ratio(played, dealt)
    assert found[0, 0] == pytest.approx(np.log([1, 6, 1, 1 / 6]), abs=0.02)
    assert found[0, 1] == pytest.approx(found[0, 0], abs=0.02), "unseen: as with other melds"
    assert found[1, RIICHI] == pytest.approx(np.log([6, 1, 1 / 6, 1]), abs=0.02)
    assert found[0, RIICHI] == pytest.approx(found[1, RIICHI], abs=0.02), "as at other turns"
    nothing = np.zeros((1, RIICHI + 1, 4))
    assert np.abs(log_ratio(nothing, nothing)).max() == 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"steps": 3, "looks": 4}, "looks 4, steps 3"),
        ({"doubt": 0.0}, "doubt 0.0"),
        ({"depth": -1}, "depth -1"),
        ({"weights": np.zeros((2, 2, 2), np.float32)}, "weights must have shape"),
    ],
)
def test_beliefs_that_cannot_be_are_refused(changes: dict[str, object], said: str) -> None:
    batch = midway("super_bingo", 1, 10)
    given = {"weights": np.zeros(BELIEF_SHAPE, np.float32)} | changes
    with pytest.raises(ValueError, match=said):
        Belief(**given).redeal(batch, 0, 0, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["hangzhou", "super_bingo"])
def test_many_keys_at_many_moments(name: str) -> None:
    """Discards that were called away, floats, flowers: whatever lies in the rivers."""
    batch, copies = Batch(load_rules(name), 32, 1), Batch(load_rules(name), 24)
    belief = even(80, 40)
    for step in range(240):
        if step % 12 == 0:
            for i in range(step % 4, 32, 4):
                copies.copy_from(batch, np.full(24, i), np.arange(24))
                for k in range(24):
                    belief.redeal(copies, k, int(batch.seat[i]), 24 * step + k)
                state = copies.state(23)
                assert codes_of(state) == codes_of(batch.state(i))
        led_on(batch, 1)


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "piquet"])
@pytest.mark.parametrize("threads", [1, 2])
def test_all_games_at_once_are_dealt_as_one_by_one(name: str, threads: int) -> None:
    batch = midway(name, 12)
    keys, seats = np.arange(12, dtype=np.uint64) * 7, batch.seat.copy()
    seats[::5] = -1
    beliefs: list[Belief | None] = [None]
    if name != "piquet":
        beliefs.append(Belief(np.zeros(BELIEF_SHAPE, np.float32), steps=30, looks=5))
    for belief in beliefs:
        told = {} if belief is None else belief.told()
        several = Batch(batch.rules, 12, threads=threads, auto_reset=False)
        several.copy_from(batch, range(12), range(12))
        found, alone = several.redeal_all(seats, keys, 2, **told), batch.clone()
        assert np.array_equal(found, seats >= 0)
        for i in np.flatnonzero(found):
            if belief is None:
                alone.redeal(i, int(seats[i]), int(keys[i]))
            else:
                belief.redeal(alone, int(i), int(seats[i]), int(keys[i]))
        assert [several.save(i) for i in range(12)] == [alone.save(i) for i in range(12)]
        assert several.save(1) != batch.save(1) and several.save(0) == batch.save(0)


@pytest.mark.parametrize("name", [*GAMES, "super_bingo_atama"])
def test_hands_may_stay_while_the_wall_is_dealt_again(name: str) -> None:
    batch = midway(name, 12, 60)
    again, moved = batch.clone(), 0
    keys = np.arange(12, dtype=np.uint64)
    assert again.redeal_all(batch.seat.copy(), keys, **HandsStay().told()).all()
    for i in range(batch.n):
        assert seen(again, i) == seen(batch, i)
        before, after = batch.state(i), again.state(i)
        assert sorted(after["wall"]) == sorted(before["wall"])
        wall = {name: after[name] for name in ("wall", "ura", "seed") if name in after}
        assert after == before | wall  # what others have asked for or answered, too
        moved += after["wall"] != before["wall"]
    assert moved >= 8
    led_on(again, 80)


def test_in_card_games_nothing_is_dealt_again_if_hands_stay() -> None:
    batch = midway("piquet", 4)
    again = batch.clone()
    assert again.redeal_all(batch.seat.copy(), np.arange(4, dtype=np.uint64), hands=False).all()
    assert [again.save(i) for i in range(4)] == [batch.save(i) for i in range(4)]


def test_what_all_games_are_dealt_by_has_to_fit() -> None:
    batch = midway("super_bingo", 4)
    seats, last = batch.seat.copy(), np.full(4, 2**64 - 1, np.uint64)
    assert batch.redeal_all(seats, last, 3).all()
    for given, said in (
        ((seats[:2], last), "seats"),
        ((seats, last.astype(np.int64)), "keys"),
        ((seats, last, 0), "tries"),
        ((np.full(4, 3, np.int8), last), "seats"),
    ):
        with pytest.raises(ValueError, match=said):
            batch.redeal_all(*given)
    with pytest.raises(ValueError, match="must have shape"):
        batch.redeal_all(seats, last, weights=np.zeros((1, 1, 1), np.float32))
    with pytest.raises(ValueError, match="these stay"):
        batch.redeal_all(seats, last, hands=False, weights=np.zeros(BELIEF_SHAPE, np.float32))
