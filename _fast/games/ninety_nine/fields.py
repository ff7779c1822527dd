"""The table of Ninety-Nine: what outlives the hand."""

from shugi._fast.tables.field import U8, Field

TABLES = {
    "NinetyNineTable": (
        Field("won", U8, "int", "games of a race won, by seat", count="CARD_SEATS"),
    ),
}  # fmt: skip
