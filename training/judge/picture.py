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
        told = {
            f"told-{number}": text
            for number, text in enumerate(
                text for axes in figure.axes for text in _named(axes, figure)
            )
        }
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return _with_titles(buffer.getvalue(), told)


def label(name: str) -> str:
    """Of an agent in a legend, which leaves out what begins with an underscore."""
    return f" {name}" if name.startswith("_") else name


def _named(axes: "Axes", figure: "Figure") -> Iterator[str]:
    """What each artist to point at stands for; the artist gets the next number as its id."""
    for area in axes.collections:
        if any(len(np.asarray(path.vertices)) > MOST_CORNERS for path in area.get_paths()):
            area.set_rasterized(True)
    for bars in axes.containers:
        for bar in getattr(bars, "patches", ()):
            x, y = bar.get_center()[0], bar.get_height()
            yield _tell(bar, figure, _words(axes, bars.get_label(), x, y))
    for line in list(axes.lines):
        points = np.asarray(line.get_xydata(), np.float64)
        if line.get_marker() in ("None", "", None) or len(points) > MOST_POINTS:
            continue
        for x, y in points.tolist():
            (point,) = axes.plot([x], [y], "o", markersize=12, alpha=0, scalex=False, scaley=False)
            yield _tell(point, figure, _words(axes, line.get_label(), x, y))


def _tell(artist: Any, figure: Any, text: str) -> str:
    number = getattr(figure, "told", 0)
    artist.set_gid(f"told-{number}")
    figure.told = number + 1
    return text


def _words(axes: "Axes", name: Any, x: float, y: float) -> str:
    told = [] if str(name).startswith("_") else [str(name).strip()]
    for axis, value in ((axes.xaxis, x), (axes.yaxis, y)):
        names = {
            round(tick, 6): text.get_text()
            for tick, text in zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=False)
        }
        text = names.get(round(float(value), 6)) or f"{value:.4g}"
        told.append(f"{axis.get_label_text()}: {text}".removeprefix(": "))
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
