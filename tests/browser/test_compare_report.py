"""A report of ``labkit compare`` in a browser: on a screen, a phone, paper, and read aloud.

With LABKIT_SCREENSHOTS=FOLDER the README's picture is written there.
"""

from contextlib import ExitStack

import pytest
from pypdf import PdfReader

from labkit.comparison import read_predictions, render
from tests.browser.accessibility import violations
from tests.browser.driving import offline_page, picture
from tests.comparison.compared import compared
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
    hostile = [*HOSTILE[17:25], LONG, LONG[::-1]]
    made = {
        "few": compared(some, "f1", positive="POS", n_resamples=1000, **how),
        "sixty": quick(systems([f"team-{i}/run" for i in range(60)], 30)),
        "many": quick(systems([f"team-{i}/run" for i in range(14)], 20), groups=range(20)),
        "hostile": quick(systems(hostile, 20), title=LONG, groups=range(20)),
        "one": quick({"only": [1, 0, 1, 1]}),
    }
    folder = tmp_path_factory.mktemp("reports")
    for name, found in made.items():
        (folder / f"{name}.html").write_text(render(found), encoding="utf8")
    return folder


@pytest.fixture
def opened(browser, reports):
    """Open a report with all that it can fold away, offline."""
    with ExitStack() as pages:

        def open_report(name, width=1100):
            looks = {"width": width, "height": 900}
            page = pages.enter_context(offline_page(browser, viewport=looks))
            page.goto((reports / f"{name}.html").as_uri())
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            return page

        yield open_report


#: Of the larger ones, the worst.
SHOWN = [
    "one",
    "hostile",
    *(pytest.param(name, marks=pytest.mark.long) for name in ("few", "many")),
]


@pytest.mark.parametrize("name", SHOWN)
def test_everybody_can_read_it_on_every_screen(opened, name):
    page = opened(name)
    assert violations(page) == []
    for width in (360, 700, 1100):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", ["few", "many", "sixty"])
def test_nothing_is_cut_on_a_laptop(opened, name):
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    assert opened(name, width=1366).locator(".scroll").evaluate_all(cut) == 0


def test_what_is_read_aloud_and_the_picture_of_the_readme(opened):
    page = opened("few", width=1000)
    headings = page.get_by_role("heading").all_inner_texts()
    assert headings[:3] == ["Five systems on 1,000 film reviews", "For a paper", "Scores"]
    cells = page.get_by_role("row").filter(has_text="cedar/run-3").first
    assert cells.get_by_role("rowheader").inner_text() == "cedar/run-3"
    page.reload()  # with what is folded away
    assert page.locator(".paper").bounding_box()["y"] < 200
    end = page.locator("section:has(#triangle)").bounding_box()
    clip = {"x": 0, "y": 0, "width": 1000, "height": end["y"] + end["height"] + 20}
    picture(page, "compare-report", full_page=True, clip=clip)


def test_it_prints_on_a_few_sheets(opened, tmp_path):
    for name, most in (("few", 6), ("many", 7)):
        page = opened(name)
        page.reload()
        page.pdf(path=tmp_path / "report.pdf", format="A4")
        pages = PdfReader(tmp_path / "report.pdf").pages
        assert len(pages) <= most and all(each.extract_text().strip() for each in pages)
        assert "For a paper" in pages[0].extract_text()
