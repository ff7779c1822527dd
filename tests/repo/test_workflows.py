"""The workflows of the public repository: what they run is there, and a tag is a release."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEELS = CONFIG["tool"]["cibuildwheel"]
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def read(name: str) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    return found


def jobs() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for file in FILES:
        yield from ((file.name, name, job) for name, job in read(file.name)["jobs"].items())


def missing(words: list[str]) -> list[str]:
    """What a command names of this repository that is not there."""
    paths = [word.removeprefix("{project}/") for word in words if re.match(r".*\w\.py$", word)]
    gone = [path for path in paths if not (ROOT / path).is_file()]
    if words and words[0] == "make":
        gone += [word for word in words[1:] if "=" not in word and word not in TARGETS]
    return gone


def commands() -> Iterator[list[str]]:
    for _, _, job in jobs():
        for step in job["steps"]:
            for line in step.get("run", "").splitlines():
                yield shlex.split(line.replace("${{", "").replace("}}", ""))


def test_there_are_all_of_them() -> None:
    assert [file.name for file in FILES] == ["ci.yml", "wheels.yml"]
    assert set(read("ci.yml")["jobs"]) == {"lint", "tests", "slow", "examples", "speed", "docs"}


def test_what_they_run_is_there() -> None:
    lines = list(commands())
    assert len(lines) > 10 and [missing(words) for words in lines if missing(words)] == []


def test_the_wheel_is_tested_by_files_that_are_there() -> None:
    tested = [shlex.split(line) for line in WHEELS["test-command"]]
    named = [word for words in tested for word in words if word.startswith("{project}/")]
    assert "{project}/tools/smoke.py" in named and len(named) == 3
    assert [missing(words) for words in tested if missing(words)] == []


@pytest.mark.parametrize(
    ("line", "gone"),
    [
        ("make lint", []),
        ("make nonsense", ["nonsense"]),
        ("python -P {project}/tools/smoke.py", []),
        ("python -m pytest tests/repo/gone.py", ["tests/repo/gone.py"]),
    ],
)
def test_what_is_missing_is_found(line: str, gone: list[str]) -> None:
    assert missing(line.split()) == gone


def test_wheels_are_for_the_pythons_that_the_package_names() -> None:
    built = [f"{cp[2]}.{cp[3:]}" for cp in re.findall(r"(cp\d+)-\*", WHEELS["build"])]
    named = [
        line.rpartition(" ")[2]
        for line in CONFIG["project"]["classifiers"]
        if re.fullmatch(r".*Python :: 3\.\d+", line)
    ]
    assert built == named
    assert CONFIG["project"]["requires-python"] == f">={built[0]}"
    page = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    assert f"CPython {built[0]} to {built[-1]}" in page


def test_wheels_and_tests_are_of_all_systems() -> None:
    wheels = read("wheels.yml")["jobs"]["wheels"]["strategy"]["matrix"]["os"]
    tests = read("ci.yml")["jobs"]["tests"]["strategy"]["matrix"]["include"]
    for systems in (wheels, [one["os"] for one in tests]):
        assert {system.split("-")[0] for system in systems} == {"ubuntu", "macos", "windows"}
    assert any("arm" in system for system in wheels) and any("intel" in system for system in wheels)


def test_a_tag_is_the_release() -> None:
    wheels = read("wheels.yml")
    assert wheels[True]["push"]["tags"] == ["v*"]  # YAML reads "on" as true
    publish = wheels["jobs"]["publish"]
    assert publish["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert set(publish["needs"]) == set(wheels["jobs"]) - {"publish"}
    assert publish["permissions"] == {
        "contents": "read",
        "id-token": "write",
        "attestations": "write",
    }
    actions = [step["uses"].partition("@")[0] for step in publish["steps"] if "uses" in step]
    assert actions[-2:] == ["actions/attest-build-provenance", "pypa/gh-action-pypi-publish"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_more_rights_than_needed(file: Path) -> None:
    assert read(file.name)["permissions"] == {"contents": "read"}
    writing = [
        name for name, job in read(file.name)["jobs"].items() if job.get("permissions") is not None
    ]
    assert writing == (["publish"] if file.stem == "wheels" else [])
    for name, job in read(file.name)["jobs"].items():
        for step in job["steps"]:
            assert re.fullmatch(r"[\w./-]+@(v\d+(\.\d+)*|release/v1)", step.get("uses", "a@v1"))
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False, name


def test_dependencies_are_watched() -> None:
    text = (ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8")
    for row in yaml.safe_load(text)["updates"]:
        folder = ROOT / row["directory"].lstrip("/")
        what = {"github-actions": FOLDER, "pip": "pyproject.toml", "npm": "package.json"}
        assert (folder / what[row["package-ecosystem"]]).exists(), row
