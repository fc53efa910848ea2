"""What a lecture promises: short slides, notes for who speaks, figures in words, and its own rules."""

import re
from functools import cache

import nbformat
import pytest
from markdown_it import MarkdownIt

from labkit.report import FOUR_SINS, review_claims
from tests.notebooks import stored
from tests.notebooks.stored import WIDGET
from tests.ticks import ROOT

LECTURES = {path.stem: path for path in sorted((ROOT / "notebooks" / "lectures").glob("*.ipynb"))}
#: What fits beside the heading of a slide, in a projector's 1024 pixels, too.
COLUMNS, LINES = 74, 14

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


def printed(cell):
    """What a cell prints, without what it shows."""
    texts = [output.get("text", "") for output in cell.get("outputs", [])]
    tables = [
        output.data["text/plain"]
        for output in cell.get("outputs", [])
        if "data" in output and not output.data["text/plain"].startswith(("Demonstration", "Pict"))
    ]
    return "\n".join([*texts, *tables])


@each
def test_a_lecture_begins_with_what_will_be_learnt_and_ends_with_its_sources(lecture):
    title, *_ = slides(lecture)
    heading, question, aims, follows = title[0].source.split("\n\n")
    assert heading.startswith("# ") and "?" in question and follows.count("*") >= 2
    assert len([line for line in aims.splitlines() if line.startswith("- ")]) == 3
    assert "**Source" in slides(lecture)[-1][0].source


@each
def test_every_slide_has_notes_with_a_question_its_answer_and_a_time(lecture):
    for slide in slides(lecture):
        (notes,) = (cell for cell in slide if is_notes(cell))
        assert re.match(r"\*\*(Say|Show)\*\* \(\d min\)\. ", notes.source), slide[0].source
        (asked,) = re.findall(r"^\*\*Ask\.\*\* .*\? \*.*\*$", notes.source, re.MULTILINE)
        assert len(asked) < 400
        shows = any(cell.source.startswith("demos.") for cell in slide)
        assert notes.source.startswith("**Show**" if shows else "**Say**")
        assert not shows or "*Predict first:*" in notes.source or "*Sins*" in notes.source


@each
def test_nothing_is_printed_below_a_demonstration(lecture):
    for slide in slides(lecture):
        code = [cell for cell in slide if cell.cell_type == "code" and printed(cell).strip()]
        if any(cell.source.startswith("demos.") for cell in slide):
            assert code == [], "it would go stale when a control is moved"


@each
def test_who_reads_it_without_a_kernel_sees_pictures_and_no_lost_widget(lecture):
    cells = [cell for cell in read(lecture) if cell.source.startswith("demos.")]
    for cell in cells:
        (shown,) = cell.outputs
        assert WIDGET not in shown.data, f"store it with {stored.__name__}"
        assert 'class="labkit-still"' in shown.data["text/html"]
    assert cells


@each
def test_pictures_stay_whole_in_markdown(lecture):
    outputs = [output for cell in read(lecture) for output in cell.get("outputs", [])]
    pages = [output.get("data", {}).get("text/html", "") for output in outputs]
    pictures = [page for page in pages if re.match('<div class="labkit-(?:still|plot)"', page)]
    for page in pictures:
        assert "<pre>" not in MARKDOWN.render(f"Words\n\n{page}\n\nWords")
    assert len(pictures) >= 3


@each
def test_what_is_printed_fits_on_a_slide(lecture):
    for slide in slides(lecture):
        lines = [line for cell in slide for line in printed(cell).splitlines()]
        assert len(lines) <= LINES, slide[0].source
        assert [line for line in lines if len(line) > COLUMNS] == []


@each
def test_every_figure_is_put_into_words(lecture):
    for cell in read(lecture):
        for output in cell.get("outputs", []):
            assert not {"image/png", "image/jpeg"} & set(output.get("data", {})), cell.id
        if "plots.picture(" in cell.source:
            (shown,) = cell.outputs
            words = shown.data["text/plain"].removeprefix("Picture: ")
            assert len(words) > 60 and 'role="img"' in shown.data["text/html"]


#: Cells that print rates of errors of a test, shares of resamples, or p: no scores of systems.
RATES = {
    *(
        "limits-table",
        "errors-numbers",
        "remedies-numbers",
        "ties-cost-table",
        "twice-numbers",
        "ties-numbers",
    ),
    *("dependent-coins", "dependent-numbers", "independence-numbers"),
}
#: Lines with numbers of other kinds: parameters, thresholds, and what a paper prints.
NO_SCORES = re.compile(
    r"r12|omega|Demonstration|p = |significant at|print \d digits|^p from |> II|II > I|F_A_1_|kind: |"
    r"^ *[\d,]+ +\d\.\d\d +\("
)


@each
def test_scores_have_the_digits_that_the_lecture_allows(lecture):
    for cell in (cell for cell in read(lecture) if cell.id not in RATES):
        for line in printed(cell).splitlines():
            if not NO_SCORES.search(line):
                found = [f for f in review_claims(line, {}, n=2_000) if f.sin == "digits"]
                assert found == [], f"{cell.id}: {line}"


@each
def test_no_p_is_printed_as_0_or_with_many_digits(lecture):
    for cell in read(lecture):
        for p in re.findall(r"\bp = ([\d.]+(?:e-\d+)?)", printed(cell)):
            digits = p.partition("e")[0].replace(".", "").lstrip("0")
            assert float(p) > 0 and len(digits) <= 4, (cell.id, p)


def test_the_sins_are_four_on_slide_and_caption():
    (slide,) = (s for s in slides("significance-testing") if "sins of reporting" in s[0].source)
    assert slide[0].source.startswith("## Four ")
    assert len(re.findall(r"^\d\. ", slide[0].source, re.MULTILINE)) == len(FOUR_SINS)
    caption = ROOT / "labkit" / "demos" / "templates" / "captions" / "report_check.html"
    assert "our sins" in caption.read_text(encoding="utf8")


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
