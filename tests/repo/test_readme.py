"""The pages for users: their code runs or is understood, their links lead somewhere."""

import argparse
import importlib
import io
import json
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from shugi._fast.batch.batch import Batch
from shugi.agents.spec import make_agent
from shugi.commands import distil, train
from shugi.commands.cli import COMMANDS, MOVED, main, parser_of
from shugi.commands.explain import usual_agent
from shugi.envs import mjai
from shugi.envs.notation.position import format_position
from shugi.envs.records.record import Recorder
from shugi.envs.rulesets.rules import load_rules, variants
from shugi.training.decisions.classes import chosen_classes
from shugi.training.run.config import load_config, load_distil
from tests.support.other_logs import game, mjlog

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = r"^```{}\n(.*?)^```$"
LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")
TARGET = re.compile(r"\bmake ([a-z][a-z-]*)")


def blocks(language: str = "python") -> list[tuple[str, str]]:
    pattern = re.compile(BLOCK.format(language), re.MULTILINE | re.DOTALL)
    return [
        (f"{page.name}-{number}", text)
        for page in PAGES
        for number, text in enumerate(pattern.findall(page.read_text(encoding="utf-8")), 1)
    ]


def params(language: str) -> list[Any]:
    return [pytest.param(text, id=name) for name, text in blocks(language)]


@pytest.mark.parametrize("code", params("python"))
def test_python_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # a bot reads it
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=DeprecationWarning, module="shugi")
        exec(compile(code, "block", "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("code", params("python"))
def test_python_runs_in_a_process_of_its_own(code: str, tmp_path: Path) -> None:
    """Nothing is left out of it that another test has imported."""
    done = subprocess.run(
        [sys.executable, "-P", "-W", "error::DeprecationWarning:shugi", "-c", code],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


def test_readme_shows_three_ways_in() -> None:
    code = "\n".join(text for name, text in blocks() if name.startswith("README"))
    for entry in ("super_bingo_v0.env", "gymnasium.make", "Batch("):
        assert entry in code


def test_readme_lists_every_rule_set() -> None:
    told = {}
    for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            names, _, players = (cell.strip() for cell in line.strip("|").split("|"))
            told |= {name: int(players) for name in re.findall(r"`([^`]+)`", names)}
    assert told == {row.name: row.players for row in variants()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_stands_in_the_index() -> None:
    docs = ROOT / "docs"
    index = (docs / "index.md").read_text(encoding="utf-8")
    pages = {page.relative_to(docs).as_posix() for page in docs.rglob("*.md")} - {"index.md"}
    assert pages and not [name for name in pages if f"]({name})" not in index]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    code = re.findall(
        r"`([^`\n]+)`|^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S
    )
    named = {name for pair in code for text in pair for name in TARGET.findall(text)}
    assert named - targets == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_exist(page: Path) -> None:
    named = re.findall(r"(?:`|^)shugi ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    before = MOVED if page.name == "CHANGELOG.md" else ()
    assert set(named) <= {*before, *(command.name for command in COMMANDS)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_place_was_left_to_fill_in(page: Path) -> None:
    assert re.findall(r"@[A-Z_]+@|\bTODO\b|\bTBD\b", page.read_text(encoding="utf-8")) == []


# ---- YAML: a rule set, or part of a training config


@pytest.mark.parametrize("text", params("yaml"))
def test_yaml_is_taken(text: str, tmp_path: Path) -> None:
    file = tmp_path / "block.yaml"
    if "base" in yaml.safe_load(text):
        file.write_text(text, encoding="utf-8")
        assert load_rules(file).options
    else:
        file.write_text(f"minutes: 1\n{text}", encoding="utf-8")
        assert load_config(str(file))


# ---- shell

CASE = {
    "rules": "super_bingo",
    "dealer": 0,
    "winner": 1,
    "win_by": "tsumo",
    "riichi": "closed",
    "hand": "123s123s234p78p99s",
    "win_tile": "9p",
}
PLACES = {  # what a page leaves to the reader
    "RULES": "super_bingo", "RUN": "runs/mine", "CLASS": "riichi", "OPPONENT": "baseline",
    "SETS": "100", "SLOW": "10", "SEED": "2", "PROBES": "100", "GAMES": "8",
}  # fmt: skip
QUICK = ("rules", "list", "score", "show", "review")  # are run, not only read


def lines(text: str) -> Iterator[list[str]]:
    """The commands of a block as words, without what the shell alone is told."""
    values = {}
    for line in text.replace("\\\n", " ").splitlines():
        if found := re.fullmatch(r"([A-Z]+)='(.*)'", line):
            values[f"${found[1]}"] = found[2]
            continue
        words = shlex.split(line, comments=True)
        if any(word in (">", "<", "|") for word in words):
            words = words[: min(words.index(word) for word in words if word in (">", "<", "|"))]
        for name, value in values.items():
            words = [word.replace(name, value) for word in words]
        words = [re.sub(r"\b[A-Z]{3,}\b", lambda m: PLACES.get(m[0], m[0]), word) for word in words]
        if words := [word for word in words if word != "..."]:
            yield words


def status_of(words: list[str]) -> object:
    try:
        return main(words)
    except SystemExit as end:  # after --help
        return end.code


def parsed(words: list[str]) -> argparse.Namespace:
    command = next(command for command in COMMANDS if command.name == words[0])
    return parser_of(command, importlib.import_module(command.module)).parse_args(words[1:])


def check_match(given: argparse.Namespace) -> None:
    rules = load_rules(given.rules)
    for spec in [*(given.agents or []), *(getattr(given, "sources", None) or [])]:
        # a run is no file here, and what stands in for it has no critic for a horizon
        spec = re.sub(r"runs/\w+", "random", spec).replace("random:sample", "random")
        make_agent(re.sub(r",horizon=\d+(?=.*:random)", "", spec), rules, programs=True)
    if getattr(given, "classes", None):
        assert chosen_classes(rules, given.classes.split(","))


def check_exploit(given: argparse.Namespace) -> None:
    make_agent(re.sub(r"runs/\w+", "random", given.agent), load_rules(given.rules))


def check_explain(given: argparse.Namespace) -> None:
    rules = load_rules(given.rules)
    make_agent(given.agent or usual_agent(rules), rules)
    assert chosen_classes(rules, given.classes.split(",") if given.classes else None)


def check_train(given: argparse.Namespace) -> None:
    if given.config is not None:
        assert load_config(given.config, train._changes(given))


def check_table(given: argparse.Namespace) -> None:
    if given.game is None or Path(given.game).is_file():
        return
    rules = load_rules(given.game)
    for seat in given.seats or []:
        seat = re.sub(r"^runs/\w+", "random", seat)
        assert seat in ("me", "person") or make_agent(seat, rules)


CHECKS: dict[str, Callable[[argparse.Namespace], object]] = {
    "arena": check_match,
    "ladder": check_match,
    "exploit": check_exploit,
    "whatif": check_match,
    "table": check_table,
    "play": check_table,
    "decisions": check_match,
    "explain": check_explain,
    "train": check_train,
    "distil": lambda given: load_distil(distil._changes(given)),
    "export": lambda given: None,
    "verify": lambda given: None,
    "bench": lambda given: [load_rules(name) for name in given.rules if name != "all"],
}


@cache
def log_of_tenhou() -> str:
    return mjlog(game("riichi_tenhou", 3))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the pages speak of."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    (tmp_path / "our_table.yaml").symlink_to(ROOT / "examples" / "our_table.yaml")
    (tmp_path / "case.json").write_text(json.dumps(CASE))
    (tmp_path / "cases.json").write_text(json.dumps({"cases": [CASE, CASE]}))
    for rules, name in (("super_bingo", "game.json"), ("riichi_tenhou", "riichi.jsonl")):
        batch = Batch(load_rules(rules), 1, seed=1)
        if rules == "super_bingo":
            (tmp_path / "position.txt").write_text(format_position(batch, 0))
        recorder = Recorder(batch)
        recorder.add(batch.legal_actions(0)[0])
        recorder.record.save(tmp_path / name)
    (tmp_path / "riichi.mjson").write_text(mjai.dumps(recorder.record))
    (tmp_path / "game.xml").write_text(log_of_tenhou())
    return tmp_path


@pytest.mark.parametrize("text", params("sh"))
def test_shell_lines_are_understood(
    text: str, files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in lines(text):
        if words[0] == "shugi" and words[1] in QUICK:
            monkeypatch.setattr("sys.stdin", (files / "case.json").open())
            assert status_of(words[1:]) == 0, (words, capsys.readouterr().err)
        elif words[0] == "shugi":
            CHECKS[words[1]](parsed(words[1:]))
        elif words[0].endswith("python"):
            named = [word for word in words if word.endswith(".py")]
            if not named and words[1] == "-m":
                named = [f"{words[2].replace('.', '/')}/__main__.py"]
            assert named and all((ROOT / word).is_file() for word in named), words
        elif words[0] == "cc":
            assert all((ROOT / word).is_file() for word in words if word.endswith(".c")), words
        else:
            assert words[0] in ("make", "npm", "pip", "ray"), words
