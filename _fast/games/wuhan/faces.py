"""What is printed on Wuhan's kan tiles: their codes are ``1k`` and ``2k``."""

from collections.abc import Mapping
from typing import Any

from shugi._fast.core.tiles import code_name, parse_tiles
from shugi._fast.games.wuhan.score import kan_tiles
from shugi._fast.rules.compile import Rules

CODES = parse_tiles("1k2k")


def printed(rules: Rules, state: Mapping[str, Any]) -> dict[int, int]:
    """By code. ``state``: as ``Batch.state`` gives it."""
    names = kan_tiles(rules, code_name(state["dora"][0]))
    return dict(zip(CODES, parse_tiles("".join(names)), strict=False))
