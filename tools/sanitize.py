"""The engine under sanitizers, for as long as you like: everything a caller may hand in.

    python tools/sanitize.py --minutes 10             # numbered cases; memory, then threads
    python tools/sanitize.py --case state:1234        # one of them again
    python tools/sanitize.py --guided --minutes 60    # goes on from the corpus in runs/fuzz
    python tools/sanitize.py --input FILE             # one input again
    python tools/sanitize.py --kind address SCRIPT.py          # any script

Two builds of the modules are kept in build/sanitize/: ``address`` has AddressSanitizer,
UndefinedBehaviorSanitizer with the bounds of every C array, and Cython's bounds checks, which the
modules turn off themselves; ``thread`` has ThreadSanitizer.  Status 1 when anything is found, also
when the sanitizer cannot be loaded.
"""

import argparse
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent))
from package_tree import ROOT, assemble, command, environment  # noqa: E402

BUILD = ROOT / "build" / "sanitize"
KINDS = ("address", "thread")
MODULES = {"address": ["edges"], "thread": []}
CHECKS = {  # directives of the modules, which are fast without them
    "boundscheck=False": "boundscheck=True, nonecheck=True",
    "initializedcheck=False": "initializedcheck=True",
}
SHARE = {"address": 0.75, "thread": 0.25}  # of the minutes
RUNTIME = {"address": "libasan.so", "thread": "libtsan.so"}
SETTINGS = {
    "address": {
        # Python keeps what it has until it ends; a failed allocation is an error of Python's
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:abort_on_error=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:abort_on_error=1",
        "PYTHONMALLOC": "malloc",
    },
    "thread": {"TSAN_OPTIONS": f"halt_on_error=1:suppressions={ROOT / 'tools' / 'tsan.supp'}"},
}


def build(kind: str) -> Path:
    """Bring the modules up to date. Returns: the folder to import them from."""
    cython = importlib.util.find_spec("cython_cmake")
    if cython is None or cython.origin is None:
        raise SystemExit("cython-cmake is missing; run `make install` first")
    settings = {
        "SKBUILD_PROJECT_NAME": "shugi",
        "CMAKE_MODULE_PATH": Path(cython.origin).parent / "cmake",
        "Python_EXECUTABLE": sys.executable,
        "CMAKE_BUILD_TYPE": "None",
        "SHUGI_SANITIZERS": ";".join(KINDS),
        "SHUGI_SOURCES": checked_sources().relative_to(ROOT),
    }
    given = [f"-D{name}={value}" for name, value in settings.items()]
    call("cmake", "-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", "--log-level=WARNING", *given)
    call("cmake", "--build", str(BUILD), "--target", kind, "--parallel", str(os.cpu_count() or 1))
    tree = BUILD / f"tree_{kind}"
    assemble(tree, BUILD / kind)
    return tree


def checked_sources() -> Path:
    """Copies of the modules in which Cython checks what they turn off."""
    folder = BUILD / "source"
    folder.mkdir(parents=True, exist_ok=True)
    engine = ROOT / "_fast"
    sources = {path.relative_to(engine): path for path in engine.rglob("*.pyx")}
    for path in folder.rglob("*.pyx"):
        if path.relative_to(folder) not in sources:
            path.unlink()
    for name, path in sources.items():
        directives, rest = path.read_text(encoding="utf-8").split("\n", 1)
        for plain, checked in CHECKS.items():
            directives = directives.replace(plain, checked)
        text, copy = f"{directives}\n{rest}", folder / name
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")
    return folder


def call(*words: str) -> None:
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(done.stdout[-4000:])


def runtime(kind: str) -> str:
    """The sanitizer's library, which has to be loaded before Python."""
    name = RUNTIME[kind]
    found = subprocess.run(
        ["cc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if not Path(found).is_absolute():
        raise SystemExit(f"the compiler has no {name}; install gcc's sanitizers")
    return found


def settings_of(kind: str) -> dict[str, str]:
    preloaded, more = [runtime(kind)], dict(SETTINGS[kind])
    if kind == "address":
        edges = BUILD / "libedges.so"
        preloaded.append(str(edges))
        more["SHUGI_EDGES"] = str(edges)
    return {**more, "LD_PRELOAD": " ".join(preloaded), "OMP_NUM_THREADS": "1"}


PLANTED = """
import ctypes, sys, threading
planted = getattr(ctypes.CDLL(sys.argv[1]), "planted_" + sys.argv[2])
hands = [threading.Thread(target=planted, args=(1_000_009,)) for _ in range(2)]
for hand in hands: hand.start()
for hand in hands: hand.join()
"""
WHERE = "import shugi._fast.batch.batch as engine; print(engine.__file__)"
REPORTS = {
    "address": {"index": "out of bounds for type", "heap": "AddressSanitizer"},
    "thread": {"race": "ThreadSanitizer: data race"},
}


def check(kind: str, environ: dict[str, str]) -> None:
    """Say so and stop where the sanitizer does not work: silence would look like success."""
    done = subprocess.run(
        sanitized_command(kind, "-c", WHERE), env=environ, capture_output=True, text=True
    )
    if done.returncode or not done.stdout.startswith(str(BUILD)):
        refuse(kind, done.stdout + done.stderr)
    library = str(BUILD / kind / "libplanted.so")
    for mistake, report in REPORTS[kind].items():
        words = sanitized_command(kind, "-c", PLANTED, library, mistake)
        done = subprocess.run(words, env=environ, capture_output=True, text=True)
        if not done.returncode or report not in done.stderr:
            refuse(kind, f"a planted mistake ({mistake}) was not reported\n{done.stderr}")


def refuse(kind: str, why: str) -> None:
    raise SystemExit(
        f"the engine cannot run under the {kind} sanitizer here, so nothing was tested:\n"
        f"{why[-3000:]}"
    )


def sanitized_command(kind: str, *arguments: str) -> list[str]:
    """ThreadSanitizer wants memory to lie where it always does."""
    return [*(["setarch", "-R"] if kind == "thread" else []), *command(*arguments)]


FORWARDED = ("case", "input", "seed", "workers", "target")  # to tests/fuzz


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", choices=KINDS, help="one build alone")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--guided", action="store_true", help="go on from the kept corpus")
    for name in FORWARDED:
        parser.add_argument(f"--{name}", help="see python tests/fuzz --help")
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("script", nargs="*", help="a script to run in place of the cases")
    return parser.parse_args()


def main() -> int:
    given = arguments()
    alone = given.case or given.input or given.guided or given.script
    kinds = [given.kind] if given.kind else KINDS[:1] if alone else KINDS
    shares = sum(SHARE[kind] for kind in kinds)
    status = 0
    for kind in kinds:
        tree = build(kind)
        environ = environment(tree, settings_of(kind))
        check(kind, environ)
        if not given.build_only:
            print(f"{kind} sanitizer", flush=True)
            words = given.script or fuzz(kind, given.minutes * SHARE[kind] / shares, given)
            status |= (
                subprocess.run(sanitized_command(kind, *words), env=environ, cwd=ROOT).returncode
                != 0
            )
    return status


def fuzz(kind: str, minutes: float, given: argparse.Namespace) -> list[str]:
    """The words that run the cases."""
    words = [str(ROOT / "tests" / "fuzz"), f"--minutes={minutes}"]
    words += [f"--{name}={getattr(given, name)}" for name in FORWARDED if getattr(given, name)]
    words += ["--guided"] if given.guided else []
    again = "make fuzz" if given.guided else "make sanitize"
    if kind == "thread" and not given.target:
        words += ["--target", "play", "threads"]
    return [*words, f"--repeat={again}{' KIND=thread' if kind == 'thread' else ''}"]


if __name__ == "__main__":
    sys.exit(main())
