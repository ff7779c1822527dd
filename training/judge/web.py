"""Pages of matches, ladders and studies, by the templates in ``pages/``: HTML, and Markdown."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from shugi.training.terminal.errors import UserError

HERE = Path(__file__).parent / "pages"


@cache
def _templates(folder: Path) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder, HERE]),
        autoescape=jinja2.select_autoescape(["html"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, folder: Path = HERE, **values: Any) -> str:
    """A whole page; in HTML text in ``values`` is escaped.

    Args:
        template: a file of ``folder``; HTML extends ``page.html``.
    """
    return _templates(folder).get_template(template).render(**values)


def write(folder: Path, text: str) -> Path:
    """Write ``folder/index.html``, and make the folder; return the page's path.

    Raises:
        UserError: it cannot be written.
    """
    page = folder / "index.html"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"--report {folder}: {error.strerror or error}") from None
    return page


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    """A table of plain text, for the macro ``table``."""
    return {"head": head, "rows": rows}
