"""Options that joined last: readings of rules that the other tables had fixed, riichi for four."""

from shugi._fast.rules.option import BOOL, Option, rows

APPENDIX: list[Option] = [
    *rows(
        "tiles set aside",
        (
            "nuki_ends_rinshan",
            BOOL,
            False,
            "bingo 3",
            "setting aside the replacement of a kan ends its rinshan",
        ),
    ),
    *rows(
        "chips of a win",
        (
            "bust_loaded_per_winner",
            BOOL,
            False,
            "fish 6",
            "of several winners, bust_loaded counts for the one who busts the payer",
        ),
    ),
    *rows(
        "Hangzhou",
        (
            "wild_eye_across_readings",
            BOOL,
            False,
            "hangzhou 4",
            "a wild eye of one reading doubles seven pairs of another",
        ),
        (
            "float_liability_split",
            BOOL,
            False,
            "hangzhou 5",
            "three sets pay for the hand before a claim, who fed the claim for the rest",
        ),
        games=("hangzhou",),
    ),
    *rows(
        "four players",
        ("north_wind", BOOL, False, "riichi 1", "North is a wind like the others, and no guest"),
        (
            "abortive_four_winds",
            BOOL,
            False,
            "riichi 4",
            "the same wind as everybody's first discard ends the hand",
        ),
        ("abortive_four_riichi", BOOL, False, "riichi 4", "four riichi end the hand"),
        ("abortive_triple_ron", BOOL, False, "riichi 4", "three wins on one discard end the hand"),
        (
            "abort_plays_on",
            BOOL,
            False,
            "riichi 6",
            "an abortive draw does not end the game for a leading dealer",
        ),
        (
            "pao_whole_hand",
            BOOL,
            False,
            "riichi 5",
            "who is liable for one yakuman of a hand pays for all of them",
        ),
    ),
]
