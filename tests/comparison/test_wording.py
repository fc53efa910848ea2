"""The paragraph for a paper says what was found, and commits no sin."""

import dataclasses
import itertools
import random
import string

import numpy as np
import pytest

from labkit.comparison import compare_systems, review
from labkit.comparison.wording import paragraph_of

#: Names that read as claims, as other words, as ends of sentences, or hide something.
HOSTILE = [
    "better", "significantly better", "the best", "A", "a", "B", "the", "p", "not", "no difference",
    "NB.", "v1.0", "C++", "x; y", "a, b", "one and two", "is worse than", "outperforms",
    "<b>bold</b>", "$\\alpha$", "100%", "0.815", "line\nend", "tab\there", "🐱 cat", "naïve Bayes",
    "\u202eright", "", " ", "we", "pair", "n" * 60, "A (final)", "p = 0.01", "system 1", "equally good",
]  # fmt: skip

#: ... of which these would be misread, and these would not.
CLAIMS = [
    "better",
    "significantly better",
    "the best",
    "no difference",
    "is worse than",
    "outperforms",
]
CLAIMS += ["equally good", "a", "the", "p"]
PLAIN = ["A", "B", "v1.0", "C++", "naïve Bayes", "🐱 cat", "line\nend", "100%", "<b>bold</b>"]


def systems(names, n=40, seed=0, spread=0.6):
    rng = np.random.default_rng(seed)
    levels = np.linspace(0.5 - spread / 2, 0.5 + spread / 2, len(names))
    return {
        name: (rng.random(n) < level).astype(int) for name, level in zip(names, levels, strict=True)
    }


def quick(outputs, **how):
    how = {"higher_is_better": True, "n_interval": 100, "n_resamples": 200, **how}
    return compare_systems(outputs, **how)


def renamed(found, names):
    """The same comparison, of systems of other names."""
    called = dict(zip((one.name for one in found.systems), names, strict=True))
    again = dataclasses.replace(
        found,
        systems=tuple(dataclasses.replace(one, name=called[one.name]) for one in found.systems),
        pairs=tuple(
            dataclasses.replace(pair, better=called[pair.better], worse=called[pair.worse])
            for pair in found.pairs
        ),
    )
    return dataclasses.replace(again, paragraph=paragraph_of(again))


@pytest.fixture(scope="module")
def by_number():
    """A comparison of two, three and four systems each, with and without a difference."""
    return {
        (count, spread): quick(systems([f"x{i}" for i in range(count)], 60, spread=spread))
        for count in (2, 3, 4)
        for spread in (0.05, 0.9)
    }


def objections(found):
    return review(found, found.paragraph)


@pytest.mark.parametrize(("count", "seed"), [(2, 0), (2, 1), (3, 0), (6, 1), (7, 2), (16, 0)])
def test_the_paragraph_passes_its_own_review(count, seed):
    names = [f"model-{letter}" for letter in string.ascii_lowercase[:count]]
    found = quick(systems(names, 60, seed))
    assert objections(found) == []
    assert "by their place" not in found.paragraph


def test_a_false_paragraph_does_not_pass():
    found = quick(systems(["alpha-net", "beta-net"], 400))
    (pair,) = found.pairs
    assert pair.significant and "significantly better" in found.paragraph
    turned = f"{pair.worse} is significantly better than {pair.better}."
    assert [finding.sin for finding in review(found, turned)] == ["direction"]
    assert review(found, f"{pair.better} outperforms {pair.worse}.") == []
    assert [f.sin for f in review(found, f"{pair.better} has 0.81234.")] == ["digits"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_makes_it_sin(by_number, name):
    for spread, place in ((0.05, 0), (0.9, 1)):
        names = ["baseline", "third"]
        names.insert(place, name)
        found = renamed(by_number[3, spread], names)
        assert objections(found) == []
        by_place = "by their place" in found.paragraph
        assert by_place or name not in CLAIMS
        assert not by_place or name not in PLAIN
        assert "\n" not in found.paragraph and "\u202e" not in found.paragraph


@pytest.mark.slow
def test_pairs_of_hostile_names(by_number):
    for some in itertools.combinations(HOSTILE[:8], 2):
        assert objections(renamed(by_number[2, 0.9], some)) == []


@pytest.mark.slow
def test_names_made_of_anything(by_number):
    source = random.Random(1)
    letters = string.ascii_letters + string.digits + " .,;:()-_/<>&%$#" + "éß日本🙂"
    for _ in range(12):
        names = set()
        while len(names) < 4:
            names.add("".join(source.choices(letters, k=source.randint(1, 20))))
        found = renamed(by_number[4, source.choice([0.05, 0.9])], sorted(names))
        assert objections(found) == []


@pytest.mark.slow
def test_every_setting_is_worded():
    outputs = systems(["north", "south", "east"], 40)
    for how in (
        {"adjust": "none"},
        {"adjust": "benjamini-hochberg"},
        {"test": "bootstrap"},
        {"test": "wilcoxon"},
        {"test": "matched-t"},
        {"test": "sign"},
        {"baseline": "south"},
        {"higher_is_better": False},
        {"groups": np.arange(40) // 2},
        {"alpha": 0.01},
    ):
        found = quick(outputs, **how)
        assert objections(found) == [], how
    assert "Holm" not in quick(outputs, adjust="none").paragraph


@pytest.mark.parametrize("scale", [1e-9, 7.0, 1e9])
def test_scores_of_any_scale_have_few_digits(scale):
    rng = np.random.default_rng(0)
    found = quick({name: scale * rng.random(12) for name in ("north", "south")})
    assert objections(found) == []
    assert all(len(word) < 12 for word in found.paragraph.split() if word[0].isdigit())


def test_what_two_systems_say():
    found = quick(systems(["north", "south"], 400, 1))
    assert found.paragraph.startswith(
        "We compared two systems on the same 400 test items by mean score (higher is better)."
    )
    assert "95 % confidence interval" in found.paragraph
    assert (
        "We tested the pair by an exact two-sided randomization test; alpha = 0.05."
        in found.paragraph
    )


@pytest.mark.parametrize(("level", "said"), [(0.999, "99.9 %"), (0.975, "97.5 %"), (0.95, "95 %")])
def test_the_level_of_intervals_is_said_as_it_is(level, said):
    scores = {"NB": [1, 0, 1, 1, 0, 1, 1], "SVM": [1, 1, 1, 1, 0, 1, 1]}
    found = compare_systems(scores, level=level, n_interval=100, higher_is_better=True)
    assert f"({said} confidence interval" in found.paragraph


def test_a_sentence_begins_with_a_capital_where_systems_are_named_by_their_place():
    right = {"better": [1] * 30, "a": [0] * 30}
    paragraph = compare_systems(right, n_interval=100, higher_is_better=True).paragraph
    assert ". System 1 is significantly better than system 2 (p" in paragraph
