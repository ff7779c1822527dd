"""Lets tests import the helpers beside them (``tests.golden``, ``tests.reference``)."""

import os
import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:
    sys.path.append(ROOT)

from shugi.training.cluster.address import parse_address  # noqa: E402
from shugi.training.cluster.connection import prepare  # noqa: E402

# Ray lets its workers wait for everybody else, and here other tests always run
os.environ.setdefault("RAY_worker_niceness", "0")
prepare(parse_address("local"))  # Ray may be imported by any test, and reads its settings then
