"""The tables of the regional games as text and pictures: faces, counts, what is hidden."""

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import CODE_NAMES, parse_tiles
from shugi.envs import load_rules
from shugi.envs.drawing import display, render
from shugi.envs.drawing.faces import faces
from shugi.envs.drawing.picture import tile
from tests.support.played import played
from tests.support.rule_sets import MAHJONG_SETS
from tests.support.tables import tiles_of

GAMES = [name for name in MAHJONG_SETS if load_rules(name).game != "riichi"]


def moments(name: str, n: int, decisions: int, every: int, **options: object) -> list[Batch]:
    """Batches in random and sensible play, now and then."""
    batch = Batch(load_rules(name, **options), n, seed=12)
    steps = played(batch, decisions, lambda step: step % 3 == 0)
    return [batch.clone() for step in steps if step % every == 0]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_printed_is_the_deck(name: str) -> None:
    for batch in moments(name, 12, 200, 20):
        for i in range(batch.n):
            assert tiles_of(batch.state(i), batch.rules) == batch.rules.tiles


def code(name: str) -> int:
    (found,) = parse_tiles(name)
    return found


@pytest.mark.parametrize(
    "name, indicator, wild, named",
    [
        ("hangzhou", "4s", "4s", {"1w": "4s", "4s": "5z"}),
        ("hangzhou", "5z", "5z", {"1w": "5z"}),
        ("hangzhou+online", None, "5z", {"1w": "5z"}),
        ("xiamen", "2z", "2z", {"1w": "2z", "2z": "5z"}),
        ("wuhan", "9p", "1p", {"1w": "1p", "1k": "7z"}),
        ("wuhan+red_green", "4z", "5z", {"1w": "5z", "1k": "7z", "2k": "6z"}),
        ("wuhan+peel", "1m", "2m", {"1w": "2m", "1k": "1m", "2k": "9m"}),
        ("kawuxing", None, None, {}),
    ],
)
def test_faces(name: str, indicator: str | None, wild: str | None, named: dict[str, str]) -> None:
    state = {
        "dora": [] if indicator is None else [code(indicator)],
        "wild_kind": None if wild is None else code(wild),
    }
    assert faces(state, load_rules(name)) == {code(c): code(f) for c, f in named.items()}


def test_the_japanese_games_have_their_faces() -> None:
    batch = Batch(load_rules("super_bingo"), 1)
    assert faces(batch.state(0), batch.rules) == {}


@pytest.mark.parametrize("name", GAMES)
def test_text_shows_the_table(name: str) -> None:
    for batch in moments(name, 1, 120, 8):
        state, rules = batch.state(0), batch.rules
        shown = display.picture(batch, 0, "ansi")
        assert shown.startswith(f"{name} | hand {state['hand_no']}")
        assert shown.count("\n    hand ") == rules.seats and shown.count(" units") == rules.seats
        assert shown.count(" banker, ") == 1 and f"seat {state['dealer']} banker" in shown
        assert f"wall {state['tail'] - state['head']}" in shown
        assert "dora" not in shown and "chips" not in shown and "East" not in shown
        for tile_code in state["dora"]:
            assert f"indicator {CODE_NAMES[tile_code]}" in shown
        if state["wild_kind"] is not None:
            assert f"1w is {CODE_NAMES[state['wild_kind']]}" in shown
        if state["resting"] is not None:
            assert f"seat {state['resting']} resting" in shown


def test_floats_and_disclosures_are_told() -> None:
    shown = [
        display.picture(batch, i, "ansi")
        for name in ("hangzhou", "kawuxing")
        for batch in moments(name, 16, 150, 5)
        for i in range(batch.n)
    ]
    assert any(" float round" in text for text in shown)
    assert any(" disclosed" in text for text in shown)


@pytest.mark.parametrize("name", [*GAMES, "super_bingo", "sanma_base"])
def test_a_viewer_sees_nothing_hidden(name: str) -> None:
    """Dealing the hidden tiles again changes neither the text nor the picture."""
    covered = pictures = 0
    for k, batch in enumerate(moments(name, 8, 300, 10)):
        clone = batch.clone()
        for i in range(batch.n):
            seat = (i + k) % batch.rules.seats
            clone.redeal(i, seat, 100 * k + i)
            shown = display.picture(batch, i, "ansi", seat)
            assert shown == display.picture(clone, i, "ansi", seat)
            covered += "ankan(covered)" in shown
            if i == 0 and k % 5 == 0:
                one, other = (display.picture(b, i, "rgb_array", seat) for b in (batch, clone))
                assert np.array_equal(one, other) and one.shape == (720, 960, 3)
                pictures += 1
    assert pictures >= 6
    if not batch.rules.options["closed_kong_hidden"]:
        assert not covered


@pytest.mark.parametrize("mode", ["full", "waiting_part"])
def test_a_disclosed_hand_hides_what_the_rules_hide(mode: str) -> None:
    hidden = 0
    for k, batch in enumerate(moments("kawuxing", 16, 200, 10, disclose_mode=mode)):
        clone = batch.clone()
        for i in range(batch.n):
            clone.redeal(i, 0, 100 * k + i)
            shown = display.picture(batch, i, "ansi", 0)
            assert shown == display.picture(clone, i, "ansi", 0)
            state = batch.state(i)
            for seat in (1, 2):
                if state["seats"][seat]["riichi"] == "open":
                    hidden += render.is_hidden(state, batch.rules, seat, 0)
    assert (hidden > 0) == (mode == "waiting_part")


def test_wildcards_and_kan_tiles_look_other_than_their_faces() -> None:
    plain = np.asarray(tile(code("3s")).convert("RGB"), float)
    for sort in ("wild", "kan"):
        other = np.asarray(tile(code("3s"), 1.0, sort).convert("RGB"), float)
        assert np.abs(plain - other).mean() > 5
