"""The page in a real browser: by mouse, by keyboard, on a phone.

Needs Playwright and a chromium on the path; without them these tests are left out.
"""

import re
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

from tests.support.browser import DESK, PHONE  # noqa: E402
from tests.support.serving import Serving, sit_down  # noqa: E402

GAMES = (
    ("super_bingo", 3),
    ("far_flying_fish", 4),
    ("super_bingo_atama", 5),
    ("hangzhou", 6),
    ("kawuxing", 7),
    ("piquet", 8),
    ("ninety_nine", 9),
)
DECISIONS = 40
NAMELESS = """[...document.querySelectorAll("button")]
    .filter((one) => !one.getAttribute("aria-label") && !one.textContent.trim()).length"""
SHOTS = Path(__file__).resolve().parents[2] / "build" / "screenshots"


def play(page: Any, by_keys: bool) -> None:
    """Take legal actions, a different one each time, until enough decisions were taken."""
    choices = page.locator("button[data-action]")
    over = page.locator(".question", has_text="over")
    for number in range(DECISIONS):
        choices.or_(over).first.wait_for()
        if not choices.count():
            return
        before = page.locator(".replay span").inner_text()
        one = choices.nth(number % choices.count())
        if by_keys:
            page.keyboard.press(one.locator("kbd").inner_text())
        else:
            one.click()
        expect(page.locator(".replay span")).not_to_have_text(before)


@pytest.mark.parametrize(("rules", "seed"), GAMES)
@pytest.mark.parametrize("how", ["mouse", "keys", "phone"])
def test_every_game_can_be_played(
    page: Any, serving: Serving, rules: str, seed: int, how: str
) -> None:
    if how == "phone":
        page.set_viewport_size(PHONE)
    made = sit_down(page, serving, rules=rules, seed=seed)
    play(page, how == "keys")
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{rules}_{how}.png", full_page=True)
    room = serving.server.rooms[made["table"]]
    assert room.game.decision >= 20
    assert page.locator("#error").inner_text() == ""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    # in one look: the game goes on meanwhile, and buttons come and go
    assert page.evaluate(NAMELESS) == 0


def test_a_table_is_opened_in_the_lobby(page: Any, serving: Serving) -> None:
    page.goto(f"{serving.address}/#token={serving.server.token}")
    start = page.get_by_role("button", name="Open the table")
    page.get_by_label("Rules").select_option("hangzhou")
    page.get_by_label("Seat 3", exact=True).wait_for()
    page.get_by_label("Seat 0", exact=True).select_option("me")
    page.get_by_text("Options (0 changed)").click()
    page.get_by_label("Find an option").fill("start_chips")
    page.get_by_label("start_chips").fill("-7")
    expect(page.locator(".verdict.wrong")).to_contain_text("start_chips")
    expect(start).to_be_disabled()
    page.get_by_label("start_chips").fill("50")
    expect(page.locator(".verdict")).to_contain_text("go together")
    page.get_by_text("Options (1 changed)").wait_for()
    start.click()
    page.wait_for_selector(".felt .seat")
    assert page.locator(".felt .seat").count() == 4


def test_stepping_back_and_playing_on(page: Any, serving: Serving) -> None:
    made = sit_down(page, serving, seats=["baseline"] * 3, seed=5, pace=0.05)
    expect(page.locator(".replay span")).to_have_text(re.compile(r"/ ([2-9]\d|\d{3})"))
    page.get_by_role("button", name="pause").click()
    page.get_by_role("button", name="go on").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="play on from here").wait_for()
    # a decision that was on its way when the pause came may have landed since: the place looked at
    # tells what is left, whatever the number of decisions is
    looked_at = int(page.locator(".replay span").inner_text().split(" / ")[0])
    page.get_by_role("button", name="play on from here").click()
    page.get_by_role("button", name="play on from here").wait_for(state="detached")
    expect(page.locator(".replay span")).to_have_text(f"{looked_at} / {looked_at}")
    assert serving.server.rooms[made["table"]].paused


def test_what_a_screen_reader_is_told(page: Any, serving: Serving) -> None:
    sit_down(page, serving, seed=3)
    page.locator("button[data-action]").first.wait_for()
    assert "your turn" in page.locator("#live").inner_text()
    assert page.locator("button[data-action]").first.get_attribute("aria-label")
    river = page.locator(".river li")
    if river.count():
        assert river.first.get_attribute("aria-label")
    first = page.locator("button[data-action]").first
    first.focus()
    assert page.evaluate("document.activeElement.dataset.key") == first.get_attribute("data-key")


def test_a_page_comes_back_after_a_reload(page: Any, serving: Serving) -> None:
    sit_down(page, serving, seed=3)
    page.locator("button[data-action]").first.click()
    expect(page.locator(".replay span")).to_have_text(re.compile("[1-9]"))
    page.locator("button[data-action]").first.wait_for()
    before = page.locator(".replay span").inner_text()
    page.reload()
    page.wait_for_selector(".felt .seat")
    assert page.locator(".replay span").inner_text() == before


AXE = "axe_playwright_python"
SERIOUS = ("serious", "critical")


def findings(page: Any) -> list[str]:
    """What axe-core finds serious on the page as it is."""
    source = resources.files(pytest.importorskip(AXE)).joinpath("axe.min.js").read_text()
    page.evaluate(source)
    found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa']})")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_everybody_can_use_the_page(
    page: Any, serving: Serving, scheme: str, size: dict[str, int]
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size(size)
    page.goto(f"{serving.address}/#token={serving.server.token}")
    page.get_by_label("Seat 2", exact=True).wait_for()
    page.get_by_text("Options (0 changed)").click()
    assert findings(page) == []
    made = serving.open(seats=["baseline"] * 3, seed=5)
    page.goto(f"{serving.address}/#table={made['table']}&seat={made['watch']}")
    page.locator(".story .paid").first.wait_for()
    page.get_by_role("button", name="pause").click()
    page.get_by_role("button", name="go on").wait_for()
    assert findings(page) == []
    made = serving.open(rules="hangzhou", seed=5)
    page.goto(f"{serving.address}/#table={made['table']}&seat={made['seats'][0]}")
    page.locator("button[data-action]").first.wait_for()
    page.get_by_role("button", name="Keys and signs").click()
    assert findings(page) == []


@pytest.mark.parametrize(("language", "turn"), [("ja", "あなたの番"), ("zh", "轮到你")])
def test_the_page_speaks(page: Any, serving: Serving, language: str, turn: str) -> None:
    sit_down(page, serving, rules="xiamen", seed=3)
    page.locator("#language").select_option(language)
    page.get_by_text(turn).first.wait_for()
    assert page.locator("html").get_attribute("lang") == language
    page.locator("button[data-action]").first.click()
    expect(page.locator("#live")).not_to_be_empty()


def test_the_tulip_is_revealed_step_by_step(page: Any, serving: Serving) -> None:
    sit_down(page, serving, seats=["baseline"] * 3, seed=1, pace=0.1, hands=1)
    hidden = page.locator(".story li[hidden]")
    hidden.first.wait_for(state="attached", timeout=60_000)
    page.get_by_role("button", name="show all at once").click()
    expect(hidden).to_have_count(0)
    expect(page.locator(".story .paid").first).to_be_visible()


def test_a_position_is_taken_along_and_played_on(page: Any, serving: Serving) -> None:
    sit_down(page, serving, seed=3)
    page.get_by_role("button", name="copy the position").click()
    text = page.locator("dialog textarea").input_value()
    page.goto("about:blank")
    address = f"{serving.address}/#token={serving.server.token}&position={quote(text)}"
    page.goto(address)
    page.get_by_label("Go on from a position").wait_for()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".felt .seat")


def test_two_people_in_two_browsers(page: Any, chromium: Any, serving: Serving) -> None:
    made = serving.open(rules="ninety_nine", seats=["me", "person", "random"], seed=4)
    context = chromium.new_context(viewport=PHONE)
    other = context.new_page()
    pages = [page, other]
    for one, seat in zip(pages, made["seats"], strict=False):
        one.goto(f"{serving.address}/#table={made['table']}&seat={seat}")
        one.wait_for_selector(".felt .seat")
    game = serving.server.rooms[made["table"]].game
    choices = [one.locator("button[data-action]") for one in pages]
    acted = [0, 0]
    while min(acted) < 5:
        turn = game.seat
        if turn not in (0, 1):
            page.wait_for_timeout(20)
            continue
        choices[turn].first.wait_for()
        expect(choices[1 - turn]).to_have_count(0)
        before = game.decision
        choices[turn].first.click()
        while game.decision == before:
            page.wait_for_timeout(20)
        acted[turn] += 1
    context.close()


def test_a_rule_set_of_ones_own_is_played(page: Any, serving: Serving, tmp_path: Path) -> None:
    """The page knows no rules: an add-on written today plays at once."""
    own = tmp_path / "own.yaml"
    own.write_text("title: Own\nbase: super_bingo\noptions:\n  tulip: false\n  chip_red: 3\n")
    made = sit_down(page, serving, rules=str(own), seed=3)
    play(page, by_keys=False)
    room = serving.server.rooms[made["table"]]
    assert room.game.rules.options["chip_red"] == 3 and room.game.decision >= 20
    slider = page.get_by_label("jump to a decision")
    slider.evaluate("bar => { bar.value = 5; bar.dispatchEvent(new Event('change')); }")
    expect(page.locator(".replay .at")).to_have_text(re.compile("^5 /"))
