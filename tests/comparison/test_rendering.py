"""A comparison as a page, JSON, LaTeX and text: the same numbers, and no name acts or hides."""

import dataclasses
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from labkit.comparison import render
from labkit.comparison.records import TESTS
from labkit.comparison.rendering import FORMAT, MOST_LISTED, escaped
from labkit.comparison.wording import write_limits, write_score
from labkit.text import round_p
from tests.comparison.test_wording import HOSTILE, quick, systems

EVIL = '<img src=x onerror="act()">{{ 7 * 1234567 }}</script>'
FORMS = ("html", "json", "latex", "text")


@pytest.fixture(scope="module")
def found():
    return quick(systems(["north", "south", "east"], 200), title="Three systems", command="do it")


@pytest.fixture(scope="module")
def hostile():
    facts = {"title": EVIL, "source": EVIL, "notes": [EVIL], "groups": range(20)}
    return quick(systems([*HOSTILE[12:], EVIL], 20), **facts)


@pytest.fixture(scope="module")
def many():
    return quick(systems([f"team-{i}/run" for i in range(60)], 30), baseline=None)


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


def words_of(made):
    return " ".join(" ".join(Page(made).texts).split())


def test_the_page_says_what_was_found(found):
    text = words_of(render(found))
    assert found.paragraph in text and f"labkit {found.settings.version}, seed 0 do it" in text
    for place, one in enumerate(found.systems, 1):
        better = sum(pair.better == one.name for pair in found.significant)
        worse = sum(pair.worse == one.name for pair in found.significant)
        limits = write_limits(one, 2)
        assert f"{place} {one.name} {write_score(one.score, 2)} {limits} {better} {worse}" in text
    for pair in found.pairs:
        row = f"{pair.better} {pair.worse} {write_score(pair.gain, 2)} {write_limits(pair, 2)}"
        stars = " *" * pair.significant
        row += f" {pair.wins} : {pair.losses} : {pair.ties} {round_p(pair.pvalue)}"
        assert f"{row} {round_p(pair.adjusted)}{stars}" in text
    gains = [pair.detectable for pair in found.pairs]
    assert f"better by {min(gains):.2f} to {max(gains):.2f}, depending" in text
    assert "exactly" not in text and "(Holm, 1979)" in text and "(Yeh, 2000): could chance" in text
    for test, same in found.agreement.items():
        assert f"{TESTS[test].name} {same} of 3 {TESTS[test].asks}" in text


def test_the_triangle_has_each_pair_in_its_place(found):
    text = words_of(render(found))
    a, b, c = (one.name for one in found.systems)
    cell = {
        (pair.better, pair.worse): f"{write_score(pair.gain, 2)}{'*' * pair.significant}"
        for pair in found.pairs
    }
    assert f"2 3 1 {a} {cell[a, b]} {cell[a, c]} 2 {b} {cell[b, c]}" in text


def test_bars_are_in_their_places(found):
    pair = found.pairs[0]
    ends = [0, *(end for q in found.pairs for end in (q.low, q.high))]
    at = [2 + 96 * (end - min(ends)) / (max(ends) - min(ends)) for end in (pair.low, pair.high, 0)]
    low, high, zero = (f"{place:.1f}%" for place in at)
    made = render(found)
    assert f'<line x1="{low}" x2="{high}"' in made
    assert f'<line class="zero" x1="{zero}" x2="{zero}"' in made


def test_a_page_says_how_p_was_drawn_and_that_items_are_in_groups():
    rng = np.random.default_rng(0)
    counts = {name: np.repeat(rng.integers(0, 2, (60, 1)), 3, axis=1) for name in "uv"}
    for each in counts.values():
        each[:30, 1] = 1
    how = {"metric": "f1", "higher_is_better": None, "groups": np.arange(60) // 2}
    found = quick(counts, test="bootstrap", **how)
    text = words_of(render(found))
    (pair,) = found.pairs
    assert pair.method == "monte-carlo"
    low, high = round_p(pair.pvalue_low), round_p(pair.pvalue_high)
    assert f"– {round_p(pair.pvalue)} ({low} to {high})" in text
    assert "p is drawn 200 times for 1 of 1 pair." in text and "30 groups, which are" in text
    assert "computed from counts" in text


@pytest.mark.parametrize("form", FORMS)
def test_hostile_names_are_shown_and_do_nothing(hostile, form):
    made = render(hostile, form)
    if form == "html":
        page = Page(made)
        assert "img" not in page.tags
        assert EVIL in " ".join(page.texts) and "8641969" not in made
        assert "\u202e" not in made and "⟨U+202E⟩" in made
    elif form == "json":
        assert {one["name"] for one in json.loads(made)["systems"]} == {*HOSTILE[12:], EVIL}
        assert "naïve Bayes" in made
    elif form == "text":
        assert "\u202e" not in made and "\t" not in made
        assert not any(line == "end" for line in made.splitlines())
    else:
        assert r"\$\textbackslash{}alpha\$" in made and "100\\%" in made
        assert "\\textless{}img" in made and "<" not in made


def test_json_is_the_whole_record(found):
    made = render(found, "json")
    record = json.loads(json.dumps(dataclasses.asdict(found)))
    assert json.loads(made) == {"format": FORMAT, **record, "paragraph": found.paragraph}
    assert made.startswith(f'{{\n "format": "{FORMAT}",\n "title": "Three systems",\n "source"')


def test_keys_of_json_stay():
    """Programs read them: rename none without another number in FORMAT."""
    made = json.loads(render(quick({"a": [1, 0], "b": [1, 1]}), "json"))
    assert FORMAT.endswith("/3")
    assert set(made) >= {
        *("title", "source", "measure", "settings", "n", "n_groups", "classes", "systems", "pairs"),
        *("gain_level", "agreement", "notes", "paragraph", "command"),
    }
    assert set(made["systems"][0]) >= {"name", "score", "low", "high"}
    assert set(made["pairs"][0]) >= {
        *("better", "worse", "gain", "low", "high", "wins", "losses", "ties", "pvalue"),
        *("adjusted", "method", "significant", "detectable", "others"),
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


def test_tables_of_latex_have_all_systems_and_pairs(found):
    made = render(found, "latex")
    for one in found.systems:
        limits = escaped(write_limits(one, 2))
        assert f"{one.name} & {write_score(one.score, 2)} & {limits} \\\\\n" in made
    for pair in found.pairs:
        p = escaped(round_p(pair.adjusted) + "*" * pair.significant)
        limits = escaped(write_limits(pair, 2))
        assert f"& {write_score(pair.gain, 2)} & {limits} & {p} \\\\\n" in made
    assert "corrected for 3 comparisons (Holm, 1979); {*} significant at 0.05." in made


def test_an_inconclusive_pair_has_no_star():
    found = quick({"north": [1, 0] * 20, "south": [0, 1] * 20})
    for form in FORMS:
        made = render(found, form)
        assert not re.search(r"1 ?\{?\*", made) and "no name" not in made


def test_text_has_all_systems_and_pairs(found):
    lines = render(found, "text").splitlines()
    best, pair = found.systems[0], found.pairs[0]
    won = len([q for q in found.significant if q.better == best.name])
    row = f"  1  {best.name.ljust(5)}  {write_score(best.score, 2)}  ({write_limits(best, 2)})  better than"
    assert f"{row} {won}, worse than 0" in lines
    names = f"{pair.better.ljust(5)} - {pair.worse.ljust(5)}"
    limits, p = write_limits(pair, 2), round_p(pair.adjusted)
    p = p if p[0] == "<" else f"= {p}"
    stars = " *" * pair.significant
    assert f"{names}  +{write_score(pair.gain, 2)} ({limits})  p {p}{stars}" in lines
    assert lines[1].startswith("labkit compare ") and lines[-1] == "do it"


def test_sixty_systems_can_still_be_read(many):
    made = render(many)
    assert len(made.encode()) < 500_000
    assert len(re.findall('<td class="(?:yes|no)">', made)) == len(many.pairs) == 1770
    best = many.systems[0].name
    assert made.count(f'<tr><th scope="row">{best}</th><td class="name">') == 59
    assert "Of 1,770 pairs those with one system are listed" in made
    text = render(many, "text")
    assert text.count(f"{best} - ") == 59 and "... and 1,711 more pairs" in text
    assert render(many, "latex").count(f"{best} & team") == 59


def test_the_limit_of_a_list_is_its_last_length(found, monkeypatch):
    for most, listed in ((3, 3), (2, 2)):
        monkeypatch.setitem(MOST_LISTED, "text", most)
        assert render(found, "text").count("  p ") == listed
    with pytest.raises(ValueError, match="form must be one of 'html', .*, 'text', not 'pdf'"):
        render(found, "pdf")


ODD = [
    {"only": [1, 0, 1]},
    {"a": [1], "b": [0]},
    {"a": [1, 0], "b": [1, 0]},
    *({"a": scale * np.array([0.1, 0.5, 0.3]), "b": scale * np.array([0.2, 0.1, 0.9])}
      for scale in (0.0, 1e-90, 1e90)),
]  # fmt: skip


@pytest.mark.parametrize("outputs", ODD)
def test_few_systems_or_items_and_every_scale_are_written(outputs):
    for form in FORMS:
        made = render(quick(outputs), form)
        assert made and not re.search(r"\bnan\b|\binf\b|infinity", made, re.IGNORECASE)
