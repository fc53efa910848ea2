"""What is measured: the same work for labkit and its peers, and whether the answers agree."""

import importlib
import importlib.util
import itertools
import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy import stats
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline

from labkit import course_split, load_yeh_modifiers, make_folds, metrics, tokenize, tune_smoothing
from labkit.significance import (
    bootstrap_interval,
    bootstrap_test,
    compare_all,
    randomization_test,
)
from tests.benchmarks.heavy import three_counts

SHUFFLES = 100_000
#: Of all pairs of systems, how many the peer compares, too; its time for all is extrapolated.
COMPARED = 50
#: Peers that only the extra `bench` brings.
NOT_OURS = ("evaluatio", "mlxtend", "ranx", "sacrebleu")


@dataclass(frozen=True)
class Row:
    """One line of the table. Both callables return p-values, or what else has to agree."""

    work: str
    labkit: Callable[[], object]
    peer: str
    theirs: Callable[[], object]
    agree: Callable[[object, object], bool]
    scale: float = 1  # how many times the peer's work fits into labkit's
    goal_seconds: float = math.inf
    goal_ratio: float = 0
    warm_up: Callable[[], object] | None = None  # of the peer: to compile, outside the clock
    repeats: int = 5


def near(n_resamples, wide=5):
    """Whether p-values agree within `wide` standard errors of `n_resamples`."""

    def agree(ours, theirs):
        ours, theirs = np.atleast_1d(ours), np.atleast_1d(theirs)
        p = np.maximum(ours, 1 / n_resamples)
        return bool((abs(ours - theirs) < wide * np.sqrt(2 * p * (1 - p / 2) / n_resamples)).all())

    return agree


def pairs_row(work, ours, scores, theirs, n_resamples, goal_seconds, times=1):
    """All pairs of systems against a peer on COMPARED of them, the better first, drawn at random.

    `theirs` gives a p-value from the differences of a pair and a seed.
    """
    better_first = np.argsort(-scores.mean(axis=1), kind="stable")
    every = list(itertools.combinations(better_first.tolist(), 2))
    drawn = np.random.default_rng(17).choice(len(every), COMPARED, replace=False)
    pairs = [every[number] for number in drawn]

    def peer():
        gains = [scores[better].astype(float) - scores[other] for better, other in pairs]
        return np.array([theirs(gain, n_resamples, seed) for seed, gain in enumerate(gains)])

    def agree(table, theirs):
        pvalues = table.set_index(["system_a", "system_b"])["pvalue"]
        return near(n_resamples)(pvalues.loc[pairs].to_numpy(), theirs)

    scale = len(every) / COMPARED * times
    return Row(work, ours, "scipy", peer, agree, scale=scale, goal_seconds=goal_seconds)


def yeh_row():
    one, two = load_yeh_modifiers()
    scores = [(metrics.recall(103), one, two), (metrics.f_score(103), one, two)]
    scores += [(metrics.precision, two, one)]
    return Row(
        "Yeh's three p-values: labkit exact, scipy 2^20 shuffles",
        lambda: [randomization_test(a, b, m, alternative="greater").pvalue for m, a, b in scores],
        "scipy", lambda: [stratified_by_scipy(a, b, metric) for metric, a, b in scores],
        near(2**20), goal_ratio=5000, repeats=15,
    )  # fmt: skip


def stratified_by_scipy(a, b, metric):
    """permutation_test shuffles numbers: let them be the numbers of the rows of both systems."""
    rows, n = np.concatenate([a, b]), len(a)

    def gain(x, y, axis):
        return metric(rows[x].sum(axis=-2)) - metric(rows[y].sum(axis=-2))

    return stats.permutation_test(
        (np.arange(n), np.arange(n, 2 * n)), gain, permutation_type="samples", vectorized=True,
        n_resamples=2**20, batch=2**12, alternative="greater", axis=-1, rng=np.random.default_rng(3),
    ).pvalue  # fmt: skip


def mean_by_scipy(gains, n_resamples, rng=4):
    """The sign flip of means: shuffling one sample of differences flips signs."""
    return stats.permutation_test(
        (gains,), lambda x, axis: x.mean(axis=axis), permutation_type="samples", vectorized=True,
        n_resamples=n_resamples, batch=max(1, 2**23 // len(gains)), rng=np.random.default_rng(rng),
    ).pvalue  # fmt: skip


def sign_flip_rows():
    rng = np.random.default_rng(5)
    topics = np.round(rng.uniform(0, 0.6, (2, 24)), 4)
    gains, zeros = rng.normal(0.03, 1, 2000), np.zeros(2000)

    def by_mlxtend():
        from mlxtend.evaluate import permutation_test

        how = dict(method="approximate", num_rounds=SHUFFLES // 20, seed=7, paired=True)
        return permutation_test(*topics, **how)

    def by_ranx(n_permutations=SHUFFLES):
        from ranx.statistical_tests import fisher_randomization_test

        return fisher_randomization_test(*topics, n_permutations=n_permutations)[0]

    for peer, shuffles, theirs, more in [
        ("scipy", SHUFFLES, lambda: mean_by_scipy(topics[0] - topics[1], SHUFFLES), {"goal_ratio": 50}),
        ("ranx", SHUFFLES, by_ranx, {"warm_up": lambda: by_ranx(10)}),
        ("mlxtend", SHUFFLES // 20, by_mlxtend, {}),
    ]:  # fmt: skip
        yield Row(
            f"sign flips of means, 24 topics, four decimals: labkit exact, {peer} {shuffles:,} shuffles",
            lambda: randomization_test(*topics).pvalue, peer, theirs, near(shuffles),
            goal_seconds=0.002, repeats=15, **more,
        )  # fmt: skip
    yield Row(
        f"sign flips of means, 2,000 real scores: labkit computed, scipy {SHUFFLES:,} shuffles",
        lambda: randomization_test(gains, zeros).pvalue,
        "scipy", lambda: mean_by_scipy(gains, SHUFFLES), near(SHUFFLES), goal_ratio=1000,
    )  # fmt: skip


def by_evaluatio(test, a, b, draws):
    """Its tests of means. It cannot be an extra: it asks for numpy before 2.1, and works with later ones."""
    tests = importlib.import_module("evaluatio.inference.hypothesis")
    return getattr(tests, test)(a.tolist(), b.tolist(), draws)


def evaluatio_rows():
    """Two-sided tests of means of real scores."""
    rng = np.random.default_rng(18)
    for n, draws, ahead, seconds in [
        (24, SHUFFLES, 5, 1), (2_000, SHUFFLES, 30, 1), (100_000, 1_000, 1, 1)
    ]:  # fmt: skip
        a, b = scores = rng.random((2, n)) + np.array([[0.6 / math.sqrt(n)], [0]])
        resample = partial(bootstrap_test, a, b, alternative="two-sided")
        shuffle = partial(randomization_test, a, b)
        draw = partial(shuffle, method="monte-carlo", n_resamples=draws, rng=6)
        flips = partial(by_evaluatio, "paired_permutation_test", *scores, draws)
        for work, ours, theirs, ratio, goal in [
            ("bootstrap: labkit computed", resample,
             partial(by_evaluatio, "paired_bootstrap_test", *scores, draws), ahead, seconds),
            ("sign flips: labkit computed", shuffle, flips, ahead, seconds / 2),
            ("sign flips: labkit drawn as often", draw, flips, 2, math.inf),
        ]:  # fmt: skip
            yield Row(
                f"{work}, evaluatio {draws:,} draws; {n:,} real scores",
                lambda ours=ours: ours().pvalue, "evaluatio", theirs, near(draws),
                goal_ratio=ratio, goal_seconds=goal,
            )  # fmt: skip


def runs_row(m, topics, goal_seconds):
    rng = np.random.default_rng(8)
    runs = np.round(rng.uniform(0, 0.6, (m, topics)) + rng.normal(0, 0.05, (m, 1)), 4)
    work = f"{m * (m - 1) // 2:,} pairs of runs x {topics} topics: labkit exact, scipy {SHUFFLES:,} shuffles"
    ours = partial(compare_all, runs, test="randomization", alternative="two-sided")
    return pairs_row(work, ours, runs, mean_by_scipy, SHUFFLES, goal_seconds)


def bleu_row():
    """Approximate randomization of BLEU, of sentences made of a few words."""
    rng = np.random.default_rng(9)
    words = np.array([f"w{i}" for i in range(60)])
    references = [list(rng.choice(words, rng.integers(8, 20))) for _ in range(400)]

    def translate(errors):
        texts = [[w if rng.random() > errors else rng.choice(words) for w in r] for r in references]
        return [" ".join(text) for text in texts]

    one, two = translate(0.28), translate(0.3)
    gold, n_shuffles = [[" ".join(ref) for ref in references]], 10_000

    def by_sacrebleu():
        from sacrebleu.metrics import BLEU
        from sacrebleu.significance import PairedTest

        systems, metric = [("two", two), ("one", one)], {"BLEU": BLEU(references=gold)}
        return PairedTest(systems, metric, None, "ar", n_shuffles)()[1]["BLEU"][1].p_value

    def labkit():
        from sacrebleu.metrics import BLEU

        tally, how = BLEU(references=gold), {"method": "monte-carlo", "rng": 10}
        a, b = (np.array(tally._extract_corpus_statistics(texts, None)) for texts in (one, two))
        return randomization_test(a, b, metrics.bleu, n_resamples=n_shuffles, **how).pvalue

    work = f"randomization of BLEU, 400 sentences, {n_shuffles:,} shuffles, with counting n-grams"
    return Row(work, labkit, "sacrebleu", by_sacrebleu, near(n_shuffles))


def interval_row():
    """BCa interval of a difference of F1; scipy draws items and looks their counts up."""
    n, n_resamples = 500, 20_000
    a, b = three_counts(2, n)

    def labkit():
        interval = bootstrap_interval(a, b, metrics.f1, n_resamples=n_resamples, rng=12)
        return np.array([interval.low, interval.high])

    def gain(items, axis):
        return metrics.f1(a[items].sum(axis=-2)) - metrics.f1(b[items].sum(axis=-2))

    def scipy():
        drawn = dict(n_resamples=n_resamples, batch=500, rng=np.random.default_rng(13))
        return np.array(
            stats.bootstrap((np.arange(n),), gain, axis=-1, **drawn).confidence_interval
        )

    def agree(ours, theirs):
        return bool((abs(ours - theirs) < 0.05 * np.diff(ours)).all())

    work = f"BCa interval of a difference of F1, n = {n}, {n_resamples:,} resamples"
    return Row(work, labkit, "scipy", scipy, agree)


def share_by_scipy(gains, n_resamples, seed):
    """The share of resampled gains above twice the observed one."""
    drawn = stats.bootstrap(
        (gains,), np.mean, n_resamples=n_resamples, batch=1000, method="percentile",
        rng=np.random.default_rng(seed),
    ).bootstrap_distribution  # fmt: skip
    return (drawn > 2 * gains.mean()).mean()


def all_pairs_rows(m=150, n=2034):
    """Against scipy with 10,000 resamples, times 100 for b = 10^6.

    The sizes are those of Berg-Kirkpatrick et al. (2012), section 3.2.3.
    """
    rng, few = np.random.default_rng(0), 10_000
    quality = rng.normal(0.6, 0.1, (m, 1))
    right_or_wrong = rng.normal(size=(m, n)) + rng.normal(size=n) + quality > 0
    rng = np.random.default_rng(1)
    real_scores = rng.normal(size=(m, n)) + rng.normal(size=n) + rng.normal(0, 0.05, (m, 1))
    for name, scores, goal in [
        ("0/1 scores, b = infinity", right_or_wrong, 0.5),
        ("real scores, b = infinity", real_scores, 3),
    ]:
        work = f"all 11,175 pairs of 150 systems, n = 2,034, {name} (scipy b = 10^6)"
        ours = partial(compare_all, scores, alternative="greater")
        yield pairs_row(work, ours, scores, share_by_scipy, few, goal, times=10**6 / few)


def tuning_row():
    """30 smoothing parameters x 10 folds; scikit-learn keeps the words that it has counted."""
    reviews = course_split().train
    texts, labels = reviews["text"].to_numpy(object), reviews["label"].to_numpy(str)
    folds, grid = make_folds(labels), np.geomspace(0.01, 10, 30)

    def by_scikit_learn():
        with tempfile.TemporaryDirectory() as memory:
            steps = [("count", CountVectorizer(analyzer=tokenize)), ("bayes", MultinomialNB())]
            pipeline, cv = Pipeline(steps, memory=memory), PredefinedSplit(folds)
            search = GridSearchCV(pipeline, {"bayes__alpha": grid}, cv=cv, refit=False)
            return search.fit(texts, labels).cv_results_["mean_test_score"]

    return Row(
        "tuning Naive Bayes: 30 smoothing parameters x 10 folds, 1,800 reviews",
        lambda: tune_smoothing(texts, labels, grid, folds=folds).means.to_numpy(),
        "scikit-learn", by_scikit_learn, np.allclose, goal_seconds=15, goal_ratio=10,
    )  # fmt: skip


def rows():
    """All rows whose peers are installed, and the names of the peers that are not."""
    found = [yeh_row(), *sign_flip_rows(), *evaluatio_rows()]
    found += [runs_row(20, 24, 0.06), runs_row(100, 50, 3)]
    found += [bleu_row(), interval_row(), tuning_row(), *all_pairs_rows()]
    missing = [name for name in NOT_OURS if importlib.util.find_spec(name) is None]
    return [row for row in found if row.peer not in missing], missing
