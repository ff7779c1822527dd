"""Write the tables of docs/environments.md again from those that the environments use.

    python tools/environments_page.py

Run it after a change of envs/environment_page.py; a test compares the page with it.
"""

import re
from pathlib import Path

from shugi.envs import environment_page as tables

PAGE = Path(__file__).resolve().parent.parent / "docs" / "environments.md"
TABLES = {
    "settings": tables.settings_table([tables.FIXED, *tables.SHARED]),
    "turns": tables.settings_table(tables.TURNS),
    "seat": tables.settings_table(tables.SEAT),
    "many": tables.settings_table(tables.MANY),
    "infos": tables.infos_table(),
}


def filled(page: str) -> str:
    """The page with every table written anew between its marks."""
    for name, table in TABLES.items():
        marked = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        page, found = marked.subn(lambda m, table=table: f"{m[1]}{table}\n{m[2]}", page)
        if found != 1:
            raise SystemExit(f"{PAGE}: needs one pair of marks <!-- {name} --> and <!-- end -->")
    return page


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
