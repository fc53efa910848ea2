"""Which submissions of a class are alike, from records to the page."""

import json

import nbformat
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nbformat.v4 import new_markdown_cell

from labkit.grading.review import similarity
from labkit.grading.review.pages import similarity_page
from labkit.grading.review.similarity import export, read_work, similarities
from labkit.grading.submission.bounded import Bounds
from labkit.grading.submission.restore import restored
from labkit.grading.submission.sanitize import prepared
from labkit.grading.submission.tick import load_tick
from tests.grading.tiny import NAME, answered, instructors_notebook, make_tick, record

GIVEN = "The sign test counts on how many of two hundred reviews one system is better than another."


@pytest.fixture(scope="module")
def ticks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ticks")
    make_tick(folder)
    notebook = instructors_notebook()
    notebook.cells.append(new_markdown_cell(GIVEN, id="given"))
    nbformat.write(notebook, folder / NAME / f"{NAME}.ipynb")
    return {NAME: load_tick(folder / NAME)}


@pytest.fixture
def here(monkeypatch):
    """Read submissions in this process: to start another takes longer than to read them."""
    monkeypatch.setattr(similarity, "bounded", lambda bounds, work, *given: work(*given))


def submission(ticks, student, code="", essay=None):
    notebook = answered(ticks[NAME], triple=None, essay=essay)
    for cell in notebook.cells:
        if cell.id == "double" and code:
            cell.source = code
    notebook = prepared(restored(notebook, ticks[NAME].notebook())[0])
    return record(student, notebook=json.loads(json.dumps(notebook)))


LOOP = """def double(n):
    total = 0
    for step in range(2):
        if step >= 0:
            total = total + n
    return int(total) if total else n - n
"""
RENAMED = """# mine
def double(number):

    s = 0   # zero
    for i in range(2):
            if i >= 0:
                s = s + number  # more
    return int(s) if s else number - number
"""
WHILE = """def double(n):
    sums, left = [n], 3
    while len(sums) < left - 1:
        sums.append(max(sums))
    assert sums, "nothing"
    return sum(sums)
"""
TEXT = (
    "We compared six systems and found that the linear one is better than the lexicon, while the "
    "difference between the others may be due to chance."
)
OWN = (
    "The test shows nothing here, because the corpus is small and so is the gain that it is about."
)

#: The code and the text of two students, and in what they are alike.
TWO = [
    ((LOOP, "x"), (RENAMED, "y"), ["code"]),
    ((LOOP, "x"), (RENAMED + "\nprint(double(4))", "y"), ["code"]),
    ((LOOP, "x"), (WHILE, "y"), []),
    (("", "x"), ("", "y"), []),
    ((LOOP.replace("(2)", "(2"), "x"), (RENAMED.replace("(2)", "(2"), "y"), ["code"]),
    ((LOOP, TEXT), (WHILE, f"My view.\n\n> {TEXT.upper()}  "), ["texts"]),
    ((LOOP, TEXT), (WHILE, OWN), []),
    ((f'{LOOP}r = """{TEXT}"""', "x"), (f"{WHILE}s = \'\'\'Well.\n{TEXT}\'\'\'", "y"), ["texts"]),
    ((LOOP, GIVEN), (WHILE, GIVEN), []),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "alike"), TWO)
def test_copies_are_found_and_what_the_course_gave_is_none(ticks, here, one, other, alike):
    found = similarities([submission(ticks, "a", *one), submission(ticks, "b", *other)], ticks)
    assert [(pair.kind, pair.students) for pair in found.pairs] == [(k, ("a", "b")) for k in alike]
    assert all(0.8 <= pair.share <= 1 for pair in found.pairs)


def test_short_submissions_are_counted_and_thresholds_count(ticks, here):
    records = [submission(ticks, name, LOOP, "Because.") for name in "ab"]
    found = similarities(records, ticks)
    assert (found.compared, found.short, len(found.pairs)) == (2, 2, 1)
    assert similarities(records, ticks, least=1000).short == 4
    half = [records[0], submission(ticks, "c", LOOP + WHILE.replace("double", "other"))]
    assert len(similarities(half, ticks).pairs) == 1  # all of the shorter one
    mixed = [submission(ticks, "d", LOOP[:90] + WHILE[40:]), records[0]]
    shares = [pair.share for pair in similarities(mixed, ticks, alike=0.1).pairs]
    assert 0.1 < shares[0] < 0.8 and not similarities(mixed, ticks).pairs


def test_what_many_have_comes_last(ticks, here):
    records = [submission(ticks, f"s{i}", LOOP) for i in range(8)]
    records += [submission(ticks, name, WHILE) for name in "ab"]
    rare, *common = similarities(records, ticks).pairs
    assert (rare.students, rare.common) == (("a", "b"), False)
    assert len(common) == 28 and all(pair.common and not pair.shown for pair in common)
    page = similarity_page(similarities(records, ticks))
    assert "What many have" in page and "s6, s7 (code, 100%)" in page


def test_the_page_marks_what_both_have(ticks, here):
    records = [
        submission(ticks, "ann", LOOP),
        submission(ticks, "bob", "seen = {}\n" * 9 + RENAMED),
    ]
    page = similarity_page(similarities(records, ticks), {"ann": "<b>Ann</b> (ann)"})
    assert "This is no verdict" in page and "&lt;b&gt;Ann&lt;/b&gt; (ann)" in page
    assert "total = total + n" in page.partition("<mark>")[2].partition("</mark>")[0]
    assert "2 compared, 2 too short to tell" in page


#: What is long, deep or odd.
HOSTILE = [
    "(" * 40_000, "x = " + "9" * 40_000, "if 1:\n" * 5_000, "f'" + "{" * 9_000, '"""' * 9_001,
    "\0 \u202e\ud800 \x1b[2J" * 900, "lambda:" * 9_000, "a\\\n" * 9_000, "İ" * 9_000, "</pre><script>f()</script>" * 900,
]  # fmt: skip


def test_hostile_submissions_cost_nobody_else(ticks):
    records = [submission(ticks, f"h{i}", text, text) for i, text in enumerate(HOSTILE)]
    records += [submission(ticks, name, LOOP) for name in ("ann", "bob")]
    found = similarities(records, ticks)
    assert ("ann", "bob") in [pair.students for pair in found.pairs]
    page = similarity_page(found)
    assert "<script" not in page and "\u202e" not in page


def test_what_takes_too_long_or_fails_costs_nobody_else(ticks, monkeypatch):
    monkeypatch.setattr(similarity, "BOUNDS", Bounds(1, 512, "compare"))
    monkeypatch.setattr(similarity, "read_work", read_or_hang)
    records = [submission(ticks, "a", LOOP), submission(ticks, "hang", "hang"), submission(ticks, "b", LOOP)]  # fmt: skip
    found = similarities(records, ticks)
    assert [pair.students for pair in found.pairs] == [("a", "b")]
    assert list(found.left_out) == [("hang", NAME)] and "seconds" in found.left_out["hang", NAME]
    assert "1 seconds" in similarity_page(found)


def read_or_hang(notebook, given=()):
    while any(cell.source == "hang" for cell in notebook.cells):
        pass
    return read_work(notebook, given)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip
@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_students_write_stays_text(ticks, here, one, other):
    evil = f"<script>f()</script><img src=x onerror=f()>{one}" * 2
    records = [submission(ticks, name, f"{evil}{x}", f"{evil}{x}") for name, x in (("a", one), ("b", other))]  # fmt: skip
    found = similarities(records, ticks, alike=0.05, passages=0.05)
    assert found.pairs
    page = similarity_page(found)
    assert "<script" not in page and "<img" not in page


def test_json_and_the_export_hold_all(ticks, here, tmp_path):
    records = [submission(ticks, name, LOOP, TEXT) for name in "ab"]
    found = json.loads(similarities(records, ticks).to_json())
    assert found["thresholds"] == {"least": 40, "code": 0.8, "texts": 0.4}
    pair = {"tick": NAME, "students": ["a", "b"], "share": 1.0, "common": False}
    assert found["pairs"] == [pair | {"kind": "code"}, pair | {"kind": "texts"}]
    export(records, ticks, tmp_path / "new")
    files = {path.relative_to(tmp_path / "new" / NAME).as_posix() for path in tmp_path.rglob("*.*")}
    folders = ("a", "b", "given by the course")
    assert files == {f"{place}/{name}" for place in folders for name in ("code.py", "texts.md")}
    odd = submission(ticks, "odd", "x = '\ud800 \u202e'")
    export([odd], {}, tmp_path / "odd")
    assert "202E" in (tmp_path / "odd" / NAME / "odd" / "code.py").read_text("utf8")
    assert LOOP in (tmp_path / "new" / NAME / "a" / "code.py").read_text()
    with pytest.raises(FileExistsError):
        export(records, ticks, tmp_path / "new")
