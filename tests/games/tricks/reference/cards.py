"""Cards as two letters, suit then rank ("ST" is the ten of spades), and tricks of them."""

from collections.abc import Collection, Iterable, Sequence

SUITS = "SHDC"
RANKS = "23456789TJQKA"  # low to high


def rank_of(card: str) -> int:
    return RANKS.index(card[1])


def card_id(card: str) -> int:
    """The place of the card in a pack of 52: suits as in SUITS, each from the two up to the ace."""
    return len(RANKS) * SUITS.index(card[0]) + rank_of(card)


def pack(lowest: str) -> list[str]:
    """Every card from the lowest rank up, in increasing order."""
    return [suit + rank for suit in SUITS for rank in RANKS[RANKS.index(lowest) :]]


def ordered(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=card_id)


def parse_cards(text: str) -> list[str]:
    """ "SA HT" -> ["SA", "HT"]."""
    cards = text.split()
    for card in cards:
        if len(card) != 2 or card[0] not in SUITS or card[1] not in RANKS:
            raise ValueError(f"no such card: {card!r}")
    if len(set(cards)) != len(cards):
        raise ValueError(f"a card twice: {text!r}")
    return cards


def parse_hand(text: str) -> list[str]:
    """ "S:AK H:T" -> ["SA", "SK", "HT"]."""
    groups = [group.split(":") for group in text.split()]
    return parse_cards(" ".join(suit + rank for suit, ranks in groups for rank in ranks))


def hand_text(cards: Iterable[str]) -> str:
    """The cards as ``parse_hand`` reads them, each suit from the top."""
    high = ordered(cards)[::-1]
    groups = {suit: "".join(card[1] for card in high if card[0] == suit) for suit in SUITS}
    return " ".join(f"{suit}:{ranks}" for suit, ranks in groups.items() if ranks)


def following(hand: Collection[str], led: str | None) -> list[str]:
    """What may be played to the led suit: cards of it, or any card of a hand without them."""
    return ordered([card for card in hand if card[0] == led] or hand)


def winner_index(cards: Sequence[str], trump: str | None = None) -> int:
    """Which card of a trick wins, in the order of playing."""
    trumps = [card for card in cards if card[0] == trump]
    rivals = trumps or [card for card in cards if card[0] == cards[0][0]]
    return cards.index(max(rivals, key=rank_of))


def next_picks(hand: Collection[str], picked: Sequence[str], least: int, most: int) -> list[str]:
    """The cards that may be picked next: upwards only, and so that the least number is reached."""
    if len(picked) == most:
        return []
    above = [card for card in ordered(hand) if not picked or card_id(card) > card_id(picked[-1])]
    wanted = max(least - len(picked), 1)
    return above[: len(above) - wanted + 1]
