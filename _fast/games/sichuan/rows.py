"""Rows of the observation that Sichuan alone fills."""

from shugi._fast.tables.row import SEATS, Behind

# fmt: off
PLANES: Behind = {
    "danger": (
        ("given", 1, 3, "own tiles given away before the hand"),
    ),
}
GLOBALS: Behind = {
    "last_hand": (
        ("void_suit", 3 * SEATS, 1,
         "the suit that is void, m, p, s of each seat; of others once all have named theirs"),
        ("exchange_way", 3, 1, "the tiles given went to the right, across, to the left"),
        ("won", SEATS, 1, "has won in this hand, by seat"),
    ),
}
