"""What an agent gains at its choices: exact on the walls that come, and right on average."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi.agents import Agent, AgentError, Baseline, Observation, Random, make_agent
from shugi.envs.gains import Gains
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.choices import (
    FAR,
    STAKES,
    WHO,
    ChoiceGains,
    by_stake,
    stakes_of,
    who_acts,
)
from shugi.training.judge.match import Match
from tests.reference.observation import shapes
from tests.support.shell import Shell


class Followed:
    """A hand of each of some games, in which one seat plays otherwise than the rest."""

    def __init__(
        self, name: str, agent: Agent, monkeypatch: pytest.MonkeyPatch, n: int = 48
    ) -> None:
        self.rules, self.agent = load_rules(name), agent
        self.batch = Batch(self.rules, n, 7, auto_reset=False, expected=True)
        self.mine = np.arange(n) % self.batch.seats
        self.told = ChoiceGains(self.rules, Baseline(), 1)
        monkeypatch.setattr(self.told.playouts, "_deal", lambda seats, keys: seats >= 0)
        self.rng = np.random.default_rng(0)

    def play(self) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
        """What the seat gains, and the same by its choices; and how many these were."""
        batch, worth = self.batch, self.told.playouts.worth
        gains = Gains(batch, standing=worth.standing)
        gains.start_from_now(slice(None))
        played, chosen = np.zeros((2, batch.n))
        playing, begun = np.ones(batch.n, np.bool_), np.zeros(batch.n, np.bool_)
        mask, count = np.zeros((batch.n, 128), np.uint8), 0
        while playing.any():
            own = playing & (batch.seat == self.mine)
            rows, reached = np.flatnonzero(own), worth.of(gains.of_actor())
            played[own & begun] += reached[own & begun]
            first = np.flatnonzero(own & ~begun)
            chosen[first] = self.as_the_rest(first)
            begun |= own
            batch.legal(mask)
            actions = np.zeros(batch.n, np.uint8)
            batch.baseline(actions)
            seen = Observation(batch, rows)
            actions[rows] = self.agent.act(seen, self.rng)
            found = self.told.found(batch, rows, mask, actions, self.rng)
            told = by_stake(found).sum(axis=(1, 2))
            chosen[rows] += told[:, 0]
            count += int(told[:, 1].sum())
            batch.step(actions)
            over = playing & batch.hand_done
            end = worth.of(gains.at_hand_end())[np.arange(batch.n), self.mine]
            played[over & begun] += end[over & begun]
            playing &= ~over & (batch.seat >= 0)
        return played, chosen, count

    def as_the_rest(self, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """What these seats gain from here if they play as the others do."""
        keys = np.zeros(len(rows), np.uint64)
        plans = [[()]] * len(rows)
        values = self.told.playouts.values(self.batch, rows, plans, keys, self.rng)
        return np.array([one[0, 0] for one in values])


@pytest.mark.parametrize(
    "name",
    ["super_bingo", "far_flying_fish", "riichi_tenhou", "hangzhou", "kawuxing", "wuhan"],
)
def test_on_the_walls_that_come_choices_add_up_to_the_hand(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, chosen, count = Followed(name, Random(), monkeypatch).play()
    assert np.allclose(played, chosen, atol=1e-2) and count > 48 and played.any()


def test_on_average_they_say_what_games_say() -> None:
    rules = load_rules("super_bingo")
    agents = {"a": Baseline("rusher"), "b": Baseline()}
    told, plain = Match(rules, agents, 1, choice_deals=16), Match(rules, agents, 2)
    told.play(250)
    plain.play(4000)
    hands = (told.played.hands.sum(axis=1), plain.played.hands.sum(axis=1))
    sums = (told.record().by_choices().result, plain.record().result)
    mine = told.tables == 0
    of_sets = [(s * mine).sum(axis=(1, 2)) / h.mean() for s, h in zip(sums, hands, strict=True)]
    few, many = (one.mean() for one in of_sets)
    errors = [one.std(ddof=1) / np.sqrt(len(one)) for one in of_sets]
    assert abs(few - many) < 4 * np.hypot(*errors)
    assert errors[0] < 1.5 * errors[1]  # of a sixteenth of the sets


PAIRS = [  # two actions, what they are about, who does it
    ("win", "pass", "win", "the first alone"),
    ("5p", "win", "win", "the second alone"),
    ("open_riichi", "riichi", "open riichi", "the first alone"),
    ("riichi", "open_riichi", "open riichi", "the second alone"),
    ("riichi", "5p", "riichi", "the first alone"),
    ("pass", "pon", "call", "the second alone"),
    ("chi_low", "pon", "call", "both, in another way"),
    ("kan_open", "pon", "kan", "the first alone"),
    ("2z", "nuki", "tile set aside", "the second alone"),
    ("knock", "win", "win", "both, in another way"),
]


@pytest.mark.parametrize(("own", "other", "about", "who"), PAIRS)
def test_what_a_choice_is_about(own: str, other: str, about: str, who: str) -> None:
    mine, others = (np.array([action_id(name)], np.uint8) for name in (own, other))
    batch, rows = Batch(load_rules("super_bingo"), 1), np.zeros(1, np.int64)
    assert STAKES[stakes_of(batch, rows, mine, others)[0]] == about
    assert WHO[who_acts(mine, others)[0]] == who


def test_tiles_are_told_apart_by_the_hand_and_by_who_has_declared() -> None:
    batch = Batch(load_rules("sanma_tenhou"), 64, 3)
    two = np.zeros(1, np.uint8), np.ones(1, np.uint8)
    found = set()
    for _ in range(60):
        for i in range(batch.n):
            state = batch.state(i)
            if state["phase"] != "own":
                continue
            (stake,) = stakes_of(batch, np.array([i]), *two)
            seats = [one for p, one in enumerate(state["seats"]) if p != batch.seat[i]]
            declared = any(one["riichi"] != "none" for one in seats)
            me = state["seats"][batch.seat[i]]
            melds = [code for meld in me["melds"] for code in meld["tiles"]]
            far = shapes("sanma_tenhou").shanten(me["hand"], melds)
            want = f"tile, {FAR[3 if far is None else min(max(far, 0), 3)]}"
            assert STAKES[stake] == (f"{want}, somebody has declared" if declared else want)
            found.add(STAKES[stake])
        actions = np.zeros(batch.n, np.uint8)
        batch.baseline(actions)
        batch.step(actions)
    assert len(found) == 2 * len(FAR)


def test_an_agent_gains_nothing_over_itself() -> None:
    match = Match(load_rules("hangzhou"), {"a": Baseline(), "b": Baseline()}, 1, choice_deals=2)
    match.play(3)
    assert not match.played.choices.any() and match.record().choices_per_100_hands == 0


def test_games_and_threads_do_not_matter_to_it() -> None:
    """What is told changes no game of deterministic agents, and does not depend on threads."""
    rules = load_rules("kawuxing")
    agents = {spec: make_agent(spec, rules) for spec in ("baseline:rusher", "baseline")}
    plain, told, shared = (
        Match(rules, agents, 5, threads, choice_deals=deals)
        for threads, deals in ((1, 0), (1, 4), (2, 4))
    )
    for match in (plain, told, shared):
        match.play(6)
    assert (plain.played.result == told.played.result).all()
    assert (told.played.choices == shared.played.choices).all() and told.played.choices.any()
    others = told.played.choices[:, told.tables == 1]
    assert not others.any()


def test_what_cannot_be_told_is_refused(tmp_path: Path) -> None:
    rules = load_rules("super_bingo")
    three = {name: Baseline() for name in "abc"}
    with pytest.raises(AgentError, match="not both"):
        Match(rules, {"a": Baseline(), "b": Random()}, 1, luck=True, choice_deals=2)
    for agents, members in ((three, None), ({"a": Baseline(), "b": Random()}, ["a", "a", "b"])):
        with pytest.raises(AgentError, match="one agent among others"):
            Match(rules, agents, 1, members=members, choice_deals=2)
    with pytest.raises(AgentError, match="no wall"):
        Match(load_rules("piquet"), {"a": Baseline(), "b": Random()}, 1, choice_deals=2)
    house = tmp_path / "house.yaml"
    house.write_text("base: super_bingo\noptions: {honba_ron: 4000}\n")
    with pytest.raises(AgentError, match="is not learnt"):
        Match(load_rules(house), {"a": Baseline(), "b": Random()}, 1, choice_deals=2)


def arena(folder: Path, *words: str) -> list[str]:
    return [
        *["arena", "super_bingo", "--agents", "baseline:rusher", "baseline", "--seed", "5"],
        *["--threads", "1", "--run-dir", str(folder), *words],
    ]


def test_the_command(tmp_path: Path, shell: Shell) -> None:
    words = arena(tmp_path, "--sets", "40", "--by-choices", "8")
    told = shell.tells(*words)
    assert told["by_choices"] == 8 and told["worth_sets"] > 3
    assert told["choices_per_100_hands"] > 20
    kinds = told["choices"]
    assert sum(one["per_100_hands"] for one in kinds) == pytest.approx(
        told["choices_per_100_hands"]
    )
    assert sum(one["chips_per_hand"] for one in kinds) == pytest.approx(
        told["agents"][0]["chips_per_hand"]
    )
    assert all(one["ci95"][0] <= one["chips_per_hand"] <= one["ci95"][1] for one in kinds)
    assert {one["about"] for one in kinds} > {"riichi", "call"}
    assert told["agents"][1]["chips_per_hand"] == 0
    assert told["differences"][0]["chips_per_hand"] == told["agents"][0]["chips_per_hand"]
    shown = " ".join(shell.says(*words).split())
    assert "baseline:rusher in place of baseline" in shown and "other choices in 100" in shown
    assert "where they differ" in shown and "the second alone" in shown
    for words in (("--by-choices", "-1"), ("--by-choices", "--without-luck")):
        said = shell.refuses(*arena(tmp_path, "--sets", "2", *words))
        assert "must be at least 0" in said or "not both" in said
