"""The table as text and as a picture: complete, readable, and silent about what is hidden."""

from __future__ import annotations

import re

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import CODE_NAMES
from shugi.envs import load_position, load_rules
from shugi.envs.drawing import display, render
from shugi.envs.drawing.picture import TILE_H, TILE_W, tile
from shugi.envs.layout import LAYOUTS
from tests.support.commands import python
from tests.support.shell import Shell

POSITION = """
    rules super_bingo
    round S2 honba=1 sticks=1
    score 28000 30000 31000
    chips 5 -3 -2
    turn own 0
    seat0 hand=1234567p89s1z5zo7p0p+5pg river=1z9s_
    seat1 hand=13467799p11s melds=pon(6z6z'6z)<0 river=2z3z'4s*
    seat2 hand=234678s33445p55s river=8s*2p riichi=open aside=11f
    dora 3s
    wall 9p...
"""


@pytest.fixture(scope="module")
def batch() -> Batch:
    return load_position(POSITION)


def test_text_shows_the_table(batch: Batch) -> None:
    shown = display.picture(batch, 0, "ansi")
    for part in (
        "super_bingo | South 2 | 1 honba | 1 sticks",
        "dora 3s",
        "> seat 0 West, 28000 points, +5 chips",
        "seat 1 East, 30000 points, -3 chips",
        "seat 2 South, 31000 points, -2 chips, open riichi",
        "hand   123405677p89s1z5zo + 5pg",
        "melds  pon(6z6z'6z)<0",
        "aside  1f 1f",
        "river  8s*  2p",
        "river  2z   3z'  4s*",
        "seat 0 to play",
        "legal: ",
    ):
        assert part in shown, f"{part!r} is not in\n{shown}"
    state = batch.state(0)
    assert f"wall {state['tail'] - state['head']} |" in shown


def test_text_hides_what_the_viewer_cannot_see(batch: Batch) -> None:
    own, other = (display.picture(batch, 0, "ansi", viewer=seat) for seat in (0, 1))
    assert "+ 5pg" in own and "+ 5pg" not in other
    assert "13467799p11s" not in own and "13467799p11s" in other
    assert "hand   10 tiles" in own and "hand   14 tiles" in other
    assert "33445p" in own and "33445p" in other  # an open riichi is shown to all
    assert "legal" not in other
    assert own.index("seat 0") < own.index("seat 1") and other.index("seat 1") < other.index(
        "seat 2"
    )


def test_rivers_come_in_rows_of_six() -> None:
    state = {"river": list(range(9, 17)), "river_flags": [0] * 8}
    assert [len(row) for row in render.river_rows(state)] == [6, 2]


@pytest.mark.parametrize("name", ["sanma_base", "super_bingo"])
def test_every_moment_can_be_shown(name: str) -> None:
    batch = Batch(load_rules(name), 2, seed=1, auto_reset=False)
    actions = np.zeros(2, np.uint8)
    step = 0
    while (batch.seat >= 0).any():
        batch.baseline(actions)
        batch.step(actions)
        step += 1
        for viewer in (None, 0, 1, 2):
            assert display.picture(batch, 0, "ansi", viewer).count("hand ") == 3
        if step % 40 == 0:
            assert display.picture(batch, 0, "rgb_array").shape == (720, 960, 3)
    assert "the game is over" in display.picture(batch, 0, "ansi")
    assert display.picture(batch, 0, "rgb_array", 1).dtype == np.uint8


def test_pictures_hide_what_the_viewer_cannot_see(batch: Batch) -> None:
    """Changing hidden tiles changes nothing in what a seat sees, but does in the open picture."""
    swapped = load_position(
        POSITION.replace("13467799p11s", "13467799p11p").replace("wall 9p", "wall 1s")
    )
    for viewer, same in ((0, True), (2, True), (1, False), (None, False)):
        one, other = (display.picture(b, 0, "rgb_array", viewer) for b in (batch, swapped))
        assert np.array_equal(one, other) is same, viewer


def test_every_tile_has_a_face_of_its_own() -> None:
    faces = {tile(code).tobytes() for code in [*CODE_NAMES, None]}
    assert len(faces) == len(CODE_NAMES) + 1
    assert tile(0).size == (TILE_W, TILE_H)


def test_special_copies_differ_at_a_glance() -> None:
    """Mean difference of the pixels: far from nothing, for players and for shrunken screenshots."""

    def pixels(name: str) -> np.ndarray:
        code = next(code for code, text in CODE_NAMES.items() if text == name)
        return np.asarray(tile(code).convert("RGB"), float)

    for one, other in (("5p", "0p"), ("5p", "5pg"), ("0p", "5pg"), ("5z", "5zo"), ("7p", "7pw")):
        assert np.abs(pixels(one) - pixels(other)).mean() > 5, (one, other)


def test_the_player_to_move_is_marked(batch: Batch) -> None:
    picture = display.picture(batch, 0, "rgb_array", viewer=0)
    gold = (picture == np.array([0xF2, 0xC8, 0x49])).all(axis=2)
    rows = np.flatnonzero(gold[:, 480])
    assert rows.min() > 360  # the frame of the panel below


def test_pillow_is_asked_for_by_name() -> None:
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "from shugi.envs import Batch, load_rules\n"
        "from shugi.envs.drawing import display\n"
        "batch = Batch(load_rules('sanma_base'), 1)\n"
        "assert display.picture(batch, 0, 'ansi')\n"
        "try:\n    display.picture(batch, 0, 'rgb_array')\n"
        "except ImportError as error:\n    assert 'shugi[render]' in str(error), error\n"
        "else:\n    raise SystemExit('no error')\n"
    )
    python(code)


@pytest.mark.parametrize("mode", ["film", "", 3])
def test_unknown_modes_are_refused(mode: object) -> None:
    with pytest.raises(ValueError, match="render_mode must be None or one of human, ansi, rgb_arr"):
        display.checked_mode(mode)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------- layouts


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts_are_tables(name: str) -> None:
    tables = [block for block in LAYOUTS[name]().split("\n\n") if block.startswith("|")]
    assert tables
    for table in tables:
        assert len({len(line) for line in table.splitlines()}) == 1


def test_layouts_name_everything() -> None:
    from shugi._fast.core.actions import ACTION_ROWS
    from shugi._fast.view.layouts import TILES

    text = LAYOUTS["actions"]()
    assert all(f"| {action:<2} | {name}" in text for action, name, _ in ACTION_ROWS)
    observation = LAYOUTS["observation"]()
    assert f"{TILES.planes} x 34" in observation and f"float32, {TILES.globals}" in observation
    assert all(row["name"] in observation for row in TILES.plane_rows)


def test_layout_command(shell: Shell) -> None:
    assert "shiro-pocchi" in shell.says("list", "layout", "tiles")
    shown = shell.says("list", "layout")
    assert all(f"## {name}\n" in shown for name in LAYOUTS)
    assert re.search("no layout 'tile'.*tiles", shell.refuses("list", "layout", "tile"))
