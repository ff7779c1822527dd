"""Every worked example of the rules, and the runner itself."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.golden import __main__ as command
from tests.golden.runner import BadFile, differences, read

FOLDER = Path(__file__).parent / "golden"
EXAMPLES = [example for path in sorted(FOLDER.glob("*.json")) for example in read(path)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_golden(example: dict[str, Any]) -> None:
    assert not differences(example)
