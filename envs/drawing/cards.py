"""How the table of a card game lies: cards in hand, laid aside, played, and the trick."""

from shugi._fast.core.card_actions import CARD_SUITS
from shugi.envs.drawing import render, render_cards
from shugi.envs.drawing.canvas import HEIGHT, WIDTH, Table
from shugi.envs.drawing.shapes import CARD_H, CARD_W, DIM, GOLD

SMALL = 0.62  # of cards that lie beside the hand
SUIT_ORDER = "SHDC"


def _by_suit(cards: list[int]) -> list[int]:
    return sorted(cards, key=lambda card: (SUIT_ORDER.index(CARD_SUITS[card // 9]), -(card % 9)))


class CardTable(Table):
    """A table of cards."""

    def draw(self) -> None:
        self._header(list(render_cards.card_lines(self.state, self.rules, self.viewer)))
        seats = render.seats_in_order(self.state, self.viewer)
        height = (HEIGHT - 90) / len(seats)
        for k, number in enumerate(reversed(seats)):  # the viewer's own is nearest
            self._seat(number, 48 + k * height, height - 8)

    def _row(self, cards: list[int | None], x: float, y: float, size: float, room: float) -> None:
        """Cards side by side, closer where they are many."""
        step = min(CARD_W * size + 2, (room - CARD_W * size) / max(len(cards) - 1, 1))
        for k, card in enumerate(cards):
            self.canvas.card(card, x + k * step, y, size)

    def _with_backs(self, number: int, place: str) -> list[int | None]:
        """The cards there, those that the viewer may not look at as backs."""
        cards = self.state["seats"][number][place]
        known = render_cards.open_cards(self.state, self.rules, number, self.viewer, place)
        return [*_by_suit(known), *[None] * (len(cards) - len(known))]

    def _header(self, lines: list[str]) -> None:
        self.write(lines[0], 18, 12, 20, GOLD)
        self.write(render_cards.question(self.state, self.viewer), 18, HEIGHT - 28, 16)

    def _seat(self, number: int, top: float, height: float) -> None:
        state, seat = self.state, self.state["seats"][number]
        self.panel(number, (10, top, WIDTH - 10, top + height))
        about = next(render_cards.seat_lines(state, self.rules, number, self.viewer))
        name = render.seat_name(number, self.names)
        self.write(about[2:].replace(f"seat {number}", name, 1), 24, top + 10, 17)
        self._row(self._with_backs(number, "hand"), 24, top + 40, 1.2, 700)
        small = top + 50 + CARD_H * 1.2
        self.write("played", 24, small + 8, 14, DIM)
        self._row(self._with_backs(number, "played"), 84, small, SMALL, 420)
        if seat["aside"]:
            self.write("aside", 530, small + 8, 14, DIM)
            self._row(self._with_backs(number, "aside"), 580, small, SMALL, 220)
        if seat["trick"] is not None:
            self.canvas.card(seat["trick"], WIDTH - 90, top + 40, 1.5)
