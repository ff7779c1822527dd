"""The frontier script: a case's budget follows from its cost; it trains, is judged, and is kept."""

import importlib
import json
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("torch")

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
SMALL = "games=16 steps=24 network.hidden=16 network.last=16 critic.hidden=16 ppo.minibatch=128"


@pytest.fixture
def frontier(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("frontier")


def test_it_trains_judges_and_keeps(
    frontier: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # so cheap that a second of CPU time would pay for many decisions: their cost is given here
    for name in ("now", "one_pass"):
        changes, cost = SMALL.split(), 800.0
        if name == "one_pass":
            changes, cost = [*changes, "ppo.epochs=1"], 500.0
        kept = {"changes": changes, "trial": 2000, "warm": 0.35, "us": cost}
        (tmp_path / f"{name}_cost.json").write_text(json.dumps(kept))
    words = ["--out", str(tmp_path), "--seconds", "1", "--seeds", "1", "2", "--sets", "2"]
    words += ["--threads", "1", "--trial", "2000", "--case", f"now {SMALL}"]
    words += ["--case", f"one_pass {SMALL} ppo.epochs=1"]
    assert frontier.main(words) == 0
    text = capsys.readouterr().out
    assert (tmp_path / "table.md").read_text() == text
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")][2:]
    assert [(row[0], row[3]) for row in rows] == [("now", "1,250"), ("one_pass", "2,000")]
    assert all(len(row) == 7 and "±" in row[6] for row in rows)
    stamp = (tmp_path / "now_1_2" / "match.json").stat().st_mtime_ns
    assert frontier.main(words) == 0
    assert (tmp_path / "now_1_2" / "match.json").stat().st_mtime_ns == stamp


def test_what_a_decision_costs_is_measured(frontier: ModuleType, tmp_path: Path) -> None:
    words = ["--out", str(tmp_path), "--trial", "2000", "--threads", "1"]
    given = frontier.parser().parse_args(words)
    cost = frontier.cost_of(given, "now", SMALL.split())
    assert 1 < cost < 1e5
    assert frontier.cost_of(given, "now", SMALL.split()) == cost
    assert json.loads((tmp_path / "now_cost.json").read_text())["us"] == cost
