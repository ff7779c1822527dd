"""The games that the engine plays: what each fixes among the options, and its form for the engine.

``riichi`` is every Japanese game here; its rule sets differ by options alone. The others are the
regional games and the card games, each with a rule text of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

STANDARD, WITH_PAIRS, ALL_FORMS = 1, 3, 7  # Form bits, shape/tables.pxd


@dataclass(frozen=True)
class Game:
    """``options``: where the game differs from plain sanma, before any rule file speaks.

    ``fields``: what the engine's struct gets beside the options' own fields.
    """

    title: str
    options: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, int] = field(default_factory=dict)


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
    "keishiki_fifth_copy": True,
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
            fields={"forms": ALL_FORMS, "max_kans": 4, "points_per_unit": 1000},
        ),
        "hangzhou": Game(
            "Hangzhou mahjong",
            _REGIONAL | {"players": 4, "tile_set": "full_136", "dead_wall_size": 20},
            _FIELDS | {"forms": WITH_PAIRS},
        ),
        "xiamen": Game(
            "Xiamen mahjong",
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
        ),
        "wuhan": Game(
            "Wuhan mahjong",
            _REGIONAL
            | {
                "players": 4,
                "tile_set": "full_136",
                "dead_wall_size": 11,
                "kong_after_claim": True,
                "start_chips": None,
            },
            _FIELDS,
        ),
        "kawuxing": Game(
            "Kawuxing",
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
        ),
        "piquet": Game("Piquet", _CARDS | {"players": 2, "shugi_value": 1000}, _CARD_FIELDS),
        "ninety_nine": Game(
            "Ninety-Nine",
            # a chip is half a unit: what a player has over the mean of the two others
            _CARDS
            | {"mode": "nine_hands", "games_to_win": 3, "match_hands": 9, "shugi_value": 500},
            _CARD_FIELDS,
        ),
    }
)
CARD_GAMES = ("piquet", "ninety_nine")
