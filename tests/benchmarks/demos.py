"""How long a demonstration takes from a click to the new picture, at 1920 x 1080 in Chromium.

Run from the top of the repository: ``python -m tests.benchmarks.demos``; half a minute.
Every button, choice and switch is clicked, every slider moved to its ends, and 10,000 are drawn.
"""

import os
import shutil
import statistics
import sys

from playwright.sync_api import sync_playwright

from labkit.demos import program
from labkit.demos.data import data_for
from labkit.demos.program import NAMES
from tests.benchmarks.tables import as_markdown
from tests.browser.driving import BROWSERS

MEDIAN, WORST = 50, 150

#: Gives the milliseconds of each answer: from the click until the frame after it is painted.
CLICK_ALL = """async () => {
  const times = [];
  const timed = async (act) => {
    const start = performance.now();
    act();
    document.querySelector(".labkit-picture").getBoundingClientRect();
    const worked = performance.now() - start;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push([worked, performance.now() - start]);
  };
  const seen = (node) => node.offsetParent !== null && !/^Play|^Pause/.test(node.textContent);
  for (let round = 0; round < 2; round += 1) {
    for (const node of document.querySelectorAll(".labkit-demo :is(button, input[type=radio], input[type=checkbox])")) {
      if (seen(node)) await timed(() => node.click());
    }
    for (const node of document.querySelectorAll(".labkit-demo input[type=range]")) {
      if (!seen(node)) continue;
      for (const value of [node.max, node.min]) {
        await timed(() => { node.value = value; node.dispatchEvent(new Event("input", { bubbles: true })); });
      }
    }
  }
  for (const node of document.querySelectorAll(".labkit-buttons button")) {
    for (let i = 0; i < 10 && node.textContent === "+1,000"; i += 1) await timed(() => node.click());
  }
  return times;
}"""


def page_of(name):
    """The page of one demonstration, as large as a slide."""
    place = program.place(name, {}).replace("labkit-demo", "labkit-demo labkit-fill", 1)
    style = f"body {{ margin: 0; height: 100vh; font: 2.5vh sans-serif }} {program.style()}"
    body = f"{place}{program.data_of(name, data_for(name, {}))}<script>{program.as_script(name)}</script>"
    return f"<!doctype html><html lang='en'><meta charset='utf-8'><style>{style}</style><body>{body}</body></html>"


def main():
    heads = ["demonstration", "answers", "median", "slowest", "of which computed and laid out"]
    path = next(filter(None, map(shutil.which, BROWSERS)))
    rows, waits = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        for name in NAMES:
            page.set_content(page_of(name))
            page.locator(".labkit-picture > *").first.wait_for()
            worked, shown = zip(*page.evaluate(CLICK_ALL), strict=True)
            times = (statistics.median(shown), max(shown), max(worked))
            rows.append([name, str(len(shown)), *(f"{time:.0f} ms" for time in times)])
            waits += shown
    print(as_markdown(heads, rows))
    median, worst = statistics.median(waits), max(waits)
    print(f"\nMedian {median:.0f} ms (goal {MEDIAN}), slowest {worst:.0f} ms (goal {WORST}).")
    print(f"Meanwhile {os.getloadavg()[0]:.1f} jobs were at work on {os.cpu_count()} processors.")
    return median > MEDIAN or worst > WORST


if __name__ == "__main__":
    sys.exit(main())
