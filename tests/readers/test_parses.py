"""LAS and UAS against the official scorer of Universal Dependencies; other words are refused."""

import gzip

import pytest

from labkit.metrics import accuracy
from labkit.readers import Sentence, attachment_statistics, load_parses
from labkit.significance import randomization_test
from tests.readers.parses import line, pair, written

#: Seed -> correct heads, correct heads with relations, words: computed once from the files that
#: `written` makes of `pair(seed)`, with udeval.py of the package udtools 0.2.9 (``evaluate``,
#: fields ``correct`` and ``gold_total`` of UAS and LAS).
OFFICIAL = {0: (119, 102, 290), 1: (177, 170, 296), 2: (199, 184, 333)}


@pytest.fixture(params=OFFICIAL)
def seed(request):
    return request.param


@pytest.fixture
def files(seed, tmp_path):
    paths = tmp_path / "gold.conllu", tmp_path / "system.conllu"
    for path, sentences in zip(paths, pair(seed), strict=True):
        path.write_text(written(sentences), encoding="utf8")
    return paths


def test_scores_are_those_of_the_official_scorer(files, seed):
    heads, relations, words = OFFICIAL[seed]
    unlabelled = attachment_statistics(*files, labelled=False)
    labelled = attachment_statistics(*files)
    assert unlabelled.sum(axis=0).tolist() == [heads, words]
    assert labelled.sum(axis=0).tolist() == [relations, words]
    assert labelled.shape == (40, 2) and labelled.dtype.kind == "i"
    assert accuracy(labelled.sum(axis=0)) == pytest.approx(relations / words)


def test_each_sentence_has_its_own_words(files, seed):
    gold, system = pair(seed)
    expected = [
        [sum(a == b for a, b in zip(one, other, strict=True)), len(one)]
        for one, other in zip(gold, system, strict=True)
    ]
    assert attachment_statistics(*files, subtypes=True).tolist() == expected
    best = attachment_statistics(files[0], files[0])
    assert (best[:, 0] == best[:, 1]).all()
    parsed = attachment_statistics(*files)
    assert randomization_test(best, parsed, accuracy, n_resamples=999, rng=0).pvalue < 0.05


@pytest.mark.parametrize("change", ["windows", "gzip", "BOM", "no end", "blank lines"])
def test_files_however_they_were_written(files, change, tmp_path):
    text = files[0].read_text(encoding="utf8")
    path = tmp_path / ("other.conllu.gz" if change == "gzip" else "other.conllu")
    content = {
        "windows": text.replace("\n", "\r\n").encode(),
        "gzip": gzip.compress(text.encode()),
        "BOM": text.encode("utf-8-sig"),
        "no end": text.rstrip("\n").encode(),
        "blank lines": ("\n" + text.replace("\n\n", "\n \n\n")).encode(),
    }[change]
    path.write_bytes(content)
    whole = attachment_statistics(files[0], path)
    assert len(whole) == 40 and (whole[:, 0] == whole[:, 1]).all()


def sentence(*words):
    forms, heads, relations = zip(*words, strict=True)
    return Sentence(forms, relations, heads, 1)


def test_punctuation_and_subtypes_are_choices():
    gold = [
        sentence(("her", 2, "nmod:poss"), ("cat", 0, "root"), ("?!", 2, "punct"), ("%", 2, "obj"))
    ]
    parsed = [sentence(("her", 2, "nmod"), ("cat", 0, "root"), ("?!", 1, "punct"), ("%", 1, "obj"))]
    assert attachment_statistics(gold, parsed).tolist() == [[2, 4]]
    assert attachment_statistics(gold, parsed, subtypes=True).tolist() == [[1, 4]]
    assert attachment_statistics(gold, parsed, punctuation=False).tolist() == [[2, 2]]


def test_one_word_in_two_normal_forms_is_one_word():
    gold = [sentence(("caf\u00e9", 0, "root"))]
    assert attachment_statistics(gold, [sentence(("cafe\u0301", 0, "root"))]).tolist() == [[1, 1]]


ONE = [[("A", 2, "det"), ("cat", 0, "root")], [("It", 2, "nsubj"), ("works", 0, "root")]]


@pytest.mark.parametrize(
    ("system", "message"),
    [
        (
            ONE[:1],
            "must have the 2 sentences of gold, not 1 (the first 1 are the same): is the file",
        ),
        ([ONE[1], *ONE], "not 3 (sentence 1 is the first that differs, at line 3)"),
        (
            [ONE[0], ONE[1][:1]],
            "must have the 2 words of gold in sentence 2 (lines 9 and 9), not 1",
        ),
        (
            [ONE[0], [("It", 0, "root"), ("work", 1, "x")]],
            "not 'work' for 'works' as word 2 of sentence 2",
        ),
    ],
)
def test_other_words_or_sentences_are_refused_with_what_to_do(tmp_path, system, message):
    gold, other = tmp_path / "gold.conllu", tmp_path / "system.conllu"
    gold.write_text(written(ONE))
    if system[-1] == ONE[1][:1]:
        system = [ONE[0], [("It", 0, "root")]]
    other.write_text(written(system))
    with pytest.raises(ValueError) as error:
        attachment_statistics(gold, other)
    assert message in str(error.value)
    assert "parse the words and sentences of gold" in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must have parsed sentences, not none"),
        ("# only a comment\n\n", "must have parsed sentences, not none"),
        (
            "1 A _ DET _ _ 2 det _ _\n",
            "line 1 must have 10 columns with tabs between them, as CoNLL-U has, not 1",
        ),
        (line(1, "A", 0, "root") + "\n" + line(2, "cat", 1)[:9], "line 2 must have 10 columns"),
        (
            line(1, "A") + "\n",
            "line 1 must have a head from 0 to 1, the words of its sentence, not '_'",
        ),
        (
            line(1, "A", 2) + "\n",
            "line 1 must have a head from 0 to 1, the words of its sentence, not '2'",
        ),
        (line(1, "A", -1) + "\n", "line 1 must have a head from 0 to 1"),
        (line(2, "A", 0) + "\n", "line 1 must have word 1 of its sentence, not '2'"),
        (
            line(1, "A", 0) + "\n" + line(1, "A", 0),
            "line 2 must have word 2 of its sentence, not '1'",
        ),
        (line("one", "A", 0) + "\n", "line 1 must have word 1 of its sentence, not 'one'"),
        (line("1-2", "A") + "\n", "line 1 must begin a sentence with words"),
        (line(1, "caf\xe9", 0).encode("latin-1"), "line 1 has the byte 0xe9"),
    ],
)
def test_bad_files_say_what_is_wrong(tmp_path, text, message):
    path = tmp_path / "gold.conllu"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError) as error:
        load_parses(path)
    assert message in str(error.value) and "gold.conllu" in str(error.value)


@pytest.mark.parametrize("bad", [[], ["A cat"], None, 3])
def test_what_is_no_parse_is_refused(bad):
    with pytest.raises(ValueError, match="gold must be a file or the sentences of load_parses"):
        attachment_statistics(bad, bad)
