"""What is known of the decisions of a rule set as a page to learn from: Markdown and pictures."""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shugi._fast.rules.compile import Rules
from shugi.envs.common.files import write_atomically
from shugi.training.decisions.classes import CLASSES
from shugi.training.decisions.countable import Count, counts_of
from shugi.training.judge.estimate import Estimate, Share
from shugi.training.judge.picture import picture
from shugi.training.judge.web import render
from shugi.training.lab.explain import ENOUGH, Explained, Leaf
from shugi.training.lab.findings import Findings, Rare
from shugi.training.lab.lessons import GLOSSARY, LESSONS, HouseRule, Lesson, house_rules
from shugi.training.lab.maps import Cell, Map, Panel, steps
from shugi.training.lab.tree import TreeNode
from shugi.training.terminal.interval import interval, mean_and_half

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAGES = Path(__file__).parent / "pages"
PICTURES = "pictures"
MOST_RULES = 8
PALE = "#eeeeee"
STRONG = 0.6  # of the largest worth: a cell so dark that its text is white


def write_page(folder: Path, name: str, findings: Findings) -> Path:
    """Write ``folder/NAME.md`` and its pictures in ``folder/pictures``.

    Args:
        folder: made if it is not there.
        name: of the page, without its ending.
        findings: what is shown.

    Returns:
        the page's path.

    Raises:
        UserError: matplotlib is not installed.
        OSError: the folder cannot be written.
    """
    made = findings.made
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    for old in CLASSES:  # of an earlier page, which may have had more
        for picture_of in (folder / PICTURES).glob(f"{name}_{old.name}_?.svg"):
            picture_of.unlink()
    sections = []
    for finding in findings.classes:
        lesson = LESSONS[finding.name]
        section: dict[str, Any] = {
            "name": finding.name,
            "lesson": lesson,
            "about": lesson.about.format(glossary=GLOSSARY),
            "rules": _rules(made.rules, finding.name),
            "rare": finding if isinstance(finding, Rare) else None,
        }
        if isinstance(finding, Explained):
            counts = counts_of(made.rules, finding.name)
            pictures = _pictures(finding, lesson, counts, folder, name)
            section |= {"one": finding, "told": facts_of(finding, lesson), "pictures": pictures}
            section["tree"] = "\n".join(tree_lines(finding, lesson, counts))
            section["agreed"] = agreement_text(finding)
            section["costs"] = costs(finding)
        sections.append(section)
    path = folder / f"{name}.md"
    text = render("strategy.md", PAGES, made=made, sections=sections, glossary=GLOSSARY)
    write_atomically(path, text.encode())
    return path


# ---- words, which the terminal shows too


def facts_of(one: Explained, lesson: Lesson) -> list[tuple[str, str]]:
    """How often it comes up, who is right, and what a mistake costs: names and numbers."""
    close = one.better.of - one.better.count - one.worse.count
    seen, unit = one.rates, one.unit
    mistakes = {
        f"not to {lesson.act} where it is better costs": one.missed,
        f"to {lesson.act} where it is not costs": one.rash,
    }
    return [
        (
            "comes up",
            f"{number(seen.per_1000_hands)} times in 1,000 hands of a player, "
            f"in {number(seen.hands_per_1000)} of them",
        ),
        (f"to {lesson.act} is clearly better", percent(one.better.mean)),
        (f"to {lesson.act} is clearly worse", percent(one.worse.mean)),
        ("too close to call", percent(close / one.better.of)),
        (f"the agent chooses to {lesson.act}", percent(one.acts)),
        (f"to {lesson.act} gains, on average", f"{interval(one.worth)} {unit}"),
        *(
            (words, f"{_cost(value)} {unit}")
            for words, value in mistakes.items()
            if math.isfinite(value.mean)  # there are such positions
        ),
        (
            "the agent's own mistakes cost, each decision",
            f"{_cost(one.cost)} {unit}, or up to {one.slack:.2f} more",
        ),
        ("... in 1,000 hands", f"{number(one.per_1000_hands)} {unit}"),
    ]


def agreement_text(one: Explained) -> str:
    """How well the tree stands for the agent, in a sentence or two."""
    share = one.agreement
    leaves = "1 leaf" if len(one.leaves) == 1 else f"{len(one.leaves)} leaves"
    enough = (
        "That is nine of ten or more."
        if share.mean >= ENOUGH
        else "That is short of nine of ten: the agent looks at more than these numbers."
    )
    return (
        f"The rule has {leaves} and was fitted to what the agent does at {one.fitted:,} positions. "
        f"At {share.of:,} positions of other games it agrees with the agent in {between(share)}. "
        f"{enough} With the side that play-outs found better the rule agrees in "
        f"{percent(one.tree_right.mean)}, and the agent in {percent(one.agent_right.mean)}."
    )


def tree_lines(one: Explained, lesson: Lesson, counts: Mapping[str, Count]) -> Iterator[str]:
    """The tree as a nested list, line by line in Markdown.

    Args:
        one: the class, with its tree.
        lesson: the words for acting and not.
        counts: by name, the words for the numbers that the tree asks for.
    """
    leaves = iter(one.leaves)
    if one.tree.branches() is None:
        yield f"* always: {_leaf(next(leaves), lesson, one.unit)}"
        return
    yield from _branch(one.tree, leaves, lesson, counts, one.unit, "")


def _branch(
    node: TreeNode,
    leaves: Iterator[Leaf],
    lesson: Lesson,
    counts: Mapping[str, Count],
    unit: str,
    indent: str,
) -> Iterator[str]:
    for below, branch in zip((True, False), node.branches() or (), strict=False):
        words = f"{indent}* {counts[node.name].words(below, node.cut)}"
        if branch.branches() is None:
            yield f"{words}: {_leaf(next(leaves), lesson, unit)}"
        else:
            yield f"{words}, and"
            yield from _branch(branch, leaves, lesson, counts, unit, f"{indent}  ")


def _leaf(leaf: Leaf, lesson: Lesson, unit: str) -> str:
    does = lesson.act if leaf.acts else lesson.other
    if not leaf.positions:
        return f"**{does}** (no position tested)"
    share = percent(leaf.agreed / leaf.positions)
    worth = f"to {lesson.act} gains {interval(leaf.worth)} {unit}"
    against = leaf.worth.high < 0 if leaf.acts else leaf.worth.low > 0
    doubt = "; **play-outs say otherwise**" if against else ""
    return f"**{does}** ({leaf.positions} positions; the agent does so in {share}; {worth}{doubt})"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def between(share: Share) -> str:
    """A share with its interval."""
    low, high = share.interval
    return f"{percent(share.mean)} ({100 * low:.0f} to {100 * high:.0f} %)"


def _cost(value: Estimate) -> str:
    return interval(value, sign="-") or "?"


def number(value: float) -> str:
    """Three digits, or all that stand before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def costs(one: Explained) -> list[tuple[str, str, str]]:
    return [
        (name, _cost(own.side), "" if own.whole is None else _cost(own.whole))
        for name, own in one.costs.items()
    ]


def _rules(rules: Rules, name: str) -> list[str]:
    """Those that this table has changed come first."""
    found = sorted(house_rules(rules, name), key=lambda rule: not rule.changed)
    return [_rule(rule) for rule in found[:MOST_RULES]]


def _rule(rule: HouseRule) -> str:
    usual = f" (usually `{rule.usual}`)" if rule.changed else ""
    link = f" ({rule.link.replace('](docs/', '](../')})" if rule.link else ""
    return f"`{rule.name}` is `{rule.value}`{usual}: {rule.meaning}{link}"


# ---- pictures


def _pictures(
    one: Explained, lesson: Lesson, counts: Mapping[str, Count], folder: Path, name: str
) -> list[tuple[str, str]]:
    """Alternative texts and paths of the pictures, which are written."""
    pictures = []
    for number, chart in enumerate(one.maps, start=1):
        rows, columns = counts[chart.rows], counts[chart.columns]
        path = f"{PICTURES}/{name}_{one.name}_{number}.svg"

        def draw(figure: "Figure", chart: Map = chart) -> None:
            _draw(figure, chart, one, lesson, counts)

        write_atomically(folder / path, (picture(draw) + "\n").encode())
        alt = (
            f"{lesson.title}: what it is worth to {lesson.act}, by {rows.title} and {columns.title}"
        )
        pictures.append((alt, path))
    return pictures


def _draw(
    figure: "Figure", chart: Map, one: Explained, lesson: Lesson, counts: Mapping[str, Count]
) -> None:
    cells = [cell for panel in chart.panels for cell in panel.cells]
    most = max((abs(cell.worth.mean) for cell in cells if is_sure(cell)), default=1.0)
    rows, columns = counts[chart.rows], counts[chart.columns]
    names = steps(rows, chart.row_cuts), steps(columns, chart.column_cuts)
    many = figure.subplots(1, len(chart.panels), sharey=True, squeeze=False)[0]
    for axes, panel in zip(many, chart.panels, strict=True):
        _draw_panel(axes, panel, names, (rows.title, columns.title), most, one.unit, lesson)
    many[0].set_ylabel(rows.title)
    title = f"to {lesson.act} gains, {one.unit}; blue: better, red: worse, gray: too close to call"
    figure.suptitle(title, fontsize="medium")


def is_sure(cell: Cell) -> bool:
    """Whether its interval does not hold zero."""
    return abs(cell.worth.mean) > cell.worth.half


def _draw_panel(
    axes: "Axes",
    panel: Panel,
    names: tuple[list[str], list[str]],
    titles: tuple[str, str],
    most: float,
    unit: str,
    lesson: Lesson,
) -> None:
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    axes.set_xlim(-0.5, len(names[1]) - 0.5)
    axes.set_ylim(-0.5, len(names[0]) - 0.5)
    for cell in panel.cells:
        mean, half = cell.worth.mean, cell.worth.half
        words = (
            f"{titles[0]}: {names[0][cell.row]}; {titles[1]}: {names[1][cell.column]}; "
            f"to {lesson.act} gains {interval(cell.worth)} {unit}; {cell.positions} positions; "
            f"the agent does so in {percent(cell.acts)}"
        )
        color = colormaps["RdBu"](0.5 + 0.45 * mean / most) if is_sure(cell) else PALE
        corner = cell.column - 0.5, cell.row - 0.5
        axes.add_patch(Rectangle(corner, 1, 1, facecolor=color, edgecolor="white", label=words))
        ink = "black" if is_sure(cell) else "gray"
        ink = "white" if is_sure(cell) and abs(mean) > STRONG * most else ink
        text = mean_and_half(mean, half, 1).replace(" ", "\n", 1)
        axes.text(
            cell.column, cell.row, text, ha="center", va="center", color=ink, fontsize="small"
        )
    axes.set_xticks(range(len(names[1])), names[1])
    axes.set_yticks(range(len(names[0])), names[0])
    axes.set_xlabel(titles[1])
    found = f"{panel.positions} positions"
    axes.set_title(f"{panel.title} ({found})" if panel.title else found, fontsize="medium")
