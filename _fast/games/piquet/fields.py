"""The table of Piquet, by seat: elder and younger change with the deal."""

from shugi._fast.tables.field import BY_HAND, I32, U8, U64, Field

VERDICTS = ("open", "none", "good", "not_good", "equal")  # PiquetVerdict, table.pxd

TABLES = {
    "PiquetSaid": (  # of one category
        Field("declared", U64, "cards", "by the elder", ()),
        Field("answer", U64, "cards",
              "the younger's comparison, or his own after the elder's nothing", ()),
        Field("counted", U64, "cards", "by who won the category", ()),
        Field("verdict", U8, VERDICTS, "on the declaration", "open"),
    ),
    "PiquetStanding": (  # what lasts from hand to hand
        Field("wins", U8, "int", "games won, by seat", count="2"),
        Field("hands", U8, "int", "of this game or six deals that are over"),
        Field("extensions", U8, "int", "pairs of deals added"),
        Field("seated", U8, "bool", "the seats were chosen", False),
    ),
    "PiquetTable": (
        Field("elder", U8, "seat", "the elder's seat: not the dealer's"),
        Field("blank", U8, "bool", "carte blanche claimed, by seat", False, count="2"),
        Field("count", U8, "int", "cards that the blank elder will exchange"),
        Field("least", U8, "int", "of the exchange that is chosen"),
        Field("most", U8, "int", "of the exchange that is chosen"),
        Field("opened", U8, "bool", "what is left of the talon lies open", False),
        Field("bound", U8, "suit", "suit of the first lead", None),
        Field("speaking", U8, "int", "0 point, 1 sequence, 2 sets", most="3"),
        Field("late", U8, "bool", "the younger's declarations have begun", False),
        Field("n_asked", U8, "int", "further combinations asked about", most="4"),
        Field("repic", U8, "seat", "whose", None),
        Field("pic", U8, "seat", "whose", None),
        Field("picked", U64, "cards", "picked so far for the exchange", ()),
        Field("asking", U64, "cards", "the further combination in question", ()),
        Field("kept", U64, "cards", "hand of the seat after the exchanges", (), count="2",
              apart=True),
        Field("made", I32, "money", "points entered in this hand, by seat", count="2"),
        Field("standing", "PiquetStanding", "", "what lasts from hand to hand", told=BY_HAND),
        Field("said", "PiquetSaid", "", "one dict for each of point, sequence, sets", count="3",
              told=BY_HAND),
    ),
}  # fmt: skip
