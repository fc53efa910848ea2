"""The handouts of all lectures: live on a phone, whole on paper, with nothing fetched."""

import re

import nbformat
import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from labkit.demos.program import NAMES
from labkit.instructor.grading.release.lectures import print_page, write_lectures
from tests.browser.accessibility import violations
from tests.browser.decks import small_lecture, write_page
from tests.browser.driving import offline_page
from tests.ticks import ROOT

pytestmark = pytest.mark.slow

LECTURES = {path.stem: path for path in sorted(ROOT.glob("notebooks/lectures/*.ipynb"))}
PHONE = {"width": 390, "height": 844}
A4 = (595, 842)  # in points

#: The images of a page: what is said of each, and whether it is drawn.
IMAGES = """[...document.querySelectorAll('img, svg')].filter((one) => one.checkVisibility()).map((one) => ({
    said: (one.alt ?? one.ariaLabel ?? one.getAttribute('aria-label') ?? '').trim(),
    drawn: one.getBoundingClientRect().width > 20 && (one.tagName !== 'IMG' || one.naturalWidth > 1)}))"""


@pytest.fixture(scope="module")
def handouts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("handouts")
    write_lectures(folder, ROOT, pdf=False)
    return folder


@pytest.fixture(scope="module")
def tab(browser):
    with offline_page(browser, viewport=PHONE) as page:
        yield page


def cells(name, kind):
    found = nbformat.read(LECTURES[name], as_version=4).cells
    return [cell for cell in found if cell.cell_type == kind]


def has_notes(cell):
    return "notes" in cell.metadata.get("tags", [])


def plain(text):
    """The letters of a text alone: lines of paper break anywhere, and Markdown has marks."""
    return "".join(re.findall(r"[a-z]", re.sub(r"\$[^$]*\$", "", text).lower()))


def headings(name):
    texts = [cell.source for cell in cells(name, "markdown") if not has_notes(cell)]
    return [line for text in texts for line in re.findall(r"\A#{1,2} +(.+)", text)]


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.long] * (n != "comparing-runs")) for n in LECTURES]
)
def test_a_page_is_complete_and_no_wider_than_a_phone(handouts, tab, name):
    tab.goto((handouts / f"{name}.html").as_uri())
    shown = tab.locator("section :is(h1, h2)").all_inner_texts()
    assert list(map(plain, shown)) == list(map(plain, headings(name)))
    images = tab.evaluate(IMAGES)
    assert images and all(len(image["said"]) > 20 and image["drawn"] for image in images)
    text = tab.locator("main").inner_text()
    for cell in cells(name, "markdown"):
        assert not has_notes(cell) or plain(cell.source)[:60] not in plain(text)
    for cell in cells(name, "code"):
        assert cell.source.splitlines()[0] not in text
    assert not re.search(r"(?<!\w)\$[^\d\s]", text) and "\\frac" not in text
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert violations(tab) == []


def test_all_demonstrations_are_drawn(handouts, tab):
    found = []
    for name in LECTURES:
        tab.goto((handouts / f"{name}.html").as_uri())
        drawn = tab.locator(".labkit-demo:has(.labkit-picture > *)")
        assert drawn.count() == tab.locator(".labkit-demo").count()
        found += drawn.evaluate_all(
            "all => all.map(one => /labkit-demo-(\\w+)/.exec(one.className)[1])"
        )
    assert set(found) == set(NAMES)


@pytest.mark.long
@pytest.mark.parametrize("name", LECTURES)
def test_the_paper_holds_the_same(handouts, chromium, name):
    print_page(handouts / f"{name}.html", handouts / f"{name}.pdf", chromium)
    paper = PdfReader(handouts / f"{name}.pdf")
    texts = [page.extract_text() for page in paper.pages]
    assert all(plain(heading) in plain("".join(texts)) for heading in headings(name))
    for number, (page, text) in enumerate(zip(paper.pages, texts, strict=True), start=1):
        assert f"{number} / {len(texts)}" in text
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(A4, abs=2)
    assert len(texts) < 0.75 * len(headings(name))
    assert paper.outline and paper.trailer["/Root"]["/MarkInfo"]["/Marked"]  # read aloud in order


@pytest.mark.long
def test_a_deck_can_be_printed_without_its_notes(chromium, tmp_path):
    write_page(small_lecture(tmp_path / "small.ipynb"), tmp_path / "deck.html", deck=True)
    print_page(tmp_path / "deck.html", tmp_path / "deck.pdf", chromium)
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "deck.pdf").pages)
    for shown in ("A question", "It holds.", "One in seven.", "as observed", "two"):
        assert shown in text
    assert "hello" not in text and "Keys" not in text


def test_without_a_program_the_stored_readout_stands_there(browser, tmp_path):
    address = write_page(small_lecture(tmp_path / "a.ipynb"), tmp_path / "a.html", deck=False)
    with offline_page(browser, java_script_enabled=False, viewport=PHONE) as page:
        page.goto(address)
        expect(page.locator(".labkit-demo p").last).to_contain_text("Nothing shuffled so far")
