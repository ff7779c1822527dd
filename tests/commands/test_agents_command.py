"""``shugi list agents``: what can be named."""

import pytest

from shugi._fast.bots.style import PARAMETERS
from shugi.commands.cli import main


def test_it_tells_the_parameters_of_the_baseline(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "agents"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, usual, least, most, meaning in PARAMETERS:
        (own,) = (line for line in lines if line.endswith(meaning))
        assert own.split()[:5] == [name, f"{usual:g},", f"{least:g}", "to", f"{most:g}"]
