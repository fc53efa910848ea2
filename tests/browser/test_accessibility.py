"""People who listen, enlarge, have no mouse or see little contrast can use the pages of a class."""

import json
import re
from pathlib import Path

import pytest
from nbformat.v4 import new_output

from labkit.checks.marking import Status
from labkit.instructor.grading.judging.render import make_harmless
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import rows
from labkit.instructor.grading.marks.pages import feedback_page, summary_page
from tests.browser.accessibility import unreadable, violations
from tests.instructor.grading.tiny import NAME, answered, make_tick, record

pytestmark = pytest.mark.slow

#: What a student may well write and print.
WRITTEN = (
    "# My answer\n\nI think **so**, see [the paper](https://example.org/paper) and `code`; $x^2$.\n\n"
    "| system | accuracy |\n|---|---|\n| A | 0.7 |\n\n1. first\n2. second\n"
)
TABLE = "<table><thead><tr><th></th><th>a</th></tr></thead><tr><th>0</th><td>1</td></tr></table>"
PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)
#: Of IPython, in colours of 256 that hardly any paper suits; and code that is longer than its frame.
TRACEBACK = [
    "\x1b[38;5;196m---\x1b[39m",
    "\x1b[48;5;228m\x1b[38;5;28;01mreturn\x1b[39m\x1b[92mx\x1b[0m",
]
LONG = "\n".join(f"value_{number} = {number}  # a step" for number in range(120))


@pytest.fixture
def tab(browser):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    yield page
    page.close()


def test_a_page_that_keeps_people_out_is_noticed(tab):
    tab.set_content(
        "<html lang=en><title>x</title><main><h1>x</h1><img src='data:,'><input>"
        "<p style='color:#ccc; background:#fff'>faint</p><div id=other><button></button></div>"
    )
    kinds = [
        "critical button-name",
        "critical image-alt",
        "critical label",
        "serious color-contrast",
    ]
    faint = ["dark: contrast 1.6: p: faint", "light: contrast 1.6: p: faint"]
    found = violations(tab)
    assert [line.split(":")[0] for line in found[:4]] == kinds
    assert [line.rpartition(":")[0] for line in found[4:]] == faint
    assert violations(tab, exclude=["#other"]) == found[1:]
    assert violations(tab, "#other") == [found[0], "dark: no text", "light: no text"]


def test_what_cannot_be_read_is_noticed_and_nothing_else(tab):
    page = Path(__file__).with_name("contrast.html")
    tab.goto(page.as_uri())
    found = unreadable(tab)
    light = [line.removeprefix("light: ") for line in found if line.startswith("light")]
    assert [line.removeprefix("dark: ") for line in found if line.startswith("dark")] == light
    faint = re.findall(r"\b\d\.\d [a-z ]+", page.read_text(encoding="utf8"))
    said = [re.search(r"contrast (\d\.\d): .*?(\d\.\d [a-z ]+)", line) for line in light]
    assert sorted(match[2] for match in said if match) == sorted(faint)
    assert all(match[1] == match[2][:3] for match in said if match)
    others = [line for line, match in zip(light, said, strict=True) if not match]
    assert others == [
        "contrast 1.5: li.pale::marker: the mark of a list: rgb(51,51,51) on rgb(17,17,17)",
        "covered or cut off: p: cut off",
        "covered or cut off: p: covered",
    ]


@pytest.fixture(scope="module")
def class_pages(tmp_path_factory):
    """Of a class of three: one with everything, one who is late and stopped, one with nothing done."""
    tick = make_tick(tmp_path_factory.mktemp("ticks"))
    notebook = answered(tick, essay=WRITTEN, own=f"# mine\nprint(f'{{1}}')  # and more\n{LONG}")
    notebook.cells[-1].outputs = [
        new_output("stream", text="\x1b[31mred\x1b[32mgreen\x1b[33myellow\x1b[34mblue\n" * 80),
        new_output("stream", name="stderr", text="a warning\n"),
        new_output("display_data", data={"text/html": TABLE, "text/plain": "0 1"}),
        new_output("display_data", data={"image/png": PICTURE, "text/plain": "<Figure>"}),
        new_output("error", ename="ValueError", evalue="x", traceback=TRACEBACK),
    ]
    made, empty = (
        json.loads(json.dumps(make_harmless(each))) for each in (notebook, tick.notebook())
    )
    told = {"errors": ("cell 3: ValueError",), "repairs": ("a check cell was put back",)}
    stopped = {"status": Status.TIMED_OUT, "reason": "it ran too long"}
    found = [record("ann", notebook=made, **told), record("bob", notebook=made, **stopped)]
    marked = rows([*found, record("cem", notebook=empty)], {NAME: tick}, Policy(), {})
    shown = [feedback_page(row, ran=ran) for row in marked for ran in (False, True)]
    return [*shown, summary_page(marked)]


#: Heads without a scope, headings that skip a level, and pages without one heading of the first.
DISORDER = """() => {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(one => +one.tagName[1]);
  return [document.querySelectorAll('th:not([scope], .own th)').length, levels.filter(level => level === 1).length,
          levels.filter((level, i) => i && level > levels[i - 1] + 1).length];
}"""


def test_pages_of_a_class(tab, class_pages):
    for html in class_pages:
        tab.set_content(html)
        assert violations(tab) == []
        assert tab.evaluate(DISORDER) == [0, 1, 0]


def test_a_page_that_may_run_no_script_is_measured_as_well(tab):
    """As feedback is on a hub: what waits for its own script there would wait for ever."""
    headers = {"Content-Type": "text/html", "Content-Security-Policy": "sandbox"}
    tab.route(
        "**/*", lambda route: route.fulfill(headers=headers, body="<p style='color:#ccc'>faint")
    )
    tab.goto("http://feedback.example/")
    assert ["p: faint" in line for line in unreadable(tab)] == [True, True]
