"""Lets tests import the helpers beside them (``tests.golden``, ``tests.reference``)."""

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:
    sys.path.append(ROOT)
