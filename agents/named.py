"""The trained agents that come with the package: weights in ``checkpoints/``, each with a card.

A card is ``NAME.md``: a head of YAML between two lines ``---``, for programs, then words. Reading
cards needs no torch; ``shugi.training.run.model_card`` writes them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi._fast.rules.games import GAMES
from shugi._fast.tables.option_types import nearest
from shugi._fast.view.layouts import layout_of
from shugi.agents.base import AgentError
from shugi.envs.common.documents import DocumentError, parse_yaml
from shugi.envs.common.files import error_text, read_text
from shugi.envs.rulesets.rules import load_rules

FOLDER = Path(str(resources.files("shugi.agents"))) / "checkpoints"
MOST_BYTES = 5_000_000
MOST_CARD = 100_000
PREFIX = "checkpoint:"  # of their names among all agents
FOR_ALL = "generalist"  # learnt most rule sets, and reads the rules as numbers
FOR_PLAYOUTS = "+student"  # ends the names of small ones, which are made for play-outs
RULE = "---"
HEAD = {
    "rules": list,  # of {name, hash}
    "layout": str,
    "decisions": int,
    "updates": int,
    "weights": str,
    "result": str,
    "train": str,
    "judge": str,
}
MAY_HAVE = {"exploit": str}


@dataclass(frozen=True)
class Card:
    """The head of a card."""

    name: str
    path: Path
    """Of the weights."""
    rules: tuple[tuple[str, int], ...]
    """Rule sets that it was trained for, (name, hash); a name may come with other options again."""
    decisions: int
    result: str
    head: dict[str, Any]

    @property
    def size(self) -> int:
        return self.path.stat().st_size

    def fits(self, rules: Rules) -> bool:
        return not hashes_of(rules).isdisjoint(known for _, known in self.rules)


def hashes_of(rules: Rules) -> frozenset[int]:
    """The hashes of these rules, and of what they were earlier (``Game.earlier``)."""
    return frozenset((rules.hash, *_earlier().get(rules.hash, ())))


@lru_cache(maxsize=1)
def _earlier() -> dict[int, list[int]]:
    hashes: dict[int, list[int]] = {}
    for name, then in (item for game in GAMES.values() for item in game.earlier.items()):
        hashes.setdefault(load_rules(name).hash, []).append(load_rules(name, **then).hash)
    return hashes


def names() -> list[str]:
    """The names of all of them, in alphabetical order."""
    return sorted(path.stem for path in FOLDER.glob("*.safetensors") if path.name[0] != ".")


def first_few(names: Sequence[str]) -> str:
    """The first three of them, and how many more there are."""
    rest = len(names) - 3
    return ", ".join([*names[:3], *([f"and {rest} more"] if rest > 0 else [])])


def path_of(name: str) -> Path:
    """Raises: AgentError when there is none of that name."""
    path = FOLDER / f"{name}.safetensors"
    if name not in names():
        there = f"there are {', '.join(names())}" if names() else "this version comes with none"
        raise AgentError(f"no checkpoint is called {name!r}{nearest(name, names())}; {there}")
    return path


def card_of(name: str) -> Card:
    """The head of the card of a checkpoint.

    Raises:
        AgentError: no such checkpoint, no card, or one whose head is not as it should be.
    """
    path = path_of(name)
    head = read_head(path.with_suffix(".md"))
    return Card(
        name,
        path,
        tuple((rules["name"], int(rules["hash"], 16)) for rules in head["rules"]),
        head["decisions"],
        head["result"],
        head,
    )


def cards_for(rules: Rules) -> list[Card]:
    """The cards of checkpoints that learnt these rules: the one of their name first, then those
    that learnt the fewest others; no students."""
    players = (name for name in names() if not name.endswith(FOR_PLAYOUTS))
    cards = [card for card in map(card_of, players) if card.fits(rules)]
    return sorted(cards, key=lambda card: (card.name != rules.name, len(card.rules)))


def trained(rules: Rules) -> str:
    """The name of the checkpoint for some rules: the first of ``cards_for``, or the one for all.

    Raises: AgentError when the package has none that can play them.
    """
    cards = cards_for(rules)
    if cards:
        return cards[0].name
    if FOR_ALL in names() and card_of(FOR_ALL).head["layout"] == layout_of(rules).name:
        return FOR_ALL
    raise AgentError(f"the package has no trained agent that can play {rules.name!r}")


def read_head(card: Path) -> dict[str, Any]:
    """Raises: AgentError when the file is missing, or its head is not as ``HEAD`` says."""
    try:
        first, _, rest = read_text(card, MOST_CARD).partition("\n")
    except OSError as error:
        raise AgentError(f"{card}: no card that can be read ({error_text(error)})") from None
    text, end, _ = rest.partition(f"\n{RULE}\n")
    if first != RULE or not end:
        raise AgentError(f"{card}: a card begins with its head between two lines {RULE!r}")
    try:
        head = parse_yaml(text, str(card))
    except DocumentError as error:
        raise AgentError(str(error)) from None
    if not isinstance(head, dict):
        raise AgentError(f"{card}: its head is not keys and values")
    wrong = [key for key, kind in HEAD.items() if not isinstance(head.get(key), kind)]
    wrong += [key for key, kind in MAY_HAVE.items() if not isinstance(head.get(key, ""), kind)]
    if wrong:
        raise AgentError(f"{card}: its head lacks {', '.join(wrong)}, or they are of another kind")
    return head
