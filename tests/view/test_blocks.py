"""Rows that take long are worked out for who reads them, and no other row changes by that."""

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.view.layouts import CARDS, TILES
from shugi.agents import make_agent
from shugi.agents.network import Network
from shugi.envs import Batch, load_rules
from shugi.envs.single import SeatEnv
from shugi.envs.table_v0 import raw_env

GAMES = 64
RULES = ("super_bingo", "wuhan", "kawuxing")
Seen = tuple[NDArray[np.uint8], NDArray[np.float32]]


def seen_by(batch: Batch, read: str | tuple[str, ...]) -> Seen:
    layout = batch.layout
    planes = np.full((batch.n, layout.planes, layout.places), 255, np.uint8)
    numbers = np.full((batch.n, layout.globals), np.nan, np.float32)
    batch.observe(planes, numbers, blocks=layout.blocks_read(read))
    return planes, numbers


def played(rules: str, steps: int) -> list[Batch]:
    """The same games at some moments of the baseline's play."""
    batch, actions, found = Batch(load_rules(rules), GAMES, seed=2), np.zeros(GAMES, np.uint8), []
    for step in range(steps):
        batch.baseline(actions)
        batch.step(actions)
        if step % 5 == 0:
            found.append(batch.clone())
    return found


def by_row(seen: Seen) -> dict[tuple[str, str], NDArray[np.generic]]:
    """What stands in each row of planes and of globals."""
    return {
        (buffer, row["name"]): array[:, row["offset"] : row["offset"] + row["size"]]
        for buffer, rows, array in zip(
            ("planes", "globals"), (TILES.plane_rows, TILES.global_rows), seen, strict=True
        )
        for row in rows
    }


@pytest.mark.parametrize("rules", RULES)
def test_a_row_that_is_read_is_as_in_the_whole_observation(rules: str) -> None:
    blocked = {name for names in TILES.blocks.values() for name in names}
    filled = set()
    for batch in played(rules, 100):
        whole, basic = by_row(seen_by(batch, "full")), by_row(seen_by(batch, "basic"))
        for (_, name), row in basic.items():
            assert name not in blocked or not row.any(), name
        for block, names in TILES.blocks.items():
            for (buffer, name), row in by_row(seen_by(batch, names[:1])).items():
                if name in names or name not in blocked:
                    assert np.array_equal(row, whole[buffer, name]), name
                if name in names and row.any():
                    filled.add(block)
    assert filled >= {"steps", "pairs"}


def test_every_row_of_a_block_is_a_row() -> None:
    names = {row["name"] for row in (*TILES.plane_rows, *TILES.global_rows)}
    blocked = [name for rows in TILES.blocks.values() for name in rows]
    assert set(blocked) <= names and len(set(blocked)) == len(blocked)
    assert TILES.blocks_read("full") == (1 << len(TILES.blocks)) - 1
    assert TILES.blocks_read("basic") == TILES.blocks_read(["hand", "score"]) == 0
    assert TILES.blocks_read("danger") == TILES.blocks_read(["danger", "hand"]) != 0
    assert CARDS.blocks_read("full") == 0
    with pytest.raises(ValueError, match="no row 'dangr'.*did you mean 'danger'"):
        TILES.blocks_read(["dangr"])


@pytest.mark.parametrize("rules", ["super_bingo", "sanma_base", "wuhan", "kawuxing"])
def test_a_network_reads_its_rows_alone(rules: str) -> None:
    agent = make_agent(f"checkpoint:{rules}", load_rules(rules))
    assert isinstance(agent, Network)
    network = agent.engine_of(load_rules(rules))
    assert network.blocks
    for batch in played(rules, 30):
        whole = seen_by(batch, "full")
        planes, numbers = np.empty_like(whole[0]), np.empty_like(whole[1])
        batch.observe(planes, numbers, blocks=network.blocks)
        mask = batch.legal()
        assert np.array_equal(
            network.log_policy(*whole, mask), network.log_policy(planes, numbers, mask)
        )


def test_environments_take_what_is_read() -> None:
    for read in ("basic", ["closer_tiles"], "full"):
        one = SeatEnv("super_bingo", observation=read)
        one.reset(seed=1)
        table = raw_env(rules="super_bingo", observation=read)
        table.reset(seed=1)
        batch, layout = table.unwrapped.batch, table.unwrapped.batch.layout
        expected = np.zeros((1, layout.features), np.float32)
        batch.features(expected, blocks=layout.blocks_read(read))
        assert np.array_equal(table.observe(table.agent_selection)["observation"], expected[0])
    with pytest.raises(ValueError, match="no row 'basics'"):
        SeatEnv("super_bingo", observation="basics")


def test_blocks_out_of_range_are_refused() -> None:
    batch = Batch(load_rules("super_bingo"), 1)
    with pytest.raises(ValueError, match="blocks"):
        batch.features(np.zeros((1, batch.layout.features), np.float32), blocks=1 << 20)
