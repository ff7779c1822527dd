"""What a reader can choose for the own page, in a real browser."""

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

from tests.support.serving import Serving, sit_down  # noqa: E402


def settle(page: Any) -> Any:
    """The form of settings, opened."""
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog")


def close(page: Any) -> None:
    page.get_by_role("button", name="Close").click()


def test_tiles_without_letters(page: Any, serving: Serving) -> None:
    sit_down(page, serving, seed=3)
    one = page.locator("#actions use, .actions use").first
    expect(one).to_have_attribute("href", re.compile("marks=western"))
    page.get_by_role("button", name="no letters on tiles").click()
    expect(one).to_have_attribute("href", re.compile("marks=plain"))
    page.reload()
    expect(one).to_have_attribute("href", re.compile("marks=plain"))
    page.get_by_role("button", name="letters on tiles").click()
    expect(one).to_have_attribute("href", re.compile("marks=western"))
    kbd = page.locator("#actions button[data-action] kbd").first
    page.keyboard.press(kbd.inner_text())
    expect(page.locator(".replay span")).to_have_text(re.compile("/ [1-9]"))


def test_colours_of_ones_own(page: Any, serving: Serving) -> None:
    page.emulate_media(color_scheme="light")
    sit_down(page, serving, seed=3)
    body = page.locator("body")
    light = "rgb(244, 244, 240)"
    expect(body).to_have_css("background-color", light)
    settle(page).get_by_label("Colours").select_option("dark")
    expect(body).not_to_have_css("background-color", light)
    page.reload()
    expect(body).not_to_have_css("background-color", light)
    settle(page).get_by_label("Colours").select_option("system")
    expect(body).to_have_css("background-color", light)


def test_a_tile_pressed_twice(page: Any, serving: Serving) -> None:
    sit_down(page, serving, seed=3)
    settle(page).get_by_label("second press").check()
    close(page)
    tiles = page.locator("#actions .own button[data-action]")
    first, second = tiles.nth(0), tiles.nth(1)
    at = page.locator(".replay .at")
    expect(at).to_have_text("0 / 0")
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(first).not_to_have_attribute("aria-pressed", "true")
    expect(at).to_have_text("0 / 0")
    second.click()
    expect(at).to_have_text(re.compile("/ [1-9]"))


def until(page: Any, room: Any, name: str) -> Any:
    """Play until an action of that name may be taken; its button."""
    for _ in range(200):
        choices = page.locator("button[data-action]")
        choices.first.wait_for()
        wanted = page.get_by_role("button", name=name, exact=True)
        if wanted.count():
            return wanted
        before = room.game.decision
        choices.last.click()
        while room.game.decision == before or room.game.seat != 0:
            page.wait_for_timeout(10)
    raise AssertionError(name)


def test_a_key_of_ones_own(page: Any, serving: Serving) -> None:
    made = sit_down(page, serving, rules="hangzhou", seed=6)
    settle(page).get_by_label("pass", exact=True).fill("y")
    close(page)
    room = serving.server.rooms[made["table"]]
    wanted = until(page, room, "pass")
    expect(wanted.locator("kbd")).to_have_text("y")
    before = room.game.decision
    page.keyboard.press("y")
    expect(page.locator(".replay .at")).not_to_have_text(f"{before} / {before}")


def test_no_calls_and_wins_at_once(page: Any, serving: Serving) -> None:
    """Nobody presses pass, and the hand goes on."""
    made = sit_down(page, serving, rules="hangzhou", seed=6)
    room = serving.server.rooms[made["table"]]
    until(page, room, "pass")
    before = room.game.decision
    button = page.get_by_role("button", name="no calls")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".replay .at")).not_to_have_text(f"{before} / {before}")
    step = room.game.steps[before]
    assert step.seat == 0 and page.locator("#error").inner_text() == ""
    hand = page.get_by_role("button", name="win at once")
    hand.click()
    expect(hand).to_have_attribute("aria-pressed", "true")
