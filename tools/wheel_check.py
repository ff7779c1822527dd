"""Build the sdist and the wheel, look at them, and try the wheel where nothing else is.

    python -P tools/wheel_check.py                         # all of it; half an hour on two cores
    python -P tools/wheel_check.py --python python3.13     # with another Python
    python -P tools/wheel_check.py --try WHEEL             # a wheel that there is
    python -P tools/wheel_check.py --look WHEEL ...        # only what lies in it
    python -P tools/wheel_check.py --tag v0.2.0 FILE ...   # are all of that version?

The wheel is installed in a fresh environment without a compiler on the path and without extras;
tools/smoke.py and the Python blocks of README.md run there, outside the tree. Looking needs nothing
but Python. Everything lies in build/wheel_check.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "wheel_check"
MOST_BYTES = 18_000_000  # agents are three quarters of it
BUILD_ONLY = (".pyx", ".pxd", ".pxd.in", ".c", ".h", ".cpp", ".o", ".a", ".txt.in")
LARGE = 10_000  # bytes from which two equal files are one too many
PLACEHOLDER = "example.org"  # where there is no public repository yet
LOOKERS = ("twine", "check-wheel-contents", "auditwheel")


def complaints(wheel: Path) -> Iterator[str]:
    """What is wrong with the files in a wheel."""
    size = wheel.stat().st_size
    if size >= MOST_BYTES:
        yield f"{size:,} bytes, {MOST_BYTES:,} are too many"
    with zipfile.ZipFile(wheel) as archive:
        files = archive.infolist()
    equal = defaultdict(list)
    for one in files:
        name = one.filename
        if name.endswith(BUILD_ONLY) or re.search(r"(^|/)(tests?|tools|docs|build)/", name):
            yield f"{name} is of no use where it is installed"
        if one.file_size > LARGE:
            equal[one.CRC, one.file_size].append(name)
    yield from (f"the same twice: {', '.join(names)}" for names in equal.values() if len(names) > 1)
    built = {
        name.removeprefix("shugi/_fast/").split(".")[0]
        for name in (one.filename for one in files)
        if name.endswith((".so", ".pyd"))
    }
    for module in sorted(modules() ^ built):
        yield f"{module}: {'too many' if module in built else 'not built'}"


def modules() -> set[str]:
    """Of the engine; the one that Cython writes is in CMakeLists.txt."""
    engine = ROOT / "_fast"
    written = re.findall(r"^set\(VIEWS (\S+)\.pyx\)", (ROOT / "CMakeLists.txt").read_text(), re.M)
    ours = {path.relative_to(engine).with_suffix("").as_posix() for path in engine.rglob("*.pyx")}
    return ours | set(written)


def look(wheels: Sequence[Path]) -> int:
    wrong = [f"{wheel.name}: {text}" for wheel in wheels for text in complaints(wheel)]
    print("\n".join(wrong or [f"{wheel.name}: {wheel.stat().st_size:,} bytes" for wheel in wheels]))
    return 1 if wrong else 0


def of_the_tag(tag: str, files: Sequence[Path]) -> int:
    """Are all files of the version that a tag names?"""
    other = [
        file.name
        for file in files
        if not re.match(rf"shugi-{re.escape(tag.removeprefix('v'))}(-|\.tar)", file.name)
    ]
    if other or not files or not tag.startswith("v"):
        print(f"{tag} is not the version of {', '.join(other) or 'anything'}")
        return 1
    return 0


def at_home(config: str) -> int:
    """Does a pyproject.toml say where the repository is? Links of README on an index lead there."""
    urls = tomllib.loads(config)["project"]["urls"]
    home, text = urls["Repository"], config.partition("[tool.hatch")[2]
    elsewhere = set(re.findall(r"https://[^$'\"]+/(?=(?:raw|blob)/v\$)", text)) - {f"{home}/"}
    if PLACEHOLDER in home or elsewhere:
        print(f"{home} is no public repository, or README's links lead elsewhere: pyproject.toml")
        return 1
    return 0


# ---- built and tried


def run(*command: str | Path, cwd: Path | None = None, alone: bool = False) -> None:
    """alone: without a compiler, and without what leads to the repository."""
    given = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if alone:
        given = {key: value for key, value in given.items() if key not in ("CC", "CXX", "LD")}
        given["PATH"] = str(Path(command[0]).parent)
        for compiler in ("gcc", "cc", "clang", "cl"):
            assert shutil.which(compiler, path=given["PATH"]) is None
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], cwd=cwd, env=given, check=True)


def environment(name: str, python: str) -> Path:
    """The folder of programs of a fresh environment."""
    folder = PLACE / name
    shutil.rmtree(folder, ignore_errors=True)
    run(python, "-m", "venv", folder)
    return folder / ("Scripts" if sys.platform == "win32" else "bin")


def build(python: str) -> tuple[Path, Path]:
    """The sdist, and the wheel that is built from it."""
    out = PLACE / "dist"
    shutil.rmtree(out, ignore_errors=True)
    builder = environment("builder", python)
    run(builder / "python", "-m", "pip", "install", "--quiet", "build")
    run(builder / "python", "-P", "-m", "build", "--outdir", out, ROOT)
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return sdist, wheel


def looked_at(*files: Path) -> None:
    """By the tools that the release asks."""
    tools = environment("lookers", sys.executable)
    run(tools / "python", "-m", "pip", "install", "--quiet", *LOOKERS)
    run(tools / "twine", "check", "--strict", *files)
    for wheel in (file for file in files if file.suffix == ".whl"):
        run(tools / "check-wheel-contents", wheel)
        if sys.platform == "linux":
            run(tools / "auditwheel", "show", wheel)


def try_out(wheel: Path, python: str) -> None:
    """Installed in an environment of its own, and played with outside the tree."""
    alone = environment("alone", python)
    pip = (alone / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:")
    run(*pip, "-c", ROOT / "constraints.txt", wheel, alone=True)
    outside = PLACE / "outside"
    outside.mkdir(exist_ok=True)
    script = shutil.copy(ROOT / "tools" / "smoke.py", outside)
    run(alone / "python", "-P", script, cwd=outside, alone=True)
    run(alone / "shugi", "list", "variants", "--json", cwd=outside, alone=True)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for code in re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL):
        run(alone / "python", "-P", "-c", code, cwd=outside, alone=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--python", default=sys.executable, help="builds and tries")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--try", type=Path, metavar="WHEEL", dest="wheel")
    what.add_argument("--look", type=Path, nargs="+", metavar="WHEEL")
    what.add_argument("--tag")
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="with --tag")
    arguments = parser.parse_args()
    if arguments.tag is not None:
        wrong = at_home((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        return of_the_tag(arguments.tag, arguments.files) or wrong
    if arguments.look:
        return look(arguments.look)
    if arguments.wheel is not None:
        try_out(arguments.wheel.resolve(), arguments.python)
        return 0
    sdist, wheel = build(arguments.python)
    looked_at(sdist, wheel)
    try_out(wheel, arguments.python)
    return look([wheel])


if __name__ == "__main__":
    sys.exit(main())
