"""The systems of tick 8: what data/README.md says of them is so."""

import numpy as np
import pytest

from labkit import LexiconClassifier, NaiveBayes, load_reviews
from labkit.cli import main
from labkit.datasets import resampled_systems as training
from labkit.datasets.resampled_systems import (
    SIZES,
    TEST_SETS,
    Features,
    TunedLexicon,
    features,
    system_names,
    train_systems,
)
from labkit.experiments import DATA, load_system_outputs, system_kinds

N_TEST = 300
SOME = [f"{kind}/quarter-04" for kind in system_kinds(system_names()).values()]
SOME = list(dict.fromkeys(SOME))


def drawn(name, seed=0):
    """The training reviews of a system, as documented: by seed and place among the names."""
    rng = np.random.default_rng([seed, system_names().index(name)])
    size = SIZES[name.split("/")[1].split("-")[0]]
    return load_reviews().iloc[rng.integers(8000, size=size)]


@pytest.fixture(scope="module")
def tested():
    return features("imdb", N_TEST)


@pytest.fixture(scope="module")
def stored():
    return {name: dict(np.load(DATA / "systems" / f"{name}.npz")) for name in TEST_SETS}


def test_files_hold_all_systems_on_all_reviews(stored):
    assert len(system_names()) == 150 and len(set(SOME)) == 5
    for test_set, n in (("imdb", 16_902), ("rotten_tomatoes", 8_530)):
        assert list(stored[test_set]) == ["gold", *system_names()]
        assert {array.shape for array in stored[test_set].values()} == {(n,)}
        assert {array.dtype for array in stored[test_set].values()} == {np.dtype("uint8")}
    files = [path for path in DATA.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 3e6


def test_gold_is_that_of_the_reviews_after_the_training_reviews(stored):
    for test_set, reviews in (
        ("imdb", load_reviews()[8000:]),
        ("rotten_tomatoes", load_reviews("rotten_tomatoes")),
    ):
        assert np.array_equal(stored[test_set]["gold"], reviews["label"] == "POS")
    texts = load_reviews()["text"]
    assert set(texts[:8000]).isdisjoint(texts[8000:])
    assert set(texts[:8000]).isdisjoint(load_reviews("rotten_tomatoes")["text"])


@pytest.mark.slow
def test_predictions_are_made_anew_bit_for_bit(tested, stored):
    (outputs,) = train_systems([tested], SOME, n_jobs=2)
    for name in ["gold", *SOME]:
        assert np.array_equal(outputs[name], stored["imdb"][name][:N_TEST]), name


@pytest.mark.slow
def test_snippets_are_predicted_by_the_same_systems(stored):
    name = "naive-bayes/quarter-04"
    (outputs,) = train_systems([features("rotten_tomatoes", N_TEST)], [name])
    assert np.array_equal(outputs[name], stored["rotten_tomatoes"][name][:N_TEST])


@pytest.mark.slow
def test_naive_bayes_is_that_of_tick_2(stored):
    name, reviews = "naive-bayes/quarter-04", load_reviews()[8000 : 8000 + N_TEST]
    training = drawn(name)
    predicted = NaiveBayes(smoothing=1.0).fit(training["text"], training["label"])
    predicted = predicted.predict(reviews["text"]) == "POS"
    assert np.array_equal(predicted, stored["imdb"][name][:N_TEST])


@pytest.mark.slow
def test_lexicon_is_that_of_tick_1_with_the_best_weight_and_threshold(tested, stored):
    name, reviews = "lexicon/quarter-04", load_reviews()[8000 : 8000 + N_TEST]
    training = drawn(name)
    labels = (training["label"] == "POS").to_numpy()
    scores = {
        weight: LexiconClassifier(weight).fit().decision_function(training["text"])
        for weight in (1.0, 3.5, 6.0)
    }
    rng = np.random.default_rng([0, system_names().index(name)])
    rows = rng.integers(8000, size=2000)
    model = TunedLexicon().fit(tested.training["lexicon"][rows], tested.labels[rows])
    reached = model.predict(tested.training["lexicon"][rows]) == labels
    for weight, found in scores.items():  # none of these does better with any threshold
        best = max(((found >= at) == labels).mean() for at in np.unique(found))
        assert reached.mean() >= best, weight
    own = LexiconClassifier(model.strong_weight_, model.threshold_).fit()
    assert np.array_equal(own.predict(reviews["text"]) == "POS", stored["imdb"][name][:N_TEST])


def test_a_system_learns_only_the_words_of_its_own_training_set():
    counts = np.zeros((8000, 2), int)
    counts[:, 0] = 1
    test = {"counts": np.array([[1, 0], [1, 9]])}
    tested = Features({"counts": counts}, test, np.arange(8000) % 2, np.array([0, 1]))
    (outputs,) = train_systems([tested], ["naive-bayes/quarter-01"])
    assert len(set(outputs["naive-bayes/quarter-01"].tolist())) == 1


@pytest.mark.slow
def test_other_seeds_draw_other_reviews(tested):
    name = "naive-bayes/quarter-01"
    first, again, other = (
        train_systems([tested], [name], seed=seed)[0][name].tolist() for seed in (0, 0, 1)
    )
    assert first == again != other


def test_larger_training_sets_make_better_systems():
    outputs = load_system_outputs(DATA / "systems" / "imdb.npz")
    for kind in ("naive-bayes", "bernoulli", "logistic", "svm"):
        quarter, half, full = (
            np.mean([outputs[f"{kind}/{size}-{i:02}"].mean() for i in range(1, 11)])
            for size in ("quarter", "half", "full")
        )
        assert quarter < half < full


@pytest.mark.slow
def test_unknown_names_are_refused(tested):
    with pytest.raises(
        ValueError, match="test_set must be one of 'imdb', 'rotten_tomatoes', not 'amazon'"
    ):
        features("amazon")
    with pytest.raises(ValueError, match="names must be of .*, not 'svm/full-11'"):
        train_systems([tested], ["svm/full-01", "svm/full-11"])


def test_command_refuses_bad_numbers(capsys, tmp_path):
    for option in (["--seed", "-1"], ["--jobs", "0"]):
        assert main(["data", "make-systems", "--output", str(tmp_path), *option]) == 2
        assert f"{option[0]} must be a whole number" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_shared_task_is_a_sample_of_the_systems(stored):
    for run, name in {
        "gold": "gold",
        "amber/run-1": "naive-bayes/quarter-01",
        "dune/run-1": "svm/full-02",
        "dune/run-3": "lexicon/full-02",
    }.items():
        words = (DATA / "shared-task" / f"{run}.txt").read_text().split()
        assert [word == "POS" for word in words] == stored["imdb"][name][:1000].tolist()


def test_files_are_written_where_the_lab_reads_them(tmp_path, monkeypatch, capsys):
    rng = np.random.default_rng(5)
    names = ["gold", *system_names()]
    made = [{name: rng.integers(2, size=1200).astype(np.uint8) for name in names} for _ in "ab"]
    monkeypatch.setattr(training, "features", lambda name: name)
    monkeypatch.setattr(training, "train_systems", lambda tests, **how: made)
    folder = tmp_path / "not" / "yet" / "there"
    for _ in range(2):  # the second time, the folders are there
        assert main(["data", "make-systems", "--output", str(folder)]) == 0
        assert "150 systems" in capsys.readouterr().out
    written = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    shipped = [*(DATA / "systems").glob("*.npz"), *(DATA / "shared-task").rglob("*.txt")]
    assert written == {path.relative_to(DATA) for path in shipped}
    for test_set, outputs in zip(TEST_SETS, made, strict=True):
        again = np.load(folder / "systems" / f"{test_set}.npz")
        assert list(again) == names
        assert all(np.array_equal(again[name], outputs[name]) for name in names)
    task = load_system_outputs(folder / "shared-task")
    for run, name in (("birch/run-2", "bernoulli/half-01"), ("dune/run-2", "lexicon/full-01")):
        assert np.array_equal(task[run], (made[0][name] == made[0]["gold"])[:1000])
