"""Advice, practice and review in a real browser; left out as ``test_browser`` is."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

from shugi.envs.gains import prices_of  # noqa: E402
from tests.support.browser import PHONE, opened  # noqa: E402
from tests.support.recorded import recorded  # noqa: E402
from tests.support.serving import Serving, sit_down  # noqa: E402

SOON = 60_000  # milliseconds; what is waited for takes a few seconds where nobody else works
LANGUAGES = {
    "en": ("What is it worth?", "Review the game"),
    "ja": ("価値を見る", "対局を検討する"),
    "zh": ("值多少？", "复盘本局"),
}


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    with opened(chromium, PHONE) as found:
        yield found


def fits(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_advice_appears_and_sharpens_and_practice_tells_the_cost(
    page: Any, serving: Serving
) -> None:
    sit_down(page, serving, seed=3, seats=["me", "baseline", "random"])
    panel = page.get_by_role("region", name="What a choice is worth").first
    page.locator("button[data-action]").first.wait_for()
    expect(panel.locator("tbody tr")).to_have_count(0)
    page.keyboard.press("m")
    button = page.get_by_role("button", name="What is it worth?")
    expect(button).to_have_attribute("aria-pressed", "true")
    choices = {one.get_attribute("data-action") for one in page.locator("[data-action]").all()}
    expect(panel.locator("tbody tr")).to_have_count(len(choices), timeout=SOON)
    expect(panel.get_by_text(re.compile(r"^\d+ of 512 deals$"))).to_be_visible()
    # every agent at the table is asked
    expect(panel.locator("thead th")).to_have_count(5, timeout=SOON)
    expect(panel.locator("thead")).to_contain_text("baseline")
    expect(panel.get_by_text("512 of 512 deals")).to_be_visible(timeout=SOON)
    assert re.search(r"± \d+\.\d\d", panel.locator("tr.best").inner_text())
    bars = panel.locator("tbody td:nth-child(2) meter").all()
    shown = [one.evaluate("bar => bar.value") for one in bars]
    assert shown[0] == 1 and shown[-1] == 0 and shown == sorted(shown, reverse=True)
    expect(panel.locator(".quiet")).to_contain_text("Best by 512 deals")
    assert fits(page)

    page.get_by_role("button", name="Practice").click()
    page.locator("button[data-action]").last.click()
    cost = page.locator(".cost")
    expect(cost).to_contain_text("128 deals", timeout=SOON)
    assert re.search(r"cost|too close to call|nothing better", cost.inner_text())
    # the panel has gone on to the next decision, by itself
    expect(panel.get_by_text("512 of 512 deals")).to_be_visible(timeout=SOON)
    page.keyboard.press("m")
    expect(panel.locator("tbody tr")).to_have_count(0)
    expect(button).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="take back").click()
    expect(cost).to_be_empty()


def test_a_game_is_reviewed_and_a_mistake_is_looked_at(page: Any, serving: Serving) -> None:
    sit_down(page, serving, record=recorded("super_bingo", 40).dumps())
    review = page.get_by_role("region", name="Review")
    review.get_by_role("button", name="Review the game").click()
    expect(review.get_by_role("heading", level=3)).to_have_count(3, timeout=SOON)
    expect(review.get_by_role("status")).to_contain_text("choices judged, 64 deals of each")
    assert fits(page)
    mistakes = review.locator(".mistake")
    every = mistakes.count()
    assert every
    one = mistakes.last
    decision = one.get_attribute("data-decision")
    one.click()
    expect(review.locator(".mistake[aria-current]")).to_have_attribute("data-decision", decision)
    expect(page.locator(".replay span")).to_have_text(f"{decision} / 40")
    # advice at that decision says the same choices
    page.get_by_role("button", name="What is it worth?").click()
    expect(page.locator(".advice tbody tr").first).to_be_visible(timeout=SOON)
    page.get_by_label("Mistakes of which class").select_option("discard")
    expect(mistakes.filter(has_not_text="discard")).to_have_count(0)
    page.get_by_label("Mistakes of which class").select_option("")
    expect(mistakes).to_have_count(every)
    page.keyboard.press("ArrowRight")
    expect(review.locator(".mistake[aria-current]")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_there_in_every_language(page: Any, serving: Serving, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('language', '{language}')")
    sit_down(page, serving, rules="ninety_nine", seats=["baseline"] * 3, pace=10)
    for name in LANGUAGES[language]:
        expect(page.get_by_role("button", name=name)).to_be_visible()
    same = page.evaluate(
        """async () => {
            const { LANGUAGES } = await import('./text.js');
            const keys = Object.values(LANGUAGES).map((one) => Object.keys(one).sort().join());
            return new Set(keys).size;
        }"""
    )
    assert same == 1


def piquet(page: Any, serving: Serving) -> None:
    sit_down(page, serving, rules="piquet", seed=2, seats=["me", "baseline"])
    page.locator("button[data-action]").first.wait_for()
    page.keyboard.press("m")


def test_where_nothing_depends_on_the_choice_the_panel_says_so(
    page: Any, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match of Piquet is paid at its end alone, and here nobody asks what a standing is worth."""
    monkeypatch.setattr("shugi.agents.plans.playouts.worth_of", prices_of)
    piquet(page, serving)
    expect(page.locator(".advice .plans")).to_contain_text("No difference", timeout=SOON)
    expect(page.locator(".advice tr.best")).to_have_count(0)


def test_what_is_paid_at_the_end_of_a_match_counts_from_its_first_choice(
    page: Any, serving: Serving
) -> None:
    piquet(page, serving)
    expect(page.locator(".advice tr.best")).to_have_count(1, timeout=SOON)
    expect(page.locator(".advice .plans")).not_to_contain_text("No difference")
