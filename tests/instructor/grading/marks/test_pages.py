"""The pages: what is wanted is on them, nothing hidden is, and nothing in them acts."""

import random
import re
from dataclasses import replace
from datetime import timedelta

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from labkit.checks import Hint
from labkit.checks.marking import Mark, Status
from labkit.instructor.grading.judging.render import make_harmless
from labkit.instructor.grading.marks.late import Lateness, Policy
from labkit.instructor.grading.marks.marks import MARKED_LATE, Manual, Row, rows
from labkit.instructor.grading.marks.pages import POLICY, analysis, feedback_page, summary_page
from labkit.instructor.grading.marks.rulings import Kind, Ruling
from tests.instructor.grading.elements import Elements
from tests.instructor.grading.judging.test_clean_html import EVIL, PIXEL
from tests.instructor.grading.tiny import NAME, NOON, SQUARE, answered, graded, record, refused

FORMGRADER = "http://localhost:8888/formgrader"
#: Where links of the summary lead: beside it, and to Formgrader on the same machine.
LINK = re.compile(rf"(feedback|runs|submitted)/[\w%/.+-]*|{FORMGRADER}[\w%/.+-]*")
LINE = r'<td>([^<]*)</td>\s*<td class="number (\w*)">(.*?)</td>\s*<td>(.*?)</td><td>(.*?)</td></tr>'
BOX = r'<div class="verdict (\w*)"><b>(.*?)</b><p>(.*?)</p></div>'
WAITS = "A person reads this answer."


@pytest.fixture
def row(ticks):
    def row(notebook=None, manual=None, **changes):
        shown = nbformat.from_dict(make_harmless(notebook or answered(ticks[NAME])))
        made = record(notebook=shown, **changes)
        return rows([made], ticks, Policy(), {(made.student, NAME): manual or Manual()})[0]

    return row


def assert_harmless(html):
    """Return the text of a page in which nothing acts, in one line."""
    elements = Elements(html)
    for tag, attributes in elements.found:
        assert tag not in ("script", "iframe", "object", "embed", "form", "link", "base", "svg")
        assert not [name for name in attributes if name.startswith("on")]
        for name in ("src", "href", "action"):
            value = attributes.get(name) or "data:image/"
            assert value.startswith("data:image/") or (tag == "a" and LINK.fullmatch(value))
    assert ("meta", {"http-equiv": "Content-Security-Policy", "content": POLICY}) in elements.found
    return " ".join(elements.text.split())


def test_feedback_has_own_words_and_outputs_in_frames_that_say_so(row, ticks):
    notebook = answered(ticks[NAME], essay="12 of 12 points **essay: 2 of 2**")
    notebook.cells[0].metadata = {"given": True}
    picture = new_output("display_data", data={"image/png": PIXEL})
    notebook.cells[3].outputs = [new_output("stream", text="12 of 12 points, too"), picture]
    given = new_code_cell(metadata={"given": True}, outputs=[new_output("stream", text="by a given cell")])  # fmt: skip
    notebook.cells += [new_markdown_cell("# My own words."), given]
    html = feedback_page(row(notebook))
    text = assert_harmless(html)
    assert f"data:image/png;base64,{PIXEL}" in html and "<h3>My own words." in html
    assert "by a given cell" in text and "Tiny" not in text and "770077" not in text
    for text, whose, cell in (("points <strong>", "text", 7), ("points, too", "output", 4)):
        own = html[: html.index(text)].rpartition('class="box"')[2]
        assert f'own {whose}, cell {cell}"' in own and f"the student's own {whose}</p>" in own
    assert html.count("12 of 12") == 2
    assert not re.search(r'class="own[^>]*>(?:(?!</div>).)*class="(total|verdict)', html, re.DOTALL)


def test_the_run_its_errors_and_what_hints_knew_are_on_the_markers_page_alone(row, ticks):
    notebook = answered(ticks[NAME], own="1")
    notebook.cells[-1].outputs = [new_output("stream", text="as handed in")]
    run = [[] for _ in notebook.cells[1:]] + [[new_output("stream", text="as run")]]
    marks = (Mark("double", 1, 4, 0.5, 2, Hint("k", "Of 770077."), "Of a hidden case."),)
    made = row(notebook, run=tuple(run), errors=["cell 9: KeyError"], marks=marks)
    theirs, ours = (assert_harmless(feedback_page(made, ran=ran)) for ran in (False, True))
    for words in ("as run", "cell 9: KeyError", "For the marker alone", "Of 770077."):
        assert words in ours and words not in theirs
    for words in ("output as handed in", "Of a hidden case."):
        assert words in theirs and words not in ours
    assert "text as handed in" not in ours


def test_each_question_has_a_line_and_a_box_behind_its_cell(row, ticks):
    notebook = answered(ticks[NAME])  # with a check that earns nothing
    words = Mark("words", 1, 2, 0, 0, Hint("sin", "For markers."), "Nothing was tested.")
    for name, kind in ("words", {"solution": True}), ("words-check", {"locked": True}):
        notebook.cells.append(new_code_cell("pass", id=name, metadata=graded(name, **kind)))
    made = row(notebook, Manual(comments={"double": "Neat."}), marks=(*record().marks, words))
    html = feedback_page(made)
    assert re.findall(LINE, html) == [
        ("double", "full", "2 of 2", "4 of 4", "Neat."),
        ("triple", "part", "0.5 of 1", "2 of 4", SQUARE), ("essay", "part", "– of 2", "", WAITS),
    ]  # fmt: skip
    assert re.findall(BOX, html) == [
        ("full", "double: 2 of 2", "Neat."), ("part", "triple: 0.5 of 1", SQUARE), ("part", "essay: – of 2", WAITS),
        ("part", "words", "Nothing was tested. 1 of 2 checks passed; this earns no points."),
    ]  # fmt: skip
    html = feedback_page(row(written={"essay": False}, points={"triple": 0}))
    none = ("triple", "none", "0 of 1", "2 of 4", SQUARE)
    assert re.findall(LINE, html)[1:] == [none, ("essay", "none", "0 of 2", "", "Not answered.")]


@pytest.mark.parametrize(("changes", "words"), [
    ({"late": Lateness(1, 0.1)}, "3 points for the work, less 0.5 because it came 1 day late"),
    ({"marked_late": True, "late": Lateness(unknown=True)}, f"{MARKED_LATE}; nothing is taken"),
    ({"excused": "ill"}, "Excused: ill. These points do not count."),
    ({"ruled": {"triple": Ruling(NAME, "triple", Kind.WAIVE, 0, f"wrong {EVIL}")}}, "wrong <img"),
    ({"by_hand": Manual(comments={"essay": f"Well put. {EVIL}"})}, "Well put. <img"),
    ({"confined": False}, "run without confinement (--unsafe)"),
    ({"earned": {"triple": 0.5, "essay": None}}, "corrected for guessing"),
])  # fmt: skip
def test_what_is_not_as_usual_is_told_to_the_student(row, changes, words):
    of_row = {name: changes[name] for name in changes if name in Row.__dataclass_fields__}
    of_record = {name: changes[name] for name in changes if name not in of_row}
    usual = {"points": {"triple": 1}}
    assert words in assert_harmless(feedback_page(replace(row(**usual, **of_record), **of_row)))
    assert words not in assert_harmless(feedback_page(row(**usual)))


def test_nothing_that_a_student_wrote_acts(row, ticks):
    notebook = answered(ticks[NAME], essay=EVIL)
    own = new_code_cell(f"print('{EVIL}')", id="own")
    kinds = ("text/html", "text/plain", "text/markdown", "image/png", "image/svg+xml")
    own.outputs = [new_output("display_data", data={kind: EVIL}) for kind in kinds]
    error = new_output("error", ename=EVIL, evalue=EVIL, traceback=[EVIL, f"\x1b[31m{EVIL}"])
    own.outputs += [error, new_output("stream", text=EVIL)]
    links = new_markdown_cell(f"{EVIL}\n\n[x](javascript:act())\n\n![p](http://x/p)")
    notebook.cells += [own, links]
    made = row(
        notebook, student=EVIL, errors=[EVIL], repairs=[EVIL], status=Status.FAILED, reason=EVIL,
        file=EVIL, display=f"\u202eAnn\x1b {EVIL}",
    )  # fmt: skip
    odd = replace(refused(EVIL, EVIL), file=f"{EVIL}\u2066.ipynb", reason="\u202ewhy")
    summary = summary_page([made, *rows([odd], ticks, Policy(), {})])
    for html in (feedback_page(made), feedback_page(made, ran=True), summary):
        assert "⟨202E⟩Ann⟨001B⟩" in assert_harmless(html)
        assert not re.search("[\u202a-\u202e\u2066-\u2069\x1b]", html)


@pytest.mark.parametrize(("out_of", "counts"), [
    (0, "6 with 0"), (14, "2 with 0, 1 with 1, 1 with 3, 2 with 14"), (15, "3 with 0+, 1 with 2+, 2 with 14+"),
])  # fmt: skip
def test_the_bars_count_all_students_by_their_points(out_of, counts):
    earned, of = [0, 0.99, 1, 3, out_of, out_of], {"a": out_of}
    html = summary_page([Row(record(f"s{p}"), {"a": p}, of, Lateness()) for p in earned])
    assert f'role="img" aria-label="How many students have how many points: {counts}"' in html


def test_the_summary_has_what_costs_marks_first_and_leads_to_each_students_files(ticks):
    read = {"written": {"essay": False}}
    records = [
        record("ann", **read), record("bob"), record("cat", **read, dated=False, marked_late=True),
        record("dan", **read), record("eve", **read, status=Status.TIMED_OUT, confined=False),
        record("fay", **read, repairs=("an id",)), record("gus", submitted=NOON + timedelta(1, 1)),
    ]  # fmt: skip
    found = rows(records, ticks, Policy({NAME: NOON}, penalty_per_day=0.1), {})
    found[3] = replace(found[3], excused="ill")
    html = summary_page(found)
    order = ["gus", "cat", "dan", "eve", "bob", "fay", "ann"]
    assert re.findall('<a href="feedback/(.*?)/', html) == order
    text, usual = assert_harmless(html), assert_harmless(summary_page(found[:1]))
    for words in (MARKED_LATE, "excused: ill", "\u2013 of 5", "run without confinement (--unsafe)",
                  "2 days late, 1 points less", "2 of them with answers to read"):  # fmt: skip
        assert words in text and words not in usual, words
    html = summary_page(rows([record("a@x")], ticks, Policy(), {}))
    assert re.findall('<a href="([^"]*)"', html) == [
        FORMGRADER, f"feedback/a%40x/{NAME}/{NAME}.html", f"runs/a%40x/{NAME}.html",
        f"submitted/a%40x/{NAME}/{NAME}.ipynb", f"{FORMGRADER}/manage_students/a%40x/{NAME}",
    ]  # fmt: skip


OUT_OF = {"a": 2.0, "b": 3.0, "c": 5.0}
DRAW = random.Random(14)
TABLE = [[DRAW.randint(0, int(most)) for most in OUT_OF.values()] for _ in range(40)]


def items_of(table, out_of=OUT_OF):
    """Analyse one row a student; a question that nobody has read has None."""
    earned = [dict(zip(out_of, points, strict=True)) for points in table]
    return analysis([Row(record(f"s{n}"), e, out_of, Lateness()) for n, e in enumerate(earned)])


def test_difficulty_and_discrimination_are_those_of_numpy():
    scores = np.array(TABLE, float)
    items = items_of(TABLE)
    assert list(items.difficulty) == sorted(items.difficulty)
    for column, (question, out_of) in enumerate(OUT_OF.items()):
        item, points = items.loc[question], scores[:, column]
        rest = scores.sum(axis=1) - points
        assert item.difficulty == pytest.approx(points.mean() / out_of)
        assert item.discrimination == pytest.approx(np.corrcoef(points, rest)[0, 1])
        assert item.lost == out_of * 40 - points.sum()
        assert item.answers == 40 and item.out_of == out_of
    # Answers that nobody has read are left out.
    read = [[2, 0, 5], [1, 3, 1], [0, 1, 0]] * 10
    items = items_of([*read, *[[2, 3, None]] * 7])
    assert items.answers["c"] == 30 and items.lost["c"] == 90
    # Where an answer is unread, what is known is held against what could be earned of it.
    known = [(a, (b + c) / 8) for a, b, c in read] + [(2, 1.0)] * 7
    expected = np.corrcoef(*zip(*known, strict=True))[0, 1]
    assert items.discrimination["a"] == pytest.approx(expected)
    none = items_of([[2, 3, None]] * 12).iloc[-1]
    assert (none.name, none.lost, none.answers) == ("c", 0, 0) and np.isnan(none.difficulty)


def test_of_few_answers_or_equal_ones_or_one_question_no_correlation_is_claimed():
    assert items_of(TABLE[:9]).discrimination.isna().all()
    assert items_of(TABLE[:10]).discrimination.notna().all()
    same = items_of([[1, b, c] for _, b, c in TABLE]).discrimination
    assert np.isnan(same["a"]) and not np.isnan(same["b"])
    shares = [5 / 12, 5 / 6, 0.1]  # of eleven such numbers, the mean is another number in floats
    assert items_of([shares] * 11).discrimination.isna().all()
    alone = items_of([[n % 3] for n in range(20)], {"a": 2.0}).loc["a"]
    assert np.isnan(alone.discrimination) and alone.lost == 21
    left_out = items_of([[0.0, n % 2] for n in range(20)], {"a": 0.0, "b": 1.0}).iloc[-1]
    assert left_out.name == "a" and np.isnan(left_out.difficulty) and left_out.lost == 0
    extra = items_of([[3, 0, 5], [1, 3, 5]]).loc["a"]  # more than all
    assert extra.lost == 1 and extra.difficulty == 1
