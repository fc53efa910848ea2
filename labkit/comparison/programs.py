"""What other programs write, known by what is in it: search engines and translation systems.

`labkit compare` takes a folder with a file a system of one such kind, and the right answers where
the kind needs them: a folder of runs with judgements of relevance, or of what ``trec_eval -q``
printed. Whatever is none of these is left to `labkit.comparison.inputs`.
"""

import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from os.path import realpath
from pathlib import Path

import numpy as np
import pandas as pd

from labkit.comparison.inputs import Read
from labkit.comparison.measures import OF_TRANSLATIONS
from labkit.comparison.reading import is_open
from labkit.comparison.scores import read_item_scores
from labkit.readers import (
    load_qrels,
    load_run,
    load_segments,
    load_trec_eval,
    topic_scores,
    translation_statistics,
)
from labkit.readers.trec_eval import ALL, SUFFIXES, WORDS, listed
from labkit.tables import is_number, text_lines

#: Kinds of files, and what to call them.
EVALUATION, RUN, QRELS, PARSES = "evaluation", "run", "qrels", "parses"
CALLED = {
    EVALUATION: "what trec_eval -q printed",
    RUN: "runs of search engines",
    QRELS: "judgements of relevance (qrels)",
    PARSES: "parses in CoNLL-U",
}

#: Files of a folder that are called so, in any case, are the right answers.
OF_ANSWERS = ("gold", "qrels", "qrel")
#: So much of a file tells what it is.
BEGINNING = 1 << 16
#: What may end the name of a file, and is no part of the system's.
ENDS = (*SUFFIXES, ".run")

#: Measures as trec_eval and ir_measures call them.
_MEASURE = re.compile(
    r"(gm_)?map(_cut_\d+)?|AP(@\d+)?|(R|r)prec|bpref|gm_bpref|infAP|11pt_avg|recip_rank|RR(@\d+)?"
    r"|n?d?cg(_\w+)?|nDCG(@\d+)?|(P|recall|success|Rprec_mult|relative_P|utility)_[\d.]+|"
    r"(P|R|Success)@\d+|num_(q|ret|rel|rel_ret|nonrel_judged_ret)|set_\w+|iprec_at_recall_[\d.]+|runid|"
    r"relstring"
)


def read_programs(
    path: os.PathLike[str] | str,
    gold: os.PathLike[str] | str | None = None,
    metric: str | None = None,
    missing: str = "refuse",
) -> Read | None:
    """Read a file of one system, or a folder with a file a system, as other programs write them.

    `gold` are judgements of relevance or reference translations; by default the file ``gold`` or
    ``qrels`` of the folder. The metric of runs and evaluations is a measure as trec_eval calls it, by
    default "map"; of translations "bleu", which is never a default. A topic for
    which a system has nothing is an error, or, with `missing` "wrong", scores 0. Gives None of files
    of no such kind.
    """
    path = Path(path)
    if not path.exists() or path.suffix.lower() == ".npz":
        return None
    if gold is None and (scores := read_item_scores(path, metric)) is not None:
        return _item_scores(*scores)
    kinds = {file: kind_of_content(file) for file in _files_in(path)}
    translated = metric in OF_TRANSLATIONS
    if not (translated or any(kinds.values())):
        return None
    own = _own_gold(path, kinds) if gold is None else Path(gold)
    if translated:
        return None if own is None else _translations(_files(path, own), own, str(metric))
    files = _files(path, own)
    kind = _kind_of_all(path, {file: kinds[file] for file in files.values()})
    if kind is None:
        return None
    if kind == PARSES:
        raise ValueError(
            f"{path} must hold predictions or scores, not {CALLED[kind]}: give a table with the columns "
            "system, item (a sentence), correct and words, and --metric precision, for LAS or UAS"
        )
    if kind == EVALUATION:
        if gold is not None:
            raise ValueError(f"gold must be left out for {CALLED[kind]}, which is scored already")
        return _evaluations(files, own, metric, missing)
    if own is None:
        raise ValueError(
            "gold must be the judgements of relevance (lines of topic, iteration, document, relevance): "
            f"{path} holds {CALLED[kind]}, and no file called gold or qrels; give it with --gold FILE"
        )
    return _runs(files, own, metric, missing)


def kind_of_content(file: Path) -> str | None:
    """Tell what wrote a file by its first lines; None if no program that is known here."""
    lines = _first_lines(file)
    if not lines:
        return None
    if all(line.count("\t") == 9 for line in lines) and re.match(r"1(-\d+)?\t", lines[0]):
        return PARSES
    rows = [line.split() for line in lines]
    widths = {len(row) for row in rows}
    if widths == {6} and all(map(_is_of_run, rows)):
        return RUN
    if widths <= {3, 4} and _is_qrels(rows):
        return QRELS
    known = [row for row in rows if row[0] not in WORDS]
    if not known or any(len(row) != 3 or not is_number(row[2]) for row in known):
        return None
    first = any(map(_MEASURE.fullmatch, (*rows[0][:2], *known[0][:2])))
    return EVALUATION if first or any(row[1] == ALL for row in known) else None


def _first_lines(file: Path) -> list[str]:
    """Give the whole lines at the beginning of a text that are not empty, and no comments."""
    try:
        with file.open("rb") as raw:
            content = raw.read(BEGINNING)
    except OSError:
        return []  # whoever reads the file whole says what is wrong with it
    lines = text_lines(content.decode("utf-8-sig", errors="replace"))
    lines = lines[:-1] if len(content) == BEGINNING else lines
    return [line for line in lines if line.strip() and not line.startswith("#")]


def _is_of_run(row: list[str]) -> bool:
    topic_is_text = row[1].upper() == "Q0" or not is_number(row[5])
    return topic_is_text and row[3].lstrip("-").isdigit() and is_number(row[4])


def _is_qrels(rows: list[list[str]]) -> bool:
    """Say whether lines have a topic, an iteration, a document and a whole number; or a header."""
    head = [field.lower() for field in rows[0]]
    if head[0] in ("query-id", "qid", "query_id", "topic") and head[-1] in ("score", "relevance"):
        return True
    whole = all(len(row) == 4 and re.fullmatch(r"-?\d+", row[3]) for row in rows)
    return whole and all(row[1] in ("0", "1", "Q0", "q0") for row in rows)


def _own_gold(path: Path, kinds: Mapping[Path, str | None]) -> Path | None:
    """Find the right answers in the folder: by their name, or as the only judgements there."""
    named = [file for file in kinds if _name(file, path).lower() in OF_ANSWERS]
    judged = [file for file, kind in kinds.items() if kind == QRELS]
    if len(named) > 1 or (not named and len(judged) > 1):
        wanted = f"not {listed(file.name for file in named or judged)}"
        raise ValueError(f"{path} must hold one file of right answers, {wanted}")
    return next(iter(named or judged), None)


def _files_in(path: Path) -> list[Path]:
    """List the files of a folder that are not hidden, and no README; or the one file."""
    if not path.is_dir():
        return [path]
    return [file for file in sorted(path.rglob("*")) if is_open(file, path)]


def _name(file: Path, path: Path) -> str:
    """Name a system after its file; the name of a run may have points of its own."""
    name = file.relative_to(path).as_posix() if path.is_dir() else file.name
    while (suffix := Path(name).suffix).lower() in ENDS:
        name = name.removesuffix(suffix)
    return unicodedata.normalize("NFC", name)


def _files(path: Path, gold: Path | None) -> dict[str, Path]:
    """Give the file of each system."""
    files: dict[str, Path] = {}
    for file in _files_in(path):
        if gold is not None and realpath(file) == realpath(gold):
            continue
        name = _name(file, path)
        if name in files:
            raise ValueError(f"{path} must hold one file a system, not two for {name!r}")
        files[name] = file
    return files


def _kind_of_all(path: Path, kinds: Mapping[Path, str | None]) -> str | None:
    """Give the kind that all files have; ValueError if they differ."""
    found = dict.fromkeys(kind for kind in kinds.values() if kind is not None)
    if not found:
        return None
    if QRELS in found and len(found) == 1:
        raise ValueError(
            f"{path} must hold what systems have found, not only {CALLED[QRELS]}: give a folder "
            "of runs (lines of topic, Q0, document, rank, score, name), and these with --gold FILE"
        )
    if len({*kinds.values()}) == 1:
        return next(iter(found))
    examples = []
    for kind in dict.fromkeys(kinds.values()):
        files = listed(file.name for file in kinds if kinds[file] == kind)
        examples.append(f"{CALLED.get(str(kind), 'something else')} ({files})")
    raise ValueError(
        f"{path} must hold files of one kind, not {' beside '.join(examples)}: move the others "
        "elsewhere, or begin their names with a point"
    )


def _item_scores(systems: dict[str, np.ndarray], chosen: str) -> Read:
    n = len(next(iter(systems.values())))
    read = f"Read: {chosen} of each item, {len(systems)} systems x {n:,} items, by their names."
    return Read(systems, None, "mean", f"mean {chosen}", (read,))


def _evaluations(
    files: dict[str, Path], unused: Path | None, metric: str | None, missing: str
) -> Read:
    table = load_trec_eval(files, metric, missing=0.0)
    notes = [f"Read: {CALLED[EVALUATION]}, {table.attrs['read']}."]
    notes += [] if unused is None else [f"{unused.name} was not read: scores need none."]
    wanted = f"{table.attrs['measure']} of all topics"
    notes += _gaps(table.attrs["filled"], files, wanted, missing)
    return _of_table(table, notes)


def _runs(files: dict[str, Path], gold: Path, metric: str | None, missing: str) -> Read:
    judged = load_qrels(gold)
    runs = {name: load_run(file) for name, file in files.items()}
    table = topic_scores(judged, runs, metric or "map")
    gaps = {name: [topic for topic in judged if topic not in run] for name, run in runs.items()}
    notes = [f"Read: {CALLED[RUN]} and judgements of {gold.name}, {table.attrs['read']}."]
    notes += _gaps(gaps, files, "documents for all judged topics", missing)
    return _of_table(table, notes)


def _gaps(
    gaps: Mapping[str, list[str]], files: Mapping[str, Path], wanted: str, missing: str
) -> Iterator[str]:
    """Refuse topics for which a system has nothing, or say that they score 0."""
    for name, topics in gaps.items():
        if not topics:
            continue
        count = "1 topic" if len(topics) == 1 else f"{len(topics)} topics"
        if missing == "refuse":
            raise ValueError(
                f"{files[name]} must have {wanted}, not be without {count} ({listed(topics)}): "
                "--missing wrong scores 0 there, as trec_eval -c does"
            )
        yield f"{name} has nothing for {count} ({listed(topics)}): scored 0."


def _of_table(table: pd.DataFrame, notes: list[str]) -> Read:
    measure = table.attrs["measure"]
    described = "MAP" if measure in ("map", "AP") else f"mean {measure}"
    systems = dict(zip(table.index, table.to_numpy(), strict=True))
    return Read(systems, None, "mean", described, tuple(notes))


def _translations(files: dict[str, Path], gold: Path, metric: str) -> Read:
    reference, systems = load_segments(gold), {}
    for name, file in files.items():
        segments = load_segments(file)
        if len(segments) != len(reference):
            wanted = f"the {len(reference):,} lines of {gold}, not {len(segments):,}"
            raise ValueError(f"{file} must have {wanted}: is it cut off?")
        systems[name] = translation_statistics(segments, reference, metric)
    read = f"Read: translations and references of {gold.name}, {len(systems)} systems x {len(reference):,} segments."
    return Read(systems, None, metric, OF_TRANSLATIONS[metric], (read,))
