"""The findings of docs/strategy/, made again, and the pages that are made from them.

    python tools/strategy.py                         # every rule set that has findings
    python tools/strategy.py super_bingo --minutes 10
    python tools/strategy.py --pages build/strategy  # pages and pictures, without play

`shugi explain` makes the findings, and keeps its studies in runs/strategy: what was stopped goes
on.  Rule sets whose agent has changed begin anew.  The site makes all pages; one of them lies in
docs/strategy too, for readers of the repository.
"""

import argparse
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

from shugi.commands.cli import main as shugi
from shugi.commands.explain import usual_agent
from shugi.envs.common.markdown import table
from shugi.envs.rulesets.rules import load_rules
from shugi.training.lab.findings import PLAIN, Findings, compact
from shugi.training.lab.lessons import LESSONS
from shugi.training.lab.strategy_page import write_page
from shugi.training.lab.study import folder_name

ROOT = Path(__file__).resolve().parent.parent
FOLDER, STUDIES = ROOT / "docs" / "strategy", ROOT / "runs" / "strategy"
DATA = FOLDER / "findings"
SAMPLE = "super_bingo"  # whose page lies in the repository
BEGIN, END = "<!-- pages -->", "<!-- end -->"
HEADS = ("page", "agent", "decision", "comes up", "better", "a mistake costs", "agreement")


def explain(rules: str, minutes: float | None) -> dict[str, Any] | None:
    """What `shugi explain` finds; None where it was stopped."""
    agent = usual_agent(load_rules(rules))
    study = STUDIES / f"{rules}-{folder_name(agent)}"
    words = ["explain", rules, "--folder", str(study), "--json"]
    words += [] if minutes is None else ["--minutes", str(minutes)]
    answer = io.StringIO()
    with contextlib.redirect_stdout(answer):
        status = shugi(words)
    if status not in (0, 130):
        sys.exit(status)
    if status:
        return None
    answered = json.loads(answer.getvalue())
    findings: dict[str, Any] = {name: answered[name] for name in ("rules", *PLAIN, "classes")}
    for one in findings["classes"]:
        one.pop("house_rules", None)  # a page takes them from the rule set as it is
    return findings


def read_findings(name: str) -> dict[str, Any]:
    """The findings of a rule set."""
    findings: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return findings


def names() -> list[str]:
    return sorted(path.stem for path in DATA.glob("*.json"))


def rows(findings: dict[str, Any]) -> list[list[str]]:
    """A row of the index for each class that has positions enough."""
    name, shown = findings["rules"], []
    for one in findings["classes"]:
        if "agreement" not in one:
            continue
        better, worse = one["better"]["mean"], one["worse"]["mean"]
        missed = one["not_acting_where_acting_is_better"]["mean"]
        rash = one["acting_where_it_is_worse"]["mean"]
        lesson = LESSONS[one["class"]]
        cells = [
            f"[{findings['title']}]({name}.md)",
            f"`{findings['agent']}`",
            f"[{lesson.title}]({name}.md#{lesson.title.lower().replace(' ', '-')})",
            f"{one['hands_per_1000']:.3g}",
            f"{better:.0%}, {worse:.0%}",
            " / ".join("–" if cost is None else f"{cost:.1f}" for cost in (missed, rash))
            + f" {one['unit']}",
            f"{one['agreement']['mean']:.0%}",
        ]
        shown.append(cells)
    return shown


def index_with(text: str, lines: list[list[str]]) -> str:
    """The index with its table."""
    before, rest = text.split(BEGIN)
    return f"{before}{table(HEADS, lines, len(HEADS) - 3)}{rest.split(END)[1]}"


def write_pages(folder: Path) -> list[str]:
    """Write every page, its pictures and the index. Returns: the names of the pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names():
        write_page(folder, name, Findings.from_json(read_findings(name)))
    lines = [row for name in names() for row in rows(read_findings(name))]
    text = index_with((FOLDER / "index.md").read_text("utf-8"), lines)
    (folder / "index.md").write_text(text, encoding="utf-8")
    return names()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rules", nargs="*", help="rule sets (default: those that have findings)")
    parser.add_argument("--minutes", type=float, help="of each; the same command goes on")
    parser.add_argument("--pages", type=Path, metavar="DIR", help="only write the pages to DIR")
    given = parser.parse_args()
    if given.pages is not None:
        write_pages(given.pages)
        return 0
    stopped = False
    for name in given.rules or names():
        findings = explain(name, given.minutes)
        stopped |= findings is None
        if findings is not None:
            (DATA / f"{name}.json").write_text(compact(findings), encoding="utf-8")
            if name == SAMPLE:
                write_page(FOLDER, name, Findings.from_json(findings))
    return 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
