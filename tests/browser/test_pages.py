"""What students handed in, in a marker's browser: on the pages of a class, and in Formgrader."""

import json
import re
import sqlite3
import sys

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from labkit.checks.marking import Status
from labkit.instructor.grading.judging.render import make_harmless
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import rows
from labkit.instructor.grading.marks.pages import feedback_page, summary_page
from labkit.instructor.grading.marks.publish import publish
from labkit.instructor.grading.marks.store import Store
from tests.browser.driving import TOKEN, free_port, running
from tests.fuzz.tries import Watch, without_policy
from tests.instructor.grading.judging.test_clean_html import HOSTILE
from tests.instructor.grading.tiny import NAME, answered, make_tick, record

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


@pytest.fixture
def page(context):
    page = context.new_page()
    yield page
    page.close()


def test_nothing_on_the_pages_acts_even_without_their_policy(context, found):
    watch = Watch(context)
    for html in (*map(feedback_page, found), summary_page(found)):
        # The summary's own links to files are not pressed.
        html = re.sub('href="(?=feedback/|runs/|submitted/)', 'href="https://a.example/', html)
        assert watch.show(without_policy(html)) == []


@pytest.mark.parametrize(
    "html",
    [
        EVIL,
        f"<script>{ACT}</script>",
        f'<p class="own"><a href="javascript:{ACT}">x</a></p>',
        "<img src=http://elsewhere.invalid/x.png>",
        "<meta http-equiv=refresh content='0;url=http://elsewhere.invalid/'>",
    ],
)
def test_a_page_that_acts_would_be_noticed(context, html):
    assert Watch(context).show(html)


MARKS = """() => [...document.querySelectorAll('.total, .verdict > b, .marks td.number')].filter(one => {
  one.scrollIntoView({block: 'center'});
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + Math.min(9, box.width / 2), box.top + box.height / 2);
  return !(top && one.contains(top));
}).length"""


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


@pytest.fixture
def formgrader(chromium, tick, tmp_path):
    """The page of a submission in Formgrader, started in a class's folder as the README says."""
    out = tmp_path / "marks"
    Store(out).save(record("ann", notebook=hostile(tick), display=EVIL))
    make_tick(tmp_path / "ticks")
    publish(out, {NAME: tick})
    with sqlite3.connect(out / "gradebook.db") as book:
        ((submission,),) = book.execute("select id from submitted_notebook")
    port = free_port()
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root",
               f"--port={port}", f"--IdentityProvider.token={TOKEN}"]  # fmt: skip
    with running(command, port, out):
        yield f"http://localhost:{port}/formgrader/submissions/{submission}/"


def test_nothing_acts_in_formgrader_and_links_lead_away_from_the_marker_s_machine(page, formgrader):
    page.route(lambda url: "localhost" not in url, lambda route: route.abort())
    page.goto(f"{formgrader}?token={TOKEN}")
    page.get_by_text("Table 1").first.wait_for()
    assert page.locator(".nbgrader_cell").count() > 3  # it is Formgrader, and there is the answer
    written, before = page.locator(":is(.rendered_html, .output)"), page.url
    links = written.locator("a[href]").evaluate_all("all => all.map(one => one.href)")
    allowed = "http://x.org/", "http://example.org", "mailto:"
    assert links and all(url.startswith(allowed) for url in links)
    here = written.locator("a:not([href^=http], [href^=mailto]), button, summary, td")
    here.evaluate_all("found => found.slice(0, 400).forEach(one => one.click())")
    page.wait_for_timeout(200)
    assert not page.evaluate("window.HIT ?? 0")
    assert page.url.split("#")[0] == before.split("#")[0]
    assert written.locator(":is(script, iframe, form, svg, [style])").count() == 0
    assert page.locator("input.score").first.is_visible()
