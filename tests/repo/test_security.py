"""docs/security.md is true: each of its lines is held by a test."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from shugi.commands import export, score, show
from shugi.envs.mjai import reading
from shugi.envs.records import record
from shugi.envs.rulesets import file as rule_file
from shugi.training.run import arrays, config
from tests.support.shell import Shell

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "security.md"

HELD: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("security_held.yaml").read_text(encoding="utf-8")
)


def lines() -> Iterator[str]:
    """What the page says: rows of its tables, items, and paragraphs."""
    for block in PAGE.read_text(encoding="utf-8").split("\n\n"):
        rows = block.strip().split("\n")
        if rows[0].startswith("#"):
            continue
        if rows[0].startswith("|"):
            yield from rows[2:]
        elif rows[0].startswith("*"):
            yield from re.sub(r"\n {2,}", " ", block.strip()).split("\n")
        else:
            yield " ".join(rows)


@cache
def names_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / "tests" / f"{path}.py").read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_each_line_is_held() -> None:
    said = list(lines())
    for line in said:
        assert sum(line.startswith(key) for key in HELD) == 1, f"which test holds: {line}"
    for key in HELD:
        assert any(line.startswith(key) for line in said), f"the page does not say: {key}"


@pytest.mark.parametrize("key", HELD)
def test_what_holds_it_is_there(key: str) -> None:
    for name in HELD[key]:
        path, _, test = name.partition("::")
        assert test.startswith("test_") and test in names_in(path), name


def test_the_limits_are_those_of_the_code() -> None:
    pytest.importorskip("starlette")
    from shugi.table import kept

    table = dict(re.findall(r"^\| ([a-z, ]+) \| (\d+ [kMG]B) \|$", PAGE.read_text(), re.MULTILINE))
    small = (rule_file.MAX_BYTES, config.MAX_BYTES, kept.MOST_BYTES)
    assert table.pop("rule file, training config, kept table") == "100 kB"
    assert set(small) == {100_000}
    assert table.pop("position") == "1 MB" and show.MAX_BYTES == 10**6
    assert table.pop("case, match") == "20 MB" and score.MAX_BYTES == export.MAX_BYTES == 20 * 10**6
    assert table.pop("record, log of another site, packed and unpacked") == "64 MB"
    assert record.MOST_BYTES == reading.MOST_BYTES == 64 * 10**6
    assert table.pop("arrays of a ladder or a study, unpacked") == "1 GB"
    assert arrays.MOST_BYTES == 10**9
    assert table == {"games of a round of distilling, unpacked": "4 GB"}


LARGE: dict[str, tuple[int, list[str]]] = {
    "rules.yaml": (100_000, ["rules", "{}"]),
    "config.yaml": (100_000, ["train", "{}"]),
    "position.txt": (10**6, ["show", "{}"]),
    "case.json": (20 * 10**6, ["score", "{}"]),
    "match.json": (20 * 10**6, ["export", "{}", "--name", "x", "--match", "{}"]),
    "game.jsonl": (64 * 10**6, ["show", "{}"]),
    "log.json": (64 * 10**6, ["show", "{}", "--rules", "riichi_tenhou"]),
    "table.jsonl": (64 * 10**6, ["table", "{}", "--no-browser"]),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_is_refused(
    name: str, tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:

    pytest.importorskip("torch")
    pytest.importorskip("uvicorn")
    monkeypatch.chdir(tmp_path)
    most, words = LARGE[name]
    path = tmp_path / name
    path.write_bytes(b"")
    with path.open("r+b") as file:
        file.truncate(most + 1)  # without taking the room
    assert "too large (more than " in shell.refuses(*(word.format(path) for word in words))
    with path.open("r+b") as file:
        file.truncate(min(most, 100_000))
    # no such thing, but read
    assert "too large" not in shell.refuses(*(word.format(path) for word in words))


def test_games_of_a_round_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    from shugi.training.distil import rounds

    assert rounds.MOST_BYTES == 4 * 10**9
    packed = rounds.pack([b"x" * 1000] * 10)
    assert rounds.unpack(packed) == [b"x" * 1000] * 10
    monkeypatch.setattr(rounds, "MOST_BYTES", 9999)
    with pytest.raises(ValueError, match="too many"):
        rounds.unpack(packed)
    lying = {**packed, "sizes": packed["sizes"] // 2}
    with pytest.raises(ValueError, match="other sizes"):
        rounds.unpack(lying)


@pytest.mark.parametrize("command", ["show", "score"])
def test_standard_input_is_read(
    command: str, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    import io
    from types import SimpleNamespace

    given: Callable[[bytes], SimpleNamespace] = lambda data: SimpleNamespace(  # noqa: E731
        buffer=io.BytesIO(data)
    )
    monkeypatch.setattr("sys.stdin", given(b"\xff"))
    assert "stdin: is not text in UTF-8" in shell.refuses(command, "-")
    monkeypatch.setattr("sys.stdin", given(b" " * (20 * 10**6 + 1)))
    assert "stdin: too large" in shell.refuses(command, "-")


# ---- whoever may run programs

ALLOWING = {
    "agents/spec.py": "what make_agent says of itself",
    "training/cluster/work.py": "jobs are given by commands; names of configs were checked",
    "commands/options.py": "the command line",
    "commands/train.py": "the settings of a run that goes on, which are compared alone",
    "commands/whatif.py": "the command line",
    "training/distil/distil_run.py": "a config, checked when it was read",
    "training/judge/exploit.py": "the command line",
    "training/judge/ladder.py": "the command line",
    "training/learn/actors.py": "a config, checked when it was read",
    "training/run/config.py": "a config, checked when it was read",
    "commands/table.py": "the command line",
    "commands/play.py": "the command line",
    "tools/standing.py": "the command line",
}


def test_whoever_allows_programs_is_known() -> None:
    """A new place has to say whose word it takes."""
    found = set()
    folders = ("agents", "envs", "training", "table", "commands", "tools", "benchmarks", "examples")
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            if re.search(r"programs\s*=\s*True", path.read_text(encoding="utf-8")):
                found.add(path.relative_to(ROOT).as_posix())
    assert found == set(ALLOWING)
