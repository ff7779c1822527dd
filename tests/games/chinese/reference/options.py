"""The option tables of four games and their presets (section 8 of hangzhou, xiamen, wuhan,
kawuxing)."""

from typing import Any

Options = dict[str, Any]

HANGZHOU: Options = {
    "permanent_fortune": False,
    "wall_only": False,
    "rob_min_level": 3,
    "clean_seven_pairs_on_claim": True,
    "floater_may_claim": False,
    "float_second_half_liability": False,
    "float_liability_split": False,
    "wild_eye_across_readings": False,
    "liability": True,
    "liability_on_claim": False,
    "liability_restriction": "none",
    "liability_restriction_when": "always",
    "missed_pung_rule": False,
    "missed_win_rule": False,
    "ten_honours": "off",
    "ten_honours_claim": "counts",
    "instant_third_stay": "off",
    "instant_third_min": 10,
    "draw_increments_stay": True,
    "level_counts": "hands",
    "wild_eye_claim_rule": "state",
    "float_round_trigger": "any_fortune",
    "kong_after_claim": False,
    "float_round_bars_fill_kong": True,
    "liability_on_rob": False,
    "white_is_honour_by": "identity",
    "last_discard_claims": "win_only",
    "closed_kong_hidden": True,
    "start_chips": 100,
    "match_hands": 16,
    "first_banker": "random",
}

XIAMEN: Options = {
    "multipliers": "xiamen",
    "banker_base_growth": "double",
    "added_kong_as_closed_pung": False,
    "open_pung_as_closed": False,
    "flower_set_bonus": True,
    "rob_gold": True,
    "heavenly_bonus": True,
    "earthly_bonus": True,
    "eight_flowers_win": False,
    "base_scale": 1,
    "no_claim_win_with_gold": "off",
    "float_round_claim_win": False,
    "missed_win_or_pung_rule": False,
    "required_float": False,
    "false_float_forfeits": False,
    "follow_honours": True,
    "opening_order": "knock_first",
    "knock_time": "at_draw",
    "knock_counts_triplets": True,
    "gold_float_claim_rule": "state",
    "float_round_trigger": "any_gold",
    "draw_increments_stay": True,
    "robbed_tile_is_open": False,
    "gold_sets_water": "max",
    "honour_rule_counts_claimed": True,
    "indicator_in_dead_wall": True,
    "last_discard_claims": "win_only",
    "kong_after_claim": False,
    "closed_kong_hidden": False,
    "next_banker": "right",
    "honour_rule_exempts_gold": True,
    "floater_may_claim": False,
    "match_hands": 16,
}

WUHAN: Options = {
    "players": 4,
    "removed_suit": None,
    "kong_tile_mode": "classic",
    "opening_fan_mode": "once",
    "min_points": 8,
    "min_rule": "points",
    "min_fan": 3,
    "caps": [300, 400, 500, 600],
    "last_tiles_pattern": True,
    "big_self_draw_factor": 1.5,
    "big_discard_factor": 1.5,
    "one_suit_gold": False,
    "minimum_scope": "every",
    "rob_counts_as_discard": True,
    "shapeless_258_has_pair": False,
    "indicator_in_reserve": False,
    "kong_limit": "keep_last_four",
    "kong_after_claim": True,
    "next_banker": "right",
    "draw_banker": "stay",
    "closed_kong_hidden": True,
    "start_chips": None,
    "match_hands": 16,
}

WUHAN3: Options = WUHAN | {
    "players": 3,
    "removed_suit": "m",
    "caps": [300, 400],
    "last_tiles_pattern": False,
    "big_self_draw_factor": 2,
    "big_discard_factor": 2,
    "one_suit_gold": True,
    "minimum_scope": "any",
}

KAWUXING: Options = {
    "removed_suit": "m",
    "max_doubles": 3,
    "double_dragon_exception": False,
    "disclosure": True,
    "disclose_mode": "full",
    "kong_after_disclosure": "if_waits_unchanged",
    "disclosed_discarder_exempt": False,
    "lone_tile_includes_all_pung": False,
    "kong_chain_needs_supplement_tile": True,
    "disclose_time": "with_discard",
    "discards_attributed": True,
    "resting_player": False,
    "match_hands": 16,
    "unit": 1,
}

DEFAULTS = {
    "hangzhou": HANGZHOU,
    "xiamen": XIAMEN,
    "wuhan": WUHAN,
    "wuhan3": WUHAN3,
    "kawuxing": KAWUXING,
}
QUANZHOU: Options = {
    "multipliers": "quanzhou",
    "banker_base_growth": "plus1",
    "added_kong_as_closed_pung": True,
    "flower_set_bonus": False,
    "rob_gold": False,
    "heavenly_bonus": False,
    "earthly_bonus": False,
    "eight_flowers_win": True,
}
PRESETS: dict[str, dict[str, Options]] = {
    "hangzhou": {
        "standard": {},
        "online": {
            "permanent_fortune": True,
            "wall_only": True,
            "instant_third_stay": "doubles",
            "ten_honours": "ladder",
        },
        "competition": {"liability_restriction": "nonbanker_third_forbidden"},
    },
    "xiamen": {
        "xiamen": {},
        "xiamen_strict": {
            "no_claim_win_with_gold": "wall_only",
            "missed_win_or_pung_rule": True,
            "required_float": True,
            "false_float_forfeits": True,
        },
        "quanzhou": QUANZHOU,
    },
    "wuhan": {
        "classic": {},
        "classic16": {"min_points": 16},
        "red_green": {"kong_tile_mode": "hongzhong_facai", "min_points": 32},
        "per_meld": {"opening_fan_mode": "per_meld", "min_points": 32},
        "peel": {"kong_tile_mode": "pizi"},
        "high_caps": {"caps": [400, 500, 600, 700]},
        "high_caps_800": {"caps": [400, 500, 600, 800]},
        "three_players": {k: v for k, v in WUHAN3.items() if v != WUHAN[k]},
    },
    "wuhan3": {"three_players": {}},
    "kawuxing": {
        "standard": {},
        "x16": {"double_dragon_exception": True},
        "four_people": {"resting_player": True},
    },
}
CHOICES: dict[str, tuple[Any, ...]] = {
    "rob_min_level": (2, 3),
    "no_claim_win_with_gold": ("off", "discards", "wall_only"),
    "liability_restriction": (
        "none",
        "nonbanker_third_forbidden",
        "nonbanker_three_chows_forbidden",
        "max_two_always",
    ),
    "liability_restriction_when": ("always", "level3", "level2up"),
    "ten_honours": ("off", "ladder", "wild_eye"),
    "ten_honours_claim": ("counts", "breaks"),
    "instant_third_stay": ("off", "doubles", "high", "both"),
    "level_counts": ("hands", "completed_stays"),
    "wild_eye_claim_rule": ("state", "reading"),
    "float_round_trigger": ("any_fortune", "true_float", "any_gold"),
    "white_is_honour_by": ("identity", "face"),
    "last_discard_claims": ("win_only", "any"),
    "first_banker": ("random", "highest_roll", "seat0"),
    "multipliers": ("xiamen", "quanzhou"),
    "banker_base_growth": ("double", "plus1", "plus_multiplier"),
    "base_scale": (1, 5, 8),
    "opening_order": ("knock_first", "rob_first"),
    "knock_time": ("at_draw", "own_last_turn"),
    "gold_float_claim_rule": ("state", "reading"),
    "gold_sets_water": ("max", "natural_only"),
    "next_banker": ("right", "winner"),
    "players": (3, 4),
    "removed_suit": (None, "m", "p", "s"),
    "kong_tile_mode": ("classic", "hongzhong_facai", "pizi"),
    "opening_fan_mode": ("once", "per_meld"),
    "min_points": (0, 8, 16, 32),
    "min_rule": ("points", "fan"),
    "min_fan": (3, 4),
    "big_self_draw_factor": (1.5, 2),
    "big_discard_factor": (1.5, 2),
    "minimum_scope": ("every", "any"),
    "kong_limit": ("keep_last_four", "until_reserve"),
    "draw_banker": ("stay", "rotate"),
    "disclose_mode": ("full", "waiting_part"),
    "kong_after_disclosure": ("if_waits_unchanged", "never"),
    "disclose_time": ("with_discard",),
}


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
        if name in CHOICES and value not in CHOICES[name]:
            raise ValueError(f"{name} of {game} cannot be {value!r}")
    return options | wanted
