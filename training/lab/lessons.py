"""The words of pages that teach decisions, and the house rules that bear upon each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shugi._fast.rules.compile import Rules, game_options
from shugi._fast.rules.options import OPTIONS
from shugi._fast.rules.texts import link_to
from shugi._fast.tables.option_types import show
from shugi.envs.common.documents import parse_yaml

FILE = Path(__file__).with_name("lessons.yaml")
GLOSSARY = "../glossary.md"
NOTHING: tuple[Any, ...] = (False, None, 0, "none", "off", [])


@dataclass(frozen=True)
class Lesson:
    """Of one class of decisions.

    ``about``: Markdown, with ``{glossary}`` for the page of words. ``options``: of a rule set,
    those that may move the line between acting and not.
    """

    title: str
    act: str
    other: str
    about: str
    options: tuple[str, ...]


def _read() -> dict[str, Lesson]:
    told = parse_yaml(FILE.read_text(encoding="utf-8"), FILE.name)
    return {name: Lesson(**own | {"options": tuple(own["options"])}) for name, own in told.items()}


LESSONS: Mapping[str, Lesson] = _read()


@dataclass(frozen=True)
class HouseRule:
    """An option in a rule set."""

    name: str
    value: str
    usual: str
    meaning: str
    link: str
    """Of the rule text, from the root of the repository; empty without one."""

    @property
    def changed(self) -> bool:
        return self.value != self.usual


def house_rules(rules: Rules, name: str) -> Iterator[HouseRule]:
    """The options that bear upon a class: those that are on or differ from what is usual."""
    usual = game_options(rules.game)
    for option in LESSONS[name].options:
        row, value = OPTIONS[option], rules.options[option]
        off = value in NOTHING or (isinstance(value, list) and not any(value))
        changed = value != usual[option] and not isinstance(value, list)
        if rules.game in row.games and (changed or not off):
            link = link_to(row.section)
            yield HouseRule(option, show(value), show(usual[option]), row.meaning, link)
