"""Rows of the observation that riichi alone fills."""

from shugi._fast.tables.row import SEATS, Behind

GAP = 8000  # points: a mangan

# fmt: off
PLANES: Behind = {
    "shown_waits": (
        ("safe", SEATS - 1, 1, "cannot be won on by that opponent, who is in riichi (genbutsu)"),
    ),
    "win_draw": (
        ("danger", SEATS - 1, 24,
         "riichi: pairs of unseen tiles that wait for an own tile as a run, by opponent in "
         "closed riichi or with two melds"),
    ),
}
GLOBALS: Behind = {
    "honour_run": (
        ("overtake_ron", SEATS - 1, GAP,
         "riichi: what an own ron from that opponent must pay to draw level with it, by "
         "opponent ahead; honba and sticks come on top"),
        ("overtake_other", SEATS - 1, GAP, "... what one from another seat must pay"),
        ("overtake_draw", SEATS - 1, GAP, "... what all must pay for a draw, a mangan's way"),
        ("overtaken_ron", SEATS - 1, GAP,
         "riichi: what its ron from the own seat must pay to draw level, by opponent behind"),
        ("overtaken_other", SEATS - 1, GAP, "... what one from another seat must pay"),
        ("overtaken_draw", SEATS - 1, GAP, "... what all must pay for its draw"),
    ),
}
BLOCKS = {"dangers": ("danger",)}
