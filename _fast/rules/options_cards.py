"""The options of the card games: Piquet and Ninety-Nine."""

from shugi._fast.rules.option import BOOL, Option, rows
from shugi._fast.rules.option_types import Choice, Int, OneOf

PQ, NN = "piquet", "ninety_nine"

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
    games=(PQ, NN),
)
PIQUET = rows(
    "Piquet",
    ("cards", OneOf((32, 36)), 32, "piquet 1", "cards of the pack"),
    ("elder_exchange_max", OneOf((5, 8)), 5, "piquet 3", "cards that the elder may exchange"),
    ("elder_peek", BOOL, True, "piquet 3", "the elder sees what he leaves of his share"),
    ("younger_exchange_min", OneOf((0, 1)), 1, "piquet 3", "cards that the younger must exchange"),
    (
        "younger_peek",
        Choice(("private", "public_or_not")),
        "private",
        "piquet 3",
        "the younger sees what he leaves, or may turn it up for both",
    ),
    ("elder_open_talon", BOOL, True, "piquet 3", "the elder may open it by naming his first suit"),
    ("own_discards_visible", BOOL, False, "piquet 8", "own discards may be looked at"),
    (
        "carte_blanche_sequence",
        Choice(("full", "simple")),
        "full",
        "piquet 3",
        "the elder's carte blanche is shown after the younger's discards, or at once",
    ),
    (
        "point_rule",
        Choice(("count", "old")),
        "count",
        "piquet 4",
        "the point counts cards, or pips",
    ),
    (
        "sequence_announce",
        Choice(("together", "length_then_top")),
        "together",
        "piquet 8",
        "how a sequence is announced",
    ),
    (
        "set_announce",
        Choice(("together", "count_then_rank")),
        "together",
        "piquet 8",
        "how a set is announced",
    ),
    (
        "extras_limit",
        Choice(("not_stronger", "none")),
        "not_stronger",
        "piquet 3",
        "further combinations that may be counted",
    ),
    ("extras", Choice(("ask", "auto")), "ask", "piquet 7.14", "asked for, or counted at once"),
    (
        "play_points",
        Choice(("every_card", "ten_or_higher")),
        "every_card",
        "piquet 4",
        "cards that count in the play",
    ),
    ("last_trick_needs_ten", BOOL, False, "piquet 8", "the last trick counts with a ten or higher"),
    ("capot_last_point", BOOL, True, "piquet 7.15", "a capot counts the last trick's point too"),
    ("six_deals_first_choice", BOOL, False, "piquet 2", "the higher cut chooses who deals first"),
    (
        "trick_pile_visible",
        Choice(("last_only", "all")),
        "last_only",
        "piquet 8",
        "tricks that may be looked at",
    ),
    ("elder_point", Choice(("any", "longest")), "any", "piquet 7.1", "suits he may declare"),
    ("partial_combinations", BOOL, False, "piquet 7.3", "a part of a combination may be declared"),
    ("show_scored", BOOL, True, "piquet 7.4", "what is scored is shown"),
    (
        "next_game_dealer",
        Choice(("alternate", "redraw")),
        "alternate",
        "piquet 7.9",
        "who deals first in the next game",
    ),
    ("max_extensions", Int(0, 99, 5), 5, "piquet 7.11", "pairs of deals after a tie of six"),
    games=(PQ,),
)
NINETY_NINE = rows(
    "Ninety-Nine",
    ("first_trump", Choice(("diamonds", "none")), "diamonds", "ninety-nine 7.9", "the first trump"),
    (
        "offer_mode",
        Choice(("simultaneous", "sequential")),
        "simultaneous",
        "ninety-nine 7.1",
        "declarations are offered at once, or in turn",
    ),
    ("premiums", BOOL, True, "ninety-nine 3", "declarations and revelations"),
    (
        "tie",
        Choice(("shared", "extra_nine")),
        "shared",
        "ninety-nine 7.4",
        "equal totals at the end",
    ),
    (
        "race_trump",
        Choice(("continue", "reset")),
        "continue",
        "ninety-nine 7.5",
        "the trump of a new game",
    ),
    ("show_bids_at_end", BOOL, True, "ninety-nine 7.6", "all bids are shown after the hand"),
    games=(NN,),
)
CARDS: list[Option] = [*BOTH, *PIQUET, *NINETY_NINE]
