"""Fields of the state that Sichuan alone has."""

from shugi._fast.tables.field import U8, Field

SUITS = {0: None, 1: "m", 2: "p", 3: "s"}

STATE = {
    "table": (
        Field("exchange_way", U8, {0: None, 1: "right", 2: "across", 3: "left"},
              "where the tiles given before the hand went, once all have chosen", None,
              each_hand=True),
        Field("kan_payers", U8, "seats",
              "who paid for the newest kan of this turn; its discard may hand it on", (),
              each_hand=True),
        Field("kan_units", U8, "int", "units that each of them paid", most="2", each_hand=True),
        Field("heir", U8, "seat",
              "who deals next: the first winner of the hand, or who gave the first two", None,
              each_hand=True),
    ),
}  # fmt: skip
SEAT = {
    "table": (
        Field("void_suit", U8, SUITS, "suit that the seat has named as void", None,
              mark="void {}"),
        Field("given", U8, "code", "tiles chosen to be given before the hand", None, count="3"),
        Field("won", U8, {0: None, 1: "tsumo", 2: "ron"}, "how the seat has won in this hand", None,
              mark="won"),
        Field("won_from", U8, "seat", "whose tile that was", None),
        Field("won_doubles", U8, "int", "doubles of it that count", most="99"),
        Field("kan_income", U8, "int", "units taken from each seat by kans and kept",
              count="SEATS", most="16"),
    ),
}  # fmt: skip
