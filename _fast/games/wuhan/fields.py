"""Fields of the state that Wuhan alone has."""

from shugi._fast.tables.field import U8, Field

STATE = {
    "table": (
        Field("last_draws", U8, "int", "of the last four tiles, drawn so far", most="4",
              each_hand=True),
    ),
}  # fmt: skip
SEAT = {
    "table": (
        Field("kan_tiles", U8, "int", "kan tiles laid aside or discarded", most="8"),
        Field("wild_kans", U8, "int", "wildcards laid aside or discarded", most="4"),
    ),
}  # fmt: skip
