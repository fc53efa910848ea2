"""What a student had any part in is text, pictures, tables and formulas, and none of it acts."""

import base64
import re
import time

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

from labkit.grading.submission.cells import grade_id
from labkit.grading.submission.listing import highlighted
from labkit.grading.submission.sanitize import (
    LONGEST_TEXT,
    clean_html,
    prepared,
    rendered,
    text_of,
    visible,
)
from tests.grading.elements import Elements

EVIL = '<img src=x onerror="act()"><script>act()</script><a href="javascript:act()">x</a>'
PIXEL = "iVBORw0KGgo="


def shown(**data):
    """Give what is left of an output with these data."""
    output = new_output("display_data")
    output.data = {kind.replace("_", "/"): content for kind, content in data.items()}
    output.metadata = {"image/png": {"width": '1" onload="act()'}}
    notebook = new_notebook(cells=[new_code_cell()])
    notebook.cells[0].outputs = [output]  # as they are: no form is asked for here
    (cell,) = prepared(notebook).cells
    return [dict(output.data) for output in cell.outputs if output.metadata == {}]


LINKS = re.compile(r"(https?://|mailto:)")
ATTRIBUTES = {"href", "rel", "src", "alt", "class", "colspan", "rowspan", "scope", "start",
              "display", "displaystyle", "mathvariant", "stretchy", "columnalign", "width"}  # fmt: skip
ELEMENTS = re.compile(
    "p|br|hr|h[1-6]|b|i|em|strong|u|s|del|code|pre|kbd|blockquote|ul|ol|li|dl|dt|dd|sub|sup|div|span|a"
    "|img|small|table|caption|thead|tbody|tfoot|tr|th|td|math|mrow|mi|mo|mn|mtext|mspace|mstyle"
    "|mfrac|msup|msub|mtable|mtr|mtd"
)


def assert_inert(html):
    """Nothing of it acts, fetches, covers or names; give its text."""
    elements = Elements(html)
    for tag, attributes in elements.found:
        assert ELEMENTS.fullmatch(tag)
        assert set(attributes) <= ATTRIBUTES
        assert LINKS.match(attributes.get("href", "http://"))
        assert attributes.get("src", "data:image/png;").startswith("data:image/")
        if tag == "a":
            assert attributes["rel"] == "noopener noreferrer"
    return elements.text


def test_text_pictures_and_tables_stay():
    table = "<table><tbody><tr><td>1</td></tr></tbody></table>"
    assert shown(text_plain="a") == [{"text/plain": "a"}]
    assert shown(image_png=PIXEL) == [{"image/png": PIXEL}]
    assert shown(text_html=table) == [{"text/html": table}]


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("application_javascript", "act()"),
        ("image_svg+xml", "<svg onload='act()'/>"),
        ("text_markdown", EVIL),
        ("text_latex", EVIL),
        ("text_html", f"<p>{EVIL}</p>"),  # no table
        ("image_png", f'x"/>{EVIL}'),
        ("image_png", base64.b64encode(b"<svg onload='act()'/>").decode()),
        ("image_png", {"x": 1}),
        ("text_plain", {"x": 1}),
        ("application_vnd.jupyter.widget-view+json", {"model_id": "x"}),
    ],
)
def test_all_else_goes_and_its_output_with_it(kind, content):
    assert shown(**{kind: content}) == []
    assert shown(**{kind: content, "image_jpeg": PIXEL}) == [{"image/jpeg": PIXEL}]


def test_streams_and_errors_stay_as_they_are():
    outputs = [
        new_output("stream", text=EVIL),
        new_output("error", ename="E", evalue=EVIL, traceback=["\x1b[31mred"]),
    ]
    (cell,) = prepared(new_notebook(cells=[new_code_cell(outputs=outputs)])).cells
    assert cell.outputs == outputs


def test_what_cells_and_outputs_say_of_themselves_goes():
    notebook = new_notebook(
        cells=[new_code_cell("1"), new_markdown_cell("a"), new_raw_cell(EVIL)],
        metadata={
            "title": EVIL,
            "widgets": {"x": EVIL},
            "language_info": {"name": EVIL, "pygments_lexer": "x"},
        },
    )
    code, text, raw = notebook.cells
    code.execution_count = code.id = EVIL
    code.metadata = {"tags": [EVIL], "magics_language": "x", "nbgrader": {"grade_id": "one"}}
    code.outputs = [
        {"output_type": "stream", "name": EVIL, "text": ["a"]},
        {"output_type": "execute_result", "data": {"text/plain": "1"}, "execution_count": EVIL},
        {"output_type": EVIL, "data": {"text/plain": "1"}},
        {"output_type": "display_data", "data": EVIL},
        {"output_type": "error", "ename": 1, "evalue": None, "traceback": EVIL},
    ]
    code.outputs = [nbformat.from_dict(output) for output in code.outputs]
    text.attachments = {"x.png": {"text/html": EVIL}}
    raw.metadata = {"raw_mimetype": "text/html"}
    made = prepared(notebook)
    nbformat.validate(made)
    assert [dict(cell.metadata) for cell in made.cells] == [
        {"nbgrader": {"grade_id": "one"}, "html": highlighted("1")}, {"text": "a"}, {"text": EVIL},
    ]  # fmt: skip
    code, text, raw = made.cells
    assert code.execution_count is None and len(code.outputs) == 3
    raw.metadata = {}
    assert "onerror" not in re.sub("&lt;img .*?&gt;", "", repr(made))
    assert raw.cell_type == "markdown" and "act()" in assert_inert(raw.source)


def test_the_text_as_it_was_written_is_kept_beside_what_is_shown():
    notebook = new_notebook(cells=[new_markdown_cell("a < b, **bold** <!-- x -->")])
    (cell,) = prepared(notebook).cells
    assert text_of(cell) == text_of(notebook.cells[0]) == "a < b, **bold** <!-- x -->"
    assert "<strong>bold</strong>" in cell.source


def test_the_course_s_own_text_keeps_its_html():
    given = new_markdown_cell("<b>bold</b>", metadata={"given": True})
    assert prepared(new_notebook(cells=[given])).cells == [given]


HOSTILE = [
    EVIL,
    f"<b>{EVIL}</b>",
    "<style>td {x: act()}</style>",
    "<script>act()",
    "[Table 1](javascript:act())",
    "[a](JaVaScRiPt:act())",
    "[a](java\tscript:act())",
    "[a](&#106;avascript:act())",
    "[a](\x01javascript:act())",
    "[a](vbscript:act())",
    "[a](data:text/html,<script>act()</script>)",
    "<javascript:act()>",
    "![a](javascript:act())",
    "![a](http://example.org/act.png)",
    "![a](//example.org/act.png)",
    "![a](data:image/svg+xml;base64,PHN2Zy8+)",
    "[a](/formgrader/act)",
    "[a](//example.org/act)",
    "[a](http://localhost:8888/act)",
    "[a](http://127.0.0.1/act) [b](http://2130706433/act) [c](http://0x7f.1/act)",
    "[a](http://[::1]/act) [b](http://192.168.0.1/act) [c](http://marker@example.org/act)",
    '[a](mailto:a@example.org?body=act "act()")',
    "<a href='http://example.org' ping='http://x/act' target='_top' download onclick='act()'>a</a>",
    "<base href='http://x/act'><meta http-equiv=refresh content='0;url=http://x/act'>",
    "<form action='http://x/act'><button formaction='javascript:act()'>go</button></form>",
    "<input autofocus onfocus='act()'><select autofocus onfocus='act()'><option>x</select>",
    "<details open ontoggle='act()'><summary>x</summary></details>",
    "<svg><use href='data:image/svg+xml,act'/></svg><svg onload='act()'/>",
    "<svg><style><img src=x onerror='act()'></style></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror='act()'></style></mglyph></table>",
    "<math href='javascript:act()'><mi xlink:href='javascript:act()'>x</mi></math>",
    "<math><annotation-xml encoding='text/html'><img src=x onerror='act()'></annotation-xml></math>",
    "<noscript><p title='</noscript><img src=x onerror=act()>'></noscript>",
    "<iframe srcdoc='<script>act()</script>'></iframe><object data='act'></object><embed src=act>",
    "<p style='position:fixed;inset:0;background:url(http://x/act)' class='total card'>12 of 12</p>",
    "<div id='act' name='act' class='verdict full tex2jax_process'>12 of 12</div>",
    "<table background='http://x/act'><td style='x: act()' colspan='999'>x</table>",
    "<video src='http://x/act' autoplay onplay='act()'></video><audio src='act'></audio>",
    "<link rel=stylesheet href='http://x/act'><img srcset='http://x/act 1x' src='http://x/act'>",
    "<template shadowrootmode=open><script>act()</script></template>",
    "```mermaid\ngraph TD; click A 'javascript:act()'\n```",
    "<a href='http://x.org/\"onmouseover=\"act()'>x</a>",
    r"$\href{javascript:act()}{x}$",
    r"$\style{position:fixed;x:act()}{x}$ $\class{card}{x}$ $\cssId{act}{x}$",
    r"$\text{<img src=x onerror=act()>}$",
    r"$\unicode{x41, act}$ \(\href{javascript:act()}{x}\) \begin{x}\href{act}{x}\end{x}",
    r"$$\require{html}\href{javascript:act()}{x}$$",
    "| a |\n|---|\n| <img src=x onerror='act()'> $\\href{javascript:act()}{x}$ |",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_neither_html_nor_markdown_acts(text):
    for html in (clean_html(text), rendered(text)):
        assert_inert(html)
        values = [value for _, attributes in Elements(html).found for value in attributes.values()]
        assert not [
            value for value in values if "act" in value and not value.startswith("http://x.org/")
        ]


@pytest.mark.parametrize("text", HOSTILE)
def test_to_clean_or_to_render_again_changes_nothing(text):
    assert clean_html(clean_html(text)) == clean_html(text)
    assert rendered(rendered(text)) == rendered(text)


ESCAPED = [
    r"\[a\]\(javascript:act()\)",
    "&#91;a&#93;(javascript:act())",
    "`[a](javascript:act())`",
    "&lt;img src=x onerror=act()&gt;",
    "`<img src=x onerror=act()>`",
    "    <script>act()</script>",
    r"\$\\href{javascript:act()}{x}\$",
    "`$`\\href{javascript:act()}{x}`$`",
    "\\\\(\\href{javascript:act()}{x}\\\\)",
]


@pytest.mark.parametrize("text", ESCAPED)
def test_what_is_only_text_at_first_stays_text(text):
    html = rendered(text)
    assert {tag for tag, _ in Elements(html).found} <= {"div", "p", "code", "pre", "span"}


def test_nbconvert_finds_nothing_to_render_in_what_is_stored():
    """Formgrader's kind of template, with default settings: the same elements and the same text."""
    cells = [new_markdown_cell(text) for text in [*HOSTILE, *ESCAPED]]
    stored = prepared(new_notebook(cells=cells))
    page, _ = HTMLExporter(template_name="basic").from_notebook_node(stored)
    for cell, shown in zip(stored.cells, page.split('<div class="cell ')[1:], strict=True):
        wanted, found = Elements(cell.source), Elements(f'<div class="{shown}')
        begin = found.found.index(("div", {"class": "mathjax_ignore"}))
        assert found.found[begin:] == wanted.found
        assert found.text.split() == wanted.text.split()


@pytest.mark.parametrize("text", ["a $x$ b", "$$", r"\(x\)", r"\begin{align}x\end{align}", "$ $ $"])
def test_mathjax_meets_no_formula(text):
    """Between two of its signs there is always a tag, and it looks for both in one text."""
    html = clean_html(f"<table><tr><td>{text}</td></tr></table>")
    for piece in re.split("<[^>]*>", html):
        assert piece in ("$", "\\") or not re.search(r"[$\\]", piece)


def test_formulas_are_shown_without_any_program():
    html = rendered("The value $\\frac{a}{b} < 1$ and\n\n$$\\binom{n}{k}$$")
    assert "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>" in html
    assert '<math display="block">' in html and "\\" not in html


def test_links_pictures_and_tables_of_a_text_stay():
    html = rendered(
        f"[a](https://a.org/b_(c)?d=1#e) <mailto:a@b.org> ![plot](data:image/png;base64,{PIXEL})\n\n"
        "| x | y |\n|---|---|\n| 1 | 2 |\n\n# Title\n\n- ~~one~~\n"
    )
    assert 'href="https://a.org/b_%28c%29?d=1#e"' in html and 'href="mailto:a@b.org"' in html
    assert f'src="data:image/png;base64,{PIXEL}"' in html
    assert "<td>1</td>" in html and "<h1>Title</h1>" in html and "<li><s>one</s></li>" in html


def test_what_hides_is_made_visible():
    assert visible("0 of 12\u202e\x00\u2066") == "0 of 12⟨202E⟩⟨0000⟩⟨2066⟩"
    assert visible("שלום\n\té\u200f\ud800") == "שלום\n\té\u200f\ufffd"
    notebook = new_notebook(cells=[new_code_cell("a\u202e"), new_markdown_cell("a\u202e")])
    assert all("⟨202E⟩" in cell.source for cell in prepared(notebook).cells)


N = 100_000
SLOW = {
    "brackets": "[" * N,
    "links": "[a](" * (N // 4),
    "pictures": "![[" * (N // 3),
    "emphasis": "*a **b " * (N // 7),
    "underscores": "_a" * (N // 2),
    "quotes": ">" * N,
    "lists": "- " * (N // 2),
    "ticks": "".join("`" * i + "x" for i in range(1, 440)),
    "references": "[a]\n" * (N // 4) + "\n[a]: " + "x" * (N // 2),
    "environments": "\\begin{align}x\n" * (N // 15),
    "formulas": "$a$ " * (N // 4),
    "braces": "$" + "{" * 1_000 + "}" * 1_000 + "$",
    "commands": "$\\def\\a{xx}" + "\\def\\a{\\a\\a}" * 100 + "\\a$",
    "columns": "|a" * 5_000 + "|\n" + "|-" * 5_000 + "|\n" + "|\n" * 20_000,
    "elements": "<div>" * (N // 5),
    "anchors": "<a><b>" * (N // 6),
    "much": "a *b* [c](d) $x$\n\n" * 120_000,
}  # fmt: skip


QUICK = "brackets", "columns", "elements"


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in SLOW]
)
def test_hostile_text_costs_little(name):
    text = SLOW[name]
    begun = time.process_time()
    cut = [text, *(text[i : i + LONGEST_TEXT] for i in range(0, min(len(text), N), LONGEST_TEXT))]
    notebook = prepared(new_notebook(cells=[new_markdown_cell(part) for part in cut]))
    html = clean_html(text)
    assert time.process_time() - begun < 8  # about 1 s each on a quiet machine
    assert sum(len(cell.source) for cell in notebook.cells) + len(html) < 60 * N
    if len(text) > N:
        assert "too much text for all to be rendered" in notebook.cells[0].source


def test_a_text_that_is_too_long_is_shown_as_it_was_written():
    source = rendered("**a**\n" * LONGEST_TEXT)
    assert "A text of 120,000 characters, too long to be rendered." in source
    assert "&#42;&#42;a&#42;&#42;" in source and "(90,000 more characters are not shown)" in source


@pytest.mark.parametrize("tag", ["div", "b", "blockquote", "span", "sub"])
def test_deep_nesting_is_text(tag):
    """BeautifulSoup, which nbconvert uses, and browsers end at some depth."""
    html = clean_html(f"<{tag}>" * 5_000 + "x")
    assert Elements(html).found == [("pre", {})]
    shallow = f"<{tag}>" * 50 + "x" + f"</{tag}>" * 50
    assert clean_html(shallow) == shallow


def test_of_a_picture_from_elsewhere_its_words_are_left():
    assert "[picture left out: my plot]" in rendered(
        "![my plot](http://example.org/x.png)"
    ).replace("&#91;", "[").replace("&#93;", "]")
    assert clean_html("<img src='x'>") == "<em>[picture left out]</em>"
    picture = f'<img src="data:image/png;base64,{PIXEL}" alt="picture">'
    assert clean_html(picture.replace(' alt="picture"', "")) == clean_html(picture) == picture


@pytest.mark.parametrize(
    ("content", "is_shown"),
    [
        (PIXEL, True),
        (f"\n{PIXEL}\n", True),
        ("/9j/4AAQ", True),
        ("AAAA", False),
        ("R0lGODlh", False),
        ("", False),
        (f'{PIXEL}"/>', False),
        ("iVBORw0KGgo<b>", False),
    ],
)
def test_a_picture_is_one_by_its_content(content, is_shown):
    assert bool(shown(image_png=content)) is is_shown


CODE = {
    "empty lines": ("", "\n "),
    "an indented end": ("x(", "\n \t"),
    "brackets": ("", "("),
    "matrices": ("", "@"),
    "names": ("", "a."),
    "strings": ("", "f'{"),
}


@pytest.mark.parametrize(
    "name", ["empty lines", *(pytest.param(n, marks=pytest.mark.slow) for n in list(CODE)[1:])]
)
def test_hostile_code_costs_no_more_than_its_length_here_and_in_formgrader(name):
    begin, again = CODE[name]
    short, long = (seconds_for(begin + again * times) for times in (2_000, 16_000))
    # Eight times as much: the worst took 200 s for 100,000 characters, with the square of them.
    assert long < 24 * max(short, 0.05)


def seconds_for(code):
    begun = time.process_time()
    made = prepared(new_notebook(cells=[new_code_cell(code)]))
    HTMLExporter(template_name="basic").from_notebook_node(made)
    return time.process_time() - begun


def test_code_that_is_very_long_is_cut():
    cells = [new_code_cell("x = 1\n" * 9_000), new_code_cell("y = 2\n" * 9_000)]
    one, two = prepared(new_notebook(cells=cells)).cells
    assert one.source == cells[0].source
    assert two.source.startswith("y = 2") and "(48,000 more characters" in two.source


def test_what_takes_too_long_is_shown_in_a_simpler_form():
    notebook = new_notebook(
        cells=[
            new_code_cell("x = 1\nx\n", outputs=[table_and_picture()]),
            new_markdown_cell("**bold**", metadata={"nbgrader": {"grade_id": "essay"}}),
        ]
    )
    code, text = prepared(notebook, simply=True).cells
    assert code.source.splitlines()[1:] == ["# x = 1", "# x", "# "]
    assert code.outputs[0].data == {"image/png": PIXEL}
    assert (
        "&#42;&#42;bold&#42;&#42;" in text.source and "This is how it was written." in text.source
    )
    assert grade_id(text) == "essay" and text_of(text) == "**bold**"


def table_and_picture():
    data = {"image/png": PIXEL, "text/html": "<table><tr><td>1</td></tr></table>"}
    return new_output("display_data", data=data)
