"""``shugi list agents``: what can be named."""

from shugi._fast.bots.style import PARAMETERS
from tests.support.shell import Shell


def test_it_tells_the_parameters_of_the_baseline(shell: Shell) -> None:
    lines = shell.says("list", "agents").splitlines()
    for name, usual, least, most, meaning in PARAMETERS:
        (own,) = (line for line in lines if line.endswith(meaning))
        assert own.split()[:5] == [name, f"{usual:g},", f"{least:g}", "to", f"{most:g}"]
