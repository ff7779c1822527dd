"""Options that joined after networks were trained: the rule vector grows at its end alone.

Each default is zero in the rule vector, so that a checkpoint sees what it has always seen.
"""

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
]
