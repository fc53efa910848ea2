"""From the outputs of systems to everything that a report says of them."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.comparison.analysis import analyse
from labkit.comparison.measures import Scored, check_direction, score_predictions, score_statistics
from labkit.comparison.records import CORRECTIONS, Comparison, PairComparison, Settings
from labkit.significance._items import rows_by_name
from labkit.tables import OF_SYSTEMS, is_number
from labkit.text import plain


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
    n_resamples: int = 10**5,
    seed: int = 0,
    title: str = "Comparison of systems",
    source: str = "",
    notes: Sequence[str] = (),
    command: str = "",
    n_jobs: int = 1,
    progress: bool | None = None,
) -> Comparison:
    """Compare systems on one test set, and find everything that a report of them should say.

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
    test : {"randomization", "bootstrap", "matched-t", "sign"}, optional
        The test whose p is reported, two-sided; the others stand beside it. "sign" is for right
        and wrong answers: of other scores, it may favour the system with the lower mean.
    adjust : str, optional
        "holm", "bonferroni", "benjamini-hochberg" or "none".
    baseline : str, optional
        The one system that the others are compared with; by default all pairs are.
    alpha : float, optional
        Significance level; intervals of scores have the level 1 - alpha, those of gains as much
        more as the correction asks for.
    n_resamples, seed : int, optional
        Shuffles or resamples where a test has to draw, and their seed.
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
    arguments.as_option(adjust, "adjust", tuple(CORRECTIONS))
    settings = Settings(
        test,
        adjust,
        arguments.as_level(alpha),
        n_resamples,
        arguments.as_count(seed, "seed"),
        baseline,
        version("labkit"),
    )
    named = _by_name(outputs)
    scored = _scored(named, metric, gold, positive, higher_is_better, described)
    if described is not None:
        scored = replace(scored, measure=replace(scored.measure, described=described))
    results = analyse(scored, groups, settings, n_jobs=n_jobs, progress=progress)
    n, n_groups = scored.values.shape[1], None if groups is None else pd.Series(groups).nunique()
    remarks = _remarks(scored, results.pairs, n_groups or n)
    return Comparison(
        title=title,
        source=source,
        measure=scored.measure,
        settings=settings,
        n=n,
        n_groups=n_groups,
        classes=scored.classes,
        notes=tuple(dict.fromkeys((*notes, *scored.notes, *remarks))),
        command=command,
        **results._asdict(),
    )


def _by_name(outputs: Mapping[Any, ArrayLike] | pd.DataFrame) -> dict[str, Any]:
    """Return the outputs by the names of the systems, as texts."""
    if isinstance(outputs, pd.DataFrame):
        m, n = outputs.shape
        if (
            m > n
            and not isinstance(outputs.columns, pd.RangeIndex)
            and str(outputs.index.name).lower() not in OF_SYSTEMS
        ):
            raise ValueError(
                f"outputs must have a row a system, not {m} systems on {n} items: if the rows are "
                "items, give outputs.T; if not, outputs.rename_axis('system')"
            )
        outputs = rows_by_name(outputs)
    if not isinstance(outputs, Mapping) or not outputs:
        seen = arguments.shown(outputs)
        raise TypeError(f"outputs must be a dictionary or a DataFrame of systems, not {seen}")
    named = {str(name): values for name, values in outputs.items()}
    if len(named) < len(outputs):
        raise ValueError("outputs must have a different name for each system, not one twice")
    return named


def _scored(
    named: dict[str, Any],
    metric: str | None,
    gold: Sequence[Any] | None,
    positive: str | None,
    higher_is_better: bool | None,
    described: str | None,
) -> Scored:
    """Score the outputs, by the right answers if there are any."""
    if gold is None and positive is not None:
        raise ValueError(f"positive must be left out without right answers, not {positive!r}")
    first, known = next(iter(named.items())) if gold is None else ("gold", gold)
    for name, values in named.items():
        shown = f"outputs[{name!r}]"
        arguments.check_same_length(**{first: known, shown: values})
        arguments.check_same_index(known, values, first, shown)
    if gold is None:
        numbers = {
            name: arguments.as_numbers(values, f"outputs[{name!r}]")
            for name, values in named.items()
        }
        return score_statistics(
            numbers, metric or "mean", higher_is_better=higher_is_better, described=described
        )
    right = _labels(gold, "gold")
    if None in right:
        raise ValueError("gold must have a right answer for each item, not none for some")
    labels = {name: _labels(values, f"outputs[{name!r}]") for name, values in named.items()}
    scored = score_predictions(labels, right, metric or "accuracy", positive)
    check_direction(scored.measure.name, scored.measure.higher_is_better, higher_is_better)
    return scored


def _labels(values: Any, name: str) -> list[Any]:
    """Return labels as texts, None where one is missing; 1.0 and True are 1."""
    try:
        codes, different = pd.factorize(np.fromiter(values, object))
    except TypeError:  # no sequence, or one of lists, which have no hash
        raise ValueError(
            f"{name} must be a sequence of one label an item, not {arguments.shown(values)}"
        ) from None
    plain_labels = [int(each) if isinstance(each, bool | np.bool_) else each for each in different]
    texts: Any = [unicodedata.normalize("NFC", str(label)).strip() for label in plain_labels]
    if all(map(is_number, texts)):
        texts = [*map(_as_number, texts)]
    return np.array([*texts, None], object)[codes].tolist()  # a missing label has the code -1


def _as_number(text: str) -> str:
    """Write a number in one way, but for one so large that it may be a name."""
    number = float(text)
    return f"{number + 0.0:.15g}" if abs(number) < 1e15 else text  # no negative zero


def _remarks(scored: Scored, pairs: Sequence[PairComparison], n_units: int) -> Iterator[str]:
    """Describe what a reader should know about the data: few items, perfect and equal systems."""
    if n_units < 20:
        yield f"So few items or groups ({n_units}) show large differences only; intervals are rough."
    for pair in [pair for pair in pairs if pair.wins == pair.losses == 0][:5]:
        yield f"The same on every item: {plain(pair.better)} and {plain(pair.worse)}."
    if scored.right is not None and scored.measure.share and scored.measure.higher_is_better:
        for name, earned in zip(scored.names, scored.right, strict=True):
            if (earned == 1).all():
                yield f"{plain(name)} makes no mistake here: see whether it has seen the answers."
