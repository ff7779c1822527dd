"""Dependencies run one way: configs, _fast <- envs <- agents <- training, and within _fast too."""

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# A folder imports only folders of earlier lines (and itself).
FOLDERS = (("configs",), ("_fast",), ("envs",), ("agents",), ("training",))

# A module of the engine imports only modules of earlier lines and of its own, never in a circle.
ENGINE = (
    (
        "blocks",
        "struct_layout",
        "cards",
        "state",
        "tiles",
        "rng",
        "actions",
        "card_actions",
        "option_types",
        "shape_tables",
    ),
    (
        "shape",
        "shape_called",
        "shape_readings",
        "option",
        "options",
        "options_sanma",
        "options_house",
        "options_regional",
        "options_cards",
        "options_appendix",
        "games",
        "conflicts",
    ),
    (
        "win",
        "ledger",
        "ranking",
        "bingo",
        "settle",
        "yaku",
        "points",
        "patterns",
        "value",
        "atama",
        "cherry",
        "tulip",
        "chips",
        "expect",
        "hangzhou_win",
        "xiamen_win",
        "wuhan_win",
        "kawuxing_win",
        "ninety_nine_score",
        "piquet_score",
    ),
    ("bounds", "rules"),
    (
        "wall",
        "hand",
        "family",
        "deck",
        "disclosed",
        "history",
        "sight",
        "worth",
        "judge",
        "calls",
        "tileflow",
        "hand_end",
        "rounds",
        "seat_win",
        "ending",
        "confirm",
        "joker",
        "cross",
        "riichi",
        "regional",
    ),
    (
        "win_case",
        "score",
        "hangzhou_case",
        "xiamen_case",
        "wuhan_case",
        "kawuxing_case",
        "piquet_case",
    ),
    (
        "hangzhou",
        "xiamen_deal",
        "xiamen",
        "wuhan",
        "kawuxing",
        "card_play",
        "piquet_partie",
        "piquet_talk",
        "piquet",
        "ninety_nine",
        "ninety_nine_case",
        "families",
    ),
    (
        "redeal_regional",
        "redeal_riichi",
        "redeal",
        "observe",
        "observe_oracle",
        "observe_regional",
        "ways",
        "card_sets",
        "sight_cards",
        "redeal_cards",
        "redeal_piquet",
        "observe_cards",
        "observe_piquet",
        "judge_regional",
        "worth_hangzhou",
        "worth_xiamen",
        "worth_wuhan",
        "worth_kawuxing",
        "bots_regional",
        "bots_ninety_nine",
        "piquet_playout",
        "piquet_worlds",
        "bots_piquet",
        "bots",
        "belief",
        "fields",
        "flaw",
        "flaw_fields",
        "flaw_tiles",
        "flaw_turn",
        "flaw_cards",
        "fault",
        "position",
        "position_events",
        "position_regional",
        "position_cards",
        "position_checks",
        "position_card_checks",
        "perft",
        "tally",
    ),
    ("layouts",),
    ("batch",),
)

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
    read = cython_imports if path.suffix in (".pyx", ".pxd") else python_imports
    return read(path.read_text(encoding="utf-8"))


def imports(path: Path) -> set[tuple[str, str]]:
    """The (folder, module) pairs of ours that a file imports; module is "" for a bare folder."""
    found = set()
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "" or (parts[0] != "shugi" and (ROOT / parts[0] / "__init__.py").exists()):
            raise AssertionError(f"{path}: imports {name!r}; write shugi.<folder>.<module>")
        if parts[0] == "shugi" and len(parts) > 1 and (ROOT / parts[1]).is_dir():
            found.add((parts[1], parts[2] if len(parts) > 2 else ""))
    return found


def sources(folder: str) -> list[Path]:
    suffixes = (".py", ".pyi", ".pyx", ".pxd")
    return sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in suffixes)


@pytest.mark.parametrize("folder", [name for names in FOLDERS for name in names])
def test_folders(folder: str) -> None:
    backwards = [
        f"{path.relative_to(ROOT)} imports shugi.{target}"
        for path in sources(folder)
        for target, _ in imports(path)
        if target != folder and rank(FOLDERS, target) >= rank(FOLDERS, folder)
    ]
    assert not backwards


def engine_graph() -> dict[str, set[str]]:
    modules = {path.stem for path in sources("_fast")} - {"__init__"}
    graph: dict[str, set[str]] = {name: set() for name in modules}
    for path in sources("_fast"):
        if path.stem != "__init__":
            graph[path.stem] |= {module for _, module in imports(path)} & modules - {path.stem}
    return graph


def test_engine_layers() -> None:
    backwards = [
        f"_fast/{module} imports _fast/{target}"
        for module, targets in engine_graph().items()
        for target in targets
        if rank(ENGINE, target) > rank(ENGINE, module)
    ]
    assert not backwards


def test_engine_has_no_circle() -> None:
    try:
        TopologicalSorter(engine_graph()).prepare()
    except CycleError as error:
        pytest.fail("circle in _fast: " + " <- ".join(error.args[1]))


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
    borrowing = {path.stem for path in sources("tests/reference") if imports(path)}
    assert borrowing <= {"observation", "observation_regional"}


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
