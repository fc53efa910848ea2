"""The systems of tick 8: what data/README.md says of them is so."""

import numpy as np
import pytest

from labkit import LexiconClassifier, NaiveBayes, load_reviews
from labkit.cli import main
from labkit.experiments import DATA
from labkit.instructor.datasets import resampled_systems as training
from labkit.instructor.datasets.resampled_systems import (
    SHARED_TASK,
    TunedLexicon,
    features,
    system_names,
)

N_TEST = 300
SOME = [f"{kind}/quarter-04" for kind in training.MODELS]
SIZES = {"imdb": 16_902, "rotten_tomatoes": 8_530}


def rows(name):
    """Return the training reviews of a system that draws a quarter, by its place among the names."""
    return np.random.default_rng([0, system_names().index(name)]).integers(8000, size=2000)


@pytest.fixture(scope="module")
def tested():
    return features("imdb", N_TEST)


@pytest.fixture(scope="module")
def stored():
    return {name: dict(np.load(DATA / "systems" / f"{name}.npz")) for name in SIZES}


def test_files_hold_all_systems_on_all_reviews_after_the_training_reviews(stored):
    reviews = {"imdb": load_reviews()[8000:], "rotten_tomatoes": load_reviews("rotten_tomatoes")}
    for test_set, n in SIZES.items():
        assert list(stored[test_set]) == ["gold", *system_names()]
        assert {array.shape for array in stored[test_set].values()} == {(n,)}
        assert {array.dtype for array in stored[test_set].values()} == {np.dtype("uint8")}
        assert np.array_equal(stored[test_set]["gold"], reviews[test_set]["label"] == "POS")
        assert set(load_reviews()["text"][:8000]).isdisjoint(reviews[test_set]["text"])
    assert len(set(system_names())) == 150
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) < 3e6


@pytest.mark.slow
@pytest.mark.long
def test_predictions_are_made_anew_bit_for_bit(tested, stored):
    made = training.train_systems([tested, features("rotten_tomatoes", N_TEST)], SOME, n_jobs=2)
    for outputs, test_set in zip(made, SIZES, strict=True):
        assert list(outputs) == ["gold", *SOME]
        for name, array in outputs.items():
            assert np.array_equal(array, stored[test_set][name][:N_TEST]), (test_set, name)


@pytest.mark.slow
def test_systems_are_those_of_ticks_1_and_2_with_the_best_weight_and_threshold(tested, stored):
    texts = load_reviews()["text"][8000 : 8000 + N_TEST]
    drawn = load_reviews().iloc[rows("naive-bayes/quarter-04")]
    model = NaiveBayes(smoothing=1.0).fit(drawn["text"], drawn["label"])
    expected = stored["imdb"]["naive-bayes/quarter-04"][:N_TEST]
    assert np.array_equal(model.predict(texts) == "POS", expected)
    drawn = load_reviews().iloc[rows("lexicon/quarter-04")]
    labels = (drawn["label"] == "POS").to_numpy()
    counts = tested.training["lexicon"][drawn.index]
    tuned = TunedLexicon().fit(counts, labels)
    reached = (tuned.predict(counts) == labels).mean()
    for weight in (1.0, 3.5, 6.0):  # none of these does better with any threshold
        found = LexiconClassifier(weight).fit().decision_function(drawn["text"])
        assert reached >= max(((found >= at) == labels).mean() for at in np.unique(found)), weight
    some = ["naive-bayes/full-04", "logistic/half-04", "svm/quarter-04"]
    (made,) = training.train_systems([tested], some)
    assert all(np.array_equal(made[name], stored["imdb"][name][:N_TEST]) for name in some)
    own = LexiconClassifier(tuned.strong_weight_, tuned.threshold_).fit().predict(texts)
    assert np.array_equal(own == "POS", stored["imdb"]["lexicon/quarter-04"][:N_TEST])


def test_a_lexicon_takes_the_smallest_of_equally_good_weights_and_thresholds():
    counts = np.array([[0, 3], [8, 1], [9, 0], [2, 0], [0, -1]])
    labels = np.array([1, 1, 0, 0, 0])
    model = TunedLexicon().fit(counts, labels)
    tried = {
        (weight, at): ((counts @ [1, weight] >= at) == labels).mean()
        for weight in np.arange(4, 25) / 4
        for at in counts @ [1, weight]
    }
    assert (model.strong_weight_, model.threshold_) == max(
        tried, key=lambda c: (tried[c], -c[0], -c[1])
    )
    for weak, weight in ((-23, 6), (-25, 1)):  # which would need more than 5.75, or than 6.25
        model = TunedLexicon().fit(np.array([[weak, 4], [0, 0]]), np.array([1, 0]))
        assert model.strong_weight_ == weight


def test_a_system_learns_only_the_words_of_its_own_training_set():
    counts = np.zeros((8000, 2), int)
    counts[:, 0] = 1
    test = {"counts": np.array([[1, 0], [1, 9]])}
    tested = training.Features({"counts": counts}, test, np.arange(8000) % 2, np.array([0, 1]))
    (outputs,) = training.train_systems([tested], ["naive-bayes/quarter-01"])
    assert len(set(outputs["naive-bayes/quarter-01"].tolist())) == 1
    with pytest.raises(ValueError, match="'svm/full-11' is not in list"):
        training.train_systems([tested], ["svm/full-11"])


def test_the_shared_task_is_a_sample_of_the_systems(stored):
    files = {path.relative_to(DATA / "shared-task") for path in DATA.glob("shared-task/**/*.txt")}
    assert {path.with_suffix("").as_posix() for path in files} == set(SHARED_TASK)
    for run, name in SHARED_TASK.items():
        words = (DATA / "shared-task" / f"{run}.txt").read_text().split()
        assert [word == "POS" for word in words] == stored["imdb"][name][:1000].tolist()


@pytest.mark.slow
def test_files_are_written_as_the_lab_reads_them(tmp_path, monkeypatch, capsys, stored):
    monkeypatch.setattr(training, "features", lambda name: name)
    monkeypatch.setattr(
        training, "train_systems", lambda tests, names, **how: [stored[test] for test in tests]
    )
    folder = tmp_path / "not" / "yet" / "there"
    for _ in range(2):  # the second time, the folders are there
        assert main(["data", "make-systems", "--output", str(folder)]) == 0
        assert str(folder) in capsys.readouterr().out
    for path in [*DATA.glob("systems/*.npz"), *DATA.glob("shared-task/**/*.txt")]:
        again = folder / path.relative_to(DATA)
        if path.suffix == ".npz":
            assert {n: a.tolist() for n, a in np.load(again).items()} == {
                n: a.tolist() for n, a in stored[path.stem].items()
            }
        else:
            assert again.read_bytes() == path.read_bytes()
    assert len([path for path in folder.rglob("*") if path.is_file()]) == 2 + len(SHARED_TASK)
