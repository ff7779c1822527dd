"""Everybody whom members of a league can meet: policies of all of them, and scripts.

A policy is kept once for each content, however many members it is of.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi.agents.checkpoint import Description, load_policy, save_networks
from shugi.agents.model import Policy
from shugi.training.learn.pool import Pool, thinned
from shugi.training.learn.results import Result, chances, joined
from shugi.training.learn.rollout import LEARNER, Finished
from shugi.training.run.config import OpponentConfig
from shugi.training.run.league_config import LeagueConfig, MemberConfig


@dataclass
class Foe:
    """Somebody to meet: a script, or as ``Kept``."""

    member: str
    results: dict[str, Result] = field(default_factory=dict)
    """How members fare against it."""


@dataclass
class Kept(Foe):
    """An earlier policy of a member."""

    number: int = 0
    """In the league."""
    update: int = 0
    """Of the member."""
    life: int = 0
    """Of the member: how often it had begun."""
    content: str = ""
    left: bool = False
    """It is drawn no more, but may still be in play."""


class LeaguePool:
    """All of them.

    Args:
        folder: of the policies' files.
        config: of the league.
    """

    def __init__(self, folder: Path, config: LeagueConfig) -> None:
        self.folder, self.config = folder, config
        self.scripts = [Foe(one.name) for one in config.scripts]
        self.policies: list[Kept] = []
        self.count = 0  # policies that ever came

    def add(self, member: str, life: int, policy: Policy, about: Description) -> None:
        """Keep a member's policy as it is now, once for each update and life."""
        own = self.of(member)
        if own and (own[-1].update, own[-1].life) == (about.update, life):
            return
        kept = Kept(member, {}, self.count, about.update, life, content_of(policy))
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.path(kept).exists():
            save_networks(self.path(kept), policy, None, about)
        self.policies.append(kept)
        self.count += 1

    def path(self, kept: Kept) -> Path:
        return self.folder / f"{kept.content}.safetensors"

    def of(self, member: str) -> list[Kept]:
        """A member's policies, oldest first."""
        return [one for one in self.policies if one.member == member and not one.left]

    def thin(self, member: str, config: OpponentConfig) -> None:
        """Leave out some of a member's older ones."""
        own = self.of(member)
        stay = thinned(own, config.newest, config.old)
        for one in own:
            one.left = one not in stay

    def end_life(self, member: str, life: int) -> None:
        """Of an earlier life only the last policy stays, and no results."""
        for one in [one for one in self.of(member) if one.life == life][:-1]:
            one.left = True
        for foe in self.foes():
            foe.results.pop(member, None)

    def foes(self) -> list[Foe]:
        return [*self.scripts, *self.policies]

    def result(self, learner: str, against: str) -> Result:
        """How a member fares against another: its policies that stay."""
        ones = [*self.scripts, *(one for one in self.policies if not one.left)]
        found = [
            one.results[learner] for one in ones if one.member == against and learner in one.results
        ]
        return joined(found)

    def forget(self, in_play: Sequence[int]) -> None:
        """Let go of those that left and do not play, and of their files."""
        self.policies = [one for one in self.policies if not one.left or one.number in in_play]
        kept = {self.path(one) for one in self.policies}
        for path in self.folder.glob("*.safetensors"):
            if path not in kept:
                path.unlink()

    def state(self) -> dict[str, Any]:
        """Plain values only."""
        return {
            "count": self.count,
            "policies": [asdict(one) for one in self.policies],
            "scripts": [asdict(one) for one in self.scripts],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self.count = state["count"]
        self.policies = [Kept(**one | _results(one)) for one in state["policies"]]
        self.scripts = [Foe(**one | _results(one)) for one in state["scripts"]]


def _results(foe: Mapping[str, Any]) -> dict[str, Any]:
    return {"results": {name: Result(**one) for name, one in foe["results"].items()}}


def content_of(policy: Policy) -> str:
    """Of its weights."""
    found = hashlib.sha256()
    for name, weight in sorted(policy.state_dict().items()):
        found.update(name.encode())
        found.update(weight.detach().cpu().contiguous().numpy().tobytes())
    return found.hexdigest()[:20]


class MemberPool(Pool):
    """Whom one member meets.

    Args:
        league: everybody.
        member: who.
        config: how many are kept, and how many play at once.
    """

    def __init__(self, league: LeaguePool, member: MemberConfig, config: OpponentConfig) -> None:
        super().__init__(league.folder, config)
        self.league, self.member = league, member
        self.prey = league.config.prey_of(member)
        self.life = 0
        self.fared = Result()
        """Against its prey in this life; of a main agent: against all others that learn."""
        self.playing: list[Kept] = []

    def begin(self) -> None:
        """A new life, for which nothing is known yet."""
        self.league.end_life(self.member.name, self.life)
        self.life += 1
        self.fared = Result()

    def add(self, policy: Policy, about: Description) -> None:
        self.league.add(self.member.name, self.life, policy, about)
        self.league.thin(self.member.name, self.config)

    def candidates(self) -> list[Kept]:
        """Whom it may meet: a main agent everybody, an exploiter of all everybody else, any other
        one the newest of each of its prey."""
        if self.member.kind == "main":
            return [one for one in self.league.policies if not one.left]
        if self.member.of == "all":
            every = self.league.policies
            return [one for one in every if not one.left and one.member != self.member.name]
        newest = self.config.at_once
        return [one for prey in self.prey for one in self.league.of(prey)[-newest:]]

    def refresh(self, rng: np.random.Generator) -> None:
        """Put others in play; games with the old ones go on with the new."""
        every = self.candidates()
        count = min(self.config.at_once, len(every))
        picks = rng.choice(len(every), count, replace=False, p=self._chances(every))
        self.playing = [every[i] for i in picks]

    def chances(self) -> Sequence[float]:
        """Of the scripts."""
        return self._chances(self.league.scripts).tolist() if self.league.scripts else ()

    def _chances(self, foes: Sequence[Foe]) -> NDArray[np.float64]:
        return chances([foe.results.get(self.member.name, Result()) for foe in foes])

    def policies(self) -> dict[int, Callable[[], Policy]]:
        """What loads those in play, by their number."""
        return {one.number: partial(self._read, self.league.path(one)) for one in self.playing}

    @staticmethod
    def _read(path: Path) -> Policy:
        return load_policy(path)[0]

    def count(
        self,
        finished: Finished,
        gain: NDArray[np.float32],
        first: int,
        in_play: Sequence[int] | None = None,
    ) -> None:
        """Learn from hands that ended how the member fares against everybody in play."""
        numbers = [one.number for one in self.playing] if in_play is None else in_play
        known: dict[int, Foe] = {one.number: one for one in self.league.policies}
        seats: list[tuple[int, Foe]] = list(enumerate(self.league.scripts, 1))
        seats += [(k, known[n]) for k, n in enumerate(numbers, first) if n in known]
        memory = self.league.config.memory
        for player, foe in seats:
            gains = _more(finished.player, gain, player)
            foe.results.setdefault(self.member.name, Result()).add(gains, memory)
            if self._is_prey(foe):
                self.fared.add(gains, memory)

    def _is_prey(self, foe: Foe) -> bool:
        if self.member.kind == "exploiter":
            return foe.member in self.prey
        return isinstance(foe, Kept) and foe.member != self.member.name

    def state(self) -> dict[str, Any]:
        """Plain values only."""
        playing = [one.number for one in self.playing]
        return {"playing": playing, "life": self.life, "fared": self.fared.as_dict()}

    def restore(self, state: Mapping[str, Any]) -> None:
        known = {one.number: one for one in self.league.policies}
        self.playing = [known[number] for number in state["playing"]]
        self.life, self.fared = state["life"], Result(**state["fared"])


def _more(players: NDArray[np.int8], gain: NDArray[np.float32], player: int) -> NDArray[np.float32]:
    """What the learners of a table gained more than a player, in hands where both sat."""
    ours, theirs = players == LEARNER, players == player
    both = ours.any(axis=1) & theirs.any(axis=1)
    means = [
        (gain[both] * seats[both]).sum(axis=1) / seats[both].sum(axis=1) for seats in (ours, theirs)
    ]
    found: NDArray[np.float32] = (means[0] - means[1]).astype(np.float32)
    return found
