"""The handouts of all lectures, as students get them: whole on a page and on paper, with nothing fetched."""

import re

import nbformat
import pytest
from nbconvert import HTMLExporter, SlidesExporter
from pypdf import PdfReader

from labkit.grading.release.handouts import as_page, find_lectures, write_handouts
from labkit.grading.release.offline import NAMES, PAGE
from labkit.grading.release.printing import print_page
from labkit.grading.release.slides import Part, Slide
from tests.browser.accessibility import violations
from tests.browser.test_offline import PHONE
from tests.ticks import ROOT

pytestmark = pytest.mark.slow

LECTURES = find_lectures(ROOT)
#: One on paper stands for all in continuous integration.
PRINTED = [pytest.param(name, marks=[pytest.mark.long] * (name != "yeh")) for name in LECTURES]

A4 = (595, 842)  # in points

WIDGETS = re.compile(r"loading widget|error displaying widget|widget-view|demonstration\(", re.I)

# Within a drawing, `foreignObject` is for readers that clean the drawing away.
IMAGES = """[...document.querySelectorAll('img, svg')]
    .filter((one) => !one.closest('foreignObject')).map((one) => ({
    said: (one.alt ?? one.ariaLabel ?? one.getAttribute('aria-label') ?? '').trim(),
    drawn: one.getBoundingClientRect().width > 20 && (one.tagName !== 'IMG' || one.naturalWidth > 1)}))"""

BROKEN = """(all) => all.filter((pre) => {
    const style = getComputedStyle(pre), rows = pre.textContent.trimEnd().split('\\n').length;
    const space = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    const tall = parseFloat(style.lineHeight);
    return pre.clientHeight - space > (rows + 0.5) * tall; }).map((pre) => pre.textContent)"""


@pytest.fixture(scope="module")
def handouts(chromium, tmp_path_factory):
    done = write_handouts(tmp_path_factory.mktemp("handouts"), ROOT)
    return {each.page.stem: each for each in done}


@pytest.fixture(scope="module")
def tab(browser):
    """A page of a phone's size without a network, and what it has asked for or complained about."""
    context = browser.new_context(offline=True, viewport=PHONE)
    page, wrong = context.new_page(), []
    page.on(
        "request",
        lambda asked: wrong.append(asked.url) if asked.url[:5] not in ("file:", "data:") else None,
    )
    page.on("console", lambda said: wrong.append(said.text))
    yield page
    context.close()
    assert wrong == []


def cells(name, kind):
    found = nbformat.read(LECTURES[name], as_version=4).cells
    return [cell for cell in found if cell.cell_type == kind]


def headings(name):
    text = [
        cell.source
        for cell in cells(name, "markdown")
        if "notes" not in cell.metadata.get("tags", [])
    ]
    return [line for source in text for line in re.findall(r"\A#{1,2} +(.+)", source)]


def plain(text):
    """The letters of a text alone: lines of paper break anywhere, and Markdown has marks."""
    return "".join(re.findall(r"[a-z]", re.sub(r"\$[^$]*\$", "", text).lower()))


@pytest.mark.parametrize("name", LECTURES)
def test_a_page_is_complete_and_fetches_nothing(handouts, tab, name):
    tab.goto(handouts[name].page.as_uri())
    shown = [heading.inner_text() for heading in tab.locator("h1, section > h2").all()]
    assert list(map(plain, shown)) == list(map(plain, headings(name)))
    images = tab.evaluate(IMAGES)
    assert images and all(len(image["said"]) > 20 and image["drawn"] for image in images)
    text = tab.locator("main").inner_text()
    assert not WIDGETS.search(text)
    for cell in cells(name, "markdown"):
        if "notes" in cell.metadata.get("tags", []):
            assert plain(cell.source)[:60] not in plain(text)
    for cell in cells(name, "code"):
        assert cell.source.splitlines()[0] not in text
    assert not re.search(r"(?<!\w)\$[^\d\s]", text) and "\\frac" not in text
    sources = {
        link
        for cell in cells(name, "markdown")
        for link in re.findall(r"\]\((https?:[^)]+)\)", cell.source)
    }
    assert sources <= set(tab.locator("a").evaluate_all("(all) => all.map((a) => a.href)"))
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    # What is printed in columns stays in them, also on a phone: as many lines as were printed.
    assert tab.locator("pre").evaluate_all(BROKEN) == []


@pytest.mark.parametrize("name", PRINTED)
def test_the_paper_holds_the_same_on_numbered_pages(handouts, name):
    paper = PdfReader(handouts[name].paper)
    pages = len(paper.pages)
    assert handouts[name].n_slides / 2 <= pages <= handouts[name].n_slides
    texts = [page.extract_text() for page in paper.pages]
    assert all(plain(heading) in plain("".join(texts)) for heading in headings(name))
    for number, (page, text) in enumerate(zip(paper.pages, texts, strict=True), start=1):
        assert f"{number} / {pages}" in text
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(A4, abs=2)
        # A slide begins on each: none is cut in two.
        assert any(plain(heading) in plain(text) for heading in headings(name))
        assert not WIDGETS.search(text) and "Move it yourself" not in text
    links = [
        note.get_object()["/A"]["/URI"]
        for page in paper.pages
        for note in page.get("/Annots", [])
        if "/URI" in note.get_object().get("/A", {})
    ]
    assert not [link for link in links if link.startswith("file:")]
    assert paper.outline and paper.trailer["/Root"]["/MarkInfo"]["/Marked"]  # read aloud in order


def test_demonstrations_are_pictures_with_numbers_and_lead_to_those_that_move(handouts, tab):
    found = []
    for handout in handouts.values():
        tab.goto(handout.page.as_uri())
        assert not tab.get_by_text("Nothing shuffled so far").count()
        found += tab.locator(".live a").evaluate_all("(all) => all.map((a) => a.href)")
    assert {re.search(r"#(\w+)", link)[1] for link in found} == set(NAMES)
    for link in found:
        tab.goto("about:blank")
        tab.goto(link)
        name = re.search(r"#(\w+)", link)[1]
        assert tab.locator("section:visible").get_attribute("id") == name
        if k := re.search(r"\bk=(\d+)", link):
            assert tab.get_by_role("slider", name="k negative").input_value() == k[1]


def test_the_pages_can_be_read_by_everyone(handouts, browser):
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    for path in [handouts["yeh"].page, handouts["significance-testing"].page, ROOT / PAGE]:
        page.goto(path.as_uri())
        assert violations(page) == []
    for name in NAMES[1:]:
        page.goto(f"{(ROOT / PAGE).as_uri()}#{name}")
        assert violations(page) == []
    context.close()


@pytest.mark.parametrize(
    "exporter", [HTMLExporter, pytest.param(SlidesExporter, marks=pytest.mark.long)]
)
def test_other_ways_to_show_a_notebook_keep_the_pictures(browser, tmp_path, exporter):
    """What nbconvert and, with it, nbviewer and others make of a lecture."""
    notebook = nbformat.read(LECTURES["significance-testing"], as_version=4)
    made, _ = exporter().from_notebook_node(notebook)
    path = tmp_path / "made.html"
    path.write_text(made, encoding="utf8")
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(path.as_uri())
    stills = page.locator(".labkit-still")
    widgets = [
        o
        for cell in cells("significance-testing", "code")
        for o in cell.outputs
        if "labkit-still" in str(o)
    ]
    assert stills.count() == len(widgets) > 2
    images = page.locator(".labkit-still img").evaluate_all(
        "(all) => all.map((i) => [i.naturalWidth, i.alt])"
    )
    assert len(images) >= len(widgets) - 1 and all(
        width > 100 and len(alt) > 40 for width, alt in images
    )
    assert "p = 0.0414" in stills.first.text_content()
    assert not WIDGETS.search(page.locator("body").inner_text())
    context.close()


def test_on_paper_nothing_is_cut_however_wide_it_is(chromium, tmp_path):
    row = "".join(f"<td>{number}.12345end</td>" for number in range(30))
    slides = [
        Slide("Wide", first=True, parts=(Part(f"<table><tr>{row}</tr></table>"),)),
        Slide("W" * 200 + "end", first=False, parts=(Part(f"<p>{'w' * 400}end</p>"),)),
        Slide("Code", first=False, parts=(Part(f"<pre>{'c' * 400}end</pre>"),)),
    ]
    page, paper = tmp_path / "wide.html", tmp_path / "wide.pdf"
    page.write_text(as_page(slides), encoding="utf8")
    print_page(page, paper, chromium)
    found = "".join(sheet.extract_text() for sheet in PdfReader(paper).pages)
    assert "".join(found.split()).count("end") == 30 + 1 + 1 + 1
