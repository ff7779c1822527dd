"""The pages of docs/strategy/, made again, and the table of its index.

    python tools/strategy.py                         # every page that is there
    python tools/strategy.py super_bingo --minutes 10

Each is made by `shugi explain`, whose studies are kept in runs/strategy: what was stopped goes on.
Rule sets whose agent has changed begin anew. The index keeps the rows of pages that are not made.
"""

import argparse
import contextlib
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

from shugi.envs.rules import load_rules
from shugi.training.commands.cli import main as shugi
from shugi.training.commands.explain import usual_agent
from shugi.training.lab.lessons import LESSONS
from shugi.training.lab.study import folder_name

ROOT = Path(__file__).resolve().parent.parent
FOLDER, STUDIES = ROOT / "docs" / "strategy", ROOT / "runs" / "strategy"
INDEX = FOLDER / "index.md"
BEGIN, END = "<!-- pages -->", "<!-- end -->"
HEADS = ("page", "agent", "decision", "comes up", "better", "a mistake costs", "agreement")
RULE = f"| --- | --- | --- |{' ---: |' * (len(HEADS) - 3)}"


def explained(rules: str, minutes: float | None) -> dict[str, Any] | None:
    """What `shugi explain` finds, and its page; None where it was stopped."""
    agent = usual_agent(load_rules(rules))
    study = STUDIES / f"{rules}-{folder_name(agent)}"
    words = ["explain", rules, "--folder", str(study), "--out", str(FOLDER)]
    words += ["--json"] if minutes is None else ["--json", "--minutes", str(minutes)]
    answer = io.StringIO()
    with contextlib.redirect_stdout(answer):
        status = shugi(words)
    if status not in (0, 130):
        sys.exit(status)
    found: dict[str, Any] | None = None if status else json.loads(answer.getvalue())
    return found


def rows(found: dict[str, Any]) -> list[str]:
    """A row of the index for each class that has positions enough."""
    name, shown = found["rules"], []
    for one in found["classes"]:
        if "agreement" not in one:
            continue
        better, worse = one["better"]["mean"], one["worse"]["mean"]
        missed = one["not_acting_where_acting_is_better"]["mean"]
        rash = one["acting_where_it_is_worse"]["mean"]
        lesson = LESSONS[one["class"]]
        cells = [
            f"[{found['title']}]({name}.md)",
            f"`{found['agent']}`",
            f"[{lesson.title}]({name}.md#{lesson.title.lower().replace(' ', '-')})",
            f"{one['hands_per_1000']:.3g}",
            f"{better:.0%}, {worse:.0%}",
            " / ".join("–" if cost is None else f"{cost:.1f}" for cost in (missed, rash))
            + f" {one['unit']}",
            f"{one['agreement']['mean']:.0%}",
        ]
        shown.append(f"| {' | '.join(cells)} |")
    return shown


def indexed(text: str, made: dict[str, list[str]]) -> str:
    """The index with the rows of pages made; others stay as they were."""
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    kept: dict[str, list[str]] = {}
    for line in old.splitlines():
        if page := re.match(r"\| \[[^\]]*\]\((\w+)\.md\)", line):
            kept.setdefault(page[1], []).append(line)
    lines = [row for name in sorted(kept | made) for row in (kept | made)[name]]
    table = "\n".join([f"| {' | '.join(HEADS)} |", RULE, *lines])
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rules", nargs="*", help="rule sets (default: those that have a page)")
    parser.add_argument("--minutes", type=float, help="of each; the same command goes on")
    given = parser.parse_args()
    pages = sorted(page.stem for page in FOLDER.glob("*.md") if page != INDEX)
    stopped = False
    for name in given.rules or pages:
        found = explained(name, given.minutes)
        stopped |= found is None
        if found is not None:
            text = indexed(INDEX.read_text("utf-8"), {found["rules"]: rows(found)})
            INDEX.write_text(text, encoding="utf-8")
    return 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
