"""The option tables of the rule texts, as far as scoring and settlement go."""

from typing import Any

Options = dict[str, Any]

SANMA_BASE: Options = {
    "tile_set": "sanma_108",
    "red_fives": {"5p": 1, "5s": 1},
    "gold_fives": {},
    "gold_dora": 1,
    "nuki_tile": "4z",
    "nuki_rinshan": True,
    "nuki_indicator_doubles": True,
    "north_role": "guest",
    "rinshan_tiles": 8,
    "open_riichi": False,
    "open_riichi_extra_han": 1,
    "open_riichi_deal_in": "none",
    "riichi_cost": 1000,
    "open_tanyao": True,
    "atozuke": True,
    "keishiki_fifth_copy": True,
    "min_yaku_han": 1,
    "chiitoi_duplicates": False,
    "chiitoi_quad_han": None,
    "chinitsu_chiitoi": "han",
    "chinroutou_chiitoi": False,
    "orphan_hand": "kokushi",
    "double_variants": True,
    "kazoe": True,
    "max_yakuman": None,
    "renhou_han": 0,
    "chanta_han": [2, 1],
    "junchan_han": [3, 2],
    "points_table": "mjs",
    "tsumo_loss": True,
    "kiriage": False,
    "honba_ron": 200,
    "honba_tsumo": 100,
    "noten_total": 2000,
    "renchan": "tenpai",
    "game_length": "hanchan",
    "start_points": 35000,
    "target_points": 40000,
    "extension": "one_round",
    "bust_at_zero": False,
    "agari_yame": "auto",
    "uma": [20, 0, -20],
    "oka": 15000,
    "pao": ["daisangen", "daisuushii"],
    "seven_limit": None,
    "shiro_pocchi": False,
    "tulip": False,
    "placement": None,
}

SUPER_BINGO: Options = SANMA_BASE | {
    "tile_set": "super_bingo_112",
    "gold_fives": {"5p": 1, "5s": 1},
    "nuki_tile": "flower",
    "nuki_rinshan": False,
    "open_riichi": True,
    "open_riichi_deal_in": "yakuman",
    "open_riichi_deal_in_kind": "real",
    "keishiki_fifth_copy": False,
    "chiitoi_duplicates": True,
    "chiitoi_quad_han": [4, 8, "yakuman"],
    "chinitsu_chiitoi": "yakuman",
    "orphan_hand": "nanashi",
    "renhou_han": 6,
    "chanta_han": [4, 3],
    "junchan_han": [6, 4],
    "points_table": "no_fu",
    "tsumo_loss": False,
    "honba_ron": 2000,
    "honba_tsumo": 1000,
    "noten_total": 4000,
    "start_points": 30000,
    "target_points": 30000,
    "extension": "none",
    "bust_at_zero": True,
    "uma": None,
    "oka": None,
    "seven_limit": 4,
    "shiro_pocchi": True,
    "pocchi_reveal_flower": False,
    "bingo_wins": True,
    "bingo_value": "haneman",
    "bingo_counts_riichi_tile": False,
    "discard_row_length": 6,
    "tulip": True,
    "tulip_gold": 1,
    "tulip_ura": 1,
    "tulip_kazoe": 2,
    "tulip_yakuman": 50,
    "tulip_flower": 3,
    "tulip_tier_up_hits": 6,
    "tulip_life_ippatsu": 1,
    "tulip_life_sanbaiman": 1,
    "tulip_tier3_factor": 2,
    "yakuman_tier": "max",
    "flower_tier_up": False,
    "placement": "super_bingo",
    "placement_third_base": 50,
    "placement_third_cap": 80,
    "placement_second_line": 35000,
    "placement_second_cap": 20,
    "placement_second_base": 10,
}

PRESETS = {"sanma_base": SANMA_BASE, "super_bingo": SUPER_BINGO}

# Super Bingo section 9: what the add-ons leave as it is
ADD_ONS_OFF: Options = {
    "rainbow_sevens": False,
    "rainbow_value": 10,
    "grand_cross": False,
    "gold_north": True,
    "gc_shugi": 10,
    "gc_gold_shugi": 20,
    "gc_counts_as_kan": False,
    "seven_rush": "off",
    "bingo_tiles_need_riichi": True,
    "home_run": False,
    "home_run_includes_gc": False,
    "cherry": False,
    "cherry_dealer_column": True,
    "cherry_yakuman_bonus": True,
    "cherry_sign_without_tulip": False,
    "death_reveal_scores": False,
    "atama": False,
    "atama_yakuman_guarantee": "all_waits",
    "atama_bingo": "open_riichi_only",
    "atama_open_suuankou": False,
    "orochi_needs_seven": False,
}

FLYING_FISH: Options = SANMA_BASE | {
    "points_table": "no_fu",
    "tsumo_loss": False,
    "honba_ron": 2000,
    "honba_tsumo": 1000,
    "noten_total": 0,
    "renchan": "winner_deals",
    "honba_rule": "every_hand",
    "game_length": "until_bust",
    "start_points": 20000,
    "bust_at_zero": True,
    "uma": None,
    "oka": None,
    "target_points": None,
    "home_run_markers": True,
    "demekin": True,
    "demekin_snake_eyes": 20,
    "demekin_reroll_doubles": True,
    "bust_shugi_per_1000": 1,
    "multiplier_mode": "additive",
    "multiplier_conditions": ["bust_loaded", "home_run", "ippatsu", "sanbaiman"],
    "honba_multiplier": False,
    "honba_multiplier_step": 3,
    "placement": "flying_fish",
    "placement_second": 10,
    "placement_third": 30,
    "tie_second": "turn_order_from_first",
    "tie_first": "last_winner",
    "next_dealer_on_double_ron": "nearest",
    "walkoff_shared": False,
    "base_shugi_ippatsu": 0,
    "base_shugi_ura": 0,
    "base_shugi_red": 0,
    "base_shugi_gold": 0,
    "base_shugi_yakuman_ron": 0,
    "base_shugi_yakuman_tsumo": 0,
    "open_hand_riichi": False,
    "open_hand_riichi_han": 0,
    "open_hand_open_riichi_han": 1,
    "confirmed_yaku_for_closed_riichi": "all_waits",
    "confirmed_excludes_luck": True,
    "rematch": False,
}

SHOUHAI_MIGHTY: Options = SANMA_BASE | {
    "tile_set": "shouhai_112",
    "hand_size": 12,
    "almighty": 1,
    "kan_gives_almighty": False,
    "extra_5m": False,
    "nuki_tile": "flower",
    "north_role": "yakuhai",
    "rinshan_tiles": 0,
    "open_riichi": True,
    "open_riichi_total_han": 2,
    "open_riichi_furiten_han": 1,
    "chiitoi_duplicates": True,
    "double_variants": False,
    "max_yakuman": 1,
    "keishiki_fifth_copy": False,
    "points_table": "shouhai",
    "min_fu": 30,
    "fu_extension": "formula",
    "tsumo_loss": False,
    "honba_ron": 1000,
    "honba_tsumo": 1000,
    "noten_total": 0,
    "start_points": 30000,
    "target_points": 40000,
    "extension": "unlimited",
    "uma": [30, -10, -20],
    "oka": 0,
    "pao": ["daisangen", "daisuushii", "mu"],
    "local_sanpukou": True,
    "local_renkou": True,
    "local_yonchoro": True,
    "local_otafuku": True,
    "local_mu": True,
    "local_manzu_honitsu": True,
    "local_daisharin": True,
    "otafuku_free_waits": 4,
    "otafuku_with_yakuman": True,
    "limit_yaku_mode": "floor",
    "mu_counts_ankan": False,
    "shugi": True,
    "shugi_ippatsu": 1,
    "shugi_ura": 1,
    "shugi_kandora": 1,
    "shugi_bust": 2,
    "shugi_yakuman_tsumo": 4,
    "shugi_yakuman_ron": 5,
    "shugi_kandora_includes_initial": False,
    "shugi_kazoe": False,
    "shugi_value": 2000,
}

TORIUCHI: Options = SANMA_BASE | {
    "tile_set": "toriuchi_112",
    "red_fives": {"5p": 4},
    "nuki_tile": None,
    "rinshan_tiles": 4,
    "open_tanyao": False,
    "atozuke": False,
    "atozuke_scope": "all_hands",
    "atozuke_luck_counts": False,
    "first_call_must_serve": True,
    "first_call_counts_ankan": False,
    "chiitoi_duplicates": True,
    "points_table": "no_fu",
    "tsumo_loss": False,
    "honba_ron": 1000,
    "honba_tsumo": 500,
    "uma": None,
    "oka": None,
    "bird_tile": "1s",
    "gun_tile": "7p",
    "bird_min_yaku": 2,
    "bird_luck_yaku": ["ippatsu", "haitei", "houtei", "chankan"],
    "bird_yakuman_qualifies": True,
    "guns_in_melds": True,
    "yakuman_all_birds": True,
    "chip_tanyao": 1,
    "chip_red": 1,
    "chip_ippatsu": 1,
    "chip_ura": 1,
    "chip_tobi": 1,
    "chip_yakuman_ron": 10,
    "chip_yakuman_tsumo": 5,
    "shugi_kazoe": False,
    "shugi_value": 5000,
    "floating_uma_line": 40000,
    "floating_uma_chips": 4,
    "settle": "first_collects",
    "settle_unit": 5000,
    "round_half": "up",
    "placement": "toriuchi",
}

FIERCE: Options = {"honba_multiplier": True}
FAR: Options = {
    "open_hand_riichi": True,
    "open_riichi": True,
    "gold_fives": {"5p": 1, "5s": 1},
    "gold_dora": 2,
    "shiro_pocchi": True,
}

FAMILIES: dict[str, Options] = {
    "sanma_base": SANMA_BASE,
    "super_bingo": SUPER_BINGO | ADD_ONS_OFF,
    "flying_fish": FLYING_FISH,
    "fierce_flying_fish": FLYING_FISH | FIERCE,
    "far_flying_fish": FLYING_FISH | FAR,
    "shouhai_mighty": SHOUHAI_MIGHTY,
    "toriuchi": TORIUCHI,
}

SEVEN_RUSH: Options = {"seven_rush": "normal", "nuki_tile": "bingo"}
ADD_ONS: dict[str, dict[str, Options]] = {
    "super_bingo": {
        "rainbow_sevens": {"rainbow_sevens": True},
        "grand_cross": {"grand_cross": True},
        "seven_rush": SEVEN_RUSH,
        "seven_rush_deluxe": SEVEN_RUSH | {"seven_rush": "deluxe", "rinshan_tiles": 12},
        "home_run": {"home_run": True},
        "cherry": {
            "cherry": True,
            "game_length": "fixed_hands",
            "match_hands": 12,
            "renchan": "winner_deals",
            "honba_ron": 0,
            "honba_tsumo": 0,
            "riichi_cost": 0,
            "noten_total": 0,
            "bust": False,
            "placement": None,
        },
        "atama": {"atama": True},
    },
    "flying_fish": {"fierce": FIERCE, "far": FAR},
}
REJECTED = ({"cherry", "home_run"}, {"cherry", "atama"})  # Super Bingo section 6.5

# names of the rule texts, and one name for several of them that an option table may use instead
OTHER_NAMES = {
    "home_run": "home_run_markers",
    "base_shugi_ippatsu": "chip_ippatsu",
    "base_shugi_ura": "chip_ura",
    "base_shugi_red": "chip_red",
    "base_shugi_gold": "chip_gold",
    "base_shugi_yakuman_ron": "chip_yakuman_ron",
    "base_shugi_yakuman_tsumo": "chip_yakuman_tsumo",
    "shugi_ippatsu": "chip_ippatsu",
    "shugi_ura": "chip_ura",
    "shugi_kandora": "chip_kandora",
    "shugi_kandora_includes_initial": "chip_kandora_initial",
    "shugi_bust": "chip_bust",
    "shugi_yakuman_ron": "chip_yakuman_ron",
    "shugi_yakuman_tsumo": "chip_yakuman_tsumo",
    "shugi_kazoe": "chip_kazoe",
    "chip_tobi": "chip_bust",
}


def options_of(
    family: str, addons: list[str] | None = None, changes: Options | None = None
) -> Options:
    """The options of a family with its add-ons, named as in the worked examples."""
    chosen = set(addons or [])
    if any(pair <= chosen for pair in REJECTED):
        raise ValueError(f"{family}: {sorted(chosen)} do not go together")
    options = dict(FAMILIES[family])
    for addon in addons or []:
        options |= ADD_ONS[family][addon]
    changes = changes or {}
    renamed = {
        ours: changes[theirs]
        for ours, theirs in OTHER_NAMES.items()
        if ours in options and theirs in changes
    }
    return options | renamed | changes


def rule_names(options: Options) -> Options:
    """The options under the names of the rule texts."""
    added = {
        ours: options[theirs]
        for ours, theirs in OTHER_NAMES.items()
        if ours not in options and theirs in options
    }
    return options | added
