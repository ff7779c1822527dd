"""A cluster of this machine's own, with two workers."""

import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    if importlib.util.find_spec("ray") is None:  # not imported before its settings are made
        pytest.skip("Ray is not installed")
    from shugi.training.cluster.address import parse_address
    from shugi.training.cluster.connection import connect

    address = parse_address("local:2")
    connect(address)
    from shugi.training.cluster.ray_workers import RayWorkers

    with RayWorkers(address) as found:
        yield found
