"""What an option needs to be read: where that is missing, another value of it changes nothing."""

from shugi._fast.tables.game import Need, Options


def _has_gold(o: Options) -> bool:
    return bool(any(o["gold_fives"].values()) or (o["grand_cross"] and o["gold_north"]))


def _rounds(o: Options) -> bool:
    return o["game_length"] in ("hanchan", "east")


def _multiplies(o: Options) -> bool:
    return bool(o["home_run_markers"] or o["multiplier_conditions"])


def _has_chips(o: Options) -> bool:
    return bool(
        o["tulip"]
        or o["grand_cross"]
        or o["chip_events"]
        or o["placement"] != "none"
        or o["chombo_chips"]
        or (o["shugi"] and any(o[name] for name in CHIPS))
    )


def _pays_busts(o: Options) -> bool:
    return bool(o["shugi"] and (o["chip_bust"] or o["bust_shugi_per_1000"]))


CHIPS = (
    *("chip_ippatsu", "chip_ura", "chip_kandora", "chip_red", "chip_gold", "chip_tanyao"),
    *("chip_otafuku", "chip_yakuman_ron", "chip_yakuman_tsumo", "chip_bust"),
    *("bust_shugi_per_1000", "demekin", "bird_tile"),
)
ABORTIVE = (
    *("abortive_kyuushu", "abortive_four_kans", "abortive_four_winds", "abortive_four_riichi"),
    "abortive_triple_ron",
)


NEEDS: tuple[Need, ...] = (
    # tiles
    (("gold_dora",), lambda o, d: _has_gold(o), "set gold_fives"),
    (
        ("nuki_forced", "nuki_rinshan", "nuki_breaks_ippatsu", "nuki_breaks_first_turn"),
        lambda o, d: o["nuki_tile"] != "none",
        "set nuki_tile",
    ),
    (("nuki_ends_rinshan",), lambda o, d: o["nuki_tile"] != "none", "set nuki_tile"),
    (("nuki_pass_furiten",), lambda o, d: o["nuki_tile"] == "4z", "set nuki_tile: 4z"),
    (
        ("nuki_indicator_doubles",),
        lambda o, d: o["nuki_tile"] in ("4z", "flower"),
        "set nuki_tile: 4z or flower",
    ),
    # calls
    (
        ("call_priority",),
        lambda o, d: max(d["copies"]) > 4,
        "no tile set with four copies of each kind lets two players claim one tile; "
        "take a tile_set with more",
    ),
    # riichi
    (
        ("open_riichi_extra_han", "open_riichi_deal_in"),
        lambda o, d: o["open_riichi"],
        "set open_riichi: true",
    ),
    (
        ("open_riichi_deal_in_kind",),
        lambda o, d: o["open_riichi"] and o["open_riichi_deal_in"] == "yakuman",
        "set open_riichi: true and open_riichi_deal_in: yakuman",
    ),
    (
        ("open_riichi_furiten_han",),
        lambda o, d: o["open_riichi"] and o["furiten_riichi"] != "forbidden",
        "set open_riichi: true, and furiten_riichi: open_only or allowed",
    ),
    (
        (
            *("open_hand_riichi_han", "open_hand_open_riichi_han"),
            "confirmed_yaku_for_closed_riichi",
        ),
        lambda o, d: o["open_hand_riichi"],
        "set open_hand_riichi: true",
    ),
    (
        ("confirmed_excludes_luck",),
        lambda o, d: (
            o["open_hand_riichi"]
            and o["confirmed_yaku_for_closed_riichi"] == "all_waits"
            and not o["riichi_min_live_draws"]
        ),
        "luck is certain with one tile left; set open_hand_riichi: true, "
        "confirmed_yaku_for_closed_riichi: all_waits and riichi_min_live_draws: 0",
    ),
    # yaku
    (
        ("atozuke_scope", "atozuke_luck_counts", "first_call_must_serve"),
        lambda o, d: not o["atozuke"],
        "set atozuke: false",
    ),
    (
        ("first_call_counts_ankan",),
        lambda o, d: not o["atozuke"] and o["first_call_must_serve"],
        "set atozuke: false and first_call_must_serve: true",
    ),
    (
        ("chinroutou_chiitoi",),
        lambda o, d: o["chiitoi_duplicates"],
        "there are six kinds of terminals at most; set chiitoi_duplicates: true",
    ),
    (
        ("limit_yaku_mode",),
        lambda o, d: o["renhou_limit"] != "none" or o["closed_honitsu_chiitoi"] != "none",
        "set renhou_limit or closed_honitsu_chiitoi",
    ),
    (
        ("otafuku_free_waits", "chip_otafuku"),
        lambda o, d: o["local_otafuku"],
        "set local_otafuku: true",
    ),
    (
        ("otafuku_with_yakuman",),
        lambda o, d: o["shugi"] and o["chip_otafuku"] and o["local_otafuku"],
        "set chip_otafuku and local_otafuku: true",
    ),
    (("mu_counts_ankan",), lambda o, d: o["local_mu"], "set local_mu: true"),
    (
        ("pao",),
        lambda o, d: "mu" not in o["pao"] or o["local_mu"] or _pays_busts(o),
        "mu is no yakuman; set local_mu: true",
    ),
    (("pao",), lambda o, d: not o["cherry"], "nobody is liable with cherry"),
    (
        ("pao_whole_hand",),
        lambda o, d: o["pao"] and o["max_yakuman"] != 1 and not o["cherry"],
        "set pao, and max_yakuman to more than 1; nobody is liable with cherry",
    ),
    (
        ("local_daisharin", "chinitsu_chiitoi", "closed_honitsu_chiitoi"),
        lambda o, d: not o["atama"],
        "with atama seven pairs of one suit are a yakuman of their own",
    ),
    (
        ("local_manzu_honitsu",),
        lambda o, d: any(d["copies"][:9]),
        "the tile set has no such tiles; take one with 1m and 9m, such as sanma_108",
    ),
    (
        ("renhou_han", "renhou_limit", "open_tanyao"),
        lambda o, d: not o["atama"],
        "with atama only open riichi and yakuman win",
    ),
    # points
    (
        ("kiriage",),
        lambda o, d: o["points_table"] in ("mjs", "north_bisection"),
        "set points_table: mjs or north_bisection",
    ),
    (
        ("min_fu", "fu_extension"),
        lambda o, d: o["points_table"] == "shouhai",
        "set points_table: shouhai",
    ),
    (("tsumo_loss",), lambda o, d: not o["cherry"], "cherry counts every win as a ron"),
    # match
    (
        ("next_dealer_on_double_ron",),
        lambda o, d: o["renchan"] == "winner_deals" and o["multi_ron"] == "double",
        "set renchan: winner_deals and multi_ron: double",
    ),
    (
        ("extension", "agari_yame"),
        lambda o, d: _rounds(o),
        "set game_length: hanchan or east",
    ),
    (
        ("extension_repeats",),
        lambda o, d: _rounds(o) and o["extension"] != "none",
        "set game_length: hanchan or east, and extension: one_round or unlimited",
    ),
    (
        ("abort_plays_on",),
        lambda o, d: _rounds(o) and o["agari_yame"] == "auto" and any(o[name] for name in ABORTIVE),
        "set game_length: hanchan or east, agari_yame: auto, and an abortive draw such as "
        "abortive_kyuushu: true",
    ),
    (
        ("target_points",),
        lambda o, d: _rounds(o) or o["placement"] == "toriuchi",
        "set game_length: hanchan or east",
    ),
    (
        ("uma",),
        lambda o, d: o["placement"] == "none" or not any(o["uma"]),
        "places are paid in chips; set placement: none",
    ),
    (
        ("oka",),
        lambda o, d: o["placement"] == "none" or not o["oka"],
        "places are paid in chips; set placement: none",
    ),
    (("honba_rule",), lambda o, d: not o["cherry"], "there are no honba with cherry"),
    (("bust_below", "bust_at_zero"), lambda o, d: o["bust"], "set bust: true"),
    (
        ("match_hands",),
        lambda o, d: o["game_length"] == "fixed_hands",
        "set game_length: fixed_hands",
    ),
    # Super Bingo
    (
        (
            *("bingo_value", "bingo_counts_riichi_tile", "bingo_adds_tile", "bingo_vs_ron"),
            *("bingo_called_tiles", "discard_row_length"),
        ),
        lambda o, d: o["bingo_wins"],
        "set bingo_wins: true",
    ),
    (
        (
            *("tulip_gold", "tulip_ura", "tulip_kazoe", "tulip_yakuman", "tulip_tier_up_hits"),
            *("tulip_life_ippatsu", "tulip_life_sanbaiman", "tulip_tier3_factor", "yakuman_tier"),
        ),
        lambda o, d: o["tulip"],
        "set tulip: true",
    ),
    (
        ("tulip_flower", "flower_tier_up"),
        lambda o, d: o["tulip"] and d["flowers"],
        "set tulip: true, and a tile_set with flowers",
    ),
    (("pocchi_choice_timing",), lambda o, d: o["shiro_pocchi"], "set shiro_pocchi: true"),
    (
        ("pocchi_reveal_choice",),
        lambda o, d: o["shiro_pocchi"] and o["tulip"],
        "set shiro_pocchi: true and tulip: true",
    ),
    (
        ("pocchi_reveal_flower",),
        lambda o, d: o["shiro_pocchi"] and o["tulip"] and d["flowers"],
        "set shiro_pocchi: true, tulip: true, and a tile_set with flowers",
    ),
    (("rainbow_value",), lambda o, d: o["rainbow_sevens"], "set rainbow_sevens: true"),
    (
        ("gold_north", "gc_shugi", "gc_counts_as_kan"),
        lambda o, d: o["grand_cross"],
        "set grand_cross: true",
    ),
    (
        ("gc_gold_shugi",),
        lambda o, d: o["grand_cross"] and o["gold_north"],
        "set grand_cross: true and gold_north: true",
    ),
    (
        ("bingo_tiles_need_riichi",),
        lambda o, d: o["tulip"] and o["seven_rush"] != "off",
        "set tulip: true and seven_rush",
    ),
    (
        (
            *("cherry_dealer_column", "cherry_yakuman_bonus", "cherry_sign_without_tulip"),
            "death_reveal_scores",
        ),
        lambda o, d: o["cherry"],
        "set cherry: true",
    ),
    (
        ("atama_yakuman_guarantee", "atama_open_suuankou", "orochi_needs_seven"),
        lambda o, d: o["atama"],
        "set atama: true",
    ),
    (
        ("atama_bingo",),
        lambda o, d: o["atama"] and o["bingo_wins"],
        "set atama: true and bingo_wins: true",
    ),
    # chips
    (CHIPS, lambda o, d: o["shugi"], "set shugi: true"),
    (("shugi",), lambda o, d: any(o[name] for name in CHIPS), "no chips are paid; set some"),
    (("chip_red",), lambda o, d: any(o["red_fives"].values()), "set red_fives"),
    (("chip_gold",), lambda o, d: _has_gold(o), "set gold_fives"),
    (("chip_kandora_initial",), lambda o, d: o["chip_kandora"], "set chip_kandora"),
    (
        ("chip_kazoe",),
        lambda o, d: o["kazoe"] and (o["chip_yakuman_ron"] or o["chip_yakuman_tsumo"]),
        "set chip_yakuman_ron or chip_yakuman_tsumo, and kazoe: true",
    ),
    (("chip_bust", "bust_shugi_per_1000"), lambda o, d: o["bust"], "set bust: true"),
    (
        ("demekin_snake_eyes", "demekin_reroll_doubles"),
        lambda o, d: o["shugi"] and o["demekin"],
        "set demekin: true",
    ),
    (
        ("bird_min_yaku", "bird_luck_yaku", "bird_yakuman_qualifies"),
        lambda o, d: o["shugi"] and o["bird_tile"],
        "set bird_tile",
    ),
    (("guns_in_melds",), lambda o, d: o["shugi"] and o["gun_tile"], "set gun_tile"),
    (
        ("bust_loaded_per_winner",),
        lambda o, d: (
            o["home_run_markers"]
            and "bust_loaded" in o["multiplier_conditions"]
            and o["multi_ron"] == "double"
        ),
        "set home_run_markers: true, multi_ron: double, and bust_loaded among "
        "multiplier_conditions",
    ),
    (
        ("walkoff_shared",),
        lambda o, d: (
            o["home_run_markers"] and {"home_run", "bust_loaded"} <= {*o["multiplier_conditions"]}
        ),
        "set home_run_markers: true, and home_run and bust_loaded among multiplier_conditions",
    ),
    (
        ("home_run_includes_gc",),
        lambda o, d: o["grand_cross"] and (_multiplies(o) or o["honba_multiplier"]),
        "set grand_cross: true and home_run_markers: true",
    ),
    (("honba_multiplier_step",), lambda o, d: o["honba_multiplier"], "set honba_multiplier: true"),
    (
        ("multiplier_conditions",),
        lambda o, d: (
            o["home_run_markers"] or not {"home_run", "bust_loaded"} & {*o["multiplier_conditions"]}
        ),
        "nobody has a marker; set home_run_markers: true, or leave home_run and bust_loaded out",
    ),
    (
        ("honba_multiplier", "home_run_markers"),
        lambda o, d: _has_chips(o),
        "no chips are paid; set some",
    ),
    # places
    (
        (
            *("placement_third_base", "placement_third_cap", "placement_second_line"),
            *("placement_second_cap", "placement_second_base"),
        ),
        lambda o, d: o["placement"] == "super_bingo",
        "set placement: super_bingo",
    ),
    (
        ("placement_second", "placement_third"),
        lambda o, d: o["placement"] == "flying_fish",
        "set placement: flying_fish",
    ),
    (
        ("settle", "settle_unit", "round_half", "floating_uma_line", "floating_uma_chips"),
        lambda o, d: o["placement"] == "toriuchi",
        "set placement: toriuchi",
    ),
)
