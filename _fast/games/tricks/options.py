"""What the card games fix among the options, and the options that both have."""

from typing import Any

from shugi._fast.tables.game import NOTHING_JAPANESE, STANDARD
from shugi._fast.tables.option import rows
from shugi._fast.tables.option_types import Choice, Int

# no tiles at all
USUAL: dict[str, Any] = {
    **NOTHING_JAPANESE,
    "dead_wall_size": 0,
    "start_chips": None,
    "tile_set": "none",
}
# cards by id: 9 a suit (clubs, hearts, spades, diamonds) from the 6 to the ace
PACK = range(36)
# points are of the game alone: the result is paid in chips
FIELDS = {"forms": STANDARD, "max_kans": 0, "points_per_unit": 0, "hand_size": 0}

BOTH = rows(
    "card games",
    (
        "mode",
        Choice(("match", "game", "six_deals", "single_hand", "nine_hands", "race")),
        "match",
        "piquet 6",
        "what is played: Piquet the first four, Ninety-Nine the last two",
    ),
    ("games_to_win", Int(1, 9, 3), 2, "piquet 5", "games that win the match or race"),
    ("target", Int(1, 1000, 100), 100, "piquet 5", "points that win a game"),
    games=(),
)
MODES = "Piquet has match, game, six_deals and single_hand, Ninety-Nine nine_hands and race"
READS = ("mode", "games_to_win", "target", "first_banker")
