"""Scores of topics against trec_eval itself (pytrec_eval), and by hand."""

import numpy as np
import pytest
import pytrec_eval
from sklearn.metrics import average_precision_score, ndcg_score

from labkit.readers import load_qrels, load_run, topic_scores

MEASURES = [
    "map",
    "ndcg",
    "ndcg_cut_5",
    "ndcg_cut_10",
    "P_5",
    "P_10",
    "recall_5",
    "Rprec",
    "recip_rank",
]


def judgements_and_run(seed, ties):
    """Six topics: graded and negative judgements, unjudged and unfound documents, one without relevant ones."""
    rng = np.random.default_rng(seed)
    qrels, run = {}, {}
    for topic in map(str, range(301, 307)):
        names = [f"D{number}" for number in rng.permutation(40)]
        grades = rng.choice([-1, 0, 0, 1, 2, 3], 25) if topic != "306" else np.zeros(25, int)
        qrels[topic] = {name: int(grade) for name, grade in zip(names, grades, strict=False)}
        scores = rng.normal(size=30).round(0 if ties else 6)
        run[topic] = {
            str(name): float(s) for name, s in zip(rng.permutation(names), scores, strict=False)
        }
    return qrels, run


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("seed", [0, 1])
def test_scores_are_those_of_trec_eval(seed, ties):
    qrels, run = judgements_and_run(seed, ties)
    names = {"map", "ndcg", "ndcg_cut.5,10", "P.5,10", "recall.5", "Rprec", "recip_rank"}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(run)
    for measure in MEASURES:
        ours = topic_scores(qrels, {"run": run}, measure).loc["run"]
        for topic in qrels:
            assert ours[topic] == pytest.approx(theirs[topic][measure], rel=1e-12, abs=1e-15), (
                measure
            )


def test_scores_are_those_of_scikit_learn_where_all_documents_are_found():
    rng = np.random.default_rng(2)
    for _ in range(5):
        grades, scores = rng.integers(0, 4, 20), rng.permutation(20) / 20
        names = [f"D{number}" for number in range(20)]
        qrels = {"q": dict(zip(names, grades.tolist(), strict=True))}
        run = {"q": dict(zip(names, scores.tolist(), strict=True))}
        found = {
            m: topic_scores(qrels, {"run": run}, m).loc["run", "q"]
            for m in ("ndcg", "ndcg_cut_7", "map")
        }
        assert found["ndcg"] == pytest.approx(ndcg_score([grades], [scores]))
        assert found["ndcg_cut_7"] == pytest.approx(ndcg_score([grades], [scores], k=7))
        assert found["map"] == pytest.approx(average_precision_score(grades > 0, scores))


def test_by_hand():
    qrels = {"q": {"a": 1, "b": 0, "c": 1, "d": 1}}
    run = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}
    found = {
        m: topic_scores(qrels, {"run": run}, m).loc["run", "q"]
        for m in ("AP", "nDCG@3", "P@3", "R@3", "RR")
    }
    ideal = 1 + 1 / np.log2(3) + 1 / 2
    expected = {"AP": (1 + 2 / 3) / 3, "nDCG@3": 1.5 / ideal, "P@3": 2 / 3, "R@3": 2 / 3, "RR": 1}
    assert found == pytest.approx(expected)


def test_equal_scores_stand_in_the_reverse_order_of_names_and_scores_have_32_bits():
    qrels = {"q": {"a": 0, "b": 1}}
    for low, high in ((1.0, 1.0), (1.0, 1.0 + 1e-12)):
        found = topic_scores(qrels, {"run": {"q": {"a": high, "b": low}}}, "recip_rank")
        assert found.loc["run", "q"] == 1
    assert (
        topic_scores(qrels, {"run": {"q": {"a": 1.1, "b": 1.0}}}, "recip_rank").loc["run", "q"]
        == 0.5
    )


@pytest.fixture
def files(tmp_path):
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("301 0 D1 1\n301\t0\tD2\t0\n302 0 D1 2\r\n302 0 D3 -1\n")
    runs = tmp_path / "runs"
    runs.mkdir()
    (runs / "input.bm25.1000").write_text(
        "301 Q0 D2 1 9.5 bm25\n301 Q0 D1 2 9 bm25\n999 Q0 D1 1 9 bm25\n"
    )
    (runs / "lm.txt").write_text("301 Q0 D1 1 1e-3 lm\n302 Q0 D1 1 -5 lm\n")
    return qrels, runs


def test_files_of_judgements_and_runs(files):
    qrels, runs = files
    assert load_qrels(qrels) == {"301": {"D1": 1, "D2": 0}, "302": {"D1": 2, "D3": -1}}
    assert load_run(runs / "lm.txt") == {"301": {"D1": 0.001}, "302": {"D1": -5}}
    table = topic_scores(qrels, runs)
    assert table.loc["input.bm25.1000"].tolist() == [0.5, 0]  # nothing found for 302
    assert table.loc["lm"].tolist() == [1, 1]
    assert table.attrs["read"] == "2 systems x 2 topics, map; 1 topic of the runs is not judged"


def test_judgements_in_three_columns_with_a_header(tmp_path):
    path = tmp_path / "test.tsv"
    path.write_text("query-id\tcorpus-id\tscore\n1\tD1\t1\n")
    assert load_qrels(path) == {"1": {"D1": 1}}


@pytest.mark.parametrize(
    ("load", "text", "message"),
    [
        (load_qrels, "", "must have judgements of relevance, not none"),
        (
            load_qrels,
            "301 0 D1\n301 D1\n",
            "line 1 must have a whole number of relevance, not 'D1'",
        ),
        (
            load_qrels,
            "301 0 D1 1\n301 0 D1 1\n",
            "line 2 must judge D1 for topic 301 once, not again",
        ),
        (load_qrels, "301 0 D1 1\n301 0 D2 0.5\n", "line 2 must have a whole number of relevance"),
        (load_qrels, "301 0 D1 1\n301 0 D2 high\n", "line 2 must have a whole number of relevance"),
        (
            load_qrels,
            "301 Q0 D1 1 2.5 bm25\n301 Q0 D2 2 1.5 bm25\n",
            "line 1 must have a topic, an iteration, a document",
        ),
        (load_run, "", "must be a run with documents"),
        (load_run, "301 Q0 D1 1 2.5\n", "line 1 must have a topic, Q0, a document, its rank"),
        (load_run, "301 Q0 D1 1 nan r\n", "line 1 must have a finite score, not 'nan'"),
        (load_run, "301 Q0 D1 1 2 r\n301 Q0 D1 2 1 r\n", "line 2 must have D1 for topic 301 once"),
        (load_run, b"301 Q0 D\xe9 1 2 r\n", "must be a text file in UTF-8"),
    ],
)
def test_bad_files_say_what_is_wrong(tmp_path, load, text, message):
    path = tmp_path / "file"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError) as error:
        load(path)
    assert message in str(error.value) and str(path) in str(error.value)


@pytest.mark.parametrize("measure", ["MAP", "ndcg_cut_0", "P_", "recall", "P_1x", "", None])
def test_unknown_measures_are_named(measure):
    with pytest.raises(ValueError, match="^measure must be one of map, AP"):
        topic_scores({"q": {"a": 1}}, {"run": {"q": {"a": 1.0}}}, measure)


def test_runs_without_a_judged_topic():
    with pytest.raises(ValueError, match="runs must have the judged topics 301, not 1 as 'run'"):
        topic_scores({"301": {"a": 1}}, {"run": {"1": {"a": 1.0}}})
    with pytest.raises(
        ValueError, match="runs must have finite scores, not NaN or infinity as in 'r'"
    ):
        topic_scores({"301": {"a": 1}}, {"r": {"301": {"a": float("nan")}}})
    with pytest.raises(ValueError, match="qrels must have topics, not be empty"):
        topic_scores({}, {"run": {"1": {"a": 1.0}}})
    with pytest.raises(ValueError, match="runs must have topics, not be empty"):
        topic_scores({"301": {"a": 1}}, {})
