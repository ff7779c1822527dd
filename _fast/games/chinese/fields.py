"""Fields of the state that several Chinese games share."""

from shugi._fast.tables.field import BY_HAND, DERIVED, U8, U64, Field

STATE = {
    "table": (
        Field("resting", U8, "seat", "who sits this hand out (four people)", None),
        Field("after", U8, "seat", "who comes next in turn; default: the next that does not rest",
              DERIVED, count="SEATS"),
        Field("offer", U8, "int", "what is offered (phase offer), the game's own list",
              most="6", each_hand=True),
        Field("float_round", U8, "seat", "whose discarded wildcard restricts the others", None,
              each_hand=True),
    ),
    "": (
        Field("wild_kind", U8, "kind", "kind printed on the wildcards, which follows from it",
              None, told=BY_HAND, each_hand=True),
    ),
}  # fmt: skip
SEAT = {
    "table": (
        Field("missed_win", U64, "kinds", "wins passed since the own turn", ()),
        Field("missed_call", U64, "kinds", "calls passed since the own turn", ()),
        Field("missed_doubles", U8, "int", "doubles of the best win passed, plus one; 0 none"),
        Field("floats", U8, "int", "wildcards discarded in the running float chain", most="4"),
        Field("kan_streak", U8, "int",
              "own kans that follow each other (Kawuxing: in this turn)", most="16"),
    ),
}  # fmt: skip
