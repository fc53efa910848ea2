"""A lecture's slides as they are handed out: complete, described, and with nothing to fetch."""

import base64
import io
import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from labkit.grading.release.handouts import as_page
from labkit.grading.release.slides import AT_THE_END, read_slides

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n picture").decode()
WIDGET = "application/vnd.jupyter.widget-view+json"


def lecture(tmp_path, *cells):
    path = tmp_path / "one.ipynb"
    nbformat.write(new_notebook(cells=list(cells)), path)
    return path


def shows(source="x", about=None, **data):
    data = {name.replace("_", "/"): value for name, value in data.items()}
    if "widget" in data:
        data[WIDGET] = {"model_id": data.pop("widget")}
    output = new_output("display_data", data=data, metadata=about or {})
    return new_code_cell(source, outputs=[output])


def printed(text, name="stdout"):
    return new_code_cell("x", outputs=[new_output("stream", name=name, text=text)])


def html(slide):
    return "\n".join(part.html for part in slide.parts)


def test_slides_begin_at_headings_of_two_levels_and_leave_out_code_and_notes(tmp_path):
    notes = new_markdown_cell("Tell them about the coin.", metadata={"tags": ["notes"]})
    path = lecture(
        tmp_path,
        new_markdown_cell("# Tests & *all*\n\nWhat they ask"),
        new_code_cell("secret = 1"),
        notes,
        new_markdown_cell("## A coin\n\n### Not a slide\n\n- heads"),
        printed("p = 0.04 < 0.05\n"),
        printed("a warning", name="stderr"),
        new_markdown_cell("## Notes of its own\nLast.", metadata={"tags": []}),
        new_markdown_cell("# not shown", metadata={"tags": ["notes"]}),
    )
    slides = read_slides(path)
    assert [(slide.title, slide.first) for slide in slides] == [
        ("Tests &amp; <em>all</em>", True),
        ("A coin", False),
        ("Notes of its own", False),
    ]
    whole = "\n".join(map(html, slides))
    assert "secret" not in whole and "coin." not in whole and "a warning" not in whole
    assert "not shown" not in whole
    assert "<pre>p = 0.04 &lt; 0.05</pre>" in html(slides[1]) and "<li>heads</li>" in html(
        slides[1]
    )
    assert "<p>What they ask</p>" in html(slides[0]) and "# Tests" not in html(slides[0])


def test_formulas_are_mathml_and_links_stay(tmp_path):
    text = "# One\n\n$x_1 \\le 2$ and\n\n$$\\frac{a}{b}$$\n\n[paper](https://example.org/p.pdf)"
    (slide,) = read_slides(lecture(tmp_path, new_markdown_cell(text)))
    assert html(slide).count("<math") == 2 and "mfrac" in html(slide) and "$" not in html(slide)
    assert '<a href="https://example.org/p.pdf">paper</a>' in html(slide)


@pytest.mark.parametrize("lines", ["aligned", "gathered", "cases"])
def test_formulas_of_several_lines_keep_them(tmp_path, lines):
    tex = rf"$$\begin{{{lines}}} a &= b \\ c &= d \end{{{lines}}}$$"
    (slide,) = read_slides(lecture(tmp_path, new_markdown_cell(f"# F\n\n{tex}")))
    assert html(slide).count("<mtr>") == 2 and "&amp;" not in html(slide)


def test_what_is_folded_is_open_for_paper(tmp_path):
    folded = "<details><summary>Why?</summary>\n\nSo.\n\n</details>\n<details open>Seen</details>"
    (slide,) = read_slides(lecture(tmp_path, new_markdown_cell(f"# F\n\n{folded}")))
    assert html(slide).count("<details open>") == 2


def test_links_lead_to_slides_by_their_headings(tmp_path):
    cells = [new_markdown_cell(f"# {name}\n\nwords") for name in ("Why *p*?", "Why *p*?")]
    page = as_page(read_slides(lecture(tmp_path, *cells)))
    assert page.count('id="Why-p?"') == 1


def test_every_picture_is_within_the_page_and_is_described(tmp_path):
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n file")
    slides = read_slides(
        lecture(
            tmp_path,
            new_markdown_cell('# "Two" *tails*\n\n![a file](pictures/a.png)'),
            shows(image_png=PNG, text_plain="<Figure size 1x1>"),
            printed('p = 0.04, "so"\n'),
            new_markdown_cell("## Told"),
            shows(image_png=PNG, about={"image/png": {"alt": "Told by the plot"}}),
            shows(text_html='<div><svg viewBox="0 0 1 1"></svg><img src="data:,x"></div>'),
        )
    )
    tags = re.findall(r"<(?:img|svg)[^>]*>", "\n".join(map(html, slides)))
    assert len(tags) == 5
    assert all(re.search(r'(?:alt|aria-label)="[^"]+"', tag) for tag in tags)
    assert all("src" not in tag or 'src="data:' in tag for tag in tags)
    assert 'alt="a file"' in tags[0]
    words = 'Plot: "Two" tails. Printed with it: p = 0.04, "so"'.replace('"', "&quot;")
    assert f'alt="{words}"' in tags[1]
    assert "Figure size" not in html(slides[0])
    assert 'alt="Told by the plot"' in tags[2]
    assert 'aria-label="Plot: Told."' in tags[3] and 'alt="Plot: Told."' in tags[4]


def test_a_demonstration_is_shown_as_it_is_after_the_lecture(tmp_path):
    plain = (
        "Demonstration(n=10, plus=4, minus=1, resamples=0, shifted=False, exact=False, seed=2)\nx"
    )
    (slide,) = read_slides(
        lecture(
            tmp_path,
            new_markdown_cell("# One"),
            shows("demos.bootstrap(n=10)", widget="1", text_plain=plain, text_html="<p>before</p>"),
        )
    )
    (part,) = slide.parts
    assert part.demonstration == "bootstrap" and part.settings["plus"] == 4
    assert "resamples = 1000" in part.html and "Endless resamples" in part.html
    assert "before" not in part.html and 'alt="' in part.html
    assert "pasted = " not in part.html  # of a control that is not shown
    assert AT_THE_END["resamples"] == 1000


def test_a_widget_of_another_kind_keeps_its_picture(tmp_path):
    cell = shows("sliders()", widget="1", text_plain="Box()", text_html="<p>as it was</p>")
    (slide,) = read_slides(lecture(tmp_path, new_markdown_cell("# One"), cell))
    assert html(slide) == "<p>as it was</p>"


@pytest.mark.parametrize(
    "source",
    [
        "demos.report_check(comparisons={('A', 'B'): 0.2}, text='A outperforms B.')",
        "demos.report_check({('A', 'B'): 0.2}, text='A outperforms B.')",
        "display(demos.ties(), demos.report_check())",
        "%%time\nif",
    ],
)
def test_a_demonstration_that_cannot_be_made_again_stays_as_it_was(tmp_path, source):
    plain = "Demonstration(alpha=0.05, text='A outperforms B.')"
    cell = shows(source, widget="1", text_plain=plain, text_html="<p>as it was</p>")
    (slide,) = read_slides(lecture(tmp_path, new_markdown_cell("# One"), cell))
    assert html(slide) == "<p>as it was</p>"


def test_a_demonstration_is_found_beside_its_numbers_and_a_magic(tmp_path):
    plain = "Demonstration(plus=1, minus=11, ties=8, alpha=0.05)"
    source = "%time\nn = demos.ties_numbers(ties=8)['split']\ndemos.ties(ties=n['n'])"
    cell = shows(source, widget="1", text_plain=plain, text_html="<p>before</p>")
    (slide,) = read_slides(lecture(tmp_path, new_markdown_cell("# One"), cell))
    assert slide.parts[0].demonstration == "ties" and "before" not in html(slide)


def test_a_title_that_ends_in_a_sign_keeps_it(tmp_path):
    cells = [new_markdown_cell(text) for text in ("# C#", "## F# and C# ##", "## One #")]
    slides = read_slides(lecture(tmp_path, *cells))
    assert [slide.title for slide in slides] == ["C#", "F# and C#", "One"]


def test_pictures_are_found_under_whatever_name_they_are_written(tmp_path):
    for name in ("my plot.png", "a&b.png", "ü.png"):
        (tmp_path / name).write_bytes(name.encode())
    text = (
        "# One\n\n![a](<my plot.png>) ![b](my%20plot.png) ![c](a&b.png) ![d](ü.png) "
        "<IMG SRC='a&b.png' alt='p > 0.05'> <img src=a&b.png alt=''> ![e](attachment:in%20it.png)"
    )
    cell = new_markdown_cell(text, attachments={"in it.png": {"image/png": PNG}})
    (slide,) = read_slides(lecture(tmp_path, cell))
    tags = re.findall(r"<img(?:[^>\"']|\"[^\"]*\"|'[^']*')*>", html(slide), re.IGNORECASE)
    found = [re.search(r'src="data:image/png;base64,([^"]*)"', tag)[1] for tag in tags]
    names = ["my plot.png", "my plot.png", "a&b.png", "ü.png", "a&b.png", "a&b.png"]
    assert [base64.b64decode(each) for each in found] == [
        *(name.encode() for name in names),
        base64.b64decode(PNG),
    ]
    assert "alt='p > 0.05'" in tags[4] and 'alt="Plot: One."' in tags[5]
    assert "alt=''" not in tags[5]


def test_pictures_of_all_kinds_and_formulas_are_shown(tmp_path):
    from PIL import Image

    file = io.BytesIO()
    Image.new("L", (4, 4)).save(file, "jpeg")
    photo = base64.b64encode(file.getvalue()).decode()
    cells = [
        shows(image_jpeg=photo, text_plain="<IPython.core.display.Image object>"),
        shows(text_latex=r"$\displaystyle \frac{1}{2}$", text_plain="<Math object>"),
    ]
    (slide,) = read_slides(lecture(tmp_path, new_markdown_cell("# One"), *cells))
    assert f'src="data:image/jpeg;base64,{photo}"' in html(slide) and "<mfrac>" in html(slide)
    assert "object" not in html(slide)


def test_words_about_what_fetches_are_words(tmp_path):
    words = "curl(x) @import url(http://x) <script> C:\\users"
    (slide,) = read_slides(
        lecture(
            tmp_path,
            new_markdown_cell(f"# One\n\n`{words}`"),
            printed(words),
            shows(text_html='<svg viewBox="0 0 1 1"></svg>'),
        )
    )
    assert html(slide).count(r"curl(x) @import url(http://x) &lt;script&gt; C:\users") == 3


def test_what_a_terminal_would_have_hidden_is_not_printed(tmp_path):
    text = "10 %\r50 %\rdone\n\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b[K\r\nend\n"
    (slide,) = read_slides(lecture(tmp_path, new_markdown_cell("# One"), printed(text)))
    assert html(slide).replace("\r", "") == "<pre>done\nred link\nend</pre>"


@pytest.mark.parametrize(
    "cell, message",
    [
        (shows(widget="1", text_plain="Box()"), "cell 2 has a widget without a picture"),
        (
            new_code_cell(
                "x", outputs=[new_output("error", ename="KeyError", evalue="", traceback=[])]
            ),
            "KeyError",
        ),
        (new_markdown_cell("![x](https://example.org/x.png)"), "not beside the notebook"),
        (shows(text_html='<img src="https://example.org/x.png">'), "would fetch or run"),
        (shows(text_html="<img src='//example.org/x.png'>"), "would fetch or run"),
        (shows(text_html="<script>act()</script>"), "would fetch or run"),
        (shows(text_html='<p style="background: url(http://x/y)">'), "would fetch or run"),
        (shows(text_html="<p title='>' style='background: url(http://x/y)'>"), "would fetch"),
        (shows(text_html="<style>p { background: url(http://x/y) }</style>"), "would fetch"),
        (shows(text_html="<style>@import 'http://x/y'"), "would fetch or run"),
    ],
)
def test_what_would_be_missing_or_fetched_is_refused(tmp_path, cell, message):
    with pytest.raises(ValueError, match=message):
        read_slides(lecture(tmp_path, new_markdown_cell("# One"), cell))


def test_a_lecture_begins_with_a_heading(tmp_path):
    with pytest.raises(ValueError, match="before the first heading"):
        read_slides(lecture(tmp_path, new_markdown_cell("Words"), new_markdown_cell("# One")))


@pytest.mark.parametrize("tags", [["notes"], None])
def test_a_lecture_has_a_slide(tmp_path, tags):
    cells = [new_markdown_cell("# One", metadata={"tags": tags})] if tags else []
    with pytest.raises(ValueError, match=r"one\.ipynb has no slide"):
        read_slides(lecture(tmp_path, *cells))


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b'{"cells": 3}', b"null"])
def test_a_file_that_is_no_notebook_is_named(tmp_path, content):
    path = tmp_path / "one.ipynb"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"one\.ipynb cannot be read as a notebook: ."):
        read_slides(path)
