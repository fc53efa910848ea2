"""The site that `make docs` builds: no broken link, no error, nothing fetched from elsewhere."""

import subprocess
import sys
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

from tests.ticks import ROOT, TICKS

pytestmark = pytest.mark.slow

LECTURES = sorted((ROOT / "notebooks" / "lectures").glob("*.ipynb"))

LINKS = """[...document.querySelectorAll('[href], [src]')].map(
    (one) => [one.tagName, one.getAttribute('href') ?? one.getAttribute('src')])"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, ROOT / ".ci" / "docs" / "build.py", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site, browser):
    """For each page: its anchors, its links, and what went wrong while it was opened."""
    found = {}
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    wrong = []
    tab.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("request", lambda asked: wrong.append(asked.url) if elsewhere(asked.url) else None)
    for path in sorted(site.rglob("*.html")):
        wrong.clear()
        tab.goto(path.as_uri())
        ids = tab.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
        wide = tab.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        found[path] = set(ids), tab.evaluate(LINKS), list(wrong), wide
    tab.close()
    return found


def elsewhere(url):
    return urlsplit(url).scheme not in ("file", "data", "blob")


def test_each_tick_lecture_and_room_has_a_page(site):
    for notebook in [*TICKS, *LECTURES]:
        place = notebook.relative_to(ROOT)
        name = f"{place}/{place.name}" if notebook in TICKS else place.with_suffix("")
        assert (site / f"{name}.html").is_file()
    for room in ("significance", "metrics", "plots", "demos", "report", "checks"):
        page = (site / "reference" / f"{room}.html").read_text(encoding="utf8")
        assert f'id="labkit.{room}.' in page


def test_pages_open_without_an_error_and_ask_nobody(pages):
    assert {path.name: wrong for path, (_, _, wrong, _) in pages.items() if wrong} == {}


def test_no_page_is_wider_than_the_screen(pages):
    assert [path.name for path, (*_, wide) in pages.items() if wide] == []


def test_every_link_leads_somewhere(pages):
    broken = []
    for path, (_, links, _, _) in pages.items():
        for _, link in links:
            address, anchor = urldefrag(link)
            if urlsplit(link).scheme or link == "#":
                continue
            target = (path.parent / unquote(urlsplit(address).path)).resolve() if address else path
            if not target.is_file() or (
                anchor and target in pages and anchor not in pages[target][0]
            ):
                broken.append(f"{path.name}: {link}")
    assert broken == []


def test_the_site_holds_no_solution(site):
    for tick in TICKS:
        page = (site / tick.relative_to(ROOT) / f"{tick.name}.html").read_text(encoding="utf8")
        assert "your code here" in page and "BEGIN SOLUTION" not in page
