"""The site that `make docs` builds: no broken link, no error, nothing fetched from elsewhere."""

import re
import runpy
import subprocess
import sys
from urllib.parse import unquote, urldefrag, urlsplit

import nbformat
import pytest

from labkit.checks.plan import Planned
from labkit.instructor.grading.judging import tick as loading
from tests.browser.accessibility import unreadable, violations
from tests.browser.driving import offline_page
from tests.ticks import ROOT, TICKS

pytestmark = pytest.mark.slow

LECTURES = sorted((ROOT / "notebooks" / "lectures").glob("*.ipynb"))
BUILD = ROOT / ".ci" / "docs" / "build.py"
DEMOS = ROOT / "labkit" / "demos" / "js"

LINKS = """[...document.querySelectorAll('[href], [src]')].map(
    (one) => one.getAttribute('href') ?? one.getAttribute('src'))"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, BUILD, folder]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site, browser):
    """For each page: its anchors and links, and the screens that it is wider than."""
    found = {}
    with offline_page(browser) as tab:
        for path in sorted(site.rglob("*.html")):
            tab.goto(path.as_uri())
            ids = tab.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
            wide = []
            for width in (1280, 390):  # of a laptop's screen and of a phone's
                tab.set_viewport_size({"width": width, "height": 900})
                if tab.evaluate("document.documentElement.scrollWidth") > width:
                    wide.append(width)
            found[path] = set(ids), tab.evaluate(LINKS), wide
    return found


def test_each_tick_lecture_and_room_has_a_page(site):
    for notebook in [*TICKS, *LECTURES]:
        place = notebook.relative_to(ROOT)
        name = f"{place}/{place.name}" if notebook in TICKS else place.with_suffix("")
        assert (site / f"{name}.html").is_file()
    for room in ("significance", "metrics", "plots", "demos", "report", "checks"):
        page = (site / "reference" / f"{room}.html").read_text(encoding="utf8")
        assert f'id="labkit.{room}.' in page


def test_the_ticks_are_those_of_the_plan_in_its_order(tmp_path, monkeypatch):
    plan = {"tick7-comparing-runs": Planned("Runs first"), "tick1-lexicon-classifier": Planned()}
    monkeypatch.setattr(loading, "read_plan", lambda ticks: plan)
    runpy.run_path(str(BUILD))["write_sources"](tmp_path)
    contents, readme = ((tmp_path / name).read_text("utf8") for name in ("index.md", "README.md"))
    assert re.findall("(?m)^notebooks/ticks/(.*)/", contents) == [*plan]
    pages = {path.stem: path.read_text("utf8") for path in tmp_path.glob("notebooks/ticks/*/*")}
    assert {*pages} == {*plan} and "# Tick 7 · Runs first" in pages["tick7-comparing-runs"]
    # Nothing leads to a page that is not there.
    assert {*re.findall(r"\(notebooks/ticks/(.*?)/", readme)} == {*plan}


def test_no_page_names_a_folder_of_the_machine_that_built_it(site):
    pages = [page for page in site.rglob("*.html") if str(ROOT) in page.read_text(encoding="utf8")]
    assert pages == []


def test_no_page_is_wider_than_the_screen(pages):
    assert {path.name: wide for path, (*_, wide) in pages.items() if wide} == {}


def test_every_link_leads_somewhere(pages):
    broken = []
    for path, (_, links, _) in pages.items():
        for link in links:
            address, anchor = urldefrag(link)
            if urlsplit(link).scheme or link == "#":
                continue
            target = (path.parent / unquote(urlsplit(address).path)).resolve() if address else path
            known = not anchor or target not in pages or anchor in pages[target][0]
            if not (target.is_file() and known):
                broken.append(f"{path.name}: {link}")
    assert broken == []


#: Sphinx writes the captions of its contents as headings without a level.
SPHINX_S = [".caption[role=heading]"]
#: A page of each kind, those that take longer last.
KINDS = (
    *("index", "README", "docs/marking", "search", "notebooks/start-here"),
    *("reference/significance", "notebooks/ticks/tick4-sign-test/tick4-sign-test"),
    "notebooks/lectures/yeh",
)


@pytest.mark.parametrize(
    "kind", [*KINDS[:5], *(pytest.param(kind, marks=pytest.mark.long) for kind in KINDS[5:])]
)
def test_a_page_of_each_kind_keeps_nobody_out(site, browser, kind):
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    tab.goto((site / f"{kind}.html").as_uri())
    found = violations(tab, exclude=SPHINX_S)  # axe says itself that it cannot read files' styles
    tab.set_viewport_size({"width": 390, "height": 900})
    found += unreadable(tab, exclude=SPHINX_S)
    tab.close()
    assert found == []


def test_a_page_is_as_dark_as_the_desktop(site, browser):
    tab = browser.new_page()
    tab.goto((site / "reference/significance.html").as_uri())
    for scheme, is_dark in (("light", False), ("dark", True)):
        tab.emulate_media(color_scheme=scheme)
        for part in ("body", "div.highlight"):
            painted = "one => getComputedStyle(one).backgroundColor"
            colour = tab.locator(part).first.evaluate(painted)
            assert (max(map(int, re.findall(r"\d+", colour))) < 100) == is_dark, (part, colour)
    tab.close()


def test_the_site_holds_no_speaker_s_notes(site):
    # A note may quote what a demonstration says, whose script each page carries.
    scripts = "".join(path.read_text(encoding="utf8") for path in DEMOS.rglob("*.js"))
    noted = 0
    for lecture in LECTURES:
        page = (site / lecture.relative_to(ROOT)).with_suffix(".html").read_text(encoding="utf8")
        cells = nbformat.read(lecture, as_version=4).cells
        notes = [cell for cell in cells if "notes" in cell.metadata.get("tags", [])]
        shown = scripts + str([cell for cell in cells if cell not in notes])
        said = [words for cell in notes for words in re.findall(r"\w[\w ]{25,}", cell.source)]
        secret = [words for words in said if words not in shown]
        assert [words for words in secret if words in page] == []
        noted += len(secret)
    assert noted > 50


def test_the_site_holds_no_solution(site):
    for tick in TICKS:
        page = (site / tick.relative_to(ROOT) / f"{tick.name}.html").read_text(encoding="utf8")
        assert "your code here" in page and "BEGIN SOLUTION" not in page
