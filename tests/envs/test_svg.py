"""The table as SVG: well formed, with a text for those who do not see it; hidden tiles stay so."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import CODE_NAMES
from shugi.envs import load_rules, super_bingo_v0
from shugi.envs.drawing import display
from shugi.envs.drawing.picture import tile
from shugi.envs.drawing.shapes import LOOKS
from shugi.envs.drawing.svg import sprite
from shugi.envs.records.record import Record, Recorder
from shugi.envs.rulesets.rules import variants
from shugi.envs.single import SeatEnv

NAMES = [variant.name for variant in variants()]
SVG = "{http://www.w3.org/2000/svg}"


def whole(text: str) -> ElementTree.Element:
    """Well formed, and every id that is used is there and its own."""
    root = ElementTree.fromstring(text)
    ids = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
    assert len(set(ids)) == len(ids)
    used = {one.attrib["href"][1:] for one in root.iter(f"{SVG}use")}
    named = set(re.findall(r'aria-\w+="([^"]+)"', text))
    assert named and used | named <= set(ids)
    return root


@pytest.mark.parametrize("name", NAMES)
def test_every_table_is_whole_and_hides_what_is_hidden(name: str) -> None:
    batch, compared = Batch(load_rules(name), 1, seed=5, auto_reset=False), 0
    tiles = 0
    actions = np.zeros(1, np.uint8)
    for step in range(150):
        if batch.seat[0] < 0:
            break
        if step % 15 == 0:
            for viewer in (None, *range(batch.seats)):
                drawn = display.picture(batch, 0, "svg", viewer)
                root = whole(drawn)
                tiles += drawn.count("<use ")
                words = root.find(f"{SVG}desc")
                assert words is not None and words.text and name in words.text
                if viewer is None:
                    continue
                other = batch.clone()
                other.redeal(0, viewer, step)
                assert display.picture(other, 0, "svg", viewer) == drawn
                compared += other.state(0) != batch.state(0)
        batch.baseline(actions)
        batch.step(actions)
    assert compared > 2 and tiles > 100


def test_two_outputs_share_no_ids() -> None:
    batch = Batch(load_rules("super_bingo"), 2, seed=5)
    one, other = (display.picture(batch, k, "svg") for k in (0, 1))
    ids = [set(re.findall(r' id="([^"]+)"', text)) for text in (one, other)]
    assert ids[0] and not ids[0] & ids[1]


@pytest.mark.parametrize("look", LOOKS)
def test_faces_are_all_different(look: str) -> None:
    root = ElementTree.fromstring(sprite(look))
    bodies = {one.attrib["id"]: ElementTree.tostring(one[-1]) for one in root}
    assert len(bodies) == 3 * len(CODE_NAMES) + 1 + 37
    pixels = {tile(code, 1.0, None, look).tobytes() for code in [*CODE_NAMES, None]}
    assert len(pixels) == len(CODE_NAMES) + 1


def test_plain_faces_have_no_letters() -> None:
    def texts(look: str) -> set[str]:
        root = ElementTree.fromstring(sprite(look))
        tiles = [one for one in root if one.attrib["id"].startswith("t")]
        return {text.text or "" for one in tiles for text in one.iter(f"{SVG}text")}

    assert texts("plain") == set() and {"1", "E", "South"} <= texts("western")
    batch = Batch(load_rules("super_bingo"), 1, seed=5)
    for mode in ("svg", "rgb_array"):
        one, other = (display.picture(batch, 0, mode, None, look) for look in LOOKS)
        assert not np.array_equal(one, other)
    with pytest.raises(ValueError, match="western or plain"):
        display.picture(batch, 0, "svg", None, "gothic")


def test_environments_show_themselves() -> None:
    env = super_bingo_v0.raw_env(render_mode="svg")
    env.reset(seed=3)
    assert env.render() == env._repr_html_()
    whole(env.render())
    seat = SeatEnv("hangzhou", render_mode="svg")
    seat.reset(seed=3)
    whole(seat.render())
    assert seat._repr_html_() == seat.render()


def played(decisions: int, names: list[str]) -> Record:
    batch = Batch(load_rules("super_bingo"), 1, seed=5, auto_reset=False)
    recorder, actions = Recorder(batch, 0, names), np.zeros(1, np.uint8)
    for _ in range(decisions):
        batch.baseline(actions)
        recorder.add(int(actions[0]))
        batch.step(actions)
        if batch.seat[0] < 0:
            break
    return recorder.record


def test_a_record_shows_itself() -> None:
    record = played(150, ["<me>", "a & b", "\x00c"])
    page = record._repr_html_()
    root = ElementTree.fromstring(page.replace("\x00", ""))
    whole(ElementTree.tostring(root[0], encoding="unicode").replace("ns0:", "").replace(":ns0", ""))
    rows = root[1]
    assert [cell.text for cell in rows[0]][:4] == ["hand", "end", "<me>", "a & b"]
    done = sum(bool(hand.hash) for hand in record.hands)
    assert len(rows) - 1 >= done - 1 > 0
    whole(display.svg(record.start().state(0), record.rules, None, names=record.agents))
