"""A folder of kept tables may be a stranger's: ``shugi table --record FOLDER``."""

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from websockets.exceptions import ConnectionClosed  # noqa: E402

from shugi.envs.records.record import load_record  # noqa: E402
from shugi.table import kept, lobby  # noqa: E402
from shugi.table.kept import KeptError, NotALink  # noqa: E402
from shugi.table.lobby import reopen_room  # noqa: E402
from shugi.table.server import GONE, MOST_REASON, _reason  # noqa: E402
from tests.support.evil import Evil  # noqa: E402
from tests.support.serving import Serving, served  # noqa: E402

FORGED = "0badc0de"
LINK, WATCH = "A" * 22, "B" * 22
MINE = {"origin": "http://evil.example"}


@pytest.fixture
def evil(tmp_path: Path) -> Evil:
    folder = tmp_path / "evil"
    folder.mkdir()
    return Evil(folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tables of somebody else, one of them begun."""
    path = tmp_path / "tables"
    path.mkdir()
    with served(path) as serving:
        made = serving.open(rules="sanma_base", seats=["me", "baseline", "baseline"], seed=1)
        with serving.join(made["table"], made["seats"][0]) as page:
            page.recv(timeout=20)
    for suffix in (".jsonl", ".table.json"):
        (path / f"{made['table']}{suffix}").rename(path / f"{FORGED}{suffix}")
    forge(path)
    return path


def forge(folder: Path, **changes: Any) -> None:
    path = folder / f"{FORGED}.table.json"
    told = json.loads(path.read_text()) | {"tokens": [LINK, "C" * 22, "D" * 22], "watch": WATCH}
    path.write_text(json.dumps(told | changes))


def closed(serving: Serving, token: str, **more: Any) -> tuple[int, str]:
    """How a page at the forged table is refused."""
    with serving.join(FORGED, token, **more) as page, pytest.raises(ConnectionClosed) as error:
        page.recv(timeout=20)
    assert error.value.rcvd is not None
    return error.value.rcvd.code, error.value.rcvd.reason


@pytest.mark.parametrize("form", ["written", "command", "inside", "twice"])
def test_a_kept_table_runs_no_program(evil: Evil, folder: Path, form: str) -> None:
    spec = evil.specs()[form]
    forge(folder, seats=["person", spec, "baseline"])
    with served(folder) as serving:
        for token in (LINK, WATCH):
            code, reason = closed(serving, token)
            assert code == 4404
            assert f"{FORGED}.table.json" in reason or "…" in reason
            assert reason.endswith("names it; start the table with --programs")
        assert not evil.ran and not serving.server.rooms
    with pytest.raises(ValueError, match=f"{FORGED}.table.json names it"):
        reopen_room(folder, FORGED, LINK)
    assert not evil.ran


@pytest.mark.parametrize(
    "spec",
    [
        "//evil.example/run",
        r"network:\\evil.example\run",
        "search[continuation=[//e/run]]:baseline",
    ],
)
def test_a_kept_table_calls_no_machine(
    folder: Path, spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows to look whether such a path exists is to call the machine."""
    forge(folder, seats=["person", spec, "baseline"])
    looked: list[str] = []
    real = Path.exists
    monkeypatch.setattr(Path, "exists", lambda path: looked.append(str(path)) or real(path))
    with pytest.raises(ValueError, match=f"another machine; {FORGED}.table.json"):
        reopen_room(folder, FORGED, LINK)
    assert not looked
    with served(folder) as serving:
        assert closed(serving, LINK)[0] == 4404
        wanted = {"rules": "sanma_base", "seats": ["me", spec, "baseline"]}
        status, found = serving.ask("/api/tables", wanted)
        assert status == 400 and "lies on another machine" in found["error"]


def test_whoever_starts_the_table_may_allow_it(evil: Evil, folder: Path) -> None:
    forge(folder, seats=["person", evil.written, "baseline"])
    with served(folder, programs=True) as serving:
        assert closed(serving, "wrong") == (4401, "not for this page")
        assert closed(serving, LINK, **MINE) == (4401, "not for this page")
        assert not evil.ran
        code, reason = closed(serving, LINK)
        assert evil.ran and code == 4404 and reason.endswith("it ran")
        # a page names none all the same
        status, found = serving.ask(
            "/api/tables", {"rules": "sanma_base", "seats": ["me", evil.written, "baseline"]}
        )
        assert status == 400 and "code is not run" in found["error"]


def test_nothing_is_opened_before_origin_and_link_are_right(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Path, *more: Any) -> Any:
            read.append(path.name)
            return real(path, *more)

        return call

    monkeypatch.setattr(kept, "read_text", noted(kept.read_text))
    monkeypatch.setattr(kept, "load_record", noted(load_record))
    with served(folder) as serving:
        read.clear()
        assert closed(serving, LINK, **MINE)[0] == 4401
        assert not read and not serving.server.rooms
        for wrong in ("wrong", "", "C" * 22, "D" * 22, LINK[:-1], LINK + "A"):  # agents' too
            assert closed(serving, wrong or "x") == (4401, "not for this page")
        assert {*read} == {f"{FORGED}.table.json"} and not serving.server.rooms
        with serving.join(FORGED, LINK) as page:
            assert json.loads(page.recv(timeout=20))["t"] == "words"
        assert FORGED in serving.server.rooms and f"{FORGED}.jsonl" in read


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": ["person", "baseline"]},
        {"seats": ["person", "baseline", "baseline", "baseline"]},
        {"seats": ["person"], "names": ["x"], "tokens": [LINK]},
        {"names": []},
        {"tokens": ["", "", ""]},
        {"watch": ""},
        {"watch": "short"},
        {"watch": "Ä" * 22},
        {"pace": -1.0},
        {"pace": 1e300},
        {"seed": -1},
        {"seed": 2**64},
        {"hands": 0},
        {"claim": -5.0},
        {"away": -1.0},
        {"version": 2},
        {"more": 1},
        {"seats": ["person", "nobody", "baseline"]},
        {"seats": ["person", "", "baseline"]},
    ],
)
def test_a_forged_table_is_refused(folder: Path, changes: dict[str, Any]) -> None:
    forge(folder, **changes)
    with pytest.raises((KeptError, ValueError)) as refused:
        reopen_room(folder, FORGED, LINK)
    assert not isinstance(refused.value, NotALink)
    with served(folder) as serving:
        assert closed(serving, LINK)[0] == 4404
        assert serving.open()  # and plays on


@pytest.mark.parametrize("text", ["[" * 100_000, "{}", "", '{"pace": NaN}', "\0"])
def test_a_file_that_is_no_table_is_refused(folder: Path, text: str) -> None:
    (folder / f"{FORGED}.table.json").write_text(text)
    with pytest.raises(KeptError, match=f"{FORGED}.table.json"):
        reopen_room(folder, FORGED, LINK)


def test_a_table_without_its_game_is_refused(folder: Path) -> None:
    (folder / f"{FORGED}.jsonl").unlink()
    with pytest.raises(KeptError, match=f"{FORGED}.table.json"):
        reopen_room(folder, FORGED, LINK)


def test_what_is_too_large_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / f"{FORGED}.table.json"
    path.write_text(path.read_text() + " " * 200_000)
    with pytest.raises(KeptError, match="too large"):
        reopen_room(folder, FORGED, LINK)
    assert lobby.load_table(folder, "../" + FORGED, LINK) is None


def test_a_reason_keeps_its_end() -> None:
    assert _reason("short") == "short"
    long = _reason("ä" * 300 + " with --programs")
    assert len(long.encode()) <= MOST_REASON and long.endswith(" with --programs")


def test_a_folder_that_cannot_be_looked_into_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where it lies on a disk that is gone, or is another person's."""
    real = Path.stat

    def stat(path: Path, **more: Any) -> Any:
        if path.name.startswith(FORGED):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **more)

    with served(folder) as serving:
        monkeypatch.setattr(Path, "stat", stat)
        code, said = closed(serving, LINK)
    assert code == GONE and "Permission denied" in said


def test_a_table_that_is_read_for_long_holds_up_no_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, read = threading.Event(), threading.Event()

    def slow(*asked: Any) -> Any:
        reading.set()
        assert read.wait(30)
        return reopen_room(*asked)

    monkeypatch.setattr("shugi.table.server.reopen_room", slow)
    with served(folder) as serving:
        made = serving.open(rules="sanma_base", seats=["me", "baseline", "baseline"], seed=1)
        with serving.join(FORGED, LINK) as late:
            assert reading.wait(20)
            with serving.join(made["table"], made["seats"][0]) as page:
                assert json.loads(page.recv(timeout=10))["t"] == "words"
            read.set()
            assert json.loads(late.recv(timeout=20))["t"] == "words"


def test_others_on_the_machine_cannot_read_the_hands(folder: Path) -> None:
    with served(folder) as serving:
        made = serving.open(rules="sanma_base", seats=["me", "baseline", "baseline"], seed=1)
        path = kept.record_file(folder, made["table"])
        until = time.monotonic() + 20
        while not path.exists():
            assert time.monotonic() < until
            time.sleep(0.02)
        assert path.stat().st_mode & 0o077 == 0
