"""The paragraph for a paper says what was found, and commits no sin."""

import itertools
import random
import string

import numpy as np
import pytest

from labkit.comparison import compare_systems, review
from labkit.comparison.wording import pairs_table
from labkit.report import review_claims

#: Names that read as claims, as other words, as ends of sentences, or hide something.
HOSTILE = [
    "better", "significantly better", "the best", "A", "a", "the", "p", "not", "no difference",
    "NB.", "v1.0", "C++", "x; y", "a, b", "one and two", "is worse than", "outperforms",
    "<b>bold</b>", "$\\alpha$", "100%", "0.815", "line\nend", "tab\there", "🐱 cat", "naïve Bayes",
    "\u202eright", "", " ", "we", "pair", "n" * 60, "A (final)", "p = 0.01", "system 1", "equally good",
]  # fmt: skip


def systems(names, n=40, seed=0, spread=0.6):
    rng = np.random.default_rng(seed)
    levels = np.linspace(0.5 - spread / 2, 0.5 + spread / 2, len(names))
    return {
        name: (rng.random(n) < level).astype(int) for name, level in zip(names, levels, strict=True)
    }


def quick(outputs, **how):
    return compare_systems(outputs, n_interval=100, n_resamples=200, **how)


def objections(found):
    """What `review_claims` says of the paragraph, with the names as they stand in it."""
    text = found.paragraph
    if "by their place in the table" in text:
        names = {one.name: f"system {i}" for i, one in enumerate(found.systems, 1)}
    else:
        names = {one.name: " ".join(one.name.split()) for one in found.systems}
    return review_claims(text, pairs_table(found, names), found.n, found.settings.alpha)


@pytest.mark.parametrize("count", [2, 3, 6, 7, 25])
@pytest.mark.parametrize("seed", range(3))
def test_the_paragraph_passes_its_own_review(count, seed):
    names = [f"model-{letter}" for letter in string.ascii_lowercase[:count]]
    found = quick(systems(names, 60, seed))
    assert objections(found) == [] and review(found, found.paragraph) == []
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
def test_no_name_makes_it_sin(name):
    found = quick(systems([name, "baseline", "third"], 60))
    assert objections(found) == []
    assert "\n" not in found.paragraph and "\u202e" not in found.paragraph


def test_pairs_of_hostile_names():
    for some in itertools.combinations(HOSTILE[:14], 2):
        assert objections(quick(systems(list(some), 30))) == []


def test_names_made_of_anything():
    source = random.Random(1)
    letters = string.ascii_letters + string.digits + " .,;:()-_/<>&%$#" + "éß日本🙂"
    for _ in range(40):
        names = {"".join(source.choices(letters, k=source.randint(1, 20))) for _ in range(4)}
        assert objections(quick(systems(sorted(names), 40, source.randint(0, 9)))) == []


def test_every_setting_is_worded():
    outputs = systems(["north", "south", "east"], 40)
    for how in (
        {"adjust": "none"},
        {"adjust": "benjamini-hochberg"},
        {"adjust": "max-statistic"},
        {"test": "bootstrap"},
        {"test": "wilcoxon"},
        {"test": "matched-t"},
        {"test": "sign"},
        {"baseline": "south"},
        {"lower_is_better": True},
        {"groups": np.arange(40) // 2},
        {"alpha": 0.01},
    ):
        found = quick(outputs, **how)
        assert objections(found) == [], how
    assert "Holm" not in quick(outputs, adjust="none").paragraph


@pytest.mark.parametrize("scale", [1e-9, 1e-3, 7.0, 1e4, 1e9])
def test_scores_of_any_scale_have_few_digits(scale):
    rng = np.random.default_rng(0)
    found = quick({name: scale * rng.random(30) for name in ("north", "south")})
    assert objections(found) == []
    assert all(len(word) < 12 for word in found.paragraph.split() if word[0].isdigit())


def test_what_two_systems_say():
    found = quick(systems(["north", "south"], 400, 1))
    assert found.paragraph.startswith(
        "We compared two systems on the same 400 test items by mean score."
    )
    assert "95 % confidence interval" in found.paragraph
    assert (
        "We tested the pair by an exact two-sided randomization test; alpha = 0.05."
        in found.paragraph
    )
