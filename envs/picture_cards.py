"""The table of a card game as an image: cards in hand, laid aside, played, and the trick."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.core.card_actions import CARD_NAMES, CARD_SUITS
from shugi._fast.rules.compile import Rules
from shugi.envs import render_cards
from shugi.envs.picture import HEIGHT, WIDTH, font
from shugi.envs.shapes import BACK, DIM, EDGE, FACE, FELT, FRAME, GOLD, INK, PANEL, RED, TEXT

try:
    from PIL import Image, ImageDraw
except ImportError as error:
    raise ImportError("pictures need Pillow: pip install 'shugi[render]'") from error

CARD_W, CARD_H = 46, 66
SMALL = 0.62  # of cards that lie beside the hand
SUIT_ORDER = "SHDC"


def _sorted(cards: list[int]) -> list[int]:
    return sorted(cards, key=lambda card: (SUIT_ORDER.index(CARD_SUITS[card // 9]), -(card % 9)))


class CardPicture:
    """One picture in the making."""

    def __init__(self, state: dict[str, Any], rules: Rules, viewer: int | None) -> None:
        self.state, self.rules, self.viewer = state, rules, viewer
        self.image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
        self.draw = ImageDraw.Draw(self.image)

    def write(self, text: str, x: float, y: float, size: int, fill: str = TEXT) -> None:
        self.draw.text((x, y), text, font=font(size), fill=fill)

    def card(self, card: int | None, x: float, y: float, size: float) -> None:
        """A card from its left top; None is its back."""
        box = (x, y, x + CARD_W * size, y + CARD_H * size)
        self.draw.rounded_rectangle(
            box, 5 * size, fill=BACK if card is None else FACE, outline=EDGE
        )
        if card is None:
            return
        name = CARD_NAMES[card]
        suit, rank = name[0], name[1]
        colour = RED if suit in "HD" else INK
        middle = x + CARD_W * size / 2
        self.draw.text(
            (middle, y + CARD_H * size * 0.3),
            rank,
            font=font(int(24 * size)),
            fill=colour,
            anchor="mm",
        )
        self._suit(suit, middle, y + CARD_H * size * 0.7, 9 * size, colour)

    def _suit(self, suit: str, x: float, y: float, r: float, fill: str) -> None:
        """The suit's mark, drawn: the font may lack it."""
        draw = self.draw
        if suit == "D":
            draw.polygon([(x, y - r), (x + r * 0.8, y), (x, y + r), (x - r * 0.8, y)], fill=fill)
            return
        half = r * 0.55
        if suit == "C":
            for dx, dy in ((0, -half), (-half, half * 0.5), (half, half * 0.5)):
                self._disc(x + dx, y + dy, half, fill)
        else:
            up = -1 if suit == "H" else 1
            for dx in (-half, half):
                self._disc(x + dx, y + up * half * 0.5, half, fill)
            wide = y + up * half * 0.6
            draw.polygon([(x - r, wide), (x + r, wide), (x, y - up * r)], fill=fill)
        if suit != "H":
            draw.polygon([(x, y), (x - half, y + r * 1.1), (x + half, y + r * 1.1)], fill=fill)

    def _disc(self, x: float, y: float, r: float, fill: str) -> None:
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def row(self, cards: list[int | None], x: float, y: float, size: float, room: float) -> None:
        """Cards side by side, closer where they are many."""
        step = min(CARD_W * size + 2, (room - CARD_W * size) / max(len(cards) - 1, 1))
        for k, card in enumerate(cards):
            self.card(card, x + k * step, y, size)

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
        box = (10, top, WIDTH - 10, top + height)
        self.draw.rounded_rectangle(
            box, 10, fill=PANEL, outline=GOLD if acts else FRAME, width=3 if acts else 1
        )
        about = next(render_cards.seat_lines(state, self.rules, number, self.viewer))
        self.write(about[2:], 24, top + 10, 17)
        self.row(self.covered(number, "hand"), 24, top + 40, 1.2, 700)
        small = top + 50 + CARD_H * 1.2
        self.write("played", 24, small + 8, 14, DIM)
        self.row(self.covered(number, "played"), 84, small, SMALL, 420)
        if seat["aside"]:
            self.write("aside", 530, small + 8, 14, DIM)
            self.row(self.covered(number, "aside"), 580, small, SMALL, 220)
        if seat["trick"] is not None:
            self.card(seat["trick"], WIDTH - 90, top + 40, 1.5)


def draw_cards(state: dict[str, Any], rules: Rules, viewer: int | None = None) -> NDArray[np.uint8]:
    """A state (``Batch.state``) of a card game as pixels, (720, 960, 3) uint8."""
    picture = CardPicture(state, rules, viewer)
    picture.header(list(render_cards.card_lines(state, rules, viewer)))
    seats = len(state["seats"])
    height = (HEIGHT - 90) / seats
    for k in range(seats):
        picture.seat(((viewer or 0) + k) % seats, 48 + k * height, height - 8)
    return np.asarray(picture.image, np.uint8)
