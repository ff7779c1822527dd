"""How the table of a card game lies: cards in hand, laid aside, played, and the trick."""

from collections.abc import Sequence
from typing import Any

from shugi._fast.core.card_actions import CARD_SUITS
from shugi._fast.rules.compile import Rules
from shugi.envs.drawing import render, render_cards
from shugi.envs.drawing.canvas import HEIGHT, WIDTH, Canvas
from shugi.envs.drawing.shapes import CARD_H, CARD_W, DIM, GOLD, TEXT

SMALL = 0.62  # of cards that lie beside the hand
SUIT_ORDER = "SHDC"


def _sorted(cards: list[int]) -> list[int]:
    return sorted(cards, key=lambda card: (SUIT_ORDER.index(CARD_SUITS[card // 9]), -(card % 9)))


class CardTable:
    """One table, as somebody sees it."""

    def __init__(
        self,
        canvas: Canvas,
        state: dict[str, Any],
        rules: Rules,
        viewer: int | None,
        names: Sequence[str] = (),
    ) -> None:
        self.canvas, self.state, self.rules, self.viewer = canvas, state, rules, viewer
        self.names = names

    def draw(self) -> None:
        """All of it."""
        self.header(list(render_cards.card_lines(self.state, self.rules, self.viewer)))
        seats = render.seats_in_order(self.state, self.viewer)
        height = (HEIGHT - 90) / len(seats)
        for k, number in enumerate(reversed(seats)):  # the viewer's own is nearest
            self.seat(number, 48 + k * height, height - 8)

    def write(self, text: str, x: float, y: float, size: int, fill: str = TEXT) -> None:
        self.canvas.text(text, x, y, size, fill)

    def row(self, cards: list[int | None], x: float, y: float, size: float, room: float) -> None:
        """Cards side by side, closer where they are many."""
        step = min(CARD_W * size + 2, (room - CARD_W * size) / max(len(cards) - 1, 1))
        for k, card in enumerate(cards):
            self.canvas.card(card, x + k * step, y, size)

    def covered(self, number: int, place: str) -> list[int | None]:
        """The cards there, those that the viewer may not look at as backs."""
        cards = self.state["seats"][number][place]
        known = render_cards.open_cards(self.state, self.rules, number, self.viewer, place)
        return [*_sorted(known), *[None] * (len(cards) - len(known))]

    def header(self, lines: list[str]) -> None:
        self.write(lines[0], 18, 12, 20, GOLD)
        self.write(render_cards.question(self.state, self.viewer), 18, HEIGHT - 28, 16)

    def seat(self, number: int, top: float, height: float) -> None:
        state, seat = self.state, self.state["seats"][number]
        acts = state["actor"] == number and state["phase"] != "over"
        self.canvas.panel((10, top, WIDTH - 10, top + height), acts)
        about = next(render_cards.seat_lines(state, self.rules, number, self.viewer))
        name = render.seat_name(number, self.names)
        self.write(about[2:].replace(f"seat {number}", name, 1), 24, top + 10, 17)
        self.row(self.covered(number, "hand"), 24, top + 40, 1.2, 700)
        small = top + 50 + CARD_H * 1.2
        self.write("played", 24, small + 8, 14, DIM)
        self.row(self.covered(number, "played"), 84, small, SMALL, 420)
        if seat["aside"]:
            self.write("aside", 530, small + 8, 14, DIM)
            self.row(self.covered(number, "aside"), 580, small, SMALL, 220)
        if seat["trick"] is not None:
            self.canvas.card(seat["trick"], WIDTH - 90, top + 40, 1.5)
