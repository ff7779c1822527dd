"""A server for each test of the table."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

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
