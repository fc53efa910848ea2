"""``labkit compare``: from predictions to a report."""

import shlex
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from labkit.comparison.records import CORRECTION_SOURCES, REPORTED_TESTS

HELP = "compare systems by their predictions, and write an honest report"

#: What is printed if no file is named.
_PRINTED = ("json", "latex", "text")


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.formatter_class = RawDescriptionHelpFormatter  # which breaks no path
    parser.description = (
        "Compare systems on one test set. It writes a page (--out), JSON, LaTeX or text:\n"
        "scores with intervals, significance of all pairs, power, and a paragraph for a paper."
    )
    # The wheel has the guide inside of labkit, the repository beside it, and the student pack none.
    for guide in (above / "docs/compare.md" for above in Path(__file__).parents[1:3]):
        if guide.is_file():
            parser.epilog = f"The guide, which says how to make such files from others:\n{guide}"
    add = parser.add_argument
    where = (
        "a folder with one file per system: one label per line (.txt), or columns such as id and prediction "
        "(CSV, TSV, JSON, Parquet); or a table of scores or predictions (these, .table, NPZ)"
    )
    add("predictions", type=Path, help=where)
    gold = (
        "the right answers, in the order of the predictions or with names of items (default: the "
        "system gold, or a column gold beside the predictions)"
    )
    add("--gold", type=Path, metavar="FILE", help=gold)
    metric = (
        "accuracy, f1, macro-f1, precision, recall; of scores: their column, or what they are, such as wer, "
        "or mean (default: accuracy or mean, as it fits)"
    )
    add("--metric", help=metric)
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
    groups = (
        "a group (a document) for each item: items of one group are not independent; a column of the same "
        "files, or else a file (./NAME is always a file)"
    )
    add("--groups", metavar="NAME", help=groups)
    samples = "a column that numbers several rows of an item, whose scores are averaged"
    add("--samples", metavar="NAME", help=samples)
    missing = "what to do where a prediction or a score is missing (default: refuse)"
    add("--missing", choices=("refuse", "wrong"), default="refuse", help=missing)
    add("--title", default="Comparison of systems", help="the title of the report")
    add = parser.add_argument_group("how they are compared").add_argument
    tests = [name for name, test in REPORTED_TESTS.items() if test.decides]
    two_sided = (
        "the test whose two-sided p is reported; others stand beside it (default: randomization)"
    )
    add("--test", choices=tests, default="randomization", help=two_sided)
    many = "the correction for many comparisons (default: holm)"
    add("--adjust", choices=[*CORRECTION_SOURCES], default="holm", help=many)
    add("--baseline", metavar="NAME", help="compare the others with this system only")
    add("--alpha", type=float, default=0.05, help="significance level (default: 0.05)")
    resamples = "how many shuffles or resamples, where p has to be sampled (default: 100000)"
    add("--resamples", dest="n_resamples", type=int, default=10**5, metavar="N", help=resamples)
    seed = "the seed of what is drawn at random (default: 0)"
    add("--seed", type=int, default=0, metavar="N", help=seed)
    add(
        "--jobs",
        dest="n_jobs",
        type=int,
        default=1,
        metavar="N",
        help="how many processors (default: 1)",
    )
    add = parser.add_argument_group("what comes out (default: text)").add_argument
    add("--out", dest="html", type=Path, metavar="FILE", help="the report, a page for a browser")
    file: dict[str, Any] = {"nargs": "?", "const": Path("-"), "type": Path, "metavar": "FILE"}
    for form in _PRINTED:
        add(f"--{form}", help=f"write the report as {form} into FILE, or print it", **file)
    check = "a reading aid: find claims in this text that the comparison does not support, and sentences to look at"
    add("--check", type=Path, metavar="FILE", help=check)


def run(predictions: Path, check: Path | None, n_jobs: int, **given: Any) -> int:
    """Carry the command out, and return its exit status."""
    from joblib import parallel_config

    from labkit.comparison import About, Settings, compare_systems, render, review
    from labkit.comparison.read import read_predictions
    from labkit.reading import read_text

    wanted: dict[Any, Path] = {
        form: path for form in (*_PRINTED, "html") if (path := given.pop(form))
    }
    if "html" in wanted and wanted["html"].suffix != ".html":
        raise ValueError(
            f"out must be a page, such as report.html, not {wanted['html']}: --json, --latex and "
            "--text write the other forms"
        )
    for path in wanted.values():
        _check_free(path, predictions)
    if check and check.suffix == ".tex":
        raise ValueError(f"check must be a plain text, not LaTeX: detex {check} > paper.txt")
    text = read_text(check) if check else None
    command = _command(predictions, given)
    read = [given.pop(name) for name in ("gold", "missing", "metric", "groups", "samples")]
    found = read_predictions(predictions, *read)
    about = About(given.pop("title"), str(predictions), command, found.notes)
    options = ("test", "adjust", "alpha", "n_resamples", "seed", "baseline")
    settings = Settings(*[given.pop(name) for name in options])
    with parallel_config(n_jobs=n_jobs):
        comparison = compare_systems(
            found.systems,
            found.metric,
            gold=found.gold,
            groups=found.groups,
            settings=settings,
            about=about,
            **given,
        )
    if not wanted and text is None:
        wanted["text"] = Path("-")
    for form, path in wanted.items():
        _write(path, render(comparison, form))
    if text is None:
        return 0
    findings = review(comparison, text)
    nothing = "No claim was found that the comparison does not support."
    print(*[str(finding) for finding in findings] or [nothing], sep="\n")
    return int(any(finding.sure for finding in findings))


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


def _command(predictions: Path, given: Mapping[str, Any]) -> str:
    """Write what to type for the same again."""
    words = ["labkit", "compare", str(predictions)]
    parser = ArgumentParser()
    add_options(parser)
    for action in parser._actions:
        value = given.get(action.dest, action.default)
        if value != action.default and action.const in (None, value):
            words += [*action.option_strings, *[str(value)] * (action.const is None)]
    return shlex.join(words)
