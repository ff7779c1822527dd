"""The option tables of the two games (section 8 of piquet, ninety-nine) and their presets."""

from typing import Any

Options = dict[str, Any]

PIQUET: Options = {
    "deck": 32,
    "elder_exchange_max": 5,
    "elder_peek": True,
    "younger_exchange_min": 1,
    "younger_peek": "private",
    "elder_open_talon": True,
    "own_discards_visible": False,
    "carte_blanche_sequence": "full",
    "point_rule": "count",
    "sequence_announce": "together",
    "set_announce": "together",
    "extras_limit": "not_stronger",
    "play_points": "every_card",
    "last_trick_needs_ten": False,
    "capot_last_point": True,
    "mode": "match",
    "target": 100,
    "games_to_win": 2,
    "six_deals_first_choice": False,
    "trick_pile_visible": "last_only",
    "elder_point": "any",
    "partial_combinations": False,
    "show_scored": True,
    "tie_at_target": "extra_hand",
    "next_game_dealer": "alternate",
    "max_extensions": 5,
    "extras": "ask",
}

NINETY_NINE: Options = {
    "mode": "nine_hands",
    "hands": 9,
    "race_target": 100,
    "games_to_win": 3,
    "first_trump": "diamonds",
    "offer_mode": "simultaneous",
    "premiums": True,
    "tie": "shared",
    "race_trump": "continue",
    "show_bids_at_end": True,
    "first_dealer": "random",
}

OLD: Options = {"point_rule": "old", "play_points": "ten_or_higher"}

DEFAULTS: dict[str, Options] = {"piquet": PIQUET, "ninety_nine": NINETY_NINE}
PRESETS: dict[str, dict[str, Options]] = {
    "piquet": {
        "modern": {},
        "old": OLD,
        "parlett": {
            "younger_exchange_min": 0,
            "younger_peek": "public_or_not",
            "own_discards_visible": True,
            "carte_blanche_sequence": "simple",
            "sequence_announce": "length_then_top",
            "set_announce": "count_then_rank",
            "extras_limit": "none",
            "mode": "six_deals",
            "six_deals_first_choice": True,
        },
        "century17": OLD | {"deck": 36, "elder_exchange_max": 8},
    },
    "ninety_nine": {"nine_hands": {}, "race3": {"mode": "race"}},
}
CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    "piquet": {
        "deck": (32, 36),
        "elder_exchange_max": (5, 8),
        "younger_exchange_min": (0, 1),
        "younger_peek": ("private", "public_or_not"),
        "carte_blanche_sequence": ("full", "simple"),
        "point_rule": ("count", "old"),
        "sequence_announce": ("together", "length_then_top"),
        "set_announce": ("together", "count_then_rank"),
        "extras_limit": ("not_stronger", "none"),
        "play_points": ("every_card", "ten_or_higher"),
        "mode": ("match", "game", "six_deals", "single_hand"),
        "target": (100, 150, 200),
        "games_to_win": (1, 2),
        "trick_pile_visible": ("last_only", "all"),
        "elder_point": ("any", "longest"),
        "tie_at_target": ("extra_hand",),
        "next_game_dealer": ("alternate", "redraw"),
        "max_extensions": tuple(range(100)),
        "extras": ("ask", "auto"),
    },
    "ninety_nine": {
        "mode": ("nine_hands", "race"),
        "hands": tuple(range(9, 100, 9)),
        "race_target": tuple(range(1, 1000)),
        "games_to_win": tuple(range(1, 10)),
        "first_trump": ("diamonds", "none"),
        "offer_mode": ("simultaneous", "sequential"),
        "tie": ("shared", "extra_nine"),
        "race_trump": ("continue", "reset"),
        "first_dealer": ("random", "seat0"),
    },
}


def choices_of(game: str, name: str) -> tuple[Any, ...]:
    return CHOICES[game].get(name, (False, True))


def options_of(game: str, changes: Options | None = None) -> Options:
    """The defaults of the game, its preset named by the change "preset", then the changes.

    Raises: ValueError for an option, preset or value that the text does not have.
    """
    wanted = dict(changes or {})
    preset = wanted.pop("preset", None)
    if preset is not None and preset not in PRESETS[game]:
        raise ValueError(f"{game} has no preset {preset}")
    options = DEFAULTS[game] | (PRESETS[game][preset] if preset is not None else {})
    for name, value in wanted.items():
        if name not in options:
            raise ValueError(f"{game} has no option {name}")
        if value not in choices_of(game, name):
            raise ValueError(f"{name} of {game} cannot be {value!r}")
    options = options | wanted
    if game == "piquet" and (options["deck"], options["elder_exchange_max"]) == (32, 8):
        raise ValueError("elder_exchange_max of 8 takes the whole talon of 32 cards")
    return options
