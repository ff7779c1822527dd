"""Do the tests notice when the engine is wrong?  Single-line edits, and what the tests say of them.

    python tools/mutants.py --list          # the edits, a line each
    python tools/mutants.py                 # run those without a verdict; go on after a stop
    python tools/mutants.py --module games/riichi/tulip --each 5    # more of one, nothing is kept
    python tools/mutants.py --show ID       # one edit, and the command that tests it
    python tools/mutants.py --table         # the table of docs/testing.md, written anew

Edits are drawn from every module of ``_fast/`` by the hash of the line that they change, so they
stay the same while the line does.  Only the edited module is built again.  Verdicts are kept in
tests/mutants/verdicts.json, with reasons for survivors in tests/mutants/reasons.json.
"""

import argparse
import hashlib
import io
import json
import re
import resource
import shutil
import subprocess
import sys
import sysconfig
import time
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent))
from package_tree import ROOT, SUFFIX, assemble, command, editable_build, environment  # noqa: E402

ENGINE = ROOT / "_fast"
KEPT = ROOT / "tests" / "mutants"
WORK = ROOT / "build" / "mutants"
PAGE = ROOT / "docs" / "testing.md"
CPU_SECONDS = 900  # of one run of tests; a mutant that takes longer hangs
LONG = 250  # lines; a longer module gets two edits

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+",
    "&": "|", "|": "&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=",
    "and": "or", "or": "and", "True": "False", "False": "True", "continue": "pass",
    "break": "pass", "min": "max", "max": "min",
}  # fmt: skip
SPACED = {"<", ">", "-", "+", "&"}  # elsewhere they are casts, signs and addresses
NOT_CODE = re.compile(  # declarations, imports, messages
    r"\s*(cdef extern|cdef class|cimport|import|from|raise|@|assert|class|def|cdef .*\):"
    r"|cdef .*nogil|c?def .*\(|[\"'f]|\"\"\"|cdef [\w. ]+\[|ctypedef|struct|enum|global|del"
    r"|__all__)"
)

TESTS = ROOT / "tests"
PINNED = ("test_playthrough", "test_perft", "test_golden", "test_fingerprint")  # play as it was
PLAY = ("test_random_play", "test_batch")
NEAR = {  # tests of a module that are not called as it is
    "batch/choices": ("test_engine_policy",),
    "batch/looks": ("test_buffers",),
    "batch/told": ("test_logs",),
    "check/flaw_turn": ("test_notation",),
}


@dataclass(frozen=True)
class Mutant:
    """One edit of one line."""

    id: str
    module: str  # path in _fast/
    line: int  # from 1
    before: str
    after: str


# ------------------------------------------------------------------------------------ the edits


def edits_of(path: Path) -> list[Mutant]:
    """Every edit of a module, in the order in which they are drawn."""
    return _edits(path, False) or _edits(path, True)


def _edits(path: Path, texts: bool) -> list[Mutant]:
    """``texts``: also of lines with texts, which are mostly messages."""
    lines = path.read_text(encoding="utf-8").splitlines()
    spots = [(row, *spot) for row, spot in tokens_of(path) if is_code(lines[row], texts)]
    found = [mutant(name_of(path), lines, *spot) for spot in spots]
    calls = [row for row, line in enumerate(lines) if CALL.fullmatch(line)]
    found += [mutant(name_of(path), lines, row, *whole(lines[row])) for row in calls]
    unique = {one.id: one for one in found}
    return [unique[key] for key in sorted(unique)]


def name_of(path: Path) -> str:
    return path.relative_to(ENGINE).as_posix()


CALL = re.compile(r" {4,}([a-z_]+\([^()]*\)|[\w.\[\]]+ [-+|&]= .*)")  # statements to leave out


def whole(line: str) -> tuple[int, int, str]:
    return len(line) - len(line.lstrip()), len(line), "pass"


def is_code(line: str, texts: bool) -> bool:
    return line.startswith(" ") and not NOT_CODE.match(line) and (texts or '"' not in line)


def tokens_of(path: Path) -> Iterator[tuple[int, tuple[int, int, str]]]:
    """Row, and columns with what to write there."""
    text = io.StringIO(path.read_text(encoding="utf-8"))
    for token in tokenize.generate_tokens(text.readline):
        new = replacement(token)
        if new is not None and token.start[0] == token.end[0]:
            yield token.start[0] - 1, (token.start[1], token.end[1], new)


def replacement(token: tokenize.TokenInfo) -> str | None:
    word, line = token.string, token.line
    if token.type == tokenize.NUMBER and word.isdigit():
        return str(int(word) + 1)
    if word in SPACED and line[token.start[1] - 1 : token.end[1] + 1] != f" {word} ":
        return None
    if token.type in (tokenize.OP, tokenize.NAME):
        return SWAPS.get(word)
    return None


def mutant(module: str, lines: list[str], row: int, start: int, end: int, new: str) -> Mutant:
    before = lines[row]
    after = before[:start] + new + before[end:]
    nth = lines[:row].count(before)
    key = hashlib.sha256(f"{module}|{before}|{nth}|{after}".encode()).hexdigest()[:8]
    return Mutant(key, module, row + 1, before.strip(), after.strip())


def sources() -> list[Path]:
    found = [path for path in ENGINE.rglob("*.py*") if path.suffix in (".pyx", ".py")]
    return sorted(path for path in found if path.stem != "__init__" and edits_of(path))


def drawn(path: Path, each: int | None) -> list[Mutant]:
    length = len(path.read_text(encoding="utf-8").splitlines())
    return edits_of(path)[: each or (2 if length > LONG else 1)]


# ------------------------------------------------------------------------------- building, testing


def run(mutant: Mutant) -> dict[str, Any]:
    """The verdict: caught and by which test, survived, or not built."""
    tree = WORK / mutant.id
    started = time.monotonic()
    try:
        problem = build(mutant, tree)
        verdict = {"verdict": "not built", "by": problem} if problem else judge(mutant, tree)
    finally:
        shutil.rmtree(tree, ignore_errors=True)
    return {**asdict(mutant), **verdict, "seconds": round(time.monotonic() - started)}


def build(mutant: Mutant, tree: Path) -> str:
    """Put the package together with the edited module. Returns what the compiler refused."""
    assemble(tree, editable_build())
    source = ENGINE / mutant.module
    lines = source.read_text(encoding="utf-8").splitlines()
    indent = lines[mutant.line - 1][: -len(mutant.before)]
    lines[mutant.line - 1] = indent + mutant.after
    target = tree / "shugi" / "_fast" / mutant.module
    target.unlink(missing_ok=True)
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if source.suffix == ".py":
        return ""
    return compile_module(target, tree)


def compile_module(source: Path, tree: Path) -> str:
    name = ".".join(source.relative_to(tree).with_suffix("").parts)
    c, module = source.with_suffix(".c"), source.with_name(source.stem + SUFFIX)
    module.unlink(missing_ok=True)
    includes = sysconfig.get_paths()["include"]
    steps = (
        ["-m", "cython", str(source), "-o", str(c), "--module-name", name,
         "-I", str(ROOT / "build" / "link"), "-I", str(ROOT / "build" / "headers")],
        ["cc", "-O1", "-fwrapv", "-ffp-contract=off", "-fPIC", "-shared", f"-I{includes}",
         f"-I{ENGINE}", str(c), "-o", str(module)],
    )  # fmt: skip
    for step in steps:
        whole_step = [sys.executable, *step] if step[0] == "-m" else step
        done = subprocess.run(whole_step, cwd=tree, capture_output=True, text=True)
        if done.returncode:
            return done.stderr.strip().splitlines()[-1][:200]
    source.unlink()
    return ""


def tests_of(module: str) -> list[str]:
    """The tests of a module of ``_fast/``, those first that notice most for their time.

    They are those that are named as the module, those that pin play, those of its game or package
    (or of the engine, where it has none of its own), and those of random play.
    """
    *folders, stem = module.partition(".")[0].split("/")
    room = TESTS / "/".join(folders[: 2 if folders[:1] == ["games"] else 1])
    beside = (room if folders and room.is_dir() else TESTS / "engine").glob("test_*.py")
    named = TESTS.rglob(f"test_{stem}*.py")
    near = map(test_file, NEAR.get(module.partition(".")[0], ()))
    pinned, play = map(test_file, PINNED), map(test_file, PLAY)
    files = (*from_root(named), *near, *pinned, *from_root(beside), *play)
    return list(dict.fromkeys(files))


def from_root(paths: Iterable[Path]) -> list[str]:
    """Their paths from the root, in order."""
    return [path.relative_to(ROOT).as_posix() for path in sorted(paths)]


@cache
def test_file(name: str) -> str:
    """The path of a test file from the root, whatever folder of the tests it lies in."""
    (path,) = from_root(TESTS.rglob(f"{name}.py"))
    return path


def pytest(tests: list[str]) -> list[str]:
    words = ("-x", "-q", "--no-header", "-p", "no:cacheprovider", "-m", "not long and not slow")
    return command("-m", "pytest", *words, *tests)


def judge(mutant: Mutant, tree: Path) -> dict[str, str]:
    done = subprocess.run(
        pytest(tests_of(mutant.module)),
        cwd=ROOT, env=environment(tree), capture_output=True, text=True, preexec_fn=limit_cpu,
    )  # fmt: skip
    if done.returncode == 0:
        return {"verdict": "survived", "by": ""}
    if done.returncode in (4, 5):  # pytest's: wrong call, no tests
        raise SystemExit(done.stdout + done.stderr)
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    by = failed[1] if failed else f"the process ended with status {done.returncode}"
    return {"verdict": "caught", "by": by}


def limit_cpu() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))


# ---------------------------------------------------------------------------------------- verdicts


def read(name: str) -> dict[str, Any]:
    path = KEPT / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def keep(verdicts: dict[str, Any]) -> None:
    """Write the verdicts, by module and line."""
    KEPT.mkdir(exist_ok=True)
    rows = sorted(verdicts.items(), key=lambda item: (item[1]["module"], item[1]["line"]))
    text = json.dumps(dict(rows), indent=1, ensure_ascii=False) + "\n"
    partly = KEPT / ".verdicts.json"
    partly.write_text(text, encoding="utf-8")
    partly.replace(KEPT / "verdicts.json")


def run_drawn(modules: list[str], each: int | None, again: bool) -> None:
    """Run what has no verdict, one edit of every module before the second of any."""
    paths = choose_modules(modules)
    for nth in range(max(len(drawn(path, each)) for path in paths)):
        for path in paths:
            if nth < len(drawn(path, each)):
                settle(path, nth, bool(each), again)


def settle(path: Path, nth: int, passing: bool, again: bool) -> None:
    """See to the verdict of the nth edit that can be built; print it if it is new."""
    for one in edits_of(path):
        row = None if passing else read("verdicts.json").get(one.id)
        if row is None or (again and row["verdict"] == "survived"):
            row = run(one)
            print(
                f"{row['verdict']:9} {row['seconds']:4} s  {as_text(one)}  {row['by']}", flush=True
            )
            if not passing:
                keep({**current(), one.id: row})
        if row["verdict"] == "not built":
            continue
        if nth == 0:
            return
        nth -= 1


def current() -> dict[str, Any]:
    """Verdicts on edits of lines that still stand."""
    known = {one.id for path in sources() for one in edits_of(path)}
    return {key: row for key, row in read("verdicts.json").items() if key in known}


def choose_modules(modules: list[str]) -> list[Path]:
    paths = [
        path
        for path in sources()
        if not modules or name_of(path).removesuffix(path.suffix) in modules
    ]
    if not paths:
        raise SystemExit(f"no module {', '.join(modules)} in _fast/")
    return paths


def as_text(one: Mutant) -> str:
    return f"{one.id} {one.module}:{one.line}: {one.before}  ->  {one.after}"


def show(key: str) -> None:
    """One edit: where it stands, and what to type to test it."""
    for path in sources():
        for one in edits_of(path):
            if one.id == key:
                print(as_text(one))
                print(f"tests: {' '.join(tests_of(one.module))}")
                return
    raise SystemExit(f"no edit {key}; --list shows those that are drawn")


# ------------------------------------------------------------------------------------------- table


def table() -> str:
    """Shares, and every survivor with its reason."""
    verdicts, reasons = read("verdicts.json"), read("reasons.json")
    rows = [row for row in verdicts.values() if row["verdict"] != "not built"]
    left = [row for row in rows if row["verdict"] == "survived"]
    share = 100 * (len(rows) - len(left)) / max(1, len(rows))
    modules = len({row["module"] for row in rows})
    lines = [
        f"{len(rows)} edits in {modules} modules were tried so far: the tests catch "
        f"{len(rows) - len(left)} ({share:.0f} %). Those that survive:",
        "",
        "| edit | line | reads | why no test fails |",
        "| --- | --- | --- | --- |",
    ]
    for row in left:
        reason = reasons.get(row["id"], "open")
        cells = f"`{row['before']}` to `{row['after']}`".replace("|", "\\|")
        lines.append(f"| {row['id']} | {row['module']}:{row['line']} | {cells} | {reason} |")
    return "\n".join(lines)


def write_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    marked = re.compile(r"(<!-- mutants -->\n).*?(<!-- end -->)", re.DOTALL)
    page, found = marked.subn(lambda m: f"{m[1]}{table()}\n{m[2]}", page)
    if found != 1:
        raise SystemExit(f"{PAGE}: needs one pair of marks <!-- mutants --> and <!-- end -->")
    PAGE.write_text(page, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--module", nargs="*", default=[], help="only these")
    parser.add_argument("--each", type=int, help="edits of each module; nothing is kept")
    parser.add_argument("--again", action="store_true", help="survivors once more")
    parser.add_argument("--list", action="store_true", help="print the edits and stop")
    parser.add_argument("--show", metavar="ID", help="print one edit and stop")
    parser.add_argument("--table", action="store_true", help="write the table of the page and stop")
    given = parser.parse_args()
    if given.list:
        for path in choose_modules(given.module):
            print(*map(as_text, drawn(path, given.each)), sep="\n")
    elif given.show:
        show(given.show)
    elif given.table:
        write_table()
    else:
        run_drawn(given.module, given.each, given.again)


if __name__ == "__main__":
    main()
