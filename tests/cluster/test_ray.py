"""Ray: the same to the last byte with any number of workers, whoever dies; errors name the node."""

import dataclasses
import itertools
import random
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from shugi.agents.base import AgentError
from shugi.envs import load_rules
from shugi.training.cluster.address import ClusterError
from shugi.training.cluster.work import LocalWorkers, WorkerContext
from shugi.training.judge.match import MatchJob, MatchPortion, Piece
from tests.support.killing import kill_worker
from tests.support.small_network import small_network

BINGO = load_rules("super_bingo")
KILLS = 6


@dataclasses.dataclass(frozen=True)
class Doing:
    """A job whose pieces are what is done with a number."""

    do: Callable[[int], Any]
    rules = BINGO
    precision = "auto"
    specs = ()

    def open(self, place: WorkerContext) -> Callable[[int], Any]:
        return self.do


def same(found: list[MatchPortion], wanted: list[MatchPortion]) -> bool:
    """To the last byte."""
    return [_bytes(one) for one in found] == [_bytes(one) for one in wanted]


def _bytes(portion: MatchPortion) -> list[bytes]:
    arrays = dataclasses.asdict(portion.played).values()
    return [array.tobytes() for array in arrays] + [r.dumps().encode() for r in portion.records]


# ---- the same


def test_a_match_is_the_same_as_here(workers: Any, tmp_path: Path) -> None:
    network = str(small_network(tmp_path))
    specs = {"a": f"{network}:sample", "b": "random", "c": "rollout[deals=4,at=verbs]:baseline"}
    job = MatchJob(BINGO, specs, seed=3, recorded=1)
    pieces = [Piece(first, 2) for first in range(0, 12, 2)]
    assert same(list(workers.run(job, pieces)), list(LocalWorkers(2).run(job, pieces)))


def test_results_come_in_order(workers: Any) -> None:
    def late(piece: int) -> int:
        time.sleep(0.3 * (piece == 0))
        return piece

    assert list(workers.run(Doing(late), range(20))) == list(range(20))


def test_who_has_waited_longest_is_taken_first(workers: Any) -> None:
    channel = workers.channel(Doing(lambda piece: bytes(200_000)))  # in the object store
    for number in range(4):
        channel.hand(number, number)
    taken = []
    for _ in range(12):
        time.sleep(0.1)  # they all come
        number, _result = channel.next()
        taken.append(number)
        channel.hand(number, number)
    channel.clear()
    # a machine that is slow may lose one turn, not several
    assert all(set(taken[first : first + 6]) == {0, 1, 2, 3} for first in range(7)), taken


def test_pieces_are_handed_out_as_they_are_needed(workers: Any) -> None:
    asked: list[int] = []

    def endless() -> Iterator[int]:
        for piece in range(10**9):
            asked.append(piece)
            yield piece

    found = workers.run(Doing(lambda piece: piece), endless())
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    assert len(asked) <= 3 + 4 * workers.count
    found.close()


def test_what_is_wanted_no_more_harms_nobody(workers: Any) -> None:
    """Failing runs, runs closed early and channels emptied while their tasks begin and end."""
    for size in range(1, 41):
        with pytest.raises(ClusterError, match="ZeroDivisionError"):
            list(workers.run(Doing(lambda piece: 1 / piece), [0] * (size % 9 + 1)))
        closed = workers.run(Doing(lambda piece: piece), itertools.count())
        assert next(closed) == 0
        closed.close()
        channel = workers.channel(Doing(lambda piece: piece))
        for number in range(size % 9 + 1):
            channel.hand(number, number)
        channel.next()
        channel.clear()
    assert list(workers.run(Doing(lambda piece: piece), range(20))) == list(range(20))


def test_files_travel_with_the_job(workers: Any, tmp_path: Path) -> None:
    path = small_network(tmp_path)
    job = MatchJob(BINGO, {"a": str(path), "b": "random"}, seed=2)
    pieces = [Piece(0, 2), Piece(2, 2)]
    wanted = list(LocalWorkers().run(job, pieces))
    import ray  # its settings are made

    parcel = workers._sent(job)
    path.unlink()  # no worker reads it where it lay
    found = ray.get([workers._task.remote([parcel], "moved", piece) for piece in pieces])
    assert same(found, wanted)


def test_distilling_is_the_same_as_here(workers: Any, tmp_path: Path) -> None:
    from tests.training.test_distil import distiller

    changes = ("rounds=2", "positions=150", "continuation=policy")
    runs = [distiller(tmp_path / name, *changes) for name in ("here", "there")]
    runs[1].workers = workers
    assert all(run.run() for run in runs)
    here, there = (run.pools[0].found for run in runs)
    assert here.choices == there.choices and len(here.values.value) > 100
    assert all(
        (a == b).all()
        for a, b in zip(vars(here.values).values(), vars(there.values).values(), strict=True)
    )
    policies = [run.policy.state_dict().values() for run in runs]
    assert all(bool((a == b).all()) for a, b in zip(*policies, strict=True))


# ---- what dies


def test_workers_may_be_killed_at_any_moment(workers: Any) -> None:
    job = MatchJob(BINGO, {"a": "random", "b": "baseline"}, seed=7)
    pieces = [Piece(first, 100) for first in range(0, 7_000, 100)]
    wanted = list(LocalWorkers().run(job, pieces))
    chance, found, killed = random.Random(1), [], []
    for portion in workers.run(job, pieces):
        found.append(portion)
        due = len(found) * (KILLS + 1) // len(pieces)
        if len(killed) < min(due, KILLS) and (pid := kill_worker(chance)) is not None:
            killed.append(pid)
    assert len(killed) == KILLS and same(found, wanted)


# ---- what is told


def test_what_an_agent_cannot_do_is_told_with_the_node(workers: Any) -> None:
    def refuse(piece: int) -> None:
        raise AgentError("no such move")

    with pytest.raises(ClusterError, match=rf"node .*\({socket.gethostname()}\): no such move"):
        list(workers.run(Doing(refuse), [1]))


def test_a_bug_is_told_with_its_lines(workers: Any) -> None:
    def fail(piece: int) -> float:
        return 1 / piece

    with pytest.raises(ClusterError, match=r"(?s)node .*in fail.*ZeroDivisionError"):
        list(workers.run(Doing(fail), [0]))


def test_a_node_of_another_version_is_told(workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    other = {"shugi": "0.0.1", "numpy": np.__version__}
    monkeypatch.setattr("shugi.training.cluster.ray_workers.versions", lambda rules: other)
    said = r"node .*would not play the same \(shugi: .* there, 0\.0\.1 here\)"
    with pytest.raises(ClusterError, match=said):
        list(workers.run(Doing(lambda piece: piece), [1]))


def test_a_checkpoint_that_is_not_there_is_told(workers: Any) -> None:
    job = MatchJob(BINGO, {"a": "runs/nowhere.safetensors"}, seed=1)
    with pytest.raises(ClusterError, match="does not exist"):
        list(workers.run(job, [Piece(0, 1)]))


@pytest.mark.parametrize("call", ["put", "wait", "get"])
def test_the_end_of_rays_own_process_is_told(
    workers: Any, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """Whatever was asked of Ray when its raylet died: what it was, and what to do."""
    import ray
    from ray.exceptions import LocalRayletDiedError, RaySystemError

    job = MatchJob(BINGO, {"a": "random", "b": "baseline"}, seed=7)
    for error in (LocalRayletDiedError(), RaySystemError("Broken pipe")):

        def died(*_: Any, error: Exception = error, **more: Any) -> None:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(ray, call, died)
            with pytest.raises(ClusterError, match=r"raylet.* has ended.*start the command again"):
                list(workers.run(job, [Piece(0, 2)]))
            with pytest.raises(ClusterError, match=r"raylet.* has ended.*start the command again"):
                channel = workers.channel(job)
                channel.hand(0, Piece(0, 2))
                channel.next()


def test_a_process_has_one_cluster(workers: Any) -> None:
    from shugi.training.cluster.connection import connect

    with pytest.raises(ClusterError, match="already"):
        connect(workers.address)


# ---- who may come in


def test_it_listens_on_loopback(workers: Any) -> None:
    list(workers.run(Doing(lambda piece: piece), range(4)))
    listening = {
        one.laddr.ip
        for process in psutil.Process().children(recursive=True)
        for one in _connections(process)
        if one.status == psutil.CONN_LISTEN
    }
    assert listening and all(ip.removeprefix("::ffff:") == "127.0.0.1" for ip in listening)


def _connections(process: psutil.Process) -> list[Any]:
    try:
        return process.net_connections("inet")
    except psutil.Error:
        return []


def test_nobody_there_is_told() -> None:
    from shugi.training.cluster.address import parse_address
    from shugi.training.cluster.connection import connect

    for where in ("127.0.0.1:1", "no.such.host.invalid:6379", "127.0.0.1:port"):
        with pytest.raises(ClusterError, match=f"--cluster {where}: nobody answers"):
            connect(parse_address(where))
