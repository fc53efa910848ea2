"""Lectures as pages that need nothing else: what stands in them, and what is refused."""

import base64
import re
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

from labkit.cli import main
from labkit.demos.demonstration import KIND
from labkit.instructor.grading.release import lectures
from labkit.instructor.grading.release.lectures import make_page, print_page, write_lectures
from tests.instructor.grading.tiny import write
from tests.ticks import ROOT

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n picture").decode()
WIDGET = "application/vnd.jupyter.widget-view+json"
ERROR = new_output("error", ename="KeyError", evalue="", traceback=[])
ONE = new_markdown_cell("# One")


def page_of(folder, *cells, deck=False):
    """Make the page of a lecture, and the texts of its slides."""
    nbformat.write(new_notebook(cells=list(cells)), folder / "one.ipynb")
    page, n_slides = make_page(folder / "one.ipynb", deck=deck)
    slides = re.findall(r'<section class="slide".*?</section>', page, re.DOTALL)
    assert len(slides) == n_slides
    return page, slides


def shows(**data):
    data = {name.replace("__", "+").replace("_", "/"): value for name, value in data.items()}
    return new_code_cell("x", outputs=[new_output("execute_result", data=data)])


def demonstration(name="ties", *, said=(), svg="<svg></svg>", **settings):
    data = {KIND: {"name": name, "settings": settings}, WIDGET: {"model_id": "1"}}
    data |= {"text/plain": f"demos.{name}()", "image/svg+xml": svg}
    metadata = {KIND: {"readout": said}} if said else {}
    shown = new_output("execute_result", data=data, metadata=metadata)
    return new_code_cell(f"demos.{name}()", outputs=[shown])


def printed(text, name="stdout"):
    return new_code_cell("x", outputs=[new_output("stream", name=name, text=text)])


CELLS = (
    new_code_cell("secret = 1"), new_markdown_cell('# "Tests" < *all*\n\nWhat they ask'),
    new_markdown_cell("**Say** (2 min). The coin. **Show** (3 min).", metadata={"tags": ["notes"]}), new_raw_cell("raw"),
    new_markdown_cell("## A coin\n\n### Not a slide\n\n- heads"), printed("\x1b[31m    p\x1b[0m = 0.04 < 0.05\n\n"),
    new_markdown_cell("It is fair.", metadata={"tags": ["answer"]}), printed("a warning", name="stderr"), new_code_cell("# not a slide"),
    new_markdown_cell("### No slide either"),
)  # fmt: skip


def test_slides_begin_at_headings_and_leave_out_code_and_notes(tmp_path):
    page, (first, second) = page_of(tmp_path, *CELLS)
    for part, texts in (
        (page, ['<title>"Tests" &lt; all</title>', r'@bottom-left { content: "\"Tests\" \3c  all"; }']),
        (page, ["default-src 'none'; img-src data:", 'lang="en-GB"']),
        (first, ['data-kind="title"', "<h1>", "<p>What they ask</p>", ">1</p>"]),
        (second, ["<h2>A coin</h2>", "<li>heads</li>", ">2</p>", "<h3>No slide either</h3>"]),
        (second, ["<pre>    p = 0.04 &lt; 0.05</pre>", '<div class="part text"><p>It is fair.</p>']),
    ):  # fmt: skip
        assert [text for text in texts if text not in part] == []
    hidden = "secret", "The coin.", "raw", "a warning", "not a slide", "Reveal"
    assert not [text for text in hidden if text in page]


def test_a_deck_has_notes_hidden_answers_and_all_that_it_needs(tmp_path):
    page, (first, second) = page_of(tmp_path, *CELLS, deck=True)
    assert '<aside class="notes" hidden' in first and "The coin." in first
    assert '<div class="part text fragment"><p>It is fair.</p>' in second
    assert "Hakim El Hattab" in page and "RevealNotes" in page and "sourceMappingURL" not in page
    assert not re.search(r'(src|href)="(?!data:)', page.partition("<main")[0])
    assert page.lower().count("</script>") == 3  # no text of a program ends its element


@pytest.mark.parametrize(("deck", "draws"), [(True, 0), (False, 1000)])
def test_a_demonstration_stands_where_it_was_run_and_in_a_handout_as_it_ended(tmp_path, deck, draws):  # fmt: skip
    said = ["Ties split: p < 1", "Ties dropped"]
    shown = demonstration(plus=3, said=said), demonstration(), demonstration("smoothing"), demonstration("smoothing")  # fmt: skip
    page, (slide,) = page_of(tmp_path, ONE, *shown, deck=deck)
    assert slide.count("data-demonstration=") == 4 and '"plus": 3' in slide.replace("&quot;", '"')
    # Where no script runs, what was stored of the browser stands there; else the call.
    assert "<svg></svg><p>Ties split: p &lt; 1</p><p>Ties dropped</p>" in slide
    assert "<svg></svg><p>demos.ties()</p>" in slide
    assert page.count('name: "ties"') == 1 and 'name: "shuffling"' not in page
    assert page.count('id="labkit-data-smoothing"') == 1
    assert slide.replace("&quot;", '"').count(f'"draws": {draws}}}') == 4


@pytest.mark.parametrize("deck", [True, False])
def test_each_slide_has_an_address_and_the_first_says_whose_the_lecture_is(tmp_path, deck):
    titles = (
        "# Twice",
        "## *Twice*",
        "## All 2⁸⁶ shuffles",
        "## 1984",
        "## p < α?",
        "## ?",
        "## Twice",
    )
    cells = [new_markdown_cell(title) for title in titles]
    lectures = tmp_path / "notebooks" / "lectures"  # as in the lab, whose LICENSE is at the top
    lectures.mkdir(parents=True)
    page, slides = page_of(lectures, *cells, deck=deck)
    names = "twice", "twice-2", "all-2-to-the-86-shuffles", "slide-1984", "p", "slide", "twice-3"
    assert [re.search(' id="(.*?)"', slide)[1] for slide in slides] == list(names)
    assert "licence" not in "".join(slides)
    (tmp_path / "LICENSE").write_text(
        "An Own Licence\n\nCopyright (c) 2030 A & B\n\nSee below.", "utf8"
    )
    _, slides = page_of(lectures, *cells, deck=deck)
    assert '<p class="licence">© 2030 A &amp; B · An Own Licence</p>' in slides[0]
    assert "licence" not in "".join(slides[1:])
    # What a deck calls its own stays so.
    page, _ = page_of(tmp_path, ONE, new_markdown_cell("## Overview"), deck=deck)
    assert page.count('id="overview"') == 1


def test_columns_of_words_are_known(tmp_path):
    table = "<tr><th></th><th>p</th><th>verdict</th><th>events</th></tr>"
    for row in ("a|0.04|no|5 of 20", "b|none||–", "c|< 0.1|yes|yes"):
        first, *rest = row.split("|")
        table += f"<tr><th>{first}</th>{''.join(f'<td>{cell}</td>' for cell in rest)}</tr>"
    _, (slide,) = page_of(tmp_path, ONE, shows(text_html=f"<table>{table}</table>"))
    assert re.findall('class="words">(.*?)<', slide) == ["verdict", "no", "", "yes"]


@pytest.mark.parametrize(("cell", "tags"), [
    *((new_markdown_cell(text), tags) for text, tags in (
        ("$x_1 \\le 2$", {"<math display=\"inline\"": 1, "<msub>": 1}), ("$$\\frac{a}{b}$$", {"<math display=\"block\"": 1, "<mfrac>": 1, 'class="formula"': 1}),
        (r"$$\begin{aligned} a &= b \\ c &= d \end{aligned}$$", {"<mtr>": 2, "&amp;=": 0}), (r"$$\begin{gathered} a \\ c \end{gathered}$$", {"<mtr>": 2}),
        ("[paper](https://example.org/p.pdf)", {'<a href="https://example.org/p.pdf">': 1}), ("![a file](a.png)", {'alt="a file" src="data:image/png;base64,ZmlsZQ=="': 1}),
        ("`curl(x) @import url(http://x) <script>`", {"url(http://x) &lt;script&gt;": 1}))),
    (new_markdown_cell("![](attachment:b.png)", attachments={"b.png": {"image/png": PNG}}), {f'src="data:image/png;base64,{PNG}"': 1}),
    (shows(image_png=PNG, text_plain="<Figure>"), {f'<img alt="Plot: &lt;b&gt; &amp; One" src="data:image/png;base64,{PNG}"/>': 1}),
    (shows(image_jpeg=PNG), {f'src="data:image/jpeg;base64,{PNG}"': 1}), (shows(image_svg__xml="<svg/>"), {'src="data:image/svg+xml;base64,PHN2Zy8+': 1}),
    (shows(text_html="<table></table>", text_plain="x"), {'tabindex="0"><table></table></div>': 1}),
    (shows(text_html="<b>drawn</b>", image_svg__xml="<svg><text>letters</text></svg>"), {"figure": 1, "<svg><text>letters": 1, "drawn": 0}),
    (shows(text_latex=r"$\displaystyle \frac{1}{2}$", text_plain="<Math object>"), {"<mfrac>": 1}),
    (shows(text_markdown="*so*", text_plain="<Markdown object>"), {"<em>so</em>": 1}), (shows(text_plain="  a < b\n"), {"<pre>  a &lt; b</pre>": 1}),
])  # fmt: skip
def test_all_is_shown_in_its_best_form_without_a_network(tmp_path, cell, tags):
    (tmp_path / "a.png").write_bytes(b"file")
    _, (slide,) = page_of(tmp_path, new_markdown_cell("# `<b>` & *One*"), cell)
    assert {tag: slide.count(tag) for tag in tags} == tags
    assert not [text for text in ("object", "Figure", "$", "\\") if text in slide]


@pytest.mark.parametrize(("cell", "message"), [
    (shows(**{WIDGET: {}}), "cell 2 ends in an error, or has a widget that is no demonstration"), (new_code_cell("x", outputs=[ERROR]), "cell 2 ends in an error"),
    (new_markdown_cell("![x](b.png)"), "would run .* must be beside the notebook"), (shows(text_html="<img src='//example.org/x.png'>"), "would run"),
    (new_markdown_cell("## Two\n\n<script>act()</script>"), "would run"), (shows(text_html="<iframe srcdoc='x'></iframe>"), "would run"),
    (shows(application_javascript="act()", text_plain="<Javascript>"), "would run"), (demonstration("tie"), "cell 2: a demonstration must be one of 'binomial_tails', .*, not 'tie'"),
    (demonstration(svg="<svg><script>act()</script></svg>"), "would run"),
])  # fmt: skip
@pytest.mark.parametrize("deck", [True, False])
def test_what_would_be_missing_or_fetched_is_refused(tmp_path, cell, message, deck):
    with pytest.raises(ValueError, match=rf"^one\.ipynb,? {message}"):
        page_of(tmp_path, ONE, cell, deck=deck)
    with pytest.raises(ValueError, match=r"^one\.ipynb must begin .* heading, not with cell 2"):
        page_of(tmp_path, new_code_cell("x"), printed("x"), deck=deck)


def test_each_lecture_has_a_page_and_a_pdf_or_is_refused(tmp_path, capsys, monkeypatch):
    folder = tmp_path / "lab" / "notebooks" / "lectures"
    for name in ("coins", "bars"):
        cells = map(new_markdown_cell, (f"# About {name}", "## More\n\nWords."))
        write(folder / f"{name}.ipynb", new_notebook(cells=list(cells)))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    command, out = ["handouts", "out", "--source", "lab"], tmp_path / "out"
    for arguments, message in (
        ([], "no Chromium or Chrome to print with.* --no-pdf writes the HTML alone"),
        (["--no-pdf", "--lecture", "dice"], "names must be of bars, coins, not 'dice'"),
        (["--no-pdf", "--source", "."], "source must be the lab.s folder, not ., which has no"),
        (["--no-pdf", "--notes"], "notes stand in the PDF of slides alone: --slides --pdf --notes"),
    ):
        assert main([*command, *arguments]) == 2
        assert re.search(message, capsys.readouterr().err) and not out.exists()
    for arguments in (["--no-pdf"], ["--slides"]):
        assert main([*command, *arguments]) == 0
        assert sorted(path.name for path in out.iterdir()) == ["bars.html", "coins.html"]
        assert capsys.readouterr().out.splitlines()[-1] == "out/coins.html: 2 slides"
        assert ("new Reveal(" in (out / "bars.html").read_text("utf8")) == ("--slides" in arguments)

    # With a browser, here a line of shell, each has its PDF, and never that of an earlier one.
    shell = '#!/bin/sh\nfor word; do case "$word" in --print-to-pdf=*) paper="${word#*=}";; esac; done\n'
    shell += 'printf "%%PDF-1.7 of %s" "$(eval echo \\${$#})" > "$paper"'
    browser = write(tmp_path / "google-chrome", shell)
    browser.chmod(0o755)
    out, lab = tmp_path / "an out", tmp_path / "lab"
    bars, coins = out / "bars", out / "coins"
    files = [each.with_suffix(end) for each in (bars, coins) for end in (".html", ".pdf")]
    assert write_lectures(out, lab) == dict.fromkeys(files, 2)
    assert re.fullmatch("%PDF(?s:.*)an%20out/bars.html", bars.with_suffix(".pdf").read_text())
    assert write_lectures(out, lab, slides=True, pdf=True, notes=True) == dict.fromkeys(files, 2)
    assert bars.with_suffix(".pdf").read_text().endswith("an%20out/bars.html?print-pdf&notes")
    guide = (ROOT / "docs" / "authoring.md").read_text("utf8")
    for line in re.findall("bin/labkit (handouts [^#]*)", guide):
        assert main([*line.split(), "--source", "lab"]) == 0
    assert Path("slides/bars.pdf").read_text().endswith("slides/bars.html?print-pdf&notes")
    assert Path("demonstrations/ties.html").is_file()
    assert write_lectures(out, lab, ["bars"], pdf=False) == {bars.with_suffix(".html"): 2}
    assert not bars.with_suffix(".pdf").exists() and coins.with_suffix(".pdf").exists()

    # What did not print is named, and leaves nothing.
    monkeypatch.setattr(lectures, "PRINTING_SECONDS", 0.5)
    for code, error, why in (
        ("echo no display >&2; exit 1", OSError, "could not print a.html: no display"),
        ("exec /bin/sleep 30", subprocess.TimeoutExpired, "timed out after 0.5 s"),
    ):
        browser.write_text(f"#!/bin/sh\n{code}\n")
        with pytest.raises(error, match=why):
            print_page(tmp_path / "a.html", tmp_path / "a.pdf", str(browser))
        assert not (tmp_path / "a.pdf").exists()
