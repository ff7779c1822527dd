"""Build the extension modules beside their sources: quick for working on the engine.

    python tools/build_inplace.py            # what has changed
    python tools/build_inplace.py shape.shapes    # only these modules
    python tools/build_inplace.py --quick    # without optimisation: compiles faster, runs slower

Run with PYTHONPATH=build/link afterwards.  Users install with pip instead (see README).
"""

import os
import subprocess
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Distribution, Extension

ROOT = Path(__file__).resolve().parent.parent


def main(names: list[str]) -> None:
    link = ROOT / "build" / "link"
    subprocess.run([sys.executable, ROOT / "tools" / "link_root.py", ROOT, link], check=True)
    headers = ROOT / "build" / "headers"
    subprocess.run(
        [sys.executable, "-S", "-P", "-m", "shugi._fast.headers", headers],
        env={**os.environ, "PYTHONPATH": str(link)},
        check=True,
    )
    level = "-O1" if "--quick" in names else "-O3"
    names = [name for name in names if name != "--quick"]
    engine = ROOT / "_fast"
    found = [path.relative_to(engine).with_suffix("") for path in engine.rglob("*.pyx")]
    names = names or sorted(".".join(path.parts) for path in found)
    extensions = [
        Extension(
            f"shugi._fast.{name}",
            [str(link / "shugi" / "_fast" / f"{name.replace('.', '/')}.pyx")],
            include_dirs=[str(engine)],
            extra_compile_args=[level, "-fwrapv", "-ffp-contract=off"],
        )
        for name in names
    ]
    modules = cythonize(
        extensions,
        include_path=[str(link), str(headers)],
        build_dir=str(ROOT / "build" / "c"),
        compiler_directives={"language_level": "3"},
        quiet=True,
    )
    dist = Distribution({"name": "shugi", "ext_modules": modules})
    command = dist.get_command_obj("build_ext")
    command.build_lib = str(link)
    command.build_temp = str(ROOT / "build" / "temp")
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    main(sys.argv[1:])
