"""Make HOLDER/shugi, a folder of links to the root folders under their installed name.

Cython's cimport and the type checkers find code by folder name, and here the folders lie at the
repository root.  One link per folder, never one to the root itself: the holder is inside build/,
and a link to the root would be an endless loop for file walkers.
"""

import shutil
import sys
from pathlib import Path

FOLDERS = ("envs", "agents", "_fast", "training", "table", "commands", "configs")
FILES = ("__init__.py", "py.typed")


def link_folder(source: Path, link: Path) -> None:
    if link.is_symlink() and link.resolve() != source.resolve():
        link.unlink()  # the checkout was moved or copied
    if link.exists():
        return
    if sys.platform == "win32":
        import _winapi

        _winapi.CreateJunction(str(source), str(link))
    else:
        link.symlink_to(source, target_is_directory=True)


def main(root: Path, holder: Path) -> None:
    target = holder / "shugi"
    target.mkdir(parents=True, exist_ok=True)
    for name in FOLDERS:
        link_folder(root / name, target / name)
    for name in FILES:
        shutil.copyfile(root / name, target / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
