"""Linters, and the tests that a change can have broken, nearest first, until the time is up.

    python tools/check.py                  # what differs from the last commit; else that commit
    python tools/check.py --since main     # what differs from another one
    python tools/check.py --list           # the test files in the order in which they would run

Of a changed Python file the tests come by their distance in imports: those that import it, then
those that import what imports it.  Of a module of the engine they are those that tools/mutants.py
runs for it.  Any other file sends for the tests that name it.  Long tests come after the quick ones
of all files.  What no time was left for is told: `make test` and `make test-long` run everything.
Status 1 also where no test was run.
"""

import argparse
import ast
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent))
import mutants  # noqa: E402
from package_tree import ROOT  # noqa: E402

SECONDS = 100.0  # the linters included
LEAST = 40.0  # for tests, however long the linters took
WORKERS = 2
FOLDERS = ("envs", "agents", "training", "table", "commands", "benchmarks", "tools", "tests")
COMMAND_LINE = "commands/cli.py"  # it imports a command by its name
ALWAYS = ("tests/repo/test_layers.py",)
SENT_FOR = {  # folder of data: tests that read all of it
    "configs/rules": ("test_rules", "test_options", "test_fingerprint"),
    "configs/addons": ("test_rules", "test_options", "test_fingerprint"),
    "configs/train": ("test_training", "test_readme"),
    "docs": ("test_readme",),
    "tests/fuzz/corpus": ("test_fuzz",),
    "tests/golden": ("test_golden", "test_score_command"),
    "tests/mutants": ("test_mutants",),
    "tests/perft": ("test_perft",),
    "tests/playthroughs": ("test_playthrough",),
}


def git(*words: str) -> list[str]:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"git {' '.join(words)}: {done.stderr.strip()}")
    return [line for line in done.stdout.splitlines() if line]


def changed_files(since: str | None) -> list[str]:
    """Files that differ, new ones included and those that are gone left out."""
    new = git("ls-files", "--others", "--exclude-standard")
    names = git("diff", "--name-only", since or "HEAD") + new
    if not names and since is None:
        names = git("diff", "--name-only", "HEAD~1")
    return [name for name in dict.fromkeys(names) if (ROOT / name).is_file()]


# ---- which tests


def module_names(path: str) -> str:
    """As it is imported: envs/seat.py is shugi.envs.seat."""
    dotted = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return dotted if path.startswith(("tests/", "tools/", "benchmarks/")) else f"shugi.{dotted}"


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and str(node.value).startswith("shugi."):
            yield str(node.value)


@cache
def importers() -> dict[str, set[str]]:
    """For each Python file the files that import it."""
    paths = [name for name in git("ls-files", "-co", "--exclude-standard", *FOLDERS)]
    paths = [name for name in paths if name.endswith(".py") and (ROOT / name).is_file()]
    of_name = {module_names(name): name for name in paths}
    importing: dict[str, set[str]] = {name: set() for name in paths}
    for name in paths:
        for one in imports_of(ROOT / name):
            if one in of_name and of_name[one] != name:
                importing[of_name[one]].add(name)
        if name.startswith("commands/") and name != COMMAND_LINE:
            importing[name].add(COMMAND_LINE)
    return importing


def is_test(name: str) -> bool:
    return name.startswith("tests/") and Path(name).name.startswith("test_")


def by_distance(starts: Iterable[str], graph: dict[str, set[str]]) -> Iterator[str]:
    """Test files that import one of the files, directly first, then by way of others."""
    ring = sorted(set(starts) & set(graph))
    seen = set(ring)
    while ring:
        yield from filter(is_test, ring)
        ring = sorted({one for name in ring for one in graph[name]} - seen)
        seen |= set(ring)


def sent_for(name: str) -> Iterator[str]:
    """Test files for a file that nothing imports."""
    if name.startswith("_fast/"):
        yield from mutants.tests_of(str(Path(name).with_suffix("")).removeprefix("_fast/"))
        return
    for folder, tests in SENT_FOR.items():
        if name.startswith(folder + "/"):
            yield from map(mutants.test_file, tests)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if Path(name).name in path.read_text(encoding="utf-8"):
            yield path.relative_to(ROOT).as_posix()


def choose_tests(names: list[str]) -> list[str]:
    graph = importers()
    tests = [*ALWAYS, *(name for name in names if is_test(name))]
    tests += [test for name in names if not name.endswith(".py") for test in sent_for(name)]
    tests += by_distance(names, graph)
    return list(dict.fromkeys(tests))


# ---- running


class Deadline:
    """Starts no test after the time is up, long ones last, and counts those that were left."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.begun = 0
        self.left: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: item.get_closest_marker("long") is not None)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        if time.monotonic() < self.end:
            self.begun += 1
            return None
        self.left.append(item.nodeid)
        return True  # as if it had been run


def work(files: list[str], seconds: float) -> int:
    """Run test files in this process."""
    deadline = Deadline(seconds)
    words = ["-q", "-p", "no:cacheprovider", "-m", "not slow"]
    status = pytest.main([*words, *files], plugins=[deadline])
    if deadline.left:
        where = sorted({name.split("::")[0] for name in deadline.left})
        print(f"{len(deadline.left)} tests were not run, for want of time: {' '.join(where)}")
    if not deadline.begun:
        print(f"no test was run of {' '.join(files)}")
    return int(status) or int(not deadline.begun)


def lint() -> bool:
    commands = (
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["cython-lint", "_fast"],
        ["mypy"],
    )
    running = [subprocess.Popen(["nice", *words], cwd=ROOT) for words in commands]
    return not any([one.wait() for one in running])


def run_tests(files: list[str], seconds: float) -> bool:
    shares = [share for k in range(WORKERS) if (share := files[k::WORKERS])]
    command = [sys.executable, "-P", str(Path(__file__).resolve()), "--seconds", str(seconds)]
    running = [subprocess.Popen([*command, "--work", *share], cwd=ROOT) for share in shares]
    return not any([one.wait() for one in running])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--since", metavar="COMMIT", help="whatever differs from it")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"in all ({SECONDS:g})")
    parser.add_argument("--list", action="store_true", help="show the test files and end")
    parser.add_argument("--work", nargs="+", metavar="FILE", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        return work(given.work, given.seconds)
    end = time.monotonic() + given.seconds
    names = changed_files(given.since)
    files = choose_tests(names)
    print(f"{len(names)} files changed; {len(files)} test files may tell")
    if given.list:
        print("\n".join(files))
        return 0
    good = lint()
    return 0 if run_tests(files, max(LEAST, end - time.monotonic())) and good else 1


if __name__ == "__main__":
    sys.exit(main())
