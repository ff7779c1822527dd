"""Benchmarks of networks: what int8 costs, match by match, and how fast positions are valued."""

import importlib
import json
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.small_network import small_network

pytest.importorskip("torch")

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
OWN = ["--checkpoints", "super_bingo", "--sets", "2", "--half", "1000", "--threads", "1"]


@pytest.fixture
def precision(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setattr("shugi.training.judge.match.GAMES_AT_ONCE", 3)  # a set
    return importlib.import_module("precision")


def row(folder: Path) -> dict[str, object]:
    (found,) = json.loads((folder / "table.json").read_text())
    return dict(found)


def test_a_match_goes_on_until_it_is_long_enough(
    precision: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*OWN, "--out", str(tmp_path)]
    assert precision.main([*words, "--hours", "0"]) == 0
    assert "super_bingo" not in capsys.readouterr().out, "nothing was played"
    precision.TURN = 0.001
    assert precision.main([*words, "--hours", "1"]) == 0
    assert "| super_bingo | super_bingo | 2 |" in capsys.readouterr().out
    first = row(tmp_path)
    assert first["sets"] == 2 and first["unit"] == "chips"
    assert precision.main([*words, "--hours", "1"]) == 0
    assert row(tmp_path) == first
    assert precision.main([*words, "--hours", "1", "--sets", "3"]) == 0
    assert row(tmp_path)["sets"] == 3
    assert precision.main([*words, "--hours", "0", "--against", "bf16"]) == 0
    assert json.loads((tmp_path / "table.json").read_text()) == []


def test_how_fast_positions_are_valued(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    distilling = importlib.import_module("distilling")
    words = ["--positions", "3", "--repeats", "1", "--continuation", "policy"]
    assert distilling.main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["positions"] == 3 and found["plans"] >= 6 and found["positions_per_s"] > 0
    assert distilling.main(words) == 0
    assert "| super_bingo | policy | auto | end | 8 | likely |" in capsys.readouterr().out
    words = [*words, "--agent", str(small_network(tmp_path)), "--horizon", "1"]
    assert distilling.main([*words, "--deals", "2", "--dealt", "any"]) == 0
    assert "| super_bingo | policy | auto | 1 | 2 | any |" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        distilling.main(["--horizon", "1"])


def test_play_outs_to_a_critic_are_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    playouts = importlib.import_module("playouts")
    rows = playouts.measured(["super_bingo"], 4, 1, small_network(tmp_path))
    names = {row["row"] for row in rows}
    assert {"baseline", "run", "baseline, horizon 1", "run, horizon 4"} <= names
    assert all(row["playouts_per_s"] > 0 for row in rows)
