"""Without a package that only some commands need: what to install, before there is work to lose."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import contextlib, io, json, sys


class NotInstalled:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, NotInstalled())
from shugi.training.commands.cli import main
found = []
for words in json.loads(sys.argv[2]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    found.append([status, out.getvalue(), err.getvalue()])
print(json.dumps(found))
"""
MATCH = ["super_bingo", "--sets", "1", "--agents"]
TRAINED = "checkpoint:super_bingo"
NEEDED = {  # package -> its group, and commands that need it
    "torch": (
        "train",
        [
            ["train", "smoke"],
            ["train", "smoke", "--algo", "maskable_ppo"],
            ["distil", "runs/x"],
            ["export", "runs/x", "--name", "x"],
            ["arena", *MATCH, TRAINED, "baseline"],
            ["arena", *MATCH, f"rollout:{TRAINED}", "baseline"],
            ["ladder", *MATCH, TRAINED, "baseline"],
            ["decisions", "super_bingo", "--agents", TRAINED],
        ],
    ),
    "safetensors": ("train", [["train", "smoke"], ["arena", *MATCH, TRAINED, "baseline"]]),
    "tensorboard": ("train", [["train", "smoke"], ["distil", "runs/x"]]),
    "sb3_contrib": ("train", [["train", "smoke", "--algo", "maskable_ppo"]]),
    "stable_baselines3": ("train", [["train", "smoke", "--algo", "maskable_ppo"]]),
    "matplotlib": (
        "eval",
        [
            ["arena", *MATCH, "random", "baseline", "--report", "r"],
            ["ladder", *MATCH, "random", "baseline", "--report", "r"],
            ["decisions", "super_bingo", "--report", "r"],
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
        ["agents"],
        ["variants"],
        ["rules", "super_bingo"],
        ["layout", "tiles"],
        ["score", "--schema"],
        ["show", POSITION],
        [*BENCH, "--seconds", "0.01"],
        [*STUDY, "--deals", "16", "--sources", "baseline"],
    ],
    "matplotlib": [["arena", *MATCH, "random"]],
    "openskill": [["ladder", *MATCH, "random", "baseline"]],
    "PIL": [["arena", *MATCH, "random"]],
}


def without(package: str, commands: list[list[str]], folder: Path) -> list[tuple[int, str, str]]:
    words = [sys.executable, "-P", "-c", SCRIPT, package, json.dumps(commands)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return [tuple(one) for one in json.loads(done.stdout)]


@pytest.mark.parametrize("package", NEEDED)
def test_it_says_what_to_install(package: str, tmp_path: Path) -> None:
    group, commands = NEEDED[package]
    for words, (status, out, err) in zip(
        commands, without(package, commands, tmp_path), strict=True
    ):
        assert status == 2 and not out, (words, out, err)
        assert package in err and f"pip install 'shugi[{group}]'" in err, (words, err)
    assert not list(tmp_path.iterdir())  # nothing was begun


@pytest.mark.parametrize("package", NOT_NEEDED)
def test_other_commands_do_without(package: str, tmp_path: Path) -> None:
    commands = NOT_NEEDED[package]
    for words, found in zip(commands, without(package, commands, tmp_path), strict=True):
        assert found[0] == 0 and found[1], (words, found)
