"""Ray started on this machine, or a cluster that runs joined."""

import os
import socket
from typing import Any

from shugi.training.cluster.address import FORMS, Address, ClusterError
from shugi.training.terminal.interrupt import Postponed

# Ray reads these when it is imported.
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is told to its makers
    "RAY_task_oom_retries": "3",  # of a task that its node had no memory for
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # lines of its own, which it prints among our answers
}
# The name is Ray's own: with it everything listens on loopback.
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
# A machine that slept, or has too much to do, is not a node that died: nobody else could go on.
PATIENCE = {
    "RAY_health_check_failure_threshold": "1000",  # times three seconds
    "RAY_agent_register_timeout_ms": "600000",
    "RAY_worker_register_timeout_seconds": "600",
}
WAIT = 5.0  # seconds for an answer
STORE_BYTES = 512 * 2**20  # of the object store of a local cluster
TRIES = 3  # to start a local cluster: Ray gives a node 30 seconds
TOO_LATE = "timed out during startup"  # what it says then


def prepare(address: Address) -> None:
    """Make Ray's settings, before anybody imports it."""
    for name, value in (SETTINGS | (LOOPBACK | PATIENCE if address.local else {})).items():
        os.environ.setdefault(name, value)


def connect(address: Address) -> None:
    """Let tasks of this process run there.

    Raises:
        ClusterError: it cannot be started or reached, is of another version of Ray or Python, or
            would listen to the network although it is this machine's own.
    """
    with Postponed():
        _connect(address)


def _connect(address: Address) -> None:
    prepare(address)
    import ray

    _check_there(address)
    if ray.is_initialized():
        raise ClusterError("this process is connected to a Ray cluster already")
    try:
        _begin(address)
    except Exception as error:  # Ray raises bare ones, as where a node takes too long to start
        raise ClusterError(f"--cluster {address.text}: {error} (give {FORMS})") from None
    if address.local and ray.util.get_node_ip_address() != "127.0.0.1":
        ray.shutdown()
        raise ClusterError(
            "a local cluster would listen to the network: Ray was imported before its settings "
            f"were made. Set {'='.join(*LOOPBACK.items())} for this process"
        )


def _begin(address: Address) -> None:
    import ray

    own = {
        "num_cpus": address.workers,
        "include_dashboard": False,
        "object_store_memory": STORE_BYTES,
    }
    for left in reversed(range(TRIES if address.local else 1)):
        known = set(_children())
        try:
            ray.init(
                address=address.text,
                log_to_driver=False,
                logging_level="ERROR",
                **(own if address.local else {}),
            )
            return
        except Exception as error:
            if not left or TOO_LATE not in str(error):
                raise
        for process in set(_children()) - known:
            process.kill()


def _children() -> list[Any]:
    import psutil

    return list(psutil.Process().children())


def _check_there(address: Address) -> None:
    """Ray itself waits for minutes. Raises: ClusterError where nobody answers."""
    host, _, port = address.text.rpartition(":")
    if address.local or not host:
        return
    try:
        socket.create_connection((host.rpartition("/")[2].strip("[]"), int(port)), WAIT).close()
    except (OSError, ValueError) as error:
        raise ClusterError(f"--cluster {address.text}: nobody answers ({error})") from None


def disconnect() -> None:
    """A local cluster ends; another goes on without this process."""
    import ray

    with Postponed():
        ray.shutdown()
