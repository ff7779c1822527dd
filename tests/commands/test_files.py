"""Files from users: bad ones get a clear error; what is written is whole or not there."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from shugi.commands import cli
from shugi.envs.common import documents, files
from shugi.envs.common.documents import DocumentError, parse_json, parse_yaml
from shugi.envs.common.files import (
    FileError,
    clear_parts,
    error_text,
    read_bytes,
    read_text,
    write_atomically,
)
from shugi.training.run import folder as folder_module
from shugi.training.run.arrays import pack_arrays, read_arrays
from shugi.training.run.folder import LOCK_NAME, FolderBusy, hold_folder
from tests.support.shell import Shell

LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)

# ---------------------------------------------------------------------------------------- reading


def test_only_regular_files_within_the_limit_are_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbfcaf\xc3\xa9")
    assert read_text(path, 8) == "café"  # without the mark that some editors put first
    assert len(read_bytes(path, 8)) == 8
    with pytest.raises(FileError, match=r"file: too large \(more than 0 kB\)"):
        read_bytes(path, 7)
    path.write_bytes(b"caf\xe9")
    with pytest.raises(FileError, match=r"file: is not text in UTF-8 \(byte 3\)"):
        read_text(path, 100)
    with pytest.raises(FileNotFoundError) as missing:
        read_text(tmp_path / "nothing", 100)
    assert error_text(missing.value) == f"{tmp_path / 'nothing'}: No such file or directory"


def special(folder: Path) -> Iterator[tuple[Path, str]]:
    os.mkfifo(folder / "pipe")
    yield folder / "pipe", "is a pipe"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "s"))
        yield folder / "s", "is a socket"
    yield folder, "is a folder"
    for device in ("/dev/zero", "/dev/full", "/dev/null"):
        yield Path(device), "is a device"
    yield Path("a\0b"), "null"


def test_special_files_are_refused_at_once(tmp_path: Path) -> None:
    for path, said in special(tmp_path):
        with pytest.raises(FileError, match=said):
            read_bytes(path, 100)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "nested too deeply"),
        ("[" * 60 + "]" * 60, "nested too deeply"),
        ('{"a":' * 60 + "1" + "}" * 60, "nested too deeply"),
        ('{"a": {"b": 1, "b": 2}}', "the key 'b' stands twice"),
        ('["\\ud800"]', "half of a character"),
        ('{"\\udfff": 1}', "half of a character"),
        ("1" * 5000, "broken JSON"),
        ('{"a": 1', "JSON:1: column 8: broken JSON"),
    ],
)
def test_json_within_limits(text: str, said: str) -> None:
    with pytest.raises(DocumentError, match=said):
        parse_json(text, "JSON")


def test_json_that_is_in_order() -> None:
    deep = "[" * documents.DEPTH + "]" * documents.DEPTH
    assert parse_json('{"a": [1, "\\u00e9", "\\ud83c\\udc04"]}', "x") == {"a": [1, "é", "🀄"]}
    assert json.dumps(parse_json(deep, "x")).replace(" ", "") == deep


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LAUGHS, r"YAML:2: broken YAML: aliases \(\*name\) are not read"),
        ("a: &a [*a]", "aliases"),
        ("[" * 5000, "nested too deeply"),
        ("- " * 5000, "nested too deeply"),
        ("? " * 5000, "nested too deeply"),
        ('a: "\\ud800"', "half of a character"),
        ("a: 1\na: 2", "YAML:2: broken YAML: the key 'a' stands twice"),
        ("a: 2026-13-45", "broken YAML"),
        ("a: !!python/name:os.system", "broken YAML"),
        ("a: \x00", "broken YAML"),
    ],
)
def test_yaml_within_limits(text: str, said: str) -> None:
    with pytest.raises(DocumentError, match=said):
        parse_yaml(text, "YAML")
    assert parse_yaml("a: [1, {b: 1.5e-3}]\n", "YAML") == {"a": [1, {"b": 0.0015}]}


def test_arrays_are_read_without_running_them(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    numbers = np.random.default_rng(1).random(1000)
    path.write_bytes(pack_arrays({"x": numbers}))
    assert (read_arrays(path)["x"] == numbers).all()
    whole = path.read_bytes()
    middle = len(whole) // 4
    for data in (b"", b"no zip", whole[:-30], whole[:middle] + b"????" + whole[middle + 4 :]):
        path.write_bytes(data)
        with pytest.raises(FileError, match="cut short or damaged"):
            read_arrays(path)
    np.savez(path, x=np.array([Path()], dtype=object))  # a pickle
    with pytest.raises(FileError, match="cut short or damaged"):
        read_arrays(path)


def test_arrays_that_would_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bomb.npz"
    path.write_bytes(pack_arrays({"x": np.zeros(10**6)}))
    monkeypatch.setattr("shugi.training.run.arrays.MOST_BYTES", 10**6)
    assert path.stat().st_size < 10**5
    with pytest.raises(FileError, match=r"would take 8,000,\d+ bytes"):
        read_arrays(path)


# ---------------------------------------------------------------------------------------- writing


def test_a_write_is_flushed_with_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed, fsync = [], os.fsync

    def note(descriptor: int) -> None:
        flushed.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        fsync(descriptor)

    if not Path("/proc/self/fd").exists():
        pytest.skip("no /proc")
    monkeypatch.setattr(os, "fsync", note)
    write_atomically(tmp_path / "file", b"data")
    assert len(flushed) == 2 and flushed[1] == str(tmp_path)
    assert Path(flushed[0]).parent == tmp_path and flushed[0].endswith(".part")
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_an_error_in_writing_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(OSError) as error:
        write_atomically(tmp_path / "nowhere" / "file", b"data")
    assert error_text(error.value) == f"{tmp_path / 'nowhere' / 'file'}: No such file or directory"


def test_parts_of_a_killed_writer_are_cleared(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    kept = [tmp_path / name for name in ("model.safetensors", ".hidden", ".a.part", "b.1.part")]
    left = [tmp_path / ".state.pt.123.0a1b2c3d.part", tmp_path / "inner" / ".x.7.00000000.part"]
    for path in kept + left:
        path.write_bytes(b"x")
    assert sorted(clear_parts(tmp_path)) == sorted(left)
    assert all(path.exists() for path in kept) and not any(path.exists() for path in left)


KILLED = """
import os, signal, sys
from pathlib import Path
from shugi.envs.common import files
os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
files.write_atomically(Path(sys.argv[1]) / "state.pt", b"new")
"""


def test_what_a_kill_leaves_is_cleared_by_the_next_run(tmp_path: Path) -> None:
    (tmp_path / "state.pt").write_bytes(b"old")
    killed = subprocess.run([sys.executable, "-P", "-c", KILLED, str(tmp_path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 2
    with hold_folder(tmp_path):
        assert {one.name for one in tmp_path.iterdir()} == {"state.pt", LOCK_NAME}
    assert (tmp_path / "state.pt").read_bytes() == b"old"


# ------------------------------------------------------------------------------------- the folder

HOLDER = """
import sys, time
from pathlib import Path
from shugi.training.run.folder import hold_folder
with hold_folder(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_folder_is_held_by_one_process(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    holder = subprocess.Popen(
        [sys.executable, "-P", "-c", HOLDER, str(folder)], stdout=subprocess.PIPE
    )
    try:
        assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
        with pytest.raises(FolderBusy, match=rf"another process \({holder.pid}\) works in it"):
            hold_folder(folder).__enter__()
        assert (folder / LOCK_NAME).exists()
    finally:
        holder.kill()
        holder.wait()
    with hold_folder(folder):  # the lock died with its process
        pass
    assert not list(folder.iterdir())


def test_a_folder_is_held_once_within_a_process(tmp_path: Path) -> None:
    with hold_folder(tmp_path), pytest.raises(FolderBusy), hold_folder(tmp_path):
        pass
    with pytest.raises(ZeroDivisionError), hold_folder(tmp_path):
        raise ZeroDivisionError
    with hold_folder(tmp_path):
        pass


def test_a_lock_file_that_went_away_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its holder ends, and removes it, after another process opened it and before it is locked."""
    real, tried = folder_module._lock, []

    def late(descriptor: int, path: Path) -> None:
        if not tried:
            path.unlink()
        tried.append(path)
        real(descriptor, path)

    monkeypatch.setattr(folder_module, "_lock", late)
    with hold_folder(tmp_path):
        assert len(tried) == 2 and (tmp_path / LOCK_NAME).exists()
        with pytest.raises(FolderBusy):
            hold_folder(tmp_path).__enter__()


def test_a_key_twice_among_very_many_is_found_at_once() -> None:
    keys = ",".join(f'"k{number}":1' for number in range(100_000))
    with pytest.raises(DocumentError, match="the key 'k99999' stands twice"):
        parse_json("{" + keys + ',"k99999":2}', "case")


# ---------------------------------------------------------------------------------- every command


def bad_files(folder: Path) -> Iterator[Path]:
    """Files that no command may choke on."""
    contents = {
        "laughs": LAUGHS.encode(),
        "deep": b"[" * 50_000,
        "nul": b"\0" * 5000,
        "latin": b"title: caf\xe9\n",
        "surrogate": b'{"title": "\\ud800", "options": {}, "rules": "\\udc00"}\n',
        "empty": b"",
        "noise": np.random.default_rng(1).bytes(5000),
        "utf16": "title: x\n".encode("utf-16"),
    }
    for name, data in contents.items():
        (folder / name).write_bytes(data)
        yield folder / name
    os.mkfifo(folder / "pipe")
    with (folder / "huge").open("wb") as file:
        file.truncate(3 * 10**9)  # without taking the room
    yield from (folder / "pipe", folder / "huge", Path("/dev/zero"), folder)
    yield folder / "nothing"


COMMANDS = {
    "rules": ["rules", "{}"],
    "arena": ["arena", "{}", "--agents", "random", "--sets", "1"],
    "train": ["train", "{}", "--run-dir", "{run}"],
    "show": ["show", "{}"],
    "probe": ["show", "{}", "--probe", "1"],
    "replay": ["show", "{}", "--json"],
    "mjai": ["show", "{}", "--rules", "riichi_tenhou"],
    "review": ["review", "{}", "--deals", "4"],
    "table": ["table", "{}", "--no-browser"],
    "play": ["play", "{}"],
    "score": ["score", "{}"],
    "agent": ["arena", "sanma_base", "--agents", "{}", "--sets", "1"],
    "distil": ["distil", "{}", "--run-dir", "{run}"],
    "match": ["export", "{}", "--name", "x", "--match", "{}", "--folder", "{run}"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_bad_files_get_an_error(name: str, tmp_path: Path, shell: Shell) -> None:
    if name in ("agent", "distil", "match"):
        pytest.importorskip("torch")
    for path in bad_files(tmp_path):
        given, run = path, tmp_path / "run"
        if name in ("rules", "arena", "train") and path.parent == tmp_path and path.exists():
            given = path.with_suffix(".yaml")  # rules by file end so
            path.rename(given)
        words = [word.format(given, run=run) for word in COMMANDS[name]]
        shown = shell.refuses(*words)
        assert shown.startswith(f"shugi {words[0]}: ") and "Traceback" not in shown, path
        assert len(shown) < 2000, path
        assert not run.exists(), path


def test_a_rule_file_of_a_kilobyte_does_not_hang(tmp_path: Path) -> None:
    path = tmp_path / "laughs.yaml"
    path.write_text(f"title: x\noptions:\n  uma: [1]\n{LAUGHS}")
    assert cli.main(["rules", str(path)]) == 2  # it took hours


def test_values_on_the_command_line(shell: Shell) -> None:
    for value in ("[", "*a", "[" * 500, '"\\ud800"', "!!python/name:os.system"):
        assert "broken YAML" in shell.refuses("train", "smoke", "--set", f"ppo.clip={value}")
        assert "broken YAML" in shell.refuses("rules", "sanma_base", "--set", f"uma={value}")


# -------------------------------------------------------------------------- full and closed disks

LIMITED = """
import resource, sys
import shugi.training.learn.trainer, shugi.training.distil.distiller, shugi.commands.train
from shugi.commands import cli
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(cli.main(sys.argv[2:]))
"""
TINY = [
    *("--set", "games=16", "--set", "steps=48", "--set", "network.hidden=16"),
    *("--set", "imitation.decisions=500", "--set", "imitation.minibatch=128", "--threads", "1"),
    *("--set", "ppo.minibatch=128", "--set", "minutes=", "--set", "decisions=1000"),
]


def limited(most: int, *words: str) -> subprocess.CompletedProcess[str]:
    """A command that may write no file larger than ``most`` bytes, as where a disk is full."""
    program = [sys.executable, "-P", "-c", LIMITED, str(most), *words]
    return subprocess.run(program, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("most", [30, 100_000])
def test_training_on_a_full_disk(most: int, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    run = tmp_path / "run"
    found = limited(most, "train", "smoke", "--run-dir", str(run), *TINY)
    assert found.returncode == 2, found.stderr
    assert "Traceback" not in found.stderr and "File too large" in found.stderr
    assert not [one for one in run.rglob("*") if one.name.endswith((".part", LOCK_NAME))]
    if most == 30:
        return
    words = ["train", "smoke", "--run-dir", str(run), *TINY]
    assert cli.main(words) == 0  # with room again it goes on, or begins anew
    lines = (run / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["update"] for line in lines] == list(range(1, len(lines) + 1))


def test_a_folder_that_may_not_be_written_to(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    words = ("train", "smoke", "--run-dir")
    assert "Not a directory" in shell.refuses(*words, tmp_path / "file" / "run")

    def closed(*_: object, **__: object) -> int:
        raise OSError(errno.EROFS, "Read-only file system", str(tmp_path / "run"))

    monkeypatch.setattr(os, "mkdir", closed)
    assert "run: Read-only file system" in shell.refuses(*words, tmp_path / "run")


# ---------------------------------------------------------------------------- what a run remembers


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch")
    run = tmp_path_factory.mktemp("trained") / "run"
    assert cli.main(["train", "smoke", "--run-dir", str(run), *TINY]) == 0
    return run


def copied(run: Path, folder: Path) -> Path:
    import shutil

    return Path(shutil.copytree(run, folder / "run"))


GOES_ON = ["--set", "decisions=2500"]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("metrics.jsonl", b"\xff\xfe\0\1", "metrics.jsonl: is not text in UTF-8"),
        ("metrics.jsonl", b"[1]\n", "metrics.jsonl line 1: tells no update; move the file away"),
        ("metrics.jsonl", b"{" * 5000 + b"\n", "metrics.jsonl line 1.*move the file away"),
        ("config.yaml", b"\xff\xfe\0\1", "config.yaml: is not text in UTF-8"),
        ("config.yaml", LAUGHS.encode(), "config.yaml:2: broken YAML: aliases"),
        ("config.yaml", b"- 1\n", "config.yaml: expected keys and values"),
        ("state.pt", b"PK\3\4 no zip", "state.pt: cut short, damaged, or something else"),
    ],
)
def test_a_damaged_run_is_not_gone_on_with(
    name: str, data: bytes, said: str, trained: Path, tmp_path: Path, shell: Shell
) -> None:
    run = copied(trained, tmp_path)
    (run / name).write_bytes(data)
    assert re.search(said, shell.refuses("train", "--resume", run, *GOES_ON))
    assert (run / name).read_bytes() == data  # as it was


def test_a_compressed_state_is_refused(trained: Path, tmp_path: Path) -> None:
    import zipfile

    from shugi.agents.checkpoint import CheckpointError
    from shugi.training.run.state import load_state

    run = copied(trained, tmp_path)
    with zipfile.ZipFile(trained / "state.pt") as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    with zipfile.ZipFile(run / "state.pt", "w", zipfile.ZIP_DEFLATED) as bomb:
        for part, data in parts.items():
            bomb.writestr(part, data)
    with pytest.raises(CheckpointError, match="is compressed"):
        load_state(run)


def test_half_a_line_of_metrics_is_dropped(trained: Path, tmp_path: Path) -> None:
    run = copied(trained, tmp_path)
    path = run / "metrics.jsonl"
    whole = path.read_text().splitlines()
    with path.open("ab") as file:
        file.write(b'{"update": 99, "ph\0\0\0\xff'[:-1])
    assert cli.main(["train", "--resume", str(run), *GOES_ON]) == 0
    lines = path.read_text().splitlines()
    assert lines[: len(whole)] == whole and len(lines) > len(whole)


def test_settings_are_written_in_one_move(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    run = copied(trained, tmp_path)
    before = {name: (run / name).read_bytes() for name in ("config.yaml", "metrics.jsonl")}

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    said = shell.refuses("train", "--resume", run, *GOES_ON)
    assert "config.yaml: No space left on device" in said
    assert {name: (run / name).read_bytes() for name in before} == before


@pytest.mark.parametrize("command", ["train", "distil", "ladder", "decisions"])
def test_the_second_in_a_folder_is_refused(
    command: str, trained: Path, tmp_path: Path, shell: Shell
) -> None:
    run = copied(trained, tmp_path)
    words = {
        "train": ["train", "--resume", str(run), *GOES_ON],
        "distil": ["distil", str(run), "--run-dir", str(tmp_path / "own"), "--rounds", "1"],
        "ladder": ["ladder", "sanma_base", "--agents", "random", "baseline", "--sets", "1"],
        "decisions": ["decisions", "super_bingo", "--classes", "riichi", "--probes", "1"],
    }[command]
    folder = run if command == "train" else tmp_path / "own"
    if command in ("ladder", "decisions"):
        words += ["--run-dir" if command == "ladder" else "--folder", str(folder)]
    with hold_folder(folder):
        before = sorted(folder.rglob("*"))
        assert "another process" in shell.refuses(*words)
        left = [one for one in sorted(folder.rglob("*")) if one.name != "config.json"]
        assert left == before
