"""From several markers' lines to one mark, and their agreement."""

import pytest

from labkit.agreement import fleiss_kappa
from labkit.grading.review.judgements import agreement, judged
from labkit.grading.review.pages import agreement_page
from labkit.grading.review.rubric import Item, Question
from labkit.grading.review.sharing import Share, Unmarked
from labkit.grading.review.worksheets import Line, folder_of, write_worksheet

TICK = "tick0"
ESSAY = Question("essay", {n: Item(n, f"Is {n}", 1.0) for n in ("a", "b", "c")}, 0, 3)
RUBRIC = {"essay": ESSAY}


def found(tmp_path, shares, **said):
    """marker -> (answer -> its items, as text)."""
    for marker, lines in said.items():
        made = {
            k: Line(k, "essay", tuple(v.split()), 0, f"says {marker}") for k, v in lines.items()
        }
        path = folder_of(tmp_path, TICK, marker) / "worksheet.csv"
        write_worksheet(path, [(key, "essay") for key in made], made)
    answers = [Unmarked(key, f"student of {key}", "essay", None) for key in shares]
    given = {key: Share(tuple(who.split())) for key, who in shares.items() if who}
    return judged(tmp_path, TICK, answers, given, RUBRIC)


def test_a_mark_needs_all_who_read_it_or_a_third(tmp_path):
    shares = dict.fromkeys(("r1", "r2", "r3", "r4"), "ann bob") | {"r5": "ann", "r6": ""}
    judgements = found(
        tmp_path,
        shares,
        ann={"r1": "a", "r2": "a", "r3": "a", "r4": "a", "r5": "", "r9": "a"},
        bob={"r1": "b", "r2": "a b", "r4": "b c"},
        cat={"r6": "c"},
        third={"r4": "a b c"},
    )
    decided = [(j.decided, j.decided and j.points[j.decided], j.differs) for j in judgements]
    assert decided == [
        ("ann", 1, False),  # the same points, for other reasons
        (None, None, True),
        (None, None, False),  # bob has not read it yet
        ("third", 3, True),
        ("ann", 0, False),
        ("cat", 1, False),
    ]
    assert judgements[0].comment(ESSAY) == "Is a (+1). says ann says bob"
    assert judgements[3].comment(ESSAY) == "Is a (+1). Is b (+1). Is c (+1). says third"
    assert judgements[1].comment(ESSAY) == ""


def test_an_answer_of_another_marker_is_refused(tmp_path):
    with pytest.raises(ValueError, match="r1 must be an answer that was dealt to bob"):
        found(tmp_path, {"r1": "ann"}, bob={"r1": "a"})


def test_agreement_is_fleiss_kappa(tmp_path):
    ann = {"r1": "a", "r2": "a b", "r3": "b", "r4": "", "r5": "a"}
    bob = {"r1": "a", "r2": "a", "r3": "b", "r4": "", "r6": "a"}
    shares = dict.fromkeys(("r1", "r2", "r3", "r4", "r5"), "ann bob") | {"r6": "bob"}
    judgements = found(tmp_path, shares, ann=ann, bob=bob)
    points, a, b, c = agreement(judgements, RUBRIC)
    assert (points.item, points.answers, points.alike) == ("", 4, 3)
    assert points.kappa == pytest.approx(fleiss_kappa([[0, 2, 0], [0, 1, 1], [0, 2, 0], [2, 0, 0]]))
    assert (a.alike, a.kappa) == (4, 1)
    assert b.kappa == pytest.approx(fleiss_kappa([[2, 0], [1, 1], [0, 2], [2, 0]]))
    assert c.kappa is None  # nobody has given it


def test_the_page_has_answers_but_no_students(tmp_path):
    from nbformat.v4 import new_markdown_cell

    judgements = found(tmp_path, {"r1": "ann bob"}, ann={"r1": "a"}, bob={"r1": "a b"})
    cell = new_markdown_cell("*Because* <script>f()</script>")
    object.__setattr__(judgements[0].answer, "cell", cell)
    page = agreement_page(TICK, judgements, agreement(judgements, RUBRIC), RUBRIC)
    assert "<em>Because</em>" in page and "<script" not in page
    assert "1 of 3 points" in page and "2 of 3 points" in page and "student of" not in page
