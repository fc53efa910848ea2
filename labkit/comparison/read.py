"""Read what `labkit compare` is given: a folder with a file a system, a table, or arrays.

Columns are told by their names. What cannot be told is refused, with the lines that make it readable.
"""

import os
import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd

from labkit.arguments import as_numbers, as_option, as_precise_alike
from labkit.comparison.measures import OF_COUNTS, facts_of
from labkit.reading import (
    ENDS,
    NOTHING,
    OF_EITHER,
    OF_GOLD,
    OF_GROUPS,
    OF_ITEMS,
    OF_PREDICTIONS,
    SAVED,
    TRUTHS,
    UNNAMED,
    Columns,
    Values,
    are_numbers,
    columns_of,
    files_of,
    find_column,
    is_fact,
    is_number,
    join_items,
    numbers_of,
    read_columns,
    value_columns,
    values_of,
)

#: A column of scores that does not say which.
SCORE = "score"
#: The first of several counts.
OF_CORRECT = ("correct", "hyp_len", "|a&s|")
#: What may hold predictions of the classes 0 and 1; of any other name, 0 and 1 say wrong and right.
OF_ANSWERS = (*OF_PREDICTIONS, *OF_EITHER, UNNAMED, "choice", "completion", "decision", "generation",
              "guess", "hypothesis", "model_answer", "model_output", "output", "pred_label",
              "predicted_class", "response", "y_hat", "yhat")  # fmt: skip
#: What right answers are called, systems trained several times, and numbers for each class.
RIGHT = re.compile(
    r"(test|dev|ground)?[-_ ]?(y|gold|true|truth|targets?|labels?|references?|answers?)"
    r"([-_ ]?(test|dev|true|truth|labels?|standard))*"
)
SEED = re.compile(r".*(seed|fold|trial|epoch)[-_ ]?\d+|.+[-_ ]r?s\d+")
CLASS = re.compile(r"(class|cost|logit|prob|proba|score)[-_ ]?\d+")
#: What is said where 0, which pandas writes above a Series without a name, may be a header or a value.
BEGINS_WITH_0 = (
    "Each file begins with 0, which counts as an item. If pandas wrote it as the header of a Series, take it "
    "out of all files."
)
#: What is said where items are missing.
MISSING = "; --missing wrong counts what is missing as wrong"
#: Lines of other programs, and what makes their files readable.
FOREIGN = {
    r"\S+\s+Q0\s.*": "ir_measures.iter_calc([ir_measures.AP], qrels, run)  # a score a topic",
    r"\w+\s+\S+\s+-?[\d.]+": (
        'in pandas, pd.read_csv(file, sep=r"\\s+", names=["measure", "topic", "map"]).query("measure == \'map\' and '
        f"topic != 'all'\")[['topic', 'map']]{SAVED}"
    ),
    r"\d+(\t\S+){9}": "conllu.parse(text)  # count the words with the right head, a row a sentence",
    r"[^\t,;:|=]*[\t,;:|=].*": "a .csv, or a .tsv of tabs, whose first line is a header such as id,prediction",
    r"\S+(\s+\S+)+": "sacrebleu.sentence_bleu(line, [right]).score  # of translations; columns: a .tsv",
}


@dataclass(frozen=True)
class Loaded:
    """What systems predicted or scored on the same items."""

    systems: dict[str, Any]  # labels, None where one is missing; scores (n,) or statistics (n, k)
    gold: Sequence[Any] | None = None
    metric: str | None = None  # what scores are
    items: list[str] | None = None  # names of the items, if they have any
    notes: tuple[str, ...] = ()  # what a reader should know of the data
    groups: list[str] | None = None  # of the items, if they were asked for


def read_predictions(
    path: os.PathLike[str] | str,
    gold: os.PathLike[str] | str | None = None,
    missing: Literal["refuse", "wrong"] = "refuse",
    metric: str | None = None,
    groups: os.PathLike[str] | str | None = None,
    samples: str | None = None,
) -> Loaded:
    r"""Read the labels of systems and the right answers, or scores.

    Parameters
    ----------
    path : path-like or str
        A folder with a file a system: a label a line (.txt), or columns such as ``id`` and
        ``prediction`` (CSV, TSV, JSON, Parquet); or a table of several systems (also .table), or an NPZ.
    gold : path-like or str, optional
        The file of the right answers; by default the system ``gold``, or the column beside the
        predictions. Without any the values are scores.
    missing : {"refuse", "wrong"}, default "refuse"
        Whether a missing prediction is an error, or a wrong one; a missing score is 0 then.
    metric : str, optional
        Of scores: the column that is meant; of counts: what they are counts of.
    groups : path-like or str, optional
        The column of the same files that names the group of an item; without such a column, a file.
    samples : str, optional
        Of scores: the column that numbers the rows of one item. Its score is their mean.

    Returns
    -------
    record
        With `systems`, `gold`, `metric`, `items`, `notes` and `groups`, in the order of the right answers.

    Raises
    ------
    OSError, ValueError
        If a file is missing, is of another kind, or has other items.

    See Also
    --------
    labkit.experiments.load_system_outputs : Reads what ticks compare.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "all.csv").write_text("item,lexicon,gold\n1,POS,POS\n2,POS,NEG")
    ...     read_predictions(folder + "/all.csv").systems
    {'lexicon': ['POS', 'POS']}
    """
    as_option(missing, "missing", ("refuse", "wrong"))
    path, facts = Path(path), [str(name).lower() for name in (groups, samples) if name]
    systems = read_columns(path, facts, metric)
    truth = _truth(path, systems, gold)
    notes = _check_systems(path, systems, truth is not None)
    everyone = {**systems, "gold": truth or {}}
    of_groups, of_samples = (
        {} if name is None else _take_out(everyone, str(name)) for name in (groups, samples)
    )
    if samples and systems.keys() - of_samples.keys():
        raise ValueError(f"samples must be a column of each system in {path}, not {samples!r}")
    if metric and find_column([metric], OF_ITEMS):
        raise ValueError(f"metric must be a column of scores, not {metric!r}, which names items")
    is_scored = bool(metric) and all(
        find_column(each, (str(metric).lower(),)) for each in systems.values()
    )
    if is_scored:
        for columns in systems.values():
            if not find_column(columns, OF_CORRECT):  # whose gold is a count
                columns.pop(find_column(columns, OF_GOLD) or "", None)
        if truth is not None:
            notes += (f"{metric} is scored already: the right answers are not used.",)
    beside = {}
    if not is_scored:
        beside = {name: own for name, columns in systems.items() if (own := _right(columns))}
    if is_scored or not (truth or beside):
        found = _scores(path, systems, metric, of_samples, missing == "wrong")
    elif samples:
        said = find_column(next(iter(systems.values())), OF_ANSWERS)
        right = find_column(next(iter(beside.values()), {}), OF_GOLD + OF_EITHER)
        shares = f"table.assign(accuracy=table[{said!r}] == table[{right!r}]){SAVED}"
        advice = f"; add --metric accuracy after this:\n  in pandas, {shares}" if right else ""
        raise ValueError(f"samples must be of scores, not of predictions{advice}")
    else:
        found = _labels(path, systems, truth, beside, gold or path, missing == "wrong")
        found = replace(found, metric=metric)
    if groups is None:
        of_items = None
    elif of_groups:
        of_items = _groups_of(path, found, of_groups)
    else:
        of_items = read_groups(groups, found.items)
    return replace(found, notes=notes + found.notes, groups=of_items)


def _take_out(systems: dict[str, Columns], called: str) -> dict[str, Values]:
    """Take a column that holds no labels and no scores out of each system that has it."""
    taken = {}
    for name, columns in systems.items():
        if column := find_column(columns, (called.lower(),)):
            values = columns.pop(column)
            items = {each: columns[each] for each in columns.keys() - {*value_columns(columns)}}
            taken[name] = values_of(name, {**items, UNNAMED: values}, repeated=True)._replace(
                called=column
            )
    return taken


def _groups_of(path: Path, found: Loaded, groups: dict[str, Values]) -> list[str]:
    """Return the group of each item, which all files give that have it."""
    known = dict[Any, str]()
    for values, items, _ in groups.values():
        for item, group in zip(items or range(len(values)), values, strict=True):
            if group in NOTHING or known.setdefault(item, group) != group:
                raise ValueError(
                    f"{path} must have one group for each item, not as for item {item}"
                )
    n = len(next(iter(found.systems.values())))
    return [known[item] for item in found.items or range(n)]


def _labels(
    path: Path,
    systems: dict[str, Columns],
    truth: Columns | None,
    beside: dict[str, Columns],
    of_gold: Any,
    gaps: bool,
) -> Loaded:
    """Return predictions and right answers, in the order of these."""
    predicted = {name: _predicted(f"{path}: {name}", columns) for name, columns in systems.items()}
    truth = truth or next(iter(beside.values()))
    truth_values = values_of(f"{of_gold}: gold", truth, OF_GOLD + OF_EITHER)
    while truth_values.items is None and truth_values.values[-1:] == [""]:
        truth_values.values.pop()
    if not truth_values.values:
        raise ValueError(f"{of_gold} must hold a right answer at least, not none")
    of_all = {"gold": truth_values}
    of_all |= {name: values_of(name, own) for name, own in beside.items()}
    answers, *others = join_items(of_gold, of_all, gaps=True).values()
    right = [*map(str, answers)]
    items = truth_values.items or range(1, len(right) + 1)
    for item, label, *repeated in zip(items, right, *others, strict=True):
        if not label or {*repeated} - {"", label}:
            raise ValueError(
                f"{of_gold} must have one right answer for each item, the same in all files, not as for "
                f"item {item}; where blank lines end sentences with BIO tags, take seqeval's F1"
            )
    labels = join_items(path, {"gold": truth_values} | predicted, gaps, MISSING)
    del labels["gold"]
    notes, nothing = tuple[str, ...](), NOTHING - {*right}
    for name, values in labels.items():
        texts = [*map(str, values)]
        labels[name] = predictions = [*map({x: x for x in {*texts} - nothing}.get, texts)]
        if None in predictions and not gaps:
            raise ValueError(
                f"{path}: {name} must have a prediction for each item, not none for item "
                f"{items[predictions.index(None)]}; --missing wrong counts what is missing as wrong"
            )
    first, *rest = right
    is_only_there = first not in rest and 2 * len({*rest}) < len(rest)
    may_be_header = first == "0" or not is_number(first)  # 0 is what pandas writes above a Series
    if (
        is_only_there
        and may_be_header
        and truth_values.called == UNNAMED
        and all(predictions[0] == first for predictions in labels.values())
    ):
        raise ValueError(
            f"{of_gold} must begin with a label: if {first!r} is a header, take it out of all files; if "
            "it is a class, write tables with the columns 'id' and 'label'"
        )
    if truth_values.called == UNNAMED and {first, *(each[0] for each in labels.values())} == {"0"}:
        notes += (BEGINS_WITH_0,)
    return Loaded(labels, right, None, truth_values.items, notes)


def read_groups(path: os.PathLike[str] | str, items: list[str] | None) -> list[str]:
    """Read the group of each item, in the order of the items if both have names."""
    columns = columns_of(Path(path))
    named = find_column(columns, OF_ITEMS)
    if named and len(columns) == 2:  # the other may be called doc_id
        columns = {named if name == named else UNNAMED: each for name, each in columns.items()}
    read = values_of(path, columns, OF_GROUPS)
    in_order = Values(items or read.values, items, "")
    groups = join_items(path, {"items": in_order, "groups": read})["groups"]
    if "" in groups:
        item = groups.index("") + 1
        raise ValueError(f"{path} must have a group for each item, not none for item {item}")
    return groups


def _truth(path: Path, systems: dict[str, Columns], gold: Any) -> Columns | None:
    """Return the right answers that stand apart, and take them out of the systems."""
    if gold is None:
        return systems.pop(find_column(systems, ("gold",)) or "", None)
    truth = columns_of(Path(gold))
    for name, file in files_of(path).items() if path.is_dir() else ():
        if file.samefile(gold):
            del systems[name]
            if len(value_columns(truth)) > 1:
                raise ValueError(
                    f"gold must hold right answers only, not {', '.join(truth)}: where each file of a "
                    "system has its own, leave --gold out"
                )
    return truth


def _right(columns: Columns) -> Columns | None:
    """Take the right answers out of the columns of a system that has them beside its predictions."""
    name = find_column(columns, OF_GOLD)
    if name is None and find_column(columns, OF_PREDICTIONS):
        name = find_column(columns, OF_EITHER)
    if name is None or find_column(columns, OF_CORRECT):
        return None
    items = {other: columns[other] for other in columns.keys() - {*value_columns(columns)}}
    return {**items, name: columns.pop(name)}


def _predicted(path: str, columns: Columns) -> Values:
    """Return the predictions of a system; raise if it has scores in their place."""
    names = value_columns(columns)
    scores = [
        name for name in names if _is_score(name, columns[name]) and not is_fact(name.lower())
    ]
    items_have_names = len(names) < len(columns)
    if scores and (items_have_names or len(names) == 1) and not find_column(columns, OF_ANSWERS):
        of_metrics = [name for name in scores if facts_of(name)[0] is not None]
        option = (
            ["--metric", *of_metrics[:1]]
            if of_metrics
            else ["--metric", scores[0], "--higher-is-better"]
        )
        raise ValueError(
            f"{path} must call its predictions 'prediction', not {', '.join(names)}; if these are scores, "
            f"add {shlex.join(option)}"
        )
    return values_of(path, columns, OF_PREDICTIONS)


def _is_score(name: str, values: Sequence[Any]) -> bool:
    """Tell whether values are numbers from 0 to 1, or any numbers if the name is that of a metric."""
    texts = [TRUTHS.get(text.lower(), text) for text in {*map(str, values)} - NOTHING]
    is_known = facts_of(name)[0] is not None
    return are_numbers(texts) and (is_known or all(0 <= float(text) <= 1 for text in texts))


def _scores(
    path: Path,
    systems: dict[str, Columns],
    metric: str | None,
    samples: Mapping[str, Values],
    gaps: bool,
) -> Loaded:
    """Return scores, or the counts that a metric is made of."""
    scored = {}
    for name, columns in systems.items():
        if metric in OF_COUNTS and find_column(columns, OF_CORRECT):
            counts = [columns.pop(column) for column in value_columns(columns)]
            columns[UNNAMED] = [*zip(*counts, strict=True)]
        names = (str(metric).lower(), SCORE, UNNAMED)
        scored[name] = values_of(f"{path}: {name}", columns, names, repeated=bool(samples))
    called, *others = {values.called for values in scored.values()}
    is_named = called.lower() in (SCORE, UNNAMED, (metric or called).lower()) or metric == "mean"
    are_labels = called.lower() in OF_PREDICTIONS + OF_EITHER
    if others or not is_named or are_labels:
        wanted = f"scores of one name in all files, {metric or 'such as score'!r}"
        raise ValueError(
            f"{path} must have {wanted}, not {', '.join(map(repr, (called, *others)))}; "
            "for predictions gold must be the right answers (--gold FILE)"
        )
    lacking, notes = Counter[str](), tuple[str, ...]()
    if gaps:
        for name, (values, items, _) in scored.items():
            if facts_of(metric or called)[0] is False or not _is_score("", values):
                raise ValueError(
                    f"{path}: {name} must have scores from 0, the worst, to 1 for --missing wrong"
                )
            given = ["0" if str(value) in NOTHING else value for value in values]
            lacking[name] = sum(str(value) in NOTHING for value in values)
            scored[name] = Values(given, items, called)
    if samples:
        scored, note = _means_of_items(path, scored, samples)
        notes += (note,)
    if gaps:
        places = (
            item for each in scored.values() for item in each.items or range(len(each.values))
        )
        all_items: list[Any] = [*dict.fromkeys(places)]
        scored = {"": Values([""] * len(all_items), all_items, called), **scored}
    items = next(iter(scored.values())).items
    joined = join_items(path, scored, gaps, MISSING)
    joined.pop("", None)
    for name, values in joined.items() if gaps else ():
        joined[name] = [0 if value == "" else value for value in values]
        if lacks := lacking[name] + values.count(""):
            notes += (f"{name} has no score for {lacks:,} of the items or samples: 0.",)
    arrays = {name: np.array(values) for name, values in joined.items()}
    lines = [array.tolist() for array in arrays.values()] if called == UNNAMED and not items else []
    if lines and all(texts[:1] == ["0"] and "0" not in texts[1:] for texts in lines):
        raise ValueError(
            f"{path} must begin with a score: if '0' is a header, as pandas writes it above a Series, take it "
            "out of all files; if it is a score, write 0.0"
        )
    if lines and all(texts[:1] == ["0"] for texts in lines):
        notes += (BEGINS_WITH_0,)
    is_unnamed = called in (SCORE, UNNAMED)
    what = metric if is_unnamed else f"mean {called}"
    return Loaded(numbers_of(arrays, path), None, what, items, notes)


def _means_of_items(
    path: Path, scored: dict[str, Values], samples: Mapping[str, Values]
) -> tuple[dict[str, Values], str]:
    """Return the mean score of the samples of each item, and a note that says so."""
    numbers = numbers_of({name: np.array(each.values) for name, each in scored.items()}, path)
    precise = as_precise_alike(
        [as_numbers(each, f"{path}: {name}") for name, each in numbers.items()]
    )
    means, counts = dict[str, Values](), set[int]()
    for scores, (name, values) in zip(precise, scored.items(), strict=True):
        table = pd.DataFrame(
            {"item": values.items, "sample": samples[name].values, "score": scores}
        )
        if values.items is None or table.duplicated(["item", "sample"]).any():
            raise ValueError(f"{path}: {name} must have each sample of an item with a name once")
        of_items = table.groupby("item", sort=False)["score"]
        means[name] = Values(of_items.mean().tolist(), [*of_items.mean().index], values.called)
        counts |= {*of_items.size()}
    least, most = min(counts), max(counts)
    several = f"{least}" if least == most else f"{least} to {most}"
    called = next(iter(samples.values())).called
    return means, f"The score of an item is the mean of its {several} samples ({called})."


def _check_systems(path: Path, systems: dict[str, Columns], of_labels: bool) -> tuple[str, ...]:
    """Return what a reader should know of the systems; raise if some are none.

    If they are not `of_labels`, lines such as 0,96 are decimals, which are refused as such.
    """
    if not systems:
        raise ValueError(f"{path} must hold predictions, not only the right answers")
    for name, columns in systems.items():
        if any(map(RIGHT.fullmatch, name.lower().split("/"))):
            renamed = f"table.rename(columns={ {name: 'gold'} }){SAVED}"
            line = f":\n  in pandas, {renamed}" if path.suffix in ENDS[2:] else ""
            raise ValueError(
                f"{path} must hold no right answers as a system {name!r}: call them 'gold', or give them "
                f"by --gold FILE and keep them elsewhere{line}"
            )
        lines = [line for line in columns.get(UNNAMED, ())[:100] if line and isinstance(line, str)]
        if not of_labels:
            lines = [line for line in lines if not re.fullmatch(r"[-+]?\d+,\d+", line)]
        for form, recipe in FOREIGN.items():
            if len({*lines}) == len(lines) > 3 and all(re.fullmatch(form, line) for line in lines):
                raise ValueError(
                    f"{path}: {name} must have a label a line, not {lines[0][:40]!r}:\n  {recipe}"
                )
    directions = {facts_of(name)[0] for name in systems}
    items = [facts_of(str(item))[0] for item in columns.get("item", ())]
    if {True, False} <= directions or 2 * items.count(None) < len(items):
        raise ValueError(f"{path} must hold a score of each item and system, not by metrics")
    if None not in directions and path.suffix in ENDS[2:]:
        raise ValueError(
            f"{path} must have a column a system, not {', '.join(systems)}; if it is the log of one system, add "
            f"--metric {shlex.quote(next(iter(systems)))}"
        )
    if all(map(CLASS.fullmatch, map(str.lower, systems))):
        wanted = "a column a system, not one a class: of probabilities, write table.idxmax(axis=1)"
        raise ValueError(f"{path} must have {wanted}")
    seeds = [name for name in systems if SEED.fullmatch(name.lower())]
    advice = (
        "if these are one system trained several times, no test here sees that its seeds vary: compare one "
        "score a run by labkit.significance.unpaired_randomization_test."
    )
    return (f"{', '.join(seeds[:3])}: {advice}",) if len(seeds) > 1 else ()
