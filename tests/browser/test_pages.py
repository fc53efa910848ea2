"""What students handed in, in a marker's browser: on the pages of a class, and in Formgrader."""

import json
import sqlite3
import sys

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from labkit.checks.marking import Status
from labkit.grading.judging.render import make_harmless
from labkit.grading.marks.late import Policy
from labkit.grading.marks.marks import rows
from labkit.grading.marks.pages import feedback_page, summary_page
from labkit.grading.marks.publish import publish
from labkit.grading.marks.store import Store
from tests.browser.driving import TOKEN, free_port, running
from tests.grading.judging.test_clean_html import HOSTILE
from tests.grading.tiny import NAME, answered, make_tick, record

pytestmark = pytest.mark.slow

ACT = "window.HIT=1"
COVER = '<div style="position:fixed;inset:0;z-index:99;background:#fff">12 of 12 points</div>'
WIDE = "<table><tr>" + "<td>1234567890</td>" * 300 + "</tr></table>"
EVIL = f'<img src=x onerror="{ACT}"><script>{ACT}</script><a href="javascript:{ACT}">x</a>'


def hostile(tick):
    """A notebook that tries all that a student can write or print."""
    notebook = answered(tick, essay=f"[Table 1](javascript:{ACT})\n\n{EVIL}{COVER}")
    notebook.cells += [new_markdown_cell(text.replace("act()", ACT)) for text in HOSTILE]
    own = new_code_cell(f"print('{EVIL}')\n" + "#" * 3_000, id="own")
    shown = [{"text/html": f"{WIDE}{EVIL}{COVER}"}, {"text/html": f"<table>{COVER}{EVIL}"}]
    shown += [{kind: EVIL} for kind in ("application/javascript", "image/svg+xml", "text/markdown")]
    shown += [{"text/html": rf"<table><tr><td>$\href{{javascript:{ACT}}}{{x}}$"}]
    own.outputs = [new_output("display_data", data=data) for data in shown]
    own.outputs += [
        new_output("stream", text=f"{EVIL}\n" * 2_000),
        new_output("error", ename=EVIL, evalue=EVIL, traceback=[EVIL, f"\x1b[31m{EVIL}"]),
    ]
    notebook.cells.append(own)
    return json.loads(json.dumps(make_harmless(notebook)))


@pytest.fixture(scope="module")
def tick(tmp_path_factory):
    return make_tick(tmp_path_factory.mktemp("ticks"))


@pytest.fixture(scope="module")
def found(tick):
    told = {"errors": (EVIL,), "repairs": (EVIL, "\u202erepaired"), "status": Status.TIMED_OUT}
    late = record("ann", display=EVIL, notebook=hostile(tick), reason=EVIL, file=EVIL, **told)
    return rows([late, record("bob", notebook=hostile(tick))], {NAME: tick}, Policy(), {})


FAR = """() => document.querySelectorAll('a[href]').forEach(
  one => /^(https?|mailto):/.test(one.getAttribute('href')) && one.removeAttribute('href'))"""


class Watched:
    """A page that asks for nothing and goes nowhere, or says what it asked for."""

    def __init__(self, page):
        self.page, self.asked = page, []
        page.on("dialog", lambda dialog: self.asked.append("dialog") or dialog.dismiss())
        page.on("popup", lambda popup: self.asked.append(popup.url))
        page.on("framenavigated", lambda frame: self.asked.append(frame.url))
        page.on("request", lambda request: self.asked.append(request.url))

    def press_all(self):
        """Press whatever a student's text has to press, but links to other machines."""
        self.page.evaluate(FAR)
        links = self.page.locator(":is(.own, .rendered_html, .output) :is(a, button, summary, td)")
        links.evaluate_all("found => found.slice(0, 400).forEach(one => one.click())")
        self.page.wait_for_timeout(200)

    def acted(self):
        return self.page.evaluate("window.HIT ?? 0")


@pytest.fixture
def page(context):
    page = context.new_page()
    yield page
    page.close()


def not_of_pictures(asked):
    return [url for url in asked if not url.startswith(("data:image/", "about:blank"))]


def test_nothing_on_the_pages_acts_even_without_their_policy(page, found):
    for html in (feedback_page(found[0]), feedback_page(found[1]), summary_page(found)):
        page.set_content(html.replace("Content-Security-Policy", "Nothing"))
        watched = Watched(page)
        watched.press_all()
        assert not watched.acted() and not_of_pictures(watched.asked) == []


MARKS = """() => [...document.querySelectorAll('.total, .verdict > b, .marks td.number')].filter(one => {
  one.scrollIntoView({block: 'center'});
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + Math.min(9, box.width / 2), box.top + box.height / 2);
  return !(top && one.contains(top));
}).length"""


def test_a_page_that_acts_would_be_noticed(page):
    for html in (EVIL, f'<p class="own"><a href="javascript:{ACT}">x</a></p>'):
        page.set_content(html)
        watched = Watched(page)
        watched.press_all()
        assert watched.acted()
    page.set_content("<p>")
    watched = Watched(page)
    page.set_content('<img src="http://localhost:9/x.png">')
    assert not_of_pictures(watched.asked) == ["http://localhost:9/x.png"]


@pytest.mark.parametrize("width", [1280, 375])
def test_nothing_covers_the_marks_or_widens_the_page(page, found, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.set_content(feedback_page(found[0]))
    assert page.locator(".total").count() == 1 and page.evaluate(MARKS) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # Were something of a student's to keep its style, its frame would still hold it.
    page.locator(".own").evaluate_all("(all, html) => all.forEach(o => o.innerHTML += html)", COVER)
    assert page.evaluate(MARKS) == 0
    page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", COVER)
    assert page.evaluate(MARKS) > 0  # what would cover the marks is noticed


def test_formulas_are_set_without_any_request(page, tick):
    text = r"So $x$ and $\frac{a}{b}$ and" + "\n\n" + r"$$\binom{n}{k} \le 1$$"
    notebook = make_harmless(answered(tick, essay=text))
    (row,) = rows([record(notebook=notebook)], {NAME: tick}, Policy(), {})
    page.set_content(feedback_page(row))
    letter, fraction, display = page.locator("math").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height)"
    )
    assert letter < fraction < display


CONTRAST = """() => {
  const parse = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const back = one => {
    for (; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  for (const one of document.querySelectorAll('body *')) {
    if (![...one.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const [a, b] = [light(parse(getComputedStyle(one).color)), light(back(one))].sort((x, y) => y - x);
    if ((a + .05) / (b + .05) < 4.5) found.add(`${one.tagName}.${one.className}: ${one.textContent.slice(0, 20)}`);
  }
  return [...found];
}"""
ORDER = """() => {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(one => +one.tagName[1]);
  return levels.filter((level, i) => i && level > levels[i - 1] + 1).length;
}"""


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_pages_can_be_read(page, tick, scheme):
    """Contrast as WCAG 2.2 asks (1.4.3), headings in order, words for pictures, heads for tables."""
    notebook = answered(
        tick, essay="# One\n\n**b** [a](https://example.org) `c`", own="# x\nf'{1}'"
    )
    notebook.cells[-1].outputs = [new_output("stream", text="\x1b[31mred\x1b[32mgreen\x1b[33my")]
    made = json.loads(json.dumps(make_harmless(notebook)))
    found = rows([record("ann", notebook=made, errors=("e",))], {NAME: tick}, Policy(), {})
    page.emulate_media(color_scheme=scheme)
    for html in (feedback_page(found[0]), summary_page(found)):
        page.set_content(html)
        assert page.evaluate(CONTRAST) == []
        assert page.evaluate(ORDER) == 0
        assert page.locator("h1").count() == 1 and page.locator("img:not([alt])").count() == 0
        assert page.locator("th:not([scope])").count() == 0
        assert (
            page.locator("th")
            .filter(has_not_text="x")
            .evaluate_all("all => all.filter(one => !one.textContent.trim()).length")
            == 0
        )


def test_a_summary_is_whole_where_the_system_chooses_the_colours(page, found):
    page.emulate_media(forced_colors="active")
    page.set_content(summary_page(found))
    colours = page.locator(".bars i").evaluate_all(
        "all => all.map(one => getComputedStyle(one).backgroundColor)"
    )
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert colours and paper not in colours
    labels = page.get_by_role("region").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len(set(labels)) == len(labels) > 2  # told apart when they are listed


@pytest.fixture(scope="module")
def formgrader(chromium, tick, tmp_path_factory):
    """Formgrader in a class's folder, as the README starts it, and its pages of submissions."""
    out = tmp_path_factory.mktemp("class") / "marks"
    store = Store(out)
    store.save(record("ann", notebook=hostile(tick), display=EVIL))
    ticks = tmp_path_factory.mktemp("source")
    make_tick(ticks)
    publish(out, {NAME: tick}, ticks)
    with sqlite3.connect(out / "gradebook.db") as book:
        ids = [one for (one,) in book.execute("select id from submitted_notebook")]
    port = free_port()
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root",
               f"--port={port}", f"--IdentityProvider.token={TOKEN}"]  # fmt: skip
    with running(command, port, out):
        origin = f"http://localhost:{port}"
        yield origin, [f"{origin}/formgrader/submissions/{one}/" for one in ids]


def test_nothing_acts_in_formgrader(page, formgrader):
    origin, addresses = formgrader
    page.route(lambda url: not url.startswith(origin), lambda route: route.abort())
    assert len(addresses) == 1
    page.goto(f"{addresses[0]}?token={TOKEN}")
    page.get_by_text("Table 1").first.wait_for()
    assert page.locator(".nbgrader_cell").count() > 3  # it is Formgrader, and there is the answer
    watched = Watched(page)
    before = page.url
    watched.press_all()
    assert not watched.acted()
    assert page.url.split("#")[0] == before.split("#")[0]
    assert (
        page.locator(":is(.rendered_html, .output) :is(script, iframe, form, svg, [style])").count()
        == 0
    )
    assert page.locator("input.score").first.is_visible()


def test_formgrader_s_links_lead_away_from_the_marker_s_machine(page, formgrader):
    _, addresses = formgrader
    page.route(lambda url: "localhost" not in url, lambda route: route.abort())
    page.goto(f"{addresses[0]}?token={TOKEN}")
    page.get_by_text("Table 1").first.wait_for()
    found = page.locator(":is(.rendered_html, .output) a[href]").evaluate_all(
        "all => all.map(one => one.href)"
    )
    assert all(url.startswith(("http://x.org/", "http://example.org", "mailto:")) for url in found)
