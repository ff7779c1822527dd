"""Programs that leave a mark when they run, in every form in which an agent's name can hold one."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = """
from pathlib import Path

Path({mark!r}).touch()


def make():
    raise RuntimeError("it ran")
"""


class Pickled:
    """Touches a file when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, (f"touch '{self.mark}'",)


@dataclass(frozen=True)
class Evil:
    """Args: folder: of its files."""

    folder: Path

    @property
    def mark(self) -> Path:
        """There once something has run."""
        return self.folder / "mark"

    @property
    def ran(self) -> bool:
        return self.mark.exists()

    @property
    def written(self) -> str:
        """``python:FILE:NAME``."""
        file = self.folder / "evil.py"
        file.write_text(FILE.format(mark=str(self.mark)))
        return f"python:{file}:make"

    @property
    def command(self) -> str:
        """``mjai:COMMAND``."""
        code = f"open({str(self.mark)!r}, chr(119))"
        return f"mjai:'{sys.executable}' -c \"{code}\""

    def specs(self) -> dict[str, str]:
        """Names of agents in which a program stands, by form."""
        return {
            "written": self.written,
            "command": self.command,
            "patient": self.command.replace("mjai:", "mjai[seconds=2,start=2]:"),
            "wrapped": f"rollout[deals=4]:{self.written}",
            "twice": f"without[riichi]:search[ms=5]:{self.command}",
            "precise": f"network[precision=fp32]:{self.written}",
            "inside": f"search[continuation=[{self.written}]]:baseline",
            "bare": f"rollout[deals=4,continuation={self.written}]:baseline",
            "deep": f"rollout[continuation=[without[riichi]:{self.written}]]:baseline",
        }
