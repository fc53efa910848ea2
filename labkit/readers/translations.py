"""Translations, and the counts of each segment that BLEU is made of."""

import os
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from tqdm.auto import tqdm

from labkit.arguments import as_option, as_texts
from labkit.tables import read_text, text_lines

#: Segments, or the file that has one a line.
Segments: TypeAlias = Sequence[str] | os.PathLike[str]

#: What sacrebleu's scores are called here -> there.
MEASURES = {"bleu": "BLEU"}

#: Options that say how counts make a score, which is what labkit.metrics has.
OF_SCORES = {
    *("beta", "eps_smoothing", "max_ngram_order", "effective_order"),
    *("smooth_method", "smooth_value"),
}

#: Segments that are counted at a time.
CHUNK = 100


def load_segments(path: os.PathLike[str] | str) -> list[str]:
    r"""Load texts, one a line; empty lines are empty texts.

    Parameters
    ----------
    path : path-like or str
        The file, perhaps ``.gz``. Only the ends of lines part segments, none of the other
        characters that Unicode has for it.

    Returns
    -------
    list of str
        The segments.

    Raises
    ------
    OSError, ValueError
        If there is no such file, it is no text in UTF-8, or it is empty.

    See Also
    --------
    translation_statistics : Compare translations with references.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "system.txt"
    ...     _ = path.write_text("A house.\n\nTwo houses.\n")
    ...     load_segments(path)
    ['A house.', '', 'Two houses.']
    """
    segments = text_lines(read_text(path))
    if not any(segment.strip() for segment in segments):
        raise ValueError(f"{path} must have a segment a line, not be empty")
    return segments


def translation_statistics(
    hypotheses: Segments,
    references: Segments | Sequence[Segments],
    metric: str = "bleu",
    *,
    progress: bool | None = None,
    **options: Any,
) -> np.ndarray:
    """Count of each segment what BLEU is made of, by sacrebleu.

    Needs the package sacrebleu: ``pip install 'labkit[mt]'``.

    Parameters
    ----------
    hypotheses : sequence of str, or path-like
        A system's translations, or the file with one a line.
    references : sequence of str, or path-like, or sequence of these
        The right translations; several such for several references.
    metric : {"bleu"}, optional
        What the counts are for.
    progress : bool, optional
        False for no progress bar; by default one appears after a second.
    **options
        Of sacrebleu's metric: ``lowercase``, ``tokenize``, ...

    Returns
    -------
    array of shape (n, 10)
        For `labkit.metrics.bleu`.

    Raises
    ------
    ModuleNotFoundError
        If sacrebleu is not installed.
    OSError, ValueError, TypeError
        If a file cannot be read, the numbers of segments differ, or an option is none of the metric's.

    See Also
    --------
    translation_signature : Say how the score was computed.

    References
    ----------
    Post, M. (2018). A call for clarity in reporting BLEU scores. WMT, section 3.

    Examples
    --------
    >>> from labkit.metrics import bleu
    >>> counts = translation_statistics(["The cat sat on a mat."], ["The cat sat on the mat."])
    >>> counts.tolist()
    [[7, 7, 6, 4, 2, 1, 7, 6, 5, 4]]
    >>> round(float(bleu(counts.sum(axis=0))), 4)
    0.4889
    """
    scorer = _scorer(metric, options)
    translated, right = _segments(hypotheses, "hypotheses"), _references(references)
    for reference in right:
        if len(reference) != len(translated):
            raise ValueError(
                f"hypotheses and references must have a line each for the same segments, not "
                f"{len(translated):,} and {len(reference):,}: is a file cut off?"
            )
    starts = range(0, len(translated), CHUNK)
    shown = {"desc": metric, "unit": f"{CHUNK} segments", "delay": 1, "leave": False}
    rows = []
    for start in tqdm(starts, disable=progress is False, **shown):
        of_references = [reference[start : start + CHUNK] for reference in right]
        # What sacrebleu's own tests of pairs of systems call.
        rows += scorer._extract_corpus_statistics(translated[start : start + CHUNK], of_references)
    counts = np.array(rows, dtype=float)
    whole = counts.astype(np.int64)
    return whole if (whole == counts).all() else counts


def translation_signature(metric: str = "bleu", n_references: int = 1, **options: Any) -> str:
    """Give sacrebleu's signature of a score: what a paper has to state.

    Parameters
    ----------
    metric : {"bleu"}, optional
        The score.
    n_references : int, default 1
        Number of references of each segment.
    **options
        As for `translation_statistics`.

    Returns
    -------
    str
        The signature, with sacrebleu's version.

    See Also
    --------
    translation_statistics : Count with these options.

    Examples
    --------
    >>> translation_signature().rpartition("|")[0]
    'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp'
    """
    scorer = _scorer(metric, options)
    scorer.corpus_score(["a"], [["a"]] * n_references)
    return str(scorer.get_signature())


def _scorer(metric: str, options: dict[str, Any]) -> Any:
    """Give sacrebleu's metric with these options."""
    name = MEASURES[as_option(metric, "metric", MEASURES)]
    if scores := sorted(options.keys() & OF_SCORES):
        wanted = "options must say how to count, such as lowercase"
        raise ValueError(f"{wanted}, not {scores[0]!r}: the score is that of labkit.metrics")
    try:
        from sacrebleu import metrics
    except ImportError:
        raise ModuleNotFoundError(
            "scores of translations need the package sacrebleu: install it with 'python -m pip "
            "install sacrebleu' and restart the kernel",
            name="sacrebleu",
        ) from None
    try:  # texts may end in " .": sacrebleu would warn of each hundred
        return getattr(metrics, name)(**{"force": True, **options})
    except (TypeError, AssertionError, KeyError) as error:
        raise ValueError(f"options must be those of sacrebleu's {name}: {error}") from None


def _segments(segments: Segments, name: str) -> list[str]:
    if isinstance(segments, os.PathLike):
        return load_segments(segments)
    return as_texts(segments, name, least=1)


def _references(references: Any) -> list[list[str]]:
    """Give the references, each a list of all segments."""
    if isinstance(references, str | os.PathLike):
        return [_segments(references, "references")]
    if not np.iterable(references):
        raise TypeError(f"references must be texts, or several lists of them, not {references!r}")
    several = list(references)
    if several and all(isinstance(segment, str) for segment in several):
        return [_segments(several, "references")]
    return [_segments(reference, "references") for reference in several] or [[]]
