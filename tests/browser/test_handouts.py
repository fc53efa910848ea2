"""The handouts of all lectures: live on a phone, whole on paper, with nothing fetched."""

import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from playwright.sync_api import expect
from pypdf import PdfReader

from labkit.demos.program import NAMES
from labkit.instructor.grading.release.lectures import print_page, write_lectures
from tests.browser.accessibility import violations
from tests.browser.decks import HEADINGS, show, small_lecture, write_page
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


def test_no_table_is_broken_on_paper(chromium, tmp_path):
    rows = "".join(f"<tr><td>row</td><td>{n}</td></tr>" for n in range(16))
    table = new_output("display_data", {"text/html": f"<table>{rows}</table>"})
    slides = [(new_markdown_cell(f"## {n}"), new_code_cell("x", outputs=[table])) for n in range(8)]
    nbformat.write(new_notebook(cells=sum(slides, ())), tmp_path / "a.ipynb")
    write_page(tmp_path / "a.ipynb", tmp_path / "a.html", deck=False)
    print_page(tmp_path / "a.html", tmp_path / "a.pdf", chromium)
    found = [page.extract_text().count("row") for page in PdfReader(tmp_path / "a.pdf").pages]
    assert sum(found) == 8 * 16 and [count % 16 for count in found] == [0] * len(found)


def on_paper(name, folder, **how):
    """The texts of the pages of a lecture's slides."""
    write_lectures(folder, ROOT, [name], slides=True, pdf=True, **how)
    return PdfReader(folder / f"{name}.pdf")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.long] * (n != "yeh")) for n in LECTURES]
)
def test_slides_are_a_page_each_with_each_answer_once_and_notes_on_wish(tmp_path, chromium, name):
    notes = [plain(cell.source) for cell in cells(name, "markdown") if has_notes(cell)]
    answers = [
        plain(cell.source)
        for cell in cells(name, "markdown")
        if "answer" in cell.metadata.get("tags", [])
    ]
    assert len(notes) == len(headings(name)) and len(answers) > 3
    for asked, ratio in ((False, 16 / 9), (True, 210 / 297)):
        pages = on_paper(name, tmp_path, notes=asked).pages
        texts = [plain(page.extract_text()) for page in pages]
        assert len(texts) == len(headings(name))
        for heading, text in zip(headings(name), texts, strict=True):
            assert plain(heading) in text
        assert {answer: "".join(texts).count(answer) for answer in answers} == dict.fromkeys(
            answers, 1
        )
        assert [note in text for note, text in zip(notes, texts, strict=True)] == [asked] * len(
            notes
        )
        assert all(
            float(page.mediabox.width / page.mediabox.height) == pytest.approx(ratio, rel=0.01)
            for page in pages
        )


def test_a_deck_asked_for_its_pages_shows_them_as_the_screen_does(browser, tmp_path):
    address = write_page(small_lecture(tmp_path / "a.ipynb"), tmp_path / "a.html", deck=True)
    sizes = "[...document.querySelectorAll('section')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    with offline_page(browser, viewport={"width": 1600, "height": 900}) as page:
        page.goto(address)
        for number in range(1, len(HEADINGS) + 1):
            show(page, number)
        shown = page.evaluate(sizes)
        # In whatever window.
        for width, height in ((1600, 900), (1024, 768), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto("about:blank")
            page.goto(f"{address}?print-pdf")
            expect(page.locator(".labkit-readout")).to_contain_text("of 1,000")
            assert page.evaluate(sizes) == pytest.approx(shown, rel=0.01)


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
