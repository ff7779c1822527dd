"""`shugi review`: what it prints, what it refuses, and what Ctrl-C leaves."""

import json
from pathlib import Path
from typing import Any

import pytest

from shugi.training.lab.choices_made import Taken
from shugi.training.lab.chunks import Chunk
from shugi.training.lab.review import ReviewedChoice, Reviewer
from tests.support.recorded import recorded
from tests.support.shell import Shell


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    recorded("super_bingo", 70).save(path)
    return path


def answered(shell: Shell, *words: str) -> dict[str, Any]:
    found = shell.tells("review", *words)
    assert isinstance(found, dict)
    return found


def test_the_same_command_says_the_same(file: Path, shell: Shell) -> None:
    """Whatever the number of threads; another seed is another review."""
    quick = (str(file), "--deals", "8")
    first = answered(shell, *quick)
    again = answered(shell, *quick, "--threads", "1")
    other = answered(shell, *quick, "--seed", "2")
    for one in (first, again, other):
        assert one.pop("finished") and one.pop("seconds") >= 0
    assert first == again
    assert first["decisions"] != other["decisions"]
    assert first["unit"] == "chips" and first["agents"] == ["baseline"]
    assert first["record"] == str(file)


def test_who_else_is_asked(file: Path, shell: Shell) -> None:
    words = ("--seats", "1", "2", "--agents", "random", "--continuation", "baseline:rusher")
    found = answered(shell, str(file), "--deals", "4", *words)
    assert [player["seat"] for player in found["players"]] == [1, 2]
    assert all(set(player["agents"]) == {"baseline", "random"} for player in found["players"])
    assert found["continuation"] == "baseline:rusher"
    assert {one["seat"] for one in found["decisions"]} == {1, 2}


def test_what_people_read(file: Path, shell: Shell) -> None:
    out = shell.says("review", file, "--deals", "8", "--least", "0")
    assert "seat 0, player 0: " in out and "seat 2, player 2: " in out
    assert "clear mistakes" in out and "too close to call" in out
    assert "8 deals of each, played on by baseline" in out


def test_ctrl_c_prints_what_is_known(
    file: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = Reviewer.value

    def stopped(self: Reviewer, chunk: Chunk[Taken]) -> list[ReviewedChoice]:
        if chunk.number:
            raise KeyboardInterrupt
        return value(self, chunk)

    monkeypatch.setattr(Reviewer, "value", stopped)
    status, out, err = shell.run("review", file, "--deals", "4", "--json")
    found = json.loads(out)
    assert status == 130 and found["finished"] is False and "stopped" in err
    assert 0 < found["judged"] == len(found["decisions"]) < found["choices"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--deals", "3"], "deals must be at least 4, not 3"),
        (["--seats", "5"], "has seats 0 to 2"),
        (["--classes", "richi"], "did you mean 'riichi'?"),
        (["--classes", "float"], "no class 'float' in 'super_bingo'"),
        (["--agents", "basline"], "did you mean 'baseline'?"),
        (["--continuation", "nobody/here"], "the path does not exist"),
        (["--least", "-1"], "least must be at least 0"),
        (["--threads", "0"], "--threads must be at least 1"),
        (["--seed", "-1"], "seed must be at least 0"),
    ],
)
def test_what_is_refused(file: Path, shell: Shell, words: list[str], said: str) -> None:
    assert said in shell.refuses("review", file, *words)


def test_a_file_that_is_no_record(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "no.jsonl").write_text("{}\n")
    assert "no game log that shugi knows" in shell.refuses("review", tmp_path / "no.jsonl")
    assert "none.jsonl" in shell.refuses("review", tmp_path / "none.jsonl")


def test_a_game_without_a_choice(tmp_path: Path, shell: Shell) -> None:
    recorded("super_bingo", 0).save(tmp_path / "empty.jsonl")
    found = answered(shell, str(tmp_path / "empty.jsonl"))
    assert found["choices"] == 0 and found["decisions"] == []
    assert found["players"][0]["cost"] == {"mean": 0.0, "ci95": [0.0, 0.0]}
