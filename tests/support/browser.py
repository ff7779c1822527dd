"""A real browser for tests of the page: Playwright drives a chromium that is on the path."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

PHONE, DESK = {"width": 360, "height": 780}, {"width": 1280, "height": 800}
PATIENCE = 30_000  # milliseconds: a machine may be busy


@contextmanager
def browser() -> Iterator[Any]:
    """A chromium; without one, or without Playwright, the test is left out and says so."""
    sync_api = pytest.importorskip("playwright.sync_api")
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("no chromium on the path")
    sync_api.expect.set_options(timeout=PATIENCE)
    with sync_api.sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-dev-shm-usage"]
        found = playwright.chromium.launch(executable_path=program, args=flags)
        yield found
        found.close()


@contextmanager
def opened(chromium: Any, viewport: dict[str, int]) -> Iterator[Any]:
    """A page with a memory of its own; errors and requests that leave the machine fail the test."""
    context = chromium.new_context(viewport=viewport)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.on("request", lambda sent: problems.append(sent.url) if away(sent.url) else None)
    yield page
    assert problems == []
    context.close()


def away(url: str) -> bool:
    """Whether a request leaves the machine."""
    return not url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "about:"))
