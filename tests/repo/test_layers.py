"""Dependencies run one way, from the engine to the command line, and within each folder too."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# A folder imports only folders of earlier lines (and itself).
FOLDERS = (
    *(("configs",), ("_fast",), ("envs",), ("agents",), ("training",)),
    *(("table",), ("commands",)),
)

# A package of the engine imports only earlier ones and itself.
ENGINE = (
    *(("tables",), ("core",), ("shape",), ("flow",), ("games",), ("rules",)),
    *(("view",), ("check",), ("text",), ("bots", "net"), ("batch",)),
)

# Modules of a game's room that stand just above a package, by name; the others, which play, have
# the place of "games". So all of a game lies in one folder, and no shared package knows it.
IN_A_GAME = {
    "tables": (
        *("game", "options", "house_options", "conflicts", "needs", "fields", "case_keys"),
        *("chip_event_list", "condition", "rows"),
    ),
    "rules": ("derived",),
    "view": ("view", "view_dangers", "card_rows", "sight", "redeal", "redeal_floats"),
    "check": ("flaw",),
    "text": ("text", "case", "score", "cases", "faces"),
    "bots": ("bot",),
}

# The same for the packages of envs; the environments above them import any, and none imports those.
ENVS = (
    *(("common",), ("rulesets",), ("notation",), ("drawing",)),
    *(("records",), ("endings",), ("told",), ("mjai",), ("logs",)),
)

# The same for the packages of training.
TRAINING = (("terminal", "decisions"), ("run", "cluster"), ("judge", "distil"), ("lab", "learn"))
PACKAGES = {"_fast": ENGINE, "envs": ENVS, "training": TRAINING}

# Rooms of games/ that several games share; a game knows them and itself.
SHARED_ROOMS = ("chinese", "tricks")

# What modules outside the engine may import of a room, and why; of a game's own, nothing. Tools and
# benchmarks measure games one by one.
ROOMS_TO_ALL = {
    ("envs/notation/cards.py", "tricks"): "cards as text are of all card games",
    ("envs/notation/position.py", "chinese"): "what a river of any Chinese game tells",
}

CYTHON_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<source>[\w.]+)[ \t]+c?import[ \t]+(?P<names>\([^)]*\)|[^\n#]+)"
    r"|c?import[ \t]+(?P<modules>[^\n#]+))",
    re.MULTILINE,
)


def rank(layers: tuple[tuple[str, ...], ...], name: str) -> int:
    for position, names in enumerate(layers):
        if name in names:
            return position
    raise LookupError(f"{name!r} has no place in {__file__}: put it on the line where it belongs")


def python_imports(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            yield from (f"{source}.{alias.name}" for alias in node.names)


def cython_imports(text: str) -> Iterator[str]:
    for found in CYTHON_IMPORT.finditer(text.replace("\\\n", " ")):
        names = re.sub(r"#[^\n]*|[()]", "", found["names"] or found["modules"])
        for name in names.split(","):
            if name.strip():
                plain = name.split()[0]
                yield f"{found['source']}.{plain}" if found["source"] else plain


def imported(path: Path) -> Iterator[str]:
    read = cython_imports if path.suffix in (".pyx", ".pxd", ".in") else python_imports
    return read(path.read_text(encoding="utf-8"))


def imports(path: Path) -> set[tuple[str, ...]]:
    """What a file imports of ours: the parts of each dotted name after "shugi"."""
    found = set()
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "" or (parts[0] != "shugi" and (ROOT / parts[0] / "__init__.py").exists()):
            raise AssertionError(f"{path}: imports {name!r}; write shugi.<folder>.<module>")
        if parts[0] == "shugi" and len(parts) > 1 and (ROOT / parts[1]).is_dir():
            found.add(tuple(parts[1:]))
    return found


def sources(folder: str | Path) -> list[Path]:
    suffixes = (".py", ".pyi", ".pyx", ".pxd", ".pxd.in")  # the last is a template of the build
    return sorted(path for path in (ROOT / folder).rglob("*") if path.name.endswith(suffixes))


@pytest.mark.parametrize("folder", [name for names in FOLDERS for name in names])
def test_folders(folder: str) -> None:
    backwards = [
        f"{path.relative_to(ROOT)} imports shugi.{target}"
        for path in sources(folder)
        for target, *_ in imports(path)
        if target != folder and rank(FOLDERS, target) >= rank(FOLDERS, folder)
    ]
    assert not backwards


Module = tuple[str, ...]  # its path in its folder, without suffix


def module_of(path: Path, folder: str) -> Module:
    module = path.relative_to(ROOT / folder)
    return (*module.parts[:-1], module.name.split(".")[0])


def target_of(parts: Sequence[str], modules: set[Module]) -> Module:
    """The module that is imported, or from which a name is; a package is its ``__init__``."""
    for n in range(len(parts), -1, -1):
        for module in (tuple(parts[:n]), (*parts[:n], "__init__")):
            if module in modules:
                return module
    raise LookupError(f"{'.'.join(parts)} is no module")


@cache
def graph_of(folder: str) -> dict[Module, set[Module]]:
    """What each module of a folder imports of it, within functions and for types too."""
    paths = sources(folder)
    modules = {module_of(path, folder) for path in paths}
    graph: dict[Module, set[Module]] = {name: set() for name in modules}
    for path in paths:
        module = module_of(path, folder)
        for top, *rest in imports(path):
            if top == folder:
                graph[module] |= {target_of(rest, modules)} - {module}
    return graph


def place(order: tuple[tuple[str, ...], ...], module: Module) -> float:
    """The level of a module: that of its package or, within a game's room, just above one."""
    if len(module) == 1:
        return len(order)
    if module[0] == "games" and len(module) > 2:
        for package, names in IN_A_GAME.items():
            if module[2] in names:
                return rank(order, package) + 0.5
    return rank(order, module[0])


def imports_backwards(folder: str, graph: Mapping[Module, set[Module]]) -> list[str]:
    """Imports of a later package, of one on the same line, or of a module above all packages."""
    order = PACKAGES[folder]
    return [
        f"{folder}/{'/'.join(module)} imports {folder}/{'/'.join(target)}"
        for module, targets in graph.items()
        for target in targets
        if len(module) > 1
        if place(order, target) > place(order, module)
        or (place(order, target) == place(order, module) and target[0] != module[0])
    ]


@pytest.mark.parametrize("folder", PACKAGES)
def test_packages_import_one_way(folder: str) -> None:
    assert not imports_backwards(folder, graph_of(folder))


def test_training_is_packages_alone() -> None:
    assert [path.name for path in (ROOT / "training").glob("*.py")] == ["__init__.py"]


def test_an_import_of_a_later_package_is_found(tmp_path: Path) -> None:
    """Wherever it hides: in a function, or for a type."""
    file = tmp_path / "a.py"
    file.write_text("def f():\n    from shugi.training.learn.trainer import Trainer\n")
    target = next(iter(imports(file)))[1:]
    graph = {("run", "state"): {target_of(target, {("learn", "trainer")})}}
    assert imports_backwards("training", graph) == [
        "training/run/state imports training/learn/trainer"
    ]


def test_an_import_from_above_the_packages_is_found() -> None:
    graph = {("drawing", "svg"): {("seat",)}}
    assert imports_backwards("envs", graph) == ["envs/drawing/svg imports envs/seat"]


def test_games_do_not_know_each_other() -> None:
    meddling = [
        f"_fast/{'/'.join(module)} imports _fast/{'/'.join(target)}"
        for module, targets in graph_of("_fast").items()
        for target in targets
        if module[0] == target[0] == "games" and len(module) > 2 and len(target) > 2
        if module[1] != target[1] and target[1] not in SHARED_ROOMS
    ]
    assert not meddling


def test_shared_packages_know_no_game() -> None:
    """They find the rooms by their folders, and own the tables that rooms fill."""
    meddling = [
        f"_fast/{'/'.join(module)} imports _fast/{'/'.join(target)}"
        for module, targets in graph_of("_fast").items()
        for target in targets
        if module[0] != "games" and target[0] == "games" and len(target) > 2
    ]
    assert not meddling


def test_only_a_room_knows_its_game() -> None:
    """Outside the engine too: what others need of a game is in ``Game``, or found by its name."""
    known = {
        (path.relative_to(ROOT).as_posix(), target[2])
        for folder in ("envs", "agents", "training", "table", "commands")
        for path in sources(folder)
        for target in imports(path)
        if target[:2] == ("_fast", "games") and len(target) > 2
    }
    assert known == ROOMS_TO_ALL.keys()


def test_every_package_says_what_it_is() -> None:
    for folder in {path.parent for top in PACKAGES for path in sources(top)}:
        init = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
        assert ast.get_docstring(init), folder
        # what is public stands in a package's own
        public = [ROOT / name for name in ("envs", "envs/logs", "envs/mjai", "training")]
        assert folder in public or len(init.body) == 1, folder


def test_the_page_of_the_house_names_what_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert rows == [name for order in PACKAGES.values() for names in order for name in names]
    folders = ("envs", "envs/drawing", "agents", "agents/plans", "training/lab", "table")
    modules = {path.name for folder in folders for path in (ROOT / folder).glob("*.py")}
    assert modules - {"__init__.py"} <= set(re.findall(r"`(\w+\.py)`", page))
    files = re.findall(r"`(\w+/[\w/]+\.p[yx][xd])`", page)
    assert len(files) > 10 and not [name for name in files if not (ROOT / "_fast" / name).exists()]


def floors(graph: Mapping[Module, set[Module]]) -> dict[Module, int]:
    """How high each module stands: 1 where it imports no other of the graph."""
    found: dict[Module, int] = {}
    for module in TopologicalSorter(graph).static_order():
        found[module] = 1 + max((found[target] for target in graph[module]), default=0)
    return found


def learning() -> dict[Module, set[Module]]:
    """What the modules of training/learn import of each other."""
    graph = graph_of("training")
    inside = {module for module in graph if module[0] == "learn"}
    return {module: graph[module] & inside for module in inside}


def test_learning_stands_on_five_floors() -> None:
    """A run is play, credit, learn, keep; what is only for a cluster stands beside it."""
    graph, beside = learning(), ("learn", "cluster_actors")
    users = {module for module, targets in graph.items() if beside in targets}
    assert users == {("learn", "trainer")}
    alone = {module: targets - {beside} for module, targets in graph.items() if module != beside}
    high = {"/".join(module): floor for module, floor in floors(alone).items() if floor > 5}
    assert len(alone) > 15 and not high


def test_floors_are_counted() -> None:
    a, b, c, d = (("a",), ("b",), ("c",), ("d",))
    assert floors({a: set(), b: {a}, c: {a, b}, d: {a}}) == {a: 1, b: 2, c: 3, d: 2}


def check_no_circle(folder: str) -> None:
    try:
        TopologicalSorter(graph_of(folder)).prepare()
    except CycleError as error:
        circle = " <- ".join("/".join(module) for module in error.args[1])
        pytest.fail(f"circle in {folder}: {circle}")


def test_engine_has_no_circle() -> None:
    check_no_circle("_fast")


@pytest.mark.parametrize("folder", ["envs", "agents", "training", "table", "commands"])
def test_folders_have_no_circle(folder: str) -> None:
    check_no_circle(folder)


def test_engine_knows_only_numpy() -> None:
    """The engine stands alone: what it imports at run time is Python, NumPy and itself."""
    allowed = {"shugi", "numpy", "cython", "libc", "cpython"} | set(sys.stdlib_module_names)
    strangers = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("_fast")
        for name in imported(path)
        if name.split(".")[0] not in allowed
    ]
    assert not strangers


def test_reference_knows_nothing_of_the_engine() -> None:
    """A second implementation that borrows from the first proves nothing.

    Only the second writer of observations reads the engine, whose whole state it looks at.
    """
    folders = ["tests/reference", *(ROOT / "tests/games").glob("*/reference")]
    assert len(folders) > 7
    borrowing = {path.stem for folder in folders for path in sources(folder) if imports(path)}
    assert borrowing <= {"observation", "observation_regional", "observation_wins"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "from shugi._fast.state cimport Rules, Wall  # both\n",
            {"shugi._fast.state.Rules", "shugi._fast.state.Wall"},
        ),
        (
            "from shugi._fast cimport (\n    rng,  # streams\n    wall as w,\n)\n",
            {"shugi._fast.rng", "shugi._fast.wall"},
        ),
        ("cimport shugi._fast.shape\nimport numpy as np\n", {"shugi._fast.shape", "numpy"}),
        ("    from shugi.envs \\\n        import load_rules\n", {"shugi.envs.load_rules"}),
    ],
)
def test_cython_imports_are_read(text: str, expected: set[str]) -> None:
    assert set(cython_imports(text)) == expected
