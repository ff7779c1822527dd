"""Combinations of options that cannot be played, and what to change."""

from shugi._fast.tables.game import Conflict, Deck, Options
from shugi._fast.tables.option_types import KINDS

# kinds of the tiles that are set aside, where those are of a kind
NUKI_KINDS = {"4z": (KINDS.index("4z"),), "19m": (KINDS.index("1m"), KINDS.index("9m"))}


def tiles_reserved(o: Options) -> int:
    """Tiles at the wall's end that are not live at the start."""
    return int(o["rinshan_tiles"] + 2 if o["draw_to_indicator"] else o["dead_wall_size"])


def dead_wall_needed(o: Options) -> int:
    """Tiles that hold the replacements and every indicator stack, at the last kan."""
    grown = o["max_kan_indicators"] if o["dead_wall_refill"] else 0
    open_first = 1 + o["extra_indicators"]
    return int(o["rinshan_tiles"] + 2 * open_first + 2 * o["max_kan_indicators"] - grown)


def replacements_asked(o: Options, deck: Deck) -> int:
    kans = o["max_kan_indicators"] if o["kan_needs_indicator"] else 4
    kinds = NUKI_KINDS.get(o["nuki_tile"])
    aside = deck["aside"] if kinds is None else sum(deck["copies"][kind] for kind in kinds)
    return int(kans + aside)


def thousands(o: Options) -> bool:
    keys = ("start_points", "honba_ron", "honba_tsumo", "riichi_cost", "chombo_points")
    return not any(o[key] % 1000 for key in keys) and o["noten_total"] % 2000 == 0


# the option to blame, when the combination is impossible, what to change
CONFLICTS: tuple[Conflict, ...] = (
    (
        "hand_size",
        lambda o, d: o["players"] * (o["hand_size"] + 1) + tiles_reserved(o) > d["n"],
        "the deck is too small for these hands and the tiles kept back; "
        "take smaller hands, dead_wall_size or rinshan_tiles",
    ),
    (
        "dead_wall_size",
        lambda o, d: not o["draw_to_indicator"] and o["dead_wall_size"] < dead_wall_needed(o),
        "too small for rinshan_tiles and the indicators of max_kan_indicators kans; "
        "raise it or lower those (dead_wall_refill saves one tile a kan)",
    ),
    (
        "extra_indicators",
        lambda o, d: o["extra_indicators"] + o["max_kan_indicators"] > 4,
        "a hand has five indicators at most, the first among them; lower it or max_kan_indicators",
    ),
    (
        "extra_indicators",
        lambda o, d: o["extra_indicators"] and o["draw_to_indicator"],
        "draw_to_indicator ends the live wall at its one indicator; set extra_indicators: 0",
    ),
    (
        "dead_wall_size",
        lambda o, d: o["draw_to_indicator"] and o["dead_wall_size"],
        "there is no dead wall with draw_to_indicator; set dead_wall_size: 0",
    ),
    (
        "dead_wall_refill",
        lambda o, d: o["draw_to_indicator"] and o["dead_wall_refill"],
        "there is no dead wall with draw_to_indicator; set dead_wall_refill: false",
    ),
    (
        "replacement_source",
        lambda o, d: o["draw_to_indicator"] and o["replacement_source"] == "live",
        "draw_to_indicator takes its indicators from the live wall's end; "
        "set replacement_source: rinshan",
    ),
    (
        "rinshan_tiles",
        lambda o, d: o["draw_to_indicator"] and o["rinshan_tiles"] % 2,
        "draw_to_indicator counts in stacks of two; take an even number",
    ),
    (
        "rinshan_tiles",
        lambda o, d: (
            (o["nuki_forced"] or d["aside"])
            and o["replacement_source"] == "rinshan"
            and o["rinshan_tiles"] < replacements_asked(o, d)
        ),
        "too few for every kan and every tile that must be set aside; raise it",
    ),
    (
        "rinshan_tiles",
        lambda o, d: o["replacement_source"] == "live" and o["rinshan_tiles"],
        "replacements come from the live wall; set rinshan_tiles: 0",
    ),
    (
        "dead_wall_refill",
        lambda o, d: o["replacement_source"] == "live" and o["dead_wall_refill"],
        "replacements come from the live wall; set dead_wall_refill: false",
    ),
    (
        "tile_set",
        lambda o, d: d["seasons"],
        "seasons and plants are tiles of Xiamen mahjong; take a tile set without them",
    ),
    (
        "nuki_tile",
        lambda o, d: o["nuki_tile"] == "flower" and not d["flowers"],
        "the tile set has no flowers; take one that has (super_bingo_112, shouhai_112)",
    ),
    (
        "nuki_tile",
        lambda o, d: o["nuki_tile"] != "flower" and d["flowers"],
        "the tile set has flowers, which can only be set aside; set nuki_tile: flower",
    ),
    (
        "nuki_tile",
        lambda o, d: not all(d["copies"][kind] for kind in NUKI_KINDS.get(o["nuki_tile"], ())),
        "the tile set has none of them; take one that has, such as sanma_108",
    ),
    (
        "pocchi_when",
        lambda o, d: o["pocchi_when"] == "ippatsu" and not o["shiro_pocchi"],
        "there is no joker; set shiro_pocchi: true",
    ),
    (
        "pao_ron",
        lambda o, d: o["pao_ron"] == "whole" and (not o["pao"] or o["cherry"]),
        "nobody is liable; name yakuman in pao, or set pao_ron: half",
    ),
    (
        "nuki_tile",
        lambda o, d: (o["nuki_tile"] == "bingo") != (o["seven_rush"] != "off"),
        "bingo tiles are set aside with seven_rush only; set nuki_tile: bingo and seven_rush",
    ),
    (
        "extra_5m",
        lambda o, d: o["extra_5m"] and o["nuki_tile"] != "flower",
        "they are set aside as flowers are; set nuki_tile: flower",
    ),
    (
        "extra_5m",
        lambda o, d: o["extra_5m"] and d["copies"][4],
        "the tile set has 5m to play with; set extra_5m: false",
    ),
    (
        "hand_size",
        lambda o, d: (o["hand_size"] + o["almighty"]) % 3 != 1,
        "sets and a pair lack one tile of 3n + 2: with the almighty, hand_size must be 3n + 1",
    ),
    (
        "kan_gives_almighty",
        lambda o, d: o["kan_gives_almighty"] and not o["almighty"],
        "needs almighty: 1",
    ),
    (
        "keishiki_fifth_copy",
        lambda o, d: o["almighty"] and o["keishiki_fifth_copy"] != "no_wait",
        "the almighty is no fifth copy; set keishiki_fifth_copy: no_wait",
    ),
    (
        "orphan_hand",
        lambda o, d: o["orphan_hand"] == "kokushi" and not (d["copies"][0] and d["copies"][8]),
        "kokushi needs 1m and 9m, which the tile set lacks; set orphan_hand: nanashi",
    ),
    (
        "seven_limit",
        lambda o, d: o["seven_limit"] is not None and not d["eight_sevens"],
        "needs a tile set with eight 7p and eight 7s; set seven_limit: null",
    ),
    (
        "seven_furiten",
        lambda o, d: o["seven_furiten"] != "off" and not d["eight_sevens"],
        "needs a tile set with eight 7p and eight 7s; set seven_furiten: off",
    ),
    (
        "chiitoi_quad_han",
        lambda o, d: o["chiitoi_quad_han"] is not None and not o["chiitoi_duplicates"],
        "needs chiitoi_duplicates: true; set it, or chiitoi_quad_han: null",
    ),
    (
        "furiten_riichi",
        lambda o, d: o["furiten_riichi"] == "open_only" and not o["open_riichi"],
        "open_only needs open_riichi: true; set it, or furiten_riichi: forbidden",
    ),
    (
        "tulip",
        lambda o, d: o["tulip"] and not o["draw_to_indicator"],
        "reveals the stacks before the indicator; set draw_to_indicator: true",
    ),
    (
        "grand_cross",
        lambda o, d: o["grand_cross"] and not o["kan_needs_indicator"],
        "a Grand Cross turns an indicator like a kan; set kan_needs_indicator: true",
    ),
    (
        "cherry",
        lambda o, d: o["cherry"] and not o["tulip"],
        "turns the chips of the tulip around; set tulip: true",
    ),
    (
        "cherry",
        lambda o, d: o["cherry"] and (o["home_run_markers"] or o["atama"]),
        "has no points, which home_run and atama need; leave one of them out",
    ),
    (
        "cherry",
        lambda o, d: (
            o["cherry"]
            and (
                o["game_length"] != "fixed_hands"
                or o["bust"]
                or o["placement"] != "none"
                or o["riichi_cost"]
                or o["honba_ron"]
                or o["honba_tsumo"]
                or o["noten_total"]
                or o["nagashi_mangan"]
            )
        ),
        "has no points: needs game_length: fixed_hands, bust: false, placement: none, "
        "nagashi_mangan: false, and riichi_cost, honba_ron, honba_tsumo and noten_total 0",
    ),
    (
        "atama",
        lambda o, d: o["atama"] and not (o["open_riichi"] and o["chiitoi_duplicates"]),
        "needs open_riichi: true and chiitoi_duplicates: true",
    ),
    (
        "atama",
        lambda o, d: o["atama"] and (o["hand_size"] != 13 or o["almighty"]),
        "counts pairs of a hand of 13 tiles; set hand_size: 13 and almighty: 0",
    ),
    (
        "atama",
        lambda o, d: (
            o["atama"]
            and not (o["atozuke"] and not o["open_hand_riichi"] and not o["local_otafuku"])
        ),
        "asks for a sure yakuman of hands that are not shown; set atozuke: true, and "
        "open_hand_riichi and local_otafuku false",
    ),
    (
        "open_hand_riichi",
        lambda o, d: o["open_hand_riichi"] and not o["open_riichi"],
        "a hand without a yaku can only be shown; set open_riichi: true",
    ),
    (
        "bird_tile",
        lambda o, d: o["bird_tile"] and not d["copies"][KINDS.index(o["bird_tile"])],
        "the tile set has no such tile",
    ),
    (
        "gun_tile",
        lambda o, d: o["gun_tile"] and not o["bird_tile"],
        "guns only stop birds; set bird_tile, or gun_tile: null",
    ),
    (
        "yakuman_all_birds",
        lambda o, d: o["yakuman_all_birds"] and not o["bird_tile"],
        "needs bird_tile",
    ),
    (
        "placement",
        lambda o, d: (
            o["placement"] == "super_bingo"
            and not (o["points_table"] in ("no_fu", "shouhai") and thousands(o))
        ),
        "counts whole thousands: needs points_table: no_fu (or shouhai), with start_points, "
        "honba_ron, honba_tsumo, riichi_cost, chombo_points and half of noten_total in "
        "thousands; or set placement: none",
    ),
    (
        "settle_unit",
        lambda o, d: o["placement"] == "toriuchi" and o["target_points"] % o["settle_unit"],
        "places are settled in whole chips: target_points must be a multiple of it",
    ),
    (
        "tsumo_loss",
        lambda o, d: not o["tsumo_loss"] and o["players"] == 4,
        "four players miss nobody's share; set tsumo_loss: true",
    ),
    (
        "tsumo_loss",
        lambda o, d: o["tsumo_loss"] and o["points_table"] == "north_bisection",
        "north_bisection shares out what the missing player would pay; set tsumo_loss: false",
    ),
    (
        "points_table",
        lambda o, d: o["points_table"] == "north_bisection" and o["players"] == 4,
        "four players miss nobody's share; set points_table: mjs",
    ),
    (
        "false_wins",
        lambda o, d: o["false_wins"] == "allowed" and not (o["chombo_points"] or o["chombo_chips"]),
        "a wrong win must cost something; set chombo_points or chombo_chips",
    ),
    *(
        (
            key,
            lambda o, d, key=key: o[key] and o["false_wins"] != "allowed",
            "nothing can be wrong; set false_wins: allowed",
        )
        for key in ("chombo_points", "chombo_chips")
    ),
    (
        "missed_ron",
        lambda o, d: o["missed_ron"] == "chombo" and o["false_wins"] != "allowed",
        "nothing can be wrong; set false_wins: allowed",
    ),
    (
        "missed_ron",
        lambda o, d: o["missed_ron"] == "chombo" and o["must_win"] == "never",
        "any win may be passed; set must_win: closed_riichi or always",
    ),
    (
        "chombo_points",
        lambda o, d: o["cherry"] and o["chombo_points"],
        "there are no points with cherry; set chombo_chips",
    ),
    (
        "game_length",
        lambda o, d: o["game_length"] == "until_bust" and not o["bust"],
        "until_bust would never end; set bust: true",
    ),
    (
        "nuki_ends_rinshan",
        lambda o, d: o["nuki_ends_rinshan"] and o["nuki_rinshan"],
        "a tile set aside gives rinshan itself; set nuki_rinshan: false",
    ),
    (
        "players",
        lambda o, d: o["players"] < 3,
        "riichi mahjong is played by three or four; set players: 3 or 4",
    ),
    (
        "uma",
        lambda o, d: len(o["uma"]) != o["players"] and any(o["uma"]),
        "needs a number for each place; give as many as players",
    ),
    *(
        (
            rule,
            lambda o, d, rule=rule: o[rule] and o["players"] != 4,
            "is a rule of four players; set players: 4",
        )
        for rule in ("abortive_four_winds", "abortive_four_riichi", "abortive_triple_ron")
    ),
    (
        "north_wind",
        lambda o, d: o["north_wind"] and (o["north_role"] != "guest" or o["nuki_tile"] == "4z"),
        "North is then no yaku for everybody, nor set aside; set north_role: guest and "
        "nuki_tile: none",
    ),
    (
        "abortive_triple_ron",
        lambda o, d: o["abortive_triple_ron"] and o["multi_ron"] == "head_bump",
        "only one player wins with head_bump; set multi_ron: double",
    ),
    (
        "placement",
        lambda o, d: o["placement"] != "none" and o["players"] != 3,
        "is settled between three places; set placement: none, or players: 3",
    ),
    (
        "bust_at_zero",
        lambda o, d: o["bust"] and o["bust_at_zero"] and o["bust_below"] != 0,
        "needs bust_below: 0",
    ),
    (
        "east_passes_on",
        lambda o, d: o["east_passes_on"] and o["renchan"] == "winner_deals",
        "the winner deals next in every round; set renchan: tenpai or win",
    ),
    (
        "start_points",
        lambda o, d: o["bust"] and o["start_points"] < o["bust_below"] + o["bust_at_zero"],
        "everybody would be bust at the start; raise it or lower bust_below",
    ),
)
