"""Pages of matches, ladders and studies: HTML by the templates in ``pages/``."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

HERE = Path(__file__).parent / "pages"


@cache
def _templates(folder: Path) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder, HERE]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, folder: Path = HERE, **values: Any) -> str:
    """A whole page; text in ``values`` is escaped.

    Args:
        template: a file of ``folder``; it extends ``page.html``.
    """
    return _templates(folder).get_template(template).render(**values)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Of plain text, for the macro ``table``."""
    return {"head": head, "rows": rows}
