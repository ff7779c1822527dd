"""Citations of the rule texts: each leads to a section of ``docs/rules/`` that exists."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from shugi._fast.rules.options import ALIASES, OPTIONS, option_table
from shugi._fast.rules.texts import FOLDER, TEXTS, link_to, page_of
from shugi.envs.rulesets.file import parse_value
from tests.support.shell import Shell

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
CARDS = ROOT / "agents" / "checkpoints"
CODE = (".py", ".pyx", ".pxd", ".pyi")
READ = (*CODE, ".md", ".yaml", ".toml")
FOLDERS = (
    *("_fast", "envs", "agents", "training", "table", "commands", "configs"),
    *("tests", "docs", "benchmarks", "tools"),
)
HERE = Path(__file__).resolve()

NAMES = sorted({name for names in TEXTS.values() for name in names}, key=len, reverse=True)
NAME = "(?:" + "|".join(re.sub("[-_ ]", "[-_ ]", name) for name in NAMES) + ")"
NUMBER = r"\d(?:\.\d+)?"
NUMBERS = rf"{NUMBER}(?:(?:, and |, | and | to |-){NUMBER}(?![.\d]*[\w%]))*(?!\w| ?%|[.,]\d)"
CITATION = re.compile(
    rf"\b(?P<name>{NAME})(?:\.md| rules)?(?P<mark>,? \(?sections?)? (?P<numbers>{NUMBERS})"
    rf"|\bsections? (?P<before>{NUMBERS}) of (?:the )?(?P<names>{NAME}(?:(?:, | and ){NAME})*)"
    rf"|\bsections? (?P<all>{NUMBERS}) of each\b"
    rf"|\bsections? (?P<alone>{NUMBERS})(?!\]\()",
    re.IGNORECASE,
)
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?://)([^)#\s]*)(?:#([^)\s]+))?\)")


class Citation(NamedTuple):
    where: str
    page: str | None
    """None: a section without the name of a text."""
    section: str


def spanned(first: str, last: str) -> Iterator[str]:
    """The sections from "3" to "5", or from "3.2" to "3.4"."""
    whole, dot, start = first.rpartition(".")
    before, _, end = last.rpartition(".")
    assert whole == before, f"{first} to {last}: sections of one depth"
    yield from (f"{whole}{dot}{number}" for number in range(int(start), int(end) + 1))


def listed(numbers: str) -> Iterator[str]:
    """The sections of "3.5, 4 and 5" or "3 to 5"."""
    for part in re.split(r", and |, | and ", numbers):
        ends = re.split(r" to |-", part)
        if len(ends) == 1:
            yield part
        else:
            yield from spanned(*ends)


def joined(text: str) -> str:
    """Without line ends, and without what begins the lines of a comment."""
    return re.sub(r"\s*\n[ \t]*(?:#+:?[ \t]*)?", " ", text)


def cited(text: str, own: str | None = None) -> Iterator[tuple[str | None, str]]:
    """Page and section of each citation; ``own`` is the page that a mere "section 3" means."""
    for found in CITATION.finditer(joined(text)):
        pages: list[str | None]
        if found["name"]:
            pages = [page_of(found["name"])]
        elif found["names"]:
            pages = [page_of(name) for name in re.split(r", | and ", found["names"])]
        else:
            pages = list(TEXTS) if found["all"] else [own]
        numbers = found["numbers"] or found["before"] or found["all"] or found["alone"]
        for section in listed(numbers):
            yield from ((page, section) for page in pages)


def files() -> Iterator[Path]:
    yield from sorted(ROOT.glob("*.md"))
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in READ and path != HERE and "__pycache__" not in path.parts:
                yield path


# "game" and "chip_events" are of this house; no text has them
SOURCED = [name for name in OPTIONS if name not in ("game", "chip_events")]


@cache
def citations() -> tuple[Citation, ...]:
    return tuple(
        Citation(path.relative_to(ROOT).as_posix(), page, section)
        for path in files()
        for page, section in cited(
            path.read_text(encoding="utf-8"), path.stem if path.parent == ROOT / FOLDER else None
        )
    )


def slug(heading: str) -> str:
    """The anchor that a heading has of itself."""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")


def anchors(path: Path) -> list[str]:
    return ANCHOR.findall(path.read_text(encoding="utf-8"))


def sections_of(page: str) -> set[str]:
    path = ROOT / FOLDER / f"{page}.md"
    return set(anchors(path)) if path.exists() else set()


# ---------------------------------------------------------------------- what a citation looks like


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(xiamen 3.5, 4 and 5)", [("xiamen", "3.5"), ("xiamen", "4"), ("xiamen", "5")]),
        ("super_bingo 4 to 6.", [("super_bingo", "4"), ("super_bingo", "5"), ("super_bingo", "6")]),
        ("(piquet 3-4, 7.9)", [("piquet", "3"), ("piquet", "4"), ("piquet", "7.9")]),
        ("wuhan.md 3.2-3.4", [("wuhan", "3.2"), ("wuhan", "3.3"), ("wuhan", "3.4")]),
        ("Shouhai Mighty, section 4.1)", [("shouhai_mighty", "4.1")]),
        ("# wuhan sections 2\n#  and 8", [("wuhan", "2"), ("wuhan", "8")]),
        ("Ninety-Nine rules (section 7.9)", [("ninety_nine", "7.9")]),
        ("section 7 of sanma_base, birds", [("sanma", "7"), ("toriuchi", "7")]),
        ("wuhan.md 7 and so on", [("wuhan", "7")]),
        ("section 1 of each", [(page, "1") for page in TEXTS]),
        ("as in section 5, or [section 6](rules/sanma.md#6)", [(None, "5")]),
        ("Xiamen 500 of seed 1, in sanma 1m, kawuxing 1,000, sanma 3 %", []),
        ("super_bingo, 1 and Lot(BINGO, 1), toriuchi 2p", []),
    ],
)
def test_a_citation_is_found(text: str, told: list[tuple[str | None, str]]) -> None:
    assert list(cited(text)) == told


def test_there_are_citations_in_all_parts() -> None:
    parts = {citation.where.split("/")[0] for citation in citations()}
    assert parts >= {"_fast", "tests", "docs"}
    assert len(citations()) > 350


# ----------------------------------------------------------------------------- they lead somewhere


def test_the_table_names_every_page() -> None:
    assert {path.stem for path in (ROOT / FOLDER).glob("*.md")} == set(TEXTS)


@pytest.mark.parametrize("page", TEXTS)
def test_citations_lead_to_a_section(page: str) -> None:
    mine = [citation for citation in citations() if citation.page == page]
    assert mine
    assert [citation for citation in mine if citation.section not in sections_of(page)] == []


def test_every_cited_section_names_its_text() -> None:
    assert [citation for citation in citations() if citation.page is None] == []


@pytest.mark.parametrize("name", SOURCED)
def test_section_of_an_option_exists(name: str) -> None:
    ((page, section),) = cited(OPTIONS[name].section)
    assert page is not None and section in sections_of(page)


# ------------------------------------------------------------------------------ the pages of rules


@pytest.mark.parametrize("page", TEXTS)
def test_anchors_of_a_page(page: str) -> None:
    """None twice, and each numbered heading has its own, just before it."""
    text = (ROOT / FOLDER / f"{page}.md").read_text(encoding="utf-8")
    found = ANCHOR.findall(text)
    assert len(found) == len(set(found))
    numbered = re.findall(rf"^#+ ({NUMBER})\.? ", text, re.MULTILINE)
    led = re.findall(rf'^<a id="({NUMBER})"></a>\n#+ \1\.? ', text, re.MULTILINE)
    assert numbered and numbered == led


def table_rows(text: str) -> Iterator[tuple[str, str]]:
    """Last cell of the head, and last cell, of each row of the tables."""
    head = ""
    for line in text.splitlines():
        cell = line.rstrip(" |").rpartition("| ")[2]
        if not line.startswith("|"):
            head = ""
        elif not head:
            head = cell
        elif set(cell) - set("-: |"):
            yield head, cell


@pytest.mark.parametrize("page", TEXTS)
def test_options_of_a_page_exist(page: str) -> None:
    """Where a column is headed by "option", it names one, and values that it takes."""
    text = (ROOT / FOLDER / f"{page}.md").read_text(encoding="utf-8")
    for head, cell in table_rows(text):
        if "option" not in head or not (named := re.findall(r"`(\w+)(?:: ([^`]+))?`", cell)):
            continue
        assert ALIASES.get(named[0][0], named[0][0]) in OPTIONS, cell
        for name, value in named:
            if value:
                OPTIONS[ALIASES.get(name, name)].check(parse_value(value))


# ------------------------------------------------------------------------------------------- links


@pytest.mark.parametrize(
    "page",
    [*sorted(ROOT.glob("*.md")), *sorted(CARDS.glob("*.md")), *sorted(DOCS.rglob("*.md"))],
    ids=lambda path: path.name,
)
def test_links_lead_to_a_page_and_an_anchor(page: Path) -> None:
    for link, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        target = page.parent / link if link else page
        assert target.exists(), link
        if anchor:
            headings = map(slug, HEADING.findall(target.read_text(encoding="utf-8")))
            assert anchor in {*anchors(target), *headings}, f"{link}#{anchor}"


def test_links_of_the_option_table() -> None:
    rows = option_table().splitlines()[2:]
    links = [LINK.search(row) for row in rows if row.split("`")[1] in SOURCED]
    assert len(links) == len(SOURCED) and all(links)
    assert {link[1] for link in links if link} == {f"{FOLDER}/{page}.md" for page in TEXTS}


def test_the_command_names_the_section(shell: Shell) -> None:
    told = {}
    for form in ("", "--docs", "--json"):
        told[form] = shell.says("rules", "super_bingo", *filter(None, [form]))
    assert re.search(r"^  tulip  .* \[bingo 6\.1\]$", told[""], re.MULTILINE)
    assert re.search(r"^\| `tulip` .*#6\.1\) \|$", told["--docs"], re.MULTILINE)
    assert json.loads(told["--json"])["rule_text"]["tulip"] == "bingo 6.1"


def test_link_to_a_citation() -> None:
    assert link_to("birds 8.11") == "[birds 8.11](docs/rules/toriuchi.md#8.11)"
    assert link_to("ninety-nine 3") == "[ninety-nine 3](docs/rules/ninety_nine.md#3)"
    assert link_to("our table") == "our table" and link_to("our table 3") == "our table 3"
