"""The regional games in matches and in training; a network of another game plays them."""

import json
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import TALLY
from shugi.agents import Agent, Baseline, Random
from shugi.commands.cli import main
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.match import Match, MatchRecord, unit_of
from shugi.training.judge.outcome import judge
from tests.support.rule_sets import MAHJONG_SETS

torch = pytest.importorskip("torch")

from shugi.agents import make_agent  # noqa: E402
from shugi.envs.gains import CHIPS, POINTS  # noqa: E402
from shugi.training.learn.buffer import RolloutBuffer  # noqa: E402
from shugi.training.learn.rollout import GameRollout  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import load_config  # noqa: E402
from tests.support.runs import quiet  # noqa: E402

GAMES = [name for name in MAHJONG_SETS if load_rules(name).game != "riichi"]
BASES = [name for name in GAMES if "+" not in name] + [
    "wuhan+three_players",
    "kawuxing+four_people",
]
# the smoke config but for its length
SHORT = ["games=16", "steps=32", "decisions=3000", "imitation.decisions=1500", "threads=1"]


def played(name: str, sets: int, **agents: Agent) -> MatchRecord:
    match = Match(load_rules(name), agents or {"a": Baseline(), "b": Random()}, seed=4)
    match.play(sets)
    return match.record()


def trained(rules: str, folder: Path, *changes: str) -> Path:
    config = load_config("smoke", [f"rules={rules}", *SHORT, *changes])
    folder.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(config, load_rules(rules), folder, quiet())
    assert trainer.run()
    return folder / "model.safetensors"


# ---- matches


@pytest.mark.parametrize("name", GAMES)
def test_a_match_counts_units(name: str) -> None:
    rules = load_rules(name)
    record = played(name, 10)
    assert unit_of(rules).name == "units" and record.tables.shape == (rules.seats, rules.seats)
    assert np.abs(record.result.sum(axis=2)).max() < 1e-9 and np.abs(record.result).max() >= 1
    points = [i for i, column in enumerate(TALLY) if column.startswith("points_")]
    for agent in range(2):
        won = (record.result * (record.tables == agent)).sum()
        assert record.tally[agent, points].sum() == pytest.approx(won)
    outcome = judge(record)
    assert outcome.unit.name == "units" and outcome.hands == record.hands.sum()
    for agent, told in enumerate(outcome.agents):
        paid = sum(told.points_by_cause.values()) * told.hands / 100
        assert paid == pytest.approx(record.tally[agent, points].sum())
        assert not told.chips_by_cause
        assert [seat.seat for seat in told.seats] == list(range(rules.seats))


@pytest.mark.parametrize("name", BASES)
def test_equal_agents_are_exactly_equal(name: str) -> None:
    agents = {letter: Baseline() for letter in "abcd"[: load_rules(name).seats]}
    record = played(name, 1, **agents)
    for agent in range(len(agents)):
        assert (record.result * (record.tables == agent)).sum() == 0
    assert (record.hands == record.hands[:, :1]).all()


def test_the_arena_and_its_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    words = ["arena", "hangzhou", "--agents", "baseline", "random", "--sets", "6", "--threads", "1"]
    assert main([*words, "--report", str(tmp_path / "report")]) == 0
    out = capsys.readouterr().out
    assert "units, with 95 % intervals" in out and "units: win" in out and "seat 3" in out
    page = (tmp_path / "report" / "index.html").read_text("utf-8")
    assert "units per hand" in page and page.count("<svg") == 5
    assert main([*words, "--json", "--record", str(tmp_path / "games")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["unit"] == "units" and told["games_per_set"] == 4
    for number in range(1, 5):
        game = tmp_path / "games" / f"game{number}.jsonl"
        assert main(["show", str(game), "--check"]) == 0
    assert "sound, whole, 16 hands" in capsys.readouterr().out


def test_bench_has_a_row_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    quick = "--batch 2 --threads 1 --seconds 0.002 --repeats 1 --json".split()
    assert main(["bench", "--rules", "all", *quick]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["rules"] for row in rows} >= set(GAMES)
    assert all(row["decisions_per_s"] > 0 for row in rows)


# ---- training


@pytest.mark.parametrize("name", BASES)
def test_what_training_is_paid_is_the_result(name: str) -> None:
    """Units count as chips do; a seat's gains over a game are what the game brought it."""
    n, steps = 4, 400
    rules = load_rules(name, match_hands=2)
    rollout = GameRollout(rules, n, seed=3, threads=1)
    gained = np.zeros((n, rules.seats))
    finished = 0
    for start in range(3):
        buffer = RolloutBuffer(steps, n, rules.seats)
        results: list[tuple[int, int, np.ndarray]] = []

        def choose(
            t: int,
            buffer: RolloutBuffer = buffer,
            start: int = start,
            results: list[tuple[int, int, np.ndarray]] = results,
        ) -> None:
            if t:
                results.extend(
                    (t - 1, i, rollout.batch.final_result[i].copy())
                    for i in np.flatnonzero(rollout.batch.done)
                )
            rollout.batch.sample(buffer.action[t], 1000 * start + t)

        rollout.play(buffer, choose, oracle=False)
        assert not buffer.reward[..., POINTS].any() and not buffer.end_reward[..., POINTS].any()
        ends = {(t, i): result for t, i, result in results}
        for t in range(steps):
            for i in range(n):
                gained[i, buffer.seat[t, i]] += buffer.reward[t, i, CHIPS]
                gained[i] += buffer.end_reward[t, i, :, CHIPS]
                if (t, i) in ends:
                    np.testing.assert_allclose(gained[i], ends[t, i], atol=1e-3)
                    gained[i] = 0
                    finished += 1
    assert finished > n


@pytest.mark.parametrize("name", BASES)
def test_the_smoke_config_trains(name: str, tmp_path: Path) -> None:
    agent = make_agent(str(trained(name, tmp_path)), load_rules(name))
    record = played(name, 1, trained=agent, random=Random())
    assert judge(record).hands > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", BASES)
def test_the_smoke_run(name: str, tmp_path: Path) -> None:
    words = ["train", "smoke", "--set", f"rules={name}", "--run-dir", str(tmp_path / "run")]
    assert main([*words, "--json"]) == 0


def test_a_network_of_super_bingo_plays_them_all(tmp_path: Path) -> None:
    path = str(trained("super_bingo", tmp_path))
    for name in GAMES:
        rules = load_rules(name)
        with pytest.warns(UserWarning, match="trained for 'super_bingo'"):
            agent = make_agent(path, rules)
        record = played(name, 1, bingo=agent, random=Random())  # refuses what is not legal
        assert (record.hands > 0).all() and record.result.shape == (1, rules.seats, rules.seats)
