"""What an observation of the card games holds: one table of rows for all of them.

Rows of one game stand in ``rows.py`` of its room; where another is played they are zero.
"""

from shugi._fast.tables.row import CARD_SEATS, Line, placed
from shugi._fast.view.rows import with_rooms

CARD_SUITS = 4
STAGES = 24  # room for the questions of both games

PLANE_LINES: tuple[Line, ...] = (
    ("hand", 1, 1, "own cards"),
    ("aside", 1, 1, "own cards laid aside: exchanged, or bid"),
    ("choices", 1, 1, "cards that may be chosen now"),
    ("suit_length", 1, 8, "own cards of the card's suit, at own cards"),
    ("run", 1, 8, "length of the run in the own hand that the card lies in"),
    ("rank", 1, 4, "own cards of the card's rank, at own cards"),
    ("known", CARD_SEATS - 1, 1, "known to be in the hand, by opponent"),
    ("known_aside", CARD_SEATS - 1, 1, "known to be laid aside, by opponent"),
    ("possible", CARD_SEATS - 1, 1, "may be in the hand for all that play has told"),
    ("shown", CARD_SEATS, 1, "shown to all as the seat's, played or not, by seat"),
    ("talon_seen", 1, 1, "cards left in the talon that the own seat has looked at"),
    ("talon_open", 1, 1, "cards left in the talon that all have looked at"),
    ("unseen", 1, 1, "in others' hands, laid aside by them, or left in the talon"),
    ("played", CARD_SEATS, 1, "played in this hand, the running trick too, by seat"),
    ("trick", CARD_SEATS, 1, "the card in the running trick, by seat"),
    ("winning", 1, 1, "the card that takes the trick as it stands"),
    ("led", 1, 1, "cards of the suit led"),
    ("trump", 1, 1, "cards of the trump suit"),
    ("beats", 1, 1, "own cards that would take the trick as it stands, were they legal"),
    ("master", 1, 1, "own cards that no card of their suit in another hand can beat"),
)
GLOBAL_LINES: tuple[Line, ...] = (
    ("present", CARD_SEATS, 1, "the seat plays"),
    ("score", CARD_SEATS, 100, "points of the game"),
    ("cards", CARD_SEATS, 12, "cards in hand"),
    ("n_aside", CARD_SEATS, 8, "cards laid aside"),
    ("tricks", CARD_SEATS, 12, "tricks won"),
    ("void", CARD_SEATS * CARD_SUITS, 1, "suits that the seat did not follow: C H S D"),
    ("dealer", CARD_SEATS, 1, "who deals"),
    ("actor", CARD_SEATS, 1, "who decides"),
    ("leader", CARD_SEATS, 1, "who led the running trick"),
    ("trump_suit", CARD_SUITS + 1, 1, "C H S D, none"),
    ("n_trick", 1, 2, "cards in the running trick"),
    ("talon", 1, 12, "cards left in the talon"),
    ("n_played", 1, 36, "cards played in this hand"),
    ("hand_no", 1, 10, "hands dealt in this match, this one included"),
    ("acts", 1, 1, "the own seat decides now"),
    ("stage", STAGES, 1, "what is asked: Piquet, then Ninety-Nine; if deciding"),
)
ORACLE_LINES: tuple[Line, ...] = (
    ("hands", CARD_SEATS - 1, 1, "cards in hand, by opponent"),
    ("asides", CARD_SEATS - 1, 1, "cards laid aside, by opponent"),
    ("looked_at", CARD_SEATS - 1, 1, "talon cards that the opponent has looked at"),
    ("talon_order", 1, 12, "place in the talon, 1 = the next card"),
)
# bits of a token
HISTORY_LINES: tuple[Line, ...] = (
    ("code", 8, 1, "the card, or what the event tells"),
    ("event", 6, 1, "what happened (CardEvent, core/cards.pxd.in); 0 = empty"),
    ("seat", 2, 1, "relative seat that acted"),
)

PLANE_ROWS = placed(with_rooms(PLANE_LINES, "CARD_PLANES"))
GLOBAL_ROWS = placed(with_rooms(GLOBAL_LINES, "CARD_GLOBALS"))
ORACLE_ROWS = placed(ORACLE_LINES)
HISTORY_ROWS = placed(HISTORY_LINES)
