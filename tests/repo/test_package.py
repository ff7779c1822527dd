"""What is installed: complete, and playable with the core dependencies alone."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {".git", ".venv", ".hypothesis", "build", "dist", "runs"}
NOT_OURS |= {".mypy_cache", ".pytest_cache", ".ruff_cache"}

PLAY = """
import importlib.util
from shugi.envs import super_bingo_v0

assert importlib.util.find_spec("torch") is None, "the environment is not empty"
env = super_bingo_v0.env()
env.reset(seed=1)
for seat in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    over = terminated or truncated
    env.step(None if over else env.action_space(seat).sample(observation["action_mask"]))
print("played")
"""


def run(*command: str | Path, cwd: Path) -> str:
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An sdist, and the wheel built from it."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-P", "-m", "build", "--outdir", out, ROOT, cwd=out)
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return sdist, wheel


def packages() -> list[str]:
    """The root folders that are parts of the package."""
    return sorted(
        path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests"
    )


def test_every_folder_is_mapped() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    mapped = config["tool"]["scikit-build"]["wheel"]["packages"]
    assert sorted(name for name in mapped.values() if (ROOT / name).is_dir()) == packages()
    banned = config["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-api"]
    assert sorted(banned) == packages()


@pytest.mark.slow
def test_wheel_is_complete(built: tuple[Path, Path]) -> None:
    sdist, wheel = built
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    shipped = {name for name in names if name.startswith("shugi/")}
    suffixes = {".py", ".pyi", ".pxd", ".h", ".yaml", ".typed", ".safetensors", ".md"}
    expected = {
        f"shugi/{path.relative_to(ROOT)}"
        for folder in packages()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in suffixes
    }
    assert expected - shipped == set()
    modules = {
        path.relative_to(ROOT / "_fast").with_suffix("").as_posix()
        for path in (ROOT / "_fast").rglob("*.pyx")
    }
    built_modules = {
        name.removeprefix("shugi/_fast/").split(".")[0]
        for name in names
        if Path(name).suffix in (".so", ".pyd")
    }
    assert built_modules == modules
    assert not [name for name in names if name.endswith(".pyx") or "/tests/" in name]
    with tarfile.open(sdist) as archive:
        inside = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {"README.md", "LICENSE", "CMakeLists.txt", "tools/link_root.py"} <= inside


@pytest.mark.slow
def test_wheel_plays_in_an_empty_environment(built: tuple[Path, Path], tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    binaries = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    constraints = ROOT / "constraints.txt"
    run(binaries / "python", "-m", "pip", "install", "-c", constraints, built[1], cwd=tmp_path)
    assert run(binaries / "python", "-c", PLAY, cwd=tmp_path) == "played\n"
    assert "bench" in run(binaries / "shugi", "--help", cwd=tmp_path)


def texts() -> Iterator[tuple[Path, str]]:
    """Every text file that git tracks or would track; outside a checkout, every file."""
    if (ROOT / ".git").exists():
        listed = run(
            "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT
        )
        paths = [ROOT / name for name in listed.split("\0") if name]
    else:
        paths = [
            path for path in ROOT.rglob("*") if not NOT_OURS & set(path.relative_to(ROOT).parts)
        ]
    for path in sorted(paths):
        if path.is_file():
            try:
                yield path, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue  # a picture or another binary


# A folder of somebody's machine, an address in somebody's network.
PRIVATE = re.compile(
    r"(?<![\w.$}/-])/(?:home|root|Users|work|mnt|opt|srv)/\w"
    r"|\b(?:10\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2}\b"
    r"|https?://[\w.-]+\.(?:internal|local|lan|corp|intranet)\b"
)


def test_no_private_paths_or_hosts() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if PRIVATE.search(line)
    ]
    assert not found


@pytest.mark.parametrize(
    ("line", "private"),
    [
        ("open('" + "/" + "home/me/x')", True),
        ("see http://build" + ".internal/x", True),
        ("host = '10" + ".0.0.7'", True),
        ("https://example.org/home/page", False),
        ("runs/home/agent", False),
        ("version 10.4.1", False),
    ],
)
def test_private_pattern(line: str, private: bool) -> None:
    assert bool(PRIVATE.search(line)) == private
