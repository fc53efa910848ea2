"""A comparison as a page, JSON, LaTeX and text: the same numbers, and no name acts or hides."""

import dataclasses
import html
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from labkit.comparison import render
from labkit.comparison.figures import score
from labkit.comparison.latex import escaped
from labkit.comparison.rendering import FORMAT
from labkit.text import plain, round_p
from tests.comparison.test_wording import HOSTILE, quick, systems

EVIL = '<img src=x onerror="act()">{{ 7 * 1234567 }}</script>'


@pytest.fixture(scope="module")
def found():
    return quick(systems(["north", "south", "east"], 200), title="Three systems")


@pytest.fixture(scope="module")
def hostile():
    told = {"title": EVIL, "source": EVIL, "notes": [EVIL], "groups": range(20)}
    return quick(systems([*HOSTILE[12:], EVIL], 20), **told)


class Page(HTMLParser):
    """The texts, tags and attributes of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self.attributes = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes

    def handle_data(self, data):
        self.texts.append(data)


def test_a_page_needs_nothing_else_and_runs_nothing(found):
    page = Page(render(found))
    assert not {"script", "link", "iframe", "object", "form"} & set(page.tags)
    assert {"h1", "table", "svg"} <= set(page.tags)
    for name, _ in page.attributes:
        assert not name.startswith("on")
        assert name not in ("src", "href", "xlink:href")
    assert "http" not in render(found).replace("http-equiv", "")


def test_the_page_says_what_was_found(found):
    text = " ".join(" ".join(Page(render(found)).texts).split())
    assert found.paragraph in text and found.signature in text and found.digest in text
    for one in found.systems:
        assert f"{one.name} {score(one.score, found.digits)}" in text
        assert f"{score(one.low, found.digits)} to {score(one.high, found.digits)}" in text
    for pair in found.pairs:
        assert f"{pair.wins} : {pair.losses} : {pair.ties}" in text
        assert f"{round_p(pair.pvalue)} {round_p(pair.adjusted)}" in text
    for step in found.path:
        assert step.question in text and step.source in text


def test_pictures_have_words(found):
    labels = [value for name, value in Page(render(found)).attributes if name == "aria-label"]
    (picture,) = [label for label in labels if label and label.startswith("Confidence, 1 minus p")]
    assert "a point for each of 3 pairs" in picture


@pytest.mark.parametrize("form", ["html", "json", "latex", "text"])
def test_hostile_names_are_shown_and_do_nothing(hostile, form):
    made = render(hostile, form)
    if form == "html":
        page = Page(made)
        assert "img" not in page.tags
        assert EVIL in " ".join(page.texts) and "8641969" not in made
        assert "\u202e" not in made and "⟨U+202E⟩" in made
    elif form == "json":
        assert {one["name"] for one in json.loads(made)["systems"]} == {*HOSTILE[12:], EVIL}
    elif form == "text":
        assert "\u202e" not in made and "\t" not in made
        assert not any(line == "end" for line in made.splitlines())
    else:
        assert r"\$\textbackslash{}alpha\$" in made and "100\\%" in made
        assert "\\textless{}img" in made and "<" not in made


def test_json_is_the_whole_record_and_comes_again(found):
    made = json.loads(render(found, "json"))
    assert made.pop("format") == FORMAT
    again = dataclasses.asdict(found)
    assert made == json.loads(json.dumps(again))
    assert render(found, "json") == render(found, "json")
    assert list(made) == [field.name for field in dataclasses.fields(found)]


def test_keys_of_json_stay():
    """Programs read them: rename none without another number in FORMAT."""
    made = json.loads(render(quick({"a": [1, 0], "b": [1, 1]}), "json"))
    assert FORMAT.endswith("/1")
    assert set(made) >= {
        *("title", "source", "measure", "settings", "n", "n_groups", "digest", "classes"),
        *("systems", "pairs", "path", "agreement", "notes", "digits", "paragraph", "signature"),
    }
    assert set(made["systems"][0]) >= {"name", "score", "low", "high", "better_than"}
    assert set(made["pairs"][0]) >= {
        *("better", "worse", "gain", "low", "high", "wins", "losses", "ties", "correlation"),
        *("effect", "odds", "pvalue", "adjusted", "method", "significant", "detectable", "others"),
    }


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a_b & 50%", r"a\_b \& 50\%"),
        ("$x^2$ ~ {y}", r"\$x\textasciicircum{}2\$ \textasciitilde{} \{y\}"),
        ("\\input{x}", r"\textbackslash{}input\{x\}"),
        ("[a] *", "{[}a] {*}"),
        ("< 0.001 − 1", r"\textless{} 0.001 $-$ 1"),
        ("one\n\ntwo", "one two"),
    ],
)
def test_latex_is_escaped(text, written):
    assert escaped(text) == written


def test_braces_of_latex_match(hostile):
    made = render(hostile, "latex")
    bare = re.sub(r"\\[\\{}%$&#_]", "", re.sub(r"(?m)(?<!\\)%.*", "", made))
    assert bare.count("{") == bare.count("}") and bare.count("$") % 2 == 0
    rows = [line for line in made.splitlines() if line.endswith("\\\\")]
    assert {len(re.findall(r"(?<!\\)&", row)) for row in rows} <= {2, 4}


def test_many_systems_can_still_be_read(hostile):
    made = render(hostile)
    count = len(hostile.systems)
    assert made.count('<td class="l') == count * (count - 1) / 2
    assert '<abbr title="' in made and "<details>" in made
    assert len(render(hostile, "text").splitlines()) < 3 * count


def test_one_system_one_item_and_equal_systems():
    for outputs in ({"only": [1, 0, 1]}, {"a": [1], "b": [0]}, {"a": [1, 0], "b": [1, 0]}):
        for form in ("html", "json", "latex", "text"):
            assert render(quick(outputs), form)


@pytest.mark.parametrize("scale", [0.0, 1e-90, 1e90])
def test_every_scale_is_written(scale):
    outputs = {"a": scale * np.array([0.1, 0.5, 0.3]), "b": scale * np.array([0.2, 0.1, 0.9])}
    found = quick(outputs)
    for form in ("html", "json", "latex", "text"):
        made = render(found, form)
        assert not re.search(r"\bnan\b|\binf\b|infinity", made, re.IGNORECASE)


def test_what_is_shown_of_a_name():
    assert plain("a\r\nb\u2028c\x00") == "a b c⟨U+0000⟩"
    assert plain("👩‍🔬") == "👩‍🔬" and plain(" ") == "⟨no name⟩"


def test_the_form_has_a_name(found):
    with pytest.raises(
        ValueError, match="form must be one of 'html', 'json', 'latex', 'text', not 'pdf'"
    ):
        render(found, "pdf")
    assert html.escape(found.title) in render(found)
