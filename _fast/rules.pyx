# cython: language_level=3
"""A rule set, checked and compiled: from option values to the struct that the engine reads."""

import copy
import hashlib
import json
from collections.abc import Mapping

import numpy as np

from shugi._fast.option_types import nearest
from shugi._fast.options import (
    ALIASES,
    GAMES,
    OPTIONS,
    TILE_SETS,
    RulesError,
    option_table,
)
from shugi._fast.tiles import code_name, kind_of, parse_tiles

from shugi._fast.atama cimport atama_compile
from shugi._fast.patterns cimport patterns_compile
from shugi._fast.shape cimport shape_compile
from shugi._fast.state cimport GROUPS, KINDS, PATTERNS, WALL, Rules as CRules
from shugi._fast.tiles cimport (
    BINGO_BLUE, BINGO_RED, EXTRA_5M, FLOWER, GOLD_NORTH, KIND_7P, KIND_7S, KIND_NORTH,
)

__all__ = [
    "ONE_VALUE", "OPTIONS", "RULE_ROWS", "RULE_VECTOR", "Rules", "RulesError",
    "check_given", "game_options", "option_table", "unknown_key",
]

# what follows an indicator within a ring: the next kind that the deck has
RINGS = (range(0, 9), range(9, 18), range(18, 27), range(27, 31), range(31, 34))


# ---------------------------------------------------------------------------------- single options

# keys of the rule texts that have one value, and what it means
ONE_VALUE = {
    "bingo_payment": "a bingo win is paid like a tsumo",
    "tulip_multi_ron": "two winners reveal the same tiles",
    "tie_break": "at equal points the seat closer to the first dealer ranks higher",
    "multiplier_mode": "what doubles the chips adds up",
    "last_flower": "a flower drawn last is set aside and the hand ends as a draw",
    "chonbo_points": "only legal actions can be taken",
    "chonbo_chips": "only legal actions can be taken",
    "open_riichi_total_han": "it follows from open_riichi_extra_han",
    "disclose_time": "a hand is disclosed with a discard",
}


def game_options(game):
    """Every option's value in a game before a rule file speaks."""
    options = {name: option.default for name, option in OPTIONS.items()}
    return copy.deepcopy({**options, **GAMES[game].options, "game": game})


def check_game(options):
    """Raises: RulesError when an option is changed that the game does not read."""
    game = options["game"]
    usual = game_options(game)
    problems = [
        (name, f"{GAMES[game].title} has no such option; leave it out")
        for name, value in options.items()
        if game not in OPTIONS[name].games and value != usual[name]
    ]
    if problems:
        raise RulesError(problems)


def check_given(options):
    """Only the options given, in canonical form."""
    if not isinstance(options, Mapping):
        raise RulesError([("options", f"{options!r} is not a map of option names to values")])
    problems = [
        (key, f"is another name of {ALIASES[key]}, which is given too; leave one of them out")
        for key in options if key in ALIASES and ALIASES[key] in options
    ]
    options = {ALIASES.get(key, key): value for key, value in options.items()}
    problems += [(str(key), unknown_key(key)) for key in options if key not in OPTIONS]
    checked = {}
    for name, option in OPTIONS.items():
        if name not in options:
            continue
        try:
            checked[name] = option.check(options[name])
        except ValueError as error:
            problems.append((name, str(error)))
    if problems:
        raise RulesError(problems)
    return checked


def unknown_key(key):
    """What is wrong with a key that is no option."""
    if key in ONE_VALUE:
        return f"is no option, since {ONE_VALUE[key]}; leave it out"
    return f"unknown option{nearest(key, OPTIONS)}; `shugi rules sanma_base` lists them all"


# ---------------------------------------------------------------------------------------- the deck

def deck_counts(options):
    """Tiles of the deck by code. Raises: RulesError when a special copy has no tile to replace."""
    counts = {}
    for tiles, copies in TILE_SETS[options["tile_set"]].items():
        for code in parse_tiles(tiles):
            counts[code] = copies
    for key, plain, special, n in special_copies(options):
        left = counts.get(plain, 0)
        if n > left:
            tile = code_name(plain)
            raise RulesError([(
                key, f"replaces {n} {tile}, but tile_set {options['tile_set']} has {left} plain "
                f"{tile} for it; take fewer"
            )])
        counts[plain] = left - n
        counts[special] = n
    if options["seven_rush"] != "off":
        counts[FLOWER] = 0
        counts[BINGO_RED] = counts[BINGO_BLUE] = BINGO_TILES[options["seven_rush"]]
    if options["extra_5m"]:
        counts[EXTRA_5M] = 2
    for kind in kinds_left_out(options):
        counts[kind] = 0
    return {code: n for code, n in sorted(counts.items()) if n}


def kinds_left_out(options):
    """A suit; in Wuhan with three players East too (wuhan section 1)."""
    suit = options["removed_suit"]
    if suit == "none":
        return []
    return parse_tiles(f"123456789{suit}" + ("1z" if options["game"] == "wuhan" else ""))


# bingo tiles of a colour
BINGO_TILES = {"normal": 2, "deluxe": 4}
# option: the special copies it brings, and how many
COPIES = {
    "shiro_pocchi": {"5zo": 1},
    "rainbow_sevens": {"7pw": 1, "7sw": 1},
    "cherry": {"1pc": 2, "2pc": 2, "3pc": 1, "7pd": 2},
}


def special_copies(options):
    """(option, plain code, special code, how many) of the tiles that are replaced."""
    for five, n in options["red_fives"].items():
        yield "red_fives", parse_tiles(five)[0], parse_tiles(f"0{five[1]}")[0], n
    for five, n in options["gold_fives"].items():
        yield "gold_fives", parse_tiles(five)[0], parse_tiles(f"{five}g")[0], n
    for name, copies in COPIES.items():
        if options[name]:
            for tile, n in copies.items():
                (code,) = parse_tiles(tile)
                yield name, kind_of(code), code, n
    if options["grand_cross"] and options["gold_north"]:
        yield "gold_north", KIND_NORTH, GOLD_NORTH, 1


def kind_copies(counts):
    copies = [0] * KINDS
    for code, n in counts.items():
        if kind_of(code) is not None:
            copies[kind_of(code)] += n
    return copies


def aside_tiles(counts):
    """Tiles that belong to no kind: they are set aside."""
    return sum(n for code, n in counts.items() if kind_of(code) is None)


def dora_order(copies):
    """The kind that each kind indicates; itself where its ring has no other."""
    following = list(range(KINDS))
    for ring in RINGS:
        for place, kind in enumerate(ring):
            later = [*ring[place + 1:], *ring[:place]]
            following[kind] = next((k for k in later if copies[k]), kind)
    return following


# ------------------------------------------------------------------- combinations that cannot be

def reserved(o):
    """Tiles at the wall's end that are not live at the start."""
    return o["rinshan_tiles"] + 2 if o["draw_to_indicator"] else o["dead_wall_size"]


def dead_wall_needed(o):
    """Tiles that hold the replacements and every indicator stack, at the last kan."""
    grown = o["max_kan_indicators"] if o["dead_wall_refill"] else 0
    return o["rinshan_tiles"] + 2 + 2 * o["max_kan_indicators"] - grown


def replacements_asked(o, deck):
    kans = o["max_kan_indicators"] if o["kan_needs_indicator"] else 4
    aside = deck["copies"][KIND_NORTH] if o["nuki_tile"] == "4z" else deck["aside"]
    return kans + aside


def thousands(o):
    keys = ("start_points", "honba_ron", "honba_tsumo", "riichi_cost")
    return not any(o[key] % 1000 for key in keys) and o["noten_total"] % 2000 == 0


# kinds by their place
BIRDS = tuple(code_name(kind) for kind in range(KINDS))

# the option to blame, when the combination is impossible, what to change
CONFLICTS = (
    (
        "hand_size",
        lambda o, d: o["players"] * (o["hand_size"] + 1) + reserved(o) > d["n"],
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
        lambda o, d: (o["nuki_forced"] or d["aside"]) and o["replacement_source"] == "rinshan"
        and o["rinshan_tiles"] < replacements_asked(o, d),
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
        lambda o, d: o["almighty"] and o["keishiki_fifth_copy"],
        "the almighty is no fifth copy; set keishiki_fifth_copy: false",
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
        lambda o, d: o["cherry"] and (
            o["game_length"] != "fixed_hands" or o["bust"] or o["placement"] != "none"
            or o["riichi_cost"] or o["honba_ron"] or o["honba_tsumo"] or o["noten_total"]
            or o["nagashi_mangan"]
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
        lambda o, d: o["atama"] and not (
            o["atozuke"] and not o["open_hand_riichi"] and not o["local_otafuku"]
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
        lambda o, d: o["bird_tile"] and not d["copies"][BIRDS.index(o["bird_tile"])],
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
        lambda o, d: o["placement"] == "super_bingo"
        and not (o["points_table"] in ("no_fu", "shouhai") and thousands(o)),
        "counts whole thousands: needs points_table: no_fu (or shouhai), with start_points, "
        "honba_ron, honba_tsumo, riichi_cost and half of noten_total in thousands; "
        "or set placement: none",
    ),
    (
        "settle_unit",
        lambda o, d: o["placement"] == "toriuchi" and o["target_points"] % o["settle_unit"],
        "places are settled in whole chips: target_points must be a multiple of it",
    ),
    (
        "game_length",
        lambda o, d: o["game_length"] == "until_bust" and not o["bust"],
        "until_bust would never end; set bust: true",
    ),
    (
        "bust_at_zero",
        lambda o, d: o["bust"] and o["bust_at_zero"] and o["bust_below"] != 0,
        "needs bust_below: 0",
    ),
    (
        "start_points",
        lambda o, d: o["bust"] and o["start_points"] < o["bust_below"] + o["bust_at_zero"],
        "everybody would be bust at the start; raise it or lower bust_below",
    ),
)


REGIONAL_CONFLICTS = (
    (
        "removed_suit",
        lambda o, d: o["game"] == "wuhan" and (o["players"] == 3) != (o["removed_suit"] != "none"),
        "three players, and only they, play without a suit; set players and removed_suit together",
    ),
    (
        "removed_suit",
        lambda o, d: o["game"] == "kawuxing" and o["removed_suit"] == "none",
        "Kawuxing is played with two suits; set removed_suit: m, p or s",
    ),
    (
        "kong_tile_mode",
        lambda o, d: o["players"] == 3 and o["kong_tile_mode"] != "classic",
        "three players play the classic game; set kong_tile_mode: classic",
    ),
    (
        "opening_fan_mode",
        lambda o, d: o["players"] == 3 and o["opening_fan_mode"] != "once",
        "three players count an opening once; set opening_fan_mode: once",
    ),
    (
        "last_tiles_pattern",
        lambda o, d: o["players"] == 3 and o["game"] == "wuhan" and o["last_tiles_pattern"],
        "three players have no last four tiles; set last_tiles_pattern: false",
    ),
    (
        "caps",
        lambda o, d: o["game"] == "wuhan" and not 0 < o["caps"][0] <= o["caps"][1],
        "the gold must be worth at least the cap, and the cap more than nothing",
    ),
    (
        "caps",
        lambda o, d: o["game"] == "wuhan" and o["players"] == 4
        and not o["caps"][1] <= o["caps"][2] <= o["caps"][3],
        "four players have a cap, gold, sun and triple sun, none less than the one before",
    ),
    (
        "caps",
        lambda o, d: o["game"] == "wuhan" and o["players"] == 3 and any(o["caps"][2:]),
        "three players have a cap and gold, but no suns; give two numbers",
    ),
    (
        "permanent_fortune",
        lambda o, d: o["permanent_fortune"] and o["white_is_honour_by"] != "identity",
        "every White is a wildcard then; set white_is_honour_by: identity",
    ),
    (
        "float_second_half_liability",
        lambda o, d: o["float_second_half_liability"] and not o["floater_may_claim"],
        "needs floater_may_claim: true",
    ),
)


def check_together(options, counts):
    copies = kind_copies(counts)
    deck = {
        "n": sum(counts.values()),
        "copies": copies,
        "flowers": counts.get(FLOWER, 0),
        "aside": aside_tiles(counts),
        "eight_sevens": copies[KIND_7P] == copies[KIND_7S] == 8,
    }
    table = CONFLICTS if options["game"] == "riichi" else REGIONAL_CONFLICTS
    problems = [(key, text) for key, impossible, text in table if impossible(options, deck)]
    if problems:
        raise RulesError(problems)


# -------------------------------------------------------------------------------- the rule vector

def _rule_rows():
    rows = [
        {"name": "deck", "size": KINDS, "scale": 8.0, "meaning": "copies of each kind in the deck"},
        {"name": "aside", "size": 1, "scale": 8.0, "meaning": "flowers or bingo tiles in it"},
    ]
    for option in OPTIONS.values():
        parts = option.type.parts
        entries = f" ({', '.join(parts)})" if len(parts) > 1 else ""
        scale = getattr(option.type, "scale", 1.0)
        meaning = f"{option.meaning}{entries}"
        rows.append({"name": option.name, "size": len(parts), "scale": scale, "meaning": meaning})
    offset = 0
    for row in rows:
        row["offset"] = offset
        offset += row["size"]
    return [row for row in rows if row["size"]]


RULE_ROWS = _rule_rows()
RULE_VECTOR = RULE_ROWS[-1]["offset"] + RULE_ROWS[-1]["size"]


def rule_vector(options, counts):
    values = [n / 8 for n in kind_copies(counts)] + [aside_tiles(counts) / 8]
    for name, option in OPTIONS.items():
        values += option.type.scaled(options[name])
    vector = np.asarray(values, dtype=np.float32)
    vector.setflags(write=False)
    return vector


# --------------------------------------------------------------------------------------- the class

def option_hash(options):
    """Of what differs from plain sanma: an option added later leaves it alone."""
    options = {k: value for k, value in options.items() if value != OPTIONS[k].default}
    text = json.dumps(options, sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def option_fields(options):
    """The struct's fields that stand for options."""
    fields = {}
    for name, option in OPTIONS.items():
        fields.update(zip(option.fields, option.type.encode(options[name])))
    return fields


def reserve(options):
    """Tiles at the wall's end that are never drawn, the indicator among them."""
    size = options["dead_wall_size"]
    if options["game"] == "xiamen":
        return size + (not options["indicator_in_dead_wall"])
    return size - (options["game"] == "wuhan" and options["indicator_in_reserve"])


def kan_min_live(options):
    """Live tiles that a kan needs: in Wuhan the last four stay (wuhan section 3.1); an indicator
    that moves takes a stack."""
    if options["draw_to_indicator"]:
        return 2
    keeps = options["game"] == "wuhan" and options["players"] == 4
    return 5 if keeps and options["kong_limit"] == "keep_last_four" else 1


def money(options):
    """What each player of a regional game starts with."""
    return 0 if options["game"] == "riichi" else options["start_chips"] or 0


def derived_fields(options, counts):
    """The struct's fields that follow from the options; the compilers of shape and patterns fill
    those that are zero here."""
    deck = [code for code, n in counts.items() for _ in range(n)]
    copies = kind_copies(counts)
    return {
        **GAMES[options["game"]].fields,
        "dead_wall_size": reserve(options),
        "start_points": options["start_points"] or money(options),
        "kan_min_live": kan_min_live(options),
        "seats": options["players"] + options["resting_player"],
        "at_table": options["players"],
        "hash": option_hash(options),
        "sets": (options["hand_size"] + options["almighty"] - 1) // 3,
        "n_deck": len(deck),
        "deck": deck + [0] * (WALL - len(deck)),
        "copies": copies,
        "dora_next": dora_order(copies),
        "limit": [0] * KINDS,
        "group": [0] * KINDS,
        "weight": [0] * KINDS,
        "n_groups": 0,
        "group_table": [0] * GROUPS,
        "han": [[0, 0]] * PATTERNS,
    }


cdef class Rules:
    def __init__(self, str name not None, options=None):
        self.name = name
        given = check_given({} if options is None else options)
        self._options = {**game_options(given.get("game", "riichi")), **given}
        check_game(self._options)
        counts = deck_counts(self._options)
        check_together(self._options, counts)
        fields = {**option_fields(self._options), **derived_fields(self._options, counts)}
        self.c = fields
        self.hash = fields["hash"]
        self.game = self._options["game"]
        self.seats = self.c.seats
        self.vector = rule_vector(self._options, counts)
        if shape_compile(&self.c) < 0:
            raise MemoryError("no memory for the shape tables")
        patterns_compile(&self.c)
        atama_compile(&self.c)

    @property
    def options(self):
        return copy.deepcopy(self._options)

    @property
    def tiles(self):
        return [self.c.deck[i] for i in range(self.c.n_deck)]

    def fields(self):
        """The compiled struct as plain Python values, for tests and for the curious."""
        cdef CRules *c = &self.c
        cdef int i
        values = dict(self.c)
        values["deck"] = self.tiles
        values["copies"] = [c.copies[i] for i in range(KINDS)]
        values["limit"] = [c.limit[i] for i in range(KINDS)]
        values["dora_next"] = [c.dora_next[i] for i in range(KINDS)]
        values["group"] = [c.group[i] for i in range(KINDS)]
        return values

    def __eq__(self, other):
        return isinstance(other, Rules) and self.hash == other.hash

    def __hash__(self):
        return hash(self.hash)

    def __reduce__(self):
        return Rules, (self.name, self.options)

    def __repr__(self):
        return f"Rules({self.name!r}, hash={self.hash:#018x})"
