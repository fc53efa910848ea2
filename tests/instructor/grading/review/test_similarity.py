"""Which submissions of a class are alike, from records to the page."""

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell

from labkit.instructor.grading.judging.tick import load_tick
from labkit.instructor.grading.review import similarity
from labkit.instructor.grading.review.pages import write_page
from labkit.instructor.grading.review.similarity import (
    THRESHOLDS,
    export_answers,
    find_similar,
    fingerprint,
    read_work,
)
from tests.instructor.grading.review.class_of import handed_in
from tests.instructor.grading.tiny import NAME, make_tick, notebook

GIVEN = "The sign test counts on how many of two hundred reviews one system is better than another."
LOOP = """total = 0
    for step in range(2):
        if step >= 0:
            total = total + n
    return int(total) if total else n - n"""
RENAMED = """# mine\n
    s = 0   # zero
    for i in range(2):
            if i >= 0:
                s = s + n  # more
    return int(s) if s else n - n"""
#: The copy with a statement behind each line that does nothing.
PADDED = RENAMED.replace("\n", "; pass\n    pass\n")
WHILE = """sums, left = [n], 3
    while len(sums) < left - 1:
        sums.append(max(sums))
    assert sums, "nothing"
    return sum(sums)"""
TEXT = "We compared six systems and found that the linear one is better than the lexicon, by luck."
#: What is long, deep or odd.
HOSTILE = [
    "(" * 40_000, "x = " + "9" * 40_000, "if 1:\n" * 5_000, "f'" + "{" * 9_000, '"""' * 9_001,
    "\0 \u202e\ud800 \x1b[2J" * 900, "lambda:" * 9_000, "a\\\n" * 9_000, "İ" * 9_000, "</pre><script>f()</script>" * 900,
]  # fmt: skip


@pytest.fixture(scope="module")
def ticks(tmp_path_factory):
    make_tick(folder := tmp_path_factory.mktemp("ticks"))
    made = notebook()
    made.cells.append(new_markdown_cell(GIVEN, id="given"))
    nbformat.write(made, folder / NAME / f"{NAME}.ipynb")
    return {NAME: load_tick(folder / NAME)}


@pytest.fixture
def same_process(monkeypatch):
    """Read submissions in this process: to start another takes longer than to read them."""
    monkeypatch.setattr(similarity, "in_child", lambda work, *given, **limits: work(*given))


def submission(ticks, student, code="", essay="x"):
    """The body of the function double, and the essay."""
    return handed_in(ticks[NAME], student, double=code or "pass", triple=None, essay=essay)


@pytest.fixture
def page_of(tmp_path):
    def page_of(pairs, left_out, **names):
        names = {who: who for pair in pairs for who in pair.students} | names
        about = {"thresholds": THRESHOLDS, "names": names}
        write_page(page := tmp_path / "similarity.html", pairs=pairs, left_out=left_out, **about)
        return page.read_text("utf8")

    return page_of


#: The code and the text of two students, and in what they are alike.
@pytest.mark.parametrize(("one", "other", "alike"), [
    ((LOOP, "x"), (RENAMED, "y"), ["code"]), ((LOOP, "x"), (RENAMED + "\nprint(double(4))", "y"), ["code"]),
    ((LOOP, "x"), (PADDED, "y"), ["code"]),
    ((LOOP.replace("(2)", "(2"), "x"), (RENAMED.replace("(2)", "(2"), "y"), ["code"]), (("", "x"), ("", "y"), []),
    ((LOOP, "x"), (WHILE, "y"), []), ((LOOP, TEXT), (WHILE, f"My view.\n\n> {TEXT.upper()}  "), ["texts"]),
    ((LOOP, TEXT), (WHILE, "The gain is as small as the corpus. " * 3), []), ((LOOP, GIVEN), (WHILE, GIVEN), []),
])  # fmt: skip
def test_copies_are_found_and_what_the_course_gave_is_none(ticks, same_process, one, other, alike):
    records = [submission(ticks, "a", *one), submission(ticks, "b", *other)]
    pairs, _ = find_similar(records, ticks)
    assert [(pair.kind, pair.students) for pair in pairs] == [(k, ("a", "b")) for k in alike]
    assert all(0.8 <= pair.share <= 1 for pair in pairs)


def test_short_submissions_are_named_and_thresholds_count(ticks, same_process, monkeypatch):
    a, b = (submission(ticks, name, LOOP, "Because.") for name in "ab")
    short = [f"{NAME}, {name}: too short to tell (texts)" for name in "ab"]
    assert find_similar([a, b], ticks)[1] == short
    longer = submission(ticks, "c", f"{LOOP}\n\ndef other(n):\n    {WHILE}")
    mixed = submission(ticks, "d", LOOP[:70] + "total = 1\n    " + WHILE)
    assert find_similar([longer, mixed, a], ticks)[0][0].students == (
        "c",
        "a",
    )  # all of the shorter
    monkeypatch.setitem(THRESHOLDS, "code", 0.1)
    pairs, _ = find_similar([mixed, a, b], ticks)
    assert [pair.students for pair in pairs] == [("a", "b"), ("d", "a"), ("d", "b")]
    assert all(0.1 < pair.share < 0.8 for pair in pairs[1:])
    read = read_work(nbformat.from_dict(a.notebook), ticks[NAME].notebook())
    own = fingerprint(*read["code"])
    for more in (0, 1):
        monkeypatch.setitem(THRESHOLDS, "least", own.token_coverage + more)
        assert len(find_similar([a, b], ticks)[0]) == 1 - more


def test_the_page_marks_what_both_have_and_what_many_have_comes_last(ticks, same_process, page_of):
    records = [submission(ticks, f"s{i}", LOOP) for i in range(8)]
    records += [submission(ticks, name, WHILE) for name in "ab"]
    pairs, _ = find_similar(records, ticks)
    assert len(pairs) == 29 and pairs[0].students == ("a", "b")
    page = page_of(pairs, [])
    assert page.count("100% of the shorter") == 29 and "more pairs" not in page
    assert "24 more pairs, whom many" in page_of(pairs * 6, [])
    bob = submission(ticks, "bob", "seen = {}\n    " * 9 + RENAMED)
    page = page_of(*find_similar([records[0], bob], ticks), s0="<b>Ann</b> (ann)")
    assert "total = total + n" in page.partition("<mark>")[2].partition("</mark>")[0]
    for shown in ("This is no verdict", "&lt;b&gt;Ann&lt;/b&gt; (ann), bob", "least 80% of the", "least 40% of the", "fewer than 40 ", "bob: too short to tell (texts)"):  # fmt: skip
        assert shown in page


@pytest.mark.slow
def test_hostile_submissions_cost_nobody_else(ticks, page_of):
    records = [submission(ticks, f"h{i}", text, text) for i, text in enumerate(HOSTILE)]
    act = "<script>f()</script><img src=x>" * 9
    records += [submission(ticks, name, LOOP, act) for name in ("ann", "bob")]
    pairs, left_out = find_similar(records, ticks)
    assert ("ann", "bob") in [pair.students for pair in pairs]
    page = page_of(pairs, left_out)
    assert not [text for text in ("<script", "<img", "\u202e") if text in page]


def test_the_export_holds_all(ticks, tmp_path):
    records = [submission(ticks, "a", LOOP, TEXT), submission(ticks, "odd", "x = '\ud800 \u202e'")]
    export_answers(records, ticks, tmp_path)
    folder = tmp_path / NAME
    assert {p.parent.name for p in folder.glob("*/texts.md")} == {"a", "given by the course", "odd"}
    assert LOOP in (folder / "a" / "code.py").read_text("utf8")
    assert "202E" in (folder / "odd" / "code.py").read_text("utf8")
    with pytest.raises(FileExistsError):
        export_answers(records, ticks, tmp_path)
