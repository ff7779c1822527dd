"""Fields of the state that Hangzhou alone has."""

from shugi._fast.tables.field import U8, Field

STATE = {
    "table": (
        Field("dice", U8, "int", "dice of the deal; 0 where they do not matter", count="2",
              most="6"),
    ),
}  # fmt: skip
SEAT = {
    "table": (
        Field("honour_run", U8, "place", "own discards, all of them honours; None: broken", 0,
              most="RIVER"),
        Field("fed", U8, "int", "open sets made from each seat's discards", count="SEATS",
              most="RIVER"),
        Field("n_claims", U8, "int", "claims that continued the running float chain", most="4",
              word="claims"),
        Field("claim_from", U8, "int", "whose tile each of them took", count="4",
              most="MOST_SEAT"),
        Field("claim_floats", U8, "int", "floats before it", count="4", most="4"),
        Field("claim_kans", U8, "int", "kan streak before it", count="4", most="16"),
    ),
}  # fmt: skip
