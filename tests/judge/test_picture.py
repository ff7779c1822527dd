"""Plots answer to the pointer, hold no foreign link, and are the same when made again."""

from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("matplotlib")

from shugi.training.judge.picture import SVG, axes_picture  # noqa: E402


def titles(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [str(one.text) for one in root.iter(f"{{{SVG}}}title")]


def drawn(axes: Any) -> None:
    axes.plot([1, 2], [0.5, -0.25], "o-", label="one & <two>")
    axes.plot([1, 2], [1, 1])  # a line without points says nothing
    axes.bar([3], [4], label="$bars$")
    axes.set_xticks([1, 2, 3], ["a", "b", "c"])
    axes.set_xlabel("place")
    axes.set_ylabel("chips")


def test_points_and_bars_say_what_they_are() -> None:
    told = titles(axes_picture(drawn))
    assert "$bars$; place: c; chips: 4" in told
    assert "one & <two>; place: a; chips: 0.5" in told
    assert "one & <two>; place: b; chips: -0.25" in told
    assert len(told) == 3


def test_the_same_plot_is_the_same_text() -> None:
    svg = axes_picture(drawn)
    assert svg == axes_picture(drawn)
    assert svg.startswith("<svg") and "http" not in svg.replace("http://www.w3.org/", "")
