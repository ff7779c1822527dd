"""The page's switch between tiles with letters and without."""

import re
import shutil

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium")
if CHROMIUM is None:
    pytest.skip("no chromium on the path", allow_module_level=True)

from tests.support.serving import Serving  # noqa: E402


def test_tiles_without_letters(serving: Serving) -> None:
    made = serving.open(seed=3)
    flags = ["--no-sandbox", "--disable-dev-shm-usage"]
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{serving.address}/#table={made['table']}&seat={made['seats'][0]}")
        one = page.locator("#actions use, .actions use").first
        sync_api.expect(one).to_have_attribute("href", re.compile("marks=western"))
        page.get_by_role("button", name="no letters on tiles").click()
        sync_api.expect(one).to_have_attribute("href", re.compile("marks=plain"))
        page.reload()
        sync_api.expect(one).to_have_attribute("href", re.compile("marks=plain"))
        page.get_by_role("button", name="letters on tiles").click()
        sync_api.expect(one).to_have_attribute("href", re.compile("marks=western"))
        kbd = page.locator("#actions button[data-action] kbd").first
        page.keyboard.press(kbd.inner_text())
        sync_api.expect(page.locator(".replay span")).to_have_text(re.compile("/ [1-9]"))
        assert problems == []
        browser.close()
