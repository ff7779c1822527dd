"""What `shugi explain` finds of a rule set, as one object of JSON: printed, kept, read back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.plain import plain, read
from shugi.training.lab.explain import Explained

DIGITS = 5  # of a number that is kept
PLAIN = ("title", "agent", "command", "date", "seed", "deals", "continuation", "standing")


@dataclass(frozen=True)
class Rare:
    """A class with too few positions to be explained."""

    name: str
    positions: int
    hands: int
    KEYS: ClassVar[Mapping[str, str]] = {"name": "class"}


@dataclass(frozen=True)
class Made:
    """How a rule set was studied."""

    title: str
    rules: Rules
    agent: str
    command: str
    date: str
    seed: int
    deals: int
    continuation: str
    standing: str


class Findings(NamedTuple):
    """The decisions of a rule set, and how they were studied."""

    made: Made
    classes: Sequence[Explained | Rare]

    def as_json(self) -> dict[str, Any]:
        made = {name: getattr(self.made, name) for name in PLAIN}
        return {"rules": self.made.rules.name, **made, "classes": plain(self.classes)}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Findings":
        """What ``as_json`` wrote.

        Raises:
            KeyError: something is missing.
            RulesError: the rule set is not known.
        """
        made = Made(rules=load_rules(told["rules"]), **{name: told[name] for name in PLAIN})
        kinds = (Explained if "tree" in one else Rare for one in told["classes"])
        return cls(made, [read(*both) for both in zip(kinds, told["classes"], strict=True)])


def compact(told: Mapping[str, Any]) -> str:
    """The text of a kept object: a line for each class, numbers of at most five digits."""
    short = _round(told)
    classes = ",\n".join(json.dumps(one, separators=(",", ":")) for one in short["classes"])
    head = json.dumps({name: value for name, value in short.items() if name != "classes"})
    return f'{head[:-1]}, "classes": [\n{classes}\n]}}\n'


def _round(told: Any) -> Any:
    if isinstance(told, float):
        return float(f"{told:.{DIGITS}g}")
    if isinstance(told, Mapping):
        return {name: _round(value) for name, value in told.items()}
    return [_round(one) for one in told] if isinstance(told, list | tuple) else told
