"""Dependency parses, and how many of their words are attached rightly."""

import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

import numpy as np

from labkit.tables import read_text, text_lines

#: Columns of CoNLL-U, and of CoNLL-X before it: ID, form, ..., head, relation, two more.
COLUMNS, HEAD, RELATION = 10, 6, 7

#: A word, words that are written as one, a node that nobody wrote.
_WORD, _SPAN, _EMPTY = (re.compile(form) for form in (r"[1-9]\d*", r"\d+-\d+", r"\d+\.\d+"))


@dataclass(frozen=True)
class Sentence:
    """A parsed sentence.

    Parameters
    ----------
    forms, relations : tuple of str
        The words, and the relation of each to its head.
    heads : tuple of int
        The number of each word's head, from 1; 0 for the root.
    line : int
        Where it begins in its file.

    See Also
    --------
    load_parses : Loads these.

    Examples
    --------
    >>> Sentence(("It", "works"), ("nsubj", "root"), (2, 0), 1).heads
    (2, 0)
    """

    forms: tuple[str, ...]
    relations: tuple[str, ...]
    heads: tuple[int, ...]
    line: int


#: Parsed sentences, or the file that has them.
Parses: TypeAlias = Sequence[Sentence] | os.PathLike[str] | str


def load_parses(path: os.PathLike[str] | str) -> list[Sentence]:
    r"""Load dependency parses in CoNLL-U, or in CoNLL-X.

    Comments, ranges of words that are written as one (3-4) and empty nodes (8.1) are passed over:
    their words are words of the tree, or are not in it.

    Parameters
    ----------
    path : path-like or str
        The file, perhaps ``.gz``.

    Returns
    -------
    list of Sentence
        In the file's order.

    Raises
    ------
    OSError, ValueError
        If there is no such file; with the line, if it is none of parses, is cut off within a line,
        or a head is no word of its sentence.

    See Also
    --------
    attachment_statistics : Compare parses with the right ones.

    References
    ----------
    Universal Dependencies, CoNLL-U format, version 2.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> rest = "_", "_", "_", "_"
    >>> words = [("1", "It", *rest, "2", "nsubj"), ("2", "works", *rest, "0", "root")]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "gold.conllu"
    ...     _ = path.write_text("\n".join("\t".join([*word, "_", "_"]) for word in words))
    ...     load_parses(path)
    [Sentence(forms=('It', 'works'), relations=('nsubj', 'root'), heads=(2, 0), line=1)]
    """
    sentences: list[Sentence] = []
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate([*text_lines(read_text(path)), ""], 1):
        if not line.strip():
            sentences += [_sentence(path, rows)] if rows else []
            rows = []
        elif not line.startswith("#"):
            fields = line.split("\t")
            if len(fields) != COLUMNS:
                wanted = f"{COLUMNS} columns with tabs between them, as CoNLL-U has"
                raise ValueError(f"{path}: line {number} must have {wanted}, not {len(fields)}")
            rows.append((number, [field.strip() for field in fields]))
    if not sentences:
        raise ValueError(f"{path} must have parsed sentences, not none")
    return sentences


def attachment_statistics(
    gold: Parses,
    system: Parses,
    *,
    labelled: bool = True,
    punctuation: bool = True,
    subtypes: bool = False,
) -> np.ndarray:
    """Count the words of each sentence that a parser attaches rightly: LAS or UAS.

    The parser must have parsed the words of `gold`. Where it has cut text into other words or
    sentences, there is no score of a sentence to pair with another parser's: that is refused.

    Parameters
    ----------
    gold, system : sequence of Sentence, path-like or str
        The right parses and the parser's, from `load_parses` or their files.
    labelled : bool, default True
        Whether the relation has to be right as well (LAS), or the head alone (UAS).
    punctuation : bool, default True
        Whether words of punctuation alone count, as in Universal Dependencies; not so in CoNLL-X.
    subtypes : bool, default False
        Whether nmod:poss is another relation than nmod; in the CoNLL 2018 shared task it is not.

    Returns
    -------
    array of shape (n, 2), int
        Correct words and words of each sentence, for `labkit.metrics.accuracy`.

    Raises
    ------
    OSError, ValueError
        If a file cannot be read; if sentences or words differ, with the place and what to do.

    See Also
    --------
    labkit.metrics.accuracy : The share of the words that are right.

    References
    ----------
    Zeman, D. et al. (2018). CoNLL 2018 shared task: multilingual parsing from raw text to
    universal dependencies. Proceedings, section 5.1. Buchholz, S. and Marsi, E. (2006). CoNLL-X
    shared task on multilingual dependency parsing. CoNLL, section 4.1.

    Examples
    --------
    >>> gold = [Sentence(("It", "works"), ("nsubj", "root"), (2, 0), 1)]
    >>> parsed = [Sentence(("It", "works"), ("expl", "root"), (2, 0), 1)]
    >>> attachment_statistics(gold, parsed).tolist()
    [[1, 2]]
    >>> attachment_statistics(gold, parsed, labelled=False).tolist()
    [[2, 2]]
    """
    right, parsed = _parses(gold, "gold"), _parses(system, "system")
    if len(right) != len(parsed):
        raise ValueError(
            f"system must have the {len(right):,} sentences of gold, not {len(parsed):,}"
            f"{_first_difference(right, parsed)}: is the file cut off? If not, {_PARSE_AGAIN}"
        )
    for number, (one, other) in enumerate(zip(right, parsed, strict=True), 1):
        _check_words(one, other, number)
    rows = []
    for one, other in zip(right, parsed, strict=True):
        counted = [punctuation or not _is_punctuation(form) for form in one.forms]
        same = [a == b for a, b in zip(one.heads, other.heads, strict=True)]
        if labelled:
            pairs = zip(one.relations, other.relations, strict=True)
            named = [_relation(a, subtypes) == _relation(b, subtypes) for a, b in pairs]
            same = [head and name for head, name in zip(same, named, strict=True)]
        hits = sum(ok for ok, counts in zip(same, counted, strict=True) if counts)
        rows.append([hits, sum(counted)])
    return np.array(rows, dtype=np.int64)


_PARSE_AGAIN = (
    "parse the words and sentences of gold (most parsers take them as they are), or score both "
    "parsers with the shared task's own script, which aligns words"
)


def _parses(parses: Parses, name: str) -> Sequence[Sentence]:
    if isinstance(parses, str | os.PathLike):
        return load_parses(parses)
    sentences = [*parses] if isinstance(parses, Sequence) else []
    if not sentences or not all(isinstance(sentence, Sentence) for sentence in sentences):
        raise ValueError(f"{name} must be a file or the sentences of load_parses, not {parses!r}")
    return sentences


def _sentence(path: os.PathLike[str] | str, rows: list[tuple[int, list[str]]]) -> Sentence:
    """Make a sentence of its lines."""
    words: list[tuple[int, list[str]]] = []
    for number, fields in rows:
        if _SPAN.fullmatch(fields[0]) or _EMPTY.fullmatch(fields[0]):
            continue
        if not _WORD.fullmatch(fields[0]) or int(fields[0]) != len(words) + 1:
            wanted = f"word {len(words) + 1} of its sentence"
            raise ValueError(f"{path}: line {number} must have {wanted}, not {fields[0]!r}")
        words.append((number, fields))
    if not words:
        raise ValueError(f"{path}: line {rows[0][0]} must begin a sentence with words, not without")
    for number, fields in words:
        head = fields[HEAD]
        if not re.fullmatch(r"\d{1,9}", head) or int(head) > len(words):
            wanted = f"a head from 0 to {len(words)}, the words of its sentence"
            raise ValueError(f"{path}: line {number} must have {wanted}, not {head!r}")
    forms, relations = (tuple(f[place] for _, f in words) for place in (1, RELATION))
    return Sentence(forms, relations, tuple(int(f[HEAD]) for _, f in words), rows[0][0])


def _check_words(gold: Sentence, system: Sentence, number: int) -> None:
    """Refuse a sentence of other words."""
    for place, (one, other) in enumerate(zip(gold.forms, system.forms, strict=False), 1):
        if not _same_form(one, other):
            raise ValueError(
                f"system must have the words of gold, not {other!r} for {one!r} as word {place} of "
                f"sentence {number} (lines {gold.line} and {system.line}): {_PARSE_AGAIN}"
            )
    if len(gold.forms) != len(system.forms):
        raise ValueError(
            f"system must have the {len(gold.forms)} words of gold in sentence {number} (lines "
            f"{gold.line} and {system.line}), not {len(system.forms)}: is the file cut off? "
            f"If not, {_PARSE_AGAIN}"
        )


def _first_difference(gold: Sequence[Sentence], system: Sequence[Sentence]) -> str:
    pairs = zip(gold, system, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0].forms == pair[1].forms, pairs))
    if same == min(len(gold), len(system)):
        return f" (the first {same:,} are the same)"
    return f" (sentence {same + 1} is the first that differs, at line {system[same].line})"


def _same_form(one: str, other: str) -> bool:
    return one == other or unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)


def _relation(name: str, subtypes: bool) -> str:
    return name if subtypes else name.partition(":")[0]


def _is_punctuation(form: str) -> bool:
    return all(unicodedata.category(character).startswith("P") for character in form)
