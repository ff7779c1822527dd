"""The networks that come with the package, and which rule sets they are tried on."""

from shugi._fast.rules.compile import Rules
from shugi.agents import checkpoints
from shugi.agents.named import FOR_PLAYOUTS, card_of
from shugi.envs import load_rules

TRIED_ON = {"generalist": "toriuchi", "super_bingo_addons": "super_bingo_yunyun"}
"""Of those that are not called by a rule set; the generalist's is foreign to it."""


def tried_on(name: str) -> Rules:
    """The rule set that a network is tried on."""
    return load_rules(TRIED_ON.get(name, name.removesuffix(FOR_PLAYOUTS)))


def learnt_alone() -> list[tuple[str, str]]:
    """Each network but the generalist, with each rule set that it has learnt."""
    alone = [card_of(name) for name in checkpoints() if name != "generalist"]
    return [(card.name, rules) for card in alone for rules, _ in card.rules]
