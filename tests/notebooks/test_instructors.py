"""The teachers' guides say what the lab does: their boxes are printed, hints exist, tables count."""

import inspect
import re
from functools import cache

import pytest

from labkit import significance
from labkit.checks.questions import load_questions, tick_order
from tests.notebooks.prose import figures
from tests.notebooks.test_prose import GUIDES, NOTEBOOKS, books, read
from tests.ticks import COURSE, ROOT, TICKS

AUTHORING = (ROOT / "docs" / "authoring.md").read_text(encoding="utf8")
LECTURES = {name for name, path in NOTEBOOKS.items() if path.parent.name == "lectures"}

weeks = pytest.mark.parametrize("week", GUIDES)
#: More than what is asked of any guide.
of_course = pytest.mark.parametrize("week", [f"week{n}" for n, _ in enumerate(COURSE, 1)])


@cache
def printed_lines(week):
    """Each line that a week's notebooks print, its white space squeezed."""
    outputs = [o for book in books(week) for cell in book.cells for o in cell.get("outputs", [])]
    texts = [o.get("text", "") or o.get("data", {}).get("text/plain", "") for o in outputs]
    return {" ".join(line.split()) for text in texts for line in text.splitlines()}


def test_there_is_a_week_for_each_tick_and_one_for_each_lecture():
    assert [books(f"week{n}")[0] for n, _ in enumerate(COURSE, 1)] == [read(t.name) for t in COURSE]
    named = re.findall(r"^Lecture: `([\w-]+)`", "\n".join(GUIDES.values()), re.MULTILINE)
    assert set(named) == LECTURES


@of_course
def test_questions_have_model_answers_and_half_of_them_are_on_reading(week):
    asked = re.split(r"^\*\*Q(\d\.\d)\*\*", GUIDES[week], flags=re.MULTILINE)[1:]
    numbers, texts = asked[::2], asked[1::2]
    assert numbers == [f"{week[4:]}.{n}" for n in range(1, len(numbers) + 1)]
    assert len(numbers) >= 5 and "**Objectives.** " in GUIDES[week]
    assert all(text.count("> **Model answer.** ") == 1 for text in texts)
    reading = [text for text in texts if text.startswith(" (reading) ")]
    assert 2 * len(reading) >= len(texts)
    assert any(text.startswith(" (discussion) ") for text in texts)
    # What is to be read is there, or in the question itself.
    assert all("```text\n" in text or figures(text.partition("> **")[0]) for text in reading)


def boxed(week):
    """Each line in a guide's boxes, its white space squeezed."""
    boxes = re.findall(r"^```text\n(.*?)^```$", GUIDES[week], re.MULTILINE | re.DOTALL)
    return [" ".join(line.split()) for box in boxes for line in box.splitlines()]


def beliefs(week):
    """The question and the hint of each belief in a guide's table."""
    return re.findall(r"^\| .* \| `([\w-]+)` · `(\w+)` \|$", GUIDES[week], re.MULTILINE)


@weeks
def test_what_stands_in_a_box_is_printed(week):
    assert [line for line in boxed(week) if line not in printed_lines(week)] == []


@weeks
def test_each_belief_names_a_hint(week):
    questions = load_questions(next(t for t in TICKS if t.name.startswith(f"tick{week[4:]}-")))
    assert [pair for pair in beliefs(week) if pair[1] not in questions[pair[0]].hints] == []


@of_course
def test_a_guide_has_boxes_and_beliefs(week):
    assert len(boxed(week)) >= 3 and len(beliefs(week)) >= 5
    assert GUIDES[week].count("\n| ") == len(beliefs(week)) + 1  # the head of the table


def slides_of(week):
    """The slides of a week's lecture, each a list of cells; of one for two weeks its half."""
    slides = []
    for cell in [cell for lecture in books(week)[1:] for cell in lecture.cells]:
        if cell.cell_type == "markdown" and re.match("##? ", cell.source):
            slides.append([])
        slides[-1].append(cell)
    halves = [n for n, s in enumerate(slides, 1) if any("demos.smoothing()" in c.source for c in s)]
    if not halves:
        return slides
    return slides[: halves[0]] if week == "week2" else slides[halves[0] :]


@of_course
def test_the_table_counts_what_there_is(week):
    slides = slides_of(week)
    title = slides[0][0].source.splitlines()[0].strip("# ") if slides else "–"
    halves = {f"week{n}": f"Smoothing and validation, {part}" for n, part in ((2, 1), (5, 2))}
    cells = [cell for slide in slides for cell in slide]
    shows = sum(cell.source.startswith("demos.") for cell in cells)
    notes = [cell.source for cell in cells if "notes" in cell.metadata.get("tags", [])]
    minutes = sum(int(re.search(r"\((\d+) min\)", note)[1]) for note in notes)
    counted = [
        week[4:],
        halves.get(week, title),
        *(n or "–" for n in (len(slides), shows, minutes)),
    ]
    assert f"| {' | '.join(map(str, counted))} |" in AUTHORING.splitlines()


def test_the_table_of_statistics_says_where_each_is_met():
    section = AUTHORING.partition("## Where each statistic is met\n")[2].partition("\n## ")[0]
    told = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE))
    nowhere = set(re.findall(r"`(\w+)`", section.partition("Met nowhere")[2]))
    functions = {n for n in significance.__all__ if inspect.isfunction(getattr(significance, n))}
    met = {name: [] for name in functions}
    for book in sorted(NOTEBOOKS, key=lambda name: (name in LECTURES, tick_order(name))):
        words = set(re.findall(r"\w+", " ".join(cell.source for cell in read(book).cells)))
        for name in functions & words:
            met[name].append(book if book in LECTURES else book.partition("-")[0])
    assert nowhere == {name for name, places in met.items() if not places}
    assert {name: re.findall(r"[\w-]*\w", places) for name, places in told.items()} == {
        name: places for name, places in met.items() if places
    }
