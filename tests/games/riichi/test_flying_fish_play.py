"""Flying Fish Sanma in play: each hand's ledger reckoned again in plain Python, and random play."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import code_name, parse_tiles
from shugi._fast.games.riichi.score import placement, places, score_win
from shugi._fast.rules.compile import Rules
from shugi.envs import load_rules, sanma_v0
from shugi.envs.records.record import Recorder, parse_record
from shugi.envs.seat import SeatGames
from tests.games.riichi.reference.legal import ready_hand
from tests.golden import positions
from tests.support.played import Wild, always, finished, played, played_out
from tests.support.tables import codes_of, dealt_again

PRESETS = ("flying_fish", "fierce_flying_fish", "far_flying_fish", "flying_fish+fierce+far")
SEATS = range(3)
HONBA_SHOWN = 255  # a state counts no further
WIN_POINTS = ("win", "honba", "pao")
SANBAIMAN = 4  # Limit
State = dict[str, Any]


# ---- hands, one by one


@dataclass
class Hand:
    """A hand that was just played, and how the table stood before and after it."""

    before: State
    after: State
    lines: list[dict[str, Any]]

    def moved(self, key: str, *reasons: str) -> list[int]:
        """What each seat won by lines of these reasons (all by default)."""
        net = [0, 0, 0]
        for line in self.lines:
            if not reasons or line["reason"] in reasons:
                for seat, sign in ((line["payer"], -1), (line["payee"], 1)):
                    if seat is not None:
                        net[seat] += sign * line[key]
        return net

    def line(self, reason: str, payer: int, payee: int) -> dict[str, Any] | None:
        found = [
            line
            for line in self.lines
            if (line["reason"], line["payer"], line["payee"]) == (reason, payer, payee)
        ]
        assert len(found) <= 1
        return found[0] if found else None

    def chips(self, reason: str, payer: int, payee: int) -> int:
        line = self.line(reason, payer, payee)
        return line["chips"] if line else 0

    @property
    def winners(self) -> list[int]:
        """In turn order after the discarder."""
        last = self.after["last"]
        first = last["loser"][last["winners"][0]] or 0 if last["winners"] else 0
        return sorted(last["winners"], key=lambda seat: (seat - first) % 3)

    @property
    def payers(self) -> list[int]:
        last = self.after["last"]
        givers = {last["loser"][seat] for seat in last["winners"]} - {None}
        return [*givers] or [seat for seat in SEATS if seat not in last["winners"]]

    def scores(self) -> list[int]:
        """After the payments of the hand, leftover sticks aside."""
        left = self.moved("points", "leftover")
        return [seat["score"] - left[p] for p, seat in enumerate(self.after["seats"])]


def now_and_then(n: int) -> Wild:
    """A game of so many plays at random every 19th time."""
    return lambda step: (np.arange(n) + step) % 19 == 0


def hands(rules: Rules, games: int, decisions: int, seed: int) -> Iterator[Hand]:
    """Hands of games that the baseline plays, not without random moves."""
    batch = Batch(rules, games, seed=seed, auto_reset=False)
    before = [batch.state(i) for i in range(games)]
    for _ in played(batch, decisions, now_and_then(games)):
        for i in np.flatnonzero(batch.hand_done):
            after = batch.state(i)
            yield Hand(before[i], after, batch.ledger(i))
            before[i] = after


def check_points(hand: Hand) -> None:
    start = [seat["score"] for seat in hand.before["seats"]]
    now = [seat["score"] for seat in hand.after["seats"]]
    assert now == [a + b for a, b in zip(start, hand.moved("points"), strict=True)]
    assert sum(hand.moved("chips")) == 0
    assert not any(line["reason"] in ("noten", "uma") for line in hand.lines)
    on_table = hand.after["sticks"] * 1000
    assert sum(now) + on_table == 60000


def check_honba_and_dealer(hand: Hand) -> None:
    honba, dealer = hand.before["honba"], hand.before["dealer"]
    for payer in hand.payers if hand.winners else ():
        line = hand.line("honba", payer, hand.winners[0])
        liable = hand.moved("points", "pao") != [0, 0, 0]
        per = 2000 if hand.after["last"]["by"][hand.winners[0]] == "ron" else 1000
        assert liable or (line["points"] if line else 0) == honba * per
    if hand.after["phase"] == "over":
        assert hand.after["honba"] == honba and min(hand.scores()) <= 0
        return
    assert min(hand.scores()) > 0
    assert hand.after["honba"] == min(honba + 1, HONBA_SHOWN)
    assert hand.after["dealer"] == (hand.winners[0] if hand.winners else dealer)
    assert hand.after["round"] < 3, "it stays East"


def check_markers(hand: Hand) -> None:
    marker = [seat["marker"] for seat in hand.before["seats"]]
    for p, points in enumerate(hand.moved("points", *WIN_POINTS)):
        marker[p] = 0 if points < 0 else marker[p]
    for p in hand.winners:
        marker[p] = 1
    assert [seat["marker"] for seat in hand.after["seats"]] == marker


def check_chips(rules: Rules, hand: Hand) -> set[int]:
    """Dice, bust chips and the factor of every payment; the numbers of conditions."""
    last, seen = hand.after["last"], set()
    scores, taken = hand.scores(), set()
    honba = hand.before["honba"]
    fierce = max(1, 2 * (honba // 3)) if rules.options["honba_multiplier"] else 1
    for winner in hand.winners:
        rolls = last["melds"][winner] == 0 or last["riichi"][winner] != "none"
        rolled = {hand.chips("dice", payer, winner) for payer in hand.payers}
        assert len(rolled) == 1 and (min(rolled) >= 3) == rolls
        for payer in hand.payers:
            busts = scores[payer] <= 0
            busting = hand.chips("bust", payer, winner)
            if busting:
                taken.add(payer)
                assert busts and busting == -scores[payer] // 1000
            base = busting + min(rolled)
            sure = busts and not hand.before["seats"][payer]["marker"]
            sure += hand.before["seats"][winner]["marker"]
            great = (hand.line("win", payer, winner) or {"detail": 0})["detail"] >= SANBAIMAN
            paid = base + hand.chips("multiplier", payer, winner)
            chance = [0, 1] if last["riichi"][winner] != "none" else [0]
            fits = [c for n in chance if base * factor(c := sure + great + n) * fierce == paid]
            assert fits, (base, paid, sure, great, honba)
            seen.add(fits[0])
    if hand.winners:
        below = {p for p in hand.payers if scores[p] <= -1000}
        assert below == taken
    return seen


def factor(conditions: int) -> int:
    return 2 * conditions if conditions else 1


def check_places(rules: Rules, hand: Hand) -> None:
    expected = [0, 0, 0]
    if hand.after["phase"] == "over":
        final = [seat["score"] for seat in hand.after["seats"]]
        last, first = hand.after["last_winner"], hand.after["first_dealer"]
        assert placement(rules, final, last_winner=last) == hand.moved("chips", "placement")
        order = places(rules, final, last_winner=last, first_dealer=first)
        for seat in SEATS:
            expected[seat] = {1: 40, 2: -10, 3: -30}[order[seat]]
        assert hand.after["sticks"] == 0
    assert hand.moved("chips", "placement") == expected


@pytest.mark.parametrize("name", PRESETS)
def test_every_hand_is_reckoned_again(name: str) -> None:
    rules = load_rules(name)
    played = won = over = 0
    conditions: set[int] = set()
    for hand in hands(rules, games=100, decisions=700, seed=5):
        check_points(hand)
        check_honba_and_dealer(hand)
        check_markers(hand)
        conditions |= check_chips(rules, hand)
        check_places(rules, hand)
        played += 1
        won += bool(hand.winners)
        over += hand.after["phase"] == "over"
    assert played > 250 and won > 180 and over > 50 and {0, 1, 2, 3} <= conditions


# ---- two winners


def two_winners(
    scores: list[int], markers: list[int], second: str = "67s345p11p999p", **changes: Any
) -> Hand:
    """Seat 0 feeds seat 1 (tanyao, a closed hand) and seat 2 (a called red dragon)."""
    rules = load_rules("flying_fish", **changes)
    pool = positions.Pool(rules)
    tile = pool.take(parse_tiles("8s"))
    seats: list[dict[str, Any]] = [
        {"river": tile},
        {"hand": pool.take(parse_tiles("234567p45688s22p"))},
        {"melds": [positions.meld_of("pon", "777z")], "hand": pool.take(parse_tiles(second))},
    ]
    pool.take(parse_tiles("777z"))
    state: State = {"seats": seats, "phase": "claim", "discard": tile[0], "discarder": 0}
    state |= {"dora": pool.take(parse_tiles("9m")), "dealer": 2}
    positions.fill_others(state, pool, {25})
    for seat, score, marker in zip(seats, scores, markers, strict=True):
        seat |= {"score": score, "marker": marker}
    batch = positions.play(rules, state)
    before = batch.state(0)
    while not batch.hand_done[0]:
        batch.step_one(0, action_id("win"))
    return Hand(before, batch.state(0), batch.ledger(0))


def test_the_first_to_take_the_last_points_gets_the_bust_chips() -> None:
    """1000 to seat 1 and 2000 to seat 2, who deals: 1000 less 3000 is 2000 below zero."""
    hand = two_winners([1000, 30000, 29000], [0, 0, 0])
    assert hand.winners == [1, 2] and hand.scores() == [-2000, 31000, 31000]
    assert (hand.chips("bust", 0, 1), hand.chips("bust", 0, 2)) == (2, 0)
    dice = hand.chips("dice", 0, 1)
    assert hand.chips("multiplier", 0, 1) == dice + 2  # loaded bases: both are doubled
    assert dice >= 3 and hand.chips("dice", 0, 2) == hand.chips("multiplier", 0, 2) == 0


def test_the_second_winner_may_be_the_one_who_busts() -> None:
    hand = two_winners([2000, 30000, 28000], [0, 0, 1])
    assert hand.scores() == [-1000, 31000, 30000]
    assert (hand.chips("bust", 0, 1), hand.chips("bust", 0, 2)) == (0, 1)
    assert hand.chips("multiplier", 0, 1) == hand.chips("dice", 0, 1)
    assert hand.chips("multiplier", 0, 2) == 3  # home run beside the bust: four times


@pytest.mark.parametrize(("alone", "factor"), [(False, 2), (True, 1)])
def test_loaded_bases_double_all_that_is_paid_or_only_what_busts(alone: bool, factor: int) -> None:
    """The second winner busts seat 0: what the first is paid is doubled unless the option is on."""
    hand = two_winners([2000, 30000, 28000], [0, 0, 0], bust_loaded_per_winner=alone)
    dice = hand.chips("dice", 0, 1)
    assert dice >= 3 and hand.chips("multiplier", 0, 1) == (factor - 1) * dice
    assert hand.chips("bust", 0, 2) == hand.chips("multiplier", 0, 2) == 1


@pytest.mark.parametrize(("alone", "factor"), [(False, 2), (True, 1)])
def test_so_it_is_when_the_first_winner_busts(alone: bool, factor: int) -> None:
    """The second is paid for a red five by a payer who has no points left."""
    changes = {"bust_loaded_per_winner": alone, "base_shugi_red": 4}
    hand = two_winners([1000, 30000, 29000], [0, 0, 0], "67s340p11p999p", **changes)
    dice = hand.chips("dice", 0, 1)
    assert hand.chips("multiplier", 0, 1) == dice + hand.chips("bust", 0, 1)
    assert hand.chips("red", 0, 2) == 4
    assert hand.chips("multiplier", 0, 2) == (factor - 1) * 4


@pytest.mark.parametrize(("score", "first"), [(0, True), (1000, True), (2000, False)])
def test_a_stick_that_was_the_last_thousand_busts_nobody(score: int, first: bool) -> None:
    """Who has no points left when he deals in is busted by the first winner, by nobody twice."""
    hand = two_winners([score, 32000, 28000 - score], [0, 0, 0])
    paid = [hand.chips("bust", 0, winner) for winner in (1, 2)]
    assert paid == ([-hand.scores()[0] // 1000, 0] if first else [0, 1])


@pytest.mark.parametrize("alone", [False, True])
def test_one_winner_who_busts_doubles_in_any_case(alone: bool) -> None:
    case = {"dealer": 0, "winner": 1, "win_by": "ron", "loser": 2, "hand": "234567p45688s22p"}
    case |= {"win_tile": "8s", "scores": [39000, 20000, 1000], "dice": [[1, 2]]}
    told = score_win(load_rules("flying_fish", bust_loaded_per_winner=alone), case)
    assert told["shugi_delta"] == [0, 6, -6]


@pytest.mark.parametrize(("rule", "deals"), [("nearest", 1), ("dealer_if_winner", 2)])
def test_two_winners_turn_their_markers_and_one_deals(rule: str, deals: int) -> None:
    hand = two_winners([20000] * 3, [1, 1, 0], next_dealer_on_double_ron=rule)
    assert [seat["marker"] for seat in hand.after["seats"]] == [0, 1, 1]
    assert (hand.after["dealer"], hand.after["honba"]) == (deals, 1)


# ---- the next game of the same table


def test_rematch_the_third_place_deals_first() -> None:
    n = 60
    batch = Batch(load_rules("flying_fish", rematch=True), n, seed=4)
    began: set[int] = set()
    for _ in played(batch, 700):
        for i in np.flatnonzero(batch.done):
            state = batch.state(i)
            third = int(np.flatnonzero(batch.final_rank[i] == 2)[0])
            assert state["first_dealer"] == third
            if state["hand_no"] == 1:
                assert state["dealer"] == third
            began.add(third)
    assert began == {0, 1, 2}
    batch.reset()
    assert all(batch.state(i)["first_dealer"] == batch.state(i)["dealer"] == 0 for i in range(n))


def test_without_rematch_seat_0_always_deals_first() -> None:
    batch = Batch(load_rules("flying_fish"), 30, seed=4, auto_reset=False)
    played_out(batch)
    assert (batch.final_rank.argmax(axis=1) > 0).any()
    assert all(batch.next_dealer(i) == 0 for i in range(30))


def test_the_walls_do_not_depend_on_who_deals() -> None:
    batch = Batch(load_rules("flying_fish"), 1)
    seen = []
    for dealer in SEATS:
        batch.reset(np.array([9], np.uint64), first_dealer=dealer)
        state = batch.state(0)
        assert (state["dealer"], state["first_dealer"], state["turn"]) == (dealer,) * 3
        seen.append((state["wall"], sorted(state["seats"][(dealer + 1) % 3]["hand"])))
    assert seen[0] == seen[1] == seen[2]
    with pytest.raises(ValueError, match="seat"):
        batch.reset(first_dealer=3)


def test_environments_go_on_as_rematches() -> None:
    env = sanma_v0.raw_env(rules="flying_fish", rematch=True)
    env.reset(seed=3)
    began = []
    for _ in range(6):
        played_out(env.batch)
        third = int(env.batch.final_rank[0].argmax())
        env.reset()
        assert env.batch.state(0)["first_dealer"] == third
        began.append(third)
    assert len(set(began)) > 1
    env.reset(seed=3)
    assert env.batch.state(0)["first_dealer"] == 0


def test_who_came_last_deals_wherever_he_sits_now() -> None:
    """The learner moves on by one seat with every game, and its opponents with it."""
    games = SeatGames("flying_fish", 1, rematch=True)
    games.restart()
    assert games.batch.state(0)["first_dealer"] == 0
    moved = 0
    for _ in range(4):
        while not games.terminated[0]:
            games.step(np.array([np.flatnonzero(games.mask[0])[0]]))
        third = int(games.batch.final_rank[0].argmax())
        seat = int(games.seat[0])
        games.restart()
        assert int(games.seat[0]) == (seat + 1) % 3
        assert games.batch.state(0)["first_dealer"] == (third + 1) % 3
        moved += 1
    games.seed(1)
    games.restart()
    assert moved == 4 and games.batch.state(0)["first_dealer"] == 0


def test_a_rematch_is_recorded_with_its_first_dealer() -> None:
    batch = Batch(load_rules("far_flying_fish", rematch=True), 1, auto_reset=False)
    batch.reset(np.array([5], np.uint64), first_dealer=2)
    recorder = Recorder(batch, 0)
    actions = np.zeros(1, np.uint8)
    while batch.seat[0] >= 0:
        batch.baseline(actions)
        recorder.add(int(actions[0]))
        batch.step(actions)
    again = parse_record(recorder.record.dumps()).start()
    assert again.state(0)["first_dealer"] == again.state(0)["dealer"] == 2


# ---- random play


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_many_random_games(name: str) -> None:
    rules = load_rules(name)
    batch = Batch(rules, 200, seed=7, threads=2)
    for k in played(batch, 20000, always):
        if k % 500 == 0:
            assert codes_of(batch.state(k % 200)) == rules.tiles


@pytest.mark.parametrize("name", PRESETS)
def test_rewards_sum_to_the_result(name: str) -> None:
    """Chips at their value; points count for the places only."""
    rules, n = load_rules(name), 24
    batch = Batch(rules, n, seed=4)
    ended = 0
    for i in finished(batch, 700, now_and_then(n)):
        assert batch.final_result[i].sum() == batch.placement[i].sum() == 0
        assert sorted(batch.placement[i]) == [-30, -10, 40]
        assert batch.placement[i].argmax() == batch.final_rank[i].argmin()
        assert batch.final_score[i].min() <= 0
        ended += 1
    assert ended >= n


@pytest.mark.parametrize("name", ["flying_fish", "far_flying_fish"])
def test_expected_chips_average_the_dice(name: str) -> None:
    """Over many wins, what is expected and what was rolled come to the same."""
    rules, n = load_rules(name), 200
    batch = Batch(rules, n, seed=12, expected=True)
    gap, wins, unlike = 0.0, 0, 0
    for _ in played(batch, 500):
        for i in np.flatnonzero(batch.hand_done):
            won = batch.chips[i] > 0
            if batch.done[i] or not won.any():
                continue
            wins += 1
            gap += float((batch.chips[i] - batch.expected[i])[won].sum())
            unlike += not np.allclose(batch.chips[i], batch.expected[i])
            assert batch.chips[i].sum() == 0
            assert batch.expected[i].sum() == pytest.approx(0, abs=1e-2)
    assert wins > 300 and unlike > wins / 2 and abs(gap / wins) < 5


def test_far_hands_are_dealt_again_with_the_yaku_that_riichi_promises() -> None:
    """Closed riichi with an open hand: every wait has a yaku in all that others may suppose."""
    rules = load_rules("far_flying_fish")
    pool = positions.Pool(rules)
    seats: list[dict[str, Any]] = [{}, {}, {}]
    seats[1] = {
        "melds": [positions.meld_of("pon", "999p")],
        "hand": pool.take(parse_tiles("666z2343567s")),
        "river": pool.take(parse_tiles("9m")),
        "river_flags": [positions.RIVER_RIICHI],
        "riichi": "closed",
    }
    pool.take(parse_tiles("999p"))
    positions.fill_others({"seats": seats}, pool, set())
    seats[2]["hand"] += pool.fill(1, set())
    batch = positions.play(rules, {"seats": seats})
    found = set()
    for state in dealt_again(batch, 2, 20):
        hand = "".join(map(code_name, state["seats"][1]["hand"]))
        held = {"hand": hand, "melds": [["pon", "999p"]]}
        assert ready_hand(rules.options, held)["closed_riichi_legal"], hand
        found.add(hand)
    assert len(found) > 10
