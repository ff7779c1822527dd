"""Build the documentation site in build/site: the pages of docs/, and pages made from the code.

    python tools/site.py

Made are a page for each environment (a hand played by the rule baseline, its docstring, its
options), the strategy pages, the reference of the public modules, the cards of the trained agents,
and the pages of the repository's root. Any warning of Sphinx, a link that leads nowhere among them,
ends with status 1.
"""

import html
import io
import re
import shutil
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
from PIL import Image
from sphinx.cmd.build import build_main

from shugi._fast.rules.compile import Rules
from shugi.agents import Baseline
from shugi.agents.base import Observation
from shugi.envs import Batch, load_rules
from shugi.envs.common.markdown import table
from shugi.envs.drawing import display
from shugi.envs.environments import ENVIRONMENTS, TABLE, Environment

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))  # -P keeps it off the path

import site_reference  # noqa: E402
import strategy  # noqa: E402

DOCS, SOURCE, SITE = ROOT / "docs", ROOT / "build" / "site_source", ROOT / "build" / "site"
FRAMES, EACH = 45, 700  # decisions of the hand that is shown, milliseconds of each
SIZE = (560, 420)
GAMES = {  # rule sets that have no page of their own
    "sanma_base": "sanma",
    "riichi_tenhou": "riichi",
    "riichi_mjsoul": "riichi",
    "riichi_parlour": "riichi",
    "fierce_flying_fish": "flying_fish",
    "far_flying_fish": "flying_fish",
    "super_bingo_yunyun": "super_bingo_addons",
    "seven_rush": "super_bingo_addons",
    "seven_rush_deluxe": "super_bingo_addons",
    "super_bingo_home_run": "super_bingo_addons",
    "crazy_cherry": "super_bingo_addons",
    "super_bingo_atama": "super_bingo_calls",
    "quanzhou": "xiamen",
}
CARDS = "agents/checkpoints"
OUTSIDE = {  # pages of the repository beside docs/, as the site names them
    "README.md": "front.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "examples/README.md": "examples.md",
    **{
        f"{CARDS}/{path.name}": f"cards/{path.name}" for path in sorted((ROOT / CARDS).glob("*.md"))
    },
}
LINK = re.compile(r"\]\(((?:\.\./)*)\.\./(" + "|".join(map(re.escape, OUTSIDE)) + r")(?=[)#])")
NUMBERED = re.compile(r"\]\(([\w/.]*)#(\d[\d.]*)(?=\))")
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
CHART = re.compile(r"^!\[(.*)\]\(([\w/.]+\.svg)\)$", re.MULTILINE)
PAGE = re.compile(r"\]\(([\w/]+)\.md\)")
HEAD = re.compile(r"\A---\n(.*?)\n---\n\n(# [^\n]*)\n", re.DOTALL)


def write(name: str, text: str) -> None:
    path = SOURCE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# ---- environments


def animation(rules: Rules) -> bytes:
    """A hand among baselines, all hands open, as an animated picture."""
    batch = Batch(rules, 1, seed=1, auto_reset=False, episode="hand")
    player, rng, frames = Baseline(), np.random.default_rng(1), []
    while len(frames) < FRAMES:
        picture = Image.fromarray(display.picture(batch, 0, "rgb_array"))
        frames.append(picture.resize(SIZE).quantize(64))
        if batch.done[0]:
            break
        batch.step(player.act(Observation(batch), rng))
    held = io.BytesIO()
    times = [EACH] * (len(frames) - 1) + [4 * EACH]
    frames[0].save(held, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return held.getvalue()


def options(rules: Rules) -> str:
    options = sorted(rules.options.items())
    return table(("option", "value"), [(f"`{name}`", f"`{value}`") for name, value in options])


def environment(one: Environment) -> None:
    title, _, rest = (import_module(one.import_name).__doc__ or "").strip().partition("\n")
    parts = [f"# {title.rstrip('.')}", raise_headings(rest)]
    if one.rules is not None:
        rules = load_rules(one.rules)
        (SOURCE / "environments" / f"{one.module}.gif").write_bytes(animation(rules))
        shown = f"![a hand among players of the rule baseline]({one.module}.gif)"
        game = f"[The game, and its rules](../{GAMES.get(one.rules, one.rules)}.md)"
        parts.insert(1, f"\n{shown}\n\n{game}\n")
        meant = f"`shugi rules {one.rules}` tells what they mean."
        parts.append(f"\n## All options\n\n{meant}\n\n{options(rules)}\n")
    write(f"environments/{one.module}.md", "\n".join(parts))


def raise_headings(text: str) -> str:
    """Headings of a docstring, one level below the page's title."""
    marks = [len(mark) for mark in re.findall(r"^(#+) ", text, re.MULTILINE)]
    up = min(marks, default=2) - 2
    return re.sub(r"^(#+) ", lambda found: "#" * (len(found[1]) - up) + " ", text, flags=re.M)


# ---- links


def relink(path: Path) -> str:
    """A page with its links as the site has them."""
    text = path.read_text(encoding="utf-8")
    text = LINK.sub(lambda found: f"]({found[1]}{OUTSIDE[found[2]]}", text)
    text = CHART.sub(lambda found: inline_chart(path.parent / found[2], found[1]), text)
    return NUMBERED.sub(lambda found: f"]({found[1]}#{heading(path, *found.groups())}", text)


def inline_chart(picture: Path, alt: str) -> str:
    """A chart within its page, where it answers to the pointer; in an image it does not."""
    chart = picture.read_text(encoding="utf-8").strip().replace("\n", " ")
    label = html.escape(alt)
    return f'```{{raw}} html\n<div role="img" aria-label="{label}">{chart}</div>\n```'


def heading(path: Path, page: str, number: str) -> str:
    """The anchor of the heading of a numbered section, or of the one that a numbered row is in:
    Sphinx knows no others."""
    target = DOCS / (path.relative_to(SOURCE).parent / page if page else path.relative_to(SOURCE))
    text = target.read_text(encoding="utf-8")
    found = re.search(rf'<a id="{re.escape(number)}"></a>(?:\s*#+ (.*))?', text)
    if found is None:
        return number
    above = re.findall(r"^#+ (.*)", text[: found.start()], re.MULTILINE)
    return slug(found[1] or above[-1])


def slug(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


# ---- pages of the root, and what belongs where


def front(name: str, page: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    text = re.sub(r"\]\(docs/", "](", text)
    for other, its in OUTSIDE.items():
        text = text.replace(f"]({other}", f"]({its}")
    write(page, text)


def card(name: str, page: str) -> None:
    """A page of the trained agents; the head of a card as a block below the title."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("](../../docs/", "](../")
    write(page, HEAD.sub(r"\2\n\n```yaml\n\1\n```\n", text))


def examples() -> None:
    folder = ROOT / "examples"
    text = (folder / "README.md").read_text(encoding="utf-8")
    names = re.findall(r"\]\((\w+)\.py\)", text)
    text = text.replace("](../docs/", "](")
    text = re.sub(r"\]\((\w+)\.py\)", lambda found: f"](#{anchor(found[1])})", text)
    for name in names:
        text += f"\n## {name}.py\n\n```python\n{(folder / f'{name}.py').read_text('utf-8')}```\n"
    write("examples.md", text)


def anchor(name: str) -> str:
    return f"{name}py"


def contents() -> str:
    """Tables of contents: the pages of each section of docs/index.md, in its order."""
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    text = re.sub(r"\]\(\.\./([\w/]+\.md)", lambda found: f"]({OUTSIDE[found[1]]}", text)
    titles = ["Tutorials", *SECTION.findall(text)]
    parts = dict(zip(titles, SECTION.split(text)[::2], strict=True))
    pages, seen = {}, set()
    for title, part in parts.items():
        found = dict.fromkeys(PAGE.findall(part))
        pages[title] = [
            name
            for name in found
            if name not in seen and (title != "Tutorials" or name.startswith("tutorials/"))
        ]
        seen.update(pages[title])
    own = [f"strategy/{name}" for name in strategy.names()]
    pages["Strategy"] = [*dict.fromkeys(pages["Strategy"] + own)]
    cards = [page.removesuffix(".md") for page in OUTSIDE.values() if page.startswith("cards/")]
    pages["Trained agents"] = [name for name in cards if name not in seen]
    pages["Environments"] = [f"environments/{one.module}" for one in (*ENVIRONMENTS, TABLE)]
    pages["Reference"] = [f"api/{module}" for module in site_reference.MODULES]
    return "\n".join(tree(title, names) for title, names in pages.items() if names)


def tree(title: str, names: list[str]) -> str:
    lines = "\n".join("The front page <front>" if name == "front" else name for name in names)
    return f"```{{toctree}}\n:hidden:\n:caption: {title}\n:maxdepth: 1\n\n{lines}\n```\n"


def main() -> int:
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(DOCS, SOURCE, ignore=shutil.ignore_patterns(strategy.DATA.name))
    strategy.write_pages(SOURCE / "strategy")
    for path in SOURCE.rglob("*.md"):
        path.write_text(relink(path), encoding="utf-8")
    index = SOURCE / "index.md"
    index.write_text(index.read_text(encoding="utf-8") + "\n" + contents(), encoding="utf-8")
    (SOURCE / "environments").mkdir()
    for one in (*ENVIRONMENTS, TABLE):
        environment(one)
    for module in site_reference.MODULES:
        write(f"api/{module}.md", site_reference.page(module))
    for name, page in OUTSIDE.items():
        if name.startswith(CARDS):
            card(name, page)
        elif name != "examples/README.md":
            front(name, page)
    examples()
    shutil.rmtree(SITE, ignore_errors=True)
    return int(build_main(["-b", "html", "-W", "--keep-going", "-q", str(SOURCE), str(SITE)]))


if __name__ == "__main__":
    sys.exit(main())
