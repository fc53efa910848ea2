"""Systems by training-set resampling: as many real outputs as an experiment needs.

Outputs of many different systems on one test set are hard to come by.
Berg-Kirkpatrick, Burkett & Klein (2012, section 3.2.1) make them: they train a
few models again and again, on training sets of several sizes drawn with
replacement. ``labkit data make-systems`` does that with five sentiment
classifiers and real reviews, and stores what each system predicts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from joblib import Parallel, delayed
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from labkit.classifiers import LexiconClassifier
from labkit.corpora import Source, load_reviews, tokenize
from labkit.notebook_env import progress

#: Reviews that a training set draws, with replacement, from the first 8,000 IMDB reviews.
SIZES = {"full": 8000, "half": 4000, "quarter": 2000}

#: Training sets of each size for each model.
COPIES = 10

#: What the systems are tested on: all other IMDB reviews, and all snippets.
TEST_SETS: tuple[Source, ...] = ("imdb", "rotten_tomatoes")

#: Files of the sample of a shared task, in folders of teams -> the systems that predict in them.
SHARED_TASK = {
    "gold": "gold",
    "amber/run-1": "naive-bayes/quarter-01",
    "amber/run-2": "naive-bayes/half-01",
    "amber/run-3": "naive-bayes/full-01",
    "birch/run-1": "bernoulli/quarter-01",
    "birch/run-2": "bernoulli/half-01",
    "birch/run-3": "bernoulli/full-01",
    "cedar/run-1": "logistic/quarter-01",
    "cedar/run-2": "logistic/half-01",
    "cedar/run-3": "logistic/full-01",
    "dune/run-1": "svm/full-02",
    "dune/run-2": "lexicon/full-01",
    "dune/run-3": "lexicon/full-02",
}


class TunedLexicon:
    """The magnitude lexicon, with its strong weight and threshold tuned on the training set.

    Of all pairs of weights from 1 to 6, a quarter apart, and of scores that occur, it takes
    the one with the most training reviews right, and the smallest of equals.
    """

    def fit(self, counts: np.ndarray, labels: np.ndarray) -> Self:
        """Tune on counts (n, 2) of positive less negative words, weak and strong; labels 0 or 1."""
        best = -1.0
        for weight in np.arange(1, 6.01, 0.25):
            scores = counts @ np.array([1, weight])
            candidates, of = np.unique(scores, return_inverse=True)
            positive = np.bincount(of, weights=labels)
            negative = np.bincount(of, weights=1 - labels)
            # POS from this candidate on: the negative ones below it are right too.
            right = positive[::-1].cumsum()[::-1] + negative.cumsum() - negative
            if right.max() > best:
                best = right.max()
                self.strong_weight_ = float(weight)
                self.threshold_ = float(candidates[right.argmax()])
        return self

    def predict(self, counts: np.ndarray) -> np.ndarray:
        """Predict 0 or 1 for each row of `counts`."""
        return (counts @ np.array([1, self.strong_weight_]) >= self.threshold_).astype(int)


#: Kind of system -> the features it reads, and how to make an untrained one. liblinear's dual
#: solvers do without BLAS, whose sums depend on the machine and its threads.
MODELS: dict[str, tuple[str, Callable[[], Any]]] = {
    "naive-bayes": ("counts", MultinomialNB),
    "bernoulli": ("counts", BernoulliNB),
    "logistic": (
        "counts",
        lambda: make_pipeline(
            TfidfTransformer(),
            LogisticRegression(C=10, solver="liblinear", dual=True, random_state=0),
        ),
    ),
    "svm": ("counts", lambda: make_pipeline(TfidfTransformer(), LinearSVC(random_state=0))),
    "lexicon": ("lexicon", TunedLexicon),
}


@dataclass(frozen=True)
class Features:
    """What the systems learn from and are tested on: matrices, a row a review, and 1 for POS and 0 for NEG."""

    training: Mapping[str, Any]
    test: Mapping[str, Any]
    labels: np.ndarray
    gold: np.ndarray


def features(test_set: Source, n_test: int | None = None) -> Features:
    """Count the words of the training reviews and of a test set, or of its first reviews."""
    reviews = load_reviews()
    pool = reviews[: SIZES["full"]]
    tested = reviews[SIZES["full"] :] if test_set == "imdb" else load_reviews(test_set)
    tested = tested[:n_test]
    counts = CountVectorizer(analyzer=tokenize).fit(pool["text"])
    weight = _weights()
    lexicon = CountVectorizer(analyzer=tokenize, vocabulary=list(weight))
    weights = np.array(list(weight.values()))
    training, test = (
        {"counts": counts.transform(texts), "lexicon": lexicon.transform(texts) @ weights}
        for texts in (pool["text"], tested["text"])
    )
    labels, gold = ((part["label"] == "POS").to_numpy(int) for part in (pool, tested))
    return Features(training, test, labels, gold)


def _weights() -> dict[str, tuple[int, int]]:
    """Return (1, 0) or (-1, 0) for each weak word of the lexicon, (0, 1) or (0, -1) for a strong one."""
    model = LexiconClassifier().fit()
    weak = {word: (sign, 0) for word, sign in model.weak_.items()}
    return weak | {word: (0, sign) for word, sign in model.strong_.items()}


def system_names() -> list[str]:
    """Name all systems, such as "naive-bayes/full-01": kind, size and number."""
    return [
        f"{kind}/{size}-{number:02}"
        for kind in MODELS
        for size in SIZES
        for number in range(1, COPIES + 1)
    ]


def train_systems(
    tests: Sequence[Features], names: Sequence[str], *, n_jobs: int = 1
) -> list[dict[str, np.ndarray]]:
    """Train systems on resampled training sets; return the predictions of each, and ``"gold"``, for each test set.

    A system's seed depends on its name only. Source: Berg-Kirkpatrick, Burkett & Klein
    (2012), section 3.2.1.
    """
    known = system_names()
    trained = Parallel(n_jobs=n_jobs, return_as="generator")(
        delayed(_predictions)(name, known.index(name), tests) for name in names
    )
    predictions = dict(progress(trained, "training", len(names)))
    return [
        {"gold": test.gold.astype(np.uint8)} | {name: predictions[name][i] for name in names}
        for i, test in enumerate(tests)
    ]


def _predictions(
    name: str, position: int, tests: Sequence[Features]
) -> tuple[str, list[np.ndarray]]:
    """Train one system, and return its name and what it predicts on each test set."""
    kind, _, copy = name.partition("/")
    feature, make = MODELS[kind]
    training, labels = tests[0].training[feature], tests[0].labels
    rng = np.random.default_rng([0, position])
    drawn = rng.integers(len(labels), size=SIZES[copy.split("-")[0]])
    training, labels = training[drawn], labels[drawn]
    # A system knows the words of its own training set.
    columns = np.flatnonzero(np.asarray(abs(training).sum(axis=0)).ravel())
    model = make().fit(training[:, columns], labels)
    tested = [test.test[feature][:, columns] for test in tests]
    return name, [model.predict(features).astype(np.uint8) for features in tested]


def write_systems(folder: Path, n_jobs: int) -> list[Path]:
    """Make all systems and store their predictions, 0 and 1 with ``gold``; return what was written."""
    tests = [features(name) for name in TEST_SETS]
    outputs = train_systems(tests, system_names(), n_jobs=n_jobs)
    (folder / "systems").mkdir(parents=True, exist_ok=True)
    written = [folder / "systems" / f"{name}.npz" for name in TEST_SETS]
    for path, systems in zip(written, outputs, strict=True):
        np.savez_compressed(path, **systems)  # type: ignore[arg-type]  # none is named allow_pickle
    _write_shared_task(folder / "shared-task", outputs[0])
    return [*written, folder / "shared-task"]


def _write_shared_task(folder: Path, outputs: Mapping[str, np.ndarray]) -> None:
    """Write what the systems of `SHARED_TASK` predict for the first 1,000 test reviews."""
    for run, name in SHARED_TASK.items():
        path = folder / f"{run}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savetxt(path, np.where(outputs[name][:1000], "POS", "NEG"), "%s")
