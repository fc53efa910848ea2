"""``labkit compare``: from predictions to a report."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labkit.comparison.records import CORRECTIONS, TESTS

if TYPE_CHECKING:
    from labkit.comparison import Comparison

HELP = "compare systems by their predictions, and write an honest report"

#: Options that are arguments of `compare_systems` by the same name.
_PASSED = ["positive", "higher_is_better", "test", "adjust", "baseline", "alpha", "seed", "title"]

#: What makes no difference to what is found.
_NOT_REPEATED = ("html", "json", "latex", "text", "check", "jobs")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Compare systems on one test set. Out comes a page (--out), JSON, LaTeX or text: scores with "
        "intervals, significance of all pairs, power, and a paragraph for a paper."
    )
    add = parser.add_argument
    where = (
        "a folder with a file a system: a label a line (.txt), or columns such as id and prediction "
        "(CSV, TSV, JSONL); or a table of scores or predictions (CSV, TSV, .table, NPZ); docs/compare.md "
        "makes such tables of other files"
    )
    add("predictions", type=Path, metavar="PREDICTIONS", help=where)
    gold = (
        "the right answers, in the order of the predictions or with names of items (default: the "
        "system gold, or a column gold beside the predictions)"
    )
    add("--gold", type=Path, metavar="FILE", help=gold)
    metric = (
        "accuracy, f1, macro-f1, precision, recall; of scores: what they are, such as wer, "
        "or mean (default: accuracy or mean, as it fits)"
    )
    add("--metric", metavar="NAME", help=metric)
    add("--positive", metavar="LABEL", help="the class that f1, precision or recall is of")
    better = parser.add_mutually_exclusive_group()
    better.add_argument(
        "--higher-is-better",
        action="store_true",
        default=None,
        help="higher scores are better; needed where no known name, such as 'loss', says which are",
    )
    better.add_argument(
        "--lower-is-better",
        dest="higher_is_better",
        action="store_false",
        default=None,
        help="lower scores are better: errors, losses or times",
    )
    groups = "a group (a document) for each item: items of one group are not independent"
    add("--groups", type=Path, metavar="FILE", help=groups)
    missing = "what to do where a prediction is missing (default: refuse)"
    add("--missing", choices=("refuse", "wrong"), default="refuse", help=missing)
    add("--title", default="Comparison of systems", help="of the report")
    _add_tests(parser.add_argument_group("how they are compared"))
    _add_outputs(parser.add_argument_group("what comes out (default: text)"))


def _add_tests(group: Any) -> None:
    add = group.add_argument
    tests = {"choices": [*TESTS], "default": "randomization"}
    add("--test", help="two-sided (default: randomization)", **tests)
    many = "for many comparisons (default: holm)"
    add("--adjust", choices=[*CORRECTIONS], default="holm", help=many)
    add("--baseline", metavar="NAME", help="compare the others with this system only")
    add("--alpha", type=float, default=0.05, help="significance level (default: 0.05)")
    resamples = "shuffles or resamples where p has to be sampled (default: 100000)"
    add("--resamples", type=int, default=10**5, help=resamples)
    add("--seed", type=int, default=0, help="of what is drawn (default: 0)")
    add("--jobs", type=int, default=1, help="processors (default: 1)")


def _add_outputs(group: Any) -> None:
    page = "the report, a page for a browser"
    group.add_argument("--out", dest="html", type=Path, metavar="FILE", help=page)
    for form in ("json", "latex", "text"):
        file = {"nargs": "?", "const": Path("-"), "type": Path, "metavar": "FILE"}
        group.add_argument(f"--{form}", help=f"{form}, into a file or printed", **file)
    check = "read this text for claims that the comparison does not support"
    group.add_argument("--check", type=Path, help=check)


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    given = vars(options)
    wanted = {form: given[form] for form in ("json", "latex", "text", "html") if given[form]}
    if options.html and options.html.suffix != ".html":
        raise ValueError(
            f"out must be a page, such as report.html, not {options.html}: --json, --latex and "
            "--text write the others"
        )
    for path in wanted.values():
        _check_free(path, options.predictions)
    text = options.check and _text_to_check(options.check)
    comparison = _compared(options)
    if not wanted and text is None:
        wanted["text"] = Path("-")
    from labkit.comparison import render

    for form, path in wanted.items():
        _write(path, render(comparison, form))
    return 0 if text is None else _tell_findings(comparison, text)


def _compared(options: argparse.Namespace) -> "Comparison":
    from labkit.comparison import compare_systems
    from labkit.comparison.read import read_groups, read_predictions

    paths = options.predictions, options.gold
    found = read_predictions(*paths, options.missing, options.metric)
    return compare_systems(
        found.systems,
        found.metric,
        **{name: getattr(options, name) for name in _PASSED},
        gold=found.gold,
        groups=options.groups and read_groups(options.groups, found.items),
        n_resamples=options.resamples,
        source=str(options.predictions),
        notes=found.notes,
        command=_command(options),
        n_jobs=options.jobs,
    )


def _text_to_check(path: Path) -> str:
    from labkit.files import read_text

    if path.suffix == ".tex":
        raise ValueError(f"check must be a plain text, not LaTeX: detex {path} > paper.txt")
    return read_text(path)


def _check_free(path: Path, folder: Path) -> None:
    """Refuse, before hours of work, a place where no report can be written or should be."""
    if str(path) == "-":
        return
    if not path.parent.is_dir():
        raise ValueError(f"{path.parent} must be an existing folder, for {path.name}")
    if folder.is_dir() and path.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"{path} must be outside of {folder}: it would be read as predictions")
    if path.exists() and not _is_ours(path):
        raise ValueError(f"{path} must be a report, or a new file")


def _is_ours(path: Path) -> bool:
    """Tell whether a file is one that this command wrote."""
    with path.open("rb") as file:
        start = file.read(4096)
    return not start or b"labkit compare" in start or b"labkit-comparison/" in start


def _write(path: Path, text: str) -> None:
    if str(path) == "-":
        print(text.removesuffix("\n"))
        return
    path.write_text(text, encoding="utf8", newline="\n")
    print(path, file=sys.stderr)


def _tell_findings(comparison: "Comparison", text: str) -> int:
    from labkit.comparison import review

    findings = [str(finding) for finding in review(comparison, text)]
    nothing = "No claim was found that the comparison does not support."
    print(*findings or [nothing], sep="\n")
    return int(bool(findings))


def _command(options: argparse.Namespace) -> str:
    """Write what to type for the same again."""
    words = ["labkit", "compare", str(options.predictions)]
    parser = argparse.ArgumentParser()
    add_options(parser)
    for action in parser._actions:
        value = getattr(options, action.dest, None)
        flag = max(action.option_strings, default="", key=len)
        if not flag or action.dest in (*_NOT_REPEATED, "help") or value == action.default:
            continue
        if action.const is None:
            words += [flag, str(value)]
        elif value == action.const:
            words.append(flag)
    return shlex.join(words)
