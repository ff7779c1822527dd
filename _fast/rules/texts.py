"""The rule texts that options and comments cite, by name: ``docs/rules/``.

A citation is a name and a section: "sanma 3.3", "Super Bingo section 8.43".  Each section of a page
has an anchor of its number.  tests/repo/test_citations.py follows every citation of the repository.
"""

import re

from shugi._fast.rules.games import GAMES

TEXTS: dict[str, tuple[str, ...]] = {
    # page: what it is called in citations; the first is the name in the option tables
    "sanma": ("sanma", "sanma_base", "plain sanma"),
    "riichi": ("riichi",),
    "super_bingo": ("bingo", "super_bingo"),
    "flying_fish": ("fish", "flying_fish"),
    "shouhai_mighty": ("mighty", "shouhai_mighty"),
    "toriuchi": ("birds", "toriuchi"),
    "hangzhou": ("hangzhou",),
    "xiamen": ("xiamen", "quanzhou"),
    "wuhan": ("wuhan",),
    "kawuxing": ("kawuxing",),
    "piquet": ("piquet",),
    "ninety_nine": ("ninety-nine",),
}
FOLDER = "docs/rules"
TEXTS |= {game: (game,) for game in GAMES if game not in TEXTS}
_CITED = re.compile(r"(\D+) (\d+(?:\.\d+)?)")


def _plain(name: str) -> str:
    return re.sub(r"[-_\s]+", " ", name).lower()


_PAGE_OF = {_plain(name): page for page, names in TEXTS.items() for name in names}


def page_of(name: str) -> str | None:
    """The page of a rule text, however its name is written; None: there is no such text."""
    return _PAGE_OF.get(_plain(name))


def link_to(citation: str) -> str:
    """A citation such as "sanma 3.3" as a Markdown link from the root of the repository.

    A text that cites nothing of ``docs/rules/`` is returned as it is.
    """
    found = _CITED.fullmatch(citation)
    page = page_of(found[1]) if found else None
    if found is None or page is None:
        return citation
    return f"[{citation}]({FOLDER}/{page}.md#{found[2]})"
