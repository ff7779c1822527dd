"""A study of decisions: probes, what their plans are worth, and what agents do there, in a folder.

The folder holds ``config.json`` (what everything in it depends on), ``probes/NN.jsonl`` for each
source, ``values/CLASS/NNNN.npz``, ``rounds/CLASS/ROUND-PLANS/NNNN.npz``,
``plays/AGENT/CLASS/NNNN.npz`` and ``bans/AGENT/CLASS.npz``. The same settings and the same folder
go on where an earlier run stopped.
"""

import hashlib
import json
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import shugi
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Agent
from shugi.agents.grammar import contents_of
from shugi.agents.plans.shares import PlanShares
from shugi.agents.standing import path_of
from shugi.envs.common.documents import DocumentError, parse_json
from shugi.envs.common.files import FileError, read_text, write_atomically
from shugi.envs.gains import prices_of
from shugi.training.cluster.work import Job, LocalWorkers, Tell, Workers, quiet
from shugi.training.decisions.classes import CLASSES, DecisionClass, LabError
from shugi.training.lab.ban import BanLoss, BanTest
from shugi.training.lab.chunks import column, joined_plays, joined_values, read_chunk, work
from shugi.training.lab.collect import Exposure
from shugi.training.lab.halving import Kept, is_sure, mark_of_kept, staying, with_round
from shugi.training.lab.jobs import AgainJob, BanJob, ChunkJob, CollectJob, PlayJob, ProbeValueJob
from shugi.training.lab.probe import Probe, read_probes, write_probes
from shugi.training.lab.settings import Settings
from shugi.training.lab.valued_probes import ClassValues
from shugi.training.run.arrays import Arrays, pack_arrays
from shugi.training.run.folder import LOCK_NAME, hold_folder

FORMAT = 3  # since likely hands are calibrated
MAX_BYTES = 1_000_000
CONFIG_NAME = "config.json"
Show = Callable[[str, float, Mapping[str, str]], None]
PieceT = TypeVar("PieceT")
ResultT = TypeVar("ResultT")


@dataclass(frozen=True)
class ClassStudy:
    """One class of decisions: what ``measure`` judges agents by."""

    decision: DecisionClass
    probes: list[Probe]
    exposure: dict[str, Exposure]
    """By source."""
    values: ClassValues
    played: dict[str, PlanShares]
    """By agent."""


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
        workers: who work on it; this process by default.

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
    workers: Workers | None = None

    def __post_init__(self) -> None:
        claim(self.folder, config_of(self.settings, self.rules))
        self.classes = [one for one in CLASSES if one.name in self.settings.classes]

    def run(self, judged: Sequence[str]) -> list[ClassStudy]:
        """Everything, for the agents of these names."""
        collected = self.collect()
        studies = []
        for decision in self.classes:
            probes = [probe for own, _ in collected for probe in own if probe.name == decision.name]
            exposure = {
                source: seen[decision.name]
                for source, (_, seen) in zip(self.settings.sources, collected, strict=True)
            }
            values = self.value(decision, probes)
            played = {name: self.play(name, decision, probes, values) for name in judged}
            values = self.value_again(decision, probes, values, played)
            studies.append(ClassStudy(decision, probes, exposure, values, played))
        return studies

    # ---- probes

    def collect(self) -> list[tuple[list[Probe], dict[str, Exposure]]]:
        """The probes of each source and how often it met each class."""
        folder = self.folder / "probes"
        folder.mkdir(exist_ok=True)
        paths = [folder / f"{number:02}.jsonl" for number in range(len(self.settings.sources))]
        missing = [number for number, path in enumerate(paths) if not path.exists()]
        job = CollectJob(self.settings, self.rules)
        with closing(self._run(job, missing, self._tell("collect"))) as found:
            for number, (probes, exposure) in zip(missing, found, strict=True):
                head = {name: asdict(seen) for name, seen in exposure.items()}
                write_probes(paths[number], probes, exposure=head)
        read = [read_probes(path) for path in paths]
        return [
            (probes, {name: Exposure(**seen) for name, seen in head["exposure"].items()})
            for probes, head in read
        ]

    # ---- values and choices

    def value(self, one: DecisionClass, probes: Sequence[Probe]) -> ClassValues:
        job = ProbeValueJob(self.settings, self.rules, one.name)
        folder = f"values/{one.name}"
        chunks = self.work(folder, probes, job, f"value {one.name}")
        unit = prices_of(self.rules).unit
        return joined_values(chunks, one.name, unit, probes, self.folder / folder)

    def value_again(
        self,
        one: DecisionClass,
        probes: Sequence[Probe],
        values: ClassValues,
        played: Mapping[str, PlanShares],
    ) -> ClassValues:
        """The values by the rounds that are needed; see ``shugi.training.lab.halving``.

        Args:
            played: by agent; the first is the one whose regret the slack is held against.
        """
        kept = None
        for number in range(1, 1 + self.settings.rounds):
            if not probes or is_sure(values, played):
                break
            kept = staying(values, kept, list(played.values()))
            values = self._round(one, probes, values, kept, number)
        return values

    def _round(
        self,
        one: DecisionClass,
        probes: Sequence[Probe],
        values: ClassValues,
        kept: Kept,
        number: int,
    ) -> ClassValues:
        job = AgainJob(self.settings, self.rules, one.name, number, values.plans, kept)
        folder = f"rounds/{one.name}/{number}-{mark_of_kept(kept)}"
        chunks = self.work(folder, probes, job, f"value {one.name} again, {job.deals:,} deals")
        found = column(chunks, "values", sum(map(len, kept)), self.folder / folder)
        return with_round(values, kept, found)

    def play(
        self, name: str, one: DecisionClass, probes: Sequence[Probe], values: ClassValues
    ) -> PlanShares:
        """What an agent plays at some probes.

        Args:
            name: of the agent.
            one: the class of the probes.
            probes: the positions.
            values: of the same probes.

        Raises:
            LabError: a file of the folder that is damaged or of other probes.
        """
        job = PlayJob(self.settings, self.rules, one.name, name)
        folder = f"plays/{folder_name(name)}/{one.name}"
        chunks = self.work(folder, probes, job, f"{name} at {one.name}")
        return joined_plays(chunks, values, self.folder / folder)

    def ban(self, name: str, one: DecisionClass, games: int) -> BanLoss | None:
        """What an agent loses against itself where it may not act; None where that has no test.

        Args:
            name: of the agent.
            one: the class whose act is banned.
            games: to play in all; games played in an earlier run count.
        """
        if not one.ban:
            return None
        path = self.folder / "bans" / folder_name(name) / f"{one.name}.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = [read_chunk(path)] if path.exists() else []
        done = column(kept, "sets", None, path) if kept else None
        test = BanTest(
            self.rules, self.agents[name], one.ban, self.settings.seed, self.threads, sets=done
        )
        job = BanJob(self.settings, self.rules, name, one.ban)
        with closing(self._run(job, test.pieces(games))) as found:
            for sets in found:
                test.add(sets)
                write_atomically(path, pack_arrays({"sets": test.sets}))
                numbers = {name: f"{len(test.sets):,} games"}
                self.show(f"ban {one.name}", len(test.sets) / games, numbers)
        return test.result()

    # ---- work

    def work(self, folder: str, probes: Sequence[Probe], job: ChunkJob, phase: str) -> list[Arrays]:
        """The chunks of ``probes``; see ``shugi.training.lab.chunks``.

        Args:
            folder: of their files, within the study's.
            phase: what it is called where progress is shown.
        """

        def show(done: int) -> None:
            self.show(phase, done / max(len(probes), 1), {"probes": f"{done:,}"})

        return work(self.folder / folder, probes, partial(self._run, job), show)

    def _run(
        self, job: Job[PieceT, ResultT], pieces: Iterable[PieceT], tell: Tell = quiet
    ) -> Generator[ResultT]:
        workers = self.workers or LocalWorkers(self.threads)
        return workers.run(job, pieces, self.agents, tell)

    def _tell(self, phase: str) -> Tell:
        return lambda done, numbers: self.show(phase, done, numbers)


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
    """The folder of these settings and no others: the same command finds it again."""
    text = json.dumps(config_of(settings, rules), sort_keys=True)
    mark = hashlib.sha256(text.encode()).hexdigest()[:10]
    return Path("runs") / "decisions" / f"{rules.name}-{mark}"


@contextmanager
def hold_study(folder: Path, config: Mapping[str, Any]) -> Iterator[None]:
    """Hold the folder of a study, as ``claim`` and ``hold_folder`` do."""
    claim(folder, config)
    with hold_folder(folder):
        yield


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
    """The folder of an agent as it is now: another file under its name has another one."""
    plain = re.sub(r"[^\w.=-]+", "_", agent)[-60:]
    return f"{plain}-{hashlib.sha256((agent + short_contents(agent)).encode()).hexdigest()[:8]}"
