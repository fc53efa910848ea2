"""Handouts: a page of each lecture that needs nothing, a PDF where something prints, and what is beside them."""

import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from labkit.cli import main
from labkit.grading.release import handouts
from labkit.grading.release.handouts import as_page, write_handouts
from labkit.grading.release.leaks import Leak, Secret, refuse_leaks
from labkit.grading.release.offline import PAGE, PARTS
from labkit.grading.release.slides import Part, Slide
from tests.ticks import ROOT


@pytest.fixture
def lab(tmp_path):
    """A lab of two lectures."""
    folder = tmp_path / "lab" / "notebooks" / "lectures"
    folder.mkdir(parents=True)
    for name in ("coins", "bars"):
        cells = [new_markdown_cell(f"# About {name}"), new_markdown_cell("## More\n\nWords.")]
        nbformat.write(new_notebook(cells=cells), folder / f"{name}.ipynb")
    (tmp_path / "lab" / PARTS).parent.mkdir(parents=True)
    (tmp_path / "lab" / PARTS).symlink_to(ROOT / PARTS)
    return tmp_path / "lab"


def test_each_lecture_has_a_page_and_the_demonstrations_are_beside_them(lab, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["handouts", str(out), "--no-pdf", "--source", str(lab)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["bars.html", "coins.html", PAGE.name]
    said = capsys.readouterr().out
    assert "coins.html: 2 slides" in said and PAGE.name in said
    page = (out / "coins.html").read_text(encoding="utf8")
    assert "<title>About coins</title>" in page and "<h1" in page and "<h2" in page
    assert (out / PAGE.name).read_text("utf8") == (ROOT / PAGE).read_text("utf8")


def test_without_a_browser_nothing_is_written_and_it_says_what_to_do(
    lab, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(handouts, "find_browser", lambda: None)
    out = tmp_path / "out"
    assert main(["handouts", str(out), "--source", str(lab)]) == 2
    said = capsys.readouterr().err
    assert "no Chromium" in said and "--no-pdf" in said
    assert not out.exists()


def test_where_something_prints_each_page_has_its_pdf(lab, tmp_path, monkeypatch):
    def printer(page, paper, browser):
        paper.write_text(f"{browser} has printed {page.name}")

    monkeypatch.setattr(handouts, "find_browser", lambda: "chromium")
    monkeypatch.setattr(handouts, "print_page", printer)
    made = write_handouts(tmp_path / "out", lab)
    assert [each.paper.name for each in made] == ["bars.pdf", "coins.pdf"]
    assert made[0].paper.read_text() == "chromium has printed bars.html"


def test_an_earlier_pdf_does_not_stay_beside_a_new_page(lab, tmp_path):
    (tmp_path / "coins.pdf").write_text("of last year")
    (done,) = write_handouts(tmp_path, lab, pdf=False, names=["coins"])
    assert done.paper is None and not (tmp_path / "coins.pdf").exists()
    assert done.n_slides == 2 and not (tmp_path / "bars.html").exists()


def test_an_answer_in_a_handout_is_found_however_a_page_writes_it(lab, tmp_path):
    path = lab / "notebooks" / "lectures" / "coins.ipynb"
    lecture = nbformat.read(path, as_version=4)
    line = 'return "POS" if positive > negative and not tie else "NEG"'
    lecture.cells.append(
        new_code_cell("x", outputs=[new_output("stream", name="stdout", text=line)])
    )
    nbformat.write(lecture, path)
    write_handouts(tmp_path / "out", lab, pdf=False)
    assert line not in (tmp_path / "out" / "coins.html").read_text("utf8")  # it is escaped
    secret = Secret("".join(line.split()), "tick 1")
    with pytest.raises(Leak, match=r"coins.html would give an answer away"):
        refuse_leaks(tmp_path / "out", [secret])


def test_unknown_lectures_and_folders_are_refused(lab, tmp_path):
    with pytest.raises(ValueError, match="names must be of bars, coins, not 'dice'"):
        write_handouts(tmp_path / "out", lab, pdf=False, names=["dice"])
    with pytest.raises(FileNotFoundError, match="source must be the lab's own folder"):
        write_handouts(tmp_path / "out", tmp_path, pdf=False)


def test_a_page_may_run_nothing_and_leads_to_the_demonstrations_as_they_were():
    settings = {"n": 2000, "k": 753, "exact": False, "tails": "one tail"}
    parts = Part("<p>A picture</p>", "binomial_tails", settings), Part("<p>B</p>", "correlation")
    page = as_page([Slide('Tails of "q" \\ <em>n</em>', True, parts)])
    assert "default-src 'none'" in page and "<script" not in page
    links = re.findall(r'href="([^"]*)"', page)
    assert links == [f"{PAGE.name}#binomial_tails?n=2000&amp;k=753&amp;tails=one+tail"]
    # The title stands at the foot of each printed page, in a string of a style sheet.
    assert "\\000022" in page and "\\00005c" in page
    assert 'lang="en-GB"' in page and page.count("<main>") == 1


@pytest.mark.parametrize(("data", "links"), [("counts", 1), ("two systems", 0), ("pasted", 0)])
def test_no_link_leads_to_other_data_than_the_lecture_s(data, links):
    part = Part("<p>A</p>", "bootstrap", {"n": 200, "data": data})
    assert as_page([Slide("One", True, (part,))]).count("Move it yourself") == links


def test_a_file_in_the_place_of_the_folder_is_left_alone(lab, tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("mine")
    assert main(["handouts", str(tmp_path / "notes.txt"), "--no-pdf", "--source", str(lab)]) == 2
    assert "outdir must be a folder, not the file" in capsys.readouterr().err
    assert (tmp_path / "notes.txt").read_text() == "mine"
