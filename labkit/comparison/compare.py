"""From the outputs of systems to everything that a report says of them."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.comparison.analysis import analyse
from labkit.comparison.measures import Scored, score_predictions, score_statistics
from labkit.comparison.records import (
    CORRECTION_SOURCES,
    About,
    Comparison,
    PairComparison,
    Settings,
)
from labkit.reading import is_number
from labkit.text import plain


def compare_systems(
    outputs: Mapping[Any, ArrayLike],
    metric: str | None = None,
    *,
    gold: Sequence[Any] | None = None,
    positive: str | None = None,
    higher_is_better: bool | None = None,
    groups: ArrayLike | None = None,
    settings: Settings | None = None,
    about: About | None = None,
) -> Comparison:
    """Compare systems on one test set, and find everything that a report of them should say.

    Parameters
    ----------
    outputs : mapping
        System -> labels (n,), where `gold` is given; or scores (n,) or statistics (n, k).
    metric : str, optional
        With `gold` one of "accuracy" (the default), "f1" (of the class `positive`; without it
        macro-F1), "macro-f1", "precision" and "recall"; else what the scores are, such as "rmse" or
        "mean nDCG@10", or "mean" (the default); of statistics "f1", "macro-f1", "precision", "aer"
        or "bleu".
    gold, positive : sequence and str, optional
        The right answers, shape (n,); the class that "f1", "precision" or "recall" is of.
    higher_is_better : bool, optional
        False for errors and losses; needed where `metric` has no name, such as "nDCG" or "loss",
        that is known to be better when higher or lower.
    groups : array of n labels, optional
        Clusters (documents) of items that are not independent.
    settings : Settings, optional
        Test, correction, baseline, level, and what is drawn; by default randomization tests of all
        pairs at 0.05, corrected by Holm.
    about : About, optional
        Of the report: its title, where its data are from, what to know about them, what to type.

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
    settings, about = settings or Settings(), about or About()
    arguments.as_option(settings.adjust, "adjust", CORRECTION_SOURCES)
    alpha, seed = arguments.as_level(settings.alpha), arguments.as_count(settings.seed, "seed")
    settings = replace(settings, alpha=alpha, seed=seed)
    scored = _scored(outputs, metric, gold, positive, higher_is_better)
    known, what = scored.measure.higher_is_better, scored.measure.name
    if higher_is_better not in (None, known):
        raise ValueError(f"higher_is_better must be {known} for {what}, not {higher_is_better}")
    results = analyse(scored, groups, settings)
    n, n_groups = scored.values.shape[1], None if groups is None else pd.Series(groups).nunique()
    remarks = _remarks(results.pairs, n_groups or n)
    return Comparison(
        title=about.title,
        source=about.source,
        measure=scored.measure,
        settings=settings,
        n=n,
        n_groups=n_groups,
        classes=scored.classes,
        notes=(*about.notes, *scored.notes, *remarks),
        command=about.command,
        **results._asdict(),
    )


def _scored(
    outputs: Mapping[Any, ArrayLike],
    metric: str | None,
    gold: Sequence[Any] | None,
    positive: str | None,
    higher_is_better: bool | None,
) -> Scored:
    """Score the outputs, by the right answers if there are any; systems are named by texts."""
    if not isinstance(outputs, Mapping) or not outputs:
        wanted = "a dictionary of systems (of a DataFrame with a column a system, dict(table))"
        raise TypeError(f"outputs must be {wanted}, not {arguments.shown(outputs)}")
    named: dict[str, Any] = {str(name): values for name, values in outputs.items()}
    if len(named) < len(outputs):
        raise ValueError("outputs must have a different name for each system, not one twice")
    if gold is None and positive is not None:
        raise ValueError(f"positive must be left out without right answers, not {positive!r}")
    first, known = next(iter(named.items())) if gold is None else ("gold", gold)
    kind: Any = arguments.as_numbers if gold is None else _labels
    systems = {}
    for name, values in named.items():
        shown = f"outputs[{name!r}]"
        arguments.check_same_length(**{first: known, shown: values})
        arguments.check_same_index(known, values, first, shown)
        systems[name] = kind(values, shown)
    if gold is None:
        systems = dict(zip(systems, arguments.as_precise_alike(systems.values()), strict=True))
        return score_statistics(systems, metric or "mean", higher_is_better)
    right = _labels(gold, "gold")
    if None in right:
        raise ValueError("gold must have a right answer for each item, not none for some")
    return score_predictions(systems, right, metric or "accuracy", positive)


def _labels(values: Any, name: str) -> list[Any]:
    """Return labels as texts, None where one is missing; 1.0 is 1."""
    try:
        labels = [label for label in {*values} if not pd.isna(label)]
    except (TypeError, ValueError):  # no sequence, or one of sequences
        raise ValueError(
            f"{name} must be a sequence of one label an item, not {arguments.shown(values)}"
        ) from None
    texts = [unicodedata.normalize("NFC", str(label)).strip() for label in labels]
    if all(map(is_number, texts)):  # but for huge ones, which may be names; no negative zero
        numbers = {text: float(text) + 0.0 for text in texts}
        texts = [f"{numbers[text]:.15g}" if abs(numbers[text]) < 1e15 else text for text in texts]
    return [*map(dict(zip(labels, texts, strict=True)).get, values)]


def _remarks(pairs: Sequence[PairComparison], n_units: int) -> Iterator[str]:
    """Describe what a reader should know about the data: few items, and equal systems."""
    if n_units < 20:
        yield f"So few items or groups ({n_units}) show large differences only; intervals are rough."
    for pair in [pair for pair in pairs if pair.wins == pair.losses == 0][:5]:
        yield f"The same on every item: {plain(pair.better)} and {plain(pair.worse)}."
