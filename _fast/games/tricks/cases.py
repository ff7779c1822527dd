"""What the cases of the card games have alike."""

from collections.abc import Iterable

from shugi._fast.core.card_actions import CARD_NAMES


def cards_text(cards: Iterable[int]) -> str:
    """Cards as cases write them: "SA HT"."""
    return " ".join(CARD_NAMES[card] for card in cards)
