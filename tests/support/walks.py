"""Walks of the guides, done for real: a copy of the tree, changed as a page says, built, played.

A page shows its changes as blocks of code. A block "diff" changes a file: each part of it begins
with @@ and stands once in the file. A block that names a path after its language is a new file. A
block "py play" runs in the changed package. A block with "excerpt" shows a part of a file, which
its first line names.
"""

import importlib.util
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FINGERPRINT = Path("tests", "fingerprint.txt")
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "runs", "*_cache", ".hypothesis", "__pycache__", "*.so"
)
BLOCK = re.compile(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DIFF = re.compile(r"^--- a/\S+\n\+\+\+ b/(\S+)\n(.*?)(?=^--- a/|\Z)", re.MULTILINE | re.DOTALL)


class Walk:
    """What a page tells to do."""

    def __init__(self, page: str) -> None:
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        blocks = [(kind, word or "", body) for kind, word, body in BLOCK.findall(text)]
        diffs = "".join(body for kind, _, body in blocks if kind == "diff")
        self.changes = [(path, parts(body)) for path, body in DIFF.findall(diffs)]
        self.files = {word: body for _, word, body in blocks if "/" in word}
        self.plays = [body for _, word, body in blocks if word == "play"]
        shown = [body.partition("\n") for _, word, body in blocks if word == "excerpt"]
        self.excerpts = [(first.removeprefix("# "), lines) for first, _, lines in shown]

    def apply(self, tree: Path) -> None:
        """Raises: AssertionError where a change does not fit."""
        for name, body in self.files.items():
            assert not (tree / name).exists(), f"{name} is there already"
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_text(body, encoding="utf-8")
        for name, changes in self.changes:
            path = tree / name
            text = path.read_text(encoding="utf-8")
            for before, after in changes:
                assert text.count(before) == 1, f"{name} has not once:\n{before}"
                text = text.replace(before, after)
            path.write_text(text, encoding="utf-8")

    def done_in(self, folder: Path) -> Path:
        """A copy of the tree, changed, built and played; its fingerprints are written anew."""
        tree = folder / "tree"
        shutil.copytree(ROOT, tree, ignore=NOT_COPIED)
        self.apply(tree)
        build(tree)
        for program in self.plays:
            play(tree, "-c", program)
        play(tree, "tools/fingerprint.py")
        return tree


def parts(diff: str) -> list[tuple[str, str]]:
    """The text before and after, for each part of a file's diff."""
    found = []
    for part in re.split(r"^@@.*\n", diff, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        found.append((before, "".join(line[1:] for line in lines if line[0] in " +")))
    return found


def build(tree: Path) -> None:
    """The engine of the tree, quickly compiled; the package lies in build/walk/package."""
    cython = importlib.util.find_spec("cython_cmake")
    assert cython is not None and cython.origin is not None
    folder = tree / "build" / "walk"
    settings = {
        "SKBUILD_PROJECT_NAME": "shugi",
        "CMAKE_MODULE_PATH": Path(cython.origin).parent / "cmake",
        "Python_EXECUTABLE": sys.executable,
        "CMAKE_BUILD_TYPE": "None",
        "CMAKE_C_FLAGS": "-O1",
    }
    given = [f"-D{name}={value}" for name, value in settings.items()]
    call("cmake", "-S", tree, "-B", folder, "-G", "Ninja", "--log-level=WARNING", *given)
    call("cmake", "--build", folder, "--parallel", os.cpu_count() or 1)
    tool(tree)["assemble"](folder / "package", folder / "engine")


def play(tree: Path, *arguments: str) -> str:
    """What a Python program prints that imports the tree's package."""
    package = tool(tree)
    environment = package["environment"](tree / "build" / "walk" / "package")
    return call(*package["command"](*arguments), cwd=tree, env=environment)


def tool(tree: Path) -> dict[str, object]:
    return runpy.run_path(str(tree / "tools" / "package_tree.py"))


def call(*words: object, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout
