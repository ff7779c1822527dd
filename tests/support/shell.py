"""Commands in this process, and what they print."""

import json
from typing import Any

import pytest

from shugi.commands.cli import main


class Shell:
    """Runs ``shugi`` with words and reads what it prints; what was printed before is left out."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def run(self, *words: object) -> tuple[int, str, str]:
        """(status, output, errors)."""
        self.capsys.readouterr()
        status = main([str(word) for word in words])
        return status, *self.capsys.readouterr()

    def says(self, *words: object) -> str:
        """The output of a command that does what it is asked."""
        status, out, err = self.run(*words)
        assert status == 0, err
        return out

    def tells(self, *words: object) -> Any:
        """The same for programs."""
        return json.loads(self.says(*words, "--json"))

    def refuses(self, *words: object) -> str:
        """What is said to words that cannot be."""
        status, out, err = self.run(*words)
        assert status == 2, out + err
        return err
