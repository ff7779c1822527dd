"""What an observation of the card games holds: one table of rows for all of them.

As view/rows.py; what a game does not have is zero.
"""

from shugi._fast.view.rows import Line, placed

PREFIX = "card"  # of the headers with the places, as card_plane_at
CARD_SEATS = 3  # core/cards.pxd
CARD_SUITS = 4
STAGES = 24  # room for the questions of both games

PIQUET_PLANES: tuple[Line, ...] = (
    ("picked", 1, 1, "own cards picked so far for the exchange"),
    ("asked", 1, 1, "cards of the further combination that is asked about"),
    ("own_said", 3, 1, "cards of what the own seat declared or compared, by category"),
)
PIQUET_GLOBALS: tuple[Line, ...] = (
    ("elder", 3, 1, "who is the elder"),
    ("blank", 3, 1, "claimed a carte blanche, by seat"),
    ("made", 3, 30, "points entered in this hand, by seat"),
    ("games", 3, 2, "games of the match won, by seat"),
    ("repic", 3, 1, "whose repic it is"),
    ("pic", 3, 1, "whose pic it is"),
    ("blank_count", 1, 8, "cards that the blank elder will exchange"),
    ("talon_up", 1, 1, "what is left of the talon lies open"),
    ("bound", 4, 1, "suit of the first lead, named when it was opened: C H S D"),
    ("deals", 1, 6, "hands of this game or six deals that are over"),
    ("extensions", 1, 5, "pairs of deals added to the six"),
    ("late", 1, 1, "the first card is led: the younger counts, or has counted"),
    ("exchange", 2, 8, "least and most cards of the own exchange; if deciding"),
    ("category", 3, 1, "point, sequence or sets is spoken of; if deciding"),
    ("verdict", 15, 1, "by category: declared and open, nothing declared, good, not good, equal"),
    ("elder_cards", 3, 8, "by category: cards of what the elder declared, as far as told"),
    ("elder_top", 3, 9, "by category: its top card or rank plus one (6 = 0)"),
    ("elder_pips", 1, 80, "pips of his point"),
    ("younger_cards", 3, 8, "by category: cards of what the younger counted"),
    ("younger_top", 3, 9, "by category: its top card or rank plus one"),
    ("younger_pips", 1, 80, "pips of his point"),
    ("told", 3, 30, "points of the declarations counted aloud, by seat"),
)

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
    *PIQUET_PLANES,
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
    ("bid", CARD_SEATS, 9, "what the cards laid aside bid, as far as known, by seat"),
    ("bid_known", CARD_SEATS, 1, "the seat's whole bid is known"),
    ("bid_needs", CARD_SEATS, 9, "tricks that a known bid still wants; negative: too many"),
    ("offer", CARD_SEATS * 3, 1, "none, declare, reveal, once it is told, by seat"),
    ("premium", CARD_SEATS, 1, "whose offer took effect"),
    ("race_games", CARD_SEATS, 3, "games of the race won"),
    *PIQUET_GLOBALS,
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
    ("event", 6, 1, "what happened (CardEvent, core/cards.pxd); 0 = empty"),
    ("seat", 2, 1, "relative seat that acted"),
)

PLANE_ROWS = placed(PLANE_LINES)
GLOBAL_ROWS = placed(GLOBAL_LINES)
ORACLE_ROWS = placed(ORACLE_LINES)
HISTORY_ROWS = placed(HISTORY_LINES)
