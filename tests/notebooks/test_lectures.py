"""What a lecture promises: questions before answers, notes for who speaks, tables, and its own rules."""

import math
import re
from functools import cache
from html.parser import HTMLParser

import nbformat
import pytest
from markdown_it import MarkdownIt

from labkit.demos.demonstration import KIND
from labkit.report import FOUR_SINS, review_claims
from tests.notebooks import stored
from tests.notebooks.stored import SVG, WIDGET
from tests.ticks import ROOT

LECTURES = {path.stem: path for path in sorted((ROOT / "notebooks" / "lectures").glob("*.ipynb"))}
#: What fits on a slide whose text is 2.5 % of its height, in a projector's 1024 pixels, too.
WIDTH, LINES, ROWS, COLUMNS, MINUTES = 74, 17, 8, 6, 40

MARKDOWN = MarkdownIt("commonmark", {"html": True})

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


class Rows(HTMLParser):
    """The rows of a page's tables, each a list of texts."""

    def __init__(self, page):
        super().__init__()
        self.rows = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1] += ["", *[""] * (int(dict(attrs).get("colspan", 1)) - 1)]
            self.inside = True

    def handle_endtag(self, tag):
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data):
        if self.inside:
            self.rows[-1][-1] += data.replace("\N{NO-BREAK SPACE}", " ")


def table(cell):
    """The rows of the table that a cell shows; none where it shows something else."""
    pages = [output.get("data", {}).get("text/html", "") for output in cell.get("outputs", [])]
    return [row for page in pages if "<table" in page for row in Rows(page).rows]


def lines_of(cell):
    """About how many lines of a slide a cell takes: formulas are tall, pictures have the rest."""
    if cell.cell_type == "code":
        return len(table(cell))
    paragraphs = [line for line in cell.source.splitlines() if line and not line.startswith("|:")]
    return sum(3 if line.startswith("$$") else math.ceil(len(line) / WIDTH) for line in paragraphs)


@each
def test_a_lecture_begins_with_what_will_be_learnt_and_ends_with_its_sources(lecture):
    title, *_ = slides(lecture)
    heading, question, aims, follows = title[0].source.split("\n\n")
    assert heading.startswith("# ") and "?" in question and follows.count("*") >= 2
    assert len([line for line in aims.splitlines() if line.startswith("- ")]) == 3
    assert "**Source" in slides(lecture)[-1][0].source


@each
def test_every_slide_has_notes_with_a_question_its_answer_and_a_time(lecture):
    total, told = 0, None
    for slide in slides(lecture):
        (notes,) = (cell for cell in slide if is_notes(cell))
        total += int(re.match(r"\*\*(?:Say|Show)\*\* \((\d) min\)\. ", notes.source)[1])
        told = told or re.search(r"The whole lecture takes (\d+) minutes\.", notes.source)[1]
        (asked,) = re.findall(r"^\*\*Ask\.\*\* .*\? \*.*\*$", notes.source, re.MULTILINE)
        assert len(asked) < 400
        shows = any(is_demonstration(cell) for cell in slide)
        assert notes.source.startswith("**Show**" if shows else "**Say**")
    assert total == int(told) <= MINUTES


@each
def test_a_demonstration_opens_on_its_question_and_the_class_predicts(lecture):
    shown = [slide for slide in slides(lecture) if any(map(is_demonstration, slide))]
    for slide in shown:
        opening, demonstration, answer, notes = slide
        heading, *texts = opening.source.split("\n\n")
        assert re.search(r"\?( \(§.*\))?$", heading), "a question"
        assert is_demonstration(demonstration) and is_answer(answer) and is_notes(notes)
        predict, ask = texts[-2:]
        assert predict.startswith("**Predict.** ") and predict.endswith("?")
        assert ask.startswith("**Ask.** ") and ask.endswith("?")
        plain = notes.source.replace("*", "")
        assert ask.removeprefix("**Ask.** ").replace("*", "") in plain, "and the notes answer it"
        assert "*Predicted:* " in notes.source
    assert shown


@each
def test_what_answers_is_hidden_until_a_key(lecture):
    for cell in read(lecture):
        verdicts = [name for row in table(cell)[:1] for name in row if VERDICT.search(name)]
        assert not verdicts or is_answer(cell), (cell.id, verdicts)
        if cell.cell_type == "markdown" and not is_notes(cell):
            mended = "*Mended:*" in cell.source
            assert not mended or is_answer(cell)
    assert sum(map(is_answer, read(lecture))) >= len(slides(lecture)) / 2


#: Columns that say what a test has found.
VERDICT = re.compile(r"\bp\b|verdict|significant$|false alarms|rejected$")


@each
def test_who_reads_it_without_a_kernel_sees_pictures_and_no_lost_widget(lecture):
    cells = [cell for cell in read(lecture) if is_demonstration(cell)]
    for cell in cells:
        (shown,) = cell.outputs
        assert WIDGET not in shown.data, f"store it with {stored.__name__}"
        assert shown.data[KIND]["settings"] and len(shown.data["text/plain"]) > 20
        drawn = r'<svg\b[^>]*role="img"[^>]*aria-label="[^"]{20}'
        words = shown.data[KIND]["name"] == "report_check"  # which marks them, and draws nothing
        assert words or re.search(drawn, shown.data[SVG])
    assert cells


@each
def test_pictures_stay_whole_in_markdown(lecture):
    outputs = [output for cell in read(lecture) for output in cell.get("outputs", [])]
    pages = [output.get("data", {}).get("text/html", "") for output in outputs]
    pictures = [page for page in pages if page.startswith('<div class="labkit-plot"')]
    for page in pictures:
        assert "<pre>" not in MARKDOWN.render(f"Words\n\n{page}\n\nWords")
    assert pictures


@each
def test_nothing_is_printed_and_a_slide_is_short(lecture):
    for slide in slides(lecture):
        for cell in slide:
            assert not [o for o in cell.get("outputs", []) if o.output_type == "stream"], cell.id
            rows = table(cell)
            assert len(rows) <= ROWS and all(len(row) <= COLUMNS for row in rows), cell.id
        lines = sum(lines_of(cell) for cell in slide if not is_notes(cell))
        assert lines <= LINES, slide[0].source


@each
def test_every_figure_is_put_into_words(lecture):
    for cell in read(lecture):
        for output in cell.get("outputs", []):
            assert not {"image/png", "image/jpeg"} & set(output.get("data", {})), cell.id
        if "plots.picture(" in cell.source:
            (shown,) = cell.outputs
            words = shown.data["text/plain"].removeprefix("Picture: ")
            assert len(words) > 60 and 'role="img"' in shown.data["text/html"]


@each
def test_numbers_are_written_in_one_way(lecture):
    for cell in read(lecture):
        for row in table(cell):
            wrong = [text for text in row if re.search(r"\d%|(?<![\d.])\d{4}", text)]
            assert wrong == [], cell.id
        if cell.cell_type == "markdown":
            ours = re.sub(r'"[^"]*"', "", cell.source)  # but for what others wrote
            assert not re.search(r"\d%", ours), cell.id


#: Cells with rates of errors of a test, shares of resamples, limits, or p: no scores of systems.
RATES = {
    *("limits-table", "remedies-numbers", "ties-cost-table", "twice-numbers", "explore-numbers"),
    *("dependent-coins", "dependent-numbers", "independence-numbers", "threshold-numbers"),
    *("promise-numbers", "script-output", "natural-numbers", "digits-numbers"),
}


@each
def test_scores_have_the_digits_that_the_lecture_allows(lecture):
    for cell in (cell for cell in read(lecture) if cell.id not in RATES):
        header, *rows = table(cell) or [[]]
        for row in rows:
            scores = [t for name, t in zip(header, row, strict=True) if not NO_SCORES.search(name)]
            line = "  ".join(scores)
            found = [f for f in review_claims(line, {}, n=2_000) if f.sin == "digits"]
            assert found == [], f"{cell.id}: {line}"


#: Columns with p and intervals of it.
NO_SCORES = re.compile(r"\bp\b|at best|interval|test$|critical|ranks")


@each
def test_no_p_is_shown_as_0_or_with_many_digits(lecture):
    for cell in read(lecture):
        header, *rows = table(cell) or [[]]
        for place in [n for n, name in enumerate(header) if re.search(r"\bp\b", name)]:
            for row in rows:
                if (p := row[place]) != "–" and not p.startswith("< "):
                    digits = p.partition("e")[0].replace(".", "").lstrip("0")
                    assert float(p) > 0 and len(digits) <= 4, (cell.id, p)


def test_the_sins_are_four_on_slide_and_caption():
    (slide,) = (s for s in slides("significance-testing") if "sins of reporting" in s[0].source)
    assert slide[0].source.startswith("## Four ")
    assert len(re.findall(r"^\d\. ", slide[0].source, re.MULTILINE)) == len(FOUR_SINS)
    module = ROOT / "labkit" / "demos" / "js" / "report_check.js"
    assert "our sins" in module.read_text(encoding="utf8")


def test_the_magnitude_lexicon_is_one_system():
    """In every lecture, and in the tick that tests it."""
    tick = ROOT / "notebooks" / "ticks" / "tick4-sign-test" / "tick4-sign-test.ipynb"
    weights = set()
    for path in [*LECTURES.values(), tick]:
        for cell in nbformat.read(path, as_version=4).cells:
            weights |= set(
                re.findall(
                    r'"magnitude lexicon": \w*\.?LexiconClassifier\((?:strong_weight=)?(\d+)\)',
                    cell.source,
                )
            )
    assert weights == {"5"}
