"""The words of the page, and what it needs to name tiles and cards in its language."""

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from shugi._fast.core.card_actions import CARD_NAMES
from shugi._fast.core.tiles import CODE_NAMES, kind_of
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.games import FOLDER
from shugi.envs.drawing.faces import KAN_TILES, WILD
from shugi.envs.drawing.shapes import sort_of

SHARED = Path(str(resources.files("shugi.table") / "words.tsv"))


@cache
def languages() -> dict[str, dict[str, str]]:
    """Each language's sentences by their keys.

    A row of ``words.tsv`` is a key and its sentence in every language; the rooms of games have
    such a table of their own.
    """
    sentences: dict[str, dict[str, str]] = {}
    for path in (SHARED, *sorted(FOLDER.glob("*/words.tsv"))):
        rows = [row.split("\t") for row in path.read_text(encoding="utf-8").splitlines()]
        for column, language in enumerate(rows[0][1:], 1):
            sentences.setdefault(language, {}).update({row[0]: row[column] for row in rows[1:]})
    return sentences


def words_of(rules: Rules) -> dict[str, Any]:
    """Cards by number, or tiles by code: what is special, number, suit; wild and kan tiles."""
    if "plays_cards" in rules.traits:
        return {"cards": list(CARD_NAMES), "wild": None, "kan": []}
    tiles = {str(code): _tile(code) for code in CODE_NAMES}
    return {"tiles": tiles, "wild": WILD, "kan": list(KAN_TILES)}


def _tile(code: int) -> tuple[str, str, str]:
    name, kind = CODE_NAMES[code], kind_of(code)
    if kind is None:
        plain = "5m" if sort_of(code) == "aside" else name
        return (sort_of(code) if plain == "5m" else "", plain[0], plain[1])
    if kind < 27:
        return (sort_of(code), str(kind % 9 + 1), "mps"[kind // 9])
    return (sort_of(code), "", f"{kind - 26}z")
