"""A cluster of several nodes, of which some leave; a node that is short of memory.

Each test is a process of its own: a node takes its settings from the process that starts it.
"""

import importlib.util
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from shugi.training.cluster.connection import LOOPBACK
from tests.conftest import ROOT

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)

# Three nodes; the second one leaves, without a word, while it works, and another one joins.
LEAVING = """
import json, threading
from ray.cluster_utils import Cluster
from shugi.envs import load_rules
from shugi.training.cluster.address import parse_address
from shugi.training.cluster.connection import connect
from shugi.training.cluster.work import LocalWorkers
from shugi.training.judge.match import MatchJob, Piece

job = MatchJob(load_rules("super_bingo"), {"a": "random", "b": "baseline"}, seed=7)
pieces = [Piece(first, 100) for first in range(0, 8000, 100)]
settings = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
cluster = Cluster(initialize_head=True, head_node_args=settings)
leaver = cluster.add_node(**settings)
cluster.add_node(**settings)
address = parse_address(cluster.address)
connect(address)
from shugi.training.cluster.ray_workers import RayWorkers

def bytes_of(portions):
    return [portion.played.result.tobytes() for portion in portions]

found = []
with RayWorkers(address) as workers:
    count = workers.count
    for portion in workers.run(job, pieces):
        found.append(portion)
        if len(found) == 10:
            cluster.remove_node(leaver, allow_graceful=False)
        if len(found) == 30:
            cluster.add_node(**settings)
cluster.shutdown()
alone = bytes_of(LocalWorkers().run(job, pieces))
print(json.dumps({"workers": count, "same": bytes_of(found) == alone}))
"""

# The same while a policy learns from what they play.
LEAVING_A_RUN = """
import json, sys, tempfile
from pathlib import Path
import torch
from ray.cluster_utils import Cluster
from shugi.training.cluster.address import parse_address
from shugi.training.cluster.connection import connect

settings = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
cluster = Cluster(initialize_head=True, head_node_args=settings)
leavers = [cluster.add_node(**settings) for _ in range(2)]
address = parse_address(cluster.address)
connect(address)
from shugi.training.cluster.ray_workers import RayWorkers
from tests.cluster.test_actors import LONG
from tests.training.test_actors import trainer

folder = Path(tempfile.mkdtemp())
with RayWorkers(address) as workers:
    run = trainer(folder / "there", workers, **LONG)
    come, count = run.actors.channel.next, 0
    def leaving():
        global count
        count += 1
        if count in (3, 9):
            cluster.remove_node(leavers.pop(), allow_graceful=False)
        return come()
    run.actors.channel.next = leaving
    run.run()
cluster.shutdown()
whole = trainer(folder / "here", **LONG)
whole.run()
weights = zip(run.policy.state_dict().values(), whole.policy.state_dict().values())
print(json.dumps({"left": 2 - len(leavers), "same": all(torch.equal(a, b) for a, b in weights)}))
"""

# A piece that takes more memory than its node has left.
HUNGRY = """
import json, os, time
import psutil
used = psutil.virtual_memory().percent / 100
os.environ["RAY_memory_usage_threshold"] = f"{used + 0.05:.3f}"
os.environ["RAY_memory_monitor_refresh_ms"] = "100"
os.environ["RAY_task_oom_retries"] = "0"
from shugi.envs import load_rules
from shugi.training.cluster.address import parse_address
from shugi.training.cluster.connection import connect
from shugi.training.cluster.address import ClusterError

def eat(piece):
    kept = []
    while True:
        kept.append(bytearray(os.urandom(2**20)) * 50)
        time.sleep(0.02)

class Hungry:
    rules, precision, specs = load_rules("super_bingo"), "auto", ()
    def open(self, place):
        return eat

address = parse_address("local:1")
connect(address)
from shugi.training.cluster.ray_workers import RayWorkers
with RayWorkers(address) as workers:
    try:
        next(workers.run(Hungry(), [1]))
    except ClusterError as error:
        print(json.dumps({"error": str(error)}))
"""


def told(script: str) -> Any:
    command = [sys.executable, "-P", "-c", f"import sys; sys.path.append({ROOT!r})\n{script}"]
    fresh = {name: value for name, value in os.environ.items() if name not in LOOPBACK}
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, env=fresh)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_nodes_leave_and_join() -> None:
    assert told(LEAVING) == {"workers": 3, "same": True}


@pytest.mark.slow
def test_nodes_leave_a_run() -> None:
    assert told(LEAVING_A_RUN) == {"left": 2, "same": True}


def test_a_node_without_memory_is_named() -> None:
    error = told(HUNGRY)["error"]
    assert "out of memory" in error and "on the node (IP: 127.0.0.1" in error
    assert "give fewer workers a node" in error
