"""What an option needs to be read: where that is missing, another value of it changes nothing."""

from shugi._fast.tables.game import ANY, Need, Options, need


def _has_gold(o: Options) -> bool:
    return bool(any(o["gold_fives"].values()) or (o["grand_cross"] and o["gold_north"]))


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
ROUNDS = ("hanchan", "east")


NEEDS: tuple[Need, ...] = (
    # tiles
    (("gold_dora",), lambda o, d: _has_gold(o), "set gold_fives"),
    need(
        *("nuki_forced", "nuki_rinshan", "nuki_breaks_ippatsu", "nuki_breaks_first_turn"),
        "nuki_ends_rinshan",
        nuki_tile=ANY,
    ),
    need("nuki_pass_furiten", nuki_tile="4z"),
    need("nuki_indicator_doubles", nuki_tile=("4z", "flower")),
    # calls
    (
        ("call_priority",),
        lambda o, d: max(d["copies"]) > 4,
        "no tile set with four copies of each kind lets two players claim one tile; "
        "take a tile_set with more",
    ),
    # riichi
    need("open_riichi_extra_han", "open_riichi_deal_in", open_riichi=True),
    need("open_riichi_deal_in_kind", open_riichi=True, open_riichi_deal_in="yakuman"),
    need("open_riichi_furiten_han", open_riichi=True, furiten_riichi=("open_only", "allowed")),
    need(
        *("open_hand_riichi_han", "open_hand_open_riichi_han", "confirmed_yaku_for_closed_riichi"),
        open_hand_riichi=True,
    ),
    need(
        "confirmed_excludes_luck",
        why="luck is certain with one tile left",
        open_hand_riichi=True,
        confirmed_yaku_for_closed_riichi="all_waits",
        riichi_min_live_draws=0,
    ),
    # yaku
    need("atozuke_scope", "atozuke_luck_counts", "first_call_must_serve", atozuke=False),
    need("first_call_counts_ankan", atozuke=False, first_call_must_serve=True),
    need(
        "chinroutou_chiitoi",
        why="there are six kinds of terminals at most",
        chiitoi_duplicates=True,
    ),
    (
        ("limit_yaku_mode",),
        lambda o, d: o["renhou_limit"] != "none" or o["closed_honitsu_chiitoi"] != "none",
        "set renhou_limit or closed_honitsu_chiitoi",
    ),
    need("otafuku_free_waits", "chip_otafuku", local_otafuku=True),
    need("otafuku_with_yakuman", shugi=True, chip_otafuku=ANY, local_otafuku=True),
    need("mu_counts_ankan", local_mu=True),
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
    need("kiriage", points_table=("mjs", "north_bisection")),
    need("min_fu", "fu_extension", points_table="shouhai"),
    (("tsumo_loss",), lambda o, d: not o["cherry"], "cherry counts every win as a ron"),
    # match
    need("next_dealer_on_double_ron", renchan="winner_deals", multi_ron="double"),
    need("extension", "agari_yame", game_length=ROUNDS),
    need("extension_repeats", game_length=ROUNDS, extension=("one_round", "unlimited")),
    (
        ("abort_plays_on",),
        lambda o, d: (
            o["game_length"] in ROUNDS
            and o["agari_yame"] == "auto"
            and any(o[name] for name in ABORTIVE)
        ),
        "set game_length: hanchan or east, agari_yame: auto, and an abortive draw such as "
        "abortive_kyuushu: true",
    ),
    (
        ("target_points",),
        lambda o, d: o["game_length"] in ROUNDS or o["placement"] == "toriuchi",
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
    need("bust_below", "bust_at_zero", bust=True),
    need("match_hands", game_length="fixed_hands"),
    # Super Bingo
    need(
        *("bingo_value", "bingo_counts_riichi_tile", "bingo_adds_tile", "bingo_vs_ron"),
        *("bingo_called_tiles", "discard_row_length"),
        bingo_wins=True,
    ),
    need(
        *("tulip_gold", "tulip_ura", "tulip_kazoe", "tulip_yakuman", "tulip_tier_up_hits"),
        *("tulip_life_ippatsu", "tulip_life_sanbaiman", "tulip_tier3_factor", "yakuman_tier"),
        tulip=True,
    ),
    (
        ("tulip_flower", "flower_tier_up"),
        lambda o, d: o["tulip"] and d["flowers"],
        "set tulip: true, and a tile_set with flowers",
    ),
    need("pocchi_choice_timing", shiro_pocchi=True),
    need("pocchi_reveal_choice", shiro_pocchi=True, tulip=True),
    (
        ("pocchi_reveal_flower",),
        lambda o, d: o["shiro_pocchi"] and o["tulip"] and d["flowers"],
        "set shiro_pocchi: true, tulip: true, and a tile_set with flowers",
    ),
    need("rainbow_value", rainbow_sevens=True),
    need("gold_north", "gc_shugi", "gc_counts_as_kan", grand_cross=True),
    need("gc_gold_shugi", grand_cross=True, gold_north=True),
    need("bingo_tiles_need_riichi", tulip=True, seven_rush=ANY),
    need(
        *("cherry_dealer_column", "cherry_yakuman_bonus", "cherry_sign_without_tulip"),
        "death_reveal_scores",
        cherry=True,
    ),
    need("atama_yakuman_guarantee", "atama_open_suuankou", "orochi_needs_seven", atama=True),
    need("atama_bingo", atama=True, bingo_wins=True),
    # chips
    need(*CHIPS, shugi=True),
    (("shugi",), lambda o, d: any(o[name] for name in CHIPS), "no chips are paid; set some"),
    (("chip_red",), lambda o, d: any(o["red_fives"].values()), "set red_fives"),
    (("chip_gold",), lambda o, d: _has_gold(o), "set gold_fives"),
    need("chip_kandora_initial", chip_kandora=ANY),
    (
        ("chip_kazoe",),
        lambda o, d: o["kazoe"] and (o["chip_yakuman_ron"] or o["chip_yakuman_tsumo"]),
        "set chip_yakuman_ron or chip_yakuman_tsumo, and kazoe: true",
    ),
    need("chip_bust", "bust_shugi_per_1000", bust=True),
    need("demekin_snake_eyes", "demekin_reroll_doubles", shugi=True, demekin=True),
    need("bird_min_yaku", "bird_luck_yaku", "bird_yakuman_qualifies", shugi=True, bird_tile=ANY),
    need("guns_in_melds", shugi=True, gun_tile=ANY),
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
    need("honba_multiplier_step", honba_multiplier=True),
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
    need(
        *("placement_third_base", "placement_third_cap", "placement_second_line"),
        *("placement_second_cap", "placement_second_base"),
        placement="super_bingo",
    ),
    need("placement_second", "placement_third", placement="flying_fish"),
    need(
        *("settle", "settle_unit", "round_half", "floating_uma_line", "floating_uma_chips"),
        placement="toriuchi",
    ),
)
