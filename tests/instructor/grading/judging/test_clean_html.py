"""What a student had any part in is text, pictures, tables and formulas, and none of it acts."""

import re
import time

import pytest

from labkit.instructor.grading.judging.clean_html import LONGEST_TEXT, clean_html, rendered, visible
from tests.instructor.grading.elements import Elements

EVIL = '<img src=x onerror="act()"><script>act()</script><a href="javascript:act()">x</a>'
PIXEL = "iVBORw0KGgo="


def wrapped(html):
    return f'<div class="tex2jax_ignore">{html}</div>'


ATTRIBUTES = {"href", "rel", "src", "alt", "class", "colspan", "rowspan", "scope", "start",
              "display", "displaystyle", "mathvariant", "stretchy", "columnalign", "width"}  # fmt: skip
ACTING = "script|style|iframe|object|embed|form|button|svg|noscript|mglyph|annotation-xml"

HOSTILE = [
    EVIL, "<style>td {x: act()}</style>", "[Table 1](javascript:act())", "[a](java\tscript:act())",
    "[a](data:text/html,<script>act()</script>)", "![a](javascript:act())", "![a](http://example.org/act.png)",
    "![a](data:image/svg+xml;base64,PHN2Zy8+)", "[a](//example.org/act)", "[c](http://marker@example.org/act)",
    "[a](http://[act)", '[a](mailto:a@example.org?body=act "act()")',
    "<a href='http://example.org' ping='http://x/act' target='_top' download onclick='act()'>a</a>",
    "<form action='http://x/act'><button formaction='javascript:act()'>go</button></form>",
    "<svg><style><img src=x onerror='act()'></style></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror='act()'></style></mglyph></table>",
    "<math><annotation-xml encoding='text/html'><img src=x onerror='act()'></annotation-xml></math>",
    "<noscript><p title='</noscript><img src=x onerror=act()>'></noscript>",
    "<iframe srcdoc='<script>act()</script>'></iframe><object data='act'></object><embed src=act>",
    "<p style='position:fixed;inset:0;background:url(http://x/act)' class='total card'>12 of 12</p>",
    "<div id='act' name='act' class='verdict full tex2jax_process'>12 of 12</div>",
    "<a href='http://x.org/\"onmouseover=\"act()'>x</a>", r"$\href{javascript:act()}{x}$",
    r"$\style{position:fixed;x:act()}{x}$ $\class{card}{x}$ $\cssId{act}{x}$", r"$\text{<img src=x onerror=act()>}$",
    r"$\unicode{x41, act}$ \(\href{javascript:act()}{x}\) \begin{x}\href{act}{x}\end{x}",
    "| a |\n|---|\n| <img src=x onerror='act()'> $\\href{javascript:act()}{x}$ |",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_neither_html_nor_markdown_acts_and_to_clean_or_render_again_changes_nothing(text):
    for clean in (clean_html, rendered):
        html = clean(text)
        assert clean(html) == html
        for tag, attributes in Elements(html).found:
            assert not re.fullmatch(ACTING, tag) and set(attributes) <= ATTRIBUTES
            assert re.match("https?://|mailto:", attributes.get("href", "http://"))
            assert attributes.get("src", "data:image/").startswith("data:image/")
            assert tag != "a" or attributes["rel"] == "noopener noreferrer"
            values = [value for value in attributes.values() if "act" in value]
            assert all(value.startswith("http://x.org/") for value in values)


ESCAPED = [
    r"\[a\]\(javascript:act()\)", "&#91;a&#93;(javascript:act())", "    <script>act()</script>",
    "`[a](javascript:act()) <img src=x onerror=act()>`",
    r"\$\\href{javascript:act()}{x}\$", "\\\\(\\href{javascript:act()}{x}\\)",
]  # fmt: skip


@pytest.mark.parametrize("text", ESCAPED)
def test_what_is_only_text_at_first_stays_text(text):
    assert {tag for tag, _ in Elements(rendered(text)).found} <= {"div", "p", "code", "pre", "span"}


@pytest.mark.parametrize("text", ["</div>$x$", f"{wrapped('a')}</div>$x$<div>{wrapped('b')}"])
def test_mathjax_is_kept_away_from_all_of_it(text):
    for html in (clean_html(text), rendered(text)):
        assert html.startswith(wrapped("")[:-6]) and html.endswith("</div>")
        inside = re.sub(r"<div[^>]*>|</div>", lambda tag: "(" if tag[0][1] == "d" else ")", html)
        depth = [inside[:n].count("(") - inside[:n].count(")") for n in range(1, len(inside))]
        assert min(depth) > 0 and "tex2jax_process" not in html


def test_formulas_links_pictures_and_tables_of_a_text_stay():
    html = rendered("The value $\\frac{a}{b} < 1$ and\n\n$$\\binom{n}{k}$$")
    assert "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>" in html
    assert '<math display="block">' in html and "\\" not in html
    assert '<mfrac linethickness="0">' in rendered(r"$\binom{n}{k}$")  # else it is a fraction
    assert '<math display="block">' in rendered("\\begin{equation}x\\end{equation}")
    assert "<math" not in rendered(f"${'x' * 2_001}$") and "<math" in rendered(f"${'x' * 2_000}$")
    assert "<math" not in rendered("It costs $5 or $6.")
    html = rendered(
        f"[a](https://a.org/b_(c)?d=1#e) <mailto:a@b.org> ![plot](data:image/png;base64,{PIXEL})\n\n"
        "| x | y |\n|---|---|\n| 1 | 2 |\n\n# Title\n\n- ~~one~~\n"
    )
    for kept in (
        'href="https://a.org/b_(c)?d=1#e"', 'href="mailto:a@b.org"', "<li><s>one</s></li>",
        f'<img src="data:image/png;base64,{PIXEL}" alt="plot">', "<td>1</td>", "<h1>Title</h1>",
    ):  # fmt: skip
        assert kept in html
    assert '" alt="picture">' in clean_html(f"<img src='data:image/png;base64,{PIXEL}'>")
    left = clean_html("<img alt='my plot' src='http://example.org/x.png'>")
    assert left == wrapped("<em>[picture left out] my plot</em>")


def test_what_hides_is_made_visible():
    assert visible("0 of 12\u202e\x00\u2066") == "0 of 12⟨202E⟩⟨0000⟩⟨2066⟩"
    assert visible("שלום\n\té\u200f\ud800") == "שלום\n\té\u200f⟨D800⟩"
    assert clean_html("a\ud800 &#x202e;") == wrapped("a⟨D800⟩ ⟨202E⟩")


N = 50_000
COSTLY = {
    "brackets": "[" * N, "columns": "|a" * 5_000 + "|\n" + "|-" * 5_000 + "|\n" + "|\n" * 20_000,
    "elements": "<div>" * (N // 5), "ticks": "".join("`" * i + "x" for i in range(1, 440)),
    "references": "[a]\n" * (N // 4) + "\n[a]: " + "x" * (N // 2),
    "braces": "$" + "{" * 1_000 + "}" * 1_000 + "$", "much": "a *b* [c](d) $x$\n\n" * 60_000,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("text", COSTLY.values(), ids=COSTLY)
def test_hostile_text_costs_little(text):
    begun = time.process_time()
    cut = [text, *(text[i : i + LONGEST_TEXT] for i in range(0, min(len(text), N), LONGEST_TEXT))]
    made = [clean_html(text), *map(rendered, cut)]
    assert time.process_time() - begun < 8
    assert sum(map(len, made)) < 60 * N


def test_a_text_that_is_too_long_or_nested_too_deep_is_shown_as_it_was_written():
    assert ["<strong>" in rendered("**a** " + "b" * n) for n in (19_994, 19_995)] == [True, False]
    source = rendered("**a**\n" * LONGEST_TEXT)
    assert "A text too long to be rendered. This is how it was written." in source
    assert "&#42;&#42;a&#42;&#42;" in source and "(90,000 more characters are not shown)" in source
    # BeautifulSoup, which nbconvert uses, and browsers end at some depth.
    html = clean_html("<b>" * 101 + "x")
    assert Elements(html).found[1:] == [("pre", {})] and "x</pre>" in html
    assert clean_html("<b>" * 100 + "x<br><img>" + "</b>" * 100).count("<b>") == 100
    assert "<pre>" in clean_html("<i>a</i>" * 10_001) and "<i>" in clean_html("<i>a</i>" * 10_000)
