"""The pages: what is wanted is on them, nothing hidden is, and nothing in them acts."""

import re
from dataclasses import replace
from datetime import timedelta

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from labkit.checks import Hint
from labkit.checks.marking import Mark, Status
from labkit.grading.results.late import Lateness, Policy
from labkit.grading.results.marks import Manual, Row, rows
from labkit.grading.results.pages import (
    PARTIAL,
    POLICY,
    TEMPLATES,
    UNCONFINED,
    feedback_page,
    summary_page,
)
from labkit.grading.results.rulings import Kind, Ruling
from labkit.grading.submission.sanitize import prepared
from tests.grading.elements import Elements
from tests.grading.tiny import NAME, NOON, answered, graded, make_tick, record, refused

EVIL = '<img src=x onerror="act()"><script>act()</script><a href="javascript:act()">x</a>'
PIXEL = "iVBORw0KGgo="


@pytest.fixture(scope="module")
def ticks(tmp_path_factory):
    tick = make_tick(tmp_path_factory.mktemp("ticks"))
    return {tick.name: tick}


def harmless(notebook):
    return nbformat.from_dict(prepared(notebook))


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
    for words in ("ann", "2.5 of 5", "This is the square.", "2 of 4",
                  "the cell essay was missing", "A person reads this answer", "Because."):  # fmt: skip
        assert words in text, words
    assert "return" in text and "n * n" in re.sub(r"\s+", " ", text)
    assert f"data:image/png;base64,{PIXEL}" in html
    assert "770077" not in html and "880088" not in html and "KeyError" not in text
    assert UNCONFINED not in text


def test_the_run_and_its_errors_are_on_the_markers_page_alone(ticks):
    notebook = harmless(answered(ticks[NAME], own="1"))
    notebook.cells[-1].outputs = [new_output("stream", text="as handed in")]
    run = [[] for _ in notebook.cells[1:]] + [[new_output("stream", text="as run")]]
    made = record(notebook=notebook, run=tuple(run), errors=["cell 9: KeyError"])
    (row,) = rows([made], ticks, Policy(), {})
    pages = [assert_harmless(feedback_page(row, ran=ran)) for ran in (False, True)]
    for words in ("as run", "cell 9: KeyError", "For the marker alone"):
        assert [words in page for page in pages] == [False, True]
    assert [">as handed in<" in feedback_page(row, ran=ran) for ran in (False, True)] == [
        True,
        False,
    ]


LINE = (
    r'<tr><td>(.*?)</td>\s*<td class="number (\w*)">(.*?)</td>\s*<td>(.*?)</td><td>(.*?)</td></tr>'
)
BOX = r'<div class="verdict (\w*)"><b>(.*?)</b><p>(.*?)</p></div>'


def test_each_question_has_a_line_and_a_box_behind_its_cell(page):
    html = page(manual=Manual(comments={"double": "Neat."}))
    waits = "A person reads this answer."
    assert re.findall(LINE, html) == [
        ("double", "full", "2 of 2", "4 of 4", "Neat."),
        ("triple", "part", "0.5 of 1", "2 of 4", "This is the square."),
        ("essay", "part", "– of 2", "", waits),
    ]
    assert re.findall(BOX, html) == [
        ("full", "double: 2 of 2", "Neat."),
        ("part", "triple: 0.5 of 1", "This is the square."),
        ("part", "essay: – of 2", waits),
    ]
    assert "The run ended early" not in html


def test_what_earns_nothing_and_what_was_not_answered_is_said(page):
    html = page(written={"essay": False}, points={"triple": 0}, status=Status.TIMED_OUT)
    assert re.findall(LINE, html)[1:] == [
        ("triple", "none", "0 of 1", "2 of 4", "This is the square."),
        ("essay", "none", "0 of 2", "", "Not answered."),
    ]
    assert "The run ended early: timed out." in html and "Not final yet" not in html


def test_a_check_that_earns_nothing_says_below_its_cell_what_it_found(page, ticks):
    notebook = answered(ticks[NAME])
    marks = [
        *record().marks,
        Mark("words", 1, 2, 0, 0, Hint("sin", "For markers."), "Nothing was tested."),
    ]
    cells = [("words", {"solution": True}), ("words-check", {"locked": True})]
    for name, kind in cells:
        cell = new_code_cell("pass", id=name, metadata=graded(name, **kind))
        notebook.cells.append(cell)
    text = assert_harmless(page(notebook, marks=tuple(marks)))
    said = "wordsNothing was tested. 1 of 2 checks passed; this earns no points."
    assert " ".join(text.split()).count(said) == 1


def test_a_hint_goes_where_a_person_gave_all_points(page):
    html = page(manual=Manual({"triple": 1, "essay": 2}))
    assert re.findall(LINE, html)[1] == ("triple", "full", "1 of 1", "2 of 4", "")


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
    notebook.cells.append(new_markdown_cell("# My own words."))
    text = page(notebook)
    assert "¶" not in text  # what nbconvert puts behind headings, to link to them
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


BAR = r'<div>(\d*)\s*<i style="height: ([\d.]+)rem"></i></div>'


@pytest.mark.parametrize(
    ("out_of", "labels"),
    [
        (0, ["0"]),
        (5, ["0", "1", "2", "3", "4", "5"]),
        (14, [str(points) for points in range(15)]),
        (15, [f"{points}+" for points in range(0, 16, 2)]),
        (28, [f"{points}+" for points in range(0, 30, 2)]),
        (29, [f"{points}+" for points in range(0, 30, 3)]),
    ],
)
def test_the_bars_count_all_students_by_their_points(out_of, labels):
    earned = [0, 0.99, 1, 3, out_of, out_of]
    marked = [
        Row(record(f"s{i}"), {"double": points}, {"double": out_of}, Lateness())
        for i, points in enumerate(earned)
    ]
    html = summary_page(marked)
    lower = [float(label.rstrip("+")) for label in labels]
    counts = [0] * len(labels)
    for points in earned:
        counts[max(i for i, edge in enumerate(lower) if edge <= points)] += 1
    bars = re.findall(BAR, html)
    assert [int(count or 0) for count, _ in bars] == counts
    assert [float(h) for _, h in bars] == [round(7 * n / max(counts), 2) for n in counts]
    assert re.findall(r"<div>(\d+\+?)</div>", html) == labels
    told = [f"{count} with {label}" for count, label in zip(counts, labels, strict=True) if count]
    (picture,) = re.findall(r'role="img" aria-label="([^"]*)"', html)
    assert picture == f"How many students have how many points: {', '.join(told)}"


def test_the_summary_names_what_is_worth_a_look(ticks):
    found = rows(
        [
            record("ann"),
            record("bob", status=Status.TIMED_OUT),
            record("cat", repairs=("a cell was missing",)),
            record("dan", submitted=NOON + timedelta(days=1)),
            record("eve", submitted=NOON + timedelta(days=1, seconds=1)),
        ],
        ticks,
        Policy({NAME: NOON}, penalty_per_day=0.1),
        {},
    )
    worth = summary_page(found).partition("Worth a look")[2]
    assert re.findall(r"<tr><td>(\w+)</td><td>.*?</td><td>(.*?)</td></tr>", worth) == [
        ("bob", "the run ended early: timed out"),
        ("cat", "a cell was missing"),
        ("dan", "1 day late, 0.5 points less"),
        ("eve", "2 days late, 1 points less"),
    ]
    assert "Worth a look" not in summary_page(found[:1])


QUESTION = r"""<td>(\w+)</td>
<td class="number">(.*?)</td>
<td><div class="meter"><i style="width: (\d+)%"></i></div></td>
<td>(.*?)</td>"""


def test_the_hardest_question_comes_first_and_what_nobody_has_read_last(ticks):
    one = record("ann", points={"double": 1, "triple": 1})
    html = summary_page(rows([one, record("bob", points={"double": 0})], ticks, Policy(), {}))
    assert re.findall(QUESTION, html) == [
        ("double", "0.5 of 2", "25", "This is the square."),
        ("triple", "0.75 of 1", "75", "This is the square."),
        ("essay", "– of 2", "0", ""),
    ]


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


def test_late_work_does_not_bury_what_needs_a_look(ticks):
    late = [record(f"s{i}", submitted=NOON + timedelta(hours=1)) for i in range(30)]
    found = rows(
        [*late, record("zoe", repairs=("a cell was missing",)), refused("dan")],
        ticks,
        Policy({NAME: NOON}),
        {},
    )
    html = summary_page(found)
    places = [
        html.index(f"<h2>{name}</h2>") for name in ("Worth a look", "Not graded", NAME, "Late")
    ]
    assert places == sorted(places)
    assert html[places[0] : places[1]].count("<tr><td>") == 1
    assert html[places[3] :].count("1 day late") == 30


def test_a_time_that_nobody_knows_is_said(ticks):
    (row,) = rows([record(notebook=harmless(answered(ticks[NAME])))], ticks, Policy(), {})
    unknown = Row(row.record, row.earned, row.points_of, Lateness(unknown=True))
    assert "unknown: only the file's own time" in assert_harmless(summary_page([unknown]))
    undated = Row(replace(row.record, dated=False), row.earned, row.points_of, Lateness())
    assert "only the file itself tells" in assert_harmless(feedback_page(undated))
    assert "only the file itself tells" not in assert_harmless(feedback_page(row))


def test_what_a_student_wrote_or_printed_is_in_a_frame_that_says_so(page, ticks):
    notebook = answered(ticks[NAME], essay="12 of 12 points **essay: 2 of 2**")
    notebook.cells[3].outputs = [new_output("stream", text="12 of 12 points, too")]
    html = page(notebook)
    for text, whose in (("12 of 12 points <strong>", "text"), ("12 of 12 points, too", "output")):
        before = html[: html.index(text)]
        assert before.rindex(f"the student's own {whose}</p>") > before.rindex('class="box"')
    assert html.count("12 of 12") == 2
    assert not re.search(r'class="own[^>]*>(?:(?!</div>).)*class="(total|verdict)', html, re.DOTALL)


def test_names_are_shown_as_text_that_turns_nothing_round(ticks):
    named = record("ann", display=f"Ann\u202e {EVIL}", notebook=harmless(answered(ticks[NAME])))
    (row,) = rows([named], ticks, Policy(), {})
    odd = replace(refused("\u202eeve"), file=f"{EVIL}\u2066.ipynb", reason="\u202ewhy")
    for html in (feedback_page(row), summary_page([row, *rows([odd], ticks, Policy(), {})])):
        assert_harmless(html)
        assert not re.search("[\u202a-\u202e\u2066-\u2069]", html)
    assert "⟨202E⟩" in feedback_page(row) and "(ann)" in feedback_page(row)


def test_partial_credit_is_explained_where_there_is_some(page):
    assert PARTIAL in page() and PARTIAL not in page(points={"triple": 1})


def test_a_ruling_is_told_to_the_student(ticks):
    (row,) = rows([record(notebook=harmless(answered(ticks[NAME])))], ticks, Policy(), {})
    ruled = replace(row, ruled={"triple": Ruling(NAME, "triple", Kind.WAIVE, 0.0, f"wrong {EVIL}")})
    assert "wrong <img" in assert_harmless(feedback_page(ruled))


def test_the_policy_leaves_no_way_out():
    assert {"default-src 'none'", "base-uri 'none'", "form-action 'none'"} <= set(
        POLICY.split("; ")
    )
