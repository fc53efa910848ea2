"""From the outputs of systems to everything that a report says of them."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

import labkit
from labkit import arguments
from labkit.comparison import figures
from labkit.comparison.analysis import OF_MEANS, Work, analyse, digest_of
from labkit.comparison.measures import (
    OF_NUMBERS,
    Scored,
    check_direction,
    notes_on,
    score_predictions,
    score_statistics,
)
from labkit.comparison.notes import notes_of
from labkit.comparison.path import CORRECTIONS, path_of
from labkit.comparison.records import Comparison, Settings
from labkit.comparison.wording import paragraph_of
from labkit.files import is_counted
from labkit.significance._items import rows_by_name
from labkit.tables import OF_SYSTEMS, is_number
from labkit.text import plain, shorten

#: So much of the hash of the data stands in a signature.
HASH_DIGITS = 12

#: What holds several labels.
_SEVERAL = (list, tuple, set, frozenset, dict, np.ndarray)


def compare_systems(
    outputs: Mapping[Any, ArrayLike] | pd.DataFrame,
    metric: str | None = None,
    *,
    gold: Sequence[Any] | None = None,
    positive: str | None = None,
    higher_is_better: bool | None = None,
    described: str | None = None,
    groups: ArrayLike | None = None,
    test: str = "randomization",
    adjust: str = "holm",
    baseline: str | None = None,
    alpha: float = 0.05,
    level: float = 0.95,
    n_resamples: int = 10**5,
    n_interval: int = 10**4,
    seed: int = 0,
    title: str = "Comparison of systems",
    source: str = "",
    notes: Sequence[str] = (),
    command: str = "",
    n_jobs: int = 1,
    progress: bool | None = None,
) -> Comparison:
    """Compare systems on one test set, and find everything that a report of it should say.

    Parameters
    ----------
    outputs : mapping or DataFrame
        System -> labels (n,), where `gold` is given; or scores (n,) or statistics (n, k). Of a
        DataFrame a row a system.
    metric : str, optional
        With `gold` one of "accuracy" (the default), "f1" (of the class `positive`; without it
        macro-F1), "macro-f1", "precision", "recall", and for numbers "mae" and "mse"; else what
        the scores are, such as "rmse", or "mean" (the default), or "f1", "macro-f1", "precision",
        "aer" or "bleu" of statistics.
    gold : sequence, optional
        The right answers, shape (n,).
    positive : str, optional
        The class that "f1", "precision" or "recall" is of.
    higher_is_better : bool, optional
        False for errors and losses; needed where neither `metric` nor `described` has a name,
        such as "accuracy" or "loss", that is known to be better when higher or lower.
    described : str, optional
        What the scores are, such as "mean nDCG@10", for a report that else says "mean score".
    groups : array of n labels, optional
        Clusters (documents) of items that are not independent.
    test : {"randomization", "bootstrap", "sign", "matched-t", "wilcoxon"}, optional
        The test whose p is reported, two-sided; the others stand beside it.
    adjust : str, optional
        "holm", "bonferroni", "benjamini-hochberg" or "none".
    baseline : str, optional
        The one system that the others are compared with; by default all pairs are.
    alpha, level : float, optional
        Significance level, and level of the intervals.
    n_resamples, n_interval, seed : int, optional
        Shuffles or resamples where a test has to draw; resamples for intervals; the seed of both.
    title, source, notes, command : optional
        What a report is called, where its data are from, what should be said about them, and
        what to type for the same again.
    n_jobs, progress : optional
        Processors and progress bars, as in `labkit.compare_all`.

    Returns
    -------
    Comparison
        Typed and frozen; `render` makes a page, JSON, LaTeX or text of it.

    Raises
    ------
    ValueError, TypeError
        If outputs, right answers and groups do not fit together, or an option is unknown.

    See Also
    --------
    read_predictions : Reads a folder of predictions.
    labkit.compare_all : The tests alone, as a table.

    Examples
    --------
    >>> found = compare_systems({"lexicon": list("PPNN"), "majority": list("PPPP")}, gold=list("PNNN"))
    >>> [(one.name, one.score) for one in found.systems], found.pairs[0].pvalue
    ([('lexicon', 0.75), ('majority', 0.25)], 0.5)
    """
    settings = _settings(test, adjust, alpha, level, n_resamples, n_interval, seed, baseline)
    named = _named(outputs)
    described = None if described is None else arguments.as_text(described, "described")
    scored, of_labels = _scored(named, metric, gold, positive, higher_is_better, described)
    if described is not None:
        measure = replace(scored.measure, described=described)
        scored = replace(scored, measure=measure)
    n = scored.values.shape[1]
    n_groups = None
    if groups is not None:
        n_groups = int(arguments.as_groups(groups, n).max()) + 1
    if baseline is not None and baseline not in scored.names:
        listed = ", ".join(shorten(name) for name in scored.names[:8])
        raise ValueError(f"baseline must be one of the systems ({listed}), not {baseline!r}")
    found = analyse(scored, groups, settings, Work(n_jobs, progress))
    comparison = Comparison(
        title=arguments.as_text(title, "title"),
        source=str(source),
        measure=scored.measure,
        settings=settings,
        n=n,
        n_groups=n_groups,
        digest=digest_of(scored, groups),
        classes=scored.classes,
        systems=found.systems,
        pairs=found.pairs,
        path=path_of(scored, groups, n_groups, settings, found.pairs) if found.pairs else (),
        agreement=found.agreement,
        notes=(
            *dict.fromkeys((*notes, *of_labels)),
            *notes_of(scored, metric, found.pairs, n, n_groups),
        ),
        digits=figures.digits_of(scored.measure, n, found.systems, found.pairs),
        command=command,
    )
    comparison = replace(comparison, signature=_signature(comparison, positive, described))
    return replace(comparison, paragraph=paragraph_of(comparison))


def _settings(
    test: str,
    adjust: str,
    alpha: float,
    level: float,
    n_resamples: int,
    n_interval: int,
    seed: int,
    baseline: str | None,
) -> Settings:
    arguments.as_option(test, "test", OF_MEANS)
    arguments.as_option(adjust, "adjust", tuple(CORRECTIONS))
    return Settings(
        test,
        adjust,
        arguments.as_level(alpha),
        arguments.as_level(level, "level"),
        arguments.as_count(n_resamples, "n_resamples", least=1),
        arguments.as_count(n_interval, "n_interval", least=100),
        arguments.as_count(seed, "seed"),
        baseline,
        labkit.__version__,
    )


def _named(outputs: Mapping[Any, ArrayLike] | pd.DataFrame) -> dict[str, Any]:
    """Give the outputs by the names of the systems, as texts."""
    if isinstance(outputs, pd.DataFrame):
        pairs: list[tuple[Any, Any]] = list(rows_by_name(outputs).items())
        m, n = outputs.shape
        counted = is_counted([*map(str, outputs.columns)])
        if m > n and not counted and str(outputs.index.name).lower() not in OF_SYSTEMS:
            raise ValueError(
                f"outputs must have a row a system, not {m} systems on {n} items: if the rows are "
                "items, give outputs.T; if not, outputs.rename_axis('system')"
            )
    elif isinstance(outputs, Mapping):
        pairs = list(outputs.items())
    else:
        kind = type(outputs).__name__
        raise TypeError(
            f"outputs must be a dictionary or a DataFrame of systems, not of type {kind}"
        )
    if not pairs:
        raise ValueError("outputs must hold at least one system, not none")
    named = {str(name): values for name, values in pairs}
    if len(named) < len(pairs):
        raise ValueError("outputs must have a different name for each system, not one twice")
    return named


def _scored(
    named: dict[str, Any],
    metric: str | None,
    gold: Sequence[Any] | None,
    positive: str | None,
    higher_is_better: bool | None,
    described: str | None,
) -> tuple[Scored, list[str]]:
    """Score the outputs, and say what is remarkable about their labels, if they have any."""
    metric = None if metric is None else arguments.as_text(metric, "metric")
    if gold is not None:
        right = _labels(gold, "gold")
        if None in right:
            raise ValueError("gold must have a right answer for each item, not none for some")
        labels = {name: _labels(values, f"outputs[{name!r}]") for name, values in named.items()}
        for name, each in labels.items():
            arguments.check_same_length(**{"gold": right, f"outputs[{name!r}]": each})
            arguments.check_same_index(gold, named[name], "gold", f"outputs[{name!r}]")
        whole = [label for label in right if label is not None]
        scored = score_predictions(labels, whole, metric or "accuracy", positive)
        check_direction(scored.measure.name, scored.measure.higher_is_better, higher_is_better)
        return scored, notes_on(labels, whole, of_numbers=metric in OF_NUMBERS)
    if positive is not None:
        raise ValueError(
            f"positive must be left out without right answers (gold), not {positive!r}"
        )
    arrays = {
        name: arguments.as_numbers(values, f"outputs[{name!r}]") for name, values in named.items()
    }
    first = next(iter(arrays))
    for name, array in arrays.items():
        if array.shape != arrays[first].shape or array.ndim > 2:
            raise ValueError(
                f"outputs[{name!r}] must have the shape of outputs[{first!r}], "
                f"{arrays[first].shape}, not {array.shape}"
            )
        arguments.check_same_index(
            named[first], named[name], f"outputs[{first!r}]", f"outputs[{name!r}]"
        )
    metric = metric or "mean"
    scored = score_statistics(
        arrays, metric, higher_is_better=higher_is_better, described=described
    )
    return scored, []


def _labels(values: Any, name: str) -> list[str | None]:
    """Give labels as texts, None where one is missing; 1 and 1.0 are one label."""
    several = [each for each in values if isinstance(each, _SEVERAL)] if np.iterable(values) else []
    if several or np.ndim(values) != 1 or len(values) == 0:
        seen = arguments.shown(several[0] if several else values)
        raise ValueError(f"{name} must be a sequence of one label an item, not {seen}")
    labels = [None if pd.isna(value) else value for value in values]
    texts = [None if label is None else _as_text(label) for label in labels]
    if all(text is None or is_number(text) for text in texts):
        return [None if text is None else _as_number(text) for text in texts]
    return texts


def _as_text(label: Any) -> str:
    label = label.decode() if isinstance(label, bytes) else label
    label = int(label) if isinstance(label, bool | np.bool_) else label  # as a threshold gives it
    return unicodedata.normalize("NFC", str(label)).strip()


def _as_number(text: str) -> str:
    """Write a number in one way; whole ones with all their digits, for they may be names."""
    number = float(text) + 0.0  # no negative zero
    if number.is_integer() and 1e15 <= abs(number) < 1e30:
        return str(int(Decimal(text)))
    return f"{number:.15g}"


def _signature(comparison: Comparison, positive: str | None, described: str | None) -> str:
    """Write one line that says what was computed, how, and of which data."""
    settings, measure = comparison.settings, comparison.measure
    drawn = any(pair.method == "monte-carlo" for pair in comparison.pairs)
    facts: dict[str, object] = {
        "labkit": settings.version,
        "metric": measure.name,
        "of": described,
        "positive": positive,
        "better": None if measure.higher_is_better else "lower",
        "test": settings.test,
        "alternative": "two-sided",
        "adjust": settings.adjust,
        "alpha": f"{settings.alpha:g}",
        "baseline": settings.baseline,
        "n_resamples": settings.n_resamples if drawn else None,
        "seed": settings.seed,
        "systems": len(comparison.systems),
        "n": comparison.n,
        "groups": comparison.n_groups,
        "data": comparison.digest[:HASH_DIGITS],
    }
    said = {key: plain(str(value)) for key, value in facts.items() if value is not None}
    return "; ".join(f"{key}={value}" for key, value in said.items())
