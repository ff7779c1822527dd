"""`make check`: which tests a change sends for, and that what was not run is told."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.tools import load_tool

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return load_tool("check")


def test_tests_come_by_their_distance(tool: ModuleType) -> None:
    graph = {
        "envs/a.py": {"envs/b.py", "tests/test_a.py"},
        "envs/b.py": {"tests/support/c.py", "tests/test_b.py"},
        "tests/support/c.py": {"tests/test_c.py"},
        "tests/test_a.py": set(),
        "tests/test_b.py": {"tests/test_a.py"},
        "tests/test_c.py": set(),
    }
    found = list(tool.by_distance(["envs/a.py"], graph))
    assert found == ["tests/test_a.py", "tests/test_b.py", "tests/test_c.py"]
    assert list(tool.by_distance(["envs/gone.py"], graph)) == []


@pytest.mark.parametrize(
    ("changed", "near"),
    [
        ("envs/seat.py", "tests/envs/test_envs.py"),
        ("training/learn/returns.py", "tests/training/test_training.py"),
        ("commands/list.py", "tests/commands/test_console.py"),  # named, not imported
        ("table/pacing.py", "tests/table/test_twins.py"),
        ("_fast/games/riichi/tulip.pyx", "tests/games/riichi/test_tulip.py"),
        ("docs/score.md", "tests/score/test_score_command.py"),
        ("configs/rules/toriuchi.yaml", "tests/rules/test_rules.py"),
        ("tests/golden/piquet.json", "tests/engine/test_golden.py"),
        ("tests/support/bot_games.py", "tests/bots/test_bots.py"),
        ("tests/text/test_notation.py", "tests/text/test_notation.py"),
    ],
)
def test_a_change_sends_for_its_tests(tool: ModuleType, changed: str, near: str) -> None:
    found = tool.choose_tests([changed])
    assert near in found and found[0] == "tests/repo/test_layers.py"
    assert len(found) == len(set(found)) and all((ROOT / name).is_file() for name in found)


def test_what_is_sent_for_exists(tool: ModuleType) -> None:
    for folder, tests in tool.SENT_FOR.items():
        assert (ROOT / folder).is_dir() and all(map(tool.mutants.test_file, tests))


def test_what_no_time_was_left_for_is_told(
    tool: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "test_two.py"
    file.write_text("def test_a(): pass\n\ndef test_b(): assert False\n")
    assert tool.work([str(file)], 60) == 1
    assert "1 failed, 1 passed" in capfd.readouterr().out
    assert tool.work([str(file)], -1) == 1  # over before it began
    told = capfd.readouterr().out
    assert re.search(r"2 tests were not run, for want of time: \S*test_two.py", told)
    assert "no test was run of" in told


def test_long_tests_come_last(tool: ModuleType, tmp_path: Path) -> None:
    told = tmp_path / "told"
    file = tmp_path / "test_three.py"
    file.write_text(
        "import pytest\n\n"
        f"def tell(what): print(what, file=open({str(told)!r}, 'a'))\n\n"
        "@pytest.mark.slow\ndef test_a(): tell('slow')\n\n"
        "@pytest.mark.long\ndef test_b(): tell('long')\n\n"
        "def test_c(): tell('quick')\n"
    )
    assert tool.work([str(file)], 60) == 0
    assert told.read_text().split() == ["quick", "long"]
