"""Agents at a table that are programs: whoever starts the table runs them, and nobody else does."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from shugi.table.lobby import open_room  # noqa: E402
from shugi.table.messages import NewTable  # noqa: E402

OWN = """
from pathlib import Path

from shugi.agents import Random

with Path({log!r}).open("a") as file:
    file.write("made\\n")


class Mine(Random):
    name = {name!r}
"""


@pytest.mark.parametrize("kind", ["written", "wrapped", "bot"])
def test_the_adviser_makes_no_programs(tmp_path: Path, kind: str) -> None:
    """It asks agents by their names, and such a name would run the program once more."""
    file, log = tmp_path / "mine.py", tmp_path / "log"
    spec = f"python:{file}:Mine"
    if kind == "wrapped":
        spec = f"without[pon]:{spec}"
    file.write_text(OWN.format(log=str(log), name=spec))
    if kind == "bot":
        spec = f"mjai:'{sys.executable}' '{file}'"
    wanted = NewTable(rules="sanma_base", seats=["me", spec, "random"])
    room = open_room(wanted, programs=True)
    made = log.read_text() if log.exists() else ""
    assert made == ("" if kind == "bot" else "made\n")
    adviser = room.judging.adviser
    assert spec in adviser.names
    told = adviser._would(room.game.before(0))
    assert [one["name"] for one in told] == ["baseline", "random"]
    assert (log.read_text() if log.exists() else "") == made
