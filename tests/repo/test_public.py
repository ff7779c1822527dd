"""What is public, by docs/versions.md: it is there, it is light, and the pages use nothing else."""

import ast
import importlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

import shugi
from shugi.envs.environments import BY_MODULE
from tests.support.commands import python
from tests.support.shell import Shell

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
CODE = [*sorted((ROOT / "benchmarks").glob("*.py")), *sorted((ROOT / "examples").rglob("*.py"))]
FACES = ("shugi", "shugi.envs", "shugi.agents", "shugi.training")
PYTHON = re.compile(r"^```(?:python|py play)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAME = {"env", "parallel_env", "raw_env"}  # of the module of a rule set


@cache
def public() -> dict[str, set[str]]:
    """The names of each public module: those that the page names, and every rule set's own."""
    page = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `(shugi[\w.]*)` \|", page, re.MULTILINE))
    games = dict.fromkeys(BY_MODULE, GAME)
    named.remove("shugi.envs.NAME_v0")
    return games | {name: set(importlib.import_module(name).__all__) for name in named}


def imports(code: str) -> Iterator[tuple[str, str]]:
    """(module, name) of what some code imports of ours; no name: the module itself."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name[:5] == "shugi")
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "shugi":
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("name", sorted(public()))
def test_public_names_are_there(name: str) -> None:
    module = importlib.import_module(name)
    assert public()[name] and not [one for one in public()[name] if not hasattr(module, one)]
    with pytest.raises(AttributeError, match="nothing_of_this_name"):
        _ = module.nothing_of_this_name


def test_the_page_names_the_faces() -> None:
    assert set(FACES) < set(public())


def test_public_packages_need_no_torch() -> None:
    code = f"import sys, {', '.join(FACES)}; print('torch' in sys.modules)"
    assert python(code) == "False\n"


# neither to enter environments in the registries nor to name the rest
HEAVY = ("PIL", "pydantic", "scipy", "torch", "yaml", "shugi.envs.drawing", "shugi.envs.notation")


def test_importing_the_environments_is_light() -> None:
    code = (
        "import sys, shugi.envs as e, gymnasium as g\n"
        f"print([name for name in {HEAVY} if name in sys.modules])\n"
        "assert 'shugi/SuperBingo-v0' in g.registry and not set(e.__all__) - set(dir(e))\n"
        "rules = e.load_rules('super_bingo')\n"
        "print([name for name in ('PIL', 'pydantic', 'scipy', 'torch') if name in sys.modules])\n"
        "try: e.Batch(rules, 1).step_one(0, 127)\n"
        "except e.IllegalAction as error: print('| round ' in str(error))\n"
    )
    assert python(code) == "[]\n[]\nTrue\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_use_public_names_alone(page: Path) -> None:
    used = [
        (module, name)
        for code in PYTHON.findall(page.read_text(encoding="utf-8"))
        for module, name in imports(code)
    ]
    private = [
        (module, name)
        for module, name in used
        if module not in public()
        or (name and name not in public()[module] and f"{module}.{name}" not in public())
    ]
    assert not private


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_do_not_name_the_engine_from_python(page: Path) -> None:
    """Files of the engine may be shown: with their name, or as a diff."""
    text = re.sub(r"^```\w+ \S+\n.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
    lines = [line for line in text.splitlines() if "shugi._fast." in line]
    assert [line for line in lines if line[0] not in "+-"] == []


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.stem)
def test_benchmarks_and_examples_do_not_import_the_engine(path: Path) -> None:
    found = [module for module, _ in imports(path.read_text(encoding="utf-8"))]
    assert not [module for module in found if module.startswith("shugi._fast")]


# ---- one version


def test_the_version_stands_in_one_place(shell: Shell) -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = config["project"]["version"]
    assert wanted == version("shugi") == shugi.__version__, "install it again: make install"
    assert shell.says("--version") == f"shugi {wanted}\n"


def test_changelog_and_citation_are_of_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert heads[0] == "[Unreleased]"
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", head) for head in heads[1:])
    newest, date = heads[1].split(" - ")
    assert newest == f"[{shugi.__version__}]"
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= kinds
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == shugi.__version__
    assert str(cited["date-released"]) == date
