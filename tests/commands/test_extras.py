"""Without a package that only some commands need: what to install, before there is work to lose."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from shugi.commands.cli import COMMANDS
from shugi.envs import Batch, Recorder, load_rules
from shugi.envs.common.imports import EXTRAS

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
import contextlib, io, json, sys


class NotInstalled:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1].split():
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, NotInstalled())
from shugi.commands.cli import main
found = []
for words in json.loads(sys.argv[2]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(words)
        except SystemExit as end:  # --help
            status = end.code
    found.append([status, out.getvalue(), err.getvalue()])
print(json.dumps(found))
"""
MATCH = ["super_bingo", "--sets", "1", "--agents"]
TRAINED = "checkpoint:super_bingo"
CURVE = "--classes riichi --option honba_ron --values 0 1000".split()
SERVER = ("starlette", "uvicorn", "websockets")
NEEDED = {  # package -> its group, and commands that need it
    "torch": (
        "train",
        [
            ["train", "smoke"],
            ["distil", "runs/x"],
            ["export", "runs/x", "--name", "x"],
            ["arena", *MATCH, TRAINED, "baseline"],
            ["arena", *MATCH, f"rollout:{TRAINED}", "baseline"],
            ["ladder", *MATCH, TRAINED, "baseline"],
            ["decisions", "super_bingo", "--agents", TRAINED],
            ["whatif", "super_bingo", "--agents", TRAINED],
            ["explain", "super_bingo", TRAINED],
            ["exploit", "super_bingo", "baseline", "--minutes", "1"],
            ["review", "GAME", "--agents", TRAINED],
            ["play", "super_bingo", "--seats", "me", TRAINED, "baseline"],
            ["table", "super_bingo", "--no-browser", "--seats", "me", TRAINED, "baseline"],
        ],
    ),
    "safetensors": ("train", [["train", "smoke"], ["arena", *MATCH, TRAINED, "baseline"]]),
    "tensorboard": ("train", [["train", "smoke"], ["distil", "runs/x"]]),
    "matplotlib": (
        "eval",
        [
            ["arena", *MATCH, "random", "baseline", "--report", "r"],
            ["ladder", *MATCH, "random", "baseline", "--report", "r"],
            ["decisions", "super_bingo", "--report", "r"],
            ["whatif", "super_bingo", *CURVE, "--picture", "x.svg"],
            ["explain", "super_bingo", "baseline", "--out", "r"],
        ],
    ),
    "sklearn": ("eval", [["explain", "super_bingo", "baseline"]]),
    "openskill": ("eval", [["ladder", *MATCH, "random", "baseline"]]),
    **{name: ("table", [["table"], ["bench", "table"]]) for name in SERVER},
    "ray": (
        "cluster",
        [
            ["arena", *MATCH, "random", "baseline", "--cluster", "local"],
            ["ladder", *MATCH, "random", "baseline", "--cluster", "local"],
            ["decisions", "super_bingo", "--cluster", "local"],
            ["whatif", "super_bingo", "--cluster", "local"],
            ["explain", "super_bingo", "baseline", "--cluster", "local"],
            ["review", "GAME", "--cluster", "local"],
        ],
    ),
}
POSITION = (
    "rules sanma_base | turn own 0 | seat0 hand=123456p789s1155s+9p | "
    "seat1 hand=1234567z123456p | seat2 hand=1234567z123456s"
)
BENCH = ["bench", "--rules", "sanma_base", "--batch", "4", "--threads", "1", "--repeats", "1"]
STUDY = ["decisions", "super_bingo", "--classes", "riichi", "--probes", "2", "--hands", "200"]
NOT_NEEDED = {
    "torch": [
        ["arena", *MATCH, "random"],
        ["list", "agents"],
        ["list", "variants"],
        ["rules", "super_bingo"],
        ["list", "layout", "tiles"],
        ["score", "--schema"],
        ["show", POSITION],
        [*BENCH, "--seconds", "0.01"],
        [*STUDY, "--deals", "16", "--sources", "baseline"],
    ],
    "matplotlib": [["arena", *MATCH, "random"]],
    "openskill": [["arena", *MATCH, "random"]],
    "PIL": [["arena", *MATCH, "random"]],
}


# With nothing but what `pip install shugi` brings: lines of every command, and the group that each
# says it lacks. "" needs none.
PLAIN = {
    "list": {"": [["variants", "--json"], ["agents"], ["layout", "tiles"]]},
    "rules": {"": [["super_bingo"]]},
    "train": {"train": [["smoke"], ["--resume", "x"]]},
    "distil": {"train": [["runs/x"]]},
    "arena": {
        "": [[*MATCH, "random", "baseline", "--json"]],
        "train": [[*MATCH, TRAINED, "baseline"]],
        "eval": [[*MATCH, "random", "--report", "r"]],
        "cluster": [[*MATCH, "random", "baseline", "--cluster", "local:2"]],
    },
    "decisions": {
        "": [[*STUDY[1:], "--deals", "16", "--sources", "baseline"]],
        "train": [["super_bingo", "--agents", TRAINED]],
        "eval": [["super_bingo", "--report", "r"]],
    },
    "whatif": {
        "": [[*STUDY[1:], "--deals", "16", "--facts", "later"]],
        "train": [["super_bingo", "--agents", TRAINED]],
        "eval": [["super_bingo", *CURVE, "--picture", "x.svg"]],
    },
    "explain": {"eval": [["super_bingo", "baseline"], ["super_bingo", "--out", "r"]]},
    "ladder": {"eval": [["super_bingo"], [*MATCH, "random", "baseline", "--report", "r"]]},
    "exploit": {
        "": [["ninety_nine", "baseline", "--minutes", "0", "--sets", "2"]],
        "train": [["super_bingo", "baseline"]],
    },
    "table": {"table": [[], ["super_bingo", "--watch"]]},
    "play": {
        "": [["super_bingo", "--seats", "me", "baseline", "baseline"]],
        "train": [["super_bingo", "--seats", "me", TRAINED, "baseline"]],
    },
    "export": {"train": [["runs/x", "--name", "x"]]},
    "bench": {"": [[*BENCH[1:], "--seconds", "0.01"]], "table": [["table"]]},
    "review": {"": [["GAME", "--deals", "16"]], "train": [["GAME", "--agents", TRAINED]]},
    "show": {"": [[POSITION], ["GAME"]]},
    "verify": {"": [["GAME"]]},
    "score": {"": [["--schema"]]},
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of a few decisions."""
    batch = Batch(load_rules("super_bingo"), 1, seed=1)
    recorder = Recorder(batch)
    for _ in range(40):
        action = batch.legal_actions(0)[0]
        recorder.add(action)
        batch.step_one(0, action)
    path = tmp_path_factory.mktemp("game") / "game.json"
    recorder.record.save(path)
    return path


def without(
    packages: str, commands: list[list[str]], folder: Path, game: Path
) -> list[tuple[int, str, str]]:
    commands = [[str(game) if word == "GAME" else word for word in words] for words in commands]
    words = [sys.executable, "-P", "-c", SCRIPT, packages, json.dumps(commands)]
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    return [tuple(one) for one in json.loads(done.stdout)]


@pytest.mark.parametrize("package", NEEDED)
def test_it_says_what_to_install(package: str, tmp_path: Path, game: Path) -> None:
    group, commands = NEEDED[package]
    for words, (status, out, err) in zip(
        commands, without(package, commands, tmp_path, game), strict=True
    ):
        assert status == 2 and not out, (words, out, err)
        assert package in err and f"pip install 'shugi[{group}]'" in err, (words, err)
    assert not list(tmp_path.iterdir())  # nothing was begun


@pytest.mark.parametrize("package", NOT_NEEDED)
def test_other_commands_do_without(package: str, tmp_path: Path, game: Path) -> None:
    commands = NOT_NEEDED[package]
    for words, found in zip(commands, without(package, commands, tmp_path, game), strict=True):
        assert found[0] == 0 and found[1], (words, found)


def test_every_command_has_its_lines() -> None:
    assert list(PLAIN) == [command.name for command in COMMANDS]


@pytest.mark.parametrize("command", PLAIN)
def test_without_any_extra(command: str, tmp_path: Path, game: Path) -> None:
    lines = [
        (group, [command, *words]) for group, every in PLAIN[command].items() for words in every
    ]
    found = without(" ".join(EXTRAS), [words for _, words in lines], tmp_path, game)
    for (group, words), (status, out, err) in zip(lines, found, strict=True):
        assert status == (2 if group else 0) and bool(out) == (not group), (words, out, err)
        assert re.findall(r"pip install '(.*?)'", err) == ([f"shugi[{group}]"] if group else [])


# ---- what the pages install

WANTED = [  # (command, what follows it, group): what a line needs beyond `pip install shugi`
    ("train|distil|export", "", "train"),
    ("ladder|explain", "", "eval"),
    ("table", "", "table"),
    ("bench", r"\btable\b", "table"),
    ("exploit", r"^(?!.*--minutes 0\b)", "train"),
    (".*", "checkpoint:|runs/", "train"),
    (".*", "--report|--picture|--out", "eval"),
    (".*", "--cluster", "cluster"),
]
INSTALLS = re.compile(r"shugi\[([\w,]+)\]|`\[(\w+)\]`")
READ = ["README.md", "docs/index.md"]
READ += [f"docs/tutorials/{path.name}" for path in (ROOT / "docs" / "tutorials").glob("*.md")]


def wanted_by(words: list[str]) -> set[str]:
    """The groups that a line of the command line needs."""
    return {
        group
        for command, rest, group in WANTED
        if re.fullmatch(command, words[0]) and re.search(rest, " ".join(words[1:]))
    }


@pytest.mark.parametrize("command", PLAIN)
def test_what_a_line_needs_is_known(command: str) -> None:
    """The table above, by the lines that were tried without any group."""
    for group, every in PLAIN[command].items():
        for words in every:
            needs = wanted_by([command, *words])
            assert group in needs if group else not needs, words


def not_installed(page: str) -> list[tuple[str, set[str]]]:
    """Lines of a page whose groups it has not named before them."""
    named: set[str] = set()
    found, shell = [], False
    for line in page.splitlines():
        shell = line == "```sh" or (shell and line != "```")
        named |= {
            one for pair in INSTALLS.findall(line) for text in pair for one in text.split(",")
        }
        if shell and line.startswith("shugi "):
            lacks = wanted_by(shlex.split(line, comments=True)[1:]) - named
            found += [(line, lacks)] if lacks and "all" not in named else []
    return found


@pytest.mark.parametrize("page", READ)
def test_pages_install_what_their_lines_need(page: str) -> None:
    assert not_installed((ROOT / page).read_text(encoding="utf-8")) == []


def test_a_page_that_installs_too_little_is_found() -> None:
    page = "```sh\npip install 'shugi[train]'\nshugi table super_bingo\nshugi train smoke\n```"
    assert not_installed(page) == [("shugi table super_bingo", {"table"})]
    assert not_installed(page.replace("[train]", "[train,table]")) == []


def test_help_of_every_command_needs_none(tmp_path: Path, game: Path) -> None:
    commands = [["help"], ["--version"], *([name, "--help"] for name in PLAIN)]
    assert all(
        status == 0 and out
        for status, out, _ in without(" ".join(EXTRAS), commands, tmp_path, game)
    )


IMPORTED = {  # packages whose name in Python is another one
    "pillow": "PIL",
    "stable-baselines3": "stable_baselines3",
    "sb3-contrib": "sb3_contrib",
    "scikit-learn": "sklearn",
}


def test_groups_are_those_of_the_package() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = config["project"]["optional-dependencies"]
    listed = {
        IMPORTED.get(name := re.split(r"[<>=[]", text)[0], name): group
        for group, texts in groups.items()
        if group not in ("all", "docs", "dev")
        for text in texts
    }
    assert listed == EXTRAS
    assert groups["all"] == [f"shugi[{','.join(dict.fromkeys(EXTRAS.values()))}]"]
