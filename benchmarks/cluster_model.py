"""Work on a cluster as a discrete-event simulation: a training run, and pure work.

Seconds and bytes are those that were measured (``cluster_times``). Workers take turns of actors,
play segments, and send them over the driver's link; the driver takes them in, learns, and gives out
new weights. Workers die now and then, and another one begins their turn again.
"""

import random
import statistics
from bisect import bisect
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import simpy

WAIT, OVERLAP, FIRST = "wait", "overlap", "first"
"""One segment of each actor, then learning; the next ones played meanwhile; those that come first
(settings ``overlap`` and ``segments``)."""
QUANTUM = 0.01  # seconds that a core goes on with one process while others wait
WARM_UP = 2  # updates that do not count
AHEAD = 4  # pieces handed out for each worker, as in training/cluster/ray_workers.py

Process = Generator[simpy.Event, Any, Any]


@dataclass(frozen=True)
class Times:
    """Seconds of one core, and bytes. A segment is what an actor plays in one turn."""

    decisions: float
    """Of a segment."""
    act: float
    """To play a segment."""
    spread: float
    """Standard deviation of that, as a share."""
    turn: float
    """What a worker needs for it besides: state and weights in, the segment out."""
    take: float
    """What the driver needs to take it in."""
    learn: float
    """... and to learn from it, played by the policy that learns."""
    learn_aged: float
    """... played by an older one."""
    publish: float
    """... and to give out the weights of an update."""
    again: float
    """From a worker's death until another one plays its turn: a process that starts."""
    bytes_segment: float
    bytes_state: float
    """Of an actor; it goes to the worker, and comes back with the segment."""
    bytes_weights: float
    tasks_per_s: float
    """That do nothing: the most that one driver hands out."""


@dataclass(frozen=True)
class Cluster:
    """What a training run is simulated on."""

    workers: int
    actors: int
    mode: str
    segments: int = 1
    """Of an update, where those that come first are taken."""
    nodes: int = 1
    """Each takes the weights of an update once."""
    learner: float = 1.0
    """Times as fast as the measured core."""
    link: float = float("inf")
    """Bytes a second into the driver, and as many out of it; inf: all on one machine."""
    cores: int | None = None
    """That driver and workers share; None: each has one of its own."""
    deaths: float = 0.0
    """Of workers, an hour, in the whole cluster."""


@dataclass(frozen=True)
class Told:
    """What a simulation tells. Shares are of the time."""

    decisions_per_s: float
    """That were learnt from."""
    acting: float
    """A worker plays."""
    learning: float
    """The learner learns."""
    taking: float
    """The driver takes segments in, or gives weights out."""
    linked: float
    """The link into the driver, or out of it, is in use: the larger."""
    age: float
    """Policies that were folded since the one that played, on average."""


class Run:
    """A training run.

    Args:
        times: that were measured.
        cluster: what it runs on.
        seed: of how long segments take, and of deaths.
    """

    def __init__(self, times: Times, cluster: Cluster, seed: int = 1) -> None:
        self.times, self.cluster, self.rng = times, cluster, random.Random(seed)
        self.env = simpy.Environment()
        self.cores = simpy.Resource(self.env, cluster.cores) if cluster.cores else None
        self.links = {way: simpy.Resource(self.env, 1) for way in ("in", "out")}
        self.turns, self.come = simpy.Store(self.env), simpy.Store(self.env)
        self.playing: dict[int, simpy.Process] = {}
        self.busy = dict.fromkeys(("acting", "learning", "taking", "beginning", "in", "out"), 0.0)
        self.begun = (0.0, dict(self.busy), 0)
        self.version, self.learnt, self.ages = 0, 0, list[int]()

    def told(self, updates: int) -> Told:
        """Simulate so many updates, after some that do not count."""
        for number in range(self.cluster.workers):
            self.env.process(self._worker(number))
        if self.cluster.deaths:
            self.env.process(self._death())
        self.env.run(self.env.process(self._driver(WARM_UP + updates)))
        began, before, learnt = self.begun
        span = self.env.now - began
        share = {name: (self.busy[name] - before[name]) / span for name in before}
        return Told(
            (self.learnt - learnt) * self.times.decisions / span,
            share["acting"] / self.cluster.workers,
            share["learning"],
            share["taking"],
            max(share["in"], share["out"]),
            statistics.fmean(self.ages),
        )

    # ---- what takes time

    def _work(self, seconds: float, kind: str) -> Process:
        yield from working(self.env, self.cores, seconds)
        self.busy[kind] += seconds

    def _send(self, way: str, size: float) -> Process:
        with self.links[way].request() as free:
            yield free
            yield self.env.timeout(size / self.cluster.link)
        self.busy[way] += size / self.cluster.link

    # ---- workers

    def _worker(self, number: int) -> Process:
        times = self.times
        while True:
            version = yield self.turns.get()
            yield from self._send("out", times.bytes_state)
            seconds = times.act * max(0.2, self.rng.gauss(1, times.spread))
            played = False
            while not played:
                self.playing[number] = play = self.env.process(self._play(seconds + times.turn))
                played = yield play
                del self.playing[number]
                if not played:
                    yield from self._work(times.again, "beginning")
            yield from self._send("in", times.bytes_segment)
            yield self.come.put(version)

    def _play(self, seconds: float) -> Process:
        """Whether it came to its end."""
        try:
            yield from self._work(seconds, "acting")
        except simpy.Interrupt:
            return False
        return True

    def _death(self) -> Process:
        """Now and then one of those that play dies."""
        while True:
            yield self.env.timeout(self.rng.expovariate(self.cluster.deaths / 3600))
            if self.playing:
                self.playing[self.rng.choice(list(self.playing))].interrupt()

    # ---- the driver

    def _driver(self, updates: int) -> Process:
        times, cluster = self.times, self.cluster
        first = cluster.mode == FIRST
        count = cluster.segments if first else cluster.actors
        learn = (times.learn_aged if first else times.learn) * count / cluster.learner
        free, ahead = cluster.actors, None
        for number in range(updates):
            if number == WARM_UP:
                self.begun = self.env.now, dict(self.busy), self.learnt
            if ahead is None:
                yield from self._publish()
                yield from self._take(count, free)
            else:
                yield ahead
            if cluster.mode == OVERLAP:
                yield from self._publish()
                ahead = self.env.process(self._take(count, free))
            free = 0 if first else cluster.actors
            yield from self._work(learn, "learning")
            self.learnt += count

    def _take(self, count: int, free: int) -> Process:
        """Take so many segments, when so many actors have been given turns."""
        for _ in range(free):
            yield self.turns.put(self.version)
        for _ in range(count):
            version = yield self.come.get()
            self.ages.append(self.version - version)
            yield from self._work(self.times.take, "taking")
            if self.cluster.mode == FIRST:
                yield self.turns.put(self.version)

    def _publish(self) -> Process:
        """Nodes fetch the weights while the driver goes on."""
        self.version += 1
        yield from self._work(self.times.publish, "taking")
        self.env.process(self._send("out", self.times.bytes_weights * self.cluster.nodes))


def working(env: simpy.Environment, cores: simpy.Resource | None, seconds: float) -> Process:
    """On a core: of those that are shared, by turns; or on one of its own."""
    if cores is None:
        yield env.timeout(seconds)
        return
    left = seconds
    while left > 0:
        with cores.request() as core:
            yield core
            yield env.timeout(min(QUANTUM, left))
        left -= QUANTUM


def pieces_per_s(
    seconds: float, spread: float, workers: int, tasks_per_s: float, cores: int | None = None
) -> float:
    """Of pure work: results are taken in order, and few pieces are handed out for each worker.

    Args:
        seconds: that a piece takes, on average.
        spread: standard deviation of that, as a share.
        tasks_per_s: that the driver hands out at most.
        cores: that driver and workers share; None: each has one of its own.
    """
    env, rng = simpy.Environment(), random.Random(1)
    count = 12 * workers + 500
    core = simpy.Resource(env, cores) if cores else None
    waiting: deque[simpy.Event] = deque()  # pieces; each event is its end
    idle: deque[simpy.Event] = deque()  # workers
    ended: list[float] = []

    def worker() -> Process:
        yield env.timeout(seconds * rng.random())  # they are not in step
        while True:
            while not waiting:
                idle.append(env.event())
                yield idle[-1]
            done = waiting.popleft()
            yield from working(env, core, seconds * max(0.1, rng.gauss(1, spread)))
            ended.append(env.now)
            done.succeed()

    def driver() -> Process:
        handed: deque[simpy.Event] = deque()
        for _ in range(count):
            while len(handed) >= AHEAD * workers:
                yield handed.popleft()
            yield from working(env, core, 1 / tasks_per_s)
            handed.append(env.event())
            waiting.append(handed[-1])
            if idle:
                idle.popleft().succeed()

    for _ in range(workers):
        env.process(worker())
    env.run(env.process(driver()))
    first = bisect(ended, env.now / 3)
    return (len(ended) - first) / (env.now - env.now / 3)
