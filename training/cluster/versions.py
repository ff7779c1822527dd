"""What must agree between nodes, so that they play the same games and read the same numbers."""

import platform
import zlib
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version

import numpy as np

import shugi
from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.agents.named import names, path_of

PACKAGES = ("numpy", "torch")  # their chance and their sums enter the results
GAMES, STEPS = 8, 400


def versions(rules: Rules) -> dict[str, str]:
    """The versions of this process, by what they are of."""
    by_package = {
        "shugi": shugi.__version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
    }
    for package in PACKAGES:
        try:
            by_package[package] = version(package)
        except PackageNotFoundError:
            by_package[package] = "none"
    marks = {"games of the engine": play_mark(rules), "agents of the package": agents_mark()}
    return by_package | marks


@lru_cache(maxsize=1)  # some 20 MB are read
def agents_mark() -> str:
    """A checksum of the trained agents: a name means the same one everywhere."""
    mark = 0
    for name in names():
        mark = zlib.crc32(path_of(name).read_bytes(), zlib.crc32(name.encode(), mark))
    return f"{mark:08x}"


def play_mark(rules: Rules) -> str:
    """A checksum of some random games and of what is seen in them: engines that differ differ."""
    batch = Batch(rules, GAMES, seed=1, tally=True)
    actions = np.zeros(batch.n, np.uint8)
    planes = np.zeros((batch.n, batch.layout.planes, batch.layout.places), np.uint8)
    numbers = np.zeros((batch.n, batch.layout.globals), np.float32)
    mark = 0
    for step in range(STEPS):
        batch.sample(actions, step)
        batch.step(actions)
        batch.observe(planes, numbers)
        for array in (actions, planes, numbers, batch.tally):
            mark = zlib.crc32(np.ascontiguousarray(array).tobytes(), mark)
    return f"{mark:08x}"


def differences(here: dict[str, str], there: dict[str, str]) -> list[str]:
    """A sentence for each that is another one there than here."""
    return [
        f"{what}: {there.get(what, 'none')} there, {own} here"
        for what, own in here.items()
        if there.get(what) != own
    ]
