"""Rule sets to test: all that play, and random ones for hypothesis."""

import itertools
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from shugi._fast.rules.games import GAMES
from shugi._fast.rules.options import OPTIONS, TILE_SETS, RulesError
from shugi._fast.tables.option_types import Choice, Int, OneOf
from shugi.commands.bench import playing
from shugi.envs.rulesets.rules import load_rules, variants

RULE_SETS = playing()
CARD_GAMES = tuple(name for name, game in GAMES.items() if "plays_cards" in game.traits)
CARD_SETS = tuple(name for name in RULE_SETS if load_rules(name).game in CARD_GAMES)
MAHJONG_SETS = tuple(name for name in RULE_SETS if name not in CARD_SETS)


def pairs(base: str) -> list[str]:
    """Every two add-ons of a rule set that go together."""
    add_ons = [one.name.split("+")[1] for one in variants() if one.name.startswith(f"{base}+")]
    found = []
    for pair in itertools.combinations(add_ons, 2):
        name = "+".join([base, *pair])
        try:
            load_rules(name)
        except RulesError:
            continue
        found.append(name)
    return found


BASES = sorted({one.name.split("+")[0] for one in variants() if "+" in one.name})
PAIRS = [pair for base in BASES for pair in pairs(base)]

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**7), 10**7),
    st.integers(0, 20).map(lambda n: 100 * n),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["none", "off", "5p", "yakuman", *TILE_SETS]),
)
anything = st.one_of(
    scalars,
    st.lists(scalars, max_size=4),
    st.dictionaries(st.one_of(st.sampled_from(["5m", "5p", "5s"]), scalars), scalars, max_size=3),
)


def likely(option: Any) -> st.SearchStrategy[Any]:
    """Values that are mostly allowed, so that combinations are reached."""
    own = [option.default]
    if isinstance(option.default, bool):
        own = [True, False]
    elif isinstance(option.type, Choice | OneOf):
        own = list(option.type.values)
    elif isinstance(option.type, Int) and option.default is not None:
        step = option.type.step
        return st.integers(option.type.low, min(option.type.high, 60 * step)).map(
            lambda n: n - (n - option.type.low) % step
        )
    elif option.name.endswith("_fives"):
        return st.dictionaries(st.sampled_from(["5m", "5p", "5s"]), st.integers(0, 4))
    return st.sampled_from(own)


def mostly_allowed(
    most: int | None = None, game: str = "riichi"
) -> st.SearchStrategy[dict[str, Any]]:
    """Options of a game to change, ``most`` at most."""
    own = [name for name, option in OPTIONS.items() if game in option.games and name != "game"]
    names = st.lists(st.sampled_from(own), unique=True, max_size=most)
    return names.flatmap(
        lambda chosen: st.fixed_dictionaries({name: likely(OPTIONS[name]) for name in chosen})
    )


def write_rules(folder: Path, name: str, text: str) -> Path:
    """A rule file of that name."""
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path
