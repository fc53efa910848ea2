"""A comparison as a page, JSON, LaTeX and text: the same numbers, and no name acts or hides."""

import dataclasses
import json
import re

import numpy as np
import pytest
from bs4 import BeautifulSoup

from labkit.comparison import render
from labkit.comparison.rendering import FORMAT, MOST_LISTED, escaped
from labkit.comparison.wording import paragraph_of
from tests.comparison.test_wording import HOSTILE, drawn, quick, systems

EVIL = '<img src=x onerror="act()">{{ 7 * 1234567 }}</script>'
FORMS = ("html", "json", "latex", "text")


@pytest.fixture(scope="module")
def found():
    outputs = systems(["north", "south", "east"], 200, spread=0.17)
    return quick(outputs, title="Three systems", command="do it")


@pytest.fixture(scope="module")
def hostile():
    facts = {"title": EVIL, "source": EVIL, "notes": [EVIL], "groups": range(20)}
    return quick(systems([*HOSTILE[12:], EVIL], 20), **facts)


def words_of(made):
    return " ".join(BeautifulSoup(made, "html.parser").get_text(" ").split())


def test_a_page_needs_nothing_else_and_runs_nothing(found):
    made = render(found)
    tags = BeautifulSoup(made, "html.parser").find_all()
    names = {tag.name for tag in tags}
    assert not {"script", "link", "iframe", "object", "form"} & names
    assert {"h1", "table", "svg"} <= names
    for name in {name for tag in tags for name in tag.attrs}:
        assert not name.startswith("on") and name not in ("src", "href", "xlink:href")
    assert "http" not in made.replace("http-equiv", "")


#: Of the page: scores with intervals, triangle, gains, what can be found, and what the tests say.
SAID = [
    "1 east 0.58 0.50 to 0.64 1 0 2 south 0.48 0.40 to 0.55 0 0 3 north 0.37 0.30 to 0.44 0 1 Who",
    "2 3 1 east 0.10 0.21* 2 south 0.11 Gains",
    "east south 0.10 −0.02 to 0.22 64 : 44 : 92 0.067 0.096 "
    "east north 0.21 0.09 to 0.32 72 : 31 : 97 < 0.001 < 0.001 * "
    "south north 0.11 −0.02 to 0.23 62 : 41 : 97 0.048 0.096 Wins",
    "better by 0.16 to 0.17, depending",
    "The randomization test (Yeh, 2000): how often would swapping the two systems’ answers at random "
    "give a gain at least this large? It assumes no distribution. p is computed, without drawing.",
    "Each p is corrected for them (Holm, 1979)",
    "matched-pair t test 3 of 3 is the true mean difference 0? It assumes differences that are normal, or many. "
    "sign test with ties split 3 of 3 who wins more items? By how much does not count. Splitting ties is conservative.",
]


def test_the_page_says_what_was_found(found):
    made = render(found)
    text = words_of(made)
    assert paragraph_of(found) in text and f"labkit {found.settings.version}, seed 0 do it" in text
    assert [part for part in SAID if part not in text] == []
    # The bars of gains, between −0.025 and 0.323, and where 0 is.
    for bar in ('<line x1="2.0%" x2="70.9%"', '<line class="zero" x1="8.8%" x2="8.8%"'):
        assert bar in made


def test_a_page_says_how_p_was_drawn_and_that_items_are_in_groups():
    text = words_of(render(drawn(groups=np.arange(60) // 2)))
    assert "– 0.65 (0.57 to 0.71) Wins" in text
    assert "p comes from 200 draws for 1 of 1 pair." in text
    assert "30 groups, which are" in text and "computed from counts" in text
    assert re.search(r"better by 0\.\d+, a test", text)  # no range of one pair


@pytest.mark.parametrize("form", FORMS)
def test_hostile_names_are_shown_and_do_nothing(hostile, form):
    made = render(hostile, form)
    if form == "html":
        assert BeautifulSoup(made, "html.parser").find("img") is None
        assert EVIL in words_of(made) and "8641969" not in made
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


#: Programs read these: rename none without another number in FORMAT.
KEYS = (
    "title source measure settings n n_groups classes systems pairs gain_level agreement notes paragraph command",
    "name score low high",
    "better worse gain low high wins losses ties pvalue adjusted method significant detectable others",
)


def test_json_is_the_whole_record_and_its_keys_stay(found):
    made = render(found, "json")
    record = json.loads(made)
    assert record == {
        "format": FORMAT,
        **json.loads(json.dumps(dataclasses.asdict(found))),
        "paragraph": paragraph_of(found),
    }
    assert made.startswith(f'{{\n "format": "{FORMAT}",\n "title": "Three systems",\n "source"')
    assert FORMAT.endswith("/3")
    for keys, part in zip(KEYS, (record, record["systems"][0], record["pairs"][0]), strict=True):
        assert part.keys() >= {*keys.split()}


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


def test_latex_and_text_have_all_systems_and_pairs(found):
    made = render(found, "latex")
    for rows in (
        "east & 0.58 & 0.50 to 0.64 \\\\\nsouth & 0.48 & 0.40 to 0.55 \\\\\nnorth & 0.37 & 0.30 to 0.44 \\\\\n",
        "\neast & south & 0.10 & $-$0.02 to 0.22 & 0.096 \\\\\n"
        "east & north & 0.21 & 0.09 to 0.32 & \\textless{} 0.001{*} \\\\\n"
        "south & north & 0.11 & $-$0.02 to 0.23 & 0.096 \\\\\n",
        "corrected for 3 comparisons (Holm, 1979); {*} significant at 0.05.",
    ):
        assert rows in made
    lines = render(found, "text").splitlines()
    assert lines[1].startswith("labkit compare ") and lines[-1] == "do it"
    assert lines[3:11] == [
        "  1  east   0.58  (0.50 to 0.64)  better than 1, worse than 0",
        "  2  south  0.48  (0.40 to 0.55)  better than 0, worse than 0",
        "  3  north  0.37  (0.30 to 0.44)  better than 0, worse than 1",
        "",
        "east  - south  +0.10 (−0.02 to 0.22)  p = 0.096",
        "east  - north  +0.21 (0.09 to 0.32)  p < 0.001 *",
        "south - north  +0.11 (−0.02 to 0.23)  p = 0.096",
        "* significant at 0.05, p corrected for 3 comparisons (holm); intervals of gains 98.3 %, 95 % for all together",
    ]


def test_of_many_pairs_those_with_one_system_are_listed():
    many = quick(systems([f"team-{i}/run" for i in range(26)], 30))
    made, text, best = render(many), render(many, "text"), many.systems[0].name
    assert len(re.findall('<td class="(?:yes|no)">', made)) == len(many.pairs) == 325
    assert made.count(f'<tr><th scope="row">{best}</th><td class="name">') == 25
    assert "Of 325 pairs those with one system are listed" in made
    assert text.count(f"{best} - ") == 25 and "... and 300 more pairs" in text
    assert render(many, "latex").count(f"{best} & team") == 25


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
