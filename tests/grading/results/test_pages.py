"""The pages: what is wanted is on them, nothing hidden is, and nothing in them acts."""

import re
from html.parser import HTMLParser

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from labkit.checks.marking import Status
from labkit.grading.results.late import Lateness, Policy
from labkit.grading.results.marks import Manual, Row, rows
from labkit.grading.results.pages import (
    POLICY,
    TEMPLATES,
    UNCONFINED,
    feedback_page,
    summary_page,
)
from labkit.grading.submission.sanitize import cleaned, without_harm
from tests.grading.tiny import NAME, answered, make_tick, record, refused

EVIL = '<img src=x onerror="act()"><script>act()</script><a href="javascript:act()">x</a>'
PIXEL = "iVBORw0KGgo="


@pytest.fixture(scope="module")
def ticks(tmp_path_factory):
    tick = make_tick(tmp_path_factory.mktemp("ticks"))
    return {tick.name: tick}


def harmless(notebook):
    return nbformat.from_dict(without_harm(notebook))


@pytest.fixture
def page(ticks):
    def page(notebook=None, manual=None, **changes):
        notebook = harmless(notebook or answered(ticks[NAME]))
        (row,) = rows(
            [record(notebook=notebook, **changes)],
            ticks,
            Policy(),
            {("ann", NAME): manual or Manual()},
        )
        return feedback_page(row)

    return page


class Elements(HTMLParser):
    """All elements of a page with their attributes, and its visible text."""

    def __init__(self, html):
        super().__init__()
        self.found, self.text = [], ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.text += data


def assert_harmless(html):
    elements = Elements(html)
    for tag, attributes in elements.found:
        assert tag not in ("script", "iframe", "object", "embed", "form", "link", "base", "svg")
        assert not [name for name in attributes if name.startswith("on")]
        for name in ("src", "href", "action"):
            assert (attributes.get(name) or "data:image/").startswith("data:image/")
    assert ("meta", {"http-equiv": "Content-Security-Policy", "content": POLICY}) in elements.found
    assert "http://" not in re.sub(r">[^<]*<", "><", html)
    return elements.text


def test_feedback_has_points_hints_code_and_outputs(page, ticks):
    notebook = answered(ticks[NAME], triple="return n * n")
    notebook.cells[3].outputs = [new_output("stream", text="6\n")]
    notebook.cells[3].outputs.append(new_output("display_data", data={"image/png": PIXEL}))
    html = page(notebook, errors=["cell 9: KeyError: 'a'"], repairs=["the cell essay was missing"])
    text = assert_harmless(html)
    for words in ("ann", "2.5 of 5", "This is the square.", "2 of 4", "cell 9: KeyError",
                  "the cell essay was missing", "A person reads this answer", "Because."):  # fmt: skip
        assert words in text, words
    assert "return" in text and "n * n" in re.sub(r"\s+", " ", text)
    assert f"data:image/png;base64,{PIXEL}" in html
    assert "770077" not in html and "880088" not in html
    assert UNCONFINED not in text


def test_the_style_sheet_is_in_the_page_as_it_was_written(page, ticks):
    sheet = (TEMPLATES / "pages.css").read_text(encoding="utf8")
    for html in (page(), summary_page([])):
        assert f"<style>\n{sheet}" in html


def test_marks_by_hand_and_comments_are_shown(page):
    text = assert_harmless(page(manual=Manual({"essay": 1.5}, {"essay": f"Well put. {EVIL}"})))
    assert "4 of 5" in text and "1.5 of 2" in text and "Well put." in text
    assert "Not final" not in text


def test_an_unconfined_run_is_said(page, ticks):
    assert UNCONFINED in assert_harmless(page(confined=False))
    found = rows([record(confined=False)], ticks, Policy(), {})
    assert "--unsafe" in assert_harmless(summary_page(found))


def test_the_course_s_own_text_is_left_out(page, ticks):
    notebook = answered(ticks[NAME])
    notebook.cells[0].metadata = {"given": True}
    notebook.cells.append(new_markdown_cell("My own words."))
    text = page(notebook)
    assert "My own words." in text and "Tiny" not in Elements(text).text


def test_lateness_is_explained(ticks):
    (row,) = rows([record(notebook=harmless(answered(ticks[NAME])))], ticks, Policy(), {})
    late = Row(row.record, row.earned, row.points_of, Lateness(days=1, penalty=0.1))
    text = " ".join(assert_harmless(feedback_page(late)).split())
    assert "2 of 5" in text
    assert "2.5 points for the work, less 0.5 because it came 1 day late" in text


def test_nothing_that_a_student_wrote_acts(page, ticks):
    notebook = answered(ticks[NAME], essay=EVIL)
    own = new_code_cell(f"print('{EVIL}')", id="own")
    data = [
        {
            "text/html": f"<table onclick='act()'><tr><th style='x'>head</th><td>{EVIL}</td></tr></table>"
        },
        {"application/javascript": "act()", "text/plain": "script"},
        {"image/svg+xml": f"<svg onload='act()'>{EVIL}</svg>"},
        {"text/markdown": EVIL, "text/latex": EVIL},
        {"image/png": f'x"/>{EVIL}', "text/plain": "picture"},
        {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}, "text/plain": "widget"},
    ]
    own.outputs = [new_output("display_data", data=d) for d in data]
    own.outputs[4].metadata = {
        "image/png": {"width": '1" onload="act()'},
        "filenames": {"image/png": "http://x"},
    }
    own.outputs += [
        new_output("stream", text=EVIL),
        new_output("error", ename=EVIL, evalue=EVIL, traceback=[EVIL, f"\x1b[31m{EVIL}"]),
        new_output("execute_result", data={"text/plain": EVIL}),
    ]  # fmt: skip
    notebook.cells += [
        own,
        new_markdown_cell(f"{EVIL}\n\n[x](javascript:act())\n\n![p](http://x/p)"),
    ]
    html = page(
        notebook,
        student=EVIL,
        errors=[EVIL],
        repairs=[EVIL],
        status=Status.FAILED,
        reason=EVIL,
        file=EVIL,
    )
    text = assert_harmless(html)
    assert "head" in text and "script" in text and "picture" in text
    assert_harmless(
        summary_page(rows([record(EVIL, repairs=[EVIL]), refused(EVIL, EVIL)], ticks, Policy(), {}))
    )


def test_a_text_is_read_as_it_was_written_but_holds_no_html():
    notebook = nbformat.v4.new_notebook(
        cells=[new_markdown_cell("a < b, a<b, <b>bold</b>, <!-- x -->")]
    )
    (cell,) = without_harm(notebook).cells
    assert cell.source.replace("\u200b", "") == notebook.cells[0].source
    assert not re.search("<[a-z/!?]", cell.source)


@pytest.mark.parametrize("html", [EVIL, f"<b>{EVIL}</b>", "<style>td {x}</style>", "<script>act()"])
def test_cleaning_leaves_no_code(html):
    assert "act" not in cleaned(html) and "td {" not in cleaned(html)


def test_the_summary_shows_marks_hints_and_what_was_not_graded(ticks):
    records = [record("ann"), record("bob"), record("cat", points={"double": 0})]
    text = " ".join(
        assert_harmless(summary_page(rows([*records, refused("dan")], ticks, Policy(), {}))).split()
    )
    assert "3 graded, 3 waiting" in text and "1 file not graded" in text
    assert "mean 1.83, median 2.5, of 5; 3 of them with answers to be read" in text
    hardest = text.index("triple"), text.index("double"), text.index("essay")
    assert hardest == tuple(sorted(hardest))  # what nobody has read comes last
    assert "0.5 of 1" in text and "1.33 of 2" in text
    assert re.search(r"3 ?triple ?This is the square\.", text)
    assert "refused: the file is empty" in text
