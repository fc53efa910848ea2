"""A lecture's slides as they are handed out: complete, described, and with nothing to fetch."""

import base64
import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

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
    ],
)
def test_what_would_be_missing_or_fetched_is_refused(tmp_path, cell, message):
    with pytest.raises(ValueError, match=message):
        read_slides(lecture(tmp_path, new_markdown_cell("# One"), cell))


def test_a_lecture_begins_with_a_heading(tmp_path):
    with pytest.raises(ValueError, match="before the first heading"):
        read_slides(lecture(tmp_path, new_markdown_cell("Words"), new_markdown_cell("# One")))
