"""The paragraph for a paper says what was found, and commits no sin."""

import dataclasses
import string

import numpy as np
import pytest

from labkit.comparison import compare_systems, review
from labkit.comparison.records import SystemScore
from labkit.comparison.wording import digits_of, write_level, write_limits, write_score

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
    return compare_systems(outputs, **{"higher_is_better": True, "n_resamples": 200, **how})


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


@pytest.mark.parametrize(("count", "seed"), [(2, 0), (2, 1), (3, 0), (6, 1), (7, 2), (16, 0)])
def test_the_paragraph_passes_its_own_review(count, seed):
    names = [f"model-{letter}" for letter in string.ascii_lowercase[:count]]
    found = quick(systems(names, 60, seed))
    assert review(found, found.paragraph) == [] and found.remarks == found.notes
    assert ("at best and at worst" in found.paragraph) == (count > 6)


@pytest.mark.parametrize(
    "how",
    [
        *({"adjust": adjust} for adjust in ("none", "bonferroni", "benjamini-hochberg")),
        *({"test": test} for test in ("bootstrap", "matched-t", "sign")),
        {"baseline": "south"},
        {"higher_is_better": False},
        {"groups": np.arange(40) // 2},
        {"alpha": 0.01},
    ],
)
def test_every_setting_is_worded(how):
    found = quick(systems(["north", "south", "east"]), **how)
    assert review(found, found.paragraph) == []


def test_a_false_paragraph_does_not_pass():
    found = quick(systems(["alpha-net", "beta-net"], 400))
    (pair,) = found.pairs
    turned = f"{pair.worse} is significantly better than {pair.better}."
    assert [finding.sin for finding in review(found, turned)] == ["direction"]
    assert review(found, f"{pair.better} outperforms {pair.worse}.") == []
    assert [f.sin for f in review(found, f"{pair.better} has 0.81234.")] == ["digits"]
    assert pair.significant and "significantly better" in found.paragraph


@pytest.mark.parametrize("spread", [0.05, 0.9])
@pytest.mark.parametrize("name", HOSTILE)
def test_systems_keep_their_names_and_a_reader_is_warned_of_bad_ones(three, name, spread):
    found = renamed(three[spread], ["baseline", name, "third"])
    shown = " ".join(name.split()).replace("\u202e", "⟨U+202E⟩") or "⟨no name⟩"
    assert f" for {shown} and 0." in found.paragraph and "\n" not in found.paragraph
    assert "\u202e" not in found.paragraph
    warned = [one for one in found.remarks if one.startswith("The paragraph may be misread: “")]
    assert len(warned) == bool(review(found, found.paragraph))
    assert not (warned and name in PLAIN)


def test_what_two_systems_say():
    outputs = {"north": [1] * 90 + [0] * 120 + [1] * 190, "south": [0] * 90 + [1] * 310}
    found = quick(outputs, alpha=0.1)
    (pair,) = found.pairs
    version = found.settings.version
    assert found.paragraph == (
        "We compared 2 systems on 400 test items by mean score (higher is better) with labkit "
        f"{version}. Mean score is 0.78 (0.74 to 0.81) for south and 0.70 (0.66 to 0.74) for north, "
        "with 90 % confidence intervals. We tested 1 pair by an exact two-sided randomization test "
        "(Yeh, 2000); gains have 90 % confidence intervals; alpha = 0.1. south is significantly "
        f"better than north (gain 0.08, 0.02 to 0.13, p = {pair.pvalue:.2g}). A gain of 0.09 is "
        "found with power 80 %, before correction."
    )


def test_of_many_systems_the_best_is_told_of_and_the_rest_in_one_sentence():
    found = quick(systems([f"m{i}" for i in range(8)], 200, spread=0.3))
    best, lost = found.systems[0].name, [pair for pair in found.pairs if not pair.significant]
    assert f"Of 28 values of p, {28 - len(lost)} are at most 0.05." in found.paragraph
    won = {pair.worse: pair.adjusted for pair in found.significant if pair.better == best}
    listed = f"{', '.join([*won][:-1])} and {[*won][-1]}"
    assert f"{best} is significantly better than {listed} (gains from " in found.paragraph
    assert f", each p at most {max(*won.values(), 0.001):.2g})." in found.paragraph
    least, gains = min(pair.adjusted for pair in lost), [pair.gain for pair in lost]
    assert (
        f"No verdict is possible on {len(lost)} of 28 pairs (gains from {min(gains):.2f} to "
        f"{max(gains):.2f}, each p at least {least:.2g})." in found.paragraph
    )
    level = write_level(found.gain_level)
    assert (
        f"test (Yeh, 2000); gains have {level} confidence intervals, corrected for 28 comparisons "
        "like p (Holm, 1979); alpha = 0.05." in found.paragraph
    )
    assert "at best and at worst 0." in found.paragraph
    assert found.paragraph.count("significantly better") == 1
    chief = quick(systems([f"m{i}" for i in range(8)], 200), baseline="m0").paragraph
    assert "We tested 7 pairs, each with m0, by" in chief
    assert "m7 is significantly better than m0 (gain" in chief


def test_where_nothing_is_found_and_where_p_is_drawn():
    found = quick(systems([*"uvwxy"], 30, spread=0), baseline="v").paragraph
    assert "No verdict is possible on 4 of 4 pairs (gains from" in found
    three = quick(systems([*"uvw"], 30, spread=0)).paragraph
    assert "No verdict is possible on " in three and "of 3 pairs (gains" not in three
    rng = np.random.default_rng(0)
    counts = {name: np.repeat(rng.integers(0, 2, (60, 1)), 3, axis=1) for name in "uv"}
    for each in counts.values():
        each[:30, 1] = 1
    drawn = quick(counts, metric="f1", test="bootstrap", seed=9, higher_is_better=None).paragraph
    test = "a two-sided paired bootstrap (Berg-Kirkpatrick et al., 2012)"
    assert f"by {test} with 200 draws (seed 9)" in drawn


def test_one_system_is_described_alone():
    found = quick({"only": [1, 0, 1, 1]})
    said = "Mean score is 0.75 (0.19 to 0.99) for only, with 95 % confidence intervals."
    assert found.paragraph.endswith(said)


def interval(low, high):
    return SystemScore("a", 0.1, low, high)


WRITTEN = [
    (write_score, (0.705, 2), "0.71"),
    (write_score, (-0.705, 1), "−0.7"),
    (write_score, (-0.0004, 2), "0.00"),
    (write_score, (0.0, 1), "0.0"),
    (write_score, (1e-9, 2), "1.00e−09"),
    (write_score, (1.1e-5, 2), "0.00"),
    *((write_score, (size, 2), text) for size, text in ((1e-5, "0.00"), (9e-6, "9.00e−06"))),
    (write_score, (-2345678, 0), "−2.35e+06"),
    *((write_score, (size, 0), text) for size, text in ((1e6 - 0.6, "999999"), (1e6, "1.00e+06"))),
    (write_limits, (interval(None, None), 2), "none"),
    (write_limits, (interval(-0.014, 0.2), 2), "−0.01 to 0.20"),
    (write_limits, (interval(-0.004, 0.004), 2), "just below 0 to just above 0"),
    (write_limits, (interval(0.001, 0.2), 2), "just above 0 to 0.20"),
    (write_limits, (interval(0, 0.2), 2), "0.00 to 0.20"),
    (write_level, (0.95,), "95 %"),
    (write_level, (0.9008,), "90.1 %"),
    (write_level, (0.999,), "99.9 %"),
    (write_level, (1 - 0.05 / 1770,), "99.9972 %"),
    (write_level, (0.9899,), "99 %"),
]


@pytest.mark.parametrize("write, given, text", WRITTEN)
def test_scores_intervals_and_levels_are_written(write, given, text):
    assert write(*given) == text


@pytest.mark.parametrize(("scale", "digits"), [(1, 2), (7, 1), (100, 0), (1e9, 0), (1e-9, 2)])
def test_digits_are_those_that_the_items_can_show(scale, digits):
    rng = np.random.default_rng(0)
    found = quick({name: scale * rng.random(200) * 4 for name in ("north", "south")})
    assert digits_of(found) == digits and review(found, found.paragraph) == []
    assert all(len(word) < 12 for word in found.paragraph.split() if word[0].isdigit())
    assert digits_of(quick({"a": [0, 1, 1]})) == 2  # of shares
