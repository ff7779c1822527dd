"""From a click to the drawn state: the page's reaction, measured in the browser.

    python benchmarks/reaction.py --rules super_bingo hangzhou --clicks 40

The agents play at random, at once, so that nothing but the table is timed. A reaction ends with the
first frame that shows that the decision was taken. Needs Playwright and a chromium on the path.
"""

import argparse
import shutil
import statistics
import sys
from typing import Any

from playwright.sync_api import sync_playwright

from shugi.envs import load_rules
from shugi.table.bench import address_of, serve
from shugi.table.server import Server

REACT = """async (clicks) => {
  const frame = () => new Promise(requestAnimationFrame);
  const at = () => document.querySelector(".replay .at")?.textContent;
  const times = [];
  for (let quiet = 0; times.length < clicks && quiet < 600; quiet++) {
    const button = document.querySelector("button[data-action]");
    if (!button) { await frame(); continue; }
    const before = at(), start = performance.now();
    const changed = new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (at() === before) return;
        watch.disconnect();
        done();
      });
      watch.observe(document.querySelector(".replay"), { childList: true, subtree: true });
    });
    button.click();
    await changed;
    await frame();
    times.push(performance.now() - start);
    quiet = 0;
  }
  return times;
}"""


def reactions(browser: Any, address: str, clicks: int) -> list[float]:
    """Milliseconds of each click."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address)
    page.wait_for_selector(".felt .seat")
    milliseconds: list[float] = page.evaluate(REACT, clicks)
    page.close()
    return milliseconds


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", nargs="+", default=["super_bingo", "hangzhou", "piquet"])
    parser.add_argument("--clicks", type=int, default=40)
    given = parser.parse_args()
    print("| rules | clicks | median, ms | 95 in 100, ms |\n| --- | ---: | ---: | ---: |")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage"],
        )
        for rules in given.rules:
            seats = ["me", *["random"] * (load_rules(rules).seats - 1)]
            server = Server(["127.0.0.1"])
            with serve(server) as port:
                address = address_of(port, server.token, rules=rules, seats=seats, pace=0, seed=3)
                times = reactions(browser, address, given.clicks)
            late = statistics.quantiles(times, n=20)[18]
            print(f"| {rules} | {len(times)} | {statistics.median(times):.0f} | {late:.0f} |")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
