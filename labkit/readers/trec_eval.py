"""What trec_eval prints of each topic."""

import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from labkit.arguments import as_number
from labkit.tables import is_litter, is_number, read_text, text_lines

#: The line that sums up all topics names this one.
ALL = "all"

#: The measure that is taken where nobody chooses one: average precision, as programs call it.
USUAL = ("map", "AP")

#: What may end the name of a file, and is no part of the system's.
SUFFIXES = (".gz", ".eval", ".txt", ".trec", ".treceval", ".trec_eval", ".tsv", ".out", ".res")

#: Lines whose values are words.
WORDS = ("runid", "relstring")

#: Each of the values is rounded to four digits.
ROUNDING = 1.1e-4


@dataclass(frozen=True)
class _Evaluation:
    """One file: measure -> topic -> value as text, with the number of its line."""

    path: Path
    topics: dict[str, dict[str, tuple[int, str]]] = field(default_factory=dict)
    summary: dict[str, str] = field(default_factory=dict)


def load_trec_eval(
    path: os.PathLike[str] | str | Mapping[str, Path],
    measure: str | None = None,
    *,
    missing: float | None = None,
) -> pd.DataFrame:
    r"""Load the scores of each topic that ``trec_eval -q`` has printed, of one system or many.

    A line has a measure, a topic and a value; the lines of the topic "all" sum up, and what they
    say has to agree with the topics. Lines that begin with the topic, as those of
    ``ir_measures -q``, are read as well.

    Parameters
    ----------
    path : path-like, str or mapping
        A file (perhaps ``.gz``), or a folder with a file a system, named by the file; a file in a
        sub-folder is the system "sub-folder/file". Or the files themselves, system -> file.
    measure : str, optional
        As trec_eval prints it: "map", "ndcg_cut_10", ...; by default "map", or the only one.
    missing : float, optional
        The score of a topic that a system's file lacks and another's has (0, if the system found
        nothing there); by default that is refused.

    Returns
    -------
    DataFrame
        Index system, a column a topic, in the order of the first file. ``attrs`` has ``source``,
        ``measure``, in ``read`` how many systems and topics there are, and in ``filled`` the
        topics that are `missing` of each system that lacks any.

    Raises
    ------
    OSError, ValueError
        If there is no such file; with the line, if it is no such output, cut off, or lacks the
        measure or a topic.

    See Also
    --------
    topic_scores : Score runs without trec_eval.
    labkit.load_scores_table : Read a table of topics and runs.

    References
    ----------
    Buckley, C. and Voorhees, E., trec_eval 9, README and ``m_num_q.c``.

    Examples
    --------
    >>> import tempfile
    >>> lines = ["map 301 0.25", "map 302 0.75", "map all 0.5"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "bm25.eval").write_text("\n".join(lines))
    ...     load_trec_eval(folder)
           301   302
    bm25  0.25  0.75
    """
    if missing is not None:
        missing = as_number(missing, "missing")
    files = dict(path) if isinstance(path, Mapping) else system_files(Path(path))
    path = Path(os.path.commonpath(files.values())) if isinstance(path, Mapping) else Path(path)
    evaluations = {name: _read(file) for name, file in files.items()}
    chosen = _measure(list(evaluations.values()), measure, path)
    scores = {name: _scores(one, chosen) for name, one in evaluations.items()}
    if len({chosen in one.summary for one in evaluations.values()}) > 1:
        cut = next(one.path for one in evaluations.values() if chosen not in one.summary)
        raise ValueError(f"{cut} must end with the lines for all topics: is it cut off?")
    topics = list(dict.fromkeys(topic for values in scores.values() for topic in values))
    filled: dict[str, list[str]] = {}
    for name, values in scores.items():
        absent = [topic for topic in topics if topic not in values]
        filled |= {name: absent} if absent else {}
        if absent and missing is None:
            raise ValueError(
                f"{evaluations[name].path} must have {chosen} of all {len(topics)} topics, not be "
                f"without {listed(absent)}: give missing=0 if the system found nothing there"
            )
    rows = {
        name: [values.get(topic, missing) for topic in topics] for name, values in scores.items()
    }
    table = pd.DataFrame.from_dict(rows, orient="index", columns=topics, dtype=float)
    read = f"{len(table)} systems x {len(topics)} topics, {chosen}"
    table.attrs |= {"source": str(path), "measure": chosen, "read": read, "filled": filled}
    return table


def system_files(path: Path) -> dict[str, Path]:
    """Give the file of each system: a file alone, or those in a folder."""
    if not path.exists():
        raise FileNotFoundError(f"path must be an existing file or folder, not {path}")
    if not path.is_dir():
        return {_stem(path.name): path}
    files: dict[str, Path] = {}
    for file in sorted(path.rglob("*")):
        inside = file.relative_to(path)
        hidden = any(part.startswith(".") for part in inside.parts)
        if hidden or is_litter(file):
            continue
        name = inside.with_name(_stem(inside.name)).as_posix()
        if name in files:
            raise ValueError(f"path must hold one file a system, not two for {name!r} in {path}")
        files[name] = file
    if not files:
        raise ValueError(f"path must be a folder with a file a system, not {path}")
    return files


def listed(names: Iterable[str], most: int = 3) -> str:
    """Name some of many."""
    names = list(names)
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + rest


def _stem(name: str) -> str:
    """Leave out what ends a file's name; the name of a run may have points of its own."""
    while (suffix := Path(name).suffix).lower() in SUFFIXES:
        name = name.removesuffix(suffix)
    return name


def _read(path: Path) -> _Evaluation:
    lines = [(n, line.split()) for n, line in enumerate(text_lines(read_text(path)), 1)]
    rows = [(n, fields) for n, fields in lines if fields]
    if not rows:
        raise ValueError(f"{path} must hold the output of trec_eval -q, not be empty")
    for number, fields in rows:
        if len(fields) != 3 and fields[0] not in WORDS:
            wanted = "a measure, a topic and a value, as trec_eval -q prints them"
            raise ValueError(f"{path}: line {number} must have {wanted}, not {' '.join(fields)!r}")
    # ir_measures names the topic first.
    turned = any(f[0] == ALL for _, f in rows) and not any(f[1] == ALL for _, f in rows)
    evaluation = _Evaluation(path)
    for number, (first, second, value, *_) in rows:
        measure, topic = (second, first) if turned else (first, second)
        if topic == ALL:
            if measure in evaluation.summary:
                wanted = f"{measure} of all topics once, not again"
                raise ValueError(f"{path}: line {number} must have {wanted}: two files in one?")
            evaluation.summary[measure] = value
            continue
        topics = evaluation.topics.setdefault(measure, {})
        if topic in topics:
            wanted = f"{measure} of topic {topic} once, not again"
            raise ValueError(f"{path}: line {number} must have {wanted} (line {topics[topic][0]})")
        topics[topic] = number, value
    if not evaluation.topics:
        raise ValueError(f"{path} must have lines of topics, not of all only: trec_eval -q")
    return evaluation


def _measure(evaluations: list[_Evaluation], measure: str | None, path: Path) -> str:
    """Choose the measure, which each file has to have."""
    counts = Counter(name for one in evaluations for name in one.topics)
    common = [name for name in counts if counts[name] == len(evaluations) and name not in WORDS]
    if not common:
        raise ValueError(f"{path} must have one measure in all files, not {listed(counts)}")
    if measure is None:
        usual = [name for name in USUAL if name in common]
        if not usual and len(common) > 1:
            raise ValueError(f"measure must be one of {listed(common, 12)}, not None, for {path}")
        return (usual or common)[0]
    # trec_eval -m ndcg_cut.10 prints ndcg_cut_10.
    printed = str(measure).replace(".", "_")
    found = [name for name in (measure, printed) if name in common]
    if not found:
        lacks = [str(one.path) for one in evaluations if printed not in one.topics]
        where = f" of {listed(lacks)}" if 0 < len(lacks) < len(evaluations) else ""
        wanted = f"measure must be one of {listed(common, 12)}, not {measure!r}"
        raise ValueError(f"{wanted}, for the topics{where or f' of {path}'}")
    return found[0]


def _scores(evaluation: _Evaluation, measure: str) -> dict[str, float]:
    """Give topic -> score, if it agrees with the line of all topics."""
    scores = {}
    for topic, (number, text) in evaluation.topics[measure].items():
        scores[topic] = _number(text, f"{evaluation.path}: line {number}")
    if measure in evaluation.summary and not measure.startswith("gm_"):  # geometric means
        told = _number(evaluation.summary[measure], f"{evaluation.path}: the line of all topics")
        total, count = math.fsum(scores.values()), len(scores)
        # With -c, trec_eval divides by the number of judged topics.
        judged = float(evaluation.summary.get("num_q", count))
        means = (total / count, total, total / judged if judged > 0 else told)
        if all(abs(told - mean) > ROUNDING * max(1, abs(told)) for mean in means):
            said = f"the mean of its {count} topics is {total / count:.4f}"
            raise ValueError(
                f"{evaluation.path} must be whole: {said}, but for all it has {told:g} in {measure}"
            )
    return scores


def _number(text: str, where: str) -> float:
    if not is_number(text):
        raise ValueError(f"{where} must end with a finite number, not {text!r}")
    return float(text)
