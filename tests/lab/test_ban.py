"""Banned acts, and what the ban test says they cost."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi.agents import Agent, AgentError, Baseline, Observation, Random, make_agent
from shugi.agents.banned import Banned
from shugi.agents.plans.playouts import Playouts
from shugi.agents.standing import worth_of
from shugi.envs.gains import Gains
from shugi.envs.rulesets.rules import load_rules
from shugi.envs.seat import SKIP
from shugi.training.judge.estimate import estimate, ratio
from shugi.training.judge.match import Match
from shugi.training.judge.plain import plain
from shugi.training.lab import ban
from shugi.training.lab.ban import CHANCES, HANDS, LOSS, USES, BanTest
from tests.support.bot_games import led_on, midway

BINGO = load_rules("super_bingo")
RIICHI = ["riichi", "open_riichi"]


def asked(agent: Agent, batch: Batch) -> NDArray[np.uint8]:
    rng = np.random.default_rng(1)
    return agent.act(Observation(batch), rng)


# ------------------------------------------------------------------------------------- the wrapper


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ("super_bingo", RIICHI),
        ("super_bingo", ["open_riichi"]),
        ("sanma_base", ["kan_closed", "kan_added", "kan_open", "pon"]),
        ("hangzhou", ["float"]),
        ("kawuxing", ["open_riichi"]),
    ],
)
@pytest.mark.parametrize("inner", [Baseline(), Baseline("discloser"), Baseline(noise=0.3)])
def test_what_is_banned_is_not_played(rules: str, names: list[str], inner: Agent) -> None:
    free, banned = inner, Banned(inner, names)
    batch = Batch(load_rules(rules), 64, seed=2)
    barred = 0
    for step in range(150):
        mask = batch.legal()
        out = banned.banned(mask)
        rows = np.arange(batch.n)
        rng = np.random.default_rng(step), np.random.default_rng(step)
        seen = Observation(batch)
        own, wish = banned.act(seen, rng[0]), free.act(seen, rng[1])
        assert mask[rows, own].all() and not out[rows, own].any()
        kept = out[rows, wish] == 0
        assert (own[kept] == wish[kept]).all()  # all else stays the same
        barred += int((~kept).sum())
        batch.step(wish)
    assert barred


def test_nothing_is_banned_where_there_is_nothing_else() -> None:
    banned = Banned(Baseline(), ["pass", "win", "pon"])
    mask = np.zeros((3, 128), np.uint8)
    mask[0, [action_id("pass"), action_id("pon")]] = 1
    mask[1, [action_id("pass"), action_id("1z")]] = 1
    mask[2, action_id("win")] = 1
    assert banned.banned(mask).sum(axis=1).tolist() == [0, 1, 0]


def test_a_float_is_a_wildcard_thrown_from_a_won_hand() -> None:
    banned = Banned(Baseline(), ["float"])
    win, wild, other = action_id("win"), action_id("1w"), action_id("3p")
    mask = np.zeros((2, 128), np.uint8)
    mask[0, [win, wild, other]] = 1
    mask[1, [wild, other]] = 1
    assert np.argwhere(banned.banned(mask)).tolist() == [[0, wild]]


def test_names_and_unknown_names() -> None:
    assert Banned(Baseline(), RIICHI).name == "no-riichi+open_riichi(baseline)"
    with pytest.raises(AgentError, match="there is no action 'richi'"):
        Banned(Baseline(), ["richi"])


class Stubborn:
    """Declares riichi whatever its mask says."""

    name = "stubborn"

    def act(self, seen: Any, rng: Any) -> Any:
        return np.full(len(seen), action_id("riichi"), np.uint8)


def test_an_agent_that_ignores_its_mask_is_named() -> None:
    batch = Batch(BINGO, 256, seed=1)
    while not (legal := batch.legal()[:, action_id("riichi")]).any():
        led_on(batch, 1)
    rows = np.flatnonzero(legal)
    with pytest.raises(AgentError, match="stubborn plays riichi although its mask bars it"):
        Banned(Stubborn(), ["riichi"]).act(Observation(batch, rows), np.random.default_rng(1))


@pytest.mark.parametrize(
    "rules", ["super_bingo", "sanma_base", "hangzhou", "kawuxing", "piquet", "ninety_nine"]
)
def test_baseline_stays_within_any_mask(rules: str) -> None:
    batch = midway(rules, 64, 25, seed=5)
    rng = np.random.default_rng(3)
    actions = np.zeros(batch.n, np.uint8)
    for _ in range(40):
        legal = batch.legal()
        mask = legal & (rng.random(legal.shape) < 0.6)
        batch.baseline(actions, None, None, mask.astype(np.uint8))
        rows = np.arange(batch.n)
        some = mask.any(axis=1)
        assert mask[rows[some], actions[some]].all()
        free = np.zeros(batch.n, np.uint8)
        batch.baseline(free)
        assert (actions[~some] == free[~some]).all()
        whole = np.zeros(batch.n, np.uint8)
        batch.baseline(whole, None, None, legal)
        assert (whole == free).all()
        batch.step(actions)


# --------------------------------------------------------------------------------- hands in pairs


def slow_losses(rules_name: str, names: list[str], seeds: NDArray[np.uint64]) -> list[list[float]]:
    """Every hand of every game again from its start, with the ban at every seat in turn."""
    rules, agent = load_rules(rules_name), Baseline()
    found = []
    for seed in seeds:
        batch = Batch(rules, 1, auto_reset=False)
        batch.reset(np.array([seed], np.uint64))
        loss = hands = uses = 0.0
        while batch.seat[0] >= 0:
            start = batch.clone()
            plain = hand_gain(start, agent, None)
            for seat in range(rules.seats):
                barred = hand_gain(start, agent, (seat, names))
                loss += plain[seat] - barred[seat]
                uses += not np.array_equal(plain, barred)
            hands += rules.seats
            play_hand(batch, agent, None)
        found.append([loss, hands, uses])
    return found


def play_hand(batch: Batch, agent: Agent, barred: tuple[int, list[str]] | None) -> None:
    rng = np.random.default_rng(1)
    banned = Banned(agent, barred[1]) if barred else agent
    while True:
        player = banned if barred and batch.seat[0] == barred[0] else agent
        batch.step(player.act(Observation(batch), rng))
        if batch.hand_done[0]:
            return


def hand_gain(start: Batch, agent: Agent, barred: tuple[int, list[str]] | None) -> list[float]:
    """Of each seat, from the hand's start to its end."""
    batch = Batch(start.rules, 1, auto_reset=False, expected=True)
    batch.copy_from(start, np.array([0]), np.array([0]))
    worth = worth_of(start.rules)
    gains = Gains(batch, standing=worth.standing)
    gains.start_from_now(0)
    total = np.zeros((batch.seats, 2), np.float32)
    rng = np.random.default_rng(1)
    banned = Banned(agent, barred[1]) if barred else agent
    while True:
        seat = int(batch.seat[0])
        total[seat] += gains.of_actor()[0]
        player = banned if barred and seat == barred[0] else agent
        batch.step(player.act(Observation(batch), rng))
        at_end = gains.at_hand_end()[0]
        if batch.hand_done[0]:
            total += at_end
            return worth.of(total).tolist()


@pytest.mark.parametrize(
    ("rules", "names"),
    [("super_bingo", RIICHI), ("sanma_base", ["riichi"]), ("hangzhou", ["float"])],
)
def test_pairs_lose_what_whole_hands_lose(rules: str, names: list[str]) -> None:
    games = 6
    test = BanTest(load_rules(rules), Baseline(), names, seed=7)
    test.play(games)
    seeds = np.random.default_rng([7, 0]).integers(0, 2**63, games, np.uint64)
    slow = np.array(slow_losses(rules, names, seeds))
    assert test.sets[:, LOSS] == pytest.approx(slow[:, 0], abs=1e-3)
    assert test.sets[:, HANDS].tolist() == slow[:, 1].tolist()
    assert (test.sets[:, USES] >= slow[:, 2]).all() and slow[:, 2].any()
    assert (test.sets[:, CHANCES] >= test.sets[:, USES]).all()


def played(agent: Agent, games: int, names: Sequence[str] = RIICHI, **more: Any) -> BanTest:
    test = BanTest(BINGO, agent, names, **more)
    test.play(games)
    return test


def test_who_never_does_it_loses_nothing() -> None:
    own = played(Baseline("silent"), 20).result()
    assert own.chances > 20 and own.uses == 0
    assert (own.per_hand.mean, own.per_hand.low, own.per_hand.high) == (0, 0, 0)


def test_the_baseline_loses_without_riichi() -> None:
    own = played(Baseline(), 100).result()
    assert own.per_hand.low > 0
    assert own.per_use.mean == pytest.approx(own.per_hand.mean * own.hands / own.uses)
    assert own.per_chance.mean < own.per_use.mean
    assert own.unit == "chips" and own.banned == ("riichi", "open_riichi")


def test_a_test_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ban, "GAMES_AT_ONCE", 10)
    whole, part = (played(Random(), games, ["riichi"], seed=3) for games in (30, 20))
    rest = played(Random(), 10, ["riichi"], seed=3, sets=part.sets)
    assert np.array_equal(whole.sets, rest.sets) and whole.sets[:, USES].any()
    assert whole.result() == rest.result()


def test_a_full_room_is_played_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    large = played(Baseline(), 20)
    monkeypatch.setattr(ban, "ROOM", 6)
    small = played(Baseline(), 20)
    assert small.sets == pytest.approx(large.sets, abs=1e-3)


def test_threads_change_nothing() -> None:
    found = [played(Baseline(), 20, threads=threads).sets for threads in (1, 3)]
    assert np.array_equal(*found)


# ------------------------------------------------------------------------------------ whole games


def test_whole_games_and_hands_agree() -> None:
    """The same loss by the results of a duplicate match, in which the ban sits at every seat."""
    agents = {"banned": Banned(Baseline(), RIICHI), "free": Baseline()}
    match = Match(BINGO, agents, 4, members=["banned", "free"])
    match.play(200)
    record = match.record()
    own = (record.result * (record.tables == 0)).sum(axis=2)
    lost = (record.result.mean(axis=2) - own).sum(axis=1)
    found = ratio(lost, record.hands.sum(axis=1).astype(np.float64))
    games = estimate(found.mean, found.residual)
    hands = played(Baseline(), 200, seed=5).result()
    assert games.low < hands.per_hand.high and hands.per_hand.low < games.high
    assert hands.per_hand.half < games.half  # of a third as many hands
    assert plain(hands)["unit"] == match.unit.name == "chips"


def test_ban_of_named_agents() -> None:
    assert make_agent("baseline").name == "baseline"
    with pytest.raises(AgentError):
        BanTest(BINGO, Baseline(), ["nothing"])


def test_play_on_from_a_position_without_a_plan() -> None:
    """What ``Playouts.gain`` does with empty plans: the policy decides from the start."""
    playouts = Playouts(BINGO, Baseline(), 1, room=8)
    batch = midway("super_bingo", 8, 30, seed=5)
    playouts.batch.copy_from(batch, np.arange(8), np.arange(8))
    chosen = np.full(8, SKIP, np.uint8)
    batch.baseline(chosen)
    empty = playouts.gain(batch.seat.copy(), [()] * 8, np.random.default_rng(1))
    playouts.batch.copy_from(batch, np.arange(8), np.arange(8))
    first = [(int(action),) for action in chosen]
    planned = playouts.gain(batch.seat.copy(), first, np.random.default_rng(1))
    assert np.array_equal(empty, planned)
