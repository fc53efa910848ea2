"""What a lecture promises: questions before answers, notes for who speaks, tables, and its own rules."""

import re
from functools import cache

import nbformat
import pytest
from bs4 import BeautifulSoup

from labkit.demos.demonstration import KIND
from labkit.instructor.grading.release.running import WIDGET
from labkit.report import review_claims
from tests.notebooks import stored
from tests.notebooks.stored import SVG
from tests.ticks import ROOT

LECTURES = {path.stem: path for path in sorted((ROOT / "notebooks" / "lectures").glob("*.ipynb"))}

each = pytest.mark.parametrize("lecture", LECTURES)


@cache
def read(name):
    return nbformat.read(LECTURES[name], as_version=4).cells


def slides(name):
    """The cells of each slide, its heading first."""
    found = []
    for cell in read(name):
        if cell.cell_type == "markdown" and re.match("##? ", cell.source):
            found.append([])
        found[-1].append(cell)
    return found


def is_notes(cell):
    return "notes" in cell.metadata.get("tags", [])


def is_answer(cell):
    return "answer" in cell.metadata.get("tags", [])


def is_demonstration(cell):
    return cell.source.startswith("demos.")


def table(cell):
    """The rows of the table that a cell shows, each a list of texts; none where there is none."""
    rows = []
    for output in cell.get("outputs", []):
        for row in BeautifulSoup(output.get("data", {}).get("text/html", ""), "html.parser")("tr"):
            rows.append([])
            for field in row(["td", "th"]):
                text = field.get_text().replace("\N{NO-BREAK SPACE}", " ")
                rows[-1] += [""] * (int(field.get("colspan", 1)) - 1) + [text]
    return rows


@each
def test_a_lecture_begins_with_what_will_be_learnt_and_ends_with_its_sources(lecture):
    title, *_, last = slides(lecture)
    heading, question, aims, follows = title[0].source.split("\n\n")
    assert heading.startswith("# ") and "?" in question and follows.count("*") >= 2
    assert len(re.findall(r"^- ", aims, re.MULTILINE)) == 3 and "**Source" in last[0].source


@each
def test_every_slide_has_notes_with_a_question_its_answer_and_a_time(lecture):
    total, told = 0, None
    for slide in slides(lecture):
        (notes,) = (cell for cell in slide if is_notes(cell))
        total += int(re.match(r"\*\*(?:Say|Show)\*\* \((\d) min\)\. ", notes.source)[1])
        told = told or re.search(r"The whole lecture takes (\d+) minutes\.", notes.source)[1]
        assert re.search(r"^\*\*Ask\.\*\* .*\? \*.*\*$", notes.source, re.MULTILINE)
        shows = any(is_demonstration(cell) for cell in slide)
        assert notes.source.startswith("**Show**" if shows else "**Say**")
    assert total == int(told)


@each
def test_a_demonstration_opens_on_its_question_and_the_class_predicts(lecture):
    shown = [slide for slide in slides(lecture) if any(map(is_demonstration, slide))]
    for opening, demonstration, answer, notes in shown:
        heading, *_, predict, ask = opening.source.split("\n\n")
        assert re.search(r"\?( \(§.*\))?$", heading), "a question"
        assert is_demonstration(demonstration) and is_answer(answer) and is_notes(notes)
        assert re.fullmatch(r"(?s)\*\*Predict\.\*\* .*\?", predict)
        assert re.fullmatch(r"(?s)\*\*Ask\.\*\* .*\?", ask)
    assert shown


#: Columns that say what a test has found.
VERDICT = re.compile(r"\bp\b|verdict|significant$|false alarms|rejected$")


@each
def test_what_answers_is_hidden_until_a_key(lecture):
    for cell in read(lecture):
        verdicts = [name for row in table(cell)[:1] for name in row if VERDICT.search(name)]
        corrected = re.search(r"\*(Corrected|Mended):\*", cell.source) and not is_notes(cell)
        assert is_answer(cell) or not (verdicts or corrected), (cell.id, verdicts)
    assert sum(map(is_answer, read(lecture))) >= len(slides(lecture)) / 2


@each
def test_who_reads_it_without_a_kernel_sees_pictures_and_no_lost_widget(lecture):
    cells = [cell for cell in read(lecture) if is_demonstration(cell)]
    for cell in cells:
        (shown,) = cell.outputs
        assert WIDGET not in shown.data, f"store it with {stored.__name__}"
        assert shown.metadata[KIND]["readout"]
        assert re.search(r'<svg\b[^>]*role="img"[^>]*aria-label="[^"]{20}', shown.data[SVG])
    assert cells


@each
def test_nothing_is_printed_and_every_figure_is_put_into_words(lecture):
    for cell in read(lecture):
        for output in cell.get("outputs", []):
            assert output.output_type != "stream", cell.id
            assert not {"image/png", "image/jpeg"} & set(output.get("data", {})), cell.id
        if "plots.picture(" in cell.source:
            (shown,) = cell.outputs
            words = shown.data["text/plain"].removeprefix("Picture: ")
            assert len(words) > 60 and 'role="img"' in shown.data["text/html"]


#: The cell with the script's own output: what it prints of a pair is no score of a system.
SCRIPT = "script-output"
#: Columns with p and intervals of it.
NO_SCORES = re.compile(r"\bp\b|at best|interval|test$|critical|ranks")


@each
def test_no_number_has_more_digits_than_the_lecture_allows(lecture):
    for cell in read(lecture):
        header, *rows = table(cell) or [[]]
        if cell.cell_type == "markdown":
            ours = re.sub(r'"[^"]*"', "", cell.source)  # but for what others wrote
            assert not re.search(r"\d%", ours), cell.id
        texts = [text for row in (header, *rows) for text in row]
        assert [text for text in texts if re.search(r"\d%|(?<![\d.])\d{4}", text)] == [], cell.id
        for row in rows:
            named = list(zip(header, row, strict=True))
            line = "  ".join(text for name, text in named if not NO_SCORES.search(name))
            found = review_claims(line, {}, n=2_000) if cell.id != SCRIPT else []
            assert "digits" not in [claim.sin for claim in found], (cell.id, line)
            for p in (text for name, text in named if re.search(r"\bp\b", name)):
                if p != "–" and not p.startswith("< "):
                    number = p.partition(" × ")[0]
                    digits = number.replace(".", "").lstrip("0")
                    assert float(number) > 0 and len(digits) <= 4, (cell.id, p)


def test_the_magnitude_lexicon_is_one_system_in_every_lecture_and_in_the_tick_that_tests_it():
    tick = ROOT / "notebooks" / "ticks" / "tick4-sign-test" / "tick4-sign-test.ipynb"
    texts = [path.read_text(encoding="utf8") for path in (*LECTURES.values(), tick)]
    made = r'\\"magnitude lexicon\\": \w*\.?LexiconClassifier\((?:strong_weight=)?(\d+)\)'
    assert set(re.findall(made, "".join(texts))) == {"5"}
