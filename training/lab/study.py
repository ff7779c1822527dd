"""A study of decisions: probes, what their plans are worth, and what agents do there, in a folder.

The folder holds ``config.json`` (what everything in it depends on), ``probes/NN.jsonl`` for each
source, ``values/CLASS/NNNN.npz``, ``rounds/CLASS/ROUND-PLANS/NNNN.npz``,
``plays/AGENT/CLASS/NNNN.npz``, ``expected/AGENT/CLASS/NNNN.npz`` and ``bans/AGENT/CLASS.npz``. The
same settings and the same folder go on where an earlier run stopped.
"""

import hashlib
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import shugi
from shugi._fast.rules.compile import Rules
from shugi.agents.base import AUTO, Agent
from shugi.agents.beliefs import Belief, belief_of
from shugi.agents.playouts import Playouts
from shugi.agents.spec import contents_of
from shugi.agents.standing import path_of
from shugi.envs.documents import DocumentError, parse_json
from shugi.envs.files import FileError, read_text, write_atomically
from shugi.training.decisions.classes import CLASSES, DecisionClass, LabError
from shugi.training.decisions.strata import STRATA
from shugi.training.lab.ban import GAMES_AT_ONCE, BanLoss, BanTest
from shugi.training.lab.collect import Collector, Exposure
from shugi.training.lab.halving import Kept, is_sure, mark_of_kept, staying, value_again, with_round
from shugi.training.lab.likelihood import Likelihood
from shugi.training.lab.probe import Probe, read_probes, write_probes
from shugi.training.lab.valuation import (
    Played,
    Values,
    chunks_of,
    joined_plays,
    joined_values,
    play_chunk,
    read_chunk,
    value_chunk,
    work,
)
from shugi.training.run.arrays import Arrays, packed
from shugi.training.run.folder import LOCK_NAME

FORMAT = 2
MAX_BYTES = 1_000_000
CONFIG_NAME = "config.json"
DEALT = ("likely", "any")
Show = Callable[[str, float, Mapping[str, str]], None]


@dataclass(frozen=True)
class Settings:
    """What the probes and their values depend on."""

    rules: str
    classes: list[str]
    sources: list[str]
    """Agents by name, whose play the probes come from in equal parts."""
    continuation: str = "baseline"
    """The agent who plays on, at every seat."""
    probes: int = 500
    """Of each class, all sources together."""
    deals: int = 64
    rounds: int = 3
    """After these deals, at most so many rounds in which the better half of a probe's plans is
    valued again, each in twice as many deals as the one before. None with weights."""
    hands: int = 200_000
    """At most so many are played by each source."""
    seed: int = 1
    dealt: str = "likely"
    """How others' hands are dealt again: as they are in play, or "any" that is possible, alike."""
    precision: str = AUTO
    """Of networks: what agents choose and how likely that is depends on it, a little."""
    weights: bool = False
    """Deals weighed by what the opponents' last discards say; they are then dealt "any"."""

    def __post_init__(self) -> None:
        if self.rounds < 0:
            raise LabError(f"rounds must not be negative, {self.rounds} was given")
        if self.dealt not in DEALT:
            raise LabError(f"dealt is {self.dealt!r}; it must be one of {', '.join(DEALT)}")
        if self.weights and self.dealt != "any":
            raise LabError(
                "weights go with hands dealt 'any': likely hands explain the discards by themselves"
            )

    def belief(self, rules: Rules) -> Belief | None:
        return belief_of(rules) if self.dealt == "likely" else None


@dataclass(frozen=True)
class ClassStudy:
    """One class of decisions: what ``measure`` judges agents by."""

    decision: DecisionClass
    probes: list[Probe]
    exposure: dict[str, Exposure]
    """By source."""
    values: Values
    played: dict[str, Played]
    """By agent."""
    expected: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    """By agent with a critic: (probes,) how much better to act it says it is."""

    def strata(self) -> dict[str, Any]:
        """(probes,) float64 each."""
        return {
            name: np.array([probe.strata[name] for probe in self.probes], np.float64)
            for name in STRATA
        }


@dataclass
class Study:
    """Works in a folder.

    Args:
        settings: of the study; its agents are given beside them.
        rules: what ``settings.rules`` names.
        agents: at least the sources and the continuation, by name.
        folder: where everything is kept; of the same settings, or new.
        threads: of the engine; results do not depend on them.
        show: told (phase, 0 to 1, numbers) now and then.

    Raises:
        LabError: a folder of something else, or files that were damaged.
        OSError: files that cannot be written.
    """

    settings: Settings
    rules: Rules
    agents: Mapping[str, Agent]
    folder: Path
    threads: int = 1
    show: Show = field(default=lambda phase, done, numbers: None)

    def __post_init__(self) -> None:
        claim(self.folder, config_of(self.settings, self.rules))
        self.classes = [one for one in CLASSES if one.name in self.settings.classes]

    def run(self, judged: Sequence[str]) -> list[ClassStudy]:
        """Everything, for the agents of these names."""
        collected = self.collect()
        found = []
        for one in self.classes:
            probes = [probe for own, _ in collected for probe in own if probe.name == one.name]
            exposure = {
                source: seen[one.name]
                for source, (_, seen) in zip(self.settings.sources, collected, strict=True)
            }
            values = self.value(one, probes)
            played = {name: self.play(name, one, probes, values) for name in judged}
            values = self.value_again(one, probes, values, played)
            expected = {name: self.expect(name, one, probes) for name in judged}
            said = {name: numbers for name, numbers in expected.items() if numbers is not None}
            found.append(ClassStudy(one, probes, exposure, values, played, said))
        return found

    # ---- probes

    def collect(self) -> list[tuple[list[Probe], dict[str, Exposure]]]:
        """The probes of each source and how often it met each class."""
        folder = self.folder / "probes"
        folder.mkdir(exist_ok=True)
        found = []
        for number, source in enumerate(self.settings.sources):
            path = folder / f"{number:02}.jsonl"
            if not path.exists():
                probes, exposure = self._collect(number, source)
                write_probes(path, probes, exposure={k: asdict(v) for k, v in exposure.items()})
            probes, head = read_probes(path)
            found.append((probes, {k: Exposure(**v) for k, v in head["exposure"].items()}))
        return found

    def _collect(self, number: int, source: str) -> tuple[list[Probe], dict[str, Exposure]]:
        settings = self.settings
        wanted = share(settings.probes, len(settings.sources), number)
        collector = Collector(
            self.rules,
            self.classes,
            self.agents[source],
            source,
            [settings.seed, 0, number],
            self.threads,
        )
        probes = collector.collect(
            wanted,
            settings.hands,
            lambda done: self.show(
                "collect", done, {"from": source, "hands": f"{collector.hands:,}"}
            ),
        )
        return probes, collector.exposure()

    # ---- values and choices

    def value(self, one: DecisionClass, probes: Sequence[Probe]) -> Values:
        settings, class_number = self.settings, CLASSES.index(one)
        continuation = self.agents[settings.continuation]
        belief = settings.belief(self.rules)
        playouts = Playouts(self.rules, continuation, settings.deals, self.threads, belief=belief)
        likelihood = Likelihood(self.rules, continuation) if settings.weights else None
        chunks = work(
            self.folder / "values" / one.name,
            probes,
            lambda chunk, number: value_chunk(
                one, chunk, playouts, [settings.seed, 1, class_number, number], likelihood
            ),
            self._progress(f"value {one.name}", len(probes)),
        )
        return joined_values(chunks)

    def value_again(
        self,
        one: DecisionClass,
        probes: Sequence[Probe],
        values: Values,
        played: Mapping[str, Played],
    ) -> Values:
        """The values by the rounds that are needed; see ``shugi.training.lab.halving``.

        Args:
            played: by agent; the first is the one whose regret the slack is held against.
        """
        kept = None
        for number in range(1, 1 + (0 if self.settings.weights else self.settings.rounds)):
            if not probes or is_sure(values, list(played.values())):
                break
            kept = staying(values, kept, list(played.values()))
            values = self._round(one, probes, values, kept, number)
        return values

    def _round(
        self,
        one: DecisionClass,
        probes: Sequence[Probe],
        values: Values,
        kept: Kept,
        number: int,
    ) -> Values:
        settings = self.settings
        continuation, belief = self.agents[settings.continuation], settings.belief(self.rules)
        deals, class_number = settings.deals << number, CLASSES.index(one)
        playouts = Playouts(self.rules, continuation, deals, self.threads, belief=belief)

        firsts = np.cumsum([0, *(len(chunk) for chunk in chunks_of(probes))])

        def make(chunk: Sequence[Probe], place: int) -> Arrays:
            rows = slice(firsts[place], firsts[place + 1])
            seed = [settings.seed, 4, class_number, place, number]
            return value_again(chunk, values.plans[rows], kept[rows], playouts, number, seed)

        chunks = work(
            self.folder / "rounds" / one.name / f"{number}-{mark_of_kept(kept)}",
            probes,
            make,
            self._progress(f"value {one.name} again, {deals:,} deals", len(probes)),
        )
        return with_round(values, kept, np.concatenate([chunk["values"] for chunk in chunks]))

    def play(
        self, name: str, one: DecisionClass, probes: Sequence[Probe], values: Values
    ) -> Played:
        seed, class_number = self.settings.seed, CLASSES.index(one)
        chunks = work(
            self.folder / "plays" / folder_name(name) / one.name,
            probes,
            lambda chunk, number: play_chunk(
                self.agents[name], self.rules, chunk, [seed, 2, class_number, number]
            ),
            self._progress(f"{name} at {one.name}", len(probes)),
        )
        return joined_plays(chunks, values)

    def expect(
        self, name: str, one: DecisionClass, probes: Sequence[Probe]
    ) -> NDArray[np.float64] | None:
        """(probes,) how much better to act an agent's critic says it is; None without a critic."""
        if "torch" not in sys.modules:
            return None  # nobody is a network
        from shugi.training.lab.foresight import expect_chunk, foresight_of

        belief = self.settings.belief(self.rules)
        foresight = foresight_of(name, self.agents[name], self.rules, self.threads, belief)
        if foresight is None:
            return None
        seed, class_number = self.settings.seed, CLASSES.index(one)
        chunks = work(
            self.folder / "expected" / folder_name(name) / one.name,
            probes,
            lambda chunk, number: expect_chunk(
                one, chunk, foresight, [seed, 3, class_number, number]
            ),
            self._progress(f"{name} expects at {one.name}", len(probes)),
        )
        return np.concatenate([np.zeros(0), *(chunk["expected"] for chunk in chunks)])

    def ban(self, name: str, one: DecisionClass, games: int) -> BanLoss | None:
        """What an agent loses against itself where it may not act; None where that has no test.

        Games played in an earlier run count.
        """
        if not one.ban:
            return None
        path = self.folder / "bans" / folder_name(name) / f"{one.name}.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        done = read_chunk(path)["sets"].astype(np.float64) if path.exists() else None
        test = BanTest(
            self.rules, self.agents[name], one.ban, self.settings.seed, self.threads, sets=done
        )
        while len(test.sets) < games:
            test.play(min(GAMES_AT_ONCE, games - len(test.sets)))
            write_atomically(path, packed({"sets": test.sets}))
            self.show(
                f"ban {one.name}", len(test.sets) / games, {name: f"{len(test.sets):,} games"}
            )
        return test.result()

    def _progress(self, phase: str, probes: int) -> Callable[[int], None]:
        return lambda done: self.show(phase, done / max(probes, 1), {"probes": f"{done:,}"})


def share(total: int, parts: int, number: int) -> int:
    """The part ``number`` of a whole that is divided as evenly as can be."""
    return total // parts + (number < total % parts)


# ---- what a folder is of


def config_of(settings: Settings, rules: Rules) -> dict[str, Any]:
    """The settings, and marks of everything that they name."""
    named = sorted({*settings.sources, settings.continuation})
    return {
        "format": FORMAT,
        "shugi": shugi.__version__,
        "rules_hash": f"{rules.hash:016x}",
        "standing": mark_of_standing(rules),
        **asdict(settings),
        "agents": {name: short_contents(name) for name in named},
    }


def mark_of_standing(rules: Rules) -> str:
    """What values are counted by, by content; empty where no standing comes with the package."""
    path = path_of(rules)
    return "" if path is None else hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def short_contents(name: str) -> str:
    """The files that an agent's name means, by content; empty where there are none."""
    return " ".join(content[:16] for content in contents_of(name))


def default_folder(settings: Settings, rules: Rules) -> Path:
    """Of these settings and no others: the same command finds it again."""
    text = json.dumps(config_of(settings, rules), sort_keys=True)
    mark = hashlib.sha256(text.encode()).hexdigest()[:10]
    return Path("runs") / "decisions" / f"{rules.name}-{mark}"


def claim(folder: Path, config: Mapping[str, Any]) -> None:
    """Make the folder of a study, or see that it is one of the same settings.

    Raises:
        LabError: it is of something else; says of what.
    """
    path = folder / CONFIG_NAME
    if not path.exists():
        # a kill in the first moment may have left half of one
        if folder.is_dir() and any(map(_foreign, folder.iterdir())):
            raise LabError(f"{folder}: has files, but no {CONFIG_NAME}: not the folder of a study")
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(config, indent=2).encode() + b"\n")
        return
    try:
        stored = parse_json(read_text(path, MAX_BYTES), str(path))
    except (FileError, DocumentError):
        raise LabError(f"{path}: cut short or damaged; give another --folder") from None
    stored = stored if isinstance(stored, dict) else {}
    keys = {**stored, **config}
    differing = [key for key in keys if stored.get(key) != config.get(key)]
    if differing:
        words = (f"{key}: {stored.get(key)} there, {config.get(key)} now" for key in differing)
        raise LabError(
            f"{folder} holds a study with other settings ({'; '.join(words)}); "
            "go on with its own, or give another --folder"
        )


def _foreign(file: Path) -> bool:
    return file.name != LOCK_NAME and CONFIG_NAME not in file.name


def folder_name(agent: str) -> str:
    """Of an agent as it is now: another file under the same name has another one."""
    plain = re.sub(r"[^\w.=-]+", "_", agent)[-60:]
    return f"{plain}-{hashlib.sha256((agent + short_contents(agent)).encode()).hexdigest()[:8]}"
