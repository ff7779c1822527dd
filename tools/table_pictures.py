"""Pictures of the running table for the documentation: docs/pictures/*.png (make pictures).

Needs Playwright and a chromium on the path.
"""

import argparse
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from shugi.table.bench import address_of, serve
from shugi.table.server import Server

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
DESK, PHONE = {"width": 1100, "height": 760}, {"width": 390, "height": 844}
SOON = 60_000  # milliseconds


def lobby(page: Any) -> None:
    page.get_by_label("Seat 2", exact=True).wait_for()


def play(page: Any) -> None:
    """Some decisions of one's own, with what the choices are worth."""
    own = page.locator("button[data-action]")
    for _ in range(7):
        own.first.wait_for()
        before = page.locator(".replay .at").inner_text()
        own.last.click()
        page.locator(".replay .at", has_not_text=re.compile(f"^{re.escape(before)}$")).wait_for()
    own.first.wait_for()
    page.keyboard.press("m")
    page.get_by_text("512 of 512 deals").wait_for(timeout=SOON)


def ending(page: Any) -> None:
    """The end of a hand, all of it."""
    page.emulate_media(reduced_motion="reduce")
    page.locator(".story .reveal").first.wait_for(timeout=SOON)
    page.get_by_role("button", name="pause").click()
    page.locator("#ending").scroll_into_view_if_needed()


def turn(page: Any) -> None:
    page.locator("button[data-action]").first.wait_for()


PICTURES: tuple[tuple[str, dict[str, Any], dict[str, int], Any], ...] = (
    ("lobby", {}, DESK, lobby),
    ("play", {"rules": "super_bingo", "seed": 3, "pace": 0}, DESK, play),
    (
        "ending",
        {"rules": "super_bingo", "seed": 5, "pace": 0.02, "seats": ["baseline"] * 3},
        DESK,
        ending,
    ),
    ("phone", {"rules": "hangzhou", "seed": 5, "pace": 0}, PHONE, turn),
    ("piquet", {"rules": "piquet", "seed": 8, "pace": 0}, DESK, turn),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="some of them; by default all")
    wanted = parser.parse_args().names
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        for name, game, size, prepare in PICTURES:
            if wanted and name not in wanted:
                continue
            server = Server(["127.0.0.1"])
            with serve(server) as port:
                here = f"http://127.0.0.1:{port}/#token={server.token}"
                address = address_of(port, server.token, **game) if game else here
                page = browser.new_page(viewport=size)
                page.goto(address)
                prepare(page)
                page.screenshot(path=FOLDER / f"{name}.png", full_page=name != "lobby")
                page.close()
            print(FOLDER / f"{name}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
