"""Write the tables of documentation pages again from what the code uses.

    python tools/page_tables.py              # of every page
    python tools/page_tables.py position     # of docs/position.md

A table stands between <!-- its name --> and <!-- end -->.  Tests compare the pages with the code.
"""

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from shugi._fast.check.tables import COMMON_SEAT, COMMON_STATE, LAST_FIELDS, OWN_SEAT, OWN_STATE
from shugi._fast.tables.field import NEVER, Field
from shugi._fast.view.layouts import LAYOUTS
from shugi.agents.standing import StandingFit, fit_of
from shugi.envs import environment_page as environments
from shugi.envs.common.markdown import table
from shugi.envs.rulesets.rules import load_rules, variants

DOCS = Path(__file__).resolve().parent.parent / "docs"


# ---- observation.md


def observation() -> dict[str, str]:
    tables = {
        f"{layout.name}: {part}": _rows(rows)
        for layout in LAYOUTS.values()
        for part, rows in (
            ("planes", layout.plane_rows),
            ("globals", layout.global_rows),
            ("history", layout.history_rows),
            ("oracle", layout.oracle_rows),
        )
    }
    blocks = [item for layout in LAYOUTS.values() for item in layout.blocks.items()]
    cells = [(f"`{name}`", ", ".join(f"`{row}`" for row in rows)) for name, rows in blocks]
    return {"blocks": table(("block", "rows"), cells), **tables}


def _rows(rows: Sequence[Mapping[str, Any]]) -> str:
    names = ("offset", "size", "scale", "meaning")
    cells = [(f"`{row['name']}`", *(row[name] for name in names)) for row in rows]
    return table(("row", "from", "size", "scale", "meaning"), cells)


# ---- position.md


def position() -> dict[str, str]:
    common = {**COMMON_STATE, "last": LAST_FIELDS}
    sections = ("game", "round", "turn", "wall", "last")
    rows = [row for name in sections for row in _entries(f"`{name}`", common[name])]
    rows += _entries("`table`", OWN_STATE["table"])
    rows += _entries("`seat0`, ...", [*COMMON_SEAT["seat"], *OWN_SEAT["table"]])
    return {"entries": table(("section", "entry", "key", "meaning"), rows)}


def _entries(section: str, fields: Iterable[Field]) -> Iterator[tuple[str, ...]]:
    for field in fields:
        if field.word is not None and field.told != NEVER:
            yield section, f"`{field.word or field.name}`", f"`{field.name}`", field.meaning


# ---- standing.md

PRICES = ("rules", "1,000 points", "the deal", "a marker, or a game won", "explained", "slope")


def standing_table() -> dict[str, str]:
    fits = {}
    for variant in variants():
        fit = fit_of(load_rules(variant.name))
        if fit is not None:
            fits[fit.rules] = fit
    return {"prices": table(PRICES, map(_prices, fits.values()), numbers=5)}


def _prices(fit: StandingFit) -> Sequence[str]:
    prices = {price.name: f"{price.value:+.2f} ± {price.error:.2f}" for price in fit.prices}
    return (
        f"`{fit.rules}`, in {fit.unit}",
        prices.get("1,000 points", ""),
        prices.get("the deal", ""),
        prices.get("a marker", prices.get("a game won", "")),
        f"{fit.explained:.1%}" if fit.slope else "nothing",
        f"{fit.slope:.2f} ± {fit.slope_error:.2f}" if fit.slope else "",
    )


# ---- environments.md


def environment_tables() -> dict[str, str]:
    shared = [environments.FIXED, *environments.SHARED]
    return {
        "settings": environments.settings_table(shared),
        "turns": environments.settings_table(environments.TURNS),
        "seat": environments.settings_table(environments.SEAT),
        "many": environments.settings_table(environments.MANY),
        "infos": environments.infos_table(),
    }


PAGES = {
    "environments": environment_tables,
    "observation": observation,
    "position": position,
    "standing": standing_table,
}


def fill(name: str) -> str:
    """A page with every table written anew between its marks."""
    path = DOCS / f"{name}.md"
    page = path.read_text(encoding="utf-8")
    for mark, content in PAGES[name]().items():
        marked = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end -->)", re.DOTALL)
        page, found = marked.subn(lambda m, text=content: f"{m[1]}{text}\n{m[2]}", page)
        if found != 1:
            raise SystemExit(f"{path}: needs one pair of marks <!-- {mark} --> and <!-- end -->")
    return page


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"of {', '.join(PAGES)}")
    for name in parser.parse_args().pages or PAGES:
        if name not in PAGES:
            parser.error(f"{name!r} has no such tables; these have: {', '.join(PAGES)}")
        (DOCS / f"{name}.md").write_text(fill(name), encoding="utf-8")


if __name__ == "__main__":
    main()
