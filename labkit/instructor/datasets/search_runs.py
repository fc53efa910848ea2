"""The runs of tick 7: real reviews ranked, and scored as TRECVID scores a search.

TRECVID asks many groups to search the same videos for the same topics, and
gives every *run* - a system's rankings for all topics - one average precision
a topic. Here a topic is a theme ("zombie", "musical", ...), its pool are
reviews that contain the theme's word, and a run ranks the pool from the most
positive review to the most negative. ``labkit data make-runs`` writes the
table, `labkit.load_scores_table` reads it, ``data/README.md`` describes it.
"""

import math
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC

from labkit.corpora import course_split, load_lexicon, tokenize

#: The words of the 24 topics.
THEMES = [
    "werewolf",
    "vampire",
    "zombie",
    "alien",
    "robot",
    "ghost",
    "monster",
    "gangster",
    "detective",
    "prison",
    "lawyer",
    "jungle",
    "desert",
    "island",
    "football",
    "opera",
    "musical",
    "wedding",
    "christmas",
    "western",
    "doctor",
    "police",
    "school",
    "war",
]

#: Most reviews in a topic's pool.
POOL = 20

#: Reviews to learn from: the course's, or these and others.
TRAINING = {"course": 1800, "large": 8000}

#: Ten words chosen by hand, as in tick 1.
TEN_WORDS = {
    **dict.fromkeys(["great", "excellent", "wonderful", "best", "loved"], 1.0),
    **dict.fromkeys(["bad", "worst", "boring", "awful", "waste"], -1.0),
}


class Reviews:
    """All reviews that the runs need, as counts of words.

    `pools` is theme -> positions of its reviews among those to rank, of which `positive` tells whether
    they are.
    """

    def __init__(self) -> None:
        split = course_split()
        self.pools: dict[str, list[int]] = {theme: [] for theme in THEMES}
        ranked: list[tuple[list[str], str]] = []
        others: list[tuple[list[str], str]] = []
        for review in zip(split.pool["text"], split.pool["label"], strict=True):
            words = tokenize(review[0])
            theme = next((theme for theme in THEMES if theme in words), None)
            if theme is None:
                others.append((words, review[1]))
            elif len(self.pools[theme]) < POOL:
                self.pools[theme].append(len(ranked))
                ranked.append((words, review[1]))
        course = [tokenize(text) for text in split.train["text"]]
        training = [*zip(course, split.train["label"], strict=True), *others][: TRAINING["large"]]
        self.words = [words for words, _ in ranked]
        self.positive = np.array([label == "POS" for _, label in ranked])
        self.training_words = [words for words, _ in training]
        self.training_labels = np.array([label for _, label in training])

    @cached_property
    def counts(self) -> tuple[Any, Any, Any]:
        """Word counts of the training reviews, in those to rank, and in their last 50 words."""
        vectorizer = CountVectorizer(analyzer=lambda words: words)
        return (
            vectorizer.fit_transform(self.training_words),
            vectorizer.transform(self.words),
            vectorizer.transform([words[-50:] for words in self.words]),
        )

    def learn(
        self,
        model: Any,
        size: int,
        *,
        tf_idf: bool = False,
        presence: bool = False,
        end: bool = False,
    ) -> np.ndarray:
        """Train `model` on the first `size` reviews, and return each ranked review's score."""
        training, whole, last = self.counts
        training, ranked = training[:size], last if end else whole
        known = np.flatnonzero(np.asarray(training.sum(axis=0)).ravel())
        training, ranked = training[:, known], ranked[:, known]
        if presence:
            training, ranked = training.sign(), ranked.sign()
        if tf_idf:
            weights = TfidfTransformer().fit(training)
            training, ranked = weights.transform(training), weights.transform(ranked)
        model.fit(training, self.training_labels[:size])
        if hasattr(model, "decision_function"):
            return model.decision_function(ranked)
        if hasattr(model, "predict_joint_log_proba"):
            return np.diff(model.predict_joint_log_proba(ranked))[:, 0]
        return model.predict_proba(ranked)[:, 1]

    def weigh(
        self, weights: Mapping[str, float], *, relative: bool = False, end: bool = False
    ) -> np.ndarray:
        """Return the sum of the weights of each review's words, `relative` to that of their sizes."""
        scores = []
        for words in self.words:
            found = [weights[word] for word in words[-50 if end else 0 :] if word in weights]
            # fsum: reviews whose words weigh the same are tied, in any order of the words.
            sizes = max(1e-9, math.fsum(map(abs, found))) if relative else 1
            scores.append(math.fsum(found) / sizes)
        return np.array(scores)


#: Scores each review to rank.
Scorer = Callable[[Reviews], np.ndarray]


def _lexicon(strong: float = 1.0) -> dict[str, float]:
    """Return 1 for each positive word of the lexicon and -1 for each negative one, or `strong` times that."""
    lexicon = load_lexicon()
    sign = np.where(lexicon["polarity"] == "positive", 1.0, -1.0)
    size = np.where(lexicon["intensity"] == "strong", strong, 1.0)
    return dict(zip(lexicon["word"], sign * size, strict=True))


def _bayes(size: int = 1800, smoothing: float = 1.0, **how: bool) -> Scorer:
    """Score by Naive Bayes."""
    return lambda reviews: reviews.learn(MultinomialNB(alpha=smoothing), size, **how)


def _regression(size: int = 1800, strength: float = 10.0) -> Scorer:
    """Score by logistic regression."""
    model = LogisticRegression(C=strength, max_iter=1000)
    return lambda reviews: reviews.learn(model, size, tf_idf=True)


def _machine(size: int = 1800) -> Scorer:
    """Score by a linear support vector machine."""
    return lambda reviews: reviews.learn(LinearSVC(random_state=0), size, tf_idf=True)


#: Name of a run -> what scores the reviews; data/README.md explains the parts of a name.
RUNS: dict[str, Scorer] = {
    "F_C_1_LEX01_1": lambda reviews: reviews.weigh(_lexicon()),
    "F_C_1_LEX02_2": lambda reviews: reviews.weigh(_lexicon(strong=5)),
    "F_C_1_LEX03_3": lambda reviews: reviews.weigh(
        load_lexicon().set_index("word")["valence"].to_dict()
    ),
    "F_C_1_LEX04_4": lambda reviews: reviews.weigh(_lexicon(), relative=True),
    "F_C_2_LEX05_5": lambda reviews: reviews.weigh(_lexicon(), end=True),
    "F_A_1_NB01_1": _bayes(),
    "F_A_1_NB02_2": _bayes(smoothing=0.1),
    "F_A_1_NB03_3": _bayes(smoothing=10),
    "F_A_1_NB04_4": _bayes(200),
    "F_A_1_NB05_5": _bayes(presence=True),
    "F_A_2_NB06_6": _bayes(end=True),
    "F_B_1_NB07_7": _bayes(8000),
    "F_A_1_LR01_1": _regression(),
    "F_A_1_LR02_2": _regression(strength=0.1),
    "F_A_1_LR03_3": _regression(200),
    "F_B_1_LR04_4": _regression(8000),
    "F_A_1_SVM01_1": _machine(),
    "F_B_1_SVM02_2": _machine(8000),
    "F_A_1_KNN01_1": lambda reviews: reviews.learn(KNeighborsClassifier(25), 1800, tf_idf=True),
    "M_C_1_TEN01_1": lambda reviews: reviews.weigh(TEN_WORDS),
    "F_C_1_LEN01_1": lambda reviews: np.array([len(words) for words in reviews.words]),
}


def make_runs(runs: Mapping[str, Scorer], reviews: Reviews) -> pd.DataFrame:
    """Rank each topic's reviews by every run, and return the average precision: a row a run, a column a theme.

    A review belongs to the first theme of `THEMES` whose word it contains: no review is in two
    pools, and none is among the training reviews.
    """
    table = {}
    for name, run in runs.items():
        scores = run(reviews)
        table[name] = {
            theme: average_precision_score(reviews.positive[pool], scores[pool])
            for theme, pool in reviews.pools.items()
        }
    return pd.DataFrame.from_dict(table, orient="index").round(4)


def write_runs(path: Path) -> pd.DataFrame:
    """Make all runs and write them as a ``search.results.table``; return what was written."""
    table = make_runs(RUNS, Reviews())
    table.to_csv(path, sep="\t", index_label="run", float_format="%.4f", lineterminator="\n")
    return table
