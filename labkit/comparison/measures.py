"""From predictions to per-item statistics: what the metrics of the command need of each item."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import eq
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from labkit import metrics
from labkit.arguments import as_option
from labkit.comparison.records import Measure
from labkit.metrics import Metric

Labels: TypeAlias = Mapping[str, Sequence[str | None]]

#: Metrics of predicted classes.
OF_CLASSES = ("accuracy", "f1", "macro-f1", "precision", "recall")
#: Metrics of what is counted already -> how many counts a share is made of, what is correct first.
OF_COUNTS = {"f1": 3, "macro-f1": 3, "precision": 2, "aer": None, "bleu": None}
#: Metrics of one class -> which of the counts correct, guessed and gold they need.
OF_ONE = {"f1": [0, 1, 2], "precision": [0, 1], "recall": [0, 2]}

#: Words of a metric's name: lower is better, higher is better, and those that say neither.
LOWER = {"aer", "brier", "cer", "cost", "err", "error", "errors", "latency", "loss", "losses",
         "mae", "mse", "nll", "perplexity", "ppl", "rmse", "ter", "time", "wer"}  # fmt: skip
HIGHER = {"acc", "accuracy", "ap", "auc", "bleu", "chrf", "comet", "correct", "exact", "f", "map",
          "match", "mrr", "ndcg", "p", "pass", "passed", "precision", "recall", "resolved", "reward", "rouge",
          "rougel", "solved", "success"}  # fmt: skip
NEITHER = {"dev", "macro", "mean", "micro", "norm", "rate", "score", "test", "val"}
#: ... of which these are shares, from 0 to 1.
SHARES = {"acc", "accuracy", "f", "precision", "recall"}

#: Cohen's kappa with the right answers, up to which a system seems to have nothing to do with them ...
LEAST_KAPPA = 0.05
#: ... if there are so many items at least, and chance gives so much at most.
LEAST_ITEMS, MOST_CHANCE = 20, 0.9

_DESCRIBED = {"aer": "alignment error rate", "bleu": "BLEU", "f1": "F1", "macro-f1": "macro-F1"}


@dataclass(frozen=True)
class Scored:
    """Statistics of systems on the same items, and what they measure."""

    measure: Measure
    names: tuple[str, ...]
    values: np.ndarray  # (m, n) or (m, n, k), for the tests; losses have their sign turned
    metric: Metric
    right: np.ndarray | None  # (m, n), what each item earned: its score, or 1 and 0
    classes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()  # on gaps, and on labels that are never right

    @property
    def sign(self) -> int:
        """-1 where `values` are losses with their sign turned."""
        return -1 if self.metric is metrics.mean and not self.measure.higher_is_better else 1


def score_predictions(
    predictions: Labels, gold: Sequence[str], metric: str, positive: str | None
) -> Scored:
    """Compare predictions with the right answers; of f1, precision or recall, for one `positive` class."""
    as_option(metric, "metric", OF_CLASSES)
    notes = _notes_on(predictions, gold)
    classes = sorted({*gold})
    if positive not in (None, *classes):
        raise ValueError(f"positive must be one of {', '.join(classes[:20])}, not {positive!r}")
    of_one = positive is not None
    if metric != "f1" and (metric in OF_ONE) != of_one:
        wanted = f"left out for {metric}" if of_one else f"the class whose {metric} is meant"
        raise ValueError(f"positive must be {wanted}, not {positive!r}")
    places = pd.Index(classes, dtype=object)
    truth = places.get_indexer(gold)
    guesses = np.stack([places.get_indexer(each) for each in predictions.values()])  # -1: none
    right = (guesses == truth).astype(int)
    measure, names = Measure(metric, metric), tuple(predictions)
    scored = Scored(measure, names, right, metrics.mean, right, tuple(classes), notes)
    if metric == "accuracy":
        return scored
    # A row a class, and one of zeros for what is none.
    of_class = np.eye(len(classes) + 1, len(classes), dtype=int)
    guessed, sought = of_class[guesses], of_class[[truth] * len(guesses)]
    counts = np.stack([guessed & sought, guessed, sought], axis=-1)
    if not of_one:
        measure = Measure("macro-f1", "macro-F1", linear=False)
        values = counts.reshape(*right.shape, -1)
        return replace(scored, measure=measure, values=values, metric=metrics.macro_f1)
    measure = Measure(metric, f"{_DESCRIBED.get(metric, metric)} of {positive}", linear=False)
    values = counts[:, :, places.get_loc(positive), OF_ONE[metric]]
    scorer = metrics.f1 if metric == "f1" else metrics.precision  # a share of the second column
    return replace(scored, measure=measure, values=values, metric=scorer)


def _notes_on(systems: Labels, gold: Sequence[str]) -> tuple[str, ...]:
    """Describe gaps and labels that are never right; raise if they cannot be meant as classes."""
    known, notes = {*gold}, list[str]()
    counted = {"gold": Counter[Any](gold)} | {
        name: Counter(labels) for name, labels in systems.items()
    }
    # If half of what a system says are right answers, the rest are classes as well.
    most = [
        counts for counts in counted.values() if 2 * sum(counts[x] for x in known) >= counts.total()
    ]
    classes = known.union(*most)
    spelt = {_parts(label): label for label in known}
    for name, counts in counted.items():
        if gaps := counts.pop(None, 0):
            notes.append(f"{name} has no prediction for {gaps:,} of {len(gold):,} items: wrong.")
        for label in counts:
            meant = spelt.get(_parts(label), label)
            if meant != label and (label not in known or " " in _parts(label)):
                raise ValueError(f"{name} must write classes in one way, {meant!r}, not {label!r}")
        unknown = Counter({label: counts[label] for label in counts if label not in known})
        examples = ", ".join(sorted(unknown)[:5])
        if 2 * sum(counts[label] for label in counts if label not in classes) > counts.total():
            raise ValueError(
                f"{name} must predict the classes of the right answers "
                f"({', '.join(sorted(known)[:5])}), not {examples}; if these are probabilities, write the likeliest class"
            )
        if unknown:
            times = f"{unknown.total():,} of {len(gold):,} items"
            notes.append(f"{name} predicts {examples} for {times}, never a right answer: wrong.")
        if name != "gold" and len(counts) > 1 and len(known) > 1 and len(gold) >= LEAST_ITEMS:
            share = sum(map(eq, systems[name], gold)) / len(gold)
            chance = sum(counts[label] * counted["gold"][label] for label in known) / len(gold) ** 2
            if chance <= MOST_CHANCE and share <= chance + LEAST_KAPPA * (1 - chance):
                notes.append(
                    f"{name} is right on {share:.2f} of the items; with these shares of classes, chance alone "
                    f"gives {chance:.2f}: is it in the order of the right answers, with the same classes?"
                )
    if any(label.startswith("B-") for label in known):
        raise ValueError(
            "gold must be a class an item, not BIO tags such as B-PER, whose F1 is that of names:\n"
            "  seqeval.metrics.f1_score(gold, tags)"
        )
    return tuple(notes)


def _parts(label: str) -> str:
    """Return the parts of a label in one order, without capitals and what stands between them."""
    parts = sorted(re.findall(r"[^\s,;|'\"\[\]{}]+", label.casefold()))
    return " ".join(parts) or label


def score_statistics(
    outputs: Mapping[str, np.ndarray], metric: str, higher_is_better: bool | None
) -> Scored:
    """Take scores (n,), or statistics (n, k) of each item; the metric may tell which are better."""
    names, values = tuple(outputs), np.stack([*outputs.values()])
    if values.ndim == 3:
        if metric not in OF_COUNTS:
            wanted = "'f1', 'precision', 'aer' or 'bleu', whose statistics these may be"
            found = f"{values.shape[2]} numbers an item (a decimal has a point, not a comma)"
            raise ValueError(f"metric must be {wanted}, not {metric!r}: {found}")
        scorer: Metric = getattr(metrics, metric.replace("-", "_"))
        _check_counts(names, values, OF_COUNTS[metric])
        measure = Measure(metric, _DESCRIBED.get(metric, metric), False, scorer.higher_is_better)
        return Scored(measure, names, values, scorer, None)
    higher, is_share = facts_of(metric)
    if higher_is_better is not None or metric in OF_CLASSES:  # which are of predictions
        higher = higher_is_better
    if higher is None:
        raise ValueError(
            "higher_is_better must be True or False (--higher-is-better or --lower-is-better) if these "
            f"({metric}) are scores; if they are predictions, gold must be the right answers (--gold FILE)"
        )
    positive, most = values.min() >= 0, values.max(axis=1)
    share = bool(positive and most.max() <= 1)
    per_cent = higher and positive and 0 < most.min() <= 1 and most.max() > 20
    if (is_share or per_cent) and not share:
        system, item = np.argwhere((values < 0) | (values > 1))[0]
        raise ValueError(
            f"{names[system]} must have shares from 0 to 1 for {metric}, not {values[system, item]:g}: "
            "write 87.5 as 0.875"
        )
    what = "score" if metric == "mean" else metric.removeprefix("mean ")
    measure = Measure(metric, f"mean {what}", True, higher, share)
    return Scored(measure, names, values if higher else -values, metrics.mean, values)


def facts_of(name: str) -> tuple[bool | None, bool]:
    """Tell by a metric's name if higher is better (None if any word is unknown), and if it is a share."""
    words = {*re.findall(r"[^\W\d_]+", name.lower())}
    lower, higher = bool(words & LOWER), bool(words & HIGHER)
    turned = re.search(r"(^|[\s(])[-\d]", name) or words - LOWER - HIGHER - NEITHER
    return None if turned or lower == higher else higher, bool(words & SHARES)


def _check_counts(names: Sequence[str], values: np.ndarray, width: int | None) -> None:
    """Raise if more is correct than was found or is to be found: no share is above 1."""
    if width and values.shape[2] % width == 0:
        counts = values.reshape(*values.shape[:2], -1, width)
        correct, others = counts[..., :1], counts[..., 1:]
        for system, item, *_ in np.argwhere((correct < 0) | (correct > others))[:1]:
            raise ValueError(
                f"{names[system]} must have counts of which no more is correct than there is, not "
                f"{values[system, item].tolist()} for item {item + 1}: no share is above 1 or below 0"
            )
