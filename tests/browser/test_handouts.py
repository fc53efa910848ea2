"""The handouts of all lectures: live on a phone, whole on paper, with nothing fetched."""

import re

import nbformat
import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from labkit.grading.release.lectures import make_page, print_page, write_lectures
from tests.browser.accessibility import violations
from tests.browser.decks import small_lecture, write_page
from tests.ticks import ROOT

pytestmark = pytest.mark.slow

LECTURES = {path.stem: path for path in sorted(ROOT.glob("notebooks/lectures/*.ipynb"))}
DEMONSTRATIONS = {
    *("binomial_tails", "bootstrap", "confidence_vs_gain", "correlation", "error_types"),
    *("report_check", "shuffling", "sign_flips", "smoothing", "ties"),
}
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
    """A page of a phone's size without a network, and what it has asked for or complained about."""
    context = browser.new_context(offline=True, viewport=PHONE)
    page, wrong = context.new_page(), []
    page.on("request", lambda told: told.url[:5] in ("file:", "data:") or wrong.append(told.url))
    page.on("console", lambda said: wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []


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


@pytest.mark.long
@pytest.mark.parametrize("name", ["yeh", "significance-testing"])
def test_a_page_keeps_nobody_out(handouts, tab, name):
    tab.goto((handouts / f"{name}.html").as_uri())
    assert violations(tab) == []


def test_all_demonstrations_are_live(handouts, tab):
    found = set()
    for name in LECTURES:
        tab.goto((handouts / f"{name}.html").as_uri())
        for demo in tab.locator(".labkit-demo").all():
            assert demo.locator(".labkit-picture > *").count() == 1
            shown = demo.locator(":is(.labkit-picture, .labkit-readout)")
            before = [*shown.all_inner_texts(), demo.locator(".labkit-picture").inner_html()]
            more = demo.get_by_role("button", name=re.compile("^100 more"))
            choices = demo.locator("input:is([type=radio], [type=checkbox])")
            if more.count():
                more.click()
            elif demo.locator("input[type=range]:visible").count():
                demo.locator("input[type=range]:visible").last.press("ArrowRight")
            else:
                choices.last.check(force=True)
            after = [*shown.all_inner_texts(), demo.locator(".labkit-picture").inner_html()]
            assert after != before
            found.add(re.search(r"labkit-demo-(\w+)", demo.get_attribute("class"))[1])
    assert found == DEMONSTRATIONS


def lowest_line(page):
    """How high above a page's lower edge its last line is, the page's number left out; in points."""
    heights = []

    def visit(words, around, at, *_):
        if words.strip():
            heights.append(around[1] * at[4] + around[3] * at[5] + around[5])

    page.extract_text(visitor_text=visit)
    return min((height for height in heights if height > 45), default=A4[1])


@pytest.mark.long
@pytest.mark.parametrize("name", LECTURES)
def test_the_paper_holds_the_same_and_is_filled(handouts, chromium, name):
    print_page(handouts / f"{name}.html", handouts / f"{name}.pdf", chromium)
    paper = PdfReader(handouts / f"{name}.pdf")
    texts = [page.extract_text() for page in paper.pages]
    assert all(plain(heading) in plain("".join(texts)) for heading in headings(name))
    for number, (page, text) in enumerate(zip(paper.pages, texts, strict=True), start=1):
        assert f"{number} / {len(texts)}" in text
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(A4, abs=2)
    blank = [lowest_line(page) / A4[1] for page in paper.pages]
    assert sum(blank[:-1]) / len(blank) < 1 / 3
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


@pytest.mark.long
def test_on_paper_nothing_is_cut_however_wide_it_is(chromium, tmp_path):
    row = "".join(f"<td>{number}.12345end</td>" for number in range(30))
    texts = [
        f"# Wide\n\n<table><tr>{row}</tr></table>",
        f"## {'W' * 200}end\n\n{'w' * 400}end",
        f"## Code\n\n    {'c' * 400}end",
    ]
    lecture = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_markdown_cell, texts)])
    nbformat.write(lecture, tmp_path / "wide.ipynb")
    page, paper = tmp_path / "wide.html", tmp_path / "wide.pdf"
    page.write_text(make_page(tmp_path / "wide.ipynb", deck=False)[0], encoding="utf8")
    print_page(page, paper, chromium)
    found = "".join(sheet.extract_text() for sheet in PdfReader(paper).pages)
    assert "".join(found.split()).count("end") == 30 + 1 + 1 + 1


def test_without_a_program_the_stored_readout_stands_there(browser, tmp_path):
    address = write_page(small_lecture(tmp_path / "a.ipynb"), tmp_path / "a.html", deck=False)
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".labkit-demo pre")).to_contain_text("Nothing shuffled so far")
    context.close()
