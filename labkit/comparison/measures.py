"""From predictions to per-item statistics: what the metrics of the command need of each item."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from labkit import metrics
from labkit.arguments import as_option
from labkit.comparison.records import Measure
from labkit.comparison.vocabulary import (
    SHARES,
    is_higher_better,
    is_real,
    said_beside_right,
    words_of,
)
from labkit.metrics import Metric
from labkit.significance._items import as_statistics

#: Metrics of predicted classes, of predicted numbers, and of what is counted already.
OF_CLASSES = ("accuracy", "f1", "macro-f1", "precision", "recall")
OF_NUMBERS = ("mae", "mse")
OF_TRANSLATIONS = {"bleu": "BLEU"}
OF_COUNTS = ("f1", "macro-f1", "precision", "aer", *OF_TRANSLATIONS)
#: How many counts of a class, or of an item, a share is made of, what is correct first.
WIDTHS = {"f1": 3, "macro-f1": 3, "precision": 2}

_DESCRIBED = {
    "mae": "mean absolute error",
    "mse": "mean squared error",
    "aer": "alignment error rate",
    **OF_TRANSLATIONS,
    "f1": "F1",
    "macro-f1": "macro-F1",
    "precision": "precision",
}


@dataclass(frozen=True)
class Scored:
    """Statistics of systems on the same items, and what they measure.

    Parameters
    ----------
    measure : Measure
        What is measured.
    names : tuple of str
        Of the systems.
    values : array of shape (m, n) or (m, n, k)
        For the tests of `labkit.significance`; losses have their sign turned.
    metric : callable
        Score of summed statistics.
    right : array of shape (m, n) or None
        What each item earned: its score, or 1 for right and 0 for wrong.
    classes : tuple of str
        Of the right answers.
    unit : float
        What `values` and `right` were divided by, a power of two: sums of huge scores overflow.

    See Also
    --------
    score_predictions, score_statistics : Make it.

    Examples
    --------
    >>> score_statistics({"a": np.array([1, 0])}, "ter").measure.described
    'mean ter'
    """

    measure: Measure
    names: tuple[str, ...]
    values: np.ndarray
    metric: Metric
    right: np.ndarray | None
    classes: tuple[str, ...] = ()
    unit: float = 1.0

    @property
    def statistics(self) -> np.ndarray:
        """Statistics (m, n, k)."""
        return np.stack([as_statistics(one, "values", self.metric) for one in self.values])

    @property
    def sign(self) -> int:
        """-1 where `values` are losses with their sign turned."""
        return -1 if self.metric is metrics.mean and not self.measure.higher_is_better else 1


def score_predictions(
    predictions: Mapping[str, Sequence[str | None]],
    gold: Sequence[str],
    metric: str = "accuracy",
    positive: str | None = None,
) -> Scored:
    """Hold predictions against the right answers.

    Parameters
    ----------
    predictions : mapping
        System -> a label for each item; None counts as wrong.
    gold : sequence of str
        The right answers.
    metric : str, optional
        One of accuracy, f1, macro-f1, precision, recall, mae and mse.
    positive : str, optional
        The class whose f1, precision or recall is meant; f1 without one is macro-f1.

    Returns
    -------
    Scored
        Per-item statistics.

    See Also
    --------
    score_statistics : Without right answers.

    Examples
    --------
    >>> score_predictions({"a": ["POS", "POS"]}, ["POS", "NEG"]).values.tolist()
    [[1, 0]]
    """
    as_option(metric, "metric", OF_CLASSES + OF_NUMBERS)
    if metric in OF_NUMBERS:
        return _errors(predictions, gold, metric)
    classes = tuple(sorted(set(gold)))
    if positive is not None and positive not in classes:
        raise ValueError(f"positive must be one of {', '.join(classes[:20])}, not {positive!r}")
    if positive is not None and metric in ("accuracy", "macro-f1"):
        raise ValueError(f"positive must be left out for {metric}, not {positive!r}")
    if metric in ("precision", "recall") and positive is None:
        raise ValueError(f"positive must be the class whose {metric} is meant, not left out")
    truth = np.array(gold, object)
    guesses = {name: np.array(labels, object) for name, labels in predictions.items()}
    _check_classes(predictions, classes)
    right = np.stack([np.asarray(guess == truth, int) for guess in guesses.values()])
    names = tuple(guesses)
    if metric == "accuracy":
        measure = Measure("accuracy", "accuracy")
        return Scored(measure, names, right, metrics.mean, right, classes)
    if metric == "macro-f1" or positive is None:
        counted = [_counts(guess, truth, classes) for guess in guesses.values()]
        measure = Measure("macro-f1", "macro-F1", linear=False)
        return Scored(measure, names, np.stack(counted), metrics.macro_f1, right, classes)
    columns = {"f1": (0, 1, 2), "precision": (0, 1), "recall": (0, 2)}[metric]
    counted = [_counts(guess, truth, (positive,))[:, columns] for guess in guesses.values()]
    scorer = metrics.f1 if metric == "f1" else metrics.precision  # a share of the second column
    words = {"f1": "F1"}.get(metric, metric)
    measure = Measure(metric, f"{words} of {positive}", linear=False)
    return Scored(measure, names, np.stack(counted), scorer, right, classes)


def _check_classes(
    predictions: Mapping[str, Sequence[str | None]], classes: tuple[str, ...]
) -> None:
    """Refuse a system that never says a class: it gave probabilities, or writes 1 as 1.0."""
    counted = all(map(_is_whole, classes))
    known = said_beside_right(predictions, classes)
    for name, labels in predictions.items():
        times = Counter(label for label in labels if label is not None)
        said = sorted(times)
        parts = [label for label in said if counted and is_real(label) and not _is_whole(label)]
        # A probability may be 0 or 1, too, and then is a class by chance.
        mostly = 2 * sum(times[label] for label in parts) > times.total()
        if said and (mostly or not known & {*said}):
            said = parts if mostly else said
            raise ValueError(
                f"{name} must predict the classes of the right answers ({', '.join(classes[:5])}), "
                f"not {', '.join(said[:5])}; of probabilities, write the class that each is for"
            )


def _is_whole(label: str) -> bool:
    return is_real(label) and float(label).is_integer()


def score_statistics(
    outputs: Mapping[str, np.ndarray],
    metric: str = "mean",
    *,
    higher_is_better: bool | None = None,
    described: str | None = None,
) -> Scored:
    """Take scores, or statistics of each item, as they are.

    Parameters
    ----------
    outputs : mapping
        System -> scores (n,) or statistics (n, k) of a metric of `labkit.metrics`.
    metric : str, optional
        What the scores are, such as "ter", or "mean"; "f1", "macro-f1", "precision", "aer"
        or "bleu" of statistics.
    higher_is_better : bool, optional
        Whether higher scores are better; by default as the name of the metric says.
    described : str, optional
        What the metric is, in words, which may say so as well.

    Returns
    -------
    Scored
        Per-item statistics.

    See Also
    --------
    score_predictions : Of predicted classes or numbers.

    Examples
    --------
    >>> score_statistics({"a": np.array([0.5, 0.25])}, "loss").values.tolist()
    [[-0.5, -0.25]]
    """
    known: dict[str, Metric] = {
        name: getattr(metrics, name.replace("-", "_")) for name in OF_COUNTS
    }
    values = np.stack([np.asarray(each) for each in outputs.values()])
    names = tuple(outputs)
    if values.ndim == 3:
        if metric not in known:
            wanted = "'f1', 'precision', 'aer' or 'bleu', whose statistics these may be"
            found = f"{values.shape[2]} numbers an item (a decimal has a point, not a comma)"
            raise ValueError(f"metric must be {wanted}, not {metric!r}: {found}")
        scorer = known[metric]
        for name, counts in zip(names, values, strict=True):
            if metric in WIDTHS and counts.shape[1] % WIDTHS[metric] == 0:
                _check_counts(name, counts, WIDTHS[metric])
        higher = getattr(scorer, "higher_is_better", True)
        check_direction(metric, higher, higher_is_better)
        measure = Measure(metric, _DESCRIBED[metric], linear=False, higher_is_better=higher)
        return Scored(measure, names, values, scorer, None)
    higher = _direction(metric, described, higher_is_better)
    for name, scores in zip(names, values, strict=True):
        _check_shares(name, scores, described or metric)
    share = bool(values.min() >= 0 and values.max() <= 1)
    right = metric == "accuracy" and bool(np.isin(values, (0, 1)).all())
    said = "accuracy" if right else f"mean {'score' if metric == 'mean' else metric}"
    measure = Measure(metric, said, True, higher, share)
    return _of_scores(measure, names, values) if higher else _of_losses(measure, names, values)


def check_direction(metric: str, known: bool, higher_is_better: bool | None) -> None:
    """Refuse a direction that is not that of a metric of ours."""
    if higher_is_better not in (None, known):
        raise ValueError(
            f"higher_is_better must be {known} for {metric}, or left out, not {higher_is_better}"
        )


def _direction(metric: str, described: str | None, higher_is_better: bool | None) -> bool:
    """Tell whether higher scores are better: as it was said, or as their name says; else ask."""
    if higher_is_better is not None:
        return higher_is_better
    name = described or metric
    known = is_higher_better(name)
    needs_gold = described is None and metric in (*OF_CLASSES, *OF_NUMBERS)
    if known is not None and not needs_gold:
        return known
    which = "these" if name == "mean" else f"these ({name})"
    raise ValueError(
        f"higher_is_better must be True or False (--higher-is-better or --lower-is-better) if {which} "
        "are scores, of which nothing says so; if they are predictions, gold must be the right "
        "answers (--gold FILE)"
    )


def _check_counts(system: str, counts: np.ndarray, width: int) -> None:
    """Refuse counts of which more is correct than was found or is to be found: no share is above 1."""
    of_classes = counts.reshape(len(counts), -1, width)
    correct, most = of_classes[..., 0], of_classes[..., 1:].min(axis=-1)
    strange = np.argwhere((correct < 0) | (correct > most))
    if strange.size:
        row = ", ".join(f"{count:g}" for count in counts[strange[0][0]][:width])
        raise ValueError(
            f"{system} must have counts of which no more is correct than there is, not {row} for "
            f"item {strange[0][0] + 1}: no share is above 1 or below 0"
        )


def _check_shares(system: str, scores: np.ndarray, name: str) -> None:
    """Refuse an accuracy, precision, recall or F outside of 0 to 1."""
    strange = scores[(scores < 0) | (scores > 1)]
    if words_of(name) & SHARES and strange.size:
        raise ValueError(
            f"{system} must have shares from 0 to 1 for {name}, not {strange[0]:g}: "
            "write 87.5 as 0.875"
        )


def _of_scores(measure: Measure, names: tuple[str, ...], values: np.ndarray) -> Scored:
    return Scored(measure, names, values, metrics.mean, values)


def _of_losses(measure: Measure, names: tuple[str, ...], losses: np.ndarray) -> Scored:
    scored = _of_scores(measure, names, losses)
    return replace(scored, values=-scored.values)


def _counts(guess: np.ndarray, truth: np.ndarray, classes: tuple[str, ...]) -> np.ndarray:
    """Count, for each class, whether an item is correct, guessed and gold: (n, 3 * classes)."""
    columns = []
    for each in classes:
        guessed, gold = guess == each, truth == each
        columns += [guessed & gold, guessed, gold]
    return np.stack(columns, axis=1).astype(int)


def _errors(
    predictions: Mapping[str, Sequence[str | None]], gold: Sequence[str], metric: str
) -> Scored:
    truth = _as_floats(gold, "the right answers")
    errors = np.stack(
        [_as_floats(labels, repr(name)) - truth for name, labels in predictions.items()]
    )
    losses = abs(errors) if metric == "mae" else errors**2
    measure = Measure(metric, _DESCRIBED[metric], True, higher_is_better=False, share=False)
    return _of_losses(measure, tuple(predictions), losses)


def _as_floats(values: Sequence[str | None], whose: str) -> np.ndarray:
    try:
        numbers = np.array([float(value) for value in values])  # type: ignore[arg-type]
    except (TypeError, ValueError):
        odd = next(value for value in values if value is None or not is_real(value))
        wanted = f"metric must be one of classes for {whose}, which are no numbers such as 0.5"
        raise ValueError(f"{wanted}: {odd!r}") from None
    if not np.isfinite(numbers).all():
        raise ValueError(f"predictions must be finite numbers, not as for {whose}")
    return numbers
