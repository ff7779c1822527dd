"""A log: the games' room, its hands, and what of it cannot be read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.envs.records.record import Record
from shugi.envs.rulesets.rules import load_rules
from shugi.envs.told.hand import Ending, LogError, ToldHand

RULE_SETS = {
    ("tenhou", 3): "sanma_tenhou",
    ("tenhou", 4): "riichi_tenhou",
    ("mjsoul", 3): "sanma_mjsoul",
    ("mjsoul", 4): "riichi_mjsoul",
}
USUAL = {3: "mjsoul", 4: "tenhou"}
DATE = re.compile(r"(20\d{6})\d{2}gm-")
RED = {"5m": 1, "5p": 1, "5s": 1}


@dataclass
class Room:
    """What a log says of the rules.

    Attributes:
        players: how many.
        site: "tenhou" or "mjsoul"; None: untold.
        add_on: of the rule set, such as "chip_room".
        options: that differ from the rule set's.
        untold: what the log does not say of its rules, in words.
    """

    players: int
    site: str | None = None
    add_on: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    untold: list[str] = field(default_factory=list)

    @property
    def rule_set(self) -> str:
        name = RULE_SETS[self.site or USUAL[self.players], self.players]
        return f"{name}+{self.add_on}" if self.add_on else name

    def reds(self, suits: Mapping[str, int]) -> None:
        """Note how many fives are red, by suit."""
        usual = RED if self.players == 4 else {"5p": 1, "5s": 1}
        wanted = {suit: n for suit, n in suits.items() if n and suit in usual}
        if wanted != usual:
            self.options["red_fives"] = wanted

    def with_chips(self) -> None:
        """Note that it is a parlour's room on Tenhou."""
        self.untold.append("what chips are worth, and who paid them")
        if self.players == 4:
            self.add_on = "chip_room"
        else:
            self.untold.append("the rules of a parlour's room of three")

    def rules(self, name: str | None = None, changes: Mapping[str, Any] | None = None) -> Rules:
        """The compiled rules: what the log says of its room counts in any rule set.

        Args:
            name: of a rule set to take instead of the site's.
            changes: options that have the last word.

        Raises: RulesError.
        """
        rules = load_rules(name or self.rule_set, **(changes or {}))
        if self.options and rules.seats == self.players:
            return load_rules(name or self.rule_set, **{**self.options, **(changes or {})})
        return rules


def date_in(name: str) -> str:
    """When a game of Tenhou was played, out of its name, as YYYYMMDD; "" where it says nothing."""
    found = DATE.search(name)
    return found[1] if found else ""


@dataclass
class Log:
    """A game that was played elsewhere.

    Attributes:
        name: of its file, and the game in it, as ``FILE#3``.
        format: of ``FORMATS``.
        room: what it says of the rules.
        names: of the players, by seat.
        hands: in order.
        problems: (hand, text) of what cannot be read; hand 0: the game as a whole.
        ending: how the game ended; None where the log does not say.
        over: the log tells that the game is over.
        rounded: final results are told in whole thousands.
        date: when it was played, as YYYYMMDD; "" untold.
        record: a record of ours, which has its rules and replays by itself.
    """

    name: str
    format: str
    room: Room
    names: list[str] = field(default_factory=list)
    hands: list[ToldHand] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    ending: Ending | None = None
    over: bool = False
    date: str = ""
    record: Record | None = None

    def finish(self) -> "Log":
        """Fill in what follows from the whole of it."""
        if not self.hands and not self.problems and self.record is None:
            self.problems.append((0, "no hand begins in it"))
        self.date = self.date or date_in(self.name)
        self._start_points()
        self._scores()
        return self

    def _start_points(self) -> None:
        first = self.hands[0] if self.hands else None
        if first is None or first.round or first.honba or not first.scores:
            return
        usual = 35000 if self.room.players == 3 else 25000
        if set(first.scores) == {first.scores[0]} and first.scores[0] not in (0, usual):
            self.room.options.setdefault("start_points", first.scores[0])

    def _scores(self) -> None:
        """Scores that are told only after hands."""
        scores: list[int] | None = None
        for hand in self.hands:
            hand.scores = hand.scores or scores
            scores = hand.after


__all__ = ["Log", "LogError", "Room"]
