"""Which words are labels, right answers or metrics, and of which metrics lower scores are better."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

#: What R, pandas, spreadsheets and Python write where there is no label.
NOTHING = ("na", "n/a", "nan", "<na>", "none", "null", "#n/a")
#: What a column of predictions is called, and what one is called that may hold the right answers.
PREDICTED = ("prediction", "predictions", "pred", "predicted", "y_pred", "output")
EITHER = ("label", "labels", "class", "sentiment", "accept", "answer", "score")
#: What a column of right answers is called, and never one of predictions.
RIGHT = ("gold", "target", "y_true", "true", "truth", "reference", "gold_label", "true_label",
         "actual", "ground_truth")  # fmt: skip

#: Words of a metric's name: lower is better, higher is better, and those that say neither.
LOWER = {"aer", "bpb", "bpc", "brier", "cer", "cost", "costs", "crossentropy", "der", "distance",
         "ece", "edit", "edits", "eer", "entropy", "err", "error", "errors", "fnr", "fpr", "hter",
         "kl", "latency", "lower", "loss", "losses", "logloss", "mae", "mape", "mse", "nll", "per",
         "perplexity", "ppl", "regret", "rmse", "rmsle", "runtime", "smape", "ter", "time", "wer",
         "↓"}  # fmt: skip
HIGHER = {"acc", "accuracy", "agreement", "ap", "auc", "auprc", "auroc", "bertscore", "bleu",
          "bleurt", "bpref", "chrf", "comet", "correct", "dcg", "dice", "em", "exact", "f", "f1",
          "f2", "fmeasure", "fscore", "gleu", "higher", "hit", "hits", "infap", "iou", "jaccard",
          "kappa", "las", "likelihood", "map", "match", "mcc", "meteor", "mrr", "ndcg", "p",
          "pearson", "precision", "r2", "recall", "recip", "reward", "rouge", "rougel",
          "rougelsum", "rprec", "rr", "sacrebleu", "sensitivity", "spearman", "specificity",
          "success", "tnr", "tpr", "uas", "↑"}  # fmt: skip
NEITHER = {"absolute", "average", "avg", "balanced", "better", "char", "character", "corpus",
           "cross", "cut", "dev", "document", "elapsed", "eval", "gm", "inference", "is", "log",
           "macro", "mean", "measure", "micro", "ms", "norm", "normalized", "of", "rank", "rate",
           "response", "root", "s", "score", "scores", "segment", "sentence", "set", "squared",
           "test", "token", "top", "total", "train", "training", "val", "valid", "validation",
           "weighted", "word"}  # fmt: skip
#: ... of which these are shares, of 0 to 1.
SHARES = {"acc", "accuracy", "f", "f1", "f2", "fmeasure", "fscore", "precision", "recall"}
#: Words of the name of a file or column of right answers, and those that may stand beside them.
OF_RIGHT = {"actual", "answer", "answers", "gold", "label", "labels", "reference", "references",
            "target", "targets", "true", "truth", "y"}  # fmt: skip
BESIDE_RIGHT = {"class", "dev", "ground", "standard", "test", "train", "val", "valid",
                "validation"}  # fmt: skip

_TRUE, _FALSE = 1.0, 0.0


def is_higher_better(name: str) -> bool | None:
    """Tell which way a metric is better by its name; None unless all of its words are known and agree.

    So "val_loss" is known, and "neg_loss", "1-wer" or "error reduction" are not.
    """
    words, plain = words_of(name), r"[\w\s.,:@()\[\]%/+↓↑-]+"
    # What is subtracted, or from what.
    turned = re.search(r"(^|[\s(\[])-|\d\s*[-+/]\s*[^\W\d]", name)
    if turned or not re.fullmatch(plain, name) or not words <= LOWER | HIGHER | NEITHER:
        return None
    lower, higher = bool(words & LOWER), bool(words & HIGHER)
    return None if lower == higher else higher


def words_of(name: str) -> set[str]:
    """Give the words of a name in small letters: of "Val_loss@10" val and loss."""
    words = re.findall(r"[^\W\d_]+\d*|[↓↑]", name.lower())
    return {word if word in HIGHER else word.rstrip("0123456789") for word in words}


def is_called_right(name: str) -> bool:
    """Say whether a file or column is called as right answers are: y_test, gold-labels, reference."""
    words = set(re.findall(r"[^\W_]+", name.lower()))
    return bool(words & OF_RIGHT) and words <= OF_RIGHT | BESIDE_RIGHT


def column_of_predictions(
    file: Path, columns: Mapping[str, Sequence[Any]], known: set[str]
) -> str | None:
    """Choose the column of a system's predictions by its name; None if none has such a name.

    A column called "label" may be that of the right answers, which somebody has kept beside the
    predictions: where another column has labels as well, nobody can tell.
    """
    by_name = {name.lower().strip(): name for name in columns}
    for name in PREDICTED:
        if name in by_name:
            return by_name[name]
    called = [by_name[name] for name in by_name if "pred" in name and "prob" not in name]
    if called:
        return _of_predictions(file, {name: columns[name] for name in called}, known)
    chosen = next((by_name[name] for name in EITHER if name in by_name), None)
    if chosen is None:
        return None
    for name, values in columns.items():
        labels = {str(value).strip() for value in values if value is not None} - {""}
        if name != chosen and name.lower() not in RIGHT and labels and labels <= known:
            raise ValueError(
                f"{file} must name its column of predictions 'prediction': both {chosen!r} and "
                f"{name!r} hold labels, and one may be the right answers"
            )
    return chosen


def _of_predictions(file: Path, columns: Mapping[str, Sequence[Any]], known: set[str]) -> str:
    """Choose among columns such as "pred_score" and "pred_label" the one that holds labels."""
    labels = {
        name: tuple(str(value).strip() for value in values if value is not None)
        for name, values in columns.items()
    }
    some = {name: each for name, each in labels.items() if {*each} - {""}}
    of_labels = [name for name, each in some.items() if {*each} - {""} <= known]
    chosen = of_labels or [name for name, each in some.items() if {*each} & known] or [*columns]
    for name in chosen[1:]:
        if labels[name] != labels[chosen[0]] and {*labels[name]} & known:
            raise ValueError(
                f"{file} must name its column of predictions 'prediction': both {chosen[0]!r} and "
                f"{name!r} hold labels"
            )
    return chosen[0]


def in_words_of(labels: Sequence[str | None], known: set[str]) -> tuple[str | None, ...]:
    """Say true as the right answers say it: True, true and 1 are one label, and so are their opposites."""
    said = {label: _truth(label) for label in labels if label is not None}
    right = {_truth(label): label for label in known}
    words = {label.lower() for label in (*said, *known)}
    if None in {*said.values(), *right} or not words & {"true", "false"}:
        return tuple(labels)
    in_words = any(label.lower() in ("true", "false") for label in known)
    # For a class that is no right answer at all.
    usual = {_TRUE: "True", _FALSE: "False"} if in_words else {_TRUE: "1", _FALSE: "0"}
    names = usual | {truth: label for truth, label in right.items() if truth is not None}
    called = {label: names[truth] for label, truth in said.items() if truth is not None}
    return tuple(None if label is None else called[label] for label in labels)


def without_nothing(labels: Sequence[str | None], known: set[str]) -> tuple[str | None, ...]:
    """Take NA, nan, None and the like for a missing label, unless they are right answers."""
    words = {*NOTHING} - {label.lower() for label in known}
    return tuple(
        None if label is not None and label.lower() in words else label for label in labels
    )


def notes_on(
    systems: Mapping[str, Sequence[str | None]], gold: Sequence[str], *, of_numbers: bool = True
) -> list[str]:
    """Say which systems leave out items, or predict what is no right answer; refuse other labels.

    Numbers that are no right answer are nothing strange where the right answers are numbers, too,
    unless these are classes: not `of_numbers`.
    """
    known, notes = set(gold), []
    classes = said_beside_right(systems, known)
    for name, labels in systems.items():
        strange = Counter(label for label in labels if label is not None and label not in known)
        gaps = len(labels) - sum(label is not None for label in labels)
        if gaps:
            items = "1 item, which counts" if gaps == 1 else f"{gaps:,} items, which count"
            notes.append(f"{name} has no prediction for {items} as wrong.")
        if not strange:
            continue
        numeric = all(map(is_real, [*known, *strange]))
        if not classes & {*labels} and not numeric:
            listed, seen = ", ".join(sorted(known)[:5]), ", ".join(map(str, list(strange)[:5]))
            raise ValueError(
                f"{name} must predict the classes of the right answers ({listed}), not {seen}"
            )
        _check_written_alike(name, strange, known)
        listed = ", ".join(label for label, _ in strange.most_common(5))
        if not (numeric and of_numbers):
            count = strange.total()
            times = "once" if count == 1 else f"{count:,} times"
            notes.append(f"{name} predicts {listed} ({times}), never a right answer: wrong.")
    return notes


def said_beside_right(systems: Mapping[str, Sequence[str | None]], gold: Iterable[str]) -> set[str]:
    """Give the right answers, and what is said by a system that says one of them as well.

    So the classes are known where the right answers are all of one class.
    """
    known = {*gold}
    said = ({*labels} - {None} for labels in systems.values())
    return known.union(*(each for each in said if known & each))  # type: ignore[arg-type]


def _check_written_alike(name: str, strange: Iterable[str], known: set[str]) -> None:
    """Refuse labels that are right answers but for capitals: nobody can say whether they are the same."""
    by_letters = {label.casefold(): label for label in known}
    for label in strange:
        if (meant := by_letters.get(label.casefold())) is not None:
            raise ValueError(
                f"{name} must write classes as the right answers do, {meant!r}, not {label!r}"
            )


def is_counted(items: Sequence[str]) -> bool:
    """Say whether items are called 0, 1, 2, ... or 1, 2, 3, ..., in this order."""
    return list(items) in [[str(place + first) for place in range(len(items))] for first in (0, 1)]


def named_alike(items: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """Name items as `known` does, where all are whole numbers, written otherwise: 1.0 and 001 are 1.

    Unchanged where a name is none of `known` even so, or two would be the same.
    """
    names = {_whole(name): name for name in known}
    numbers = [_whole(item) for item in items]
    if None in names or len(names) < len(known) or len({*numbers}) < len(items):
        return tuple(items)
    if not {*numbers} <= names.keys():
        return tuple(items)
    return tuple(names[number] for number in numbers)


def _whole(text: str) -> int | None:
    """Give the whole number that a text is, if it is one of at most 18 digits."""
    return int(text.partition(".")[0]) if re.fullmatch(r"-?\d{1,18}(\.0*)?", text) else None


def check_order(named: Mapping[Path, Sequence[str]], gold: Path) -> None:
    """Refuse items in different orders, where the right answers have no names of items."""
    wanted = (
        f"{gold} must name its items, as {{}}, or {gold.name} and all predictions be in one order"
    )
    first: tuple[Path, Sequence[str]] | None = None
    for file, items in named.items():
        first = first or (file, items)
        if list(items) != list(first[1]):
            raise ValueError(
                wanted.format(f"{first[0].name} and {file.name} do, each in its own order")
            )
        ordered = sorted(items, key=lambda item: (len(item), item))
        if is_counted(ordered) and not is_counted(items):
            raise ValueError(
                wanted.format(f"{file.name} does, which does not begin {', '.join(ordered[:3])}")
            )


def spelt(label: str) -> str:
    """Write a label with single blanks, and without what nobody sees: spaces of no width."""
    return " ".join(re.sub("[\u200b\u2060\ufeff]", "", label).split())


def is_real(text: str) -> bool:
    """Say whether a text is a number, finite or not; 1_2 is a name, though not to Python."""
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text


def _truth(label: str) -> float | None:
    """Give 1 or 0 for a text that says true or false in one of the usual ways."""
    if label.lower() in ("true", "false"):
        return _TRUE if label.lower() == "true" else _FALSE
    try:
        number = float(label)
    except ValueError:
        return None
    return number if number in (_TRUE, _FALSE) else None
