"""What is installed: complete, and playable with the core dependencies alone."""

import os
import re
import runpy
import subprocess
import sys
import tarfile
import tomllib
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from scikit_build_core.metadata.fancy_pypi_readme import dynamic_metadata

from shugi.envs.environments import BY_MODULE

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {".git", ".venv", ".hypothesis", "build", "dist", "runs"}
NOT_OURS |= {".mypy_cache", ".pytest_cache", ".ruff_cache"}

ENGINE = 4_500_000  # bytes of a wheel that are no agents, with room for some more

CHECK = runpy.run_path(str(ROOT / "tools" / "wheel_check.py"))


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
    suffixes = {".py", ".pyi", ".yaml", ".typed", ".safetensors", ".md", ".js", ".css", ".html"}
    expected = {
        f"shugi/{path.relative_to(ROOT)}"
        for folder in packages()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in suffixes
    }
    expected |= {f"shugi/envs/{environment.module}.pyi" for environment in BY_MODULE.values()}
    assert expected - shipped == set()
    assert list(CHECK["complaints"](wheel)) == []
    with tarfile.open(sdist) as archive:
        inside = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    needed = {"CMakeLists.txt", "tools/environment_stubs.py", "tools/link_root.py"}
    assert needed | {"README.md", "LICENSE"} <= inside


@pytest.mark.slow
def test_wheel_plays_in_an_empty_environment(built: tuple[Path, Path]) -> None:
    CHECK["try_out"](built[1], sys.executable)


def wheel_of(folder: Path, files: dict[str, bytes]) -> Path:
    """With the modules of the engine, and these files."""
    path = folder / "shugi-0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for module in sorted(CHECK["modules"]()):
            archive.writestr(f"shugi/_fast/{module}.so", module)
        for name, content in files.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({"shugi/py.typed": b""}, ""),
        ({"shugi/_fast/core/bits.pxd": b""}, "bits.pxd is of no use"),
        ({"shugi/_fast/core/rules.pxd.in": b""}, "rules.pxd.in is of no use"),
        ({"shugi/tests/test_x.py": b""}, "test_x.py is of no use"),
        ({"a.bin": b"a" * 20_000, "b.bin": b"a" * 20_000}, "the same twice: a.bin, b.bin"),
        ({"shugi/_fast/core/strange.so": b""}, "core/strange: too many"),
        ({"a.bin": b"a" * 18_000_000}, "are too many"),
    ],
)
def test_what_does_not_belong_in_a_wheel_is_found(
    files: dict[str, bytes], complaint: str, tmp_path: Path
) -> None:
    found = list(CHECK["complaints"](wheel_of(tmp_path, files)))
    assert len(found) == bool(complaint) and all(complaint in text for text in found)


def test_a_module_that_was_not_built_is_found(tmp_path: Path) -> None:
    path = tmp_path / "shugi-0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("shugi/_fast/batch/batch.so", "")
    found = list(CHECK["complaints"](path))
    assert len(found) == len(CHECK["modules"]()) - 1 > 100
    assert "core/array_views: not built" in found


def test_the_tag_is_the_version() -> None:
    files = [Path("shugi-0.2.0.tar.gz"), Path("shugi-0.2.0-cp311-cp311-linux_x86_64.whl")]
    assert CHECK["of_the_tag"]("v0.2.0", files) == 0
    assert CHECK["of_the_tag"]("v0.2.1", files) == 1
    assert CHECK["of_the_tag"]("0.2.0", files) == 1
    assert CHECK["of_the_tag"]("v0.2.0", []) == 1


HOME = """
[project.urls]
Repository = "{}"
[tool.hatch.metadata.hooks.fancy-pypi-readme]
replacement = '](https://code.test/us/shugi/blob/v$HFPR_VERSION/'
"""


@pytest.mark.parametrize(
    ("home", "status"),
    [
        ("https://code.test/us/shugi", 0),
        ("https://code.test/them/shugi", 1),
        ("https://example.org/shugi", 1),
    ],
)
def test_no_release_whose_links_lead_nowhere(home: str, status: int) -> None:
    assert CHECK["at_home"](HOME.format(home)) == status


def test_agents_leave_room_in_the_wheel() -> None:
    """Looked at here too, since nobody builds a wheel for each change."""
    agents = sum(
        len(zlib.compress(path.read_bytes(), 6))
        for path in (ROOT / "agents").rglob("*")
        if path.suffix in (".safetensors", ".npz")
    )
    assert agents < CHECK["MOST_BYTES"] - ENGINE


def test_the_pages_of_an_index_lead_to_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """README as it stands there: no link that needs the other files beside it."""
    monkeypatch.chdir(ROOT)
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    told = {"name": "shugi", "version": config["project"]["version"]}
    text = dynamic_metadata("readme", {}, told)["text"]
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)\s]+)\)", text)
    home = f"{config['project']['urls']['Repository']}/"
    assert [link for _, link in links if not link.startswith(("https://", "#"))] == []
    ours = [(bool(mark), link.removeprefix(home)) for mark, link in links if home in link]
    assert len(ours) > 20 and {picture for picture, _ in ours} == {True, False}
    for picture, link in ours:
        kind, version, path = link.partition("#")[0].split("/", 2)
        assert (kind, version) == ("raw" if picture else "blob", f"v{told['version']}")
        assert (ROOT / path).is_file(), link


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
