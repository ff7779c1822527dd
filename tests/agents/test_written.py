"""Agents from somebody's Python file: they play, and what is wrong with one is said."""

from pathlib import Path

import pytest

from shugi.agents import AgentError, make_agent
from shugi.agents.grammar import files_of, mark_of
from shugi.envs import load_rules
from shugi.training import compete

FIRST = """
import numpy as np


class First:
    def act(self, seen, rng):
        return seen.mask.argmax(axis=1).astype(np.uint8)


def of(rules):
    agent = First()
    agent.name = f"first at {rules.name}"
    return agent


class Elder:
    def act(self, observation, mask, seat, rng): ...


class Silent:
    pass


def broken():
    raise RuntimeError("no luck")
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FIRST)
    return path


def test_it_plays(file: Path) -> None:
    rules = load_rules("sanma_base")
    agent = make_agent(f"python:{file}:of", rules, programs=True)
    assert agent.name == "first at sanma_base"
    assert make_agent(f"python:{file}:First", programs=True).name == "First"
    outcome = compete(rules, {"first": agent, "random": make_agent("random")}, sets=2)
    assert [one.name for one in outcome.agents] == ["first", "random"]
    assert outcome.hands > 0 and outcome.agents[0].per_hand.mean < 50


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Nobody", "no attribute 'Nobody'"),
        ("Silent", "has no act"),
        ("Elder", r"has no act\(seen, rng\)"),
        ("broken", "RuntimeError: no luck"),
    ],
)
def test_what_is_wrong_is_said(file: Path, name: str, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        make_agent(f"python:{file}:{name}", programs=True)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="there is no file"):
        make_agent(f"python:{tmp_path / 'no.py'}:First", programs=True)
    (tmp_path / "bad.py").write_text("def f(:\n")
    with pytest.raises(AgentError, match="SyntaxError"):
        make_agent(f"python:{tmp_path / 'bad.py'}:f", programs=True)


def test_another_file_is_another_agent(file: Path) -> None:
    spec = f"python:{file}:First"
    assert files_of(spec) == [file]
    before = mark_of(spec)
    file.write_text(FIRST + "\n# changed\n")
    assert mark_of(spec) != before
