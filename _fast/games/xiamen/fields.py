"""Fields of the state that Xiamen alone has."""

from shugi._fast.tables.field import I32, U8, Field

STATE = {
    "table": (
        Field("first_discard", U8, "bool", "the dealer's first discard has not been passed yet",
              False, each_hand=True),
        Field("stay_sum", I32, "total", "multipliers of the dealer's stays"),
    ),
}  # fmt: skip
SEAT = {"table": (Field("forfeited", U8, "bool", "may not win in this hand", False),)}
