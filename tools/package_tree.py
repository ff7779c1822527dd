"""The installed package again, with extension modules of another build.

A folder ``shugi`` is put together of links: the Python parts lead to the repository, the extension
modules to wherever they were built.  A process that starts with `command` and `environment` imports
that package and not the editable install beside it.
"""

import os
import shutil
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("envs", "agents", "training", "table", "commands", "configs", "__init__.py", "py.typed")
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))


def editable_build() -> Path:
    """Where the editable install keeps its extension modules, a folder for each package."""
    builds = sorted(ROOT.glob("build/cp*/engine"))
    if not builds:
        raise SystemExit("there is no editable install here; run `make install` first")
    return builds[0]


def assemble(tree: Path, built: Path) -> None:
    """Fill ``tree``/shugi with links to the repository's Python and to the modules in ``built``."""
    package = tree / "shugi"
    engine = package / "_fast"
    shutil.rmtree(engine, ignore_errors=True)
    engine.mkdir(parents=True)
    for part in PARTS:
        link(ROOT / part, package / part)
    for root, wanted in ((ROOT / "_fast", (".py", ".pyi", ".pxd")), (built, (".so", ".pyd"))):
        for path in root.rglob("*"):
            if path.suffix in wanted:
                target = engine / path.relative_to(root)
                target.parent.mkdir(parents=True, exist_ok=True)
                link(path, target)


def link(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    target.symlink_to(source)


def command(*arguments: str) -> list[str]:
    """This interpreter without ``site``, which would put the editable install first."""
    return [sys.executable, "-S", "-P", *arguments]


def environment(tree: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    paths = [str(tree), *(path for path in sys.path if path.endswith("site-packages"))]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **(more or {})}
