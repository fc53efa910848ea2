"""Statistics of segments: their scores are sacrebleu's, of the corpus and of each segment."""

import sys

import numpy as np
import pytest
import sacrebleu

from labkit import metrics
from labkit.readers import load_segments, translation_signature, translation_statistics

WORDS = [
    "the",
    "a",
    "cat",
    "cats",
    "sat",
    "Mat",
    "on",
    ",",
    "isn't",
    "(hi)",
    "naïve",
    "日本",
    "3.5%",
]


def texts(seed, n=60):
    """References, a second reference, and a system that gets most words right."""
    rng = np.random.default_rng(seed)
    right = [[str(w) for w in rng.choice(WORDS, rng.integers(0, 14))] for _ in range(n)]
    right[0] = right[0] or ["the"]

    def changed(words, rate):
        kept = [w if rng.random() > rate else str(rng.choice(WORDS)) for w in words]
        return [w for w in kept if rng.random() > rate / 3]

    several = [[" ".join(changed(words, rate)) for words in right] for rate in (0.3, 0.2)]
    return [" ".join(words) for words in right], *several


SCORERS = {
    "bleu": (sacrebleu.BLEU, metrics.bleu),
}


@pytest.mark.parametrize(
    ("metric", "options"),
    [
        ("bleu", {}),
        ("bleu", {"lowercase": True, "tokenize": "char"}),
    ],
)
@pytest.mark.parametrize("several", [False, True])
def test_the_score_of_a_corpus_is_sacrebleus(metric, options, several):
    right, system, other = texts(1)
    references = [right, other] if several else [right]
    scorer, ours = SCORERS[metric]
    counts = translation_statistics(system, references if several else right, metric, **options)
    theirs = scorer(**options).corpus_score(system, references).score / 100
    assert len(counts) == 60
    assert float(ours(counts.sum(axis=0))) == pytest.approx(theirs, rel=1e-12)
    assert 0.05 < theirs < 0.95


@pytest.mark.parametrize("metric", SCORERS)
def test_a_resampled_corpus_has_sacrebleus_score_too(metric):
    right, system, _ = texts(2)
    scorer, ours = SCORERS[metric]
    counts = translation_statistics(system, right, metric)
    rng = np.random.default_rng(0)
    drawn = rng.integers(60, size=(20, 60))
    found = ours(counts[drawn].sum(axis=1))
    for scored, items in zip(found, drawn, strict=True):
        theirs = scorer().corpus_score([system[i] for i in items], [[right[i] for i in items]])
        assert scored == pytest.approx(theirs.score / 100, rel=1e-12)


def test_no_brevity_and_no_match_of_an_order():
    counts = translation_statistics(["a b c d e"], ["a x c y e"])
    assert metrics.bleu(counts.sum(axis=0)) == 0
    none = sacrebleu.BLEU(smooth_method="none").corpus_score(["a b c d e"], [["a x c y e"]])
    assert none.score == 0


def test_files_of_segments(tmp_path):
    path = tmp_path / "system.txt"
    path.write_bytes("A house\u2028or two.\r\n\r\nCaf\u00e9\x85.\r\n".encode())
    assert load_segments(path) == ["A house\u2028or two.", "", "Caf\u00e9\x85."]
    (tmp_path / "right.txt").write_text("A house or two.\n\nCaf\u00e9.\n", encoding="utf8")
    from_files = translation_statistics(path, tmp_path / "right.txt")
    from_lists = translation_statistics(
        load_segments(path), [load_segments(tmp_path / "right.txt")]
    )
    assert from_files.tolist() == from_lists.tolist() and len(from_files) == 3


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            (["a"], ["a", "b"]),
            ValueError,
            "hypotheses and references must have a line each .* not 1 and 2",
        ),
        ((["a", "b"], [["a", "b"], ["a"]]), ValueError, "not 2 and 1: is a file cut off"),
        (("a", ["a"]), TypeError, "hypotheses must be a list of texts, not 'a'"),
        ((["a"], "a"), TypeError, "references must be a list of texts, not 'a'"),
        ((["a"], None), TypeError, "references must be texts, or several lists of them, not None"),
        ((["a"], []), ValueError, "hypotheses and references"),
        (([], []), ValueError, "hypotheses must hold at least 1 text"),
        ((["a", None], ["a", "b"]), TypeError, "each of hypotheses must be a string, not None"),
        (
            (["a"], ["a"], "comet"),
            ValueError,
            "metric must be one of 'bleu', not 'comet'",
        ),
    ],
)
def test_bad_input_is_named(arguments, error, message):
    with pytest.raises(error, match=message):
        translation_statistics(*arguments)


@pytest.mark.parametrize(
    ("metric", "options", "message"),
    [
        ("bleu", {"tokens": "13a"}, "options must be those of sacrebleu's BLEU"),
        ("bleu", {"tokenize": "mecabre"}, "options must be those of sacrebleu's BLEU"),
        (
            "bleu",
            {"max_ngram_order": 3},
            "options must say how to count, such as lowercase, not 'max_",
        ),
        (
            "bleu",
            {"smooth_method": "floor"},
            "not 'smooth_method': the score is that of labkit.metrics",
        ),
    ],
)
def test_options_are_those_of_counting(metric, options, message):
    with pytest.raises(ValueError, match=message):
        translation_statistics(["a"], ["a"], metric, **options)


def test_an_empty_file_and_one_in_another_encoding(tmp_path):
    path = tmp_path / "system.txt"
    for content, message in ((b"\n\n", "must have a segment a line"), (b"caf\xe9\n", "in UTF-8")):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=message):
            load_segments(path)


def test_without_sacrebleu_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(ModuleNotFoundError, match="pip install sacrebleu"):
        translation_statistics(["a"], ["a"])


def test_the_signature_names_options_and_version():
    assert translation_signature("bleu", 2, lowercase=True) == (
        f"nrefs:2|case:lc|eff:no|tok:13a|smooth:exp|version:{sacrebleu.__version__}"
    )
