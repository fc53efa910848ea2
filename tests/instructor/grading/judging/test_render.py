"""A notebook as it is shown and stored: text, pictures, tables and formulas, and none of it acts."""

import sys
import time
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

import labkit
from labkit.instructor.grading.judging.clean_html import hide_paths
from labkit.instructor.grading.judging.render import (
    clean_outputs,
    highlighted,
    make_harmless,
    text_of,
)
from tests.instructor.grading.elements import Elements
from tests.instructor.grading.judging.test_clean_html import ESCAPED, EVIL, HOSTILE, PIXEL, wrapped

TABLE = "<table><tbody><tr><td>1</td></tr></tbody></table>"
OTHER = {"image/jpeg": PIXEL}


@pytest.mark.parametrize(("kind", "content", "left"), [
    ("text/plain", "a", "a"), ("text/plain", {"x": 1}, None), ("text/markdown", EVIL, None),
    ("text/html", TABLE, wrapped(TABLE)), ("text/html", f"<p>{EVIL}</p>", None),  # no table
    ("image/png", PIXEL, PIXEL), ("image/png", "\n/9j/4AAQ\n", "\n/9j/4AAQ\n"), ("image/png", "R0lGODlh", None),
    ("image/png", f'{PIXEL}"/>{EVIL}', None), ("image/svg+xml", "<svg onload='act()'/>", None),
])  # fmt: skip
def test_text_pictures_and_tables_stay_and_all_else_goes_with_its_output(kind, content, left):
    kept = {} if left is None else {kind: left}
    for data, wanted in (({kind: content}, kept), ({kind: content} | OTHER, kept | OTHER)):
        metadata = {"image/png": {"width": '1" onload="act()'}}
        output = {"output_type": "display_data", "data": data, "metadata": metadata}
        made = clean_outputs({"outputs": [nbformat.from_dict(output)]})
        assert [(each.data, each.metadata) for each in made] == [(wanted, {})] * bool(wanted)


def test_texts_streams_and_errors_stay_and_what_outputs_say_of_themselves_goes():
    text = new_markdown_cell("a < b, **bold** <!-- x -->")
    given = new_markdown_cell("<b>bold</b>", metadata={"given": True})  # the course's own
    code = new_code_cell("1", metadata={"nbgrader": {"grade_id": "one"}})
    error = new_output("error", ename="E", evalue=EVIL, traceback=["\x1b[31mred"])
    kept = [new_output("stream", text=EVIL), error]
    odd = [
        {"output_type": "stream", "name": EVIL, "text": ["a"]},
        {"output_type": "execute_result", "data": {"text/plain": "1"}, "execution_count": EVIL},
        {"output_type": "display_data", "data": EVIL},
        {"output_type": "error", "ename": 1, "evalue": None, "traceback": EVIL},
    ]
    notebook = new_notebook(cells=[code, text, given, new_raw_cell(EVIL)])
    code.outputs = kept + list(map(nbformat.from_dict, odd))
    made = make_harmless(notebook)
    nbformat.validate(nbformat.from_dict(made))
    shown, words, same, raw = made.cells
    assert shown.metadata == {"nbgrader": {"grade_id": "one"}, "html": highlighted("1")}
    assert shown.outputs[:2] == kept
    stream, result, error = shown.outputs[2:]
    assert (stream.name, stream.text, result.execution_count) == ("stdout", "", None)
    assert (error.ename, error.evalue, error.traceback) == ("", "", [])
    assert text_of(words) == text_of(text) == "a < b, **bold** <!-- x -->"
    assert "<strong>bold</strong>" in words.source and same == given
    assert (text_of(raw), raw.cell_type) == (EVIL, "markdown") and "<script>" not in raw.source


def stored(cells):
    return make_harmless(new_notebook(cells=list(cells)))


def page_of(notebook):
    """Formgrader's kind of template, with default settings."""
    return HTMLExporter(template_name="basic").from_notebook_node(notebook)[0]


def test_nbconvert_finds_nothing_to_render_in_what_is_stored():
    notebook = stored(map(new_markdown_cell, [*HOSTILE, *ESCAPED]))
    pages = page_of(notebook).split('<div class="cell ')[1:]
    for cell, shown in zip(notebook.cells, pages, strict=True):
        wanted, found = Elements(cell.source), Elements(f'<div class="{shown}')
        begin = found.found.index(("div", {"class": "tex2jax_ignore"}))
        assert found.found[begin:] == wanted.found and found.text.split() == wanted.text.split()


CODE = ["\n ", "\n \t", "(", "@", "a.", "f'{"]


@pytest.mark.parametrize("again", [CODE[0], *(pytest.param(c, marks=pytest.mark.slow) for c in CODE[1:])])  # fmt: skip
def test_hostile_code_costs_no_more_than_its_length_here_and_in_formgrader(again):
    times = [time.process_time()]
    for number in (1_000, 4_000):
        page_of(stored([new_code_cell(again * number)]))
        times.append(time.process_time())
    # Four times as much: the worst took 200 s for 100,000 characters, with the square of them.
    assert times[2] - times[1] < 12 * max(times[1] - times[0], 0.05)


def test_code_is_coloured_escaped_and_cut_and_many_empty_lines_are_left_out():
    made = highlighted("\nx = '<b>'  # &amp;\n")
    assert made.startswith("<div") and "</span>\n<span" in made and "<b>" not in made
    assert "&lt;b&gt;" in made and "&amp;amp;" in made
    codes = ["x = 1\n" * 3_000, "y = 2\n" * 9_000, "a" + "\n" * 1000 + "b", "a" + "\n" * 19 + "b"]
    short, long, empty, some = (c.source for c in stored(map(new_code_cell, codes)).cells)
    assert (short, some) == (codes[0], codes[3])
    assert long.startswith("y = 2") and "(34,000 more characters" in long
    assert empty == "a\n# (many empty lines are not shown)\nb"


def test_no_path_of_this_machine_is_in_the_outputs_of_our_run():
    path = f"{sys.prefix}/lib/python3/site-packages/numpy/core.py"
    outputs = [
        new_output("stream", text=path),
        new_output("error", ename="E", evalue=path, traceback=[f"File {path}:3"]),
        new_output("display_data", {"text/plain": path, "text/html": f"<table><td>{path}</table>"}),
    ]
    made = clean_outputs(new_code_cell(outputs=outputs), hide_paths)
    assert sys.prefix not in repr(made) and repr(made).count("…/lib/python3/site-packages") == 5
    lab = Path(labkit.__file__).parent
    assert hide_paths(f"{lab}/x.py {sys.base_prefix}/bin") == "…/labkit/x.py …/bin"
