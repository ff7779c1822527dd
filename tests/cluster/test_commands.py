"""--cluster of the commands: the same answers and the same files, whoever stops them."""

import importlib.util
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import ended, started, wait_until
from tests.support.folders import contents
from tests.support.recorded import recorded
from tests.support.shell import Shell

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)

CLUSTER = ["--cluster", "local:2"]
SEARCHING = "rollout[deals=4,at=verbs]:baseline"
MATCH = ["arena", "super_bingo", "--agents", SEARCHING, "random", "--seed", "4"]


def untimed(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "seconds"}


def answered(words: list[str], shell: Shell) -> dict[str, Any]:
    return untimed(shell.tells(*words))


# ---- the same


def test_a_match(tmp_path: Path, shell: Shell) -> None:
    for length in (["--sets", "16"], ["--hands", "150"]):
        words, folder = [*MATCH, *length, "--run-dir", str(tmp_path / "r")], tmp_path / "records"
        records, found = [], []
        for more in ([], CLUSTER):
            found.append(answered([*words, "--record", str(folder), *more], shell))
            records.append(contents(folder))
        assert found[0] == found[1] and records[0] == records[1] and len(records[0]) == 3


def test_a_ladder(tmp_path: Path, shell: Shell) -> None:
    words = ["ladder", "super_bingo", "--agents", "random", "baseline", "baseline:rusher"]
    words += ["--sets", "45", "--run-dir"]
    found = [
        answered([*words, str(tmp_path / name), *more], shell)
        for name, more in (("here", []), ("there", CLUSTER))
    ]
    assert found[0] == found[1]
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_decisions(tmp_path: Path, shell: Shell) -> None:
    words = ["decisions", "super_bingo", "--probes", "40", "--deals", "8", "--hands", "2000"]
    words += ["--agents", "baseline:silent", "--classes", "riichi,kong", "--ban", "300"]
    found = []
    for name, more in (("here", []), ("there", CLUSTER)):
        answer = answered([*words, "--folder", str(tmp_path / name), *more], shell)
        assert answer.pop("folder") == str(tmp_path / name)
        found.append(answer)
    assert found[0] == found[1]
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_a_review(tmp_path: Path, shell: Shell) -> None:
    file = tmp_path / "game.jsonl"
    recorded("super_bingo", 100).save(file)
    words = ["review", str(file), "--deals", "8"]
    found = [answered([*words, *more], shell) for more in ([], CLUSTER)]
    assert found[0] == found[1] and found[0]["judged"] > 16


def test_what_beats_an_agent(tmp_path: Path, shell: Shell) -> None:
    words = ["exploit", "super_bingo", "random", "--sets", "4", "--minutes", "0"]
    found = []
    for name, more in (("here", []), ("there", CLUSTER)):
        answer = answered([*words, "--run-dir", str(tmp_path / name), *more], shell)
        assert answer.pop("folder") == str(tmp_path / name)
        found.append(answer)
    assert found[0] == found[1] and len(found[0]["styles"]) > 20
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


# ---- whoever stops them


LADDER = ["ladder", "super_bingo", "--agents", "random", "baseline", SEARCHING, "--sets", "12"]
LADDER += ["--slow-sets", "12", "--json", "--run-dir"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """What the ladder says that nobody stops, and its folder."""
    folder = tmp_path_factory.mktemp("whole")
    told = ended([*LADDER, str(folder)])
    assert told.returncode == 0, told.stderr
    return untimed(json.loads(told.stdout)), folder


@pytest.mark.parametrize(
    "how", [pytest.param(signal.SIGKILL, marks=pytest.mark.slow), signal.SIGINT]
)
def test_a_driver_that_is_stopped_goes_on(
    how: signal.Signals, whole: tuple[dict[str, Any], Path], tmp_path: Path, shell: Shell
) -> None:
    wanted, by_whole = whole
    folder = tmp_path / "stopped"
    process = started([*LADDER, str(folder), *CLUSTER])
    wait_until(lambda: list(folder.glob("*.npz")), process)
    os.kill(process.pid, how)
    told = process.communicate(timeout=60)[1].decode()
    if how == signal.SIGINT:
        assert process.returncode == 130 and "the same command goes on" in told, told
    assert contents(folder) != contents(by_whole)
    assert answered([*LADDER, str(folder), *CLUSTER], shell) == wanted
    assert contents(folder) == contents(by_whole)


def test_a_full_disk_loses_nothing(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["ladder", "super_bingo", "--agents", "random", "baseline", "--sets", "60"]
    words += ["--run-dir"]
    wanted = answered([*words, str(tmp_path / "whole")], shell)
    left, fsync = 3, os.fsync

    def full(descriptor: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        fsync(descriptor)

    words = [*words, str(tmp_path / "full"), *CLUSTER]
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        assert "No space left on device" in shell.refuses(*words)
    assert answered(words, shell) == wanted
    assert contents(tmp_path / "full") == contents(tmp_path / "whole")
