"""Matches: arrangements, duplicate deals, intervals, and what the command prints."""

import itertools
import json
import math
import re
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import TALLY
from shugi.agents import Agent, AgentError, Baseline, Random
from shugi.commands import arena
from shugi.envs.records.record import load_record, replay
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.estimate import estimate, ratio, t_chance, t_quantile
from shugi.training.judge.match import MOST_GAIN, Match, arrangements
from shugi.training.judge.outcome import as_json, judge
from shugi.training.judge.report import _spread
from tests.support.shell import Shell

BINGO = load_rules("super_bingo")
SANMA = load_rules("sanma_base")


def match(sets: int, seed: int = 3, rules: object = BINGO, **agents: Agent) -> Match:
    given = agents or {"a": Baseline(), "b": Baseline("rusher"), "c": Random()}
    found = Match(rules, given, seed)
    found.play(sets)
    return found


# ---- arrangements


def test_every_distinct_order_plays_once() -> None:
    assert sorted(arrangements([0, 1, 2], 3)) == sorted(permutations(range(3)))
    assert sorted(arrangements([0, 1], 3)) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert sorted(arrangements([0, 0, 1], 3)) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    assert arrangements([0], 3) == [(0, 0, 0)]
    four = arrangements([0, 1, 2, 3], 3)
    assert len(four) == len(set(four)) == 24
    for seat in range(3):
        assert [sum(table[seat] == agent for table in four) for agent in range(4)] == [6] * 4


def test_too_many_agents_are_refused() -> None:
    with pytest.raises(AgentError, match="give fewer"):
        Match(BINGO, {str(i): Random() for i in range(12)}, 1)


# ---- duplicate deals


def test_equal_agents_are_exactly_equal_in_every_set() -> None:
    played = match(12, a=Baseline(), b=Baseline(), c=Baseline()).record()
    for agent in range(3):
        per_set = (played.result * (played.tables == agent)).sum(axis=(1, 2))
        assert np.abs(per_set).max() == 0
    outcome = judge(played)
    assert [agent.per_hand.mean for agent in outcome.agents] == [0, 0, 0]
    # the same wall at every table: the same game
    assert (played.hands == played.hands[:, :1]).all()
    assert len({tuple(row) for row in played.result[:, 0].tolist()}) > 6


@pytest.mark.parametrize("rules", [BINGO, SANMA], ids=["super_bingo", "sanma"])
def test_a_game_moves_results_from_seat_to_seat(rules: object) -> None:
    record = match(8, rules=rules).record()
    assert np.abs(record.result.sum(axis=2)).max() < 1e-9
    assert np.abs(record.result).max() > 5


def test_statistics_sum_to_the_results() -> None:
    record = match(10).record()
    chips = [i for i, name in enumerate(TALLY) if name.startswith("chips_")]
    hands, tally = TALLY.index("hands"), record.tally
    for agent in range(3):
        mine = record.tables == agent
        assert tally[agent, chips].sum() == (record.result * mine).sum()
        assert tally[agent, hands] == (record.hands[:, :, None] * mine).sum()
        assert record.histogram[agent].sum() == tally[agent, hands]
    # whoever is dealt into has won by ron; two may win on one tile
    assert 0 < tally[:, TALLY.index("deal_in")].sum() <= tally[:, TALLY.index("win_ron")].sum()
    outcome = judge(record)
    total = sum(agent.per_hand.mean * agent.hands for agent in outcome.agents)
    assert total == pytest.approx(0, abs=1e-6)
    for agent in outcome.agents:
        by_cause = sum(agent.chips_by_cause.values()) / 100
        assert by_cause == pytest.approx(agent.per_hand.mean)
        at_seats = sum(seat.per_hand.mean * seat.hands for seat in agent.seats)
        assert at_seats == pytest.approx(agent.per_hand.mean * agent.hands)


def test_the_histogram_is_of_the_agent_that_gained() -> None:
    record = match(10).record()
    gains = np.arange(-MOST_GAIN, MOST_GAIN + 1)
    moved = [i for i, name in enumerate(TALLY) if name.startswith("chips_") and "place" not in name]
    for agent in range(3):
        tally = record.tally[agent, moved].sum()
        assert (gains * record.histogram[agent]).sum() == tally and tally != 0


def test_the_plot_of_gains_names_whose_they_are() -> None:
    figure = pytest.importorskip("matplotlib.figure").Figure()
    record = match(4).record()
    axes = figure.add_subplot()
    _spread(axes, record, judge(record))
    lines = {line.get_label(): line for line in axes.get_lines()}
    for name, counts in zip(record.names, record.histogram, strict=True):
        gains = np.asarray(lines[name].get_xdata(), np.int64) + MOST_GAIN
        shares = counts[gains] / counts.sum()
        assert np.allclose(np.asarray(lines[name].get_ydata()), shares)


def test_the_strong_beat_the_weak() -> None:
    best, _, worst = judge(match(20).record()).agents
    assert best.per_hand.low > 0 > worst.per_hand.high
    assert worst.per_100_hands["deal_in"] > best.per_100_hands["deal_in"]


def test_seed_decides_and_threads_and_portions_do_not() -> None:
    agents = {"a": Baseline(), "b": Baseline("folder")}

    def results(seed: int, threads: int, portions: list[int]) -> NDArray[np.float64]:
        played = Match(BINGO, agents, seed, threads)
        for sets in portions:
            played.play(sets)
        return played.record().result

    first = results(7, 1, [9])
    assert (first == results(7, 2, [4, 5])).all()
    assert (first != results(8, 1, [9])).any()


def test_an_illegal_action_names_the_agent() -> None:
    class Broken(Random):
        def act(self, seen: Any, rng: Any) -> Any:
            return np.full(len(seen), 127, np.uint8)

    with pytest.raises(AgentError, match="'bad' chose action 127"):
        match(1, good=Random(), bad=Broken())


# ---- intervals


def test_ratio_and_its_interval() -> None:
    total, weight = np.array([4.0, 9.0, 2.0, 5.0]), np.array([2.0, 3.0, 2.0, 3.0])
    found = ratio(total, weight)
    assert found.mean == 2.0
    assert found.residual.tolist() == [0.0, 1.2, -0.8, -0.4]
    value = estimate(found.mean, found.residual)
    error = math.sqrt((1.2**2 + 0.8**2 + 0.4**2) / 3 / 4)
    assert value.half == pytest.approx(3.182 * error, rel=0.01)
    assert value.smallest_effect == pytest.approx((3.182 + 0.8416) * error, rel=0.01)
    alone = estimate(1.0, np.zeros(1))
    assert alone.low == -math.inf and alone.high == math.inf


@pytest.mark.parametrize(
    ("freedom", "wanted"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (5, 2.5706),
        (10, 2.2281),
        (30, 2.0423),
        (1000, 1.9623),
    ],
)
def test_t_quantile(freedom: int, wanted: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(wanted, rel=1e-4)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (30, 2.0423), (1001, 1.9623)]
)
def test_t_chance(freedom: int, quantile: float) -> None:
    assert t_chance(quantile, freedom) == pytest.approx(0.05, rel=1e-3)
    assert t_chance(-quantile, freedom) == t_chance(quantile, freedom)
    assert t_chance(0.0, freedom) == pytest.approx(1) and t_chance(math.inf, freedom) < 1e-12


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    rng, covered = np.random.default_rng(1), 0
    for _ in range(1000):
        weight = rng.integers(5, 30, 40).astype(np.float64)
        total = weight * 1.5 + rng.exponential(20, 40) - 20
        found = ratio(total, weight)
        value = estimate(found.mean, found.residual)
        covered += value.low <= 1.5 <= value.high
    assert 0.92 < covered / 1000 < 0.975


# ---- the command


def test_json(shell: Shell) -> None:
    words = ("super_bingo", "--agents", "baseline", "random")
    found = shell.tells("arena", *words, "--sets", "6")
    assert [agent["name"] for agent in found["agents"]] == ["baseline", "random"]
    best = found["agents"][0]
    assert best["ci95"][0] < best["chips_per_hand"] < best["ci95"][1]
    assert found["unit"] == "chips" and found["sets"] == 6 and found["games"] == 18
    assert found["differences"][0]["chips_per_hand"] == pytest.approx(
        best["chips_per_hand"] - found["agents"][1]["chips_per_hand"]
    )
    one = shell.tells("arena", *words, "--sets", "1")["agents"][0]
    assert one["ci95"] == [None, None] and one["smallest_effect"] is None


def test_tables_and_lengths(shell: Shell) -> None:
    shown = shell.says("arena", "sanma_base", "--agents", "baseline", "baseline", "--hands", "50")
    assert "baseline#2" in shown and "points/1000" in shown and "no difference shown" in shown
    words = ("super_bingo", "--agents", "baseline", "baseline", "baseline:folder", "random")
    found = shell.tells("arena", *words, "--seconds", "0.1")
    assert [agent["name"] for agent in found["agents"]] == [*words[2:3], *words[4:]]
    assert found["games_per_set"] == 3 + 3 + 6
    short = ("piquet+single_hand", "--agents", "random")
    assert shell.tells("arena", *short, "--seconds", "1e-9")["sets"] > 0


EFFECT = re.compile(r"smallest effect (\d+\.\d\d):")


def test_the_smallest_effect_is_of_the_line_above(tmp_path: Path, shell: Shell) -> None:
    """Of the difference, which is noisier than what one agent gains, and the same as elsewhere."""
    pytest.importorskip("matplotlib")
    agents = ("baseline:rusher", "baseline:folder", "random")
    words = ("super_bingo", "--agents", *agents, "--sets", "12")
    told = shell.tells("arena", *words)
    shown = shell.says("arena", *words, "--report", tmp_path).splitlines()
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    own = max(agent["smallest_effect"] for agent in told["agents"])
    for row in told["differences"]:
        (at,) = [
            i
            for i, line in enumerate(shown)
            if line.startswith(f"{row['first']} - {row['second']}: ")
        ]
        effect = f"{row['smallest_effect']:.2f}"
        assert EFFECT.findall(shown[at + 1]) == [effect] != [f"{own:.2f}"]
        cells = re.findall(rf"{row['first']} - {row['second']}.*?</tr>", page, re.DOTALL)
        assert any(f">{effect}<" in cell for cell in cells)
    assert len(EFFECT.findall("\n".join(shown))) == 3


def test_the_smallest_effect_by_choices(shell: Shell) -> None:
    words = ("super_bingo", "--agents", "baseline:rusher", "baseline", "--sets", "6")
    words = (*words, "--by-choices", "2")
    effect = shell.tells("arena", *words)["agents"][0]["smallest_effect"]
    assert EFFECT.findall(shell.says("arena", *words)) == [f"{effect:.2f}"]


def test_report(tmp_path: Path, shell: Shell) -> None:
    pytest.importorskip("matplotlib")
    folder = tmp_path / "new" / "report"
    words = ("super_bingo", "--agents", "baseline:folder", "random", "--sets", "4")
    shell.says("arena", *words, "--report", folder)
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert page.count("<figure") == 5
    assert "<title>" in page and 'href="http' not in page
    assert "baseline:folder" in page and "--sets 4 --seed 1" in page
    (tmp_path / "file").write_text("")
    assert "--report" in shell.refuses("arena", *words, "--report", tmp_path / "file" / "x")


def test_records_replay(tmp_path: Path, shell: Shell) -> None:
    words = ("super_bingo", "--agents", "baseline", "random", "--sets", "2")
    hands = shell.tells("arena", *words, "--record", tmp_path / "games")["hands"]
    records = [load_record(path) for path in sorted((tmp_path / "games").iterdir())]
    assert len(records) == 3
    assert sorted(record.agents.index("baseline") for record in records) == [0, 1, 2]
    ends = [list(replay(record))[-1] for record in records]
    assert all(record.over for record in records)
    assert 3 <= sum(end.hand for end in ends) < hands
    assert len({record.seed for record in records}) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("super_bingo", "--agents", "baselin"), "did you mean 'baseline'"),
        (("super_bingo", "--agents", "random", "--sets", "0"), "--sets must be more than 0"),
        (("super_bingo", "--agents", "random", "--seconds", "nan"), "--seconds"),
        (("super_bingo", "--agents", "random", "--seed", "-1"), "--seed"),
        (("super_bingo", "--agents", "no/model.safetensors"), "does not exist"),
    ],
)
def test_bad_input_is_refused(words: tuple[str, ...], said: str, shell: Shell) -> None:
    assert said in shell.refuses("arena", *words)


def test_outcome_names_what_it_played() -> None:
    found = as_json(judge(match(2).record()), seed=3)
    assert found["rules"] == "super_bingo" and found["seed"] == 3


# ---- stopped and gone on


WORDS = ("super_bingo", "--agents", "baseline", "random", "--sets", "20", "--json")


def answer(shell: Shell, *words: str) -> dict[str, object]:
    found: dict[str, object] = shell.tells("arena", *words)
    del found["seconds"]
    return found


def stop_at(monkeypatch: pytest.MonkeyPatch, call: int, error: type[BaseException]) -> None:
    """The baseline raises ``error`` when it is asked for the ``call``-th time."""
    act, calls = Baseline.act, itertools.count(1)

    def stopped(*arguments: Any) -> NDArray[np.uint8]:
        if next(calls) == call:
            raise error
        return act(*arguments)

    monkeypatch.setattr(Baseline, "act", stopped)


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError], ids=["Ctrl-C", "kill"])
def test_a_stopped_match_goes_on_as_if_it_had_not_been(
    error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr("shugi.training.judge.match.GAMES_AT_ONCE", 15)  # five sets
    monkeypatch.setattr(arena, "KEPT_SECONDS", 0.0 if error is MemoryError else 1000.0)
    words = (*WORDS, "--run-dir", str(tmp_path / "kept"))
    recorded = ("--record", str(tmp_path / "games"))
    whole = answer(shell, *words)
    assert not list(tmp_path.glob("kept/*"))
    with monkeypatch.context() as patch:
        stop_at(patch, 700, error)
        if error is KeyboardInterrupt:
            status, _, said = shell.run("arena", *words, *recorded)
            assert status == 130 and "the same command goes on" in said
        else:
            with pytest.raises(error):
                shell.run("arena", *words, *recorded)
    assert len(list(tmp_path.glob("kept/*.npz"))) == 1
    games = {path.name: path.read_bytes() for path in tmp_path.glob("games/*")}
    assert len(games) == 3
    calls = itertools.count()
    act = Baseline.act
    with monkeypatch.context() as patch:
        patch.setattr(Baseline, "act", lambda *given: (next(calls), act(*given))[1])
        assert answer(shell, *words, *recorded) == whole
    assert 0 < next(calls) < 700 * 3, "it has played everything again"
    assert not list(tmp_path.glob("kept/*"))
    assert games == {path.name: path.read_bytes() for path in tmp_path.glob("games/*")}


def test_another_match_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr("shugi.training.judge.match.GAMES_AT_ONCE", 15)
    words = (*WORDS, "--run-dir", str(tmp_path))
    with monkeypatch.context() as patch:
        stop_at(patch, 500, KeyboardInterrupt)
        assert shell.run("arena", *words)[0] == 130
    (kept,) = tmp_path.iterdir()
    status, _, said = shell.run("arena", *words, "--seed", "2")
    assert status == 0 and "going on" not in said and kept.exists()
    for damaged in (kept.read_bytes()[:-100], b"something else"):
        kept.write_bytes(damaged)
        assert "remove it" in shell.refuses("arena", *words)


def test_a_folder_that_cannot_be_written_stops_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr(arena, "KEPT_SECONDS", 0.0)
    (tmp_path / "file").write_text("")
    status, out, said = shell.run("arena", *WORDS, "--run-dir", tmp_path / "file" / "x")
    assert status == 0 and json.loads(out)["sets"] == 20 and "cannot be kept" in said


def test_an_interrupted_portion_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def results(stopped: bool) -> NDArray[np.float64]:
        found = Match(BINGO, {"a": Baseline(), "b": Random()}, 5, recorded=1)
        with monkeypatch.context() as patch:
            if stopped:
                stop_at(patch, 30, KeyboardInterrupt)
                with pytest.raises(KeyboardInterrupt):
                    found.play(4)
                assert not len(found.played) and not found.records
        found.play(4)
        assert len(found.records) == 3
        return found.record().result

    assert (results(True) == results(False)).all()
