"""A report of ``labkit compare`` in a browser: on a screen, a phone, paper, and read aloud.

With LABKIT_SCREENSHOTS=FOLDER the README's picture is written there.
"""

import os
from pathlib import Path

import pytest

from labkit.comparison import compare_systems, read_predictions, render
from tests.browser.accessibility import violations
from tests.comparison.test_wording import HOSTILE, quick, systems
from tests.ticks import ROOT

pytestmark = pytest.mark.slow

LONG = "a-system-with-a-name-of-sixty-letters-and-no-blank-in-it-at-all"


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """Pages of few systems, of many, and of names that would like to break them."""
    read = read_predictions(ROOT / "data/shared-task")
    shown = ("cedar/run-3", "dune/run-1", "birch/run-2", "amber/run-1", "dune/run-3")
    some = {name: read.systems[name] for name in shown}
    how = {"gold": read.gold, "title": "Five systems on 1,000 film reviews"}
    made = {
        "few": compare_systems(some, "f1", positive="POS", n_resamples=1000, **how),
        "sixty": quick(systems([f"team-{i}/run" for i in range(60)], 30)),
        "many": quick(systems([f"team-{i}/run" for i in range(14)], 20), groups=range(20)),
        "hostile": quick(
            systems([*HOSTILE[17:25], LONG, LONG[::-1]], 20), title=LONG, groups=range(20)
        ),
        "one": quick({"only": [1, 0, 1, 1]}),
        "two": compare_systems({name: some[name] for name in shown[:2]}, gold=read.gold),
    }
    folder = tmp_path_factory.mktemp("reports")
    for name, found in made.items():
        (folder / f"{name}.html").write_text(render(found), encoding="utf8")
    return folder


@pytest.fixture
def page(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


def opened(page, reports, name, scheme="light", width=1100):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: asked.append(message.text))
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    address = (reports / f"{name}.html").as_uri()
    page.goto(address)
    assert asked == [address]
    return page


#: The worst of them; the others are for `make test-long`.
WORST = ("hostile", "light")
SHOWN = [
    pytest.param(name, scheme, marks=[pytest.mark.long] * ((name, scheme) != WORST))
    for name in ("few", "many", "hostile", "one")
    for scheme in ("light", "dark")
]


@pytest.mark.parametrize(("name", "scheme"), SHOWN)
def test_nobody_is_kept_from_reading_it(page, reports, name, scheme):
    page = opened(page, reports, name, scheme)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1100])
@pytest.mark.parametrize("name", ["few", "many", "hostile", "one"])
def test_it_fits_every_screen(page, reports, name, width):
    page = opened(page, reports, name, width=width)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", ["few", "many", "sixty"])
def test_nothing_is_cut_on_a_laptop(page, reports, name):
    page = opened(page, reports, name, width=1366)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    cut = "() => [...document.querySelectorAll('.scroll')].filter(one => one.scrollWidth > one.clientWidth).length"
    assert page.evaluate(cut) == 0


def test_what_is_read_aloud(page, reports):
    page = opened(page, reports, "few")
    headings = page.get_by_role("heading").all_inner_texts()
    assert headings[:3] == ["Five systems on 1,000 film reviews", "For a paper", "Scores"]
    cells = page.get_by_role("row").filter(has_text="cedar/run-3").first
    assert cells.get_by_role("rowheader").inner_text() == "cedar/run-3"


def test_it_prints_on_a_few_sheets(page, reports, tmp_path):
    from pypdf import PdfReader

    for name, most in (("few", 6), ("many", 7)):
        opened(page, reports, name).pdf(path=tmp_path / "report.pdf", format="A4")
        pages = PdfReader(tmp_path / "report.pdf").pages
        assert len(pages) <= most and all(each.extract_text().strip() for each in pages)
        assert "For a paper" in pages[0].extract_text()


def test_the_picture_of_the_readme(page, reports):
    page = opened(page, reports, "few", width=1000)
    assert page.locator(".paper").bounding_box()["y"] < 200
    if folder := os.environ.get("LABKIT_SCREENSHOTS"):
        end = page.locator("section:has(#triangle)").bounding_box()
        clip = {"x": 0, "y": 0, "width": 1000, "height": end["y"] + end["height"] + 20}
        page.screenshot(path=Path(folder) / "compare-report.png", full_page=True, clip=clip)


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 700, 1100])
@pytest.mark.parametrize("name", ["few", "two", "hostile"])
def test_no_short_word_is_broken_over_two_lines(page, reports, name, width):
    page = opened(page, reports, name, width=width)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    broken = """() => [...document.querySelectorAll('table:not(.triangle) :is(th, td)')].flatMap(cell => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), found = [];
      while (walker.nextNode()) for (const word of walker.currentNode.data.matchAll(/(?<![^ \\n])[\\w.,()]{1,9}(?![^ \\n])/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, word.index);
        range.setEnd(walker.currentNode, word.index + word[0].length);
        const tops = [...range.getClientRects()].map(box => Math.round(box.top));
        if (new Set(tops).size > 1) found.push(word[0]);
      }
      return found;
    })"""
    assert page.locator("table:not(.triangle) td").count() > 5
    assert page.evaluate(broken) == []
