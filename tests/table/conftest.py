"""A server for each test of the table, and a browser for those of the page."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.browser import DESK, browser, opened

if TYPE_CHECKING:
    from tests.support.serving import Serving


@pytest.fixture
def serving(tmp_path: Path) -> "Iterator[Serving]":
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    pytest.importorskip("websockets")
    from tests.support.serving import served

    with served(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    with opened(chromium, DESK) as found:
        yield found
