"""Answers dealt to markers, their worksheets, and what follows from these."""

import re
from dataclasses import replace
from itertools import product

import pandas as pd
import pytest

from labkit.agreement import fleiss_kappa
from labkit.instructor.grading.marks.store import Store
from labkit.instructor.grading.review import load_class, markers
from labkit.instructor.grading.review.markers import (
    THIRD,
    Answer,
    load_answers,
    measure_agreement,
    share,
)
from labkit.instructor.grading.review.rubric import Item, RubricQuestion
from tests.instructor.grading.review.class_of import class_of, handed_in
from tests.instructor.grading.tiny import NAME, refused

ESSAY = RubricQuestion("essay", 3, {name: Item(f"Is {name}", 1.0) for name in ("a", "b", "c-1")})


@pytest.fixture
def folder(tmp_path):
    """The folder of review of a class of four."""
    essays = {"ann": "Same.", "bob": "Same.", "cat": None, "dan": "Ünder.\nTwo"}
    return class_of(tmp_path, essays, tables=False)[1] / "review" / NAME


def load(folder):
    return load_answers(folder, Store(folder.parents[1]).all(), {"essay": ESSAY})


def hand_in(folder, tick, student, essay):
    Store(folder.parents[1]).save(handed_in(tick, student, essay=essay))


def sheet(folder, marker):
    return folder / "markers" / marker / "worksheet.csv"


def test_what_was_graded_is_loaded_and_nothing_else(folder):
    out, ticks = folder.parents[1], folder.parents[2] / "lab" / "notebooks" / "ticks"
    empty = folder / "marks"
    for marks in (out, empty):
        Store(marks).save(refused("eve"))
    Store(out).save(replace(Store(out).of("ann", NAME), tick="tick9"))
    for tick in (None, NAME):
        records, known = load_class(out, ticks, tick)
        assert [r.student for r in records] == ["ann", "bob", "cat", "dan"] and [*known] == [NAME]
        words = f"with submissions of {tick or 'a tick'}, not {empty}"
        with pytest.raises(ValueError, match=words):
            load_class(empty, ticks, tick)


def test_ids_tell_nothing_and_change_with_the_text_and_what_was_dealt_stays(folder, tick):
    store, ned = Store(folder.parents[1]), "___ned-2f726a0a"
    store.save(replace(store.of("cat", NAME), written={"essay": False}))
    before = load(folder)
    ids = {answer.id: answer.student for answer in before}
    assert {*ids.values()} == {"ann", "bob", "dan"} and [*ids] == sorted(ids)
    assert load(folder) == before and len(before[0].id) == 17
    assert share(folder, load(folder), ["mia"]) == {"mia": 3}
    hand_in(folder, tick, "ann", "Anew.")
    assert share(folder, load(folder), ["../ned"]) == {ned: 1, "mia": 2}
    dealt = {(a.student, a.id in ids): a.dealt for a in load(folder)}
    assert dealt == {("ann", False): [ned], ("bob", True): ["mia"], ("dan", True): ["mia"]}
    assert ",essay,Anew.,,," in sheet(folder, ned).read_text()
    assert markers.write_worksheet(folder, THIRD, load(folder), {}) == 0  # where none differ
    (folder.parent / "secret").unlink()
    assert not ids.keys() & {answer.id for answer in load(folder)}


@pytest.mark.parametrize(("names", "second"), [("a", 0), *product(("ab", "abcde"), (0, 0.2, 1))])
@pytest.mark.parametrize("number", [0, 1, 5, 40, 101])
def test_all_is_dealt_evenly(tmp_path, monkeypatch, names, second, number):
    monkeypatch.setattr(markers, "write_worksheet", lambda folder, name, answers, new: name)
    earlier = ([names[0]] * (n >= 0.95 * number) for n in range(number))
    answers = [Answer(f"r{n}", "x", ESSAY, None, who, {}) for n, who in enumerate(earlier)]
    assert share(tmp_path, answers, names, second) == {name: name for name in names}
    dealt = [answer.dealt for answer in answers]
    assert abs(sum(len(who) == 2 for who in dealt) - second * number) <= 0.5
    assert all(1 <= len({*who}) == len(who) for who in dealt)
    counts = [sum(name in who for who in dealt) for name in names]
    assert max(counts) - min(counts) <= 1 + (second > 0)


def test_a_mistake_in_sharing_or_in_a_worksheet_is_named(folder):
    answers = load(folder)
    for names, second, says in ((["ann", "ann"], 0.5, "0 where"), (["ann", "bob"], 1.5, "between")):
        with pytest.raises(ValueError, match=f"second must be {says}"):
            share(folder, answers, names, second)
    assert not (folder / "shares.json").exists()
    share(folder, answers, ["mia"])
    for text, says in (
        ("id,items\n{0},aa\n", "mia/worksheet.csv, {0}: items must be of a, b, c-1, not 'aa'"),
        ("id,items\n{0},a\n{0},b\n", "an id must come once, not twice: {0}"), ("id,comment\n{0},a\n", "must have the columns id and items"),
    ):  # fmt: skip
        sheet(folder, "mia").write_text(text.format(answers[0].id))
        with pytest.raises(ValueError, match=says.format(answers[0].id)):
            load(folder)


def test_a_worksheet_holds_the_text_and_what_was_written_stays(folder, tick):
    hand_in(folder, tick, "dan", "Ünder.\n" + "x" * 30_000)
    share(folder, load(folder), ["mia"])
    one, two, *_ = load(folder)
    none = {"items": "NONE", "adjust": "0,5", "comment": "=1 is no\n- answer"}
    for answer, cells in ((one, {"items": "a"}), (two, none), (one, {"items": "b, c-1"})):
        markers.write_worksheet(folder, "mia", load(folder), {answer.id: cells})
    read = ESSAY.read_line("b c-1"), ESSAY.read_line("none", "0.5", "=1 is no\n- answer")
    for _ in range(2):
        lines = {a.id: a.lines for a in load(folder) if a.lines}
        assert lines == {one.id: {"mia": read[0]}, two.id: {"mia": read[1]}}
        share(folder, load(folder), ["mia"])
    assert sheet(folder, "mia").read_bytes().startswith(b"\xef\xbb\xbfid,")  # for Excel
    rows = pd.read_csv(sheet(folder, "mia"), index_col="id", dtype=str, keep_default_na=False)
    assert [*rows["answer"]] == sorted(rows["answer"])  # equal ones stand together
    assert f"Ünder.\n{'x' * 29_993}" in {*rows["answer"]}
    assert [*rows.loc[two.id, "items":]] == ["NONE", "0,5", "'=1 is no\n'- answer"]
    page = sheet(folder, "mia").with_name("answers.html").read_text()
    for shown in ("Ünder.", "4 answers. From 0 points, of 3", "Is c-1", f'id="{two.id}"'):
        assert shown in page
    ids = re.findall("<code>(r[^<]+)</code></h3>", page)
    assert ids == [*rows.index]
    # An answer that was written anew is another one; what was said of the old one is not lost.
    hand_in(folder, tick, one.student, "Anew.")
    share(folder, load(folder), ["mia"])
    assert f"{one.id},essay" in sheet(folder, "mia").read_text()
    assert [a.id for a in load(folder) if a.lines] == [two.id]


def judged(dealt, **items):
    lines = {name: ESSAY.read_line(i or "none", "", f"says {name}") for name, i in items.items()}
    return Answer("r1", "x", ESSAY, None, dealt.split(), lines)


@pytest.mark.parametrize(("answer", "by", "marks", "comment"), [
    (judged("ann bob", ann="a", bob="b"), "ann bob", {1}, "Is a (+1). says ann says bob"),
    (judged("ann bob", ann="a", bob="a b"), "", {1, 2}, ""), (judged("ann bob", bob="a"), "", set(), ""),
    (judged("ann bob", ann="a", bob="b c-1", third="b"), THIRD, {1, 2}, "Is b (+1). says third"),
    (judged("ann bob", ann="a", third="b"), THIRD, set(), "Is b (+1). says third"),
    (judged("ann", ann=""), "ann", {0}, "says ann"), (judged("ann", ann="a", bob="b c-1"), "", {1, 2}, ""),
    (judged("", cat="b"), "cat", {1}, "Is b (+1). says cat"), (judged(""), "", set(), ""),
    (judged("", cat="b", third="a b"), THIRD, {1}, "Is a (+1). Is b (+1). says third"),
])  # fmt: skip
def test_a_mark_needs_all_who_read_it_or_a_third(answer, by, marks, comment):
    assert (answer.marks, " ".join(answer.by)) == (marks, by)
    points = [answer.lines[name].points for name in by.split()]
    assert answer.decided == ((points[0], comment) if by else None)


def test_agreement_is_measured_of_what_two_have_read():
    read = ("a", "a"), ("a", "b"), ("a b", "a")
    answers = [judged("ann bob", ann=one, bob=two) for one, two in read]
    other = replace(answers[0], question=RubricQuestion("an-other", 1, {}))
    answers += [judged("ann bob", ann="a"), judged("ann", ann="a"), other]
    first, points, a, b, c = measure_agreement(answers)
    assert (first.question, first.item, first.answers, first.kappa) == ("an-other", "", 1, None)
    assert (points.question, points.item, points.answers, points.alike) == ("essay", "", 3, 2)
    assert points.kappa == fleiss_kappa([[2, 0], [2, 0], [1, 1]])
    assert (a.item, a.alike, a.kappa) == ("a", 2, fleiss_kappa([[0, 2], [1, 1], [0, 2]]))
    assert (b.alike, c.alike, c.kappa) == (1, 3, None)
