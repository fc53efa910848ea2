"""Runs of search engines, scored by what judges found relevant."""

import math
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pandas as pd

from labkit.readers.trec_eval import listed, system_files
from labkit.tables import is_number, read_text, text_lines

#: Topic -> document -> how relevant it is; topic -> document -> the system's score.
Judgements: TypeAlias = dict[str, dict[str, int]]
Run: TypeAlias = dict[str, dict[str, float]]

#: Relevance of the documents in the system's order, and of all that are relevant at all -> score.
_Score: TypeAlias = Callable[[np.ndarray, np.ndarray], float]


def load_qrels(path: os.PathLike[str] | str) -> Judgements:
    r"""Load judgements of relevance: lines of topic, iteration, document and relevance.

    A table with a header such as "query-id, corpus-id, score" and without iterations is read, too.

    Parameters
    ----------
    path : path-like or str
        The file, perhaps ``.gz``.

    Returns
    -------
    dict
        Topic -> document -> relevance: above 0 if the document is relevant.

    Raises
    ------
    OSError, ValueError
        If there is no such file; with the line, if it is none of judgements or has one twice.

    See Also
    --------
    load_run : Load what a system has found.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "qrels.txt"
    ...     _ = path.write_text("301 0 D7 1\n301 0 D8 0\n")
    ...     load_qrels(path)
    {'301': {'D7': 1, 'D8': 0}}
    """
    judgements: Judgements = {}
    for number, fields in _rows(path):
        if number == 1 and not any(is_number(field) for field in fields):
            continue  # a header
        where = f"{path}: line {number}"
        if len(fields) not in (3, 4):
            wanted = "a topic, an iteration, a document and its relevance"
            raise ValueError(f"{where} must have {wanted}, not {' '.join(fields)[:60]!r}")
        topic, document, relevance = fields[0], fields[-2], fields[-1]
        if not is_number(relevance) or float(relevance) != int(float(relevance)):
            raise ValueError(f"{where} must have a whole number of relevance, not {relevance!r}")
        of_topic = judgements.setdefault(topic, {})
        if document in of_topic:
            raise ValueError(f"{where} must judge {document} for topic {topic} once, not again")
        of_topic[document] = int(float(relevance))
    if not judgements:
        raise ValueError(f"{path} must have judgements of relevance, not none")
    return judgements


def load_run(path: os.PathLike[str] | str) -> Run:
    r"""Load what a system has found: lines of topic, Q0, document, rank, score and run.

    The score decides on the order, not the rank, as trec_eval has it.

    Parameters
    ----------
    path : path-like or str
        The file, perhaps ``.gz``.

    Returns
    -------
    dict
        Topic -> document -> score.

    Raises
    ------
    OSError, ValueError
        If there is no such file; with the line, if it is no run or has a document twice.

    See Also
    --------
    topic_scores : Score runs topic by topic.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "bm25.run"
    ...     _ = path.write_text("301 Q0 D8 1 9.5 bm25\n301 Q0 D7 2 9.25 bm25\n")
    ...     load_run(path)
    {'301': {'D8': 9.5, 'D7': 9.25}}
    """
    run: Run = {}
    for number, fields in _rows(path):
        where = f"{path}: line {number}"
        if len(fields) != 6:
            wanted = "a topic, Q0, a document, its rank, its score and the run's name"
            raise ValueError(f"{where} must have {wanted}, not {' '.join(fields)[:60]!r}")
        topic, _, document, _, score, _ = fields
        if not is_number(score):
            raise ValueError(f"{where} must have a finite score, not {score!r}")
        of_topic = run.setdefault(topic, {})
        if document in of_topic:
            raise ValueError(f"{where} must have {document} for topic {topic} once, not again")
        of_topic[document] = float(score)
    if not run:
        raise ValueError(f"{path} must be a run with documents, not without any")
    return run


def topic_scores(
    qrels: Judgements | os.PathLike[str] | str,
    runs: Mapping[str, Run] | os.PathLike[str] | str,
    measure: str = "map",
) -> pd.DataFrame:
    """Score runs on each judged topic, as trec_eval does.

    Documents stand in the order of their scores (in 32 bits), equal ones in the reverse order of
    their names; a topic for which a run has nothing scores 0, as with ``trec_eval -c``. Gains of
    nDCG are the relevances themselves, divided by log2(rank + 1).

    Parameters
    ----------
    qrels : dict, path-like or str
        From `load_qrels`, or its file.
    runs : mapping, path-like or str
        Name -> run, from `load_run`; or a file, or a folder with a file a run.
    measure : str, default "map"
        "map", "ndcg", "ndcg_cut_10", "P_10", "recall_10", "Rprec" or "recip_rank", with any number
        in the place of 10; "AP", "nDCG@10", "P@10", "R@10" and "RR" mean the same.

    Returns
    -------
    DataFrame
        Index run, a column a topic; ``attrs["read"]`` says how many there are, and how many topics
        of the runs nobody has judged.

    Raises
    ------
    OSError, ValueError
        If a file is not as it should be, or a run has none of the judged topics.

    See Also
    --------
    load_trec_eval : Read what trec_eval has printed.

    References
    ----------
    Järvelin, K. and Kekäläinen, J. (2002). Cumulated gain-based evaluation of IR techniques. ACM
    TOIS 20(4), section 2. Buckley, C. and Voorhees, E., trec_eval 9, ``m_map.c``, ``m_ndcg.c``.

    Examples
    --------
    >>> qrels = {"301": {"D7": 1, "D8": 0, "D9": 1}}
    >>> run = {"301": {"D7": 3.0, "D8": 2.0, "D9": 1.0}}
    >>> topic_scores(qrels, {"bm25": run}).round(3)
            301
    bm25  0.833
    """
    score = _measured(measure)
    judged = qrels if isinstance(qrels, Mapping) else load_qrels(qrels)
    if not isinstance(runs, Mapping):
        runs = {name: load_run(file) for name, file in system_files(Path(runs)).items()}
    if not judged or not runs:
        raise ValueError(f"{'runs' if judged else 'qrels'} must have topics, not be empty")
    rows = {}
    for name, run in runs.items():
        if not judged.keys() & run.keys():
            known, found = listed(judged), listed(run)
            raise ValueError(f"runs must have the judged topics {known}, not {found} as {name!r}")
        if not all(math.isfinite(each) for found in run.values() for each in found.values()):
            raise ValueError(f"runs must have finite scores, not NaN or infinity as in {name!r}")
        rows[name] = [score(*_relevances(judged[topic], run.get(topic, {}))) for topic in judged]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=list(judged), dtype=float)
    unjudged = len({topic for run in runs.values() for topic in run} - judged.keys())
    read = f"{len(table)} systems x {len(judged)} topics, {measure}"
    topics = "topic of the runs is" if unjudged == 1 else "topics of the runs are"
    read += f"; {unjudged} {topics} not judged" if unjudged else ""
    table.attrs |= {"measure": measure, "read": read}
    return table


def _rows(path: os.PathLike[str] | str) -> list[tuple[int, list[str]]]:
    lines = enumerate(text_lines(read_text(path)), 1)
    return [(number, line.split()) for number, line in lines if line.strip()]


def _relevances(judged: dict[str, int], found: dict[str, float]) -> tuple[np.ndarray, np.ndarray]:
    """Give the relevance of each document found, best first, and all relevances above 0, largest first."""
    ranked = sorted(
        found, key=lambda document: (np.float32(found[document]), document), reverse=True
    )
    relevances = np.array([max(judged.get(document, 0), 0) for document in ranked], dtype=float)
    relevant = sorted((grade for grade in judged.values() if grade > 0), reverse=True)
    return relevances, np.array(relevant, dtype=float)


def _measured(measure: str) -> _Score:
    """Give the function of a measure's name."""
    plain: dict[str, _Score] = {
        **dict.fromkeys(("map", "AP"), _average_precision),
        **dict.fromkeys(("ndcg", "nDCG"), lambda found, ideal: _ndcg(found, ideal, None)),
        **dict.fromkeys(("recip_rank", "RR"), _reciprocal_rank),
        "Rprec": lambda found, ideal: _share(found[: len(ideal)], len(ideal)),
    }
    if measure in plain:
        return plain[measure]
    parts = re.fullmatch(r"(ndcg_cut[_.]|nDCG@|P[_.@]|recall[_.]|R@)([1-9]\d{0,8})", str(measure))
    if parts is None:
        known = ", ".join([*plain, "ndcg_cut_10", "P_10", "recall_10"])
        raise ValueError(f"measure must be one of {known}, or with other numbers, not {measure!r}")
    kind, cut = parts[1].lower().rstrip("_.@"), int(parts[2])
    if kind == "p":
        return lambda found, ideal: _share(found[:cut], cut)
    if kind in ("recall", "r"):
        return lambda found, ideal: _share(found[:cut], len(ideal))
    return lambda found, ideal: _ndcg(found, ideal, cut)


def _average_precision(found: np.ndarray, ideal: np.ndarray) -> float:
    ranks = np.flatnonzero(found > 0) + 1
    return float((np.arange(1, len(ranks) + 1) / ranks).sum() / max(len(ideal), 1))


def _reciprocal_rank(found: np.ndarray, ideal: np.ndarray) -> float:
    ranks = np.flatnonzero(found > 0)
    return 1 / (int(ranks[0]) + 1) if len(ranks) else 0.0


def _share(found: np.ndarray, of: int) -> float:
    return float((found > 0).sum() / max(of, 1))


def _ndcg(found: np.ndarray, ideal: np.ndarray, cut: int | None) -> float:
    best = _discounted(ideal[:cut])
    return _discounted(found[:cut]) / best if best else 0.0


def _discounted(gains: np.ndarray) -> float:
    return float((gains / np.log2(np.arange(2, len(gains) + 2))).sum())
