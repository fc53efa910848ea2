"""The paragraph for a paper says what was found, and commits no sin."""

import dataclasses
import string

import numpy as np
import pytest

import labkit
from labkit.comparison import review
from labkit.comparison.records import SystemScore
from labkit.comparison.wording import (
    digits_of,
    paragraph_of,
    remarks_on,
    write_level,
    write_limits,
    write_score,
)
from tests.comparison.compared import compared

#: Names that read as claims, as other words, as ends of sentences, or hide something.
HOSTILE = [
    "better", "significantly better", "the best", "A", "a", "B", "the", "p", "not", "no difference",
    "NB.", "v1.0", "C++", "x; y", "a, b", "one and two", "is worse than", "outperforms",
    "<b>bold</b>", "$\\alpha$", "100%", "0.815", "line\nend", "tab\there", "🐱 cat", "naïve Bayes",
    "\u202eright", "", " ", "we", "pair", "n" * 60, "A (final)", "p = 0.01", "system 1", "equally good",
]  # fmt: skip
#: ... of which these are names like others.
PLAIN = ["A", "B", "v1.0", "C++", "naïve Bayes", "🐱 cat", "line\nend", "<b>bold</b>", "system 1"]


def systems(names, n=40, seed=0, spread=0.6):
    rng = np.random.default_rng(seed)
    levels = np.linspace(0.5 - spread / 2, 0.5 + spread / 2, len(names))
    return {
        name: (rng.random(n) < level).astype(int) for name, level in zip(names, levels, strict=True)
    }


def quick(outputs, **how):
    return compared(outputs, **{"higher_is_better": True, "n_resamples": 200, **how})


def drawn(**how):
    """A comparison by F1, whose p is drawn."""
    rng = np.random.default_rng(0)
    counts = {name: np.repeat(rng.integers(0, 2, (60, 1)), 3, axis=1) for name in "uv"}
    for each in counts.values():
        each[:30, 1] = 1
    return quick(counts, metric="f1", test="bootstrap", higher_is_better=None, **how)


#: How many systems, and options.
OWN = [
    *((count, {}) for count in (2, 3, 6, 7, 16)),
    *((3, {"adjust": adjust}) for adjust in ("none", "bonferroni", "benjamini-hochberg")),
    *((3, {"test": test}) for test in ("bootstrap", "matched-t", "sign")),
    (3, {"baseline": "model-b", "alpha": 0.01}),
    (3, {"higher_is_better": False, "groups": np.arange(60) // 2}),
]


@pytest.mark.parametrize(("count", "how"), OWN)
def test_the_paragraph_passes_its_own_review(count, how):
    names = [f"model-{letter}" for letter in string.ascii_lowercase[:count]]
    found = quick(systems(names, 60), **how)
    assert review(found, paragraph_of(found)) == [] and remarks_on(found) == found.notes
    assert ("ranges from" in paragraph_of(found)) == (count > 6)


def test_a_false_paragraph_does_not_pass():
    found = quick(systems(["alpha-net", "beta-net"], 400))
    (pair,) = found.pairs
    turned = f"{pair.worse} is significantly better than {pair.better}."
    assert [finding.sin for finding in review(found, turned)] == ["direction"]
    assert review(found, f"{pair.better} outperforms {pair.worse}.") == []
    assert [f.sin for f in review(found, f"{pair.better} has 0.81234.")] == ["digits"]
    assert pair.significant and "significantly better" in paragraph_of(found)


def renamed(found, names):
    """The same comparison, of systems of other names."""
    called = dict(zip((one.name for one in found.systems), names, strict=True))
    return dataclasses.replace(
        found,
        systems=tuple(dataclasses.replace(one, name=called[one.name]) for one in found.systems),
        pairs=tuple(
            dataclasses.replace(pair, better=called[pair.better], worse=called[pair.worse])
            for pair in found.pairs
        ),
    )


@pytest.fixture(scope="module")
def three():
    return {spread: quick(systems([*"xyz"], 60, spread=spread)) for spread in (0.05, 0.9)}


@pytest.mark.parametrize("spread", [0.05, 0.9])
@pytest.mark.parametrize("name", HOSTILE)
def test_systems_keep_their_names_and_a_reader_is_warned_of_bad_ones(three, name, spread):
    found = renamed(three[spread], ["baseline", name, "third"])
    shown = " ".join(name.split()).replace("\u202e", "⟨U+202E⟩") or "⟨no name⟩"
    assert f" for {shown} and 0." in paragraph_of(found) and "\n" not in paragraph_of(found)
    assert "\u202e" not in paragraph_of(found)
    warned = [one for one in remarks_on(found) if one.startswith("The paragraph may be misread: “")]
    assert len(warned) == bool(review(found, paragraph_of(found)))
    assert not (warned and name in PLAIN)


EIGHT = [f"m{i}" for i in range(8)]
YEH = "by an exact two-sided randomization test (Yeh, 2000)"
#: Outputs, options, and the paragraph from the scores on: few systems, many, a baseline, one.
PARAGRAPHS = [
    ({"north": [1] * 90 + [0] * 120 + [1] * 190, "south": [0] * 90 + [1] * 310}, {"alpha": 0.1},
     "Mean score is 0.78 (0.74 to 0.81) for south and 0.70 (0.66 to 0.74) for north, with 90 % confidence "
     f"intervals. We tested 1 pair {YEH}; alpha = 0.1; gains have 90 % confidence intervals. south is "
     "significantly better than north (gain 0.08, 0.02 to 0.13, p = 0.045). A true gain of 0.09 would be "
     "found with power 80 %."),
    (systems(EIGHT, 200, spread=0.3), {},
     "Mean score ranges from 0.31 (0.24 to 0.37) for m0 to 0.64 (0.56 to 0.70) for m6, with 95 % "
     f"confidence intervals. We tested 28 pairs {YEH}, corrected for 28 comparisons (Holm, 1979); "
     "alpha = 0.05; gains have 99.82 % confidence intervals (Bonferroni: 95 % for all of them together). "
     "13 of 28 pairs differ significantly. m6 is significantly better than m4, m2, m1 and m0 (gains from "
     "0.17 to 0.33, each p at most 0.021). Inconclusive: 15 of 28 pairs (gains from 0.02 to 0.14, each p "
     "at least 0.11). A true gain of 0.18 to 0.21 would be found with power 80 %."),
    (systems(EIGHT[:7], 200, spread=0.1), {"baseline": "m0"},
     "Mean score ranges from 0.41 (0.34 to 0.48) for m0 to 0.57 (0.49 to 0.63) for m6, with 95 % "
     f"confidence intervals. We tested 6 pairs, each with m0, {YEH}, corrected for 6 comparisons (Holm, "
     "1979); alpha = 0.05; gains have 99.17 % confidence intervals (Bonferroni: 95 % for all of them "
     "together). 3 of 6 pairs differ significantly. m6 is significantly better than m0 (gain 0.16, 0.03 to "
     "0.29, p = 0.0076). m3 is significantly better than m0 (gain 0.14, 0.01 to 0.27, p = 0.036). m5 is "
     "significantly better than m0 (gain 0.14, just above 0 to 0.28, p = 0.042). m4 against m0 is "
     "inconclusive (gain 0.06, −0.07 to 0.19, p = 0.77). m2 against m0 is inconclusive (gain 0.04, −0.10 to "
     "0.17, p = 1). m1 against m0 is inconclusive (gain 0.02, −0.12 to 0.15, p = 1). A true gain of 0.17 to 0.18 would be found with power 80 %."),
    ({"only": [1, 0, 1, 1]}, {},
     "Mean score is 0.75 (0.19 to 0.99) for only, with 95 % confidence intervals."),
]  # fmt: skip


@pytest.mark.parametrize(("outputs", "how", "said"), PARAGRAPHS)
def test_the_paragraph_says_what_was_found(outputs, how, said):
    found = quick(outputs, **how)
    count = f"{len(outputs)} system{'s' * (len(outputs) > 1)} on {found.n} test items"
    start = (
        f"We compared {count} by mean score (higher is better) with labkit {labkit.__version__}. "
    )
    assert paragraph_of(found) == start + said


def test_a_drawn_p_is_said_to_be_one():
    test = "a two-sided paired bootstrap (Berg-Kirkpatrick et al., 2012)"
    assert f"by {test} with 200 draws (seed 9)" in paragraph_of(drawn(seed=9))


def interval(low, high):
    return SystemScore("a", 0.1, low, high)


WRITTEN = [
    (write_score, (0.705, 2), "0.71"), (write_score, (-0.705, 1), "−0.7"),
    (write_score, (-0.0004, 2), "0.00"), (write_score, (0.0, 1), "0.0"),
    (write_score, (1e-5, 2), "0.00"), (write_score, (9e-6, 2), "9.00e−06"),
    (write_score, (-2345678, 0), "−2.35e+06"), (write_score, (1e6 - 0.6, 0), "999999"),
    (write_score, (1e6, 0), "1.00e+06"),
    (write_limits, (interval(None, None), 2), "none"),
    (write_limits, (interval(-0.014, 0.2), 2), "−0.01 to 0.20"),
    (write_limits, (interval(-0.004, 0.004), 2), "just below 0 to just above 0"),
    (write_limits, (interval(0.001, 0.2), 2), "just above 0 to 0.20"),
    (write_limits, (interval(0, 0.2), 2), "0.00 to 0.20"),
    (write_level, (0.95,), "95 %"), (write_level, (0.9008,), "90.1 %"), (write_level, (0.999,), "99.9 %"),
    (write_level, (1 - 0.05 / 1770,), "99.9972 %"), (write_level, (0.9899,), "99 %"),
]  # fmt: skip


@pytest.mark.parametrize("write, given, text", WRITTEN)
def test_scores_intervals_and_levels_are_written(write, given, text):
    assert write(*given) == text


@pytest.mark.parametrize(("scale", "digits"), [(1, 2), (7, 1), (100, 0), (1e9, 0), (1e-9, 2)])
def test_digits_are_those_that_the_items_can_show(scale, digits):
    rng = np.random.default_rng(0)
    found = quick({name: scale * rng.random(200) * 4 for name in ("north", "south")})
    assert digits_of(found) == digits and review(found, paragraph_of(found)) == []
    text = paragraph_of(found).replace(labkit.__version__, "")
    assert all(len(word) < 12 for word in text.split() if word[0].isdigit())
    assert digits_of(quick({"a": [0, 1, 1]})) == 2  # of shares
