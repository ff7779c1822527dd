"""What is told of the environments is what they are: docstrings, and docs/environments.md."""

import importlib
import inspect
import json
import pickle
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import shugi.envs
from shugi._fast.view.layouts import layout_of
from shugi.envs import environment_page, super_bingo_v0
from shugi.envs.aec import TableEnv
from shugi.envs.environment_page import (
    FIXED,
    MANY,
    SEAT,
    SHARED,
    TURNS,
    VERSIONS,
    facts,
)
from shugi.envs.environments import ENVIRONMENTS, TABLE
from shugi.envs.rulesets.rules import load_rules
from shugi.envs.seat import SeatGames
from shugi.envs.single import SeatEnv
from shugi.envs.vector import SeatVectorEnv
from tests.support.commands import python

ROOT = Path(__file__).resolve().parents[2]


def defaults(*functions: Any) -> dict[str, str]:
    found = {}
    for function in functions:
        for one in inspect.signature(function).parameters.values():
            if one.kind in (one.VAR_KEYWORD, one.VAR_POSITIONAL) or one.name == "self":
                continue
            value = getattr(one.default, "name", one.default)
            found[one.name] = f'"{value}"' if one.default.__class__ is str else str(value)
    return found


def test_arguments_are_all_told_with_their_defaults() -> None:
    told = {name: default for name, default, _ in (FIXED, *SHARED, *TURNS)}
    assert told | {"illegal": '"raise"', "rules": "None"} == defaults(TableEnv.__init__)
    told = {name: default for name, default, _ in (FIXED, *SHARED, *SEAT, *MANY)}
    found = defaults(SeatGames.__init__, SeatEnv.__init__, SeatVectorEnv.__init__)
    found.pop("n")
    assert told | {"rules": '"super_bingo"'} == found


@pytest.mark.parametrize("one", ENVIRONMENTS, ids=lambda one: one.module)
def test_docstrings_are_whole(one: Any) -> None:
    module = importlib.import_module(one.import_name)
    text = str(module.__doc__)
    rules, env = load_rules(one.rules), module.raw_env()
    layout = layout_of(rules)
    first = text.splitlines()[0]
    assert first.endswith(f": {rules.seats} agents.")
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert heads == [
        "Observation space",
        "Actions",
        "Rewards",
        "Episodes",
        "Arguments",
        "Version history",
    ]
    for name in (one.gymnasium_id, one.pettingzoo_id, *env.possible_agents):
        assert name in text
    ends = [
        int(last or only) for only, last in re.findall(r"^\| (\d+)(?:-(\d+))? \| `", text, re.M)
    ]
    rows = len(layout.plane_rows) + len(layout.global_rows)
    assert (
        ends[rows - 1]
        == layout.features - 1
        == env.observation_space("player_0")["observation"].shape[0] - 1
    )
    for number, name, _ in layout.action_rows:
        assert number < 64 or f"| {number} | `{name}` |" in text
    assert f"| {VERSIONS[-1][0]} |" in text and one.module.endswith(VERSIONS[-1][0])


def test_the_docstring_of_any_table_tells_its_arguments() -> None:
    text = str(importlib.import_module(TABLE.import_name).__doc__)
    assert all(f"| `{name}` |" in text for name, *_ in (FIXED, *SHARED, *TURNS))


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "piquet", "ninety_nine"])
def test_episodes_are_as_measured(name: str) -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "episodes.py"))
    assert tool["measure"](name) == facts()[name], "run python tools/episodes.py"


def test_every_environment_was_measured() -> None:
    written = json.loads((ROOT / "envs" / "episodes.json").read_text(encoding="utf-8"))
    assert [*written] == [one.rules for one in ENVIRONMENTS]


def test_an_environment_that_was_not_measured_has_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment_page, "facts", dict)
    assert "In the unit of the rule set: what the agent won" in environment_page.page(
        ENVIRONMENTS[0]
    )


# ---- modules without files


def test_rule_files_that_say_what_they_are_about_have_modules() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in (ROOT / "configs/rules").glob("*.yaml")}
    assert sorted(name for name, text in texts.items() if re.search("^about:", text, re.M)) == [
        one.rules for one in ENVIRONMENTS
    ]
    assert {one.module for one in (*ENVIRONMENTS, TABLE)} <= set(dir(shugi.envs))
    assert shugi.envs.wuhan_v0 is importlib.import_module("shugi.envs.wuhan_v0")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("shugi.envs.nothing_v0")


def test_another_process_finds_the_classes() -> None:
    data = pickle.dumps(super_bingo_v0.raw_env).hex()
    code = f"import pickle; print(pickle.loads(bytes.fromhex({data!r})).preset)"
    assert python(code) == "super_bingo\n"
