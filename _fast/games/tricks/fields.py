"""Fields of the table that every card game has."""

from shugi._fast.tables.field import BY_HAND, NEVER, U8, U64, Field

CARDS = {
    "turn": (
        Field("stage", U8, "int", "what is asked, by game", word=None, told=BY_HAND),
        Field("leader", U8, "seat", "who led the running trick, or the last one"),
        Field("trump", U8, "suit", "trump suit: C H S D by number", None),
        Field("n_trick", U8, "int", "cards of the running trick", most="CARD_SEATS", told=NEVER),
    ),
    "seat": (  # by seat
        Field("hand", U64, "cards", "cards in hand", (), count="CARD_SEATS"),
        Field("aside", U64, "cards", "laid aside face down: exchanged, or bid", (),
              count="CARD_SEATS"),
        Field("shown", U64, "cards", "that all know to be, or to have been, his", (),
              count="CARD_SEATS"),
        Field("seen", U64, "cards",
              "of the talon that he has looked at, left there or drawn by the other since", (),
              count="CARD_SEATS"),
        Field("played", U64, "cards", "played in this hand", (), count="CARD_SEATS"),
        Field("void", U8, "suits", "suits that he did not follow", (), count="CARD_SEATS"),
        Field("trick", U8, "card", "his card in the running trick", None, count="CARD_SEATS"),
        Field("tricks", U8, "int", "won", count="CARD_SEATS", most="CARD_TRICKS"),
    ),
}  # fmt: skip
