"""Write a stub for each module that is made when it is imported: shugi.envs.super_bingo_v0, ...

    python tools/environment_stubs.py FOLDER

Type checkers look for files.  The build installs these beside the modules of shugi/envs.
"""

import runpy
import sys
from pathlib import Path

ENVIRONMENTS = Path(__file__).resolve().parent.parent / "envs" / "environments.py"
STUB = """from shugi.envs.aec import EnvFactory, TableEnv

class raw_env(TableEnv): ...

env: EnvFactory
parallel_env: EnvFactory
"""


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for environment in runpy.run_path(str(ENVIRONMENTS))["BY_MODULE"].values():
        (folder / f"{environment.module}.pyi").write_text(STUB, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
