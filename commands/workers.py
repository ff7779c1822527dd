"""The option ``--cluster``: who works on the pieces of a long job."""

import argparse

from shugi.training.cluster.address import FORMS, parse_address
from shugi.training.cluster.connection import connect, prepare
from shugi.training.cluster.work import LocalWorkers, Workers
from shugi.training.terminal.extras import require_extra


def add_cluster(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cluster",
        metavar="WHERE",
        help=f"work on Ray, with the same results: {FORMS}; --threads is then of this process "
        "alone (default: in this process)",
    )


def workers_of(arguments: argparse.Namespace) -> Workers:
    """This process, or the cluster that is asked for; to be used in a ``with``.

    Raises:
        UserError: Ray is not installed.
        ClusterError: the cluster cannot be reached.
    """
    where: str | None = arguments.cluster
    return LocalWorkers(arguments.threads) if where is None else cluster_workers(where)


def cluster_workers(where: str) -> Workers:
    """Those of a cluster. Raises: as ``workers_of``."""
    address = parse_address(where)
    prepare(address)
    require_extra("--cluster", "cluster")
    connect(address)
    from shugi.training.cluster.ray_workers import RayWorkers  # imports Ray, with its settings made

    return RayWorkers(address)
