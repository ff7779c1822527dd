"""Does an installed shugi work? For a wheel in an environment with nothing else.

    python -P tools/smoke.py

Plays every rule set, both kinds of environments, a record, a position and a score, and asks every
command for its help; without extras it sees that commands say what they lack. Imports nothing of
the repository.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import gymnasium
import numpy as np

import shugi
from shugi.commands.cli import COMMANDS, main
from shugi.envs import (
    Batch,
    Recorder,
    format_position,
    load_position,
    load_record,
    load_rules,
    replay,
    super_bingo_v0,
    variants,
)

STEPS = 300
CASE = {
    "dealer": 0, "winner": 1, "win_by": "tsumo", "riichi": "closed",
    "hand": "123s123s234p78p99s", "win_tile": "9p",
}  # fmt: skip


def check_installed() -> None:
    home = Path(shugi.__file__).resolve()
    assert Path(sys.prefix).resolve() in home.parents, f"{home} is not of this environment"


def every_rule_set() -> None:
    for one in variants():
        batch = Batch(load_rules(one.name), 8, seed=1)
        actions, mask = np.zeros(8, np.uint8), batch.legal()
        for step in range(STEPS):
            batch.sample(actions, step)
            batch.advance(actions, mask)
        assert not batch.status.any() and mask.any(axis=1).all(), one.name
        text = format_position(batch, 0)
        batch.load(1, batch.save(0))
        assert format_position(batch, 1) == text, one.name
        assert format_position(load_position(text), 0) == text, one.name


def environments() -> None:
    env = super_bingo_v0.env()
    env.reset(seed=1)
    for seat in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(seat).sample(observation["action_mask"]))
    one = gymnasium.make("shugi/SuperBingo-v0", opponents="baseline")
    _, info = one.reset(seed=1)
    over = False
    while not over:
        action = one.action_space.sample(info["action_mask"])
        _, _, terminated, truncated, info = one.step(action)
        over = terminated or truncated


def records() -> None:
    batch = Batch(load_rules("super_bingo"), 1, seed=1)
    recorder = Recorder(batch)
    for _ in range(40):
        action = batch.legal_actions(0)[0]
        recorder.add(action)
        batch.step_one(0, action)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        recorder.record.save(path)
        assert sum(moment.action is not None for moment in replay(load_record(path))) == 40
    assert dict(shugi.score(CASE, "super_bingo")["yaku"])["riichi"] == 1


def output_of(words: Sequence[str]) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            status = main(words)
        except SystemExit as end:  # after --help
            status = int(end.code or 0)
    return status, out.getvalue()


def commands() -> None:
    assert output_of(["--version"]) == (0, f"shugi {shugi.__version__}\n")
    for command in COMMANDS:
        status, text = output_of([command.name, "--help"])
        assert status == 0 and command.example in text, command.name
    assert (
        output_of(["arena", "super_bingo", "--agents", "random", "--sets", "1", "--json"])[0] == 0
    )
    for words, package, extra in (
        (["train", "smoke"], "torch", "train"),
        (["ladder", "super_bingo"], "openskill", "eval"),
        (["table"], "starlette", "table"),
    ):
        if find_spec(package) is None:
            status, text = output_of(words)
            assert status == 2 and f"pip install 'shugi[{extra}]'" in text, (words, text)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as here, contextlib.chdir(here):
        for part in (check_installed, every_rule_set, environments, records, commands):
            part()
    print(f"shugi {shugi.__version__} works with Python {sys.version.split()[0]}")
