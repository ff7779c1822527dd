"""Plots as SVG that answer to the pointer: each point and bar says what it stands for."""

import io
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np

from shugi.training.terminal.extras import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SVG = "http://www.w3.org/2000/svg"
MOST_POINTS = 200  # of a line that each say what they are
MOST_CORNERS = 2000  # of an area; one of more becomes pixels
SETTINGS: Any = {
    "text.parse_math": False,  # a name may hold dollars
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "shugi",  # the same plot, the same file
}


def axes_picture(draw: "Callable[[Axes], None]") -> str:
    """A plot as an SVG element."""
    return picture(lambda figure: draw(figure.add_subplot()))


def picture(draw: "Callable[[Figure], None]", height: float = 4) -> str:
    """A plot of nine by ``height`` inches as an SVG element.

    Raises:
        UserError: matplotlib is not installed.
    """
    require("--report", "matplotlib")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    buffer = io.BytesIO()
    with rc_context(SETTINGS):
        figure = Figure(figsize=(9, height), layout="constrained")
        draw(figure)
        told: dict[str, str] = {}
        for axes in figure.axes:
            for artist, text in _artists(axes):
                artist.set_gid(name := f"told-{len(told)}")
                told[name] = text
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return _with_titles(buffer.getvalue(), told)


def label(name: str) -> str:
    """The name of an agent in a legend, which leaves out what begins with an underscore."""
    return f" {name}" if name.startswith("_") else name


def _artists(axes: "Axes") -> Iterator[tuple[Any, str]]:
    """The artists to point at, and what each stands for."""
    for area in axes.collections:
        if any(len(np.asarray(path.vertices)) > MOST_CORNERS for path in area.get_paths()):
            area.set_rasterized(True)
    ticks = [_ticks(axis) for axis in (axes.xaxis, axes.yaxis)]
    for bars in axes.containers:
        for bar in getattr(bars, "patches", ()):
            yield bar, _words(bars, ticks, (bar.get_center()[0], bar.get_height()))
    for patch in axes.patches:
        if not str(patch.get_label()).startswith("_"):  # as those of bars do
            yield patch, str(patch.get_label())
    for line in list(axes.lines):
        points = np.asarray(line.get_xydata(), np.float64)
        if line.get_marker() in ("None", "", None) or len(points) > MOST_POINTS:
            continue
        for x, y in points.tolist():
            (point,) = axes.plot([x], [y], "o", markersize=12, alpha=0, scalex=False, scaley=False)
            yield point, _words(line, ticks, (x, y))


def _ticks(axis: Any) -> tuple[str, dict[float, str]]:
    """The name of an axis, and those of places on it."""
    places = zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=False)
    return axis.get_label_text(), {round(at, 6): label.get_text() for at, label in places}


def _words(artist: Any, ticks: list[tuple[str, dict[float, str]]], at: tuple[float, float]) -> str:
    name = str(artist.get_label())
    told = [] if name.startswith("_") else [name.strip()]
    for (axis, names), value in zip(ticks, at, strict=True):
        text = names.get(round(float(value), 6)) or f"{value:.4g}"
        told.append(f"{axis}: {text}".removeprefix(": "))
    return "; ".join(told)


def _with_titles(svg: bytes, told: dict[str, str]) -> str:
    """The element, with a title in each group that has something to tell."""
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    root = ElementTree.fromstring(svg)
    for group in root.iter(f"{{{SVG}}}g"):
        text = told.get(group.get("id", ""))
        if text is not None:
            title = ElementTree.Element(f"{{{SVG}}}title")
            title.text = text
            group.insert(0, title)
            group.set("pointer-events", "all")
            del group.attrib["id"]
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    metadata = root.find(f"{{{SVG}}}metadata")
    if metadata is not None:
        root.remove(metadata)
    return re.sub(r"<\?xml[^>]*\?>|<!DOCTYPE[^>]*>", "", ElementTree.tostring(root, "unicode"))
