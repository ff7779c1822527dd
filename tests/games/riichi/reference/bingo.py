"""Wins by own discards in riichi, called bingo (Super Bingo section 4.3)."""

from typing import Any

from tests.games.riichi.reference.notation import kind

LINES = {
    (0, 1): "bingo_row",
    (1, 0): "bingo_column",
    (1, 1): "bingo_diagonal",
    (1, -1): "bingo_diagonal",
}


def bingo(options: dict[str, Any], discards: list[str], riichi_index: int) -> str:
    """What the newest discard completes; ``riichi_index``: the place of the riichi tile."""
    after = riichi_index + (0 if options["bingo_counts_riichi_tile"] else 1)
    sevens = {i for i, tile in enumerate(discards) if i >= after and kind(tile)[0] == "7"}
    sevens = {i for i in sevens if kind(discards[i])[1] in "ps"}
    newest, width = len(discards) - 1, options["discard_row_length"]
    if {newest, newest - 1, newest - 2} <= sevens:
        return "three_in_a_row"
    cells = {divmod(i, width) for i in sevens}
    row, column = divmod(newest, width)
    for (down, right), name in LINES.items():
        for first in (-2, -1, 0):  # the newest tile may stand at either end or in the middle
            line = {(row + (first + i) * down, column + (first + i) * right) for i in range(3)}
            if line <= cells:
                return name
    return "none"
