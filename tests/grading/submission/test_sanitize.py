"""What a student's notebook shows is text, pictures and plain tables, and none of it acts."""

import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from labkit.grading.submission.sanitize import cleaned, without_harm

EVIL = '<img src=x onerror="act()"><script>act()</script><a href="javascript:act()">x</a>'
PIXEL = "iVBORw0KGgo="


def shown(**data):
    """Give what is left of an output with these data."""
    output = new_output("display_data")
    output.data = {kind.replace("_", "/"): content for kind, content in data.items()}
    output.metadata = {"image/png": {"width": '1" onload="act()'}}
    notebook = new_notebook(cells=[new_code_cell()])
    notebook.cells[0].outputs = [output]  # as they are: no form is asked for here
    (cell,) = without_harm(notebook).cells
    return [dict(output.data) for output in cell.outputs if output.metadata == {}]


def test_text_pictures_and_tables_stay():
    table = "<table><tbody><tr><td>1</td></tr></tbody></table>"
    assert shown(text_plain="a") == [{"text/plain": "a"}]
    assert shown(image_png=PIXEL) == [{"image/png": PIXEL}]
    assert shown(text_html=table) == [{"text/html": table}]


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("application_javascript", "act()"),
        ("image_svg+xml", "<svg onload='act()'/>"),
        ("text_markdown", EVIL),
        ("text_latex", EVIL),
        ("text_html", f"<p>{EVIL}</p>"),  # no table
        ("image_png", f'x"/>{EVIL}'),
        ("image_png", {"x": 1}),
        ("text_plain", {"x": 1}),
    ],
)
def test_all_else_goes_and_its_output_with_it(kind, content):
    assert shown(**{kind: content}) == []
    assert shown(**{kind: content, "image_jpeg": PIXEL}) == [{"image/jpeg": PIXEL}]


def test_streams_and_errors_stay_as_they_are():
    outputs = [new_output("stream", text=EVIL), new_output("error", ename="E", evalue=EVIL)]
    (cell,) = without_harm(new_notebook(cells=[new_code_cell(outputs=outputs)])).cells
    assert cell.outputs == outputs


def test_a_text_is_read_as_it_was_written_but_holds_no_html():
    notebook = new_notebook(cells=[new_markdown_cell("a < b, a<b, <b>bold</b>, <!-- x -->")])
    (cell,) = without_harm(notebook).cells
    assert cell.source.replace("\u200b", "") == notebook.cells[0].source
    assert not re.search("<[a-z/!?]", cell.source)


def test_the_course_s_own_text_keeps_its_html():
    given = new_markdown_cell("<b>bold</b>", metadata={"given": True})
    assert without_harm(new_notebook(cells=[given])).cells == [given]


@pytest.mark.parametrize("html", [EVIL, f"<b>{EVIL}</b>", "<style>td {x}</style>", "<script>act()"])
def test_cleaning_leaves_no_code(html):
    assert "act" not in cleaned(html) and "td {" not in cleaned(html)


def test_cleaning_leaves_what_a_table_looks_like():
    html = '<table><tbody><tr><th colspan="2" style="x">head</th></tr></tbody></table>'
    assert cleaned(html) == html.replace(' style="x"', "")
