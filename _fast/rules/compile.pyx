# cython: language_level=3
"""A rule set, checked and compiled: from option values to the struct that the engine reads."""

import copy
import hashlib
import json
from collections.abc import Mapping

import numpy as np

from shugi._fast.rules.games import idle, import_all
from shugi._fast.rules.options import (
    ALIASES,
    GAMES,
    OPTIONS,
    TILE_SETS,
    RulesError,
    option_table,
)
from shugi._fast.tables.game import TRAITS
from shugi._fast.tables.option_types import nearest
from shugi._fast.core.tiles import code_name, kind_of, parse_tiles

from libc.stdint cimport int32_t

from shugi._fast.core.rules cimport Rules as CRules
from shugi._fast.core.sizes cimport (
    ASIDE, GROUPS, KINDS, LEDGER, NO_TILE, PATTERNS, PLACES, RIVER, WALL,
)
from shugi._fast.core.tiles cimport FLOWER, KIND_7P, KIND_7S, SEASON_1
from shugi._fast.flow.game_ops cimport GAME_OPS
from shugi._fast.rules.bounds cimport aside_bound, check_bounds, ledger_bound, river_bound
from shugi._fast.shape.shapes cimport shape_compile

__all__ = [
    "ONE_VALUE", "OPTIONS", "RULE_ENTRIES", "RULE_ROWS", "Rules", "RulesError", "check_given",
    "game_options", "idle_options", "option_table", "unknown_key",
]

import_all("play")  # each game fills its row of functions
# by game: what follows from its options in a way of its own
DERIVED = {module.__name__.split(".")[-2]: module for module in import_all("derived")}

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
    "tie_at_target": "equal totals at the target bring another hand",
}


def game_options(game):
    """Every option's value in a game before a rule file speaks."""
    options = {name: option.default for name, option in OPTIONS.items()}
    return copy_options({**options, **GAMES[game].options, "game": game})


cdef dict copy_options(dict options):
    # most values are numbers and words: only the others are worth a deep copy
    return {
        name: copy.deepcopy(value) if isinstance(value, (dict, list)) else value
        for name, value in options.items()
    }


def check_game(options):
    """Raises: RulesError when an option is changed that the game does not read."""
    game = options["game"]
    usual = game_options(game)
    problems = [
        (name, f"is of {games_of(name)}; {GAMES[game].title} has no such option, leave it out")
        for name, value in options.items()
        if game not in OPTIONS[name].games and value != usual[name]
    ]
    if problems:
        raise RulesError(problems)


def games_of(name):
    """The games that read an option, in words."""
    titles = [GAMES[game].title for game in OPTIONS[name].games]
    return " and ".join([*([", ".join(titles[:-1])] if titles[:-1] else []), titles[-1]])


MOST_UNKNOWN = 20  # that an error tells of: each is compared with every option for its hint


def check_given(options):
    """Only the options given, in canonical form."""
    if not isinstance(options, Mapping):
        raise RulesError([("options", f"{options!r} is not a map of option names to values")])
    problems = [
        (key, f"is another name of {ALIASES[key]}, which is given too; leave one of them out")
        for key in options if key in ALIASES and ALIASES[key] in options
    ]
    options = {ALIASES.get(key, key): value for key, value in options.items()}
    unknown = [key for key in options if key not in OPTIONS]
    problems += [(str(key), unknown_key(key)) for key in unknown[:MOST_UNKNOWN]]
    if len(unknown) > MOST_UNKNOWN:
        problems.append(("options", f"{len(unknown) - MOST_UNKNOWN} more are unknown"))
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
    return f"unknown option{nearest(key, OPTIONS)}; `shugi rules NAME` lists those of a rule set"


# ---------------------------------------------------------------------------------------- the deck

def deck_counts(options):
    """Tiles of the deck by code. Raises: RulesError when a special copy has no tile to replace."""
    counts = {}
    game = GAMES[options["game"]]
    if game.pack is not None:
        return dict.fromkeys(game.pack(options), 1)
    for tiles, copies in TILE_SETS[options["tile_set"]].items():
        for code in parse_tiles(tiles):
            counts[code] = copies
    for key, name, n in game.copies(options):
        (special,) = parse_tiles(name)
        plain = kind_of(special)
        if plain is not None:
            left = counts.get(plain, 0)
            if n > left:
                tile = code_name(plain)
                raise RulesError([(
                    key, f"replaces {n} {tile}, but tile_set {options['tile_set']} has {left} plain"
                    f" {tile} for it; take fewer"
                )])
            counts[plain] = left - n
        counts[special] = n
    for kind in parse_tiles(game.left_out(options)):
        counts[kind] = 0
    return {code: n for code, n in sorted(counts.items()) if n}


def has(options, trait):
    return trait in GAMES[options["game"]].traits


def kind_copies(options, counts):
    copies = [0] * KINDS
    if has(options, "plays_cards"):
        return copies
    for code, n in counts.items():
        if kind_of(code) is not None:
            copies[kind_of(code)] += n
    return copies


def aside_tiles(options, counts):
    """Tiles that belong to no kind: they are set aside."""
    if has(options, "plays_cards"):
        return 0
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

def deck_facts(options, counts):
    """What combinations of options are judged by beside the options."""
    copies = kind_copies(options, counts)
    return {
        "n": sum(counts.values()),
        "copies": copies,
        "flowers": counts.get(FLOWER, 0),
        "seasons": counts.get(SEASON_1, 0),
        "aside": aside_tiles(options, counts),
        "eight_sevens": copies[KIND_7P] == copies[KIND_7S] == 8,
    }


def check_together(options, counts):
    deck = deck_facts(options, counts)
    table = GAMES[options["game"]].conflicts
    problems = [(key, text) for key, impossible, text in table if impossible(options, deck)]
    if problems:
        raise RulesError(problems)


def idle_options(options):
    """Those that nothing reads, with what to set so that something does."""
    return idle(options, deck_facts(options, deck_counts(options)))


# -------------------------------------------------------------------------------- the rule vector

def _rule_rows():
    kinds = tuple(code_name(kind) for kind in range(KINDS))
    rows = [
        {"name": "deck", "parts": kinds, "scale": 8.0, "meaning": "copies of each kind in it"},
        {"name": "aside", "parts": ("",), "scale": 8.0, "meaning": "flowers or bingo tiles in it"},
    ]
    for option in OPTIONS.values():
        parts = option.type.parts
        entries = f" ({', '.join(parts)})" if len(parts) > 1 else ""
        scale = getattr(option.type, "scale", 1.0)
        meaning = f"{option.meaning}{entries}"
        rows.append({"name": option.name, "parts": parts, "scale": scale, "meaning": meaning})
    offset = 0
    for row in rows:
        row["size"] = len(row["parts"])
        row["offset"] = offset
        offset += row["size"]
    return [row for row in rows if row["size"]]


RULE_ROWS = _rule_rows()


def _rule_entries():
    return tuple(
        f"{row['name']}.{part}" if part else row["name"]
        for row in RULE_ROWS for part in row["parts"]
    )


# a name for each number: networks find what they read by it, so it must go on meaning the same
RULE_ENTRIES = _rule_entries()


def rule_vector(options, counts):
    values = [n / 8 for n in kind_copies(options, counts)] + [aside_tiles(options, counts) / 8]
    for name, option in OPTIONS.items():
        values += option.type.scaled(options[name])
    values += [value for _, value in own_entries(options)]
    vector = np.asarray(values, dtype=np.float32)
    vector.setflags(write=False)
    return vector


# --------------------------------------------------------------------------------------- the class

def option_hash(options):
    """Of what differs from plain sanma: an option added later leaves it alone."""
    options = {
        k: OPTIONS[k].type.hashed(value)
        for k, value in options.items() if value != OPTIONS[k].default
    }
    text = json.dumps(options, sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def option_fields(options):
    """The struct's fields that stand for options."""
    return {
        name: option.type.encode(options[name])
        for name, option in OPTIONS.items() if option.engine
    }


def reserve(options):
    """Tiles at the wall's end that are never drawn, the indicator among them."""
    beside = not options["indicator_in_dead_wall"]
    return options["dead_wall_size"] + beside - options["indicator_in_reserve"]


def kan_min_live(options):
    """Live tiles that a kan needs; an indicator that moves takes a stack."""
    return 2 if options["draw_to_indicator"] else 1


def money(options):
    """What each player starts with where points are money."""
    return options["start_chips"] or 0 if reads(options["game"], "start_chips") else 0


def reads(game, option):
    """Whether the game has what the option speaks of."""
    return game in OPTIONS[option].games


def _derived_fields(options, counts):
    """The struct's fields that follow from the options; the compilers of shape and patterns fill
    those that are zero here."""
    deck = [code for code, n in counts.items() for _ in range(n)]
    copies = kind_copies(options, counts)
    own = GAMES[options["game"]].fields
    return {
        **{trait: int(has(options, trait)) for trait in TRAITS},
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
        "group_kinds": [0] * GROUPS,
        "group_kind": [[NO_TILE] * PLACES] * GROUPS,
        "weight": [0] * KINDS,
        "n_groups": 0,
        "group_table": [0] * GROUPS,
        "han": [[0, 0]] * PATTERNS,
        **{name: value(options) if callable(value) else value for name, value in own.items()},
        **own_fields(options, counts),
    }


def own_fields(options, counts):
    """The struct's fields that only some games have. Raises: RulesError"""
    module = DERIVED.get(options["game"])
    return module.fields(options, counts) if module else {}


def own_entries(options):
    """(name, number) of what the rule vector holds beside the options' numbers."""
    module = DERIVED.get(options["game"])
    return module.entries(options) if module else []


# Options and traits lie in front, numbers side by side: their names, and how many in a list.
NUMBERS = (
    *((name, option.type.length) for name, option in OPTIONS.items() if option.engine),
    *((trait, None) for trait in TRAITS),
)


cdef int write_numbers(CRules* c, dict fields) except -1:
    cdef int32_t* at = <int32_t*>c
    for name, length in NUMBERS:
        values = (fields[name],) if length is None else fields[name]
        if len(values) != (length or 1):
            raise ValueError(f"{name}: {len(values)} numbers where {length} belong")
        for value in values:
            at[0] = value
            at += 1
    if <const void*>at != <const void*>&c.at_table:
        raise RuntimeError("the header of the rules is of other option tables; build it again")
    return 0


cdef int write_fields(CRules* c, dict fields) except -1:
    # Not as one struct: that is a thousand lines of C for each field.
    write_numbers(c, fields)
    c.at_table, c.seats = fields["at_table"], fields["seats"]
    c.forms, c.sets = fields["forms"], fields["sets"]
    c.max_kans, c.kan_min_live = fields["max_kans"], fields["kan_min_live"]
    c.points_per_unit, c.hash = fields["points_per_unit"], fields["hash"]
    c.n_deck, c.deck, c.copies = fields["n_deck"], fields["deck"], fields["copies"]
    c.limit, c.dora_next = fields["limit"], fields["dora_next"]
    c.n_groups, c.group, c.weight = fields["n_groups"], fields["group"], fields["weight"]
    c.group_kinds, c.group_kind = fields["group_kinds"], fields["group_kind"]
    c.group_table = fields["group_table"]
    c.han = fields["han"]
    if "chip_event" in fields:
        c.n_chip_event, c.chip_luck = fields["n_chip_event"], fields["chip_luck"]
        c.chip_event, c.chip_op = fields["chip_event"], fields["chip_op"]
    return 0


cdef class Rules:
    # made once: games that are in play point to it
    def __cinit__(self, str name not None, options=None):
        self.name = name
        given = check_given({} if options is None else options)
        self._options = {**game_options(given.get("game", "riichi")), **given}
        check_game(self._options)
        counts = deck_counts(self._options)
        check_together(self._options, counts)
        fields = {**option_fields(self._options), **_derived_fields(self._options, counts)}
        if fields["n_deck"] > WALL:
            raise RulesError([("deck", f"has {fields['n_deck']} tiles, more than {WALL}")])
        write_fields(&self.c, fields)
        try:
            check_bounds(&self.c)
        except ValueError as error:
            raise RulesError([("options", str(error))]) from None
        self.hash = fields["hash"]
        self.game = self._options["game"]
        self.traits = GAMES[self.game].traits
        self.seats = self.c.seats
        self.vector = rule_vector(self._options, counts)
        self.entries = (
            *RULE_ENTRIES, *[name for name, _ in own_entries(self._options)],
        )
        if self.c.plays_cards:
            return
        if shape_compile(&self.c) < 0:
            raise MemoryError("no memory for the shape tables")
        GAME_OPS[self.c.game].compile(&self.c)

    def reads(self, option):
        return reads(self.game, option)

    @property
    def options(self):
        return copy_options(self._options)

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
        del values["chip_event"][c.n_chip_event:]
        del values["chip_op"][sum([event["n_op"] for event in values["chip_event"]]):]
        return values

    def bounds(self):
        """What the worst hand may need of a state's arrays, and the room that there is."""
        return {
            "ledger": (ledger_bound(&self.c), LEDGER),
            "river": (river_bound(&self.c), RIVER),
            "aside": (aside_bound(&self.c), ASIDE),
        }

    def __eq__(self, other):
        return isinstance(other, Rules) and self.hash == other.hash

    def __hash__(self):
        return hash(self.hash)

    def __reduce__(self):
        return Rules, (self.name, self.options)

    def __copy__(self):
        return self  # nothing of it changes

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return f"Rules({self.name!r}, hash={self.hash:#018x})"
