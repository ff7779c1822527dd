"""The games that the engine plays: what each fixes among the options, and its form for the engine.

``riichi`` is every Japanese game here; its rule sets differ by options alone. The others are the
regional games and the card games, each with a rule text of its own.  Code that many games share
asks for a trait, never for a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from shugi._fast.rules.conflicts import (
    HANGZHOU_CONFLICTS,
    KAWUXING_CONFLICTS,
    NINETY_NINE_CONFLICTS,
    PIQUET_CONFLICTS,
    RIICHI_CONFLICTS,
    WUHAN_CONFLICTS,
    XIAMEN_CONFLICTS,
    Conflict,
)
from shugi._fast.rules.option import Option

# what the engine asks of a game: a field of Rules each, 0 or 1, and a word of `Rules.traits`
TRAITS = MappingProxyType(
    {
        "plays_cards": "cards and tricks; no tiles",
        "declares_riichi": "riichi, and the joker that is drawn in it",
        "knows_furiten": "a seat's own discards bar it from winning",
        "turns_dora": "indicators lie open, and name dora",
        "keeps_first_turn": "the state tells whether a seat has had its first turn",
        "pays_places": "uma and oka; at equal results one place is before the other",
        "regional": "a Chinese game: wildcards, and what the state keeps for them",
        "turns_indicator": "a tile is turned after the deal to name the wildcard",
        "floats": "a hand that any tile completes floats by discarding a wildcard",
        "keeps_streak": "a streak of kans lasts from turn to turn",
        "counts_fed": "open sets are counted by whom they came from, and runs of honours discarded",
        "lays_kan_tiles": "kan tiles and wildcards are laid aside, and the last tiles are offered",
        "sets_flowers_aside": "flowers are set aside as they are drawn",
        "follows_honours": "single honours follow those discarded",
        "discloses": "RIICHI_OPEN is a hand that was disclosed",
        "pairs_258": "most hands need a pair of 2, 5 or 8, and use one wildcard at most",
        "drops_east": "without a suit East is left out too",
        "keeps_last_four": "four players keep the last four tiles from kans (kong_limit)",
        "exchanges": "cards are exchanged with a talon, and combinations declared",
        "bids": "cards are laid aside as bids, and declarations offered",
        "plays_sixes": "the pack has sixes",
    }
)

STANDARD, WITH_PAIRS, ALL_FORMS = 1, 3, 7  # Form bits, shape/tables.pxd


@dataclass(frozen=True)
class Game:
    """``options``: where the game differs from plain sanma, before any rule file speaks.

    ``module``: in ``shugi._fast``; it fills the game's row of functions when it is imported.
    ``fields``: what the engine's struct gets beside the options' own fields.
    ``own``: options that this game alone reads. ``reads``: those of the tables that it shares.
    """

    title: str
    module: str
    options: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, int] = field(default_factory=dict)
    traits: frozenset[str] = frozenset()
    conflicts: tuple[Conflict, ...] = ()
    own: tuple[Option, ...] = ()
    reads: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if unknown := self.traits - TRAITS.keys():
            raise ValueError(f"{self.title}: no such traits: {', '.join(sorted(unknown))}")

    @property
    def usual(self) -> str:
        """By whose values options go that no rule file changes."""
        return self.title if self.options else "plain sanma"


# no dora, no dead wall that moves, no riichi: the shared tile flow with nothing Japanese in it
_REGIONAL = {
    "red_fives": {},
    "nuki_tile": "none",
    "nuki_forced": False,
    "rinshan_tiles": 0,
    "dead_wall_refill": False,
    "replacement_source": "live",
    "chii": True,
    "kuikae": "allowed",
    "multi_ron": "head_bump",
    "must_win": "never",
    "keishiki_fifth_copy": "wait",
    "chiitoi_duplicates": True,
    "placement": "none",
    "game_length": "fixed_hands",
    "match_hands": 16,
    "start_points": 0,
    "bust": False,
    "uma": [0, 0, 0],
    "oka": 0,
}
# no tiles at all
_CARDS = {
    "red_fives": {},
    "nuki_tile": "none",
    "nuki_forced": False,
    "rinshan_tiles": 0,
    "dead_wall_size": 0,
    "dead_wall_refill": False,
    "placement": "none",
    "start_points": 0,
    "start_chips": None,
    "bust": False,
    "uma": [0, 0, 0],
    "oka": 0,
    "tile_set": "none",
}
# points are of the game alone: the result is paid in chips
_CARD_FIELDS = {"forms": STANDARD, "max_kans": 0, "points_per_unit": 0, "hand_size": 0}
_FIELDS = {"forms": STANDARD, "max_kans": 16, "points_per_unit": 1}

GAMES = MappingProxyType(
    {
        "riichi": Game(
            "riichi mahjong",
            "games.riichi.play",
            fields={"forms": ALL_FORMS, "max_kans": 4, "points_per_unit": 1000},
            traits=frozenset(
                (
                    *("declares_riichi", "knows_furiten", "turns_dora", "keeps_first_turn"),
                    "pays_places",
                )
            ),
            conflicts=RIICHI_CONFLICTS,
        ),
        "hangzhou": Game(
            "Hangzhou mahjong",
            "games.hangzhou.play",
            _REGIONAL | {"players": 4, "tile_set": "full_136", "dead_wall_size": 20},
            _FIELDS | {"forms": WITH_PAIRS},
            frozenset(("regional", "turns_indicator", "floats", "keeps_streak", "counts_fed")),
            HANGZHOU_CONFLICTS,
        ),
        "xiamen": Game(
            "Xiamen mahjong",
            "games.xiamen.play",
            _REGIONAL
            | {
                "players": 4,
                "tile_set": "flowers_144",
                "hand_size": 16,
                "dead_wall_size": 16,
                "closed_kong_hidden": False,
                "start_chips": None,
            },
            _FIELDS,
            frozenset(
                ("regional", "turns_indicator", "floats", "sets_flowers_aside", "follows_honours")
            ),
            XIAMEN_CONFLICTS,
        ),
        "wuhan": Game(
            "Wuhan mahjong",
            "games.wuhan.play",
            _REGIONAL
            | {
                "players": 4,
                "tile_set": "full_136",
                "dead_wall_size": 11,
                "kong_after_claim": True,
                "start_chips": None,
            },
            _FIELDS,
            frozenset(
                (
                    *("regional", "turns_indicator", "lays_kan_tiles", "pairs_258"),
                    *("drops_east", "keeps_last_four"),
                )
            ),
            WUHAN_CONFLICTS,
        ),
        "kawuxing": Game(
            "Kawuxing",
            "games.kawuxing.play",
            _REGIONAL
            | {
                "tile_set": "dragons_120",
                "dead_wall_size": 0,
                "chii": False,
                "multi_ron": "double",
                "removed_suit": "m",
                "start_chips": None,
            },
            _FIELDS | {"forms": WITH_PAIRS},
            frozenset(("regional", "discloses")),
            KAWUXING_CONFLICTS,
        ),
        "piquet": Game(
            "Piquet",
            "games.piquet.play",
            _CARDS | {"players": 2, "shugi_value": 1000},
            _CARD_FIELDS,
            frozenset(("plays_cards", "exchanges")),
            PIQUET_CONFLICTS,
        ),
        "ninety_nine": Game(
            "Ninety-Nine",
            "games.ninety_nine.play",
            # a chip is half a unit: what a player has over the mean of the two others
            _CARDS
            | {"mode": "nine_hands", "games_to_win": 3, "match_hands": 9, "shugi_value": 500},
            _CARD_FIELDS,
            frozenset(("plays_cards", "bids", "plays_sixes")),
            NINETY_NINE_CONFLICTS,
        ),
    }
)
