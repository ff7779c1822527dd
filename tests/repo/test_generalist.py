"""The table of the generalist: rows, marks, specialists, and that finished matches are kept."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from shugi.agents.named import path_of

pytest.importorskip("torch")

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture
def generalist(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setattr("shugi.training.judge.match.GAMES_AT_ONCE", 6)  # no more than are asked for
    return importlib.import_module("generalist")


def test_it_compares_and_keeps(
    generalist: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--agent", "checkpoint:super_bingo", "--hands", "2", "--threads", "1"]
    words += ["--out", str(tmp_path), "--rules", "super_bingo", "far_flying_fish"]
    assert generalist.main(words) == 0
    text = capsys.readouterr().out
    assert (tmp_path / "table.md").read_text() == text
    own, other = [line.split(" | ") for line in text.splitlines() if line.startswith("| `")]
    assert own[0] == "| `super_bingo`" and own[1] == "yes" and sum("±" in c for c in own) == 2
    assert other[1] == "**no**" and sum("±" in cell for cell in other) == 4
    kept = sorted(tmp_path.glob("*.json"))
    stamps = [path.stat().st_mtime_ns for path in kept]
    assert len(kept) == 4
    assert generalist.main(words) == 0
    assert [path.stat().st_mtime_ns for path in kept] == stamps
    assert generalist.main([*words, "--seed", "3"]) == 0
    assert all(path.stat().st_mtime_ns > stamp for path, stamp in zip(kept, stamps, strict=True))


def test_another_network_of_the_same_name_plays_again(
    generalist: ModuleType, tmp_path: Path
) -> None:
    agent = tmp_path / "agent.safetensors"
    words = ["--agent", str(agent), "--hands", "2", "--threads", "1"]
    words += ["--out", str(tmp_path / "table"), "--rules", "sanma_base"]
    stamps = []
    for name in ("super_bingo", "super_bingo", "far_flying_fish"):
        agent.write_bytes(path_of(name).read_bytes())
        assert generalist.main(words) == 0
        (kept,) = (tmp_path / "table").glob("*agent*-baseline.json")
        stamps.append(kept.stat().st_mtime_ns)
    assert stamps[0] == stamps[1] < stamps[2]


def test_it_says_what_is_wrong(
    generalist: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--out", str(tmp_path), "--agent"]
    assert generalist.main([*words, "checkpoint:super_bing"]) == 2
    assert "did you mean 'super_bingo'" in capsys.readouterr().err
    assert generalist.main([*words, "checkpoint:super_bingo", "--rules", "super_bing"]) == 2
    assert "super_bingo" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
