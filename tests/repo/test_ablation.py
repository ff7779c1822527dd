"""The ablation script: every variant changes a setting, runs, is compared, and is kept."""

import importlib
import json
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("torch")

from shugi.training.run.config import load_config  # noqa: E402

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
QUICK = [
    *("--budget", "1500", "--sets", "2", "--threads", "1"),
    *("--variants", "two_hot", "imitation"),
    *("--set", "games=16", "--set", "steps=24", "--set", "network.hidden=16"),
    *("--set", "ppo.minibatch=128"),
]


@pytest.fixture
def ablation(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("ablation")


def test_every_variant_turns_something_off(ablation: ModuleType) -> None:
    full = load_config("ablation")
    seen = []
    for name, (meaning, changes) in ablation.VARIANTS.items():
        config = load_config("ablation", changes)
        assert (config != full) == (name != ablation.FULL) and meaning
        assert config.decisions == full.decisions and config not in seen
        seen.append(config)


def test_it_trains_compares_and_keeps(
    ablation: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*QUICK, "--out", str(tmp_path)]
    assert ablation.main(words) == 0
    text = capsys.readouterr().out
    assert (tmp_path / "table.md").read_text() == text
    rows = [line for line in text.splitlines() if line.startswith("|")][2:]
    assert [row.split(" | ")[0] for row in rows] == ["| nothing", "| two_hot", "| imitation"]
    assert all(row.count("±") == (1 if "nothing" in row else 2) for row in rows)
    models = {name: (tmp_path / name / "model.safetensors") for name in ("full", "two_hot")}
    before = {name: path.read_bytes() for name, path in models.items()}
    kept = tmp_path / "two_hot" / "match_full.json"
    assert json.loads(kept.read_text())["sets"] == 2
    stamp = kept.stat().st_mtime_ns
    assert ablation.main(words) == 0
    assert {name: path.read_bytes() for name, path in models.items()} == before
    assert kept.stat().st_mtime_ns == stamp
    assert ablation.main([*words, "--match-seed", "3"]) == 0
    assert kept.stat().st_mtime_ns > stamp


def test_it_says_what_is_wrong(
    ablation: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ablation.main(["--config", "ablatio", "--out", str(tmp_path)]) == 2
    assert "did you mean 'ablation'" in capsys.readouterr().err
    assert ablation.main(["--list"]) == 0
    assert "critic.oracle=false" in capsys.readouterr().out
