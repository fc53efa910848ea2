"""What was tested is read in all its forms, and systems are found by their names."""

import pandas as pd
import pytest

from labkit.report import review_claims, tested


@pytest.mark.parametrize(
    ("comparisons", "error", "words"),
    [
        ([0.05], TypeError, "comparisons must be a dictionary of pairs, or a table"),
        (pd.DataFrame({"system_a": ["x"], "pvalue": [1.0]}), ValueError, "comparisons must be"),
        ({"AB": 0.05}, ValueError, "comparisons must have pairs of systems as keys, not 'AB'"),
        ({("A", "B"): float("nan")}, ValueError, "pvalue must be between 0 and 1, not nan"),
        ({("A", "B"): 1.5}, ValueError, "pvalue must be between 0 and 1, not 1.5"),
    ],
)
def test_comparisons_are_pairs_or_a_table(comparisons, error, words):
    with pytest.raises(error, match=words):
        review_claims("", comparisons)


@pytest.mark.parametrize("options", [{"n": 0}, {"alpha": 0}, {"alpha": 1}])
def test_bad_options_and_texts_are_named(options):
    with pytest.raises(ValueError, match=f"{next(iter(options))} must be"):
        review_claims("", {}, **options)
    with pytest.raises(TypeError, match="text must be a string, not"):
        review_claims(["A is better."], {})


@pytest.mark.parametrize(
    ("names", "text", "found"),
    [
        (("lexicon", "magnitude lexicon"), "the magnitude lexicon and the lexicon", [1, 0]),
        (("BERT", "GPT"), "BERT-large and Bert's head, GPT2 and gpt", [0, 1]),
        (("A", "B"), "a system is A, and b is not", [0]),
        (("BERT", "bert"), "bert and BERT, but no Bert", [1, 0]),
        (("naive Bayes", "a+b (best)"), "Naive\nBayes, naive-bayes and a+b (best)", [0, 0, 1]),
        (("C++", "C"), "C++C++ and “C”", [1, 0, 1]),
        (("x", "y"), "\ua66e\ua66c", []),
    ],
)
def test_systems_are_found_by_their_names(names, text, found):
    tags, words = tested.Tested.of({names: 0.3}, None, 0.05).read(text)
    assert [name for word in words for name in word.names] == [names[i] for i in found]
    assert tags.count("N") == len(found) and len(tags) == len(words)
