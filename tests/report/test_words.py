"""Words have kinds, systems are found by their names, and a text is parted."""

import pytest

from labkit.report.words import names_in, parts, pattern_of, sentences


def read(names, text):
    pattern, systems = pattern_of(names)
    kinds = [found.lastgroup or "link" for found in pattern.finditer(text)]
    return [systems.get(kind, (kind, ())) for kind in kinds]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (
            "A is significantly better than the B",
            "system small significant better small small system",
        ),
        ("it doesn't significantly out-perform B's", "vague not significant better system"),
        ("the lexicons are equally good", "small systems small equal"),
        ("perhaps the unheard test, inconclusive", "supposed small unknown vague link open"),
        ("all the others were the former", "systems small vague"),
    ],
)
def test_words_and_phrases_have_kinds(text, kinds):
    found = " ".join(kind for kind, _ in read(["A", "B", "big lexicon", "small lexicon"], text))
    assert found == kinds


@pytest.mark.parametrize(
    ("names", "text", "found"),
    [
        (["lexicon", "magnitude lexicon"], "the magnitude lexicon and the lexicon", [1, 0]),
        (["big lexicon", "small lexicon", "A"], "the lexicons", [0, 1]),
        (["big lexicon", "small lexicon", "A"], "every other system", [0, 1, 2]),
        (["BERT", "GPT"], "BERT-large and Bert's head, GPT2 and gpt", [0, 1]),
        (["A", "B"], "a system is A, and b is not", [0]),
        (["naive Bayes", "a+b (best)"], "Naive\nBayes, naive-bayes and a+b (best)", [0, 1]),
        (["C++", "C"], "C++C++ and “C”", [1, 0]),
        (["x", "y"], "\ua66e\ua66c", []),
    ],
)
def test_systems_are_found_by_their_names(names, text, found):
    assert names_in(read(names, text)) == tuple(names[i] for i in found)


def test_texts_are_parted_into_sentences():
    text = "# Title\nA vs. B, e.g. here. It *is* $p$\nso; 1. No?\n\n| a | b |\n- an item\n> said"
    found = [each.strip("• ") for each in sentences(text)]
    assert [*filter(None, found)] == [
        "Title A vs. B, e.g. here.",
        "It is p so",
        "1.",
        "No?",
        "an item",
        "said",
    ]
    assert [len(part) for part in sentences("x" * 4500)] == [2000, 2000, 500]
    assert len([*sentences("A is better. However, it is not significant.")]) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A beats B, C and D.", ["ABCD"]),
        ("A beats B, while C is worse than D.", ["AB", "CD"]),
        ("A beats B, but not C.", ["AB", "C"]),
        ("A beats B, but not significantly.", ["AB"]),
        ("We cannot say that A and B are equally good.", ["AB"]),
        ("No p of A and B is small, so they are equally good.", ["AB", ""]),
    ],
)
def test_a_sentence_is_parted_where_another_claim_begins(text, found):
    assert ["".join(names_in(part)) for part in parts(read(["A", "B", "C", "D"], text))] == found
