"""The regional texts' notation in ours: E S W N R G B are 1z-4z 7z 6z 5z, S1-P4 are 1e-4h."""

import importlib
import re
from collections.abc import Callable
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.envs.rulesets.rules import written_rules

GAMES = ("hangzhou", "xiamen", "wuhan", "wuhan3", "kawuxing", "sichuan", "piquet", "ninety_nine")
_TOKEN = re.compile(r"([1-9]+)([mps])|([ESWNRGB])")
_HONOURS = dict(zip("ESWNBGR", "1234567", strict=True))
_MELDS = {
    "chow": "chi",
    "pung": "pon",
    "kong_open": "daiminkan",
    "kong_added": "kakan",
    "kong_growing": "kakan",
    "kong_closed": "ankan",
}


def tiles(text: str) -> str:
    """ "123m ER" -> "123m1z7z". Raises: ValueError."""
    if _TOKEN.sub("", text).strip():
        raise ValueError(f"not tiles: {text!r}")
    return "".join(
        digits + suit if digits else f"{_HONOURS[honour]}z"
        for digits, suit, honour in _TOKEN.findall(text)
    )


def flowers(text: str) -> str:
    """ "S1 P4" -> "1e4h"."""
    return "".join(f"{one[1]}{'e' if one[0] == 'S' else 'h'}" for one in text.split())


def melds(texts: list[str]) -> list[list[str]]:
    """["kong_closed 3333m"] -> [["ankan", "3333m"]]."""
    pairs = [text.split(" ", 1) for text in texts]
    return [[_MELDS[name], tiles(rest)] for name, rest in pairs]


def won(given: dict[str, Any]) -> dict[str, Any]:
    """A won hand of the text, as every game's `score` takes it."""
    own = given["source"] == "own"
    return {
        "winner": given["winner"],
        "win_by": "tsumo" if own else "ron",
        "loser": None if own else given["from_seat"],
        "hand": tiles(given["concealed_before_win"]),
        "win_tile": tiles(given["winning_tile"]),
        "melds": melds(given.get("melds") or []),
    }


def kans(given: dict[str, Any], types: dict[str, str], **more: Any) -> list[dict[str, Any]]:
    """The kongs of the text; ``more``: further keys, with what they are where it names none."""
    usual = {"from_seat": None} | more
    return [
        {"type": types[kong["kind"]], "seat": kong["player"]}
        | {key: kong.get(key, value) for key, value in usual.items()}
        for kong in given["kongs"]
    ]


_RULE_SETS = {"wuhan3": "wuhan+three_players"}
_PRESETS = {
    "standard": "",
    "online": "hangzhou+online",
    "competition": "hangzhou+competition",
    "xiamen": "",
    "xiamen_strict": "xiamen+strict",
    "quanzhou": "quanzhou",
    "x16": "kawuxing+x16",
    "four_people": "kawuxing+four_people",
    "modern": "piquet",
    "old": "piquet+old",
    "parlett": "piquet+parlett",
    "century17": "piquet+century17",
    "nine_hands": "ninety_nine",
    "race3": "ninety_nine+race3",
}
# the card texts' names of options, and those that have one value only
_OPTIONS = {
    "deck": "cards",
    "hands": "match_hands",
    "race_target": "target",
    "first_dealer": "first_banker",
}
_ONE_VALUE = ("tie_at_target",)


def rules_of(example: dict[str, Any]) -> Rules:
    """The rules of an example: Wuhan's have no minimum unless they name one.

    It may name options that nothing reads.
    """
    options = dict(example.get("options") or {})
    game = example["game"]
    name = _PRESETS.get(options.pop("preset", ""), "") or _RULE_SETS.get(game, game)
    if game.startswith("wuhan"):
        options.setdefault("min_points", 0)
    options = {_OPTIONS.get(key, key): options[key] for key in options if key not in _ONE_VALUE}
    return written_rules(name, options)


Kind = Callable[[Rules, dict[str, Any], dict[str, Any]], dict[str, Any]]


def kinds_of(game: str) -> dict[str, Kind]:
    """The kinds of examples of a game: (rules, input, expected) -> the engine's answer."""
    module = importlib.import_module(f"tests.games.{game.rstrip('3')}.golden")
    kinds: dict[str, Kind] = module.KINDS
    return kinds
