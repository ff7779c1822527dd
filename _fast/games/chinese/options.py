"""What the Chinese games fix among the options, and the options that several of them have.

The default is Hangzhou's where several games share an option; each game says which it reads, and
what differs.
"""

from typing import Any

from shugi._fast.tables.game import NOTHING_JAPANESE, STANDARD, Options
from shugi._fast.tables.option import BOOL, DECK, rows
from shugi._fast.tables.option_types import Choice, Int

# no dora, no dead wall that moves, no riichi: the shared tile flow with nothing Japanese in it
USUAL: dict[str, Any] = {
    **NOTHING_JAPANESE,
    "replacement_source": "live",
    "chii": True,
    "kuikae": "allowed",
    "multi_ron": "head_bump",
    "must_win": "never",
    "keishiki_fifth_copy": "wait",
    "chiitoi_duplicates": True,
    "game_length": "fixed_hands",
    "match_hands": 16,
}
FIELDS = {"forms": STANDARD, "max_kans": 16, "points_per_unit": 1}

FEWER = Choice(("none", "m", "p", "s"))


def removed_suit(options: Options) -> str:
    """The tiles of the suit that is left out."""
    suit = options["removed_suit"]
    return "" if suit == "none" else f"123456789{suit}"


FLOW = rows(
    "regional games",
    ("closed_kong_hidden", BOOL, True, "hangzhou 3.8", "closed kans lie face down until the end"),
    (
        "first_banker",
        Choice(("random", "seat0"), synonyms={"highest_roll": "random"}),
        "random",
        "hangzhou 2",
        "who deals first",
    ),
    (
        "start_chips",
        Int(1, 10_000, 100, none=True),
        100,
        "hangzhou 1",
        "what each player can lose in a game; null for no limit",
    ),
    (
        "removed_suit",
        FEWER,
        "none",
        "kawuxing 1",
        "suit that is left out (with three players)",
        DECK,
    ),
    ("kong_after_claim", BOOL, False, "hangzhou 7.8", "a kan in the turn of the own chi or pon"),
    ("next_banker", Choice(("right", "winner")), "right", "xiamen 7.20", "who deals after a win"),
    ("floater_may_claim", BOOL, False, "hangzhou 3.4", "a floating player may claim on"),
    (
        "float_round_trigger",
        Choice(("any", "true_float"), synonyms={"any_fortune": "any", "any_gold": "any"}),
        "any",
        "hangzhou 7.4",
        "discards of a wildcard that restrict the others for a round",
    ),
    (
        "wild_eye_claim_rule",
        Choice(("state", "reading")),
        "state",
        "hangzhou 7.3",
        "a hand that any tile completes wins on no discard, or where another reading does",
    ),
    ("draw_increments_stay", BOOL, True, "hangzhou 7.2", "a draw counts as a stay of the banker"),
    (
        "last_discard_claims",
        Choice(("win_only", "any")),
        "win_only",
        "hangzhou 7.12",
        "claims on the last discard",
    ),
    games=(),
)
# what all of them read, and those in which hands float
READS = ("closed_kong_hidden", "first_banker", "match_hands")
FLOATS = (
    *("floater_may_claim", "float_round_trigger", "wild_eye_claim_rule", "draw_increments_stay"),
    "last_discard_claims",
)
