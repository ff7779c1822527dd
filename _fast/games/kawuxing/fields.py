"""Fields of the state that Kawuxing alone has."""

from shugi._fast.tables.field import U8, Field

STATE = {
    "table": (
        Field("series", U8, "int", "kans of the running series over all seats", most="16",
              each_hand=True),
        Field("kan_discard", U8, "bool", "the discard ended a turn with a kan", False,
              each_hand=True),
        Field("first_discloser", U8, "seat", "who disclosed first", None, each_hand=True),
    ),
}  # fmt: skip
