"""Code that many games share asks for traits, and never which game is played."""

import re
from pathlib import Path

import pytest

from shugi._fast.rules.games import GAMES
from shugi._fast.tables.game import TRAITS, Game
from shugi.envs.rulesets.rules import load_rules
from tests.support.rule_sets import RULE_SETS

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("_fast", "envs", "agents")
SHARED = (*FOLDERS, "training")
# rooms that may know their game
OWN = ("_fast/games/",)
ASKED = re.compile(
    r"\bgame(?:\"\])? *(?:[=!<>]=|[<>]|(?:not )?in\b) *(?:GAME_|[\"(\[{]|\w*_GAMES\b|REGIONAL)"
    r"|(?:GAME_\w+|\") *[=!]= *[\w.]*\bgame\b|\bmatch [\w.]*\bgame:"
)


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_struct_has_the_traits_of_the_game(name: str) -> None:
    rules = load_rules(name)
    fields = rules.fields()
    assert rules.traits == GAMES[rules.game].traits
    assert {trait for trait in TRAITS if fields[trait]} == rules.traits


def test_a_trait_is_known() -> None:
    with pytest.raises(ValueError, match="no such traits: plays_dice"):
        Game("Dice", "dice.play", traits=frozenset(("plays_dice",)))


def test_every_trait_is_had_by_several_games_and_asked_for() -> None:
    """What one game alone has is a function or data of its own."""
    text = "".join(
        path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.p[yx]*")
        if path.suffix in (".py", ".pyx", ".pxd") and path.name != "games.py"
    )
    for trait in TRAITS:
        assert sum(trait in game.traits for game in GAMES.values()) > 1, trait
        assert re.search(rf"\.{trait}\b|\"{trait}\"", text), trait


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("    if r.game == GAME_WUHAN:", True),
        ("    if s.rules.game >= GAME_PIQUET:", True),
        ('    if rules.game in ("piquet", "ninety_nine"):', True),
        ('    if options["game"] == "riichi":', True),
        ('    if rules.game not in {"piquet"} | others:', True),
        ("    tiles = batch.rules.game not in CARD_GAMES", True),
        ('    return "wuhan" != rules.game', True),
        ("    match rules.game:", True),
        ("    if found.game != rules.game:", False),
        ("    wins = WINS.get(rules.game, _no_cases)", False),
        ("    own = WINS[game]() if game in WINS else usual()", False),
        ("    for row, game in enumerate(games):", False),
        ("    cdef GameOps* f = &GAME_OPS[<int>GAME_WUHAN]", False),
        ("    if r.regional:", False),
    ],
)
def test_asking_for_a_game(line: str, asks: bool) -> None:
    assert bool(ASKED.search(line)) == asks


def test_shared_code_asks_for_traits() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in SHARED
        for path in sorted((ROOT / folder).rglob("*.p[yx]*"))
        if path.suffix in (".py", ".pyx", ".pxd")
        and not path.relative_to(ROOT).as_posix().startswith(OWN)
        for line in path.read_text(encoding="utf-8").splitlines()
        if ASKED.search(line)
    ]
    assert not found
