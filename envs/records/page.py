"""A game as a piece of HTML: a still picture, and how its hands ended."""

from collections.abc import Sequence
from html import escape
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi.envs.drawing import display, render

CELL = 'style="padding:0 .6em;text-align:right"'


def page_of(batch: Batch, hands: Sequence[dict[str, Any]], names: Sequence[str]) -> str:
    """Where the game stands with all hands open, and a row for each hand.

    Args:
        batch: one game.
        hands: the state in which each of its hands ended.
        names: who sits where.
    """
    heads = ["hand", "end", *(render.seat_name(seat, names) for seat in range(batch.seats))]
    rows = [
        [str(number), _end(state, names), *map(_purse, state["seats"])]
        for number, state in enumerate(hands, start=1)
    ]
    table = "".join(_row(row, "td") for row in rows)
    picture = display.svg(batch.state(0), batch.rules, None, names=names)
    return f"<div>{picture}<table>{_row(heads, 'th')}{table}</table></div>"


def _end(state: dict[str, Any], names: Sequence[str]) -> str:
    last = state["last"]
    who = ", ".join(render.seat_name(seat, names) for seat in last["winners"])
    return f"{last['how']} {who}".strip()


def _purse(seat: dict[str, Any]) -> str:
    return f"{seat['score']}" + (f" {seat['chips']:+d}" if seat["chips"] else "")


def _row(cells: list[str], kind: str) -> str:
    return f"<tr>{''.join(f'<{kind} {CELL}>{escape(cell)}</{kind}>' for cell in cells)}</tr>"
