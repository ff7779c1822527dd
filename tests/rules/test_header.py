"""The engine's header of a rule set: what the option tables say, and no second copy of it."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from shugi._fast.headers import read, write_headers
from shugi._fast.rules.header import HEADER, constant, header
from shugi._fast.rules.options import OPTIONS
from shugi._fast.tables.option_types import Choice
from shugi.envs.rulesets.rules import load_rules

ROOT = Path(__file__).resolve().parents[2]
TEXT = header(read("rules.pxd.in"))
ENGINE = [option for option in OPTIONS.values() if option.engine]
CHOICES = [option.name for option in ENGINE if isinstance(option.type, Choice)]


def test_the_build_has_this_header() -> None:
    assert (ROOT / "build" / "headers" / HEADER).read_text(encoding="utf-8") == TEXT


def test_every_name_means_one_number() -> None:
    names = Counter(re.findall(r"^    ([A-Z]\w*) = ", TEXT, re.MULTILINE))
    assert len(names) > 100 and [name for name, n in names.items() if n > 1] == []


def test_every_option_has_its_field() -> None:
    struct = TEXT[TEXT.index("cdef struct Rules") :]
    for option in ENGINE:
        length = "" if option.type.length is None else f"[{option.type.length}]"
        assert f"    int32_t {option.name}{length}  # {option.meaning}" in struct
    assert not [o.name for o in OPTIONS.values() if not o.engine and f" {o.name}  #" in struct]


def test_a_field_holds_what_its_name_says() -> None:
    rules = load_rules("super_bingo")
    fields = rules.fields()
    for name in set(CHOICES) - {"dead_wall_size", "start_points"}:
        code = re.search(
            rf"^    {constant(name, rules.options[name])} = (\d+)$", TEXT, re.MULTILINE
        )
        assert code and fields[name] == int(code[1]), name


def test_the_header_is_only_written_when_it_changes(tmp_path: Path) -> None:
    write_headers(tmp_path)
    path = tmp_path / HEADER
    assert path.read_text(encoding="utf-8") == TEXT
    os.utime(path, (1, 1))
    write_headers(tmp_path)
    assert path.stat().st_mtime == 1
    path.write_text("an older one", encoding="utf-8")
    write_headers(tmp_path)
    assert path.read_text(encoding="utf-8") == TEXT


def test_it_needs_no_engine(tmp_path: Path) -> None:
    """As the build runs it: the tables alone, without site-packages."""
    command = [sys.executable, "-S", "-P", "-m", "shugi._fast.headers", tmp_path]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "build" / "link")}
    subprocess.run(command, env=environment, check=True)
    assert (tmp_path / HEADER).read_text(encoding="utf-8") == TEXT


# A choice is compared with a name of the header: not with a number, and not by being zero.
READ = rf"(?:\b(?:r|rules|c)\.)(?:{'|'.join(CHOICES)})\b"
NUMBER = re.compile(rf"{READ} *[=!<>]=? *-?\d")
WHETHER = re.compile(
    rf"\b(?:if|not|and|or|return|elif)\b *\(?(?:\w+\.)*{READ}(?= *(?:and\b|or\b|else\b|:|\)|$))",
    re.MULTILINE,
)


@pytest.mark.parametrize(
    ("line", "fine"),
    [
        ("    if r.kuikae == KUIKAE_ALLOWED:", True),
        ("    if r.kuikae == 1:", False),
        ("    if s.rules.kuikae:", False),
        ("    return not r.kuikae and x", False),
        ("    x = 1 if r.kuikae else 0", False),
        ("    out = NUKI_CODES[s.rules.nuki_tile]", True),
        ("    if r.kuikae_end:", True),
    ],
)
def test_reading_an_option(line: str, fine: bool) -> None:
    assert (NUMBER.search(line) is None and WHETHER.search(line) is None) == fine


def test_choices_are_read_by_name() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / "_fast").rglob("*.p[yx][xd]"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NUMBER.search(line) or WHETHER.search(line)
    ]
    assert not found
