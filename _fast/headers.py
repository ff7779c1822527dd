"""Headers of the engine that follow from its tables, written when it is built.

    python -m shugi._fast.headers FOLDER

writes those of a compiled rule set, of the state and of an observation's places below the folder,
where their text changes. It needs the tables alone, no compiled engine.
"""

import sys
from pathlib import Path

from shugi._fast.check import header as fields
from shugi._fast.core.struct_layout import layout_header
from shugi._fast.rules.header import HEADER, header
from shugi._fast.view.places import BUFFERS, block_header, place_header
from shugi._fast.view.rows import BLOCKS

CORE = Path(__file__).parent / "core"
LAYOUT_HEADER = "shugi/_fast/core/layout.pxd"


def read(name: str) -> str:
    return (CORE / name).read_text(encoding="utf-8")


def write_headers(folder: Path) -> None:
    state = fields.fill(read("state.pxd.in"))
    cards = fields.cards_header(read("cards.pxd.in"))
    texts = {
        HEADER: header(read("rules.pxd.in")),
        fields.STATE_HEADER: state,
        fields.CARDS_HEADER: cards,
        fields.BLANK_HEADER: fields.blank_header(),
        fields.PLACE_HEADER: fields.place_header(),
        LAYOUT_HEADER: layout_header((read("sizes.pxd"), cards, state)),
    }
    texts |= {f"shugi/_fast/view/{name}.pxd": place_header(rows) for name, rows in BUFFERS.items()}
    texts["shugi/_fast/view/block_of.pxd"] = block_header(BLOCKS)
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    (folder / "shugi" / "__init__.py").touch()  # a package: cimport finds it before any other


if __name__ == "__main__":
    write_headers(Path(sys.argv[1]))
