"""The teachers' guides say what the lab does: their boxes are printed, hints exist, figures hold."""

import inspect
import re
import tomllib
from functools import cache
from pathlib import Path

import nbformat
import pytest

from labkit import significance
from labkit.checks.questions import load_questions
from tests.notebooks.prose import figures, is_printed, outputs, printed, says
from tests.notebooks.test_prose import valued
from tests.ticks import ROOT, TICKS

NOTEBOOKS = ROOT / "notebooks"
GUIDE = (ROOT / "docs" / "authoring.md").read_text(encoding="utf8")
TEACHING = [(tick / "teaching.md").read_text(encoding="utf8") for tick in TICKS]
WEEKS = {text[len("# Week ")]: text for text in TEACHING if text.startswith("# Week ")}
REASONS = tomllib.loads(Path(__file__).with_name("instructors.toml").read_text(encoding="utf8"))
BELIEF = re.compile(r"^\| .* \| `([\w-]+)` · `(\w+)` \|$", re.MULTILINE)

weeks = pytest.mark.parametrize("week", WEEKS)


def tick_of(week):
    return next(tick for tick in TICKS if tick.name.startswith(f"tick{week}-"))


@cache
def books(week):
    """The notebooks of a week: its tick's, and that of its lecture, if it has one."""
    tick = tick_of(week)
    lectures = re.findall(r"^Lecture: `([\w-]+)`", WEEKS[week], re.MULTILINE)
    paths = [tick / f"{tick.name}.ipynb", *(NOTEBOOKS / f"lectures/{n}.ipynb" for n in lectures)]
    return [nbformat.read(path, as_version=4) for path in paths]


@cache
def printed_lines(week):
    """Each line that a week's notebooks print, its white space squeezed."""
    found = set()
    for notebook in books(week):
        for output in (o for cell in notebook.cells for o in cell.get("outputs", [])):
            text = output.get("text", "") or output.get("data", {}).get("text/plain", "")
            found |= {squeezed(line) for line in text.splitlines()}
    return found


def squeezed(line):
    return " ".join(line.split())


def boxes(week):
    return re.findall(r"^```text\n(.*?)^```$", WEEKS[week], re.MULTILINE | re.DOTALL)


def test_there_is_a_week_for_each_tick():
    assert [tick_of(week) for week in WEEKS] == TICKS[:8]
    lectures = {path.stem for path in (NOTEBOOKS / "lectures").glob("*.ipynb")}
    assert set(re.findall(r"^Lecture: `([\w-]+)`", "\n".join(TEACHING), re.MULTILINE)) == lectures


@weeks
def test_questions_have_model_answers_and_half_of_them_are_on_reading(week):
    asked = re.split(r"^\*\*Q(\d\.\d)\*\*", WEEKS[week], flags=re.MULTILINE)[1:]
    numbers, texts = asked[::2], asked[1::2]
    assert numbers == [f"{week}.{n}" for n in range(1, len(numbers) + 1)]
    assert len(numbers) >= 5
    assert all(text.count("> **Model answer.** ") == 1 for text in texts)
    reading = [text for text in texts if text.startswith(" (reading) ")]
    assert 2 * len(reading) >= len(texts)
    assert any(text.startswith(" (discussion) ") for text in texts)
    # What is to be read is there, or in the question itself.
    assert all("```text\n" in text or figures(text.partition("> **")[0]) for text in reading)
    assert "**Objectives.** " in WEEKS[week]


@weeks
def test_what_stands_in_a_box_is_printed(week):
    lines = [squeezed(line) for box in boxes(week) for line in box.splitlines()]
    assert len(lines) >= 3
    assert [line for line in lines if line not in printed_lines(week)] == []


@weeks
def test_figures_are_printed_or_have_a_reason(week):
    numbers = [number for notebook in books(week) for number in outputs(notebook)]
    reasons = REASONS.get(f"week{week}", {})
    found = figures(re.sub(r"^```.*?^```$", "", WEEKS[week], flags=re.MULTILINE | re.DOTALL))
    assert set(reasons) <= {figure.text for figure in found}
    untied = []
    for figure in found:
        if figure.text in reasons:
            ((kind, reason),) = reasons[figure.text].items()
            assert kind in ("value", "given") and reason
            assert kind == "given" or says(figure, valued(reason)), figure
        elif not is_printed(figure, numbers):
            untied.append(figure.text)
    assert untied == []


@weeks
def test_each_belief_names_a_hint(week):
    questions = load_questions(tick_of(week))
    named = BELIEF.findall(WEEKS[week])
    assert len(named) >= 5
    assert WEEKS[week].count("\n| ") == len(named) + 1  # the head of the table
    assert [pair for pair in named if pair[1] not in questions[pair[0]].hints] == []


def test_a_hint_that_is_not_there_would_be_noticed():
    ((question, key),) = BELIEF.findall("| a belief | `accuracy` · `no_such_hint` |\n")
    assert key not in load_questions(TICKS[0])[question].hints


def counted(week, lecture, slides):
    """What there is to show in a week, as the guide's table has it."""
    shows = [cell for slide in slides for cell in slide if cell.source.startswith("demos.")]
    return week, lecture, len(slides) or "–", len(shows) or "–", planned(slides) or "–"


def planned(slides):
    """The minutes that the speaker notes of some slides plan."""
    notes = [c.source for s in slides for c in s if "notes" in c.metadata.get("tags", [])]
    minutes = [int(found) for note in notes for found in re.findall(r"\((\d+) min\)", note)]
    assert len(minutes) == len(slides)
    return sum(minutes)


def slides_of(week):
    """The slides of a week's lecture, each a list of cells; of one for two weeks its half."""
    if len(books(week)) == 1:
        return []
    slides = []
    for cell in books(week)[1].cells:
        if cell.cell_type == "markdown" and re.match("##? ", cell.source):
            slides.append([])
        slides[-1].append(cell)
    half = next(
        (n for n, s in enumerate(slides) if any("demos.smoothing()" in c.source for c in s)), None
    )
    if half is None:
        return slides
    return slides[: half + 1] if week == "2" else slides[half + 1 :]


NAMES = {"2": "Smoothing and validation, 1", "5": "Smoothing and validation, 2"}


@weeks
def test_the_table_counts_what_there_is(week):
    slides = slides_of(week)
    title = slides[0][0].source.splitlines()[0].strip("# ") if slides else "–"
    expected = "| " + " | ".join(map(str, counted(week, NAMES.get(week, title), slides))) + " |"
    assert expected in GUIDE.splitlines(), f"the guide's table should have\n{expected}"


def test_figures_of_the_guide_are_looked_at():
    assert is_printed(figures("so 0.705")[0], printed("0.705"))
    assert sum(len(boxes(week)) for week in WEEKS) >= 24


def test_the_table_of_statistics_says_where_each_is_met():
    section = GUIDE.partition("## Where each statistic is met\n")[2].partition("\n## ")[0]
    told = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE))
    nowhere = set(re.findall(r"`(\w+)`", section.partition("Met nowhere")[2]))
    functions = {n for n in significance.__all__ if inspect.isfunction(getattr(significance, n))}
    met = {name: [] for name in functions}
    for folder in ("ticks", "lectures"):
        for path in sorted((NOTEBOOKS / folder).rglob("*.ipynb")):
            if ".ipynb_checkpoints" in path.parts:  # JupyterLab's own, of what was saved
                continue
            words = set(
                re.findall(r"\w+", " ".join(c.source for c in nbformat.read(path, 4).cells))
            )
            for name in functions & words:
                met[name].append(path.stem.split("-")[0] if folder == "ticks" else path.stem)
    assert nowhere == {name for name, places in met.items() if not places}
    assert {name: re.findall(r"[\w-]*\w", places) for name, places in told.items()} == {
        name: places for name, places in met.items() if places
    }
